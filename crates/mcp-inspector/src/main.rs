//! The binary: reads the command line and starts what was asked for.
//!
//! The command line face or the terminal face when its flag is there, the demo server when it is named, and
//! else the backend.

use anyhow::Context;
use clap::error::ErrorKind;
use clap::{Parser, Subcommand, ValueEnum};
use mcp_inspector_demo::{Eras, HttpDemo};
use std::process::ExitCode;

/// Shows, drives, tests and diagnoses MCP servers
///
/// Without a command it starts the backend, connects to the server that is named, opens the page in a
/// browser, and runs until it is interrupted.
#[derive(Debug, Parser)]
#[command(
    name = "mcp-inspector",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "COMMAND",
    after_help = "mcp-inspector --cli calls servers from the command line: mcp-inspector --cli -h shows how\nmcp-inspector --tui is the whole inspector in the terminal: mcp-inspector --tui -h shows how"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    backend: mcp_inspector_server::Flags,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the built-in demo server, on stdin and stdout or over HTTP
    Demo {
        /// Serve Streamable HTTP on this port of the loopback address; 0 takes any free one
        #[arg(long, value_name = "PORT")]
        http: Option<u16>,
        /// Serve only revisions of this era
        #[arg(long, value_name = "ERA")]
        only: Option<Era>,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Era {
    /// 2025-11-25 and older, which begin with `initialize`
    Legacy,
    /// 2026-07-28, which has no handshake
    Modern,
}

fn eras(only: Option<Era>) -> Eras {
    match only {
        None => Eras::Both,
        Some(Era::Legacy) => Eras::Legacy,
        Some(Era::Modern) => Eras::Modern,
    }
}

fn main() -> ExitCode {
    let words: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    if mcp_inspector_cli::is_wanted(&words) {
        return ExitCode::from(mcp_inspector_cli::main(words));
    }
    if mcp_inspector_tui::is_wanted(&words) {
        return ExitCode::from(mcp_inspector_tui::main(words));
    }
    let arguments = Arguments::try_parse().unwrap_or_else(|error| {
        let hint = match error.kind() {
            ErrorKind::UnknownArgument => {
                "the flags of the command line face need `--cli` in front, those of a server stand behind `--`"
            }
            _ => error.exit(),
        };
        eprintln!("{error}\nhint: {hint}");
        std::process::exit(2);
    });
    let Some(command) = arguments.command else {
        return ExitCode::from(mcp_inspector_server::main(&arguments.backend));
    };
    match run(&command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = runtime.block_on(async {
        match *command {
            Command::Demo { http: None, only } => Ok(mcp_inspector_demo::serve_stdio_in(eras(only)).await?),
            Command::Demo { http: Some(port), only } => serve_http(port, eras(only)).await,
        }
    });
    // A read of stdin cannot be cancelled; whatever is still in it must not hold up the end.
    runtime.shutdown_background();
    ended
}

async fn serve_http(port: u16, eras: Eras) -> anyhow::Result<()> {
    let demo = HttpDemo::bind(port)
        .await
        .with_context(|| format!("cannot serve on port {port}; `--http 0` takes any free one"))?;
    println!("the demo server listens at {}", demo.url());
    demo.only(eras)
        .serve_until(async {
            // Without a signal handler there is nothing to wait for but being killed.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        })
        .await?;
    Ok(())
}
