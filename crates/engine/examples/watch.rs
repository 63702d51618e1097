//! Prints everything that happens in a session, as it happens: `tail -f` for an MCP server.
//!
//! `cargo run -p mcp-inspector-engine --example watch -- COMMAND ARGS` or `... -- URL`. Without a
//! target it watches the demo server. It ends when the server's lists have come, or when it has given up.

use mcp_inspector_engine::{
    Direction, Entry, EntryKind, Item, List, Responder, Seq, Session, SessionConfig, Target,
};
use std::error::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["--serve-demo"] {
        return Ok(mcp_inspector_demo::serve_stdio().await?);
    }
    if words.is_empty() {
        words = vec![std::env::current_exe()?.display().to_string(), "--serve-demo".to_owned()];
    }
    let mut config = SessionConfig::inspector();
    // What is asked for is asked for below, one after the other.
    config.peer.auto_fetch = false;
    let session = Session::open_with(Target::from_words(&words)?, config, Responder::refuse());
    let mut cursor = session.entries_from(Seq::FIRST);
    let watcher = tokio::spawn(async move {
        while let Some(item) = cursor.next().await {
            match item {
                Item::Entry(entry) => {
                    println!("{:>5} {:>8}  {}", entry.seq.0, entry.at.to_string(), line(&entry));
                }
                Item::Gap { from, to } => println!("       entries {from} to {to} are no longer kept"),
            }
        }
    });
    let ready = session.ready().await;
    if ready.is_ok() {
        for list in List::ALL {
            // A server without such a list says so, and that is shown.
            let _ = session.list_pages(list).await;
        }
    }
    session.stop().await;
    drop(session);
    watcher.await?;
    if let Err(fault) = ready {
        eprint!("{}", fault.report());
        std::process::exit(1);
    }
    Ok(())
}

fn line(entry: &Entry) -> String {
    match &entry.kind {
        EntryKind::Frame { direction, frame, .. } => {
            let arrow = if *direction == Direction::Sent { "->" } else { "<-" };
            let text: String = String::from_utf8_lossy(frame.bytes()).chars().take(110).collect();
            format!("{arrow} {text}")
        }
        EntryKind::Stderr { line } => format!("stderr {line}"),
        EntryKind::Http(exchange) => {
            let status = exchange.status.map_or("no answer".to_owned(), |status| status.to_string());
            format!("http {} {} {status} in {} ms", exchange.method, exchange.url, exchange.head_ms)
        }
        EntryKind::Phase(change) => match &change.fault {
            Some(fault) => format!("phase {} -> {}: {fault}", change.from, change.to),
            None => format!("phase {} -> {}", change.from, change.to),
        },
        EntryKind::Note(note) => format!("note {note}"),
        EntryKind::Negotiated { revision } => format!("the revision in force is {revision}"),
        other => format!("{other:?}"),
    }
}
