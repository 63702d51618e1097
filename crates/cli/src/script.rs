//! Script files: a JSON array of steps, read and checked as a whole before anything is connected.
//!
//! Values are kept as they are spelled, because they are sent that way.

use crate::failure::{Failure, Problem};
use crate::flags::read_level;
use crate::methods::Field;
use crate::span;
use crate::step::{OnError, Step, ToolArgs};
use mcp_inspector_engine::core::expect::{Assertion, MOST_ASSERTIONS};
use mcp_inspector_engine::core::nearest::nearest;
use mcp_inspector_engine::{Raw, Root};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::time::Duration;

/// The members a step can have.
pub(crate) const MEMBERS: [&str; 26] = [
    "method",
    "params",
    "toolName",
    "toolArgs",
    "uri",
    "cursor",
    "promptName",
    "promptArgs",
    "skillName",
    "complete",
    "logLevel",
    "taskId",
    "inputResponses",
    "asTask",
    "taskTtl",
    "detach",
    "roots",
    "metadata",
    "toolMetadata",
    "force",
    "timeout",
    "watch",
    "onError",
    "expect",
    "comment",
    "$schema",
];

/// Reads a script, or says everything that is wrong with it.
pub(crate) fn read(text: &str) -> Result<Vec<Step>, Failure> {
    const WHAT: &str = "the script is not valid";
    let of_whole = |message: String| {
        Failure::problems(WHAT, vec![Problem { step: None, field: None, message }])
            .with_hint("`--help script` shows one, `--print-schema script` has the schema")
    };
    let raw = Raw::parse(text).map_err(|error| of_whole(format!("it is not JSON: {error}")))?;
    let elements = raw.elements().ok_or_else(|| of_whole("it must be an array of steps".to_owned()))?;
    if elements.is_empty() {
        return Err(of_whole("it has no steps".to_owned()));
    }
    let mut problems = Vec::new();
    let mut steps = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        let mut reader = Reader { index, problems: &mut problems };
        steps.push(reader.step(element, elements.len()));
    }
    if problems.is_empty() { Ok(steps) } else { Err(Failure::problems(WHAT, problems)) }
}

/// Reads one step and notes what is wrong with it.
struct Reader<'a> {
    index: usize,
    problems: &'a mut Vec<Problem>,
}

