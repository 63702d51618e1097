//! The signals that end, stop or resize us.

use std::io;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// What a signal tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    End,
    Stop,
    Resized,
}

/// The signals we listen for.
pub(super) struct Signals {
    terminate: Signal,
    hangup: Signal,
    interrupt: Signal,
    stop: Signal,
    resize: Signal,
}

impl Signals {
    pub(super) fn listen() -> io::Result<Self> {
        let stop = rustix::process::Signal::TSTP.as_raw();
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
            stop: signal(SignalKind::from_raw(stop))?,
            resize: signal(SignalKind::window_change())?,
        })
    }

    pub(super) async fn next(&mut self) -> Told {
        tokio::select! {
            _ = self.terminate.recv() => Told::End,
            _ = self.hangup.recv() => Told::End,
            _ = self.interrupt.recv() => Told::End,
            _ = self.stop.recv() => Told::Stop,
            _ = self.resize.recv() => Told::Resized,
        }
    }
}
