//! Scripts: which steps are done when one fails, what is told about the others, and every script that
//! makes no sense.

use crate::harness::{Cli, Ran, Scripted, kit};
use insta::assert_snapshot;
use mcp_inspector_testkit::scripted::{Part, Script, Step};
use serde_json::{Value, json};

/// Runs a script against a server of the test kit.
fn run_with(script: &Value, words: &[&str], behaviour: &[&str]) -> Ran {
    let words = kit(&[&["--script", "-"], words].concat(), behaviour);
    Cli::new(&words).stdin(&script.to_string()).run()
}

fn run(script: &Value) -> Ran {
    run_with(script, &[], &["well-behaved"])
}

/// What became of each step: `ok`, the code of its error, or why it was skipped.
fn became(ran: &Ran) -> Vec<String> {
    let Value::Array(envelopes) = ran.json() else { panic!("no array: {ran:#?}") };
    let steps = envelopes.iter().enumerate().map(|(index, envelope)| {
        assert_eq!(envelope["step"], index, "{envelope:#}");
        let text = |value: &Value| value.as_str().map(str::to_owned);
        match (text(&envelope["skipped"]), text(&envelope["error"]["code"])) {
            (Some(why), None) => {
                assert_eq!((&envelope["success"], &envelope["result"]), (&false.into(), &Value::Null));
                format!("skipped: {why}")
            }
            (None, Some(code)) => code,
            (None, None) => {
                assert_eq!(envelope["success"], true, "{envelope:#}");
                "ok".to_owned()
            }
            both => panic!("{both:?}"),
        }
    });
    steps.collect()
}

fn ping() -> Value {
    json!({ "method": "ping" })
}

/// A step that fails: the tool reports an error.
fn fail(on_error: &str) -> Value {
    json!({ "method": "tools/call", "toolName": "fail", "onError": on_error })
}

/// A step that fails: the server refuses.
fn refused(on_error: &str) -> Value {
    json!({ "method": "resources/read", "uri": "test://none", "onError": on_error })
}

#[test]
fn a_failed_step_stops_the_script_and_the_rest_is_told_as_skipped() {
    for script in [
        json!([ping(), refused("stop"), ping(), ping()]),
        json!([ping(), { "method": "resources/read", "uri": "test://none" }, ping(), ping()]),
    ] {
        let ran = run(&script);
        assert_eq!(ran.exit, Some(1), "{ran:#?}");
        let skipped = "skipped: step 1 failed";
        assert_eq!(became(&ran), ["ok", "SERVER_ERROR", skipped, skipped]);
        assert_eq!(ran.stderr, "", "the envelopes say it all");
    }
}

#[test]
fn a_step_that_says_so_is_passed_over() {
    let ran = run(&json!([refused("continue"), ping(), refused("continue"), ping()]));
    assert_eq!(
        (ran.exit, became(&ran)),
        (Some(1), ["SERVER_ERROR", "ok", "SERVER_ERROR", "ok"].map(str::to_owned).into())
    );
}

#[test]
fn a_failed_step_jumps_forward() {
    let ran = run(&json!([refused("skip-to:3"), ping(), ping(), ping()]));
    let skipped = "skipped: step 0 failed and skips to 3";
    assert_eq!(became(&ran), ["SERVER_ERROR", skipped, skipped, "ok"]);
    assert_eq!(ran.exit, Some(1));
}

#[test]
fn a_failed_step_jumps_to_the_end() {
    let ran = run(&json!([refused("skip-to:2"), ping()]));
    assert_eq!(became(&ran), ["SERVER_ERROR", "skipped: step 0 failed and skips to 2"]);
}

#[test]
fn a_jump_that_is_not_needed_is_not_made() {
    let script = json!([{ "method": "ping", "onError": "skip-to:2" }, ping(), ping()]);
    let ran = run(&script);
    assert_eq!((ran.exit, became(&ran)), (Some(0), ["ok", "ok", "ok"].map(str::to_owned).into()));
}

#[test]
fn a_jump_lands_on_a_step_that_may_fail_and_jump_again() {
    let ran = run(&json!([refused("skip-to:2"), ping(), refused("skip-to:4"), ping(), ping()]));
    assert_eq!(
        became(&ran),
        [
            "SERVER_ERROR",
            "skipped: step 0 failed and skips to 2",
            "SERVER_ERROR",
            "skipped: step 2 failed and skips to 4",
            "ok",
        ]
    );
}

