//! Values of a filter as people write them: spans of time, sizes, quoted text.

use std::fmt;

/// A span of time in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Quantity(pub(super) u64);

/// A stretch of time, both ends within it; an end that is not told is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) from: Option<Quantity>,
    pub(super) to: Option<Quantity>,
}

impl Stretch {
    /// Whether something that lasts from `at` to `end` has a moment in it.
    pub(super) fn touches(&self, at: u64, end: u64) -> bool {
        self.from.is_none_or(|from| end >= from.0) && self.to.is_none_or(|to| at <= to.0)
    }

    /// The same stretch on a clock that began `ns` later; none when it was over before that.
    pub(super) fn counted_from(self, ns: u64) -> Option<Stretch> {
        let from = self.from.map(|from| Quantity(from.0.saturating_sub(ns)));
        let to = match self.to {
            None => None,
            Some(to) => Some(Quantity(to.0.checked_sub(ns)?)),
        };
        Some(Stretch { from, to })
    }
}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |end: Option<Quantity>| end.map_or_else(String::new, |end| end.to_string());
        write!(f, "{}..{}", word(self.from), word(self.to))
    }
}

const TIMES: [(&str, u64); 8] = [
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("min", 60_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

const SIZES: [(&str, u64); 8] = [
    ("", 1),
    ("b", 1),
    ("k", 1_000),
    ("kb", 1_000),
    ("m", 1_000_000),
    ("mb", 1_000_000),
    ("g", 1_000_000_000),
    ("gb", 1_000_000_000),
];

/// Reads `500ms`, `1.5s` or `2m`.
pub(super) fn time(text: &str) -> Option<Quantity> {
    measured(text, &TIMES).map(Quantity)
}

/// Reads `12.3s..15s`, `12..15s`, `2m..` or `..500ms`. The other way round is none.
pub(super) fn stretch(text: &str) -> Option<Stretch> {
    let (from, to) = text.split_once("..")?;
    let unit = to.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let end = |text: &str| if text.is_empty() { Some(None) } else { time(text).map(Some) };
    let to = end(to)?;
    // The unit may be told once, at the end.
    let from = end(from).or_else(|| end(&format!("{from}{unit}")))?;
    let is_right = !matches!((from, to), (None, None)) && from.zip(to).is_none_or(|(from, to)| from <= to);
    is_right.then_some(Stretch { from, to })
}

/// Reads `512`, `10k` or `1.5MB`.
pub(super) fn size(text: &str) -> Option<u64> {
    measured(text, &SIZES)
}

fn measured(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = unit.trim_start().to_lowercase();
    let (_, factor) = units.iter().find(|(name, _)| *name == unit)?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || (number.contains('.') && fraction.is_empty()) || fraction.contains('.') {
        return None;
    }
    // Digits beyond the smallest unit say nothing.
    let mut part = 0u64;
    let mut scale = *factor;
    for digit in fraction.bytes() {
        scale /= 10;
        part += u64::from(digit - b'0') * scale;
    }
    whole.parse::<u64>().ok()?.checked_mul(*factor)?.checked_add(part)
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |factor: u64| self.0 != 0 && self.0.is_multiple_of(factor);
        let units = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")];
        let (factor, unit) = units.into_iter().find(|(factor, _)| fits(*factor)).unwrap_or((1, "ns"));
        write!(f, "{}{unit}", self.0 / factor)
    }
}

/// `text` as the language reads it back: in quotes when it needs them.
pub(super) fn quoted(text: &str) -> String {
    let is_plain = |letter: char| !letter.is_whitespace() && !matches!(letter, '"' | '|' | '\\' | ':');
    if !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_sizes_are_read_as_people_write_them() {
        for (text, nanos) in [
            ("500ms", Some(500_000_000)),
            ("1.5s", Some(1_500_000_000)),
            ("2m", Some(120_000_000_000)),
            ("7 µs", Some(7_000)),
            ("0.25ns", Some(0)),
            ("5", None),
            ("s", None),
            ("1.s", None),
            ("1..5s", None),
            ("-1s", None),
            ("99999999999999999999s", None),
        ] {
            assert_eq!(time(text).map(|time| time.0), nanos, "{text}");
        }
        assert_eq!((size("512"), size("10k"), size("1.5MB")), (Some(512), Some(10_000), Some(1_500_000)));
        assert_eq!(size("10x"), None);
    }

    #[test]
    fn stretches_are_read_with_one_unit_or_two_and_may_be_open() {
        let ends = |text: &str| {
            stretch(text).map(|read| (read.from.map(|end| end.0), read.to.map(|end| end.0), read.to_string()))
        };
        let ms = 1_000_000;
        assert_eq!(
            ends("12.3s..15s"),
            Some((Some(12_300 * ms), Some(15_000 * ms), "12300ms..15s".to_owned()))
        );
        assert_eq!(ends("1..2ms"), Some((Some(ms), Some(2 * ms), "1ms..2ms".to_owned())));
        assert_eq!(ends("2m.."), Some((Some(120_000 * ms), None, "120s..".to_owned())));
        assert_eq!(ends("..500ms"), Some((None, Some(500 * ms), "..500ms".to_owned())));
        for wrong in ["", "..", "5s", "5..", "a..5s", "5s..3s", "1s..2s..3s", "1s...2s", "-1s..2s"] {
            assert_eq!(ends(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_lasts_into_a_stretch_touches_it() {
        let middle = stretch("10ns..20ns").unwrap();
        for (at, end, touches) in [
            (0, 9, false),
            (0, 10, true),
            (12, 13, true),
            (20, 30, true),
            (21, 30, false),
            (0, u64::MAX, true),
        ] {
            assert_eq!(middle.touches(at, end), touches, "{at}..{end}");
        }
    }

    #[test]
    fn spans_are_shown_in_the_largest_unit_that_fits() {
        let shown = [0, 1, 1_500, 2_000, 5_000_000, 61_000_000_000].map(|nanos| Quantity(nanos).to_string());
        assert_eq!(shown, ["0ns", "1ns", "1500ns", "2us", "5ms", "61s"]);
    }
}
