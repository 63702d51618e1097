//! The commands that can be typed after a colon: one table, and what is meant by a line.

use crate::fuzzy;

/// A command.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    /// What stands behind it.
    pub(crate) takes: &'static str,
    pub(crate) help: &'static str,
}

impl Command {
    /// It as it is typed, and what stands behind it.
    pub(crate) fn said(&self) -> String {
        format!("{} {}", self.name, self.takes).trim_end().to_owned()
    }

    /// Whether it does nothing without something behind it.
    fn needs(&self) -> bool {
        !self.takes.is_empty() && !self.takes.starts_with('[')
    }
}

const fn of(name: &'static str, takes: &'static str, help: &'static str) -> Command {
    Command { name, takes, help }
}

/// The table.
pub(crate) const COMMANDS: &[Command] = &[
    of("connect", "[COMMAND|URL]", "connect to a server: a command line or a URL, or the current one"),
    of("disconnect", "", "end the connection of the current server"),
    of("reconnect", "[ERA]", "connect the current server again; ERA is auto, legacy, modern or a revision"),
    of("demo", "", "connect to the built-in demo server"),
    of("add", "", "add a server to the config file"),
    of("edit", "", "edit the current server in the config file"),
    of("remove", "", "remove the current server from the config file"),
    of("filter", "[QUERY]", "filter the timeline, such as method:tools/* status:error dur:>500ms"),
    of("level", "LEVEL", "from which level on the server logs: debug, info, notice, warning, error"),
    of("raw", "JSON", "send a frame exactly as it is typed"),
    of("call", "METHOD [PARAMS]", "make any request"),
    of("roots", "[URI...]", "what the server may work in: file:// URIs"),
    of("refresh", "", "fetch the lists again"),
    of("record", "FILE", "write the session to a file: what is known of it so far, and what follows"),
    of("stop-recording", "", "no longer write the session to a file"),
    of("open", "FILE", "open a recording, read-only"),
    of("save", "FILE", "save what is looked at to a file"),
    of(
        "test",
        "save FILE",
        "add the call that is looked at to a script for `mcp-inspector --cli --script FILE`",
    ),
    of("paste", "URL", "give the URL at which the browser ended after a login"),
    of("tokens", "", "show what is stored about logins at the current server"),
    of("logout", "", "forget the login at the current server, and give its tokens back"),
    of("inbox", "", "what the server asks"),
    of("always", "[decline]", "answer the open ask, or decline it, and all that are alike from now on"),
    of("forget", "NUMBER", "no longer answer by that rule"),
    of("help", "", "the keys"),
    of("quit", "", "quit"),
];

/// The command that a line begins with, and the rest of it. A beginning that fits only one is enough.
pub(crate) fn parse(line: &str) -> Result<(&'static str, &str), String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let named: Vec<&Command> = COMMANDS.iter().filter(|command| command.name.starts_with(word)).collect();
    let exact = named.iter().find(|command| command.name == word);
    let command = match (exact, &named[..]) {
        (Some(command), _) | (None, [command]) => *command,
        // What most mean by it.
        (None, _) if word == "q" => return Ok(("quit", rest)),
        (None, []) => match fitting(word)[..] {
            [only] => only,
            _ => return Err(unknown(word)),
        },
        (None, several) => {
            let names: Vec<&str> = several.iter().map(|command| command.name).collect();
            return Err(format!("`{word}` could be {}", names.join(", ")));
        }
    };
    // Something else was meant, and letters that happen to fit must not end a connection.
    if command.takes.is_empty() && !rest.is_empty() {
        let is_named = command.name.starts_with(word);
        return Err(if is_named {
            format!("`{}` takes nothing behind it, and there is `{rest}`", command.name)
        } else {
            unknown(word)
        });
    }
    Ok((command.name, rest))
}

fn unknown(word: &str) -> String {
    format!("there is no command `{word}`; `:help` shows the keys")
}

/// What Tab makes of a line: the name it begins or the word behind it, as far as that is clear. `known` has the
/// words that can stand behind a command.
pub(crate) fn complete(line: &str, known: impl Fn(&str, &str) -> Vec<String>) -> Option<String> {
    if let Some((word, rest)) = line.split_once(char::is_whitespace) {
        let (name, rest) = (parse(word).ok()?.0, rest.trim_start());
        let words: Vec<String> = known(name, rest).into_iter().filter(|one| one.starts_with(rest)).collect();
        return Some(format!("{name} {}", common(&words)?));
    }
    let named: Vec<String> = COMMANDS
        .iter()
        .filter(|command| command.name.starts_with(line))
        .map(|command| command.name.to_owned())
        .collect();
    match named.len() {
        // Nothing begins so: what fits best is meant.
        0 => fitting(line).first().map(|command| format!("{} ", command.name)),
        1 => named.first().map(|name| format!("{name} ")),
        _ => common(&named),
    }
}

