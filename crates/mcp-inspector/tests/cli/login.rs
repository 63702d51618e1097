//! Logging in from the command line: explained, done by a browser, pasted, given, stored, forgotten.

use crate::harness::{Cli, blanked, cli};
use crate::login_scene::{Home, Waiting, agreed, get, good, shown, with_fault};
use insta::assert_snapshot;
use mcp_inspector_testkit::auth::{AuthFault, AuthServer};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn a_protected_server_is_explained_as_a_list_to_tick_off() {
    let ran = cli(&["--method", "auth/explain", &good().url()]);
    assert_snapshot!(shown(&ran));
}

#[test]
fn what_would_break_a_login_is_explained_with_what_to_change() {
    for (fault, name) in [
        (AuthFault::AsWrongIssuer, "wrong_issuer"),
        (AuthFault::AsNoPkce, "no_pkce"),
        (AuthFault::PrmResourceMismatch, "other_resource"),
        (AuthFault::AsHtmlError, "html_page"),
        (AuthFault::NoRegistration, "no_registration"),
    ] {
        let server = with_fault(fault);
        let ran = cli(&["--method", "auth/explain", "--exit-codes", "classified", &server.url()]);
        assert_eq!(ran.exit, Some(3), "{ran:#?}");
        assert_snapshot!(format!("explained_{name}"), shown(&ran));
    }
}

#[test]
fn the_explanation_is_there_for_programs_too() {
    let server = good();
    let ran = cli(&["--method", "auth/explain", "--structured", &server.url()]);
    let result = &ran.envelope(0)["result"];
    assert_eq!(result["canLogIn"], true, "{result:#}");
    assert_eq!(result["authorizationServer"]["issuer"], server.issuer());
    let steps = result["steps"].as_array().expect("a list");
    assert!(steps.iter().any(|step| step["step"] == "server-metadata" && step["outcome"] == "passed"));
    assert!(steps.iter().all(|step| step["what"].is_string()), "{result:#}");
    let ran = cli(&["--method", "auth/explain", "--demo"]);
    assert!(ran.exit == Some(1) && ran.stderr.contains("only servers on HTTP"), "{ran:#?}");
}

#[test]
fn a_login_is_kept_used_listed_and_forgotten() {
    let (server, home) = (good(), Home::new());
    let url = server.url();
    let waiting = Waiting::start(&["--method", "auth/login", "--no-open", &url], &home.store());
    let back = agreed(&waiting.url);
    let page = get(&back);
    assert!(page.status == 200 && page.text().contains("You are back"), "{}", page.text());
    let ran = waiting.end();
    let result = ran.json();
    assert_eq!((ran.exit, &result["tokenType"]), (Some(0), &"Bearer".into()), "{ran:#?}");

    let ran = home.run(&["--method", "tools/list", "--stored-auth-only", &url]);
    assert!(ran.exit == Some(0) && ran.json()["tools"].is_array(), "{ran:#?}");
    assert_eq!(server.authorize_requests().len(), 1, "the stored token is used");

    let stored = std::fs::read_to_string(home.store()).expect("a store");
    let token = serde_json::from_str::<serde_json::Value>(&stored).expect("JSON")["tokens"][0]["accessToken"]
        .as_str()
        .expect("a token")
        .to_owned();
    let listed = home.run(&["--method", "auth/list"]);
    assert_eq!(listed.json()["tokens"][0]["resource"], url);
    let structured = home.run(&["--method", "tools/list", "--structured", &url]);
    for ran in [&listed, &structured] {
        assert!(!ran.stdout.contains(&token) && !ran.stderr.contains(&token), "{ran:#?}");
    }

    let ran = home.run(&["--method", "auth/logout", &url]);
    let forgotten = ran.json();
    assert_eq!((&forgotten["forgotten"], &forgotten["revoked"]), (&1.into(), &true.into()), "{ran:#?}");
    assert!(server.requests().iter().any(|request| request.path.starts_with("/revoke")), "it is told");
    let ran = home.run(&["--method", "tools/list", "--stored-auth-only", "--exit-codes", "classified", &url]);
    assert_eq!(ran.exit, Some(3), "{ran:#?}");
    assert!(ran.stderr.contains("--method auth/login http://127.0.0.1"), "{ran:#?}");
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_the_store() {
    use std::os::unix::fs::PermissionsExt as _;
    let (server, home) = (good(), Home::new());
    home.log_in(&server);
    let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&home.store()), 0o600);
    assert_eq!(mode(home.store().parent().expect("a directory")), 0o700);
}