#[test]
fn a_tools_own_error_counts_for_the_flow_and_for_the_exit_only_if_asked() {
    let stops = json!([fail("stop"), ping()]);
    let goes_on = json!([fail("continue"), ping()]);
    let exit = |script: &Value, words: &[&str]| run_with(script, words, &["well-behaved"]).exit;
    assert_eq!(became(&run(&stops)), ["TOOL_ERROR", "skipped: step 0 failed"]);
    assert_eq!(became(&run(&goes_on)), ["TOOL_ERROR", "ok"]);
    assert_eq!(exit(&stops, &[]), Some(0));
    assert_eq!(exit(&goes_on, &[]), Some(0));
    assert_eq!(exit(&stops, &["--fail-on-error"]), Some(1));
    assert_eq!(exit(&goes_on, &["--fail-on-error"]), Some(1));
    assert_eq!(exit(&goes_on, &["--exit-codes", "classified"]), Some(5));
}

#[test]
fn the_first_failure_that_counts_gives_the_number() {
    let missing = json!({ "method": "tasks/list", "onError": "continue" });
    let script = json!([missing, refused("continue"), ping()]);
    let classified = ["--exit-codes", "classified"];
    assert_eq!(run_with(&script, &classified, &["well-behaved"]).exit, Some(11));
    let script = json!([ping(), refused("continue"), missing]);
    assert_eq!(run_with(&script, &classified, &["well-behaved"]).exit, Some(5));
    // A tool's own error does not count, whatever comes after it does.
    let script = json!([fail("continue"), refused("continue")]);
    assert_eq!(run_with(&script, &[], &["well-behaved"]).exit, Some(1));
}

#[test]
fn a_step_has_a_limit_of_its_own() {
    let server = Scripted::new(
        &Script::legacy().on("tools/call", [Step::Mute]).on("ping", [Step::result(&json!({}))]),
    );
    let slow =
        json!({ "method": "tools/call", "toolName": "echo", "timeout": "300ms", "onError": "continue" });
    let number = json!({ "method": "tools/call", "toolName": "echo", "timeout": 300, "onError": "continue" });
    let run = Cli::new(&server.words(&["--script", "-", "--exit-codes", "classified"]));
    let ran = run.stdin(&json!([slow, number, ping()]).to_string()).run();
    assert_eq!(became(&ran), ["REQUEST_TIMEOUT", "REQUEST_TIMEOUT", "ok"]);
    assert_eq!(ran.exit, Some(124));
    assert_eq!(server.received_of("notifications/cancelled").len(), 2);
}

#[test]
fn a_step_that_watches_shows_what_arrives_after_it() {
    let told = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    let answer = r#"{"jsonrpc":"2.0","id":"$id","result":{}}"#;
    let parts = [Part::Message(answer.to_owned()), Part::Message(told.to_owned())];
    let server = Scripted::new(&Script::legacy().on("ping", [Step::stream(parts)]));
    let script = json!([{ "method": "ping", "watch": "2s" }, { "method": "initialize" }]);
    let ran = Cli::new(&server.words(&["--script", "-"])).stdin(&script.to_string()).run();
    assert_eq!(became(&ran), ["ok", "ok"]);
    assert_eq!(ran.envelope(0)["notifications"][0]["method"], "notifications/tools/list_changed");
    assert_eq!(ran.envelope(1)["notifications"], json!([]));
}

#[test]
fn steps_share_one_connection() {
    let pong = Step::result(&json!({}));
    let server = Scripted::new(&Script::legacy().on("ping", [pong]));
    let script = json!([ping(), ping(), ping()]);
    let ran = Cli::new(&server.words(&["--script", "-"])).stdin(&script.to_string()).run();
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    assert_eq!((server.received_of("initialize").len(), server.received_of("ping").len()), (1, 3));
    assert!(ran.envelope(0)["connectMs"].is_u64() && ran.envelope(1).get("connectMs").is_none());
}

#[test]
fn a_connection_that_fails_gives_an_array_too() {
    let script = json!([{ "method": "ping", "onError": "continue" }, ping()]).to_string();
    let ran = Cli::new(&["--script", "-", "--", "/no/such/program"]).stdin(&script).run();
    assert_eq!(ran.exit, Some(1), "{ran:#?}");
    assert_eq!(became(&ran), ["SPAWN_FAILED", "skipped: step 0 failed"], "nothing can be continued");
    assert_eq!(ran.stderr, "");
}

#[test]
fn a_server_that_dies_in_the_middle_fails_every_step_after_it() {
    let dies = json!({ "method": "tools/call", "toolName": "echo", "toolArgs": { "text": "x" }, "onError": "continue" });
    let goes_on = json!({ "method": "ping", "onError": "continue" });
    let ran = run_with(&json!([ping(), dies, goes_on, goes_on]), &[], &["crash-once", "mark"]);
    assert_eq!(ran.exit, Some(1), "{ran:#?}");
    let lost = "PROCESS_CRASHED";
    assert_eq!(became(&ran), ["ok", lost, lost, lost], "none hangs, and none is missing");
    assert_eq!(ran.envelope(3)["error"]["postMortem"]["exitCode"], 9);
}

