//! The behaviours `testkit-server` knows: their names, arguments and meaning.
//!
//! One table is the enum, the command line and the help text at once, so none
//! of them can forget a behaviour. What a behaviour does is in `stdio/`.

use std::path::PathBuf;
use std::str::FromStr;

/// One row of the table, as `testkit-server --list` prints it.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The name on the command line.
    pub name: &'static str,
    /// The names of its arguments, in order.
    pub arguments: &'static [&'static str],
    /// What the server does differently.
    pub description: &'static str,
}

/// Each row: name, variant, arguments with their defaults (`None`: required), meaning.
macro_rules! behaviours {
    ($(
        $name:literal $variant:ident
        $({ $($field:ident: $type:ty = $default:expr),+ })?
        $description:literal;
    )+) => {
        /// What a stdio server does differently from a well-behaved one.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Behaviour {
            $(
                #[doc = $description]
                $variant $({
                    $(
                        #[doc = concat!("Argument `", stringify!($field), "`.")]
                        $field: $type
                    ),+
                })?
            ),+
        }

        impl Behaviour {
            /// Every behaviour, in the order of the table.
            pub const ALL: &[Entry] = &[
                $(Entry {
                    name: $name,
                    arguments: &[$($(stringify!($field)),+)?],
                    description: $description,
                }),+
            ];

            /// Reads a behaviour from its name and arguments; the error is for a person.
            pub fn parse(name: &str, arguments: &[String]) -> Result<Self, String> {
                let mut rest = arguments.iter();
                let behaviour = match name {
                    $(
                        $name => Self::$variant $({
                            $($field: argument(stringify!($field), rest.next(), $default)?),+
                        })?,
                    )+
                    _ => return Err(format!("no behaviour is called `{name}`")),
                };
                match rest.next() {
                    Some(extra) => Err(format!("`{name}` does not take `{extra}`")),
                    None => Ok(behaviour),
                }
            }
        }
    };
}

