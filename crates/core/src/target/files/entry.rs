//! One entry of a config file, read as a target.
//!
//! Lenient where intent is plain (a missing transport, a null or empty field),
//! strict where a guess could connect to the wrong thing.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value};

use super::document::{Found, below, type_of, wrong_type};
use super::{Entry, TargetError, oauth};
use crate::target::{Flavour, Http, Stdio, Target, Timeouts, Transport};

/// What a transport word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Stdio,
    Streamable,
    Sse,
}

impl Kind {
    /// Reads a transport word in any of the spellings in use.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        let plain: String =
            word.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect();
        match plain.as_str() {
            "stdio" => Some(Self::Stdio),
            "http" | "streamablehttp" => Some(Self::Streamable),
            "sse" => Some(Self::Sse),
            _ => None,
        }
    }
}

/// The field that names the transport, as this entry spells it.
pub(super) fn transport_key(fields: &Map<String, Value>) -> Option<&'static str> {
    ["transport", "type"].into_iter().find(|key| is_given(fields, key))
}

/// The field that holds the URL, as this entry spells it.
pub(super) fn url_key(fields: &Map<String, Value>) -> &'static str {
    if !is_given(fields, "url") && is_given(fields, "serverUrl") { "serverUrl" } else { "url" }
}

/// Reads an entry; what is wrong with it is kept in it.
pub(super) fn read(file: &str, found: Found) -> Entry {
    let Found { name, field, place, value } = found;
    let fields = match value {
        Value::Object(fields) => fields,
        other => {
            return Entry {
                name: name.unwrap_or_else(|| field.clone()),
                id: None,
                target: Err(wrong_type(file, &field, "an object", type_of(&other))),
                field,
                place,
                fields: Map::new(),
            };
        }
    };
    let text_of = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
    let id = text_of("id").filter(|id| !id.is_empty());
    let known_as = name
        .clone()
        .or_else(|| text_of("name").filter(|name| !name.is_empty()))
        .or_else(|| id.clone())
        .unwrap_or_else(|| field.clone());
    let reader = Reader { file, field: &field, fields: &fields };
    let target = reader.target(name);
    Entry { name: known_as, id, field, place, target, fields }
}

/// Marks entries that share a name or an id: neither can be meant for certain.
pub(super) fn refuse_duplicates(file: &str, entries: &mut [Entry]) {
    let names: Vec<_> = entries.iter().map(|entry| entry.name.clone()).collect();
    let ids: Vec<_> = entries.iter().map(|entry| entry.known_id().to_owned()).collect();
    for (what, keys) in [("name", names), ("id", ids)] {
        let mut first_with = std::collections::HashMap::new();
        for (index, key) in keys.iter().enumerate() {
            let first = *first_with.entry(key).or_insert(index);
            if first == index {
                continue;
            }
            for (this, other) in [(first, index), (index, first)] {
                let other = entries[other].field.clone();
                let entry = &mut entries[this];
                if entry.target.is_ok() {
                    entry.target = Err(TargetError::Duplicate {
                        file: file.to_owned(),
                        field: entry.field.clone(),
                        other,
                        what,
                        value: key.clone(),
                    });
                }
            }
        }
    }
}

struct Reader<'a> {
    file: &'a str,
    field: &'a str,
    fields: &'a Map<String, Value>,
}

