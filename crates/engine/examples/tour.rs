//! A tour of the demo server: what it offers, one call of each kind, and what went over the wire.
//!
//! Run it with `cargo run -p mcp-inspector-engine --example tour`. Given a command line or a URL
//! it tours that server instead: `... --example tour -- npx -y @modelcontextprotocol/server-memory`.

use mcp_inspector_engine::core::command::List;
use mcp_inspector_engine::core::entry::EntryKind;
use mcp_inspector_engine::core::frame::Direction;
use mcp_inspector_engine::core::target::Target;
use mcp_inspector_engine::{Fault, Item, Raw, Responder, Session, SessionConfig, ToolCall};
use serde_json::json;
use std::error::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["--serve-demo"] {
        return Ok(mcp_inspector_demo::serve_stdio().await?);
    }
    let is_demo = words.is_empty();
    let target = if is_demo {
        // The demo server runs as a process of its own, as any server on stdio does.
        let program = std::env::current_exe()?.display().to_string();
        Target::from_words(&[program, "--serve-demo".to_owned()])?
    } else {
        Target::from_words(&words)?
    };
    let session = Session::open_with(target, SessionConfig::client_library(), Responder::refuse());
    if let Err(fault) = session.ready().await {
        explain(&fault);
        std::process::exit(1);
    }
    introduce(&session);
    let mut tools = Vec::new();
    for list in List::ALL {
        match session.list_pages(list).await {
            Ok(_) => {
                let names = session.log().with_view(|view| names_of(view.catalog.items(list)));
                println!("{:9} {}", format!("{list:?}"), shorten(&names));
                if list == List::Tools {
                    tools = names;
                }
            }
            Err(fault) => println!("{:9} {fault}", format!("{list:?}")),
        }
    }
    if is_demo {
        show_calls(&session).await?;
    }
    if tools.is_empty() {
        println!("the server has no tools");
    }
    session.stop().await;
    show_wire(&session);
    Ok(())
}

fn introduce(session: &Session) {
    let info = session.server_info().unwrap_or_else(Raw::empty_object);
    let text = |name| info.text_member(name).unwrap_or_default();
    let revision = session.revision().map(|revision| revision.to_string()).unwrap_or_default();
    println!("Server    {} {} (protocol {revision})", text("name"), text("version"));
}

async fn show_calls(session: &Session) -> Result<(), Fault> {
    println!();
    let call = ToolCall::new("weather").arguments(json!({ "place": { "city": "London" } }));
    println!("weather   {}", session.call_tool(call).await?.raw());
    let progress = session.on_progress(|params| println!("progress  {params}"));
    let call = ToolCall::new("slow").arguments(json!({ "seconds": 0.3, "steps": 3 })).with_progress();
    println!("slow      {}", session.call_tool(call).await?.raw());
    drop(progress);
    match session.call_tool(ToolCall::new("refuse")).await {
        Ok(result) => println!("refuse    {}", result.raw()),
        Err(fault) => println!("refuse    {} (JSON-RPC code {:?})", fault, fault.rpc_code()),
    }
    println!("clock     {}", session.read_resource("demo://clock").await?.raw());
    // Nobody here can answer a question, so the server is told that nobody will.
    println!("elicit    {}", session.call_tool(ToolCall::new("elicit")).await?.raw());
    Ok(())
}

fn names_of(items: &[Raw]) -> Vec<String> {
    let name = |item: &Raw| item.text_member("name").unwrap_or_else(|| format!("(broken: {item})"));
    items.iter().map(name).collect()
}

fn shorten(names: &[String]) -> String {
    const SHOWN: usize = 20;
    let more = names.len().saturating_sub(SHOWN);
    let shown = names[..names.len() - more].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

fn show_wire(session: &Session) {
    println!("\nThe last frames on the wire:");
    let mut frames = Vec::new();
    for item in session.log().page(mcp_inspector_engine::core::Seq::FIRST, usize::MAX) {
        if let Item::Entry(entry) = item
            && let EntryKind::Frame { direction, frame, .. } = &entry.kind
        {
            let arrow = if *direction == Direction::Sent { "->" } else { "<-" };
            let text: String = String::from_utf8_lossy(frame.bytes()).chars().take(100).collect();
            frames.push(format!("{:>8} {arrow} {text}", entry.at.to_string()));
        }
    }
    for line in frames.iter().rev().take(6).rev() {
        println!("{line}");
    }
    let traffic = session.view().traffic;
    println!("{} frames sent, {} received", traffic.frames_sent, traffic.frames_received);
}

fn explain(fault: &Fault) {
    eprintln!("error: {fault} ({})", fault.code);
    if let Some(post_mortem) = &fault.details.post_mortem {
        for line in &post_mortem.stderr {
            eprintln!("stderr: {line}");
        }
    }
    if let Some(hint) = &fault.hint {
        eprintln!("\nhint: {hint}");
    }
}
