//! The log level, which goes with every request.

use crate::scene::{BOTH, check_echo, count, start};
use crate::scripted::{Served, any_era};
use mcp_inspector_engine::{FaultCode, LogLevel};
use mcp_inspector_testkit::scripted::Script;
use serde_json::{Value, json};

/// The level of the last call.
fn level(served: &Served) -> Value {
    let call = served.messages("tools/call").pop().expect("it came");
    call["params"]["_meta"]["io.modelcontextprotocol/logLevel"].clone()
}

#[tokio::test]
async fn the_level_goes_with_every_request_and_is_changed_without_one() {
    for over in BOTH {
        let mut config = any_era();
        config.peer.quiet_log_level = Some(LogLevel::Debug);
        let (served, session) = start(over, Script::modern(), config).await;
        check_echo(&session).await;
        assert_eq!(level(&served), "debug", "{over:?}");
        session.set_log_level(LogLevel::Error).await.expect("it is set");
        check_echo(&session).await;
        assert_eq!(level(&served), "error", "{over:?}");
        assert_eq!(count(&served, "logging/setLevel"), 0, "there is no such method any more");
        let asked = &served.messages("server/discover")[0]["params"]["_meta"];
        assert_eq!(asked["io.modelcontextprotocol/logLevel"], Value::Null, "nobody knows yet that it logs");
    }
}

#[tokio::test]
async fn no_level_is_asked_of_a_server_that_does_not_log() {
    for over in BOTH {
        let mut config = any_era();
        config.peer.quiet_log_level = Some(LogLevel::Debug);
        let script = Script::modern_with(&json!({ "tools": {} }));
        let (served, session) = start(over, script, config).await;
        check_echo(&session).await;
        assert_eq!(level(&served), Value::Null, "{over:?}");
        let fault = session.set_log_level(LogLevel::Error).await.expect_err("it does not log");
        assert_eq!(fault.code, FaultCode::CapabilityMissing);
    }
}

#[tokio::test]
async fn no_level_is_asked_for_unless_someone_wants_one() {
    for over in BOTH {
        let (served, session) = start(over, Script::modern(), any_era()).await;
        check_echo(&session).await;
        assert_eq!(level(&served), Value::Null, "{over:?}");
    }
}
