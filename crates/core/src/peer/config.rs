//! How a session behaves: every number in one place, in two named sets.
//!
//! [`PeerConfig::inspector`] is for people who watch a server,
//! [`PeerConfig::client_library`] for programs that use one.

use crate::codec::DEFAULT_FRAME_LIMIT;
use crate::era::{Revision, Versions, meta};
use crate::raw::Raw;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;

/// How a session behaves.
#[derive(Clone, Debug, PartialEq)]
pub struct PeerConfig {
    /// Our name and version, as servers see them.
    pub client: ClientInfo,
    /// What we offer to do for the server.
    pub offer: Offer,
    /// Which revision to speak.
    pub versions: Versions,
    /// How long a server on a pipe may take to answer `server/discover` before the older handshake
    /// is tried.
    pub probe_timeout: Duration,
    /// The same over HTTP, where silence says less: a refusal costs a server nothing.
    pub http_probe_timeout: Duration,
    /// How long connecting and the handshake may take together.
    pub init_timeout: Duration,
    /// How long a server may stay silent on a request.
    pub request_timeout: Duration,
    /// Whether a progress notification starts the request's clock anew.
    pub progress_resets_timeout: bool,
    /// How long a request may take whatever its progress; `None` for no such limit.
    pub max_total_timeout: Option<Duration>,
    /// How often to ping while ready; `None` for never.
    pub ping_interval: Option<Duration>,
    /// When to try again after a connection failed.
    pub retry: Retry,
    /// How often one frame is offered to a transport that is busy.
    pub send_attempts: u32,
    /// How long to wait between two offers.
    pub send_delay: Duration,
    /// By how much that wait varies, as a share of it.
    pub send_jitter: f64,
    /// How often expired tombstones are swept.
    pub tombstone_sweep: Duration,
    /// The largest frame that is read.
    pub max_frame_bytes: usize,
    /// How many calls of faces may be in flight at once. The session's own work (`auto_fetch`, pings)
    /// is not counted: a long call must not keep a changed list from being fetched.
    pub concurrency: usize,
    /// How many calls may wait.
    pub queue_limit: usize,
    /// Whether lists are fetched on connect and on change, and updated resources read again.
    pub auto_fetch: bool,
    /// The log level to set on connect, if the server has logging.
    pub log_level: Option<LogLevel>,
    /// The level asked for when none is set and every request stands alone: there a server logs only
    /// for requests that ask for it.
    pub quiet_log_level: Option<LogLevel>,
    /// Whether to hear of changed lists where that takes a request of its own
    /// (`subscriptions/listen`). Subscribed resources are always listened for.
    pub listen_for_lists: bool,
    /// How often one call may be answered with a wish for input.
    pub round_limit: u32,
    /// How long to wait before a task is looked at again, unless the server says otherwise.
    pub poll_interval: Duration,
    /// How many pages of one list are followed.
    pub page_limit: usize,
    /// How long the server's asks wait for an answer.
    pub ask_timeout: Duration,
    /// What the server is told when one was not answered in time.
    pub ask_timeout_message: String,
    /// How long a stop may take, whatever the server does.
    pub stop_grace: Duration,
    /// Where jitter comes from: the same seed gives the same delays.
    pub seed: u64,
}

/// When to try again after a connection failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Retry {
    /// How many attempts after the first one; `None` for no end.
    pub limit: Option<u32>,
    /// How long to wait before each.
    pub delays: Delays,
    /// By how much a delay varies, as a share of it.
    pub jitter: f64,
}

/// Delays between attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delays {
    /// One after the other; the last one repeats.
    Steps(Vec<Duration>),
    /// From `min`, twice as long each time, never more than `max`.
    Doubling {
        /// The first delay.
        min: Duration,
        /// The longest delay.
        max: Duration,
    },
}

impl Delays {
    /// The delay before attempt number `attempt`, counted from 1.
    pub fn before(&self, attempt: u32) -> Duration {
        let index = attempt.saturating_sub(1);
        match self {
            Delays::Steps(steps) => {
                let index = (index as usize).min(steps.len().saturating_sub(1));
                steps.get(index).copied().unwrap_or_default()
            }
            Delays::Doubling { min, max } => min
                .checked_mul(1u32.checked_shl(index).unwrap_or(u32::MAX))
                .map_or(*max, |delay| delay.min(*max)),
        }
    }

    /// The longest of the delays.
    pub fn longest(&self) -> Duration {
        match self {
            Delays::Steps(steps) => steps.iter().max().copied().unwrap_or_default(),
            Delays::Doubling { max, .. } => *max,
        }
    }
}

