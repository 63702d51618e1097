//! Requests that cannot be read, and handlers that give up.

use crate::harness::{Answer, Running, request};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use mcp_inspector_server::problem::{BytesBody, JsonBody, PathOf, QueryOf};
use serde::Deserialize;
use serde_json::Value;
use std::io::{Read as _, Write as _};

const MIB: usize = 1024 * 1024;

#[derive(Debug, Deserialize)]
struct Server {
    name: String,
    #[serde(default)]
    args: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Page {
    limit: Option<u32>,
}

fn running() -> Running {
    let routes = |_: &_| {
        Router::new()
            .route("/any", post(async |JsonBody(value): JsonBody<Value>| value.to_string().len().to_string()))
            .route(
                "/server",
                post(async |JsonBody(server): JsonBody<Server>| server.name + &server.args.concat()),
            )
            .route("/bytes", post(async |BytesBody(bytes): BytesBody| bytes.len().to_string()))
            .route(
                "/large",
                post(async |BytesBody(bytes): BytesBody| bytes.len().to_string())
                    .layer(DefaultBodyLimit::max(16 * MIB)),
            )
            .route("/page", get(async |QueryOf(page): QueryOf<Page>| format!("{:?}", page.limit)))
            .route("/number/{number}", get(async |PathOf(number): PathOf<u32>| number.to_string()))
            .route("/panic", get(panics))
    };
    Running::with(routes, |guard| guard)
}

async fn panics() -> &'static str {
    panic!("the secret is 42")
}

#[test]
fn a_body_that_is_not_json_is_told_with_its_place() {
    let running = running();
    insta::assert_snapshot!("not_json", running.post("/any", "{\n  \"a\": 1,\n}").shown());
    for (body, message) in [
        ("", "the body is not JSON: EOF while parsing a value at line 1 column 0"),
        ("{", "the body is not JSON: EOF while parsing an object at line 1 column 1"),
        ("{} x", "the body is not JSON: trailing characters at line 1 column 4"),
        ("\u{feff}{}", "the body is not JSON: expected value at line 1 column 1"),
    ] {
        let answer = running.post("/any", body);
        assert_eq!((answer.status, answer.error().as_str()), (400, "INVALID_REQUEST"), "{body}");
        assert_eq!(answer.json()["error"]["message"], message);
    }
    let deep = running.post("/any", &"[".repeat(1_000_000));
    assert_eq!(deep.status, 400);
    assert!(deep.body.contains("recursion limit"), "{}", deep.body);
}

