//! Lists that a server advertises and that have not come: waited for, asked for later, or not to be had.

use super::Kind;
use mcp_inspector_engine::core::command::OutcomeWord;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::view::{CallView, View};
use mcp_inspector_engine::{At, List};

/// How a list stands that has not come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Awaited {
    /// It was asked for then, and nothing came.
    Since(At),
    /// It is asked for when what is waited for has come.
    Later,
    /// It did not come, and this is why.
    Failed(String),
}

impl Awaited {
    /// How it stands, in few words; `now` is the time.
    pub(crate) fn briefly(&self, now: At) -> String {
        match self {
            Awaited::Since(at) => format!("awaited {:.1} s", now.since(*at).as_secs_f64()),
            Awaited::Later => "asked for later".to_owned(),
            Awaited::Failed(why) => format!("! {why}"),
        }
    }

    /// How it stands, in full; with the time it was waited where that is known.
    pub(crate) fn words(&self, kind: Kind, now: Option<At>) -> String {
        let method = kind.list().map_or("", List::method);
        match self {
            Awaited::Since(at) => {
                let waited = now.map(|now| format!(" for {:.1} s", now.since(*at).as_secs_f64()));
                format!("waiting for the answer to `{method}`{}", waited.unwrap_or_default())
            }
            Awaited::Later => {
                format!("advertised; `{method}` is asked for when what is waited for has come")
            }
            Awaited::Failed(why) => format!("not known: {why}; `r` in Explore asks again"),
        }
    }
}

/// The lists that a server which is connected advertises and that have not come.
pub(super) fn of(view: &View) -> Vec<(Kind, Awaited)> {
    let capabilities = view.server.as_ref().and_then(|server| server.capabilities.as_ref());
    let Some(capabilities) = capabilities.filter(|_| view.phase == PhaseName::Ready) else {
        return Vec::new();
    };
    let is_missing = |kind: &Kind| {
        kind.capability().is_some_and(|name| capabilities.member(name).is_some())
            && kind.list().is_some_and(|list| view.catalog.list(list).is_none())
    };
    let stands = |kind: Kind| {
        let method = kind.list()?.method();
        // What was asked of a connection before this one says nothing.
        let is_it = |call: &&CallView| call.method == method && call.sent_at >= view.phase_since;
        let awaited = match view.calls.iter().rev().find(is_it) {
            None => Awaited::Later,
            Some(CallView { end: None, sent_at, .. }) => Awaited::Since(*sent_at),
            Some(CallView { end: Some(end), .. }) => {
                let why = end.reason.clone().unwrap_or_default();
                let word = match end.outcome {
                    // Its list is about to be read.
                    OutcomeWord::Answered => return None,
                    OutcomeWord::Refused => "refused",
                    OutcomeWord::Cancelled => "cancelled",
                    OutcomeWord::Expired => "not answered",
                    OutcomeWord::Lost => "lost",
                };
                Awaited::Failed(if why.is_empty() { word.to_owned() } else { format!("{word}: {why}") })
            }
        };
        Some((kind, awaited))
    };
    let found: Vec<_> = Kind::ALL.into_iter().filter(is_missing).filter_map(stands).collect();
    let is_waited_for = found.iter().any(|(_, awaited)| matches!(awaited, Awaited::Since(_)));
    // Servers that have resources may have no templates, and say so by not knowing the method. One that is not asked for
    // while nothing is waited for is not about to be.
    let has_none = |(kind, awaited): &(Kind, Awaited)| match awaited {
        Awaited::Failed(why) => *kind == Kind::Template && why.contains("-32601"),
        Awaited::Later => !is_waited_for,
        Awaited::Since(_) => false,
    };
    found.into_iter().filter(|one| !has_none(one)).collect()
}
