//! Logins: users are sent to authorization servers and come back here, and tokens are kept.
//!
//! A login is begun by `GET /oauth/authorize/{serverId}`, or by a session whose server wants one
//! (`oauth/agent.rs`). It waits (`oauth/attempt.rs`) until the browser comes back (`oauth/callback.rs`)
//! with its state. The engine does everything that needs a secret; browsers only see what became of it.

mod acts;
mod agent;
mod attempt;
mod authorize;
mod callback;
mod edits;
mod hiding;
mod server;
mod stages;
mod status;
mod tokens;
mod walking;
mod watching;
mod wish;

pub(crate) use agent::SessionAgent;

use crate::history::History;
use crate::{Backend, Problem};
use acts::Act;
use agent::BackendAgent;
use attempt::{Attempt, Ended, Ending, GivenUp, Owner};
use hiding::Hiding;
use mcp_inspector_engine::auth::{self, Login, Store};
use mcp_inspector_engine::core::target::Transport;
use mcp_inspector_engine::{Fault, FaultCode, Target};
use server::Server;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use utoipa_axum::router::OpenApiRouter;

/// Where browsers come back to, below the address of the backend.
const CALLBACK: &str = "/oauth/callback";

/// How many logins that faces asked for may be under way at once. Those of sessions are as many as
/// there are sessions at most.
const MOST_LOGINS: usize = 32;

/// How many servers' last logins are remembered.
const MOST_REMEMBERED: usize = 256;

/// How long one exchange with an authorization server may take.
const EXCHANGE: Duration = Duration::from_secs(15);

/// The logins under way, and where tokens are kept. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub struct Logins {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    /// How long a user may take who asked for a login.
    patience: Duration,
    /// How long a user may take while a session waits.
    session_patience: Duration,
    hiding: Hiding,
    state: Mutex<State>,
}

/// What becomes of the scopes that a server has been granted before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EarlierScopes {
    /// They are asked for again.
    Asked,
    /// Only those are asked for that are named.
    Dropped,
}

#[derive(Debug, Default)]
struct State {
    /// Those under way, in the order in which they began.
    open: Vec<Arc<Attempt>>,
    /// The last one of each server that has ended, the newest at the end.
    ended: VecDeque<Arc<Attempt>>,
    /// What else was done about each server, the newest at the end.
    acts: VecDeque<Act>,
}

impl Logins {
    /// Logins whose tokens are kept in `store`.
    pub fn new(store: Store) -> Self {
        Logins::with_patience(store, Duration::from_secs(10 * 60), Duration::from_secs(5 * 60))
    }

    /// Like [`Logins::new`], with users who come back sooner: within `asked` when they asked for the login,
    /// within `waiting` while a session waits for it.
    pub fn with_patience(store: Store, asked: Duration, waiting: Duration) -> Self {
        let inner = Inner {
            store,
            patience: asked,
            session_patience: waiting,
            hiding: Hiding::default(),
            state: Mutex::default(),
        };
        Logins { inner: Arc::new(inner) }
    }

    /// Where tokens are kept.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// How the session of a face logs in: it waits for a user, who is sent by whoever asks for
    /// `/oauth/authorize/{server_id}`. The agent has to be shown the session's log.
    pub(crate) fn of_session(
        &self,
        backend: &Backend,
        server_id: &str,
        target: &Target,
    ) -> Option<(Login, Arc<SessionAgent>)> {
        let Transport::Http(http) = &target.transport else { return None };
        let redirect_uri = redirect_uri(backend.base(), target, None);
        let agent = SessionAgent::new(
            self.clone(),
            backend.history().clone(),
            server_id.to_owned(),
            http.url.clone(),
            redirect_uri,
        );
        let agent = Arc::new(agent);
        let login = Login::by(agent.clone(), self.store().clone()).patient_for(EXCHANGE);
        Some((login, agent))
    }

    /// How a server behind the proxy logs in: with what is stored, because nobody is there to be sent.
    pub(crate) fn of_proxy(&self, base: &str, server_id: &str) -> Login {
        let hint = format!(
            "log in: GET {base}/oauth/authorize/{}, with the session token",
            percent_encoded(server_id)
        );
        Login::unattended(self.store().clone(), hint).patient_for(EXCHANGE)
    }

