//! The server that was named when the backend was started, if one was.

use super::flags::Flags;
use crate::{Config, Problem};
use mcp_inspector_engine::core::target::TargetError;
use mcp_inspector_engine::{Fault, Target, config};

/// Why the server that was named cannot be meant.
#[derive(Debug, thiserror::Error)]
pub(super) enum NamedError {
    /// More than one was named.
    #[error("more than one server is named: {0}")]
    Several(String),
    /// It is neither in the config file nor a program.
    #[error("there is no server `{name}`: it is neither in {file} nor a program on the PATH")]
    Unknown { name: String, file: String },
    /// It is in the config file, and cannot be used.
    #[error("{}", .0.fault().message)]
    Unfit(Box<Problem>),
    /// The words make no target.
    #[error(transparent)]
    Words(#[from] TargetError),
    /// The demo cannot be started.
    #[error("{}", .0.message)]
    Demo(Box<Fault>),
}

impl NamedError {
    pub(super) fn hint(&self) -> Option<String> {
        match self {
            NamedError::Several(_) => Some("name one; the page connects to others".to_owned()),
            NamedError::Unknown { .. } => {
                Some("name a URL, a server of the config file, or a command behind `--`".to_owned())
            }
            NamedError::Unfit(problem) => problem.fault().hint.clone(),
            NamedError::Words(error) => error.hint(),
            NamedError::Demo(_) => None,
        }
    }
}

/// What was named on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    words: Vec<String>,
    command: Vec<String>,
    demo: bool,
}

impl Named {
    pub(super) fn of(flags: &Flags) -> Self {
        Named { words: flags.target.clone(), command: flags.command.clone(), demo: flags.demo }
    }

    /// The target that is meant; none when nothing was named.
    pub(super) fn target(&self, servers: &Config) -> Result<Option<Target>, NamedError> {
        let ways = [
            (self.demo, "`--demo`"),
            (!self.words.is_empty(), "TARGET"),
            (!self.command.is_empty(), "-- COMMAND"),
        ];
        let named: Vec<&str> = ways.into_iter().filter(|way| way.0).map(|way| way.1).collect();
        if named.len() > 1 {
            return Err(NamedError::Several(named.join(" and ")));
        }
        if self.demo {
            return config::demo().map(Some).map_err(|fault| NamedError::Demo(Box::new(fault)));
        }
        if !self.command.is_empty() {
            return Ok(Some(Target::from_words(&self.command)?));
        }
        match &self.words[..] {
            [] => Ok(None),
            [word] if !word.contains("://") && !word.contains('/') => self.name(word, servers).map(Some),
            words => Ok(Some(Target::from_words(words)?)),
        }
    }

    /// One word is a server of the config file, or else a program.
    fn name(&self, word: &str, servers: &Config) -> Result<Target, NamedError> {
        let list = servers.servers();
        let is_known = list.servers.iter().any(|server| server.name == word || server.id == word);
        if is_known {
            return servers.target(word).map_err(|problem| NamedError::Unfit(Box::new(problem)));
        }
        if which::which(word).is_err() {
            let file = servers.path().display().to_string();
            return Err(NamedError::Unknown { name: word.to_owned(), file });
        }
        Ok(Target::from_words(&self.words)?)
    }
}
