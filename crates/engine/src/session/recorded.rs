//! Sessions and recordings: one is written as the other, and read as the other.

use super::{Inner, Session};
use crate::log::{Log, LogLimits};
use crate::record::{Header, RecordError, Recorder, Recording, RecordingText};
use mcp_inspector_core::Seq;
use mcp_inspector_core::entry::FORMAT_VERSION;
use mcp_inspector_core::peer::phase::Phase;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::watch;

impl Session {
    /// Reads a recording as a session that nothing can be sent to.
    pub fn replay(path: &Path) -> Result<Self, RecordError> {
        Ok(Session::replay_recording(Recording::read(path)?))
    }

    /// A recording that was read, as a session that nothing can be sent to.
    pub fn replay_recording(recording: Recording) -> Self {
        let log = Log::new(LogLimits { messages: usize::MAX, others: usize::MAX, bytes: usize::MAX });
        for entry in recording.entries {
            log.restore(entry);
        }
        log.close();
        let (_, phase) = watch::channel(Phase::Closed { fault: None });
        let inner = Inner {
            name: recording.header.target,
            place: recording.header.place,
            commands: None,
            phase,
            log,
            keys: AtomicU64::new(1),
            opened_unix_ms: recording.header.opened_unix_ms,
            process: Arc::default(),
        };
        Session { inner: Arc::new(inner) }
    }

    /// Begins to write the log to a file, from its first entry that is still kept.
    pub fn record(&self, path: &Path) -> Result<Recorder, RecordError> {
        Recorder::start(path, &self.header(), self.entries_from(Seq::FIRST))
    }

    /// What the log has now, as the text of a recording.
    pub fn recording_text(&self) -> RecordingText {
        RecordingText::new(self.header(), self.entries_from(Seq::FIRST), self.log().last())
    }

    fn header(&self) -> Header {
        Header {
            mcp_inspector_recording: FORMAT_VERSION,
            target: self.inner.name.clone(),
            place: self.inner.place.clone(),
            opened_unix_ms: self.inner.opened_unix_ms,
        }
    }
}
