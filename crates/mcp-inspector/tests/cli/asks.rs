//! What servers ask: refused and shown by default, answered by rules, in both eras.

use crate::harness::{Cli, Ran, Scripted, cli, kit};
use insta::assert_snapshot;
use mcp_inspector_testkit::scripted::{Script, Step};
use serde_json::{Value, json};

fn call(tool: &str) -> [&str; 4] {
    ["--method", "tools/call", "--tool-name", tool]
}

/// Calls a tool of the server that asks, with these rules.
fn ruled(rules: &str, tool: &str, words: &[&str]) -> Ran {
    let words = kit(&[&["--answers", "-"], words, &call(tool)].concat(), &["asks"]);
    Cli::new(&words).stdin(rules).run()
}

/// What the server that asks got for an answer.
fn got(ran: &Ran) -> Value {
    let result = ran.json();
    let result = if result["structuredVersion"].is_null() { &result } else { &result["result"] };
    let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no answer: {ran:#?}"));
    serde_json::from_str(text).expect("the answer is JSON")
}

fn structured_kit(tool: &str) -> Value {
    cli(&kit(&[&["--structured"], &call(tool)[..]].concat(), &["asks"])).envelope(0)
}

fn demo(era: &str, tool: &str, words: &[&str]) -> Ran {
    cli(&[&["--demo", "--era", era], words, &call(tool)].concat())
}

#[test]
fn sampling_is_refused_and_its_payload_shown() {
    let ran = cli(&kit(&call("sample"), &["asks"]));
    assert_snapshot!(ran.shown());
    let asked = structured_kit("sample")["serverRequests"][0].clone();
    assert_eq!((&asked["method"], &asked["outcome"]), (&"sampling/createMessage".into(), &"refused".into()));
    assert_eq!(asked["params"]["messages"][0]["content"]["text"], "Say hello");
    assert_eq!(asked["answer"]["code"], -1, "{asked:#}");
}

#[test]
fn an_elicitation_is_declined_and_its_payload_shown() {
    let ran = cli(&kit(&call("elicit"), &["asks"]));
    assert_snapshot!("form", ran.shown());
    assert_eq!(got(&ran)["result"], json!({ "action": "decline" }));
    let asked = structured_kit("elicit")["serverRequests"][0].clone();
    assert_eq!(asked["params"]["requestedSchema"]["required"], json!(["name"]));
    assert_eq!((&asked["outcome"], &asked["answer"]), (&"refused".into(), &json!({ "action": "decline" })));
    let url = cli(&kit(&call("elicit_url"), &["asks"]));
    assert_snapshot!("url", url.shown());
}

#[test]
fn roots_are_those_of_the_flags_and_none_without() {
    let ran = cli(&kit(&call("roots"), &["asks"]));
    assert_eq!(got(&ran)["result"], json!({ "roots": [] }));
    let ran = cli(&kit(&[&["--root", "file:///srv/a b"], &call("roots")[..]].concat(), &["asks"]));
    assert_eq!(got(&ran)["result"], json!({ "roots": [{ "uri": "file:///srv/a b" }] }));
    let asked = structured_kit("roots")["serverRequests"][0].clone();
    assert_eq!((&asked["method"], &asked["outcome"]), (&"roots/list".into(), &"answered".into()));
}

#[test]
fn quiet_says_nothing_of_what_was_asked() {
    let ran = cli(&kit(&[&["--quiet"], &call("sample")[..]].concat(), &["asks"]));
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""));
}

#[test]
fn the_demo_asks_in_both_eras_and_is_refused_in_both() {
    for era in ["legacy", "modern"] {
        for (tool, method) in [("elicit", "elicitation/create"), ("sample", "sampling/createMessage")] {
            let text = demo(era, tool, &[]);
            assert!(
                text.stderr
                    .starts_with(&format!("the server asked `{method}`, refused by the standing policy: {{")),
                "{era} {text:#?}"
            );
            let envelope = demo(era, tool, &["--structured"]).envelope(0);
            let asked = &envelope["serverRequests"][0];
            assert_eq!(
                (&asked["method"], &asked["outcome"]),
                (&method.into(), &"refused".into()),
                "{era} {asked:#}"
            );
            assert_eq!(asked["decidedBy"], "policy", "{era}");
            assert_eq!(envelope["success"], false, "{era}: the demo cannot do without");
        }
        let envelope = demo(era, "roots", &["--structured", "--root", "file:///srv"]).envelope(0);
        assert_eq!(envelope["serverRequests"][0]["method"], "roots/list", "{era} {envelope:#}");
        assert!(envelope["result"].to_string().contains("file:///srv"), "{era} {envelope:#}");
    }
}

