//! What a server is called that is a command: by its program or, when that only runs others, by what it runs.
//!
//! Three servers that are all called `node` cannot be told apart. Arguments may hold secrets, so nothing but
//! what is plainly a script, a module or a package gives a name.

use crate::redact::redact_args;

/// Programs that run the script they are given.
const INTERPRETERS: [&str; 9] = ["node", "nodejs", "python", "python3", "bun", "deno", "tsx", "ruby", "php"];
/// Programs that run the package they are given.
const RUNNERS: [&str; 5] = ["npx", "uvx", "bunx", "pipx", "pnpx"];
/// How scripts end.
const SCRIPTS: [&str; 9] = [".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx", ".py", ".rb", ".php"];
/// Names of scripts that say nothing; the directory they are in does.
const IDLE: [&str; 6] = ["index", "main", "server", "cli", "app", "__main__"];
/// Directories that say nothing either.
const IDLE_DIRECTORIES: [&str; 6] = ["dist", "build", "src", "bin", "lib", "out"];
/// The longest name that is taken from an argument.
const LONGEST: usize = 40;

/// What a command is called.
pub(super) fn of_command(command: &str, args: &[String]) -> String {
    let program = last_part(command).unwrap_or(command);
    let bare = program.strip_suffix(".exe").unwrap_or(program).to_ascii_lowercase();
    // Whatever is not shown as it is may be a secret.
    let shown = redact_args(args);
    let plain = args.iter().zip(&shown).map(|(arg, shown)| (arg == shown.as_ref()).then_some(arg.as_str()));
    let plain: Vec<&str> = plain.map(Option::unwrap_or_default).collect();
    let run = if INTERPRETERS.contains(&bare.as_str()) || bare.starts_with("python3.") {
        of_module(&plain).or_else(|| plain.iter().find_map(|arg| of_script(arg)))
    } else if RUNNERS.contains(&bare.as_str()) {
        plain.iter().find(|arg| !arg.starts_with('-') && **arg != "run").and_then(|arg| of_package(arg))
    } else {
        None
    };
    run.filter(|name| is_plain(name)).map_or_else(|| program.to_owned(), str::to_owned)
}

fn last_part(path: &str) -> Option<&str> {
    path.rsplit(['/', '\\']).find(|part| !part.is_empty())
}

/// `-m module`.
fn of_module<'a>(args: &[&'a str]) -> Option<&'a str> {
    let at = args.iter().position(|arg| *arg == "-m")?;
    args.get(at + 1).copied()
}

/// A file with a script: by its name or, when that says nothing, by the directory it belongs to.
fn of_script(arg: &str) -> Option<&str> {
    let end = SCRIPTS.iter().find(|end| arg.ends_with(**end))?;
    let path = arg.strip_suffix(end)?;
    let mut parts = path.rsplit(['/', '\\']).filter(|part| !part.is_empty());
    let name = parts.next()?;
    if !IDLE.contains(&name) {
        return Some(name);
    }
    let says_something = |part: &&str| !IDLE_DIRECTORIES.contains(part) && !part.starts_with('.');
    parts.find(says_something).or_else(|| last_part(arg))
}

/// A package of a registry, without its scope and version.
fn of_package(arg: &str) -> Option<&str> {
    let name = last_part(arg)?;
    let version = name.find(['@', '=', '[']).unwrap_or(name.len());
    Some(&name[..version])
}

fn is_plain(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    !name.is_empty() && name.len() <= LONGEST && name.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_called_by_what_it_runs() {
        for (line, name) in [
            ("/usr/bin/my-server --port 1", "my-server"),
            ("node weather.mjs", "weather"),
            ("node --inspect /opt/weather/dist/index.js --token abc", "weather"),
            ("node index.js", "index.js"),
            ("python3.12 -m mcp_server_git --repository x", "mcp_server_git"),
            ("python ./dist/server.py", "server.py"),
            ("npx -y @modelcontextprotocol/server-everything@1.2 stdio", "server-everything"),
            ("uvx mcp-server-time==1.0", "mcp-server-time"),
            ("uvx --from git+https://u:p@x mcp-server-time", "uvx"),
            ("node -e process.exit()", "node"),
            ("node", "node"),
            ("docker run image", "docker"),
            ("npx sk-proj-abcdefgh12345678", "npx"),
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(of_command(&words[0], &words[1..]), name, "{line}");
        }
    }
}
