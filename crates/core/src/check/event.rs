//! What the rules see: one thing that happened, with everything needed to judge it.
//!
//! `walk.rs` makes these out of log entries; the families under `rules/` take them.

use super::sink::Sink;
use super::walk::Context;
use crate::entry::HttpExchange;
use crate::era::Revision;
use crate::message::{Junk, Parsed, Reply, RequestId, RpcError};
use crate::raw::Raw;
use crate::stamp::{At, Seq};
use serde_json::Value;
use std::cell::OnceCell;

/// Some rules of the specification that belong together, with what they remember.
pub(crate) trait Family {
    /// Takes note of what happened, and judges it.
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink);
}

/// One thing that happened.
pub(crate) enum Event<'a> {
    /// A connection begins: nothing that was so before still is.
    Opened,
    /// Entries are missing: whatever was not seen may have happened.
    Gap,
    /// We sent a request.
    Called(&'a Call),
    /// A message came. It comes again as one of the next four.
    Message(&'a Place, &'a Parsed),
    /// The server answered a request of ours.
    Answer(&'a Answer<'a>),
    /// The server answered, and it is not clear what.
    Stray(&'a Stray<'a>),
    /// The server sent a notification.
    Notice(&'a Notice),
    /// The server sent a request.
    Ask(&'a Ask),
    /// The server sent something that is no message.
    Junk(&'a Place, &'a Junk, &'a [u8]),
    /// The server sent a batch. Its members come after it.
    Batch(&'a Place),
    /// The head of an HTTP answer came, or of one that is whole.
    Http(&'a Place, &'a HttpExchange, &'a Head),
    /// A streamed HTTP answer ended; true when it was not cut off.
    HttpEnd(&'a Place, &'a Head, bool),
    /// The log ends here.
    End(&'a Place),
}

/// Where something stands in the log, and by which rules it is judged.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The entry.
    pub(crate) seq: Seq,
    /// When it happened.
    pub(crate) at: At,
    /// The revision in force, when it is known.
    pub(crate) revision: Option<Revision>,
    /// A secret was blanked out in the frame, or in the request it answers.
    pub(crate) masked: bool,
    /// Not to be judged at all: it answers a bad request of ours, or a probe that a legacy server refused.
    pub(crate) is_exempt: bool,
    /// The HTTP exchange the frame came in.
    pub(crate) exchange: Option<u64>,
    /// Where the message stands in its frame: empty, or a place in a batch.
    pub(crate) prefix: String,
}

impl Place {
    /// The same place, judged by the rules of `revision`.
    pub(crate) fn under(&self, revision: Option<Revision>) -> Place {
        Place { revision, ..self.clone() }
    }
}

/// A request we made.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Call {
    pub(crate) id: RequestId,
    pub(crate) method: String,
    pub(crate) params: Option<Body>,
    pub(crate) seq: Seq,
    /// The revision its answer is judged by: its own when it names one, else that of the session.
    pub(crate) revision: Option<Revision>,
    /// The version its `_meta` names, as it stands there.
    pub(crate) version: Option<String>,
    /// The client capabilities in force for it: its own in 2026-07-28, else those of `initialize`.
    pub(crate) client: Option<Raw>,
    /// The progress token it carries, as JSON text.
    pub(crate) token: Option<Raw>,
    /// The log level it asks for (2026-07-28).
    pub(crate) log_level: Option<String>,
    /// Nothing is wrong with its envelope, and its `_meta` is what the revision wants.
    pub(crate) is_sound: bool,
    /// Nothing is wrong with its envelope.
    pub(crate) is_clean: bool,
    /// Another request had the same id, so an answer may be to either.
    pub(crate) is_ambiguous: bool,
    /// A secret was blanked out in it.
    pub(crate) masked: bool,
    /// When we told the server that we no longer want it.
    pub(crate) cancelled: Option<At>,
    /// We stopped waiting for its answer.
    pub(crate) is_given_up: bool,
}

impl Call {
    /// Whether it names its own version, as 2026-07-28 wants.
    pub(crate) fn is_modern(&self) -> bool {
        self.version.is_some()
    }

    /// Whether it goes on with a request that asked for input.
    pub(crate) fn is_retry(&self) -> bool {
        ["inputResponses", "requestState"].iter().any(|name| self.param(name).is_some())
    }

    /// The text member `name` of its parameters.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.params.as_ref()?.text(name)
    }

    /// The member `name` of its parameters.
    pub(crate) fn param(&self, name: &str) -> Option<Raw> {
        self.params.as_ref()?.member(name)
    }
}

/// An answer to a request of ours.
pub(crate) struct Answer<'a> {
    pub(crate) place: &'a Place,
    pub(crate) call: &'a Call,
    pub(crate) body: AnswerBody<'a>,
}

/// What an answer says.
pub(crate) enum AnswerBody<'a> {
    Result(Body),
    Error(&'a RpcError),
}

impl Answer<'_> {
    /// The method that was called.
    pub(crate) fn method(&self) -> &str {
        &self.call.method
    }

    /// The result, if it is one.
    pub(crate) fn result(&self) -> Option<&Body> {
        match &self.body {
            AnswerBody::Result(body) => Some(body),
            AnswerBody::Error(_) => None,
        }
    }

    /// The error, if it is one.
    pub(crate) fn error(&self) -> Option<&RpcError> {
        match &self.body {
            AnswerBody::Result(_) => None,
            AnswerBody::Error(error) => Some(error),
        }
    }

    /// The result when the call is complete with it: always in the revisions with a handshake.
    pub(crate) fn complete(&self) -> Option<&Body> {
        let result = self.result()?;
        let is_complete = self.place.revision != Some(Revision::R2026_07_28)
            || result.text("resultType").is_none_or(|kind| kind == "complete");
        is_complete.then_some(result)
    }
}

/// An answer that belongs to no request in flight.
pub(crate) struct Stray<'a> {
    pub(crate) place: &'a Place,
    pub(crate) id: Option<&'a RequestId>,
    pub(crate) reply: &'a Reply,
    pub(crate) why: StrayWhy,
}

