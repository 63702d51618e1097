//! Who answers what the server asks of us.
//!
//! A face that shows asks to a person leaves them pending. A run without a
//! person takes answers from a rules file, or refuses.

use mcp_inspector_core::Raw;
use mcp_inspector_core::command::Answer;
use mcp_inspector_core::message::RpcError;
use mcp_inspector_core::peer::Ask;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Who answers.
#[derive(Debug, Default)]
pub enum Responder {
    /// Nobody here: a face will, or the ask expires.
    #[default]
    Face,
    /// Every ask is refused with this reason.
    Refuse(String),
    /// The first rule that fits.
    Rules(Rules),
}

impl Responder {
    /// Refuses everything, as a run without a person must.
    pub fn refuse() -> Self {
        Responder::Refuse("the client refuses requests from the server".to_owned())
    }

    /// The answer, or `None` to leave the ask pending.
    pub(crate) fn decide(&mut self, ask: &Ask) -> Option<Answer> {
        match self {
            Responder::Face => None,
            Responder::Refuse(reason) => Some(Answer::refusal(&ask.method, reason)),
            Responder::Rules(rules) => rules.decide(ask),
        }
    }
}

/// Answers read from a file.
///
/// ```
/// # use mcp_inspector_engine::responder::Rules;
/// let rules = Rules::read(r#"{
///   "rules": [
///     { "method": "elicitation/create", "contains": "city", "accept": { "city": "Paris" }, "times": 1 },
///     { "method": "elicitation/create", "accept": "defaults" },
///     { "method": "sampling/createMessage",
///       "result": { "role": "assistant", "model": "none", "content": { "type": "text", "text": "42" } } }
///   ],
///   "otherwise": "refuse"
/// }"#);
/// assert!(rules.is_ok());
/// ```
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    rules: Vec<Rule>,
    #[serde(default)]
    otherwise: Otherwise,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Otherwise {
    /// Refuse what no rule fits.
    #[default]
    Refuse,
    /// Leave it to a face.
    Wait,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    method: String,
    /// Text that must stand in the parameters.
    #[serde(default)]
    contains: Option<String>,
    /// How often the rule applies.
    #[serde(default)]
    times: Option<u32>,
    #[serde(default)]
    result: Option<Value>,
    #[serde(default)]
    error: Option<RuleError>,
    /// An elicitation is accepted with this content, or with `"defaults"`.
    #[serde(default)]
    accept: Option<Value>,
    /// The ask is refused.
    #[serde(default)]
    refuse: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleError {
    code: i64,
    message: String,
}

/// Why a rules file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The text is not a rules file.
    #[error("the rules are not readable: {0}")]
    Syntax(#[from] serde_json::Error),
    /// A rule does not say exactly one thing.
    #[error("rule {number} for `{method}` must have exactly one of `result`, `error`, `accept` and `refuse`")]
    NotOneAnswer {
        /// Its number, counted from 1.
        number: usize,
        /// Its method.
        method: String,
    },
}

impl Rules {
    /// Reads rules from the text of a file.
    pub fn read(text: &str) -> Result<Self, RulesError> {
        let rules: Rules = serde_json::from_str(text)?;
        for (number, rule) in (1..).zip(&rules.rules) {
            let answers = [rule.result.is_some(), rule.error.is_some(), rule.accept.is_some(), rule.refuse];
            if answers.iter().filter(|is_given| **is_given).count() != 1 {
                return Err(RulesError::NotOneAnswer { number, method: rule.method.clone() });
            }
        }
        Ok(rules)
    }

    fn decide(&mut self, ask: &Ask) -> Option<Answer> {
        if let Some(rule) = self.rules.iter_mut().find(|rule| rule.fits(ask)) {
            if let Some(times) = &mut rule.times {
                *times -= 1;
            }
            return Some(rule.answer(ask));
        }
        match self.otherwise {
            Otherwise::Refuse => Some(Answer::refusal(&ask.method, "no rule fits")),
            Otherwise::Wait => None,
        }
    }
}

impl Rule {
    fn fits(&self, ask: &Ask) -> bool {
        let params = ask.params.as_ref().map_or("", Raw::as_str);
        self.method == ask.method
            && self.times != Some(0)
            && self.contains.as_ref().is_none_or(|text| params.contains(text))
    }

    fn answer(&self, ask: &Ask) -> Answer {
        if let Some(error) = &self.error {
            return Answer::Error(RpcError::new(error.code, error.message.clone()));
        }
        if let Some(result) = &self.result {
            return Answer::Result(Raw::of(result));
        }
        match &self.accept {
            Some(Value::String(word)) if word == "defaults" => {
                let content = Value::Object(defaults(ask));
                Answer::Result(Raw::of(&json!({ "action": "accept", "content": content })))
            }
            Some(content) => Answer::Result(Raw::of(&json!({ "action": "accept", "content": content }))),
            None => Answer::refusal(&ask.method, "a rule refuses it"),
        }
    }
}

/// The default of every field that has one.
fn defaults(ask: &Ask) -> Map<String, Value> {
    let schema = ask.params.as_ref().map(Raw::to_value).unwrap_or_default();
    let fields = schema["requestedSchema"]["properties"].as_object().cloned().unwrap_or_default();
    fields
        .into_iter()
        .filter_map(|(name, field)| field.get("default").map(|value| (name, value.clone())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_inspector_core::At;
    use mcp_inspector_core::command::AskId;
    use mcp_inspector_core::message::RequestId;

    fn ask(method: &str, params: &str) -> Ask {
        Ask {
            id: AskId(1),
            request: RequestId::Number(1),
            method: method.into(),
            params: Some(Raw::parse(params).unwrap()),
            call: None,
            at: At::START,
            expires: At::START,
        }
    }

    fn result(answer: Option<Answer>) -> String {
        match answer {
            Some(Answer::Result(raw)) => raw.as_str().to_owned(),
            Some(Answer::Error(error)) => error.to_string(),
            None => "pending".to_owned(),
        }
    }

    #[test]
    fn the_first_rule_that_fits_answers_and_a_used_up_rule_does_not() {
        let mut rules = Rules::read(
            r#"{"rules":[{"method":"elicitation/create","contains":"city","accept":{"city":"X"},"times":1},
                {"method":"elicitation/create","accept":"defaults"},
                {"method":"sampling/createMessage","error":{"code":-7,"message":"no"}}],"otherwise":"wait"}"#,
        )
        .unwrap();
        let city = ask(
            "elicitation/create",
            r#"{"message":"city?","requestedSchema":{"properties":{"a":{"default":3},"b":{}}}}"#,
        );
        assert_eq!(result(rules.decide(&city)), r#"{"action":"accept","content":{"city":"X"}}"#);
        assert_eq!(result(rules.decide(&city)), r#"{"action":"accept","content":{"a":3}}"#);
        assert_eq!(result(rules.decide(&ask("sampling/createMessage", "{}"))), "no (-7)");
        assert_eq!(result(rules.decide(&ask("roots/list", "{}"))), "pending");
    }

    #[test]
    fn refusal_fits_the_kind_of_ask() {
        let mut refuse = Responder::refuse();
        assert_eq!(result(refuse.decide(&ask("elicitation/create", "{}"))), r#"{"action":"decline"}"#);
        assert!(result(refuse.decide(&ask("sampling/createMessage", "{}"))).contains("(-1)"));
    }

    #[test]
    fn a_rule_must_say_exactly_one_thing_and_typos_are_errors() {
        let error = Rules::read(r#"{"rules":[{"method":"m"}]}"#).unwrap_err().to_string();
        assert!(error.contains("rule 1 for `m`"), "{error}");
        let error = Rules::read(r#"{"rules":[{"method":"m","resutl":1}]}"#).unwrap_err().to_string();
        assert!(error.contains("resutl"), "{error}");
    }
}
