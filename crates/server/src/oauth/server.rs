//! The server that a login is for: a configured one, or that of a session that was opened without
//! configuration, known by the id of the session.

use crate::{Backend, Problem};
use mcp_inspector_engine::core::auth::places;
use mcp_inspector_engine::core::target::{Http, Transport};
use mcp_inspector_engine::{FaultCode, Target};

/// The server that a login is for. It is on HTTP.
#[derive(Clone, Debug)]
pub(super) struct Server {
    pub(super) id: String,
    pub(super) target: Target,
}

impl Server {
    /// The server of that id or name, or of the session of that id.
    pub(super) fn find(backend: &Backend, id: &str) -> Result<Self, Problem> {
        let server = match backend.config().target(id) {
            Ok(target) => Server { id: target.id.clone().unwrap_or_else(|| id.to_owned()), target },
            Err(problem) => match backend.sessions().direct_target(id) {
                Some(target) => Server { id: id.to_owned(), target },
                None => return Err(problem),
            },
        };
        server.http()?;
        Ok(server)
    }

    fn http(&self) -> Result<&Http, Problem> {
        match &self.target.transport {
            Transport::Http(http) => Ok(http),
            Transport::Stdio(_) => {
                let message =
                    format!("`{}` is a program, and only servers on HTTP have a login", self.target.name);
                Err(self.about(
                    Problem::invalid_request(message)
                        .with_hint("a program gets its credentials from its environment"),
                ))
            }
        }
    }

    /// What its tokens are kept under.
    pub(super) fn key(&self) -> Result<String, Problem> {
        key(&self.http()?.url).ok_or_else(|| {
            let message = format!("the address of `{}` is not a URL of the web", self.target.name);
            self.about(Problem::new(FaultCode::InvalidConfig, message))
        })
    }

    /// A problem of this server.
    pub(super) fn about(&self, problem: Problem) -> Problem {
        problem.of_server(&self.id, Some(self.target.name.clone()))
    }
}

/// What the tokens of the server at an address are kept under.
pub(super) fn key(url: &str) -> Option<String> {
    Some(places::canonical(&places::absolute(url).ok()?))
}
