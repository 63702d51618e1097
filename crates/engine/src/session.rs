//! The handle of one target under inspection, across reconnects.
//!
//! Handles are cheap to clone; the session ends when the last one is dropped.
//! The calls of the protocol are in `session/api.rs`, listening for
//! notifications in `session/notices.rs`, recordings in `session/recorded.rs`,
//! skills in `session/skills.rs`, what a person does besides in `session/acts.rs`.

mod acts;
mod api;
mod judged;
mod notices;
mod pending;
mod recorded;
mod report;
mod settings;
mod skills;

pub use acts::{MadeRule, RuleTrouble};
pub use api::ToolCall;
pub use notices::{Notice, Notices, Subscription};
pub use pending::Pending;
pub use settings::SessionConfig;
pub use skills::SkillError;

use crate::clock::Clock;
use crate::driver::{Command, Driver, Parts};
use crate::link::{Opener, memory};
use crate::log::{Cursor, Log};
use crate::responder::Responder;
use crate::tasks;
use bytes::Bytes;
use mcp_inspector_core::command::{Answer, AskId, CallKey, CallRequest, QueueStatus};
use mcp_inspector_core::entry::{Decision, EntryKind};
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::frame::{Direction, Frame};
use mcp_inspector_core::peer::config::Root;
use mcp_inspector_core::peer::phase::{Phase, PhaseName};
use mcp_inspector_core::peer::terms::Terms;
use mcp_inspector_core::redact::Redactor;
use mcp_inspector_core::target::Target;
use mcp_inspector_core::view::View;
use mcp_inspector_core::{Raw, Seq};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};

/// How many commands may wait for the driver.
const COMMANDS: usize = 1024;

/// What a face and an app of the server said to each other.
#[derive(Clone, Debug)]
pub struct AppMessage {
    /// Who said it: the face did, or the app.
    pub direction: Direction,
    /// The message.
    pub bytes: Bytes,
    /// The `ui://` resource that the app is.
    pub resource: String,
    /// The call whose result the app shows.
    pub call: Option<CallKey>,
}

/// One target under inspection.
#[derive(Clone, Debug)]
pub struct Session {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    name: String,
    place: String,
    /// None when the session is a recording.
    commands: Option<mpsc::Sender<Command>>,
    phase: watch::Receiver<Phase>,
    log: Log,
    keys: AtomicU64,
    opened_unix_ms: u64,
    /// The process of the server; 0 while there is none.
    process: Arc<AtomicU32>,
}

impl Session {
    /// Opens a session and begins to connect. Returns at once; see [`Session::ready`].
    ///
    /// Must be called within a tokio runtime.
    pub fn open(target: Target, config: SessionConfig) -> Self {
        Session::open_with(target, config, Responder::Face)
    }

    /// Like [`Session::open`], with someone who answers the server's asks.
    pub fn open_with(target: Target, config: SessionConfig, responder: Responder) -> Self {
        let config = config.for_target(&target);
        let redactor = Redactor::for_target(&target);
        let names = (target.name.clone(), target.place());
        let opener = Opener::for_target(target, config.login.as_ref());
        Session::start(names, opener, config, responder, redactor)
    }

    /// Opens a session with a server inside this process.
    pub fn open_in_memory(dialer: memory::Dialer, config: SessionConfig, responder: Responder) -> Self {
        let names = ("in-memory".to_owned(), "in-memory".to_owned());
        Session::start(names, Opener::Memory(dialer), config, responder, Redactor::default())
    }

    /// Opens a session and waits until it is ready. Fails with the first attempt that fails,
    /// however often the configuration would try again: later on, retries are there to bridge a
    /// gap, but here someone waits to hear what is wrong.
    pub async fn connect(target: Target, config: SessionConfig) -> Result<Self, Fault> {
        Session::connect_with(target, config, Responder::Face).await
    }

    /// Like [`Session::connect`], with someone who answers the server's asks. What servers may
    /// ask is what `config.peer.offer` offers.
    pub async fn connect_with(
        target: Target,
        config: SessionConfig,
        responder: Responder,
    ) -> Result<Self, Fault> {
        let session = Session::open_with(target, config, responder);
        let mut phase = session.inner.phase.clone();
        let is_decided =
            |phase: &Phase| !matches!(phase, Phase::Starting { .. } | Phase::Initializing { .. });
        let fault = match phase.wait_for(is_decided).await.as_deref() {
            Ok(Phase::Ready { .. }) => None,
            Ok(Phase::Backoff { fault, .. } | Phase::Closed { fault: Some(fault) }) => Some(fault.clone()),
            _ => Some(gone()),
        };
        fault.map_or(Ok(session), Err)
    }