impl Reader<'_> {
    fn problem(&mut self, field: Option<&str>, message: impl Into<String>) {
        let (step, field) = (Some(self.index), field.map(str::to_owned));
        self.problems.push(Problem { step, field, message: message.into() });
    }

    fn step(&mut self, raw: &Raw, steps: usize) -> Step {
        let mut step = Step::default();
        let Some(members) = raw.members() else {
            self.problem(None, format!("a step is an object, not {}", kind_of(raw)));
            return step;
        };
        let before = self.problems.len();
        let mut seen = HashSet::new();
        for (name, value) in members {
            if !seen.insert(name.clone()) {
                self.problem(Some(&name), "it is given twice");
            }
            self.member(&mut step, &name, &value, steps);
        }
        if !seen.contains("method") {
            self.problem(Some("method"), "it is missing");
        } else if self.problems.len() == before {
            self.check(&step);
        }
        step
    }

    /// Whether the members make sense together.
    fn check(&mut self, step: &Step) {
        if step.method.starts_with("servers/") {
            return self.problem(
                Some("method"),
                format!("`{}` is not for a script: it has no connection", step.method),
            );
        }
        for complaint in step.complaints() {
            let field = complaint.field.map(Field::member);
            let name = field.map(|field| format!("`{field}`")).unwrap_or_default();
            let hint = complaint.hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
            // Without parameters it is the method that nobody knows.
            let is_method = complaint.field == Some(Field::Params) && step.params.is_none();
            let place = if is_method { Some("method") } else { field };
            self.problem(place, format!("{}{hint}", complaint.text.replace("{}", &name)));
        }
        if step.method != "tools/call" && step.expect.iter().any(Assertion::is_of_output) {
            self.problem(Some("expect"), "\"schema\": \"output\" is for `tools/call`");
        }
        if step.task_ttl.is_some() && !step.as_task {
            self.problem(Some("taskTtl"), "it needs `asTask`");
        }
    }

    fn member(&mut self, step: &mut Step, name: &str, value: &Raw, steps: usize) {
        match name {
            "method" => step.method = self.read(name, value, "a string").unwrap_or_default(),
            "params" => match value.as_str().as_bytes().first() {
                Some(b'{' | b'[') => step.params = Some(value.clone()),
                _ => self.problem(Some(name), format!("expected an object or array, not {}", kind_of(value))),
            },
            "toolName" => step.tool_name = self.read(name, value, "a string"),
            "toolArgs" => {
                step.tool_args = self.object(name, value).map(ToolArgs::Json).unwrap_or_default();
            }
            "uri" => step.uri = self.read(name, value, "a string"),
            "cursor" => step.cursor = self.read(name, value, "a string"),
            "promptName" => step.prompt_name = self.read(name, value, "a string"),
            "promptArgs" => step.prompt_args = self.map(name, value),
            "skillName" => step.skill_name = self.read(name, value, "a string"),
            "complete" => {
                #[derive(Deserialize)]
                #[serde(deny_unknown_fields)]
                struct Complete {
                    name: String,
                    value: String,
                }
                let read: Option<Complete> =
                    self.read(name, value, "an object with the texts `name` and `value`");
                step.complete = read.map(|read| (read.name, read.value));
            }
            "logLevel" => {
                let text: Option<String> = self.read(name, value, "a level");
                step.log_level = text.and_then(|text| self.noted(name, read_level(&text)));
            }
            "taskId" => step.task_id = self.read(name, value, "a string"),
            "inputResponses" => step.input_responses = self.object(name, value),
            "asTask" => step.as_task = self.read(name, value, "true or false").unwrap_or_default(),
            "taskTtl" => step.task_ttl = self.span(name, value),
            "detach" => step.detach = self.read(name, value, "true or false").unwrap_or_default(),
            "roots" => {
                let roots: Option<Vec<Root>> =
                    self.read(name, value, "a list of objects with `uri` and maybe `name`");
                step.roots = roots;
            }
            "metadata" => step.metadata = self.map(name, value).unwrap_or_default(),
            "toolMetadata" => step.tool_metadata = self.map(name, value).unwrap_or_default(),
            "force" => step.force = self.read(name, value, "true or false").unwrap_or_default(),
            "timeout" => step.timeout = self.span(name, value),
            "watch" => step.watch = self.span(name, value),
            "onError" => {
                let text: Option<String> = self.read(name, value, "`stop`, `continue` or `skip-to:N`");
                let on_error =
                    text.and_then(|text| self.noted(name, read_on_error(&text, self.index, steps)));
                step.on_error = on_error.unwrap_or_default();
            }
            "expect" => step.expect = self.expect(name, value),
            // For people and editors.
            "comment" | "$schema" => {}
            _ => {
                let meant = nearest(name, &MEMBERS).map(|meant| format!(", did you mean `{meant}`?"));
                self.problem(Some(name), format!("unknown field{}", meant.unwrap_or_default()));
            }
        }
    }

    fn expect(&mut self, name: &str, value: &Raw) -> Vec<Assertion> {
        let Some(elements) = value.elements() else {
            self.problem(Some(name), format!("expected an array of assertions, not {}", kind_of(value)));
            return Vec::new();
        };
        if elements.len() > MOST_ASSERTIONS {
            self.problem(Some(name), format!("a step may have {MOST_ASSERTIONS} assertions"));
            return Vec::new();
        }
        let mut assertions = Vec::new();
        for (index, element) in elements.iter().enumerate() {
            match Assertion::read(element) {
                Ok(assertion) => assertions.push(assertion),
                Err(error) => self.problem(Some(&format!("{name}[{index}]")), error.to_string()),
            }
        }
        assertions
    }

    fn noted<T>(&mut self, name: &str, read: Result<T, String>) -> Option<T> {
        read.map_err(|message| self.problem(Some(name), message)).ok()
    }

    fn read<T: serde::de::DeserializeOwned>(&mut self, name: &str, value: &Raw, expected: &str) -> Option<T> {
        let wrong = || match kind_of(value) {
            // It may be what is expected as a whole, and wrong inside.
            "an object" | "an array" if expected.contains("with") => format!("expected {expected}"),
            kind => format!("expected {expected}, not {kind}"),
        };
        self.noted(name, value.read().map_err(|_| wrong()))
    }

    fn object(&mut self, name: &str, value: &Raw) -> Option<Raw> {
        let read = if value.is_object() { Ok(value.clone()) } else { Err(()) };
        self.noted(name, read.map_err(|()| format!("expected an object, not {}", kind_of(value))))
    }

    fn map(&mut self, name: &str, value: &Raw) -> Option<Map<String, Value>> {
        self.read(name, value, "an object")
    }

    /// A text with a unit, or a number of milliseconds as programs write it.
    fn span(&mut self, name: &str, value: &Raw) -> Option<Duration> {
        if let Ok(millis) = value.read::<u64>() {
            return Some(Duration::from_millis(millis).min(span::FOR_EVER));
        }
        let text: Option<String> = self.read(name, value, "a span such as `\"30s\"`, or milliseconds");
        text.and_then(|text| self.noted(name, span::read(&text)))
    }
}

/// A jump backwards is refused: as long as the step fails it would be made again, without end.
fn read_on_error(text: &str, index: usize, steps: usize) -> Result<OnError, String> {
    match text {
        "stop" => return Ok(OnError::Stop),
        "continue" => return Ok(OnError::Continue),
        _ => {}
    }
    let number = text.strip_prefix("skip-to:").and_then(|number| number.parse::<usize>().ok());
    let Some(to) = number else {
        return Err(format!("`{text}` is neither `stop`, `continue` nor `skip-to:N` with a step number"));
    };
    if to > steps {
        return Err(format!(
            "`{text}` leads out of the script: its steps are 0 to {}, {steps} is its end",
            steps - 1
        ));
    }
    if to <= index {
        return Err(format!("`{text}` jumps back: step {index} could fail again and again without end"));
    }
    Ok(OnError::SkipTo(to))
}