#[test]
fn a_script_of_a_file_is_read_and_its_path_is_told_when_it_is_not_there() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("steps.json"), json!([ping()]).to_string()).unwrap();
    let ran = Cli::new(&kit(&["--script", "steps.json"], &["well-behaved"])).in_dir(directory.path()).run();
    assert_eq!((ran.exit, became(&ran)), (Some(0), vec!["ok".to_owned()]));
    let ran = Cli::new(&kit(&["--script", "none.json"], &["well-behaved"])).in_dir(directory.path()).run();
    let error = &ran.envelope(0)["error"];
    assert!(error["message"].as_str().unwrap().contains("could not read none.json"), "{error:#}");
}

/// The problems of scripts, one after the other: as text, and checked against the envelope.
fn problems(scripts: &[&str]) -> String {
    let tell = |script: &&str| {
        let server = Scripted::new(&Script::legacy());
        let ran =
            Cli::new(&server.words(&["--script", "-", "--exit-codes", "classified"])).stdin(script).run();
        assert_eq!(ran.exit, Some(12), "{script}\n{ran:#?}");
        assert!(server.received().is_empty(), "nothing was connected");
        let Value::Array(envelopes) = ran.json() else { panic!("no array: {ran:#?}") };
        let [envelope] = &envelopes[..] else { panic!("one envelope says it all: {ran:#?}") };
        let error = &envelope["error"];
        assert_eq!((&error["category"], &error["code"]), (&"validation".into(), &"INVALID_REQUEST".into()));
        let lines = error["problems"].as_array().expect("problems").iter().map(|problem| {
            let message = problem["message"].as_str().expect("a message");
            assert!(error["message"].as_str().expect("a message").contains(message));
            let part = |value: &Value| if value.is_null() { "-".to_owned() } else { value.to_string() };
            format!("step {}, field {}: {message}\n", part(&problem["step"]), part(&problem["field"]))
        });
        format!("> {script}\n{}\n", lines.collect::<String>())
    };
    scripts.iter().map(tell).collect()
}

#[test]
fn a_file_that_is_no_script_says_what_it_should_be() {
    assert_snapshot!(problems(&[
        "",
        "[{\"method\":\"ping\"}",
        "{}",
        "[]",
        "\"ping\"",
        "[7, \"ping\", null]"
    ]));
}

#[test]
fn fields_that_nobody_knows_are_told_with_those_that_may_be_meant() {
    assert_snapshot!(problems(&[
        r#"[{"method":"ping"},{"method":"tools/call","toolname":"x"},{"metod":"ping"}]"#,
        r#"[{"method":"ping","onEror":"stop","xyzzy":1}]"#,
        r#"[{"method":"ping","method":"ping"}]"#,
    ]));
}

#[test]
fn jumps_that_lead_out_or_back_are_refused() {
    assert_snapshot!(problems(&[
        r#"[{"method":"ping"},{"method":"ping","onError":"skip-to:3"}]"#,
        r#"[{"method":"ping"},{"method":"ping","onError":"skip-to:1"}]"#,
        r#"[{"method":"ping"},{"method":"ping","onError":"skip-to:0"}]"#,
        r#"[{"method":"ping","onError":"skip-to:-1"}]"#,
        r#"[{"method":"ping","onError":"skip-to:"}]"#,
        r#"[{"method":"ping","onError":"ignore"}]"#,
        r#"[{"method":"ping","onError":3}]"#,
    ]));
}

#[test]
fn values_of_the_wrong_type_are_told_with_what_is_expected() {
    assert_snapshot!(problems(&[
        r#"[{"method":5},{"method":"x","params":"y"},{"method":"tools/call","toolName":1,"toolArgs":[]}]"#,
        r#"[{"method":"prompts/get","promptName":{},"promptArgs":"x"},{"method":"resources/read","uri":[]}]"#,
        r#"[{"method":"completion/complete","promptName":"p","complete":"a=b"}]"#,
        r#"[{"method":"logging/setLevel","logLevel":"loud"},{"method":"logging/setLevel","logLevel":3}]"#,
        r#"[{"method":"ping","timeout":"5"},{"method":"ping","timeout":-5},{"method":"ping","watch":"soon"}]"#,
        r#"[{"method":"ping","force":"yes","metadata":7},{"method":"roots/set","roots":["file:///x"]}]"#,
        r#"[{"method":"tools/call","toolName":"x","asTask":1,"taskTtl":true,"detach":"no"}]"#,
        r#"[{"method":"tasks/update","taskId":7,"inputResponses":"x"},{"method":"tools/list","cursor":1}]"#,
    ]));
}

