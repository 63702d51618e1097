//! All that is known about a server process that ended or never started.

mod missing;
mod words;

use serde::{Deserialize, Serialize};
use std::fmt;

/// All that is known about a server process that ended or never started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PostMortem {
    /// The command line, secrets redacted.
    pub argv: Vec<String>,
    /// The file the command resolved to, if it did.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub program: Option<String>,
    /// The directory it ran in.
    pub cwd: String,
    /// The exit code, if it exited.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub exit_code: Option<i32>,
    /// The signal that ended it, if one did.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub signal: Option<i32>,
    /// How long it lived, in milliseconds.
    pub alive_ms: u64,
    /// The last lines it wrote to stderr.
    pub stderr: Vec<String>,
    /// The first lines on stdout that were not messages.
    pub junk: Vec<String>,
    /// Variables the configuration refers to that are not set.
    pub unset_variables: Vec<String>,
    /// Variables that its stderr seems to miss, and that it was not given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing_variables: Vec<String>,
}

impl PostMortem {
    /// How long it ran, as people say it.
    pub fn lived(&self) -> String {
        match self.alive_ms {
            millis @ ..10_000 => format!("{millis} ms"),
            millis @ ..600_000 => format!("{} s", millis / 1_000),
            millis => format!("{} min", millis / 60_000),
        }
    }

    /// Notes which variables its stderr seems to miss, but for those that it `has`.
    pub fn look_for_missing(&mut self, has: impl Fn(&str) -> bool) {
        self.missing_variables = missing::missing_variables(&self.stderr);
        self.missing_variables.retain(|name| !has(name));
    }

    /// How it ended, if it did.
    pub fn ended(&self) -> Option<String> {
        match (self.exit_code, self.signal) {
            (Some(code), _) => Some(format!("exit code {code} after {}", self.lived())),
            (None, Some(signal)) => Some(format!("signal {signal} after {}", self.lived())),
            (None, None) => None,
        }
    }

    /// The line on stderr that says best what went wrong; in doubt the last one that says something.
    pub fn last_words(&self) -> Option<&str> {
        words::telling(&self.stderr)
    }

    /// The last words with what they are.
    fn told(&self) -> Option<String> {
        let words = self.last_words()?;
        let last = self.stderr.iter().rev().find(|line| !line.trim().is_empty());
        let is_last = last.is_some_and(|line| line.trim() == words);
        Some(if is_last {
            format!("its last line on stderr was: {words}")
        } else {
            format!("it said on stderr: {words}")
        })
    }

    /// What to try about a process that ended.
    pub fn hint(&self) -> String {
        if let Some(variable) = self.unset_variables.first() {
            return format!("the configuration refers to `{variable}`, which is not set");
        }
        if let Some(variable) = self.missing_variables.first() {
            return format!("it looks as if it misses the variable `{variable}`: set it in its environment");
        }
        match (self.told(), self.exit_code) {
            (Some(told), _) => told,
            (None, Some(127)) => "exit code 127 usually means that a command was not found".to_owned(),
            (None, Some(0)) => {
                "it ended as if its work was done: does it serve stdio, and does it need an argument for that?"
                    .to_owned()
            }
            (None, _) => "it wrote nothing to stderr; run the same command in a shell to see more".to_owned(),
        }
    }
}

impl fmt::Display for PostMortem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "command: {}", shell_words::join(&self.argv))?;
        writeln!(f, "program: {}", self.program.as_deref().unwrap_or("not found"))?;
        writeln!(f, "directory: {}", self.cwd)?;
        if let Some(ended) = self.ended() {
            writeln!(f, "ended: {ended}")?;
        }
        for variable in &self.unset_variables {
            writeln!(f, "not set: {variable}")?;
        }
        for variable in &self.missing_variables {
            writeln!(f, "looks missing: {variable}")?;
        }
        for line in &self.junk {
            writeln!(f, "stdout, not a message: {line}")?;
        }
        for line in &self.stderr {
            writeln!(f, "stderr: {line}")?;
        }
        Ok(())
    }
}
