//! Who brings the user to the authorization server and back.
//!
//! A login does not know whether there is a browser, a terminal or a test: it asks an agent where
//! the user will come back to, hands it the URL to visit, and gets what came back.

mod headless;
mod loopback;

pub use headless::Headless;
pub use loopback::{Announce, Loopback, Pasted};

use super::witness::Promise;
use mcp_inspector_core::auth::redirect::Returned;
use std::fmt;

/// Brings users to authorization servers.
pub trait UserAgent: fmt::Debug + Send + Sync {
    /// Gets ready for a visit. `preferred` is where a user came back to the last time: whoever
    /// can, uses it again, because the authorization server knows it already.
    fn prepare<'a>(&'a self, preferred: Option<&'a str>) -> Promise<'a, Result<Box<dyn Visit>, AgentError>>;

    /// Hears that the next visit belongs to the same login as the last: the user has to go once more.
    fn goes_on(&self) {}
}

/// One visit of the user at an authorization server.
pub trait Visit: Send {
    /// Where the user comes back to.
    fn redirect_uri(&self) -> &str;

    /// What is put before the state, so that whoever hears of the return knows whose it is.
    fn state_prefix(&self) -> Option<&str> {
        None
    }

    /// Hears why another login is needed, before the user is sent.
    fn because(&self, _why: &str) {}

    /// Sends the user to `url` and waits for the return. What comes back with another state is
    /// none of ours and is not returned.
    fn go<'a>(self: Box<Self>, url: &'a str, state: &'a str) -> Promise<'a, Result<Returned, AgentError>>;
}

/// Why there is nothing that came back.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// Nobody can be asked.
    #[error("{why}")]
    Unattended {
        /// Why.
        why: String,
        /// What to do about it.
        hint: String,
    },
    /// There is no place to come back to.
    #[error("cannot listen at {place} for the user to come back")]
    NoListener {
        /// The place.
        place: String,
        /// Why not.
        #[source]
        source: std::io::Error,
    },
    /// The place to come back to is not on this machine.
    #[error("`{uri}` is not a place on this machine to come back to")]
    ForeignRedirect {
        /// It.
        uri: String,
    },
    /// The user did not come back in time.
    #[error("nobody came back from the authorization server within {seconds} s")]
    TimedOut {
        /// How long that was.
        seconds: u64,
    },
    /// Someone came back in that time, but only with another state.
    #[error(
        "nobody came back from the authorization server within {seconds} s with the `state` that was sent; an answer with another one came"
    )]
    OnlyStrangers {
        /// How long that was.
        seconds: u64,
    },
    /// The authorization server did not send the user back.
    #[error("the authorization server answered {came} instead of sending the user back")]
    NotSentBack {
        /// What it answered.
        came: String,
    },
}
