//! From text to a filter, or to what is wrong with the text and where.

use super::find::{Glob, Needle};
use super::{Bound, Kind, Query, Side, Term, Test, unit};
use crate::nearest::nearest;
use crate::peer::config::LogLevel;
use crate::timeline::{RowKind, RowStatus, Way};
use serde::Serialize;
use std::ops::Range;

/// The fields a term can be about.
const FIELDS: [&str; 16] = [
    "method", "target", "status", "dir", "kind", "at", "dur", "size", "id", "call", "run", "level", "code",
    "findings", "pinned", "text",
];

/// Why a filter cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[error("{message}")]
pub struct QueryError {
    /// What was expected, and what stands there.
    pub message: String,
    /// Where the part at fault begins, in UTF-16 code units, as browsers count.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// One alternative of a term.
struct Value {
    text: String,
    /// Its place, in bytes.
    span: Range<usize>,
    is_quoted: bool,
}

pub(super) fn query(text: &str) -> Result<Query, QueryError> {
    let mut reader = Reader { text, at: 0 };
    let mut terms = Vec::new();
    while reader.skip_blanks() {
        terms.push(reader.term()?);
    }
    Ok(Query { terms })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// False at the end.
    fn skip_blanks(&mut self) -> bool {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
        self.peek().is_some()
    }

    fn error(&self, span: Range<usize>, message: impl Into<String>) -> QueryError {
        let units = |end: usize| self.text[..end].encode_utf16().count();
        QueryError { message: message.into(), start: units(span.start), end: units(span.end) }
    }

    fn term(&mut self) -> Result<Term, QueryError> {
        let is_negated = self.peek() == Some('-');
        if is_negated {
            self.bump();
            if self.peek().is_none_or(char::is_whitespace) {
                let span = self.at - 1..self.at;
                return Err(
                    self.error(span, "expected a term right after `-`; to look for a dash, write \"-\"")
                );
            }
        }
        let start = self.at;
        let field = self.field()?;
        let values = self.values(start)?;
        let test = match &field {
            None => Test::Anywhere(values.iter().map(|value| Needle::new(&value.text)).collect()),
            Some(field) => self.test(field, &values)?,
        };
        Ok(Term { is_negated, test })
    }

    /// The name before a colon, if there is one.
    fn field(&mut self) -> Result<Option<String>, QueryError> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let after = &rest[length..];
        // A URI is a word like any other.
        if length == 0 || !after.starts_with(':') || after.starts_with("://") {
            return Ok(None);
        }
        let name = rest[..length].to_lowercase();
        if !FIELDS.contains(&name.as_str()) {
            let meant = nearest(&name, &FIELDS).map(|meant| format!("; did you mean `{meant}`?"));
            let message = format!(
                "`{name}` is no field{}; fields are {}. To look for the text, put it in quotes",
                meant.unwrap_or_default(),
                FIELDS.join(", ")
            );
            return Err(self.error(self.at..self.at + length, message));
        }
        self.at += length + 1;
        Ok(Some(name))
    }

    /// The alternatives up to the next blank.
    fn values(&mut self, start: usize) -> Result<Vec<Value>, QueryError> {
        let mut values = Vec::new();
        loop {
            let value = self.value()?;
            if value.text.is_empty() && !value.is_quoted {
                let so_far = self.text[start..self.at].to_owned();
                let span = start..self.at.max(start);
                return Err(self.error(span, format!("expected a value after `{so_far}`")));
            }
            values.push(value);
            if self.peek() != Some('|') {
                return Ok(values);
            }
            self.bump();
        }
    }

    fn value(&mut self) -> Result<Value, QueryError> {
        let start = self.at;
        let mut value = Value { text: String::new(), span: start..start, is_quoted: false };
        while let Some(letter) = self.peek() {
            match letter {
                '"' => {
                    value.is_quoted = true;
                    self.quoted(&mut value.text)?;
                }
                '|' => break,
                letter if letter.is_whitespace() => break,
                letter => {
                    value.text.push(letter);
                    self.bump();
                }
            }
        }
        value.span = start..self.at;
        Ok(value)
    }

    fn quoted(&mut self, out: &mut String) -> Result<(), QueryError> {
        let start = self.at;
        self.bump();
        while let Some(letter) = self.peek() {
            self.bump();
            match letter {
                '"' => return Ok(()),
                '\\' => {
                    if let Some(escaped) = self.peek() {
                        out.push(escaped);
                        self.bump();
                    }
                }
                letter => out.push(letter),
            }
        }
        Err(self.error(start..self.at, "expected a closing `\"`"))
    }

