//! Ids of requests that somebody sent byte by byte, and that are not answered.
//!
//! They are nobody's calls: their answers settle nothing. But they were requested, so that their answers are
//! none that came out of nowhere.

use crate::request_id::RequestId;
use std::collections::VecDeque;

/// How many ids are remembered at most; the oldest go first.
const CAPACITY: usize = 1_024;

/// Ids of requests that somebody sent byte by byte.
#[derive(Clone, Debug, Default)]
pub(super) struct RawRequests {
    ids: VecDeque<RequestId>,
}

impl RawRequests {
    /// Remembers `id`.
    pub(super) fn insert(&mut self, id: RequestId) {
        if self.ids.len() >= CAPACITY {
            self.ids.pop_front();
        }
        self.ids.push_back(id);
    }

    /// Whether `id` is remembered; if so it is forgotten, because an answer comes once.
    pub(super) fn take(&mut self, id: &RequestId) -> bool {
        let place = self.ids.iter().position(|known| known == id);
        place.is_some_and(|place| self.ids.remove(place).is_some())
    }
}
