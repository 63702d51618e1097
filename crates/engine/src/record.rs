//! A log in a file: one JSON object per line, the first one a header.
//!
//! A recording is readable by nobody but its owner, because tools return what
//! tools return. One whose last line was cut off by a crash can still be read.

mod reading;
mod text;

pub use reading::{Reader, Recording};
pub use text::RecordingText;

use crate::log::{Cursor, Item};
use crate::tasks;
use mcp_inspector_core::At;
use mcp_inspector_core::entry::{Entry, EntryKind, Note};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The first line of a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    /// The version of the format.
    pub mcp_inspector_recording: u32,
    /// The name of the target.
    pub target: String,
    /// Its command line or URL, secrets redacted.
    #[serde(default)]
    pub place: String,
    /// When the session opened, in milliseconds since 1970.
    pub opened_unix_ms: u64,
}

/// Why a recording could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file could not be created, written or read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The first line is not the header of a recording.
    #[error("{path} is not a recording: its first line is not a header")]
    NotARecording {
        /// The file.
        path: PathBuf,
    },
    /// The recording is from a newer program.
    #[error("{path} has format version {found}; this program reads up to {known}")]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version we read.
        known: u32,
    },
    /// A line is not an entry.
    #[error("{path}, line {line}: {what}")]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

impl RecordError {
    /// What the user could try.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            RecordError::File { source, .. } if source.kind() == io::ErrorKind::AlreadyExists => {
                Some("recordings are not overwritten: choose another name or remove the file")
            }
            RecordError::File { .. } => None,
            RecordError::NotARecording { .. } => {
                Some("recordings begin with a line that has `mcpInspectorRecording`")
            }
            RecordError::TooNew { .. } => Some("use a newer version of this program"),
            RecordError::BadLine { .. } => Some("remove the line; the entries around it are whole"),
        }
    }
}

/// Writes a log to a file until it is told to finish, or the session is over.
#[derive(Debug)]
pub struct Recorder {
    task: JoinHandle<Result<(), RecordError>>,
    finish: watch::Sender<bool>,
}

impl Recorder {
    pub(crate) fn start(path: &Path, header: &Header, cursor: Cursor) -> Result<Self, RecordError> {
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        let mut file = file.map_err(|source| RecordError::File { path: path.to_owned(), source })?;
        let mut text = serde_json::to_vec(header).unwrap_or_default();
        text.push(b'\n');
        let path = path.to_owned();
        if let Err(source) = file.write_all(&text) {
            // A file without its first line is no recording, and would be in the way of the next attempt.
            let _ = std::fs::remove_file(&path);
            return Err(RecordError::File { path, source });
        }
        let (finish, asked) = watch::channel(false);
        Ok(Recorder { task: tasks::spawn(write(file, path, cursor, asked)), finish })
    }

    /// Waits until nothing more is written: the session is over, or the file took no more. Whoever was told
    /// has the last word: nothing is left to finish.
    pub async fn over(&mut self) -> Result<(), RecordError> {
        ended((&mut self.task).await)
    }

    /// Writes what the log has by now and closes the file. To have the end of the connection in
    /// the recording, stop the session first.
    pub async fn finish(self) -> Result<(), RecordError> {
        self.finish.send_replace(true);
        ended(self.task.await)
    }
}

/// What became of the task that writes.
fn ended(task: Result<Result<(), RecordError>, tokio::task::JoinError>) -> Result<(), RecordError> {
    task.unwrap_or_else(|error| {
        Err(RecordError::File { path: PathBuf::new(), source: io::Error::other(error) })
    })
}

/// How many bytes are gathered before they are written.
const BATCH: usize = 256 * 1024;

async fn write(
    mut file: File,
    path: PathBuf,
    mut cursor: Cursor,
    mut asked: watch::Receiver<bool>,
) -> Result<(), RecordError> {
    let mut at = At::START;
    loop {
        let first = tokio::select! {
            item = cursor.next() => item,
            () = until_asked(&mut asked) => cursor.try_next(),
        };
        let Some(first) = first else { return Ok(()) };
        let mut text = Vec::new();
        let mut item = Some(first);
        while let Some(next) = item {
            at = push_line(&mut text, &next, at);
            item = if text.len() < BATCH { cursor.try_next() } else { None };
        }
        let written = tokio::task::spawn_blocking(move || file.write_all(&text).map(|()| file)).await;
        file = written
            .map_err(io::Error::other)
            .flatten()
            .map_err(|source| RecordError::File { path: path.clone(), source })?;
    }
}

/// A recorder that was dropped is never asked: it writes until the session is over.
async fn until_asked(asked: &mut watch::Receiver<bool>) {
    if asked.wait_for(|is_asked| *is_asked).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Writes one line and returns its time. A gap has the time of the entry before it.
fn push_line(text: &mut Vec<u8>, item: &Item, last: At) -> At {
    let (line, at) = match item {
        Item::Entry(entry) => (serde_json::to_vec(&**entry), entry.at),
        Item::Gap { from, to } => {
            let kind = EntryKind::Note(Note::Gap { from: *from, to: *to });
            (serde_json::to_vec(&Entry { seq: *to, at: last, kind }), last)
        }
    };
    text.extend_from_slice(&line.unwrap_or_default());
    text.push(b'\n');
    at
}