    /// Has every token that is stored blanked out in what is written from now on. Cheap when nothing
    /// was stored since.
    pub(crate) fn hide_tokens(&self, history: &History) {
        self.inner.hiding.look(self.store(), history);
    }

    /// The login of a server that waits for a user, or a new one.
    fn attempt(
        &self,
        backend: &Backend,
        server: &Server,
        asked: Option<&str>,
    ) -> Result<Arc<Attempt>, Problem> {
        let redirect_uri = redirect_uri(backend.base(), &server.target, asked);
        let state = self.state();
        let waiting = state.open.iter().find(|attempt| attempt.server_id == server.id && attempt.is_open());
        match waiting.cloned() {
            Some(attempt) if asked.is_none() || attempt.redirect_uri == redirect_uri => return Ok(attempt),
            Some(attempt) if attempt.owner == Owner::Session => {
                let message = format!(
                    "a session with `{}` waits for a login that comes back to {}",
                    server.target.name, attempt.redirect_uri
                );
                return Err(Problem::invalid_request(message)
                    .with_status(axum::http::StatusCode::CONFLICT)
                    .with_hint("ask without `redirect_uri`, or close the session first"));
            }
            Some(attempt) => attempt.give_up(GivenUp::Replaced),
            None => {}
        }
        self.begin(backend, server, redirect_uri, state, EarlierScopes::Asked)
    }

    /// A new login with settings that somebody tries. Others that faces asked for are given up; a session
    /// that waits for its own takes what comes of this one.
    fn attempt_with(
        &self,
        backend: &Backend,
        server: &Server,
        earlier: EarlierScopes,
    ) -> Result<Arc<Attempt>, Problem> {
        let redirect_uri = redirect_uri(backend.base(), &server.target, None);
        let state = self.state();
        let is_meant = |attempt: &&Arc<Attempt>| {
            attempt.server_id == server.id && attempt.owner == Owner::Face && attempt.is_open()
        };
        state.open.iter().filter(is_meant).for_each(|attempt| attempt.give_up(GivenUp::Replaced));
        self.begin(backend, server, redirect_uri, state, earlier)
    }

    /// Begins a login that a face asked for, if there is room.
    fn begin(
        &self,
        backend: &Backend,
        server: &Server,
        redirect_uri: String,
        mut state: MutexGuard<'_, State>,
        earlier: EarlierScopes,
    ) -> Result<Arc<Attempt>, Problem> {
        let asked_for = state.open.iter().filter(|attempt| attempt.owner == Owner::Face).count();
        if asked_for >= MOST_LOGINS {
            let message = format!("{asked_for} logins wait for users, and no more than that may");
            return Err(Problem::new(FaultCode::LimitReached, message)
                .with_hint("finish some, or wait until they expire"));
        }
        let attempt = Attempt::new(Owner::Face, &server.id, redirect_uri, backend.history().clone());
        let attempt = Arc::new(attempt);
        state.open.push(attempt.clone());
        drop(state);
        self.run(backend, attempt.clone(), server.target.clone(), earlier);
        Ok(attempt)
    }

    /// Carries a login out that a face asked for.
    fn run(&self, backend: &Backend, attempt: Arc<Attempt>, target: Target, earlier: EarlierScopes) {
        let (logins, closing) = (self.clone(), backend.closing());
        // A login goes on when whoever asked for it goes away: the user may be back any moment.
        tokio::spawn(async move {
            let ending = Ending::new(logins.clone(), attempt.clone());
            let agent = Arc::new(BackendAgent::new(attempt.clone(), logins.inner.patience));
            let mut login = Login::by(agent, logins.store().clone()).patient_for(EXCHANGE);
            if earlier == EarlierScopes::Dropped {
                login = login.without_earlier_scopes();
            }
            let tell = |step: &_| attempt.note(step);
            let ended = tokio::select! {
                biased;
                why = attempt.given_up() => Err(why.fault()),
                ended = auth::log_in(&target, &login, &tell) => ended,
                () = closing => Err(Fault::new(FaultCode::Shutdown, "the backend is shutting down")),
            };
            ending.end(ended);
        });
    }

