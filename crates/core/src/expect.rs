//! What is expected of the result of a call: assertions as data, and whether they hold.
//!
//! A script has them in the `expect` of its steps, and the page keeps them with saved calls: the same
//! words, judged by the same code. Whether a call was answered at all is not judged here.

use crate::brief::brief;
use crate::doc::at_pointer;
use crate::raw::Raw;
use crate::schema::exact::is_same_number;
use crate::schema::short::escaped;
use crate::schema::{Misfit, Unusable, fits, misfits};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::time::Duration;

/// How many assertions one call may have.
pub const MOST_ASSERTIONS: usize = 50;
/// How deep a value may nest that something should equal.
const DEEPEST: usize = 128;

/// One thing that is expected of a result.
///
/// It has just one of `equals`, `exists`, `schema`, `isError` and `maxMs`; `path` says what the first
/// three are about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Assertion {
    /// A JSON pointer into the result; the empty one is the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub path: Option<String>,
    /// The value there is this one. Numbers are compared by what they are worth.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Value))]
    pub equals: Option<Raw>,
    /// There is a value, or there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub exists: Option<bool>,
    /// The value there fits this JSON Schema; with `"output"`, `structuredContent` fits the output schema
    /// that the tool declares.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Value))]
    pub schema: Option<Raw>,
    /// Whether the tool reports an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub is_error: Option<bool>,
    /// How many milliseconds the call takes at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub max_ms: Option<u64>,
}

/// A member that is there has a value, be it null.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Raw>, D::Error> {
    Raw::deserialize(deserializer).map(Some)
}

/// Why an assertion says nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssertionError {
    /// It is no object with these members.
    #[error("{0}")]
    Shape(String),
    /// It has none or several.
    #[error("it needs just one of `equals`, `exists`, `schema`, `isError` and `maxMs`")]
    NotOne,
    /// It is about no place.
    #[error("it needs `path`, a JSON pointer into the result such as `/content/0/text`")]
    NoPath,
    /// It is about everything, or about the structured content.
    #[error("`path` does not go with it")]
    IdlePath,
    /// It is no JSON pointer.
    #[error("`path` is `{0}`, and should be empty or begin with `/`")]
    NoPointer(String),
    /// The value is too deep to be compared.
    #[error("`equals` nests deeper than {DEEPEST} levels")]
    TooDeep,
    /// It is neither `"output"` nor a schema.
    #[error("`schema` should be \"output\" or a JSON Schema")]
    NoSchema,
    /// Nothing can be held against it.
    #[error("`schema`: {0}")]
    Unusable(Unusable),
}

impl Assertion {
    /// Reads one, or says what is wrong with it.
    pub fn read(raw: &Raw) -> Result<Self, AssertionError> {
        // A list of its members would be read as well.
        if !raw.is_object() {
            return Err(AssertionError::Shape("an assertion is an object".to_owned()));
        }
        let wrong = |error: serde_json::Error| AssertionError::Shape(brief(&error.to_string()));
        let assertion: Assertion = raw.read().map_err(wrong)?;
        assertion.check()?;
        Ok(assertion)
    }

    /// Whether it says something.
    pub fn check(&self) -> Result<(), AssertionError> {
        let kinds = [
            self.equals.is_some(),
            self.exists.is_some(),
            self.schema.is_some(),
            self.is_error.is_some(),
            self.max_ms.is_some(),
        ];
        if kinds.into_iter().filter(|is_given| *is_given).count() != 1 {
            return Err(AssertionError::NotOne);
        }
        match &self.path {
            None if self.equals.is_some() || self.exists.is_some() => return Err(AssertionError::NoPath),
            Some(_) if self.is_error.is_some() || self.max_ms.is_some() || self.is_of_output() => {
                return Err(AssertionError::IdlePath);
            }
            Some(path) if !path.is_empty() && !path.starts_with('/') => {
                return Err(AssertionError::NoPointer(escaped(&brief(path))));
            }
            _ => {}
        }
        if self.equals.as_ref().is_some_and(|value| value.depth() > DEEPEST) {
            return Err(AssertionError::TooDeep);
        }
        match &self.schema {
            Some(schema) if !self.is_of_output() => usable(schema),
            _ => Ok(()),
        }
    }