    fn start(
        (name, place): (String, String),
        opener: Opener,
        config: SessionConfig,
        responder: Responder,
        redactor: Redactor,
    ) -> Self {
        static CLIENTS: AtomicU64 = AtomicU64::new(1);
        let clock = Clock::start();
        let log = Log::new(config.log);
        let (commands, receiver) = mpsc::channel(COMMANDS);
        let (phase, phases) = watch::channel(Phase::Closed { fault: None });
        let process = Arc::new(AtomicU32::new(0));
        let parts = Parts {
            config,
            opener,
            clock,
            log: log.clone(),
            commands: receiver,
            phase,
            responder,
            redactor,
            client: CLIENTS.fetch_add(1, Ordering::Relaxed),
            process: process.clone(),
        };
        let mut driver = Driver::new(parts);
        driver.connect();
        tasks::spawn(driver.run());
        let inner = Inner {
            name,
            place,
            commands: Some(commands),
            phase: phases,
            log,
            keys: AtomicU64::new(1),
            opened_unix_ms: clock.opened_unix_ms(),
            process,
        };
        Session { inner: Arc::new(inner) }
    }

    /// The target's name.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The target's command line or URL, secrets redacted.
    pub fn place(&self) -> &str {
        &self.inner.place
    }

    /// The id of the server's process, while one runs on this machine for the session.
    pub fn process(&self) -> Option<u32> {
        match self.inner.process.load(Ordering::Relaxed) {
            0 => None,
            id => Some(id),
        }
    }

    /// Whether this is a recording.
    pub fn is_read_only(&self) -> bool {
        self.inner.commands.is_none()
    }

    /// Waits until calls can be made, through as many attempts as the configuration allows: for
    /// ever, if it sets no limit. Fails when the session gave up or was stopped.
    pub async fn ready(&self) -> Result<(), Fault> {
        if self.is_read_only() {
            return Err(read_only());
        }
        let mut phase = self.inner.phase.clone();
        let settled = phase
            .wait_for(|phase| {
                matches!(phase, Phase::Ready { .. } | Phase::Closed { .. } | Phase::Closing { .. })
            })
            .await;
        match settled.as_deref() {
            Ok(Phase::Ready { .. }) => Ok(()),
            Ok(Phase::Closed { fault: Some(fault) }) => Err(fault.clone()),
            _ => Err(Fault::new(FaultCode::Shutdown, "the session was stopped")),
        }
    }

    /// Like [`Session::ready`], for at most `limit`.
    pub async fn ready_within(&self, limit: Duration) -> Result<(), Fault> {
        match tokio::time::timeout(limit, self.ready()).await {
            Ok(ready) => ready,
            Err(_) => {
                // While attempts go on, the reason for the last failure is what helps.
                let last = self.inner.log.with_view(|view| view.fault.clone());
                let message = format!("the session was not ready within {} ms", limit.as_millis());
                Err(last.unwrap_or_else(|| Fault::new(FaultCode::ConnectionTimeout, message)))
            }
        }
    }

    /// Where the session stands.
    pub fn phase(&self) -> PhaseName {
        if self.is_read_only() {
            return self.inner.log.with_view(|view| view.phase);
        }
        self.inner.phase.borrow().name()
    }

    /// Where the session stands, to be watched. It ends with the session and does not keep it alive.
    pub fn phases(&self) -> watch::Receiver<Phase> {
        self.inner.phase.clone()
    }

    /// Waits until the session stands at `name`; false when it never will because it is over.
    pub async fn reached(&self, name: PhaseName) -> bool {
        self.inner.phase.clone().wait_for(|phase| phase.name() == name).await.is_ok()
    }

    /// Connects again after the session gave up or was stopped, or at once instead of waiting.
    pub async fn reconnect(&self) -> Result<(), Fault> {
        // Whoever asks for the phase after this must not see the one before.
        self.ask(|reply| Command::Connect { reply }).await
    }

    /// Ends the connection, fast and whatever the server does. Calls in flight end as lost. The
    /// log and the view stay, and [`Session::reconnect`] connects again.
    pub async fn stop(&self) {
        if self.ask(|reply| Command::Stop { reply }).await.is_ok() {
            let mut phase = self.inner.phase.clone();
            // An error means that the driver is gone, and with it the connection.
            let _ = phase.wait_for(|phase| matches!(phase, Phase::Closed { .. })).await;
        }
    }

    /// The session's log.
    pub fn log(&self) -> &Log {
        &self.inner.log
    }

    /// A reader of the log that starts at `from`.
    pub fn entries_from(&self, from: Seq) -> Cursor {
        self.inner.log.cursor(from)
    }

    /// What the session looks like now.
    pub fn view(&self) -> View {
        self.inner.log.view()
    }

