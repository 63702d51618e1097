//! The signals that end the backend.
//!
//! The first one asks it to end in good order, for which there is a deadline; a second one ends it at
//! once. A thread of its own keeps this, so that it holds whatever the rest of the program does.

use std::io;
use std::process;
use std::sync::mpsc;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

/// How long ending in good order may take. Together with starting to end it stays below two seconds.
const DEADLINE: Duration = Duration::from_millis(1800);

/// Begins to listen; what it gives becomes true with the first signal.
pub(super) fn listen() -> io::Result<watch::Receiver<bool>> {
    let (tell, told) = watch::channel(false);
    let (ready, is_ready) = mpsc::channel();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        runtime.block_on(async {
            match Signals::register() {
                Err(error) => drop(ready.send(Err(error))),
                Ok(mut signals) => {
                    drop(ready.send(Ok(())));
                    signals.next().await;
                    tell.send_replace(true);
                    tokio::select! {
                        number = signals.next() => process::exit(128 + number),
                        () = tokio::time::sleep(DEADLINE) => process::exit(0),
                    }
                }
            }
        });
    })?;
    is_ready.recv().map_err(io::Error::other)??;
    Ok(told)
}

struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Option<Signal>,
}

impl Signals {
    fn register() -> io::Result<Self> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            // `nohup` starts programs that are to outlive their terminal.
            hangup: if is_hangup_ignored() { None } else { Some(signal(SignalKind::hangup())?) },
        })
    }

    /// Waits for a signal, and gives its number.
    async fn next(&mut self) -> i32 {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        let number = tokio::select! {
            came = self.interrupt.recv() => came.map(|()| 2),
            came = self.terminate.recv() => came.map(|()| 15),
            came = hangup => came.map(|()| 1),
        };
        match number {
            Some(number) => number,
            None => std::future::pending().await,
        }
    }
}

/// Whether whoever started us wants hangups to be ignored. Only Linux tells.
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}
