//! Manners: secrets stay secret, a server's text cannot act on a terminal, nothing is called in vain.

use crate::harness::{Cli, cli, kit};

const SECRET: &str = "ghp_0123456789abcdefghij";

#[test]
fn a_value_that_cannot_be_read_is_not_repeated_when_it_may_be_a_secret() {
    let bearer = format!("Authorization Bearer {SECRET}");
    let nameless = format!("={SECRET}");
    for words in [
        &["--method", "ping", "http://127.0.0.1:9/mcp", "-H", &bearer][..],
        &["--method", "ping", "--demo", "-e", &nameless],
        &["--method", "ping", "--demo", "-e", SECRET],
    ] {
        let ran = cli(words);
        assert_eq!(ran.exit, Some(1));
        assert!(ran.stderr.contains("expected"), "{ran:#?}");
        assert!(!ran.stderr.contains(SECRET), "{ran:#?}");
    }
}

#[test]
fn a_token_under_a_harmless_name_is_blanked_out_in_a_post_mortem() {
    let variable = format!("PLAIN={SECRET}");
    let script = "echo it is $PLAIN >&2; exit 3";
    let ran = cli(&["--structured", "--method", "ping", "-e", &variable, "--", "sh", "-c", script]);
    assert!(ran.stdout.contains("it is [REDACTED]"), "{ran:#?}");
    assert!(!ran.stdout.contains(SECRET), "{ran:#?}");
}

#[test]
fn what_a_server_says_in_an_error_cannot_act_on_the_terminal() {
    let script = r"printf '\033]0;owned\007 \033[31mred\n' >&2; exit 3";
    let ran = cli(&["--method", "ping", "--", "sh", "-c", script]);
    assert!(ran.stderr.contains("red"), "{ran:#?}");
    assert!(!ran.stderr.contains(['\u{1b}', '\u{7}']), "{ran:#?}");
}

#[test]
fn stderr_that_was_shown_while_it_came_is_not_shown_again() {
    let script = "echo only once >&2; exit 3";
    let ran = cli(&["--era", "legacy", "--method", "ping", "--", "sh", "-c", script]);
    let is_shown = |line: &&str| line.ends_with("only once") && !line.starts_with("hint:");
    assert_eq!(ran.stderr.lines().filter(is_shown).count(), 1, "{ran:#?}");
}

#[test]
fn an_empty_variable_says_nothing_and_a_flag_says_more_than_a_variable() {
    let mut run = Cli::new(&["--demo", "--method", "initialize"]);
    for name in
        ["MCPI_ERA", "MCPI_TIMEOUT", "MCPI_CONNECT_TIMEOUT", "MCPI_EXIT_CODES", "MCPI_VIA", "MCPI_TOKEN"]
    {
        run = run.env(name, "");
    }
    assert_eq!(run.run().json()["protocolVersion"], "2026-07-28");
    let run = |words: &[&str]| {
        Cli::new(words).env("MCPI_ERA", "2025-03-26").run().json()["protocolVersion"].clone()
    };
    assert_eq!(run(&["--demo", "--method", "initialize"]), "2025-03-26");
    assert_eq!(run(&["--demo", "--method", "initialize", "--era", "2025-06-18"]), "2025-06-18");
    assert_eq!(run(&["--demo", "--method", "initialize", "--protocol-era=2025-06-18"]), "2025-06-18");
}

#[test]
fn an_envelope_fits_on_one_line() {
    let ran = cli(&["--demo", "--method", "ping", "--structured", "--format", "json"]);
    assert_eq!((ran.exit, ran.stdout.lines().count()), (Some(0), 1), "{ran:#?}");
    assert_eq!(ran.envelope(0)["success"], true);
}

#[test]
fn without_rules_every_ask_fails_a_strict_run() {
    let words =
        ["--demo", "--method", "tools/call", "--tool-name", "elicit", "--answers-strict", "--structured"];
    let ran = cli(&words);
    assert_eq!(ran.exit, Some(1), "{ran:#?}");
    assert_eq!(ran.envelope(0)["error"]["code"], "ASK_UNANSWERED");
}

#[test]
fn a_rule_that_refuses_is_told_as_a_refusal_in_both_eras() {
    let rules = r#"{"rules":[{"kind":"sampling","refuse":true}]}"#;
    for era in ["legacy", "modern"] {
        let words = [
            "--demo",
            "--era",
            era,
            "--structured",
            "--answers",
            "-",
            "--method",
            "tools/call",
            "--tool-name",
            "sample",
        ];
        let ran = Cli::new(&words).stdin(rules).run();
        let asked = ran.envelope(0)["serverRequests"][0].clone();
        assert_eq!(
            (&asked["outcome"], &asked["decidedBy"]),
            (&"refused".into(), &"rule 1".into()),
            "{era} {ran:#?}"
        );
    }
}

