//! A server that costs next to nothing, so that benchmarks measure the client.
//!
//! It does not parse: it looks for the bytes of the id and copies them. Answers
//! to one chunk of input are gathered and written at once, and no call allocates.

use crate::mcp::NEWEST;
use std::io::{self, Read, Write};

const CHUNK: usize = 256 << 10;

/// Answers every request on `input` until it ends.
///
/// With a `payload`, results carry a text of that many bytes; without, they are `{}`.
pub fn serve(mut input: impl Read, mut output: impl Write, payload: usize) -> io::Result<()> {
    let mut echo = Echo::new(payload);
    let mut buffer = vec![0; CHUNK];
    let mut filled = 0;
    loop {
        let read = input.read(&mut buffer[filled..])?;
        if read == 0 {
            return Ok(());
        }
        // What was there before has no newline, or it would be gone.
        let fresh = filled;
        filled += read;
        let mut start = 0;
        let mut search = fresh;
        while let Some(length) = buffer[search..filled].iter().position(|byte| *byte == b'\n') {
            let end = search + length;
            echo.answer(&buffer[start..end]);
            start = end + 1;
            search = start;
        }
        buffer.copy_within(start..filled, 0);
        filled -= start;
        if filled == buffer.len() {
            buffer.resize(2 * filled, 0);
        }
        if !echo.out.is_empty() {
            output.write_all(&echo.out)?;
            output.flush()?;
            echo.out.clear();
        }
    }
}

struct Echo {
    /// What follows the id in every answer.
    tail: Vec<u8>,
    /// Answers not yet written.
    out: Vec<u8>,
    /// The handshake is over; from here on no line is looked at beyond its id.
    greeted: bool,
}

impl Echo {
    fn new(payload: usize) -> Self {
        let mut tail = Vec::with_capacity(payload + 64);
        if payload == 0 {
            tail.extend_from_slice(b",\"result\":{}}\n");
        } else {
            tail.extend_from_slice(br#","result":{"content":[{"type":"text","text":""#);
            tail.resize(tail.len() + payload, b'x');
            tail.extend_from_slice(b"\"}]}}\n");
        }
        Self { tail, out: Vec::with_capacity(CHUNK), greeted: false }
    }

    fn answer(&mut self, line: &[u8]) {
        let Some(id) = find_id(line) else {
            return;
        };
        self.out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
        self.out.extend_from_slice(id);
        if self.greeted {
            self.out.extend_from_slice(&self.tail);
        } else {
            self.greet(line);
        }
    }

    fn greet(&mut self, line: &[u8]) {
        if find(line, b"\"initialize\"").is_some() {
            self.greeted = true;
            self.out.extend_from_slice(br#","result":{"protocolVersion":""#);
            self.out.extend_from_slice(requested_version(line));
            self.out.extend_from_slice(
                b"\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"testkit-echo\",\"version\":\"0\"}}}\n",
            );
        } else if find(line, b"\"server/discover\"").is_some() {
            self.out.extend_from_slice(b",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n");
        } else {
            self.out.extend_from_slice(&self.tail);
        }
    }
}

/// The bytes of the message's own id: a number, or a string with its quotes.
///
/// Arguments may contain an `"id"` too, so depth counts.
fn find_id(line: &[u8]) -> Option<&[u8]> {
    let mut depth = 0_u32;
    let mut at = 0;
    while at < line.len() {
        match line[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let end = string_end(line, at)?;
                if depth == 1 && &line[at..end] == b"\"id\"" {
                    let rest = line[end..].trim_ascii_start();
                    if let Some(value) = rest.strip_prefix(b":") {
                        return scalar(value.trim_ascii_start());
                    }
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Where the string that opens at `start` is over.
fn string_end(line: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match line.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

fn scalar(value: &[u8]) -> Option<&[u8]> {
    let end = match value.first()? {
        b'"' => string_end(value, 0)?,
        b'0'..=b'9' | b'-' => value
            .iter()
            .position(|byte| !matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'))
            .unwrap_or(value.len()),
        _ => return None,
    };
    Some(&value[..end])
}

fn requested_version(line: &[u8]) -> &[u8] {
    let key = b"\"protocolVersion\":\"";
    find(line, key)
        .map(|at| &line[at + key.len()..])
        .and_then(|rest| rest.get(..NEWEST.len()))
        .filter(|version| version.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'-')))
        .unwrap_or(NEWEST.as_bytes())
}

fn find(line: &[u8], needle: &[u8]) -> Option<usize> {
    line.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Hands out its bytes a few at a time.
    struct Dribble<'a>(&'a [u8], usize);

    impl Read for Dribble<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let now = self.1.min(buffer.len());
            (&mut self.0).take(now as u64).read(buffer)
        }
    }

    fn answers(input: &[u8], step: usize, payload: usize) -> String {
        let mut output = Vec::new();
        serve(Dribble(input, step), &mut output, payload).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_id_is_found_wherever_it_stands() {
        let found = |line: &'static str| find_id(line.as_bytes()).map(<[u8]>::to_vec);
        assert_eq!(found(r#"{"jsonrpc":"2.0","id":12,"method":"x"}"#), Some(b"12".to_vec()));
        assert_eq!(found(r#"{"params":{"id":3},"id": 4}"#), Some(b"4".to_vec()));
        assert_eq!(found(r#"{"id":"a\"b","x":1}"#), Some(br#""a\"b""#.to_vec()));
        assert_eq!(found(r#"{"method":"id","params":{"id":3}}"#), None);
        assert_eq!(found(r#"{"method":"notifications/initialized"}"#), None);
        assert_eq!(found(r#"{"id"#), None);
    }

    #[test]
    fn any_cut_of_the_input_gives_the_same_answers() {
        let input = br#"{"jsonrpc":"2.0","id":0,"method":"server/discover"}
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call"}
"#;
        let whole = answers(input, usize::MAX, 0);
        for step in [1, 7, 50] {
            assert_eq!(answers(input, step, 0), whole);
        }
        let lines: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0]["error"]["code"], -32601);
        assert_eq!(lines[1]["result"]["protocolVersion"], "2025-06-18");
        assert_eq!(lines[2].to_string(), r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    }

    #[test]
    fn a_payload_is_a_text_of_that_size() {
        let line = answers(b"{\"id\":1}\n", 99, 1000);
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["result"]["content"][0]["text"].as_str().unwrap().len(), 1000);
    }

    #[test]
    fn a_line_longer_than_a_chunk_is_one_line() {
        let line = format!("{{\"id\":1,\"x\":\"{}\"}}\n", "y".repeat(3 * CHUNK));
        assert_eq!(answers(line.as_bytes(), usize::MAX, 0).lines().count(), 1);
    }
}
