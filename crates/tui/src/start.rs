//! The face as a program: from the words of the command line to the first screen.

mod named;

use crate::effect::Effect;
use crate::server::Source;
use crate::shell::{End, Shell, exit};
use crate::state::{State, View};
use crate::theme::{Colours, Theme};
use clap::Parser;
use jiff::tz::TimeZone;
use mcp_inspector_engine::core::codec::{LimitError, MessageLimit};
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::record::RecordError;
use mcp_inspector_engine::{Session, config};
use named::{Named, NamedError, Wanted};
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Shows, drives and tests MCP servers in the terminal
///
/// It connects to the server that is named, or lists those of the config file.
#[derive(Debug, Default, Parser)]
#[command(
    name = "mcp-inspector --tui",
    version,
    after_help = "Keys: ? shows them, q quits. More: docs/tui.md"
)]
pub(crate) struct Flags {
    #[arg(long, hide = true)]
    tui: bool,
    /// The server: a URL, the name of one in the config file, a command; several URLs; or the file of a recording
    #[arg(value_name = "TARGET")]
    pub(crate) target: Vec<String>,
    /// A command with its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Connect to the built-in demo server
    #[arg(long)]
    pub(crate) demo: bool,
    /// The file with the servers [env: MCPI_CONFIG] [default: mcp.json]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// A server of the config file; more than once connects to several
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Vec<String>,
    /// The URL of a server; more than once connects to several
    #[arg(long, value_name = "URL")]
    pub(crate) server_url: Vec<String>,
    /// How to speak to a URL
    #[arg(long, value_name = "KIND", value_parser = ["http", "sse"])]
    pub(crate) transport: Option<String>,
    /// A variable for the command: KEY=VALUE
    #[arg(short = 'e', long, value_name = "KEY=VALUE")]
    pub(crate) env: Vec<String>,
    /// A header for the URL: `Name: value`
    #[arg(short = 'H', long, value_name = "HEADER")]
    pub(crate) header: Vec<String>,
    /// The directory to start the command in
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Which revisions to speak: auto, legacy, modern, or one of them [env: MCPI_ERA] [default: auto]
    #[arg(long, alias = "protocol-era", value_name = "ERA")]
    era: Option<String>,
    /// The largest message that is read from a server [env: MCPI_MAX_MESSAGE_SIZE] [default: 64MiB]
    #[arg(long, value_name = "SIZE")]
    max_message_size: Option<MessageLimit>,
    /// Do not connect to the server that is named
    #[arg(long)]
    no_connect: bool,
}

/// How long threads may take for what they are at when everything ends.
const LAST_WORK: Duration = Duration::from_secs(1);

