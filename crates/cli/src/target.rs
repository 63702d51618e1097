//! Which server is meant: a command, a URL, a name from a config file, the demo, or one behind a
//! running backend.
//!
//! Nothing is guessed: what could be meant in two ways is an error that shows both.

use crate::backend::Backend;
use crate::failure::Failure;
use crate::flags::{Flags, TransportKind};
use crate::login;
use mcp_inspector_engine::config::{self, ConfigError};
use mcp_inspector_engine::core::target::files::TargetFile;
use mcp_inspector_engine::core::target::{Flavour, Http, Stdio, TargetError, Transport, with_scheme};
use mcp_inspector_engine::{Fault, FaultCode, Target};
use std::path::{Path, PathBuf};

/// The config file that flags or the working directory name.
pub(crate) fn config_file(flags: &Flags) -> Result<Option<TargetFile>, Failure> {
    let path = flags.config.clone().or_else(|| config::find(Path::new(".")));
    path.map(|path| config::load(&tidy(&path)).map_err(|error| of_config(&error))).transpose()
}

/// `./mcp.json` is called `mcp.json`.
fn tidy(path: &Path) -> PathBuf {
    path.strip_prefix(".").map_or_else(|_| path.to_owned(), Path::to_owned)
}

/// The config file, which must be there.
pub(crate) fn needed_config_file(flags: &Flags) -> Result<TargetFile, Failure> {
    config_file(flags)?.ok_or_else(|| {
        Failure::from(Fault::new(
            FaultCode::InvalidConfig,
            format!("there is no config file: {}", looked_for()),
        ))
        .with_hint("give one with `--config FILE`")
    })
}

/// The server that the flags mean.
pub(crate) fn target(flags: &Flags) -> Result<Target, Failure> {
    let words: Vec<String> = flags.target.iter().chain(&flags.rest).cloned().collect();
    one_of(flags, &words)?;
    let mut target = if let Some(backend) = Backend::of(flags)? {
        backend.target()?
    } else if flags.demo {
        config::demo()?
    } else if let Some(url) = &flags.server_url {
        Target::url(&with_scheme(url)).map_err(|error| of_target(&error))?
    } else if let Some(name) = &flags.server {
        from_file(flags, name)?
    } else if words.is_empty() {
        only_one(flags)?
    } else {
        from_words(flags, &words)?
    };
    adjust(&mut target, flags)?;
    Ok(target)
}

/// Two ways to name a server are one too many.
fn one_of(flags: &Flags, words: &[String]) -> Result<(), Failure> {
    let mut named = Vec::new();
    if flags.demo {
        named.push("`--demo`".to_owned());
    }
    if flags.server_url.is_some() {
        named.push("`--server-url`".to_owned());
    }
    if let Some(server) = &flags.server {
        named.push(format!("`--server {server}`"));
    }
    if let Some(first) = words.first() {
        let what = mcp_inspector_engine::core::redact::redact_url(first);
        named.push(format!("`{what}`"));
    }
    if named.len() > 1 {
        return Err(Failure::usage(format!("two servers are named: {}", named.join(" and ")))
            .with_hint("give one of them; arguments of a server go behind `--`"));
    }
    let is_typed = flags.demo || flags.server_url.is_some() || words.len() > 1;
    if flags.config.is_some() && is_typed {
        return Err(Failure::usage(format!("`--config` and {} both name a server", named.join("")))
            .with_hint("leave one out; `--server NAME` picks a server of the file"));
    }
    Ok(())
}

fn from_file(flags: &Flags, name: &str) -> Result<Target, Failure> {
    let file = needed_config_file(flags)?;
    file.resolve(name, &config::environment).map_err(|error| of_target(&error))
}

/// Without a word about the server, the only one of the file is meant.
fn only_one(flags: &Flags) -> Result<Target, Failure> {
    let Some(file) = config_file(flags)? else {
        return Err(Failure::usage(format!(
            "no server is named, and there is no config file: {}",
            looked_for()
        ))
        .with_hint("name one: `-- COMMAND ARGS`, a URL, `--config FILE --server NAME`, or `--demo`"));
    };
    match file.names()[..] {
        [name] => file.resolve(name, &config::environment).map_err(|error| of_target(&error)),
        [] => Err(Failure::usage("no server is named, and the config file has none")
            .with_hint("name one: `-- COMMAND ARGS`, a URL, or `--demo`")),
        ref names => {
            Err(Failure::usage(format!("no server is named, and the config file has {}", names.len()))
                .with_hint(format!("pick one with `--server`: {}", listed(names))))
        }
    }
}

/// A single word may be a name of the config file or a program; more words are a command.
fn from_words(flags: &Flags, words: &[String]) -> Result<Target, Failure> {
    let typed = || Target::from_words(words).map_err(|error| of_target(&error));
    let [word] = words else { return typed() };
    // Behind `--` there are only commands.
    if !flags.rest.is_empty() || word.contains("://") {
        return typed();
    }
    // A path is a path; a file that cannot be read must not stop it.
    let is_path = word.contains('/');
    let file = if is_path && flags.config.is_none() { None } else { config_file(flags)? };
    let named = file.as_ref().is_some_and(|file| file.entry(word).is_ok());
    let program = flags.config.is_none() && which::which(word).is_ok();
    match (named, program) {
        (true, true) => {
            Err(Failure::usage(format!("`{word}` is both a server of the config file and a program"))
                .with_hint(format!("write `--server {word}` or `-- {word}`")))
        }
        (true, false) => from_file(flags, word),
        (false, true) => typed(),
        (false, false) => Err(nowhere(flags, file.as_ref(), word)),
    }
}

