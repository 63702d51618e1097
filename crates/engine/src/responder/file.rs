//! Reading rules from the text of a file, in YAML or JSON.
//!
//! YAML is read as version 1.2 has it: `no` is a word, and `1.10` without quotes is
//! a number. What a file can make of little text is bounded: aliases, patterns, rules.

use super::fields::Fields;
use super::rules::{Content, Kind, Otherwise, Rule, Rules, Says};
use mcp_inspector_core::nearest::nearest;
use mcp_inspector_core::peer::config::Root;
use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use serde_json::Value;
use std::fmt;

/// The largest file that is read, in bytes.
const LARGEST: usize = 4 * 1024 * 1024;

/// How many rules a file may have.
const MOST_RULES: usize = 1000;

/// How many values a YAML file may have, each alias counted as what it stands for.
const MOST_NODES: usize = 50_000;

/// How deep a YAML file may nest.
const DEEPEST: usize = 64;

/// How large a compiled pattern may be, in bytes.
const LARGEST_PATTERN: usize = 256 * 1024;

const FILE_FIELDS: &[&str] = &["rules", "otherwise"];

const RULE_FIELDS: &[&str] = &[
    "kind", "method", "message", "contains", "tool", "mode", "times", "result", "error", "accept", "refuse",
    "text", "roots",
];

/// Why a rules file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The file is too large.
    #[error("the rules have more than {LARGEST} bytes")]
    TooLarge,
    /// There are too many rules.
    #[error("there are more than {MOST_RULES} rules")]
    TooMany,
    /// The text begins like JSON and is not JSON.
    #[error("the rules are not JSON")]
    Json(#[from] serde_json::Error),
    /// The text is not YAML either, or more of it than is read.
    #[error("the rules are not YAML that can be read")]
    Yaml(#[from] serde_saphyr::Error),
    /// The file is something else than rules.
    #[error("the file is neither a list of rules nor an object with `rules`")]
    NoRules,
    /// Something else than an object stands in the list of rules.
    #[error("rule {number} is not an object")]
    NoRule {
        /// Its number, counted from 1.
        number: usize,
    },
    /// There is a field that nobody knows.
    #[error("{place} has the unknown field `{field}`{}; there are `{}`", meant(field, known), known.join("`, `"))]
    UnknownField {
        /// Where.
        place: Place,
        /// Its name.
        field: String,
        /// The fields that can be there.
        known: &'static [&'static str],
    },
    /// A field says something it cannot say.
    #[error("`{field}` of {place}: {why}")]
    Field {
        /// Where.
        place: Place,
        /// Its name.
        field: &'static str,
        /// What is wrong.
        why: String,
    },
    /// A rule does not say for what it is.
    #[error("rule {number} must have exactly one of `kind` and `method`")]
    NotOneKind {
        /// Its number, counted from 1.
        number: usize,
    },
    /// A rule does not say exactly one thing.
    #[error(
        "rule {number} for `{method}` must have exactly one of \
         `result`, `error`, `accept`, `refuse`, `text` and `roots`"
    )]
    NotOneAnswer {
        /// Its number, counted from 1.
        number: usize,
        /// Its method.
        method: &'static str,
    },
    /// Roots are named twice.
    #[error("rule {number} names roots, and so does rule {first}")]
    SecondRoots {
        /// The number of the second rule, counted from 1.
        number: usize,
        /// The number of the first.
        first: usize,
    },
}

/// Where in a rules file something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At the top.
    File,
    /// In the rule with this number, counted from 1.
    Rule(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File => f.write_str("the file"),
            Place::Rule(number) => write!(f, "rule {number}"),
        }
    }
}

impl Rules {
    /// Reads rules from the text of a file: JSON when it begins with `{` or `[`, else YAML.
    pub fn read(text: &str) -> Result<Self, RulesError> {
        let (list, otherwise) = match value(text)? {
            Value::Array(list) => (list, None),
            Value::Object(members) => {
                let mut fields = Fields::of(members, Place::File, FILE_FIELDS)?;
                (fields.take("rules")?.ok_or(RulesError::NoRules)?, fields.take("otherwise")?)
            }
            _ => return Err(RulesError::NoRules),
        };
        if list.len() > MOST_RULES {
            return Err(RulesError::TooMany);
        }
        let rules: Vec<Rule> =
            (1..).zip(list).map(|(number, rule)| read_rule(number, rule)).collect::<Result<_, _>>()?;
        let mut of_roots = (1..).zip(&rules).filter(|(_, rule)| rule.kind == Kind::Roots);
        if let (Some((first, _)), Some((number, _))) = (of_roots.next(), of_roots.next()) {
            return Err(RulesError::SecondRoots { number, first });
        }
        Ok(Rules { rules, otherwise: otherwise.unwrap_or(Otherwise::Refuse) })
    }
}

/// The text as one value.
fn value(text: &str) -> Result<Value, RulesError> {
    if text.len() > LARGEST {
        return Err(RulesError::TooLarge);
    }
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        return Ok(serde_json::from_str(text)?);
    }
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! { max_nodes: MOST_NODES, max_depth: DEEPEST },
        alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: MOST_NODES },
        strict_booleans: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    };
    Ok(serde_saphyr::from_str_with_options(text, options)?)
}

