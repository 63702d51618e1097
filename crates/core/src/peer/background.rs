//! Work the session does for itself, one piece at a time: setting the log level,
//! renewing subscriptions, fetching lists, reading updated resources again.
//!
//! It does not stand in the queue of the faces' calls, so a long call does not
//! keep a changed list from being fetched.

use super::Peer;
use super::effect::Effect;
use super::outbox::{Opening, Origin};
use super::phase::Phase;
use crate::command::{List, ListOptions};
use crate::entry::{EntryKind, Note};
use crate::method::{Unfit, unfit};
use crate::raw::Raw;
use crate::stamp::At;
use serde_json::json;
use std::collections::VecDeque;

/// One piece of work.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Chore {
    SetLevel,
    Resubscribe(String),
    Fetch(List),
    Reread(String),
}

/// Work that waits, and whether one piece runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Background {
    waiting: VecDeque<Chore>,
    pub(super) is_running: bool,
}

impl Background {
    pub(super) fn add(&mut self, chore: Chore) {
        if !self.waiting.contains(&chore) {
            self.waiting.push_back(chore);
        }
    }

    pub(super) fn has(&self, chore: &Chore) -> bool {
        self.waiting.contains(chore)
    }

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.is_running = false;
    }

    pub(super) fn is_idle(&self) -> bool {
        self.waiting.is_empty() && !self.is_running
    }
}

impl Peer {
    pub(super) fn plan_background_after_handshake(&mut self) {
        self.background.clear();
        // News that came during the handshake was only planned to be read.
        self.listen.disconnected();
        // Where every request stands alone, it says its level itself, and one stream has all news.
        if !self.is_modern() {
            if self.config.log_level.is_some() {
                self.background.add(Chore::SetLevel);
            }
            for uri in self.listen.subscriptions() {
                self.background.add(Chore::Resubscribe(uri.clone()));
            }
        }
        if self.config.auto_fetch {
            for list in List::ALL {
                self.background.add(Chore::Fetch(list));
            }
        }
    }

    /// A list changed: fetch it, or fetch it once more if that is already under way.
    pub(super) fn refetch(&mut self, list: List) {
        if !self.walks.mark_stale(list) {
            self.background.add(Chore::Fetch(list));
        }
    }

    /// Starts the next piece of work, if none runs.
    pub(super) fn pump_background(&mut self, now: At, out: &mut Vec<Effect>) {
        while matches!(self.phase, Phase::Ready { .. }) && !self.background.is_running {
            let Some(chore) = self.background.waiting.pop_front() else { return };
            let (method, params, origin) = match chore {
                Chore::SetLevel => {
                    let Some(level) = self.config.log_level else { continue };
                    ("logging/setLevel", Some(Raw::of(&json!({ "level": level }))), Origin::Background)
                }
                Chore::Resubscribe(uri) => {
                    ("resources/subscribe", Some(Raw::of(&json!({ "uri": uri }))), Origin::Background)
                }
                Chore::Reread(uri) => {
                    ("resources/read", Some(Raw::of(&json!({ "uri": uri }))), Origin::Reread { uri })
                }
                Chore::Fetch(list) => {
                    if self.unfit(list.method()).is_some() {
                        continue;
                    }
                    let walk = self.walks.begin(now, list, None, ListOptions::default());
                    (list.method(), None, Origin::Page { walk })
                }
            };
            if self.unfit(method).is_some() {
                continue;
            }
            self.background.is_running = true;
            let opening = Opening {
                origin,
                method: method.into(),
                params: params.as_ref(),
                progress: false,
                idle: self.config.request_timeout,
                total: self.config.max_total_timeout,
                strays: self.strays,
            };
            self.open_call(now, opening, out);
        }
    }

    /// Why `method` cannot be called on this server.
    pub(super) fn unfit(&self, method: &str) -> Option<Unfit> {
        let server = self.server.as_ref()?;
        unfit(method, server.revision, &server.capabilities)
    }

    /// A piece of work ended; `failure` says why if it did not do what it should.
    pub(super) fn chore_ended(
        &mut self,
        now: At,
        method: &str,
        failure: Option<String>,
        out: &mut Vec<Effect>,
    ) {
        if let Some(reason) = failure {
            let method = method.to_owned();
            out.push(Effect::Log(EntryKind::Note(Note::FetchFailed { method, reason })));
        }
        self.background.is_running = false;
        // What was under way before may be outdated; the next one is not.
        if method == List::Tools.method() && !self.background.has(&Chore::Fetch(List::Tools)) {
            self.resend_mismatched(now, out);
        }
        self.pump_background(now, out);
    }
}
