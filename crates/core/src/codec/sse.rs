//! Server-sent events out of a byte stream.
//!
//! Follows the WHATWG rules (CR, LF or CRLF ends a line; a byte order mark is
//! skipped; several `data` lines are joined by LF) with two differences an
//! inspector needs: comments and unknown fields are reported, and an event that
//! the end of the stream cut off is reported as torn instead of vanishing.

use super::OVERSIZE_HEAD;
use bytes::Bytes;

/// What the parser found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SseItem {
    /// A dispatched event. Events without data are reported too: their id and retry count.
    Event(SseEvent),
    /// A comment line without its colon.
    Comment(Bytes),
    /// A field no standard defines, whole.
    UnknownField(Bytes),
    /// The stream ended inside an event; what had come of its data.
    Torn(Bytes),
    /// An event over the limit.
    Oversize {
        /// How many bytes were seen of it.
        length: u64,
        /// The beginning of its data.
        head: Bytes,
    },
}

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SseEvent {
    /// The event's name; none means `message`.
    pub name: Option<String>,
    /// The id set by this event, if it set one.
    pub id: Option<String>,
    /// The reconnection time in milliseconds, if it set one.
    pub retry: Option<u64>,
    /// The data; `None` when there was no data line.
    pub data: Option<Bytes>,
}

/// Cuts a byte stream into events.
#[derive(Debug)]
pub struct SseParser {
    limit: usize,
    line: Vec<u8>,
    event: SseEvent,
    data: Option<Vec<u8>>,
    /// Bytes seen of an event that is already over the limit.
    skipped: Option<u64>,
    after_cr: bool,
    at_start: bool,
}

impl SseParser {
    /// A parser that keeps events of up to `limit` bytes.
    pub fn new(limit: usize) -> Self {
        SseParser {
            limit,
            line: Vec::new(),
            event: SseEvent::default(),
            data: None,
            skipped: None,
            after_cr: false,
            at_start: true,
        }
    }

    /// Takes the next bytes and appends what they complete.
    pub fn push(&mut self, mut bytes: &[u8], out: &mut Vec<SseItem>) {
        if self.after_cr && !bytes.is_empty() {
            self.after_cr = false;
            if bytes[0] == b'\n' {
                bytes = &bytes[1..];
            }
        }
        while let Some(end) = memchr::memchr2(b'\n', b'\r', bytes) {
            self.take(&bytes[..end]);
            self.finish_line(out);
            let ended_by_cr = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            if ended_by_cr {
                match bytes.first() {
                    Some(b'\n') => bytes = &bytes[1..],
                    Some(_) => {}
                    None => self.after_cr = true,
                }
            }
        }
        self.take(bytes);
    }

    /// Whether the event at hand is already over the limit.
    pub fn is_over_limit(&self) -> bool {
        self.skipped.is_some()
    }

    /// The stream ended.
    pub fn finish(&mut self, out: &mut Vec<SseItem>) {
        if let Some(length) = self.skipped.take() {
            let head = Bytes::from(self.data.take().unwrap_or_default());
            out.push(SseItem::Oversize { length, head });
            self.line.clear();
            return;
        }
        let mut rest = self.data.take().unwrap_or_default();
        if !self.line.is_empty() {
            if !rest.is_empty() {
                rest.push(b'\n');
            }
            rest.extend_from_slice(&std::mem::take(&mut self.line));
        }
        self.event = SseEvent::default();
        if !rest.is_empty() {
            out.push(SseItem::Torn(Bytes::from(rest)));
        }
    }

    fn held(&self) -> usize {
        self.line.len() + self.data.as_ref().map_or(0, Vec::len)
    }

    fn take(&mut self, bytes: &[u8]) {
        if let Some(length) = &mut self.skipped {
            *length += bytes.len() as u64;
            let head = self.data.get_or_insert_default();
            let room = OVERSIZE_HEAD.saturating_sub(head.len()).min(bytes.len());
            head.extend_from_slice(&bytes[..room]);
            // The line is only kept to recognise the blank one that ends the event.
            if self.line.is_empty() && !bytes.is_empty() {
                self.line.push(bytes[0]);
            }
            return;
        }
        if self.held() + bytes.len() > self.limit {
            let mut head = self.data.take().unwrap_or_default();
            head.extend_from_slice(&self.line);
            let room = OVERSIZE_HEAD.saturating_sub(head.len()).min(bytes.len());
            self.skipped = Some((head.len() + bytes.len()) as u64);
            head.extend_from_slice(&bytes[..room]);
            head.truncate(OVERSIZE_HEAD);
            self.data = Some(head);
            self.line = vec![b'x'];
            return;
        }
        self.line.extend_from_slice(bytes);
    }

