//! Targets that are programs: the kit's server, and any command.

use mcp_inspector_engine::core::target::{Stdio, Target, Timeouts, Transport};

/// A target that runs the kit's server with a behaviour and its arguments.
pub(crate) fn testkit(words: &[&str]) -> Target {
    let mut line = vec![env!("CARGO_BIN_EXE_testkit-server").to_owned()];
    line.extend(words.iter().map(|word| (*word).to_owned()));
    Target::from_words(&line).expect("a command is a target")
}

/// A target that runs a command in a directory with an environment.
pub(crate) fn command(words: &[&str], configure: impl FnOnce(&mut Stdio)) -> Target {
    let mut stdio = Stdio {
        command: words[0].to_owned(),
        args: words[1..].iter().map(|word| (*word).to_owned()).collect(),
        ..Stdio::default()
    };
    configure(&mut stdio);
    Target {
        id: None,
        name: words[0].to_owned(),
        transport: Transport::Stdio(stdio),
        timeouts: Timeouts::default(),
        unset: Vec::new(),
    }
}
