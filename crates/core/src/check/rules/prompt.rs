//! PRM: what a server lists as its prompts, and what they say.

mod table;

pub(super) use table::RULES;

use super::listing::Listing;
use crate::check::event::{Answer, Event, Family, Place};
use crate::check::shape::{self, What};
use crate::check::sink::{Sink, shown};
use crate::check::walk::Context;
use crate::era::Revision;
use serde_json::Value;
use std::collections::HashMap;
use table::{PRM_01, PRM_02, PRM_03};

/// How many prompts are remembered.
const MOST_PROMPTS: usize = 4096;

/// Remembers which prompts there are, and what they cannot do without.
#[derive(Default)]
pub(super) struct Prompts {
    listing: Listing,
    required: HashMap<(Option<Revision>, String), Vec<String>>,
}

impl Family for Prompts {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => *self = Prompts::default(),
            Event::Notice(notice) if notice.method == "notifications/prompts/list_changed" => {
                *self = Prompts::default();
            }
            Event::Answer(answer) if answer.method() == "prompts/list" => self.list(answer, context, out),
            Event::Answer(answer) if answer.method() == "prompts/get" => {
                self.judge_refusal(answer, out);
                judge_messages(answer, context, out);
            }
            _ => {}
        }
    }
}

impl Prompts {
    fn list(&mut self, answer: &Answer<'_>, context: &Context, out: &mut Sink) {
        self.listing.take(answer, "prompts", "name");
        let Some(result) = answer.complete().and_then(|result| result.value()) else { return };
        let Some(prompts) = result.get("prompts").and_then(Value::as_array) else { return };
        if !prompts.is_empty() {
            judge_capability(answer, context, out);
        }
        for prompt in prompts {
            let Some(name) = prompt.get("name").and_then(Value::as_str) else { continue };
            let arguments = prompt.get("arguments").and_then(Value::as_array).into_iter().flatten();
            let required = arguments
                .filter(|argument| argument.get("required") == Some(&Value::Bool(true)))
                .filter_map(|argument| argument.get("name")?.as_str().map(str::to_owned))
                .collect();
            if self.required.len() < MOST_PROMPTS {
                self.required.insert((answer.place.revision, name.to_owned()), required);
            }
        }
    }

    /// Judges the code with which a prompt that does not exist, or an argument that is missing, is refused.
    fn judge_refusal(&self, answer: &Answer<'_>, out: &mut Sink) {
        let (Some(error), Some(name)) = (answer.error(), answer.call.text("name")) else { return };
        let revision = answer.place.revision;
        let is_unknown = self.listing.has(revision, &name) == Some(false);
        let arguments = answer.call.param("arguments");
        let has_argument = |argument: &String| {
            arguments.as_ref().is_some_and(|arguments| arguments.member(argument).is_some())
        };
        let required = self.required.get(&(revision, name.clone()));
        let lacks_one = required.is_some_and(|required| !required.iter().all(has_argument));
        if !is_unknown && !lacks_one {
            return;
        }
        let why = if is_unknown { "the prompt does not exist" } else { "an argument is missing" };
        out.judge(&PRM_03, answer.place, error.code == Some(-32602), "/error/code", || {
            let code = error.code.map_or_else(|| "missing".to_owned(), |code| code.to_string());
            format!("{why}, and the code is {code} instead of -32602")
        });
    }
}

fn judge_capability(answer: &Answer<'_>, context: &Context, out: &mut Sink) {
    let revision = answer.place.revision;
    if let Some(is_declared) = revision.and_then(|revision| context.server_has(revision, &["prompts"])) {
        out.judge(&PRM_01, answer.place, is_declared, "/result", || {
            format!("`{}` works, and the server did not declare `prompts`", answer.method())
        });
    }
}

fn judge_messages(answer: &Answer<'_>, context: &Context, out: &mut Sink) {
    let Some(body) = answer.complete() else { return };
    let Some(result) = body.value() else { return };
    let Some(messages) = result.get("messages").and_then(Value::as_array) else { return };
    judge_capability(answer, context, out);
    let Some(revision) = answer.place.revision else { return };
    let faults = shape::faults(revision, What::Result("prompts/get"), body.raw());
    let mut faults = faults.into_iter().filter(|fault| fault.pointer.starts_with("/messages/")).peekable();
    if faults.peek().is_none() {
        out.kept(&PRM_02, answer.place);
    }
    for fault in faults {
        let message = format!("expected {}, found {}", fault.expected, fault.found);
        out.broken(&PRM_02, answer.place, format!("/result{}", fault.pointer), message);
    }
    for (at, message) in messages.iter().enumerate() {
        if let Some(resource) = message.pointer("/content/resource") {
            judge_resource(resource, &format!("/result/messages/{at}/content/resource"), answer.place, out);
        }
    }
}

fn judge_resource(resource: &Value, at: &str, place: &Place, out: &mut Sink) {
    let has_type = resource.get("mimeType").is_some_and(Value::is_string);
    out.judge(&PRM_02, place, has_type, format!("{at}/mimeType"), || {
        let uri = resource.get("uri").and_then(Value::as_str).unwrap_or_default();
        format!("`{}` has no `mimeType`", shown(uri))
    });
}

#[cfg(test)]
mod tests;
