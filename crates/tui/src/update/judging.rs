//! The rules are checked where that is looked at, and follow the log.

use crate::effect::Effect;
use crate::server::ServerId;
use crate::state::{State, View};
use mcp_inspector_engine::Report;
use mcp_inspector_engine::core::capability::Survey;

impl State {
    /// Has the rules checked if someone looks at what they say, and something happened since.
    pub(super) fn settle_judgement(&mut self) {
        let is_looked_at = matches!(self.view, View::Server | View::Timeline);
        if is_looked_at && self.server().is_some_and(|server| server.judging.is_due(server.last())) {
            self.judge();
        }
    }

    /// Has the rules checked.
    pub(super) fn judge(&mut self) {
        let Some(server) = self.server_mut() else { return };
        let (id, last) = (server.id, server.last());
        if let Some(session) = server.session.clone().filter(|_| server.judging.begin(last)) {
            self.effects.push(Effect::Judge { server: id, session });
        }
    }

    /// The rules were checked.
    pub(super) fn judged(&mut self, server: ServerId, report: Report, survey: Survey) {
        let Some(server) = self.by_id(server) else { return };
        if !server.judging.end() {
            return;
        }
        let judged = (report, survey);
        if server.judged.as_ref() != Some(&judged) {
            server.timeline.judge(&judged.0.findings);
            server.judged = Some(judged);
            server.revision += 1;
        }
    }
}
