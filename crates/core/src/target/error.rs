//! Why a target could not be read, found or written.

use std::fmt;

/// Why a target could not be read, found or written.
///
/// A variant states a fact about the words or the file; what the user could try
/// is [`TargetError::hint`]. No variant carries a value that may be a secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// A command line without a first word.
    #[error("no command or URL was given")]
    Empty,
    /// A command line with a quote that is never closed.
    #[error("a quote is opened and never closed")]
    OpenQuote,
    /// A command line that no system would take.
    #[error("the command line has {bytes} bytes, and may have {limit}")]
    TooLong {
        /// How long it is.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// A URL followed by something else.
    #[error("`{extra}` follows the URL {url}")]
    WordsAfterUrl {
        /// The URL, redacted.
        url: String,
        /// The first word after it.
        extra: String,
    },
    /// A URL that HTTP cannot reach.
    #[error("`{url}` is not an http:// or https:// URL")]
    NotAUrl {
        /// The text that was given, redacted.
        url: String,
    },
    /// The same, in a config file.
    #[error("{file}: `{field}` is `{url}`, not an http:// or https:// URL")]
    BadUrl {
        /// The file, as the caller named it.
        file: String,
        /// Where in the file.
        field: String,
        /// The text after variables were filled in, redacted.
        url: String,
    },
    /// A file too big to be a config file.
    #[error("{file} is larger than the {limit} bytes a config file may have")]
    TooLarge {
        /// The file, as the caller named it.
        file: String,
        /// The limit.
        limit: usize,
    },
    /// Text that is not JSON, even with comments and trailing commas allowed.
    #[error("{file}:{line}:{column}: {problem}")]
    Syntax {
        /// The file, as the caller named it.
        file: String,
        /// Line of the problem, from 1.
        line: usize,
        /// Column of the problem in characters, from 1.
        column: usize,
        /// What the parser met.
        problem: String,
    },
    /// JSON that holds no servers.
    #[error("{file} has neither `mcpServers` nor `servers`")]
    NoServers {
        /// The file, as the caller named it.
        file: String,
    },
    /// JSON that holds servers twice.
    #[error("{file} has both `mcpServers` and `servers`")]
    TwoShapes {
        /// The file, as the caller named it.
        file: String,
    },
    /// A field of the wrong type.
    #[error("{file}: `{field}` should be {expected}, but is {found}")]
    WrongType {
        /// The file, as the caller named it.
        file: String,
        /// Where in the file.
        field: String,
        /// What it should be.
        expected: &'static str,
        /// The type it has.
        found: &'static str,
    },
    /// An entry that lacks what its transport needs.
    #[error("{file}: `{field}` has no {missing}")]
    Missing {
        /// The file, as the caller named it.
        file: String,
        /// The entry.
        field: String,
        /// The name of what is missing, ready to print.
        missing: &'static str,
    },
    /// A login that lacks what its grant needs.
    #[error("{file}: `{field}` has no {missing}")]
    LoginLacks {
        /// The file, as the caller named it.
        file: String,
        /// The `oauth` of the entry.
        field: String,
        /// The name of what is missing, ready to print.
        missing: &'static str,
    },
    /// An entry that could be a program or a URL.
    #[error("{file}: `{field}` has both `command` and `url`, and no transport")]
    CommandAndUrl {
        /// The file, as the caller named it.
        file: String,
        /// The entry.
        field: String,
    },
    /// A transport nobody has heard of.
    #[error("{file}: `{field}` is `{found}`, which is not a known transport")]
    UnknownTransport {
        /// The file, as the caller named it.
        file: String,
        /// Where in the file.
        field: String,
        /// The word that is there.
        found: String,
    },
    /// A way to log in that nobody has heard of.
    #[error("{file}: `{field}` is `{found}`, which is not a known grant")]
    UnknownGrant {
        /// The file, as the caller named it.
        file: String,
        /// Where in the file.
        field: String,
        /// The word that is there.
        found: String,
    },
    /// A field that looks like a slip of the pen.
    #[error("{file}: `{field}` is not a known field")]
    UnknownField {
        /// The file, as the caller named it.
        file: String,
        /// Where in the file.
        field: String,
        /// The name that may have been meant.
        nearest: String,
    },
    /// Two entries, or two keys, that cannot be told apart.
    #[error("{file}: `{field}` and `{other}` have the same {what} `{value}`")]
    Duplicate {
        /// The file, as the caller named it.
        file: String,
        /// This place.
        field: String,
        /// The other place.
        other: String,
        /// `name`, `id` or `key`.
        what: &'static str,
        /// What they share.
        value: String,
    },
    /// A variable with neither value nor default.
    #[error("{file}: `{field}` needs the variable `{variable}`, which is not set")]
    UnsetVariable {
        /// The file, as the caller named it.
        file: String,
        /// Where in the file.
        field: String,
        /// The variable.
        variable: String,
    },
    /// A value that an editor would ask the user for.
    #[error("{file}: `{field}` needs the input `{input}`, which only an editor can ask for")]
    InputVariable {
        /// The file, as the caller named it.
        file: String,
        /// Where in the file.
        field: String,
        /// The input's id.
        input: String,
    },
    /// No entry of that name or id.
    #[error("`{name}` is not in {file}, which has {}", Listing(names))]
    UnknownName {
        /// The file, as the caller named it.
        file: String,
        /// What was asked for.
        name: String,
        /// What there is.
        names: Vec<String>,
        /// The name the user may have meant.
        nearest: Option<String>,
    },
    /// A change that cannot be made without touching what it should leave alone.
    #[error("{file}: `{field}` cannot be changed without disturbing the text around it")]
    NotRewritable {
        /// The file, as the caller named it.
        file: String,
        /// The entry.
        field: String,
    },
}

