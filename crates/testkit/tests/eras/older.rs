//! HTTP+SSE servers, whatever era a user chooses, and servers that want a session.

use crate::scripted::{any_era, logged_methods};
use crate::support::{PATIENCE, at, notes};
use mcp_inspector_engine::core::entry::Note;
use mcp_inspector_engine::core::era::{Revision, Versions};
use mcp_inspector_engine::core::probe::{Sign, Verdict};
use mcp_inspector_engine::core::target::{Flavour, Target, Transport};
use mcp_inspector_engine::{FaultCode, Session, ToolCall};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use serde_json::json;

fn flavoured(server: &HttpServer, flavour: Flavour) -> Target {
    let mut target = at(&server.url());
    if let Transport::Http(http) = &mut target.transport {
        http.flavour = flavour;
    }
    target
}

async fn check_echo(session: &Session) {
    let call = ToolCall::new("echo").arguments(json!({ "text": "hello" }));
    let result = session.call_tool(call).await.expect("the server echoes");
    assert_eq!(result.get().expect("the result has its shape").text(), "hello");
}

#[tokio::test]
async fn a_server_of_the_older_transport_is_found_out_with_and_without_a_question() {
    let pinned = Versions::Pinned(Revision::R2024_11_05);
    for (versions, asks) in [(Versions::Auto, 1), (Versions::Legacy, 0), (pinned, 0)] {
        let server = HttpServer::start(HttpBehaviour::LegacySse);
        let mut config = any_era();
        config.peer.versions = versions;
        let connecting = Session::connect(at(&server.url()), config);
        let session = tokio::time::timeout(PATIENCE, connecting).await.expect("in time").expect("connected");
        check_echo(&session).await;
        assert!(notes(&session).contains(&Note::FellBackToSse { status: 405 }), "{versions}");
        let asked = logged_methods(&session).iter().filter(|method| *method == "server/discover").count();
        assert_eq!(asked, asks, "{versions}");
        let sign = Note::Probe { sign: Sign::Status { status: 405 }, verdict: Verdict::Legacy };
        assert_eq!(notes(&session).contains(&sign), asks == 1);
    }
}

#[tokio::test]
async fn a_server_that_was_said_to_be_of_the_older_transport_is_not_asked() {
    for versions in [Versions::Auto, Versions::Legacy, Versions::Pinned(Revision::R2024_11_05)] {
        let server = HttpServer::start(HttpBehaviour::LegacySse);
        let mut config = any_era();
        config.peer.versions = versions;
        let session = Session::connect(flavoured(&server, Flavour::Sse), config).await.expect("connected");
        check_echo(&session).await;
        let methods = logged_methods(&session);
        assert_eq!(methods, ["initialize", "notifications/initialized", "tools/call"], "{versions}");
    }
}

#[tokio::test]
async fn the_newest_revision_cannot_be_spoken_over_the_older_transport() {
    for (flavour, code) in
        [(Flavour::Sse, FaultCode::ProtocolVersionMismatch), (Flavour::Auto, FaultCode::HttpStatus)]
    {
        let server = HttpServer::start(HttpBehaviour::LegacySse);
        let mut config = any_era();
        config.peer.versions = Versions::Pinned(Revision::R2026_07_28);
        let fault = Session::connect(flavoured(&server, flavour), config).await.expect_err("it cannot");
        assert_eq!(fault.code, code, "{fault:?}");
        let posted = server.requests().iter().filter(|request| request.method == "POST").count();
        assert_eq!(posted, usize::from(flavour == Flavour::Auto));
    }
}

#[tokio::test]
async fn a_server_that_refuses_whoever_has_no_session_is_a_legacy_one() {
    let server = HttpServer::start(HttpBehaviour::RefusesWithoutSession);
    let session = Session::connect(at(&server.url()), any_era()).await.expect("connected");
    check_echo(&session).await;
    let sign = Note::Probe { sign: Sign::Refused { code: -32000 }, verdict: Verdict::Legacy };
    assert!(notes(&session).contains(&sign), "{:#?}", notes(&session));
    let hello = server.requests().into_iter().find(|request| request.body.contains("\"initialize\""));
    let hello = hello.expect("the handshake came");
    assert_eq!(hello.header("Mcp-Session-Id"), None);
    assert_eq!(hello.header("MCP-Protocol-Version"), None, "the question's revision is not the handshake's");
    assert_eq!(hello.header("Mcp-Method"), None);
}
