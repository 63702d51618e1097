//! The first minute: the demo, by the words of the README.

use crate::harness::{Cli, cli, testkit};

#[test]
fn the_demo_is_called_without_any_configuration() {
    let ran = cli(&["--demo", "--method", "tools/call", "--tool-name", "add", "--tool-arg", "a=1", "b=2"]);
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{ran:#?}");
    assert_eq!(ran.json()["structuredContent"]["sum"], 3.0);
}

#[test]
fn an_argument_that_does_not_fit_is_told_with_the_signature() {
    let ran = cli(&["--demo", "--method", "tools/call", "--tool-name", "add", "--tool-arg", "a=x", "b=2"]);
    insta::assert_snapshot!(ran.shown());
}

#[test]
fn a_server_of_mcp_json_is_found_by_its_name_and_its_variables_are_filled_in() {
    let directory = tempfile::tempdir().unwrap();
    let server = testkit("testkit-echo");
    let file =
        format!(r#"{{"mcpServers":{{"kit":{{"command":"${{SERVER}}"}},"other":{{"command":"{server}"}}}}}}"#);
    std::fs::write(directory.path().join("mcp.json"), file).unwrap();
    let run = Cli::new(&["kit", "--method", "initialize"]).in_dir(directory.path());
    let ran = run.env("SERVER", &server).run();
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    assert!(ran.json()["serverInfo"]["name"].is_string(), "{ran:#?}");
}

#[test]
fn a_script_from_stdin_gives_an_envelope_for_each_step() {
    let script = r#"[{"method":"ping"},{"method":"tools/call","toolName":"add","toolArgs":{"a":1,"b":2}}]"#;
    let ran = Cli::new(&["--demo", "--script", "-"]).stdin(script).run();
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    assert_eq!(ran.envelope(1)["result"]["structuredContent"]["sum"], 3.0);
}
