//! RES: what a server lists as its resources, and what is in them.

mod table;

pub(super) use table::RULES;

use super::listing::Listing;
use crate::check::event::{Answer, Event, Family, Notice, Place};
use crate::check::grammar::{is_base64, is_iso_8601, is_uri, is_uri_template};
use crate::check::rule::R5;
use crate::check::sink::{Sink, shown};
use crate::check::walk::Context;
use crate::message::RpcError;
use serde_json::Value;
use std::collections::HashSet;
use table::{RES_01, RES_02, RES_03, RES_04, RES_05, RES_07, RES_08};

/// How many subscriptions are remembered; past that, nothing is said about any.
const MOST_SUBSCRIBED: usize = 4096;

/// Remembers what was listed and what was subscribed to.
#[derive(Default)]
pub(super) struct Resources {
    listed: Listing,
    templates: Listing,
    subscribed: HashSet<String>,
}

impl Family for Resources {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => *self = Resources::default(),
            // Once subscribed, always: the notification may have been on its way when we let go.
            Event::Called(call) if call.method == "resources/subscribe" => {
                self.subscribed.extend(call.text("uri").filter(|_| self.subscribed.len() < MOST_SUBSCRIBED));
            }
            Event::Notice(notice) => match notice.method.as_str() {
                "notifications/resources/list_changed" => {
                    self.listed.forget();
                    self.templates.forget();
                }
                "notifications/resources/updated" => self.judge_update(notice, context, out),
                _ => {}
            },
            Event::Answer(answer) => self.answer(answer, context, out),
            _ => {}
        }
    }
}

impl Resources {
    fn answer(&mut self, answer: &Answer<'_>, context: &Context, out: &mut Sink) {
        match answer.method() {
            "resources/list" => {
                self.listed.take(answer, "resources", "uri");
                judge_list(answer, "resources", context, out);
            }
            "resources/templates/list" => {
                self.templates.take(answer, "resourceTemplates", "uriTemplate");
                judge_list(answer, "resourceTemplates", context, out);
            }
            "resources/read" => match answer.error() {
                Some(error) => judge_missing(answer.place, error, out),
                None => self.judge_read(answer, context, out),
            },
            "tools/call" | "prompts/get" => judge_blocks(answer, out),
            _ => {}
        }
    }

    fn judge_update(&self, notice: &Notice, context: &Context, out: &mut Sink) {
        let Some(uri) = notice.text("uri") else { return };
        if !context.is_whole || self.subscribed.len() >= MOST_SUBSCRIBED {
            return;
        }
        let is_wanted = self.subscribed.iter().any(|wanted| uri.starts_with(wanted.as_str()));
        out.judge(&RES_07, &notice.place, is_wanted, "/params/uri", || {
            format!("nobody subscribed to `{}`", shown(&uri))
        });
    }

    fn judge_read(&self, answer: &Answer<'_>, context: &Context, out: &mut Sink) {
        let place = answer.place;
        let Some(result) = answer.complete().and_then(|result| result.value()) else { return };
        let Some(contents) = result.get("contents").and_then(Value::as_array) else { return };
        judge_capability(answer, context, out);
        for (at, content) in contents.iter().enumerate() {
            judge_content(content, &format!("/result/contents/{at}"), place, out);
        }
        if !contents.is_empty() {
            out.kept(&RES_05, place);
        } else if let Some(uri) = answer.call.text("uri")
            && self.cannot_exist(place, &uri)
        {
            let message = format!("`{}` is not there, which is told as empty `contents`", shown(&uri));
            out.broken(&RES_05, place, "/result/contents", message);
        }
    }

    /// Whether all resources are known, and this is none of them, nor below one, nor from a template.
    fn cannot_exist(&self, place: &Place, uri: &str) -> bool {
        let has_no_templates = self.templates.names(place.revision).is_some_and(HashSet::is_empty);
        let listed = self.listed.names(place.revision);
        has_no_templates
            && listed.is_some_and(|listed| !listed.iter().any(|known| uri.starts_with(known.as_str())))
    }
}

fn judge_capability(answer: &Answer<'_>, context: &Context, out: &mut Sink) {
    let revision = answer.place.revision;
    if let Some(is_declared) = revision.and_then(|revision| context.server_has(revision, &["resources"])) {
        out.judge(&RES_01, answer.place, is_declared, "/result", || {
            format!("`{}` works, and the server did not declare `resources`", answer.method())
        });
    }
}

