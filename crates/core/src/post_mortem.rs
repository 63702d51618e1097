//! All that is known about a server process that ended or never started.

use serde::{Deserialize, Serialize};
use std::fmt;

/// All that is known about a server process that ended or never started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PostMortem {
    /// The command line, secrets redacted.
    pub argv: Vec<String>,
    /// The file the command resolved to, if it did.
    pub program: Option<String>,
    /// The directory it ran in.
    pub cwd: String,
    /// The exit code, if it exited.
    pub exit_code: Option<i32>,
    /// The signal that ended it, if one did.
    pub signal: Option<i32>,
    /// How long it lived, in milliseconds.
    pub alive_ms: u64,
    /// The last lines it wrote to stderr.
    pub stderr: Vec<String>,
    /// The first lines on stdout that were not messages.
    pub junk: Vec<String>,
    /// Variables the configuration refers to that are not set.
    pub unset_variables: Vec<String>,
}

impl fmt::Display for PostMortem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "command: {}", shell_words::join(&self.argv))?;
        writeln!(f, "program: {}", self.program.as_deref().unwrap_or("not found"))?;
        writeln!(f, "directory: {}", self.cwd)?;
        match (self.exit_code, self.signal) {
            (Some(code), _) => writeln!(f, "ended: exit code {code} after {} ms", self.alive_ms)?,
            (None, Some(signal)) => writeln!(f, "ended: signal {signal} after {} ms", self.alive_ms)?,
            (None, None) => {}
        }
        for variable in &self.unset_variables {
            writeln!(f, "not set: {variable}")?;
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
