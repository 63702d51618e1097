//! The HTTP exchange in which a frame went, found again.

use super::{Item, Log};
use mcp_inspector_core::entry::{Entry, EntryKind, HttpExchange};

/// How many entries around a frame its HTTP exchange is looked for in.
const NEAR: usize = 5000;

impl Log {
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
