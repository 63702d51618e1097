//! Logs written by hand: the examples of the rules, and their tests.
//!
//! One line is one entry or a few:
//!
//! ```text
//! > {$J,"id":1,"method":"ping"}      we sent this frame; `>*` with a secret blanked out
//! < {$J,"id":1,"result":{}}          the server sent it; `<#3` in HTTP exchange 3, `<*` masked
//! http 3 POST 200 | content-type: application/json | > accept: text/html | body: beginning of the body
//! end 3                              the streamed answer ended; `cut 3` when it was cut off
//! init 2025-11-25 {..} {..}          a whole handshake: what the server can do, what we can do
//! discover {..}                      a whole `server/discover`: what the server can do
//! wait 300                           milliseconds pass
//! open / gap                         a connection begins / an entry is missing
//! ```
//!
//! Short words in a frame: `$J` is `"jsonrpc":"2.0"`; `$M` the `_meta` of a 2026-07-28 request,
//! `$M({..})` the same with these client capabilities, and `$M({..})({..})` with more members;
//! `$R` what every 2026-07-28 result has; `$T` its cache hints; `$S("id")` the tag of a
//! subscription; `$V` the name of the protocol's version member.

use crate::entry::{Entry, EntryKind, HttpExchange};
use crate::era::Revision;
use crate::frame::{Direction, Frame};
use crate::peer::phase::{PhaseChange, PhaseName, Trigger};
use crate::stamp::{At, Seq};
use bytes::Bytes;

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the script has a line that means nothing: `{line}`")]
pub struct ScriptError {
    /// The line.
    pub line: String,
}

/// The log that `script` describes.
pub fn entries(script: &str) -> Result<Vec<Entry>, ScriptError> {
    let mut writer = Writer { entries: Vec::new(), seq: Seq::FIRST, at: At::START, sent_bytes: 0 };
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        writer.line(line).ok_or_else(|| ScriptError { line: line.to_owned() })?;
    }
    Ok(writer.entries)
}

struct Writer {
    entries: Vec<Entry>,
    seq: Seq,
    at: At,
    sent_bytes: u64,
}

impl Writer {
    fn line(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "http" => return self.http(rest),
            "end" | "cut" => self.push(EntryKind::HttpEnd {
                exchange: rest.parse().ok()?,
                bytes: 1,
                duration_ms: 1,
                duration_us: None,
                error: (word == "cut").then(|| "connection reset".to_owned()),
            }),
            "init" => return self.init(rest),
            "discover" => {
                self.frame(
                    Direction::Sent,
                    r#"{$J,"id":"discover","method":"server/discover","params":{$M}}"#,
                );
                let answer = format!(
                    r#"{{$J,"id":"discover","result":{{$R,$T,"supportedVersions":["2026-07-28"],"capabilities":{rest}}}}}"#
                );
                self.frame(Direction::Received, &answer);
            }
            "wait" => self.at = At::from_millis(self.at.millis() + rest.parse::<u64>().ok()?),
            "gap" => self.seq = self.seq.next(),
            "open" => self.push(EntryKind::Phase(PhaseChange {
                from: PhaseName::Closed,
                to: PhaseName::Starting,
                trigger: Trigger::Connect,
                failures: 0,
                fault: None,
            })),
            _ => return self.frame_line(word, rest),
        }
        Some(())
    }

    fn frame_line(&mut self, word: &str, rest: &str) -> Option<()> {
        let direction = match word.chars().next()? {
            '>' => Direction::Sent,
            '<' => Direction::Received,
            _ => return None,
        };
        let masked = word.ends_with('*');
        let exchange = match word[1..].trim_end_matches('*').strip_prefix('#') {
            Some(number) => Some(number.parse().ok()?),
            None if word.len() - usize::from(masked) == 1 => None,
            None => return None,
        };
        self.frame_in(direction, rest, exchange, masked);
        Some(())
    }

    fn frame(&mut self, direction: Direction, text: &str) {
        self.frame_in(direction, text, None, false);
    }

    fn frame_in(&mut self, direction: Direction, text: &str, exchange: Option<u64>, masked: bool) {
        let bytes = Bytes::from(expanded(text));
        if direction == Direction::Sent {
            self.sent_bytes = bytes.len() as u64;
        }
        self.push(EntryKind::Frame { direction, frame: Frame::read(bytes), exchange, masked, call: None });
    }

    fn init(&mut self, rest: &str) -> Option<()> {
        let mut words = rest.splitn(3, ' ');
        let revision = words.next().and_then(Revision::named)?;
        let server = words.next().unwrap_or("{}");
        let client = words.next().unwrap_or("{}");
        self.frame(
            Direction::Sent,
            &format!(
                r#"{{$J,"id":"init","method":"initialize","params":{{"protocolVersion":"{revision}","capabilities":{client},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
            ),
        );
        self.frame(
            Direction::Received,
            &format!(
                r#"{{$J,"id":"init","result":{{"protocolVersion":"{revision}","capabilities":{server},"serverInfo":{{"name":"s","version":"1"}}}}}}"#
            ),
        );
        self.push(EntryKind::Negotiated { revision });
        self.frame(Direction::Sent, r#"{$J,"method":"notifications/initialized"}"#);
        Some(())
    }

    fn http(&mut self, rest: &str) -> Option<()> {
        let mut parts = rest.split(" | ");
        let mut words = parts.next()?.split_whitespace();
        let mut exchange = HttpExchange {
            exchange: words.next()?.parse().ok()?,
            method: words.next()?.to_owned(),
            url: "https://example.com/mcp".to_owned(),
            status: Some(words.next()?.parse().ok()?),
            ..HttpExchange::default()
        };
        if exchange.method == "POST" {
            exchange.request_bytes = self.sent_bytes;
        }
        for part in parts {
            let (name, value) = part.split_once(": ")?;
            match name.strip_prefix("> ") {
                Some(name) => exchange.request_headers.push((name.to_owned(), value.to_owned())),
                None if name == "body" => {
                    exchange.response_bytes = Some(value.len() as u64);
                    exchange.body_head = Some(value.to_owned());
                }
                None => exchange.response_headers.push((name.to_owned(), value.to_owned())),
            }
        }
        self.push(EntryKind::Http(Box::new(exchange)));
        Some(())
    }

    fn push(&mut self, kind: EntryKind) {
        self.entries.push(Entry { seq: self.seq, at: self.at, kind });
        self.seq = self.seq.next();
    }
}

