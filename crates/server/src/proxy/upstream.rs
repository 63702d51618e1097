//! One server behind the proxy, shared by all who use it.
//!
//! It is started when it is first needed, kept warm, stopped when nobody has used it for a while, and
//! started again after a crash by whoever comes next; those who waited hear what happened.

use super::desk::Desk;
use super::parked::Parked;
use crate::history::{End, History, Level, RequestLine};
use crate::sessions::{SessionId, Sessions};
use crate::{Backend, Logins};
use mcp_inspector_engine::auth::Login;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::core::peer::config::{Delays, Retry};
use mcp_inspector_engine::core::peer::phase::{Phase, PhaseName};
use mcp_inspector_engine::core::redact::Redactor;
use mcp_inspector_engine::core::target::Transport;
use mcp_inspector_engine::{
    Answer, AskId, Fault, LogLevel, Offer, Outcome, PeerConfig, Raw, Responder, Revision, Session,
    SessionConfig, Target,
};
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::task::AbortHandle;

/// How long a call may take unless the configuration says otherwise. The client has limits of its
/// own and takes back what takes too long for it; this only keeps a call from waiting for ever.
const LONGEST_CALL: Duration = Duration::from_secs(600);

/// How long connecting may take unless the configuration says otherwise.
const LONGEST_START: Duration = Duration::from_secs(30);

/// One server behind the proxy.
#[derive(Debug)]
pub(super) struct Upstream {
    id: String,
    target: Target,
    session: Session,
    desk: Desk,
    parked: Parked,
    secrets: Redactor,
    history: History,
    logins: Logins,
    sessions: Sessions,
    /// The session as faces see it.
    shown: SessionId,
    /// Held while it is started or stopped.
    turning: tokio::sync::Mutex<()>,
    /// The task that tells the server what nobody can answer.
    refusing: AbortHandle,
    /// The log level that the server was told.
    level: Mutex<Option<LogLevel>>,
}

