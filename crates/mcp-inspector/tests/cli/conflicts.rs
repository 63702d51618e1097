//! Command lines that make no sense: each is refused before anything is connected, with a way out.

use crate::harness::{Cli, Ran, blanked, cli};
use insta::assert_snapshot;
use serde_json::Value;

/// The talk about command lines, one after the other; each is also told as an envelope, as a line
/// of JSON and by its number.
fn refusals(lines: &[&str]) -> String {
    lines.iter().map(|line| refusal(&words(line), line)).collect()
}

/// The words of a line; `_` stands for a space.
fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(|word| word.replace('_', " ")).collect()
}

fn refusal(words: &[String], line: &str) -> String {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ran = cli(&words);
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(1), ""), "{line}\n{ran:#?}");
    let classified = cli(&[&["--exit-codes", "classified"], &words[..]].concat());
    assert_eq!(classified.exit, Some(12), "{line}");
    let message = told_alike(&ran, &words, line);
    assert!(!message.is_empty());
    // The page is the same for all of them.
    let talk = ran.stderr.replace("help: mcp-inspector --cli --help INVALID_REQUEST\n", "");
    format!("$ {line}\n{}\n", blanked(&talk.replace("\n\nhint", "\nhint")))
}

/// Checks that programs are told the same as people.
fn told_alike(ran: &Ran, words: &[&str], line: &str) -> String {
    let ours = words.iter().take_while(|word| **word != "--");
    let has = |flag: &str| ours.clone().any(|word| *word == flag || word.starts_with(&format!("{flag}=")));
    let mut message = String::new();
    if !has("--format") {
        let structured = cli(&[&["--structured"], words].concat());
        assert_eq!((structured.exit, structured.stderr.as_str()), (Some(1), ""), "{line}\n{structured:#?}");
        let error = structured.envelope(0)["error"].clone();
        assert_eq!((&error["category"], &error["code"]), (&"validation".into(), &"INVALID_REQUEST".into()));
        message = text(&error["message"]);
        assert!(ran.stderr.starts_with(&format!("error: {message} (INVALID_REQUEST)\n")), "{line}\n{ran:#?}");
        assert!(ran.stderr.contains(&text(&error["hint"])), "{line}\n{ran:#?}");
    }
    if !has("--structured") && !has("--script") && !has("--format") {
        let json = cli(&[&["--format", "json"], words].concat());
        assert_eq!((json.exit, json.stdout.as_str()), (Some(1), ""), "{line}\n{json:#?}");
        let told: Value = serde_json::from_str(&json.stderr).expect("one line of JSON");
        assert_eq!(told["error"]["code"], "usage", "{line}");
        message = text(&told["error"]["message"]);
        assert!(ran.stderr.contains(&message), "{line}\n{ran:#?}");
    }
    if message.is_empty() { ran.stderr.clone() } else { message }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[test]
fn flags_that_do_not_exist_are_told_with_what_may_be_meant() {
    assert_snapshot!(refusals(&[
        "--demo --metod ping",
        "--demo --method ping --tool-nme add",
        "--demo --method ping --colour",
        "--demo --method ping -x",
        "--demo --method ping --verbose=2",
    ]));
}

#[test]
fn a_flag_of_the_servers_command_is_told_to_stand_behind_two_dashes() {
    assert_snapshot!(refusals(&[
        "--method ping npx -y some-server",
        "--method ping node server.js --port=3000",
    ]));
}

#[test]
fn flags_of_the_official_inspector_that_are_absent_are_told_as_that() {
    let flags = [
        "--app-info",
        "--advertise-apps",
        "--verify",
        "--require-digests",
        "--skill-catalog-max-skills",
        "--skill-catalog-max-bytes",
        "--load",
        "--load-concurrency",
        "--load-duration",
        "--load-requests",
        "--load-rate",
        "--client-config",
        "--client-secret",
        "--use-stored-auth",
        "--no-revoke",
        "--rename",
    ];
    for flag in flags {
        let ran = cli(&["--demo", "--method", "ping", flag]);
        let expected =
            format!("error: `{flag}` is a flag of the official Inspector that this one does not have");
        assert!(ran.exit == Some(1) && ran.stderr.starts_with(&expected), "{ran:#?}");
    }
    assert_snapshot!(refusals(&["--demo --method ping --load", "--demo --client-secret=hush --method ping"]));
}

#[test]
fn values_that_a_flag_cannot_have_are_told_with_those_it_can() {
    assert_snapshot!(refusals(&[
        "--demo --method",
        "--demo --method ping --method ping",
        "--demo=yes --method ping",
        "--demo --method ping --transport ws",
        "--demo --method ping --era future",
        "--demo --method logging/setLevel --log-level loud",
        "--demo --method ping --print-schema nothing",
    ]));
    let ran = cli(&["--demo", "--method", "ping", "--format", "yaml"]);
    assert_snapshot!("format", ran.shown());
    let ran = cli(&["--demo", "--method", "ping", "--exit-codes", "many"]);
    assert_snapshot!("exit_codes", ran.shown());
}

#[test]
fn spans_without_a_unit_are_refused() {
    assert_snapshot!(refusals(&[
        "--demo --method ping --timeout 5",
        "--demo --method ping --timeout 5x",
        "--demo --method ping --timeout soon",
        "--demo --method ping --connect-timeout 5parsecs",
        "--demo --method ping --watch=-5s",
        "--demo --method tools/call --tool-name bake --as-task --task-ttl 5",
    ]));
}

#[test]
fn flags_that_need_another_say_so() {
    assert_snapshot!(refusals(&["--demo --method tools/call --tool-name bake --task-ttl 5s",]));
}

#[test]
fn the_bytes_of_a_content_block_and_the_envelope_are_one_too_many() {
    // Whoever wants the envelope in a file finds there why there is none.
    let raw = ["--output", "x", "--output-format", "raw"];
    for shape in [&["--structured", "--method", "ping"][..], &["--script", "-"]] {
        let directory = tempfile::tempdir().unwrap();
        let ran = Cli::new(&[&["--demo"], shape, &raw].concat()).in_dir(directory.path()).stdin("[]").run();
        assert_eq!((ran.exit, ran.stdout.as_str()), (Some(1), ""), "{ran:#?}");
        let written = std::fs::read_to_string(directory.path().join("x")).unwrap();
        assert!(written.contains("`--output-format raw` cannot be combined with the envelope"), "{written}");
    }
}

#[test]
fn a_method_is_needed_and_must_be_known() {
    assert_snapshot!(refusals(&[
        "--demo",
        "--demo -- --method ping",
        "--demo --method tools/lst",
        "--demo --method vendor/thing",
    ]));
}

#[test]
fn what_a_method_needs_and_what_is_not_for_it_is_named() {
    assert_snapshot!(refusals(&[
        "--demo --method tools/call",
        "--demo --method resources/read",
        "--demo --method prompts/get",
        "--demo --method completion/complete",
        "--demo --method completion/complete --complete a=b",
        "--demo --method completion/complete --complete a=b --prompt-name p --uri u",
        "--demo --method completion/complete --complete a --prompt-name p",
        "--demo --method logging/setLevel",
        "--demo --method tasks/get",
        "--demo --method tasks/update --task-id t",
        "--demo --method tools/list --uri test://x",
        "--demo --method ping --tool-arg a=1",
        "--demo --method ping --tool-args-json {}",
        "--demo --method resources/read --uri x --cursor c",
        "--demo --method ping --as-task",
        "--demo --method ping --detach",
        "--demo --method ping --tool-metadata a=b",
        "--demo --method roots/set",
        "--method servers/show",
    ]));
}

#[test]
fn parameters_that_are_sent_as_they_are_leave_nothing_else_to_say() {
    assert_snapshot!(refusals(&[
        "--demo --method tools/call --params {} --tool-name echo",
        "--demo --method vendor/thing --params {} --uri x",
        "--demo --method discover --params {}",
        "--demo --method tools/list --params {} --metadata a=b",
        "--demo --method discover --metadata a=b",
        "--demo --method vendor/thing --params {",
    ]));
}

#[test]
fn pairs_and_json_that_cannot_be_read_are_told_with_their_flag() {
    assert_snapshot!(refusals(&[
        "--demo --method tools/call --tool-name add --tool-arg",
        "--demo --method tools/call --tool-name add --tool-arg a",
        "--demo --method tools/call --tool-name add --tool-arg a:=x",
        "--demo --method tools/call --tool-name add --tool-args-json [1]",
        "--demo --method tools/call --tool-name add --tool-args-json {1}",
        "--demo --method tools/call --tool-name add --tool-args-json {} --tool-arg a=1",
        "--demo --method tools/list --metadata a=1 a=2",
        "--demo --method tasks/update --task-id t --input-responses []",
    ]));
}

#[test]
fn files_that_cannot_be_read_are_told_with_their_flag() {
    assert_snapshot!(refusals(&[
        "--demo --method tools/call --tool-name echo --tool-arg text=@none.txt",
        "--demo --method tools/call --tool-name echo --tool-args-json @none.json",
        "--demo --method vendor/thing --params @none.json",
        "--demo --method ping --answers none.yaml",
        "--demo --method ping --root none",
    ]));
}

#[test]
fn stdin_is_read_once() {
    let twice = ["--demo", "--method", "tools/call", "--tool-name", "echo", "--tool-args-json", "-"];
    let ran = Cli::new(&[&twice[..], &["--answers", "-"]].concat()).stdin("{}").run();
    assert_snapshot!(ran.shown());
    let script =
        Cli::new(&["--demo", "--script", "-", "--answers", "-"]).stdin(r#"[{"method":"ping"}]"#).run();
    let error = &script.envelope(0)["error"];
    assert_eq!((script.exit, &error["code"]), (Some(1), &"INVALID_REQUEST".into()), "{error:#}");
    assert!(text(&error["message"]).contains("both read stdin"), "{error:#}");
}

#[test]
fn two_servers_are_one_too_many() {
    assert_snapshot!(refusals(&[
        "--demo --server-url http://127.0.0.1:1/mcp --method ping",
        "--demo --server kit --method ping",
        "--demo --method ping -- node server.js",
        "--server kit --method ping http://user:secret@127.0.0.1/mcp",
        "--config mcp.json --demo --method ping",
        "--config mcp.json --method ping node server.js",
        "--config mcp.json --server-url http://127.0.0.1:1/mcp --method ping",
        "--method ping http://127.0.0.1:1/mcp more",
    ]));
}

#[test]
fn flags_about_the_other_kind_of_server_are_refused() {
    assert_snapshot!(refusals(&[
        "--transport http --method ping -- node server.js",
        "--transport sse --demo --method ping",
        "--transport stdio --method ping http://127.0.0.1:1/mcp",
        "-H a:b --method ping -- node server.js",
        "-H secret=value --method ping http://127.0.0.1:1/mcp",
        "-e KEY=VALUE --method ping http://127.0.0.1:1/mcp",
        "--cwd /tmp --method ping http://127.0.0.1:1/mcp",
        "-e KEY --method ping -- node server.js",
        "-e =VALUE --method ping -- node server.js",
    ]));
}

#[test]
fn a_server_behind_a_backend_is_named_and_nothing_else() {
    assert_snapshot!(refusals(&[
        "--via http://127.0.0.1:1 --method ping",
        "--via http://127.0.0.1:1 --demo --method ping",
        "--via http://127.0.0.1:1 --transport http --server kit --method ping",
        "--via http://127.0.0.1:1 -e A=B --server kit --method ping",
        "--via http://127.0.0.1:1 --method ping node server.js",
    ]));
}

#[test]
fn roots_are_named_in_one_place() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("a.yaml"), "- { kind: roots, roots: [] }\n").unwrap();
    let words = ["--demo", "--method", "ping", "--answers", "a.yaml", "--root", "file:///srv"];
    assert_snapshot!(Cli::new(&words).in_dir(directory.path()).run().shown());
}

