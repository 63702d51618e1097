//! Messages between a face and an app of the server: requests paired with their answers, each nested in
//! the call whose result the app shows.

use super::messages::{members, verdict};
use super::recent::Recent;
use super::row::{RowKind, RowStatus, Way};
use super::store::No;
use super::{Timeline, target};
use crate::command::CallKey;
use crate::entry::{Entry, EntryKind};
use crate::frame::{Direction, Frame};
use crate::message::{Message, RequestId};
use crate::raw::Raw;

/// The requests of both sides that may still be answered.
#[derive(Clone, Debug, Default)]
pub(super) struct Apps {
    /// By who asked, the app and the id. An app that is opened again counts from the beginning, so that
    /// a name means its newest row.
    asked: Recent<(Way, String, RequestId)>,
}

impl Timeline {
    /// A message went between us and an app.
    pub(super) fn app(&mut self, entry: &Entry, frame: &Frame, call: Option<CallKey>) {
        let EntryKind::App { direction, resource, .. } = &entry.kind else { return };
        let way = match direction {
            Direction::Sent => Way::Out,
            Direction::Received => Way::In,
        };
        for member in members(frame) {
            let no = match member {
                Err((junk, bytes)) => {
                    let mut row = self.line(entry, RowKind::App, "junk");
                    row.target = target::of_junk(junk, bytes).into();
                    row.way = Some(way);
                    row.status = Some(RowStatus::Warning);
                    row.bytes = bytes.len() as u64;
                    row.set_call(call);
                    self.push(row)
                }
                Ok((message, length)) => match self.app_message(entry, message, length, (way, resource)) {
                    Some(no) => no,
                    None => continue,
                },
            };
            if let Some(line) = self.rows.get_mut(no) {
                line.set_call(call);
            }
            let cause = call.and_then(|key| self.row_of_key(key));
            self.nest(no, cause);
        }
    }

    /// The row that a message begins; none when it ends one.
    fn app_message(
        &mut self,
        entry: &Entry,
        message: &Message,
        length: usize,
        (way, resource): (Way, &str),
    ) -> Option<No> {
        let (method, params, id) = match message {
            Message::Request { id, method, params } => (method, params.as_ref(), Some(id)),
            Message::Notification { method, params } => (method, params.as_ref(), None),
            Message::Response { id, reply } => {
                let asker = if way == Way::In { Way::Out } else { Way::In };
                let name = id.clone().map(|id| (asker, resource.to_owned(), id));
                let asked = name.and_then(|name| self.apps.asked.get(&name));
                let (status, code) = verdict(reply, true);
                let is_open = |no: &No| self.rows.get(*no).is_some_and(super::store::Line::is_pending);
                if let Some(no) = asked.filter(is_open) {
                    if let Some(line) = self.rows.get_mut(no) {
                        line.bytes += length as u64;
                        line.set_end_seq(entry.seq);
                        line.code = code;
                    }
                    self.waits.end(&mut self.rows, no, entry.at);
                    self.settle(no, entry.at, status);
                    return None;
                }
                let mut row = self.line(entry, RowKind::App, "answer");
                row.way = Some(way);
                row.status = Some(status);
                row.code = code;
                row.bytes = length as u64;
                if let Some(id) = id {
                    row.set_id(id);
                }
                return Some(self.push(row));
            }
        };
        let mut row = self.line(entry, RowKind::App, method);
        row.target = match about(method, params) {
            about if about.is_empty() => self.shared(&target::cut(resource)),
            about => self.shared(&about),
        };
        row.way = Some(way);
        row.bytes = length as u64;
        if method == "notifications/message" {
            row.level = params.and_then(|params| params.member("level")).and_then(|level| level.read().ok());
        }
        let Some(id) = id else { return Some(self.push(row)) };
        row.status = Some(RowStatus::Pending);
        row.set_id(id);
        let no = self.push(row);
        self.apps.asked.insert((way, resource.to_owned(), id.clone()), no);
        if way == Way::In && waits_for_person(method) {
            self.waits.begin(&self.rows, no, entry.at);
        }
        Some(no)
    }
}

