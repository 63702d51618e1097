//! A server inside the test: does what the name of the called tool says, and nothing by itself.

use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::link::memory::{Dialer, ServerEnd};
use mcp_inspector_engine::{Responder, Session, SessionConfig};
use serde_json::{Value, json};

/// A session with a puppet that tells nothing it was not asked for.
pub(crate) fn session() -> Session {
    session_with(|_| {})
}

/// A session with a puppet whose tool `give` is listed with an output schema: it gives the result that it is told.
pub(crate) fn giving() -> Session {
    opened(|_| {}, true)
}

/// A session with a puppet and another configuration.
pub(crate) fn session_with(change: impl FnOnce(&mut SessionConfig)) -> Session {
    opened(change, false)
}

fn opened(change: impl FnOnce(&mut SessionConfig), gives: bool) -> Session {
    let mut config = SessionConfig::inspector();
    config.peer.versions = Versions::Legacy;
    config.peer.auto_fetch = false;
    config.peer.ping_interval = None;
    config.peer.retry.limit = Some(0);
    change(&mut config);
    let dialer = Dialer::new(move |end| {
        tokio::spawn(serve(end, gives));
    });
    Session::open_in_memory(dialer, config, Responder::Face)
}

async fn serve(mut end: ServerEnd, gives: bool) {
    // The call that waits for the client's answer to what it asked for.
    let mut asking: Option<Value> = None;
    while let Some(bytes) = end.receive().await {
        let Ok(message) = serde_json::from_slice::<Value>(&bytes) else { continue };
        let id = message["id"].clone();
        let params = &message["params"];
        let result = match message["method"].as_str() {
            Some("initialize") => json!({
                "protocolVersion": "2025-11-25",
                "serverInfo": { "name": "puppet", "version": "1.0" },
                "capabilities": { "tools": {}, "logging": {}, "resources": { "subscribe": true } },
                "instructions": "Pull a string.",
            }),
            Some("tools/list") if gives => json!({ "tools": [
                { "name": "echo", "inputSchema": { "type": "object" } },
                { "name": "give", "inputSchema": { "type": "object" }, "outputSchema": { "type": "object",
                    "properties": { "items": { "type": "array", "items": { "type": "integer" } } } } },
            ] }),
            Some("tools/list") => json!({ "tools": [
                { "name": "echo", "inputSchema": { "type": "object" } },
                { "name": "broken" },
            ] }),
            Some("tools/call") => {
                let arguments = &params["arguments"];
                match params["name"].as_str() {
                    Some("hang") => continue,
                    Some("leave") => return,
                    Some("ask") => {
                        asking = Some(id);
                        let ask = json!({ "jsonrpc": "2.0", "id": "q1", "method": "elicitation/create",
                            "params": { "message": "Your name?", "requestedSchema": { "type": "object" } } });
                        end.send(ask.to_string()).await;
                        continue;
                    }
                    Some("flood") => {
                        let number = |name: &str| arguments[name].as_u64().expect("a number");
                        let text = "x".repeat(usize::try_from(number("bytes")).expect("a size"));
                        for n in 0..number("count") {
                            let line = json!({ "jsonrpc": "2.0", "method": "notifications/message",
                                "params": { "level": "info", "data": { "n": n, "text": text } } });
                            end.send(line.to_string()).await;
                        }
                        json!({ "content": [] })
                    }
                    Some("large") => {
                        let bytes = arguments["bytes"].as_u64().expect("a size");
                        let text = "x".repeat(usize::try_from(bytes).expect("a size"));
                        json!({ "content": [{ "type": "text", "text": text }], "n": arguments["n"] })
                    }
                    Some("rows") => {
                        let rows = (0..arguments["count"].as_u64().expect("a number")).map(|at| {
                            let is_changed = arguments["changed"].as_u64() == Some(at);
                            let name = if is_changed { "another".to_owned() } else { format!("row {at}") };
                            json!({ "index": at, "name": name, "note": "the same in all rows" })
                        });
                        json!({ "content": [], "rows": rows.collect::<Vec<_>>() })
                    }
                    Some("give") => arguments["result"].clone(),
                    Some("refuse") => {
                        let error = json!({ "code": -32050, "message": "no", "data": { "n": 1.0 } });
                        end.send(json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string()).await;
                        continue;
                    }
                    _ => json!({ "content": [{ "type": "text", "text": arguments["text"] }] }),
                }
            }
            Some(_) if !id.is_null() => json!({}),
            Some(_) => continue,
            None => {
                let Some(asked) = asking.take() else { continue };
                let said = message.get("result").or(message.get("error")).cloned().unwrap_or_default();
                let result = json!({ "content": [], "structuredContent": said });
                end.send(json!({ "jsonrpc": "2.0", "id": asked, "result": result }).to_string()).await;
                continue;
            }
        };
        end.send(json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string()).await;
    }
}