impl Reader<'_> {
    fn target(&self, key: Option<String>) -> Result<Target, TargetError> {
        let id = self.string("id")?;
        let name = match key {
            Some(key) => key,
            None => self.required("name", "`name`")?,
        };
        Ok(Target { id, name, transport: self.transport()?, timeouts: self.timeouts()?, unset: Vec::new() })
    }

    fn transport(&self) -> Result<Transport, TargetError> {
        let command = is_given(self.fields, "command");
        let url = is_given(self.fields, url_key(self.fields));
        match (self.kind()?, command, url) {
            (Some(Kind::Stdio), _, _) | (None, true, false) => Ok(Transport::Stdio(self.stdio()?)),
            (Some(Kind::Streamable), _, _) => self.http(Flavour::Streamable),
            (Some(Kind::Sse), _, _) => self.http(Flavour::Sse),
            (None, false, true) => self.http(Flavour::Auto),
            (None, true, true) => {
                Err(TargetError::CommandAndUrl { file: self.file.to_owned(), field: self.field.to_owned() })
            }
            (None, false, false) => Err(self.missing("`command` or `url`")),
        }
    }

    fn kind(&self) -> Result<Option<Kind>, TargetError> {
        let Some(key) = transport_key(self.fields) else {
            return Ok(None);
        };
        let Some(word) = self.string(key)? else {
            return Ok(None);
        };
        match Kind::from_word(&word) {
            Some(kind) => Ok(Some(kind)),
            None => Err(TargetError::UnknownTransport {
                file: self.file.to_owned(),
                field: below(self.field, key),
                found: word,
            }),
        }
    }

    fn stdio(&self) -> Result<Stdio, TargetError> {
        Ok(Stdio {
            command: self.required("command", "`command`")?,
            args: self.strings("args")?,
            env: self.pairs("env")?.into_iter().collect(),
            cwd: self.string("cwd")?.map(PathBuf::from),
            lent: Vec::new(),
        })
    }

    fn http(&self, flavour: Flavour) -> Result<Transport, TargetError> {
        Ok(Transport::Http(Http {
            url: self.required(url_key(self.fields), "`url`")?,
            headers: self.pairs("headers")?,
            flavour,
            ca_file: self.string("caFile")?.map(PathBuf::from),
            oauth: Box::new(oauth::read(self.file, self.field, self.fields)?),
        }))
    }

    fn timeouts(&self) -> Result<Timeouts, TargetError> {
        let Some(value) = given(self.fields, "timeouts") else {
            return Ok(Timeouts::default());
        };
        let path = below(self.field, "timeouts");
        let Value::Object(limits) = value else {
            return Err(wrong_type(self.file, &path, "an object", type_of(value)));
        };
        let limit = |key: &str| match given(limits, key) {
            None => Ok(None),
            Some(value) => match value.as_u64() {
                Some(millis) => Ok(Some(Duration::from_millis(millis))),
                None => Err(wrong_type(
                    self.file,
                    &below(&path, key),
                    "a whole number of milliseconds",
                    if value.is_number() { "another number" } else { type_of(value) },
                )),
            },
        };
        Ok(Timeouts { connection: limit("connection")?, request: limit("request")? })
    }

    fn string(&self, key: &str) -> Result<Option<String>, TargetError> {
        match given(self.fields, key) {
            None => Ok(None),
            Some(value) => self.text(&below(self.field, key), value).map(Some),
        }
    }

    fn required(&self, key: &str, missing: &'static str) -> Result<String, TargetError> {
        self.string(key)?.ok_or_else(|| self.missing(missing))
    }

    fn strings(&self, key: &str) -> Result<Vec<String>, TargetError> {
        let path = below(self.field, key);
        match given(self.fields, key) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => items
                .iter()
                .enumerate()
                .map(|(index, item)| self.text(&format!("{path}[{index}]"), item))
                .collect(),
            Some(other) => Err(wrong_type(self.file, &path, "a list of strings", type_of(other))),
        }
    }

    fn pairs(&self, key: &str) -> Result<Vec<(String, String)>, TargetError> {
        let path = below(self.field, key);
        match given(self.fields, key) {
            None => Ok(Vec::new()),
            Some(Value::Object(pairs)) => pairs
                .iter()
                .map(|(name, value)| Ok((name.clone(), self.text(&below(&path, name), value)?)))
                .collect(),
            Some(other) => Err(wrong_type(self.file, &path, "an object of strings", type_of(other))),
        }
    }

    fn text(&self, path: &str, value: &Value) -> Result<String, TargetError> {
        match value {
            Value::String(text) => Ok(text.clone()),
            other => Err(wrong_type(self.file, path, "a string", type_of(other))),
        }
    }

    fn missing(&self, missing: &'static str) -> TargetError {
        TargetError::Missing { file: self.file.to_owned(), field: self.field.to_owned(), missing }
    }
}

/// A field that says something: forms and scripts write null or `""` for "not set".
pub(super) fn given<'a>(fields: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    fields.get(key).filter(|value| !value.is_null() && value.as_str() != Some(""))
}

pub(super) fn is_given(fields: &Map<String, Value>, key: &str) -> bool {
    given(fields, key).is_some()
}