/// Whether a person decides about what an app asks for. Everything else is answered by us or by the server.
fn waits_for_person(method: &str) -> bool {
    method == "ui/open-link"
}

/// What a message of an app is about; empty when that is the app itself.
fn about(method: &str, params: Option<&Raw>) -> String {
    match method {
        "tools/call" | "resources/read" => target::of_call(method, params),
        "notifications/message" => target::of_notification(method, params),
        "ui/open-link" => {
            let url = params.and_then(|params| params.text_member("url"));
            target::cut(&url.unwrap_or_default()).into_owned()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Query;
    use crate::stamp::{At, Seq};
    use bytes::Bytes;

    /// Messages of one app, each with whether the app sent it.
    fn timeline(messages: &[(bool, &str)]) -> Timeline {
        let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"clock"}}"#;
        let frame = |text: &str| Frame::read(Bytes::copy_from_slice(text.as_bytes()));
        let mut timeline = Timeline::default();
        let mut seq = 0;
        let mut add = |kind| {
            seq += 1;
            timeline.apply(&Entry { seq: Seq(seq), at: At::from_millis(seq), kind });
        };
        add(EntryKind::Frame {
            direction: Direction::Sent,
            frame: frame(call),
            exchange: None,
            masked: false,
            call: Some(CallKey(9)),
        });
        for (is_of_app, text) in messages {
            add(EntryKind::App {
                direction: if *is_of_app { Direction::Received } else { Direction::Sent },
                frame: frame(text),
                resource: "ui://clock".into(),
                call: Some(CallKey(9)),
            });
        }
        timeline
    }

    #[test]
    fn messages_of_an_app_are_rows_under_the_call_that_it_shows() {
        let timeline = timeline(&[
            (true, r#"{"jsonrpc":"2.0","id":1,"method":"ui/initialize","params":{}}"#),
            (false, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#),
            (false, r#"{"jsonrpc":"2.0","method":"ui/notifications/tool-input","params":{}}"#),
            (true, r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"secret"}}"#),
            (false, r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"not for apps"}}"#),
            (true, "no message"),
        ]);
        let rows: Vec<_> = timeline.each().collect();
        let told: Vec<String> = rows
            .iter()
            .map(|row| {
                let way = row.direction.map_or("", Way::as_str);
                let status = row.status.map_or("", RowStatus::as_str);
                format!("{} {way} {} {} {status}", row.kind.as_str(), row.method, row.target)
            })
            .collect();
        assert_eq!(
            told,
            [
                "call out tools/call clock pending",
                "app in ui/initialize ui://clock ok",
                "app out ui/notifications/tool-input ui://clock ",
                "app in tools/call secret error",
                "app in junk no message warning",
            ]
        );
        assert!(rows[1..].iter().all(|row| row.parent == Some(Seq(1)) && row.call == Some(CallKey(9))));
        assert_eq!((rows[1].end_seq, rows[3].code), (Some(Seq(3)), Some(-32000)));
    }

    #[test]
    fn the_filter_finds_them_by_their_kind_and_statistics_pass_them_over() {
        let timeline = timeline(&[(true, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)]);
        let query = Query::parse("kind:app dir:in").unwrap();
        let window = timeline.window(&query, &[], 0, 10, &|_| None);
        assert_eq!((window.matched, window.counts.apps, window.counts.calls), (1, 1, 1));
    }

    #[test]
    fn an_answer_that_comes_twice_or_to_nothing_is_a_row_of_its_own() {
        let answer = r#"{"jsonrpc":"2.0","id":4,"result":{}}"#;
        let timeline = timeline(&[
            (false, r#"{"jsonrpc":"2.0","id":4,"method":"ui/resource-teardown","params":{}}"#),
            (true, answer),
            (true, answer),
            (false, answer),
        ]);
        let methods: Vec<_> = timeline.each().map(|row| row.method.to_string()).collect();
        assert_eq!(methods, ["tools/call", "ui/resource-teardown", "answer", "answer"]);
    }
}