    /// Whether it is about the output schema of a tool, which whoever judges it has to know.
    pub fn is_of_output(&self) -> bool {
        self.schema.as_ref().is_some_and(|schema| schema.read::<String>().is_ok_and(|word| word == "output"))
    }

    /// What it is about.
    fn place(&self) -> String {
        match &self.path {
            _ if self.is_error.is_some() => "isError".to_owned(),
            _ if self.max_ms.is_some() => "duration".to_owned(),
            _ if self.is_of_output() => "structuredContent".to_owned(),
            Some(path) if !path.is_empty() => escaped(&brief(path)),
            _ => "the result".to_owned(),
        }
    }

    fn judge(&self, of: &Judged<'_>) -> Verdict {
        let (passed, expected, actual) = match self {
            Assertion { is_error: Some(wanted), .. } => {
                let flag = of.result.member("isError");
                let is_error = flag.is_some_and(|flag| flag.as_str() == "true");
                (is_error == *wanted, wanted.to_string(), is_error.to_string())
            }
            Assertion { max_ms: Some(most), .. } => {
                let took = of.took.as_secs_f64() * 1e3;
                let is_in_time = of.took <= Duration::from_millis(*most);
                (is_in_time, format!("at most {most} ms"), format!("{took:.1} ms"))
            }
            Assertion { exists: Some(wanted), .. } => {
                let found = self.value(of.result);
                let expected = if *wanted { "a value" } else { "nothing" };
                (found.is_some() == *wanted, expected.to_owned(), told(found.as_ref()))
            }
            Assertion { equals: Some(wanted), .. } => {
                let found = self.value(of.result);
                let is_same = found.as_ref().is_some_and(|found| is_same(found, wanted));
                (is_same, told(Some(wanted)), told(found.as_ref()))
            }
            _ => self.fit(of),
        };
        Verdict { place: self.place(), passed, expected, actual }
    }

    /// The value it is about.
    fn value(&self, result: &Raw) -> Option<Raw> {
        at_pointer(result, self.path.as_deref().unwrap_or_default())
    }

    /// Whether the value it is about fits its schema.
    fn fit(&self, of: &Judged<'_>) -> (bool, String, String) {
        let (expected, schema, value) = if self.is_of_output() {
            let expected = "one that fits the output schema of the tool";
            let Some(schema) = of.output_schema else {
                return (false, expected.to_owned(), "the tool declares no output schema".to_owned());
            };
            (expected, schema.clone(), of.result.member("structuredContent"))
        } else {
            let schema = self.schema.as_ref().map(Raw::to_value).unwrap_or_default();
            ("one that fits the schema", schema, self.value(of.result))
        };
        let Some(value) = value else { return (false, expected.to_owned(), told(None)) };
        // Not every JSON text is a value that can be checked: numbers may be too large, and text no Unicode.
        let Ok(tree) = value.read::<Value>() else {
            return (
                false,
                expected.to_owned(),
                format!("one that cannot be checked: {}", told(Some(&value))),
            );
        };
        let fits = |misfits: Vec<Misfit>| Ok((misfits.is_empty() && fits(&schema, &tree)?, misfits));
        match misfits(&schema, &tree).and_then(fits) {
            Ok((true, _)) => (true, expected.to_owned(), told(Some(&value))),
            Ok((false, misfits)) if misfits.is_empty() => {
                let doubt = "one of which it is in doubt: patterns mean different things beyond ASCII";
                (false, expected.to_owned(), format!("{doubt}: {}", told(Some(&value))))
            }
            Ok((false, misfits)) => {
                let misfits: Vec<String> = misfits.iter().map(ToString::to_string).collect();
                (false, expected.to_owned(), brief(&format!("one that does not: {}", misfits.join("; "))))
            }
            // What cannot be checked was not seen to fit.
            Err(unusable) => (false, expected.to_owned(), unusable.to_string()),
        }
    }
}

