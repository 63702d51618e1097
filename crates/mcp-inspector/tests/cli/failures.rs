//! Servers that cannot be reached, started or found: what a user is told, and what a program is.

use crate::harness::{Cli, cli, failed, kit, testkit, told};
use insta::assert_snapshot;
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use std::net::{TcpListener, TcpStream};

const PING: [&str; 2] = ["--method", "ping"];

fn ping<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    [&PING, rest].concat()
}

fn status(code: u16, body: &str, content_type: &str) -> HttpServer {
    let (body, content_type) = (body.to_owned(), content_type.to_owned());
    HttpServer::start(HttpBehaviour::Status { code, body, content_type })
}

#[test]
fn a_program_that_is_not_there_is_told_as_that() {
    assert_snapshot!(told(&ping(&["--", "no-such-program", "--flag"]), "transport", "SPAWN_FAILED"));
}

#[test]
fn a_path_that_leads_nowhere_is_told_as_that() {
    assert_snapshot!(told(&ping(&["--", "/no/such/program"]), "transport", "SPAWN_FAILED"));
}

#[test]
fn a_server_that_exits_at_once_leaves_a_post_mortem_with_its_stderr() {
    let words = ping(&["--", "/bin/sh", "-c", "echo 'cannot open config.toml' >&2; exit 7"]);
    assert_snapshot!(told(&words, "transport", "PROCESS_CRASHED"));
}

#[test]
fn a_program_that_ends_as_if_its_work_was_done_is_asked_whether_it_serves_stdio() {
    let words = ping(&["--", "/bin/sh", "-c", "echo usage: tool [--stdio]"]);
    assert_snapshot!(told(&words, "transport", "PROCESS_CRASHED"));
}

#[test]
fn junk_on_stdout_is_shown_and_is_a_finding_and_stops_nothing() {
    let ran = cli(&kit(&PING, &["junk-before"]));
    assert_snapshot!(ran.shown());
    let envelope = cli(&kit(&["--structured", "--method", "ping"], &["junk-before"])).envelope(0);
    assert_eq!((&envelope["success"], &envelope["error"]), (&true.into(), &().into()));
    let findings = envelope["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 3);
    assert!(findings.iter().all(|finding| finding["rule"] == "STDIO-01" && finding["level"] == "must"));
}

#[test]
fn a_server_that_is_silent_is_given_up_in_time() {
    let words = kit(&["--method", "ping", "--connect-timeout", "300ms"], &["never-answers"]);
    assert_snapshot!(told(&words, "transport", "CONNECTION_TIMEOUT"));
}

#[test]
fn a_program_that_only_echoes_is_recognised() {
    assert_snapshot!(told(&ping(&["--", "cat"]), "protocol", "PROTOCOL_ERROR"));
}

#[test]
fn a_handshake_that_is_refused_is_told_with_code_and_data() {
    assert_snapshot!(told(&kit(&PING, &["init-error"]), "protocol", "PROTOCOL_ERROR"));
}

#[test]
fn a_version_that_does_not_exist_is_told_with_those_that_do() {
    assert_snapshot!(told(&kit(&PING, &["wrong-version"]), "protocol", "PROTOCOL_VERSION_MISMATCH"));
}

#[test]
fn a_port_where_nobody_listens_is_told_as_that() {
    // The port of a client is taken, so that nobody else can begin to listen there.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let url = format!("http://{}/mcp", client.local_addr().unwrap());
    assert_snapshot!(told(&ping(&[&url]), "transport", "CONNECTION_REFUSED"));
}

#[test]
fn a_host_that_nobody_knows_is_told_as_that() {
    assert_snapshot!(told(&ping(&["http://nohost.invalid/mcp"]), "transport", "HOST_NOT_FOUND"));
}

#[test]
fn a_wrong_path_is_told_with_its_status_and_the_beginning_of_the_body() {
    let server = status(404, "<pre>Cannot POST /mcp</pre>", "text/html");
    assert_snapshot!(told(&ping(&[&server.url()]), "transport", "HTTP_STATUS"));
}

#[test]
fn a_server_that_wants_a_login_is_told_with_a_way_to_give_one() {
    let server = HttpServer::start(HttpBehaviour::Unauthorized401);
    assert_snapshot!(told(&ping(&[&server.url()]), "transport", "AUTHENTICATION_FAILED"));
}

#[test]
fn where_nobody_publishes_a_login_it_is_the_token_that_is_missing() {
    let server = HttpServer::start(HttpBehaviour::Unauthorized401);
    let (_, error) = failed(&[&ping(&[&server.url()])[..], &["--no-open"]].concat());
    let message = error["message"].as_str().unwrap_or_default();
    assert!(
        message.starts_with("the server wants a token, and nobody publishes where users log in"),
        "{error:#}"
    );
    assert!(
        error["hint"].as_str().is_some_and(|hint| hint.contains("Authorization: Bearer TOKEN")),
        "{error:#}"
    );
}

#[test]
fn a_server_that_wants_fewer_requests_is_told_with_when_to_come_back() {
    let server = HttpServer::start(HttpBehaviour::RateLimited429);
    let (ran, error) = failed(&ping(&[&server.url()]));
    assert_eq!((&error["code"], &error["retryable"]), (&"RATE_LIMITED".into(), &true.into()));
    assert!(error["retryAfter"].is_u64(), "{error:#}");
    assert_snapshot!(ran.shown());
}

#[test]
fn a_web_page_is_no_server() {
    let server = HttpServer::start(HttpBehaviour::Html200);
    assert_snapshot!(told(&ping(&[&server.url()]), "protocol", "INVALID_RESPONSE"));
}

#[test]
fn the_older_transport_asked_of_a_newer_server_is_told_as_that() {
    let server = HttpServer::start(HttpBehaviour::NoGet);
    let words = ["--transport", "sse", "--connect-timeout", "10s", "--method", "ping"];
    assert_snapshot!(told(&[&words[..], &[&server.url()]].concat(), "transport", "HTTP_STATUS"));
}

#[test]
fn the_newer_transport_asked_of_an_older_server_is_told_as_that() {
    let server = HttpServer::start(HttpBehaviour::LegacySse);
    let words = ["--transport", "http", "--method", "ping"];
    assert_snapshot!(told(&[&words[..], &[&server.url()]].concat(), "transport", "HTTP_STATUS"));
}

/// What is told about a config file, in both ways.
fn with_config(text: &str, words: &[&str], category: &str, code: &str) -> String {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("mcp.json"), text).expect("it can be written to");
    let ran = Cli::new(words).in_dir(directory.path()).run();
    let structured = Cli::new(&[&["--structured"], words].concat()).in_dir(directory.path()).run();
    let error = &structured.envelope(0)["error"];
    assert_eq!((&error["category"], &error["code"]), (&category.into(), &code.into()), "{error:#}");
    assert!(ran.stderr.contains(error["message"].as_str().expect("a message")), "{ran:#?}");
    assert!(ran.stderr.contains(error["hint"].as_str().expect("a hint")), "{ran:#?}");
    ran.shown()
}

