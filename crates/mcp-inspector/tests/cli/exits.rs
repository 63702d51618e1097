//! Exit numbers, signals, readers that go away, and what is left behind: nothing.

use crate::harness::{Cli, Ran, Scripted, WATCHDOG, cli, kit, until};
use mcp_inspector_testkit::children::{descendants, wait_gone};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use mcp_inspector_testkit::scripted::{Script, Step};
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::Read as _;

const CALL: [&str; 4] = ["--method", "tools/call", "--tool-name", "echo"];

/// Runs the same words under both contracts, and gives both numbers.
fn numbers(words: &[&str]) -> [Option<i32>; 2] {
    let simple = cli(words);
    let classified = cli(&[&["--exit-codes", "classified"], words].concat());
    assert!(!classified.stderr.contains("panicked"), "{classified:#?}");
    let by_variable = Cli::new(words).env("MCPI_EXIT_CODES", "classified").run();
    assert_eq!(by_variable.exit, classified.exit, "{by_variable:#?}");
    [simple.exit, classified.exit]
}

fn tools_with(tool: &Value) -> Scripted {
    let tools = json!({ "tools": [tool] });
    Scripted::new(&Script::legacy().on("tools/list", [Step::result(&tools)]))
}

#[test]
fn what_is_done_is_0() {
    assert_eq!(numbers(&kit(&["--method", "ping"], &["well-behaved"])), [Some(0), Some(0)]);
}

#[test]
fn a_login_that_is_wanted_is_3() {
    let server = HttpServer::start(HttpBehaviour::Unauthorized401);
    assert_eq!(numbers(&["--method", "ping", &server.url()]), [Some(1), Some(3)]);
}

#[test]
fn a_server_that_cannot_be_reached_is_4() {
    assert_eq!(numbers(&["--method", "ping", "--", "/no/such/program"]), [Some(1), Some(4)]);
    assert_eq!(numbers(&["--method", "ping", "--", "/bin/sh", "-c", "exit 7"]), [Some(1), Some(4)]);
    let dies = kit(&[&CALL[..], &["--tool-args-json", "{}"]].concat(), &["half-frame-then-exit"]);
    assert_eq!(numbers(&dies), [Some(1), Some(4)]);
}

#[test]
fn a_refusal_and_a_tool_that_is_not_there_are_5() {
    let refused = kit(&["--method", "resources/read", "--uri", "test://none"], &["well-behaved"]);
    assert_eq!(numbers(&refused), [Some(1), Some(5)]);
    let words = ["--method", "tools/call", "--tool-name", "nope", "--tool-arg", "a=b"];
    assert_eq!(numbers(&kit(&words, &["well-behaved"])), [Some(1), Some(5)]);
}

#[test]
fn a_tools_own_error_is_0_unless_asked_for_and_5_when_classified() {
    let fails = kit(&["--method", "tools/call", "--tool-name", "fail"], &["well-behaved"]);
    assert_eq!(numbers(&fails), [Some(0), Some(5)]);
    let counted = [&["--fail-on-error"], &fails[..]].concat();
    assert_eq!(numbers(&counted), [Some(1), Some(5)]);
}

#[test]
fn a_schema_that_breaks_the_rules_is_6_in_a_strict_run_only() {
    let server = tools_with(&json!({ "name": "t", "inputSchema": { "type": "string" } }));
    let words = server.words(&["--method", "tools/list"]);
    assert_eq!(numbers(&words), [Some(0), Some(0)]);
    let strict = [&["--strict"], &words[..]].concat();
    assert_eq!(numbers(&strict), [Some(1), Some(6)]);
}

#[test]
fn a_broken_protocol_is_10_and_so_is_a_broken_rule_in_a_strict_run() {
    assert_eq!(numbers(&kit(&["--method", "ping"], &["wrong-version"])), [Some(1), Some(10)]);
    assert_eq!(numbers(&kit(&["--method", "tools/list"], &["cyclic-cursor"])), [Some(1), Some(10)]);
    let junk = kit(&["--method", "ping"], &["junk-before"]);
    assert_eq!(numbers(&junk), [Some(0), Some(0)]);
    let strict = [&["--strict"], &junk[..]].concat();
    assert_eq!(numbers(&strict), [Some(1), Some(10)]);
}

#[test]
fn a_capability_that_is_missing_is_11() {
    assert_eq!(numbers(&kit(&["--method", "tools/list"], &["no-capabilities"])), [Some(1), Some(11)]);
}