#[test]
fn rules_that_leave_asks_to_a_person_are_refused() {
    let rules = r#"{"rules":[],"otherwise":"wait"}"#;
    let ran = Cli::new(&["--demo", "--method", "ping", "--answers", "-"]).stdin(rules).run();
    assert_eq!(ran.exit, Some(1));
    assert!(ran.stderr.contains("`otherwise: wait` needs someone who answers"), "{ran:#?}");
}

#[test]
fn where_a_result_cannot_go_is_found_out_before_anything_is_called() {
    let directory = tempfile::tempdir().unwrap();
    let run = |output: &str| {
        let words = ["--demo", "--method", "ping", "--output", output];
        Cli::new(&words).in_dir(directory.path()).run()
    };
    for (output, why) in [("none/x.json", "its directory does not exist"), (".", "it is a directory")] {
        let ran = run(output);
        assert_eq!((ran.exit, ran.stdout.as_str()), (Some(1), ""), "{ran:#?}");
        assert!(ran.stderr.contains(why) && ran.stderr.contains("nothing was called"), "{ran:#?}");
    }
    assert_eq!(run("-").stdout, "{}\n");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    let words = ["--demo", "--method", "ping", "--output", "x", "--record", "x"];
    let same = Cli::new(&words).in_dir(directory.path()).run();
    assert!(same.stderr.contains("name the same file"), "{same:#?}");
}

#[test]
fn a_failure_that_goes_into_a_file_is_told_on_stderr_too() {
    let directory = tempfile::tempdir().unwrap();
    let script = r#"[{"method":"tools/call","toolName":"refuse"},{"method":"ping"}]"#;
    let words = ["--demo", "--script", "-", "--output", "r.json"];
    let ran = Cli::new(&words).stdin(script).in_dir(directory.path()).run();
    assert_eq!(ran.exit, Some(1), "{ran:#?}");
    assert!(ran.stderr.starts_with("error: step 0: `tools/call` was refused"), "{ran:#?}");
}

#[test]
fn a_server_that_prints_other_things_is_told_so_when_it_does_not_connect() {
    let script = "echo hello there; sleep 30";
    let words = ["--structured", "--method", "ping", "--connect-timeout", "500ms", "--", "sh", "-c", script];
    let error = cli(&words).envelope(0)["error"].clone();
    let hint = error["hint"].as_str().unwrap_or_default();
    assert!(hint.starts_with("it wrote `hello there` to stdout, where only messages belong"), "{error:#}");
}

#[test]
fn an_argument_that_no_schema_names_is_told_with_the_one_that_may_be_meant() {
    let words = ["--demo", "--method", "tools/call", "--tool-name", "fail", "--tool-arg", "reson=y"];
    let ran = cli(&words);
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    assert!(ran.stderr.contains("names no argument `reson`, did you mean `reason`?"), "{ran:#?}");
}

#[test]
fn the_text_of_a_content_block_can_go_to_stdout() {
    let words = ["--demo", "--method", "tools/call", "--tool-name", "echo", "--tool-arg", "message=x"];
    let ran = cli(&[&words[..], &["--output-format", "raw"]].concat());
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(0), "x"), "{ran:#?}");
}

#[test]
fn a_flood_of_empty_lines_does_not_outrun_the_timeout() {
    let words =
        ["--structured", "--method", "ping", "--connect-timeout", "300ms", "--", "sh", "-c", "yes ''"];
    assert_eq!(cli(&words).envelope(0)["error"]["code"], "CONNECTION_TIMEOUT");
}

#[test]
fn a_step_after_a_step_knows_the_revision() {
    let script = r#"[{"method":"ping"},{"method":"ping"},{"method":"server/discover"},{"method":"ping"}]"#;
    let ran = Cli::new(&["--demo", "--script", "-"]).stdin(script).run();
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    assert!((0..4).all(|step| ran.envelope(step)["revision"] == "2026-07-28"), "{ran:#?}");
}

#[test]
fn findings_of_a_script_are_told_with_the_step_that_shows_them() {
    let script = r#"[{"method":"ping"},{"method":"tools/list"},{"method":"ping"}]"#;
    let ran = Cli::new(&kit(&["--script", "-"], &["bad-tool"])).stdin(script).run();
    let has_findings = |step: usize| ran.envelope(step)["findings"].is_array();
    assert_eq!([0, 1, 2].map(has_findings), [false, true, false], "{ran:#?}");
}
