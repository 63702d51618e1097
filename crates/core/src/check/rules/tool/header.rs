//! Judges `x-mcp-header`, with which a tool has arguments sent as headers too.

use super::table::{TOOL_14, TOOL_15, TOOL_16, TOOL_17, TOOL_18};
use crate::check::event::Place;
use crate::check::grammar::is_token;
use crate::check::rules::secrecy::is_secret;
use crate::check::schema::for_each_inside;
use crate::check::sink::{Sink, shown};
use crate::doc::name_of;
use serde_json::Value;

const ANNOTATION: &str = "x-mcp-header";
/// Schemas that nest deeper are not followed further.
const DEEPEST: usize = 40;
/// More annotations of one tool are not judged.
const MOST: usize = 200;

/// An annotation, and where it stands.
struct Annotated<'a> {
    /// The place of the annotated schema inside the tool's.
    at: String,
    /// The name of the property, when there is one.
    name: String,
    schema: &'a Value,
    /// It is reached through `properties` only.
    is_plain: bool,
}

/// Judges the annotations in `schema`, which stands at `at`.
pub(super) fn judge(schema: &Value, at: &str, place: &Place, out: &mut Sink) {
    let mut found = Vec::new();
    collect(schema, "", true, 0, &mut found);
    let mut seen: Vec<String> = Vec::new();
    for Annotated { at: inside, name, schema, is_plain } in found {
        let pointer = format!("{at}{inside}/{ANNOTATION}");
        let value = &schema[ANNOTATION];
        let header = value.as_str().unwrap_or_default();
        out.judge(&TOOL_14, place, is_token(header), pointer.as_str(), || {
            format!("`{}` cannot stand in the name of a header", shown(&value.to_string()))
        });
        out.judge(&TOOL_17, place, is_plain, pointer.as_str(), || {
            format!("`{}` is not on a property of the arguments, or of an object in them", shown(header))
        });
        if let Some(kind) = schema.get("type").and_then(Value::as_str) {
            let is_simple = matches!(kind, "string" | "integer" | "boolean");
            out.judge(&TOOL_16, place, is_simple, pointer.as_str(), || {
                format!("`{}` is on a property of type `{}`", shown(header), shown(kind))
            });
        }
        out.judge(&TOOL_18, place, !is_secret(header) && !is_secret(&name), pointer.as_str(), || {
            format!("`{}` looks like a secret, and headers are often logged", shown(&name))
        });
        if !header.is_empty() {
            let lower = header.to_ascii_lowercase();
            out.judge(&TOOL_15, place, !seen.contains(&lower), pointer.as_str(), || {
                format!("`{}` is there a second time", shown(header))
            });
            seen.push(lower);
        }
    }
}

fn collect<'a>(schema: &'a Value, at: &str, is_plain: bool, depth: usize, found: &mut Vec<Annotated<'a>>) {
    if depth > DEEPEST || found.len() >= MOST {
        return;
    }
    for_each_inside(schema, |inside, _, schema| {
        let is_plain = is_plain && inside.starts_with("/properties/");
        let at = format!("{at}{inside}");
        if schema.get(ANNOTATION).is_some() && found.len() < MOST {
            let name = name_of(inside.rsplit('/').next().unwrap_or_default());
            found.push(Annotated { at: at.clone(), name, schema, is_plain });
        }
        collect(schema, &at, is_plain, depth + 1, found);
    });
}
