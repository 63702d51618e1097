//! Carries out one step on a session that is ready.

use crate::discover::discover;
use crate::failure::Failure;
use crate::interrupt::{Interrupt, interrupted};
use crate::skill;
use crate::step::{Step, ToolArgs};
use crate::tool::arguments;
use mcp_inspector_engine::core::expect::Verdict;
use mcp_inspector_engine::core::message::{Message, Reply};
use mcp_inspector_engine::{
    CallOptions, CallRequest, Direction, EntryKind, Fault, FaultCode, List, ListOptions, Raw, Seq, Session,
    ToolCall, ToolResult,
};
use mcp_inspector_engine::{Item, Revision};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;

/// How long a call that was given up may take to say so to the server.
const FAREWELL: Duration = Duration::from_millis(50);

/// What became of a step.
#[derive(Debug)]
pub(crate) struct Done {
    /// What it gave; there may be some of it even if it failed.
    pub(crate) result: Option<Raw>,
    pub(crate) failure: Option<Failure>,
    /// What is to be said about how it was done.
    pub(crate) remarks: Vec<String>,
    /// Whether it is what the step expects, assertion by assertion.
    pub(crate) verdicts: Vec<Verdict>,
}

impl From<Result<Raw, Failure>> for Done {
    fn from(result: Result<Raw, Failure>) -> Self {
        let (result, failure) = match result {
            Ok(result) => (Some(result), None),
            Err(failure) => (None, Some(failure)),
        };
        Done { result, failure, remarks: Vec::new(), verdicts: Vec::new() }
    }
}

/// A session, and what may end the wait for it.
#[derive(Debug)]
pub(crate) struct Caller<'a> {
    pub(crate) session: &'a Session,
    pub(crate) interrupt: &'a Interrupt,
}

