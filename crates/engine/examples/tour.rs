//! A tour of the demo server: what it offers, one call of each kind, and what went over the wire.
//!
//! Run it with `cargo run -p mcp-inspector-engine --example tour`. Given a command line or a URL
//! it tours that server instead: `... --example tour -- npx -y @modelcontextprotocol/server-memory`.

use mcp_inspector_engine::{
    Direction, EntryKind, Fault, Item, List, Raw, Responder, Seq, Session, SessionConfig, Target, ToolCall,
};
use serde_json::json;
use std::io::Write as _;
use std::process::ExitCode;

/// Prints a line. Whoever reads us may have seen enough, as `head` has; that is no error.
macro_rules! say {
    ($($part:tt)*) => {
        if writeln!(std::io::stdout(), $($part)*).is_err() {
            std::process::exit(0);
        }
    };
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["--serve-demo"] {
        return mcp_inspector_demo::serve_stdio().await.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    let is_demo = words.is_empty();
    let target = match if is_demo { demo() } else { Target::from_words(&words) } {
        Ok(target) => target,
        Err(error) => {
            eprintln!("error: {error}\n\nhint: {}", error.hint().unwrap_or_default());
            return ExitCode::FAILURE;
        }
    };
    match tour(target, is_demo).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprint!("{}", fault.report());
            ExitCode::FAILURE
        }
    }
}

/// The demo server runs as a process of its own, as any server on stdio does.
fn demo() -> Result<Target, mcp_inspector_engine::core::target::TargetError> {
    let program = std::env::current_exe().unwrap_or_default().display().to_string();
    Target::from_words(&[program, "--serve-demo".to_owned()])
}

async fn tour(target: Target, is_demo: bool) -> Result<(), Fault> {
    let session = Session::connect_with(target, SessionConfig::client_library(), Responder::refuse()).await?;
    introduce(&session);
    for list in List::ALL {
        let shown = match session.list_pages(list).await {
            Ok(_) => session.log().with_view(|view| shorten(&names_of(view.catalog.items(list)))),
            Err(fault) => fault.to_string(),
        };
        say!("{:9} {shown}", format!("{list:?}"));
    }
    if is_demo {
        show_calls(&session).await?;
    }
    session.stop().await;
    show_wire(&session);
    Ok(())
}

fn introduce(session: &Session) {
    let info = session.server_info().unwrap_or_else(Raw::empty_object);
    let text = |name| info.text_member(name).unwrap_or_default();
    let revision = session.revision().map(|revision| revision.to_string()).unwrap_or_default();
    say!("Server    {} {} (protocol {revision})", text("name"), text("version"));
}

async fn show_calls(session: &Session) -> Result<(), Fault> {
    say!();
    let call = ToolCall::new("weather").arguments(json!({ "place": { "city": "London" } }));
    say!("weather   {}", session.call_tool(call).await?.raw());
    let progress = session.on_progress(|params| say!("progress  {params}"));
    let call = ToolCall::new("slow").arguments(json!({ "seconds": 0.3, "steps": 3 })).with_progress();
    say!("slow      {}", session.call_tool(call).await?.raw());
    drop(progress);
    match session.call_tool(ToolCall::new("refuse")).await {
        Ok(result) => say!("refuse    {}", result.raw()),
        Err(fault) => say!("refuse    {fault}"),
    }
    say!("clock     {}", session.read_resource("demo://clock").await?.raw());
    // Nobody here can answer a question, and we have not offered to.
    say!("elicit    {}", session.call_tool(ToolCall::new("elicit")).await?.raw());
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
    match (names.len(), more) {
        (0, _) => "none".to_owned(),
        (_, 0) => shown,
        _ => format!("{shown} and {more} more"),
    }
}

fn show_wire(session: &Session) {
    say!("\nThe last frames on the wire:");
    let mut frames = Vec::new();
    for item in session.log().page(Seq::FIRST, usize::MAX) {
        if let Item::Entry(entry) = item
            && let EntryKind::Frame { direction, frame, .. } = &entry.kind
        {
            let arrow = if *direction == Direction::Sent { "->" } else { "<-" };
            let text: String = String::from_utf8_lossy(frame.bytes()).chars().take(100).collect();
            frames.push(format!("{:>8} {arrow} {text}", entry.at.to_string()));
        }
    }
    for line in frames.iter().rev().take(6).rev() {
        say!("{line}");
    }
    let traffic = session.view().traffic;
    say!("{} frames sent, {} received", traffic.frames_sent, traffic.frames_received);
}