    /// Ends the logins of a server that wait for their users, so that nobody who comes late logs in again.
    /// One whose user is back already is waited for: then there is a token to be given back.
    async fn stop(&self, server_id: &str) {
        let open: Vec<Arc<Attempt>> =
            self.state().open.iter().filter(|attempt| attempt.server_id == server_id).cloned().collect();
        for attempt in open {
            attempt.give_up(GivenUp::LoggedOut);
            // Whoever does not end by then has met an authorization server that does not answer.
            let _ = tokio::time::timeout(EXCHANGE, attempt.ended()).await;
        }
    }

    /// Takes up a login of a session.
    fn open(&self, attempt: Arc<Attempt>) {
        self.state().open.push(attempt);
    }

    /// A login has ended: it is the last one of its server.
    fn end(&self, attempt: &Arc<Attempt>, ended: Ended) {
        self.hide_tokens(attempt.history());
        if !attempt.end(ended) {
            return;
        }
        let mut state = self.state();
        state.open.retain(|open| !Arc::ptr_eq(open, attempt));
        state.ended.retain(|last| last.server_id != attempt.server_id);
        state.ended.push_back(attempt.clone());
        if state.ended.len() > MOST_REMEMBERED {
            state.ended.pop_front();
        }
    }

    /// The login that waits for this state.
    fn waiting_for(&self, state: &str) -> Option<Arc<Attempt>> {
        self.state().open.iter().find(|attempt| attempt.waits_for(state)).cloned()
    }

    /// Somebody came back with a state that nobody waits for. If it is plain whose it was meant to be, that login
    /// says so.
    fn note_stranger(&self, state: &str) {
        let state_of_all = self.state();
        let is_meant = |attempt: &&Arc<Attempt>| {
            let rest = state.strip_prefix(&percent_encoded(&attempt.server_id));
            rest.is_some_and(|rest| rest.starts_with('.'))
        };
        match (state_of_all.open.iter().find(is_meant), state_of_all.open.as_slice()) {
            (Some(attempt), _) | (None, [attempt]) => attempt.note_stranger(),
            _ => {}
        }
    }

    /// The newest login of a server, and whether it is still under way.
    fn last(&self, server_id: &str) -> Option<(Arc<Attempt>, bool)> {
        let state = self.state();
        let open = state.open.iter().rev().find(|attempt| attempt.server_id == server_id);
        let ended = || state.ended.iter().find(|attempt| attempt.server_id == server_id);
        open.map(|open| (open.clone(), true)).or_else(|| Some((ended()?.clone(), false)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Whoever panicked has not left the lists half changed.
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Logins {
    /// Logins whose tokens are gone with the last handle.
    fn default() -> Self {
        Logins::new(Store::in_memory())
    }
}

/// Where the user of a login comes back to: where it was asked for; or where the configuration says,
/// if that can lead here, perhaps by way of another port; or here.
fn redirect_uri(base: &str, target: &Target, asked: Option<&str>) -> String {
    let configured = match &target.transport {
        Transport::Http(http) => http.oauth.redirect_uri.as_deref(),
        Transport::Stdio(_) => None,
    };
    let leads_here = |uri: &&str| uri.split(['?', '#']).next().is_some_and(|uri| uri.ends_with(CALLBACK));
    asked.or_else(|| configured.filter(leads_here)).map_or_else(|| format!("{base}{CALLBACK}"), str::to_owned)
}

/// A text with everything percent-encoded that could mean something in a URL.
fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'~' => encoded.push(char::from(byte)),
            // Writing to a text cannot fail.
            _ => _ = write!(encoded, "%{byte:02X}"),
        }
        encoded
    })
}

/// Everything that can be asked about logins.
pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new()
        .merge(authorize::routes())
        .merge(callback::routes())
        .merge(tokens::routes())
        .merge(status::routes())
        .merge(walking::routes())
}
