//! Help: one screen for `-h`, everything for `--help`, and pages about single topics.

pub(crate) mod errors;

use crate::exit::{Contract, TABLE};
use crate::failure::Failure;
use crate::flags::{Flags, SchemaName, Shell};
use crate::words::TWINS;
use clap::CommandFactory as _;
use std::fmt::Write as _;

const SHORT: &str = include_str!("help/short.txt");
const EXAMPLES: &str = include_str!("help/examples.txt");
const SCRIPT: &str = include_str!("help/script.txt");
const ANSWERS: &str = include_str!("help/answers.txt");
const ARGUMENTS: &str = include_str!("help/arguments.txt");

const DEMO: &str = "The demo server\n\n  mcp-inspector demo [--http PORT] [--only legacy|modern]\n\n\
    A server with one of everything, on stdin and stdout or at http://127.0.0.1:PORT/mcp.\n";

const ENVELOPE_SCHEMA: &str = include_str!("../schema/envelope.schema.json");
const SCRIPT_SCHEMA: &str = include_str!("../schema/script.schema.json");
const ANSWERS_SCHEMA: &str = include_str!("../schema/answers.schema.json");

/// The help that the words ask for, if they do.
pub(crate) fn asked_for(words: &[String]) -> Option<Result<String, Failure>> {
    let mut ours = words.iter().take_while(|word| *word != "--").map(String::as_str).peekable();
    while let Some(word) = ours.next() {
        match word {
            "-h" => return Some(Ok(SHORT.to_owned())),
            "--help" => return Some(ours.peek().map_or_else(|| Ok(long()), |word| topic(word))),
            _ => {
                if let Some(name) = word.strip_prefix("--help=") {
                    return Some(topic(name));
                }
            }
        }
    }
    None
}

fn topic(name: &str) -> Result<String, Failure> {
    match name {
        "exit-codes" => Ok(exit_codes()),
        "examples" => Ok(EXAMPLES.to_owned()),
        "script" => Ok(SCRIPT.to_owned()),
        "answers" => Ok(ANSWERS.to_owned()),
        "arguments" => Ok(ARGUMENTS.to_owned()),
        code if errors::code(code).is_some() => Ok(errors::code(code).map(errors::page).unwrap_or_default()),
        // A flag or a target in passing: the whole help is what is wanted.
        other if other.starts_with('-') || !other.chars().all(|c| c.is_ascii_lowercase() || c == '-') => {
            Ok(long())
        }
        other => Err(Failure::usage(format!("there is no help about `{other}`"))
            .with_hint("topics are exit-codes, examples, script, answers, arguments, and every error code")),
    }
}

/// The whole help.
pub(crate) fn long() -> String {
    let mut command = Flags::command();
    format!("{}\n{EXAMPLES}\n{}", command.render_long_help(), exit_codes())
}

/// Every page that is not about flags.
pub(crate) fn topics() -> Vec<String> {
    let texts = [EXAMPLES, ARGUMENTS, SCRIPT, ANSWERS].map(str::to_owned);
    texts.into_iter().chain([exit_codes(), environment(), DEMO.to_owned()]).collect()
}

/// The variables that stand for flags.
fn environment() -> String {
    let mut text = "Environment\n\n".to_owned();
    for (name, flag) in TWINS {
        _ = writeln!(text, "  {name:<22} {flag}, unless the flag is given; empty is as if it were not set");
    }
    text += "  NO_COLOR               no colours\n";
    text
}

/// The numbers and what they mean.
pub(crate) fn exit_codes() -> String {
    let mut text = "Exit codes\n\n".to_owned();
    text +=
        "By default there are two: 0 when everything was done, 1 when it was not. A tool that reports an\n";
    text += "error (`isError`) has answered, so that is 0, unless --fail-on-error is given.\n\n";
    text += "--exit-codes classified gives each class of failure a number, and a tool's error counts:\n\n";
    for (exit, meaning) in TABLE {
        _ = writeln!(text, "  {:>3}  {meaning}", exit.number(Contract::Classified));
    }
    text += "\nA script ends with the number of the first step that failed, whatever its onError is.\n";
    text += "Ctrl-C is 130, SIGTERM 143 and SIGHUP 129 in both. `error.category` of --structured says the same in words.\n";
    text
}

/// The JSON Schemas, or one of them.
pub(crate) fn schema(which: SchemaName) -> String {
    match which {
        SchemaName::Envelope => ENVELOPE_SCHEMA.to_owned(),
        SchemaName::Script => SCRIPT_SCHEMA.to_owned(),
        SchemaName::Answers => ANSWERS_SCHEMA.to_owned(),
        SchemaName::All => {
            let named =
                [("envelope", ENVELOPE_SCHEMA), ("script", SCRIPT_SCHEMA), ("answers", ANSWERS_SCHEMA)];
            let members: Vec<String> =
                named.iter().map(|(name, schema)| format!("\"{name}\": {}", schema.trim_end())).collect();
            format!("{{\n{}\n}}\n", members.join(",\n"))
        }
    }
}

/// The completions for a shell, made from the flags by `xtask`.
pub(crate) fn completion(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => include_str!("../generated/mcp-inspector.bash"),
        Shell::Zsh => include_str!("../generated/_mcp-inspector"),
        Shell::Fish => include_str!("../generated/mcp-inspector.fish"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_help_fits_on_one_screen() {
        assert!(SHORT.lines().count() <= 40, "{} lines", SHORT.lines().count());
        assert!(SHORT.lines().all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn help_is_found_in_front_of_the_servers_words_only() {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert!(asked_for(&words("--cli -h")).is_some());
        assert!(asked_for(&words("--cli --help exit-codes")).unwrap().unwrap().starts_with("Exit codes"));
        assert!(asked_for(&words("--cli --help nothing")).unwrap().is_err());
        assert!(asked_for(&words("--cli -- node --help")).is_none());
    }

    #[test]
    fn all_schemas_are_one_json_document() {
        let all: serde_json::Value = serde_json::from_str(&schema(SchemaName::All)).unwrap();
        assert_eq!(all["envelope"]["title"], "Envelope");
        assert!(all["script"].is_object() && all["answers"].is_object());
    }
}
