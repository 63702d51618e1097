//! What to connect to: a program to start, or a URL.
//!
//! A [`Target`] is complete: whoever holds one can open a link without asking
//! the environment or a file again. It comes from a command line, from a URL,
//! or from a config file (`files.rs`).
//!
//! No I/O. Debug output never shows a secret; what counts as one is decided in
//! `redact.rs`.

pub mod files;

mod error;
mod naming;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

pub use error::TargetError;

use crate::auth::settings::OAuthSettings;
use crate::redact::{Redactor, redact_args, redact_header, redact_named, redact_url};

/// How long a command line may be, in bytes. It is shown and told in many places, and systems take hardly more.
pub const LONGEST_COMMAND_LINE: usize = 256 * 1024;

/// What to connect to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The id a config file gives the entry; a typed target has none.
    pub id: Option<String>,
    /// What to call it in output.
    pub name: String,
    /// How to reach it.
    pub transport: Transport,
    /// Limits that differ from the session's defaults.
    pub timeouts: Timeouts,
    /// Variables the config file names and nobody has set; normally empty,
    /// because [`files::TargetFile::resolve`] refuses such an entry.
    pub unset: Vec<UnsetVariable>,
}

/// How to reach a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transport {
    /// A program we start and speak to over its stdin and stdout.
    Stdio(Stdio),
    /// A server that already runs, reached over HTTP.
    Http(Http),
}

/// A program to start.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Stdio {
    /// The program, as a name on the path or a path.
    pub command: String,
    /// Its arguments, each passed as it is, without a shell.
    pub args: Vec<String>,
    /// Variables set on top of the environment the program inherits.
    pub env: BTreeMap<String, String>,
    /// The directory to start it in; ours, when absent.
    pub cwd: Option<PathBuf>,
    /// What variables of ours gave to the arguments whose names tell that it is secret.
    pub lent: Vec<String>,
}

impl Stdio {
    /// The arguments as they may be shown: without what is secret by their own looks, and without the secrets that
    /// the environment has as well.
    pub fn shown_args(&self) -> Vec<String> {
        let redactor = Redactor::for_stdio(self);
        let shown = |arg: &str| redactor.mask_text(arg).unwrap_or_else(|| arg.to_owned());
        redact_args(&self.args).iter().map(|arg| shown(arg)).collect()
    }
}

/// A server reached over HTTP.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Http {
    /// The endpoint.
    pub url: String,
    /// Headers sent with every request, in the order they were written.
    pub headers: Vec<(String, String)>,
    /// Which of the HTTP transports to speak.
    pub flavour: Flavour,
    /// A PEM file with an extra certificate authority to trust.
    pub ca_file: Option<PathBuf>,
    /// What is set up for the login.
    pub oauth: Box<OAuthSettings>,
}

/// Which of the HTTP transports to speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Flavour {
    /// Streamable HTTP, falling back to HTTP+SSE when the server is older.
    #[default]
    Auto,
    /// Streamable HTTP only.
    Streamable,
    /// HTTP+SSE of revision 2024-11-05 only.
    Sse,
}

/// Limits a target sets for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Timeouts {
    /// How long to wait until the session is ready.
    pub connection: Option<Duration>,
    /// How long to wait for the answer to one call.
    pub request: Option<Duration>,
}

/// A variable that a config file names and that has neither value nor default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsetVariable {
    /// Where it is used, such as `mcpServers.git.env.TOKEN`.
    pub field: String,
    /// Its name.
    pub variable: String,
}

impl Target {
    /// A target from the words of a command line: one URL, or a command and its arguments.
    pub fn from_words(words: &[String]) -> Result<Self, TargetError> {
        bounded(words.iter().map(String::len).sum())?;
        let (env, words) = assignments(words);
        let Some((first, rest)) = words.split_first() else {
            return Err(TargetError::Empty);
        };
        if first.trim().is_empty() {
            return Err(TargetError::Empty);
        }
        // No program is called `ftp://…` either: what has a scheme is meant as a URL.
        if !is_http_url(first) && !first.contains("://") {
            return Ok(Self::command(env, first, rest));
        }
        match redact_args(rest).first() {
            None => Self::url(first),
            // No program is called `https://…`, so this is a slip and not a command.
            Some(extra) => Err(TargetError::WordsAfterUrl {
                url: redact_url(first).into_owned(),
                extra: extra.to_string(),
            }),
        }
    }

    /// The command line or URL, secrets redacted: what to show people who want to know where this
    /// connects to.
    pub fn place(&self) -> String {
        match &self.transport {
            Transport::Stdio(stdio) => {
                let arguments = stdio.shown_args();
                let words =
                    std::iter::once(stdio.command.as_str()).chain(arguments.iter().map(String::as_str));
                shell_words::join(words)
            }
            Transport::Http(http) => redact_url(&http.url).into_owned(),
        }
    }

