//! URIs (RFC 3986) and templates for them (RFC 6570).

/// A URI with a scheme; a fragment may follow.
pub(crate) fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    if !is_scheme(scheme) {
        return false;
    }
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (hierarchy, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = match hierarchy.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", hierarchy),
    };
    let is_after = |byte| is_path_byte(byte) || byte == b'?';
    is_authority(authority) && all(path, is_path_byte) && all(query, is_after) && all(fragment, is_after)
}

fn is_scheme(scheme: &str) -> bool {
    scheme.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

fn is_authority(authority: &str) -> bool {
    let (user, place) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (host, port) = match place.strip_prefix('[') {
        Some(literal) => match literal.split_once(']') {
            Some((address, port)) => {
                let is_literal = |byte: u8| is_name_byte(byte) || matches!(byte, b':' | b'%');
                if address.is_empty() || !address.bytes().all(is_literal) {
                    return false;
                }
                ("", port)
            }
            None => return false,
        },
        None => place.split_at(place.find(':').unwrap_or(place.len())),
    };
    let is_port = port.strip_prefix(':').unwrap_or(port).bytes().all(|byte| byte.is_ascii_digit());
    is_port
        && (port.is_empty() || port.starts_with(':'))
        && all(host, is_name_byte)
        && all(user, |byte| is_name_byte(byte) || byte == b':')
}

/// Unreserved characters and sub-delimiters.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte)
}

fn is_path_byte(byte: u8) -> bool {
    is_name_byte(byte) || matches!(byte, b':' | b'@' | b'/')
}

/// Whether each byte passes, or is a part of `%` and two hexadecimal digits.
fn all(text: &str, passes: impl Fn(u8) -> bool) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let is_escape = byte == b'%'
            && bytes.next().is_some_and(|byte| byte.is_ascii_hexdigit())
            && bytes.next().is_some_and(|byte| byte.is_ascii_hexdigit());
        if !is_escape && !passes(byte) {
            return false;
        }
    }
    true
}

/// A template of any level. Operators kept for later are allowed, as is the apostrophe that an
/// erratum gave back.
pub(crate) fn is_uri_template(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (literal, expression) = rest.split_at(at);
        let Some((inside, after)) = expression.strip_prefix('{').and_then(|inside| inside.split_once('}'))
        else {
            return false;
        };
        if !is_literal(literal) || !is_expression(inside) {
            return false;
        }
        rest = after;
    }
    is_literal(rest)
}

fn is_literal(text: &str) -> bool {
    let passes = |byte: u8| byte > 0x7f || (byte.is_ascii_graphic() && !b"\"%<>\\^`{|}".contains(&byte));
    all(text, passes)
}

fn is_expression(text: &str) -> bool {
    let variables = text.strip_prefix(|c| "+#./;?&=,!@|".contains(c)).unwrap_or(text);
    variables.split(',').all(is_variable)
}

fn is_variable(text: &str) -> bool {
    let name = match text.split_once(':') {
        Some((name, length)) => {
            let is_length = (1..=4).contains(&length.len())
                && length.bytes().all(|byte| byte.is_ascii_digit())
                && !length.starts_with('0');
            if !is_length {
                return false;
            }
            name
        }
        None => text.strip_suffix('*').unwrap_or(text),
    };
    let is_part =
        |part: &str| !part.is_empty() && all(part, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    name.split('.').all(is_part)
}
