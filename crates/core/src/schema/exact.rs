//! JSON that a person typed, read only if nothing of its numbers is lost.
//!
//! A number of many digits would be rounded on the way into a [`Value`], and the
//! server would get another one than was typed.

use crate::brief::brief;
use serde_json::{Number, Value};

/// Why a text is not taken as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Inexact {
    /// It is none; the reason ends with the position.
    NotJson(String),
    /// This number in it would be rounded.
    Rounded(String),
}

/// Reads `text` as JSON.
pub(super) fn json(text: &str) -> Result<Value, Inexact> {
    let value = serde_json::from_str(text).map_err(|error| Inexact::NotJson(error.to_string()))?;
    match numbers(text).find(|token| number(token).is_none()) {
        Some(token) => Err(Inexact::Rounded(brief(token))),
        None => Ok(value),
    }
}

/// The number `text`, if it is one by JSON's grammar and keeps its worth.
pub(crate) fn number(text: &str) -> Option<Number> {
    if !is_number(text) {
        return None;
    }
    let number: Number = serde_json::from_str(text).ok()?;
    (Decimal::of(text)? == Decimal::of(&number.to_string())?).then_some(number)
}

/// Whether `text` is a number by JSON's grammar, whatever its size.
pub(super) fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

/// Whether two values are the same, and numbers worth the same.
pub(crate) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => is_same_number(&one.to_string(), &other.to_string()),
        _ => one == other,
    }
}

/// Whether two numbers, as JSON spells them, are worth the same.
pub(crate) fn is_same_number(one: &str, other: &str) -> bool {
    match (Decimal::of(one), Decimal::of(other)) {
        (Some(one), Some(other)) => one == other,
        // Beyond what can be compared they are the same only if they are spelled so.
        _ => one == other,
    }
}

/// Whether a number has no fraction, however it is spelled: `1.0` is an integer for JSON Schema.
pub(super) fn is_whole(number: &Number) -> bool {
    Decimal::of(&number.to_string()).is_some_and(|decimal| decimal.exponent >= 0)
}

/// The numbers in a JSON text.
pub(crate) fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let (mut in_text, mut is_escaped) = (false, false);
    let outside = move |letter: char| {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if in_text => is_escaped = true,
            '"' => in_text = !in_text,
            _ => return in_text || !matches!(letter, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'),
        }
        true
    };
    // `e` also stands in `true` and `false`; a number has a digit.
    text.split(outside).filter(|token| token.bytes().any(|byte| byte.is_ascii_digit()))
}

/// What a number is worth: digits without zeros at either end, times a power of ten.
#[derive(Debug, PartialEq, Eq)]
struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    fn of(text: &str) -> Option<Decimal> {
        let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0').trim_end_matches('0');
        if digits.is_empty() {
            return Some(Decimal { is_negative: false, digits: String::new(), exponent: 0 });
        }
        let zeros = all.len() - all.trim_end_matches('0').len();
        let shift = i64::try_from(zeros).ok()? - i64::try_from(fraction.len()).ok()?;
        let exponent = exponent.parse::<i64>().ok()?.checked_add(shift)?;
        Some(Decimal { is_negative, digits: digits.to_owned(), exponent })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_the_same_by_their_worth_and_beyond_counting_by_their_spelling() {
        assert!(is_same_number("-0", "0.0") && is_same_number("1e2", "100"));
        let huge = "1e99999999999999999999";
        assert!(is_same_number(huge, huge) && !is_same_number(huge, "2e99999999999999999999"));
    }

    #[test]
    fn a_number_is_taken_only_as_what_it_is() {
        for text in ["0", "-0", "1.10", "1e2", "1E-7", "9007199254740993", "18446744073709551615", "0.1"] {
            assert!(number(text).is_some(), "{text}");
        }
        for text in ["", "-", "012", "1,5", "+1", ".5", "1.", "0x10", " 1", "1 ", "NaN", "1e", "1e400", "١"]
        {
            assert!(number(text).is_none(), "{text}");
        }
        for text in ["18446744073709551616", "12345678901234567890123", "0.1234567890123456789", "1e-400"] {
            assert!(is_number(text) && number(text).is_none(), "{text}");
        }
        assert!(is_whole(&number("1.0").unwrap()) && is_whole(&number("1e2").unwrap()));
        assert!(!is_whole(&number("1.5").unwrap()));
    }

    #[test]
    fn numbers_are_looked_for_outside_of_strings() {
        let found: Vec<&str> = numbers(r#"{"1\"2":[true,-1.5e3,false,7],"x":"99"}"#).collect();
        assert_eq!(found, ["-1.5e3", "7"]);
        assert_eq!(
            json(r#"["12345678901234567890123"]"#),
            Ok(serde_json::json!(["12345678901234567890123"]))
        );
        assert_eq!(
            json("[1, 12345678901234567890123]"),
            Err(Inexact::Rounded("12345678901234567890123".to_owned()))
        );
    }

    proptest! {
        #[test]
        fn every_number_that_is_written_is_read_again(number: f64, whole: i64) {
            prop_assert!(super::number(&whole.to_string()).is_some());
            let text = serde_json::json!(number).to_string();
            prop_assert!(text == "null" || super::number(&text).is_some(), "{}", text);
        }
    }
}
