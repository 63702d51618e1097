//! JSON told in a few words: servers choose how long their values are.

use crate::pretty::printable;
use serde_json::Value;
use std::fmt::Write;
use std::io;

/// The JSON text of `value`, cut with `…` after about `most` bytes; never more of it is written.
pub(crate) fn short(value: &Value, most: usize) -> String {
    let mut start = Start { bytes: Vec::new(), left: most };
    let is_cut = serde_json::to_writer(&mut start, value).is_err();
    let mut text = String::from_utf8_lossy(&start.bytes).into_owned();
    if is_cut {
        // The last character may have been cut in two.
        text.truncate(text.trim_end_matches('\u{fffd}').len());
        text.push('…');
    }
    printable(&text).into_owned()
}

/// The JSON text of `value`, if it has at most `most` bytes; never more of it is written.
pub(crate) fn in_full(value: &Value, most: usize) -> Option<String> {
    // A string is searched for what must be escaped before any of it is written.
    if most == 0 || value.as_str().is_some_and(|text| text.len() > most) {
        return None;
    }
    let mut start = Start { bytes: Vec::new(), left: most };
    serde_json::to_writer(&mut start, value).ok()?;
    String::from_utf8(start.bytes).ok()
}

/// `text`, cut with `…` after `most` characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `text` as it may be shown: what would act on a terminal is escaped as in JSON.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter < ' ' {
            // Writing to a string cannot go wrong.
            let _ = write!(out, "\\u{:04x}", u32::from(letter));
        } else {
            out.push(letter);
        }
    }
    printable(&out).into_owned()
}

/// Keeps the first bytes and stops whoever writes more.
struct Start {
    bytes: Vec<u8>,
    left: usize,
}

impl io::Write for Start {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.left);
        self.bytes.extend_from_slice(&bytes[..taken]);
        self.left -= taken;
        // Taking nothing of something ends the writing with an error.
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn long_values_are_cut_between_characters() {
        assert_eq!(short(&json!({ "a": [1, "x\u{9b}"] }), 40), r#"{"a":[1,"x\u009b"]}"#);
        assert_eq!(short(&json!("ä".repeat(1_000_000)), 6), "\"ää…");
        assert_eq!(escaped("a\u{1b}[31m\n\u{202e}ä"), r"a\u001b[31m\u000a\u202eä");
        assert_eq!(in_full(&json!(["ä"]), 6).as_deref(), Some("[\"ä\"]"));
        assert_eq!(in_full(&json!(["ä"]), 5), None);
        assert_eq!(cut("äöü", 2), "äö…");
        assert_eq!(cut("äöü", 3), "äöü");
    }
}
