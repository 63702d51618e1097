//! Which environment variables a program says it misses, read from what it wrote before it ended.
//!
//! Programs say so in any words, so this is a guess: a name has to look like that of a variable, and its line
//! has to say that something is missing. Names of errors look alike and are left out.

/// How many variables are told at most: a program that names more has printed a list of them.
const MOST: usize = 4;

/// Words of lines that miss something.
const LACKS: [&str; 20] = [
    "cannot find",
    "can't find",
    "could not find",
    "couldn't find",
    "not found",
    "missing",
    "not set",
    "unset",
    "isn't set",
    "must be set",
    "set the",
    "please set",
    "please provide",
    "must provide",
    "undefined",
    "not defined",
    "not provided",
    "required",
    "unbound variable",
    "keyerror",
];

/// Words that say what kind of name it is: beside them a name needs no underscore.
const KINDS: [&str; 5] = ["environment", "env var", "variable", "process.env", "os.environ"];

/// The variables that `lines` seem to miss, in the order in which they are named.
pub(super) fn missing_variables(lines: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in lines {
        let lower = line.to_lowercase();
        if !LACKS.iter().any(|lack| lower.contains(lack)) {
            continue;
        }
        let says_kind = KINDS.iter().any(|kind| lower.contains(kind));
        for name in names(line) {
            let is_named = found.iter().any(|known| known == name);
            if !is_named && (says_kind || name.contains('_')) && !is_error(name) {
                found.push(name.to_owned());
            }
        }
    }
    found.truncate(MOST);
    found
}

/// The words of a line that could be names of variables.
fn names(line: &str) -> impl Iterator<Item = &str> {
    line.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).filter(|word| {
        word.len() >= 3
            && word.starts_with(|first: char| first.is_ascii_uppercase())
            && word.chars().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit() || sign == '_')
    })
}

/// Whether a name is rather that of an error or of a signal, which programs print beside what they miss, or a
/// word that somebody wanted to be loud.
fn is_error(name: &str) -> bool {
    const LOUD: [&str; 11] = [
        "ERROR", "FATAL", "WARN", "WARNING", "INFO", "DEBUG", "NOT", "MISSING", "REQUIRED", "PLEASE", "MUST",
    ];
    const ENDS: [&str; 4] = ["_ERROR", "_NOT_FOUND", "_MISSING", "_FAILED"];
    // Those that load code into a program are not for a program to ask for.
    const LOADERS: [&str; 7] = [
        "NODE_OPTIONS",
        "BASH_ENV",
        "PYTHONSTARTUP",
        "PYTHONPATH",
        "PERL5OPT",
        "RUBYOPT",
        "JAVA_TOOL_OPTIONS",
    ];
    let is_number = |prefix: &str| name.starts_with(prefix) && !name.contains('_');
    name.starts_with("ERR_")
        || name.starts_with("LD_")
        || name.starts_with("DYLD_")
        || LOADERS.contains(&name)
        || LOUD.contains(&name)
        || ENDS.iter().any(|end| name.ends_with(end))
        || is_number("SIG")
        || [
            "ENOENT",
            "EACCES",
            "ECONNREFUSED",
            "EINVAL",
            "EPERM",
            "ENOTFOUND",
            "JSON",
            "HTTP",
            "URL",
            "API",
            "CLI",
        ]
        .contains(&name)
}

#[cfg(test)]
mod tests {
    use super::missing_variables;

    fn in_line(line: &str) -> Vec<String> {
        missing_variables(&[line.to_owned()])
    }

    #[test]
    fn programs_say_in_many_words_which_variable_they_miss() {
        let lines = [
            ("boom: cannot find DATABASE_URL", "DATABASE_URL"),
            ("Error: GITHUB_TOKEN is not set", "GITHUB_TOKEN"),
            ("Error: Missing required environment variable: TOKEN", "TOKEN"),
            ("KeyError: 'OPENAI_API_KEY'", "OPENAI_API_KEY"),
            ("/srv/run.sh: line 3: PGHOST: unbound variable", "PGHOST"),
            ("Please set the `BRAVE_API_KEY` environment variable.", "BRAVE_API_KEY"),
            ("throw new Error('process.env.SECRET is undefined')", "SECRET"),
            ("FATAL: environment variable DB2_HOST is required", "DB2_HOST"),
        ];
        for (line, name) in lines {
            assert_eq!(in_line(line), [name], "{line}");
        }
    }

    #[test]
    fn what_only_looks_like_a_variable_is_none() {
        let lines = [
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /srv/server.js",
            "  code: 'MODULE_NOT_FOUND',",
            "Error: ENOENT: no such file or directory, open '/etc/MY_FILE'",
            "ERROR required module 'express' not found",
            "connected to DATABASE_URL",
            "usage: MCP server for JSON required",
            "TypeError: Cannot read properties of undefined (reading 'a_b')",
            "missing X and _Y and lower_case and Mixed_CASE",
            "LD_PRELOAD is not set. NODE_OPTIONS required. Please set BASH_ENV in the environment",
        ];
        for line in lines {
            assert_eq!(in_line(line), [] as [&str; 0], "{line}");
        }
    }

    #[test]
    fn each_is_told_once_and_not_more_than_a_few() {
        let lines: Vec<String> =
            (0..9).map(|n| format!("A_{} is not set, A_{n} is required", n / 2)).collect();
        assert_eq!(missing_variables(&lines), ["A_0", "A_1", "A_2", "A_3"]);
    }
}