/// Why an answer belongs to no request in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StrayWhy {
    /// The request was answered before.
    Again,
    /// The id is that of a request in flight, but of another JSON type.
    OtherType,
    /// It has no id, or none that could be one.
    NoId,
    /// Nobody asked.
    Unknown,
    /// The request may have been made where the log has a gap, or with a frame that was no message.
    Perhaps,
}

/// A notification.
pub(crate) struct Notice {
    pub(crate) place: Place,
    pub(crate) method: String,
    pub(crate) params: Option<Body>,
    /// The request it belongs to, when the HTTP exchange, its token or its subscription tells.
    pub(crate) call: Option<RequestId>,
}

impl Notice {
    /// The text member `name` of its parameters.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.params.as_ref()?.text(name)
    }

    /// The member `name` of its parameters.
    pub(crate) fn param(&self, name: &str) -> Option<Raw> {
        self.params.as_ref()?.member(name)
    }

    /// The subscription it is tagged with.
    pub(crate) fn subscription(&self) -> Option<Raw> {
        self.param("_meta")?.member("io.modelcontextprotocol/subscriptionId")
    }
}

/// A request of the server's.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) place: Place,
    pub(crate) id: RequestId,
    pub(crate) method: String,
    pub(crate) params: Option<Body>,
    /// What we said we can do, in the session it belongs to.
    pub(crate) client: Option<Raw>,
}

/// An HTTP exchange, as far as it matters.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Head {
    pub(crate) exchange: u64,
    pub(crate) is_post: bool,
    pub(crate) is_get: bool,
    pub(crate) is_resumption: bool,
    pub(crate) status: Option<u16>,
    /// The media type of the answer, in lower case, without parameters; empty when there is none.
    pub(crate) media: String,
    /// The revision that the request's header names.
    pub(crate) revision: Option<Revision>,
    /// What the POST carried, when that is certain.
    pub(crate) posted: Option<Posted>,
    /// The request it carried, when that is certain.
    pub(crate) call: Option<RequestId>,
    /// The request has been answered in it.
    pub(crate) is_answered: bool,
}

/// What a POST carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Posted {
    /// A request.
    Request,
    /// A notification, or an answer of ours.
    Other,
}

/// A JSON value as it came, read as far as somebody asks and no further than is safe.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    raw: Raw,
    members: OnceCell<Option<Vec<(String, Raw)>>>,
    value: OnceCell<Option<Value>>,
}

/// Longer values are not made into trees: a tree costs many times its text.
const LARGEST_TREE: usize = 4 * 1024 * 1024;

/// Of objects with more members, the members are looked for one by one.
const MOST_MEMBERS: usize = 1000;

impl Body {
    pub(crate) fn new(raw: Raw) -> Self {
        Body { raw, members: OnceCell::new(), value: OnceCell::new() }
    }

    /// The text.
    pub(crate) fn raw(&self) -> &Raw {
        &self.raw
    }

    /// The member `name`, if this is an object and has one.
    pub(crate) fn member(&self, name: &str) -> Option<Raw> {
        let members = self.members.get_or_init(|| {
            self.raw
                .is_object()
                .then(|| self.raw.members())
                .flatten()
                .filter(|members| members.len() <= MOST_MEMBERS)
        });
        match members {
            Some(members) => members.iter().rev().find(|(key, _)| key == name).map(|(_, raw)| raw.clone()),
            None => self.raw.member(name),
        }
    }

    /// The member `name` when it is a string.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.member(name)?.read().ok()
    }

    /// The whole as a tree; none when it is too large or nests too deep for one. What has no
    /// tree is not judged.
    pub(crate) fn value(&self) -> Option<&Value> {
        let fits = || self.raw.as_str().len() <= LARGEST_TREE;
        self.value.get_or_init(|| fits().then(|| self.raw.read().ok()).flatten()).as_ref()
    }
}
