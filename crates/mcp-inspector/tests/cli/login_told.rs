//! What people and programs are told about logins when something is out of the ordinary.

use crate::harness::{Cli, cli};
use crate::login_scene::{Home, Waiting, agreed, get, good, with_fault};
use mcp_inspector_testkit::auth::{AuthFault, AuthServer};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use serde_json::{Value, json};

#[test]
fn a_refresh_that_is_refused_is_told_to_people() {
    let (server, home) = (with_fault(AuthFault::RefreshRefused), Home::new());
    home.log_in(&server);
    server.expire_tokens();
    let words = ["--method", "tools/list", "--stored-auth-only", "--exit-codes", "classified"];
    let ran = home.run(&[&words[..], &[&server.url()]].concat());
    assert_eq!(ran.exit, Some(3), "{ran:#?}");
    assert!(ran.stderr.contains("renewing it was refused"), "{ran:#?}");
    assert!(ran.stderr.contains("refresh tokens are refused today"), "{ran:#?}");
}

#[test]
fn a_login_because_the_token_has_ended_says_so_before_it_sends_anybody() {
    let (server, home) = (with_fault(AuthFault::RefreshRefused), Home::new());
    home.log_in(&server);
    server.expire_tokens();
    let waiting = Waiting::start(&["--method", "tools/list", "--no-open", &server.url()], &home.store());
    get(&agreed(&waiting.url));
    let ran = waiting.end();
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    let (why, _) = ran.stderr.split_once("log in at:").expect("somebody is sent");
    assert!(why.contains("another login is needed") && why.contains("invalid_grant"), "{}", ran.stderr);
}

#[test]
fn a_paste_from_nowhere_is_told_and_the_browser_may_still_come() {
    let (server, home) = (good(), Home::new());
    let words = ["--method", "tools/list", "--no-open", "--paste", &server.url()];
    let mut waiting = Waiting::start_without_stdin(&words, &home.store());
    waiting.says("stdin has ended");
    get(&agreed(&waiting.url));
    let ran = waiting.end();
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    assert_eq!(ran.stderr.matches("stdin has ended").count(), 1, "{}", ran.stderr);
}

#[test]
fn a_login_that_only_strangers_came_back_from_says_what_is_wrong() {
    let (server, home) = (with_fault(AuthFault::WrongState), Home::new());
    let words = ["--method", "auth/login", "--no-open", "--auth-timeout", "3s", &server.url()];
    let waiting = Waiting::start(&words, &home.store());
    assert_eq!(get(&agreed(&waiting.url)).status, 400);
    let ran = waiting.end();
    assert!(ran.stderr.contains("an answer with another one came"), "{ran:#?}");
    assert!(ran.stderr.contains("return `state` unchanged"), "{ran:#?}");
}

#[test]
fn a_machine_whose_grant_is_not_named_is_told_how_when_nobody_comes() {
    let server = good();
    let url = server.url();
    let words = ["--method", "auth/login", "--no-open", "--auth-timeout", "200ms", "--client-id"];
    let more = [AuthServer::CLIENT_ID, "--client-secret-env", "A_SECRET", &url];
    let ran = Cli::new(&[&words[..], &more].concat()).env("A_SECRET", AuthServer::CLIENT_SECRET).run();
    assert!(ran.stderr.contains("`\"grant\": \"client_credentials\"`"), "{ran:#?}");
    assert!(ran.stderr.contains("`--callback-url`"), "{ran:#?}");
    let words = ["--method", "auth/login", "--no-open", "--auth-timeout", "200ms", &url];
    let ran = cli(&words);
    assert!(ran.stderr.contains("nobody came back") && !ran.stderr.contains("grant"), "{ran:#?}");
}

