//! The server that was named on the command line, if one was.
//!
//! Nothing is guessed: what could be meant in two ways is an error that shows both.

use super::{Flags, config_path};
use mcp_inspector_engine::config::{self, ConfigError};
use mcp_inspector_engine::core::target::files::TargetFile;
use mcp_inspector_engine::core::target::{Flavour, TargetError, Transport, with_scheme};
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
    /// It is in the config file, and it is a program.
    #[error("`{0}` is both a server of the config file and a program")]
    Both(String),
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
            NamedError::Both(name) => Some(format!("write `--server {name}` or `-- {name}`")),
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
    pub(crate) targets: Vec<Target>,
    /// Whether the targets are of the config file.
    pub(crate) is_configured: bool,
}

impl Named {
    pub(crate) fn of(flags: &Flags) -> Result<Self, NamedError> {
        let config = config_path(flags);
        let is_wanted = flags.config.is_some() || !flags.server.is_empty();
        let file = if config.is_file() || is_wanted { Some(config::load(&config)?) } else { None };
        let ways = [
            (flags.demo, "`--demo`"),
            (!flags.server.is_empty(), "`--server`"),
            (flags.server_url.is_some(), "`--server-url`"),
            (!flags.target.is_empty(), "TARGET"),
            (!flags.command.is_empty(), "-- COMMAND"),
        ];
        let named: Vec<&str> = ways.into_iter().filter(|way| way.0).map(|way| way.1).collect();
        if named.len() > 1 {
            return Err(NamedError::Several(named.join(" and ")));
        }
        let (mut targets, is_configured) = find(flags, &config, file.as_ref())?;
        for target in &mut targets {
            adjust(target, flags)?;
        }
        Ok(Named { config, file, targets, is_configured })
    }
}

/// The servers that are meant, and whether they are of the config file.
fn find(flags: &Flags, config: &Path, file: Option<&TargetFile>) -> Result<(Vec<Target>, bool), NamedError> {
    let configured = |name: &str| {
        let file = file.ok_or_else(|| unknown(name, config))?;
        Ok::<_, NamedError>(file.resolve(name, &config::environment)?)
    };
    let typed = |words: &[String]| Ok((vec![Target::from_words(words)?], false));
    if flags.demo {
        let target = config::demo().map_err(|fault| NamedError::Demo(Box::new(fault)))?;
        return Ok((vec![target], false));
    }
    if !flags.server.is_empty() {
        let targets: Result<_, _> = flags.server.iter().map(|name| configured(name)).collect();
        return Ok((targets?, true));
    }
    if let Some(url) = &flags.server_url {
        return Ok((vec![Target::url(&with_scheme(url))?], false));
    }
    if !flags.command.is_empty() {
        return typed(&flags.command);
    }
    match &flags.target[..] {
        // With one server there is nothing to choose.
        [] => match file.map(TargetFile::names).as_deref() {
            Some([name]) => Ok((vec![configured(name)?], true)),
            _ => Ok((Vec::new(), false)),
        },
        [word] if super::is_recording(Path::new(word)) => Ok((Vec::new(), false)),
        [word] if !word.contains("://") && !word.contains('/') => {
            let is_known = file.is_some_and(|file| file.entry(word).is_ok());
            match (is_known, is_program(word)) {
                (true, true) => Err(NamedError::Both(word.clone())),
                (true, false) => Ok((vec![configured(word)?], true)),
                (false, true) => typed(&flags.target),
                (false, false) => Err(unknown(word, config)),
            }
        }
        words => typed(words),
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
