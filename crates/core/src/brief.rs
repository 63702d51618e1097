//! Text cut to a size fit for keeping and showing beside the thing it describes.
//!
//! Servers choose how long their messages are; what is kept of them in places
//! that are not bounded by the log must not be theirs to choose.

/// How many bytes of a reason, a name or a method are kept.
pub const BRIEF: usize = 2000;

/// `text`, cut after about [`BRIEF`] bytes with a note of how long it was.
pub fn brief(text: &str) -> String {
    cut(text, BRIEF)
}

/// `text`, cut after about `limit` bytes with a note of how long it was.
pub fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let end = (0..=limit).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    format!("{} [{} bytes in all]", &text[..end], text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_between_characters_and_its_length_told() {
        assert_eq!(brief("short"), "short");
        let long = "ä".repeat(5000);
        let cut = brief(&long);
        assert!(cut.len() < BRIEF + 50);
        assert!(cut.ends_with(" [10000 bytes in all]"), "{cut}");
    }
}