#[test]
fn a_config_file_with_a_slip_is_told_with_line_and_column() {
    let text = "{\n  \"mcpServers\": {\n    \"kit\": { \"command\": \"x\" \"args\": [] }\n  }\n}\n";
    assert_snapshot!(with_config(
        text,
        &["--server", "kit", "--method", "ping"],
        "validation",
        "INVALID_CONFIG"
    ));
}

#[test]
fn a_variable_that_is_not_set_is_told_with_its_place() {
    let text = r#"{"mcpServers":{"kit":{"command":"x","args":["--token","${MCPI_TEST_NOBODY_SETS}"]}}}"#;
    assert_snapshot!(with_config(
        text,
        &["--server", "kit", "--method", "ping"],
        "validation",
        "INVALID_CONFIG"
    ));
}

#[test]
fn a_server_that_the_file_does_not_have_is_told_with_the_one_that_may_be_meant() {
    let server = testkit("testkit-echo");
    let text = format!(r#"{{"mcpServers":{{"weather":{{"command":"{server}"}}}}}}"#);
    let by_flag = ["--server", "wether", "--method", "ping"];
    let by_word = ["wether", "--method", "ping"];
    assert_snapshot!("by_flag", with_config(&text, &by_flag, "validation", "SERVER_NOT_FOUND"));
    assert_snapshot!("by_word", with_config(&text, &by_word, "validation", "SERVER_NOT_FOUND"));
}

#[test]
fn a_server_that_the_given_file_does_not_have_is_told_with_those_it_has() {
    let text = r#"{"mcpServers":{"weather":{"command":"x"},"maps":{"command":"y"}}}"#;
    let words = ["--config", "mcp.json", "calendar", "--method", "ping"];
    assert_snapshot!(with_config(text, &words, "validation", "SERVER_NOT_FOUND"));
}

#[test]
fn a_name_that_is_a_program_too_must_be_told_apart() {
    let text = r#"{"mcpServers":{"cat":{"command":"x"}}}"#;
    assert_snapshot!(with_config(text, &["cat", "--method", "ping"], "validation", "INVALID_REQUEST"));
}

#[test]
fn a_file_with_several_servers_wants_one_picked() {
    let text = r#"{"mcpServers":{"one":{"command":"x"},"two":{"command":"y"}}}"#;
    assert_snapshot!(with_config(text, &PING, "validation", "INVALID_REQUEST"));
}

#[test]
fn a_file_without_servers_is_told_as_that() {
    assert_snapshot!(with_config(r#"{"mcpServers":{}}"#, &PING, "validation", "INVALID_REQUEST"));
}

#[test]
fn no_server_and_no_file_is_told_with_the_ways_to_name_one() {
    assert_snapshot!(told(&PING, "validation", "INVALID_REQUEST"));
}

#[test]
fn a_config_file_that_is_not_there_is_told_as_that() {
    assert_snapshot!(told(&ping(&["--config", "none.json"]), "validation", "INVALID_CONFIG"));
}

#[test]
fn a_word_that_is_neither_server_nor_program_is_told_as_that() {
    assert_snapshot!(told(&ping(&["no-such-thing"]), "validation", "SERVER_NOT_FOUND"));
}

#[test]
fn a_host_without_a_scheme_is_told_how_to_be_a_url() {
    assert_snapshot!(told(&ping(&["localhost:3000/mcp"]), "validation", "SERVER_NOT_FOUND"));
}
