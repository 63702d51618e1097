//! `${NAME}`, `${env:NAME}` and `${NAME:-default}` in the strings of an entry.
//!
//! Values are put in as they are and not searched again, so a variable can hold
//! any text. What does not look like a variable is left as written.

use std::path::PathBuf;

use super::document::below;
use super::entry::url_key;
use super::{Entry, Lookup, TargetError};
use crate::auth::settings::TextMut;
use crate::redact::{is_sensitive_name, redact_url};
use crate::target::{Target, Transport, UnsetVariable, is_http_url};

/// Fills in every variable of a target; those without a value stay and are listed in it.
pub(super) fn fill_in(
    file: &str,
    entry: &Entry,
    mut target: Target,
    lookup: Lookup<'_>,
) -> Result<Target, TargetError> {
    let mut filler = Filler { file, lookup, unset: Vec::new(), lent: Vec::new() };
    let at = |key: &str| below(&entry.field, key);
    match &mut target.transport {
        Transport::Stdio(stdio) => {
            filler.text(&at("command"), &mut stdio.command)?;
            for (index, arg) in stdio.args.iter_mut().enumerate() {
                filler.text(&format!("{}[{index}]", at("args")), arg)?;
            }
            stdio.lent = std::mem::take(&mut filler.lent);
            for (name, value) in &mut stdio.env {
                filler.text(&below(&at("env"), name), value)?;
            }
            filler.path(&at("cwd"), stdio.cwd.as_mut())?;
        }
        Transport::Http(http) => {
            let url = at(url_key(&entry.fields));
            filler.text(&url, &mut http.url)?;
            for (name, value) in &mut http.headers {
                filler.text(&below(&at("headers"), name), value)?;
            }
            filler.path(&at("caFile"), http.ca_file.as_mut())?;
            for (name, text) in http.oauth.texts_mut() {
                match text {
                    TextMut::Text(text) => filler.text(&below(&at("oauth"), name), text)?,
                    TextMut::Path(path) => filler.path(&below(&at("oauth"), name), Some(path))?,
                }
            }
            // With a variable still open, the URL cannot be judged yet.
            if filler.unset.is_empty() && !is_http_url(&http.url) {
                return Err(TargetError::BadUrl {
                    file: file.to_owned(),
                    field: url,
                    url: redact_url(&http.url).into_owned(),
                });
            }
        }
    }
    target.unset = filler.unset;
    Ok(target)
}

struct Filler<'a> {
    file: &'a str,
    lookup: Lookup<'a>,
    unset: Vec<UnsetVariable>,
    /// Values of variables whose names tell that they are secret.
    lent: Vec<String>,
}

impl Filler<'_> {
    fn path(&mut self, field: &str, path: Option<&mut PathBuf>) -> Result<(), TargetError> {
        let Some(path) = path else { return Ok(()) };
        // It was read from JSON, so it is text.
        let mut text = path.to_string_lossy().into_owned();
        self.text(field, &mut text)?;
        *path = PathBuf::from(text);
        Ok(())
    }

    fn text(&mut self, field: &str, text: &mut String) -> Result<(), TargetError> {
        if !text.contains("${") {
            return Ok(());
        }
        let mut filled = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(start) = rest.find("${") {
            let Some(length) = rest[start..].find('}') else {
                break;
            };
            let end = start + length + 1;
            filled.push_str(&rest[..start]);
            match self.value(field, &rest[start + 2..end - 1])? {
                Some(value) => filled.push_str(&value),
                None => filled.push_str(&rest[start..end]),
            }
            rest = &rest[end..];
        }
        filled.push_str(rest);
        *text = filled;
        Ok(())
    }

    /// The value of what stands between the braces; `None` leaves it as written.
    fn value(&mut self, field: &str, inside: &str) -> Result<Option<String>, TargetError> {
        if let Some(input) = inside.strip_prefix("input:") {
            return Err(TargetError::InputVariable {
                file: self.file.to_owned(),
                field: field.to_owned(),
                input: input.to_owned(),
            });
        }
        let inside = inside.strip_prefix("env:").unwrap_or(inside);
        let (name, default) = match inside.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inside, None),
        };
        if !is_variable_name(name) {
            return Ok(None);
        }
        let value = (self.lookup)(name);
        self.lent.extend(value.clone().filter(|_| is_sensitive_name(name)));
        if let Some(default) = default {
            // As in a shell, `:-` also covers a variable that is set to nothing.
            let value = value.filter(|value| !value.is_empty());
            return Ok(Some(value.unwrap_or_else(|| default.to_owned())));
        }
        if value.is_none() {
            self.unset.push(UnsetVariable { field: field.to_owned(), variable: name.to_owned() });
        }
        Ok(value)
    }
}

/// Wider than a shell's names: Windows has `ProgramFiles(x86)`, and editors have
/// `config:section.key`, which is better reported as unset than passed on as it is.
fn is_variable_name(name: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '-' | '(' | ')');
    !name.is_empty() && name.chars().all(fits)
}
