//! Headers of a request that stands alone: what its body says, said once more
//! where proxies can read it.
//!
//! `Mcp-Method` and `Mcp-Name` come from the message; `Mcp-Param-*` from
//! arguments whose schema says `x-mcp-header`. A schema that says so in a way
//! the protocol does not allow has a [`HeaderFlaw`], and its tool is not called
//! over HTTP.

use crate::check::grammar::is_token;
use crate::era::{Revision, meta};
use crate::raw::Raw;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// How deep a schema is searched.
const DEEPEST: usize = 64;

/// The keyword that wants an argument mirrored.
const KEYWORD: &str = "x-mcp-header";

/// An argument that is mirrored into a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirrored {
    /// The end of the header's name: `Region` for `Mcp-Param-Region`.
    pub name: String,
    /// Where the argument stands, member by member.
    pub path: Vec<String>,
}

/// Why a schema's headers cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeaderFlaw {
    /// The name is not a string, is empty, or has characters no header name may have.
    BadName {
        /// Where, as a JSON pointer into the schema.
        at: String,
        /// What stands there.
        name: String,
    },
    /// Two arguments want the same header.
    Twice {
        /// Its name.
        name: String,
    },
    /// The argument is not a string, an integer or a boolean.
    BadType {
        /// Where, as a JSON pointer into the schema.
        at: String,
        /// Its type, as the schema spells it.
        found: String,
    },
    /// The argument is not reached through `properties` alone.
    Unreachable {
        /// Where, as a JSON pointer into the schema.
        at: String,
    },
}

impl fmt::Display for HeaderFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeaderFlaw::BadName { at, name } => {
                write!(f, "`{KEYWORD}` at {at} is {name}, which is not a header name")
            }
            HeaderFlaw::Twice { name } => write!(f, "two arguments want the header `Mcp-Param-{name}`"),
            HeaderFlaw::BadType { at, found } => write!(
                f,
                "the argument at {at} has the type {found}; only string, integer and boolean can be headers"
            ),
            HeaderFlaw::Unreachable { at } => {
                write!(f, "`{KEYWORD}` at {at} is not reached through `properties` alone")
            }
        }
    }
}

/// The arguments that `schema`, a tool's input schema, wants mirrored.
pub fn mirrored(schema: &Value) -> Result<Vec<Mirrored>, HeaderFlaw> {
    let mut search = Search { found: Vec::new(), path: Vec::new(), pointer: String::new() };
    search.schema(schema, true)?;
    Ok(search.found)
}

struct Search {
    found: Vec<Mirrored>,
    path: Vec<String>,
    pointer: String,
}

impl Search {
    /// `is_reached` while only `properties` lead here.
    fn schema(&mut self, schema: &Value, is_reached: bool) -> Result<(), HeaderFlaw> {
        let Some(members) = schema.as_object() else { return Ok(()) };
        if self.pointer.matches('/').count() > DEEPEST {
            return Ok(());
        }
        if let Some(name) = members.get(KEYWORD) {
            if !is_reached || self.path.is_empty() {
                return Err(HeaderFlaw::Unreachable { at: self.pointer.clone() });
            }
            self.argument(name, members.get("type"))?;
        }
        for (keyword, value) in members {
            match keyword.as_str() {
                "properties" => self.properties(value, is_reached)?,
                // Data, not schemas.
                "default" | "examples" | "enum" | "const" | KEYWORD => {}
                "$defs" | "definitions" | "patternProperties" | "dependentSchemas" => {
                    for (name, schema) in value.as_object().into_iter().flatten() {
                        self.at(&[keyword, name], |search| search.schema(schema, false))?;
                    }
                }
                _ => match value {
                    Value::Array(items) => {
                        for (index, schema) in items.iter().enumerate() {
                            self.at(&[keyword, &index.to_string()], |search| search.schema(schema, false))?;
                        }
                    }
                    schema => self.at(&[keyword], |search| search.schema(schema, false))?,
                },
            }
        }
        Ok(())
    }

