//! Text as it may stand in a URI (RFC 3986, 2.1).

/// `text` with every byte written as `%XX` that is neither unreserved nor in `kept`.
pub(crate) fn encoded(text: &str, kept: &[u8]) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || kept.contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            encoded.extend(
                [byte >> 4, byte & 15].map(|half| char::from(b"0123456789ABCDEF"[usize::from(half)])),
            );
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_meaning_in_a_uri_is_encoded() {
        assert_eq!(encoded("a b/ü&", b"/"), "a%20b/%C3%BC%26");
        assert_eq!(encoded("a/b", b""), "a%2Fb");
    }
}
