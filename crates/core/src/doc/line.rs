//! Where the lines of a document begin: those of the layout of a JSON text, which is that of `pretty.rs`,
//! or the lines that a text has of its own.

use crate::pretty::DEEPEST_INDENT;

/// How long a line of text that is no JSON may be.
pub(super) const LONGEST_PIECE: usize = 4096;

/// Where a line begins, in bytes, and how far it is indented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) at: u32,
    pub(super) depth: u8,
}

/// The lines of a JSON text that is laid out. Byte by byte and not by tokens, since texts of many
/// megabytes are to be shown at once.
pub(super) fn json_marks(text: &str) -> Vec<Mark> {
    let bytes = text.as_bytes();
    let mut marks = Vec::new();
    let mut depth = 0usize;
    // How far the line is indented that begins with the next token.
    let mut begins = Some(0);
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let place = at;
        at += 1;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => continue,
            b'}' | b']' => {
                // What was opened on a line is closed on it.
                let has_own_line = depth <= DEEPEST_INDENT;
                depth = depth.saturating_sub(1);
                if has_own_line {
                    begins = Some(depth);
                }
            }
            _ => {}
        }
        if let Some(depth) = begins.take() {
            marks.push(mark(place, depth));
        }
        let breaks = match byte {
            b'{' | b'[' => {
                depth += 1;
                let close = bytes[at..].iter().position(|byte| !byte.is_ascii_whitespace());
                match close.map(|offset| at + offset).filter(|at| matches!(bytes[*at], b'}' | b']')) {
                    // What is empty stays on its line.
                    Some(close) => {
                        depth -= 1;
                        at = close + 1;
                        false
                    }
                    None => true,
                }
            }
            b',' => true,
            b'"' => {
                at = end_of_string(bytes, at);
                false
            }
            _ => false,
        };
        if breaks && depth <= DEEPEST_INDENT {
            begins = Some(depth);
        }
    }
    marks.shrink_to_fit();
    marks
}

/// One after the quote that ends the string whose inside begins at `from`.
fn end_of_string(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(offset) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += offset + 1;
        if bytes[at - 1] == b'"' {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// The lines of a text; very long ones are cut into pieces.
pub(super) fn text_marks(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        loop {
            marks.push(mark(at, 0));
            if rest.trim_end_matches(['\n', '\r']).len() <= LONGEST_PIECE {
                break;
            }
            let end = (0..=LONGEST_PIECE).rev().find(|end| rest.is_char_boundary(*end)).unwrap_or(rest.len());
            at += end;
            rest = &rest[end..];
        }
        at += rest.len();
    }
    marks
}

fn mark(at: usize, depth: usize) -> Mark {
    // Messages have a limit far below four gigabytes; the layout does not indent further than 64.
    Mark { at: u32::try_from(at).unwrap_or(u32::MAX), depth: u8::try_from(depth).unwrap_or(u8::MAX) }
}