/// Says what was looked for and where.
fn nowhere(flags: &Flags, file: Option<&TargetFile>, word: &str) -> Failure {
    let names: Vec<String> =
        file.map(TargetFile::names).unwrap_or_default().into_iter().map(str::to_owned).collect();
    let why = match (&flags.config, file) {
        (Some(config), _) => format!("{} does not have it", config.display()),
        (None, Some(_)) => {
            let found = config::find(Path::new(".")).map(|path| tidy(&path)).unwrap_or_default();
            format!("it is neither in {} nor a program on the PATH", found.display())
        }
        (None, None) => {
            format!("it is no program on the PATH, and there is no config file ({})", looked_for())
        }
    };
    let message = format!("there is no server `{word}`: {why}");
    let nearest = mcp_inspector_engine::core::nearest::nearest(word, &names);
    let hint = match nearest {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if looks_like_host(word) => format!("if it is a URL, write `http://{word}`"),
        None if names.is_empty() => "name one: `-- COMMAND ARGS`, a URL, or `--demo`".to_owned(),
        None => format!("the config file has {}", listed(&names)),
    };
    Failure::from(Fault::new(FaultCode::ServerNotFound, message)).with_hint(hint)
}

fn looked_for() -> String {
    "looked for mcp.json, .mcp.json and .vscode/mcp.json in this directory".to_owned()
}

fn listed<T: AsRef<str>>(names: &[T]) -> String {
    let shown: Vec<String> = names.iter().take(20).map(|name| format!("`{}`", name.as_ref())).collect();
    let more = names.len().saturating_sub(20);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", shown.join(", "))
}

fn looks_like_host(word: &str) -> bool {
    let host = word.split(['/', ':']).next().unwrap_or(word);
    host == "localhost"
        || (word.contains(':') && !host.is_empty())
        || host.parse::<std::net::Ipv4Addr>().is_ok()
}

/// What flags say about how to reach the target.
fn adjust(target: &mut Target, flags: &Flags) -> Result<(), Failure> {
    match &mut target.transport {
        Transport::Stdio(stdio) => adjust_stdio(stdio, flags)?,
        Transport::Http(http) => adjust_http(http, flags)?,
    }
    if flags.connect_timeout.is_some() {
        target.timeouts.connection = flags.connect_timeout;
    }
    if flags.timeout.is_some() {
        target.timeouts.request = flags.timeout;
    }
    Ok(())
}

fn adjust_stdio(stdio: &mut Stdio, flags: &Flags) -> Result<(), Failure> {
    if matches!(flags.transport, Some(TransportKind::Http | TransportKind::Sse)) {
        return Err(Failure::usage(format!(
            "`--transport` needs a URL, and `{}` is a command",
            stdio.command
        ))
        .with_hint("write the URL with http:// or https://, or leave `--transport` out"));
    }
    if !flags.header.is_empty() {
        return Err(Failure::usage("`--header` is for HTTP, and the server is a process")
            .with_hint("`--env KEY=VALUE` sets a variable for it"));
    }
    login::refuse_for_process(flags)?;
    for pair in &flags.env {
        let Some((name, value)) = pair.split_once('=').filter(|(name, _)| !name.is_empty()) else {
            // What stands there may be a secret.
            return Err(Failure::usage("`--env`: expected KEY=VALUE, with a name in front of `=`")
                .with_hint("a flag of the server goes behind `--`"));
        };
        stdio.env.insert(name.to_owned(), value.to_owned());
    }
    if flags.cwd.is_some() {
        stdio.cwd.clone_from(&flags.cwd);
    }
    Ok(())
}

fn adjust_http(http: &mut Http, flags: &Flags) -> Result<(), Failure> {
    match flags.transport {
        Some(TransportKind::Stdio) => {
            return Err(Failure::usage("`--transport stdio` needs a command, and the server is a URL"));
        }
        Some(TransportKind::Http) => http.flavour = Flavour::Streamable,
        Some(TransportKind::Sse) => http.flavour = Flavour::Sse,
        None => {}
    }
    if !flags.env.is_empty() || flags.cwd.is_some() {
        return Err(Failure::usage("`--env` and `--cwd` are for a process, and the server is a URL")
            .with_hint("`--header 'Name: value'` sends a header"));
    }
    for header in &flags.header {
        let Some((name, value)) = header.split_once(':').filter(|(name, _)| !name.trim().is_empty()) else {
            return Err(Failure::usage("`--header`: expected `Name: value`, with a colon behind the name"));
        };
        let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
        http.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
        http.headers.push((name, value));
    }
    login::adjust(http, flags)
}

/// What is wrong with a target, as a failure.
pub(crate) fn of_target(error: &TargetError) -> Failure {
    let code = match error {
        TargetError::UnknownName { .. } => FaultCode::ServerNotFound,
        TargetError::Empty
        | TargetError::OpenQuote
        | TargetError::WordsAfterUrl { .. }
        | TargetError::NotAUrl { .. } => FaultCode::InvalidRequest,
        _ => FaultCode::InvalidConfig,
    };
    let failure = Failure::from(Fault::new(code, error.to_string()));
    error.hint().map_or(failure.clone(), |hint| failure.with_hint(hint))
}

fn of_config(error: &ConfigError) -> Failure {
    if let ConfigError::Target(error) = error {
        return of_target(error);
    }
    let source = std::error::Error::source(error).map(|source| format!(": {source}")).unwrap_or_default();
    let failure = Failure::from(Fault::new(FaultCode::InvalidConfig, format!("{error}{source}")));
    error.hint().map_or(failure.clone(), |hint| failure.with_hint(hint))
}
