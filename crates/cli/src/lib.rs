//! The command line face: one call, or a script of them, for pipelines, agents and people.
//!
//! stdout is data, stderr is talk. Flags are in `flags.rs`, methods in `methods.rs`, exit numbers in
//! `exit.rs`; `job.rs` reads and checks everything before anything is connected, `run.rs` does it.

mod asked;
mod auth;
mod backend;
mod call;
mod content;
mod discover;
mod envelope;
mod exit;
mod expectation;
mod failure;
mod flags;
mod happened;
mod help;
mod interrupt;
mod job;
mod login;
mod methods;
mod outlet;
mod percent;
mod print;
mod run;
mod script;
mod servers;
mod skill;
mod source;
mod span;
mod step;
mod talk;
mod target;
mod tool;
mod usage;
mod words;

use clap::{CommandFactory as _, Parser as _};
use envelope::Envelope;
use exit::Exit;
use failure::Failure;
use flags::Flags;
use job::{Job, Output, Shape};
use methods::Kind;
use outlet::Outlet;
use std::ffi::OsString;
use words::Glimpse;

/// Whether the words of the command line (without the program) want this face.
pub fn is_wanted(words: &[OsString]) -> bool {
    words.iter().take_while(|word| *word != "--").any(|word| word == "--cli")
}

/// Runs the face with the words of the command line (without the program), and gives the exit number.
pub fn main(words: Vec<OsString>) -> u8 {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let with_twins = words::with_twins(&words, |name| std::env::var(name).ok());
    let glimpse = Glimpse::of(&with_twins);
    if let Some(text) = help::asked_for(&words) {
        return shown(text, glimpse);
    }
    let typed = words;
    let words = words::spread_pairs(with_twins);
    let program = std::iter::once("mcp-inspector".to_owned());
    let flags = match Flags::try_parse_from(program.chain(words.iter().cloned())) {
        Ok(flags) => flags,
        Err(error) => return refused(&usage::failure(&error, &typed), glimpse),
    };
    if flags.version {
        return shown(Ok(format!("mcp-inspector {}\n", env!("CARGO_PKG_VERSION"))), glimpse);
    }
    if let Some(which) = flags.print_schema {
        return shown(Ok(help::schema(which)), glimpse);
    }
    if let Some(shell) = flags.completion {
        return shown(Ok(help::completion(shell).to_owned()), glimpse);
    }
    if let Some(exit) = from_config(&flags) {
        return exit;
    }
    if let Some(method) = auth::Method::of(&flags) {
        return in_runtime(glimpse, auth::run(method, flags));
    }
    let job = match Job::read(&flags) {
        Ok(job) => job,
        Err(failure) => {
            let outlet = Outlet::new(Output::of(&flags));
            outlet.refuse(flags.method.as_deref().unwrap_or_default(), &failure);
            return outlet.exit(Some(&failure)).number(flags.exit_codes);
        }
    };
    in_runtime(glimpse, run::run(job))
}

/// Carries something out that gives the exit number.
fn in_runtime(glimpse: Glimpse, run: impl Future<Output = u8>) -> u8 {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            return refused(&Failure::usage(format!("the runtime does not start: {error}")), glimpse);
        }
    };
    let number = runtime.block_on(run);
    // A thread that waits for someone to read must not hold up the end.
    runtime.shutdown_background();
    number
}

/// The command as clap knows it, for the man page and the completions.
pub fn command() -> clap::Command {
    Flags::command()
}

/// Flags that take any text, and what is usually given: for the completions.
pub fn values() -> Vec<(&'static str, Vec<&'static str>)> {
    let methods = methods::METHODS.iter().map(|method| method.name).collect();
    let revisions = mcp_inspector_engine::Revision::ALL.iter().map(|revision| revision.as_str());
    let levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
    vec![
        ("method", methods),
        ("era", ["auto", "legacy", "modern"].into_iter().chain(revisions).collect()),
        ("log_level", levels.to_vec()),
        ("help", vec!["exit-codes", "examples", "script", "answers", "arguments"]),
    ]
}

/// What the man page says besides the flags: texts that begin with their title.
pub fn topics() -> Vec<String> {
    help::topics()
}

/// What the config file alone can answer.
fn from_config(flags: &Flags) -> Option<u8> {
    let name = flags.method.as_deref()?;
    let method = methods::method(name).filter(|method| method.kind == Kind::Config)?;
    let outlet = Outlet::new(Output::of(flags));
    let is_named = flags.server.is_some() || !flags.target.is_empty();
    let result = match method.name {
        "servers/show" if !is_named => Err(Failure::usage("`servers/show` needs `--server`")
            .with_hint("`--method servers/list` shows what there is")),
        "servers/show" => servers::show(flags),
        _ => servers::list(flags),
    };
    Some(told(name, &outlet, result).number(flags.exit_codes))
}

/// Prints what came of something that was no call.
fn told(name: &str, outlet: &Outlet, result: Result<mcp_inspector_engine::Raw, Failure>) -> Exit {
    match result {
        Ok(result) => {
            let envelope = Envelope::done(name, result);
            printed(outlet, &envelope, None)
        }
        Err(failure) => {
            outlet.refuse(name, &failure);
            outlet.exit(Some(&failure))
        }
    }
}

/// Prints an envelope; how the run ends unless that fails is known by `failure`.
fn printed(outlet: &Outlet, envelope: &Envelope, failure: Option<&Failure>) -> Exit {
    let written =
        outlet.writing(envelope).and_then(|writing| writing.map_or(Ok(()), |writing| outlet.write(&writing)));
    match written {
        Ok(()) => outlet.exit(failure),
        Err(unwritten) => {
            print::failure(&unwritten);
            outlet.exit(Some(&unwritten))
        }
    }
}

/// Prints a text that was asked for instead of a run.
fn shown(text: Result<String, Failure>, glimpse: Glimpse) -> u8 {
    match text {
        Ok(text) => match print::data(&text) {
            Ok(()) => Exit::Done.number(glimpse.contract),
            Err(error) => {
                print::remark(&format!("error: could not write to stdout: {error}\n"));
                Exit::Validation.number(glimpse.contract)
            }
        },
        Err(failure) => refused(&failure, glimpse),
    }
}

/// What failed before the flags were known.
fn refused(failure: &Failure, glimpse: Glimpse) -> u8 {
    let shape = match glimpse {
        Glimpse { script: true, .. } => Shape::Script,
        Glimpse { structured: true, .. } => Shape::Structured,
        Glimpse { json: true, .. } => Shape::Json,
        _ => Shape::Text,
    };
    let output = Output {
        shape,
        file: None,
        is_raw: false,
        is_compact: glimpse.json,
        quiet: false,
        contract: glimpse.contract,
        fail_on_error: false,
    };
    Outlet::new(output).refuse("", failure);
    Exit::of(&failure.fault).number(glimpse.contract)
}