/// Our name and version, as servers see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientInfo {
    /// The program's name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What we offer to do for the server.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
pub struct Offer {
    /// Answer `sampling/createMessage`.
    pub sampling: bool,
    /// Answer `elicitation/create` in form mode.
    pub elicitation_form: bool,
    /// Answer `elicitation/create` in URL mode.
    pub elicitation_url: bool,
    /// Answer `roots/list` with these; `None` offers no roots at all.
    pub roots: Option<Vec<Root>>,
    /// Leave `roots/list` to whoever answers the other asks.
    pub roots_on_demand: bool,
    /// Follow tasks that the server makes of calls (an extension of 2026-07-28).
    pub tasks: bool,
    /// Read skills (an extension of 2026-07-28). Servers need not be told, and some want to be.
    pub skills: bool,
    /// Show apps: `ui://` resources that are the faces of tools (an extension of any revision). Only a
    /// face with a browser can.
    pub apps: bool,
    /// Further capabilities, merged in as they are.
    pub more: Option<Raw>,
}

/// A directory or file the server may work in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root {
    /// A `file://` URI.
    pub uri: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Offer {
    /// Everything a person at a face can do.
    pub fn everything() -> Self {
        Offer {
            sampling: true,
            elicitation_form: true,
            elicitation_url: true,
            roots: Some(Vec::new()),
            roots_on_demand: false,
            tasks: true,
            skills: true,
            apps: false,
            more: None,
        }
    }

    /// The capabilities as a revision wants them: with `initialize`, or with every request.
    pub fn to_capabilities(&self, revision: Revision) -> Value {
        let mut capabilities = json!({});
        if self.sampling {
            capabilities["sampling"] = json!({});
        }
        if self.elicitation_form || self.elicitation_url {
            let mut modes = json!({});
            if self.elicitation_form {
                modes["form"] = json!({});
            }
            if self.elicitation_url {
                modes["url"] = json!({});
            }
            capabilities["elicitation"] = modes;
        }
        if self.roots.is_some() || self.roots_on_demand {
            capabilities["roots"] =
                if revision.is_modern() { json!({}) } else { json!({ "listChanged": true }) };
        }
        for (is_offered, extension) in [(self.tasks, meta::TASKS), (self.skills, meta::SKILLS)] {
            if is_offered && revision.is_modern() {
                capabilities["extensions"][extension] = json!({});
            }
        }
        if self.apps {
            // The extension is older than extensions are, so servers with a handshake look for it too.
            capabilities["extensions"][meta::UI] = json!({ "mimeTypes": [meta::UI_HTML] });
        }
        if let Some(Value::Object(more)) = self.more.as_ref().map(Raw::to_value) {
            for (name, value) in more {
                match (&mut capabilities[&name], value) {
                    (Value::Object(ours), Value::Object(theirs)) => ours.extend(theirs),
                    (place, value) => *place = value,
                }
            }
        }
        capabilities
    }
}

/// The severities of `notifications/message`, least severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names of syslog say it all")]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

impl LogLevel {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            LogLevel::Debug => "debug",
            LogLevel::Info => "info",
            LogLevel::Notice => "notice",
            LogLevel::Warning => "warning",
            LogLevel::Error => "error",
            LogLevel::Critical => "critical",
            LogLevel::Alert => "alert",
            LogLevel::Emergency => "emergency",
        }
    }
}

impl PeerConfig {
    /// For people who watch a server: patient, serial, three more tries.
    pub fn inspector() -> Self {
        let seconds = Duration::from_secs;
        PeerConfig {
            init_timeout: seconds(30),
            request_timeout: seconds(60),
            max_total_timeout: Some(seconds(300)),
            ping_interval: Some(seconds(30)),
            retry: Retry {
                limit: Some(3),
                delays: Delays::Steps(vec![seconds(1), seconds(2), seconds(4)]),
                jitter: 0.0,
            },
            concurrency: 1,
            auto_fetch: true,
            quiet_log_level: Some(LogLevel::Debug),
            listen_for_lists: true,
            offer: Offer::everything(),
            ..PeerConfig::client_library()
        }
    }