    /// Refuses a command line that is longer than [`LONGEST_COMMAND_LINE`], wherever it came from.
    pub fn check_length(&self) -> Result<(), TargetError> {
        match &self.transport {
            Transport::Stdio(stdio) => {
                bounded(stdio.command.len() + stdio.args.iter().map(String::len).sum::<usize>())
            }
            Transport::Http(_) => Ok(()),
        }
    }

    /// A target from one line, split into words the way a POSIX shell would.
    pub fn from_line(line: &str) -> Result<Self, TargetError> {
        bounded(line.len())?;
        let words = shell_words::split(line).map_err(|_| TargetError::OpenQuote)?;
        Self::from_words(&words)
    }

    /// A target from a URL, with the flavour left to be found out.
    pub fn url(url: &str) -> Result<Self, TargetError> {
        let url = url.trim();
        if !is_http_url(url) {
            return Err(TargetError::NotAUrl { url: redact_url(url).into_owned() });
        }
        Ok(Self::named(name_of_url(url), Transport::Http(Http { url: url.to_owned(), ..Http::default() })))
    }

    fn command(env: BTreeMap<String, String>, command: &str, args: &[String]) -> Self {
        Self::named(
            naming::of_command(command, args),
            Transport::Stdio(Stdio {
                command: command.to_owned(),
                args: args.to_vec(),
                env,
                ..Stdio::default()
            }),
        )
    }

    fn named(name: String, transport: Transport) -> Self {
        Self { id: None, name, transport, timeouts: Timeouts::default(), unset: Vec::new() }
    }
}

fn bounded(bytes: usize) -> Result<(), TargetError> {
    let limit = LONGEST_COMMAND_LINE;
    if bytes > limit { Err(TargetError::TooLong { bytes, limit }) } else { Ok(()) }
}

/// A URL with its scheme. People leave it out; on this machine nobody speaks https.
pub fn with_scheme(url: &str) -> String {
    if url.contains("://") {
        return url.to_owned();
    }
    let host = url.split(['/', ':']).next().unwrap_or(url);
    let is_here = host == "localhost" || host.starts_with("127.") || url.starts_with("[::1]");
    format!("{}://{url}", if is_here { "http" } else { "https" })
}

/// Variables before a command, as a shell takes them (`TOKEN=x node server.js`), and the command. Their values
/// are often secrets, so they must never be taken for the name of a program.
fn assignments(words: &[String]) -> (BTreeMap<String, String>, &[String]) {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let split = |word: &String| {
        let (name, value) = word.split_once('=')?;
        is_name(name).then(|| (name.to_owned(), value.to_owned()))
    };
    let env: Vec<(String, String)> = words.iter().map_while(split).collect();
    let rest = words.get(env.len()..).unwrap_or_default();
    (env.into_iter().collect(), rest)
}

impl fmt::Debug for Stdio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let env: BTreeMap<&str, Cow<'_, str>> =
            self.env.iter().map(|(name, value)| (name.as_str(), redact_named(name, value))).collect();
        f.debug_struct("Stdio")
            .field("command", &self.command)
            .field("args", &self.shown_args())
            .field("env", &env)
            .field("cwd", &self.cwd)
            .field("lent", &self.lent.len())
            .finish()
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<(&str, Cow<'_, str>)> =
            self.headers.iter().map(|(name, value)| (name.as_str(), redact_header(name, value))).collect();
        f.debug_struct("Http")
            .field("url", &redact_url(&self.url))
            .field("headers", &headers)
            .field("flavour", &self.flavour)
            .field("ca_file", &self.ca_file)
            .field("oauth", &self.oauth)
            .finish()
    }
}

/// Whether a word is meant as a URL: `http://` or `https://`, then a host.
fn is_http_url(word: &str) -> bool {
    after_scheme(word).is_some_and(|rest| {
        let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
        let host = authority.rsplit('@').next().unwrap_or(authority);
        !host.is_empty() && !host.starts_with(':')
    })
}

/// What follows `http://` or `https://`; schemes are case-insensitive (RFC 3986, 3.1).
fn after_scheme(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")).then_some(rest)
}

/// Host and path: enough to recognise a server by, and free of secrets.
fn name_of_url(url: &str) -> String {
    let rest = after_scheme(url).unwrap_or(url);
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = authority.rsplit('@').next().unwrap_or(authority);
    format!("{host}{}", path.trim_end_matches('/'))
}