fn judge_list(answer: &Answer<'_>, member: &str, context: &Context, out: &mut Sink) {
    let place = answer.place;
    let Some(result) = answer.complete().and_then(|result| result.value()) else { return };
    let Some(items) = result.get(member).and_then(Value::as_array) else { return };
    if !items.is_empty() {
        judge_capability(answer, context, out);
    }
    for (at, item) in items.iter().enumerate() {
        let at = format!("/result/{member}/{at}");
        let (key, is_good): (&str, fn(&str) -> bool) = match member {
            "resources" => ("uri", is_uri),
            _ => ("uriTemplate", is_uri_template),
        };
        let text = item.get(key).and_then(Value::as_str);
        out.judge(&RES_02, place, text.is_some_and(is_good), format!("{at}/{key}"), || match text {
            Some(text) => format!("`{}` is not what a `{key}` has to be", shown(text)),
            None => format!("`{key}` is missing"),
        });
        let has_name = item.get("name").is_some_and(Value::is_string);
        out.judge(&RES_02, place, has_name, format!("{at}/name"), || "`name` is missing".into());
        judge_annotations(item, &at, place, out);
    }
}

fn judge_content(content: &Value, at: &str, place: &Place, out: &mut Sink) {
    let has_uri = content.get("uri").is_some_and(Value::is_string);
    out.judge(&RES_03, place, has_uri, format!("{at}/uri"), || "`uri` is missing".into());
    let blob = content.get("blob").and_then(Value::as_str);
    let has_text = content.get("text").is_some_and(Value::is_string);
    out.judge(&RES_03, place, has_text || blob.is_some(), at, || "there is neither `text` nor `blob`".into());
    if let Some(blob) = blob {
        out.judge(&RES_03, place, is_base64(blob), format!("{at}/blob"), || {
            format!("`{}` is not base64", shown(blob))
        });
    }
}

/// Judges a refusal that says itself that the resource is not there.
fn judge_missing(place: &Place, error: &RpcError, out: &mut Sink) {
    let message = error.message.to_lowercase();
    let is_missing = message.contains("resource")
        && ["not found", "unknown resource", "does not exist"]
            .into_iter()
            .any(|words| message.contains(words));
    let Some(code) = error.code.filter(|code| is_missing && *code != -32601) else { return };
    let Some(revision) = place.revision else { return };
    let expected = if revision >= R5 { -32602 } else { -32002 };
    out.judge(&RES_04, place, code == expected, "/error/code", || {
        format!("the code is {code}; for a resource that is not there it is {expected}")
    });
}

fn judge_blocks(answer: &Answer<'_>, out: &mut Sink) {
    let Some(result) = answer.complete().and_then(|result| result.value()) else { return };
    let blocks = result.get("content").and_then(Value::as_array).into_iter().flatten();
    for (at, block) in blocks.enumerate() {
        judge_annotations(block, &format!("/result/content/{at}"), answer.place, out);
    }
    let messages = result.get("messages").and_then(Value::as_array).into_iter().flatten();
    for (at, message) in messages.enumerate() {
        if let Some(block) = message.get("content") {
            judge_annotations(block, &format!("/result/messages/{at}/content"), answer.place, out);
        }
    }
}

fn judge_annotations(thing: &Value, at: &str, place: &Place, out: &mut Sink) {
    let Some(annotations) = thing.get("annotations") else { return };
    let at = format!("{at}/annotations");
    if let Some(audience) = annotations.get("audience") {
        let is_role = |role: &Value| matches!(role.as_str(), Some("user" | "assistant"));
        let are_roles = audience.as_array().is_some_and(|roles| roles.iter().all(is_role));
        out.judge(&RES_08, place, are_roles, format!("{at}/audience"), || {
            format!("`audience` is `{}`", shown(&audience.to_string()))
        });
    }
    if let Some(priority) = annotations.get("priority") {
        let is_fraction = priority.as_f64().is_some_and(|priority| (0.0..=1.0).contains(&priority));
        out.judge(&RES_08, place, is_fraction, format!("{at}/priority"), || {
            format!("`priority` is `{}`", shown(&priority.to_string()))
        });
    }
    if let Some(modified) = annotations.get("lastModified") {
        out.judge(
            &RES_08,
            place,
            modified.as_str().is_some_and(is_iso_8601),
            format!("{at}/lastModified"),
            || format!("`lastModified` is `{}`", shown(&modified.to_string())),
        );
    }
}

#[cfg(test)]
mod tests;
