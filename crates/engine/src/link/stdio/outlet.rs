//! What is on its way into the server's stdin.
//!
//! Frames gather in a bounded buffer and are written at once as far as the pipe
//! takes them; a task writes the rest when the server reads again.

use super::Busy;
use crate::tasks;
use bytes::{Buf, BytesMut};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::unix::pipe;
use tokio::sync::Notify;

/// How many bytes may wait. One frame is always taken, however long.
const CAPACITY: usize = 1024 * 1024;

/// What is on its way into the server's stdin.
pub(super) struct Outlet {
    state: Mutex<State>,
    more: Notify,
    broken: Arc<Notify>,
}

struct State {
    /// None once stdin is closed.
    pipe: Option<Arc<pipe::Sender>>,
    waiting: BytesMut,
    broken: Arc<Notify>,
}

impl Outlet {
    pub(super) fn new(pipe: pipe::Sender) -> Arc<Self> {
        let broken = Arc::new(Notify::new());
        let state = State { pipe: Some(Arc::new(pipe)), waiting: BytesMut::new(), broken: broken.clone() };
        let outlet = Arc::new(Outlet { state: Mutex::new(state), more: Notify::new(), broken });
        tasks::spawn(write_rest(Arc::downgrade(&outlet)));
        outlet
    }

    /// Takes a frame, if there is room.
    pub(super) fn push(&self, frame: &[u8]) -> Result<(), Busy> {
        let mut state = self.state();
        if !state.waiting.is_empty() && state.waiting.len() + frame.len() > CAPACITY {
            return Err(Busy);
        }
        state.waiting.reserve(frame.len() + 1);
        state.waiting.extend_from_slice(frame);
        state.waiting.extend_from_slice(b"\n");
        Ok(())
    }

    /// Writes as much as the pipe takes now.
    pub(super) fn flush(&self) {
        if !self.state().write() {
            self.more.notify_one();
        }
    }

    /// Closes the server's stdin. What is still waiting is dropped.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.pipe = None;
        state.waiting = BytesMut::new();
        drop(state);
        self.more.notify_one();
    }

    /// Waits until it shows that the server no longer has its stdin.
    pub(super) async fn broken(&self) {
        self.broken.notified().await;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// False when something is left to be written later.
    fn write(&mut self) -> bool {
        let Some(pipe) = &self.pipe else { return true };
        while !self.waiting.is_empty() {
            match pipe.try_write(&self.waiting) {
                Ok(size) => self.waiting.advance(size),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return false,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // The server is gone or has closed its stdin. Its keeper finds out which.
                Err(_) => {
                    self.waiting.clear();
                    self.pipe = None;
                    self.broken.notify_one();
                    return true;
                }
            }
        }
        if self.waiting.capacity() > CAPACITY {
            self.waiting = BytesMut::new();
        }
        true
    }
}

/// Writes what did not fit at once, whenever the pipe has room again.
async fn write_rest(outlet: std::sync::Weak<Outlet>) {
    loop {
        let Some(strong) = outlet.upgrade() else { return };
        let pipe = {
            let state = strong.state();
            match (&state.pipe, state.waiting.is_empty()) {
                (None, _) => return,
                (Some(pipe), false) => Some(pipe.clone()),
                (Some(_), true) => None,
            }
        };
        match pipe {
            Some(pipe) => {
                drop(strong);
                let is_writable = pipe.writable().await.is_ok();
                drop(pipe);
                let Some(strong) = outlet.upgrade() else { return };
                if !is_writable {
                    strong.close();
                    return;
                }
                strong.state().write();
            }
            None => strong.more.notified().await,
        }
    }
}