/// What some words have in common at their beginning.
fn common(words: &[String]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    Some(rest.iter().fold(first.clone(), |common, other| {
        common.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    }))
}

/// The commands whose letters are in a word, in their order: those that begin with it, then the best first.
fn fitting(word: &str) -> Vec<&'static Command> {
    let mut fits: Vec<(bool, i64, &Command)> = COMMANDS
        .iter()
        .filter_map(|command| {
            let score = if word.is_empty() { 0 } else { fuzzy::score(word, command.name)? };
            Some((!command.name.starts_with(word), -score, command))
        })
        .collect();
    // In the order of the table where letters do not decide.
    fits.sort_by_key(|(is_inside, score, _)| (*is_inside, if *is_inside { *score } else { 0 }));
    fits.into_iter().map(|(_, _, command)| command).collect()
}

/// The commands that a line could mean, the best first.
pub(crate) fn offered(line: &str) -> Vec<&'static Command> {
    fitting(line.split_whitespace().next().unwrap_or_default())
}

/// What Enter makes of a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    /// It is carried out.
    Line(String),
    /// It needs something behind it first.
    Begun(String),
}

/// What Enter makes of a line: what it says, or what was picked from the list of what it could mean. A line that is
/// no command means the first of them.
pub(crate) fn meant(line: &str, picked: Option<usize>) -> Meant {
    let word = line.split_whitespace().next().unwrap_or_default();
    let rest = line.trim_start().strip_prefix(word).unwrap_or_default();
    let is_clear = word.is_empty() || parse(word).is_ok();
    let place = picked.or((!is_clear).then_some(0));
    match place.and_then(|place| offered(line).get(place).copied()) {
        Some(command) if command.needs() && rest.trim().is_empty() => {
            Meant::Begun(format!("{} ", command.name))
        }
        Some(command) => Meant::Line(format!("{}{rest}", command.name)),
        None => Meant::Line(line.to_owned()),
    }
}

/// The table for the manual, in Markdown.
pub fn commands() -> String {
    let rows = COMMANDS
        .iter()
        .map(|command| format!("| `:{}` | {} |", command.said().replace('|', "\\|"), command.help));
    format!("| command | what it does |\n|---|---|\n{}\n", rows.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_beginning_is_enough_and_an_unclear_one_is_told() {
        assert_eq!(parse("lev debug"), Ok(("level", "debug")));
        assert_eq!(parse("q"), Ok(("quit", "")));
        assert_eq!(parse("raw  {\"a\": 1}"), Ok(("raw", "{\"a\": 1}")));
        assert_eq!(parse("re"), Err("`re` could be reconnect, remove, refresh, record".to_owned()));
        assert!(parse("xyz").is_err());
        assert_eq!(parse("set theme=light"), Err(unknown("set")), "its letters are in `disconnect`");
        assert_eq!(
            parse("disconnect now"),
            Err("`disconnect` takes nothing behind it, and there is `now`".to_owned())
        );
    }

    #[test]
    fn tab_completes_as_far_as_it_is_clear() {
        let words = |name: &str, _: &str| match name {
            "level" => vec!["debug".to_owned(), "info".to_owned()],
            "connect" => vec!["demo one".to_owned(), "demo two".to_owned()],
            _ => Vec::new(),
        };
        let complete = |line| complete(line, words);
        assert_eq!(complete("le").as_deref(), Some("level "));
        assert_eq!(complete("rec").as_deref(), Some("reco"));
        assert_eq!(complete("level d").as_deref(), Some("level debug"));
        assert_eq!(complete("con d").as_deref(), Some("connect demo "));
        assert_eq!(complete("level x"), None);
        assert_eq!(complete("zz"), None);
    }

    #[test]
    fn letters_inside_of_a_name_find_it() {
        assert_eq!(offered("cord").first().map(|command| command.said()).as_deref(), Some("record FILE"));
        assert_eq!(complete("stprec", |_, _| Vec::new()).as_deref(), Some("stop-recording "));
        assert_eq!(parse("stprec"), Ok(("stop-recording", "")));
        assert_eq!(offered("re")[0].said(), "reconnect [ERA]");
    }

    #[test]
    fn enter_takes_the_best_where_a_line_is_no_command() {
        let line = |text: &str| Meant::Line(text.to_owned());
        assert_eq!(meant("re", None), line("reconnect"));
        assert_eq!(meant("re legacy", None), line("reconnect legacy"));
        assert_eq!(meant("cord", None), Meant::Begun("record ".to_owned()));
        assert_eq!(meant("cord a.jsonl", None), line("record a.jsonl"));
        // What is clear stays as it is, also what nobody knows.
        for clear in ["lev debug", "q", "save", "", "xyz"] {
            assert_eq!(meant(clear, None), line(clear));
        }
        assert_eq!(meant("re", Some(2)), line("refresh"));
        assert_eq!(meant("", Some(1)), line("disconnect"));
    }
}
