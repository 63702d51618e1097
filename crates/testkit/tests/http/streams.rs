//! Streams that bring too much, and streams that end too often.

use crate::scene::{check_echo, ready, ready_with};
use crate::support::{entries, quick, wait_for};
use mcp_inspector_engine::core::entry::EntryKind;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use std::time::Duration;

#[tokio::test]
async fn a_flood_on_a_stream_stays_within_the_logs_limits_and_the_answer_still_comes() {
    let server = HttpServer::start(HttpBehaviour::SseFlood { messages: 5_000, bytes: 2_000 });
    let mut config = quick();
    config.log.bytes = 500_000;
    let session = ready_with(&server, config).await;
    check_echo(&session, "after the flood").await;
    let held = session.log().held_bytes();
    assert!(held <= 500_000, "{held} bytes are held");
    let view = session.view();
    assert!(view.traffic.bytes_received > 10_000_000, "all of it was read");
    assert_eq!(session.phase(), PhaseName::Ready);
}

#[tokio::test]
async fn a_reader_that_does_not_read_holds_nothing_up() {
    let server = HttpServer::start(HttpBehaviour::SseFlood { messages: 3_000, bytes: 100 });
    let session = ready(&server).await;
    // Neither of these is ever asked for an item.
    let _notices = session.notifications();
    let _cursor = session.entries_from(mcp_inspector_engine::core::Seq::FIRST);
    check_echo(&session, "after the flood").await;
}

#[tokio::test]
async fn a_stream_that_ends_at_once_is_asked_for_less_and_less_often() {
    let server = HttpServer::start(HttpBehaviour::GetEndsAtOnce);
    let session = ready(&server).await;
    let gets = || {
        let is_get = |kind: &EntryKind| matches!(kind, EntryKind::Http(http) if http.method == "GET");
        let entries = entries(&session);
        entries.iter().filter(|entry| is_get(&entry.kind)).map(|entry| entry.at).collect::<Vec<_>>()
    };
    wait_for(&session, |_| gets().len() >= 3).await;
    let gets = gets();
    // The server asks for no pause at all. It gets its way once.
    assert!(gets[2].since(gets[1]) >= Duration::from_secs(1), "{:?}", gets[2].since(gets[1]));
    check_echo(&session, "meanwhile").await;
    assert_eq!(session.phase(), PhaseName::Ready);
}
