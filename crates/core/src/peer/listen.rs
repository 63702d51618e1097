//! Resources whose changes we want to hear of, and how their news is followed up.
//!
//! Subscriptions outlive a connection: they are made anew after a reconnect.
//! While an updated resource is being read again, further news of it only marks
//! that reading as outdated, so a flood of news makes at most one request at a time.

use crate::brief::BRIEF;
use std::collections::{BTreeMap, BTreeSet};

/// How many resources are read again at a time, running and waiting.
const MOST_READINGS: usize = 256;

/// Subscribed resources.
#[derive(Clone, Debug, Default)]
pub(super) struct Listen {
    subscribed: BTreeSet<String>,
    /// Resources being read again; true when there has been news since.
    reading: BTreeMap<String, bool>,
}

impl Listen {
    pub(super) fn subscribe(&mut self, uri: String) {
        self.subscribed.insert(uri);
    }

    pub(super) fn unsubscribe(&mut self, uri: &str) {
        self.subscribed.remove(uri);
    }

    pub(super) fn subscriptions(&self) -> impl Iterator<Item = &String> {
        self.subscribed.iter()
    }

    /// News of `uri` came. True when it must be read now.
    pub(super) fn updated(&mut self, uri: &str) -> bool {
        if uri.len() > BRIEF || !self.covers(uri) {
            return false;
        }
        let is_full = self.reading.len() >= MOST_READINGS;
        match self.reading.get_mut(uri) {
            Some(outdated) => {
                *outdated = true;
                false
            }
            // News of more parts than anyone can follow is left alone; the frames are in the log.
            None if is_full => false,
            None => {
                self.reading.insert(uri.to_owned(), false);
                true
            }
        }
    }

    /// `uri` was read. True when it must be read once more.
    pub(super) fn read(&mut self, uri: &str) -> bool {
        match self.reading.get_mut(uri) {
            Some(outdated) if *outdated => {
                *outdated = false;
                true
            }
            _ => {
                self.reading.remove(uri);
                false
            }
        }
    }

    /// The connection ended: nothing is being read any more.
    pub(super) fn disconnected(&mut self) {
        self.reading.clear();
    }

    /// News may be of a part of a subscribed resource.
    fn covers(&self, uri: &str) -> bool {
        self.subscribed.iter().any(|subscribed| uri.starts_with(subscribed.as_str()))
    }
}
