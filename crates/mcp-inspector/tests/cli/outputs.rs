//! What is printed and written: the server's own spelling, the forms of output, files, recordings, and
//! what really goes over the wire.

use crate::harness::{Cli, Ran, check_envelope, cli, testkit};
use crate::running::Going;
use insta::assert_snapshot;
use mcp_inspector_testkit::scripted::{Part, Script, Step};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// A scripted server on stdio, and where it keeps what it was sent.
struct Stage {
    directory: tempfile::TempDir,
    script: String,
}

impl Stage {
    fn new(script: &Script) -> Self {
        Stage { directory: tempfile::tempdir().expect("a directory"), script: script.to_json() }
    }

    /// A run against it.
    fn prepare(&self, words: &[&str]) -> Cli {
        let (server, record) = (testkit("testkit-scripted"), self.record());
        Cli::new(&[words, &["--", &server, &self.script, &record]].concat())
    }

    fn run(&self, words: &[&str]) -> Ran {
        self.prepare(words).run()
    }

    fn record(&self) -> String {
        self.directory.path().join("record").to_str().expect("UTF-8").to_owned()
    }

    /// The parameters of every request of this method, as they came.
    fn sent(&self, method: &str) -> Vec<Value> {
        let record = fs::read_to_string(self.record()).expect("the server was started");
        let messages = record.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        messages
            .filter(|message| message["method"] == method)
            .map(|message| message["params"].clone())
            .collect()
    }
}

