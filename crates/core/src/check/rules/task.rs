//! TSK4 and TSKX: tasks of 2025-11-25, and of the extension that came after them.

mod table;

pub(super) use table::RULES;

use crate::check::event::{Answer, Body, Event, Family};
use crate::check::rule::{R4, R5};
use crate::check::shape::{self, ShapeFault, What};
use crate::check::sink::{Sink, shown, shown_member};
use crate::check::walk::Context;
use crate::method::has_capability;
use crate::raw::Raw;
use crate::stamp::Seq;
use std::collections::HashMap;
use table::{TSK4_01, TSK4_02, TSK4_03, TSKX_01, TSKX_02, TSKX_04, TSKX_05};

/// The name of the extension among the capabilities.
const EXTENSION: &str = "io.modelcontextprotocol/tasks";
/// The member of `_meta` that names the task a message belongs to.
const RELATED: &str = "io.modelcontextprotocol/related-task";
/// How many tasks that have ended are remembered.
const MOST_TASKS: usize = 4096;

/// Remembers how tasks ended, and when we knew.
#[derive(Default)]
pub(super) struct Tasks {
    ended: HashMap<String, (String, Seq)>,
}

impl Family for Tasks {
    fn see(&mut self, event: &Event<'_>, _: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => *self = Tasks::default(),
            Event::Answer(answer) => {
                let Some(result) = answer.result().filter(|result| result.raw().is_object()) else { return };
                match answer.place.revision {
                    Some(R4) => self.judge_2025(answer, result, out),
                    Some(R5) => self.judge_extension(answer, result, out),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

impl Tasks {
    fn judge_2025(&mut self, answer: &Answer<'_>, result: &Body, out: &mut Sink) {
        let place = answer.place;
        match answer.method() {
            "tools/call" if result.member("content").is_none() => {
                let Some(task) = result.member("task") else { return };
                let found = shape::faults(R4, What::Result("tools/call"), result.raw());
                report(answer, &TSK4_01, found, |pointer| pointer.starts_with("/task"), out);
                if let Some(status) = task.text_member("status") {
                    out.judge(&TSK4_01, place, status == "working", "/result/task/status", || {
                        format!("the status of a new task is `{}`", shown(&status))
                    });
                }
            }
            "tasks/get" | "tasks/cancel" => self.judge_end(answer, result.raw(), "/result", out),
            "tasks/list" => {
                let tasks = result.member("tasks").and_then(|tasks| tasks.elements()).unwrap_or_default();
                for (at, task) in tasks.iter().enumerate().take(MOST_TASKS) {
                    self.judge_end(answer, task, &format!("/result/tasks/{at}"), out);
                }
            }
            "tasks/result" => {
                let wanted = answer.call.text("taskId");
                let named = result
                    .member("_meta")
                    .and_then(|meta| meta.member(RELATED))
                    .and_then(|related| related.member("taskId"));
                let is_named = named.as_ref().and_then(|named| named.read::<String>().ok()) == wanted;
                out.judge(&TSK4_03, place, is_named, "/result/_meta", || {
                    format!("the task in `{RELATED}` is {}", shown_member(named.as_ref()))
                });
            }
            _ => {}
        }
    }

    fn judge_extension(&mut self, answer: &Answer<'_>, result: &Body, out: &mut Sink) {
        let place = answer.place;
        let method = answer.method();
        if matches!(method, "tasks/get" | "tasks/update" | "tasks/cancel") {
            let found = shape::faults(R5, What::Result(method), result.raw());
            let is_promised = |pointer: &str| {
                ["/resultType", "/inputRequests", "/result", "/error"]
                    .into_iter()
                    .any(|at| pointer.starts_with(at))
            };
            report(answer, &TSKX_04, found, is_promised, out);
            if method == "tasks/get" {
                self.judge_end(answer, result.raw(), "/result", out);
                let is_failed = result.text("status").as_deref() == Some("failed");
                let inner = result.member("result");
                let is_tool_error =
                    inner.and_then(|inner| inner.member("isError")).is_some_and(|is| is.as_str() == "true");
                if is_failed && is_tool_error {
                    let message = "the tool reported an error, which makes a task completed, not failed";
                    out.broken(&TSKX_05, place, "/result/status", message);
                }
            }
            return;
        }
        if result.text("resultType").as_deref() != Some("task") {
            return;
        }
        out.judge(&TSKX_01, place, method == "tools/call", "/result/resultType", || {
            format!("`{}` gave a task", shown(method))
        });
        if let Some(client) = &answer.call.client {
            let is_declared = has_capability(client, &["extensions", EXTENSION]);
            out.judge(&TSKX_01, place, is_declared, "/result/resultType", || {
                "the request did not declare the extension".into()
            });
        }
        if method == "tools/call" {
            let found = shape::faults(R5, What::Result(method), result.raw());
            report(answer, &TSKX_02, found, |pointer| !pointer.starts_with("/_meta"), out);
        }
    }

    /// Judges whether a task that had ended before we asked is still as it ended.
    fn judge_end(&mut self, answer: &Answer<'_>, task: &Raw, at: &str, out: &mut Sink) {
        let (Some(id), Some(status)) = (task.text_member("taskId"), task.text_member("status")) else {
            return;
        };
        let rule = if answer.place.revision == Some(R4) { &TSK4_02 } else { &TSKX_05 };
        match self.ended.get(&id) {
            // What crossed the news on its way may still tell the old status.
            Some((ended, known)) if *known < answer.call.seq => {
                out.judge(rule, answer.place, *ended == status, format!("{at}/status"), || {
                    format!("the task was `{ended}`, and now is `{}`", shown(&status))
                });
            }
            Some(_) => {}
            None => {
                let is_end = matches!(status.as_str(), "completed" | "failed" | "cancelled");
                if is_end && self.ended.len() < MOST_TASKS {
                    self.ended.insert(id, (status, answer.place.seq));
                }
            }
        }
    }
}

/// Tells the faults whose place matters to `rule`.
fn report(
    answer: &Answer<'_>,
    rule: &'static crate::check::Rule,
    found: Vec<ShapeFault>,
    matters: impl Fn(&str) -> bool,
    out: &mut Sink,
) {
    let mut faults = found.into_iter().filter(|fault| matters(&fault.pointer)).peekable();
    if faults.peek().is_none() {
        out.kept(rule, answer.place);
    }
    for fault in faults {
        let message = format!("expected {}, found {}", fault.expected, fault.found);
        out.broken(rule, answer.place, format!("/result{}", fault.pointer), message);
    }
}

#[cfg(test)]
mod tests;
