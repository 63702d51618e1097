//! In which contexts keys are looked up, by the pane that has them.

use crate::keys::Context;
use crate::state::{Focus, State};

impl State {
    /// The contexts in which keys are looked up, the nearest first; the last one is that of everywhere.
    pub(crate) fn contexts(&self) -> Vec<Context> {
        let mut contexts = match self.focus {
            Focus::Tree => vec![Context::Tree, Context::Lists],
            Focus::Form => vec![Context::Form],
            Focus::Strip | Focus::Rows => vec![Context::Rows, Context::Lists],
            Focus::Result => vec![Context::Result],
            Focus::Detail => vec![Context::Detail],
            Focus::Page => vec![Context::Server],
            Focus::AuthRows => vec![Context::Auth, Context::Rows, Context::Lists],
            Focus::AuthDetail => vec![Context::Auth, Context::Detail],
            Focus::LogRows => vec![Context::Log, Context::Rows, Context::Lists],
            Focus::LogDetail => vec![Context::Log, Context::Detail],
            Focus::ServerList => vec![Context::Servers, Context::Lists],
            Focus::ServerDetail => vec![Context::Servers],
            Focus::AskList => vec![Context::Inbox, Context::Lists],
            Focus::AskText | Focus::AskForm => vec![Context::Inbox],
        };
        contexts.push(Context::Anywhere);
        contexts
    }

    /// The contexts whose keys are told first.
    pub(crate) fn help_contexts(&self) -> Vec<Context> {
        let mut contexts = self.contexts();
        let inner: &[Context] = match self.focus {
            Focus::Form | Focus::AskForm => &[Context::Fields, Context::Typing],
            Focus::Result
            | Focus::Detail
            | Focus::Page
            | Focus::AuthDetail
            | Focus::LogDetail
            | Focus::ServerDetail
            | Focus::AskText => &[Context::Text],
            _ => &[],
        };
        let place = contexts.len() - 1;
        contexts.splice(place..place, inner.iter().copied());
        contexts
    }
}