/// A result exactly as it stands.
fn say(result: &str) -> Step {
    Step::Say(format!(r#"{{"jsonrpc":"2.0","id":"$id","result":{result}}}"#))
}

const CALL: [&str; 4] = ["--method", "tools/call", "--tool-name", "t"];

/// Numbers that no double holds, a name that is there twice, and other ways to write the same.
const ODD: &str = r#"{"price":1.10,"big":12345678901234567890123,"e":1E+5,"x":1,"x":2,"z":"\u00e9 \/","a":[],"content":[]}"#;

#[test]
fn a_result_keeps_the_spelling_of_the_server() {
    let stage = Stage::new(&Script::legacy().on("tools/call", [say(ODD)]));
    assert_snapshot!(stage.run(&CALL).shown());
}

#[test]
fn json_on_one_line_keeps_the_spelling_too() {
    let stage = Stage::new(&Script::legacy().on("tools/call", [say(ODD)]));
    let ran = stage.run(&[&CALL[..], &["--format", "json"]].concat());
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{ran:#?}");
    assert_eq!(ran.stdout, format!("{{\"result\":{ODD}}}\n"));
}

#[test]
fn the_envelope_keeps_the_spelling_too() {
    let stage = Stage::new(&Script::legacy().on("tools/call", [say(ODD)]));
    let ran = stage.run(&[&CALL[..], &["--structured"]].concat());
    for piece in [r#""price": 1.10,"#, r#""big": 12345678901234567890123,"#, r#""e": 1E+5,"#, r#""x": 1,"#] {
        assert!(ran.stdout.contains(piece), "{piece} is not in {}", ran.stdout);
    }
}

#[test]
fn arguments_given_as_json_are_sent_as_they_are() {
    let stage = Stage::new(&Script::legacy());
    let arguments = r#"{"n":1.10,"big":12345678901234567890123}"#;
    let ran = stage.run(&[&CALL[..], &["--tool-args-json", arguments]].concat());
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    let record = fs::read_to_string(stage.record()).unwrap();
    assert!(record.contains(&format!("\"arguments\":{arguments}")), "{record}");
}

#[test]
fn a_call_with_logs_is_one_envelope() {
    let words = ["--demo", "--era", "legacy", "--structured", "--method", "tools/call"];
    let ran = cli(&[&words[..], &["--tool-name", "log", "--tool-arg", "count=2", "level=error"]].concat());
    assert_snapshot!(ran.shown());
}

#[test]
fn a_tool_error_is_in_the_envelope_beside_the_result() {
    let words = ["--demo", "--era", "legacy", "--structured", "--method", "tools/call"];
    assert_snapshot!(cli(&[&words[..], &["--tool-name", "fail"]].concat()).shown());
}

#[test]
fn what_the_server_writes_to_stderr_is_told_or_part_of_the_envelope() {
    let server = testkit("testkit-server");
    let words =
        [&["--method", "tools/call", "--tool-name", "echo", "--tool-args-json", r#"{"text":"a"}"#][..]];
    let behind = ["--", &server, "flood-stderr", "2"];
    let told = cli(&[words[0], &behind].concat());
    assert_eq!((told.exit, told.stderr.lines().count()), (Some(0), 2), "{told:#?}");
    let held = cli(&[words[0], &["--structured"], &behind].concat());
    assert_eq!(held.stderr, "");
    let lines: Vec<&str> = told.stderr.lines().collect();
    assert_eq!(held.envelope(0)["stderr"], json!(lines));
}

#[test]
fn quiet_leaves_only_the_data() {
    let words = ["--demo", "--method", "tools/call", "--tool-name", "log", "--tool-arg", "count=3"];
    for quiet in ["-q", "--quiet"] {
        let ran = cli(&[&words[..], &[quiet]].concat());
        assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{ran:#?}");
        assert_eq!(ran.json()["content"][0]["text"], "sent 3 of 3");
    }
    let ping = cli(&["--demo", "--era", "modern", "--method", "ping", "-q"]);
    assert_eq!((ping.stdout.as_str(), ping.stderr.as_str()), ("{}\n", ""));
}

#[test]
fn quiet_does_not_hide_why_it_failed() {
    let ran = cli(&["--demo", "-q", "--method", "tools/call", "--tool-name", "refuse"]);
    assert!(ran.exit == Some(1) && ran.stderr.starts_with("error: "), "{ran:#?}");
}

fn echo(more: &[&str], directory: &Path) -> Ran {
    let words = ["--demo", "--era", "legacy", "--method", "tools/call", "--tool-name", "echo"];
    Cli::new(&[&words[..], &["--tool-arg", "message=grüße"], more].concat()).in_dir(directory).run()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[test]
fn a_result_in_a_new_file_is_for_its_owner_alone() {
    let directory = tempfile::tempdir().unwrap();
    let ran = echo(&["--output", "result.json"], directory.path());
    assert_snapshot!(ran.shown());
    let path = directory.path().join("result.json");
    assert_eq!(mode(&path), 0o600);
    assert_eq!(fs::read_to_string(&path).unwrap(), echo(&[], directory.path()).stdout);
}

#[test]
fn a_result_in_an_old_file_replaces_it_and_keeps_who_may_read_it() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("result.json");
    fs::write(&path, "old and much longer than what comes ".repeat(100)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let ran = echo(&["--output", "result.json", "-q"], directory.path());
    assert_eq!((ran.exit, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
    assert_eq!(mode(&path), 0o644);
    let result: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(result["content"][0]["text"], "grüße");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn a_directory_that_is_not_there_is_told_and_not_made() {
    let directory = tempfile::tempdir().unwrap();
    let ran = echo(&["--output", "none/result.json"], directory.path());
    assert_snapshot!(ran.shown());
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "nothing is left");
}

#[test]
fn a_failed_call_does_not_touch_the_file() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("kept"), "as it was").unwrap();
    let words = ["--demo", "--method", "tools/call", "--tool-name", "refuse", "--output", "kept"];
    let ran = Cli::new(&words).in_dir(directory.path()).run();
    assert_eq!(ran.exit, Some(1), "{ran:#?}");
    assert_eq!(fs::read_to_string(directory.path().join("kept")).unwrap(), "as it was");
}

#[test]
fn with_json_the_file_is_told_on_stdout() {
    let directory = tempfile::tempdir().unwrap();
    let ran = echo(&["--output", "result.json", "--format", "json"], directory.path());
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{ran:#?}");
    let written = fs::read_to_string(directory.path().join("result.json")).unwrap();
    let told = json!({ "output": { "path": "result.json", "format": "json", "bytes": written.len() } });
    assert_eq!(ran.json(), told);
    assert!(written.starts_with("{\"result\":{"), "{written}");
}

#[test]
fn the_envelope_goes_to_the_file_too() {
    let directory = tempfile::tempdir().unwrap();
    let ran = echo(&["--output", "envelope.json", "--structured"], directory.path());
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(0), ""), "{ran:#?}");
    let written = fs::read_to_string(directory.path().join("envelope.json")).unwrap();
    let envelope: Value = serde_json::from_str(&written).unwrap();
    check_envelope(&envelope);
    assert_eq!(envelope["result"]["content"][0]["text"], "grüße");
}

#[test]
fn raw_writes_the_text_alone() {
    let directory = tempfile::tempdir().unwrap();
    let ran = echo(&["--output", "text", "--output-format", "raw"], directory.path());
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), "wrote 7 bytes (raw) to text\n"), "{ran:#?}");
    assert_eq!(fs::read_to_string(directory.path().join("text")).unwrap(), "grüße");
}

#[test]
fn raw_writes_the_bytes_of_an_image_and_of_a_resource() {
    let directory = tempfile::tempdir().unwrap();
    let picture = ["--method", "tools/call", "--tool-name", "picture"];
    let logo = ["--method", "resources/read", "--uri", "demo://logo"];
    for words in [picture, logo] {
        let words = [&["--demo", "--output", "image.png", "--output-format", "raw"], &words[..]].concat();
        let ran = Cli::new(&words).in_dir(directory.path()).run();
        assert_eq!(ran.exit, Some(0), "{ran:#?}");
        let bytes = fs::read(directory.path().join("image.png")).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.ends_with(b"IEND\xaeB`\x82"), "{words:?}");
        fs::remove_file(directory.path().join("image.png")).unwrap();
    }
}

#[test]
fn raw_of_several_blocks_is_refused_and_nothing_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let words = ["--demo", "--method", "tools/call", "--tool-name", "all_content", "--output", "file"];
    let ran = Cli::new(&[&words[..], &["--output-format", "raw"]].concat()).in_dir(directory.path()).run();
    assert_snapshot!(ran.shown());
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn a_recording_has_every_frame_behind_a_line_that_says_what_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let ran = echo(&["--record", "session.jsonl"], directory.path());
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{ran:#?}");
    let path = directory.path().join("session.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("{\"mcpInspectorRecording\":1,"), "{text}");
    let entries: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(entries.last().unwrap()["seq"].is_u64(), "it ends with an entry");
    assert!(text.contains("tools/call") && text.contains("grüße"), "{text}");
    assert_eq!(mode(&path), 0o600);
}

#[test]
fn what_arrives_right_behind_the_answer_is_watched_too() {
    let updated = Part::notification("notifications/resources/updated", &json!({ "uri": "test://counter" }));
    let answer = Part::Message(r#"{"jsonrpc":"2.0","id":"$id","result":{}}"#.to_owned());
    let stage = Stage::new(&Script::legacy().on("resources/subscribe", [Step::stream([answer, updated])]));
    let words = ["--method", "resources/subscribe", "--uri", "test://counter", "--watch", "1h"];
    let mut watching = Going::after_result(stage.prepare(&words));
    watching.until_said("notifications/resources/updated {\"uri\":\"test://counter\"}\n");
    assert_eq!(watching.interrupt().stdout, "{}\n");
}

#[test]
fn pages_are_joined_and_their_items_keep_their_spelling() {
    let script = Script::legacy().on(
        "tools/list",
        [
            say(r#"{"tools":[{"name":"a","inputSchema":{"type":"object"},"n":1.10}],"nextCursor":"two"}"#),
            say(r#"{"tools":[{"name":"b","inputSchema":{"type":"object"},"n":2e0}]}"#),
        ],
    );
    let stage = Stage::new(&script);
    let ran = stage.run(&["--method", "tools/list", "--format", "json"]);
    let tools = [
        r#"{"name":"a","inputSchema":{"type":"object"},"n":1.10}"#,
        r#"{"name":"b","inputSchema":{"type":"object"},"n":2e0}"#,
    ];
    assert_eq!(ran.stdout, format!("{{\"result\":{{\"tools\":[{}]}}}}\n", tools.join(",")));
    assert_eq!(stage.sent("tools/list")[1]["cursor"], "two");
}

#[test]
fn one_page_by_its_cursor_is_as_the_server_sent_it() {
    let page = r#"{"tools":[],"nextCursor":"three"}"#;
    let stage = Stage::new(&Script::legacy().on("tools/list", [say(page)]));
    let ran = stage.run(&["--method", "tools/list", "--cursor", "two", "--format", "json"]);
    assert_eq!(ran.stdout, format!("{{\"result\":{page}}}\n"));
    assert_eq!(stage.sent("tools/list"), [json!({ "cursor": "two" })]);
}

#[test]
fn metadata_is_on_the_wire_of_every_kind_of_request() {
    let script = Script::legacy()
        .on("tools/list", [say(r#"{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}"#)])
        .on("resources/read", [say(r#"{"contents":[]}"#)]);
    let stage = Stage::new(&script);
    let meta = ["--metadata", "trace=abc", "depth:=2"];
    let calls: [(&str, &[&str]); 3] = [
        ("tools/list", &[]),
        ("resources/read", &["--uri", "test://counter"]),
        ("tools/call", &["--tool-name", "t", "--tool-metadata", "depth:=3", "only=tool"]),
    ];
    for (method, told) in calls {
        let ran = stage.run(&[&["--method", method], &meta[..], told].concat());
        assert_eq!(ran.exit, Some(0), "{ran:#?}");
    }
    let of = |method: &str| stage.sent(method).remove(0)["_meta"].clone();
    assert_eq!(of("tools/list"), json!({ "trace": "abc", "depth": 2 }));
    assert_eq!(of("resources/read"), json!({ "trace": "abc", "depth": 2 }));
    let mut call = of("tools/call");
    assert!(!call["progressToken"].take().is_null(), "progress is asked for as well");
    assert_eq!(call, json!({ "trace": "abc", "depth": 3, "only": "tool", "progressToken": null }));
}
