//! Calls that wait for their turn: first in, first out, serial by default.
//!
//! Also counts how calls ended. The list of ended calls itself is in the view.

use crate::command::{CallKey, CallRequest, List, ListOptions, Outcome, OutcomeWord, QueueStatus};
use crate::compose;
use crate::raw::Raw;
use std::collections::VecDeque;

/// A call that waits.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) key: CallKey,
    pub(super) work: Work,
}

/// What is to be done when its turn comes.
#[derive(Clone, Debug)]
pub(super) enum Work {
    /// One request.
    Call {
        request: CallRequest,
        /// It was already sent again once, after the server told what was wrong.
        resent: bool,
        /// How often the server has wanted input for it.
        rounds: u32,
        /// The input it was given last.
        inputs: Option<Box<Inputs>>,
    },
    /// A whole list, page by page.
    List { list: List, options: ListOptions },
}

/// What a call says when it is sent again with input.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    pub(super) responses: Option<Raw>,
    /// The server's state, byte for byte.
    pub(super) state: Option<Raw>,
}

impl Inputs {
    /// The parameters of the call, with the input.
    pub(super) fn add_to(&self, params: Option<&Raw>) -> Raw {
        let responses = self.responses.iter().map(|responses| ("inputResponses", responses.clone()));
        let state = self.state.iter().map(|state| ("requestState", state.clone()));
        let members: Vec<(&str, Raw)> = responses.chain(state).collect();
        compose::with_members(params, &members)
    }
}

impl Work {
    pub(super) fn method(&self) -> &str {
        match self {
            Work::Call { request, .. } => &request.method,
            Work::List { list, .. } => list.method(),
        }
    }

    /// What it says besides its method.
    pub(super) fn params(&self) -> Option<&Raw> {
        match self {
            Work::Call { request, .. } => request.params.as_ref(),
            Work::List { .. } => None,
        }
    }

    /// The tool it calls.
    pub(super) fn tool(&self) -> Option<String> {
        match self {
            Work::Call { request, .. } if &*request.method == "tools/call" => {
                request.params.as_ref()?.text_member("name")
            }
            _ => None,
        }
    }
}

/// Calls that wait, and how many run.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    waiting: VecDeque<Waiting>,
    concurrency: usize,
    limit: usize,
    status: QueueStatus,
}

impl Queue {
    pub(super) fn new(concurrency: usize, limit: usize) -> Self {
        Queue {
            waiting: VecDeque::new(),
            concurrency: concurrency.max(1),
            limit,
            status: QueueStatus::default(),
        }
    }

    /// Takes a call at the end of the line, or hands it back when the line is full.
    pub(super) fn push(&mut self, waiting: Waiting) -> Result<(), Waiting> {
        if self.waiting.len() >= self.limit {
            return Err(waiting);
        }
        self.waiting.push_back(waiting);
        Ok(())
    }

    /// Puts a call back at the head of the line.
    pub(super) fn push_front(&mut self, waiting: Waiting) {
        self.waiting.push_front(waiting);
    }

    /// The next call, if one may run now. It counts as running until [`Queue::ended`].
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        if self.status.in_progress >= self.concurrency {
            return None;
        }
        let next = self.waiting.pop_front()?;
        self.status.in_progress += 1;
        Some(next)
    }

    /// Takes a waiting call out of the line.
    pub(super) fn remove(&mut self, key: CallKey) -> Option<Waiting> {
        let index = self.waiting.iter().position(|waiting| waiting.key == key)?;
        self.waiting.remove(index)
    }

    /// Takes all waiting calls out of the line.
    pub(super) fn drain(&mut self) -> Vec<Waiting> {
        self.waiting.drain(..).collect()
    }

    /// A running call ended.
    pub(super) fn ended(&mut self, outcome: &Outcome) {
        self.released();
        self.count(outcome.word());
    }

    /// A call ended that was never sent.
    pub(super) fn count(&mut self, outcome: OutcomeWord) {
        match outcome {
            OutcomeWord::Answered => self.status.completed += 1,
            OutcomeWord::Cancelled => self.status.cancelled += 1,
            OutcomeWord::Refused | OutcomeWord::Expired | OutcomeWord::Lost => self.status.failed += 1,
        }
    }

    /// A running call gave its place back without having ended.
    pub(super) fn released(&mut self) {
        self.status.in_progress = self.status.in_progress.saturating_sub(1);
    }

    pub(super) fn status(&self) -> QueueStatus {
        QueueStatus { pending: self.waiting.len(), concurrency: self.concurrency, ..self.status }
    }
}
