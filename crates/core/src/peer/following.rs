//! Tasks that are followed: what is known about each, and when it is looked at next.
//! What happens to them is in `tasks.rs`.

use super::queue::{Waiting, Work};
use crate::command::CallKey;
use crate::compose;
use crate::raw::Raw;
use crate::stamp::At;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How many questions one task may have, over its whole life.
const MOST_QUESTIONS: usize = 256;

/// How many bytes the names of its questions may have in all.
const LARGEST_NAMES: usize = 1024 * 1024;

/// Which design a task follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Design {
    /// 2025-11-25.
    Core,
    /// The extension of 2026-07-28.
    Extension,
}

/// What is asked about a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Look,
    Fetch,
    Update,
}

/// A task that is followed.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    pub(super) waiting: Waiting,
    /// The id of the call that became a task.
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) design: Design,
    pub(super) status: String,
    pub(super) pause: Duration,
    pub(super) look_at: Option<At>,
    /// How many looks in a row have brought nothing.
    pub(super) misses: u32,
    /// When the caller has waited long enough, if it said how long.
    pub(super) until: Option<At>,
    /// The result is being fetched: nothing else is to be done.
    pub(super) is_fetching: bool,
    pub(super) asked: BTreeSet<String>,
}

/// All tasks that are followed.
#[derive(Clone, Debug, Default)]
pub(super) struct Following {
    pub(super) by_call: BTreeMap<CallKey, Followed>,
}

impl Following {
    pub(super) fn deadline(&self) -> Option<At> {
        self.by_call.values().flat_map(|task| [task.look_at, task.until]).flatten().min()
    }

    /// Whether a progress token belongs to a task: the id of its call, or the caller's own.
    pub(super) fn has_token(&self, token: &Raw) -> bool {
        self.by_call.values().any(|task| {
            let own = match &task.waiting.work {
                Work::Call { request, .. } => request.params.as_ref().and_then(compose::progress_token),
                Work::List { .. } => None,
            };
            own.as_ref() == Some(token) || token.read::<i64>().ok() == Some(task.id)
        })
    }

    pub(super) fn len(&self) -> usize {
        self.by_call.len()
    }

    pub(super) fn drain(&mut self) -> Vec<(i64, Waiting)> {
        std::mem::take(&mut self.by_call).into_values().map(|task| (task.id, task.waiting)).collect()
    }

    pub(super) fn was_asked(&self, key: CallKey, question: &str) -> bool {
        self.by_call.get(&key).is_some_and(|task| task.asked.contains(question))
    }

    /// Remembers a question. False when the task has asked too many.
    pub(super) fn asked(&mut self, key: CallKey, question: String) -> bool {
        self.by_call.get_mut(&key).is_some_and(|task| {
            task.asked.insert(question);
            let bytes: usize = task.asked.iter().map(String::len).sum();
            task.asked.len() <= MOST_QUESTIONS && bytes <= LARGEST_NAMES
        })
    }
}