    /// When the session opened, in milliseconds since 1970.
    pub fn opened_unix_ms(&self) -> u64 {
        self.inner.opened_unix_ms
    }

    /// Makes a call. The returned handle can be awaited, taken back or aborted.
    pub async fn request(&self, request: CallRequest) -> Pending {
        self.request_as(self.next_key(), request).await
    }

    /// Makes a call under a key from [`Session::next_key`], for those who must know the key before
    /// the server can hear of the call.
    pub async fn request_as(&self, key: CallKey, request: CallRequest) -> Pending {
        let method = request.method.clone();
        let (reply, outcome) = oneshot::channel();
        let refusal = self.command(Command::Call { key, request, reply }).await.err();
        Pending { key, method, outcome, refusal, session: self.clone() }
    }

    /// Makes a call and waits for its result.
    pub async fn call(&self, method: &str, params: Option<Raw>) -> Result<Raw, Fault> {
        self.request(CallRequest::new(method, params)).await.result().await
    }

    /// Sends a notification.
    pub async fn notify(&self, method: &str, params: Option<Raw>) -> Result<(), Fault> {
        self.command(Command::Notify { method: method.into(), params }).await
    }

    /// Sends exact bytes as one frame, right or wrong: that is how one tests a server's manners.
    /// Over stdio they must not contain a line break.
    pub async fn send_raw(&self, bytes: impl Into<Bytes>) -> Result<(), Fault> {
        self.command(Command::SendRaw { bytes: bytes.into() }).await
    }

    /// Answers an ask. False when it no longer waited: someone else was first, it expired, or
    /// the server took it back.
    pub async fn answer(&self, ask: AskId, answer: Answer) -> Result<bool, Fault> {
        self.ask(|reply| Command::Answer { ask, answer, by: None, reply }).await
    }

    /// Answers an ask that waited for a person by a rule that was made meanwhile, as the log then says. False when it no
    /// longer waited.
    pub async fn answer_by_rule(&self, ask: AskId, answer: Answer, by: Decision) -> Result<bool, Fault> {
        self.ask(|reply| Command::Answer { ask, answer, by: Some(by), reply }).await
    }

    /// Writes into the log what a face and an app of the server said to each other. Nothing is sent.
    pub async fn log_app(&self, message: AppMessage) -> Result<(), Fault> {
        let AppMessage { direction, bytes, resource, call } = message;
        let frame = Frame::read(bytes);
        self.command(Command::Log(EntryKind::App { direction, frame, resource, call })).await
    }

    /// Changes who answers the server's asks from now on.
    pub async fn set_responder(&self, responder: Responder) -> Result<(), Fault> {
        self.command(Command::SetResponder(responder)).await
    }

    /// Changes the roots that servers are shown. A connected server is told.
    pub async fn set_roots(&self, roots: Vec<Root>) -> Result<(), Fault> {
        self.command(Command::SetRoots { roots }).await
    }

    /// The roots that servers are shown.
    pub async fn list_roots(&self) -> Result<Vec<Root>, Fault> {
        self.ask(|reply| Command::Roots { reply }).await
    }

    /// Chooses the terms of the next connection; the one at hand goes on as it began.
    pub async fn set_terms(&self, terms: Terms) -> Result<(), Fault> {
        self.ask(|reply| Command::SetTerms { terms, reply }).await
    }

    /// The terms that were chosen for the next connection, and those of the connection at hand.
    pub async fn terms(&self) -> Result<(Terms, Terms), Fault> {
        self.ask(|reply| Command::Terms { reply }).await
    }

    /// How many calls stand where. Ended calls themselves are in the view.
    pub async fn queue_status(&self) -> Result<QueueStatus, Fault> {
        self.ask(|reply| Command::QueueStatus { reply }).await
    }

    /// A key that no call has yet.
    pub fn next_key(&self) -> CallKey {
        CallKey(self.inner.keys.fetch_add(1, Ordering::Relaxed))
    }

    /// A command, and the driver's reply to it.
    async fn ask<T>(&self, command: impl FnOnce(oneshot::Sender<T>) -> Command) -> Result<T, Fault> {
        let (reply, answer) = oneshot::channel();
        self.command(command(reply)).await?;
        answer.await.map_err(|_| gone())
    }

    async fn command(&self, command: Command) -> Result<(), Fault> {
        match &self.inner.commands {
            Some(commands) => commands.send(command).await.map_err(|_| gone()),
            None => Err(read_only()),
        }
    }
}

fn gone() -> Fault {
    Fault::new(FaultCode::Shutdown, "the session is over")
}

fn read_only() -> Fault {
    Fault::new(FaultCode::ReadOnly, "the session is a recording: nothing can be sent")
}
