//! Answers what a server asks: sampling and elicitation by rules, roots from a list.
//!
//! `cargo run -p mcp-inspector-engine --example answer`

use mcp_inspector_engine::responder::Rules;
use mcp_inspector_engine::{Offer, Responder, Root, Session, SessionConfig, Target, ToolCall};
use std::error::Error;

const RULES: &str = r#"{
  "rules": [
    { "method": "elicitation/create", "accept": "defaults" },
    { "method": "sampling/createMessage",
      "result": { "role": "assistant", "model": "example", "content": { "type": "text", "text": "forty-two" } } }
  ]
}"#;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().any(|word| word == "--serve-demo") {
        return Ok(mcp_inspector_demo::serve_stdio().await?);
    }
    let program = std::env::current_exe()?.display().to_string();
    let target = Target::from_words(&[program, "--serve-demo".to_owned()])?;
    let mut config = SessionConfig::client_library();
    let roots = vec![Root { uri: "file:///srv/example".to_owned(), name: Some("example".to_owned()) }];
    config.peer.offer = Offer { roots: Some(roots), ..Offer::everything() };
    let session = Session::connect_with(target, config, Responder::Rules(Rules::read(RULES)?)).await?;
    for tool in ["sample", "elicit", "roots"] {
        let result = session.call_tool(ToolCall::new(tool)).await?.into_value("tools/call")?;
        println!("{tool:7} {}", result.text());
    }
    session.stop().await;
    Ok(())
}
