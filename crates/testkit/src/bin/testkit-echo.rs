//! The fastest server on stdio, for benchmarks: every request gets the same result.

use mcp_inspector_testkit::echo;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let payload = match words.as_slice() {
        [] => Some(0),
        ["--payload", bytes] => bytes.parse().ok(),
        _ => None,
    };
    let Some(payload) = payload else {
        eprintln!("usage: testkit-echo [--payload BYTES]");
        return ExitCode::from(2);
    };
    match echo::serve(io::stdin().lock(), io::stdout().lock(), payload) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("testkit-echo: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