#[test]
fn a_call_waits_for_the_user_and_then_goes_on() {
    let (server, home) = (good(), Home::new());
    let waiting = Waiting::start(&["--method", "tools/list", "--no-open", &server.url()], &home.store());
    get(&agreed(&waiting.url));
    let ran = waiting.end();
    assert!(ran.exit == Some(0) && ran.json()["tools"].is_array(), "{ran:#?}");
}

#[test]
fn a_user_on_another_machine_pastes_the_url() {
    let (server, home) = (good(), Home::new());
    let words = ["--method", "tools/list", "--no-open", "--paste", &server.url()];
    let mut waiting = Waiting::start(&words, &home.store());
    let back = agreed(&waiting.url);
    let mut stdin = waiting.child.stdin.take().expect("it is piped");
    writeln!(stdin, "what is this?\n{back}").expect("it reads");
    let ran = waiting.end();
    assert!(ran.exit == Some(0) && ran.json()["tools"].is_array(), "{ran:#?}");
}

#[test]
fn nobody_is_waited_for_where_nobody_watches() {
    let server = good();
    let ran = cli(&["--method", "tools/list", "--exit-codes", "classified", &server.url()]);
    assert_eq!(ran.exit, Some(3), "{ran:#?}");
    assert_snapshot!(shown(&ran));
    assert_eq!(server.authorize_requests().len() + server.registrations().len(), 0);
}

#[test]
fn a_token_is_taken_from_the_environment() {
    let (server, home) = (good(), Home::new());
    home.log_in(&server);
    let stored = std::fs::read_to_string(home.store()).expect("a store");
    let stored: serde_json::Value = serde_json::from_str(&stored).expect("JSON");
    let token = stored["tokens"][0]["accessToken"].as_str().expect("a token");
    let url = server.url();
    let words = ["--method", "tools/list", "--access-token-env", "A_TOKEN", url.as_str()];
    let ran = Cli::new(&words).env("A_TOKEN", token).run();
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    let ran = Cli::new(&words).env("A_TOKEN", "wrong-wrong").run();
    assert!(ran.exit == Some(1) && !ran.stderr.contains("wrong-wrong"), "{ran:#?}");
    assert!(ran.stderr.contains("HTTP 401"), "{ran:#?}");
    let ran = cli(&words);
    assert!(ran.stderr.contains("the variable `A_TOKEN` is not set"), "{ran:#?}");
}

