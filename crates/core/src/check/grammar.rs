//! Whether a text is what some grammar says: a URI, base64, a date, a key of `_meta`, a header.
//!
//! Each function takes a text and says yes or no, in one pass. Where a grammar
//! leaves room, or practice does, the answer is yes.

mod trace;
mod uri;

pub(crate) use trace::{is_baggage, is_traceparent, is_tracestate};
pub(crate) use uri::{is_uri, is_uri_template};

/// Standard base64 with its padding (RFC 4648, section 4). Empty text is base64 of nothing.
pub(crate) fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    text.len().is_multiple_of(4)
        && padding <= 2
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

/// A token of an HTTP header (RFC 9110, section 5.6.2): at least one `tchar`.
pub(crate) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_tchar)
}

fn is_tchar(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// A tool name as 2025-11-25 recommends it: 1 to 128 letters, digits, `_`, `-` and `.`.
pub(crate) fn is_tool_name(text: &str) -> bool {
    (1..=128).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

/// The prefix (without its slash) and the name of a key of `_meta`, when it is one.
pub(crate) fn meta_key(key: &str) -> Option<(Option<&str>, &str)> {
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let has_good_prefix = prefix.is_none_or(|prefix| prefix.split('.').all(is_label));
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let ends = |byte: &u8| byte.is_ascii_alphanumeric();
    let has_good_name = name.is_empty()
        || (name.as_bytes().first().is_some_and(ends)
            && name.as_bytes().last().is_some_and(ends)
            && name.bytes().all(inside));
    (has_good_prefix && has_good_name).then_some((prefix, name))
}

/// Letters, digits and hyphens; a letter first, no hyphen last.
fn is_label(label: &str) -> bool {
    label.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
        && label.as_bytes().last().is_some_and(u8::is_ascii_alphanumeric)
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// A date, or a date and a time, as ISO 8601 has them: calendar, week or ordinal dates, with or
/// without separators, with or without an offset.
pub(crate) fn is_iso_8601(text: &str) -> bool {
    match text.split_once(['T', 't', ' ']) {
        Some((date, time)) => is_date(date) && is_time(time),
        None => is_date(text),
    }
}

fn is_below(digits: &str, limit: u32) -> bool {
    digits.parse::<u32>().is_ok_and(|number| number < limit)
}

fn is_date(text: &str) -> bool {
    let Some((year, rest)) = text.split_at_checked(4) else { return false };
    if !year.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let has_hyphens = rest.starts_with('-');
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    if let Some(week) = rest.strip_prefix('W') {
        let digits: String = if has_hyphens { week.replacen('-', "", 1) } else { week.to_owned() };
        return matches!(digits.len(), 2 | 3)
            && all_digits(&digits)
            && (1..=53).contains(&value(&digits[..2]));
    }
    let year = value(year);
    let (month, day) = match (rest.len(), has_hyphens) {
        (0, false) => return true,
        (2, true) => (rest, "01"),
        (4, false) => match rest.split_at_checked(2) {
            Some(parts) => parts,
            None => return false,
        },
        (5, true) if rest.as_bytes()[2] == b'-' => match (rest.get(..2), rest.get(3..)) {
            (Some(month), Some(day)) => (month, day),
            _ => return false,
        },
        (3, _) => return all_digits(rest) && (1..=366).contains(&value(rest)),
        _ => return false,
    };
    all_digits(month) && all_digits(day) && (1..=days_in(year, value(month))).contains(&value(day))
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The number that a few digits are.
fn value(digits: &str) -> u32 {
    digits.parse().unwrap_or_default()
}

/// None of these days exist in a month that does not.
fn days_in(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    }
}

fn is_time(text: &str) -> bool {
    let zone = text.find(['Z', 'z', '+', '-']).unwrap_or(text.len());
    let (clock, zone) = text.split_at(zone);
    let (clock, fraction) = clock.split_once(['.', ',']).unwrap_or((clock, "0"));
    let has_good_zone = matches!(zone, "" | "Z" | "z") || is_clock(&zone[1..], 2);
    is_clock(clock, 3) && !fraction.is_empty() && all_digits(fraction) && has_good_zone
}

/// Hours, minutes and seconds, at most so many of them, with or without colons.
fn is_clock(text: &str, most: usize) -> bool {
    let parts: Vec<&str> = if text.contains(':') {
        text.split(':').collect()
    } else {
        text.as_bytes().chunks(2).filter_map(|pair| std::str::from_utf8(pair).ok()).collect()
    };
    let limits = [25, 60, 61];
    !parts.is_empty()
        && parts.len() <= most
        && parts
            .iter()
            .zip(limits)
            .all(|(part, limit)| part.len() == 2 && all_digits(part) && is_below(part, limit))
}

#[cfg(test)]
mod tests;
