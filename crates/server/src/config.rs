//! The configured servers: `mcp.json`, read when it changes and changed without losing anything.

use crate::Problem;
use mcp_inspector_engine::{FaultCode, Target, config};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::watch;

/// The configured servers. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub struct Config {
    path: Arc<PathBuf>,
    revisions: watch::Sender<u64>,
}

impl Config {
    /// The servers of the file at `path`, which need not be there yet.
    pub fn new(path: &Path) -> Self {
        Config { path: Arc::new(path.to_owned()), revisions: watch::Sender::new(0) }
    }

    /// Counts the changes of the file, to be watched.
    pub fn revisions(&self) -> watch::Receiver<u64> {
        self.revisions.subscribe()
    }

    /// What to connect to for `name_or_id`, with every variable filled in; [`Target::id`] is the id
    /// under which the server is known here, also where the file gives it none.
    pub fn target(&self, name_or_id: &str) -> Result<Target, Problem> {
        let not_found = || {
            let message = format!("No server configuration found with ID '{name_or_id}'");
            Problem::new(FaultCode::ServerNotFound, message).of_server(name_or_id, None)
        };
        let file = config::load(&self.path).map_err(|_| not_found())?;
        let mut target = file.resolve(name_or_id, &config::environment).map_err(|_| not_found())?;
        target.id.get_or_insert_with(|| target.name.clone());
        Ok(target)
    }
}