#[test]
fn what_makes_no_sense_is_12() {
    assert_eq!(numbers(&["--demo", "--method", "nope"]), [Some(1), Some(12)]);
    assert_eq!(numbers(&["--demo", "--no-such-flag"]), [Some(1), Some(12)]);
    assert_eq!(numbers(&["--config", "none.json", "--method", "servers/list"]), [Some(1), Some(12)]);
    let misfit = kit(&[&CALL[..], &["--tool-arg", "nope=1"]].concat(), &["well-behaved"]);
    assert_eq!(numbers(&misfit), [Some(1), Some(12)]);
    let record = kit(&["--record", "/no/such/directory/x", "--method", "ping"], &["well-behaved"]);
    assert_eq!(numbers(&record), [Some(1), Some(12)]);
}

#[test]
fn a_limit_that_is_over_is_124() {
    let silent = kit(&["--connect-timeout", "300ms", "--method", "ping"], &["never-answers"]);
    assert_eq!(numbers(&silent), [Some(1), Some(124)]);
    let slow = ["--timeout", "300ms", "--method", "tools/call", "--tool-name", "sleep"];
    assert_eq!(numbers(&kit(&slow, &["well-behaved"])), [Some(1), Some(124)]);
}

/// Interrupts a call that gets no answer, and gives what came of it.
fn interrupted(words: &[&str], signal: &str) -> Ran {
    let server = Scripted::new(&Script::legacy().on("tools/call", [Step::Mute]));
    let running = Cli::new(&server.words(&[words, &CALL].concat())).start();
    server.wait_for("tools/call");
    let family = descendants(running.pid());
    assert!(!family.is_empty(), "the server runs");
    running.signal(signal);
    let ran = running.end();
    let told = server.received_of("notifications/cancelled");
    let [told] = &told[..] else { panic!("the server was told once: {told:#?}") };
    assert_eq!(told["params"]["requestId"], server.received_of("tools/call")[0]["id"]);
    for pid in family {
        assert!(wait_gone(pid, WATCHDOG), "process {pid} is left");
    }
    ran
}

#[test]
fn ctrl_c_during_a_call_is_130_and_the_server_is_told_and_gone() {
    for contract in ["simple", "classified"] {
        let ran = interrupted(&["--exit-codes", contract], "INT");
        assert_eq!((ran.exit, ran.stdout.as_str()), (Some(130), ""), "{ran:#?}");
        assert!(ran.stderr.starts_with("error: `tools/call` was interrupted (CANCELLED)\n"), "{ran:#?}");
    }
}

#[test]
fn an_interrupted_call_has_its_envelope() {
    let ran = interrupted(&["--structured"], "INT");
    assert_eq!(ran.exit, Some(130), "{ran:#?}");
    assert_eq!(ran.envelope(0)["error"]["code"], "CANCELLED");
}

#[test]
fn sigterm_during_a_call_is_143() {
    let ran = interrupted(&[], "TERM");
    assert_eq!(ran.exit, Some(143), "{ran:#?}");
}

#[test]
fn a_terminal_that_is_closed_during_a_call_is_129() {
    let ran = interrupted(&[], "HUP");
    assert_eq!(ran.exit, Some(129), "{ran:#?}");
}

#[test]
fn ctrl_c_while_connecting_is_130() {
    let server = Scripted::new(&Script::default().on("server/discover", [Step::Mute]));
    let running = Cli::new(&server.words(&["--method", "ping"])).start();
    server.wait_for("server/discover");
    let family = descendants(running.pid());
    running.signal("INT");
    let ran = running.end();
    assert_eq!(ran.exit, Some(130), "{ran:#?}");
    assert!(ran.stderr.starts_with("error: `connecting` was interrupted (CANCELLED)\n"), "{ran:#?}");
    assert!(!family.is_empty() && family.into_iter().all(|pid| wait_gone(pid, WATCHDOG)));
}

#[test]
fn ctrl_c_in_a_script_still_tells_of_every_step() {
    let server = Scripted::new(&Script::legacy().on("tools/call", [Step::Mute]));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("steps.json");
    let call = json!({ "method": "tools/call", "toolName": "echo", "onError": "continue" });
    std::fs::write(&path, json!([{ "method": "initialize" }, call, call]).to_string()).unwrap();
    let running = Cli::new(&server.words(&["--script", path.to_str().unwrap()])).start();
    server.wait_for("tools/call");
    running.signal("INT");
    let ran = running.end();
    assert_eq!(ran.exit, Some(130), "{ran:#?}");
    assert_eq!(ran.envelope(0)["success"], true);
    assert_eq!(ran.envelope(1)["error"]["code"], "CANCELLED");
    assert_eq!(ran.envelope(2)["skipped"], "step 1 failed", "what was interrupted is not continued");
}