#[test]
fn what_a_script_says_is_not_said_by_flags() {
    let flags: [&[&str]; 18] = [
        &["--method", "ping"],
        &["--watch", "1s"],
        &["--params", "{}"],
        &["--tool-name", "x"],
        &["--tool-arg", "a=b"],
        &["--tool-args-json", "{}"],
        &["--uri", "x"],
        &["--cursor", "x"],
        &["--prompt-name", "x"],
        &["--prompt-args", "a=b"],
        &["--complete", "a=b"],
        &["--task-id", "x"],
        &["--input-responses", "{}"],
        &["--as-task"],
        &["--detach"],
        &["--metadata", "a=b"],
        &["--tool-metadata", "a=b"],
        &["--force"],
    ];
    for flag in flags {
        let ran = Cli::new(&[&["--demo", "--script", "-"], flag].concat()).stdin("[]").run();
        assert_eq!(ran.exit, Some(1), "{flag:?}");
        let error = ran.envelope(0)["error"].clone();
        assert_eq!(
            text(&error["message"]),
            format!("`{}` cannot be combined with `--script`", flag[0]),
            "{ran:#?}"
        );
        assert_eq!(text(&error["hint"]), "what is to be done is said by the steps of the script");
    }
}

#[test]
fn a_topic_that_help_does_not_have_is_told_with_those_it_has() {
    assert_snapshot!(cli(&["--help", "nothing"]).shown());
}
