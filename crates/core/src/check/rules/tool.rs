//! TOOL: what a server lists as its tools, and what they return.

mod header;
mod listed;
mod outcome;
mod table;

pub(super) use table::RULES;

use super::listing::Listing;
use crate::check::event::{Answer, Event, Family};
use crate::check::schema::Schema;
use crate::check::sink::{Sink, shown};
use crate::check::walk::Context;
use crate::era::Revision;
use serde_json::Value;
use std::collections::HashMap;
use table::{TOOL_01, TOOL_05};

/// How many tools are remembered; what comes after them is not held against its schema.
const MOST_TOOLS: usize = 4096;

/// Remembers the tools, with what they say they return.
#[derive(Default)]
pub(super) struct Tools {
    known: HashMap<(Option<Revision>, String), Known>,
    listing: Listing,
}

/// What is remembered of a tool.
struct Known {
    /// The `outputSchema` as it stands in the list.
    schema: Option<Value>,
    output: Output,
    /// It has an interface, and the model sees what it returns too.
    has_interface: bool,
}

/// What a tool says it returns.
enum Output {
    /// Nothing about it.
    Untold,
    /// Something structured, of which no more is checked than that it is there.
    Told,
    /// What fits this.
    Fits(Box<Schema>),
}

impl Family for Tools {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => *self = Tools::default(),
            Event::Notice(notice) if notice.method == "notifications/tools/list_changed" => {
                *self = Tools::default();
            }
            Event::Answer(answer) if answer.method() == "tools/list" => self.list(answer, context, out),
            Event::Answer(answer) if answer.method() == "tools/call" => {
                self.call(answer, context, out);
            }
            _ => {}
        }
    }
}

impl Tools {
    fn list(&mut self, answer: &Answer<'_>, context: &Context, out: &mut Sink) {
        let place = answer.place;
        let Some(result) = answer.complete().and_then(|result| result.value()) else { return };
        let Some(tools) = result.get("tools").and_then(Value::as_array) else { return };
        if !tools.is_empty() {
            judge_capability(answer, context, out);
        }
        for (at, name) in self.listing.take(answer, "tools", "name") {
            let message = format!("`{}` is listed a second time", shown(&name));
            out.broken(&TOOL_05, place, format!("/result/tools/{at}/name"), message);
        }
        out.kept(&TOOL_05, place);
        for (at, tool) in tools.iter().enumerate() {
            listed::judge(tool, &format!("/result/tools/{at}"), place, out);
            if let Some(name) = tool.get("name").and_then(Value::as_str) {
                self.remember(place.revision, name, tool);
            }
        }
    }

    fn remember(&mut self, revision: Option<Revision>, name: &str, tool: &Value) {
        let key = (revision, name.to_owned());
        if self.known.len() >= MOST_TOOLS && !self.known.contains_key(&key) {
            return;
        }
        let has_interface = listed::has_interface(tool);
        let schema = tool.get("outputSchema");
        // Lists are fetched again and again, and hardly ever differ.
        if let Some(known) = self.known.get_mut(&key).filter(|known| known.schema.as_ref() == schema) {
            known.has_interface = has_interface;
            return;
        }
        let output = match schema {
            None | Some(Value::Null) => Output::Untold,
            Some(schema) => {
                Schema::ready(schema).map_or(Output::Told, |schema| Output::Fits(Box::new(schema)))
            }
        };
        self.known.insert(key, Known { schema: schema.cloned(), output, has_interface });
    }

    fn call(&mut self, answer: &Answer<'_>, context: &Context, out: &mut Sink) {
        let revision = answer.place.revision;
        let name = answer.call.text("name");
        if let Some(name) = &name
            && self.listing.has(revision, name) == Some(false)
        {
            outcome::judge_unknown(answer, name, out);
        }
        let Some(result) = answer.complete().and_then(|result| result.value()) else { return };
        let is_task = result.get("task").is_some() && result.get("content").is_none();
        if is_task {
            return;
        }
        judge_capability(answer, context, out);
        let known = name.and_then(|name| self.known.get(&(revision, name)));
        outcome::judge(answer, result, known, context, out);
    }
}

/// Whether the server said that it has what it just showed.
fn judge_capability(answer: &Answer<'_>, context: &Context, out: &mut Sink) {
    let revision = answer.place.revision;
    if let Some(is_declared) = revision.and_then(|revision| context.server_has(revision, &["tools"])) {
        out.judge(&TOOL_01, answer.place, is_declared, "/result", || {
            format!("`{}` works, and the server did not declare `tools`", answer.method())
        });
    }
}

#[cfg(test)]
mod tests;
