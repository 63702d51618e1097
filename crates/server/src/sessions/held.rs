//! One session that the backend holds: what it is, whose it is, and what was asked of it.

use super::answering::Answerers;
use super::calls::Calls;
use super::drafts::Drafts;
use super::timeline::{Folded, Indexed, LastCompared, Script};
use crate::Problem;
use crate::apps::Allowance;
use mcp_inspector_engine::core::redact::Redactor;
use mcp_inspector_engine::core::view::Catalog;
use mcp_inspector_engine::responder::StandingRules;
use mcp_inspector_engine::{FaultCode, Session, Target};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::sync::watch;

/// The name of a session among those the backend holds. It says nothing about the session.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(Arc<str>);

impl SessionId {
    pub(super) fn random() -> Self {
        let mut text = uuid::Uuid::new_v4().simple().to_string();
        text.truncate(12);
        SessionId(text.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who opened a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A face, to inspect a server.
    Face,
    /// The proxy endpoint, for its clients.
    Proxy,
    /// Nobody: it is a recording.
    Recording,
}

impl Origin {
    pub(crate) const WORDS: [&str; 3] = ["face", "proxy", "recording"];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Origin::Face => "face",
            Origin::Proxy => "proxy",
            Origin::Recording => "recording",
        }
    }
}

/// Where what a session was opened with comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// The configuration.
    Config,
    /// The command line with which the backend was started.
    CommandLine,
    /// Whoever opened it.
    Face,
    /// The configuration of another client on this machine.
    OtherClient,
    /// This program: it is the demo.
    Demo,
}

/// What a session was opened with.
#[derive(Clone, Debug)]
pub(crate) struct Beginning {
    pub(crate) target: Target,
    pub(crate) given: Given,
}

/// One session that the backend holds.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) id: SessionId,
    /// The id of the configuration it was opened from, if it was.
    pub(crate) server_id: Option<String>,
    pub(crate) name: String,
    pub(crate) origin: Origin,
    pub(crate) session: Session,
    /// What it was opened with, when that is in no configuration.
    pub(crate) target: Option<Box<Target>>,
    /// What it was opened with; none for recordings, and for what others opened.
    pub(crate) beginning: Option<Box<Beginning>>,
    /// What the server offered when it was connected last in another session of this process.
    pub(crate) catalog_before: Option<Arc<Catalog>>,
    /// Whether there can be tokens besides those of its target: programs have no login.
    pub(crate) may_log_in: bool,
    /// What must not be written to the history.
    pub(crate) secrets: Secrets,
    pub(crate) calls: Calls,
    /// What is answered without asking anybody; none where others than faces answer.
    pub(crate) rules: Option<StandingRules>,
    /// Who answered what was asked.
    pub(crate) answerers: Answerers,
    /// What was typed into its forms.
    pub(crate) drafts: Drafts,
    pub(crate) timeline: Folded,
    /// The calls that were saved as tests of its server.
    pub(crate) script: Arc<Script>,
    pub(crate) indexed: Indexed,
    pub(crate) compared: LastCompared,
    /// How much its apps may still say.
    pub(crate) app_talk: Allowance,
    /// Whether another session is being opened in its place, or was.
    pub(crate) is_reopened: AtomicBool,
    /// True once the backend no longer holds it. Whoever watches it then stops.
    pub(crate) gone: watch::Sender<bool>,
}

/// The secrets of a target; shown to nobody.
pub(crate) struct Secrets(pub(crate) Redactor);

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets")
    }
}

impl Held {
    pub(super) fn new(
        session: Session,
        origin: Origin,
        (server_id, name): (Option<String>, String),
        secrets: Redactor,
    ) -> Self {
        Held {
            id: SessionId::random(),
            server_id,
            name,
            origin,
            session,
            target: None,
            beginning: None,
            catalog_before: None,
            may_log_in: true,
            secrets: Secrets(secrets),
            calls: Calls::default(),
            rules: None,
            answerers: Answerers::default(),
            drafts: Drafts::default(),
            timeline: Folded::default(),
            script: Arc::default(),
            indexed: Indexed::default(),
            compared: LastCompared::default(),
            app_talk: Allowance::default(),
            is_reopened: AtomicBool::new(false),
            gone: watch::Sender::new(false),
        }
    }

    /// The id under which the history knows the server: that of its configuration or, when it was
    /// opened without one, that of the session.
    pub(crate) fn history_id(&self) -> &str {
        self.server_id.as_deref().unwrap_or(self.id.as_str())
    }

    /// What tells whether two sessions are with the same server.
    pub(crate) fn server_key(&self) -> String {
        server_key(self.server_id.as_deref(), self.session.place())
    }

    /// Refuses what a recording cannot do.
    pub(crate) fn writable(&self) -> Result<&Session, Problem> {
        if self.session.is_read_only() {
            let message = format!("session `{}` is a recording: nothing can be sent", self.id);
            return Err(Problem::new(FaultCode::ReadOnly, message)
                .with_hint("open a session with the server to do this"));
        }
        Ok(&self.session)
    }

    /// Resolves once the backend no longer holds it.
    pub(crate) async fn until_gone(gone: &mut watch::Receiver<bool>) {
        // An error means that whoever could say so is gone as well.
        let _ = gone.wait_for(|is_gone| *is_gone).await;
    }
}

/// What tells whether two sessions are with the same server: the id of its configuration, or where it is.
pub(crate) fn server_key(server_id: Option<&str>, place: &str) -> String {
    server_id.map_or_else(|| format!("at {place}"), |id| format!("id {id}"))
}