#[test]
fn steps_that_make_no_sense_are_told_by_field() {
    assert_snapshot!(problems(&[
        r#"[{"method":"tools/call"},{"method":"resources/read"},{"method":"ping","uri":"x"}]"#,
        r#"[{"method":"tools/lst"},{"method":"vendor/thing"}]"#,
        r#"[{"method":"tools/call","params":{},"toolName":"x"},{"method":"discover","params":{}}]"#,
        r#"[{"method":"servers/list"}]"#,
        r#"[{"method":"tools/call","toolName":"x","taskTtl":"5s"}]"#,
        r#"[{"method":"completion/complete","complete":{"name":"a","value":"b"}}]"#,
    ]));
}

#[test]
fn what_a_step_expects_decides_whether_it_failed_and_how_the_run_ends() {
    let add = |expect: Value| json!({ "method": "tools/call", "toolName": "add", "toolArgs": { "a": 1, "b": 2 }, "expect": expect });
    let holds = add(json!([{ "path": "/structuredContent/sum", "equals": 3 }, { "schema": "output" },
        { "isError": false }, { "maxMs": 60_000 }]));
    let script = json!([
        holds,
        add(json!([{ "path": "/content/0/text", "exists": true },
        { "path": "/structuredContent/sum", "equals": 4 }])),
        ping()
    ]);
    let demo = |script: &Value, words: &[&str]| {
        let words = [&["--demo", "--script", "-", "--exit-codes", "classified"], words].concat();
        Cli::new(&words).stdin(&script.to_string()).run()
    };
    let ran = demo(&script, &[]);
    assert_eq!(became(&ran), ["ok", "EXPECTATION_FAILED", "skipped: step 1 failed"], "{ran:#?}");
    assert_eq!(ran.exit, Some(5), "{ran:#?}");
    let failed = &ran.json()[1];
    assert_eq!(
        failed["error"]["message"],
        "1 of 2 expectations failed: /structuredContent/sum: expected 4, got 3.0"
    );
    assert_eq!(failed["error"]["problems"][0]["field"], "expect[1]", "{failed:#}");
    assert_eq!(failed["expect"][0]["passed"], true, "{failed:#}");
    assert_eq!(failed["result"]["structuredContent"]["sum"], 3.0, "what came is told too");

    // A tool that should fail may fail.
    let fails = |is_error: bool| json!([{ "method": "tools/call", "toolName": "fail", "expect": [{ "isError": is_error }] }]);
    assert_eq!(demo(&fails(true), &[]).exit, Some(0));
    assert_eq!(became(&demo(&fails(false), &[])), ["EXPECTATION_FAILED"]);
}

#[test]
fn a_run_is_told_as_junit_beside_its_envelopes() {
    let directory = tempfile::tempdir().unwrap();
    let script = json!([
        { "method": "tools/call", "toolName": "add", "toolArgs": { "a": 1, "b": 2 },
            "expect": [{ "path": "/structuredContent/sum", "equals": 4 }], "onError": "continue" },
        { "method": "resources/read", "uri": "demo://no<such>]]>&\"thing\"" },
        ping(),
    ]);
    let words = ["--demo", "--script", "-", "--junit", "report.xml", "--quiet"];
    let ran = Cli::new(&words).stdin(&script.to_string()).in_dir(directory.path()).run();
    assert_eq!((ran.exit, became(&ran).len()), (Some(1), 3), "{ran:#?}");
    let report = std::fs::read_to_string(directory.path().join("report.xml")).unwrap();
    for part in [
        "<testsuites tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"1\"",
        "<testcase classname=\"tools/call\" name=\"steps[0] add\"",
        "<failure message=\"/structuredContent/sum: expected 4, got 3.0\">",
        "name=\"steps[1] demo://no&lt;such&gt;]]&gt;&amp;&quot;thing&quot;\"",
        "<skipped message=\"step 1 failed\"/>",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    let refuse =
        |words: &[&str]| Cli::new(words).stdin("[{\"method\":\"ping\"}]").in_dir(directory.path()).run();
    let alone = refuse(&["--demo", "--method", "ping", "--junit", "x.xml"]);
    assert!(alone.exit == Some(1) && alone.stderr.contains("`--junit` needs `--script`"), "{alone:#?}");
    let same = refuse(&["--demo", "--script", "-", "--junit", "x", "--output", "x"]);
    assert!(same.exit == Some(1) && same.stderr.contains("name the same file"), "{same:#?}");
    let nowhere = refuse(&["--demo", "--script", "-", "--junit", "no/such/x.xml"]);
    assert!(nowhere.exit == Some(1) && nowhere.stdout.contains("could not write"), "{nowhere:#?}");
}
