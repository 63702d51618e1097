//! HTTP exchanges as the log shows them.

use crate::scene::{check_echo, exchanges, ready, target};
use crate::support::{entries, quick, wait_for};
use mcp_inspector_engine::Session;
use mcp_inspector_engine::core::entry::{EntryKind, HttpExchange};
use mcp_inspector_engine::core::query::Query;
use mcp_inspector_engine::core::timeline::{Row, Timeline};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};

fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str())
}

#[tokio::test]
async fn an_exchange_shows_method_url_status_headers_and_timings() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = ready(&server).await;
    check_echo(&session, "hello").await;
    let initialize = &exchanges(&session)[0];
    assert_eq!((initialize.method.as_str(), initialize.url.clone()), ("POST", server.url()));
    assert_eq!((initialize.status, initialize.version.as_deref()), (Some(200), Some("HTTP/1.1")));
    assert_eq!(header(&initialize.request_headers, "Content-Type"), Some("application/json"));
    assert_eq!(header(&initialize.response_headers, "Mcp-Session-Id"), Some("session-1"));
    assert!(initialize.request_bytes > 0);
    assert!(initialize.response_bytes.unwrap() > 0);
    assert!(initialize.total_ms.unwrap() >= initialize.head_ms);
    assert_eq!((&initialize.error, &initialize.body_head), (&None, &None), "the body is a frame");
}

/// The row of the last call of a tool.
pub(crate) fn call_row(session: &Session) -> Row {
    let entries = entries(session);
    let timeline = Timeline::of(entries.iter().map(|entry| &**entry));
    let query = Query::parse("method:tools/call").expect("it can be read");
    let window = timeline.window(&query, &[], -1, 1, &|_| None);
    let row = window.rows.into_iter().next().expect("a tool was called");
    let together: u64 = row.shares().map(|(_, nanos)| nanos).sum();
    assert_eq!(Some(together), row.duration_ns, "the parts are the whole: {row:?}");
    row
}

#[tokio::test]
async fn work_of_the_server_is_not_time_of_the_network() {
    let server = HttpServer::start(HttpBehaviour::SlowAnswer { ms: 80 });
    let session = ready(&server).await;
    check_echo(&session, "hello").await;
    let row = call_row(&session);
    let (server_ns, network_ns) = (row.server_ns.unwrap(), row.network_ns.unwrap());
    assert!(server_ns >= 75_000_000 && network_ns < server_ns / 2, "{row:?}");
}

#[tokio::test]
async fn a_body_that_comes_slowly_is_time_of_the_network() {
    let server = HttpServer::start(HttpBehaviour::SlowBody { ms: 80 });
    let session = ready(&server).await;
    check_echo(&session, "hello").await;
    let row = call_row(&session);
    let (server_ns, network_ns) = (row.server_ns.unwrap(), row.network_ns.unwrap());
    assert!(network_ns >= 75_000_000 && server_ns < network_ns / 2, "{row:?}");
}

#[tokio::test]
async fn the_request_that_makes_a_connection_says_how_long_that_took() {
    let server = HttpServer::start(HttpBehaviour::NoGet);
    let session = ready(&server).await;
    for said in ["one", "two", "three", "four"] {
        check_echo(&session, said).await;
    }
    let exchanges = exchanges(&session);
    let first = &exchanges[0];
    assert!(first.connect_us.is_some_and(|micros| micros <= (first.head_ms + 1) * 1_000), "{first:?}");
    let is_kept = |exchange: &HttpExchange| exchange.connect_us.is_none() && exchange.body_us.is_some();
    assert!(exchanges.iter().any(is_kept), "a connection is used again: {exchanges:#?}");
    let mut posts = exchanges.iter().filter(|exchange| exchange.method == "POST");
    assert!(posts.all(|post| post.waited_us.is_some()), "{exchanges:#?}");
}

#[tokio::test]
async fn the_wait_of_a_call_for_the_end_of_the_handshake_is_not_time_of_the_server() {
    let server = HttpServer::start(HttpBehaviour::SlowToAccept { ms: 200 });
    let session = ready(&server).await;
    check_echo(&session, "hello").await;
    let row = call_row(&session);
    let (server_ns, network_ns) = (row.server_ns.unwrap(), row.network_ns.unwrap());
    assert!(network_ns >= 50_000_000 && server_ns < network_ns / 2, "{row:?}");
}

#[tokio::test]
async fn a_streamed_exchange_has_its_end_in_an_entry_of_its_own() {
    let server = HttpServer::start(HttpBehaviour::Sse);
    let session = ready(&server).await;
    let initialize = &exchanges(&session)[0];
    assert_eq!((initialize.total_ms, initialize.response_bytes), (None, None));
    let number = initialize.exchange;
    let end =
        wait_for(&session, |kind| matches!(kind, EntryKind::HttpEnd { exchange, .. } if *exchange == number));
    let EntryKind::HttpEnd { bytes, error, .. } = &end.await.kind else { unreachable!() };
    assert!(*bytes > 0 && error.is_none());
}

#[tokio::test]
async fn custom_headers_are_sent_with_every_request_and_win_over_our_own() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let custom = [("X-Team", "blue"), ("X-Many", "1"), ("X-Many", "2"), ("User-Agent", "mine")];
    let headers = custom.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let target = target(&server.url(), |http| http.headers = headers.to_vec());
    let session = Session::connect(target, quick()).await.unwrap();
    check_echo(&session, "hello").await;
    wait_for(&session, |kind| matches!(kind, EntryKind::Http(http) if http.method == "GET")).await;
    for request in server.requests() {
        let many: Vec<&str> = request
            .headers
            .iter()
            .filter(|(name, _)| name.eq_ignore_ascii_case("X-Many"))
            .map(|(_, value)| value.as_str())
            .collect();
        assert_eq!(many, ["1", "2"], "{request:?}");
        assert_eq!((request.header("X-Team"), request.header("User-Agent")), (Some("blue"), Some("mine")));
    }
    assert_eq!(header(&exchanges(&session)[0].request_headers, "X-Team"), Some("blue"));
}
