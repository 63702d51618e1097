//! The proxy: configured servers, shared by the MCP clients that reach them through `/mcp`.
//!
//! A server is started when it is first asked for something and shared by all who ask
//! (`proxy/upstream.rs`); who gets what it says is decided at its desk (`proxy/desk.rs`).

mod abilities;
mod batch;
mod calls;
mod desk;
mod dialect;
mod endpoint;
mod exchange;
mod inputs;
mod listen;
mod parked;
mod reply;
mod upstream;

use crate::body_limit::BodyLimit;
use crate::problem::Problem;
use crate::{Backend, Config};
use futures_util::future::join_all;
use mcp_inspector_engine::FaultCode;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use upstream::Upstream;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How long a server is kept that nobody uses.
pub const IDLE: Duration = Duration::from_secs(5 * 60);

/// The largest message: a frame at its limit, and what is around it.
const LARGEST: usize = 16 * 1024 * 1024 + 64 * 1024;

/// The servers that are in use, by id. Cloning gives another handle to the same.
#[derive(Clone, Debug)]
pub struct Proxy {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    servers: Mutex<HashMap<String, Arc<Upstream>>>,
    idle: Duration,
    /// Whether someone looks after idle servers.
    is_swept: AtomicBool,
}

impl Proxy {
    /// A proxy that stops servers which nobody has used for `idle`.
    pub fn new(idle: Duration) -> Self {
        let shared = Shared { servers: Mutex::default(), idle, is_swept: AtomicBool::new(false) };
        Proxy { shared: Arc::new(shared) }
    }

    /// Looks after servers that are idle or no longer configured, for as long as the proxy is there.
    fn sweep(&self, backend: &Backend) {
        if self.shared.is_swept.swap(true, Ordering::Relaxed) {
            return;
        }
        let weak = Arc::downgrade(&self.shared);
        let pause = (self.shared.idle / 4).clamp(Duration::from_millis(10), Duration::from_secs(30));
        let (config, mut changes) = (backend.config().clone(), backend.config().changes());
        let watching = weak.clone();
        tokio::spawn(async move {
            while changes.changed().await.is_ok() {
                let Some(shared) = watching.upgrade() else { return };
                let gone = shared.outdated(&config);
                join_all(gone.iter().map(|upstream| upstream.end())).await;
            }
        });
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(pause).await;
                let Some(shared) = weak.upgrade() else { return };
                let servers: Vec<_> = shared.servers().values().cloned().collect();
                join_all(servers.iter().map(|upstream| upstream.rest(shared.idle))).await;
            }
        });
    }

    /// The server of that id or name, started if it is not there yet.
    fn upstream(&self, backend: &Backend, name_or_id: &str) -> Result<Arc<Upstream>, Problem> {
        let target = backend.config().target(name_or_id)?;
        let id = target.id.clone().unwrap_or_else(|| target.name.clone());
        let mut servers = self.shared.servers();
        if let Some(upstream) = servers.get(&id) {
            if *upstream.target() == target {
                return Ok(upstream.clone());
            }
            // Its configuration has changed: who used the old one has to begin anew.
            let old = upstream.clone();
            tokio::spawn(async move { old.end().await });
        }
        self.sweep(backend);
        let upstream = Arc::new(Upstream::start(&id, &target, backend));
        servers.insert(id, upstream.clone());
        Ok(upstream)
    }

    /// Stops all servers.
    pub async fn close(&self) {
        let servers: Vec<_> = self.shared.servers().drain().map(|(_, upstream)| upstream).collect();
        join_all(servers.iter().map(|upstream| upstream.end())).await;
    }
}

impl Shared {
    /// Takes out the servers whose configuration is another one now. A file that cannot be read at the
    /// moment says nothing about them.
    fn outdated(&self, config: &Config) -> Vec<Arc<Upstream>> {
        let is_outdated = |upstream: &Arc<Upstream>| match config.target(upstream.id()) {
            Ok(target) => target != *upstream.target(),
            Err(problem) => problem.fault().code == FaultCode::ServerNotFound,
        };
        let mut servers = self.servers();
        servers.extract_if(|_, upstream| is_outdated(upstream)).map(|(_, upstream)| upstream).collect()
    }

    fn servers(&self) -> MutexGuard<'_, HashMap<String, Arc<Upstream>>> {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new()
        .routes(routes!(endpoint::post, endpoint::get, endpoint::delete))
        .layer(BodyLimit::of(LARGEST))
}
