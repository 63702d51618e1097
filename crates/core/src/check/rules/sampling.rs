//! SAMP: what a server asks of a model.

mod table;

pub(super) use table::RULES;

use super::question::Question;
use crate::check::event::{Event, Family};
use crate::check::sink::{Sink, shown};
use crate::check::walk::Context;
use serde_json::Value;
use std::collections::HashSet;
use table::{SAMP_01, SAMP_02, SAMP_03, SAMP_04};

/// Remembers nothing: a request for a model says all.
#[derive(Default)]
pub(super) struct Sampling;

impl Family for Sampling {
    fn see(&mut self, event: &Event<'_>, _: &Context, out: &mut Sink) {
        for question in Question::all(event, "sampling/createMessage") {
            if let Some(params) = question.value() {
                judge(&question, &params, out);
            }
        }
    }
}

fn judge(question: &Question<'_>, params: &Value, out: &mut Sink) {
    let (place, at) = (question.place, &question.pointer);
    let has_limit = params.get("maxTokens").is_some_and(Value::is_number);
    out.judge(&SAMP_01, place, has_limit, format!("{at}/maxTokens"), || match params.get("maxTokens") {
        Some(value) => format!("`maxTokens` is `{}`", shown(&value.to_string())),
        None => "`maxTokens` is missing".to_owned(),
    });
    let messages = params.get("messages").and_then(Value::as_array);
    out.judge(&SAMP_01, place, messages.is_some(), format!("{at}/messages"), || {
        "`messages` is missing, or not an array".into()
    });
    for (number, message) in messages.into_iter().flatten().enumerate() {
        let role = message.get("role").and_then(Value::as_str);
        let is_known = matches!(role, Some("user" | "assistant"));
        out.judge(&SAMP_01, place, is_known, format!("{at}/messages/{number}/role"), || {
            format!("the role is `{}`", shown(role.unwrap_or("missing")))
        });
    }
    for name in ["tools", "toolChoice"] {
        if let (Some(_), Some(is_declared)) = (params.get(name), question.client_has(&["sampling", "tools"]))
        {
            out.judge(&SAMP_02, place, is_declared, format!("{at}/{name}"), || {
                format!("`{name}` is there, and we did not declare `sampling.tools`")
            });
        }
    }
    if let Some(context @ ("thisServer" | "allServers")) =
        params.get("includeContext").and_then(Value::as_str)
        && let Some(is_declared) = question.client_has(&["sampling", "context"])
    {
        out.judge(&SAMP_04, place, is_declared, format!("{at}/includeContext"), || {
            format!("`{context}` is asked for, and we did not declare `sampling.context`")
        });
    }
    judge_turns(question, messages.map(Vec::as_slice).unwrap_or_default(), out);
}

/// Judges whether tools are used and answered in turns.
fn judge_turns(question: &Question<'_>, messages: &[Value], out: &mut Sink) {
    let turns: Vec<Turn<'_>> = messages.iter().map(Turn::of).collect();
    for (number, turn) in turns.iter().enumerate() {
        let at = format!("{}/messages/{number}/content", question.pointer);
        if !turn.answers.is_empty() {
            out.judge(&SAMP_03, question.place, !turn.has_other, at.as_str(), || {
                "tool results stand beside other content".into()
            });
        }
        if !turn.uses.is_empty() {
            let next = turns.get(number + 1);
            let open = turn.uses.iter().find(|id| !next.is_some_and(|next| next.answers.contains(*id)));
            out.judge(&SAMP_03, question.place, open.is_none(), at.as_str(), || {
                format!("the next message has no result for `{}`", shown(open.copied().unwrap_or_default()))
            });
        }
    }
}

/// What a message does with tools.
#[derive(Default)]
struct Turn<'a> {
    /// The ids of uses, in messages of the assistant.
    uses: Vec<&'a str>,
    /// The ids of uses that it has the results of, in messages of the user.
    answers: HashSet<&'a str>,
    has_other: bool,
}

impl<'a> Turn<'a> {
    fn of(message: &'a Value) -> Self {
        let mut turn = Turn::default();
        let content = message.get("content");
        let blocks = match content {
            Some(Value::Array(blocks)) => blocks.as_slice(),
            Some(block) => std::slice::from_ref(block),
            None => &[],
        };
        let is_user = message.get("role").is_some_and(|role| role == "user");
        for block in blocks {
            let text = |name: &str| block.get(name).and_then(Value::as_str);
            match (text("type"), is_user) {
                (Some("tool_use"), false) => turn.uses.extend(text("id")),
                (Some("tool_result"), true) => {
                    turn.answers.extend(text("toolUseId"));
                }
                _ => turn.has_other = true,
            }
        }
        turn
    }
}

#[cfg(test)]
mod tests;
