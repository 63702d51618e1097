//! Answers what a server asks: sampling, elicitation and roots by rules.
//!
//! `cargo run -p mcp-inspector-engine --example answer`

use mcp_inspector_engine::responder::Rules;
use mcp_inspector_engine::{Offer, Responder, Session, SessionConfig, Target, ToolCall};
use std::error::Error;

const RULES: &str = "
- { kind: elicitation, accept: defaults }
- { kind: sampling, text: forty-two }
- kind: roots
  roots: [{ uri: 'file:///srv/example', name: example }]
";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().any(|word| word == "--serve-demo") {
        return Ok(mcp_inspector_demo::serve_stdio().await?);
    }
    let program = std::env::current_exe()?.display().to_string();
    let target = Target::from_words(&[program, "--serve-demo".to_owned()])?;
    let mut config = SessionConfig::client_library();
    let rules = Rules::read(RULES)?;
    config.peer.offer = Offer { roots: rules.roots(), ..Offer::everything() };
    let session = Session::connect_with(target, config, Responder::Rules(rules)).await?;
    for tool in ["sample", "elicit", "roots"] {
        let result = session.call_tool(ToolCall::new(tool)).await?.into_value("tools/call")?;
        println!("{tool:7} {}", result.text());
    }
    session.stop().await;
    Ok(())
}
