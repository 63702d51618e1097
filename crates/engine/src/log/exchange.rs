//! The HTTP exchange in which a frame went, found again.

use super::{Item, Log};
use mcp_inspector_core::entry::{Entry, EntryKind, HttpExchange};

/// How many entries around a frame its HTTP exchange is looked for in.
const NEAR: usize = 5000;

impl Log {
    /// The HTTP exchange that carried a request to the server, as far as that is known: the one in which its answer
    /// came back. An answer can come on a stream of its own, which says nothing about the request.
    pub fn exchange_of_call(&self, begin: &Entry, end: Option<&Entry>) -> Option<HttpExchange> {
        let EntryKind::Frame { frame, .. } = &begin.kind else { return self.exchange_of(begin) };
        let length = frame.bytes().len() as u64;
        let found = self.exchange_of(begin).or_else(|| self.exchange_of(end?));
        found.filter(|exchange| exchange.method == "POST" && exchange.request_bytes == length)
    }

    /// The HTTP exchange that an entry is, or in which its frame went, if it is still kept.
    pub fn exchange_of(&self, entry: &Entry) -> Option<HttpExchange> {
        let number = match &entry.kind {
            EntryKind::Frame { exchange, .. } => (*exchange)?,
            EntryKind::Http(exchange) => return Some((**exchange).clone()),
            _ => return None,
        };
        // The head of an answer comes before the frames in it, that of a request after it was sent.
        let after = self.page(entry.seq, NEAR);
        let before = self.page_back(entry.seq, NEAR);
        after.into_iter().chain(before).find_map(|item| match item {
            Item::Entry(entry) => match &entry.kind {
                EntryKind::Http(exchange) if exchange.exchange == number => Some((**exchange).clone()),
                _ => None,
            },
            Item::Gap { .. } => None,
        })
    }
}
