//! How a session stands, as far as it is shown all the time.

use crate::offer::Kind;
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::core::peer::phase::{Phase, PhaseName};
use mcp_inspector_engine::core::stats;
use mcp_inspector_engine::core::timeline::Timeline;
use mcp_inspector_engine::core::view::{AskView, EndedAsk, Progress, View};
use mcp_inspector_engine::{AskId, At, Fault, Raw, Revision, Session};

/// How a session stands.
#[derive(Clone, Debug)]
pub(crate) struct Now {
    pub(crate) phase: PhaseName,
    pub(crate) since: At,
    pub(crate) failures: u32,
    pub(crate) fault: Option<Fault>,
    /// When the next attempt to connect is made.
    pub(crate) retry_at: Option<At>,
    pub(crate) revision: Option<Revision>,
    pub(crate) info: Option<Raw>,
    pub(crate) capabilities: Option<Raw>,
    pub(crate) instructions: Option<String>,
    pub(crate) asks: Vec<(AskId, AskView)>,
    pub(crate) ended_asks: Vec<EndedAsk>,
    pub(crate) progress: Vec<(CallKey, Progress)>,
    pub(crate) p50_ns: Option<u64>,
    pub(crate) frames: (u64, u64),
    pub(crate) bytes: (u64, u64),
    /// The process of the server.
    pub(crate) process: Option<u32>,
}

impl Default for Now {
    fn default() -> Self {
        Now {
            phase: PhaseName::Closed,
            since: At::START,
            failures: 0,
            fault: None,
            retry_at: None,
            revision: None,
            info: None,
            capabilities: None,
            instructions: None,
            asks: Vec::new(),
            ended_asks: Vec::new(),
            progress: Vec::new(),
            p50_ns: None,
            frames: (0, 0),
            bytes: (0, 0),
            process: None,
        }
    }
}

impl Now {
    /// What a view and the rows say.
    pub(crate) fn of(session: &Session, view: &View, timeline: &Timeline) -> Self {
        let server = view.server.as_ref();
        let open = view.calls.iter().filter(|call| call.end.is_none());
        let retry_at = match &*session.phases().borrow() {
            Phase::Backoff { until, .. } => Some(*until),
            _ => None,
        };
        Now {
            phase: view.phase,
            since: view.phase_since,
            failures: view.failures,
            fault: view.fault.clone(),
            retry_at: retry_at.filter(|_| view.phase == PhaseName::Backoff),
            revision: server.and_then(|server| server.revision),
            info: server.and_then(|server| server.info.clone()),
            capabilities: server.and_then(|server| server.capabilities.clone()),
            instructions: server.and_then(|server| server.instructions.clone()),
            asks: view.asks.iter().map(|(id, ask)| (*id, ask.clone())).collect(),
            ended_asks: view.ended_asks.iter().cloned().collect(),
            progress: open.filter_map(|call| Some((call.key?, call.progress.clone()?))).collect(),
            p50_ns: stats::median(timeline),
            frames: (view.traffic.frames_sent, view.traffic.frames_received),
            bytes: (view.traffic.bytes_sent, view.traffic.bytes_received),
            process: session.process(),
        }
    }

    /// Whether the server advertises that it offers this.
    pub(crate) fn advertises(&self, kind: Kind) -> bool {
        let capabilities = self.capabilities.as_ref();
        kind.capability().is_some_and(|name| capabilities.is_some_and(|all| all.member(name).is_some()))
    }

    /// The server's own name and version, as it tells them.
    pub(crate) fn called(&self) -> Option<String> {
        let info = self.info.as_ref()?;
        let name = info.text_member("title").or_else(|| info.text_member("name"))?;
        Some(match info.text_member("version") {
            Some(version) => format!("{name} {version}"),
            None => name,
        })
    }
}