    fn properties(&mut self, value: &Value, is_reached: bool) -> Result<(), HeaderFlaw> {
        for (name, schema) in value.as_object().into_iter().flatten() {
            self.path.push(name.clone());
            let searched = self.at(&["properties", name], |search| search.schema(schema, is_reached));
            self.path.pop();
            searched?;
        }
        Ok(())
    }

    fn argument(&mut self, name: &Value, kind: Option<&Value>) -> Result<(), HeaderFlaw> {
        let at = self.pointer.clone();
        let name = match name.as_str() {
            Some(name) if is_token(name) => name.to_owned(),
            _ => return Err(HeaderFlaw::BadName { at, name: name.to_string() }),
        };
        if !kind.is_some_and(is_primitive) {
            let found = kind.map_or("none".to_owned(), ToString::to_string);
            return Err(HeaderFlaw::BadType { at, found });
        }
        if self.found.iter().any(|other| other.name.eq_ignore_ascii_case(&name)) {
            return Err(HeaderFlaw::Twice { name });
        }
        self.found.push(Mirrored { name, path: self.path.clone() });
        Ok(())
    }

    fn at<T>(&mut self, steps: &[&str], work: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.pointer.len();
        for step in steps {
            self.pointer.push('/');
            self.pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
        }
        let done = work(self);
        self.pointer.truncate(length);
        done
    }
}

/// A type that fits into a header; one that may also be null does too, because null has no header.
fn is_primitive(kind: &Value) -> bool {
    let fits = |name: &Value| matches!(name.as_str(), Some("string" | "integer" | "boolean"));
    match kind {
        Value::Array(kinds) => {
            let others: Vec<&Value> = kinds.iter().filter(|kind| kind.as_str() != Some("null")).collect();
            others.len() == 1 && others.into_iter().all(fits)
        }
        kind => fits(kind),
    }
}

/// A value as a header has it: as it is when that is safe, else in base64 between marks.
pub fn encode(text: &str) -> Cow<'_, str> {
    let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    let has_blank_end = text.starts_with(' ') || text.ends_with(' ');
    let looks_encoded = text.starts_with("=?base64?") && text.ends_with("?=");
    if is_plain && !has_blank_end && !looks_encoded {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(format!("=?base64?{}?=", STANDARD.encode(text)))
    }
}

/// The headers of a request that stands alone.
pub fn headers(
    revision: Revision,
    method: &str,
    params: Option<&Raw>,
    arguments: &[Mirrored],
) -> Vec<(String, String)> {
    // The header must say what the body says, also when the caller chose another revision.
    let named = params
        .filter(|params| memchr::memmem::find(params.bytes(), meta::PROTOCOL_VERSION.as_bytes()).is_some())
        .and_then(|params| params.member("_meta")?.text_member(meta::PROTOCOL_VERSION));
    let version = named.as_deref().unwrap_or(revision.as_str());
    let mut headers = vec![
        ("mcp-protocol-version".to_owned(), encode(version).into_owned()),
        ("mcp-method".to_owned(), encode(method).into_owned()),
    ];
    let name = match method {
        "tools/call" | "prompts/get" => Some("name"),
        "resources/read" => Some("uri"),
        "tasks/get" | "tasks/update" | "tasks/cancel" => Some("taskId"),
        _ => None,
    };
    if let Some(name) = name.and_then(|name| params?.text_member(name)) {
        headers.push(("mcp-name".to_owned(), encode(&name).into_owned()));
    }
    if let Some(given) =
        params.filter(|_| !arguments.is_empty()).and_then(|params| params.member("arguments"))
    {
        for argument in arguments {
            let value = argument.path.iter().try_fold(given.clone(), |at, name| at.member(name));
            if let Some(text) = value.as_ref().and_then(header_text) {
                headers.push((format!("mcp-param-{}", argument.name), encode(&text).into_owned()));
            }
        }
    }
    headers
}

