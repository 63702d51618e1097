//! Notifications of the server, as they come.
//!
//! They are read from the log, so a slow listener slows nobody; if it falls so
//! far behind that the log no longer has what it missed, it is told.

use super::Session;
use crate::log::{Cursor, Item};
use crate::tasks::Tied;
use mcp_inspector_core::entry::EntryKind;
use mcp_inspector_core::frame::Direction;
use mcp_inspector_core::message::Message;
use mcp_inspector_core::{Raw, Seq};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// One notification.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The server said something.
    Notification {
        /// Its place in the log.
        seq: Seq,
        /// The method.
        method: String,
        /// The parameters.
        params: Option<Raw>,
    },
    /// Some entries were missed, and notifications may have been among them.
    Missed {
        /// How many entries.
        entries: u64,
    },
}

/// A stream of notifications.
#[derive(Debug)]
pub struct Notices {
    cursor: Cursor,
    ready: VecDeque<Notice>,
}

impl Notices {
    /// The next notification; `None` when the session is over.
    pub async fn next(&mut self) -> Option<Notice> {
        loop {
            if let Some(notice) = self.ready.pop_front() {
                return Some(notice);
            }
            match self.cursor.next().await? {
                Item::Gap { from, to } => return Some(Notice::Missed { entries: to.0 - from.0 + 1 }),
                Item::Entry(entry) => {
                    if let EntryKind::Frame { direction: Direction::Received, frame, .. } = &entry.kind {
                        for parsed in frame.messages() {
                            if let Message::Notification { method, params } = &parsed.message {
                                let (method, params) = (method.clone(), params.clone());
                                self.ready.push_back(Notice::Notification { seq: entry.seq, method, params });
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Keeps a handler registered; dropping it ends that.
#[derive(Debug)]
#[must_use = "the handler is called only while this is kept"]
pub struct Subscription {
    _task: Tied,
}

impl Session {
    /// The notifications that come from now on.
    pub fn notifications(&self) -> Notices {
        let from = self.log().last().next();
        Notices { cursor: self.entries_from(from), ready: VecDeque::new() }
    }

    /// Calls `handler` for each notification that comes from now on, one after the other. A
    /// handler that panics is called again for the next one.
    pub fn on_notification(&self, handler: impl Fn(&str, Option<&Raw>) + Send + 'static) -> Subscription {
        let mut notices = self.notifications();
        let task = async move {
            while let Some(notice) = notices.next().await {
                if let Notice::Notification { method, params, .. } = notice {
                    let call = AssertUnwindSafe(|| handler(&method, params.as_ref()));
                    if catch_unwind(call).is_err() {
                        tracing::warn!(method, "a notification handler panicked");
                    }
                }
            }
        };
        Subscription { _task: Tied::spawn(task) }
    }

    /// Calls `handler` with the parameters of each progress notification that comes from now on.
    pub fn on_progress(&self, handler: impl Fn(&Raw) + Send + 'static) -> Subscription {
        self.on_notification(move |method, params| {
            if let ("notifications/progress", Some(params)) = (method, params) {
                handler(params);
            }
        })
    }
}
