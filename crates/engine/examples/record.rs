//! Records a session to a file and reads it back.
//!
//! `cargo run -p mcp-inspector-engine --example record [FILE]`

use mcp_inspector_engine::{Session, SessionConfig, Target, ToolCall};
use std::error::Error;
use std::path::PathBuf;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let argument = std::env::args().nth(1);
    if argument.as_deref() == Some("--serve-demo") {
        return Ok(mcp_inspector_demo::serve_stdio().await?);
    }
    let directory = tempfile::tempdir()?;
    let file = argument.map_or_else(|| directory.path().join("session.ndjson"), PathBuf::from);

    let program = std::env::current_exe()?.display().to_string();
    let target = Target::from_words(&[program, "--serve-demo".to_owned()])?;
    let session = Session::connect(target, SessionConfig::client_library()).await?;
    let recorder = session.record(&file)?;
    session.call_tool(ToolCall::new("fail")).await?;
    session.stop().await;
    recorder.finish().await?;

    // A recording is a session to which nothing can be sent.
    let replay = Session::replay(&file)?;
    for call in replay.view().calls.iter() {
        let end = call.end.as_ref().map_or("in flight".to_owned(), |end| format!("{:?}", end.outcome));
        println!(
            "{:12} {:6} {end} in {:?}",
            call.method,
            call.name.as_deref().unwrap_or(""),
            call.duration()
        );
    }
    match replay.ping().await {
        Ok(()) => println!("the server is alive"),
        Err(fault) => println!("{fault}"),
    }
    Ok(())
}
