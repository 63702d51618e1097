//! The flags of the backend, declared once, and what they come to together with the environment.

use super::place;
use super::target::Named;
use crate::backend::Bounds;
use crate::guard::{HostName, WebOrigin};
use crate::history::{Level, UnknownLevel};
use crate::token::{Token, TokenError};
use clap::Args;
use mcp_inspector_engine::auth::Store;
use mcp_inspector_engine::browser;
use mcp_inspector_engine::core::codec::{LimitError, MessageLimit};
use std::ffi::OsString;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

const DEFAULT_PORT: u16 = 3000;

/// What a user can say about the backend.
#[derive(Args, Clone, Debug, Default)]
pub struct Flags {
    /// The server to connect to: a URL, the name of one in the config file, or a command
    #[arg(value_name = "TARGET")]
    pub target: Vec<String>,
    /// A command with its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<String>,
    /// Connect to the built-in demo server
    #[arg(long)]
    pub demo: bool,
    /// Do not connect to the server that is named; the page has it ready
    #[arg(long)]
    pub no_connect: bool,
    /// Listen on this port, or on the next free one; 0 is any [env: PORT] [default: 3000]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Do not open the browser [env: MCP_AUTO_OPEN_ENABLED=false]
    #[arg(long)]
    pub no_open: bool,
    /// The file with the servers [env: MCPI_CONFIG] [default: mcp.json]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Keep history and logs there [env: MCPI_DATA_DIR]
    ///
    /// Without it, each config file has a directory of its own below $XDG_STATE_HOME/mcp-inspector or
    /// ~/.local/state/mcp-inspector.
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Stop servers that nobody has used for so long, in seconds [env: MCPI_IDLE_TIMEOUT] [default: 300]
    #[arg(long, value_name = "SECONDS")]
    pub idle_timeout: Option<u64>,
    /// The largest message that is read from a server [env: MCPI_MAX_MESSAGE_SIZE] [default: 64MiB]
    #[arg(long, value_name = "SIZE")]
    pub max_message_size: Option<MessageLimit>,
    /// Also answer requests for this host [env: MCPI_ALLOW_HOST]
    ///
    /// For containers and tunnels: the name that stands in the address bar of the browser. Can be given
    /// several times; the variable has commas.
    #[arg(long, value_name = "HOST")]
    pub allow_host: Vec<String>,
    /// Also answer pages of this origin [env: MCPI_ALLOW_ORIGIN]
    ///
    /// An origin is scheme, host and port, such as http://localhost:8080. Can be given several times; the
    /// variable has commas.
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<String>,
    /// Listen on this address and not on the loopback ones [env: MCPI_BIND]
    ///
    /// Needs --allow-host, unless it is a loopback address itself.
    #[arg(long, value_name = "ADDRESS")]
    pub bind: Option<IpAddr>,
}

/// Why flags and environment make no sense.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum FlagError {
    /// A value does not have its form.
    #[error("{name} is `{value}`: {reason}")]
    Value { name: String, value: String, reason: String },
    /// The token is not one. Its text is not shown.
    #[error("MCPI_TOKEN cannot be the session token: {0}")]
    Token(#[from] TokenError),
    /// Others could reach it by a name that it does not answer to.
    #[error(
        "{0} is not a loopback address, so others can reach it, and no `--allow-host` says by which name"
    )]
    Exposed(IpAddr),
    /// The system does not say where such things belong.
    #[error("there is no place for the history: neither XDG_STATE_HOME nor HOME names a directory")]
    Homeless,
}

impl FlagError {
    pub(super) fn hint(&self) -> Option<&'static str> {
        match self {
            FlagError::Value { .. } => None,
            FlagError::Token(_) => Some("unset MCPI_TOKEN to have a new one made"),
            FlagError::Exposed(_) => Some("add `--allow-host NAME`, with the name that browsers will use"),
            FlagError::Homeless => Some("name a directory with `--data-dir`"),
        }
    }
}

/// What flags and environment come to.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) port: u16,
    pub(super) bind: Option<IpAddr>,
    /// The config file that was named.
    pub(super) config: Option<PathBuf>,
    pub(super) data_dir: PathBuf,
    /// Where it is kept what follows a person from one config file to another; in `data_dir` when that was named.
    pub(super) person_dir: PathBuf,
    /// Where the tokens of servers are kept, if the system has a place for them.
    pub(super) token_store: Option<PathBuf>,
    pub(super) bounds: Bounds,
    /// The least severe lines of the log that are kept and shown.
    pub(super) level: Level,
    pub(super) hosts: Vec<HostName>,
    pub(super) origins: Vec<WebOrigin>,
    pub(super) token: Token,
    /// The server that was named.
    pub(super) named: Named,
    /// Whether it is connected to at once.
    pub(super) connects: bool,
    /// Whether a browser is to be opened, or why not.
    pub(super) opening: Result<(), &'static str>,
}