behaviours! {
    "well-behaved" WellBehaved
        "does everything right";
    "junk-before" JunkBefore
        "three junk lines on stdout before anything: text, invalid UTF-8, a JSON log object";
    "junk-between" JunkBetween
        "a junk line before each answer";
    "missing-jsonrpc" MissingJsonrpc { method: String = every_method() }
        "answers (to METHOD, or to all) lack the `jsonrpc` member";
    "result-and-error" ResultAndError
        "tools/call is answered with both a result and an error";
    "wrong-id" WrongId
        "tools/call is answered under its id plus 1000 and under no other";
    "string-id" StringId { method: String = every_method() }
        "answers (to METHOD, or to all) carry the id as a string: \"1\" for 1";
    "null-id-error" NullIdError
        "tools/call is answered with an error whose id is null";
    "duplicate-answer" DuplicateAnswer
        "each tools/call is answered twice";
    "late-answer" LateAnswer
        "tools/call is answered only once the client has cancelled it";
    "batch" Batch
        "tools/list is answered by a JSON array: a log notification and the response";
    "huge-line" HugeLine { bytes: usize = Some(20 << 20) }
        "tools/call is answered by a line of BYTES bytes, newline not counted; 20 MiB unless told";
    "half-frame-then-exit" HalfFrameThenExit
        "tools/call gets half an answer without newline, then exit 3";
    "exit-before-first-frame" ExitBeforeFirstFrame
        "25 lines on stderr, then exit 7 without reading anything";
    "exit-on-discover" ExitOnDiscover
        "exit 5 when server/discover arrives";
    "never-answers" NeverAnswers
        "reads and never writes";
    "initialize-only" InitializeOnly
        "answers initialize and nothing after it";
    "flood-notifications" FloodNotifications { count: u64 = Some(10_000) }
        "tools/call first brings COUNT log notifications (10000 unless told), as fast as possible";
    "flood-forever" FloodForever
        "tools/call brings log notifications without end, and no answer";
    "flood-stderr" FloodStderr { count: u64 = Some(10_000) }
        "tools/call first brings COUNT lines on stderr (10000 unless told)";
    "ignores-eof-and-sigterm" IgnoresEofAndSigterm
        "survives both; has a child that holds stdout open; prints both pids on stderr as JSON";
    "closes-stdout-stays-alive" ClosesStdoutStaysAlive
        "tools/call makes it close stdout, then it lives on until stdin ends";
    "slow-start" SlowStart { ms: u64 = Some(1_000) }
        "waits MS milliseconds (1000 unless told) before it reads anything";
    "error-without-message" ErrorWithoutMessage
        "tools/call is answered with an error that has only a code";
    "error-string-code" ErrorStringCode
        "tools/call is answered with an error whose code is a string";
    "endless-cursor" EndlessCursor
        "tools/list always has a further page";
    "cyclic-cursor" CyclicCursor
        "tools/list gives the same nextCursor each time";
    "paged" Paged { pages: usize = Some(3) }
        "tools/list comes in PAGES pages (3 unless told)";
    "bad-tool" BadTool
        "tools/list has one good tool, one named 5 and one without inputSchema";
    "list-changes" ListChanges
        "after each tools/call there is one more tool, and list_changed says so";
    "updates" Updates
        "each tools/call changes test://counter and sends resources/updated for every subscribed URI";
    "asks" Asks
        "the tools sample, elicit, elicit_url, roots and ping ask that of the client and return its answer";
    "asks-then-cancels" AsksThenCancels
        "tools/call asks for sampling, cancels that at once, then answers";
    "asks-unknown" AsksUnknown
        "tools/call sends the request vendor/unknown and returns the client's answer";
    "progress" Progress { steps: u64 = Some(5), ms: u64 = Some(20) }
        "tools/call with a progressToken reports STEPS steps, MS milliseconds apart (5 and 20 unless told)";
    "no-capabilities" NoCapabilities
        "declares no capabilities and still answers everything";
    "wrong-version" WrongVersion
        "initialize is answered with protocolVersion 1999-01-01";
    "refuses-version" RefusesVersion
        "initialize is refused with -32602 and data.supported until it asks for 2024-11-05";
    "init-error" InitError
        "initialize is refused with -32000 and data";
    "crash-after" CrashAfter { calls: u64 = Some(1) }
        "exit 9 right after the answer to tools/call number CALLS (1 unless told)";
    "crash-once" CrashOnce { file: PathBuf = None }
        "if FILE does not exist, the first tools/call creates it and exits 9 unanswered";
    "environment" Environment
        "the tool env returns environment variables, working directory and arguments as JSON text";
    "deep-json" DeepJson { depth: usize = Some(100_000) }
        "tools/call is answered with arrays nested DEPTH deep (100000 unless told)";
    "utf8-split" Utf8Split
        "lines are written in pieces cut inside multi-byte characters";
    "crlf" Crlf
        "lines end in CR LF";
    "empty-lines" EmptyLines
        "an empty line before and after each line";
}

impl Behaviour {
    /// Whether a METHOD argument covers `method`.
    pub(crate) fn covers(argument: &str, method: &str) -> bool {
        argument == "*" || argument == method
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a default is an Option")]
fn every_method() -> Option<String> {
    Some("*".to_owned())
}

fn argument<T: FromStr>(field: &str, given: Option<&String>, default: Option<T>) -> Result<T, String> {
    let name = field.to_uppercase();
    match given {
        Some(text) => text.parse().map_err(|_| format!("`{text}` is no value for {name}")),
        None => default.ok_or_else(|| format!("{name} is missing")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn parse(name: &str, arguments: &[&str]) -> Result<Behaviour, String> {
        let owned: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        Behaviour::parse(name, &owned)
    }

    #[test]
    fn every_row_can_be_asked_for_and_names_are_unique() {
        let mut names = BTreeSet::new();
        for entry in Behaviour::ALL {
            let arguments = if entry.name == "crash-once" { vec!["mark"] } else { vec![] };
            parse(entry.name, &arguments).expect("defaults suffice");
            assert!(names.insert(entry.name), "{} is there twice", entry.name);
        }
    }

    #[test]
    fn arguments_replace_defaults_in_order() {
        let steps = Behaviour::Progress { steps: 2, ms: 20 };
        assert_eq!(parse("progress", &["2"]), Ok(steps));
        let both = Behaviour::Progress { steps: 2, ms: 1 };
        assert_eq!(parse("progress", &["2", "1"]), Ok(both));
    }

    #[test]
    fn wrong_arguments_are_named() {
        assert!(parse("paged", &["many"]).unwrap_err().contains("PAGES"));
        assert!(parse("crash-once", &[]).unwrap_err().contains("FILE"));
        assert!(parse("crlf", &["x"]).unwrap_err().contains("`x`"));
        assert!(parse("nice", &[]).unwrap_err().contains("`nice`"));
    }
}
