//! Proxies named in the environment.
//!
//! The environment belongs to the whole process, so the part that is to see
//! another one runs in a process of its own: this test program, started again
//! with one test picked out.

use crate::support::{at, quick};
use mcp_inspector_engine::{FaultCode, Session};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// What the process of its own is to connect to, and what it is to expect.
const URL: &str = "HTTP_TEST_URL";
const EXPECTED: &str = "HTTP_TEST_EXPECTED";

/// A proxy that refuses everything and tells what it was asked for. It ends with the process.
fn proxy() -> (SocketAddr, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let address = listener.local_addr().expect("a bound socket has an address");
    let (tell, told) = channel();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut first = String::new();
            // A client that leaves has asked for nothing.
            let _ = BufReader::new(&stream).read_line(&mut first);
            let _ = tell.send(first.trim_end().to_owned());
            let refusal = "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            let _ = stream.write_all(refusal.as_bytes());
        }
    });
    (address, told)
}

/// Connects in a process with these variables and no others that name a proxy.
fn connect_elsewhere(url: &str, expected: &str, variables: &[(&str, &str)]) {
    let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
    command.args(["--exact", "proxies::connects_as_the_environment_says", "--nocapture"]);
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
        command.env_remove(name).env_remove(name.to_ascii_lowercase());
    }
    command.env(URL, url).env(EXPECTED, expected).envs(variables.iter().copied());
    let output = command.output().expect("this program can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

/// Not a test of its own: what the other process does. Without its variables it does nothing.
#[tokio::test]
async fn connects_as_the_environment_says() {
    let (Ok(url), Ok(expected)) = (std::env::var(URL), std::env::var(EXPECTED)) else { return };
    let found = match Session::connect(at(&url), quick()).await {
        Ok(_) => "ready".to_owned(),
        Err(fault) if fault.code == FaultCode::HttpStatus => fault.details.http_status.unwrap().to_string(),
        Err(fault) => fault.code.to_string(),
    };
    assert_eq!(found, expected);
}

#[test]
fn a_proxy_of_the_environment_is_used() {
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY"] {
        let (address, told) = proxy();
        // Without the proxy the host would not be known.
        connect_elsewhere("http://server.invalid/mcp", "502", &[(name, &format!("http://{address}"))]);
        assert_eq!(told.try_recv().unwrap(), "POST http://server.invalid/mcp HTTP/1.1", "{name}");
    }
}

#[test]
fn a_proxy_is_asked_for_a_tunnel_to_servers_with_tls() {
    let (address, told) = proxy();
    let proxy = format!("http://{address}");
    connect_elsewhere("https://server.invalid/mcp", "TRANSPORT_ERROR", &[("HTTPS_PROXY", &proxy)]);
    assert_eq!(told.try_recv().unwrap(), "CONNECT server.invalid:443 HTTP/1.1");
}

#[test]
fn hosts_that_need_no_proxy_are_reached_without_it() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let (address, told) = proxy();
    let proxy = format!("http://{address}");
    connect_elsewhere(&server.url(), "ready", &[("HTTP_PROXY", &proxy), ("NO_PROXY", "127.0.0.1")]);
    assert!(told.try_recv().is_err(), "the proxy was not asked");
    assert!(!server.requests().is_empty());
}