/// Why the face could not start.
#[derive(Debug, thiserror::Error)]
enum StartError {
    /// Nobody could look at it.
    #[error("`--tui` needs a terminal, and {0} is none")]
    NoTerminal(&'static str),
    /// Nothing can be drawn on it.
    #[error("`--tui` needs a terminal that can be drawn on, and TERM {0}")]
    Dumb(&'static str),
    /// The server that was named cannot be meant.
    #[error(transparent)]
    Named(#[from] NamedError),
    /// The era that was named is none.
    #[error("{0}")]
    Era(String),
    /// The size in the variable is none.
    #[error("MCPI_MAX_MESSAGE_SIZE is `{value}`: {source}")]
    Size { value: String, source: LimitError },
    /// The recording cannot be read.
    #[error(transparent)]
    Recording(RecordError),
    /// Recordings of this run are not whole. Their files can be read as far as they go.
    #[error("{}", .0.iter().map(|why| format!("a recording is not whole: {why}")).collect::<Vec<_>>().join("\nerror: "))]
    Unwhole(Vec<String>),
    /// The system does not give us what a program needs.
    #[error("the terminal could not be used")]
    System(#[from] io::Error),
}

impl StartError {
    fn hint(&self) -> Option<String> {
        match self {
            StartError::NoTerminal(_) => {
                Some("`mcp-inspector --cli` is made for pipes and scripts".to_owned())
            }
            StartError::Dumb(_) => Some(
                "set TERM to what the terminal is, such as `TERM=xterm-256color`; `mcp-inspector --cli` works with any"
                    .to_owned(),
            ),
            StartError::Named(error) => error.hint(),
            StartError::Recording(error) => error.hint().map(str::to_owned),
            StartError::Unwhole(_) => Some("what was written up to there can be opened".to_owned()),
            StartError::Era(_) | StartError::Size { .. } | StartError::System(_) => None,
        }
    }

    fn exit(&self) -> u8 {
        match self {
            StartError::System(_) | StartError::Unwhole(_) => 1,
            _ => 2,
        }
    }
}

/// Whether the words of the command line (without the program) want this face.
pub fn is_wanted(words: &[OsString]) -> bool {
    words.iter().take_while(|word| *word != "--").any(|word| word == "--tui")
}

/// Runs the face with the words of the command line (without the program), and gives the exit number.
pub fn main(words: Vec<OsString>) -> u8 {
    let program = std::iter::once(OsString::from("mcp-inspector"));
    let flags = match Flags::try_parse_from(program.chain(words)) {
        Ok(flags) => flags,
        Err(error) => {
            // Help is no error; clap knows which of them goes where.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    match run(&flags) {
        Ok(exit) => exit,
        Err(error) => {
            tell(&error);
            error.exit()
        }
    }
}

fn tell(error: &StartError) {
    let mut told = format!("error: {error}\n");
    if let Some(source) = std::error::Error::source(error) {
        told = format!("error: {error}: {source}\n");
    }
    if let Some(hint) = error.hint() {
        told = format!("{told}hint: {hint}\n");
    }
    // Whoever closed stderr does not want to be told.
    let _ = io::stderr().write_all(told.as_bytes());
}

/// Gives the exit number: that of the signal which ended it, or 0.
fn run(flags: &Flags) -> Result<u8, StartError> {
    let named = Named::of(flags)?;
    let variable = || std::env::var("MCPI_ERA").ok().filter(|era| !era.is_empty());
    let era = flags.era.clone().or_else(variable).map_or(Ok(Versions::Auto), |era| Versions::typed(&era));
    let era = era.map_err(StartError::Era)?;
    let limit = message_limit(flags, std::env::var("MCPI_MAX_MESSAGE_SIZE").ok())?;
    let recording = recording(flags)?;
    if !io::stdin().is_terminal() {
        return Err(StartError::NoTerminal("stdin"));
    }
    if !io::stdout().is_terminal() {
        return Err(StartError::NoTerminal("stdout"));
    }
    if let Some(why) = dumbness(std::env::var("TERM").ok().as_deref()) {
        return Err(StartError::Dumb(why));
    }
    let colours =
        Colours::of(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()));
    let mut state = State::new(Theme::new(colours), TimeZone::system(), named.config.clone());
    state.era = era;
    let begin = first_screen(&mut state, named, recording, !flags.no_connect);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let ended = runtime.block_on(async { Box::pin(Shell::new(state, limit)?.run(begin)).await });
    // A thread that is about to end the processes of a server may finish that; one that reads or writes must
    // not hold up the end.
    runtime.shutdown_timeout(LAST_WORK);
    match ended? {
        // Whoever sent a signal is answered in the way of signals, whatever else there is to tell.
        End { signal: Some(signal), flaws } => {
            if !flaws.is_empty() {
                tell(&StartError::Unwhole(flaws));
            }
            Ok(exit(signal))
        }
        End { signal: None, flaws } if flaws.is_empty() => Ok(0),
        End { signal: None, flaws } => Err(StartError::Unwhole(flaws)),
    }
}

/// The largest message that is read: what the flag says, or else the variable; an empty one says nothing.
fn message_limit(flags: &Flags, variable: Option<String>) -> Result<MessageLimit, StartError> {
    match (flags.max_message_size, variable.filter(|value| !value.is_empty())) {
        (Some(limit), _) => Ok(limit),
        (None, None) => Ok(MessageLimit::FOR_PEOPLE),
        (None, Some(value)) => {
            value.trim().parse().map_err(|source| StartError::Size { value: value.clone(), source })
        }
    }
}

/// What `TERM` says, if that means that nothing can be drawn.
fn dumbness(term: Option<&str>) -> Option<&'static str> {
    match term {
        None | Some("") => Some("is not set"),
        Some("dumb") => Some("is `dumb`"),
        Some(_) => None,
    }
}

/// The recording that was named, if one was.
fn recording(flags: &Flags) -> Result<Option<Session>, StartError> {
    let [word] = &flags.target[..] else { return Ok(None) };
    let path = Path::new(word);
    if !is_recording(path) {
        return Ok(None);
    }
    let read = Session::replay(path);
    read.map(Some).map_err(StartError::Recording)
}

/// Whether a word names the file of a recording.
fn is_recording(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl")) && path.is_file()
}

/// What is shown first, and what has to be done for it.
fn first_screen(state: &mut State, named: Named, recording: Option<Session>, connects: bool) -> Vec<Effect> {
    if let Some(file) = named.file {
        state.read_config(file);
    }
    if let Some(session) = recording {
        state.add_recording(session);
        state.settle();
        return std::mem::take(&mut state.effects);
    }
    let mut first = None;
    for Wanted { target, is_configured } in named.targets {
        let known = state
            .servers
            .iter()
            .position(|server| server.source == Source::Config && server.name == target.name);
        let place = match known.filter(|_| is_configured) {
            Some(place) => {
                state.servers[place].target = Some(target);
                place
            }
            None => state.add(&target.name.clone(), Source::CommandLine, Some(target)),
        };
        first = first.or(Some(place));
        state.current = place;
        if connects {
            state.connect();
            state.go(View::Explore);
        }
    }
    if let Some(first) = first {
        state.current = first;
        state.server_place.selected = first;
    }
    state.settle();
    std::mem::take(&mut state.effects)
}

/// The config file that is read and written: the one that was named, or that of the directory.
pub(crate) fn config_path(flags: &Flags) -> PathBuf {
    let named = || std::env::var_os("MCPI_CONFIG").filter(|value| !value.is_empty()).map(PathBuf::from);
    let found = || config::find(Path::new("."));
    let path =
        flags.config.clone().or_else(named).or_else(found).unwrap_or_else(|| PathBuf::from("mcp.json"));
    path.strip_prefix(".").map_or_else(|_| path.clone(), Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_message_is_that_of_the_flag_then_of_the_variable_then_the_usual_one() {
        let read = |words: &[&str], variable: Option<&str>| {
            let words = ["mcp-inspector", "--tui"].iter().chain(words);
            let flags = Flags::try_parse_from(words).map_err(|error| error.to_string())?;
            message_limit(&flags, variable.map(str::to_owned)).map_err(|error| error.to_string())
        };
        let size = |words: &[&str], variable| read(words, variable).map(MessageLimit::bytes);
        assert_eq!(size(&[], None), Ok(64 << 20));
        assert_eq!(size(&[], Some("")), Ok(64 << 20));
        assert_eq!(size(&[], Some("100MB")), Ok(100_000_000));
        assert_eq!(size(&["--max-message-size", "1MiB"], Some("100MB")), Ok(1 << 20));
        let told = size(&[], Some("64M")).unwrap_err();
        assert!(told.starts_with("MCPI_MAX_MESSAGE_SIZE is `64M`: `64M` is no size"), "{told}");
        assert!(size(&["--max-message-size", "64"], None).is_err());
    }

    #[test]
    fn a_terminal_that_cannot_be_drawn_on_is_refused_as_bad_usage() {
        let refused = |term| dumbness(term).map(StartError::Dumb);
        let told = |term| refused(term).map(|error| (error.to_string(), error.exit()));
        let needs = "`--tui` needs a terminal that can be drawn on, and TERM";
        assert_eq!(told(Some("dumb")), Some((format!("{needs} is `dumb`"), 2)));
        assert_eq!(told(None), Some((format!("{needs} is not set"), 2)));
        assert_eq!(told(Some("xterm")), None);
        let hint = refused(None).and_then(|error| error.hint()).unwrap_or_default();
        assert!(hint.contains("TERM=xterm-256color") && hint.contains("--cli"), "{hint}");
    }
}