#[test]
fn a_reader_that_is_gone_is_no_error() {
    for words in [
        &["--demo", "--method", "discover"][..],
        &["--help"],
        &["--demo", "--structured", "--method", "ping"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ran = Cli::new(words).stdout(writer).start().end();
        assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{words:?}");
    }
}

#[test]
fn ctrl_c_ends_a_run_whose_output_nobody_reads() {
    let (mut reader, writer) = std::io::pipe().unwrap();
    // Far more than any pipe holds.
    let words = kit(&[&CALL[..], &["--tool-args-json", "{}"]].concat(), &["huge-line", "4000000"]);
    let running = Cli::new(&words).stdout(writer).start();
    let mut first = [0];
    reader.read_exact(&mut first).unwrap();
    let family = descendants(running.pid());
    assert!(!family.is_empty(), "the server runs");
    running.signal("INT");
    let ran = running.end();
    assert_eq!(ran.exit, Some(130), "{ran:#?}");
    assert!(family.into_iter().all(|pid| wait_gone(pid, WATCHDOG)));
}

#[test]
fn ctrl_c_ends_a_run_whose_talk_nobody_reads() {
    let (mut reader, writer) = std::io::pipe().unwrap();
    // Far more than any pipe holds, and the call is answered only after it.
    let words = kit(&[&CALL[..], &["--tool-args-json", "{}"]].concat(), &["flood-stderr", "20000"]);
    let mut running = Cli::new(&words).stderr(writer).start();
    let mut first = [0];
    reader.read_exact(&mut first).unwrap();
    // The result is there, so that only the talk is left.
    running.stdout().read_exact(&mut first).unwrap();
    running.signal("INT");
    let ran = running.end();
    assert_eq!(ran.exit, Some(130), "{ran:#?}");
}

#[test]
fn a_full_disk_is_told_and_fails_the_run() {
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    let words = kit(&["--method", "ping"], &["well-behaved"]);
    let ran = Cli::new(&words).stdout(full()).start().end();
    assert_eq!(ran.exit, Some(1), "{ran:#?}");
    assert!(ran.stderr.starts_with("error: could not write to stdout: No space left on device"), "{ran:#?}");
    assert!(ran.stderr.contains("(OUTPUT_FAILED)"), "{ran:#?}");
    assert!(ran.stderr.contains("hint: the call was made; only its result is lost"), "{ran:#?}");
    let classified =
        Cli::new(&[&["--exit-codes", "classified"], &words[..]].concat()).stdout(full()).start().end();
    assert_eq!(classified.exit, Some(12));
    for words in [&["--version"][..], &["--structured", "--no-such-flag"]] {
        let ran = Cli::new(words).stdout(full()).start().end();
        assert_eq!(ran.exit, Some(1), "{ran:#?}");
        assert!(ran.stderr.contains("could not write to stdout"), "{ran:#?}");
    }
}

#[test]
fn an_output_file_that_cannot_be_written_is_told() {
    let words = kit(&["--method", "ping", "--output", "/no/such/directory/x"], &["well-behaved"]);
    let ran = cli(&words);
    assert_eq!(ran.exit, Some(1), "{ran:#?}");
    assert!(ran.stderr.starts_with("error: could not write /no/such/directory/x: "), "{ran:#?}");
}

#[test]
fn a_server_that_lingers_does_not_hold_up_the_end_and_does_not_outlive_it() {
    let words = kit(&["--method", "ping"], &["ignores-eof-and-sigterm"]);
    let ran = Cli::new(&words).start().end();
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    let pids = ran.stderr.lines().find_map(|line| serde_json::from_str::<Value>(line).ok());
    let pids = pids.unwrap_or_else(|| panic!("the server tells its processes: {ran:#?}"));
    let pids: Vec<u64> = pids.as_object().expect("an object").values().filter_map(Value::as_u64).collect();
    assert_eq!(pids.len(), 2, "itself and its child");
    for pid in pids {
        assert!(wait_gone(u32::try_from(pid).unwrap(), WATCHDOG), "process {pid} is left");
    }
}

#[test]
fn a_server_that_lingers_does_not_hold_up_ctrl_c() {
    let words = kit(&["--method", "tools/call", "--tool-name", "sleep"], &["ignores-eof-and-sigterm"]);
    let running = Cli::new(&words).start();
    until("the server and its child run", || descendants(running.pid()).len() >= 2);
    let family = descendants(running.pid());
    running.signal("INT");
    let ran = running.end();
    assert_eq!(ran.exit, Some(130), "{ran:#?}");
    for pid in family {
        assert!(wait_gone(pid, WATCHDOG), "process {pid} is left");
    }
}
