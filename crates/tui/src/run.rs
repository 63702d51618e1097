//! Calls that were made from a form: what was sent, and what came of it.

use crate::offer::{ItemKey, Kind};
use bytes::Bytes;
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::core::compose;
use mcp_inspector_engine::core::form::verdict;
use mcp_inspector_engine::core::pretty::one_line;
use mcp_inspector_engine::core::timeline::Taker;
use mcp_inspector_engine::core::uri_template::UriTemplate;
use mcp_inspector_engine::{CallOptions, CallRequest, Fault, Outcome, Raw};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

/// How many runs are kept with their results.
pub(crate) const KEPT: usize = 200;

/// The most bytes of structured content that are held against a schema: nobody waits for more.
const MOST_JUDGED: usize = 1 << 20;

/// How many misfits of a result are told.
const MOST_MISFITS: usize = 8;

/// One call.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// Its number among all runs of the server, from 1.
    pub(crate) number: usize,
    pub(crate) item: ItemKey,
    /// What the form said.
    pub(crate) text: String,
    /// What was sent.
    pub(crate) request: CallRequest,
    pub(crate) key: CallKey,
    /// When it began, in milliseconds since 1970.
    pub(crate) began_ms: u64,
    pub(crate) end: Option<End>,
}

/// How a call ended.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) outcome: Outcome,
    pub(crate) took: Duration,
    /// Who took how much of that, in nanoseconds, as far as the timeline knows.
    pub(crate) shares: Vec<(Taker, u64)>,
    /// The request as it was sent, if the log has it.
    pub(crate) sent: Option<Bytes>,
    /// Where the result does not fit what its tool promises.
    pub(crate) misfits: Vec<String>,
    /// Whether the tool itself says that it failed. Found out once: results can be large.
    is_tool_error: bool,
}

impl End {
    pub(crate) fn new(outcome: Outcome, took: Duration) -> Self {
        let is_tool_error = matches!(&outcome, Outcome::Answered(result) if is_tool_error(result));
        End { outcome, took, shares: Vec::new(), sent: None, misfits: Vec::new(), is_tool_error }
    }

    /// Holds the result against the schema that its tool has for it. A tool that failed promises nothing.
    pub(crate) fn judge(&mut self, schema: &Raw) {
        let Outcome::Answered(result) = &self.outcome else { return };
        if self.is_tool_error {
            return;
        }
        self.misfits = match result.member("structuredContent") {
            None => vec!["there is no structuredContent, and the tool has an outputSchema".to_owned()],
            Some(structured) if structured.bytes().len() > MOST_JUDGED => Vec::new(),
            Some(structured) => {
                let errors = verdict(schema.as_str(), &structured).errors.into_iter().take(MOST_MISFITS);
                errors.map(|error| format!("structuredContent{}: {}", error.pointer, error.message)).collect()
            }
        };
    }
}

impl Run {
    /// How it stands, in a word.
    pub(crate) fn word(&self) -> &'static str {
        let Some(end) = &self.end else { return "running" };
        match &end.outcome {
            Outcome::Answered(_) if end.is_tool_error => "tool error",
            Outcome::Answered(_) => "OK",
            Outcome::Refused(_) => "error",
            Outcome::Cancelled { .. } => "cancelled",
            Outcome::Expired(_) => "expired",
            Outcome::Lost(_) => "lost",
        }
    }

    /// What came, as JSON: the result, the error of the server, or why there is no answer.
    pub(crate) fn answer(&self) -> Option<Raw> {
        Some(match &self.end.as_ref()?.outcome {
            Outcome::Answered(result) => result.clone(),
            Outcome::Refused(error) => Raw::of(error),
            Outcome::Cancelled { reason } => Raw::of(&serde_json::json!({ "cancelled": reason })),
            Outcome::Expired(fault) | Outcome::Lost(fault) => Raw::of(&fault.to_json()),
        })
    }

    /// Why there is no answer.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        match &self.end.as_ref()?.outcome {
            Outcome::Expired(fault) | Outcome::Lost(fault) => Some(fault),
            _ => None,
        }
    }
}

fn is_tool_error(result: &Raw) -> bool {
    result.member("isError").is_some_and(|is| is.as_str() == "true")
}