const VERSION: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#;
const RESULT: &str = concat!(
    r#""resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":"#,
    r#"{"name":"s","version":"1"}}"#
);

/// `text` with its short words written out.
pub fn expanded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let letter = rest[at + 1..].chars().next();
        let after = rest.get(at + 2..).unwrap_or_default();
        rest = match letter {
            Some('J') => {
                out.push_str(r#""jsonrpc":"2.0""#);
                after
            }
            Some('R') => {
                out.push_str(RESULT);
                after
            }
            Some('T') => {
                out.push_str(r#""ttlMs":0,"cacheScope":"private""#);
                after
            }
            Some('V') => {
                out.push_str(VERSION);
                after
            }
            Some('S') => {
                let (id, after) = argument(after).unwrap_or(("null", after));
                out.push_str(r#""_meta":{"io.modelcontextprotocol/subscriptionId":"#);
                out.push_str(id);
                out.push('}');
                after
            }
            Some('M') => {
                let (client, after) = argument(after).unwrap_or(("{}", after));
                let (more, after) = argument(after).unwrap_or(("", after));
                for part in
                    [r#""_meta":{"#, VERSION, r#","io.modelcontextprotocol/clientCapabilities":"#, client]
                {
                    out.push_str(part);
                }
                if !more.is_empty() {
                    out.push(',');
                    out.push_str(more);
                }
                out.push('}');
                after
            }
            _ => {
                out.push('$');
                &rest[at + 1..]
            }
        };
    }
    out.push_str(rest);
    out
}

/// The text in the parentheses that `text` begins with, and what follows them.
fn argument(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('(')?;
    let end = inside.find(')')?;
    Some((&inside[..end], &inside[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_are_written_out() {
        assert_eq!(expanded(r#"{$J,"a":"$5"}"#), r#"{"jsonrpc":"2.0","a":"$5"}"#);
        assert!(expanded(r#"{$M({"roots":{}})("x":1)}"#).ends_with(r#"{"roots":{}},"x":1}}"#));
        assert_eq!(expanded("tail $"), "tail $");
    }

    #[test]
    fn a_line_that_means_nothing_is_told() {
        assert_eq!(entries("> {}\nwhat").unwrap_err().line, "what");
        assert_eq!(entries("<x {}").unwrap_err().line, "<x {}");
        assert_eq!(entries("> {}\ngap\n<#3* {}\nwait 5\nend 3").unwrap().len(), 3);
    }
}