impl Caller<'_> {
    /// Carries out a step.
    pub(crate) async fn perform(&self, step: &Step) -> Done {
        if step.params.is_some() {
            return self.request(step).await.into();
        }
        match step.method.as_str() {
            "discover" => discover(self, step).await,
            "ping" if self.is_modern() && !step.force => self.alive(step).await,
            "initialize" => Ok(self.handshake()).into(),
            "roots/list" => self
                .until_interrupted(step, self.session.list_roots())
                .await
                .map(|roots| Raw::of(&json!({ "roots": roots })))
                .into(),
            "roots/set" => self.set_roots(step).await.into(),
            "tools/call" => self.call_tool(step).await,
            "skills/get" => skill::load(self, step).await,
            method => match List::of_method(method) {
                Some(list) if step.cursor.is_none() => {
                    self.list_or_force(step, list).await.map(|pages| joined(list, &pages)).into()
                }
                _ => self.request(step).await.into(),
            },
        }
    }

    fn is_modern(&self) -> bool {
        self.session.revision().is_some_and(Revision::is_modern)
    }

    /// Whether the server is alive, where there is no `ping` to ask it with.
    async fn alive(&self, step: &Step) -> Done {
        let asked = Step { method: "server/discover".to_owned(), ..step.clone() };
        let mut done = Done::from(self.request(&asked).await.map(|_| Raw::empty_object()));
        let revision = self.session.revision().unwrap_or(Revision::NEWEST);
        done.remarks.push(format!("{revision} has no `ping`: `server/discover` was sent instead"));
        done
    }

    /// Makes one request as it is.
    pub(crate) async fn request(&self, step: &Step) -> Result<Raw, Failure> {
        let options = CallOptions {
            timeout: step.timeout,
            total: step.timeout,
            forced: step.force || step.params.is_some(),
            ..CallOptions::default()
        };
        let method = step.method.as_str().into();
        self.call(CallRequest { method, params: step.request_params(), options }).await
    }

    /// Makes a call; when the run is interrupted the server is told.
    async fn call(&self, request: CallRequest) -> Result<Raw, Failure> {
        let method = request.method.clone();
        let mut pending = self.session.request(request).await;
        tokio::select! {
            outcome = pending.ended() => Ok(outcome.into_result(&method)?),
            _ = self.interrupt.came() => {
                pending.abort("interrupted by the user").await;
                let _ = timeout(FAREWELL, pending.ended()).await;
                Err(interrupted(&method).into())
            }
        }
    }

    /// Waits for something that ends by itself when the session does.
    async fn until_interrupted<T>(
        &self,
        step: &Step,
        work: impl Future<Output = Result<T, Fault>>,
    ) -> Result<T, Failure> {
        tokio::select! {
            result = work => Ok(result?),
            _ = self.interrupt.came() => Err(interrupted(&step.method).into()),
        }
    }

    /// All pages of a list.
    pub(crate) async fn list(&self, step: &Step, list: List) -> Result<Vec<Raw>, Failure> {
        let meta = step.meta().map(|meta| Raw::of(&meta));
        let options = ListOptions { cached: false, meta, timeout: step.timeout };
        self.until_interrupted(step, self.session.list_pages_with(list, options)).await
    }

    /// All pages of a list. What the server does not advertise is sent too if the step is forced, and
    /// then its first page is all there is.
    pub(crate) async fn list_or_force(&self, step: &Step, list: List) -> Result<Vec<Raw>, Failure> {
        match self.list(step, list).await {
            Err(missing) if step.force && missing.fault.code == FaultCode::CapabilityMissing => {
                let asked = Step { method: list.method().to_owned(), ..step.clone() };
                Ok(vec![self.request(&asked).await?])
            }
            pages => pages,
        }
    }

    async fn set_roots(&self, step: &Step) -> Result<Raw, Failure> {
        let roots = step.roots.clone().unwrap_or_default();
        self.until_interrupted(step, self.session.set_roots(roots.clone())).await?;
        Ok(Raw::of(&json!({ "roots": roots })))
    }

    async fn call_tool(&self, step: &Step) -> Done {
        let name = step.tool_name.clone().unwrap_or_default();
        let mut remarks = Vec::new();
        let arguments = match &step.tool_args {
            ToolArgs::None => None,
            ToolArgs::Json(raw) => Some(raw.clone()),
            ToolArgs::Pairs(pairs) => match arguments(self, step, &name, pairs, &mut remarks).await {
                Ok(arguments) => Some(Raw::of(&arguments)),
                Err(failure) => return Err(failure).into(),
            },
        };
        let mut call = ToolCall::new(&name).with_progress();
        if let Some(meta) = step.meta() {
            call = call.meta(meta);
        }
        if step.as_task {
            call = call.as_task(step.task_ttl);
        }
        if step.detach {
            call = call.detached();
        }
        let mut request = call.into_request();
        request.options.timeout = step.timeout;
        request.options.total = step.timeout;
        request.options.forced = step.force;
        if let (Some(params), Some(arguments)) = (&request.params, arguments) {
            request.params = Some(with_arguments(params, &arguments));
        }
        let result = self.call(request).await;
        let failure = result.as_ref().ok().and_then(tool_error);
        Done {
            failure: failure.map(Failure::from).or(result.as_ref().err().cloned()),
            result: result.ok(),
            remarks,
            verdicts: Vec::new(),
        }
    }

    /// Who the server is, as it said when the connection was made.
    fn handshake(&self) -> Raw {
        if !self.is_modern()
            && let Some(result) = initialize_result(self.session)
        {
            return result;
        }
        let mut who = json!({ "protocolVersion": self.session.revision() });
        let mut put = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                who[name] = value;
            }
        };
        put("serverInfo", self.session.server_info().map(|info| info.to_value()));
        put("capabilities", self.session.server_capabilities().map(|capabilities| capabilities.to_value()));
        put("instructions", self.session.instructions().map(Value::String));
        Raw::of(&who)
    }
}

/// The arguments keep the spelling they were given in.
fn with_arguments(params: &Raw, arguments: &Raw) -> Raw {
    let text = params.as_str();
    // `params` is an object that has at least the tool's name.
    let inner = &text[1..text.len() - 1];
    Raw::parse(&format!("{{{inner},\"arguments\":{arguments}}}")).unwrap_or_else(|_| params.clone())
}