#[test]
fn the_demo_is_answered_in_both_eras() {
    let rules = "
- { kind: elicitation, message: demo, accept: defaults }
- { kind: sampling, text: Hello }
- { kind: roots, roots: [{ uri: 'file:///srv', name: srv }] }
";
    for era in ["legacy", "modern"] {
        for (tool, said) in [("elicit", "Ada"), ("sample", "Hello"), ("roots", "file:///srv")] {
            let words =
                [&["--demo", "--era", era, "--answers", "-", "--structured"], &call(tool)[..]].concat();
            let envelope = Cli::new(&words).stdin(rules).run().envelope(0);
            assert_eq!(envelope["success"], true, "{era} {envelope:#}");
            assert_eq!(envelope["serverRequests"][0]["outcome"], "answered", "{era} {envelope:#}");
            assert!(envelope["result"].to_string().contains(said), "{era} {envelope:#}");
        }
    }
}

#[test]
fn rules_of_json_and_of_yaml_answer_alike() {
    let json = r#"{ "rules": [{ "kind": "elicitation", "accept": { "name": "Ann" } }] }"#;
    let yaml = "rules:\n  - kind: elicitation\n    accept: { name: Ann }\n";
    let list = "- kind: elicitation\n  accept: { name: Ann }\n";
    for rules in [json, yaml, list] {
        let ran = ruled(rules, "elicit", &[]);
        let accepted = json!({ "action": "accept", "content": { "name": "Ann" } });
        assert_eq!((ran.exit, got(&ran)["result"].clone()), (Some(0), accepted), "{rules}");
        assert!(
            ran.stderr.starts_with("the server asked `elicitation/create`, answered by rule 1: {"),
            "{ran:#?}"
        );
    }
}

#[test]
fn the_first_rule_that_fits_by_message_tool_and_method_answers() {
    let rules = "
- { kind: elicitation, tool: sample, accept: { name: wrong tool } }
- { kind: elicitation, message: ^nobody, accept: { name: wrong message } }
- { method: elicitation/create, message: (?i)^WHO (are|is), tool: elicit, accept: { name: Ann } }
- { kind: elicitation, accept: { name: too late } }
";
    assert_eq!(got(&ruled(rules, "elicit", &[]))["result"]["content"], json!({ "name": "Ann" }));
}

#[test]
fn a_rule_says_text_refuses_gives_an_error_or_a_whole_result() {
    let said = got(&ruled("- { kind: sampling, text: '42' }", "sample", &[]));
    assert_eq!(said["result"]["content"], json!({ "type": "text", "text": "42" }));
    assert_eq!(said["result"]["role"], "assistant");
    let refused = got(&ruled("- { kind: elicitation, refuse: true }", "elicit", &[]));
    assert_eq!(refused["result"], json!({ "action": "decline" }));
    let error = got(&ruled("- { kind: sampling, error: { code: -7, message: no model } }", "sample", &[]));
    assert_eq!(error["error"], json!({ "code": -7, "message": "no model" }));
    let result = got(&ruled("- { kind: sampling, result: { x: 1.5 } }", "sample", &[]));
    assert_eq!(result["result"], json!({ "x": 1.5 }));
    let cancelled = got(&ruled("- { kind: elicitation, result: { action: cancel } }", "elicit", &[]));
    assert_eq!(cancelled["result"], json!({ "action": "cancel" }));
}

#[test]
fn a_rule_is_used_up_and_the_next_one_takes_over() {
    let rules = "
- { kind: elicitation, accept: { name: first }, times: 1 }
- { kind: elicitation, accept: { name: then } }
";
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("rules.yaml"), rules).unwrap();
    let step = json!({ "method": "tools/call", "toolName": "elicit" });
    let run = Cli::new(&kit(&["--script", "-", "--answers", "rules.yaml"], &["asks"]));
    let ran = run.in_dir(directory.path()).stdin(&json!([step, step, step]).to_string()).run();
    let names: Vec<bool> = (0..3).map(|step| ran.envelope(step).to_string().contains("first")).collect();
    assert_eq!((ran.exit, names), (Some(0), vec![true, false, false]), "{ran:#?}");
}

#[test]
fn roots_of_the_rules_are_shown() {
    let rules = "- { kind: roots, roots: [{ uri: 'file:///srv', name: srv }] }";
    let roots = json!({ "roots": [{ "uri": "file:///srv", "name": "srv" }] });
    assert_eq!(got(&ruled(rules, "roots", &[]))["result"], roots);
}

