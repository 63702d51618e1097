//! Answers by rules: which rule fits an ask, and what it says.
//!
//! Reading rules from a file is in `file.rs`.

use mcp_inspector_core::Raw;
use mcp_inspector_core::brief::brief;
use mcp_inspector_core::command::{Answer, declines};
use mcp_inspector_core::entry::Decision;
use mcp_inspector_core::message::RpcError;
use mcp_inspector_core::peer::Ask;
use mcp_inspector_core::peer::config::Root;
use mcp_inspector_core::schema::checked;
use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Answers read from a file, in YAML or JSON.
///
/// A file is a list of rules, or an object with `rules` and `otherwise`: `refuse` (the default) or
/// `wait`, which leaves what no rule fits to a face. The first rule that fits answers.
///
/// A rule says for which asks it is:
///
/// - `kind`: `sampling`, `elicitation` or `roots`; or `method`, the same by its name on the wire
/// - `message`: a regular expression that is found in the message of an elicitation, or in the last
///   message or the system prompt of a sampling
/// - `contains`: text that stands in the parameters as they came
/// - `tool`: the tool whose call is under way
/// - `mode`: whether the elicitation wants a `form` filled in or a `url` opened
/// - `times`: how often the rule applies
///
/// and it says exactly one of these:
///
/// - `accept`: the content of an elicitation, or `defaults` for the defaults of its fields. Content that
///   does not fit the schema of the elicitation is not sent: the elicitation is declined
/// - `text`: what the assistant says to a sampling
/// - `result`: a whole result; or `error`, with `code` and `message`
/// - `refuse: true`
/// - `roots`: a list of `uri` and `name`. This is no decision but a setting, see [`Rules::roots`]
///
/// ```
/// # use mcp_inspector_engine::responder::Rules;
/// let rules = Rules::read(r#"
/// rules:
///   - { kind: elicitation, tool: book, message: (?i)which city, accept: { city: Paris }, times: 1 }
///   - { kind: elicitation, accept: defaults }
///   - { kind: sampling, text: forty-two }
///   - kind: roots
///     roots: [{ uri: file:///srv/example, name: example }]
/// otherwise: refuse
/// "#)?;
/// assert_eq!(rules.roots().map(|roots| roots.len()), Some(1));
/// # Ok::<(), mcp_inspector_engine::responder::RulesError>(())
/// ```
#[derive(Debug)]
pub struct Rules {
    pub(super) rules: Vec<Rule>,
    pub(super) otherwise: Otherwise,
}

/// What becomes of an ask that no rule fits.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Otherwise {
    /// It is refused.
    #[default]
    Refuse,
    /// It is left to a face.
    Wait,
}

/// One rule.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) kind: Kind,
    pub(super) message: Option<Regex>,
    pub(super) contains: Option<String>,
    pub(super) tool: Option<String>,
    pub(super) mode: Option<Mode>,
    pub(super) times: Option<u32>,
    pub(super) says: Says,
}

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Sampling,
    Elicitation,
    Roots,
}

/// How an elicitation asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mode {
    Form,
    Url,
}

impl Mode {
    /// That of an elicitation with these parameters; one that does not say so is a form.
    fn of(params: &Value) -> Self {
        if params["mode"] == "url" { Mode::Url } else { Mode::Form }
    }
}

/// What a rule says.
#[derive(Debug)]
pub(super) enum Says {
    Result(Map<String, Value>),
    Error { code: i64, message: String },
    Accept(Content),
    Refuse,
    Text(String),
    Roots(Vec<Root>),
}

/// With what an elicitation is accepted.
#[derive(Debug)]
pub(super) enum Content {
    /// The default of every field that has one.
    Defaults,
    /// This.
    Given(Map<String, Value>),
}

impl Rules {
    /// The roots that the rules name. Roots are shown and not decided about: put them into
    /// Whether asks that no rule fits are left to a face.
    pub fn leaves_asks_to_a_face(&self) -> bool {
        matches!(self.otherwise, Otherwise::Wait)
    }

    /// [`Offer::roots`](mcp_inspector_core::peer::config::Offer::roots).
    pub fn roots(&self) -> Option<Vec<Root>> {
        self.rules.iter().find_map(|rule| match &rule.says {
            Says::Roots(roots) => Some(roots.clone()),
            _ => None,
        })
    }

    pub(super) fn decide(
        &mut self,
        ask: &Ask,
        tool: impl FnOnce() -> Option<String>,
    ) -> Option<(Answer, Decision)> {
        let tool = if self.rules.iter().any(|rule| rule.tool.is_some()) { tool() } else { None };
        let params = ask.params.as_ref().map(Raw::to_value).unwrap_or_default();
        let fits = |(_, rule): &(usize, &mut Rule)| rule.fits(ask, &params, tool.as_deref());
        let Some((number, rule)) = (1..).zip(&mut self.rules).find(fits) else {
            return match self.otherwise {
                Otherwise::Refuse => {
                    Some((Answer::refusal(&ask.method, "no rule fits"), Decision::Unmatched))
                }
                Otherwise::Wait => None,
            };
        };
        Some(rule.decide(number, &params))
    }
}

