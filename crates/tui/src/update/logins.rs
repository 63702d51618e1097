//! Logins: what is stored about them, and taking one back.

use crate::effect::Effect;
use crate::event::Mood;
use crate::server::ServerId;
use crate::state::{State, View};
use crate::text;
use mcp_inspector_engine::Fault;
use mcp_inspector_engine::auth::Revoked;
use mcp_inspector_engine::core::entry::Act;
use mcp_inspector_engine::core::target::Transport;

impl State {
    /// Finds out what is stored about logins at the current server.
    pub(crate) fn ask_tokens(&mut self) {
        if let Some(server) = self.server().filter(|server| server.transport() == "http") {
            self.effects.push(Effect::Tokens { server: server.id, place: server.place() });
        }
    }

    /// Takes the login at the current server back.
    pub(crate) fn log_out(&mut self) {
        let target = self.server().and_then(|server| Some((server.id, server.target.clone()?)));
        match target {
            Some((server, target)) if matches!(target.transport, Transport::Http(_)) => {
                self.effects.push(Effect::LogOut { server, target: Box::new(target) });
                self.open_view(View::Auth);
            }
            Some(_) => self.tell("a process has no login: only servers on HTTP have one", Mood::Bad),
            None => self.tell("there is no server to log out from", Mood::Bad),
        }
    }

    /// What came of it.
    pub(crate) fn logged_out(&mut self, server: ServerId, revoked: Result<Revoked, Fault>) {
        match revoked {
            Ok(Revoked { forgotten: 0, .. }) => self.tell("nothing was stored for this server", Mood::Plain),
            Ok(Revoked { forgotten, is_revoked, .. }) => {
                let tokens = text::count(forgotten, "token is", "tokens are");
                let taken =
                    if is_revoked { "and given back" } else { "but was not taken back by who granted it" };
                self.tell(format!("logged out: {tokens} forgotten {taken}"), Mood::Good);
                let at = self.servers.iter().find(|known| known.id == server);
                if let Some(session) = at.and_then(|known| known.session.clone()) {
                    self.effects.push(Effect::Act { session, act: Act::LoggedOut });
                }
            }
            Err(fault) => {
                let hint = fault.hint.map(|hint| format!(": {hint}")).unwrap_or_default();
                self.tell(format!("{}{hint}", fault.message), Mood::Bad);
            }
        }
        if self.server().is_some_and(|current| current.id == server) {
            self.ask_tokens();
        }
    }
}