#[test]
fn an_answer_that_does_not_fit_is_not_sent_and_fails_the_run() {
    let ran = ruled("- { kind: elicitation, accept: { name: 5 } }", "elicit", &[]);
    assert_snapshot!(ran.shown());
    let envelope = ruled(
        "- { kind: elicitation, accept: defaults }",
        "elicit",
        &["--structured", "--exit-codes", "classified"],
    );
    assert_eq!(envelope.exit, Some(12), "{envelope:#?}");
    let envelope = envelope.envelope(0);
    assert_eq!(
        (&envelope["error"]["category"], &envelope["error"]["code"]),
        (&"validation".into(), &"ANSWER_MISFIT".into())
    );
    assert_eq!(envelope["serverRequests"][0]["answer"], json!({ "action": "decline" }));
    assert!(!envelope["result"].is_null(), "what came is there as well");
}

#[test]
fn an_answer_that_does_not_fit_is_found_in_the_newer_era_too() {
    let schema = json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });
    let form =
        json!({ "method": "elicitation/create", "params": { "message": "?", "requestedSchema": schema } });
    let asks = json!({ "resultType": "input_required", "inputRequests": { "k": form } });
    let done = json!({ "content": [{ "type": "text", "text": "done" }] });
    let script = Script::modern().on("tools/call", [Step::result(&asks), Step::complete(&done)]);
    let server = Scripted::new(&script);
    let words =
        server.words(&["--structured", "--answers", "-", "--method", "tools/call", "--tool-name", "echo"]);
    let misfit = Cli::new(&words).stdin("- { kind: elicitation, accept: { n: many } }").run();
    assert_eq!((misfit.exit, &misfit.envelope(0)["error"]["code"]), (Some(1), &"ANSWER_MISFIT".into()));
    let sent = server.received_of("tools/call");
    assert_eq!(sent[1]["params"]["inputResponses"], json!({ "k": { "action": "decline" } }), "{sent:#?}");

    let fits = Cli::new(&words).stdin("- { kind: elicitation, accept: { n: 3 } }").run();
    assert_eq!(fits.exit, Some(0), "{fits:#?}");
    let sent = server.received_of("tools/call");
    let accepted = json!({ "k": { "action": "accept", "content": { "n": 3 } } });
    assert_eq!(sent[3]["params"]["inputResponses"], accepted, "{sent:#?}");
}

#[test]
fn an_ask_that_no_rule_fits_is_refused() {
    let ran = ruled("- { kind: sampling, text: x }", "elicit", &[]);
    assert_eq!((ran.exit, &got(&ran)["result"]), (Some(0), &json!({ "action": "decline" })));
    assert!(
        ran.stderr.starts_with("the server asked `elicitation/create`, refused: no rule fits: {"),
        "{ran:#?}"
    );
}

#[test]
fn an_ask_that_no_rule_fits_fails_a_strict_run() {
    let ran = ruled("- { kind: sampling, text: x }", "elicit", &["--answers-strict"]);
    assert_snapshot!(ran.shown());
    let envelope = ruled("[]", "elicit", &["--answers-strict", "--structured"]).envelope(0);
    assert_eq!(
        (&envelope["error"]["category"], &envelope["error"]["code"]),
        (&"validation".into(), &"ASK_UNANSWERED".into())
    );
    assert_eq!(envelope["serverRequests"][0]["params"]["message"], "Who are you?");
    let answered = ruled("- { kind: elicitation, accept: { name: Ann } }", "elicit", &["--answers-strict"]);
    assert_eq!(answered.exit, Some(0), "{answered:#?}");
}

#[test]
fn rules_that_make_no_sense_are_told_with_rule_and_field() {
    let broken = [
        "rules:\n  - kind: [",
        r#"{ "rules": [ }"#,
        "just words",
        "rules: 5",
        "- 7",
        "rule: []",
        "- { kind: samplin, text: x }",
        "- { kind: sampling, txt: x }",
        "- { text: x }",
        "- { kind: sampling, method: sampling/createMessage, text: x }",
        "- { method: tools/call, text: x }",
        "- { kind: sampling }",
        "- { kind: sampling, text: x }\n- { kind: sampling, text: x, refuse: true }",
        "- { kind: sampling, accept: defaults }",
        "- { kind: elicitation, text: x }",
        "- { kind: elicitation, accept: 5 }",
        "- { kind: elicitation, message: '(', refuse: true }",
        "- { kind: elicitation, times: often, refuse: true }",
        "- { kind: roots, tool: x, roots: [] }",
        "- { kind: roots, refuse: true }",
        "- { kind: roots, roots: [] }\n- { kind: roots, roots: [] }",
    ];
    let tell = |rules: &&str| {
        let ran = ruled(rules, "elicit", &[]);
        assert_eq!((ran.exit, ran.stdout.as_str()), (Some(1), ""), "{rules}\n{ran:#?}");
        let first = ran.stderr.lines().next().unwrap_or_default();
        format!("> {}\n{first}\n", rules.replace('\n', "\n> "))
    };
    let told: Vec<String> = broken.iter().map(tell).collect();
    assert_snapshot!(told.join("\n"));
}
