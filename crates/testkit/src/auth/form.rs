//! Names and values as in a query or a form: `application/x-www-form-urlencoded`.

use std::collections::BTreeMap;

/// Decoded names and values; of a name that is there twice, the first counts.
pub(super) type Form = BTreeMap<String, String>;

/// What a request to `/authorize` says after the question mark.
pub(super) fn of_query(path: &str) -> Form {
    decode(path.split_once('?').map_or("", |(_, query)| query))
}

pub(super) fn decode(text: &str) -> Form {
    let mut form = Form::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        form.entry(unescaped(name)).or_insert_with(|| unescaped(value));
    }
    form
}

pub(super) fn encode<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let pairs = pairs.into_iter().map(|(name, value)| format!("{}={}", escaped(name), escaped(value)));
    pairs.collect::<Vec<_>>().join("&")
}

/// The member `name`, or the empty string.
pub(super) fn text<'a>(form: &'a Form, name: &str) -> &'a str {
    form.get(name).map_or("", String::as_str)
}

fn escaped(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let escape = |byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(escape).collect()
}

/// What is not a proper escape stays as it is, and what is not UTF-8 then is replaced.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        match (first, after) {
            (b'%', [high, low, after @ ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                out.push(digit(*high) << 4 | digit(*low));
                rest = after;
            }
            (b'+', _) => out.push(b' '),
            _ => out.push(first),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn digit(hex: u8) -> u8 {
    match hex {
        b'0'..=b'9' => hex - b'0',
        _ => (hex | 0x20) - b'a' + 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_can_be_decoded() {
        let hard = "a b&c=d%20+<script>\"ü🦀";
        let text = encode([("one", hard), ("t wo", "")]);
        let form = decode(&text);
        assert_eq!((form["one"].as_str(), form["t wo"].as_str()), (hard, ""));
        assert_eq!(of_query(&format!("/authorize?{text}")), form);
    }

    #[test]
    fn plus_is_a_space_and_a_broken_escape_stays() {
        assert_eq!(unescaped("a+b%2+%zz%+1%3D%3d%"), "a b%2 %zz% 1==%");
    }
}