impl Rule {
    /// What it says to an ask that it fits, as the rule of that number.
    pub(super) fn decide(&mut self, number: usize, params: &Value) -> (Answer, Decision) {
        if let Some(times) = &mut self.times {
            *times = times.saturating_sub(1);
        }
        match self.answer(params) {
            Ok(answer) if is_refusal(&answer) => (answer, Decision::RuleRefuses { number }),
            Ok(answer) => (answer, Decision::Rule { number }),
            Err(why) => {
                let refusal = Answer::refusal(self.kind.method(), "what the rule says does not fit");
                (refusal, Decision::Misfit { number, why })
            }
        }
    }

    pub(super) fn fits(&self, ask: &Ask, params: &Value, tool: Option<&str>) -> bool {
        let raw = ask.params.as_ref().map_or("", Raw::as_str);
        self.kind.method() == ask.method
            && self.times != Some(0)
            && self.tool.as_deref().is_none_or(|wanted| Some(wanted) == tool)
            && self.mode.is_none_or(|wanted| wanted == Mode::of(params))
            && self.contains.as_ref().is_none_or(|text| raw.contains(text))
            && self.message.as_ref().is_none_or(|wanted| {
                self.kind.messages(params).into_iter().any(|message| wanted.is_match(message))
            })
    }

    /// What it says to an ask with these parameters, or where that does not fit.
    fn answer(&self, params: &Value) -> Result<Answer, String> {
        let result = match &self.says {
            Says::Error { code, message } => return Ok(Answer::Error(RpcError::new(*code, message.clone()))),
            Says::Refuse => return Ok(Answer::refusal(self.kind.method(), "a rule refuses it")),
            Says::Result(result) => json!(result),
            // At a URL the user is asked by somebody else; there is nothing to hand over.
            Says::Accept(_) if Mode::of(params) == Mode::Url => json!({ "action": "accept" }),
            Says::Accept(content) => {
                let schema = &params["requestedSchema"];
                let content = json!(match content {
                    Content::Defaults => defaults(schema),
                    Content::Given(content) => content.clone(),
                });
                check(schema, &content)?;
                json!({ "action": "accept", "content": content })
            }
            Says::Text(text) => json!({
                "role": "assistant",
                "model": "mcp-inspector",
                "content": { "type": "text", "text": text },
                "stopReason": "endTurn",
            }),
            Says::Roots(roots) => json!({ "roots": roots }),
        };
        Ok(Answer::Result(Raw::of(&result)))
    }
}

impl Kind {
    pub(super) const ALL: [Kind; 3] = [Kind::Sampling, Kind::Elicitation, Kind::Roots];

    /// Its name on the wire.
    pub(super) fn method(self) -> &'static str {
        match self {
            Kind::Sampling => "sampling/createMessage",
            Kind::Elicitation => "elicitation/create",
            Kind::Roots => "roots/list",
        }
    }

    /// The texts of an ask that are meant for its reader.
    fn messages(self, params: &Value) -> Vec<&str> {
        match self {
            Kind::Elicitation => params["message"].as_str().into_iter().collect(),
            Kind::Sampling => {
                let mut texts: Vec<&str> = params["systemPrompt"].as_str().into_iter().collect();
                let messages = params["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
                let last = messages.last().map(|message| &message["role"]);
                // What one side says may be spread over several messages.
                let is_of_last = |message: &&Value| Some(&message["role"]) == last;
                for message in messages.iter().rev().take_while(is_of_last) {
                    let content = &message["content"];
                    let blocks = content.as_array().map_or(std::slice::from_ref(content), Vec::as_slice);
                    texts.extend(blocks.iter().filter_map(|block| block["text"].as_str()));
                }
                texts
            }
            Kind::Roots => Vec::new(),
        }
    }
}

/// Whether an answer says no.
fn is_refusal(answer: &Answer) -> bool {
    match answer {
        Answer::Error(_) => true,
        Answer::Result(result) => declines(result),
    }
}

/// The default of every field that has one.
fn defaults(schema: &Value) -> Map<String, Value> {
    let fields = schema["properties"].as_object().into_iter().flatten();
    fields
        .filter_map(|(name, field)| field.get("default").map(|value| (name.clone(), value.clone())))
        .collect()
}

/// Whether `content` is what `schema` wants. What cannot be used of a schema wants nothing in particular.
fn check(schema: &Value, content: &Value) -> Result<(), String> {
    let misfits = checked(schema, content).misfits;
    if misfits.is_empty() {
        return Ok(());
    }
    let told: Vec<String> = misfits.iter().map(ToString::to_string).collect();
    Err(brief(&told.join("; ")))
}
