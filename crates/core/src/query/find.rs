//! Text in text: patterns with `*`, and needles in bodies, both without regard to letter case.

use bytes::Bytes;

/// A pattern in which `*` stands for anything. It has to fit as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Glob(String);

impl Glob {
    pub(super) fn new(pattern: &str) -> Self {
        Glob(pattern.to_owned())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn fits(&self, text: &str) -> bool {
        let (pattern, text) = (self.0.as_bytes(), text.as_bytes());
        let (mut at, mut place) = (0, 0);
        // Where the last star stands, and how much of the text it has taken.
        let mut star: Option<(usize, usize)> = None;
        while place < text.len() {
            match pattern.get(at) {
                Some(b'*') => {
                    star = Some((at, place));
                    at += 1;
                }
                Some(byte) if byte.eq_ignore_ascii_case(&text[place]) => {
                    at += 1;
                    place += 1;
                }
                _ => match &mut star {
                    Some((back, taken)) => {
                        *taken += 1;
                        (at, place) = (*back + 1, *taken);
                    }
                    None => return false,
                },
            }
        }
        pattern[at..].iter().all(|byte| *byte == b'*')
    }
}

/// A text to look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Needle(String);

impl Needle {
    pub(super) fn new(text: &str) -> Self {
        Needle(text.to_owned())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn is_in_any(&self, bodies: &[Bytes]) -> bool {
        bodies.iter().any(|body| self.is_in(body))
    }

    pub(super) fn is_in(&self, text: &[u8]) -> bool {
        find_ignoring_case(text, self.0.as_bytes()).is_some()
    }
}

/// Where `needle` first stands in `text`, whatever the case of ASCII letters.
pub(crate) fn find_ignoring_case(text: &[u8], needle: &[u8]) -> Option<usize> {
    let Some(first) = needle.first() else { return Some(0) };
    let last = text.len().checked_sub(needle.len())?;
    let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    memchr::memchr2_iter(lower, upper, &text[..=last])
        .find(|at| text[*at..*at + needle.len()].eq_ignore_ascii_case(needle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything() {
        for (pattern, text, fits) in [
            ("tools/*", "tools/call", true),
            ("tools/*", "tool", false),
            ("TOOLS/call", "tools/Call", true),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("*a*b", "xaxxabxb", true),
            ("*a*b", "xaxxabxbc", false),
            ("a**c", "abc", true),
            ("ä*", "ä€", true),
        ] {
            assert_eq!(Glob::new(pattern).fits(text), fits, "{pattern} {text}");
        }
    }

    #[test]
    fn many_stars_do_not_take_for_ever() {
        let pattern = "*a".repeat(50) + "b";
        assert!(!Glob::new(&pattern).fits(&"a".repeat(5000)));
    }

    #[test]
    fn letter_case_does_not_count() {
        assert_eq!(find_ignoring_case(b"xxFoo", b"fOO"), Some(2));
        assert_eq!(find_ignoring_case(b"fo", b"foo"), None);
        assert_eq!(find_ignoring_case(b"", b""), Some(0));
    }
}