/// The call that an item and the text of its form make.
pub(crate) fn request(item: &ItemKey, text: &str) -> Result<CallRequest, String> {
    let name = Raw::of(&item.1);
    let (method, params) = match item.0 {
        Kind::Tool => ("tools/call", format!(r#"{{"name":{},"arguments":{}}}"#, name.as_str(), text.trim())),
        Kind::Prompt => {
            ("prompts/get", format!(r#"{{"name":{},"arguments":{}}}"#, name.as_str(), text.trim()))
        }
        Kind::Resource | Kind::Subscription => ("resources/read", format!(r#"{{"uri":{}}}"#, name.as_str())),
        Kind::Template => {
            let template = UriTemplate::read(&item.1).map_err(|error| error.to_string())?;
            let values: Value = serde_json::from_str(text).map_err(|error| no_json(&error))?;
            let Value::Object(values) = values else {
                return Err("the values of a template are no object".to_owned());
            };
            let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let values: BTreeMap<String, String> =
                values.iter().map(|(name, value)| (name.clone(), plain(value))).collect();
            ("resources/read", format!(r#"{{"uri":{}}}"#, Raw::of(&template.expand(&values)).as_str()))
        }
        Kind::Task => ("tasks/get", format!(r#"{{"taskId":{}}}"#, name.as_str())),
    };
    // Over stdio a frame is one line.
    let params = Raw::parse(&one_line(&params)).map_err(|error| no_json(&error))?;
    let options = CallOptions { progress: item.0 == Kind::Tool, ..CallOptions::default() };
    Ok(CallRequest { method: method.into(), params: Some(params), options })
}

/// The same call, with the wish that the server makes a task of it (2025-11-25).
pub(crate) fn as_task(mut request: CallRequest) -> CallRequest {
    let wish = [("task", Raw::empty_object())];
    request.params = Some(compose::with_members(request.params.as_ref(), &wish));
    request
}

fn no_json(error: &dyn std::fmt::Display) -> String {
    format!("the arguments are no JSON: {error}")
}

/// The item that a request is about, and what its form would say.
pub(crate) fn reverse(method: &str, params: &Raw) -> Option<(ItemKey, String)> {
    let arguments =
        || params.member("arguments").map_or_else(|| "{}".to_owned(), |raw| raw.as_str().to_owned());
    Some(match method {
        "tools/call" => ((Kind::Tool, params.text_member("name")?), arguments()),
        "prompts/get" => ((Kind::Prompt, params.text_member("name")?), arguments()),
        "resources/read" => ((Kind::Resource, params.text_member("uri")?), "{}".to_owned()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_becomes_a_call_without_losing_the_spelling_of_numbers() {
        let call = request(&(Kind::Tool, "a\"b".into()), r#"{"n":1.0}"#).unwrap();
        assert_eq!(call.params.unwrap().as_str(), r#"{"name":"a\"b","arguments":{"n":1.0}}"#);
        let lines = request(&(Kind::Tool, "a".into()), "{\n  \"n\": 1.0\n}\n").unwrap();
        assert!(!lines.params.unwrap().as_str().contains('\n'));
        let read = request(&(Kind::Template, "demo://{id}".into()), r#"{"id":"7 8"}"#).unwrap();
        assert_eq!(read.params.unwrap().as_str(), r#"{"uri":"demo://7%208"}"#);
        for (kind, text, why) in [
            (Kind::Tool, "{", "the arguments are no JSON: "),
            (Kind::Template, "{", "the arguments are no JSON: "),
            (Kind::Template, "7", "the values of a template are no object"),
        ] {
            let told = request(&(kind, "demo://{id}".into()), text).err().unwrap_or_default();
            assert!(told.starts_with(why), "{told}");
        }
    }

    #[test]
    fn a_request_of_the_log_finds_its_form() {
        let params = Raw::parse(r#"{"name":"echo","arguments":{"m":1}}"#).unwrap();
        assert_eq!(reverse("tools/call", &params), Some(((Kind::Tool, "echo".into()), r#"{"m":1}"#.into())));
        assert_eq!(reverse("ping", &params), None);
    }
}