    /// For programs that use a server: concurrent, reconnecting for ever.
    pub fn client_library() -> Self {
        let seconds = Duration::from_secs;
        PeerConfig {
            client: ClientInfo {
                name: "mcp-inspector".to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
            offer: Offer::default(),
            versions: Versions::Auto,
            probe_timeout: seconds(2),
            http_probe_timeout: seconds(5),
            init_timeout: seconds(10),
            request_timeout: seconds(30),
            progress_resets_timeout: true,
            max_total_timeout: None,
            ping_interval: None,
            retry: Retry {
                limit: None,
                delays: Delays::Doubling { min: seconds(1), max: seconds(30) },
                jitter: 0.2,
            },
            send_attempts: 3,
            send_delay: Duration::from_millis(10),
            send_jitter: 0.5,
            tombstone_sweep: seconds(60),
            max_frame_bytes: DEFAULT_FRAME_LIMIT,
            concurrency: 256,
            queue_limit: 10_000,
            auto_fetch: false,
            log_level: None,
            quiet_log_level: None,
            listen_for_lists: false,
            round_limit: 10,
            poll_interval: Duration::from_millis(500),
            page_limit: 1000,
            ask_timeout: seconds(300),
            ask_timeout_message: "Request timed out waiting for user response".to_owned(),
            stop_grace: Duration::from_millis(100),
            seed: 0x6d63_7069,
        }
    }

    /// How long an ended call's id is remembered: longer than any way its answer can still come.
    pub fn tombstone_ttl(&self) -> Duration {
        const EPSILON: Duration = Duration::from_secs(5);
        self.request_timeout + self.init_timeout + self.retry.delays.longest() + EPSILON
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_librarys_numbers_are_the_published_ones() {
        let config = PeerConfig::client_library();
        assert_eq!(config.request_timeout, Duration::from_secs(30));
        assert_eq!(config.init_timeout, Duration::from_secs(10));
        assert_eq!(config.max_frame_bytes, 16_777_216);
        assert_eq!(config.send_attempts, 3);
        assert_eq!(config.send_delay, Duration::from_millis(10));
        assert!((config.send_jitter - 0.5).abs() < f64::EPSILON);
        assert!((config.retry.jitter - 0.2).abs() < f64::EPSILON);
        assert_eq!(config.retry.limit, None);
        assert_eq!(config.tombstone_sweep, Duration::from_secs(60));
        assert_eq!(config.tombstone_ttl(), Duration::from_secs(75));
        assert_eq!(config.ping_interval, None);
        assert_eq!(config.max_total_timeout, None);
    }

    #[test]
    fn the_inspectors_numbers_are_the_published_ones() {
        let config = PeerConfig::inspector();
        assert_eq!(config.init_timeout, Duration::from_secs(30));
        assert_eq!(config.request_timeout, Duration::from_secs(60));
        assert!(config.progress_resets_timeout);
        assert_eq!(config.max_total_timeout, Some(Duration::from_secs(300)));
        assert_eq!(config.ping_interval, Some(Duration::from_secs(30)));
        assert_eq!(config.retry.limit, Some(3));
        let delays: Vec<u64> = (1..=4).map(|attempt| config.retry.delays.before(attempt).as_secs()).collect();
        assert_eq!(delays, [1, 2, 4, 4]);
        assert_eq!(config.ask_timeout, Duration::from_secs(300));
        assert_eq!(config.ask_timeout_message, "Request timed out waiting for user response");
        assert_eq!(config.concurrency, 1);
        assert_eq!(config.stop_grace, Duration::from_millis(100));
    }

    #[test]
    fn doubling_stops_at_the_longest_delay() {
        let delays = PeerConfig::client_library().retry.delays;
        let seconds: Vec<u64> = (1..=7).map(|attempt| delays.before(attempt).as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 30, 30]);
        assert_eq!(delays.before(u32::MAX), Duration::from_secs(30));
    }

    #[test]
    fn an_offer_becomes_capabilities() {
        assert_eq!(Offer::default().to_capabilities(Revision::NEWEST), json!({}));
        assert_eq!(
            Offer::everything().to_capabilities(Revision::NEWEST_LEGACY),
            json!({ "sampling": {}, "elicitation": { "form": {}, "url": {} }, "roots": { "listChanged": true } })
        );
        let shows_apps = Offer { apps: true, ..Offer::default() };
        for revision in [Revision::NEWEST, Revision::NEWEST_LEGACY] {
            assert_eq!(
                shows_apps.to_capabilities(revision),
                json!({ "extensions": { "io.modelcontextprotocol/ui":
                    { "mimeTypes": ["text/html;profile=mcp-app"] } } })
            );
        }
        let more = Raw::parse(r#"{"extensions":{"com.example/x":{}},"experimental":{}}"#).unwrap();
        let offer = Offer { more: Some(more), ..Offer::everything() };
        assert_eq!(
            offer.to_capabilities(Revision::NEWEST),
            json!({ "sampling": {}, "elicitation": { "form": {}, "url": {} }, "roots": {},
                "extensions": { "io.modelcontextprotocol/tasks": {}, "io.modelcontextprotocol/skills": {},
                    "com.example/x": {} }, "experimental": {} })
        );
    }
}
