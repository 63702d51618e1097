//! The chores of this repository.
//!
//! `cargo run -p xtask -- tidy` checks every tidy rule and prints what breaks
//! one. The same rules are tests, so `./scripts/check` needs no extra step.
//!
//! `cargo run -p xtask -- conformance` lets the official conformance suite judge
//! our client. `cargo run -p xtask -- findings` writes `docs/findings.md`.

mod allow;
mod conformance;
mod deny;
mod findings;
mod imports;
mod licence;
mod metadata;
mod rules;
mod source;
mod tree;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((chore, [])) if chore == "tidy" => tidy(),
        Some((chore, [])) if chore == "findings" => write_findings(),
        Some((chore, options)) if chore == "conformance" => conformance::main(options),
        _ => {
            eprintln!("usage: cargo run -p xtask -- tidy | findings");
            eprintln!("       cargo run -p xtask -- conformance {}", conformance::USAGE);
            ExitCode::from(2)
        }
    }
}

fn write_findings() -> ExitCode {
    let tree = tree::Tree::of_this_repository();
    let path = tree.root.unwrap_or_default().join(findings::PATH);
    match std::fs::write(&path, findings::page()) {
        Ok(()) => {
            println!("wrote {}", findings::PATH);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: could not write {}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
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
