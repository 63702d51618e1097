//! How severe a line of the log is, in words and in order.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use utoipa::ToSchema;

/// How severe a line of the log is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// For whoever looks for a fault.
    Debug,
    /// What happens.
    #[default]
    Info,
    /// What is not as it should be.
    Warn,
    /// What failed.
    Error,
}

impl Level {
    /// Every level, the least severe first.
    pub const ALL: [Level; 4] = [Level::Debug, Level::Info, Level::Warn, Level::Error];

    /// The level as it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::Debug => "debug",
            Level::Info => "info",
            Level::Warn => "warn",
            Level::Error => "error",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A word that names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no log level; the levels are `debug`, `info`, `warn` and `error`")]
pub struct UnknownLevel {
    word: String,
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(word: &str) -> Result<Self, UnknownLevel> {
        let named = Level::ALL.into_iter().find(|level| level.as_str().eq_ignore_ascii_case(word));
        named.ok_or_else(|| UnknownLevel { word: word.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_they_are_written_and_others_are_named() {
        for level in Level::ALL {
            assert_eq!(level.as_str().parse(), Ok(level));
            assert_eq!(level.as_str().to_uppercase().parse(), Ok(level));
            assert_eq!(serde_json::to_value(level).unwrap(), level.as_str());
        }
        let error = "loud".parse::<Level>().unwrap_err();
        assert!(error.to_string().starts_with("`loud` is no log level"), "{error}");
        assert!(Level::Debug < Level::Info && Level::Warn < Level::Error);
    }
}