#[test]
fn an_explanation_for_programs_keeps_the_walk_to_a_server_that_is_not_there() {
    let words = ["--method", "auth/explain", "--structured", "--exit-codes", "classified"];
    let ran = cli(&[&words[..], &["http://127.0.0.1:1/mcp"]].concat());
    let envelope = ran.envelope(0);
    assert_eq!((ran.exit, &envelope["error"]["code"]), (Some(4), &"CONNECTION_REFUSED".into()), "{ran:#?}");
    let result = &envelope["result"];
    assert_eq!((&result["canLogIn"], &result["isProtected"]), (&json!(false), &Value::Null));
    assert_eq!(result["steps"][0]["outcome"], "failed", "{result:#}");
}

#[test]
fn an_explanation_says_how_long_it_took() {
    let server = with_fault(AuthFault::AsSlow);
    let words = ["--method", "auth/explain", "--structured", "--connect-timeout", "200ms", &server.url()];
    let took = cli(&words).envelope(0)["durationMs"].as_u64();
    assert!(took.is_some_and(|took| took >= 200), "{took:?}");
}

#[test]
fn a_server_that_is_open_to_all_has_nothing_to_change() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let ran = cli(&["--method", "auth/explain", &server.url()]);
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    assert!(ran.stdout.contains("The server did not ask for a login."), "{ran:#?}");
    assert!(!ran.stdout.contains("warning") && !ran.stdout.contains("change:"), "{ran:#?}");
    let result = &cli(&["--method", "auth/explain", "--structured", &server.url()]).envelope(0)["result"];
    assert_eq!((&result["authorizationServer"], &result["isProtected"]), (&Value::Null, &json!(false)));
}

#[test]
fn a_slash_that_is_allowed_is_not_to_be_allowed_again() {
    let server = with_fault(AuthFault::AsIssuerSlash);
    let words = ["--method", "auth/explain", "--allow-issuer-slash", &server.url()];
    let ran = cli(&words);
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    assert!(
        ran.stdout.contains("slash at the end") && !ran.stdout.contains("--allow-issuer-slash"),
        "{ran:#?}"
    );
}

#[test]
fn logging_out_says_whose_tokens_they_were_or_that_there_were_none() {
    let (server, home) = (good(), Home::new());
    let words = ["--method", "auth/logout", &server.url()];
    let ran = home.run(&words);
    assert_eq!(ran.json(), json!({ "forgotten": 0, "revoked": false, "tokens": [] }), "{ran:#?}");
    assert!(ran.stderr.contains(&format!("note: nothing was stored for {}", server.url())), "{ran:#?}");
    let ran = home.run(&[&words[..], &["--quiet"]].concat());
    assert!(!ran.stderr.contains("nothing was stored"), "{ran:#?}");
    home.log_in(&server);
    let client = home.run(&["--method", "auth/list"]).json()["tokens"][0]["clientId"].clone();
    let ran = home.run(&words);
    assert_eq!(ran.json()["tokens"], json!([{ "issuer": server.issuer(), "clientId": client }]), "{ran:#?}");
    assert!(!ran.stderr.contains("nothing was stored"), "{ran:#?}");
}

#[test]
fn a_server_in_trouble_is_not_said_to_be_open() {
    let status = |code| HttpBehaviour::Status { code, body: "oops".to_owned(), content_type: String::new() };
    for (code, exit) in [(503, 3), (429, 4)] {
        let server = HttpServer::start(status(code));
        let words = ["--method", "auth/explain", "--structured", "--exit-codes", "classified", &server.url()];
        let ran = cli(&words);
        assert_eq!(ran.exit, Some(exit), "{ran:#?}");
        let envelope = ran.envelope(0);
        let result = &envelope["result"];
        assert_eq!((&result["canLogIn"], &result["isProtected"]), (&json!(false), &Value::Null));
        let ran = cli(&["--method", "auth/explain", &server.url()]);
        assert!(ran.stdout.contains("could not be found out whether the server wants a login"), "{ran:#?}");
    }
}

#[test]
fn a_server_that_only_serves_get_is_explained_and_logged_in_to() {
    let (server, home) = (with_fault(AuthFault::SseOnly), Home::new());
    let ran = cli(&["--method", "auth/explain", &server.url()]);
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    assert!(ran.stdout.contains("A login would have all it needs."), "{ran:#?}");
    home.log_in(&server);
    let ran = home.run(&["--method", "tools/list", "--stored-auth-only", &server.url()]);
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
}

