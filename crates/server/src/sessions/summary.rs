//! A session in a few words, as lists show it.

use super::held::{Held, Origin};
use super::notice::waiting;
use crate::openapi::{ProblemFacts, word};
use jiff::Timestamp;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{Raw, Revision};
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
    /// How many things the server asks for that nobody has answered.
    pub(crate) waiting_asks: usize,
    /// Why it is not connected.
    #[schema(required)]
    pub(crate) fault: Option<ProblemFacts>,
}

impl Summary {
    /// A session in a few words; help pages are below `base`.
    pub(crate) fn of(held: &Held, base: &str) -> Self {
        let session = &held.session;
        let phase = session.phase();
        let log = session.log();
        let (server_info, revision, fault) = log.with_view(|view| {
            let server = view.server.as_ref();
            let info = server.and_then(|server| server.info.clone());
            (info, server.and_then(|server| server.revision), view.fault.clone())
        });
        Summary {
            id: held.id.to_string(),
            server_id: held.server_id.clone(),
            name: held.name.clone(),
            place: session.place().to_owned(),
            origin: held.origin.word(),
            phase: phase.as_str(),
            status: status(phase),
            revision: revision.map(Revision::as_str),
            server_info,
            opened_at: opened_at(session.opened_unix_ms()),
            last_seq: log.last().0,
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

    #[test]
    fn times_have_milliseconds_and_impossible_ones_do_no_harm() {
        assert_eq!(opened_at(1_763_164_800_000), "2025-11-15T00:00:00.000Z");
        assert_eq!(opened_at(1_763_164_800_007), "2025-11-15T00:00:00.007Z");
        assert_eq!(opened_at(u64::MAX), "1970-01-01T00:00:00.000Z");
    }
}
