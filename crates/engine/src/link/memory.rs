//! A link inside this process: for tests, benchmarks and servers that are linked in.

use super::{Busy, Link, LinkEvent};
use crate::tasks::{self, Tied};
use bytes::Bytes;
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::frame::Frame;
use mcp_inspector_core::peer::Outgoing;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// How many frames may wait in either direction.
const CAPACITY: usize = 256;

/// The server's end of an in-memory link.
#[derive(Debug)]
pub struct ServerEnd {
    incoming: mpsc::Receiver<Bytes>,
    outgoing: mpsc::Sender<Bytes>,
}

impl ServerEnd {
    /// The next frame from the client; `None` when it is gone.
    pub async fn receive(&mut self) -> Option<Bytes> {
        self.incoming.recv().await
    }

    /// Takes up to `limit` frames at once into `buffer`; returns how many, 0 when the client is gone.
    pub async fn receive_many(&mut self, buffer: &mut Vec<Bytes>, limit: usize) -> usize {
        self.incoming.recv_many(buffer, limit).await
    }

    /// Sends a frame to the client. False when it is gone.
    pub async fn send(&self, frame: impl Into<Bytes>) -> bool {
        self.outgoing.send(frame.into()).await.is_ok()
    }
}

/// Opens in-memory links, one for each connection a session makes.
#[derive(Clone)]
pub struct Dialer {
    serve: Arc<Mutex<dyn FnMut(ServerEnd) + Send>>,
}

impl std::fmt::Debug for Dialer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Dialer")
    }
}

impl Dialer {
    /// `serve` gets the server's end of each new link and must not block.
    pub fn new(serve: impl FnMut(ServerEnd) + Send + 'static) -> Self {
        Dialer { serve: Arc::new(Mutex::new(serve)) }
    }

    pub(super) fn open(&self, events: mpsc::Sender<LinkEvent>) -> Box<dyn Link> {
        let (to_server, incoming) = mpsc::channel(CAPACITY);
        let (outgoing, from_server) = mpsc::channel(CAPACITY);
        let mut serve = self.serve.lock().unwrap_or_else(PoisonError::into_inner);
        serve(ServerEnd { incoming, outgoing });
        let reader = Tied::spawn(read(from_server, events.clone()));
        Box::new(MemoryLink { to_server: Some(to_server), events, reader: Some(reader) })
    }
}

async fn read(mut from_server: mpsc::Receiver<Bytes>, events: mpsc::Sender<LinkEvent>) {
    let mut batch = Vec::new();
    if events.send(LinkEvent::Up(mcp_inspector_core::peer::LinkKind::Pipe)).await.is_err() {
        return;
    }
    while from_server.recv_many(&mut batch, CAPACITY).await > 0 {
        let frames = batch.drain(..).map(Frame::read).collect();
        if events.send(LinkEvent::Frames { frames, exchange: None, beside: None }).await.is_err() {
            return;
        }
    }
    let fault = Fault::new(FaultCode::TransportError, "the server went away");
    let _ = events.send(LinkEvent::Down(fault)).await;
}

struct MemoryLink {
    to_server: Option<mpsc::Sender<Bytes>>,
    events: mpsc::Sender<LinkEvent>,
    reader: Option<Tied>,
}

impl Link for MemoryLink {
    fn send(&mut self, outgoing: &Outgoing) -> Result<(), Busy> {
        match self.to_server.as_ref().map(|server| server.try_send(outgoing.bytes.clone())) {
            Some(Err(mpsc::error::TrySendError::Full(_))) => Err(Busy),
            // When the server is gone the reader says so.
            _ => Ok(()),
        }
    }

    fn flush(&mut self) {}

    fn close(&mut self) {
        self.to_server = None;
        self.reader = None;
        let events = self.events.clone();
        tasks::spawn(async move {
            let _ = events.send(LinkEvent::Closed).await;
        });
    }
}