#[test]
fn a_login_that_breaks_names_the_step_and_what_came() {
    for (fault, step, part) in [
        (AuthFault::RegistrationRefused, "registration", "invalid_client_metadata"),
        (AuthFault::AuthorizeDenied, "redirect", "access_denied"),
        (AuthFault::WrongIss, "redirect", "letter by letter"),
        (AuthFault::TokenInvalidGrant, "token", "invalid_grant"),
        (AuthFault::TokenHtml, "token", "an HTML page"),
    ] {
        let (server, home) = (with_fault(fault), Home::new());
        let url = server.url();
        let words = ["--method", "tools/list", "--no-open", "--structured", url.as_str()];
        let ran = if fault == AuthFault::RegistrationRefused {
            home.run(&words)
        } else {
            let waiting = Waiting::start(&words, &home.store());
            get(&agreed(&waiting.url));
            waiting.end()
        };
        let error = &ran.envelope(0)["error"];
        assert_eq!(
            (&error["code"], &error["authStep"]["step"]),
            (&"AUTHENTICATION_FAILED".into(), &step.into())
        );
        assert!(error["message"].as_str().is_some_and(|text| text.contains(part)), "{error:#}");
        assert!(error["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "{error:#}");
    }
}

#[test]
fn a_client_that_is_known_logs_in_without_a_user() {
    let (server, home) = (good(), Home::new());
    let config = serde_json::json!({ "mcpServers": { "machine": { "url": server.url(), "oauth": {
        "grant": "client_credentials", "clientId": AuthServer::CLIENT_ID, "clientSecret": "${A_SECRET}" } } } });
    let file = home.directory.path().join("mcp.json");
    std::fs::write(&file, config.to_string()).expect("a file");
    let words = ["--method", "tools/list", "--config", file.to_str().expect("UTF-8"), "--server", "machine"];
    let ran = Cli::new(&words).env("A_SECRET", AuthServer::CLIENT_SECRET).run();
    assert!(ran.exit == Some(0) && ran.json()["tools"].is_array(), "{ran:#?}");
    assert_eq!(server.token_requests()[0]["grant_type"], "client_credentials");
}

#[test]
fn ctrl_c_ends_the_wait() {
    let (server, home) = (good(), Home::new());
    let waiting = Waiting::start(&["--method", "auth/login", "--no-open", &server.url()], &home.store());
    let pid = waiting.child.id().to_string();
    assert!(Command::new("/bin/kill").args(["-INT", &pid]).status().expect("kill is there").success());
    let ran = waiting.end();
    assert_eq!(ran.exit, Some(130), "{}", blanked(&ran.stderr));
}

#[test]
fn flags_of_logins_are_refused_where_there_is_none() {
    let ran = cli(&["--method", "ping", "--demo", "--stored-auth-only"]);
    assert!(ran.stderr.contains("`--stored-auth-only` is for a server on HTTP"), "{ran:#?}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_explanation_that_cannot_be_written_is_a_failure() {
    let server = good();
    let full = std::fs::File::create("/dev/full").expect("a full disk");
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"));
    command.args(["--cli", "--method", "auth/explain", &server.url()]).stdout(full);
    let ended = command.stderr(Stdio::piped()).output().expect("it runs");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(ended.status.code() == Some(1) && said.contains("could not write to stdout"), "{said}");
}

#[test]
fn a_script_in_a_refusal_does_nothing_on_the_page_of_the_command_line() {
    let (server, home) = (with_fault(AuthFault::AuthorizeDenied), Home::new());
    let waiting = Waiting::start(&["--method", "auth/login", "--no-open", &server.url()], &home.store());
    let back = agreed(&waiting.url);
    assert!(back.contains("%3Cscript%3E") && back.contains("state="), "{back}");
    let page = get(&back);
    let text = page.text();
    assert_eq!(page.status, 200, "{text}");
    assert!(text.contains("not granted") && !text.contains("script") && !text.contains("denied"), "{text}");
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("script-src"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("cache-control"), Some("no-store"));
    let ran = waiting.end();
    assert!(ran.exit == Some(1) && ran.stderr.contains("access_denied"), "{ran:#?}");
}

#[test]
fn a_place_to_come_back_to_where_nobody_can_listen_is_refused_before_anything_is_asked() {
    let server = good();
    for uri in
        ["http://example.com/cb", "https://127.0.0.1:8080/cb", "http://127.0.0.1:0/cb", "urn:x", "nowhere"]
    {
        for more in
            [&["auth/login"][..], &["auth/login", "--paste"], &["tools/list"], &["tools/list", "--no-open"]]
        {
            let words = ["--exit-codes", "classified", "--callback-url", uri, "--method"];
            let ran = Cli::new(&[&words[..], more, &[&server.url()]].concat()).run();
            assert_eq!(ran.exit, Some(12), "{uri} {more:?}: {ran:#?}");
            assert!(ran.stderr.contains(&format!("`--callback-url {uri}`")), "{ran:#?}");
            assert!(ran.stderr.contains("http://127.0.0.1:8976/callback"), "{ran:#?}");
        }
    }
    assert_eq!(server.requests().len(), 0, "nobody was asked");
}