impl TargetError {
    /// Where in the file it is, as a path of keys such as `servers[0].env.TOKEN`; `None` where the
    /// error is about no place or about the file as a whole.
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::BadUrl { field, .. }
            | Self::WrongType { field, .. }
            | Self::Missing { field, .. }
            | Self::LoginLacks { field, .. }
            | Self::CommandAndUrl { field, .. }
            | Self::UnknownTransport { field, .. }
            | Self::UnknownGrant { field, .. }
            | Self::UnknownField { field, .. }
            | Self::Duplicate { field, .. }
            | Self::UnsetVariable { field, .. }
            | Self::InputVariable { field, .. }
            | Self::NotRewritable { field, .. } => Some(field),
            Self::Empty
            | Self::OpenQuote
            | Self::TooLong { .. }
            | Self::WordsAfterUrl { .. }
            | Self::NotAUrl { .. }
            | Self::TooLarge { .. }
            | Self::Syntax { .. }
            | Self::NoServers { .. }
            | Self::TwoShapes { .. }
            | Self::UnknownName { .. } => None,
        }
    }

    /// What the user could try, when there is something to say.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Empty => "give a URL, or a command with its arguments",
            Self::OpenQuote => "close the quote, or put a backslash before it",
            Self::TooLong { .. } => {
                "put what is long into a file that the server reads; most systems take no argument of more than 128 KiB"
            }
            Self::WordsAfterUrl { .. } => "a URL stands alone; headers are given as options",
            Self::NotAUrl { .. } | Self::BadUrl { .. } => "write the whole URL, such as `https://host/mcp`",
            Self::TooLarge { .. } => "check that this is the file you meant",
            Self::Syntax { .. } => "comments and trailing commas are fine; all else must be JSON",
            Self::NoServers { .. } => "check that this is an MCP config file",
            Self::TwoShapes { .. } => "keep one of the two, or move one to a file of its own",
            Self::WrongType { .. } => "numbers and flags go in quotes where a string is expected",
            Self::Missing { .. } => {
                "an entry has a `name` and either a `command` to start or a `url` to reach"
            }
            Self::LoginLacks { .. } => {
                "`jwt_bearer` goes with an `assertion`, `enterprise_managed` with an `idp`; other grants have neither"
            }
            Self::CommandAndUrl { .. } => {
                "remove one of them, or say which with `\"transport\": \"stdio\"` or `\"http\"`"
            }
            Self::UnknownTransport { .. } => "use `stdio`, `streamableHttp` (or `http`) or `sse`",
            Self::UnknownGrant { .. } => {
                "use `authorization_code`, `client_credentials`, `jwt_bearer` or `enterprise_managed`"
            }
            Self::UnknownField { nearest, .. } => return Some(format!("did you mean `{nearest}`?")),
            Self::Duplicate { .. } => "give each entry a name and an id of its own",
            Self::UnsetVariable { variable, .. } => {
                return Some(format!("set `{variable}`, or give a default with `${{{variable}:-value}}`"));
            }
            Self::InputVariable { input, .. } => {
                return Some(format!(
                    "replace `${{input:{input}}}` with an environment variable, such as `${{NAME}}`"
                ));
            }
            Self::UnknownName { nearest, .. } => {
                return nearest.as_ref().map(|name| format!("did you mean `{name}`?"));
            }
            Self::NotRewritable { .. } => "make the change by hand in an editor",
        };
        Some(hint.to_owned())
    }
}

/// Names as prose; a long list is cut, for the message should fit a screen.
struct Listing<'a>(&'a [String]);

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 20;
        if self.0.is_empty() {
            return f.write_str("no entries");
        }
        for (index, name) in self.0.iter().take(SHOWN).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}`{name}`")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