/// What assertions are held against.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// The result.
    pub result: &'a Raw,
    /// How long the call took.
    pub took: Duration,
    /// The output schema of the tool, if it declares one.
    pub output_schema: Option<&'a Value>,
}

/// Whether an assertion holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Verdict {
    /// What it is about: a JSON pointer, `isError`, `duration`.
    pub place: String,
    /// Whether it holds.
    pub passed: bool,
    /// What was expected there.
    pub expected: String,
    /// What came; long values are cut.
    pub actual: String,
}

impl Verdict {
    /// It in one line.
    pub fn line(&self) -> String {
        format!("{}: expected {}, got {}", self.place, self.expected, self.actual)
    }
}

/// Holds all assertions against a result, in their order.
///
/// ```
/// use mcp_inspector_core::{Raw, expect::{Assertion, Judged, judge}};
/// let wanted = Assertion::read(&Raw::parse(r#"{"path":"/sum","equals":3}"#).unwrap()).unwrap();
/// let result = Raw::parse(r#"{"sum":3.0}"#).unwrap();
/// let of = Judged { result: &result, took: std::time::Duration::ZERO, output_schema: None };
/// assert!(judge(&[wanted], &of)[0].passed);
/// ```
pub fn judge(assertions: &[Assertion], of: &Judged<'_>) -> Vec<Verdict> {
    assertions.iter().map(|assertion| assertion.judge(of)).collect()
}

/// Whether an error of the tool itself is what someone looks for: then it alone does not fail the call.
pub fn expects_error(assertions: &[Assertion]) -> bool {
    assertions.iter().any(|assertion| assertion.is_error.is_some())
}

fn usable(schema: &Raw) -> Result<(), AssertionError> {
    let is_schema = schema.is_object() || matches!(schema.as_str(), "true" | "false");
    if !is_schema {
        return Err(AssertionError::NoSchema);
    }
    let Ok(schema) = schema.read::<Value>() else { return Err(AssertionError::Unusable(Unusable::Schema)) };
    match misfits(&schema, &Value::Null) {
        Ok(_) | Err(Unusable::Value) => Ok(()),
        Err(unusable) => Err(AssertionError::Unusable(unusable)),
    }
}

/// A value in a few words.
fn told(value: Option<&Raw>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| escaped(&brief(value.as_str())))
}

/// Whether two values are the same, however they are spelled: members in any order, numbers by their worth.
fn is_same(one: &Raw, other: &Raw) -> bool {
    let kinds = (one.as_str().as_bytes().first(), other.as_str().as_bytes().first());
    match kinds {
        (Some(b'{'), Some(b'{')) => {
            let of = |raw: &Raw| raw.members().map(HashMap::<String, Raw>::from_iter).unwrap_or_default();
            let (one, other) = (of(one), of(other));
            let has = |(key, value): (&String, &Raw)| other.get(key).is_some_and(|same| is_same(value, same));
            one.len() == other.len() && one.iter().all(has)
        }
        (Some(b'['), Some(b'[')) => {
            let (one, other) = (one.elements().unwrap_or_default(), other.elements().unwrap_or_default());
            one.len() == other.len() && one.iter().zip(&other).all(|(one, other)| is_same(one, other))
        }
        (Some(b'"'), Some(b'"')) => match (one.read::<String>(), other.read::<String>()) {
            (Ok(one), Ok(other)) => one == other,
            // A text with half of a pair of surrogates is none to serde.
            _ => one == other,
        },
        (Some(b'-' | b'0'..=b'9'), Some(b'-' | b'0'..=b'9')) => is_same_number(one.as_str(), other.as_str()),
        _ => one == other,
    }
}

#[cfg(test)]
mod tests;
