//! What the server asks of its user, and the form in which that is answered.

mod told;

pub(crate) use told::told;

use crate::list::Place;
use crate::page::Page;
use crate::pane::form::{FormPane, misfits};
use crate::server::{Said, ServerId};
use mcp_inspector_engine::core::entry::AskEnd;
use mcp_inspector_engine::core::view::AskView;
use mcp_inspector_engine::{Answer, AskId, Raw};
use serde_json::{Value, json};

/// The inbox.
#[derive(Default)]
pub(crate) struct Inbox {
    pub(crate) place: Place,
    pub(crate) form: Option<AskForm>,
    /// Answers that were begun, of asks that wait and are not open.
    begun: Vec<AskForm>,
    /// What the open ask says.
    pub(crate) text: Page,
}

impl Inbox {
    /// Opens an ask, with the answer that was begun for it. That of the ask before is kept.
    pub(crate) fn open(&mut self, server: ServerId, id: AskId, ask: &AskView) {
        self.begun.extend(self.form.take().filter(|form| form.ended.is_none()));
        let begun = self.begun.iter().position(|form| form.is(server, id));
        let form = begun.map(|place| self.begun.remove(place));
        self.form = Some(form.unwrap_or_else(|| AskForm::new(server, id, ask)));
    }

    /// How many answers to what waits were begun and not sent.
    pub(crate) fn begun_count(&self) -> usize {
        let forms = self.begun.iter().chain(&self.form);
        forms.filter(|form| form.ended.is_none() && (form.whole.is_some() || form.pane.is_changed())).count()
    }

    /// Forgets answers to what no longer waits.
    pub(crate) fn retain(&mut self, waiting: &[(ServerId, AskId)]) {
        self.begun.retain(|form| waiting.contains(&(form.server, form.ask)));
    }
}

/// An ask that is being answered.
pub(crate) struct AskForm {
    pub(crate) server: ServerId,
    pub(crate) ask: AskId,
    /// What is asked: it can still be read when it no longer waits.
    pub(crate) asked: AskView,
    /// The call that it belongs to, when that was last known.
    pub(crate) call: Option<String>,
    /// How it ended while it was being answered.
    pub(crate) ended: Option<AskEnd>,
    pub(crate) kind: AskKind,
    pub(crate) pane: FormPane,
    /// The answer as a whole, when it was edited as JSON.
    pub(crate) whole: Option<String>,
    pub(crate) is_warned: bool,
}

/// What an ask is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AskKind {
    Sampling,
    Form,
    Url,
    Roots,
    Other,
}

impl AskKind {
    pub(crate) fn of(ask: &AskView) -> Self {
        match ask.method.as_str() {
            "sampling/createMessage" => AskKind::Sampling,
            "elicitation/create" => {
                let mode = ask.params.as_ref().and_then(|params| params.text_member("mode"));
                if mode.as_deref() == Some("url") { AskKind::Url } else { AskKind::Form }
            }
            "roots/list" => AskKind::Roots,
            _ => AskKind::Other,
        }
    }

    /// Whether there is an answer that says neither yes nor no.
    pub(crate) fn can_be_cancelled(self) -> bool {
        matches!(self, AskKind::Form | AskKind::Url)
    }

    /// The words for it.
    pub(crate) fn words(self) -> &'static str {
        match self {
            AskKind::Sampling => "asks a model",
            AskKind::Form => "asks you",
            AskKind::Url => "asks you to visit a URL",
            AskKind::Roots => "asks for roots",
            AskKind::Other => "asks",
        }
    }

    /// The schema of the form in which it is answered.
    fn schema(self, ask: &AskView) -> String {
        match self {
            AskKind::Form => {
                let schema = ask.params.as_ref().and_then(|params| params.member("requestedSchema"));
                schema.map_or_else(|| "{}".to_owned(), |schema| schema.as_str().to_owned())
            }
            AskKind::Sampling => json!({
                "type": "object",
                "properties": {
                    "text": { "type": "string", "description": "what the model says" },
                    "model": { "type": "string", "default": "a person" },
                    "stopReason": { "type": "string", "default": "endTurn",
                        "examples": ["endTurn", "stopSequence", "maxTokens"] },
                },
                "required": ["text", "model"],
            })
            .to_string(),
            AskKind::Url => r#"{"type":"object","properties":{}}"#.to_owned(),
            AskKind::Roots => json!({
                "type": "object",
                "properties": { "roots": { "type": "array", "items": {
                    "type": "object",
                    "properties": { "uri": { "type": "string" }, "name": { "type": "string" } },
                    "required": ["uri"],
                } } },
                "required": ["roots"],
            })
            .to_string(),
            AskKind::Other => "{}".to_owned(),
        }
    }
}

/// What the answer of a model has to be as a whole.
const SAMPLED: &str = r#"{"type":"object","required":["role","content","model"],"properties":{
  "role":{"enum":["user","assistant"]},"content":{"type":["object","array"]},"model":{"type":"string"},
  "stopReason":{"type":"string"}}}"#;