impl Settings {
    /// Flags go before variables. A variable that is empty says nothing, but for `PORT`, which a
    /// platform sets on purpose.
    pub(super) fn read(
        flags: &Flags,
        variable: &dyn Fn(&str) -> Option<OsString>,
    ) -> Result<Settings, FlagError> {
        let said = |name| variable(name).filter(|value| !value.is_empty());
        let text = |name| said(name).map(|value| value.to_string_lossy().into_owned());
        let port = match (flags.port, variable("PORT")) {
            (Some(port), _) => port,
            (None, None) => DEFAULT_PORT,
            (None, Some(value)) => {
                parsed("PORT", &value.to_string_lossy(), |_| "expected a port, 0 to 65535".to_owned())?
            }
        };
        let bind = match (flags.bind, text("MCPI_BIND")) {
            (Some(address), _) => Some(address),
            (None, None) => None,
            (None, Some(value)) => {
                Some(parsed("MCPI_BIND", &value, |_| "expected an IP address, such as 0.0.0.0".to_owned())?)
            }
        };
        let mut bounds = Bounds::default();
        match (flags.idle_timeout, text("MCPI_IDLE_TIMEOUT")) {
            (Some(seconds), _) => bounds.idle = Duration::from_secs(seconds),
            (None, None) => {}
            (None, Some(value)) => {
                let reason = |_| "expected a number of seconds".to_owned();
                bounds.idle = Duration::from_secs(parsed("MCPI_IDLE_TIMEOUT", &value, reason)?);
            }
        }
        match (flags.max_message_size, text("MCPI_MAX_MESSAGE_SIZE")) {
            (Some(limit), _) => bounds.message = limit,
            (None, None) => {}
            (None, Some(value)) => {
                let reason = |error: LimitError| error.to_string();
                bounds.message = parsed("MCPI_MAX_MESSAGE_SIZE", &value, reason)?;
            }
        }
        let level =
            text("LOG_LEVEL").map(|word| parsed("LOG_LEVEL", &word, |error: UnknownLevel| error.to_string()));
        let level = level.transpose()?.unwrap_or_default();
        let hosts =
            listed(&flags.allow_host, "--allow-host", "MCPI_ALLOW_HOST", text("MCPI_ALLOW_HOST").as_deref())?;
        let origins = listed(
            &flags.allow_origin,
            "--allow-origin",
            "MCPI_ALLOW_ORIGIN",
            text("MCPI_ALLOW_ORIGIN").as_deref(),
        )?;
        if let Some(address) = bind.filter(|address| !address.is_loopback() && hosts.is_empty()) {
            return Err(FlagError::Exposed(address));
        }
        let config = flags.config.clone().or_else(|| said("MCPI_CONFIG").map(PathBuf::from));
        let place = config.clone().unwrap_or_else(|| PathBuf::from("mcp.json"));
        let named_dir = flags.data_dir.clone().or_else(|| said("MCPI_DATA_DIR").map(PathBuf::from));
        let (data_dir, person_dir) = match named_dir {
            Some(named) => (named.clone(), named),
            None => place::data_dir(&place, variable)
                .zip(place::person_dir(variable))
                .ok_or(FlagError::Homeless)?,
        };
        let token = match said("MCPI_TOKEN") {
            None => Token::random(),
            Some(chosen) => Token::chosen(&chosen.to_string_lossy())?,
        };
        let opening = browser::decision(flags.no_open, browser::NEEDS_DISPLAY, variable);
        let token_store = Store::place(variable);
        Ok(Settings {
            port,
            bind,
            config,
            data_dir,
            person_dir,
            token_store,
            bounds,
            level,
            hosts,
            origins,
            token,
            named: Named::of(flags),
            connects: !flags.no_connect,
            opening,
        })
    }

    /// The name by which the backend is best reached.
    pub(super) fn host(&self) -> String {
        match self.bind {
            None => "localhost".to_owned(),
            Some(address) if address.is_unspecified() => "localhost".to_owned(),
            Some(address) if address.is_loopback() => HostName::of(address).to_string(),
            Some(address) => self.hosts.first().unwrap_or(&HostName::of(address)).to_string(),
        }
    }

    /// The names it answers to besides the local ones.
    pub(super) fn allowed_hosts(&self) -> Vec<HostName> {
        let own = self.bind.filter(IpAddr::is_loopback).map(HostName::of);
        self.hosts.iter().cloned().chain(own).collect()
    }

    /// What others can now do that they could not before.
    pub(super) fn openings(&self) -> Vec<String> {
        let exposed = self.bind.filter(|address| !address.is_loopback()).map(|address| {
            format!("others in the network can reach this backend at {address}, unencrypted; the token is all that protects it")
        });
        let hosts = self.hosts.iter().map(|host| {
            format!("requests for the host `{host}` are answered: whoever controls that name can lead browsers here")
        });
        let origins = self
            .origins
            .iter()
            .map(|origin| format!("pages of `{origin}` can use this backend once they have the token"));
        exposed.into_iter().chain(hosts).chain(origins).collect()
    }
}

fn parsed<T: std::str::FromStr>(
    name: &str,
    value: &str,
    reason: impl Fn(T::Err) -> String,
) -> Result<T, FlagError> {
    value.trim().parse().map_err(|error| FlagError::Value {
        name: name.to_owned(),
        value: value.to_owned(),
        reason: reason(error),
    })
}

/// The values of a flag that can be given several times, or those of its variable.
fn listed<T>(given: &[String], flag: &str, name: &str, said: Option<&str>) -> Result<Vec<T>, FlagError>
where
    T: std::str::FromStr,
    T::Err: std::fmt::Display,
{
    let from_variable: Vec<String> =
        said.iter().flat_map(|said| said.split(',')).map(str::to_owned).collect();
    let (source, values) = if given.is_empty() { (name, &from_variable[..]) } else { (flag, given) };
    values.iter().map(|value| parsed(source, value, |error: T::Err| error.to_string())).collect()
}

#[cfg(test)]
mod tests;
