//! The configured servers: `mcp.json`, read when it changes and changed without losing anything.
//!
//! Parts: `reading.rs` decides when the file is read again, `contents.rs` says what it said,
//! `server.rs` what a server may be, `change.rs` changes the file, `routes.rs` serves it all.

mod change;
mod contents;
mod reading;
mod routes;
mod server;
#[cfg(test)]
mod tests;

pub use contents::Flaw;
pub(crate) use routes::routes;
pub use server::{ConnectionMode, ServerConfig, TimeoutsConfig, TransportKind};

use crate::Problem;
use contents::{Contents, position};
use mcp_inspector_engine::core::target::Transport;
use mcp_inspector_engine::core::target::files::{Entry, TargetFile};
use mcp_inspector_engine::{FaultCode, Target, config};
use reading::{Age, INTERVAL, Reading};
use serde::Serialize;
use serde_json::{Map, Value};
use server::{FieldError, check_env_value, check_header_value};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use utoipa::ToSchema;

/// What the file is called where there is none yet.
const NEW_NAME: &str = "mcp.json";

/// The name and id of the server that is built in.
const DEMO: &str = "demo";

/// The configured servers. Cloning gives another handle to the same.
///
/// All methods but [`Config::changes`] may read or write a file; those that write should not be
/// called on a thread that must not wait.
#[derive(Clone, Debug)]
pub struct Config {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    reading: Reading,
    is_watched: AtomicBool,
}

/// All configured servers, and what is wrong with the file.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ServerList {
    /// The servers, in the order of the file.
    pub servers: Vec<ServerConfig>,
    /// Where the file is, to show to people; only there with `problems`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
    /// What in the file cannot be used; only there when there is something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub problems: Vec<Flaw>,
}

impl Config {
    /// The servers of the file at `path`, which need not be there yet.
    pub fn new(path: &Path) -> Self {
        let inner = Inner { reading: Reading::of(path), is_watched: AtomicBool::new(false) };
        let config = Config { inner: Arc::new(inner) };
        config.watch();
        config
    }

    /// The servers of the file that a directory has: `mcp.json` or, when only one of those is there,
    /// `.mcp.json` or `.vscode/mcp.json`.
    pub fn of_directory(directory: &Path) -> Self {
        let path = config::find(directory).unwrap_or_else(|| directory.join(NEW_NAME));
        // `./mcp.json` is called `mcp.json` in messages.
        Config::new(path.strip_prefix(".").unwrap_or(&path))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.inner.reading.path()
    }

    /// A number that grows whenever the file says something else, whoever wrote it.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.watch();
        self.inner.reading.changes()
    }

    /// All servers, as the file has them now. Values are as written: variables are not filled in, and
    /// secrets are not hidden.
    pub fn servers(&self) -> ServerList {
        let contents = self.inner.reading.contents(Age::Now);
        let mut list = ServerList { servers: Vec::new(), path: None, problems: Vec::new() };
        list.problems.extend(contents.file.as_ref().err().map(|flaw| (**flaw).clone()));
        for server in &contents.servers {
            match server {
                Ok(server) => list.servers.push(server.clone()),
                Err(flaw) => list.problems.push((**flaw).clone()),
            }
        }
        if !list.problems.is_empty() {
            list.path = Some(self.path().display().to_string());
        }
        list
    }

    /// What to connect to for an id or, when no id fits, a name, with every variable filled in.
    /// [`Target::id`] is the id under which the server is known here, also where the file gives it
    /// none. `demo` is built in, unless a server of the file is called so.
    ///
    /// Cheap: the file is looked at no more often than every 250 ms.
    pub fn target(&self, id_or_name: &str) -> Result<Target, Problem> {
        let contents = self.inner.reading.contents(Age::Recent);
        let file = match contents.file.as_ref() {
            Ok(file) => file,
            // It needs no file, and is what remains to try when the file is broken.
            Err(_) if id_or_name == DEMO => return demo(),
            Err(flaw) => return Err(flaw.problem()),
        };
        let index = match position(file, id_or_name) {
            Ok(index) => index,
            Err(problem) if problem.fault().code == FaultCode::ServerNotFound && id_or_name == DEMO => {
                return demo();
            }
            Err(problem) => return Err(problem),
        };
        contents.servers[index].as_ref().map_err(|flaw| flaw.problem())?;
        self.resolved(&contents, file, &file.entries()[index])
    }

    /// Adds a server and gives it as it now is.
    pub fn create(&self, fields: &Map<String, Value>) -> Result<ServerConfig, Problem> {
        self.change(|file| change::create(self.path(), file, fields.clone()))
    }

    /// Changes fields of the server with that id or name, and gives it as it now is; null removes a
    /// field.
    pub fn update(&self, id_or_name: &str, patch: &Map<String, Value>) -> Result<ServerConfig, Problem> {
        self.change(|file| change::update(self.path(), file, id_or_name, patch.clone()))
    }

    /// Removes the server with that id or name.
    pub fn remove(&self, id_or_name: &str) -> Result<(), Problem> {
        self.change(|file| change::remove(file, id_or_name))
    }

    fn change<T>(&self, change: impl FnMut(&mut TargetFile) -> Result<T, Problem>) -> Result<T, Problem> {
        // Said here, where it is known where in the file it is.
        self.inner.reading.contents(Age::Now).file.as_ref().map_err(|flaw| flaw.problem())?;
        let changed = config::edit(self.path(), change);
        // Whoever asks next sees it.
        self.inner.reading.contents(Age::Now);
        changed
    }

    fn resolved(&self, contents: &Contents, file: &TargetFile, entry: &Entry) -> Result<Target, Problem> {
        let mut target = file
            .resolve_entry(entry, &config::environment)
            .map_err(|error| contents.flaw(entry, &error).problem())?;
        // A variable can bring in what the file itself may not have.
        check_filled_in(&target)
            .map_err(|error| Flaw::of_field(self.path(), entry, contents.text(), &error).problem())?;
        target.id = Some(entry.known_id().to_owned());
        Ok(target)
    }

    /// Looks at the file now and then, for as long as there is a handle and a runtime.
    fn watch(&self) {
        let Ok(runtime) = Handle::try_current() else { return };
        if self.inner.is_watched.swap(true, Ordering::Relaxed) {
            return;
        }
        let weak = Arc::downgrade(&self.inner);
        runtime.spawn(async move {
            let mut ticks = tokio::time::interval(INTERVAL);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                let Some(inner) = weak.upgrade() else { return };
                let look = tokio::task::spawn_blocking(move || inner.reading.contents(Age::Now));
                // It fails only when the runtime ends.
                if look.await.is_err() {
                    return;
                }
            }
        });
    }
}

fn check_filled_in(target: &Target) -> Result<(), FieldError> {
    match &target.transport {
        Transport::Stdio(stdio) => {
            stdio.env.iter().try_for_each(|(name, value)| check_env_value(name, value))
        }
        Transport::Http(http) => {
            http.headers.iter().try_for_each(|(name, value)| check_header_value(name, value))
        }
    }
}

/// The server that is built in.
fn demo() -> Result<Target, Problem> {
    let mut demo = config::demo()?;
    demo.id = Some(DEMO.to_owned());
    Ok(demo)
}
