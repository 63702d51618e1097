//! The flags, declared once: parsing, `--help`, the man page and the completions are made from this.

use crate::exit::Contract;
use crate::span;
use clap::{Parser, ValueEnum};
use mcp_inspector_engine::Versions;
use mcp_inspector_engine::core::codec::MessageLimit;
use std::path::PathBuf;
use std::time::Duration;

/// Connects to an MCP server, makes one call or runs a script of them, and prints what came back
#[derive(Debug, Parser)]
#[command(
    name = "mcp-inspector",
    bin_name = "mcp-inspector --cli",
    override_usage = "mcp-inspector --cli [OPTIONS] --method METHOD [TARGET]... [-- SERVER ARGS]",
    disable_help_flag = true,
    disable_version_flag = true,
    max_term_width = 100
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Flags {
    /// Use the command line face
    #[arg(long, hide = true)]
    pub(crate) cli: bool,

    /// A command with its arguments, a URL, or a name from the config file
    #[arg(value_name = "TARGET", help_heading = "Target")]
    pub(crate) target: Vec<String>,
    /// The rest of the server's command line, whatever it looks like
    #[arg(last = true, value_name = "SERVER ARGS", help_heading = "Target")]
    pub(crate) rest: Vec<String>,
    /// The URL of the server
    #[arg(long, value_name = "URL", help_heading = "Target")]
    pub(crate) server_url: Option<String>,
    /// Read servers from this file; without it `mcp.json`, `.mcp.json` or `.vscode/mcp.json` here
    #[arg(long, alias = "catalog", value_name = "FILE", help_heading = "Target")]
    pub(crate) config: Option<PathBuf>,
    /// The server to take from the config file
    #[arg(long, value_name = "NAME", help_heading = "Target")]
    pub(crate) server: Option<String>,
    /// The built-in demo server
    #[arg(long, help_heading = "Target")]
    pub(crate) demo: bool,
    /// How to reach it; without it a command is stdio, and a URL is tried as http and then as sse
    #[arg(long, value_name = "KIND", help_heading = "Target")]
    pub(crate) transport: Option<TransportKind>,
    /// A header for every HTTP request, `Name: value`
    #[arg(short = 'H', long, value_name = "HEADER", help_heading = "Target")]
    pub(crate) header: Vec<String>,
    /// A variable for the server process
    #[arg(short, long, value_name = "KEY=VALUE", help_heading = "Target")]
    pub(crate) env: Vec<String>,
    /// The directory to start the server in
    #[arg(long, value_name = "DIR", help_heading = "Target")]
    pub(crate) cwd: Option<PathBuf>,
    /// A running `mcp-inspector` to go through: its servers stay warm between calls [env: MCPI_VIA]
    #[arg(long, value_name = "URL", help_heading = "Target")]
    pub(crate) via: Option<String>,
    /// The session token for `--via`; without it the `#token=` of its URL [env: MCPI_TOKEN]
    #[arg(long, value_name = "TOKEN", help_heading = "Target")]
    pub(crate) via_token: Option<String>,
    /// Which revision to speak: auto, legacy, modern, or a revision such as 2025-06-18 [env: MCPI_ERA]
    #[arg(
        long,
        alias = "protocol-era",
        value_name = "ERA",
        default_value = "auto",
        value_parser = Versions::typed,
        help_heading = "Target"
    )]
    pub(crate) era: Versions,
    /// How long connecting may take, `30s` or `500ms`; a bare number is milliseconds, 0 no limit [default: 30s] [env: MCPI_CONNECT_TIMEOUT]
    #[arg(
        long,
        value_name = "SPAN",
        value_parser = span::read_with_millis,
        help_heading = "Target"
    )]
    pub(crate) connect_timeout: Option<Duration>,
    /// How long a call may take at most [default: 60s without progress, 300s in all] [env: MCPI_TIMEOUT]
    #[arg(long, value_name = "SPAN", value_parser = span::read, help_heading = "Target")]
    pub(crate) timeout: Option<Duration>,
    /// The largest message that is read, such as `64MiB` [default: 16MiB] [env: MCPI_MAX_MESSAGE_SIZE]
    #[arg(long, value_name = "SIZE", help_heading = "Target")]
    pub(crate) max_message_size: Option<MessageLimit>,

    /// The method to call: one of the protocol, `discover`, `servers/list`, `auth/explain`, `auth/login`, `auth/logout`, `auth/list`, or any with `--params`
    #[arg(long, value_name = "METHOD", help_heading = "Call")]
    pub(crate) method: Option<String>,
    /// The parameters of any method, sent as they are
    #[arg(long, value_name = "JSON|@FILE|-", help_heading = "Call")]
    pub(crate) params: Option<String>,
    /// The tool to call
    #[arg(long, value_name = "NAME", help_heading = "Call")]
    pub(crate) tool_name: Option<String>,
    /// An argument of the tool: `k=v` is read by its schema, `k:=JSON` is JSON, `k=@FILE` the text of a file
    #[arg(long, value_name = "K=V", help_heading = "Call")]
    pub(crate) tool_arg: Vec<String>,
    /// All arguments of the tool, sent as they are
    #[arg(long, value_name = "JSON|@FILE|-", help_heading = "Call")]
    pub(crate) tool_args_json: Option<String>,
    /// The resource, the template to complete for, or the `SKILL.md` of a skill
    #[arg(long, value_name = "URI", help_heading = "Call")]
    pub(crate) uri: Option<String>,
    /// One page of a list, by its cursor; without it the whole list
    #[arg(long, value_name = "CURSOR", help_heading = "Call")]
    pub(crate) cursor: Option<String>,
    /// The prompt
    #[arg(long, value_name = "NAME", help_heading = "Call")]
    pub(crate) prompt_name: Option<String>,
    /// An argument of the prompt
    #[arg(long, alias = "prompt-arg", value_name = "K=V", help_heading = "Call")]
    pub(crate) prompt_args: Vec<String>,
    /// The skill to load, if the server lists just one of that name
    #[arg(long, value_name = "NAME", help_heading = "Call")]
    pub(crate) skill_name: Option<String>,
    /// The argument to complete, and what is typed of it so far
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Call")]
    pub(crate) complete: Option<String>,
    /// From which severity on the server should log; without it debug, set when the connection is made
    #[arg(long, value_name = "LEVEL", value_parser = read_level, help_heading = "Call")]
    pub(crate) log_level: Option<mcp_inspector_engine::LogLevel>,
    /// The task of a `tasks/…` method
    #[arg(long, value_name = "ID", help_heading = "Call")]
    pub(crate) task_id: Option<String>,
    /// What `tasks/update` answers, by the names of the task's questions
    #[arg(long, value_name = "JSON|@FILE|-", help_heading = "Call")]
    pub(crate) input_responses: Option<String>,
    /// Ask the server to make a task of the call, and follow it to its end
    #[arg(long, help_heading = "Call")]
    pub(crate) as_task: bool,
    /// How long the server should keep the result of the task
    #[arg(long, value_name = "SPAN", value_parser = span::read, requires = "as_task", help_heading = "Call")]
    pub(crate) task_ttl: Option<Duration>,
    /// When the call becomes a task, print the task and do not wait for it
    #[arg(long, help_heading = "Call")]
    pub(crate) detach: bool,
    /// A root to show to the server, a directory or a `file://` URI
    #[arg(long, value_name = "DIR|URI", help_heading = "Call")]
    pub(crate) root: Vec<String>,
    /// Metadata for any request (`_meta`)
    #[arg(long, value_name = "K=V", help_heading = "Call")]
    pub(crate) metadata: Vec<String>,
    /// Metadata for the tool call, on top of `--metadata`
    #[arg(long, value_name = "K=V", help_heading = "Call")]
    pub(crate) tool_metadata: Vec<String>,
    /// Send it even if capabilities, revision or the tool's schema speak against it
    #[arg(long, help_heading = "Call")]
    pub(crate) force: bool,

    /// Use only tokens that are stored; without one, fail at once and say how to log in
    #[arg(long, help_heading = "Login")]
    pub(crate) stored_auth_only: bool,
    /// Send the token in this variable of the environment
    #[arg(long, value_name = "VAR", help_heading = "Login")]
    pub(crate) access_token_env: Option<String>,
    /// Open no browser: print the URL to log in at, and wait
    #[arg(long, help_heading = "Login")]
    pub(crate) no_open: bool,
    /// Read the URL that the browser ends at from stdin, when the browser is on another machine
    #[arg(long, help_heading = "Login")]
    pub(crate) paste: bool,
    /// Log in again, whatever is stored
    #[arg(long, help_heading = "Login")]
    pub(crate) relogin: bool,
    /// `auth/logout` also forgets the client that was registered, unless other tokens need it
    #[arg(long, help_heading = "Login")]
    pub(crate) forget_client: bool,
    /// How long to wait for the user [default: 5m] [env: MCPI_AUTH_TIMEOUT]
    #[arg(long, alias = "wait-for-auth", value_name = "SPAN", value_parser = span::read, help_heading = "Login")]
    pub(crate) auth_timeout: Option<Duration>,
    /// The id of a client that is registered at the authorization server
    #[arg(long, value_name = "ID", help_heading = "Login")]
    pub(crate) client_id: Option<String>,
    /// The variable of the environment that has the client's secret
    #[arg(long, value_name = "VAR", requires = "client_id", help_heading = "Login")]
    pub(crate) client_secret_env: Option<String>,
    /// The URL of a client metadata document, for authorization servers that take one as id
    #[arg(long, value_name = "URL", help_heading = "Login")]
    pub(crate) client_metadata_url: Option<String>,
    /// Where the browser comes back to, on this machine; the client must be registered with it
    #[arg(long, value_name = "URL", help_heading = "Login")]
    pub(crate) callback_url: Option<String>,
    /// The scopes to ask for, instead of those that the server names
    #[arg(long, value_name = "SCOPES", help_heading = "Login")]
    pub(crate) scope: Option<String>,
    /// The authorization server to use when the server names several
    #[arg(long, value_name = "URL", help_heading = "Login")]
    pub(crate) issuer: Option<String>,
    /// Go to private addresses that the metadata of a public server names
    #[arg(long, help_heading = "Login")]
    pub(crate) allow_private_hosts: bool,
    /// Take an issuer that differs from its metadata by a slash at the end
    #[arg(long, help_heading = "Login")]
    pub(crate) allow_issuer_slash: bool,

    /// Run the steps of this file on one connection
    #[arg(long, value_name = "FILE|-", help_heading = "Scripts and asks")]
    pub(crate) script: Option<String>,
    /// Answer what the server asks (sampling, elicitation, roots) by the rules of this file
    #[arg(long, value_name = "FILE|-", help_heading = "Scripts and asks")]
    pub(crate) answers: Option<String>,
    /// An ask that no rule answers fails the run; without `--answers`, every ask
    #[arg(long, help_heading = "Scripts and asks")]
    pub(crate) answers_strict: bool,
    /// Stay connected for this long after the call, and show what arrives
    #[arg(long, value_name = "SPAN", value_parser = span::read, help_heading = "Scripts and asks")]
    pub(crate) watch: Option<Duration>,

    /// Print the envelope: result or error, logs, asks, notifications, stderr, findings
    #[arg(long, help_heading = "Output")]
    pub(crate) structured: bool,
    /// `text` is the bare result over several lines, `json` is `{"result":…}` on one; an envelope too fits on one
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: Format,
    /// Write the result to this file and not to stdout; a new file is readable by you alone
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// `raw` writes the text or the decoded bytes of a result with a single content block
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) output_format: Option<OutputFormat>,
    /// Keep everything that went over the wire in this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) record: Option<PathBuf>,
    /// Write how the steps of a script ended to this file, as JUnit XML
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) junit: Option<PathBuf>,
    /// Fail when the server breaks a rule of the specification of the level MUST
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
    /// Fail when a tool reports an error in its result
    #[arg(long, help_heading = "Output")]
    pub(crate) fail_on_error: bool,
    /// Which exit codes to use; see `--help exit-codes` [env: MCPI_EXIT_CODES]
    #[arg(long, value_name = "CONTRACT", default_value = "simple", help_heading = "Output")]
    pub(crate) exit_codes: Contract,
    /// No talk on stderr: no logs, no stderr of the server, no remarks
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Print the JSON Schemas of envelope, script and answers, or of one of them
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "all", help_heading = "Other")]
    pub(crate) print_schema: Option<SchemaName>,
    /// Print the completions for a shell
    #[arg(long, value_name = "SHELL", help_heading = "Other")]
    pub(crate) completion: Option<Shell>,
    /// Print help; `-h` on one screen, `--help TOPIC` about exit-codes, examples, script, answers, arguments or an error code
    #[arg(short, long, value_name = "TOPIC", num_args = 0..=1, default_missing_value = "", help_heading = "Other")]
    pub(crate) help: Option<String>,
    /// Print the version
    #[arg(short = 'V', long, help_heading = "Other")]
    pub(crate) version: bool,
}

/// How to reach a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TransportKind {
    /// A process: messages are lines on its stdin and stdout
    Stdio,
    /// Streamable HTTP
    #[value(alias = "streamable-http", alias = "streamableHttp")]
    Http,
    /// HTTP+SSE of 2024-11-05
    Sse,
}

/// How a result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Indented
    Text,
    /// On one line
    Json,
}

/// What is written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// What stdout would get
    Json,
    /// What the one content block holds
    Raw,
}

/// A schema that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaName {
    /// All of them, by name
    All,
    /// What `--structured` prints
    Envelope,
    /// What `--script` reads
    Script,
    /// What `--answers` reads
    Answers,
}

/// A shell with completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// A severity by its name.
pub(crate) fn read_level(text: &str) -> Result<mcp_inspector_engine::LogLevel, String> {
    serde_json::from_value(text.into()).map_err(|_| {
        format!("`{text}` is no level: use debug, info, notice, warning, error, critical, alert or emergency")
    })
}
