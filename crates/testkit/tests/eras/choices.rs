//! What a user chooses: any era, the older one, or one revision.

use crate::scripted::{Over, Served, any_era, connected};
use crate::support::{PATIENCE, at};
use mcp_inspector_engine::core::era::{Revision, Versions};
use mcp_inspector_engine::{FaultCode, Session, SessionConfig, ToolCall};
use mcp_inspector_testkit::scripted::{Script, Step};
use serde_json::json;
use std::time::Duration;

fn chosen(versions: Versions) -> SessionConfig {
    let mut config = any_era();
    config.peer.versions = versions;
    config
}

#[tokio::test]
async fn a_modern_server_gets_one_request_before_it_is_ready() {
    for over in [Over::Http, Over::Stdio] {
        for versions in [Versions::Auto, Versions::Pinned(Revision::R2026_07_28)] {
            let served = Served::start(over, Script::modern());
            let session = connected(&served, chosen(versions)).await;
            assert_eq!(served.methods(), ["server/discover"], "{over:?} {versions}");
            assert_eq!(session.revision(), Some(Revision::R2026_07_28));
            let info = session.server_info().and_then(|info| info.text_member("name"));
            assert_eq!(info.as_deref(), Some("scripted"));
            session.stop().await;
            assert_eq!(served.methods(), ["server/discover"], "{over:?}: nothing is said in the end");
        }
    }
}

#[tokio::test]
async fn a_session_of_the_older_era_does_not_ask() {
    for over in [Over::Http, Over::Stdio] {
        for versions in [Versions::Legacy, Versions::Pinned(Revision::R2025_11_25)] {
            let served = Served::start(over, Script::legacy());
            let session = connected(&served, chosen(versions)).await;
            session.call_tool(ToolCall::new("echo")).await.expect("it works");
            let came: Vec<String> = served.methods().into_iter().filter(|method| method != "GET").collect();
            assert_eq!(
                came,
                ["initialize", "notifications/initialized", "tools/call"],
                "{over:?} {versions}"
            );
        }
    }
}

#[tokio::test]
async fn a_pinned_revision_is_the_one_that_is_offered() {
    for over in [Over::Http, Over::Stdio] {
        for revision in Revision::ALL.into_iter().filter(|revision| !revision.is_modern()) {
            let result = json!({
                "protocolVersion": revision.as_str(), "capabilities": { "tools": {} },
                "serverInfo": { "name": "scripted", "version": "1" },
            });
            let served = Served::start(over, Script::legacy().on("initialize", [Step::result(&result)]));
            let session = connected(&served, chosen(Versions::Pinned(revision))).await;
            assert_eq!(session.revision(), Some(revision));
            assert_eq!(served.messages("initialize")[0]["params"]["protocolVersion"], revision.as_str());
            assert!(served.messages("server/discover").is_empty());
        }
    }
}

#[tokio::test]
async fn a_legacy_server_fails_the_newest_revision_and_the_hint_says_what_to_choose() {
    for over in [Over::Http, Over::Stdio] {
        let served = Served::start(over, Script::legacy());
        let session = Session::open(served.target(), chosen(Versions::Pinned(Revision::R2026_07_28)));
        let fault = session.ready().await.expect_err("it does not speak it");
        assert_eq!((fault.code, fault.rpc_code()), (FaultCode::ProtocolError, Some(-32601)), "{fault:?}");
        assert!(fault.hint.as_deref().is_some_and(|hint| hint.contains("`auto`")), "{fault:?}");
        assert_eq!(served.methods(), ["server/discover"], "{over:?}");
    }
}

#[tokio::test]
async fn a_mute_server_fails_the_newest_revision_in_time_and_is_not_greeted() {
    for over in [Over::Http, Over::Stdio] {
        let served = Served::start(over, Script::legacy().on("server/discover", [Step::Mute]));
        let mut config = chosen(Versions::Pinned(Revision::R2026_07_28));
        config.peer.probe_timeout = Duration::from_millis(10);
        config.peer.init_timeout = Duration::from_millis(200);
        let fault = Session::connect(served.target(), config).await.expect_err("it says nothing");
        assert_eq!(fault.code, FaultCode::ConnectionTimeout);
        assert_eq!(fault.message, "the server did not answer `server/discover` within 200 ms");
        assert_eq!(served.methods(), ["server/discover"], "{over:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_http_silence_is_no_sign() {
    let served = Served::start(Over::Http, Script::legacy().on("server/discover", [Step::Mute]));
    let mut config = any_era();
    config.peer.probe_timeout = Duration::from_millis(10);
    config.peer.init_timeout = Duration::from_millis(200);
    let fault = Session::connect(served.target(), config).await.expect_err("it says nothing");
    assert_eq!(fault.code, FaultCode::ConnectionTimeout);
    assert_eq!(served.methods(), ["server/discover"]);
    let closed =
        tokio::task::block_in_place(|| served.http().wait_for_closed("server/discover", 1, PATIENCE));
    assert!(closed, "nobody waits for the answer any more");
}

#[tokio::test]
async fn a_handshake_that_names_the_newest_revision_is_one_of_the_older_era() {
    for over in [Over::Http, Over::Stdio] {
        let result = json!({
            "protocolVersion": "2026-07-28", "capabilities": { "tools": {} },
            "serverInfo": { "name": "scripted", "version": "1" },
        });
        let served = Served::start(over, Script::legacy().on("initialize", [Step::result(&result)]));
        let session = connected(&served, any_era()).await;
        assert_eq!(session.revision(), Some(Revision::R2025_11_25));
        session.call_tool(ToolCall::new("echo")).await.expect("it works");
        assert!(served.messages("tools/call")[0]["params"].get("_meta").is_none());
    }
}

#[tokio::test]
async fn nobody_at_the_address_is_no_sign_and_nothing_is_tried() {
    // A port that is taken, so that no other test gets it, and where nobody listens.
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.bind((std::net::Ipv4Addr::LOCALHOST, 0).into()).expect("a free port");
    let address = socket.local_addr().expect("a bound socket has an address");
    let session = Session::open(at(&format!("http://{address}/mcp")), any_era());
    let fault = session.ready().await.expect_err("nobody listens");
    assert_eq!(fault.code, FaultCode::ConnectionRefused);
    assert_eq!(crate::scripted::logged_methods(&session), ["server/discover"]);
}
