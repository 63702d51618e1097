//! Who brings users to authorization servers and back, by way of the browser and `/oauth/callback`.

use super::attempt::{Attempt, Awaited, Ending, Owner};
use super::{Logins, percent_encoded, watching};
use crate::guard::is_local_redirect;
use crate::history::History;
use mcp_inspector_engine::Log;
use mcp_inspector_engine::auth::{AgentError, Promise, UserAgent, Visit};
use mcp_inspector_engine::core::auth::redirect::Returned;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// Brings the user of a login that a face asked for.
#[derive(Debug)]
pub(super) struct BackendAgent {
    attempt: Arc<Attempt>,
    patience: Duration,
}

impl BackendAgent {
    pub(super) fn new(attempt: Arc<Attempt>, patience: Duration) -> Self {
        BackendAgent { attempt, patience }
    }
}

impl UserAgent for BackendAgent {
    fn prepare<'a>(&'a self, _preferred: Option<&'a str>) -> Promise<'a, Result<Box<dyn Visit>, AgentError>> {
        let visit = Coming::visit(self.attempt.clone(), self.patience, None);
        Box::pin(std::future::ready(visit))
    }
}

/// Brings the users of the logins of one session. Each waits until somebody asks for
/// `/oauth/authorize/{serverId}` and goes there.
#[derive(Debug)]
pub(crate) struct SessionAgent {
    logins: Logins,
    history: History,
    server_id: String,
    /// The address of the server.
    url: String,
    redirect_uri: String,
    /// What happens in the session, once it is open.
    log: watch::Sender<Option<Log>>,
    last: Mutex<Last>,
}

/// The login of a session that was begun last.
#[derive(Debug, Default)]
struct Last {
    attempt: Option<Arc<Attempt>>,
    /// Its user has to be sent once more.
    goes_on: bool,
}

impl SessionAgent {
    pub(super) fn new(
        logins: Logins,
        history: History,
        server_id: String,
        url: String,
        redirect_uri: String,
    ) -> Self {
        let log = watch::Sender::new(None);
        SessionAgent { logins, history, server_id, url, redirect_uri, log, last: Mutex::default() }
    }

    /// Shows the log of the session: only there it is seen how a login of it ends.
    pub(crate) fn show(&self, log: Log) {
        self.log.send_replace(Some(log));
    }

    async fn begin(&self) -> Result<Box<dyn Visit>, AgentError> {
        // It is shown as soon as the session is open, and is there as long as we are.
        let log = self.log.subscribe().wait_for(Option::is_some).await.ok().and_then(|log| log.clone());
        let patience = self.logins.inner.session_patience;
        if let Some((attempt, awaited)) = self.going_on() {
            return Coming::visit(attempt, patience, Some(awaited));
        }
        let attempt =
            Attempt::new(Owner::Session, &self.server_id, self.redirect_uri.clone(), self.history.clone());
        let attempt = Arc::new(attempt);
        *self.last() = Last { attempt: Some(attempt.clone()), goes_on: false };
        self.logins.open(attempt.clone());
        let ending = Ending::new(self.logins.clone(), attempt.clone());
        let awaited = attempt.awaited();
        if let Some(log) = log {
            tokio::spawn(watching::watch(log, self.url.clone(), attempt.clone(), ending));
        }
        Coming::visit(attempt, patience, Some(awaited))
    }

    /// The login that goes on, unless it was given up meanwhile.
    fn going_on(&self) -> Option<(Arc<Attempt>, Awaited)> {
        let mut last = self.last();
        let goes_on = std::mem::take(&mut last.goes_on);
        let attempt = last.attempt.clone().filter(|attempt| goes_on && attempt.is_settling())?;
        let awaited = attempt.awaited();
        Some((attempt, awaited))
    }

    fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UserAgent for SessionAgent {
    fn prepare<'a>(&'a self, _preferred: Option<&'a str>) -> Promise<'a, Result<Box<dyn Visit>, AgentError>> {
        Box::pin(self.begin())
    }

    fn goes_on(&self) {
        self.last().goes_on = true;
    }
}

/// A user who will come back to `/oauth/callback`.
struct Coming {
    attempt: Arc<Attempt>,
    prefix: String,
    patience: Duration,
    /// Dropped when nobody waits any more.
    _awaited: Option<Awaited>,
}

impl Coming {
    fn visit(
        attempt: Arc<Attempt>,
        patience: Duration,
        awaited: Option<Awaited>,
    ) -> Result<Box<dyn Visit>, AgentError> {
        if !is_local_redirect(&attempt.redirect_uri) {
            return Err(AgentError::ForeignRedirect { uri: attempt.redirect_uri.clone() });
        }
        // Nothing is believed because of it: whose state it is, is looked up.
        let prefix = format!("{}.", percent_encoded(&attempt.server_id));
        Ok(Box::new(Coming { attempt, prefix, patience, _awaited: awaited }))
    }
}

impl Visit for Coming {
    fn redirect_uri(&self) -> &str {
        &self.attempt.redirect_uri
    }

    fn state_prefix(&self) -> Option<&str> {
        Some(&self.prefix)
    }

    fn go<'a>(self: Box<Self>, url: &'a str, state: &'a str) -> Promise<'a, Result<Returned, AgentError>> {
        Box::pin(async move {
            // Faces open it in a browser, so it must be nothing that a browser would run.
            if !url.starts_with("https://") && !url.starts_with("http://") {
                return Err(AgentError::Unattended {
                    why: "the authorization endpoint is not on the web".to_owned(),
                    hint: "`authorization_endpoint` of the metadata must be an https:// URL".to_owned(),
                });
            }
            let returned = self.attempt.open_door(url, state, self.patience);
            let seconds = self.patience.as_secs();
            let returned = tokio::select! {
                biased;
                why = self.attempt.given_up() => Err(AgentError::Unattended {
                    why: why.why().to_owned(),
                    hint: "log in again".to_owned(),
                }),
                returned = timeout(self.patience, returned) => {
                    returned.ok().and_then(Result::ok).ok_or(AgentError::TimedOut { seconds })
                }
            };
            self.attempt.close_door();
            returned
        })
    }
}
