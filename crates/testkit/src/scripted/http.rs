//! A script played over HTTP, in threads of the test.

use super::{End, Part, Script, Step, filled, unknown};
use crate::http::SeenRequest;
use crate::http::port::Port;
use crate::http::reply::{After, JSON, Reply};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A running server; dropping it closes all connections and ends its threads.
pub struct ScriptedServer {
    stage: Arc<Stage>,
    port: Port,
}

struct Stage {
    script: Script,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    seen: Vec<SeenRequest>,
    counts: BTreeMap<String, usize>,
    /// What has come or was released.
    events: Vec<String>,
    /// The methods of requests whose connection the client closed before it was answered.
    closed: Vec<String>,
    is_stopping: bool,
}

impl ScriptedServer {
    /// Starts a server on a free port of 127.0.0.1.
    pub fn start(script: Script) -> Self {
        let stage = Arc::new(Stage { script, state: Mutex::default(), changed: Condvar::new() });
        let shared = Arc::clone(&stage);
        let port = Port::open(move |request, reply| shared.play(request, reply));
        Self { stage, port }
    }

    /// The URL a client is to be given.
    pub fn url(&self) -> String {
        self.port.origin() + "/mcp"
    }

    /// The requests so far, in the order they arrived.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.stage.lock().seen.clone()
    }

    /// Lets everything go on that waits for this.
    pub fn release(&self, event: &str) {
        self.stage.with(|state| state.events.push(event.to_owned()));
    }

    /// Waits until the requests so far are as wished; false if the timeout comes first.
    pub fn wait_for(&self, done: impl Fn(&[SeenRequest]) -> bool, timeout: Duration) -> bool {
        self.stage.wait_within(timeout, |state| done(&state.seen))
    }

    /// Waits until the client has closed `count` requests of this method; false if the timeout
    /// comes first.
    pub fn wait_for_closed(&self, method: &str, count: usize, timeout: Duration) -> bool {
        let closed = |state: &State| state.closed.iter().filter(|closed| *closed == method).count();
        self.stage.wait_within(timeout, |state| closed(state) >= count)
    }
}

impl Drop for ScriptedServer {
    fn drop(&mut self) {
        // Whoever waits for something to happen stops waiting; then the port is closed.
        self.stage.with(|state| state.is_stopping = true);
    }
}

impl Stage {
    fn play(&self, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
        let message = request.json().unwrap_or_default();
        let method = request.rpc_method().unwrap_or_else(|| request.method.clone());
        let count = self.with(|state| {
            state.seen.push(request.clone());
            state.events.push(method.clone());
            let count = state.counts.entry(method.clone()).or_default();
            *count += 1;
            *count
        });
        for (name, value) in &self.script.headers {
            reply.header(name, value);
        }
        let done = self.reply(request, reply, &method, count, &message);
        if done.is_err() {
            // The client had enough of it before all was said.
            self.note_closed(&method);
        }
        done
    }

    fn reply(
        &self,
        request: &SeenRequest,
        reply: &mut Reply,
        method: &str,
        count: usize,
        message: &Value,
    ) -> io::Result<After> {
        let id = message.get("id");
        let text = |text: &str| filled(text, id.unwrap_or(&Value::Null));
        match self.script.step(method, count) {
            Some(Step::Say(body)) => reply.whole(200, JSON, &text(body)),
            Some(Step::Http { status, media, body }) => reply.whole(*status, media, &text(body)),
            Some(Step::Stream { parts, end }) => {
                reply.open_stream()?;
                for part in parts {
                    match part {
                        Part::Message(message) => reply.part(&format!("data: {}\n\n", text(message)))?,
                        Part::Text(piece) => reply.part(&text(piece))?,
                        Part::Wait(event) if !self.wait_for_event(event) => return Ok(After::Close),
                        Part::Wait(_) => {}
                    }
                }
                match end {
                    End::Close => reply.close_stream(),
                    End::Break => Ok(After::Close),
                    End::Open => Ok(self.until_closed(method, reply)),
                }
            }
            Some(Step::Mute) => Ok(self.until_closed(method, reply)),
            Some(Step::Exit(_)) => Ok(After::Close),
            None if request.method != "POST" => reply.empty(405),
            None if id.is_none() => reply.empty(202),
            None => reply.whole(404, JSON, &text(&unknown(method))),
        }
    }

    /// Says nothing until the client has enough of it.
    fn until_closed(&self, method: &str, reply: &Reply) -> After {
        let mut connection = reply.stream;
        // Whatever else comes on this connection is not looked at.
        let _ = io::copy(&mut connection.by_ref(), &mut io::sink());
        self.note_closed(method);
        After::Close
    }

    fn note_closed(&self, method: &str) {
        self.with(|state| {
            if !state.is_stopping {
                state.closed.push(method.to_owned());
            }
        });
    }

    /// False when the server stops first.
    fn wait_for_event(&self, event: &str) -> bool {
        let is_over = |state: &State| state.is_stopping || state.events.iter().any(|seen| seen == event);
        let mut state = self.lock();
        while !is_over(&state) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !state.is_stopping
    }

    fn wait_within(&self, timeout: Duration, done: impl Fn(&State) -> bool) -> bool {
        let state = self.lock();
        let (state, _) = self
            .changed
            .wait_timeout_while(state, timeout, |state| !done(state))
            .unwrap_or_else(PoisonError::into_inner);
        done(&state)
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    /// A test that fails while it holds the lock should not hide why it failed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
