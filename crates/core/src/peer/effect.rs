//! What goes into the machine and what comes out.

use super::asks::Ask;
use super::config::Root;
use super::terms::Terms;
use crate::command::{Answer, AskId, CallKey, CallRequest, List, ListOptions, Outcome};
use crate::entry::EntryKind;
use crate::era::Revision;
use crate::fault::{Fault, HttpStep};
use crate::frame::Frame;
use crate::raw::Raw;
use bytes::Bytes;
use std::sync::Arc;

/// What a link waits for while it connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// A step of an HTTP request.
    Http(HttpStep),
    /// This process, to say something.
    Process(u32),
}

/// Something happened. Link events carry the number of the link they come from, so that news of
/// a link we have already given up is ignored.
#[derive(Clone, Debug)]
pub enum Input<'a> {
    /// The user wants a connection, or does not want to wait for the next attempt.
    Connect,
    /// The user wants no connection.
    Stop,
    /// Time passed.
    Tick,
    /// What the link waits for. Whoever drives the machine tells it before time passes while it connects.
    Waits {
        /// Which link.
        epoch: u32,
        /// What for.
        what: Waits,
    },
    /// The link is open.
    LinkUp {
        /// Which link.
        epoch: u32,
        /// What kind of link it is.
        kind: LinkKind,
    },
    /// The link could not be opened, or broke.
    LinkDown {
        /// Which link.
        epoch: u32,
        /// Why.
        fault: Fault,
    },
    /// The link is closed and everything it held is released.
    LinkClosed {
        /// Which link.
        epoch: u32,
    },
    /// A frame came.
    Frame {
        /// From which link.
        epoch: u32,
        /// The frame.
        frame: &'a Frame,
    },
    /// A frame over the limit came.
    Oversize {
        /// From which link.
        epoch: u32,
        /// How many bytes were seen of it.
        length: u64,
        /// Its beginning.
        head: String,
    },
    /// The link did not take a frame because it has too many already.
    Busy(Outgoing),
    /// The link took a frame but could not deliver it.
    Undelivered {
        /// Which link.
        epoch: u32,
        /// What it was.
        sending: Sending,
        /// Why.
        fault: Fault,
    },
    /// A face makes a call.
    Call {
        /// Its handle.
        key: CallKey,
        /// The call.
        request: CallRequest,
    },
    /// A face wants a whole list.
    List {
        /// Its handle.
        key: CallKey,
        /// Which list.
        list: List,
        /// How to fetch it.
        options: ListOptions,
    },
    /// A face takes back a call that still waits.
    Cancel {
        /// Its handle.
        key: CallKey,
    },
    /// A face ends a call, waiting or in flight.
    Abort {
        /// Its handle.
        key: CallKey,
        /// Why; the server is told.
        reason: String,
    },
    /// A face sends a notification.
    Notify {
        /// The method.
        method: Arc<str>,
        /// The parameters.
        params: Option<Raw>,
    },
    /// A face sends exact bytes.
    SendRaw {
        /// They.
        bytes: Bytes,
    },
    /// Someone answers an ask.
    Answer {
        /// Which ask.
        ask: AskId,
        /// The answer.
        answer: Answer,
    },
    /// The roots we show to servers change.
    SetRoots {
        /// The new roots.
        roots: Vec<Root>,
    },
    /// A face chooses the terms of the next connection.
    SetTerms {
        /// They.
        terms: Terms,
    },
    /// The link has to obtain a token before it can go on. Until then no time counts.
    Hold {
        /// The link.
        epoch: u32,
    },
    /// It goes on, or has given up.
    Release {
        /// The link.
        epoch: u32,
    },
}

/// What kind of link frames go through. It decides how a server's era shows and how a call is
/// taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkKind {
    /// One pipe for everything: a process or a pair of channels.
    #[default]
    Pipe,
    /// Streamable HTTP: an exchange of its own for every request.
    Http,
    /// HTTP+SSE, which only servers of the legacy era speak.
    Sse,
}

/// Something to be done by whoever drives the machine, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Open link number `epoch`.
    Open {
        /// The link's number.
        epoch: u32,
    },
    /// Close link number `epoch`.
    Close {
        /// The link's number.
        epoch: u32,
    },
    /// Tell link number `epoch` which revision is in force.
    Negotiated {
        /// The link's number.
        epoch: u32,
        /// The revision.
        revision: Revision,
    },
    /// Send a frame.
    Send(Outgoing),
    /// Close the exchange of a request that nobody waits for any more. Only for links of the kind
    /// [`LinkKind::Http`].
    Forget {
        /// The link's number.
        epoch: u32,
        /// The request's id.
        id: i64,
    },
    /// A call ended. Comes exactly once for every call.
    Settle {
        /// Its handle.
        key: CallKey,
        /// How.
        outcome: Outcome,
    },
    /// A list is complete. Comes instead of `Settle` when all went well.
    Listed {
        /// Its handle.
        key: CallKey,
        /// The results of its pages, in order.
        pages: Vec<Raw>,
    },
    /// Someone must answer this.
    Ask(Ask),
    /// Append an entry to the log.
    Log(EntryKind),
}

/// A frame on its way out.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// Through which link.
    pub epoch: u32,
    /// Its bytes.
    pub bytes: Bytes,
    /// What it is.
    pub sending: Sending,
    /// How often the link has refused it.
    pub refusals: u32,
    /// The HTTP headers of a request that stands alone; none for the frames of a session.
    pub headers: Option<Arc<[(String, String)]>>,
    /// The call of a face for which it is sent.
    pub call: Option<CallKey>,
}

/// What a frame on its way out is.
#[derive(Clone, Debug, PartialEq)]
pub enum Sending {
    /// A request.
    Request {
        /// Its id on the wire.
        id: i64,
        /// Its method.
        method: Arc<str>,
    },
    /// A notification.
    Notification {
        /// Its method.
        method: Arc<str>,
    },
    /// Our answer to an ask.
    Answer {
        /// What was asked.
        method: Arc<str>,
    },
    /// Exact bytes a face wanted to send.
    Raw,
}

impl Sending {
    /// What it is, in words.
    pub fn words(&self) -> String {
        match self {
            Sending::Request { id, method } => format!("request {id} (`{method}`)"),
            Sending::Notification { method } => format!("`{method}`"),
            Sending::Answer { method } => format!("the answer to `{method}`"),
            Sending::Raw => "a raw frame".to_owned(),
        }
    }
}
