//! The demo server on Streamable HTTP, for this machine only.
//!
//! Listens on 127.0.0.1 and answers only requests that name it as their host.
//! A browser page of any other origin gets 403, so no web site can reach the
//! demo through DNS rebinding.

use std::{
    future::Future,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::Router;
use axum::serve::ListenerExt as _;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio::net::TcpListener;

use crate::{eras::Eras, error::DemoError, server::DemoServer, world::World};

const PATH: &str = "/mcp";

/// How long open streams may take to end after the stop signal.
const GRACE: Duration = Duration::from_secs(2);

/// A demo server that has its port and is ready to serve.
#[derive(Debug)]
pub struct HttpDemo {
    listener: TcpListener,
    address: SocketAddr,
    eras: Eras,
}

impl HttpDemo {
    /// Takes `port` on 127.0.0.1; 0 takes any free one.
    pub async fn bind(port: u16) -> Result<Self, DemoError> {
        let taken = |source| DemoError::Bind { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(taken)?;
        let address = listener.local_addr().map_err(taken)?;
        Ok(Self { listener, address, eras: Eras::Both })
    }

    /// Serves only some revisions.
    #[must_use]
    pub fn only(mut self, eras: Eras) -> Self {
        self.eras = eras;
        self
    }

    /// The address to give to a client, such as `http://127.0.0.1:4711/mcp`.
    pub fn url(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }

    /// Serves every client that connects, until `stop` is ready.
    pub async fn serve_until(self, stop: impl Future<Output = ()>) -> Result<(), DemoError> {
        let config = loopback_only(self.address.port());
        let sessions = config.cancellation_token.clone();
        let router = Router::new().route_service(PATH, service(config, self.eras));
        // A small answer must not wait for the client to acknowledge the one before.
        let listener = self.listener.tap_io(|stream| _ = stream.set_nodelay(true));
        let serving = axum::serve(listener, router)
            .with_graceful_shutdown(sessions.clone().cancelled_owned())
            .into_future();
        tokio::pin!(serving);

        tokio::select! {
            ended = &mut serving => return ended.map_err(DemoError::Accept),
            () = stop => sessions.cancel(),
        }
        // A client that keeps its connection open must not keep us alive.
        match tokio::time::timeout(GRACE, serving).await {
            Ok(ended) => ended.map_err(DemoError::Accept),
            Err(_still_open) => Ok(()),
        }
    }
}

/// One world for all clients; each legacy session, and each request of the
/// sessionless revision, gets a server of its own in it.
fn service(
    config: StreamableHttpServerConfig,
    eras: Eras,
) -> StreamableHttpService<DemoServer, LocalSessionManager> {
    let world = Arc::new(World::new());
    StreamableHttpService::new(
        move || Ok(DemoServer::new(world.clone(), eras)),
        Arc::new(LocalSessionManager::default()),
        config,
    )
}

fn loopback_only(port: u16) -> StreamableHttpServerConfig {
    let hosts = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}"));
    let origins = hosts.clone().map(|host| format!("http://{host}"));
    StreamableHttpServerConfig::default().with_allowed_hosts(hosts).with_allowed_origins(origins)
}
