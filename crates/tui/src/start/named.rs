//! The server that was named on the command line, if one was.
//!
//! Nothing is guessed: what could be meant in two ways is an error that shows both.

use super::{Flags, config_path};
use mcp_inspector_engine::config::{self, ConfigError};
use mcp_inspector_engine::core::target::files::TargetFile;
use mcp_inspector_engine::core::target::{Flavour, TargetError, Transport};
use mcp_inspector_engine::{Fault, Target};
use std::path::{Path, PathBuf};

/// Why the server that was named cannot be meant.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NamedError {
    /// More than one was named.
    #[error("more than one server is named: {0}")]
    Several(String),
    /// It is neither in the config file nor a program.
    #[error("there is no server `{name}`: it is neither in {file} nor a program on the PATH")]
    Unknown { name: String, file: String },
    /// The config file cannot be read.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The words make no target.
    #[error(transparent)]
    Words(#[from] TargetError),
    /// A flag does not fit.
    #[error("{0}")]
    Flag(&'static str),
    /// The demo cannot be started.
    #[error("{}", .0.message)]
    Demo(Box<Fault>),
}

impl NamedError {
    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            NamedError::Several(_) => Some("name one; `:connect` connects to others".to_owned()),
            NamedError::Unknown { .. } => {
                Some("name a URL, a server of the config file, or a command behind `--`".to_owned())
            }
            NamedError::Config(error) => error.hint(),
            NamedError::Words(error) => error.hint(),
            NamedError::Flag(_) | NamedError::Demo(_) => None,
        }
    }
}

/// What was named.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) config: PathBuf,
    pub(crate) file: Option<TargetFile>,
    pub(crate) target: Option<Target>,
    /// Whether the target is one of the config file.
    pub(crate) is_configured: bool,
}

impl Named {
    pub(crate) fn of(flags: &Flags) -> Result<Self, NamedError> {
        let config = config_path(flags);
        let is_wanted = flags.config.is_some() || flags.server.is_some();
        let file = if config.is_file() || is_wanted { Some(config::load(&config)?) } else { None };
        let ways = [
            (flags.demo, "`--demo`"),
            (flags.server.is_some(), "`--server`"),
            (flags.server_url.is_some(), "`--server-url`"),
            (!flags.target.is_empty(), "TARGET"),
            (!flags.command.is_empty(), "-- COMMAND"),
        ];
        let named: Vec<&str> = ways.into_iter().filter(|way| way.0).map(|way| way.1).collect();
        if named.len() > 1 {
            return Err(NamedError::Several(named.join(" and ")));
        }
        let (mut target, is_configured) = find(flags, &config, file.as_ref())?;
        if let Some(target) = &mut target {
            adjust(target, flags)?;
        }
        Ok(Named { config, file, target, is_configured })
    }
}

fn find(
    flags: &Flags,
    config: &Path,
    file: Option<&TargetFile>,
) -> Result<(Option<Target>, bool), NamedError> {
    let configured = |name: &str| {
        let file = file.ok_or_else(|| unknown(name, config))?;
        let target = file.resolve(name, &config::environment)?;
        Ok::<_, NamedError>((Some(target), true))
    };
    if flags.demo {
        let target = config::demo().map_err(|fault| NamedError::Demo(Box::new(fault)))?;
        return Ok((Some(target), false));
    }
    if let Some(name) = &flags.server {
        return configured(name);
    }
    if let Some(url) = &flags.server_url {
        return Ok((Some(Target::url(url)?), false));
    }
    if !flags.command.is_empty() {
        return Ok((Some(Target::from_words(&flags.command)?), false));
    }
    match &flags.target[..] {
        // With one server there is nothing to choose.
        [] => match file.map(TargetFile::names).as_deref() {
            Some([name]) => configured(name),
            _ => Ok((None, false)),
        },
        [word] if super::is_recording(Path::new(word)) => Ok((None, false)),
        [word] if !word.contains("://") && !word.contains('/') => {
            let is_known = file.is_some_and(|file| file.entry(word).is_ok());
            if is_known {
                configured(word)
            } else if is_program(word) {
                Ok((Some(Target::from_words(&flags.target)?), false))
            } else {
                Err(unknown(word, config))
            }
        }
        words => Ok((Some(Target::from_words(words)?), false)),
    }
}

fn unknown(name: &str, config: &Path) -> NamedError {
    NamedError::Unknown { name: name.to_owned(), file: config.display().to_string() }
}

fn is_program(word: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(word).is_file())
}

/// What flags say about how to reach the target.
fn adjust(target: &mut Target, flags: &Flags) -> Result<(), NamedError> {
    match &mut target.transport {
        Transport::Stdio(stdio) => {
            if flags.transport.is_some() || !flags.header.is_empty() {
                return Err(NamedError::Flag(
                    "`--transport` and `--header` are for a URL, and the server is a command",
                ));
            }
            for pair in &flags.env {
                // What stands there may be a secret, so it is not told.
                let (name, value) = (pair.split_once('=').filter(|(name, _)| !name.is_empty()))
                    .ok_or(NamedError::Flag("`--env`: expected KEY=VALUE, with a name in front of `=`"))?;
                stdio.env.insert(name.to_owned(), value.to_owned());
            }
            if flags.cwd.is_some() {
                stdio.cwd.clone_from(&flags.cwd);
            }
        }
        Transport::Http(http) => {
            if !flags.env.is_empty() || flags.cwd.is_some() {
                return Err(NamedError::Flag(
                    "`--env` and `--cwd` are for a command, and the server is a URL",
                ));
            }
            match flags.transport.as_deref() {
                Some("sse") => http.flavour = Flavour::Sse,
                Some(_) => http.flavour = Flavour::Streamable,
                None => {}
            }
            for header in &flags.header {
                let (name, value) = (header.split_once(':').filter(|(name, _)| !name.trim().is_empty()))
                    .ok_or(NamedError::Flag(
                        "`--header`: expected `Name: value`, with a colon behind the name",
                    ))?;
                let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
                http.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
                http.headers.push((name, value));
            }
        }
    }
    Ok(())
}
