//! The line of stderr that says best why a program ended.
//!
//! Runtimes print more after the reason: stack frames, dumps, their own version. A small table of shapes
//! finds the reason above them; where none fits, it is the last line with a letter in it. This is for people to
//! read; nothing is decided by it.

/// Where a shape finds its reason in the lines, if it fits.
type Shape = fn(&[&str]) -> Option<usize>;

const SHAPES: [Shape; 5] = [thrown, traceback, panicked, gone, npm];

/// The line that says best what went wrong.
pub(super) fn telling(stderr: &[String]) -> Option<&str> {
    let lines: Vec<&str> = stderr.iter().map(|line| line.trim_end()).collect();
    // Where several fit, the program ended by the last.
    let found = SHAPES.iter().filter_map(|shape| shape(&lines)).max();
    let found = found.or_else(|| lines.iter().rposition(|line| has_letter(line) && !is_trailer(line)));
    // A program that only wrote a number said that.
    let found = found.or_else(|| lines.iter().rposition(|line| line.contains(char::is_alphanumeric)))?;
    stderr.get(found).map(|line| line.trim().trim_start_matches("| "))
}

/// A stack of JavaScript or Java: `TypeError: why`, and below it lines that begin with `at`.
fn thrown(lines: &[&str]) -> Option<usize> {
    let is_frame = |line: &&str| is_indented(line) && line.trim_start().starts_with("at ");
    let outer = |line: &&str| is_frame(line) && line.len() - line.trim_start().len() <= OUTER_FRAME;
    let last = lines.iter().rposition(outer)?;
    // After the stack there is at most a dump of what was thrown, and the version.
    let is_end =
        lines[last + 1..].iter().all(|line| is_indented(line) || is_trailer(line) || !has_letter(line));
    if !is_end {
        return None;
    }
    let frames = lines[..last].iter().rev().take_while(|line| is_frame(line)).count();
    let first = last - frames;
    // A message may have several lines; the first has the name.
    let above = lines[..first].iter().rposition(|line| !is_indented(line) && is_named_error(line));
    above.or_else(|| first.checked_sub(1)).filter(|at| has_letter(lines[*at]))
}

/// How far frames of what was thrown last are indented; those of its cause are further in.
const OUTER_FRAME: usize = 4;

/// A traceback of Python: the first line after the last one that is not part of it. In groups of exceptions, the last
/// one.
fn traceback(lines: &[&str]) -> Option<usize> {
    let begin = lines.iter().rposition(|line| line.contains("Traceback (most recent call last):"))?;
    let after = &lines[begin + 1..];
    if lines[begin].contains("Exception Group") {
        let is_reason = |line: &&str| line.trim_start().strip_prefix("| ").is_some_and(is_named_error);
        return after.iter().rposition(is_reason).map(|at| begin + 1 + at);
    }
    let reason = after.iter().position(|line| !line.is_empty() && !is_indented(line))?;
    Some(begin + 1 + reason)
}

/// A panic of Rust: what stands in the line after `panicked at`, or in that line itself.
fn panicked(lines: &[&str]) -> Option<usize> {
    let is_panic = |line: &&str| line.starts_with("thread '") && line.contains(" panicked at ");
    let at = lines.iter().rposition(is_panic)?;
    let has_more = lines[at].ends_with(':') && lines.get(at + 1).is_some_and(|line| has_letter(line));
    Some(if has_more { at + 1 } else { at })
}

/// A panic of Go: `panic: why` or `fatal error: why`, and below it goroutines.
fn gone(lines: &[&str]) -> Option<usize> {
    let goroutine = lines.iter().position(|line| line.starts_with("goroutine "))?;
    let is_panic = |line: &&str| line.starts_with("panic: ") || line.starts_with("fatal error: ");
    lines[..goroutine].iter().rposition(is_panic)
}

/// What npm and npx say before they name their log.
fn npm(lines: &[&str]) -> Option<usize> {
    let said = |line: &str| {
        let said = line.strip_prefix("npm error ").or_else(|| line.strip_prefix("npm ERR! "));
        said.map(str::to_owned)
    };
    lines.last().and_then(|line| said(line))?;
    let is_detail = |said: &str| {
        ["code ", "syscall ", "path ", "errno ", "A complete log"].iter().any(|word| said.starts_with(word))
    };
    lines.iter().position(|line| said(line).is_some_and(|said| has_letter(&said) && !is_detail(&said)))
}

/// Whether a line begins with the name of an error: `ModuleNotFoundError: …`, `Error [ERR_X]: …`.
fn is_named_error(line: &str) -> bool {
    let Some((name, _)) = line.split_once(':') else { return false };
    let name = name.strip_prefix("Uncaught ").unwrap_or(name);
    let name = name.split(" [").next().unwrap_or_default();
    let is_name = |name: &str| name.chars().all(|letter| letter.is_alphanumeric() || "._$".contains(letter));
    is_name(name) && ["Error", "Exception", "ExceptionGroup"].iter().any(|end| name.ends_with(end))
}

/// Whether a line is what runtimes add after the reason.
fn is_trailer(line: &str) -> bool {
    line.starts_with("Node.js v")
        || line.starts_with("exit status ")
        || (line.starts_with("note: ") && line.contains("RUST_BACKTRACE"))
}

