//! The start: flags, port, token, and what is printed.

use crate::harness::{Start, WATCHDOG, files, lines, status};
use std::net::{Ipv6Addr, TcpListener, TcpStream};
use std::process::Stdio;

const QUIET: [&str; 3] = ["--no-open", "--port", "0"];

#[test]
fn it_prints_the_token_and_a_link_that_carries_it_in_its_fragment() {
    let backend = Start::new(&QUIET).ready();
    let token = backend.token().to_owned();
    assert_eq!(token.len(), 36, "a UUID: {token}");
    assert_eq!(
        backend.printed,
        [
            format!("Session token: {token}"),
            format!("MCP Inspector is ready at http://localhost:{}/#token={token}", backend.port()),
        ]
    );
    let host = format!("Host: localhost:{}\r\n", backend.port());
    assert_eq!(backend.status("/health", &host), 200);
    assert_eq!(backend.status("/nothing", &host), 401);
    assert_eq!(backend.status("/nothing", &format!("{host}X-Session-Token: {token}\r\n")), 404);
    assert_eq!(backend.status("/health", "Host: evil.example\r\n"), 403);
}

#[test]
fn each_start_has_another_token_unless_one_is_pinned() {
    let first = Start::new(&QUIET).ready();
    let second = Start::new(&QUIET).ready();
    assert_ne!(first.token(), second.token());
    let pinned = Start::new(&QUIET).env("MCPI_TOKEN", "correct-horse-battery").ready();
    assert_eq!(pinned.token(), "correct-horse-battery");
    let host = "Host: localhost\r\n";
    assert_eq!(
        pinned.status("/nothing", &format!("{host}Authorization: Bearer correct-horse-battery\r\n")),
        404
    );
    let (code, stdout, stderr) = Start::new(&QUIET).env("MCPI_TOKEN", "sesame").fails();
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("MCPI_TOKEN") && !stderr.contains("sesame"), "{stderr}");
}

#[test]
fn both_loopback_addresses_are_served_and_no_other() {
    let backend = Start::new(&QUIET).ready();
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok() {
        let stream = TcpStream::connect((Ipv6Addr::LOCALHOST, backend.port())).expect("it listens on ::1");
        assert_eq!(status(stream, "/health", "Host: [::1]\r\n"), 200);
    }
    // 127.0.0.2 is this machine as well, and would answer if every address was listened on.
    if cfg!(target_os = "linux") {
        assert!(TcpStream::connect(("127.0.0.2", backend.port())).is_err());
    }
}

#[test]
fn a_port_that_is_taken_is_named_and_another_one_is_used() {
    for address in ["127.0.0.1:0", "[::1]:0"] {
        let Ok(stranger) = TcpListener::bind(address) else { continue };
        let taken = stranger.local_addr().unwrap().port();
        for start in [
            Start::new(&["--no-open", "--port", &taken.to_string()]),
            Start::new(&["--no-open"]).env("PORT", &taken.to_string()),
        ] {
            let backend = start.ready();
            assert_ne!(backend.port(), taken);
            let said = backend.stderr.recv_timeout(WATCHDOG).unwrap();
            assert_eq!(said, format!("port {taken} is taken; using {}", backend.port()));
            assert_eq!(backend.status("/health", "Host: localhost\r\n"), 200);
        }
    }
}

#[test]
fn a_port_that_is_free_is_used() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let backend = Start::new(&["--no-open", "--port", &free.to_string()]).ready();
    // Somebody else may have been faster; then it says so.
    let said = backend.stderr.try_recv();
    assert_eq!(backend.port() == free, said.is_err(), "{said:?}");
}

#[test]
fn what_makes_no_sense_is_named_and_nothing_starts() {
    for (words, variables, message) in [
        (&[][..], &[("PORT", "")][..], "error: PORT is ``: expected a port, 0 to 65535\n"),
        (&[], &[("PORT", "http")], "error: PORT is `http`: expected a port, 0 to 65535\n"),
        (&["--port", "70000"], &[], "error: invalid value '70000' for '--port <N>'"),
        (&["--bind", "0.0.0.0"], &[], "error: 0.0.0.0 is not a loopback address"),
        (&["--allow-host", "*"], &[], "error: --allow-host is `*`"),
        (&["--allow-origin", "localhost"], &[], "error: --allow-origin is `localhost`"),
        (&["--allow-origin", "null"], &[], "error: --allow-origin is `null`"),
        (&["--prot", "1"], &[], "error: unexpected argument '--prot'"),
        (&["--tool-name", "x"], &[], "error: unexpected argument '--tool-name'"),
        (&["no-such-program"], &[], "error: there is no server `no-such-program`"),
    ] {
        let start = variables.iter().fold(Start::new(words), |start, (name, value)| start.env(name, value));
        let (code, stdout, stderr) = start.fails();
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{words:?} {variables:?}");
        assert!(stderr.starts_with(message), "{words:?} {variables:?}: {stderr}");
    }
    let (_, _, stderr) = Start::new(&["--method", "tools/list"]).fails();
    assert!(stderr.contains("hint: the flags of the command line face need `--cli` in front"), "{stderr}");
}

