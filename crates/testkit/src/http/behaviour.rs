//! The behaviours an HTTP server can have.
//!
//! Those that spoil every POST also spoil the handshake; with
//! [`HttpServer::start_after_handshake`](super::HttpServer::start_after_handshake)
//! they begin after it.

/// What an HTTP server does differently from a well-behaved one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpBehaviour {
    /// Well-behaved: answers as JSON, with a session; GET is a stream, DELETE ends the session.
    Json,
    /// Well-behaved: answers as event streams.
    Sse,
    /// GET is refused with 405.
    NoGet,
    /// A request without a session that is not initialize, even server/discover, gets 400.
    RefusesWithoutSession,
    /// Every POST gets this status.
    Status {
        /// The status code.
        code: u16,
        /// The body, sent as it is.
        body: String,
        /// The content type; empty for none.
        content_type: String,
    },
    /// The handshake goes well, then every POST gets this status.
    StatusAfterInit {
        /// The status code.
        code: u16,
        /// The body, sent as it is.
        body: String,
        /// The content type; empty for none.
        content_type: String,
    },
    /// Everything gets 200 and a web page.
    Html200,
    /// The first session is forgotten after so many tool calls: 404. Later ones stay.
    SessionExpires {
        /// How many tool calls are answered first.
        after_calls: usize,
    },
    /// The answer to tools/call is cut, together with the connection, inside its data line.
    SseCutMidEvent,
    /// The stream that answers tools/call ends after an empty event with an id;
    /// the answer comes to a GET with that id as Last-Event-ID.
    SseResumable {
        /// The `retry` field of the empty event.
        retry_ms: u64,
    },
    /// Like `SseResumable`, but the GET with that id is refused with 400.
    SseBrokenPromise {
        /// The `retry` field of the empty event.
        retry_ms: u64,
    },
    /// Answers are event streams that go on with a log message and are then left open.
    SseStaysOpen,
    /// The stream that answers tools/call has this many log messages before the answer.
    SseFlood {
        /// How many log messages.
        messages: usize,
        /// How many bytes of text each of them has.
        bytes: usize,
    },
    /// The stream that answers initialize pings the client first, and waits for its answer.
    PingsInInitialize,
    /// The connection of a GET is closed without an answer.
    GetCloses,
    /// Each GET stream asks for no delay and ends at once.
    GetEndsAtOnce,
    /// Everything is redirected.
    Redirect {
        /// The status code.
        status: u16,
        /// Where to.
        to: RedirectTo,
    },
    /// The older transport: GET /sse names /messages, where all messages go.
    LegacySse,
    /// The older transport, but the endpoint event names another place.
    LegacySseForeignEndpoint {
        /// The endpoint event's data.
        endpoint: String,
    },
    /// The older transport, but the endpoint event never comes.
    LegacySseNoEndpoint,
    /// Reads requests and says nothing.
    NeverAnswers,
    /// Closes the connection once it has read a request.
    ClosesWithoutAnswer,
    /// Answers are JSON that calls itself text/plain.
    WrongContentType,
    /// Answers are event streams that begin with a comment and then pause.
    SlowSse,
    /// tools/call takes the server this long; the answer is then there at once.
    SlowAnswer {
        /// How long, in milliseconds.
        ms: u64,
    },
    /// Notifications are accepted after this long.
    SlowToAccept {
        /// How long, in milliseconds.
        ms: u64,
    },
    /// The head of the answer to tools/call is there at once; its body takes this long.
    SlowBody {
        /// How long, in milliseconds.
        ms: u64,
    },
    /// The stream that answers tools/call carries an elicitation first,
    /// and the result once the client has answered that: its answer as text.
    AsksOverSse,
    /// After the handshake the GET stream brings a log message and tools/list_changed.
    NotificationsOnGet,
    /// Every POST gets 200 and nothing.
    EmptyBody200,
    /// Every POST gets 200 and broken JSON.
    BadJson200,
    /// Every POST gets 200 and a body that is packed with gzip, which nobody asked for.
    Gzip200,
    /// The answer to tools/call is this long.
    HugeBody {
        /// The length of the body.
        bytes: usize,
    },
    /// Everything gets 401 with WWW-Authenticate.
    Unauthorized401,
    /// Every POST gets 429 with Retry-After.
    RateLimited429,
}

/// Where a redirect leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RedirectTo {
    /// To `/moved` on the same server, which behaves like [`HttpBehaviour::Json`].
    SameOrigin,
    /// To this URL, for instance that of a second server.
    CrossOrigin(String),
}

impl HttpBehaviour {
    /// Whether it is the older transport, whose messages go elsewhere.
    pub(super) fn is_legacy(&self) -> bool {
        matches!(self, Self::LegacySse | Self::LegacySseForeignEndpoint { .. } | Self::LegacySseNoEndpoint)
    }
}
