//! Judges what a tool returned.

use super::table::{TOOL_06, TOOL_07, TOOL_08, TOOL_09, TOOL_10, TOOL_11, TOOL_20, UI_02};
use super::{Known, Output};
use crate::check::event::Answer;
use crate::check::grammar::is_base64;
use crate::check::rule::{R2, R3};
use crate::check::sink::{Sink, shown};
use crate::check::walk::Context;
use crate::era::Revision;
use serde_json::Value;

/// Judges `result`, of the tool that is `known` perhaps.
pub(super) fn judge(
    answer: &Answer<'_>,
    result: &Value,
    known: Option<&Known>,
    context: &Context,
    out: &mut Sink,
) {
    let place = answer.place;
    let Some(blocks) = judge_types(answer, result, out) else { return };
    for (at, block) in blocks.iter().enumerate() {
        let kind = block.get("type").and_then(Value::as_str);
        if matches!(kind, Some("image" | "audio")) {
            judge_media(answer, block, at, out);
        }
        let has_resources = place.revision.and_then(|revision| context.server_has(revision, &["resources"]));
        if kind == Some("resource")
            && let Some(has_resources) = has_resources
        {
            out.judge(&TOOL_20, place, has_resources, format!("/result/content/{at}"), || {
                "a resource is embedded, and the server did not declare `resources`".into()
            });
        }
    }
    let is_error = result.get("isError") == Some(&Value::Bool(true));
    let structured = result.get("structuredContent");
    if let Some(structured) = structured {
        out.judge(&TOOL_07, place, structured.is_object(), "/result/structuredContent", || {
            format!("`structuredContent` is `{}`", shown(&structured.to_string()))
        });
    }
    if is_error {
        return;
    }
    if let Some(known) = known {
        judge_output(answer, structured, &known.output, out);
        if known.has_interface {
            out.judge(&UI_02, place, !blocks.is_empty(), "/result/content", || {
                "the tool has an interface, and nothing for clients without one".into()
            });
        }
    }
    if let Some(structured) = structured {
        judge_text(answer, structured, blocks, out);
    }
}

fn judge_types<'a>(answer: &Answer<'_>, result: &'a Value, out: &mut Sink) -> Option<&'a Vec<Value>> {
    let place = answer.place;
    let blocks = result.get("content").and_then(Value::as_array);
    out.judge(&TOOL_09, place, blocks.is_some(), "/result/content", || "`content` is not an array".into());
    let blocks = blocks?;
    for (at, block) in blocks.iter().enumerate() {
        let kind = block.get("type").and_then(Value::as_str);
        // Without a revision, what any of them knows is good.
        let revision = place.revision.unwrap_or(Revision::R2026_07_28);
        let is_known = match kind {
            Some("text" | "image" | "resource") => true,
            Some("audio") => revision >= R2,
            Some("resource_link") => revision >= R3,
            _ => false,
        };
        out.judge(&TOOL_09, place, is_known, format!("/result/content/{at}/type"), || match kind {
            Some(kind) => format!("{revision} knows no content of the type `{}`", shown(kind)),
            None => "the content has no type".into(),
        });
    }
    Some(blocks)
}

fn judge_media(answer: &Answer<'_>, block: &Value, at: usize, out: &mut Sink) {
    let data = block.get("data").and_then(Value::as_str);
    out.judge(
        &TOOL_10,
        answer.place,
        data.is_some_and(is_base64),
        format!("/result/content/{at}/data"),
        || match data {
            Some(data) => format!("`{}` is not base64", shown(data)),
            None => "`data` is missing".into(),
        },
    );
    let has_type = block.get("mimeType").is_some_and(Value::is_string);
    out.judge(&TOOL_10, answer.place, has_type, format!("/result/content/{at}/mimeType"), || {
        "`mimeType` is missing".into()
    });
}

fn judge_output(answer: &Answer<'_>, structured: Option<&Value>, output: &Output, out: &mut Sink) {
    let place = answer.place;
    let pointer = "/result/structuredContent";
    match (output, structured) {
        (Output::Untold, _) | (Output::Told, Some(_)) => {}
        (Output::Told | Output::Fits(_), None) => {
            out.broken(
                &TOOL_06,
                place,
                "/result",
                "the tool has an `outputSchema`, and returned no `structuredContent`",
            );
        }
        (Output::Fits(schema), Some(structured)) => match schema.faults(structured) {
            None => {}
            Some(faults) if faults.is_empty() => out.kept(&TOOL_06, place),
            Some(faults) => {
                for fault in faults {
                    out.broken(&TOOL_06, place, format!("{pointer}{}", fault.pointer), fault.message);
                }
            }
        },
    }
}

/// Whether clients that know only text get the structured content too. What looks like it, in the
/// forms that SDKs give it, is enough; text that is other JSON is not judged.
fn judge_text(answer: &Answer<'_>, structured: &Value, blocks: &[Value], out: &mut Sink) {
    let of_type = |block: &&Value| block.get("type").is_some_and(|kind| kind == "text");
    let texts: Vec<&str> =
        blocks.iter().filter(of_type).filter_map(|block| block.get("text").and_then(Value::as_str)).collect();
    let jsons: Vec<Option<Value>> = texts.iter().map(|text| serde_json::from_str(text).ok()).collect();
    // What is no object is often wrapped into one with a single member.
    let unwrapped = match structured {
        Value::Object(members) if members.len() == 1 => members.values().next().unwrap_or(structured),
        _ => structured,
    };
    let says = |text: &str, json: &Option<Value>, value: &Value| {
        json.as_ref() == Some(value) || value.as_str() == Some(text)
    };
    let mut pairs = texts.iter().zip(&jsons);
    let is_one =
        pairs.clone().any(|(text, json)| says(text, json, structured) || says(text, json, unwrapped));
    let is_many = unwrapped.as_array().is_some_and(|items| {
        !items.is_empty()
            && items.len() == texts.len()
            && items.iter().all(|item| pairs.next().is_some_and(|(text, json)| says(text, json, item)))
    });
    let is_empty_list = unwrapped.as_array().is_some_and(Vec::is_empty);
    if is_one || is_many {
        out.kept(&TOOL_08, answer.place);
    } else if !is_empty_list && jsons.iter().all(Option::is_none) {
        let message = "no text block has the structured content as JSON";
        out.broken(&TOOL_08, answer.place, "/result/content", message);
    }
}

/// Judges the answer to a call of a tool that is not in the list.
pub(super) fn judge_unknown(answer: &Answer<'_>, name: &str, out: &mut Sink) {
    if answer.error().is_some() {
        return out.kept(&TOOL_11, answer.place);
    }
    let Some(result) = answer.complete().and_then(|result| result.value()) else { return };
    if result.get("isError") != Some(&Value::Bool(true)) {
        return;
    }
    // A tool that is not listed may exist all the same, and report an error of its own.
    let text = result.to_string().to_lowercase();
    let says_unknown = ["unknown tool", "no such tool", "tool not found", "not found"]
        .into_iter()
        .any(|words| text.contains(words));
    if says_unknown && text.contains(&name.to_lowercase()) {
        let message = format!("`{}` does not exist, which is told as a result of the tool", shown(name));
        out.broken(&TOOL_11, answer.place, "/result/isError", message);
    }
}
