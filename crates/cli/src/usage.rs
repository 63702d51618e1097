//! What clap says about flags it cannot parse, in our words and with a way out.

use crate::failure::Failure;
use crate::flags::Flags;
use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use mcp_inspector_engine::core::nearest::nearest;

/// Flags of the official Inspector that have no twin here.
const OFFICIAL_ONLY: [&str; 22] = [
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
    "--client-id",
    "--client-secret",
    "--client-metadata-url",
    "--callback-url",
    "--use-stored-auth",
    "--stored-auth-only",
    "--relogin",
    "--no-revoke",
    "--wait-for-auth",
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
        ErrorKind::MissingRequiredArgument => {
            let other = words.iter().find_map(|word| match word.as_str() {
                "--task-ttl" => Some("`--task-ttl`"),
                "--output-format" => Some("`--output-format`"),
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
    let command = Flags::command();
    let argument = command.get_arguments().find(|argument| argument.get_long() == flag.strip_prefix("--"))?;
    let name = argument.get_env()?;
    let is_typed = words.iter().any(|word| word == flag || word.starts_with(&format!("{flag}=")));
    let is_set = std::env::var_os(name).is_some_and(|set| set == value);
    (is_set && !is_typed).then(|| name.to_string_lossy().into_owned())
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

fn unknown(flag: &str, words: &[String]) -> Failure {
    if OFFICIAL_ONLY.contains(&flag) {
        return Failure::usage(format!(
            "`{flag}` is a flag of the official Inspector that this one does not have"
        ))
        .with_hint("leave it out; `-h` shows what there is");
    }
    let failure = Failure::usage(format!("there is no flag `{flag}`"));
    if let Some(meant) = meant(flag) {
        return failure.with_hint(format!("did you mean `{meant}`? a flag of the server goes behind `--`"));
    }
    // A word in front of it that is nobody's value begins the server's command line.
    let at = words.iter().position(|word| word == flag || word.starts_with(&format!("{flag}=")));
    let before = at.and_then(|at| at.checked_sub(1)).and_then(|before| words.get(before));
    let example = before.filter(|word| !word.starts_with('-')).map_or("COMMAND", |word| word.as_str());
    failure.with_hint(format!(
        "if it is for the server, put the whole server behind `--`: … -- {example} {flag}"
    ))
}
