//! Everything the backend knows, shared by all its handlers.

use crate::apps::Apps;
use crate::config::Config;
use crate::history::History;
use crate::oauth::Logins;
use crate::proxy::{IDLE, Proxy};
use crate::sessions::Sessions;
use crate::settings::PageSettings;
use crate::targets::{Recent, Typed};
use futures_util::{Stream, StreamExt as _};
use mcp_inspector_engine::Target;
use mcp_inspector_engine::core::codec::MessageLimit;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Everything the backend knows. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub struct Backend {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    config: Config,
    history: History,
    proxy: Proxy,
    sessions: Sessions,
    logins: Logins,
    memory: Memory,
    bounds: Bounds,
    apps: Apps,
    /// The server that was named when it was started, and was not connected to.
    named: OnceLock<Target>,
    typed: Typed,
    /// Where this backend is reached, such as `http://127.0.0.1:3000`.
    base: String,
    started: Instant,
    /// Becomes true when the backend is to end.
    closing: watch::Sender<bool>,
}

/// How far the backend goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// After how long without use servers behind `/mcp` are stopped.
    pub idle: Duration,
    /// The largest message that is read from a server.
    pub message: MessageLimit,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { idle: IDLE, message: MessageLimit::FOR_PEOPLE }
    }
}

/// What is remembered from one run to the next besides the history.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The servers that were connected to before.
    pub recent: Recent,
    /// What the page keeps.
    pub settings: PageSettings,
    /// The directory of the calls that were saved as tests; without it they are forgotten at the end.
    pub tests: Option<PathBuf>,
}

impl Memory {
    /// What is kept in files: of `person` what follows a person from one config file to another, of `directory` what
    /// belongs to one. What follows a person was kept in `directory` before.
    pub fn of(person: &Path, directory: &Path) -> Self {
        Memory {
            recent: Recent::at(person.join("recent.json"), directory.join("recent.json")),
            settings: PageSettings::at(person.join("page.json"), directory.join("page.json")),
            tests: Some(directory.join("tests")),
        }
    }
}

impl Backend {
    /// A backend that is reached at `base`. Its tokens are gone when it ends.
    pub fn new(base: impl Into<String>, config: Config, history: History) -> Self {
        Backend::with(Bounds::default(), base, config, history, (Logins::default(), Memory::default()))
    }

    /// Like [`Backend::new`], within other bounds, and with tokens and memories that are kept where
    /// `logins` and `memory` keep them.
    pub fn with(
        bounds: Bounds,
        base: impl Into<String>,
        config: Config,
        history: History,
        (logins, memory): (Logins, Memory),
    ) -> Self {
        let (closing, _) = watch::channel(false);
        let (base, proxy, started) = (base.into(), Proxy::new(bounds.idle), Instant::now());
        let (sessions, apps) = (Sessions::keeping(memory.tests.clone()), Apps::default());
        let named = OnceLock::new();
        let inner = Inner {
            config,
            history,
            proxy,
            sessions,
            logins,
            memory,
            bounds,
            apps,
            named,
            typed: Typed::default(),
            base,
            started,
            closing,
        };
        Backend { inner: Arc::new(inner) }
    }

    /// The configured servers.
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// The server that was named when it was started, and was not connected to.
    pub(crate) fn named(&self) -> Option<&Target> {
        self.inner.named.get()
    }

    /// What was typed into the field for a server.
    pub(crate) fn typed(&self) -> &Typed {
        &self.inner.typed
    }

    /// Says which server was named and is not to be connected to before somebody wants it.
    pub(crate) fn set_named(&self, target: Target) {
        // It is started once, and so is this said.
        let _ = self.inner.named.set(target);
    }

    /// The largest message that is read from a server.
    pub(crate) fn message_limit(&self) -> MessageLimit {
        self.inner.bounds.message
    }

    /// What was asked and answered, and what happened.
    pub fn history(&self) -> &History {
        &self.inner.history
    }

    /// The sessions it holds.
    pub fn sessions(&self) -> &Sessions {
        &self.inner.sessions
    }

    /// The logins under way, and the tokens that are kept.
    pub fn logins(&self) -> &Logins {
        &self.inner.logins
    }

    /// The servers that were connected to before.
    pub(crate) fn recent(&self) -> &Recent {
        &self.inner.memory.recent
    }

    /// What the page keeps.
    pub(crate) fn settings(&self) -> &PageSettings {
        &self.inner.memory.settings
    }

    /// Apps of servers, on an origin of their own.
    pub(crate) fn apps(&self) -> &Apps {
        &self.inner.apps
    }

    /// The servers that clients reach through `/mcp`.
    pub fn proxy(&self) -> &Proxy {
        &self.inner.proxy
    }

    /// A stream that ends when the backend does.
    pub(crate) fn until_closing<S: Stream + Send + 'static>(
        &self,
        stream: S,
    ) -> impl Stream<Item = S::Item> + use<S> {
        stream.take_until(Box::pin(self.closing()))
    }

    /// Where this backend is reached, such as `http://127.0.0.1:3000`.
    pub fn base(&self) -> &str {
        &self.inner.base
    }

    /// Since when it runs.
    pub fn started(&self) -> Instant {
        self.inner.started
    }

    /// Waits until the backend is to end. Whoever streams an answer stops then.
    pub fn closing(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut closing = self.inner.closing.subscribe();
        async move {
            // When nobody could say so any more, it has ended.
            let _ = closing.wait_for(|is_closing| *is_closing).await;
        }
    }

    /// Ends everything that runs on behalf of clients. Taking longer than a second and a half is cut
    /// short by the end of the process.
    pub async fn shutdown(&self) {
        self.inner.closing.send_replace(true);
        tokio::join!(self.inner.proxy.close(), self.inner.sessions.close_all());
    }
}
