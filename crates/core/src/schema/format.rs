//! The formats that MCP names for what is asked of people, held against what they typed.
//!
//! No dialect of JSON Schema makes formats binding, so that findings say nothing about them (`check/schema.rs`).
//! Elicitation allows exactly these four, and a server that names one wants it.

use serde_json::{Value, json};

/// The formats of elicitation, and what they are called.
const FORMATS: [(&str, &str); 4] = [
    ("email", "an e-mail address such as `ada@example.com`"),
    ("uri", "a URI such as `https://example.com`"),
    ("date", "a date such as `2025-12-31`"),
    ("date-time", "a date and time such as `2025-12-31T12:00:00Z`"),
];

/// What `text` is not, by one of the formats of elicitation; none when it fits, or the format is none of them.
///
/// ```
/// use mcp_inspector_core::schema::format_misfit;
/// assert_eq!(format_misfit("email", "ada@example.com"), None);
/// assert_eq!(format_misfit("date", "tomorrow"), Some("a date such as `2025-12-31`"));
/// ```
pub fn format_misfit(format: &str, text: &str) -> Option<&'static str> {
    let (format, called) = FORMATS.into_iter().find(|(name, _)| *name == format)?;
    let schema = json!({ "format": format });
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).ok()?;
    (!validator.is_valid(&Value::from(text))).then_some(called)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formats_of_elicitation_are_known_and_no_others() {
        for (format, good, bad) in [
            ("email", "ada@example.com", "nomail"),
            ("uri", "https://example.com/a?b", "not a uri"),
            ("date", "2025-02-28", "2025-02-30"),
            ("date-time", "2025-02-28T10:00:00Z", "2025-02-28"),
        ] {
            assert_eq!(format_misfit(format, good), None, "{format}");
            assert!(format_misfit(format, bad).is_some(), "{format}");
        }
        assert_eq!(format_misfit("hostname", "not a host"), None);
    }
}
