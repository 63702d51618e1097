//! The colours of one line of laid out JSON.

use crate::theme::Theme;
use ratatui::style::Style;
use std::ops::Range;

/// Which bytes have which style, as far as the first `most` bytes go; all others are plain.
pub(super) fn spans(line: &str, most: usize, theme: &Theme) -> Vec<(Range<usize>, Style)> {
    let bytes = line.as_bytes();
    let mut spans = Vec::new();
    let mut at = 0;
    while at < bytes.len().min(most) {
        let start = at;
        let style = match bytes[at] {
            b'"' => {
                at = end_of_string(bytes, at);
                if bytes.get(at) == Some(&b':') { theme.key() } else { theme.string() }
            }
            b'{' | b'}' | b'[' | b']' | b',' | b':' | b' ' => {
                at += 1;
                continue;
            }
            _ => {
                let is_over = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ');
                at = bytes[at..].iter().position(is_over).map_or(bytes.len(), |length| start + length);
                theme.number()
            }
        };
        spans.push((start..at, style));
    }
    spans
}

/// How long the key is at the start of a piece of JSON, with its colon and blank.
pub(super) fn key_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b'"') {
        return 0;
    }
    let end = end_of_string(bytes, 0);
    if bytes[end..].starts_with(b": ") { end + 2 } else { 0 }
}

/// One after the quote that ends the string at `from`.
fn end_of_string(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}
