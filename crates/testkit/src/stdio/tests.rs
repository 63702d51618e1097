//! Sessions in memory: what a client writes, and the lines it reads.

use super::*;

const HELLO: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#;
const LIST: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"text":"東京"},"_meta":{"progressToken":"p"}}}"#;

fn bytes(behaviour: &Behaviour, lines: &[&str]) -> (Vec<u8>, Ending) {
    let input = lines.join("\n") + "\n";
    let mut output = Vec::new();
    let ending = serve(behaviour, input.as_bytes(), &mut output).unwrap();
    (output, ending)
}

fn session(behaviour: &Behaviour, lines: &[&str]) -> (Vec<Value>, Ending) {
    let (output, ending) = bytes(behaviour, lines);
    let text = String::from_utf8(output).unwrap();
    let parse = |line: &str| serde_json::from_str(line).unwrap();
    (text.lines().filter(|line| !line.is_empty()).map(parse).collect(), ending)
}

fn messages(behaviour: &Behaviour, lines: &[&str]) -> Vec<Value> {
    session(behaviour, lines).0
}

fn text(message: &Value) -> &str {
    text_of(&message["result"]["content"][0], "text")
}

fn methods(messages: &[Value]) -> Vec<&str> {
    messages.iter().map(|message| text_of(message, "method")).collect()
}

#[test]
fn well_behaved_server_answers_everything_once() {
    let note = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let (got, ending) = session(&Behaviour::WellBehaved, &[HELLO, note, LIST, CALL, "nonsense"]);
    assert_eq!(got.len(), 4);
    assert_eq!(got[0]["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(got[1]["result"]["tools"][0]["name"], "echo");
    assert_eq!(text(&got[2]), "東京");
    assert_eq!(got[3]["error"]["code"], -32700);
    assert_eq!(ending, Ending::InputEnded);
}

#[test]
fn sleep_is_never_answered() {
    let sleep = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"sleep"}}"#;
    assert_eq!(messages(&Behaviour::WellBehaved, &[sleep]), [] as [Value; 0]);
}

#[test]
fn faults_of_the_envelope_are_as_named() {
    let every = || "*".to_owned();
    let got = messages(&Behaviour::MissingJsonrpc { method: every() }, &[HELLO]);
    assert!(got[0].get("jsonrpc").is_none());
    let got = messages(&Behaviour::StringId { method: every() }, &[HELLO]);
    assert_eq!(got[0]["id"], "1");
    let only = Behaviour::StringId { method: "tools/call".to_owned() };
    let got = messages(&only, &[HELLO, CALL]);
    assert_eq!((&got[0]["id"], &got[1]["id"]), (&json!(1), &json!("3")));
    assert_eq!(messages(&Behaviour::WrongId, &[CALL])[0]["id"], 1003);
    assert_eq!(messages(&Behaviour::NullIdError, &[CALL])[0]["id"], Value::Null);
    assert_eq!(messages(&Behaviour::DuplicateAnswer, &[CALL]).len(), 2);
    let both = messages(&Behaviour::ResultAndError, &[CALL]);
    assert!(both[0].get("result").is_some() && both[0].get("error").is_some());
    assert!(messages(&Behaviour::ErrorWithoutMessage, &[CALL])[0]["error"]["message"].is_null());
    assert_eq!(messages(&Behaviour::ErrorStringCode, &[CALL])[0]["error"]["code"], "ENOENT");
    assert!(messages(&Behaviour::Batch, &[LIST])[0].is_array());
}

#[test]
fn faults_of_the_bytes_are_as_named() {
    let (junk, _) = bytes(&Behaviour::JunkBefore, &[]);
    assert_eq!(junk.split(|byte| *byte == b'\n').count(), 4);
    assert!(String::from_utf8(junk).is_err());
    let (between, _) = bytes(&Behaviour::JunkBetween, &[HELLO, LIST]);
    assert_eq!(between.split(|byte| *byte == b'\n').count(), 5);
    assert!(bytes(&Behaviour::Crlf, &[HELLO]).0.ends_with(b"}\r\n"));
    assert!(bytes(&Behaviour::EmptyLines, &[HELLO]).0.starts_with(b"\n{"));
    let (split, _) = bytes(&Behaviour::Utf8Split, &[CALL]);
    assert_eq!(split, bytes(&Behaviour::WellBehaved, &[CALL]).0);
    let (huge, _) = bytes(&Behaviour::HugeLine { bytes: 5000 }, &[CALL]);
    assert_eq!(huge.len(), 5001);
    let (deep, _) = bytes(&Behaviour::DeepJson { depth: 300 }, &[CALL]);
    assert!(String::from_utf8(deep).unwrap().contains(&"[".repeat(300)));
    let (half, ending) = bytes(&Behaviour::HalfFrameThenExit, &[CALL]);
    assert!(!half.ends_with(b"\n") && ending == Ending::Exit(3));
}

#[test]
fn silent_servers_are_silent() {
    assert_eq!(messages(&Behaviour::NeverAnswers, &[HELLO, LIST]).len(), 0);
    assert_eq!(messages(&Behaviour::InitializeOnly, &[HELLO, LIST, CALL]).len(), 1);
    let late = &Behaviour::LateAnswer;
    assert_eq!(messages(late, &[CALL, LIST]).len(), 1);
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#;
    assert_eq!(messages(late, &[CALL, LIST, cancel])[1]["id"], 3);
}

