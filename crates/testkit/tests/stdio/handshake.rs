//! What the handshake settles: capabilities, revisions, refusals.

use crate::programs::testkit;
use crate::scene::{check_echo, fault_of, hint, methods_sent, ready, sent, text};
use crate::support::quick;
use mcp_inspector_engine::core::command::{CallRequest, OutcomeWord};
use mcp_inspector_engine::core::era::Revision;
use mcp_inspector_engine::core::typed::{ToolResult, Typed};
use mcp_inspector_engine::{FaultCode, Session, SessionConfig};

#[tokio::test]
async fn the_view_shows_who_the_server_is() {
    let session = ready(&["well-behaved"]).await;
    let server = session.view().server.expect("it said so");
    assert_eq!(server.revision, Some(Revision::R2025_11_25));
    assert_eq!(server.info.and_then(|info| info.text_member("name")).as_deref(), Some("testkit"));
    assert!(server.capabilities.expect("they were sent").member("completions").is_some());
    assert_eq!(server.instructions, session.instructions());
    assert_eq!(methods_sent(&session), ["initialize", "notifications/initialized"]);
    let hello = sent(&session)[0].message().and_then(|hello| hello.params().cloned()).expect("parameters");
    assert_eq!(hello.text_member("protocolVersion").as_deref(), Some("2025-11-25"));
    assert!(hello.member("capabilities").is_some_and(|offer| offer.member("sampling").is_some()));
}

#[tokio::test]
async fn without_capabilities_a_call_fails_at_once_unless_it_is_forced() {
    let session = ready(&["no-capabilities"]).await;
    let fault = session.list_tools().await.expect_err("not advertised");
    assert_eq!(fault.code, FaultCode::CapabilityMissing);
    assert_eq!(fault.message, "the server does not advertise `tools`, which `tools/list` needs");
    assert_eq!(fault.details.capability.as_deref(), Some("tools"));
    assert!(hint(&fault).contains("force the call"), "{fault:?}");
    let fault = session.subscribe_resource("test://counter").await.expect_err("not advertised");
    assert_eq!(fault.details.capability.as_deref(), Some("resources.subscribe"));
    assert_eq!(methods_sent(&session), ["initialize", "notifications/initialized"], "nothing was sent");
    let lost = session.view().calls.iter().last().and_then(|call| call.end.clone()).expect("it is shown");
    assert_eq!(lost.outcome, OutcomeWord::Lost);

    let mut forced: CallRequest = crate::scene::echo("all the same").into_request();
    forced.options.forced = true;
    let result = session.request(forced).await.result().await.expect("the server does answer");
    assert_eq!(text(&Typed::<ToolResult>::read(result)), "all the same");
    session.ping().await.expect("a ping needs no capability");
}

#[tokio::test]
async fn a_revision_that_does_not_exist_ends_the_session() {
    let session = Session::open(testkit(&["wrong-version"]), SessionConfig::inspector());
    let fault = fault_of(&session).await;
    assert_eq!(fault.code, FaultCode::ProtocolVersionMismatch);
    assert_eq!(
        fault.message,
        r#"the server answered with protocol version "1999-01-01", which does not exist"#
    );
    assert!(hint(&fault).contains("2025-11-25"), "{fault:?}");
    assert_eq!(session.view().fault, Some(fault));
}

#[tokio::test]
async fn a_server_that_names_its_own_revision_gets_it() {
    let session = ready(&["refuses-version"]).await;
    assert_eq!(session.revision(), Some(Revision::R2024_11_05));
    assert_eq!(methods_sent(&session), ["initialize", "initialize", "notifications/initialized"]);
    check_echo(&session, "old friend").await;
}

#[tokio::test]
async fn a_refused_handshake_keeps_code_and_data() {
    let session = Session::open(testkit(&["init-error"]), quick());
    let fault = fault_of(&session).await;
    assert_eq!((fault.code, fault.rpc_code()), (FaultCode::ProtocolError, Some(-32000)));
    assert!(fault.message.contains("The database is not reachable"), "{fault}");
    let json = fault.to_json();
    assert_eq!(json["details"]["rpcError"]["data"]["attempts"], 3);
    assert_eq!(json["details"]["method"], "initialize");
}

#[tokio::test]
async fn a_server_that_exits_on_what_it_does_not_know_is_not_asked() {
    let session = ready(&["exit-on-discover"]).await;
    check_echo(&session, "still here").await;
}
