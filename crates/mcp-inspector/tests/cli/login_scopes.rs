//! Scopes that a stored token lacks, from the command line: the hint helps, and nothing is lost by the next
//! login.

use crate::harness::Ran;
use crate::login_scene::{Home, Waiting, agreed, get, good};
use mcp_inspector_testkit::auth::AuthServer;

const ALL: &str = "mcp files offline_access admin";

/// Calls the tool that needs the scope `admin`.
fn admin(home: &Home, server: &AuthServer, more: &[&str]) -> Ran {
    let url = server.url();
    let words = ["--method", "tools/call", "--tool-name", "admin", "--force", url.as_str()];
    home.run(&[&words[..], more].concat())
}

/// Logs in with these words; the scopes that were asked for.
fn log_in(home: &Home, server: &AuthServer, more: &[&str]) -> String {
    let url = server.url();
    let words = [&["--method", "auth/login", "--no-open", url.as_str()], more].concat();
    let waiting = Waiting::start(&words, &home.store());
    assert_eq!(get(&agreed(&waiting.url)).status, 200);
    let ran = waiting.end();
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    server.authorize_requests().pop().expect("a visit").remove("scope").expect("scopes")
}

#[test]
fn the_command_of_the_hint_gets_the_scope_that_is_missing() {
    let (server, home) = (good(), Home::new());
    log_in(&home, &server, &[]);
    for more in [&["--stored-auth-only", "--exit-codes", "classified"][..], &["--exit-codes", "classified"]] {
        let ran = admin(&home, &server, more);
        assert_eq!(ran.exit, Some(3), "{ran:#?}");
        assert!(ran.stderr.contains("wants the scope `admin`"), "{ran:#?}");
        let command = format!("--method auth/login {} --scope '{ALL}'`", server.url());
        assert!(ran.stderr.contains(&command), "{ran:#?}");
    }
    assert_eq!(log_in(&home, &server, &["--scope", ALL]), ALL);
    let ran = admin(&home, &server, &["--stored-auth-only"]);
    assert!(ran.exit == Some(0) && ran.stdout.contains("you are admin"), "{ran:#?}");
}

#[test]
fn a_plain_login_keeps_the_scopes_and_the_flag_narrows_them() {
    let (server, home) = (good(), Home::new());
    log_in(&home, &server, &["--scope", ALL]);
    assert_eq!(log_in(&home, &server, &[]), ALL);
    assert_eq!(log_in(&home, &server, &["--scope", "mcp"]), "mcp");
}
