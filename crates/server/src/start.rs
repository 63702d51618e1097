//! The backend as a program: from the flags to the ready line, and from a signal to the end.
//!
//! The order: the configuration, the token, the history, the port, the routes, and at last the ready
//! line. The port comes before the routes, because the help links of errors carry it.

mod body;
mod browser;
mod flags;
mod place;
mod port;
mod say;
mod serve;
mod signals;
mod target;

pub(crate) use body::TooSlow;
pub use flags::Flags;
use port::PortError;
pub use serve::serve;

use crate::targets::remember_named;
use crate::{
    Backend, Config, Console, Guard, History, HistoryError, HistoryOptions, Level, Logins, Memory, Sessions,
    app,
};
use flags::{FlagError, Settings};
use mcp_inspector_engine::Target;
use mcp_inspector_engine::auth::Store;
use serde_json::json;
use std::error::Error;
use std::path::{Path, PathBuf};
use target::NamedError;
use tokio::sync::watch;

/// Why the backend could not start.
#[derive(Debug, thiserror::Error)]
enum StartError {
    /// What was asked for makes no sense.
    #[error(transparent)]
    Flags(#[from] FlagError),
    /// The server that was named cannot be meant.
    #[error(transparent)]
    Named(#[from] NamedError),
    /// There is no port.
    #[error(transparent)]
    Port(#[from] PortError),
    /// The history has no place.
    #[error("could not keep the history in {}", .path.display())]
    History { path: PathBuf, source: HistoryError },
    /// The system does not give us what a program needs.
    #[error("could not begin to work")]
    System(#[from] std::io::Error),
}

impl StartError {
    fn hint(&self) -> Option<String> {
        match self {
            StartError::Flags(error) => error.hint().map(str::to_owned),
            StartError::Named(error) => error.hint(),
            StartError::Port(error) => Some(error.hint()),
            StartError::History { .. } => Some("name another directory with `--data-dir`".to_owned()),
            StartError::System(_) => None,
        }
    }

    fn exit(&self) -> u8 {
        match self {
            StartError::Flags(_) | StartError::Named(_) => 2,
            _ => 1,
        }
    }
}

/// Runs the backend until a signal ends it, and gives the exit number.
pub fn main(flags: &Flags) -> u8 {
    match run(flags) {
        Ok(()) => 0,
        Err(error) => {
            let causes = std::iter::successors(error.source(), |cause| (*cause).source());
            let mut told = format!("error: {error}");
            for cause in causes.map(ToString::to_string) {
                // Some errors tell their cause themselves.
                if !told.ends_with(&cause) {
                    told = format!("{told}: {cause}");
                }
            }
            say::remark(&told);
            if let Some(hint) = error.hint() {
                say::remark(&format!("hint: {hint}"));
            }
            error.exit()
        }
    }
}

fn run(flags: &Flags) -> Result<(), StartError> {
    let settings = Settings::read(flags, &|name| std::env::var_os(name))?;
    // Signals have a thread of their own, so that they are heard whatever becomes of the others.
    let told_to_end = signals::listen()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(work(settings, told_to_end));
    // A thread that still reads or writes must not hold up the end.
    runtime.shutdown_background();
    ended
}

async fn work(settings: Settings, mut told_to_end: watch::Receiver<bool>) -> Result<(), StartError> {
    let config = match &settings.config {
        Some(path) => Config::new(path),
        None => Config::of_directory(Path::new(".")),
    };
    let named = settings.named.target(&config)?;
    let history = place::make(&settings.data_dir)
        .map_err(|source| HistoryError::Files { path: settings.data_dir.clone(), source })
        .and_then(|()| {
            let console = Some(Console::stderr());
            let options = HistoryOptions { level: settings.level, console, ..HistoryOptions::default() };
            History::open_with(&settings.data_dir, options)
        })
        .map_err(|source| StartError::History { path: settings.data_dir.clone(), source })?;
    history.hide(settings.token.reveal());
    tell_servers(&config, &history);
    let bound = port::bind(settings.bind, settings.port)?;
    if let Some(taken) = bound.taken {
        history.app(Level::Warn, &format!("port {taken} is taken; using {}", bound.port), json!({}));
    }
    let base = format!("http://{}:{}", settings.host(), bound.port);
    let logins = Logins::new(token_store(&settings, &history));
    let memory = Memory::of(&settings.person_dir, &settings.data_dir);
    let backend = Backend::with(settings.bounds, &base, config, history, (logins, memory));
    let guard = Guard::new(settings.token.clone(), bound.port)
        .allowing_hosts(&settings.allowed_hosts())
        .allowing_origins(&settings.origins);
    warn_of_openings(&settings, &backend);
    match named {
        Some(target) if settings.connects => connect(&backend, target),
        Some(target) => backend.set_named(target),
        None => {}
    }
    let server = tokio::spawn(serve(bound.listeners, app(&backend, guard), backend.clone()));
    say::data(&format!("Session token: {}", settings.token.reveal()));
    let link = format!("{base}/#token={}", settings.token.reveal());
    say::data(&format!("MCP Inspector is ready at {link}"));
    backend.history().app(Level::Debug, "ready", json!({ "url": base }));
    match settings.opening {
        Ok(()) => browser::open(link, backend.clone()),
        Err(reason) => backend.history().app(Level::Debug, "no browser opened", json!({ "reason": reason })),
    }
    // It ends only when told to, or when the thread that listens is gone, which is the same.
    let _ = told_to_end.wait_for(|is_told| *is_told).await;
    backend.history().app(Level::Info, "Shutting down...", json!({}));
    backend.shutdown().await;
    let _ = server.await;
    backend.history().flush_console();
    Ok(())
}

/// Connects to the server that was named, so that whoever opens the page finds it there.
fn connect(backend: &Backend, target: Target) {
    let name = target.name.clone();
    remember_named(backend, &target);
    // The sessions of a backend that has just begun have room for one more.
    if let Err(problem) = Sessions::open(backend, target) {
        let why = json!({ "server": name, "error": problem.fault().message });
        backend.history().app(Level::Error, "the server that was named was not connected to", why);
    }
}

/// Where the tokens of servers are kept.
fn token_store(settings: &Settings, history: &History) -> Store {
    let why = match settings.token_store.as_ref().map(Store::usual) {
        Some(Ok(store)) => return store,
        Some(Err(error)) => json!({ "error": error.to_string(), "hint": error.hint() }),
        None => json!({ "hint": "name a file with MCPI_AUTH_STORE, or set HOME" }),
    };
    let message = "there is no place for the tokens of servers; they are forgotten at the end";
    history.app(Level::Warn, message, why);
    Store::in_memory()
}

/// Tells which servers there are, and what is wrong with the file, now and whenever it changes.
fn tell_servers(config: &Config, history: &History) {
    let tell = |config: &Config, history: &History| {
        let list = config.servers();
        for flaw in &list.problems {
            let message = format!("{}; it cannot be used until that is corrected", flaw.message);
            history.app(Level::Warn, &message, json!({ "hint": flaw.hint }));
        }
        let path = config.path().display().to_string();
        history.app(
            Level::Info,
            "Servers are configured",
            json!({ "file": path, "servers": list.servers.len() }),
        );
    };
    tell(config, history);
    let (config, history, mut changes) = (config.clone(), history.clone(), config.changes());
    tokio::spawn(async move {
        while changes.changed().await.is_ok() {
            let (config, history) = (config.clone(), history.clone());
            // Reading a file may take its time.
            let told = tokio::task::spawn_blocking(move || tell(&config, &history)).await;
            if told.is_err() {
                return;
            }
        }
    });
}

/// Tells what the flags open to others.
fn warn_of_openings(settings: &Settings, backend: &Backend) {
    for warning in settings.openings() {
        backend.history().app(Level::Warn, &warning, json!({}));
    }
}
