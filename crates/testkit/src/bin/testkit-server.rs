//! An MCP server on stdio that behaves as its first argument says.

use mcp_inspector_testkit::{Behaviour, stdio};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((first, _)) if first == "--list" => {
            list();
            ExitCode::SUCCESS
        }
        Some((name, rest)) => match Behaviour::parse(name, rest) {
            Ok(behaviour) => stdio::run(&behaviour),
            Err(problem) => {
                eprintln!("testkit-server: {problem}; see `testkit-server --list`");
                ExitCode::from(2)
            }
        },
        None => {
            eprintln!("usage: testkit-server BEHAVIOUR [ARGS] | --list");
            ExitCode::from(2)
        }
    }
}

fn list() {
    for entry in Behaviour::ALL {
        let arguments = entry.arguments.join(" ").to_uppercase();
        let usage = format!("{} {arguments}", entry.name);
        println!("{usage:<34} {}", entry.description);
    }
}