#[test]
fn whom_a_configured_client_belongs_to_is_listed_and_can_be_forgotten() {
    let (server, home) = (good(), Home::new());
    let url = server.url();
    let client = ["--client-id", AuthServer::PUBLIC_CLIENT_ID];
    let words = [&["--method", "auth/login", "--no-open"][..], &client, &[&url]].concat();
    let waiting = Waiting::start(&words, &home.store());
    get(&agreed(&waiting.url));
    assert_eq!(waiting.end().exit, Some(0));
    let listed = home.run(&["--method", "auth/list", &url]).json();
    let known = &listed["clients"][0];
    assert_eq!((&known["source"], &known["issuer"]), (&json!("configured"), &json!(server.issuer())));
    let words = [&["--method", "auth/logout", "--forget-client"][..], &client, &[&url]].concat();
    let forgotten = home.run(&words).json();
    assert_eq!(forgotten["clientsForgotten"], json!([AuthServer::PUBLIC_CLIENT_ID]), "{forgotten:#}");
    assert_eq!(home.run(&["--method", "auth/list"]).json()["clients"], json!([]));
}

#[test]
fn a_server_that_wants_no_login_is_not_registered_at() {
    let (server, home) = (HttpServer::start(HttpBehaviour::Json), Home::new());
    let ran = home.run(&["--method", "auth/login", "--no-open", &server.url()]);
    assert!(ran.exit == Some(1) && ran.stderr.contains("the server wants no login"), "{ran:#?}");
    assert!(ran.stderr.contains("use it as it is"), "{ran:#?}");
    assert!(server.requests().iter().all(|seen| seen.path != "/register"), "{ran:#?}");
}

#[test]
fn a_token_that_is_refused_at_once_is_no_login() {
    for fault in [AuthFault::TokenRefused, AuthFault::TokenExpiredAtOnce] {
        let (server, home) = (with_fault(fault), Home::new());
        let words = ["--method", "auth/login", "--no-open", "--exit-codes", "classified", &server.url()];
        let waiting = Waiting::start(&words, &home.store());
        get(&agreed(&waiting.url));
        let ran = waiting.end();
        assert!(
            ran.exit == Some(3) && ran.stderr.contains("refuses the token that was just granted"),
            "{ran:#?}"
        );
    }
}

#[test]
fn a_login_that_succeeds_lists_its_steps_for_programs_and_cannot_be_recorded() {
    let (server, home) = (good(), Home::new());
    let waiting = Waiting::start(
        &["--method", "auth/login", "--no-open", "--structured", &server.url()],
        &home.store(),
    );
    get(&agreed(&waiting.url));
    let ran = waiting.end();
    let steps = ran.json()["auth"].as_array().cloned().unwrap_or_default();
    assert!(
        steps.iter().any(|step| step["step"] == "token") && steps.last().unwrap()["step"] == "use",
        "{ran:#?}"
    );
    let ran = home.run(&["--method", "auth/logout", "--record", "x.jsonl", &server.url()]);
    assert!(ran.exit == Some(1) && ran.stderr.contains("`--record`"), "{ran:#?}");
}

#[test]
fn the_command_that_logs_in_is_for_the_same_client_and_authorization_server() {
    let server = good();
    let (home, url, issuer) = (Home::new(), server.url(), server.issuer());
    let as_client = ["--client-id", AuthServer::PUBLIC_CLIENT_ID, "--issuer", &issuer, "--scope", "files"];
    let mut words = vec!["--method", "tools/list", "--stored-auth-only", &url];
    words.extend(as_client);
    let ran = home.run(&words);
    let command = format!(
        "--method auth/login {url} --client-id {} --issuer {issuer} --scope files",
        AuthServer::PUBLIC_CLIENT_ID
    );
    assert!(ran.stderr.contains(&command), "{ran:#?}");
}
