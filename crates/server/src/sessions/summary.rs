//! A session in a few words, as lists show it.

use super::held::{Held, Origin};
use super::notice::waiting;
use crate::openapi::{ProblemFacts, word};
use jiff::Timestamp;
use mcp_inspector_engine::core::brief::brief;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::stamp::At;
use mcp_inspector_engine::core::view::{Attempt, View};
use mcp_inspector_engine::{List, Raw, Revision};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::Object;

/// A session in a few words.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Summary {
    /// Its id.
    pub(crate) id: String,
    /// The id of the configuration it was opened from; null when it was opened without one.
    #[schema(required)]
    pub(crate) server_id: Option<String>,
    /// What to call it.
    pub(crate) name: String,
    /// The command line or URL, secrets redacted.
    pub(crate) place: String,
    /// Who opened it: a face, the proxy endpoint for its clients, or nobody because it is a recording.
    #[schema(schema_with = origins)]
    pub(crate) origin: &'static str,
    /// Where it stands.
    #[schema(schema_with = phases)]
    pub(crate) phase: &'static str,
    /// The same in the words that servers' lists use.
    #[schema(schema_with = statuses)]
    pub(crate) status: &'static str,
    /// The revision of the protocol in force, once it is known.
    #[schema(required, value_type = Option<String>)]
    pub(crate) revision: Option<&'static str>,
    /// The server's name and version as it told them.
    #[schema(required, value_type = serde_json::Value)]
    pub(crate) server_info: Option<Raw>,
    /// When it was opened, ISO 8601. Entries count their time from here.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) opened_at: String,
    /// The place of the newest entry in its log; 0 when there is none.
    pub(crate) last_seq: u64,
    /// The steps of connecting as far as it has got, while it connects and fetches its lists; empty otherwise.
    pub(crate) connecting: Vec<ConnectStep>,
    /// How many things the server asks for that nobody has answered.
    pub(crate) waiting_asks: usize,
    /// Why it is not connected.
    #[schema(required)]
    pub(crate) fault: Option<ProblemFacts>,
}

/// A step of connecting.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConnectStep {
    /// Which one.
    #[schema(schema_with = connect_steps)]
    step: &'static str,
    /// When it began, in nanoseconds after the session opened.
    since_ns: u64,
    /// How long it took; null for the one that is under way.
    #[schema(required)]
    took_ns: Option<u64>,
}

fn connect_steps() -> Object {
    word(&["start", "initialize", "list"])
}

/// The steps that were begun, by when that was.
fn steps(view: &View) -> Vec<ConnectStep> {
    let Attempt { starting, initializing, ready } = view.attempt;
    let is_under_way = match view.phase {
        PhaseName::Starting | PhaseName::Initializing => true,
        PhaseName::Ready => is_listing(view),
        PhaseName::Backoff | PhaseName::Closing | PhaseName::Closed => false,
    };
    if !is_under_way {
        return Vec::new();
    }
    let begun = [("start", starting), ("initialize", initializing), ("list", ready)];
    let begun: Vec<(&str, At)> = begun.into_iter().filter_map(|(step, at)| Some((step, at?))).collect();
    let ends = begun.iter().skip(1).map(|(_, at)| Some(at.nanos())).chain([None]);
    let step = |((step, at), end): (&(&'static str, At), Option<u64>)| ConnectStep {
        step,
        since_ns: at.nanos(),
        took_ns: end.map(|end| end.saturating_sub(at.nanos())),
    };
    begun.iter().zip(ends).map(step).collect()
}

/// Whether one of the server's lists is on its way for the first time.
pub(super) fn is_listing(view: &View) -> bool {
    let is_new = |list: &List| view.catalog.list(*list).is_none_or(|known| !known.is_complete);
    let awaited: Vec<&str> = List::ALL.iter().filter(|list| is_new(list)).map(|list| list.method()).collect();
    view.calls.iter().any(|call| call.end.is_none() && awaited.contains(&call.method.as_str()))
}

impl Summary {
    /// A session in a few words; help pages are below `base`.
    pub(crate) fn of(held: &Held, base: &str) -> Self {
        let session = &held.session;
        let phase = session.phase();
        let log = session.log();
        let (server_info, revision, fault, connecting) = log.with_view(|view| {
            let server = view.server.as_ref();
            let info = server.and_then(|server| server.info.clone());
            // A recording connects no more, wherever it ended.
            let connecting = if session.is_read_only() { Vec::new() } else { steps(view) };
            (info, server.and_then(|server| server.revision), view.fault.clone(), connecting)
        });
        Summary {
            id: held.id.to_string(),
            server_id: held.server_id.clone(),
            name: held.name.clone(),
            place: brief(session.place()),
            origin: held.origin.word(),
            phase: phase.as_str(),
            status: status(phase),
            revision: revision.map(Revision::as_str),
            server_info,
            opened_at: opened_at(session.opened_unix_ms()),
            last_seq: log.last().0,
            connecting,
            // What waited when a recording ended waits no more.
            waiting_asks: if session.is_read_only() { 0 } else { waiting(log) },
            fault: fault.map(|fault| ProblemFacts::of(&fault, base)),
        }
    }
}

/// Several sessions in a few words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Summaries {
    /// Them, in the order in which they were opened.
    pub(crate) sessions: Vec<Summary>,
}

