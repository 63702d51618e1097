//! A recording that is read, line by line, from wherever its lines come.

use super::{Header, RecordError};
use mcp_inspector_core::entry::{Entry, EntryKind, FORMAT_VERSION, Note};
use mcp_inspector_core::{At, Seq};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

/// A recording that was read.
#[derive(Debug)]
pub struct Recording {
    pub(crate) header: Header,
    pub(crate) entries: Vec<Entry>,
}

impl Recording {
    pub(crate) fn read(path: &Path) -> Result<Self, RecordError> {
        let file_error = |source| RecordError::File { path: path.to_owned(), source };
        let file = File::open(path).map_err(file_error)?;
        if !file.metadata().map_err(file_error)?.is_file() {
            return Err(RecordError::NotARecording { path: path.to_owned() });
        }
        let mut reader = Reader::new(path);
        for line in BufReader::new(file).split(b'\n') {
            reader.line(&line.map_err(file_error)?)?;
        }
        reader.finish()
    }
}

/// Reads a recording from its lines.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    header: Option<Header>,
    entries: Vec<Entry>,
    line: usize,
    broken: Option<(usize, String)>,
}

impl Reader {
    /// A reader that has read nothing yet; `path` is how errors name what is read.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Reader { path: path.into(), header: None, entries: Vec::new(), line: 0, broken: None }
    }

    /// Reads the next line, which comes without its line break.
    pub fn line(&mut self, text: &[u8]) -> Result<(), RecordError> {
        self.line += 1;
        if self.header.is_none() {
            self.header = Some(self.read_header(text)?);
            return Ok(());
        }
        if let Some((line, what)) = self.broken.take() {
            return Err(RecordError::BadLine { path: self.path.clone(), line, what });
        }
        let last = self.entries.last().map_or(Seq(0), |entry| entry.seq);
        match serde_json::from_slice(text).and_then(|entry| in_order(entry, last)) {
            Ok(entry) => self.entries.push(entry),
            Err(_) if text.is_empty() => {}
            // Only the very last line may be broken: whoever wrote it was cut off.
            Err(error) => self.broken = Some((self.line, told(&error))),
        }
        Ok(())
    }

    /// There are no more lines.
    pub fn finish(mut self) -> Result<Recording, RecordError> {
        let Some(header) = self.header else { return Err(RecordError::NotARecording { path: self.path }) };
        if self.broken.is_some() {
            let last = self.entries.last();
            let (seq, at) = last.map_or((Seq::FIRST, At::START), |last| (last.seq.next(), last.at));
            let text = "the recording ends inside a line".to_owned();
            self.entries.push(Entry { seq, at, kind: EntryKind::Note(Note::Transport { text }) });
        }
        Ok(Recording { header, entries: self.entries })
    }

    fn read_header(&self, text: &[u8]) -> Result<Header, RecordError> {
        let not_a_recording = |_| RecordError::NotARecording { path: self.path.clone() };
        // Editors put a byte order mark before the first line.
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let header: Header = serde_json::from_slice(text).map_err(not_a_recording)?;
        if header.mcp_inspector_recording > FORMAT_VERSION {
            return Err(RecordError::TooNew {
                path: self.path.clone(),
                found: header.mcp_inspector_recording,
                known: FORMAT_VERSION,
            });
        }
        Ok(header)
    }
}

/// What is wrong with a line, and where in it: to whoever reads only that line, it is always the first.
fn told(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(what) => format!("{what} (column {})", error.column()),
        None => text,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Result<Recording, RecordError> {
        let mut reader = Reader::new("here");
        reader.line(br#"{"mcpInspectorRecording":1,"target":"t","openedUnixMs":1}"#)?;
        for line in lines {
            reader.line(line.as_bytes())?;
        }
        reader.finish()
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
    fn a_bad_line_is_named_unless_it_is_the_last() {
        let error = read(&[&line(1), "{", &line(2)]).unwrap_err().to_string();
        assert!(error.starts_with("here, line 3: "), "{error}");
        let cut = read(&[&line(1), "{"]).unwrap();
        assert!(matches!(&cut.entries[1].kind, EntryKind::Note(Note::Transport { .. })));
        assert!(matches!(Reader::new("here").finish(), Err(RecordError::NotARecording { .. })));
    }

    #[test]
    fn a_byte_order_mark_before_a_recording_is_passed_over() {
        let mut reader = Reader::new("here");
        reader
            .line(b"\xef\xbb\xbf{\"mcpInspectorRecording\":1,\"target\":\"t\",\"openedUnixMs\":1}")
            .unwrap();
        reader.line(line(1).as_bytes()).unwrap();
        assert_eq!(reader.finish().unwrap().entries.len(), 1);
        let again = read(&[&format!("\u{feff}{}", line(1)), &line(2)]);
        assert!(matches!(again, Err(RecordError::BadLine { .. })), "only there: {again:?}");
    }

    #[test]
    fn what_is_not_a_file_is_not_a_recording() {
        let directory = tempfile::tempdir().unwrap();
        assert!(matches!(Recording::read(directory.path()), Err(RecordError::NotARecording { .. })));
    }
}