pub(super) fn read_rule(number: usize, rule: Value) -> Result<Rule, RulesError> {
    let Value::Object(members) = rule else { return Err(RulesError::NoRule { number }) };
    let mut fields = Fields::of(members, Place::Rule(number), RULE_FIELDS)?;
    let kind = read_kind(number, &mut fields)?;
    if kind == Kind::Roots
        && let Some(condition) = ["message", "contains", "tool", "times"].iter().find(|name| fields.has(name))
    {
        return Err(fields.wrong(condition, "roots are always the same, so there is nothing to choose by"));
    }
    if kind != Kind::Elicitation && fields.has("mode") {
        return Err(fields.wrong("mode", "only an elicitation has one"));
    }
    Ok(Rule {
        kind,
        message: read_pattern(&mut fields)?,
        contains: fields.take("contains")?,
        tool: fields.take("tool")?,
        mode: fields.take("mode")?,
        times: fields.take("times")?,
        says: read_answer(number, kind, &mut fields)?,
    })
}

fn read_kind(number: usize, fields: &mut Fields) -> Result<Kind, RulesError> {
    match (fields.take("kind")?, fields.take::<String>("method")?) {
        (Some(kind), None) => Ok(kind),
        (None, Some(method)) => Kind::ALL.into_iter().find(|kind| kind.method() == method).ok_or_else(|| {
            let methods = Kind::ALL.map(Kind::method).join("`, `");
            fields.wrong("method", &format!("nobody asks for `{method}`; there are `{methods}`"))
        }),
        _ => Err(RulesError::NotOneKind { number }),
    }
}

fn read_pattern(fields: &mut Fields) -> Result<Option<Regex>, RulesError> {
    let Some(pattern) = fields.take::<String>("message")? else { return Ok(None) };
    match RegexBuilder::new(&pattern).size_limit(LARGEST_PATTERN).build() {
        Ok(pattern) => Ok(Some(pattern)),
        Err(error) => {
            // The lines before the last one show the place in the pattern, which the user has at hand.
            let why = error.to_string();
            Err(fields.wrong("message", why.lines().last().unwrap_or_default().trim_start_matches("error: ")))
        }
    }
}

fn read_answer(number: usize, kind: Kind, fields: &mut Fields) -> Result<Says, RulesError> {
    let content = read_content(fields)?;
    let roots: Option<Vec<RootFields>> = fields.take("roots")?;
    let error: Option<ErrorFields> = fields.take("error")?;
    let given = [
        ("result", fields.take("result")?.map(Says::Result)),
        ("error", error.map(|error| Says::Error { code: error.code, message: error.message })),
        ("accept", content.map(Says::Accept)),
        ("refuse", fields.take("refuse")?.filter(|is_refused| *is_refused).map(|_: bool| Says::Refuse)),
        ("text", fields.take("text")?.map(Says::Text)),
        ("roots", roots.map(|roots| Says::Roots(roots.into_iter().map(Root::from).collect()))),
    ];
    let mut given = given.into_iter().filter_map(|(name, says)| Some((name, says?)));
    let (Some((name, says)), None) = (given.next(), given.next()) else {
        return Err(RulesError::NotOneAnswer { number, method: kind.method() });
    };
    let only = match (&says, kind) {
        (Says::Accept(_), Kind::Sampling | Kind::Roots) => Some("an elicitation"),
        (Says::Text(_), Kind::Elicitation | Kind::Roots) => Some("a sampling"),
        (Says::Roots(_), Kind::Sampling | Kind::Elicitation) => Some("a question for roots"),
        // The machine shows the roots it was given; nobody decides.
        (Says::Result(_) | Says::Error { .. } | Says::Refuse, Kind::Roots) => {
            return Err(fields.wrong(name, "a rule of the kind `roots` has `roots`"));
        }
        _ => None,
    };
    match only {
        Some(kind) => Err(fields.wrong(name, &format!("this is an answer to {kind} only"))),
        None => Ok(says),
    }
}

fn read_content(fields: &mut Fields) -> Result<Option<Content>, RulesError> {
    match fields.take::<Value>("accept")? {
        None => Ok(None),
        Some(Value::Object(content)) => Ok(Some(Content::Given(content))),
        Some(Value::String(word)) if word == "defaults" => Ok(Some(Content::Defaults)),
        Some(_) => Err(fields.wrong("accept", "expected an object or `defaults`")),
    }
}

/// An error, as a rule spells it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ErrorFields {
    code: i64,
    message: String,
}

/// A root, as a rule spells it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RootFields {
    uri: String,
    name: Option<String>,
}

impl From<RootFields> for Root {
    fn from(fields: RootFields) -> Self {
        Root { uri: fields.uri, name: fields.name }
    }
}

/// The field that may be meant, in passing.
fn meant(field: &str, known: &[&str]) -> String {
    nearest(field, known).map(|meant| format!(" (did you mean `{meant}`?)")).unwrap_or_default()
}
