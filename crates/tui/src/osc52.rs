//! The sequence by which a terminal is asked to fill its clipboard (OSC 52). It works over SSH.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// How many bytes the pickiest of terminals take: with the sequence around them 100,000.
pub(crate) const LARGEST: usize = 74_994;

/// The sequence; none when the text is larger than terminals take.
pub(crate) fn sequence(text: &str) -> Option<String> {
    (text.len() <= LARGEST).then(|| format!("\u{1b}]52;c;{}\u{7}", STANDARD.encode(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_wrapped_and_a_huge_one_refused() {
        assert_eq!(sequence("hi").unwrap(), "\u{1b}]52;c;aGk=\u{7}");
        assert!(sequence(&"x".repeat(LARGEST + 1)).is_none());
    }
}