    fn test(&self, field: &str, values: &[Value]) -> Result<Test, QueryError> {
        Ok(match field {
            "method" => Test::Method(values.iter().map(|value| Glob::new(&value.text)).collect()),
            "target" => Test::Target(values.iter().map(|value| Glob::new(&value.text)).collect()),
            "text" => Test::Text(values.iter().map(|value| Needle::new(&value.text)).collect()),
            "id" => Test::Id(values.iter().map(|value| value.text.clone()).collect()),
            "status" => {
                let words = RowStatus::ALL.map(|status| (status.as_str(), status));
                Test::Status(each(values, |value| self.word(value, &words))?)
            }
            "dir" => {
                let words = [("in", Way::In), ("out", Way::Out)];
                Test::Direction(each(values, |value| self.word(value, &words))?)
            }
            "kind" => {
                let mut words: Vec<(&str, Kind)> =
                    RowKind::ALL.iter().map(|kind| (kind.as_str(), Kind::Row(*kind))).collect();
                words.push(("log", Kind::Log));
                words.push(("notif", Kind::Row(RowKind::Notification)));
                Test::Kind(each(values, |value| self.word(value, &words))?)
            }
            "at" => {
                const WANTED: &str =
                    "a stretch of time since the session opened such as 12.3s..15s, 2m.. or ..500ms";
                let read =
                    |value: &Value| unit::stretch(&value.text).ok_or_else(|| self.wrong(value, WANTED));
                Test::At(each(values, read)?)
            }
            "dur" => {
                const WANTED: &str = "a span of time such as >500ms or <2s";
                Test::Duration(each(values, |value| self.bound(value, Side::AtLeast, unit::time, WANTED))?)
            }
            "size" => {
                const WANTED: &str = "a size such as >10k or <2MB";
                Test::Size(each(values, |value| self.bound(value, Side::AtLeast, unit::size, WANTED))?)
            }
            // Pages say "run" for a call that somebody made.
            "call" | "run" => {
                let read = |value: &Value| {
                    let wrong = || self.wrong(value, "the number of a call");
                    value.text.parse().map_err(|_| wrong())
                };
                Test::Call(each(values, read)?)
            }
            "level" => {
                const WANTED: &str = "a level: debug, info, notice, warning, error, critical, alert or \
                                      emergency, with >= before it for that and worse";
                Test::Level(each(values, |value| self.bound(value, Side::Exactly, level, WANTED))?)
            }
            "code" => {
                const WANTED: &str = "a code such as -32602, 404 or >=400";
                let read = |text: &str| text.parse().ok();
                Test::Code(each(values, |value| self.bound(value, Side::Exactly, read, WANTED))?)
            }
            "pinned" => {
                let words = [("yes", true), ("no", false)];
                Test::Pinned(each(values, |value| self.word(value, &words))?)
            }
            _ => {
                const WANTED: &str = "a number of findings such as >0";
                let read = |text: &str| text.parse().ok();
                Test::Findings(each(values, |value| self.bound(value, Side::Exactly, read, WANTED))?)
            }
        })
    }

    fn word<T: Copy>(&self, value: &Value, words: &[(&str, T)]) -> Result<T, QueryError> {
        let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(&value.text));
        found.map(|(_, meant)| *meant).ok_or_else(|| {
            let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.wrong(value, &format!("one of {}", names.join(", ")))
        })
    }

    fn bound<T>(
        &self,
        value: &Value,
        bare: Side,
        read: impl Fn(&str) -> Option<T>,
        wanted: &str,
    ) -> Result<Bound<T>, QueryError> {
        const SIDES: [Side; 5] = [Side::AtLeast, Side::AtMost, Side::Above, Side::Below, Side::Exactly];
        let found = SIDES.into_iter().find_map(|side| Some((side, value.text.strip_prefix(side.as_str())?)));
        let (side, rest) = found.unwrap_or((bare, &value.text));
        let value = read(rest).ok_or_else(|| self.wrong(value, wanted))?;
        Ok(Bound { side, value })
    }

    fn wrong(&self, value: &Value, wanted: &str) -> QueryError {
        self.error(value.span.clone(), format!("expected {wanted}, not `{}`", value.text))
    }
}

fn level(text: &str) -> Option<LogLevel> {
    serde_json::from_value(text.to_lowercase().into()).ok()
}

fn each<T>(values: &[Value], read: impl Fn(&Value) -> Result<T, QueryError>) -> Result<Vec<T>, QueryError> {
    values.iter().map(read).collect()
}
