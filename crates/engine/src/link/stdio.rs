//! A server as a child process: frames are lines on its stdin and stdout.
//!
//! Four parts work side by side: the outlet writes what the driver hands over
//! (at once if the pipe takes it), one task reads stdout, one reads stderr, and
//! one watches over the process (`process.rs`) until it is gone.

mod outlet;
mod process;
mod tail;

use super::{Busy, Failed, Link, LinkEvent};
use crate::session::SessionConfig;
use crate::tasks;
use mcp_inspector_core::codec::lines::{Line, LineFramer};
use mcp_inspector_core::entry::Note;
use mcp_inspector_core::frame::{Content, Frame};
use mcp_inspector_core::peer::Outgoing;
use mcp_inspector_core::target::{Stdio, Target};
use outlet::Outlet;
use process::{GroupGuard, Launched};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tail::Tail;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// How much is read at a time.
const CHUNK: usize = 256 * 1024;

/// How many frames are handed over at once.
const BATCH: usize = 1024;

/// The longest stderr line that is kept whole.
const STDERR_LINE: usize = 64 * 1024;

/// How long a server may pause in an oversized line whose end is awaited to tell its true size.
const OVERSIZE_PAUSE: Duration = Duration::from_millis(250);

/// How long the end of an oversized line is awaited in all.
const OVERSIZE_WAIT: Duration = Duration::from_secs(2);

/// Starts the process and the tasks around it.
pub(super) fn open(
    stdio: &Stdio,
    target: &Target,
    config: &SessionConfig,
    events: mpsc::Sender<LinkEvent>,
) -> Box<dyn Link> {
    let launched = match process::launch(stdio, target) {
        Ok(launched) => launched,
        Err(fault) => return Failed::report(*fault, events),
    };
    let Launched { stdin, stdout, stderr, keeper } = launched;
    let tail = Arc::new(Tail::default());
    let (close, closing) = watch::channel(false);
    let outlet = Outlet::new(stdin);
    let limit = config.peer.max_frame_bytes;
    let reader = tasks::spawn({
        let (events, tail) = (events.clone(), tail.clone());
        async move {
            if events.send(LinkEvent::Up(mcp_inspector_core::peer::LinkKind::Pipe)).await.is_ok() {
                read_stdout(stdout, limit, &tail, &events).await;
            }
        }
    });
    let stderr_reader = tasks::spawn(read_stderr(stderr, tail.clone(), events.clone()));
    let grace = config.peer.stop_grace;
    let (guard, process) = (keeper.guard(), keeper.child.id());
    let watch = keeper.watch(process::Around { reader, stderr_reader, outlet: outlet.clone(), tail, grace });
    tasks::spawn(watch.run(closing, events));
    Box::new(StdioLink { outlet, close, guard, process })
}

struct StdioLink {
    outlet: Arc<Outlet>,
    close: watch::Sender<bool>,
    guard: Weak<GroupGuard>,
    process: Option<u32>,
}

impl Link for StdioLink {
    fn send(&mut self, outgoing: &Outgoing) -> Result<(), Busy> {
        self.outlet.push(&outgoing.bytes)
    }

    fn flush(&mut self) {
        self.outlet.flush();
    }

    fn process(&self) -> Option<u32> {
        self.process
    }

    fn close(&mut self) {
        self.close.send_replace(true);
    }

    fn abandon(&mut self) {
        if let Some(guard) = self.guard.upgrade() {
            guard.kill();
        }
    }
}

async fn read_stdout(
    mut stdout: impl AsyncRead + Unpin,
    limit: usize,
    tail: &Tail,
    events: &mpsc::Sender<LinkEvent>,
) {
    let mut framer = LineFramer::new(limit);
    let mut chunk = vec![0; CHUNK];
    let mut lines = Vec::new();
    let mut oversize_since = None;
    loop {
        let size = if framer.is_over_limit() {
            let since = *oversize_since.get_or_insert_with(Instant::now);
            let until = (since + OVERSIZE_WAIT).min(Instant::now() + OVERSIZE_PAUSE);
            match tokio::time::timeout_at(until, stdout.read(&mut chunk)).await {
                Ok(read) => read.unwrap_or(0),
                Err(_) => 0,
            }
        } else {
            oversize_since = None;
            stdout.read(&mut chunk).await.unwrap_or(0)
        };
        if size == 0 {
            framer.finish(&mut lines);
        } else {
            framer.push(&chunk[..size], &mut lines);
        }
        if !hand_over(&mut lines, tail, events).await || size == 0 {
            return;
        }
    }
}

/// Passes lines on in order. False when nobody wants more.
async fn hand_over(lines: &mut Vec<Line>, tail: &Tail, events: &mpsc::Sender<LinkEvent>) -> bool {
    let mut frames = Vec::with_capacity(lines.len());
    for line in lines.drain(..) {
        let special = match line {
            Line::Whole(bytes) => {
                let frame = Frame::read(bytes);
                if let Content::Junk(_) = frame.content() {
                    tail.junk(frame.bytes());
                }
                frames.push(frame);
                // A batch is taken as a whole, and timers wait for it: a flood of tiny lines must not
                // hold them up.
                if frames.len() >= BATCH {
                    let batch = LinkEvent::Frames {
                        frames: std::mem::take(&mut frames),
                        exchange: None,
                        beside: None,
                    };
                    if events.send(batch).await.is_err() {
                        return false;
                    }
                }
                continue;
            }
            Line::Oversize { length, head } => {
                LinkEvent::Oversize { length, head: String::from_utf8_lossy(&head).into_owned() }
            }
            Line::Torn(rest) => {
                tail.junk(&rest);
                let head = &rest[..rest.len().min(mcp_inspector_core::codec::OVERSIZE_HEAD)];
                let head = String::from_utf8_lossy(head).into_owned();
                LinkEvent::Note(Note::Torn { head, length: rest.len() as u64 })
            }
        };
        let before = LinkEvent::Frames { frames: std::mem::take(&mut frames), exchange: None, beside: None };
        if events.send(before).await.is_err() || events.send(special).await.is_err() {
            return false;
        }
    }
    frames.is_empty() || events.send(LinkEvent::Frames { frames, exchange: None, beside: None }).await.is_ok()
}

async fn read_stderr(mut stderr: impl AsyncRead + Unpin, tail: Arc<Tail>, events: mpsc::Sender<LinkEvent>) {
    let mut framer = LineFramer::new(STDERR_LINE);
    let mut chunk = vec![0; 8 * 1024];
    let mut lines = Vec::new();
    loop {
        let size = stderr.read(&mut chunk).await.unwrap_or(0);
        if size == 0 {
            framer.finish(&mut lines);
        } else {
            framer.push(&chunk[..size], &mut lines);
        }
        let texts: Vec<String> = lines
            .drain(..)
            .map(|line| match line {
                Line::Whole(bytes) | Line::Torn(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                Line::Oversize { length, head } => {
                    format!("{} [line of {length} bytes]", String::from_utf8_lossy(&head))
                }
            })
            .collect();
        tail.stderr(&texts);
        if !texts.is_empty() {
            // Even when nobody listens the pipe is drained, so that the server does not block on it.
            let _ = events.send(LinkEvent::Stderr(texts)).await;
        }
        if size == 0 {
            return;
        }
    }
}