/// The text of an argument; none for null and for what fits no header.
fn header_text(value: &Raw) -> Option<String> {
    match value.to_value() {
        Value::String(text) => Some(text),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) => match number.as_f64() {
            // An integer may be spelled with a fraction or an exponent; the header has it plain.
            #[expect(clippy::cast_possible_truncation, reason = "it is a whole number within range")]
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 9.0e15 => {
                Some((float as i64).to_string())
            }
            _ => Some(value.as_str().to_owned()),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn unsafe_values_are_encoded_and_safe_ones_are_not() {
        for plain in ["eu-1", "", "a b", "=?x", "{\"a\":1}"] {
            assert_eq!(encode(plain), plain);
        }
        for (text, encoded) in [
            (" a", "=?base64?IGE=?="),
            ("a ", "=?base64?YSA=?="),
            ("é", "=?base64?w6k=?="),
            ("a\tb", "=?base64?YQli?="),
            ("a\nb", "=?base64?YQpi?="),
            ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
        ] {
            assert_eq!(encode(text), encoded, "{text:?}");
        }
    }

    #[test]
    fn annotated_arguments_become_headers_and_nothing_else_does() {
        let schema = json!({"type":"object","properties":{
            "region":{"type":"string","x-mcp-header":"Region"},
            "deep":{"type":"object","properties":{"count":{"type":"integer","x-mcp-header":"Count"}}},
            "flag":{"type":["boolean","null"],"x-mcp-header":"Flag"},
            "x-mcp-header":{"type":"string"},
            "other":{"type":"number","default":{"x-mcp-header":"no"}}}});
        let mirrored = mirrored(&schema).unwrap();
        let params = Raw::parse(
            r#"{"name":"deploy","arguments":{"region":"ü","deep":{"count":4.0},"flag":null,"other":1.5}}"#,
        )
        .unwrap();
        let headers = headers(Revision::NEWEST, "tools/call", Some(&params), &mirrored);
        let lines: Vec<String> = headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        assert_eq!(
            lines,
            [
                "mcp-protocol-version: 2026-07-28",
                "mcp-method: tools/call",
                "mcp-name: deploy",
                "mcp-param-Region: =?base64?w7w=?=",
                "mcp-param-Count: 4",
            ]
        );
    }

    #[test]
    fn declarations_that_the_protocol_does_not_allow_are_named() {
        let flaw = |property: Value| {
            let schema = json!({"type":"object","properties":{"a":property}});
            mirrored(&schema).unwrap_err().to_string()
        };
        assert_eq!(
            flaw(json!({"type":"string","x-mcp-header":""})),
            r#"`x-mcp-header` at /properties/a is "", which is not a header name"#
        );
        assert!(flaw(json!({"type":"string","x-mcp-header":"a b"})).contains("not a header name"));
        assert!(flaw(json!({"type":"string","x-mcp-header":7})).contains("is 7"));
        assert!(flaw(json!({"type":"number","x-mcp-header":"A"})).contains("the type \"number\""));
        assert!(flaw(json!({"x-mcp-header":"A"})).contains("the type none"));
        let in_items = json!({"type":"array","items":{"type":"string","x-mcp-header":"A"}});
        assert_eq!(
            flaw(in_items),
            "`x-mcp-header` at /properties/a/items is not reached through `properties` alone"
        );
        assert!(flaw(json!({"anyOf":[{"type":"string","x-mcp-header":"A"}]})).contains("/anyOf/0"));
        let twice = json!({"properties":{"a":{"type":"string","x-mcp-header":"A"},
                                         "b":{"type":"string","x-mcp-header":"a"}}});
        assert_eq!(mirrored(&twice).unwrap_err(), HeaderFlaw::Twice { name: "a".into() });
        let in_defs = json!({"$defs":{"x":{"type":"string","x-mcp-header":"A"}}});
        assert_eq!(mirrored(&in_defs).unwrap_err(), HeaderFlaw::Unreachable { at: "/$defs/x".into() });
    }
}
