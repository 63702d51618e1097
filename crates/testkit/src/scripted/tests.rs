//! The scripted servers do what their scripts say, over both transports.

use super::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

fn lines(script: &Script, input: &str) -> (Vec<String>, Option<u8>) {
    let mut output = Vec::new();
    let mut record = Vec::new();
    let code = serve(script, input.as_bytes(), &mut output, &mut record).unwrap();
    assert_eq!(String::from_utf8(record).unwrap(), input, "everything is kept");
    (String::from_utf8(output).unwrap().lines().map(str::to_owned).collect(), code)
}

#[test]
fn steps_follow_each_other_the_last_one_is_repeated_and_ids_are_filled_in() {
    let script = Script::default().on("a", [Step::Say(r#"{"id":"$id","n":1}"#.into()), Step::Mute]);
    let script: Script = serde_json::from_str(&script.to_json()).unwrap();
    let input = r#"{"id":"x","method":"a"}
{"id":2,"method":"a"}
{"id":3,"method":"a"}
{"id":4,"method":"b"}
"#;
    let (said, code) = lines(&script, input);
    assert_eq!(said[0], r#"{"id":"x","n":1}"#);
    assert!(said[1].contains(r#""id":4,"error":{"code":-32601"#), "{said:?}");
    assert_eq!((said.len(), code), (2, None));
}

#[test]
fn what_waits_is_said_when_its_event_has_come() {
    let script = Script::default()
        .on("a", [Step::stream([Part::Text("one".into()), Part::wait("go"), Part::Text("two".into())])])
        .on("b", [Step::Say("b".into())])
        .on("c", [Step::Exit(7)]);
    let input = "{\"method\":\"a\"}\n{\"method\":\"b\"}\n{\"method\":\"go\"}\n{\"method\":\"c\"}\n";
    assert_eq!(lines(&script, input), (vec!["one".into(), "b".into(), "two".into()], Some(7)));
}

fn post(server: &ScriptedServer, method: &str) -> TcpStream {
    let address = server.url().trim_start_matches("http://").trim_end_matches("/mcp").to_owned();
    let mut stream = TcpStream::connect(address).unwrap();
    let body = format!(r#"{{"id":1,"method":"{method}"}}"#);
    let length = body.len();
    write!(stream, "POST /mcp HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")
        .unwrap();
    stream
}

fn whole(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn over_http_steps_are_bodies_statuses_and_streams() {
    let script = Script::default()
        .on("a", [Step::result(&json!({}))])
        .on("b", [Step::unattributed(400, -32020, &json!({ "x": 1 }))])
        .on("c", [Step::stream([Part::complete(&json!({}))])])
        .header("X-Test", "yes");
    let server = ScriptedServer::start(script);
    let a = whole(post(&server, "a"));
    assert!(a.starts_with("HTTP/1.1 200") && a.ends_with(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), "{a}");
    assert!(a.contains("X-Test: yes"));
    let b = whole(post(&server, "b"));
    assert!(b.starts_with("HTTP/1.1 400") && b.contains(r#""id":null"#), "{b}");
    let c = whole(post(&server, "c"));
    assert!(c.contains("text/event-stream") && c.contains("\r\ndata: {") && c.ends_with("0\r\n\r\n"), "{c}");
    let d = whole(post(&server, "d"));
    assert!(d.starts_with("HTTP/1.1 404") && d.contains("-32601"), "{d}");
    assert_eq!(server.requests().len(), 4);
}

#[test]
fn over_http_a_stream_waits_is_held_open_and_its_end_is_seen() {
    let text = |text: &str| Part::Text(text.to_owned());
    let step = Step::open_stream([text("first\n"), Part::wait("go"), text("second\n")]);
    let server = ScriptedServer::start(Script::default().on("a", [step]));
    let mut stream = BufReader::new(post(&server, "a"));
    let mut read_until = |wanted: &str| {
        let mut line = String::new();
        while line.trim_end() != wanted {
            line.clear();
            assert!(stream.read_line(&mut line).unwrap() > 0, "{wanted} never came");
        }
    };
    read_until("first");
    server.release("go");
    read_until("second");
    assert!(!server.wait_for_closed("a", 1, Duration::ZERO));
    drop(stream);
    assert!(server.wait_for_closed("a", 1, Duration::from_secs(30)));
}
