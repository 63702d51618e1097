//! A port of 127.0.0.1 that speaks HTTP/1.1: one thread for each connection.

use super::reply::{After, Reply};
use super::request::SeenRequest;
use std::collections::BTreeMap;
use std::io::{self, BufReader};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// An open port; dropping it closes all connections and ends its threads. A handler that waits for
/// something else than its connection has to be woken before.
pub(crate) struct Port {
    state: Arc<Mutex<State>>,
    pub(crate) address: SocketAddr,
    acceptor: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    is_closing: bool,
    /// Connections that are open, so that closing can end them.
    connections: BTreeMap<u64, TcpStream>,
}

impl Port {
    /// Opens a free port; `answer` is called for each request, on the thread of its connection.
    pub(crate) fn open(
        answer: impl Fn(&SeenRequest, &mut Reply) -> io::Result<After> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port on 127.0.0.1");
        let address = listener.local_addr().expect("a bound socket has an address");
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        let acceptor = thread::spawn(move || accept(&listener, &shared, &Arc::new(answer)));
        Self { state, address, acceptor: Some(acceptor) }
    }

    /// The URL without a path.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        lock(&self.state).is_closing = true;
        // The acceptor looks at `is_closing` only when someone connects.
        let _ = TcpStream::connect(self.address);
        if let Some(acceptor) = self.acceptor.take() {
            let _ = acceptor.join();
        }
    }
}

fn accept<F>(listener: &TcpListener, state: &Arc<Mutex<State>>, answer: &Arc<F>)
where
    F: Fn(&SeenRequest, &mut Reply) -> io::Result<After> + Send + Sync + 'static,
{
    let mut threads = Vec::new();
    for (number, stream) in (0..).zip(listener.incoming()) {
        if lock(state).is_closing {
            break;
        }
        let Ok(stream) = stream else { continue };
        let (state, answer) = (Arc::clone(state), Arc::clone(answer));
        threads.push(thread::spawn(move || {
            // The client may go away at any time; that is no failure of the server.
            let _ = serve(&state, &stream, number, &*answer);
            let _ = stream.shutdown(Shutdown::Both);
            lock(&state).connections.remove(&number);
        }));
    }
    loop {
        let open = std::mem::take(&mut lock(state).connections);
        for stream in open.values() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        match threads.pop() {
            Some(thread) => drop(thread.join()),
            None => return,
        }
    }
}

fn serve(
    state: &Mutex<State>,
    stream: &TcpStream,
    number: u64,
    answer: &impl Fn(&SeenRequest, &mut Reply) -> io::Result<After>,
) -> io::Result<()> {
    let clone = stream.try_clone()?;
    {
        let mut state = lock(state);
        state.connections.insert(number, clone);
        if state.is_closing {
            return Ok(());
        }
    }
    stream.set_nodelay(true)?;
    let mut input = BufReader::new(stream);
    while let Some(request) = SeenRequest::read(&mut input)? {
        let after = answer(&request, &mut Reply::new(stream))?;
        if after == After::Close || request.header("Connection") == Some("close") {
            break;
        }
    }
    Ok(())
}

/// A test that fails while it holds the lock should not hide why it failed.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
