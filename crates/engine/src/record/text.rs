//! A log as the text of a recording, made while it is read.

use super::{Header, push_line};
use crate::log::Cursor;
use mcp_inspector_core::{At, Seq};

/// The text of a recording, in pieces: what the log had when it was begun.
#[derive(Debug)]
pub struct RecordingText {
    header: Option<Header>,
    cursor: Cursor,
    last: Seq,
    at: At,
}

impl RecordingText {
    pub(crate) fn new(header: Header, cursor: Cursor, last: Seq) -> Self {
        RecordingText { header: Some(header), cursor, last, at: At::START }
    }

    /// The next whole lines, about `bytes` of them; `None` at the end.
    pub fn next_piece(&mut self, bytes: usize) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        if let Some(header) = self.header.take() {
            text.extend(serde_json::to_vec(&header).unwrap_or_default());
            text.push(b'\n');
        }
        while text.len() < bytes && self.cursor.position() <= self.last {
            let Some(item) = self.cursor.try_next() else { break };
            self.at = push_line(&mut text, &item, self.at);
        }
        (!text.is_empty()).then_some(text)
    }
}
