//! The file that this process writes: whole lines, a new file when one is full, and what is lost when
//! the disk does not take them.
//!
//! A line is in the file when [`Journal::append`] returns; ending the process cannot take it back. A
//! line of which the disk took only a part is cut off again.

use super::place::{FileName, Maker, Sink};
use std::io;

/// How many bytes are written before the index should look at them.
const INDEX_EVERY: u64 = 4 * 1024 * 1024;

/// The file that this process writes.
pub(super) struct Journal {
    maker: Box<dyn Maker>,
    name: FileName,
    sink: Box<dyn Sink>,
    /// How long the file is.
    length: u64,
    /// Whether a part of a line is at the end that could not be cut off.
    is_ragged: bool,
    most: u64,
    lost: u64,
    since_index: u64,
}

/// What became of a line.
#[derive(Debug)]
pub(super) enum Appended {
    /// It is in the file.
    Written {
        /// Whether the index should look at the files.
        is_index_due: bool,
        /// How many lines were lost before it, when it is the first one that could be written again.
        lost_before: u64,
    },
    /// It is lost.
    Lost {
        /// Whether it is the first one.
        is_first: bool,
        /// Why.
        error: io::Error,
    },
}

impl Journal {
    /// A journal whose files have about `most` bytes.
    pub(super) fn open(mut maker: Box<dyn Maker>, most: u64, now: i64) -> io::Result<Self> {
        let (name, sink) = maker.make(now)?;
        let journal =
            Journal { maker, name, sink, length: 0, is_ragged: false, most, lost: 0, since_index: 0 };
        Ok(journal)
    }

    /// The file that is written now.
    pub(super) fn name(&self) -> FileName {
        self.name
    }

    /// Writes `line`, which ends with a line break.
    pub(super) fn append(&mut self, line: &[u8], now: i64) -> Appended {
        let added = line.len() as u64;
        let mut is_index_due = false;
        // When no new file can be made, the full one goes on.
        if self.length > 0 && self.length + added > self.most && self.rotate(now).is_ok() {
            is_index_due = true;
        }
        if let Err(error) = self.write(line) {
            self.lost += 1;
            return Appended::Lost { is_first: self.lost == 1, error };
        }
        self.since_index += added;
        if self.since_index >= INDEX_EVERY || is_index_due {
            self.since_index = 0;
            is_index_due = true;
        }
        Appended::Written { is_index_due, lost_before: std::mem::take(&mut self.lost) }
    }

    /// Counts lines as lost of which could not be told.
    pub(super) fn still_lost(&mut self, lines: u64) {
        self.lost += lines;
    }

    /// Goes on in a new file.
    pub(super) fn rotate(&mut self, now: i64) -> io::Result<()> {
        (self.name, self.sink) = self.maker.make(now)?;
        self.length = 0;
        self.is_ragged = false;
        Ok(())
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        if self.is_ragged {
            // The part becomes a line of its own, which readers skip.
            self.write_all(b"\n")?;
            self.is_ragged = false;
        }
        self.write_all(line)
    }

    /// Writes all of `bytes`, or nothing.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut written = 0;
        while written < bytes.len() {
            let error = match self.sink.append(&bytes[written..]) {
                Ok(0) => io::Error::from(io::ErrorKind::WriteZero),
                Ok(count) => {
                    written += count;
                    continue;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => error,
            };
            if written > 0 && self.sink.cut(self.length).is_err() {
                self.length += written as u64;
                self.is_ragged = true;
            }
            return Err(error);
        }
        self.length += written as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
