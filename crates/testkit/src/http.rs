//! MCP servers on HTTP, in threads of the test that uses them.
//!
//! The HTTP is written by hand because half of the behaviours consist of sending
//! it wrong. `/mcp` is Streamable HTTP of the revisions with `initialize`
//! (`streamable.rs`); `/sse` and `/messages` are the older transport
//! (`legacy.rs`); replies that do not depend on the question are in `spoil.rs`.

mod behaviour;
mod hub;
mod legacy;
pub(crate) mod port;
pub(crate) mod reply;
mod request;
mod spoil;
mod streamable;
#[cfg(test)]
mod tests;

use hub::Hub;
use port::Port;
use reply::{After, Reply};
use serde_json::Value;
use std::io;
use std::sync::Arc;
use std::time::Duration;

pub use behaviour::{HttpBehaviour, RedirectTo};
pub use request::SeenRequest;

/// A running server; dropping it closes all connections and ends its threads.
pub struct HttpServer {
    hub: Arc<Hub>,
    port: Port,
}

impl HttpServer {
    /// Starts a server on a free port of 127.0.0.1.
    pub fn start(behaviour: HttpBehaviour) -> Self {
        Self::launch(Hub::new(behaviour, false))
    }

    /// Starts a server that misbehaves only after the handshake.
    ///
    /// `server/discover`, `initialize` and `notifications/initialized` are answered
    /// properly, and so is everything that is not a POST.
    pub fn start_after_handshake(behaviour: HttpBehaviour) -> Self {
        Self::launch(Hub::new(behaviour, true))
    }

    /// The URL a client is to be given.
    pub fn url(&self) -> String {
        let path = if self.hub.behaviour.is_legacy() { "/sse" } else { "/mcp" };
        self.origin() + path
    }

    /// The URL without its path.
    pub fn origin(&self) -> String {
        self.port.origin()
    }

    /// The requests so far, in the order they arrived.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.hub.with(|state| state.seen.clone())
    }

    /// Waits until the requests so far are as wished; false if the timeout comes first.
    pub fn wait_for(&self, done: impl Fn(&[SeenRequest]) -> bool, timeout: Duration) -> bool {
        self.hub.wait_for_requests(done, timeout)
    }

    fn launch(hub: Hub) -> Self {
        let hub = Arc::new(hub);
        let shared = Arc::clone(&hub);
        let port = Port::open(move |request, reply| {
            shared.with(|state| state.seen.push(request.clone()));
            route(&shared, request, reply)
        });
        Self { hub, port }
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        // Whoever waits for something to happen stops waiting; then the port is closed.
        self.hub.with(|state| state.stopping = true);
    }
}

/// The well-behaved server without a port, for a server that looks at each request before it lets it in.
pub(crate) struct Endpoint {
    hub: Hub,
}

impl Endpoint {
    /// A server that lists these tools besides its own.
    pub(crate) fn with_tools(more: Vec<Value>) -> Self {
        let hub = Hub::new(HttpBehaviour::Json, false);
        hub.with(|state| state.mcp.tools.extend(more));
        Self { hub }
    }

    /// Answers a request, whatever its path.
    pub(crate) fn answer(&self, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
        streamable::reply(&self.hub, request, reply)
    }

    /// The same over the older transport.
    pub(crate) fn answer_older(&self, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
        legacy::reply(&self.hub, request, reply)
    }

    /// Ends all waiting, so that the port in front of it can be closed.
    pub(crate) fn stop(&self) {
        self.hub.with(|state| state.stopping = true);
    }
}

fn route(hub: &Hub, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    let redirects = matches!(hub.behaviour, HttpBehaviour::Redirect { .. });
    match request.bare_path() {
        "/sse" | "/messages" if hub.behaviour.is_legacy() => legacy::reply(hub, request, reply),
        "/moved" if redirects => streamable::reply(hub, request, reply),
        "/mcp" if !hub.behaviour.is_legacy() => match spoil::reply(hub, request, reply)? {
            Some(after) => Ok(after),
            None => streamable::reply(hub, request, reply),
        },
        _ => reply.whole(404, "text/plain", "Not Found"),
    }
}
