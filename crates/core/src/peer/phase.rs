//! Where a session stands, and every way it can move on.
//!
//! [`TRANSITIONS`] is the whole table; nothing changes phase except through it.

use crate::fault::Fault;
use crate::stamp::At;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Where a session stands, with what only that phase knows.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// The link is being opened.
    Starting {
        /// When opening and handshake together have taken too long.
        deadline: At,
    },
    /// The handshake is under way.
    Initializing {
        /// When opening and handshake together have taken too long.
        deadline: At,
    },
    /// Calls go out.
    Ready {
        /// Since when.
        since: At,
    },
    /// Waiting to try again.
    Backoff {
        /// When the next attempt is made.
        until: At,
        /// Why the last one failed.
        fault: Fault,
    },
    /// Being torn down.
    Closing {
        /// When it counts as closed even if the link has not said so.
        until: At,
    },
    /// Nothing is open. The first phase, and the last.
    Closed {
        /// Why, unless it was asked for.
        fault: Option<Fault>,
    },
}

/// The name of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the phases are described at `Phase`")]
pub enum PhaseName {
    Starting,
    Initializing,
    Ready,
    Backoff,
    Closing,
    Closed,
}

/// What moves a session from one phase to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// The user wants a connection.
    Connect,
    /// The link is open.
    LinkUp,
    /// Both sides know each other.
    HandshakeDone,
    /// Opening or the handshake took too long.
    TimedOut,
    /// The link could not be opened, or broke.
    LinkLost,
    /// The server refused the handshake, or broke it.
    Refused,
    /// A frame was over the limit.
    Oversize,
    /// The server process ended on a question of the newer era; it is started once more.
    Restart,
    /// The delay is over, or the user does not want to wait for it.
    Retry,
    /// There are no attempts left, or another one could not help.
    GiveUp,
    /// The user wants no connection.
    Stop,
    /// Everything is released.
    CleanedUp,
}

/// Every allowed transition.
pub const TRANSITIONS: &[(PhaseName, Trigger, PhaseName)] = {
    use PhaseName::{Backoff, Closed, Closing, Initializing, Ready, Starting};
    &[
        (Closed, Trigger::Connect, Starting),
        (Starting, Trigger::LinkUp, Initializing),
        (Starting, Trigger::TimedOut, Backoff),
        (Starting, Trigger::LinkLost, Backoff),
        (Starting, Trigger::Stop, Closing),
        (Initializing, Trigger::HandshakeDone, Ready),
        (Initializing, Trigger::TimedOut, Backoff),
        (Initializing, Trigger::LinkLost, Backoff),
        (Initializing, Trigger::Refused, Backoff),
        (Initializing, Trigger::Oversize, Backoff),
        (Initializing, Trigger::Restart, Starting),
        (Initializing, Trigger::Stop, Closing),
        (Ready, Trigger::LinkLost, Backoff),
        (Ready, Trigger::Oversize, Backoff),
        (Ready, Trigger::Stop, Closing),
        (Backoff, Trigger::Retry, Starting),
        (Backoff, Trigger::GiveUp, Closed),
        (Backoff, Trigger::Stop, Closing),
        (Closing, Trigger::CleanedUp, Closed),
    ]
};

/// Where `trigger` leads from `from`; `None` when it means nothing there.
pub fn after(from: PhaseName, trigger: Trigger) -> Option<PhaseName> {
    TRANSITIONS.iter().find(|row| row.0 == from && row.1 == trigger).map(|row| row.2)
}

/// The status words other programs know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words say it all")]
pub enum Status {
    Disconnected,
    Connecting,
    Connected,
    Disconnecting,
    Error,
}

impl Phase {
    /// The phase's name.
    pub fn name(&self) -> PhaseName {
        match self {
            Phase::Starting { .. } => PhaseName::Starting,
            Phase::Initializing { .. } => PhaseName::Initializing,
            Phase::Ready { .. } => PhaseName::Ready,
            Phase::Backoff { .. } => PhaseName::Backoff,
            Phase::Closing { .. } => PhaseName::Closing,
            Phase::Closed { .. } => PhaseName::Closed,
        }
    }

    /// Whether a connection is being made.
    pub fn is_connecting(&self) -> bool {
        matches!(self, Phase::Starting { .. } | Phase::Initializing { .. })
    }

    /// When the phase ends by itself.
    pub fn deadline(&self) -> Option<At> {
        match self {
            Phase::Starting { deadline } | Phase::Initializing { deadline } => Some(*deadline),
            Phase::Backoff { until, .. } | Phase::Closing { until } => Some(*until),
            Phase::Ready { .. } | Phase::Closed { .. } => None,
        }
    }
}

impl PhaseName {
    /// Every name.
    pub const ALL: [PhaseName; 6] = [
        PhaseName::Starting,
        PhaseName::Initializing,
        PhaseName::Ready,
        PhaseName::Backoff,
        PhaseName::Closing,
        PhaseName::Closed,
    ];

    /// The word other programs know for it.
    pub const fn status(self) -> Status {
        match self {
            PhaseName::Starting | PhaseName::Initializing => Status::Connecting,
            PhaseName::Ready => Status::Connected,
            PhaseName::Backoff => Status::Error,
            PhaseName::Closing => Status::Disconnecting,
            PhaseName::Closed => Status::Disconnected,
        }
    }

    /// The name in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            PhaseName::Starting => "starting",
            PhaseName::Initializing => "initializing",
            PhaseName::Ready => "ready",
            PhaseName::Backoff => "backoff",
            PhaseName::Closing => "closing",
            PhaseName::Closed => "closed",
        }
    }
}

impl fmt::Display for PhaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One step through the table, as it is logged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhaseChange {
    /// Where the session stood.
    pub from: PhaseName,
    /// Where it stands now.
    pub to: PhaseName,
    /// What moved it.
    pub trigger: Trigger,
    /// How many attempts have failed in a row.
    pub failures: u32,
    /// Why, when something went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Box<Fault>>,
}
