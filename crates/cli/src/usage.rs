//! What clap says about flags it cannot parse, in our words and with a way out.

use crate::failure::Failure;
use crate::flags::Flags;
use crate::words::TWINS;
use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use mcp_inspector_engine::core::nearest::nearest;

/// Flags of the official Inspector that have no twin here.
const OFFICIAL_ONLY: [&str; 16] = [
    "--app-info",
    "--advertise-apps",
    "--verify",
    "--require-digests",
    "--skill-catalog-max-skills",
    "--skill-catalog-max-bytes",
    "--load",
    "--load-concurrency",
    "--load-duration",
    "--load-requests",
    "--load-rate",
    "--client-config",
    "--client-secret",
    "--use-stored-auth",
    "--no-revoke",
    "--rename",
];

/// The failure that a clap error is.
pub(crate) fn failure(error: &clap::Error, words: &[String]) -> Failure {
    let of = |kind| {
        error.get(kind).map(|value| match value {
            ContextValue::Strings(many) => many.join(", "),
            ContextValue::StyledStrs(many) => {
                many.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            }
            other => other.to_string(),
        })
    };
    let argument = of(ContextKind::InvalidArg).unwrap_or_default();
    let value = of(ContextKind::InvalidValue).unwrap_or_default();
    // clap adds the name of the value.
    let flag = argument.split_whitespace().next().unwrap_or_default();
    let flag = variable(flag, &value, words).unwrap_or_else(|| flag.to_owned());
    match error.kind() {
        ErrorKind::UnknownArgument => unknown(&argument, words),
        ErrorKind::InvalidValue if value.is_empty() => Failure::usage(format!("`{flag}` needs a value")),
        ErrorKind::InvalidValue => {
            let known = of(ContextKind::ValidValue).map(|known| format!("use one of: {known}"));
            let failure = Failure::usage(format!("`{flag}` cannot be `{value}`"));
            known.map_or(failure.clone(), |known| failure.with_hint(known))
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            Failure::usage(format!("`{flag}`: {why}"))
        }
        ErrorKind::ArgumentConflict if of(ContextKind::PriorArg).is_none_or(|prior| prior == argument) => {
            Failure::usage(format!("`{flag}` is given twice"))
        }
        ErrorKind::TooManyValues => Failure::usage(format!("`{flag}` takes no value, not even `{value}`")),
        ErrorKind::MissingRequiredArgument => {
            let other = words.iter().find_map(|word| match word.as_str() {
                "--task-ttl" => Some("`--task-ttl`"),
                _ => None,
            });
            Failure::usage(format!("{} needs `{flag}`", other.unwrap_or("this")))
        }
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            Failure::usage(line.strip_prefix("error: ").unwrap_or(line))
        }
    }
}

/// The variable that stands for the flag, when the value comes from there and nobody typed it.
fn variable(flag: &str, value: &str, words: &[String]) -> Option<String> {
    let (name, _) = TWINS.iter().find(|(_, twin)| *twin == flag)?;
    let is_typed = words.iter().any(|word| word == flag || word.starts_with(&format!("{flag}=")));
    let is_set = std::env::var(name).is_ok_and(|set| set == value);
    (is_set && !is_typed).then(|| (*name).to_owned())
}

/// The flag that may be meant.
fn meant(flag: &str) -> Option<String> {
    let command = Flags::command();
    let known: Vec<String> = command
        .get_arguments()
        .filter_map(|argument| argument.get_long())
        .map(|name| format!("--{name}"))
        .collect();
    nearest(flag, &known)
}

/// Whether the word after this one belongs to it.
fn takes_value(word: &str) -> bool {
    let command = Flags::command();
    command.get_arguments().any(|argument| {
        let is_it = match (word.strip_prefix("--"), word.strip_prefix('-')) {
            (Some(long), _) => argument.get_long_and_visible_aliases().is_some_and(|all| all.contains(&long)),
            (None, Some(short)) => argument.get_short().is_some_and(|letter| short == letter.to_string()),
            (None, None) => false,
        };
        is_it && argument.get_action().takes_values()
    })
}

fn unknown(flag: &str, words: &[String]) -> Failure {
    if OFFICIAL_ONLY.contains(&flag) {
        return Failure::usage(format!(
            "`{flag}` is a flag of the official Inspector that this one does not have"
        ))
        .with_hint("leave it out; `-h` shows what there is");
    }
    let failure = Failure::usage(format!("there is no flag `{flag}`"));
    let command = command_before(flag, words);
    match (meant(flag), command.is_empty()) {
        (Some(meant), true) => {
            failure.with_hint(format!("did you mean `{meant}`? a flag of the server goes behind `--`"))
        }
        (Some(meant), false) => failure.with_hint(format!(
            "did you mean `{meant}`? a flag of the server goes behind `--`: … -- {command} {flag}"
        )),
        (None, is_alone) => {
            let command = if is_alone { "COMMAND" } else { &command };
            failure.with_hint(format!(
                "if it is for the server, put the whole server behind `--`: … -- {command} {flag}"
            ))
        }
    }
}

/// The words in front of a flag that are nobody's value: they begin the server's command line.
fn command_before(flag: &str, words: &[String]) -> String {
    let at = words.iter().position(|word| word == flag || word.starts_with(&format!("{flag}=")));
    let front = at.map(|at| &words[..at]).unwrap_or_default();
    let is_value = |at: usize| at > 0 && takes_value(&front[at - 1]);
    let is_command = |at: &usize| !front[*at].starts_with('-') && !is_value(*at);
    let count = (0..front.len()).rev().take_while(is_command).count();
    front[front.len() - count..].join(" ")
}
