//! How calls ended by what the log has of them: with which outcome, and where their answer is.
//!
//! The last word about a call need not be the answer to its first request: a call that waits for input is
//! sent again, and the result of a task comes when somebody looks at the task.

use super::Timeline;
use super::messages::members;
use super::row::{Row, RowKind, RowStatus};
use super::store::Line;
use crate::command::{CallKey, OutcomeWord};
use crate::entry::{Entry, EntryKind};
use crate::frame::{Content, Frame};
use crate::message::{Message, Reply, RequestId};
use crate::query::WireId;
use crate::raw::Raw;
use crate::stamp::Seq;
use std::sync::Arc;

/// Looks up an entry of the log; none when it is no longer kept.
pub type EntryOf<'a> = &'a dyn Fn(Seq) -> Option<Arc<Entry>>;

/// A call as the log tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct CallStory {
    /// The row of its first request.
    pub row: Row,
    /// How it ended; none while it has not.
    pub outcome: Option<OutcomeWord>,
    /// What came of it.
    pub answer: Answer,
    /// Why there is no answer, when the log says so.
    pub reason: Option<String>,
}

/// Where the answer of a call is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is none.
    None,
    /// The log no longer has it.
    Gone,
    /// In an entry of the log.
    At {
        /// Which.
        seq: Seq,
        /// Where in the body of the entry, as a JSON pointer.
        path: String,
        /// The result or error as it came.
        raw: Raw,
    },
}

impl Timeline {
    /// What the log knows about a call; none when no row tells of it.
    pub fn story_of(&self, call: CallKey, entry_of: EntryOf<'_>) -> Option<CallStory> {
        let known = self.row_of_key(call).and_then(|no| self.rows.get(no));
        let root = known.or_else(|| self.rows.iter().find(|line| line.call() == Some(call)))?;
        let row = self.row(root, 0, 0);
        let mut answer = Answer::None;
        let mut reason = None;
        let outcome = match root.status {
            Some(RowStatus::Pending) => None,
            Some(RowStatus::Cancelled) => Some(OutcomeWord::Cancelled),
            Some(RowStatus::Expired) => Some(OutcomeWord::Expired),
            Some(RowStatus::Lost | RowStatus::NotSent) => Some(OutcomeWord::Lost),
            status => {
                answer = self.answer_of(root, entry_of);
                let is_refused = match &answer {
                    Answer::At { path, .. } => path.ends_with("/error"),
                    _ => status == Some(RowStatus::Error),
                };
                Some(if is_refused { OutcomeWord::Refused } else { OutcomeWord::Answered })
            }
        };
        // A call that was never sent begins with its end.
        if answer == Answer::None
            && let Some(entry) = entry_of(root.end_seq().unwrap_or(root.seq))
            && let EntryKind::Ended { reason: told, .. } = &entry.kind
        {
            reason = Some(told.clone());
        }
        Some(CallStory { row, outcome, answer, reason })
    }

    /// The last word of the server about a call: the newest message that can be one.
    fn answer_of(&self, root: &Line, entry_of: EntryOf<'_>) -> Answer {
        let sent = self.rows.iter().rev().take_while(|line| line.no > root.no);
        let sent = sent.filter(|line| line.parent() == Some(root.no)).chain([root]);
        for line in sent {
            let Some(seq) = word_about(line, root) else { continue };
            let Some(entry) = entry_of(seq) else { return Answer::Gone };
            let EntryKind::Frame { frame, .. } = &entry.kind else { continue };
            if let Some((path, raw)) = last_word(frame, line) {
                return Answer::At { seq, path, raw };
            }
        }
        Answer::None
    }
}

/// The entry of a row that may have the last word about the call at `root`.
fn word_about(line: &Line, root: &Line) -> Option<Seq> {
    match line.kind {
        RowKind::Call | RowKind::Answer
            if line.method == root.method || matches!(&*line.method, "tasks/get" | "tasks/result") =>
        {
            line.end_seq()
        }
        RowKind::Notification if is_about_task(&line.method) => Some(line.seq),
        _ => None,
    }
}

/// Whether a notification tells how a task stands.
pub(super) fn is_about_task(method: &str) -> bool {
    matches!(method, "notifications/tasks" | "notifications/tasks/status")
}

/// Where a frame has the last word of the row's messages, and the word.
fn last_word(frame: &Frame, line: &Line) -> Option<(String, Raw)> {
    let all = members(frame);
    let is_batch = matches!(frame.content(), Content::Batch(_));
    all.iter().enumerate().find_map(|(index, member)| {
        let (message, _) = member.as_ref().ok()?;
        let (path, raw) = match message {
            Message::Response { id, reply } => {
                let is_own = !is_batch || id.as_ref().is_some_and(|id| is_id_of(line, id));
                word_in(reply, &line.method).filter(|_| is_own)?
            }
            Message::Notification { method, params } if is_about_task(method) => {
                outcome_of_task("/params", params.as_ref()?)?
            }
            _ => return None,
        };
        Some((if is_batch { format!("/{index}{path}") } else { path }, raw))
    })
}

fn is_id_of(line: &Line, id: &RequestId) -> bool {
    match (line.id(), id) {
        (WireId::Number(known), RequestId::Number(number)) => known == *number,
        (WireId::Number(known), RequestId::Text(text)) => text.parse() == Ok(known),
        (WireId::Text(known), RequestId::Text(text)) => known == text,
        _ => false,
    }
}

/// The result or error in an answer. A look at a task brings one only when the task is over.
fn word_in(reply: &Reply, method: &str) -> Option<(String, Raw)> {
    match reply {
        Reply::Error(error) => Some(("/error".to_owned(), error.raw.clone())),
        Reply::Result(task) if method == "tasks/get" => outcome_of_task("/result", task),
        Reply::Result(result) => Some(("/result".to_owned(), result.clone())),
    }
}

/// The result or error that a task ended with, where it is told with the task.
pub(super) fn outcome_of_task(path: &str, task: &Raw) -> Option<(String, Raw)> {
    let name = match task.text_member("status")?.as_str() {
        "completed" => "result",
        "failed" => "error",
        _ => return None,
    };
    task.member(name).map(|raw| (format!("{path}/{name}"), raw))
}