fn is_indented(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

fn has_letter(line: &str) -> bool {
    line.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn says(stderr: &str, reason: &str) {
        let lines: Vec<String> = stderr.lines().map(str::to_owned).collect();
        assert_eq!(telling(&lines), Some(reason), "{stderr}");
    }

    #[test]
    fn node_names_the_error_above_its_stack() {
        says(
            "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module 'nope'\n\
             Require stack:\n- /srv/a.cjs\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)\n    \
             at node:internal/main/run_main_module:28:49 {\n  code: 'MODULE_NOT_FOUND',\n  \
             requireStack: [ '/srv/a.cjs' ]\n}\n\nNode.js v20.20.2",
            "Error: Cannot find module 'nope'",
        );
        says(
            "file:///srv/d.mjs:1\nPromise.reject(x)\n               ^\n\nError: refused\nsecond\n    \
             at file:///srv/d.mjs:1:30\n    at ModuleJob.run (node:internal/modules/esm/module_job:325:25) {\n  \
             code: 'ECONNREFUSED',\n  port: 5432\n}\n\nNode.js v20.20.2",
            "Error: refused",
        );
        says(
            "/srv/c.cjs:1\nlet x = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n    \
             at wrapSafe (node:internal/modules/cjs/loader:1464:18)\n\nNode.js v20.20.2",
            "SyntaxError: Unexpected token ';'",
        );
        says(
            "node:internal/modules/esm/resolve:873\n  throw new ERR_MODULE_NOT_FOUND(a, b, null);\n        ^\n\n\
             Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nope' imported from /srv/e.mjs\n    \
             at packageResolve (node:internal/modules/esm/resolve:873:9) {\n  code: 'ERR_MODULE_NOT_FOUND'\n}\n\n\
             Node.js v20.20.2",
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nope' imported from /srv/e.mjs",
        );
        says(
            "/srv/g.cjs:1\nprocess.nextTick(f)\n   ^\n\nTypeError: bad\n    at /srv/g.cjs:1:29\n    \
             at process.processTicksAndRejections (node:internal/process/task_queues:77:11) {\n  \
             [cause]: Error: inner\n      at /srv/g.cjs:1:58\n}\n\nNode.js v20.20.2",
            "TypeError: bad",
        );
        says("/srv/f.cjs:1\nthrow {a:1}\n^\n{ a: 1 }\n\nNode.js v20.20.2", "{ a: 1 }");
    }

    #[test]
    fn python_names_the_error_below_its_traceback() {
        says(
            "Traceback (most recent call last):\n  File \"/srv/a.py\", line 1, in <module>\n    import nope\n\
             ModuleNotFoundError: No module named 'nope'",
            "ModuleNotFoundError: No module named 'nope'",
        );
        says(
            "Traceback (most recent call last):\n  File \"/srv/b.py\", line 2, in <module>\n    {}[\"API_KEY\"]\n    \
             ~~^^^^^^^^^^^\nKeyError: 'API_KEY'\n\nDuring handling of the above exception, another exception occurred:\n\n\
             Traceback (most recent call last):\n  File \"/srv/b.py\", line 4, in <module>\n    raise RuntimeError()\n\
             RuntimeError: no key\nsecond line",
            "RuntimeError: no key",
        );
        says(
            "  + Exception Group Traceback (most recent call last):\n  |   File \"/srv/c.py\", line 1, in <module>\n  \
             |     raise ExceptionGroup(\"unhandled errors in a TaskGroup\", [ValueError(\"bad port\")])\n  \
             | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)\n  \
             +-+---------------- 1 ----------------\n    | ValueError: bad port\n    \
             +------------------------------------",
            "ValueError: bad port",
        );
        says(
            "  File \"/srv/d.py\", line 1\n    x = (\n        ^\nSyntaxError: '(' was never closed",
            "SyntaxError: '(' was never closed",
        );
    }

    #[test]
    fn rust_and_go_name_what_panicked() {
        let note = "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace";
        says(&format!("\nthread 'main' (9179) panicked at r.rs:1:41:\nno config\n{note}"), "no config");
        says(
            "\nthread 'main' (9179) panicked at r.rs:1:41:\nno config\nstack backtrace:\n   0: __rustc::rust_begin_unwind\n             \
             at /rustc/5980/library/std/src/panicking.rs:689:5\n   6: core::ops::function::FnOnce::call_once\n\
             note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.",
            "no config",
        );
        says(
            &format!("thread 'main' panicked at 'old way', src/main.rs:2:5\n{note}"),
            "thread 'main' panicked at 'old way', src/main.rs:2:5",
        );
        let error = "Error: Os { code: 2, kind: NotFound, message: \"No such file or directory\" }";
        says(error, error);
        says(
            "panic: no config\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/main.go:4 +0x1d\nexit status 2",
            "panic: no config",
        );
        says(
            "2026/07/28 10:00:00 listen: address in use\nexit status 1",
            "2026/07/28 10:00:00 listen: address in use",
        );
    }

    #[test]
    fn shells_and_installers_are_understood_and_other_ends_are_the_last_line() {
        for line in [
            "bash: nope: command not found",
            "dash: 1: nope: not found",
            "env: ‘nope’: No such file or directory",
        ] {
            says(&format!("starting\n{line}\n\n---"), line);
        }
        says(
            "npm error code E404\nnpm error 404 Not Found - GET https://registry.example/nope - Not found\nnpm error 404\n\
             npm error 404  The requested resource 'nope@*' could not be found.\n\
             npm error A complete log of this run can be found in: ~/.npm/_logs/x.log",
            "npm error 404 Not Found - GET https://registry.example/nope - Not found",
        );
        says(
            "ConfigError: only a warning\n    at load (a.js:1:1)\ncannot bind to port 80",
            "cannot bind to port 80",
        );
        says("4711\n}", "4711");
        assert_eq!(telling(&["}".to_owned(), String::new()]), None);
        assert_eq!(telling(&[]), None);
    }
}