/// What a piece of JSON is, in a word or two.
fn kind_of(raw: &Raw) -> &'static str {
    match raw.as_str().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        read(text)
            .map(|_| ())
            .map_err(|failure| failure.problems)
            .err()
            .unwrap_or_default()
            .iter()
            .map(Problem::line)
            .collect()
    }

    #[test]
    fn the_example_of_the_contract_is_valid() {
        let steps = read(
            r#"[
            { "method": "discover" },
            { "method": "tools/call", "toolName": "echo", "toolArgs": { "n": 1.0 }, "onError": "continue" },
            { "method": "resources/list", "onError": "stop" },
            { "method": "resources/read", "uri": "demo://example", "onError": "skip-to:5" },
            { "method": "ping", "timeout": "500ms", "watch": 20 }
        ]"#,
        )
        .unwrap();
        assert_eq!(steps.len(), 5);
        assert_eq!(steps[3].on_error, OnError::SkipTo(5));
        assert_eq!(steps[4].timeout, Some(Duration::from_millis(500)));
        assert_eq!(steps[4].watch, Some(Duration::from_millis(20)));
        assert!(matches!(&steps[1].tool_args, ToolArgs::Json(raw) if raw.as_str().contains("1.0")));
    }

    #[test]
    fn every_problem_is_named_with_its_step_and_field() {
        let text = r#"[{"method":"ping","toolname":"x"},{"method":"tools/call"},{"method":5},7,{},
            {"method":"ping","method":"ping"},{"method":"ping","timeout":"5"},{"method":"tools/lst"}]"#;
        assert_eq!(
            problems(text),
            [
                "steps[0].toolname: unknown field, did you mean `toolName`?",
                "steps[1].toolName: `tools/call` needs `toolName`",
                "steps[2].method: expected a string, not a number",
                "steps[3]: a step is an object, not a number",
                "steps[4].method: it is missing",
                "steps[5].method: it is given twice",
                "steps[6].timeout: `5` has no unit: write `5s` or `5ms`",
                "steps[7].method: `tools/lst` is not a method this program knows, and `params` is not given (did you mean \
                 `tools/list`? to send a method of your own, give its parameters, be it `{}`)",
            ]
        );
    }

    #[test]
    fn what_a_step_expects_is_read_and_what_says_nothing_is_named() {
        let steps =
            read(r#"[{"method":"ping","expect":[{"maxMs":5},{"path":"/a","equals":null}]}]"#).unwrap();
        assert_eq!(steps[0].expect.len(), 2);
        let text = r#"[{"method":"ping","expect":{"maxMs":5}},{"method":"ping","expect":[{"maxMs":5},{"path":"/a"}]},
            {"method":"ping","expect":[{"schema":"output"}]}]"#;
        assert_eq!(
            problems(text),
            [
                "steps[0].expect: expected an array of assertions, not an object",
                "steps[1].expect[1]: it needs just one of `equals`, `exists`, `schema`, `isError` and `maxMs`",
                "steps[2].expect: \"schema\": \"output\" is for `tools/call`",
            ]
        );
    }

    #[test]
    fn the_committed_schema_has_just_the_fields_that_are_read() {
        let schema: Value = serde_json::from_str(include_str!("../schema/script.schema.json")).unwrap();
        let mut described: Vec<&str> =
            schema["items"]["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        let mut read = MEMBERS.to_vec();
        described.sort_unstable();
        read.sort_unstable();
        assert_eq!(described, read);
    }

    #[test]
    fn jumps_stay_inside_and_go_forward() {
        let with = |jump: &str| {
            problems(&format!(r#"[{{"method":"ping"}},{{"method":"ping","onError":"{jump}"}}]"#))
        };
        assert_eq!(with("skip-to:2"), [""; 0]);
        assert!(with("skip-to:3")[0].contains("leads out of the script"));
        assert!(with("skip-to:1")[0].contains("jumps back"));
        assert!(with("skip-to:0")[0].contains("jumps back"));
        assert!(with("skip-to:x")[0].contains("neither"));
        assert!(with("skip-to:-1")[0].contains("neither"));
        assert!(with("ignore")[0].contains("neither"));
    }

    #[test]
    fn a_file_that_is_no_script_says_what_it_should_be() {
        for (text, part) in
            [("", "not JSON"), ("{}", "array of steps"), ("[]", "no steps"), ("[1,", "not JSON")]
        {
            assert!(problems(text)[0].contains(part), "{text}");
        }
    }

    #[test]
    fn methods_without_a_connection_are_not_for_scripts() {
        assert!(problems(r#"[{"method":"servers/list"}]"#)[0].contains("not for a script"));
    }
}
