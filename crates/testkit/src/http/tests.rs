//! Each behaviour, as a client that writes raw HTTP sees it.

use super::*;
use std::io::{Read, Write};
use std::net::TcpStream;

const HELLO: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#;
const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const CALL: &str =
    r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}"#;
const SESSION_1: &str = "Mcp-Session-Id: session-1\r\n";

fn send(server: &HttpServer, method: &str, path: &str, headers: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.port.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

fn reply_to(server: &HttpServer, method: &str, path: &str, headers: &str, body: &str) -> String {
    let mut text = String::new();
    send(server, method, path, headers, body).read_to_string(&mut text).unwrap();
    text
}

fn post(server: &HttpServer, body: &str) -> String {
    reply_to(server, "POST", "/mcp", SESSION_1, body)
}

fn get(server: &HttpServer) -> String {
    reply_to(server, "GET", "/mcp", SESSION_1, "")
}

/// Reads until `part` has come.
fn read_until(stream: &mut TcpStream, part: &str) -> String {
    let mut text = String::new();
    let mut byte = [0];
    while !text.contains(part) {
        stream.read_exact(&mut byte).expect("more to come");
        text.push(char::from(byte[0]));
    }
    text
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in: {text}");
    }
}

#[test]
fn json_server_has_sessions_a_stream_and_an_end() {
    let server = HttpServer::start(HttpBehaviour::Json);
    assert!(server.url().starts_with("http://127.0.0.1:") && server.url().ends_with("/mcp"));
    has(&reply_to(&server, "POST", "/mcp", "", CALL), &[" 400 ", "no session"]);
    has(&post(&server, HELLO), &[" 200 ", SESSION_1, "application/json", "2025-06-18"]);
    has(&post(&server, READY), &[" 202 "]);
    has(&post(&server, CALL), &[" 200 ", r#""text":"hi""#]);
    let mut stream = send(&server, "GET", "/mcp", SESSION_1, "");
    read_until(&mut stream, "text/event-stream");
    has(&reply_to(&server, "DELETE", "/mcp", SESSION_1, ""), &[" 200 "]);
    has(&post(&server, CALL), &[" 404 "]);
    has(&reply_to(&server, "GET", "/else", "", ""), &[" 404 "]);
}

#[test]
fn requests_are_recorded_and_can_be_waited_for() {
    let server = HttpServer::start(HttpBehaviour::Json);
    assert!(!server.wait_for(|seen| !seen.is_empty(), Duration::from_millis(1)));
    post(&server, HELLO);
    assert!(server.wait_for(|seen| seen.len() == 1, Duration::from_secs(5)));
    let seen = server.requests();
    assert_eq!((seen[0].method.as_str(), seen[0].path.as_str()), ("POST", "/mcp"));
    assert_eq!(seen[0].rpc_method().as_deref(), Some("initialize"));
    assert_eq!(seen[0].header("mcp-session-id"), Some("session-1"));
}

#[test]
fn one_connection_carries_many_requests() {
    let server = HttpServer::start(HttpBehaviour::Sse);
    let mut stream = TcpStream::connect(server.port.address).unwrap();
    for _ in 0..2 {
        let length = HELLO.len();
        write!(stream, "POST /mcp HTTP/1.1\r\nContent-Length: {length}\r\n\r\n{HELLO}").unwrap();
        has(&read_until(&mut stream, "\r\n0\r\n\r\n"), &["data: {", "protocolVersion"]);
    }
}

#[test]
fn spoiled_replies_are_as_named() {
    let status =
        HttpBehaviour::Status { code: 503, body: "down".to_owned(), content_type: "text/plain".to_owned() };
    let expected: [(HttpBehaviour, &[&str]); 9] = [
        (status, &[" 503 ", "text/plain", "\r\n\r\ndown"]),
        (HttpBehaviour::Html200, &[" 200 ", "text/html", "<h1>"]),
        (HttpBehaviour::EmptyBody200, &[" 200 ", "Content-Length: 0\r\n"]),
        (HttpBehaviour::BadJson200, &[" 200 ", "application/json", "\"res"]),
        (HttpBehaviour::Gzip200, &[" 200 ", "Content-Encoding: gzip", "packed"]),
        (HttpBehaviour::Unauthorized401, &[" 401 ", "WWW-Authenticate: Bearer"]),
        (HttpBehaviour::RateLimited429, &[" 429 ", "Retry-After: 2"]),
        (HttpBehaviour::WrongContentType, &[" 200 ", "text/plain", "\"result\""]),
        (HttpBehaviour::SlowSse, &[": keep-alive", "data: {"]),
    ];
    for (behaviour, parts) in expected {
        has(&post(&HttpServer::start(behaviour), HELLO), parts);
    }
    assert_eq!(post(&HttpServer::start(HttpBehaviour::ClosesWithoutAnswer), HELLO), "");
}

#[test]
fn misbehaving_can_wait_for_the_handshake() {
    let later =
        HttpBehaviour::StatusAfterInit { code: 500, body: String::new(), content_type: String::new() };
    for server in [
        HttpServer::start(later),
        HttpServer::start_after_handshake(HttpBehaviour::Html200),
        HttpServer::start_after_handshake(HttpBehaviour::WrongContentType),
    ] {
        has(&post(&server, HELLO), &[" 200 ", "application/json"]);
        has(&post(&server, READY), &[" 202 "]);
        let reply = post(&server, CALL);
        assert!(!reply.contains("application/json"), "{reply}");
    }
}

#[test]
fn refusals_of_get_and_of_discover() {
    let server = HttpServer::start(HttpBehaviour::NoGet);
    post(&server, HELLO);
    has(&get(&server), &[" 405 ", "Allow: POST, DELETE"]);
    let discover = r#"{"jsonrpc":"2.0","id":0,"method":"server/discover"}"#;
    has(&reply_to(&server, "POST", "/mcp", "", discover), &[" 200 ", "-32601"]);
    let strict = HttpServer::start(HttpBehaviour::RefusesWithoutSession);
    has(&reply_to(&strict, "POST", "/mcp", "", discover), &[" 400 ", "-32000"]);
}

#[test]
fn silence_ends_with_the_server() {
    let server = HttpServer::start(HttpBehaviour::NeverAnswers);
    let mut stream = send(&server, "POST", "/mcp", "", HELLO);
    assert!(server.wait_for(|seen| seen.len() == 1, Duration::from_secs(5)));
    drop(server);
    let mut text = String::new();
    assert_eq!(stream.read_to_string(&mut text).unwrap_or(0), 0);
}

#[test]
fn first_session_expires_and_the_next_one_works() {
    let server = HttpServer::start(HttpBehaviour::SessionExpires { after_calls: 1 });
    post(&server, HELLO);
    has(&post(&server, CALL), &[" 200 "]);
    has(&post(&server, CALL), &[" 404 "]);
    has(&post(&server, HELLO), &["Mcp-Session-Id: session-2"]);
    let at_once = HttpServer::start(HttpBehaviour::SessionExpires { after_calls: 0 });
    post(&at_once, HELLO);
    has(&post(&at_once, READY), &[" 202 "]);
    has(&post(&at_once, CALL), &[" 404 "]);
    for _ in 0..3 {
        let renewed = "Mcp-Session-Id: session-2\r\n";
        has(&reply_to(&server, "POST", "/mcp", renewed, CALL), &[" 200 "]);
    }
}

#[test]
fn cut_stream_ends_inside_its_data_line() {
    let server = HttpServer::start(HttpBehaviour::SseCutMidEvent);
    has(&post(&server, HELLO), &["protocolVersion", "\r\n0\r\n\r\n"]);
    let cut = post(&server, CALL);
    has(&cut, &["data: {"]);
    assert!(!cut.contains("\n\n") && !cut.contains("\r\n0\r\n"), "{cut}");
}

#[test]
fn promised_answer_comes_to_the_get_that_resumes() {
    let server = HttpServer::start(HttpBehaviour::SseResumable { retry_ms: 10 });
    post(&server, HELLO);
    has(&post(&server, CALL), &["id: event-1\nretry: 10\ndata:\n\n", "\r\n0\r\n\r\n"]);
    let headers = format!("{SESSION_1}Last-Event-ID: event-1\r\n");
    has(&reply_to(&server, "GET", "/mcp", &headers, ""), &["\"text\":\"hi\"", "\r\n0\r\n\r\n"]);
}

#[test]
fn redirects_lead_to_a_place_that_works_or_elsewhere() {
    let near = HttpBehaviour::Redirect { status: 307, to: RedirectTo::SameOrigin };
    let server = HttpServer::start(near);
    has(&post(&server, HELLO), &[" 307 ", "Location: /moved\r\n"]);
    has(&reply_to(&server, "POST", "/moved", "", HELLO), &[" 200 ", "protocolVersion"]);
    let elsewhere = RedirectTo::CrossOrigin("http://other.example/mcp".to_owned());
    let far = HttpServer::start(HttpBehaviour::Redirect { status: 302, to: elsewhere });
    has(&post(&far, HELLO), &[" 302 ", "Location: http://other.example/mcp\r\n"]);
}

#[test]
fn older_transport_answers_on_its_stream() {
    let server = HttpServer::start(HttpBehaviour::LegacySse);
    assert!(server.url().ends_with("/sse"));
    has(&reply_to(&server, "POST", "/sse", "", HELLO), &[" 405 "]);
    let mut stream = send(&server, "GET", "/sse", "", "");
    read_until(&mut stream, "event: endpoint\ndata: /messages?session=1\n\n");
    has(&reply_to(&server, "POST", "/messages?session=1", "", HELLO), &[" 202 "]);
    has(&read_until(&mut stream, "\n\n"), &["event: message\ndata: {", "2025-06-18"]);
}

#[test]
fn older_transport_goes_wrong_as_named() {
    let endpoint = "http://other.example/messages".to_owned();
    let foreign = HttpServer::start(HttpBehaviour::LegacySseForeignEndpoint { endpoint });
    let mut stream = send(&foreign, "GET", "/sse", "", "");
    read_until(&mut stream, "data: http://other.example/messages\n\n");
    let mute = HttpServer::start(HttpBehaviour::LegacySseNoEndpoint);
    let mut stream = send(&mute, "GET", "/sse", "", "");
    assert!(!read_until(&mut stream, "\n\n").contains("endpoint"));
}

#[test]
fn call_ends_when_the_client_has_answered_what_its_stream_asked() {
    let server = HttpServer::start(HttpBehaviour::AsksOverSse);
    post(&server, HELLO);
    let mut stream = send(&server, "POST", "/mcp", SESSION_1, CALL);
    has(&read_until(&mut stream, "\n\n"), &["elicitation/create", "\"id\":\"ask-1\""]);
    let answer = r#"{"jsonrpc":"2.0","id":"ask-1","result":{"action":"decline"}}"#;
    has(&post(&server, answer), &[" 202 "]);
    has(&read_until(&mut stream, "\r\n0\r\n\r\n"), &["\"id\":3", "decline"]);
}

#[test]
fn stream_brings_notifications_after_the_handshake() {
    let server = HttpServer::start(HttpBehaviour::NotificationsOnGet);
    post(&server, HELLO);
    let mut stream = send(&server, "GET", "/mcp", SESSION_1, "");
    read_until(&mut stream, "\r\n\r\n");
    post(&server, READY);
    has(&read_until(&mut stream, "list_changed"), &["notifications/message"]);
}

#[test]
fn huge_body_is_exactly_that_long() {
    let server = HttpServer::start(HttpBehaviour::HugeBody { bytes: 100_000 });
    post(&server, HELLO);
    let reply = post(&server, CALL);
    let (_, body) = reply.split_once("\r\n\r\n").unwrap();
    assert_eq!(body.len(), 100_000);
    serde_json::from_str::<serde_json::Value>(body).unwrap();
}
