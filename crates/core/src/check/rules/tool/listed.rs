//! Judges one tool of a listing.

use super::header;
use super::table::{TOOL_02, TOOL_03, TOOL_04, TOOL_07, TOOL_19, TOOL_21, UI_02};
use crate::check::event::Place;
use crate::check::grammar;
use crate::check::schema::{outside_references, schema_faults};
use crate::check::sink::{Sink, shown};
use serde_json::Value;

/// Judges `tool`, which stands at `at`.
pub(super) fn judge(tool: &Value, at: &str, place: &Place, out: &mut Sink) {
    let name = tool.get("name").and_then(Value::as_str);
    out.judge(&TOOL_02, place, name.is_some(), format!("{at}/name"), || "the tool has no name".into());
    let who = shown(name.unwrap_or("a tool without name"));
    if let Some(name) = name {
        out.judge(&TOOL_04, place, grammar::is_tool_name(name), format!("{at}/name"), || {
            let odd = name.chars().find(|c| !c.is_ascii_alphanumeric() && !"_-.".contains(*c));
            match odd {
                Some(odd) => format!("the name `{who}` has the character {odd:?}"),
                None => format!("the name `{who}` has {} characters", name.chars().count()),
            }
        });
    }
    let input = tool.get("inputSchema");
    let is_object = input.and_then(|schema| schema.get("type")).is_some_and(|kind| kind == "object");
    out.judge(&TOOL_02, place, is_object, format!("{at}/inputSchema"), || match input {
        None => format!("`{who}` has no `inputSchema`"),
        Some(_) => format!("the `inputSchema` of `{who}` does not have the type `object`"),
    });
    if let Some(output) = tool.get("outputSchema") {
        let is_object = output.get("type").is_some_and(|kind| kind == "object");
        out.judge(&TOOL_07, place, is_object, format!("{at}/outputSchema/type"), || {
            format!("the `outputSchema` of `{who}` does not have the type `object`")
        });
    }
    for member in ["inputSchema", "outputSchema"] {
        if let Some(schema) = tool.get(member).filter(|schema| schema.is_object()) {
            judge_schema(schema, &format!("{at}/{member}"), &who, place, out);
        }
    }
    if let Some(input) = input {
        header::judge(input, &format!("{at}/inputSchema"), place, out);
    }
    judge_rest(tool, at, &who, place, out);
}

fn judge_schema(schema: &Value, at: &str, who: &str, place: &Place, out: &mut Sink) {
    let faults = schema_faults(schema);
    out.kept(&TOOL_03, place);
    for fault in faults {
        let message = format!("a schema of `{who}` is not valid: {}", shown(&fault.message));
        out.broken(&TOOL_03, place, format!("{at}{}", fault.pointer), message);
    }
    for reference in
        outside_references(schema).into_iter().filter(|reference| reference.message.contains("://"))
    {
        let message = format!("a schema of `{who}` refers to `{}`", shown(&reference.message));
        out.broken(&TOOL_21, place, format!("{at}{}", reference.pointer), message);
    }
    out.kept(&TOOL_21, place);
}

fn judge_rest(tool: &Value, at: &str, who: &str, place: &Place, out: &mut Sink) {
    if let Some(support) = tool.pointer("/execution/taskSupport") {
        let is_known = matches!(support.as_str(), Some("forbidden" | "optional" | "required"));
        out.judge(&TOOL_19, place, is_known, format!("{at}/execution/taskSupport"), || {
            format!("the `taskSupport` of `{who}` is `{}`", shown(&support.to_string()))
        });
    }
    for (icon_at, icon) in tool.get("icons").and_then(Value::as_array).into_iter().flatten().enumerate() {
        if let Some(source) = icon.get("src").and_then(Value::as_str) {
            let is_safe = source.starts_with("https:") || source.starts_with("data:");
            out.judge(&TOOL_21, place, is_safe, format!("{at}/icons/{icon_at}/src"), || {
                format!("an icon of `{who}` comes from `{}`", shown(source))
            });
        }
    }
    if let Some(visibility) = tool.pointer("/_meta/ui/visibility") {
        let is_known = |who: &Value| matches!(who.as_str(), Some("model" | "app"));
        let are_known = visibility.as_array().is_some_and(|list| list.iter().all(is_known));
        out.judge(&UI_02, place, are_known, format!("{at}/_meta/ui/visibility"), || {
            format!("the visibility of `{who}` is `{}`", shown(&visibility.to_string()))
        });
    }
}

/// Whether the tool has an interface and is for the model too.
pub(super) fn has_interface(tool: &Value) -> bool {
    let Some(interface) =
        tool.pointer("/_meta/ui").filter(|interface| interface.get("resourceUri").is_some())
    else {
        return false;
    };
    match interface.get("visibility").and_then(Value::as_array) {
        Some(visibility) => visibility.iter().any(|who| who == "model"),
        None => true,
    }
}
