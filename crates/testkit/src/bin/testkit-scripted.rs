//! An MCP server on stdio that plays the script in its first argument and keeps what it is sent in
//! the file that its second one names.

use mcp_inspector_testkit::scripted::{self, Script};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [script, record] = arguments.as_slice() else {
        eprintln!("usage: testkit-scripted SCRIPT RECORD");
        return ExitCode::from(2);
    };
    match play(script, record) {
        Ok(code) => ExitCode::from(code.unwrap_or_default()),
        // The client does not have to read to the end.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("testkit-scripted: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play(script: &str, record: &str) -> io::Result<Option<u8>> {
    let script: Script = serde_json::from_str(script)?;
    let mut record = OpenOptions::new().create(true).append(true).open(record)?;
    writeln!(record, "started")?;
    scripted::serve(&script, io::stdin().lock(), io::stdout().lock(), record)
}
