//! The signals that end, stop or resize us.

use std::io;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// How long the end may take when the terminal is gone.
const PATIENCE: Duration = Duration::from_secs(4);

/// How programs end that a hangup ended.
const HUNG_UP: i32 = 129;

/// Makes sure that we end when the terminal is gone. Whoever reads keys may then read nothing for ever, and
/// hear of no signal; processes of servers are ended by their watchdog.
pub(super) fn end_without_terminal() -> io::Result<()> {
    let mut hangup = signal(SignalKind::hangup())?;
    tokio::spawn(async move {
        hangup.recv().await;
        // sleep: the usual end comes first, and this only if it does not.
        tokio::time::sleep(PATIENCE).await;
        std::process::exit(HUNG_UP);
    });
    Ok(())
}

/// What a signal tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    End,
    /// The key that interrupts, or someone who sends what it would send.
    Interrupt,
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
            _ = self.interrupt.recv() => Told::Interrupt,
            _ = self.stop.recv() => Told::Stop,
            _ = self.resize.recv() => Told::Resized,
        }
    }
}
