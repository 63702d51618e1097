//! The servers that were named on the command line.
//!
//! Nothing is guessed: what could be meant in two ways is an error that shows both.

use super::{Flags, config_path};
use mcp_inspector_engine::config::{self, ConfigError};
use mcp_inspector_engine::core::target::files::TargetFile;
use mcp_inspector_engine::core::target::{Flavour, TargetError, Transport, with_scheme};
use mcp_inspector_engine::{Fault, Target};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// Why the server that was named cannot be meant.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NamedError {
    /// A recording and servers were named.
    #[error("a recording and {0} are named")]
    Recording(&'static str),
    /// A flag is about one server, and there are several it could be about.
    #[error("{flags} could be about {count} servers")]
    Shared { flags: &'static str, count: usize },
    /// It is neither in the config file nor a program.
    #[error("there is no server `{name}`: it is neither in {file} nor a program on the PATH")]
    Unknown { name: String, file: String },
    /// It is something, or would be, but neither a program nor a recording.
    #[error("`{word}` {what}: it is no program, no recording and no server")]
    Useless { word: String, what: &'static str },
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
            NamedError::Recording(_) => {
                Some("name the servers, and open the recording with `:open`".to_owned())
            }
            NamedError::Shared { .. } => {
                Some("name one server with it and connect the others with `:connect`, or put it into the config file".to_owned())
            }
            NamedError::Unknown { .. } => {
                Some("name a URL, a server of the config file, or a command behind `--`".to_owned())
            }
            NamedError::Useless { .. } => Some(
                "expected a URL, a server of the config file, a program that can be run, or a recording (`.jsonl`)"
                    .to_owned(),
            ),
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
    pub(crate) targets: Vec<Wanted>,
}

/// A server that was named.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) target: Target,
    /// Whether it is of the config file.
    pub(crate) is_configured: bool,
}

impl Named {
    pub(crate) fn of(flags: &Flags) -> Result<Self, NamedError> {
        let config = config_path(flags);
        let is_wanted = flags.config.is_some() || !flags.server.is_empty();
        let file = if config.is_file() || is_wanted { Some(config::load(&config)?) } else { None };
        let mut targets = find(flags, &config, file.as_ref())?;
        adjust(&mut targets, flags)?;
        Ok(Named { config, file, targets })
    }
}

/// The servers that are meant.
fn find(flags: &Flags, config: &Path, file: Option<&TargetFile>) -> Result<Vec<Wanted>, NamedError> {
    let configured = |name: &str| {
        let file = file.ok_or_else(|| unknown(name, config))?;
        Ok::<_, NamedError>(Wanted { target: file.resolve(name, &config::environment)?, is_configured: true })
    };
    let typed = |target: Target| Wanted { target, is_configured: false };
    let mut wanted = Vec::new();
    for name in &flags.server {
        wanted.push(configured(name)?);
    }
    for url in &flags.server_url {
        wanted.push(typed(Target::url(&with_scheme(url))?));
    }
    match &flags.target[..] {
        [] => {}
        [word] if super::is_recording(Path::new(word)) => {
            let others = [
                (!wanted.is_empty(), "a server"),
                (!flags.command.is_empty(), "a command"),
                (flags.demo, "the demo server"),
            ];
            if let Some((_, other)) = others.into_iter().find(|(is_named, _)| *is_named) {
                return Err(NamedError::Recording(other));
            }
            return Ok(Vec::new());
        }
        [word] if !word.contains("://") && !word.contains('/') => {
            let is_known = file.is_some_and(|file| file.entry(word).is_ok());
            wanted.push(match (is_known, is_program(word)) {
                (true, true) => return Err(NamedError::Both(word.clone())),
                (true, false) => configured(word)?,
                (false, true) => typed(Target::from_words(&flags.target)?),
                (false, false) => return Err(useless(word).unwrap_or_else(|| unknown(word, config))),
            });
        }
        // Where the command is started elsewhere, its name is of there.
        [word] if !word.contains("://") && flags.cwd.is_none() && useless(word).is_some() => {
            return Err(useless(word).unwrap_or_else(|| unknown(word, config)));
        }
        // Each is a server; anything else is a command with its arguments.
        urls if urls.iter().all(|word| word.contains("://")) => {
            for url in urls {
                wanted.push(typed(Target::url(url)?));
            }
        }
        words => wanted.push(typed(Target::from_words(words)?)),
    }
    if !flags.command.is_empty() {
        wanted.push(typed(Target::from_words(&flags.command)?));
    }
    if flags.demo {
        wanted.push(typed(config::demo().map_err(|fault| NamedError::Demo(Box::new(fault)))?));
    }
    // With one server there is nothing to choose.
    if let (true, Some([name])) = (wanted.is_empty(), file.map(TargetFile::names).as_deref()) {
        wanted.push(configured(name)?);
    }
    // A server of the file is there once, however often it is named.
    let mut names = Vec::new();
    wanted.retain(|one| {
        let is_again = one.is_configured && names.contains(&one.target.name);
        names.extend(one.is_configured.then(|| one.target.name.clone()));
        !is_again
    });
    Ok(wanted)
}

fn unknown(name: &str, config: &Path) -> NamedError {
    NamedError::Unknown { name: name.to_owned(), file: config.display().to_string() }
}

/// Why what a word stands for on the disk can be neither run nor opened, as far as that can be seen.
fn useless(word: &str) -> Option<NamedError> {
    let is_recording = Path::new(word).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"));
    let what = match std::fs::metadata(word) {
        Ok(there) if there.is_dir() => "is a directory",
        Ok(there) if there.permissions().mode() & 0o111 == 0 => "is a file that cannot be run",
        Err(error) if error.kind() == io::ErrorKind::NotFound && (is_recording || word.contains('/')) => {
            "does not exist"
        }
        _ => return None,
    };
    Some(NamedError::Useless { word: word.to_owned(), what })
}

fn is_program(word: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(word).is_file())
}

