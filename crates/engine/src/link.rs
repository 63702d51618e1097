//! One open pipe of frames to a server.
//!
//! A link never calls up: it takes frames with `Link::send` and tells what
//! happens through a channel of capacity one. It hands over the next batch only
//! after the driver has taken the last one, so a flooding server fills its own
//! pipe and not our memory. Nothing is read or written inside the driver.

pub(crate) mod http;
pub mod memory;
pub(crate) mod stdio;

use crate::auth::{Authorizer, Login};
use crate::session::SessionConfig;
use mcp_inspector_core::auth::AuthStep;
use mcp_inspector_core::entry::{HttpExchange, Note};
use mcp_inspector_core::era::Revision;
use mcp_inspector_core::fault::Fault;
use mcp_inspector_core::frame::Frame;
use mcp_inspector_core::peer::{LinkKind, Outgoing, Sending, Waits};
use mcp_inspector_core::target::{Target, Transport};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::mpsc;

/// The link has more to send than it can hold.
#[derive(Debug)]
pub(crate) struct Busy;

/// One open pipe of frames.
pub(crate) trait Link: Send {
    /// Takes a frame to send. It may wait in a bounded buffer until [`Link::flush`].
    fn send(&mut self, outgoing: &Outgoing) -> Result<(), Busy>;

    /// Sends what was taken, as far as it goes without waiting.
    fn flush(&mut self);

    /// The revision in force from now on.
    fn negotiated(&mut self, _revision: Revision) {}

    /// Nobody waits for the answer to this request any more: its exchange is closed, which is how
    /// a request that stands alone is cancelled.
    fn forget(&mut self, _id: i64) {}

    /// The process behind it, if there is one on this machine.
    fn process(&self) -> Option<u32> {
        None
    }

    /// What it waits for.
    fn waits(&self) -> Option<Waits> {
        self.process().map(Waits::Process)
    }

    /// Begins to close. `LinkEvent::Closed` comes when everything is released.
    fn close(&mut self);

    /// The grace is over: lets go of what it still holds, now. Comes after `close` and only if the
    /// link has not said that it is closed.
    fn abandon(&mut self) {}
}

/// What happens on a link.
#[derive(Debug)]
pub(crate) enum LinkEvent {
    /// It is open.
    Up(LinkKind),
    /// Frames came.
    Frames {
        frames: Vec<Frame>,
        exchange: Option<u64>,
        /// The id of the request whose answer they come with, when they come with one.
        beside: Option<i64>,
    },
    /// The server process wrote lines to stderr.
    Stderr(Vec<String>),
    /// An HTTP request was answered, or failed.
    Http(Box<HttpExchange>),
    /// A streamed HTTP answer ended.
    HttpEnd { exchange: u64, bytes: u64, duration_ms: u64, duration_us: Option<u64>, error: Option<String> },
    /// A step of a login was made.
    Auth(Box<AuthStep>),
    /// A secret is going to be used that was not known before.
    Secret(String),
    /// A login begins: what waits for it has all the time in the world.
    Hold,
    /// It is over.
    Release,
    /// Something worth knowing.
    Note(Note),
    /// A frame over the limit came.
    Oversize { length: u64, head: String },
    /// A frame was taken but could not be delivered.
    Undelivered { sending: Sending, fault: Fault },
    /// The link could not be opened, or broke.
    Down(Fault),
    /// Everything it held is released. The last event.
    Closed,
}

/// The driver's end of a link's channel.
pub(crate) type Events = mpsc::Receiver<LinkEvent>;

/// What a session connects to, each time anew.
#[derive(Clone, Debug)]
pub(crate) enum Opener {
    /// The token outlives the link, so that a reconnect does not log in again.
    Target(Box<Target>, Option<Arc<Authorizer>>),
    Memory(memory::Dialer),
}

impl Opener {
    /// Whoever gives a header for it does not want us to log in.
    pub(crate) fn for_target(target: Target, login: Option<&Login>) -> Self {
        let authorizer = match &target.transport {
            Transport::Http(http)
                if !http.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization")) =>
            {
                // What is wrong with the URL is said when the link is opened.
                login.and_then(|login| Authorizer::new(http, login.clone()).ok()).map(Arc::new)
            }
            _ => None,
        };
        Opener::Target(Box::new(target), authorizer)
    }

    /// Begins to open a link. What comes of it is told through the channel.
    pub(crate) fn open(&self, config: &SessionConfig, exchanges: &Arc<AtomicU64>) -> (Box<dyn Link>, Events) {
        let (events, receiver) = mpsc::channel(1);
        let link: Box<dyn Link> = match self {
            Opener::Target(target, authorizer) => match &target.transport {
                Transport::Stdio(stdio) => stdio::open(stdio, target, config, events),
                Transport::Http(http) => {
                    http::open(http, authorizer.clone(), config, events, exchanges.clone())
                }
            },
            Opener::Memory(dialer) => dialer.open(events),
        };
        (link, receiver)
    }
}

/// A link that could not be opened: all it does is say why.
pub(crate) struct Failed;

impl Failed {
    pub(crate) fn report(fault: Fault, events: mpsc::Sender<LinkEvent>) -> Box<dyn Link> {
        crate::tasks::spawn(async move {
            let _ = events.send(LinkEvent::Down(fault)).await;
            let _ = events.send(LinkEvent::Closed).await;
        });
        Box::new(Failed)
    }
}

impl Link for Failed {
    fn send(&mut self, _outgoing: &Outgoing) -> Result<(), Busy> {
        Ok(())
    }

    fn flush(&mut self) {}

    fn close(&mut self) {}
}