/// What the answer of a person has to be as a whole, but for its content.
const ELICITED: &str = r#"{"type":"object","required":["action"],"properties":{
  "action":{"enum":["accept","decline","cancel"]}}}"#;

impl AskForm {
    pub(crate) fn new(server: ServerId, id: AskId, ask: &AskView) -> Self {
        let kind = AskKind::of(ask);
        let start =
            (kind == AskKind::Sampling).then_some(r#"{"text":"","model":"a person","stopReason":"endTurn"}"#);
        let pane = FormPane::new(&kind.schema(ask), start).with_formats();
        let asked = ask.clone();
        AskForm { server, ask: id, asked, call: None, ended: None, kind, pane, whole: None, is_warned: false }
    }

    pub(crate) fn is(&self, server: ServerId, ask: AskId) -> bool {
        (self.server, self.ask) == (server, ask)
    }

    /// The answer that accepts, as JSON.
    pub(crate) fn result(&self) -> Result<Value, String> {
        let read = |text: &str| serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
        if let Some(whole) = &self.whole {
            return read(whole);
        }
        let value = read(self.pane.text())?;
        Ok(match self.kind {
            AskKind::Sampling => json!({
                "role": "assistant",
                "content": { "type": "text", "text": value["text"] },
                "model": value["model"],
                "stopReason": value["stopReason"],
            }),
            AskKind::Form => json!({ "action": "accept", "content": value }),
            AskKind::Url => json!({ "action": "accept" }),
            AskKind::Roots | AskKind::Other => value,
        })
    }

    /// What is wrong with the answer, with what a second `^S` does; none when it fits what is asked. The form goes to
    /// the first field that is wrong. What is no JSON is told when it is sent.
    pub(crate) fn blame(&mut self) -> Option<String> {
        match &self.whole {
            None => self.pane.blame(),
            Some(whole) => Some(self.misfits_of(whole)).filter(|count| *count > 0).map(misfits),
        }
    }

    /// How many values of an answer that was edited as a whole do not fit.
    fn misfits_of(&self, whole: &str) -> usize {
        let Ok(answer) = Raw::parse(whole) else { return 0 };
        let by = |schema: &str, value: &Raw| {
            FormPane::new(schema, Some(value.as_str())).with_formats().misfit_count()
        };
        match self.kind {
            AskKind::Sampling => by(SAMPLED, &answer),
            AskKind::Roots => by(&self.kind.schema(&self.asked), &answer),
            AskKind::Other => 0,
            AskKind::Form | AskKind::Url => {
                let is_accepted = answer.text_member("action").as_deref() == Some("accept");
                let content = match answer.member("content") {
                    Some(content) if is_accepted && self.kind == AskKind::Form => {
                        by(&self.kind.schema(&self.asked), &content)
                    }
                    None if is_accepted && self.kind == AskKind::Form => 1,
                    _ => 0,
                };
                content + by(ELICITED, &answer)
            }
        }
    }

    /// What the server is told by an answer that accepts.
    pub(crate) fn accepts(&self) -> Said {
        match self.kind {
            AskKind::Form | AskKind::Url => Said::Accepted,
            AskKind::Sampling | AskKind::Roots | AskKind::Other => Said::Answered,
        }
    }

    /// The answer that accepts.
    pub(crate) fn accepted(&self) -> Result<Answer, String> {
        self.result().map(|value| Answer::Result(Raw::of(&value)))
    }

    /// The answer that says no.
    pub(crate) fn declined(method: &str) -> Answer {
        Answer::refusal(method, "the user declined")
    }

    /// The answer that says neither. Only to forms and URLs there is one; everything else can only be declined.
    pub(crate) fn cancelled(method: &str) -> (Answer, Said) {
        match method {
            "elicitation/create" => {
                (Answer::Result(Raw::of(&json!({ "action": "cancel" }))), Said::Cancelled)
            }
            _ => (AskForm::declined(method), Said::Declined),
        }
    }
}

/// How an ask begins, to tell it from others.
pub(crate) fn beginning(ask: &AskView) -> String {
    let message = ask.params.as_ref().and_then(|params| params.text_member("message"));
    let text = message.unwrap_or_else(|| told(ask, None));
    text.lines().next().unwrap_or_default().chars().take(100).collect()
}

/// The URL that an ask wants to be visited.
pub(crate) fn url(ask: &AskView) -> Option<String> {
    ask.params.as_ref()?.text_member("url")
}

/// Whether a browser is opened for a URL that a server names.
pub(crate) fn is_page(url: &str) -> bool {
    let url = url.trim_start().to_ascii_lowercase();
    url.starts_with("http://") || url.starts_with("https://")
}

/// The word for how an ask ended, and for what the server was told if it was told something.
pub(crate) fn end_word(how: AskEnd, said: Option<Said>) -> &'static str {
    match how {
        AskEnd::Answered => said.map_or("over", Said::word),
        AskEnd::Expired => "expired",
        AskEnd::Withdrawn => "taken back",
        AskEnd::Lost => "lost",
    }
}

/// Whom a URL leads to: what people have to look at before they go there.
pub(crate) fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    authority.rsplit_once('@').map_or(authority, |(_, host)| host)
}