    fn finish_line(&mut self, out: &mut Vec<SseItem>) {
        let mut line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.at_start) && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        if let Some(length) = self.skipped {
            if line.is_empty() {
                self.skipped = None;
                let head = Bytes::from(self.data.take().unwrap_or_default());
                self.event = SseEvent::default();
                out.push(SseItem::Oversize { length, head });
            }
            return;
        }
        if line.is_empty() {
            self.dispatch(out);
            return;
        }
        if line[0] == b':' {
            out.push(SseItem::Comment(Bytes::from(line).slice(1..)));
            return;
        }
        let (field, value) = split_field(&line);
        match field {
            b"data" => match &mut self.data {
                Some(data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                }
                None if value.len() * 2 > line.len() => {
                    // The common case of one long data line: move it instead of copying.
                    let skip = line.len() - value.len();
                    line.drain(..skip);
                    self.data = Some(line);
                }
                None => self.data = Some(value.to_vec()),
            },
            b"event" => self.event.name = Some(String::from_utf8_lossy(value).into_owned()),
            b"id" if !value.contains(&0) => {
                self.event.id = Some(String::from_utf8_lossy(value).into_owned());
            }
            b"retry" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                self.event.retry = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
            }
            _ => out.push(SseItem::UnknownField(Bytes::from(line))),
        }
    }

    fn dispatch(&mut self, out: &mut Vec<SseItem>) {
        let mut event = std::mem::take(&mut self.event);
        event.data = self.data.take().map(Bytes::from);
        if event != SseEvent::default() {
            out.push(SseItem::Event(event));
        }
    }
}

fn split_field(line: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b':', line) {
        Some(colon) => {
            let value = &line[colon + 1..];
            (&line[..colon], value.strip_prefix(b" ").unwrap_or(value))
        }
        None => (line, b""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn items(limit: usize, pieces: &[&[u8]]) -> Vec<SseItem> {
        let mut parser = SseParser::new(limit);
        let mut out = Vec::new();
        for piece in pieces {
            parser.push(piece, &mut out);
        }
        parser.finish(&mut out);
        out
    }

    fn event(data: &str) -> SseItem {
        SseItem::Event(SseEvent {
            data: Some(Bytes::copy_from_slice(data.as_bytes())),
            ..SseEvent::default()
        })
    }

    #[test]
    fn every_kind_of_line_end_and_a_byte_order_mark_are_understood() {
        assert_eq!(
            items(100, &[b"\xef\xbb\xbfdata: a\r\n\r\ndata:b\r\rdata: c\n\n"]),
            [event("a"), event("b"), event("c")]
        );
    }

    #[test]
    fn data_lines_are_joined_and_fields_are_read() {
        let found = items(100, &[b"event: message\nid: 7\nretry: 250\ndata: a\ndata:  b\n\n"]);
        let expected = SseEvent {
            name: Some("message".into()),
            id: Some("7".into()),
            retry: Some(250),
            data: Some(Bytes::from_static(b"a\n b")),
        };
        assert_eq!(found, [SseItem::Event(expected)]);
    }

    #[test]
    fn a_priming_event_has_an_id_and_no_text() {
        let found = items(100, &[b"id: 1\ndata: \n\n"]);
        let expected = SseEvent { id: Some("1".into()), data: Some(Bytes::new()), ..SseEvent::default() };
        assert_eq!(found, [SseItem::Event(expected)]);
    }

    #[test]
    fn comments_and_unknown_fields_are_reported() {
        assert_eq!(
            items(100, &[b": hi\nfoo: bar\n\n"]),
            [
                SseItem::Comment(Bytes::from_static(b" hi")),
                SseItem::UnknownField(Bytes::from_static(b"foo: bar")),
            ]
        );
    }

    #[test]
    fn an_event_cut_by_the_end_is_torn_not_lost() {
        assert_eq!(
            items(100, &[b"data: {\"a\"\ndata: 1"]),
            [SseItem::Torn(Bytes::from_static(b"{\"a\"\ndata: 1"))]
        );
    }

    #[test]
    fn an_oversized_event_is_counted_and_the_next_one_is_read() {
        let long = [b"data: ".as_slice(), &vec![b'x'; 3000], b"\n\ndata: ok\n\n"].concat();
        let found = items(2000, &[&long]);
        assert!(matches!(&found[0], SseItem::Oversize { length: 3006, head } if head.len() == OVERSIZE_HEAD));
        assert_eq!(found[1], event("ok"));
    }

    proptest! {
        #[test]
        fn any_cut_of_the_bytes_gives_the_same_events(
            words in proptest::collection::vec(prop_oneof![
                Just("data: x"), Just("data:"), Just("\n"), Just("\r"), Just("\r\n"), Just(":c"), Just("id: 3"),
                Just("event: e"), Just("retry: 5"), Just("ä"), Just("q: r"), Just(" ")
            ], 0..60),
            cuts in proptest::collection::vec(0usize..300, 0..10),
        ) {
            let bytes: Vec<u8> = words.concat().into_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.sort_unstable();
            let mut pieces = Vec::new();
            let mut from = 0;
            for cut in cuts {
                pieces.push(&bytes[from..cut]);
                from = cut;
            }
            pieces.push(&bytes[from..]);
            prop_assert_eq!(items(10_000, &pieces), items(10_000, &[&bytes]));
        }
    }
}