#[test]
fn what_it_cannot_have_is_named_with_a_way_out() {
    let blocked = Start::new(&["--no-open", "--port", "0", "--bind", "192.0.2.1", "--allow-host", "a.test"]);
    let (code, _, stderr) = blocked.fails();
    assert_eq!(code, Some(1));
    assert!(stderr.contains("could not listen on 192.0.2.1:0") && stderr.contains("hint: "), "{stderr}");
    let blocked = Start::new(&[&QUIET[..], &["--data-dir", "mcp.json/history"]].concat());
    std::fs::write(blocked.directory.path().join("mcp.json"), "{}").unwrap();
    let (code, stdout, stderr) = blocked.fails();
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.starts_with("error: could not keep the history in mcp.json/history: "), "{stderr}");
    assert!(stderr.contains("hint: name another directory with `--data-dir`"), "{stderr}");
}

#[test]
fn what_is_opened_to_others_is_said() {
    let words =
        [&QUIET[..], &["--allow-host", "inspector.test", "--allow-origin", "https://page.test"]].concat();
    let backend = Start::new(&words).ready();
    let said: Vec<String> = (0..2).map(|_| backend.stderr.recv_timeout(WATCHDOG).unwrap()).collect();
    assert!(said[0].starts_with("requests for the host `inspector.test` are answered"), "{said:?}");
    assert!(said[1].starts_with("pages of `https://page.test` can use this backend"), "{said:?}");
    assert_eq!(backend.status("/health", "Host: inspector.test\r\n"), 200);
    assert_eq!(backend.status("/health", "Host: localhost\r\nOrigin: https://page.test\r\n"), 200);
    assert_eq!(backend.status("/health", "Host: localhost\r\nOrigin: https://other.test\r\n"), 403);
}

#[test]
fn another_loopback_address_can_be_chosen() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let backend = Start::new(&[&QUIET[..], &["--bind", "127.0.0.2"]].concat()).ready();
    assert!(backend.url.starts_with("http://127.0.0.2:"), "{}", backend.url);
    let stream = TcpStream::connect(("127.0.0.2", backend.port())).unwrap();
    assert_eq!(status(stream, "/health", &format!("Host: 127.0.0.2:{}\r\n", backend.port())), 200);
}

#[test]
fn a_configuration_with_a_mistake_is_told_and_the_backend_starts() {
    let start = Start::new(&QUIET);
    std::fs::write(start.directory.path().join("mcp.json"), "{\n  \"mcpServers\": {,}\n}").unwrap();
    let backend = start.ready();
    let said = backend.stderr.recv_timeout(WATCHDOG).unwrap();
    assert!(said.contains("mcp.json"), "{said}");
    assert!(said.contains("line 2") || said.contains(":2:"), "{said}");
}

#[test]
fn the_token_is_in_no_file_and_not_on_stderr() {
    let mut backend = Start::new(&QUIET).env("LOG_LEVEL", "debug").ready();
    let header = format!("Host: localhost\r\nX-Session-Token: {}\r\n", backend.token());
    backend.status("/nothing", &header);
    backend.status("/nothing", "Host: localhost\r\nX-Session-Token: wrong\r\n");
    backend.signal("TERM");
    assert_eq!(backend.end().0, Some(0));
    for line in &backend.stderr {
        assert!(!line.contains(backend.token()), "{line}");
    }
    for file in files(&backend.directory()) {
        let bytes = std::fs::read(&file).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains(backend.token()), "{}", file.display());
    }
}

#[test]
fn a_reader_that_is_gone_is_no_reason_to_end() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut start = Start::new(&["--no-open", "--allow-host", "a.test", "--port", &free.to_string()]);
    start.command.stdout(Stdio::from(writer));
    let mut child = start.command.spawn().unwrap();
    let stderr = lines(child.stderr.take().unwrap());
    // It has its port when it says this; who asks now is answered as soon as it serves.
    let mut port = free;
    loop {
        let said = stderr.recv_timeout(WATCHDOG).unwrap();
        match said.split_once("; using ") {
            Some((_, other)) => port = other.parse().unwrap(),
            None if said.contains("a.test") => break,
            None => panic!("{said}"),
        }
    }
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    assert_eq!(status(stream, "/health", "Host: localhost\r\n"), 200);
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-s", "TERM", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let rest: Vec<String> = stderr.iter().collect();
    assert_eq!(rest, ["Shutting down..."]);
}