/// What flags say about how to reach a server. They are about one: what is a secret of one is not for another.
fn adjust(wanted: &mut [Wanted], flags: &Flags) -> Result<(), NamedError> {
    let is_process = |one: &&mut Wanted| matches!(one.target.transport, Transport::Stdio(_));
    let (processes, urls): (Vec<_>, Vec<_>) = wanted.iter_mut().partition(is_process);
    if !flags.env.is_empty() || flags.cwd.is_some() {
        let target = only(
            processes,
            "`--env` and `--cwd`",
            "`--env` and `--cwd` are for a command, and the server is a URL",
        )?;
        adjust_process(target, flags)?;
    }
    if flags.transport.is_some() || !flags.header.is_empty() {
        let target = only(
            urls,
            "`--transport` and `--header`",
            "`--transport` and `--header` are for a URL, and the server is a command",
        )?;
        adjust_url(target, flags)?;
    }
    Ok(())
}

/// The one server that flags can be about.
fn only<'w>(
    mut wanted: Vec<&'w mut Wanted>,
    flags: &'static str,
    none: &'static str,
) -> Result<&'w mut Target, NamedError> {
    match (wanted.pop(), wanted.len()) {
        (Some(one), 0) => Ok(&mut one.target),
        (Some(_), others) => Err(NamedError::Shared { flags, count: others + 1 }),
        (None, _) => Err(NamedError::Flag(none)),
    }
}

fn adjust_process(target: &mut Target, flags: &Flags) -> Result<(), NamedError> {
    let Transport::Stdio(stdio) = &mut target.transport else { return Ok(()) };
    for pair in &flags.env {
        // What stands there may be a secret, so it is not told.
        let (name, value) = (pair.split_once('=').filter(|(name, _)| !name.is_empty()))
            .ok_or(NamedError::Flag("`--env`: expected KEY=VALUE, with a name in front of `=`"))?;
        stdio.env.insert(name.to_owned(), value.to_owned());
    }
    if flags.cwd.is_some() {
        stdio.cwd.clone_from(&flags.cwd);
    }
    Ok(())
}

fn adjust_url(target: &mut Target, flags: &Flags) -> Result<(), NamedError> {
    let Transport::Http(http) = &mut target.transport else { return Ok(()) };
    match flags.transport.as_deref() {
        Some("sse") => http.flavour = Flavour::Sse,
        Some(_) => http.flavour = Flavour::Streamable,
        None => {}
    }
    for header in &flags.header {
        let (name, value) = (header.split_once(':').filter(|(name, _)| !name.trim().is_empty()))
            .ok_or(NamedError::Flag("`--header`: expected `Name: value`, with a colon behind the name"))?;
        let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
        http.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
        http.headers.push((name, value));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
