//! Remarks of the log as rows: their names, how bad they are, and what they are about.

use super::row::{RowKind, RowStatus};
use super::{Timeline, target};
use crate::entry::{Entry, Note};
use crate::message::RequestId;
use crate::peer::phase::Trigger;

impl Timeline {
    /// The log remarks something.
    pub(super) fn note(&mut self, entry: &Entry, note: &Note) {
        let (name, status) = named(note);
        let about = call_of(note).and_then(|id| self.call_row(&RequestId::Number(id)));
        let unanswered = (*note == Note::PingUnanswered).then(|| self.waiting_ping()).flatten();
        if let Some(no) = unanswered {
            self.settle(no, entry.at, RowStatus::Expired);
        }
        let task = match note {
            Note::Task { task, .. } => self.calls.tasks.get(task.as_str()),
            _ => None,
        };
        let ask = match note {
            Note::AskDecided { id, .. } => self.asks.by_id.get(id).copied(),
            _ => None,
        };
        let about = about.or(task).or(ask).or(unanswered).or_else(|| self.probed(note, entry.at));
        let about = about.or_else(|| self.heard.filter(|_| is_about_the_last_message(note)));
        let mut row = self.line(entry, RowKind::Note, name);
        row.target = target::cut(&said(note)).into();
        row.status = status;
        row.set_parent(about);
        if let Note::InputRequired { id, .. } = note
            && let Some(no) = self.call_row(&RequestId::Number(*id))
        {
            self.resume(no);
        }
        if let Note::Task { task, .. } = note {
            self.task_is_followed(task);
        }
        if let (Note::AskDecided { late, .. }, Some(ask)) = (note, ask) {
            self.waits.decided(&mut self.rows, ask, entry.at, *late);
        }
        if let (Note::StreamResumed { .. }, Some(line)) = (note, about.and_then(|no| self.rows.get_mut(no))) {
            line.is_resumed = true;
        }
        match note {
            Note::SseComment { .. } => self.push_ping(row),
            _ => self.push(row),
        };
    }
}

/// The name of a note, as recordings have it, and how bad it is.
pub(super) fn named(note: &Note) -> (&'static str, Option<RowStatus>) {
    const ODD: Option<RowStatus> = Some(RowStatus::Warning);
    match note {
        Note::LateAnswer { .. } => ("late-answer", ODD),
        Note::DuplicateAnswer { .. } => ("duplicate-answer", ODD),
        Note::UnknownAnswer { .. } => ("unknown-answer", ODD),
        Note::UnattributedAnswer => ("unattributed-answer", ODD),
        Note::IdTypeChanged { .. } => ("id-type-changed", ODD),
        Note::Flawed { .. } => ("flawed", ODD),
        Note::Oversize { .. } => ("oversize", Some(RowStatus::Error)),
        Note::Torn { .. } => ("torn", ODD),
        Note::SendRetry { .. } => ("send-retry", ODD),
        Note::NotSent { .. } => ("not-sent", ODD),
        Note::PingUnanswered => ("ping-unanswered", ODD),
        Note::StrayProgress => ("stray-progress", ODD),
        Note::OddRevision { .. } => ("odd-revision", ODD),
        Note::IncompleteHandshake { .. } => ("incomplete-handshake", ODD),
        Note::Probe { .. } => ("probe", None),
        Note::InputRequired { .. } => ("input-required", None),
        Note::AskDecided { .. } => ("ask-decided", None),
        Note::LogLevel { .. } => ("log-level", None),
        Note::SentAgain { .. } => ("sent-again", ODD),
        Note::Task { .. } => ("task", None),
        Note::Listening { .. } => ("listening", None),
        Note::ListenEnded { .. } => ("listen-ended", None),
        Note::UnexpectedRequest { .. } => ("unexpected-request", ODD),
        Note::StraySubscription { .. } => ("stray-subscription", ODD),
        Note::ExchangeClosed { .. } => ("exchange-closed", None),
        Note::FromCache { .. } => ("from-cache", None),
        Note::FetchFailed { .. } => ("fetch-failed", ODD),
        Note::SessionExpired => ("session-expired", ODD),
        Note::FellBackToSse { .. } => ("fell-back-to-sse", None),
        Note::StreamResumed { .. } => ("stream-resumed", ODD),
        Note::NoServerStream { .. } => ("no-server-stream", None),
        Note::SseComment { .. } => ("sse-comment", None),
        Note::SseUnknownField { .. } => ("sse-unknown-field", ODD),
        Note::RedirectFollowed { .. } => ("redirect-followed", None),
        Note::Gap { .. } => ("gap", ODD),
        Note::Transport { .. } => ("transport", None),
        Note::Fault(_) => ("fault", Some(RowStatus::Error)),
        Note::Act(_) => ("act", None),
    }
}

/// What a row says of a note. The state of a task comes before its name, which may be long.
pub(super) fn said(note: &Note) -> String {
    match note {
        Note::Task { task, status } => format!("{status} {task}"),
        note => note.to_string(),
    }
}

/// The id of the call that a note is about.
pub(super) fn call_of(note: &Note) -> Option<i64> {
    match note {
        Note::LateAnswer { id }
        | Note::DuplicateAnswer { id }
        | Note::InputRequired { id, .. }
        | Note::SentAgain { id, .. }
        | Note::Listening { id, .. }
        | Note::ListenEnded { id, .. }
        | Note::ExchangeClosed { id } => Some(*id),
        Note::StreamResumed { id, .. } => *id,
        _ => None,
    }
}

/// Whether a note is about the message that came right before it.
pub(super) fn is_about_the_last_message(note: &Note) -> bool {
    matches!(
        note,
        Note::UnknownAnswer { .. }
            | Note::UnattributedAnswer
            | Note::IdTypeChanged { .. }
            | Note::Flawed { .. }
            | Note::StrayProgress
            | Note::OddRevision { .. }
            | Note::IncompleteHandshake { .. }
            | Note::UnexpectedRequest { .. }
            | Note::StraySubscription { .. }
    )
}

/// What moved a session, in words.
pub(super) fn trigger(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Connect => "connect",
        Trigger::LinkUp => "the link is open",
        Trigger::HandshakeDone => "the handshake is done",
        Trigger::TimedOut => "timed out",
        Trigger::LinkLost => "the link is lost",
        Trigger::Refused => "refused",
        Trigger::Oversize => "a frame was too large",
        Trigger::Restart => "restart",
        Trigger::Retry => "retry",
        Trigger::GiveUp => "given up",
        Trigger::Stop => "stop",
        Trigger::CleanedUp => "everything is released",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::RequestId;
    use crate::note::Act;

    #[test]
    fn notes_are_named_as_in_recordings() {
        let notes = [
            Note::LateAnswer { id: 1 },
            Note::UnknownAnswer { id: RequestId::Number(1) },
            Note::NoServerStream { status: 405 },
            Note::FellBackToSse { status: 404 },
            Note::PingUnanswered,
            Note::SseComment { text: String::new() },
            Note::Act(Act::RootsSet { count: 2 }),
        ];
        for note in notes {
            assert_eq!(serde_json::to_value(&note).unwrap()["note"], named(&note).0);
        }
    }
}
