//! The chores of this repository.
//!
//! `cargo run -p xtask -- tidy` checks every tidy rule and prints what breaks
//! one. The same rules are tests, so `./scripts/check` needs no extra step.
//!
//! `cargo run -p xtask -- conformance` lets the official conformance suite judge
//! our client. `cargo run -p xtask -- findings` writes `docs/findings.md`, `-- manual`
//! the man page and the completions, `-- keys` the tables of `docs/tui.md`, `-- types` the
//! types of the page.

mod allow;
mod conformance;
mod deny;
mod findings;
mod imports;
mod keys;
mod licence;
mod manual;
mod metadata;
mod rules;
mod source;
mod tree;
mod wire;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((chore, [])) if chore == "tidy" => tidy(),
        Some((chore, [])) if chore == "findings" => write(&[(findings::PATH, findings::page())]),
        Some((chore, [])) if chore == "manual" => write(&manual::pages()),
        Some((chore, [])) if chore == "keys" => write(&keys::pages(&tree::Tree::of_this_repository())),
        Some((chore, [])) if chore == "types" => write(&wire::pages(&tree::Tree::of_this_repository())),
        Some((chore, options)) if chore == "conformance" => conformance::main(options),
        _ => {
            eprintln!("usage: cargo run -p xtask -- tidy | findings | keys | manual | types");
            eprintln!("       cargo run -p xtask -- conformance {}", conformance::USAGE);
            ExitCode::from(2)
        }
    }
}

/// Writes generated files.
fn write(pages: &[manual::Page]) -> ExitCode {
    let root = tree::Tree::of_this_repository().root.unwrap_or_default();
    for (name, text) in pages {
        let path = root.join(name);
        let directory = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = directory.and_then(|()| std::fs::write(&path, text)) {
            eprintln!("error: could not write {}: {error}", path.display());
            return ExitCode::FAILURE;
        }
        println!("wrote {name}");
    }
    ExitCode::SUCCESS
}

fn tidy() -> ExitCode {
    let tree = tree::Tree::of_this_repository();
    let mut count = 0;
    for rule in rules::ALL {
        for violation in (rule.check)(&tree) {
            println!("{}: {violation}", rule.name);
            count += 1;
        }
    }
    if count == 0 {
        println!("{} rules, nothing to tidy", rules::ALL.len());
        ExitCode::SUCCESS
    } else {
        println!("{count} to tidy");
        ExitCode::FAILURE
    }
}
