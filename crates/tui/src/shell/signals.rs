//! The signals that end, stop or resize us.

use std::io;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// How long the end may take when the terminal is gone.
const PATIENCE: Duration = Duration::from_secs(4);

/// The signal of a terminal that is gone.
pub(super) const HANGUP: u8 = 1;

const INTERRUPT: u8 = 2;
const QUIT: u8 = 3;
const TERMINATE: u8 = 15;

/// How programs end that a signal ended.
pub(crate) fn exit(signal: u8) -> u8 {
    signal.saturating_add(128)
}

/// Makes sure that we end when the terminal is gone. Whoever reads keys may then read nothing for ever, and
/// hear of no signal; processes of servers are ended by their watchdog.
pub(super) fn end_without_terminal() -> io::Result<()> {
    let mut hangup = signal(SignalKind::hangup())?;
    tokio::spawn(async move {
        hangup.recv().await;
        // sleep: the usual end comes first, and this only if it does not.
        tokio::time::sleep(PATIENCE).await;
        std::process::exit(exit(HANGUP).into());
    });
    Ok(())
}

/// Makes sure that what ends us also ends the program that has the terminal meanwhile.
pub(super) fn end_with_us() -> io::Result<()> {
    let (mut terminate, mut hangup) = (signal(SignalKind::terminate())?, signal(SignalKind::hangup())?);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
            super::programs::end().await;
        }
    });
    Ok(())
}

/// What a signal tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// It is over.
    End(u8),
    /// The keys that interrupt or quit, or someone who sends what they would send.
    Key(u8),
    Stop,
    Resized,
}

/// The signals we listen for.
pub(super) struct Signals {
    terminate: Signal,
    hangup: Signal,
    interrupt: Signal,
    quit: Signal,
    stop: Signal,
    resize: Signal,
    /// Who listens for it is not ended by it: a file that may not grow is an error of whoever writes it.
    _grown: Signal,
}

impl Signals {
    pub(super) fn listen() -> io::Result<Self> {
        let raw = |signal: rustix::process::Signal| SignalKind::from_raw(signal.as_raw());
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
            stop: signal(raw(rustix::process::Signal::TSTP))?,
            resize: signal(SignalKind::window_change())?,
            _grown: signal(raw(rustix::process::Signal::XFSZ))?,
        })
    }

    pub(super) async fn next(&mut self) -> Told {
        tokio::select! {
            _ = self.terminate.recv() => Told::End(TERMINATE),
            _ = self.hangup.recv() => Told::End(HANGUP),
            _ = self.interrupt.recv() => Told::Key(INTERRUPT),
            _ = self.quit.recv() => Told::Key(QUIT),
            _ = self.stop.recv() => Told::Stop,
            _ = self.resize.recv() => Told::Resized,
        }
    }
}