/// The answer to `initialize` as it came.
fn initialize_result(session: &Session) -> Option<Raw> {
    let mut id = None;
    for item in session.log().page(Seq::FIRST, usize::MAX) {
        let Item::Entry(entry) = item else { continue };
        let EntryKind::Frame { direction, frame, .. } = &entry.kind else { continue };
        for parsed in frame.messages() {
            match (&parsed.message, direction) {
                (Message::Request { id: sent, method, .. }, Direction::Sent) if method == "initialize" => {
                    id = Some(sent.clone());
                }
                (Message::Response { id: answered, reply: Reply::Result(result) }, Direction::Received)
                    if id.is_some() && *answered == id =>
                {
                    return Some(result.clone());
                }
                _ => {}
            }
        }
    }
    None
}

/// A tool that reports an error did not do what was asked, though the server answered.
fn tool_error(result: &Raw) -> Option<Fault> {
    if result.member("isError").is_none_or(|flag| flag.as_str() != "true") {
        return None;
    }
    let text = result.read::<ToolResult>().map(|result| result.text()).unwrap_or_default();
    let text = mcp_inspector_engine::core::brief::brief(text.trim());
    let message = if text.is_empty() {
        "the tool reports an error".to_owned()
    } else {
        format!("the tool reports an error: {text}")
    };
    Some(Fault::new(FaultCode::ToolError, message).for_method("tools/call"))
}

/// A list as one result: a single page as it came, several as one with all items.
pub(crate) fn joined(list: List, pages: &[Raw]) -> Raw {
    if let [page] = pages {
        return page.clone();
    }
    let items: Vec<Raw> = pages
        .iter()
        .filter_map(|page| page.member(list.member()))
        .filter_map(|items| items.elements())
        .flatten()
        .collect();
    let mut members = Vec::new();
    for (name, value) in pages.first().and_then(Raw::members).unwrap_or_default() {
        if name == list.member() {
            members.push(format!("{}:{}", Raw::of(&name), Raw::of(&items)));
        } else if name != "nextCursor" {
            members.push(format!("{}:{value}", Raw::of(&name)));
        }
    }
    Raw::parse(&format!("{{{}}}", members.join(",")))
        .unwrap_or_else(|_| Raw::of(&json!({ list.member(): items })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_joined_and_items_keep_their_spelling() {
        let page = |text: &str| Raw::parse(text).unwrap();
        let one = page(r#"{ "tools": [{"n":1.0}] }"#);
        assert_eq!(joined(List::Tools, std::slice::from_ref(&one)), one);
        let joined = joined(
            List::Tools,
            &[page(r#"{"x":1,"tools":[{"n":1.0}],"nextCursor":"c"}"#), page(r#"{"tools":[{"n":2}]}"#)],
        );
        assert_eq!(joined.as_str(), r#"{"x":1,"tools":[{"n":1.0},{"n":2}]}"#);
    }

    #[test]
    fn arguments_keep_the_spelling_they_were_given_in() {
        let request = ToolCall::new("t").into_request();
        let params = with_arguments(&request.params.unwrap(), &Raw::parse(r#"{"a":1.10,"a":2}"#).unwrap());
        assert_eq!(params.as_str(), r#"{"name":"t","arguments":{"a":1.10,"a":2}}"#);
    }

    #[test]
    fn a_tool_error_is_told_in_the_tools_own_words() {
        let error = |text: &str| tool_error(&Raw::parse(text).unwrap()).map(|fault| fault.message);
        assert_eq!(error(r#"{"content":[]}"#), None);
        assert_eq!(
            error(r#"{"isError":true,"content":[{"type":"text","text":"no such file"}]}"#).unwrap(),
            "the tool reports an error: no such file"
        );
        assert_eq!(error(r#"{"isError":true}"#).unwrap(), "the tool reports an error");
    }
}
