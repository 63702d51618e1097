//! The man page and the completions of the shells, made from the flags.

use clap::{Arg, Command};
use clap_complete::{Generator, Shell, generate};
use std::fmt::Write as _;

/// A generated file, and its text as it must be.
pub(crate) type Page = (&'static str, String);

/// Every generated file.
pub(crate) fn pages() -> Vec<Page> {
    vec![
        ("crates/cli/generated/mcp-inspector.bash", completions(Shell::Bash)),
        ("crates/cli/generated/_mcp-inspector", completions(Shell::Zsh)),
        ("crates/cli/generated/mcp-inspector.fish", completions(Shell::Fish)),
        ("docs/man/mcp-inspector.1", man()),
    ]
}

/// The flags of the command line face.
fn face() -> Command {
    mcp_inspector_cli::command().bin_name("mcp-inspector").mut_arg("cli", |cli| cli.hide(false))
}

/// The whole program, with values where any text would be taken, so that shells can offer them.
fn command() -> Command {
    let demo = Command::new("demo")
        .about("Run the built-in demo server, on stdin and stdout or over HTTP")
        .arg(Arg::new("http").long("http").value_name("PORT").help("Serve Streamable HTTP on this port"))
        .arg(
            Arg::new("only")
                .long("only")
                .value_name("ERA")
                .value_parser(["legacy", "modern"])
                .help("Serve only this era"),
        );
    mcp_inspector_cli::values()
        .into_iter()
        .fold(face(), |face, (flag, values)| face.mut_arg(flag, |flag| flag.value_parser(values)))
        .subcommand(demo)
        .disable_help_subcommand(true)
}

fn completions(shell: impl Generator) -> String {
    let mut text = Vec::new();
    generate(shell, &mut command(), "mcp-inspector", &mut text);
    trimmed(&text)
}

fn man() -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = clap_mangen::Man::new(face()).render(&mut text);
    let mut page = trimmed(&text);
    for topic in mcp_inspector_cli::topics() {
        // Each begins with its title; what follows is laid out already.
        let (title, body) = topic.split_once('\n').unwrap_or((&topic, ""));
        let body: Vec<String> = body.trim_matches('\n').lines().map(roff).collect();
        let _ = write!(page, ".SH {}\n.nf\n{}\n.fi\n", title.to_uppercase(), body.join("\n"));
    }
    page
}

/// A line as the man page spells it.
fn roff(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}

/// Without spaces at the ends of lines, which editors take away.
fn trimmed(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!("{}\n", lines.join("\n"))
}
