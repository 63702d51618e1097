//! A server behind a URL: Streamable HTTP, and HTTP+SSE for older ones.
//!
//! Frames go out as POSTs, one task each; answers come back as JSON or as an
//! event stream. A stream that breaks before its answer is taken up again with
//! Last-Event-ID. The server's own stream (GET) is opened after the handshake.
//! With the flavour `Auto`, a server that refuses the first POST the way HTTP+SSE
//! servers do is tried as one (`legacy.rs`).

mod answer;
mod client;
mod exchange;
mod legacy;
mod server_stream;
mod stream;

use super::{Busy, Failed, Link, LinkEvent};
use crate::session::SessionConfig;
use crate::tasks;
use answer::deliver;
use exchange::Wire;
use mcp_inspector_core::era::Revision;
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::peer::{Outgoing, Sending};
use mcp_inspector_core::target::{Flavour, Http};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;

/// How many frames may wait to be posted.
const QUEUE: usize = 256;

/// How many POSTs may be under way at once.
const POSTS: usize = 64;

/// Starts the tasks of the link. Nothing is sent before the first frame, except to HTTP+SSE servers.
pub(super) fn open(
    http: &Http,
    config: &SessionConfig,
    events: mpsc::Sender<LinkEvent>,
    exchanges: Arc<AtomicU64>,
) -> Box<dyn Link> {
    let wire = match Wire::new(http, config.peer.max_frame_bytes, events.clone(), exchanges) {
        Ok(wire) => Arc::new(wire),
        Err(fault) => return Failed::report(*fault, events),
    };
    let (frames, queue) = mpsc::channel(QUEUE);
    let (close, closing) = watch::channel(false);
    let post = Poster { wire: wire.clone(), flavour: http.flavour, grace: config.peer.stop_grace };
    tasks::spawn(post.run(queue, closing));
    Box::new(HttpLink { frames, wire, close })
}

struct HttpLink {
    frames: mpsc::Sender<Outgoing>,
    wire: Arc<Wire>,
    close: watch::Sender<bool>,
}

impl Link for HttpLink {
    fn send(&mut self, outgoing: &Outgoing) -> Result<(), Busy> {
        match self.frames.try_send(outgoing.clone()) {
            Err(mpsc::error::TrySendError::Full(_)) => Err(Busy),
            _ => Ok(()),
        }
    }

    fn flush(&mut self) {}

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
    async fn run(self, mut queue: mpsc::Receiver<Outgoing>, mut closing: watch::Receiver<bool>) {
        let mut work = JoinSet::new();
        tokio::select! {
            biased;
            // A dropped sender means that nobody wants the link any more.
            _ = closing.wait_for(|is_closing| *is_closing) => {}
            () = self.post_all(&mut queue, &mut work) => {}
        }
        // Dropping the tasks closes their connections.
        work.shutdown().await;
        if let Some(session) = self.wire.take_session() {
            // The server is told as far as the grace allows; many do not care.
            let _ = tokio::time::timeout(self.grace * 4 / 5, self.wire.delete(&session)).await;
        }
        self.wire.tell(LinkEvent::Closed).await;
    }

    async fn post_all(&self, queue: &mut mpsc::Receiver<Outgoing>, work: &mut JoinSet<()>) {
        if self.flavour == Flavour::Sse {
            if let Err(fault) = legacy::connect(&self.wire, work).await {
                self.wire.tell(LinkEvent::Down(fault)).await;
                return std::future::pending().await;
            }
        }
        self.wire.tell(LinkEvent::Up).await;
        let posts = Arc::new(Semaphore::new(POSTS));
        while let Some(outgoing) = queue.recv().await {
            while work.try_join_next().is_some() {}
            match &outgoing.sending {
                // What follows the handshake must find it done.
                Sending::Request { method, .. } if &**method == "initialize" => {
                    self.initialize(&outgoing, work).await;
                }
                Sending::Notification { method } if &**method == "notifications/initialized" => {
                    deliver(&self.wire, &outgoing).await;
                    if !self.wire.is_legacy() {
                        work.spawn(server_stream::listen(self.wire.clone()));
                    }
                }
                _ => {
                    let Ok(permit) = posts.clone().acquire_owned().await else { return };
                    let wire = self.wire.clone();
                    work.spawn(async move {
                        deliver(&wire, &outgoing).await;
                        drop(permit);
                    });
                }
            }
        }
        std::future::pending().await
    }

    /// The first POST. How a server refuses it tells whether it speaks the older transport.
    async fn initialize(&self, outgoing: &Outgoing, work: &mut JoinSet<()>) {
        let may_fall_back = self.flavour == Flavour::Auto && !self.wire.is_legacy();
        let refusal = match answer::post(&self.wire, outgoing).await {
            Ok(()) => return,
            Err(refusal) => refusal,
        };
        let status = refusal.fault.details.http_status.filter(|status| matches!(status, 400 | 404 | 405));
        let (true, Some(status), false) = (may_fall_back, status, refusal.is_json_rpc) else {
            return answer::report(&self.wire, outgoing, refusal).await;
        };
        match legacy::connect(&self.wire, work).await {
            Ok(()) => {
                self.wire.note(mcp_inspector_core::entry::Note::FellBackToSse { status }).await;
                deliver(&self.wire, outgoing).await;
            }
            Err(sse) => {
                let mut fault = refusal.fault;
                let hint = format!("it is not an HTTP+SSE server either: {sse}; is the path of the URL right?");
                fault.hint = Some(hint);
                self.wire.tell(LinkEvent::Undelivered { sending: outgoing.sending.clone(), fault }).await;
            }
        }
    }
}

/// A fault about an answer that was not what HTTP or the protocol promise.
fn invalid(message: String, status: u16) -> Fault {
    let mut fault = Fault::new(FaultCode::InvalidResponse, message);
    fault.details.http_status = Some(status);
    fault
}
