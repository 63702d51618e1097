//! The end: signals, and what still runs when they come.

use crate::harness::{Backend, Start, WATCHDOG};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

const QUIET: [&str; 3] = ["--no-open", "--port", "0"];

/// What the documentation promises.
const LIMIT: Duration = Duration::from_secs(2);

#[test]
fn each_signal_ends_it_in_good_order() {
    for signal in ["INT", "TERM", "HUP"] {
        let mut backend = Start::new(&QUIET).ready();
        let mut idle = backend.connect();
        idle.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut first = [0; 15];
        idle.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200 OK");
        backend.signal(signal);
        let (code, took) = backend.end();
        assert_eq!(code, Some(0), "{signal}");
        assert!(took < LIMIT, "{signal}: {took:?}");
        assert_eq!(backend.stderr.recv_timeout(WATCHDOG).unwrap(), "Shutting down...");
        assert!(TcpStream::connect(("127.0.0.1", backend.port())).is_err(), "nobody listens any more");
        let mut rest = Vec::new();
        idle.read_to_end(&mut rest).expect("the connection ends as connections end");
    }
}

/// A client that asks for much and reads nothing, until the backend cannot answer any more.
fn deaf(backend: &Backend) -> TcpStream {
    let mut stream = backend.connect();
    // So long nothing was read: then it waits for us, and is not only slow.
    stream.set_write_timeout(Some(Duration::from_secs(2))).expect("a socket");
    let asked = b"GET /docs/errors HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1000);
    while stream.write_all(&asked).is_ok() {}
    stream
}

#[test]
fn a_client_that_never_reads_does_not_hold_up_the_end() {
    let mut backend = Start::new(&QUIET).ready();
    let _deaf = deaf(&backend);
    let mut half = backend.connect();
    half.write_all(b"GET /hea").unwrap();
    backend.signal("TERM");
    let (code, took) = backend.end();
    assert_eq!(code, Some(0));
    assert!(took < LIMIT, "{took:?}");
}

#[test]
fn a_second_signal_ends_it_at_once() {
    for (signal, number) in [("INT", 130), ("TERM", 143)] {
        let mut backend = Start::new(&QUIET).ready();
        // Something must keep the first end waiting, so that there is something to cut short.
        let _deaf = deaf(&backend);
        backend.signal("INT");
        assert_eq!(backend.stderr.recv_timeout(WATCHDOG).unwrap(), "Shutting down...");
        backend.signal(signal);
        assert_eq!(backend.end().0, Some(number), "{signal}");
    }
}

#[test]
fn a_program_that_is_to_outlive_its_terminal_does() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut start = Start::new(&QUIET);
    let program = start.command.get_program().to_owned();
    let mut command = std::process::Command::new("nohup");
    command.arg(program).args(start.command.get_args()).current_dir(start.directory.path());
    command.env("XDG_STATE_HOME", start.directory.path().join("state"));
    command.stdin(std::process::Stdio::null());
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    start.command = command;
    let mut backend = start.ready();
    backend.signal("HUP");
    assert_eq!(backend.status("/health", "Host: localhost\r\n"), 200);
    backend.signal("TERM");
    assert_eq!(backend.end().0, Some(0));
}
