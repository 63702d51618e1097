//! One text file, and for Rust the view of it without comments, literals or tests.
//!
//! The views keep every line break, so that a line number found in one is right
//! in the file.

/// A text file of the repository.
pub(crate) struct Source {
    /// Its path from the root of the repository, with `/`.
    pub(crate) path: String,
    /// All of it.
    pub(crate) text: String,
}

impl Source {
    /// Whether it is Rust.
    pub(crate) fn is_rust(&self) -> bool {
        self.extension() == Some("rs")
    }

    /// What follows the last dot of its name.
    pub(crate) fn extension(&self) -> Option<&str> {
        let name = self.path.rsplit('/').next()?;
        name.rsplit_once('.').map(|(_, extension)| extension)
    }

    /// Whether the whole file is tests.
    pub(crate) fn is_test(&self) -> bool {
        self.path.split('/').any(|part| part == "tests" || part == "tests.rs")
    }

    /// The Rust code with comments and the insides of literals blanked.
    pub(crate) fn code(&self) -> String {
        blank_comments_and_literals(&self.text)
    }

    /// The code, with the items behind `#[cfg(test)]` blanked too.
    pub(crate) fn shipped_code(&self) -> String {
        if self.is_test() { String::new() } else { blank_tests(&self.code()) }
    }

    /// `path:line`, counted from 1, for a byte place in the text or a view of it.
    pub(crate) fn place(&self, view: &str, at: usize) -> String {
        let line = view[..at].matches('\n').count() + 1;
        format!("{}:{line}", self.path)
    }
}

/// Where `word` stands in `text`, not as a part of a longer word.
pub(crate) fn find_words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let joins_before = word.starts_with(is_word) && before.is_some_and(is_word);
        let joins_after = word.ends_with(is_word) && after.is_some_and(is_word);
        !joins_before && !joins_after
    })
}

fn blank_comments_and_literals(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => line_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => block_comment_end(bytes, at),
            b'"' => string_end(bytes, at),
            b'r' if !joins_a_word(bytes, at) => raw_string_end(bytes, at).unwrap_or(at),
            b'\'' => char_end(text, at).unwrap_or(at),
            _ => at,
        };
        if end == at {
            at += 1;
            continue;
        }
        for byte in &mut out[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end;
    }
    String::from_utf8(out).expect("only whole characters were blanked")
}

/// Whether the byte belongs to a word that began earlier; `br"` and `cr"` are literals too.
fn joins_a_word(bytes: &[u8], at: usize) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let Some(before) = at.checked_sub(1) else { return false };
    if matches!(bytes[before], b'b' | b'c') {
        return before.checked_sub(1).is_some_and(|further| is_word(bytes[further]));
    }
    is_word(bytes[before])
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length)
}

fn block_comment_end(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0;
    let mut at = start;
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => depth += 1,
            b"*/" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    bytes.len()
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn raw_string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let hashes = bytes[start + 1..].iter().take_while(|byte| **byte == b'#').count();
    let open = start + 1 + hashes;
    if bytes.get(open) != Some(&b'"') {
        return None;
    }
    let mut close = vec![b'"'];
    close.resize(hashes + 1, b'#');
    let body = &bytes[open + 1..];
    let length = body.windows(close.len()).position(|window| window == close);
    Some(length.map_or(bytes.len(), |length| open + 1 + length + close.len()))
}

/// The end of a character literal; `None` for a lifetime.
fn char_end(text: &str, start: usize) -> Option<usize> {
    let mut rest = text[start + 1..].char_indices();
    let (_, first) = rest.next()?;
    if first == '\\' {
        rest.next()?;
        return rest.find(|(_, c)| *c == '\'').map(|(at, _)| start + 1 + at + 1);
    }
    let (at, second) = rest.next()?;
    (second == '\'').then_some(start + 1 + at + 1)
}

fn blank_tests(code: &str) -> String {
    let mut out = code.as_bytes().to_vec();
    for (start, attribute) in code.match_indices("#[cfg(test)]") {
        let end = item_end(code.as_bytes(), start + attribute.len());
        for byte in &mut out[start..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(out).expect("an item ends between characters")
}

/// The end of the item that begins at `from`: its `;`, or the brace that closes its first one.
fn item_end(code: &[u8], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in code.iter().enumerate().skip(from) {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            b')' | b']' => depth = depth.saturating_sub(1),
            b';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { path: "crates/a/src/b.rs".into(), text: text.into() }
    }

    #[test]
    fn comments_and_literals_are_blank_in_code() {
        let code =
            source("a /* x /* x */ x */ b // x\nc \"x \\\" x\" d r#\"x \" x\"# e br\"x\" f '\\'' g 'x' h")
                .code();
        assert_eq!(code.split_whitespace().collect::<String>(), "abcdebfgh");
        assert!(!code.contains('x'));
    }

    #[test]
    fn lifetimes_are_not_literals() {
        let code = source("fn f<'a, 'b>(x: &'a str, y: &'b str) -> &'static str").code();
        assert_eq!(code, "fn f<'a, 'b>(x: &'a str, y: &'b str) -> &'static str");
    }

    #[test]
    fn a_word_that_ends_in_r_does_not_open_a_raw_string() {
        assert_eq!(source("for \"x\" kept").code().trim_end(), "for     kept");
    }

    #[test]
    fn tests_are_not_shipped() {
        let shipped = source("a\n#[cfg(test)]\nmod tests;\nb\n#[cfg(test)]\nmod t {\n fn f() { x(); }\n}\nc")
            .shipped_code();
        assert_eq!(shipped.split_whitespace().collect::<String>(), "abc");
        assert_eq!(shipped.lines().count(), 9);
    }

    #[test]
    fn words_are_found_whole() {
        assert_eq!(find_words("tokio tokios my_tokio tokio::", "tokio").collect::<Vec<_>>(), [0, 22]);
    }

    #[test]
    fn places_count_lines_from_one() {
        assert_eq!(source("").place("a\nb", 2), "crates/a/src/b.rs:2");
    }
}
