//! A log in a file: one JSON object per line, the first one a header.
//!
//! A recording is readable by nobody but its owner, because tools return what
//! tools return. One whose last line was cut off by a crash can still be read.

use crate::log::{Cursor, Item};
use crate::tasks;
use mcp_inspector_core::entry::{Entry, EntryKind, FORMAT_VERSION, Note};
use mcp_inspector_core::{At, Seq};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
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
    #[error("{path}, line {line}: {source}")]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
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

/// A recording that was read.
#[derive(Debug)]
pub(crate) struct Recording {
    pub(crate) header: Header,
    pub(crate) entries: Vec<Entry>,
}

impl Recording {
    pub(crate) fn read(path: &Path) -> Result<Self, RecordError> {
        let file_error = |source| RecordError::File { path: path.to_owned(), source };
        let not_a_recording = || RecordError::NotARecording { path: path.to_owned() };
        let file = File::open(path).map_err(file_error)?;
        if !file.metadata().map_err(file_error)?.is_file() {
            return Err(not_a_recording());
        }
        let mut lines = BufReader::new(file).split(b'\n');
        let first = lines.next().ok_or_else(not_a_recording)?.map_err(file_error)?;
        let header: Header = serde_json::from_slice(&first).map_err(|_| not_a_recording())?;
        if header.mcp_inspector_recording > FORMAT_VERSION {
            return Err(RecordError::TooNew {
                path: path.to_owned(),
                found: header.mcp_inspector_recording,
                known: FORMAT_VERSION,
            });
        }
        let mut entries: Vec<Entry> = Vec::new();
        let mut broken: Option<(usize, serde_json::Error)> = None;
        for (line, text) in (2..).zip(lines) {
            let text = text.map_err(file_error)?;
            if let Some((line, source)) = broken.take() {
                return Err(RecordError::BadLine { path: path.to_owned(), line, source });
            }
            let last = entries.last().map_or(Seq(0), |entry| entry.seq);
            match serde_json::from_slice(&text).and_then(|entry| in_order(entry, last)) {
                Ok(entry) => entries.push(entry),
                Err(_) if text.is_empty() => {}
                // Only the very last line may be broken: whoever wrote it was cut off.
                Err(error) => broken = Some((line, error)),
            }
        }
        if broken.is_some() {
            let (seq, at) = entries.last().map_or((Seq::FIRST, At::START), |last| (last.seq.next(), last.at));
            let text = "the recording ends inside a line".to_owned();
            entries.push(Entry { seq, at, kind: EntryKind::Note(Note::Transport { text }) });
        }
        Ok(Recording { header, entries })
    }
}

/// Places in a log grow; a recording in which they do not was not written by us, and whoever reads
/// it by place would go round in circles.
fn in_order(entry: Entry, last: Seq) -> Result<Entry, serde_json::Error> {
    const HIGHEST: u64 = u64::MAX / 2;
    if entry.seq > last && entry.seq.0 <= HIGHEST {
        return Ok(entry);
    }
    let message = format!("its place is {}, after {last}", entry.seq);
    Err(<serde_json::Error as serde::de::Error>::custom(message))
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
        file.write_all(&text).map_err(|source| RecordError::File { path: path.clone(), source })?;
        let (finish, asked) = watch::channel(false);
        Ok(Recorder { task: tasks::spawn(write(file, path, cursor, asked)), finish })
    }

    /// Writes what the log has by now and closes the file. To have the end of the connection in
    /// the recording, stop the session first.
    pub async fn finish(self) -> Result<(), RecordError> {
        self.finish.send_replace(true);
        match self.task.await {
            Ok(written) => written,
            Err(error) => Err(RecordError::File { path: PathBuf::new(), source: io::Error::other(error) }),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Result<Recording, RecordError> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        writeln!(file, r#"{{"mcpInspectorRecording":1,"target":"t","openedUnixMs":1}}"#).unwrap();
        for line in lines {
            writeln!(file, "{line}").unwrap();
        }
        Recording::read(file.path())
    }

    fn line(seq: u64) -> String {
        format!(r#"{{"seq":{seq},"atNs":1,"kind":"stderr","line":"x"}}"#)
    }

    #[test]
    fn places_that_do_not_grow_are_refused() {
        assert_eq!(read(&[&line(2), &line(10)]).unwrap().entries.len(), 2);
        for seqs in [[2, 2], [10, 3], [1, u64::MAX], [0, 1]] {
            let lines = seqs.map(line);
            let lines = [lines[0].as_str(), lines[1].as_str(), &line(20)];
            let error = read(&lines).unwrap_err();
            assert!(matches!(error, RecordError::BadLine { .. }), "{seqs:?}: {error}");
        }
    }

    #[test]
    fn what_is_not_a_file_is_not_a_recording() {
        let directory = tempfile::tempdir().unwrap();
        assert!(matches!(Recording::read(directory.path()), Err(RecordError::NotARecording { .. })));
    }
}
