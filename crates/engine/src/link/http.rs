//! A server behind a URL: Streamable HTTP, and HTTP+SSE for older ones.
//!
//! Frames go out as POSTs, one task each (`delivery.rs`); answers come back as
//! JSON or as an event stream. A stream that breaks before its answer is taken
//! up again with Last-Event-ID. The server's own stream (GET) is opened after the
//! handshake. A request that stands alone (2026-07-28) has its own headers and no
//! session; its stream is not taken up again, and closing it cancels the request.
//! With the flavour `Auto`, a server that refuses the first POST the way HTTP+SSE
//! servers do is tried as one (`legacy.rs`).

mod answer;
pub(crate) mod client;
mod connecting;
mod delivery;
mod door;
mod exchange;
mod legacy;
mod redirect;
mod server_stream;
mod stream;

use super::{Busy, Failed, Link, LinkEvent};
use crate::auth::Authorizer;
use crate::session::SessionConfig;
use crate::tasks;
use answer::deliver;
use connecting::given_at;
use exchange::Wire;
use mcp_inspector_core::era::Revision;
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::peer::{LinkKind, Outgoing, Sending, Waits};
use mcp_inspector_core::target::{Flavour, Http};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

/// How many frames may wait to be posted.
const QUEUE: usize = 256;

/// How many notifications and answers of ours may be under way at once. Calls have no such
/// limit: the session's concurrency is theirs, and they must not keep an answer from going out.
const NOTICES: usize = 64;

/// How many frames may be under way in all, including those that wait for their turn.
const POSTS: usize = 4096;

/// How long other frames wait until the server has accepted `notifications/initialized`.
const INITIALIZED_TIMEOUT: Duration = Duration::from_secs(2);

/// Starts the tasks of the link. Nothing is sent before the first frame, except to HTTP+SSE servers.
pub(super) fn open(
    http: &Http,
    authorizer: Option<Arc<Authorizer>>,
    config: &SessionConfig,
    events: mpsc::Sender<LinkEvent>,
    exchanges: Arc<AtomicU64>,
) -> Box<dyn Link> {
    let wire = match Wire::new(http, authorizer, config.peer.max_frame_bytes, events.clone(), exchanges) {
        Ok(wire) => Arc::new(wire),
        Err(fault) => return Failed::report(*fault, events),
    };
    let (frames, queue) = mpsc::channel(QUEUE);
    let (close, closing) = watch::channel(false);
    let post = Poster { wire: wire.clone(), flavour: http.flavour, grace: config.peer.stop_grace };
    tasks::spawn(post.run(queue, closing));
    Box::new(HttpLink { frames, wire, close, calls: HashMap::new(), sweep_at: SWEEP })
}

struct HttpLink {
    frames: mpsc::Sender<Posting>,
    wire: Arc<Wire>,
    close: watch::Sender<bool>,
    /// How to tell the task of a request that it is given up.
    calls: HashMap<i64, oneshot::Sender<()>>,
    /// How many of those there may be before the ended ones are swept out.
    sweep_at: usize,
}

/// A frame to post, and for a request how it hears that it is given up.
struct Posting {
    outgoing: Outgoing,
    given: Instant,
    given_up: Option<oneshot::Receiver<()>>,
}

/// How many requests are remembered before those that have ended are swept out.
const SWEEP: usize = 64;

impl Link for HttpLink {
    fn send(&mut self, outgoing: &Outgoing) -> Result<(), Busy> {
        let (quit, given_up) = match outgoing.sending {
            Sending::Request { id, .. } => {
                let (quit, given_up) = oneshot::channel();
                (Some((id, quit)), Some(given_up))
            }
            _ => (None, None),
        };
        let posting = Posting { outgoing: outgoing.clone(), given: Instant::now(), given_up };
        if let Err(mpsc::error::TrySendError::Full(_)) = self.frames.try_send(posting) {
            return Err(Busy);
        }
        if let Some((id, quit)) = quit {
            if self.calls.len() >= self.sweep_at {
                self.calls.retain(|_, quit| !quit.is_closed());
                self.sweep_at = SWEEP.max(self.calls.len() * 2);
            }
            self.calls.insert(id, quit);
        }
        if let Some(id) = delivery::given_up_call(outgoing) {
            self.forget(id);
        }
        Ok(())
    }

