//! Lines out of a byte stream.
//!
//! However the bytes are cut, the same lines come out. A line longer than the
//! limit is not kept: its head and its length are, so that a user can see what
//! it was. `\n` ends a line; a `\r` before it is dropped.

use super::OVERSIZE_HEAD;
use bytes::Bytes;

/// What the framer found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its end.
    Whole(Bytes),
    /// A line over the limit.
    Oversize {
        /// How many bytes were seen of it.
        length: u64,
        /// Its beginning.
        head: Bytes,
    },
    /// What was left when the stream ended in mid-line.
    Torn(Bytes),
}

/// Cuts a byte stream into lines.
#[derive(Debug)]
pub struct LineFramer {
    limit: usize,
    partial: Vec<u8>,
    /// Length so far of a line that is already over the limit.
    skipped: Option<u64>,
}

impl LineFramer {
    /// A framer that keeps lines of up to `limit` bytes.
    pub fn new(limit: usize) -> Self {
        LineFramer { limit, partial: Vec::new(), skipped: None }
    }

    /// Takes the next bytes and appends the lines they complete.
    pub fn push(&mut self, mut bytes: &[u8], out: &mut Vec<Line>) {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            self.take(&bytes[..end]);
            self.finish_line(out);
            bytes = &bytes[end + 1..];
        }
        self.take(bytes);
    }

    /// Whether the line at hand is already over the limit.
    pub fn is_over_limit(&self) -> bool {
        self.skipped.is_some()
    }

    /// Bytes held for the line at hand.
    pub fn held(&self) -> usize {
        self.partial.len()
    }

    /// The stream ended, or nobody wants to wait for the end of an oversized line.
    pub fn finish(&mut self, out: &mut Vec<Line>) {
        if self.skipped.is_some() {
            self.finish_line(out);
        } else if !self.partial.is_empty() {
            out.push(Line::Torn(Bytes::from(std::mem::take(&mut self.partial))));
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        let seen = self.skipped.unwrap_or(self.partial.len() as u64) + bytes.len() as u64;
        if self.skipped.is_none() && seen <= self.limit as u64 {
            self.partial.extend_from_slice(bytes);
            return;
        }
        let missing = OVERSIZE_HEAD.saturating_sub(self.partial.len()).min(bytes.len());
        self.partial.extend_from_slice(&bytes[..missing]);
        if self.skipped.replace(seen).is_none() {
            self.partial.truncate(OVERSIZE_HEAD);
            self.partial.shrink_to_fit();
        }
    }

    fn finish_line(&mut self, out: &mut Vec<Line>) {
        let mut line = std::mem::take(&mut self.partial);
        if let Some(length) = self.skipped.take() {
            out.push(Line::Oversize { length, head: Bytes::from(line) });
            return;
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        out.push(Line::Whole(Bytes::from(line)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(limit: usize, pieces: &[&[u8]]) -> Vec<Line> {
        let mut framer = LineFramer::new(limit);
        let mut out = Vec::new();
        for piece in pieces {
            framer.push(piece, &mut out);
        }
        framer.finish(&mut out);
        out
    }

    #[test]
    fn lines_end_at_newline_and_a_carriage_return_is_dropped() {
        let found = lines(100, &[b"a\r\n\nb"]);
        assert_eq!(
            found,
            [Line::Whole("a".into()), Line::Whole("".into()), Line::Torn(Bytes::from_static(b"b"))]
        );
    }

    #[test]
    fn a_line_over_the_limit_keeps_head_and_length_and_the_next_line_is_whole() {
        let long = vec![b'x'; 5000];
        let found = lines(4000, &[&long, b"\nok\n"]);
        assert_eq!(
            found,
            [
                Line::Oversize { length: 5000, head: Bytes::from(vec![b'x'; OVERSIZE_HEAD]) },
                Line::Whole("ok".into())
            ]
        );
    }

    #[test]
    fn an_oversized_line_holds_only_its_head() {
        let mut framer = LineFramer::new(1_000_000);
        let mut out = Vec::new();
        for _ in 0..1000 {
            framer.push(&vec![b'x'; 65536], &mut out);
        }
        assert!(framer.is_over_limit());
        assert!(framer.held() <= OVERSIZE_HEAD);
        assert_eq!(out, []);
        framer.finish(&mut out);
        assert!(matches!(out[0], Line::Oversize { length: 65_536_000, .. }));
    }

    proptest! {
        #[test]
        fn any_cut_of_the_bytes_gives_the_same_lines(
            bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..400),
            cuts in proptest::collection::vec(0usize..400, 0..10),
            limit in 1usize..60,
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.sort_unstable();
            let mut pieces = Vec::new();
            let mut from = 0;
            for cut in cuts {
                pieces.push(&bytes[from..cut]);
                from = cut;
            }
            pieces.push(&bytes[from..]);
            prop_assert_eq!(lines(limit, &pieces), lines(limit, &[&bytes]));
        }
    }
}
