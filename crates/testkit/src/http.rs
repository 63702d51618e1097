//! MCP servers on HTTP, in threads of the test that uses them.
//!
//! The HTTP is written by hand because half of the behaviours consist of sending
//! it wrong. `/mcp` is Streamable HTTP of the revisions with `initialize`
//! (`streamable.rs`); `/sse` and `/messages` are the older transport
//! (`legacy.rs`); replies that do not depend on the question are in `spoil.rs`.

mod behaviour;
mod hub;
mod legacy;
mod reply;
mod request;
mod spoil;
mod streamable;
#[cfg(test)]
mod tests;

use hub::Hub;
use reply::{After, Reply};
use std::io::{self, BufReader};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

pub use behaviour::{HttpBehaviour, RedirectTo};
pub use request::SeenRequest;

/// A running server; dropping it closes all connections and ends its threads.
pub struct HttpServer {
    hub: Arc<Hub>,
    address: SocketAddr,
    acceptor: Option<JoinHandle<()>>,
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
        format!("http://{}", self.address)
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
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port on 127.0.0.1");
        let address = listener.local_addr().expect("a bound socket has an address");
        let hub = Arc::new(hub);
        let shared = Arc::clone(&hub);
        let acceptor = thread::spawn(move || accept(&listener, &shared));
        Self { hub, address, acceptor: Some(acceptor) }
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        self.hub.with(|state| state.stopping = true);
        // The acceptor looks at `stopping` only when someone connects.
        let _ = TcpStream::connect(self.address);
        if let Some(acceptor) = self.acceptor.take() {
            let _ = acceptor.join();
        }
    }
}

fn accept(listener: &TcpListener, hub: &Arc<Hub>) {
    let mut threads = Vec::new();
    for (number, stream) in (0..).zip(listener.incoming()) {
        if hub.with(|state| state.stopping) {
            break;
        }
        let Ok(stream) = stream else { continue };
        let hub = Arc::clone(hub);
        threads.push(thread::spawn(move || {
            // The client may go away at any time; that is no failure of the server.
            let _ = serve(&hub, &stream, number);
            let _ = stream.shutdown(Shutdown::Both);
            hub.with(|state| state.connections.remove(&number));
        }));
    }
    loop {
        let open = hub.with(|state| std::mem::take(&mut state.connections));
        for stream in open.values() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        match threads.pop() {
            Some(thread) => drop(thread.join()),
            None => return,
        }
    }
}

fn serve(hub: &Hub, stream: &TcpStream, number: u64) -> io::Result<()> {
    let clone = stream.try_clone()?;
    let stopping = hub.with(|state| {
        state.connections.insert(number, clone);
        state.stopping
    });
    if stopping {
        return Ok(());
    }
    stream.set_nodelay(true)?;
    let mut input = BufReader::new(stream);
    while let Some(request) = SeenRequest::read(&mut input)? {
        hub.with(|state| state.seen.push(request.clone()));
        let after = route(hub, &request, &mut Reply::new(stream))?;
        if after == After::Close || request.header("Connection") == Some("close") {
            break;
        }
    }
    Ok(())
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
