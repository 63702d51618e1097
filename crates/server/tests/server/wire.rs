//! What is not even HTTP, connections that stay, and the end.

use crate::harness::{Answer, Running};
use axum::Router;
use axum::body::Body;
use axum::routing::get;
use futures_util::stream::{self, StreamExt as _};
use std::convert::Infallible;
use std::io::{Read as _, Write as _};

#[test]
fn what_is_not_http_does_no_harm() {
    let running = Running::start();
    let endless_line = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a".repeat(1_000_000));
    let many_headers = format!("GET /health HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "A: b\r\n".repeat(1000));
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET /health\r\n\r\n",
        b"GET /health HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET /hea\x00lth HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: loc\x00alhost\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost : localhost\r\n\r\n",
        b"GET /health HTTP/1.1\r\n Host: localhost\r\n\r\n",
        b"\r\n\r\n\r\n",
        b"",
        endless_line.as_bytes(),
        many_headers.as_bytes(),
    ] {
        let answer = running.send_and_stop(bytes);
        let start = String::from_utf8_lossy(bytes).chars().take(60).collect::<String>();
        assert!(answer.is_empty() || matches!(Answer::read(&answer).status, 400..500), "{start}: {answer:?}");
    }
    assert_eq!(running.get("/health").status, 200);
}

#[test]
fn methods_and_targets_that_nobody_uses_are_refused_in_form() {
    let running = Running::start();
    let headers = [running.host(), running.token_line()];
    let headers = headers.each_ref().map(String::as_str);
    for (line, status) in [
        ("CONNECT localhost:80 HTTP/1.1", 404),
        ("CONNECT evil.example:80 HTTP/1.1", 403),
        ("OPTIONS * HTTP/1.1", 404),
        ("TRACE /health HTTP/1.1", 405),
        ("BREW /health HTTP/1.1", 405),
    ] {
        let answer = running.ask(line, &headers);
        assert_eq!(answer.status, status, "{line}: {answer:#?}");
        answer.error();
    }
}

#[test]
fn a_second_request_cannot_hide_in_the_first() {
    let running = Running::start();
    let hidden = format!("GET /health HTTP/1.1\r\nHost: evil.example\r\n{}\r\n\r\n", running.token_line());
    // Two lengths that do not agree: whatever is answered, the hidden request is not.
    for smuggling in [
        format!("Content-Length: 0\r\nContent-Length: {}", hidden.len()),
        "Content-Length: 5\r\nTransfer-Encoding: chunked".to_owned(),
        "Transfer-Encoding: chunked, identity".to_owned(),
    ] {
        let request =
            format!("POST /nothing HTTP/1.1\r\n{}\r\n{smuggling}\r\n\r\n0\r\n\r\n{hidden}", running.host());
        let answers = running.send_and_stop(request.as_bytes());
        let answers = String::from_utf8_lossy(&answers);
        assert!(!answers.contains("200 OK"), "{smuggling}: {answers}");
    }
}

#[test]
fn requests_on_one_connection_are_checked_one_by_one() {
    let running = Running::start();
    let good = format!("GET /nothing HTTP/1.1\r\n{}\r\n{}\r\n\r\n", running.host(), running.token_line());
    let bad = format!("GET /nothing HTTP/1.1\r\n{}\r\n\r\n", running.host());
    let last = bad.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    let mut stream = running.connect();
    stream.write_all(format!("{good}{bad}{good}{last}").as_bytes()).unwrap();
    let mut answers = String::new();
    stream.read_to_string(&mut answers).unwrap();
    let statuses: Vec<&str> = answers.split("HTTP/1.1 ").skip(1).map(|answer| &answer[..3]).collect();
    assert_eq!(statuses, ["404", "401", "404", "401"]);
}

#[test]
fn closing_ends_streams_and_lets_nobody_in() {
    let running = Running::with(
        |backend| {
            let backend = backend.clone();
            let endless = async move || {
                let first = stream::iter([Ok::<_, Infallible>("first")]);
                Body::from_stream(first.chain(stream::pending()).take_until(backend.closing()))
            };
            Router::new().route("/endless", get(endless))
        },
        |guard| guard,
    );
    let mut stream = running.connect();
    let request = format!("GET /endless HTTP/1.1\r\n{}\r\n{}\r\n\r\n", running.host(), running.token_line());
    stream.write_all(request.as_bytes()).unwrap();
    let mut seen = Vec::new();
    while !seen.ends_with(b"first\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        seen.extend(byte);
    }
    running.shutdown();
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "0\r\n\r\n", "the stream ends as streams end");
}
