//! Spans of time as people write them: `500ms`, `30s`, `2m`.

use std::time::Duration;

/// Longer than any run: what `0` means where it switches a limit off.
pub(crate) const FOR_EVER: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Reads a span with its unit. A bare number is refused: some tools mean seconds by it and some
/// milliseconds, and a wrong guess would be found out only when something fails.
pub(crate) fn read(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let expected = || format!("`{text}` is no span of time: write it like `500ms`, `30s` or `2m`");
    let value: f64 = number.parse().map_err(|_| expected())?;
    if unit.is_empty() && !number.is_empty() {
        return Err(format!("`{text}` has no unit: write `{text}s` or `{text}ms`"));
    }
    let (_, seconds) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(expected)?;
    let span = Duration::try_from_secs_f64(value * seconds).map_err(|_| expected())?;
    Ok(span.min(FOR_EVER))
}

/// Reads a span that other tools give in milliseconds without a unit; `0` is no limit.
pub(crate) fn read_with_millis(text: &str) -> Result<Duration, String> {
    match text.parse::<u64>() {
        Ok(0) => Ok(FOR_EVER),
        Ok(millis) => Ok(Duration::from_millis(millis).min(FOR_EVER)),
        Err(_) => read(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_with_their_unit() {
        assert_eq!(read("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(read("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(read("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(read("1h"), Ok(Duration::from_secs(3600)));
    }

    #[test]
    fn a_bare_number_is_not_guessed_at() {
        assert_eq!(read("30"), Err("`30` has no unit: write `30s` or `30ms`".to_owned()));
        assert_eq!(read_with_millis("4000"), Ok(Duration::from_secs(4)));
        assert_eq!(read_with_millis("0"), Ok(FOR_EVER));
        assert_eq!(read_with_millis("4s"), Ok(Duration::from_secs(4)));
    }

    #[test]
    fn nonsense_is_an_error_and_never_a_panic() {
        for text in ["", "s", "-1s", "1 s", "1.2.3s", "1d", "1e5s", "nan", "infs", ".", "5sec"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(read(&format!("{}h", "9".repeat(12))), Ok(FOR_EVER));
        assert!(read(&format!("{}h", "9".repeat(400))).is_err());
    }
}
