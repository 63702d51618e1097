//! One thing to do on a connection: a method and everything it is told.
//!
//! The command line makes one, a script makes many; whoever carries them out cannot tell.

use crate::methods::{Complaint, Field, complaints};
use mcp_inspector_engine::core::expect::Assertion;
use mcp_inspector_engine::core::schema::Pair;
use mcp_inspector_engine::{LogLevel, Raw, Root};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// One thing to do on a connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct Step {
    pub(crate) method: String,
    /// Sent as they are.
    pub(crate) params: Option<Raw>,
    pub(crate) tool_name: Option<String>,
    pub(crate) tool_args: ToolArgs,
    pub(crate) uri: Option<String>,
    pub(crate) cursor: Option<String>,
    pub(crate) prompt_name: Option<String>,
    pub(crate) prompt_args: Option<Map<String, Value>>,
    pub(crate) skill_name: Option<String>,
    /// An argument and what is typed of it.
    pub(crate) complete: Option<(String, String)>,
    pub(crate) log_level: Option<LogLevel>,
    pub(crate) task_id: Option<String>,
    pub(crate) input_responses: Option<Raw>,
    pub(crate) as_task: bool,
    pub(crate) task_ttl: Option<Duration>,
    pub(crate) detach: bool,
    pub(crate) roots: Option<Vec<Root>>,
    pub(crate) metadata: Map<String, Value>,
    pub(crate) tool_metadata: Map<String, Value>,
    pub(crate) force: bool,
    pub(crate) timeout: Option<Duration>,
    pub(crate) watch: Option<Duration>,
    pub(crate) on_error: OnError,
    /// What its result should be.
    pub(crate) expect: Vec<Assertion>,
}

/// The arguments of a tool.
#[derive(Clone, Debug, Default)]
pub(crate) enum ToolArgs {
    /// None are given.
    #[default]
    None,
    /// An object, sent as it is.
    Json(Raw),
    /// To be read by the tool's schema.
    Pairs(Vec<Pair>),
}

/// What happens when a step fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OnError {
    /// The rest is skipped.
    #[default]
    Stop,
    /// The next step is done all the same.
    Continue,
    /// It goes on at this step; one past the last is the end.
    SkipTo(usize),
}

impl Step {
    /// What is wrong with it.
    pub(crate) fn complaints(&self) -> Vec<Complaint> {
        complaints(&self.method, &self.given())
    }

    fn given(&self) -> Vec<Field> {
        let fields = [
            (Field::Params, self.params.is_some()),
            (Field::ToolName, self.tool_name.is_some()),
            (Field::ToolArgs, !matches!(self.tool_args, ToolArgs::None)),
            (Field::Uri, self.uri.is_some()),
            (Field::Cursor, self.cursor.is_some()),
            (Field::PromptName, self.prompt_name.is_some()),
            (Field::PromptArgs, self.prompt_args.is_some()),
            (Field::SkillName, self.skill_name.is_some()),
            (Field::Complete, self.complete.is_some()),
            (Field::LogLevel, self.log_level.is_some()),
            (Field::TaskId, self.task_id.is_some()),
            (Field::InputResponses, self.input_responses.is_some()),
            (Field::AsTask, self.as_task),
            (Field::TaskTtl, self.task_ttl.is_some()),
            (Field::Detach, self.detach),
            (Field::Roots, self.roots.is_some()),
            (Field::ToolMetadata, !self.tool_metadata.is_empty()),
        ];
        fields.into_iter().filter(|(_, is_given)| *is_given).map(|(field, _)| field).collect()
    }

    /// What it is about: a tool, a URI, a prompt; nothing for methods that are about no such thing.
    pub(crate) fn target(&self) -> Option<&str> {
        [&self.tool_name, &self.uri, &self.prompt_name, &self.skill_name, &self.task_id]
            .into_iter()
            .find_map(Option::as_deref)
    }

    /// `_meta` of its request, if it has any.
    pub(crate) fn meta(&self) -> Option<Value> {
        let mut meta = self.metadata.clone();
        if self.method == "tools/call" {
            meta.extend(self.tool_metadata.clone());
        }
        (!meta.is_empty()).then_some(Value::Object(meta))
    }

    /// The parameters of its request, as far as they follow from the step alone. The arguments of a
    /// tool do not.
    pub(crate) fn request_params(&self) -> Option<Raw> {
        if self.params.is_some() {
            return self.params.clone();
        }
        let mut params = Map::new();
        let mut put = |name: &str, value: Option<Value>| {
            params.extend(value.map(|value| (name.to_owned(), value)));
        };
        let text = |text: &Option<String>| text.as_ref().map(|text| json!(text));
        match self.method.as_str() {
            "resources/read" | "resources/subscribe" | "resources/unsubscribe" | "skills/get" => {
                put("uri", text(&self.uri));
            }
            "prompts/get" => {
                put("name", text(&self.prompt_name));
                put("arguments", self.prompt_args.clone().map(Value::Object));
            }
            "completion/complete" => {
                let reference = match (&self.prompt_name, &self.uri) {
                    (Some(name), _) => json!({ "type": "ref/prompt", "name": name }),
                    (None, uri) => json!({ "type": "ref/resource", "uri": uri }),
                };
                put("ref", Some(reference));
                let argument = self.complete.as_ref();
                put("argument", argument.map(|(name, value)| json!({ "name": name, "value": value })));
                put("context", self.prompt_args.clone().map(|arguments| json!({ "arguments": arguments })));
            }
            "logging/setLevel" => put("level", self.log_level.map(|level| json!(level))),
            "tasks/get" | "tasks/result" | "tasks/cancel" => put("taskId", text(&self.task_id)),
            "tasks/update" => {
                put("taskId", text(&self.task_id));
                put("inputResponses", self.input_responses.as_ref().map(Raw::to_value));
            }
            _ => put("cursor", text(&self.cursor)),
        }
        put("_meta", self.meta());
        (!params.is_empty()).then(|| Raw::of(&params))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(step: &Step) -> String {
        step.request_params().map(|raw| raw.as_str().to_owned()).unwrap_or_default()
    }

    #[test]
    fn a_step_becomes_the_parameters_of_its_method() {
        let step = Step { method: "ping".into(), ..Step::default() };
        assert_eq!(params(&step), "");
        let step = Step {
            method: "completion/complete".into(),
            prompt_name: Some("p".into()),
            complete: Some(("city".into(), "Pa".into())),
            prompt_args: json!({ "country": "FR" }).as_object().cloned(),
            ..Step::default()
        };
        assert_eq!(
            params(&step),
            r#"{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"city","value":"Pa"},"context":{"arguments":{"country":"FR"}}}"#
        );
        let step = Step {
            method: "tools/list".into(),
            cursor: Some("c".into()),
            metadata: json!({ "k": "v" }).as_object().cloned().unwrap_or_default(),
            ..Step::default()
        };
        assert_eq!(params(&step), r#"{"cursor":"c","_meta":{"k":"v"}}"#);
    }

    #[test]
    fn parameters_that_are_given_are_sent_as_they_are() {
        let given = Raw::parse(r#"{ "a" : 1.0 }"#).unwrap();
        let step = Step { method: "x".into(), params: Some(given), ..Step::default() };
        assert_eq!(params(&step), r#"{ "a" : 1.0 }"#);
    }
}