impl Upstream {
    /// A server that is started now.
    pub(super) fn start(id: &str, target: &Target, backend: &Backend) -> Self {
        let (history, sessions, logins) = (backend.history(), backend.sessions(), backend.logins());
        let (desk, mut refusals) = Desk::new();
        let responder = Responder::Attendant(desk.attend());
        let session = Session::open_with(
            target.clone(),
            config(backend, logins.of_proxy(backend.base(), id)),
            responder,
        );
        let answering = session.clone();
        let refusing = tokio::spawn(async move {
            while let Some((ask, answer)) = refusals.recv().await {
                // It may have ended meanwhile.
                let _ = answering.answer(ask, answer).await;
            }
        });
        let secrets = Redactor::for_target(target);
        // Faces can watch what passes here like any other session.
        let shown = sessions.adopt(session.clone(), id, target.name.as_str(), secrets.clone());
        let upstream = Upstream {
            shown,
            sessions: sessions.clone(),
            refusing: refusing.abort_handle(),
            id: id.to_owned(),
            target: target.clone(),
            session,
            desk,
            parked: Parked::default(),
            secrets,
            history: history.clone(),
            logins: logins.clone(),
            turning: tokio::sync::Mutex::new(()),
            level: Mutex::new(None),
        };
        upstream.say(Level::Debug, "Server is being started", json!({ "place": target.place() }));
        upstream.tell_phases();
        upstream
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn name(&self) -> &str {
        &self.target.name
    }

    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn desk(&self) -> &Desk {
        &self.desk
    }

    pub(super) fn parked(&self) -> &Parked {
        &self.parked
    }

    /// Whether the server is known to have no handshake.
    pub(super) fn is_modern(&self) -> bool {
        self.session.revision().is_some_and(Revision::is_modern)
    }

    /// Has the log say when the server is connected, and why it is not.
    fn tell_phases(&self) {
        let (mut phases, history) = (self.session.phases(), self.history.clone());
        let (id, secrets) = (self.id.clone(), self.secrets.clone());
        tokio::spawn(async move {
            while phases.changed().await.is_ok() {
                let phase = phases.borrow_and_update().clone();
                match phase {
                    Phase::Ready { .. } => {
                        history.app(Level::Info, "Server connected", json!({ "serverId": id }));
                    }
                    Phase::Closed { fault: Some(fault) } => {
                        let last = fault.details.post_mortem.as_ref().and_then(|known| known.stderr.last());
                        let message = secrets.mask_text(&fault.message).unwrap_or(fault.message.clone());
                        let data = json!({ "serverId": id, "code": fault.code, "lastWords": last });
                        history.app(Level::Error, &format!("Server failed: {message}"), data);
                    }
                    _ => {}
                }
            }
        });
    }

    /// Starts the server again if it does not run. Calls can be made while it starts.
    pub(super) async fn wake(&self) -> Result<(), Fault> {
        if !matches!(self.session.phase(), PhaseName::Closed | PhaseName::Closing) {
            return Ok(());
        }
        let _turn = self.turning.lock().await;
        if self.session.phase() == PhaseName::Closed {
            self.session.reconnect().await?;
            self.level().take();
            self.say(Level::Debug, "Server is being started again", json!({}));
        }
        Ok(())
    }

    /// Waits until the server is there.
    pub(super) async fn ready(&self) -> Result<(), Fault> {
        self.wake().await?;
        self.session.ready().await
    }

    /// Stops the server if nobody has used it for `idle`.
    pub(super) async fn rest(&self, idle: Duration) {
        self.parked.sweep();
        let dropped = self.desk.take_dropped();
        if dropped > 0 {
            let data = json!({ "messages": dropped });
            self.say(Level::Warn, "Messages were dropped because a client did not read", data);
        }
        let is_due = || self.desk.idle_since().is_some_and(|since| since.elapsed() >= idle);
        if self.session.phase() == PhaseName::Closed || !is_due() {
            return;
        }
        let _turn = self.turning.lock().await;
        if is_due() {
            self.session.stop().await;
            self.say(Level::Info, "Server was idle and is stopped", json!({}));
        }
    }

    /// Stops the server for good.
    pub(super) async fn end(&self) {
        self.parked.clear();
        self.desk.hang_up();
        self.sessions.release(&self.shown);
        self.session.stop().await;
    }

    /// Makes a call of the proxy's own.
    pub(super) async fn ask(&self, method: &str, params: Option<Raw>) -> Outcome {
        let request = mcp_inspector_engine::CallRequest::new(method, params);
        self.session.request(request).await.outcome().await
    }

    /// Sees to it that the server logs from `level` on, for calls that want it.
    pub(super) async fn log_from(&self, level: LogLevel) {
        let is_enough = self.level().is_some_and(|told| told <= level);
        if !is_enough && self.session.set_log_level(level).await.is_ok() {
            *self.level() = Some(level);
        }
    }

    /// The server was told to log from `level` on.
    pub(super) fn logs_from(&self, level: LogLevel) {
        *self.level() = Some(level);
    }

    /// Nobody will answer these any more.
    pub(super) fn refuse(self: &Arc<Self>, asks: Vec<AskId>, reason: &'static str) {
        if asks.is_empty() {
            return;
        }
        let upstream = self.clone();
        tokio::spawn(async move {
            for ask in asks {
                let error = RpcError::new(mcp_inspector_engine::core::command::USER_REFUSED, reason);
                // It may have been answered or have ended meanwhile.
                let _ = upstream.session.answer(ask, Answer::Error(error)).await;
            }
        });
    }

    /// Nobody wants to hear of these any more.
    pub(super) fn unsubscribe(self: &Arc<Self>, uris: Vec<String>) {
        if uris.is_empty() {
            return;
        }
        let upstream = self.clone();
        tokio::spawn(async move {
            for uri in uris {
                if !upstream.desk.is_wanted(&uri) && upstream.session.phase() == PhaseName::Ready {
                    // A server that refuses goes on telling; nobody listens.
                    let _ = upstream.session.unsubscribe_resource(&uri).await;
                }
            }
        });
    }

    pub(super) fn record_request(&self, request_id: &str, method: &str, params: Option<&Raw>) {
        let line = RequestLine { request_id, server_id: &self.id, method, params };
        self.history.request(line, &self.secrets);
    }

    pub(super) fn record_end(&self, request_id: &str, end: End<'_>, took: Duration) {
        if matches!(self.target.transport, Transport::Http(_)) {
            self.logins.hide_tokens(&self.history);
        }
        self.history.response(request_id, end, took, &self.secrets);
    }

    fn say(&self, level: Level, message: &str, mut data: serde_json::Value) {
        data["serverId"] = self.id.as_str().into();
        self.history.app(level, message, data);
    }

    fn level(&self) -> std::sync::MutexGuard<'_, Option<LogLevel>> {
        self.level.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        // It holds the session, which ends with its last handle.
        self.refusing.abort();
    }
}

/// As transparent as can be: nothing is fetched, pinged or tried again by ourselves.
fn config(backend: &Backend, login: Login) -> SessionConfig {
    let peer = PeerConfig {
        offer: Offer { roots: None, roots_on_demand: true, tasks: true, ..Offer::everything() },
        init_timeout: LONGEST_START,
        request_timeout: LONGEST_CALL,
        max_total_timeout: None,
        max_frame_bytes: backend.message_limit().bytes(),
        retry: Retry { limit: Some(0), delays: Delays::Steps(vec![Duration::ZERO]), jitter: 0.0 },
        listen_for_lists: true,
        // Many clients can fill the pipe of a healthy server; what does not fit waits for it to drain.
        send_attempts: 1000,
        concurrency: 4096,
        ..PeerConfig::client_library()
    };
    SessionConfig { peer, login: Some(login), ..SessionConfig::client_library() }
}
