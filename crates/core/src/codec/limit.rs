//! How large a message may be: a number of bytes as people write it, `64MiB`, within what makes sense.

use std::fmt;
use std::str::FromStr;

/// The largest message that is read.
///
/// ```
/// use mcp_inspector_core::codec::MessageLimit;
/// assert_eq!("64MiB".parse::<MessageLimit>().unwrap().bytes(), 64 * 1024 * 1024);
/// assert_eq!("50MB".parse::<MessageLimit>().unwrap().to_string(), "50000000");
/// assert!("64".parse::<MessageLimit>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MessageLimit(usize);

/// Why something is no limit for messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// It is not written as a number of bytes.
    #[error("`{0}` is no size: write it like `64MiB`, `50MB` or `67108864`")]
    Form(String),
    /// It is a number of bytes that makes no sense.
    #[error("`{0}` should be between 1KiB and 1GiB")]
    Range(String),
}

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;
const GIB: usize = 1024 * MIB;

const UNITS: [(&str, usize); 8] = [
    ("", 1),
    ("b", 1),
    ("kb", 1000),
    ("kib", KIB),
    ("mb", 1_000_000),
    ("mib", MIB),
    ("gb", 1_000_000_000),
    ("gib", GIB),
];

impl MessageLimit {
    /// What holds unless told: 16 MiB.
    pub const USUAL: MessageLimit = MessageLimit(super::DEFAULT_FRAME_LIMIT);

    /// What holds where people look at messages, who want to see also the large ones: 64 MiB.
    pub const FOR_PEOPLE: MessageLimit = MessageLimit(64 * MIB);

    /// The smallest and the largest limit there can be.
    pub const RANGE: std::ops::RangeInclusive<usize> = KIB..=GIB;

    /// A limit of so many bytes, if that makes sense.
    pub fn of(bytes: usize) -> Option<Self> {
        MessageLimit::RANGE.contains(&bytes).then_some(MessageLimit(bytes))
    }

    /// How many bytes.
    pub fn bytes(self) -> usize {
        self.0
    }
}

impl fmt::Display for MessageLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (size, unit) in [(GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB")] {
            if self.0.is_multiple_of(size) {
                return write!(f, "{}{unit}", self.0 / size);
            }
        }
        write!(f, "{}", self.0)
    }
}

impl FromStr for MessageLimit {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Self, LimitError> {
        let text = text.trim();
        let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(split);
        let unit = unit.trim().to_ascii_lowercase();
        let form = || LimitError::Form(text.to_owned());
        let (_, size) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(form)?;
        if number.is_empty() {
            return Err(form());
        }
        // What has too many digits to be read is out of range as well.
        let bytes = number.parse::<usize>().ok().and_then(|number| number.checked_mul(*size));
        bytes.and_then(MessageLimit::of).ok_or_else(|| LimitError::Range(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<usize, LimitError> {
        text.parse().map(MessageLimit::bytes)
    }

    #[test]
    fn sizes_are_read_with_either_kind_of_unit() {
        assert_eq!(read("64MiB"), Ok(67_108_864));
        assert_eq!(read("50 mb"), Ok(50_000_000));
        assert_eq!(read("1024"), Ok(1024));
        assert_eq!(read("1GiB"), Ok(GIB));
        assert_eq!(read("2000b"), Ok(2000));
    }

    #[test]
    fn nonsense_and_sizes_that_make_no_sense_are_told_apart() {
        for text in ["", "MiB", "-1MiB", "1.5MiB", "64M", "64 MiB x", "0x10", "64Mo"] {
            assert_eq!(read(text), Err(LimitError::Form(text.to_owned())), "{text}");
        }
        for text in ["0", "64", "1023", "2GiB", "99999999999999999999999MiB", "18446744073709551615GiB"] {
            assert_eq!(read(text), Err(LimitError::Range(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn what_is_shown_can_be_read_again() {
        for limit in
            [MessageLimit::USUAL, MessageLimit::FOR_PEOPLE, MessageLimit(50_000_000), MessageLimit(1025)]
        {
            assert_eq!(limit.to_string().parse(), Ok(limit));
        }
        assert_eq!(MessageLimit::FOR_PEOPLE.to_string(), "64MiB");
    }
}