#[test]
fn notifications_come_before_the_answer() {
    let flood = messages(&Behaviour::FloodNotifications { count: 4 }, &[CALL]);
    assert_eq!(flood.len(), 5);
    let progress = messages(&Behaviour::Progress { steps: 2, ms: 0 }, &[CALL]);
    assert_eq!(methods(&progress), ["notifications/progress", "notifications/progress", ""]);
    assert_eq!(progress[1]["params"]["progressToken"], "p");
}

#[test]
fn pages_end_or_go_on_as_named() {
    let second = r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"cursor":"page-2"}}"#;
    let paged = messages(&Behaviour::Paged { pages: 2 }, &[LIST, second]);
    assert_eq!(paged[0]["result"]["nextCursor"], "page-2");
    assert!(paged[1]["result"].get("nextCursor").is_none());
    let endless = messages(&Behaviour::EndlessCursor, &[LIST, second]);
    assert_eq!(endless[1]["result"]["nextCursor"], "page-3");
    let cyclic = messages(&Behaviour::CyclicCursor, &[LIST]);
    assert_eq!(cyclic[0]["result"]["nextCursor"], "again");
    assert_eq!(messages(&Behaviour::BadTool, &[LIST])[0]["result"]["tools"][1]["name"], 5);
}

#[test]
fn lists_and_resources_change_when_tools_are_called() {
    let changes = messages(&Behaviour::ListChanges, &[CALL, LIST]);
    assert_eq!(methods(&changes), ["", "notifications/tools/list_changed", ""]);
    assert_eq!(changes[2]["result"]["tools"][3]["name"], "added-1");
    let subscribe =
        r#"{"jsonrpc":"2.0","id":5,"method":"resources/subscribe","params":{"uri":"test://counter"}}"#;
    let read = r#"{"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":"test://counter"}}"#;
    let updates = messages(&Behaviour::Updates, &[subscribe, CALL, read]);
    assert_eq!(methods(&updates), ["", "notifications/resources/updated", "", ""]);
    assert_eq!(updates[3]["result"]["contents"][0]["text"], "1");
}

#[test]
fn what_the_client_answers_is_what_the_call_returns() {
    let call = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"roots"}}"#;
    let answer = r#"{"jsonrpc":"2.0","id":"ask-1","result":{"roots":[]}}"#;
    let got = messages(&Behaviour::Asks, &[call, answer]);
    assert_eq!(got[0]["method"], "roots/list");
    assert_eq!(text(&got[1]), answer);
    let unknown = messages(&Behaviour::AsksUnknown, &[CALL, answer]);
    assert_eq!(unknown[0]["method"], "vendor/unknown");
    let cancelled = messages(&Behaviour::AsksThenCancels, &[CALL, answer]);
    assert_eq!(methods(&cancelled), ["sampling/createMessage", "notifications/cancelled", ""]);
}

#[test]
fn handshakes_go_wrong_as_named() {
    let version = messages(&Behaviour::WrongVersion, &[HELLO]);
    assert_eq!(version[0]["result"]["protocolVersion"], "1999-01-01");
    let none = messages(&Behaviour::NoCapabilities, &[HELLO, LIST]);
    assert_eq!(none[0]["result"]["capabilities"], json!({}));
    assert!(none[1].get("result").is_some());
    assert_eq!(messages(&Behaviour::InitError, &[HELLO])[0]["error"]["code"], -32000);
    let older = HELLO.replace("2025-06-18", "2024-11-05");
    let refused = messages(&Behaviour::RefusesVersion, &[HELLO, &older]);
    assert_eq!(refused[0]["error"]["data"]["supported"], json!(["2024-11-05"]));
    assert_eq!(refused[1]["result"]["protocolVersion"], "2024-11-05");
    let discover = r#"{"jsonrpc":"2.0","id":0,"method":"server/discover"}"#;
    assert_eq!(session(&Behaviour::ExitOnDiscover, &[discover]).1, Ending::Exit(5));
}

#[test]
fn crashes_come_after_the_calls_they_were_told_to_wait_for() {
    let (got, ending) = session(&Behaviour::CrashAfter { calls: 2 }, &[CALL, CALL, CALL]);
    assert_eq!((got.len(), ending), (2, Ending::Exit(9)));
    let name = format!("testkit-crash-once-{}", std::process::id());
    let file = std::env::temp_dir().join(name);
    let once = Behaviour::CrashOnce { file: file.clone() };
    let (got, ending) = session(&once, &[CALL]);
    assert_eq!((got.len(), ending), (0, Ending::Exit(9)));
    assert_eq!(messages(&once, &[CALL]).len(), 1);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn environment_is_told_as_json() {
    let call = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"env"}}"#;
    let got = messages(&Behaviour::Environment, &[call]);
    let told: Value = serde_json::from_str(text(&got[0])).unwrap();
    assert!(told["env"].is_object() && told["cwd"].is_string());
}