#[test]
fn a_body_of_another_form_is_told_with_the_member() {
    let running = running();
    insta::assert_snapshot!("wrong_form", running.post("/server", r#"{"name":"a","args":["x",1]}"#).shown());
    let answer = running.post("/server", "{}");
    assert_eq!((answer.status, answer.error().as_str()), (400, "INVALID_REQUEST"));
    assert!(answer.body.contains("missing field `name`"), "{}", answer.body);
    assert_eq!(running.post("/server", r#"{"name":"a","args":["b"]}"#).body, "ab");
}

#[test]
fn a_body_must_be_marked_as_json() {
    let running = running();
    let host_and_token = [running.host(), running.token_line()];
    for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("json"), Some("")]
    {
        let kind = kind.map(|kind| format!("Content-Type: {kind}"));
        let lines: Vec<&str> =
            host_and_token.iter().chain(&kind).map(String::as_str).chain(["Content-Length: 2"]).collect();
        let answer = running.ask_with("POST /any HTTP/1.1", &lines, b"{}");
        assert_eq!((answer.status, answer.error().as_str()), (415, "INVALID_REQUEST"), "{kind:?}");
    }
    let lines = [&host_and_token[0], &host_and_token[1], "Content-Length: 2"];
    insta::assert_snapshot!(
        "not_marked_as_json",
        running.ask_with("POST /any HTTP/1.1", &lines, b"{}").shown()
    );
}

#[test]
fn a_body_that_is_not_text_is_refused() {
    let running = running();
    let lines =
        [&running.host(), &running.token_line(), "Content-Type: application/json", "Content-Length: 4"];
    let answer = running.ask_with("POST /any HTTP/1.1", &lines, b"\"\xff\xfe\"");
    assert_eq!((answer.status, answer.error().as_str()), (400, "INVALID_REQUEST"), "{answer:#?}");
}

#[test]
fn a_body_that_is_too_large_is_refused_and_the_answer_arrives() {
    let running = running();
    let text = |length: usize| format!("\"{}\"", "x".repeat(length - 2));
    assert_eq!(running.post("/any", &text(4 * MIB)).status, 200, "just small enough");
    let large = running.post("/any", &text(4 * MIB + 1));
    insta::assert_snapshot!("too_large", large.shown());
    // Whoever says that much more will come is still told.
    for length in [20 * MIB, 64 * MIB] {
        let answer = running.post("/any", &text(length));
        assert_eq!((answer.status, answer.error().as_str()), (413, "INVALID_REQUEST"), "{length}");
    }
    assert_eq!(running.post("/bytes", &text(5 * MIB)).status, 413);
    assert_eq!(running.post("/large", &text(5 * MIB)).status, 200, "a route can take more");
    assert_eq!(running.post("/large", &text(16 * MIB + 1)).status, 413);
}

#[test]
fn whoever_still_sends_what_was_refused_is_heard_out() {
    let running = running();
    let length = format!("Content-Length: {}", 20 * MIB);
    let lines = [&running.host(), &running.token_line(), length.as_str()];
    let mut stream = running.connect();
    // Many clients report a failed write and never look at the answer that explains it.
    stream.write_all(&request("POST /bytes HTTP/1.1", &lines, &vec![b'x'; 20 * MIB])).expect("all is taken");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer, and the end of it");
    assert_eq!(Answer::read(&answer).status, 413);
}

#[test]
fn a_body_without_a_stated_length_is_held_to_the_same_limit() {
    let running = running();
    let chunk = format!("100000\r\n{}\r\n", "x".repeat(MIB));
    let lines = [&running.host(), &running.token_line(), "Transfer-Encoding: chunked"];
    let sent = |count: usize| {
        running.ask_with("POST /bytes HTTP/1.1", &lines, (chunk.repeat(count) + "0\r\n\r\n").as_bytes())
    };
    assert_eq!(sent(4).body.trim(), (4 * MIB).to_string());
    assert_eq!(sent(5).status, 413);
}

#[test]
fn a_body_that_breaks_off_is_not_taken_for_a_whole_one() {
    let running = running();
    let lines =
        [&running.host(), &running.token_line(), "Content-Type: application/json", "Content-Length: 10"];
    let answer = running.send_and_stop(&request("POST /any HTTP/1.1", &lines, b"{}"));
    assert!(answer.is_empty() || Answer::read(&answer).status == 400, "{answer:?}");
    let lines = [&running.host(), &running.token_line(), "Transfer-Encoding: chunked"];
    for body in ["zz\r\n{}\r\n0\r\n\r\n", "2\r\n{}", "-1\r\n\r\n", "ffffffffffffffffff\r\n"] {
        let answer = running.send_and_stop(&request("POST /bytes HTTP/1.1", &lines, body.as_bytes()));
        assert!(answer.is_empty() || Answer::read(&answer).status == 400, "{body}: {answer:?}");
    }
    // Nobody waits for the rest of what cannot be read.
    let answer = running.ask_with("POST /bytes HTTP/1.1", &lines, b"zz\r\n");
    assert_eq!((answer.status, answer.error().as_str()), (400, "INVALID_REQUEST"), "{answer:#?}");
}

#[test]
fn parameters_that_make_no_sense_are_named() {
    let running = running();
    assert_eq!(running.get("/page?limit=5&unknown=1").body, "Some(5)");
    insta::assert_snapshot!("query", running.get("/page?limit=abc").shown());
    for query in ["limit=-1", "limit=", "limit=1&limit=2", "limit=99999999999", "limit=%ff"] {
        let answer = running.get(&format!("/page?{query}"));
        assert_eq!((answer.status, answer.error().as_str()), (400, "INVALID_REQUEST"), "{query}");
        assert!(answer.body.contains("limit"), "{}", answer.body);
    }
    insta::assert_snapshot!("path", running.get("/number/x").shown());
    assert_eq!(running.get("/number/%ff").status, 400);
}

#[test]
fn what_is_not_there_and_what_cannot_be_done_there_are_told_like_every_error() {
    let running = running();
    insta::assert_snapshot!("no_such_path", running.get("/nothing/here").shown());
    let headers = [running.host(), running.token_line()];
    let answer = running.ask("DELETE /health HTTP/1.1", &headers.each_ref().map(String::as_str));
    insta::assert_snapshot!("no_such_method", answer.shown());
    assert_eq!(answer.header("allow").as_deref(), Some("GET,HEAD"));
}

#[test]
fn a_handler_that_gives_up_ends_its_request_and_nothing_else() {
    let running = running();
    insta::assert_snapshot!("panic", running.get("/panic").shown());
    assert!(!running.get("/panic").body.contains("42"), "what it said is for the log");
    assert_eq!(running.get("/health").status, 200);
}