/// The word that other programs know for a phase.
pub(crate) fn status(phase: PhaseName) -> &'static str {
    use mcp_inspector_engine::core::peer::phase::Status;
    match phase.status() {
        Status::Disconnected => "disconnected",
        Status::Connecting => "connecting",
        Status::Connected => "connected",
        Status::Disconnecting => "disconnecting",
        Status::Error => "error",
    }
}

/// A moment as the API tells it.
pub(super) fn opened_at(unix_ms: u64) -> String {
    let millis = i64::try_from(unix_ms).unwrap_or(i64::MAX);
    // A recording can claim any time; one that no calendar has is shown as the first of all.
    let opened = Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH);
    format!("{opened:.3}")
}

pub(crate) fn origins() -> Object {
    word(&Origin::WORDS)
}

pub(crate) fn phases() -> Object {
    word(&PhaseName::ALL.map(PhaseName::as_str))
}

pub(crate) fn statuses() -> Object {
    word(&["disconnected", "connecting", "connected", "disconnecting", "error"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use mcp_inspector_engine::Seq;
    use mcp_inspector_engine::core::entry::{Entry, EntryKind};
    use mcp_inspector_engine::core::frame::Frame;
    use serde_json::json;

    #[test]
    fn times_have_milliseconds_and_impossible_ones_do_no_harm() {
        assert_eq!(opened_at(1_763_164_800_000), "2025-11-15T00:00:00.000Z");
        assert_eq!(opened_at(1_763_164_800_007), "2025-11-15T00:00:00.007Z");
        assert_eq!(opened_at(u64::MAX), "1970-01-01T00:00:00.000Z");
    }

    #[test]
    fn connecting_is_told_step_by_step_until_the_lists_are_there() {
        use mcp_inspector_engine::core::frame::Direction::{Received, Sent};
        let phase = |to: &str| {
            let change = json!({ "from": "closed", "to": to, "trigger": "connect", "failures": 0 });
            EntryKind::Phase(serde_json::from_value(change).unwrap())
        };
        let frame = |direction, text: &'static str| EntryKind::Frame {
            direction,
            frame: Frame::read(Bytes::from_static(text.as_bytes())),
            exchange: None,
            masked: false,
            call: None,
        };
        let kinds = [
            phase("starting"),
            phase("initializing"),
            phase("ready"),
            frame(Sent, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#),
            frame(Received, r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#),
            phase("closed"),
        ];
        let mut view = View::default();
        let told = (1..).zip(kinds).map(|(seq, kind)| {
            view.apply(&Entry { seq: Seq(seq), at: At::from_millis(seq * 10), kind });
            let word =
                |step: ConnectStep| format!("{} {:?}", step.step, step.took_ns.map(|took| took / 1_000_000));
            steps(&view).into_iter().map(word).collect::<Vec<_>>().join(", ")
        });
        let told: Vec<String> = told.collect();
        assert_eq!(
            told,
            [
                "start None",
                "start Some(10), initialize None",
                "",
                "start Some(10), initialize Some(10), list None",
                "",
                "",
            ]
        );
    }
}