    fn forget(&mut self, id: i64) {
        if let Some(quit) = self.calls.remove(&id) {
            // It may have ended by itself.
            let _ = quit.send(());
        }
    }

    fn flush(&mut self) {}

    fn waits(&self) -> Option<Waits> {
        self.wire.progress.now().map(Waits::Http)
    }

    fn negotiated(&mut self, revision: Revision) {
        self.wire.set_revision(revision);
    }

    fn close(&mut self) {
        self.close.send_replace(true);
    }
}

/// Posts frames until the link is closed.
struct Poster {
    wire: Arc<Wire>,
    flavour: Flavour,
    grace: Duration,
}

impl Poster {
    async fn run(self, mut queue: mpsc::Receiver<Posting>, mut closing: watch::Receiver<bool>) {
        let mut work = JoinSet::new();
        tokio::select! {
            biased;
            // A dropped sender means that nobody wants the link any more.
            _ = closing.wait_for(|is_closing| *is_closing) => {}
            () = self.post_all(&mut queue, &mut work) => {}
        }
        // Dropping the tasks closes their connections.
        work.shutdown().await;
        if let Some(session) = self.wire.session_to_end() {
            // The server is told as far as the grace allows; many do not care.
            let _ = tokio::time::timeout(self.grace * 4 / 5, self.wire.delete(&session)).await;
        }
        self.wire.tell(LinkEvent::Closed).await;
    }

    async fn post_all(&self, queue: &mut mpsc::Receiver<Posting>, work: &mut JoinSet<()>) {
        if self.flavour == Flavour::Sse {
            match legacy::connect(&self.wire).await {
                Ok(stream) => drop(work.spawn(legacy::read(self.wire.clone(), stream))),
                Err(fault) => {
                    self.wire.tell(LinkEvent::Down(fault)).await;
                    return std::future::pending().await;
                }
            }
        }
        let kind = if self.flavour == Flavour::Sse { LinkKind::Sse } else { LinkKind::Http };
        self.wire.tell(LinkEvent::Up(kind)).await;
        let notices = Arc::new(Semaphore::new(NOTICES));
        while let Some(Posting { outgoing, given, given_up }) = queue.recv().await {
            while work.try_join_next().is_some() {}
            if work.len() >= POSTS {
                let fault = Fault::new(FaultCode::Backpressure, format!("{POSTS} requests are under way"));
                self.wire.tell(LinkEvent::Undelivered { sending: outgoing.sending, fault }).await;
                continue;
            }
            let wire = self.wire.clone();
            match &outgoing.sending {
                Sending::Request { method, .. } if &**method == "initialize" => {
                    work.spawn(given_at(given, delivery::initialize(wire, self.flavour, outgoing)));
                }
                Sending::Request { .. } => {
                    work.spawn(given_at(given, delivery::call(wire, outgoing, given_up)));
                }
                Sending::Notification { method } if &**method == "notifications/initialized" => {
                    // Calls must find the handshake done, but not at any price.
                    let (accept, accepted) = oneshot::channel();
                    work.spawn(given_at(given, delivery::initialized(wire, outgoing, accept)));
                    let _ = timeout(INITIALIZED_TIMEOUT, accepted).await;
                }
                Sending::Notification { .. } | Sending::Answer { .. } => {
                    work.spawn(given_at(given, delivery::notice(wire, outgoing, notices.clone())));
                }
                Sending::Raw => {
                    work.spawn(given_at(given, async move { deliver(&wire, &outgoing).await }));
                }
            }
        }
        std::future::pending::<()>().await;
    }
}

/// A fault about an answer that was not what HTTP or the protocol promise.
fn invalid(message: String, status: u16) -> Fault {
    let mut fault = Fault::new(FaultCode::InvalidResponse, message);
    fault.details.http_status = Some(status);
    fault
}
