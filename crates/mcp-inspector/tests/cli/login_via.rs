//! Through a backend to servers that want a login: what the backend says is told as what it is, and it is the
//! backend that logs in.

use crate::harness::{Cli, Ran};
use crate::login_scene::{Waiting, agreed, get, good, with_fault};
use mcp_inspector_testkit::auth::AuthFault;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

pub(crate) const TOKEN: &str = "a-token-that-only-tests-know";

/// A backend that runs; it is killed when this is dropped.
pub(crate) struct Backend {
    child: Child,
    pub(crate) base: String,
    directory: TempDir,
}

impl Backend {
    pub(crate) fn of(servers: &Value) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let file = json!({ "mcpServers": servers }).to_string();
        std::fs::write(directory.path().join("mcp.json"), file).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"));
        command.args(["--port", "0", "--no-open", "--data-dir"]).arg(directory.path().join("data"));
        command.current_dir(directory.path()).env("MCPI_TOKEN", TOKEN);
        command.env("MCPI_AUTH_STORE", directory.path().join("of-the-backend.json"));
        for variable in ["PORT", "LOG_LEVEL", "MCPI_CONFIG", "MCPI_DATA_DIR", "MCPI_VIA"] {
            command.env_remove(variable);
        }
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a start");
        let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let base = lines
            .map_while(Result::ok)
            .find_map(|line| {
                line.strip_prefix("MCP Inspector is ready at ")?.split("/#").next().map(str::to_owned)
            })
            .expect("it says that it is ready");
        Backend { child, base, directory }
    }

    /// The words of a run through it.
    pub(crate) fn words<'a>(&'a self, server: &'a str, words: &[&'a str]) -> Vec<&'a str> {
        let through = ["--via", &self.base, "--via-token", TOKEN, "--server", server];
        words.iter().copied().chain(through).collect()
    }

    pub(crate) fn run(&self, server: &str, words: &[&str]) -> Ran {
        Cli::new(&self.words(server, words)).run()
    }

    /// Where a login that waits at it was begun from.
    pub(crate) fn log_in(&self, server: &str) -> Waiting {
        let words = self.words(server, &["--method", "auth/login", "--no-open"]);
        Waiting::start(&words, &self.directory.path().join("of-the-command-line.json"))
    }
}

impl Drop for Backend {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_login_that_is_missing_behind_a_backend_is_an_error_about_the_login() {
    let server = good();
    let backend = Backend::of(&json!({ "guarded": { "url": server.url() } }));
    let words = ["--method", "tools/list", "--structured", "--exit-codes", "classified"];
    for era in ["auto", "legacy", "modern"] {
        let ran = backend.run("guarded", &[&words[..], &["--era", era]].concat());
        assert_eq!(ran.exit, Some(3), "{era}: {ran:#?}");
        let error = &ran.envelope(0)["error"];
        assert_eq!(error["code"], "AUTHENTICATION_FAILED", "{era}: {error:#}");
        assert_eq!(error["jsonRpc"], Value::Null, "no server said it: {error:#}");
        let hint = error["hint"].as_str().expect("a hint");
        let command = format!("--method auth/login --via {} --server guarded", backend.base);
        assert!(hint.contains(&command), "{hint}");
        assert!(hint.contains(&format!("{}/oauth/authorize/guarded", backend.base)), "{hint}");
    }
}

#[test]
fn errors_of_the_backend_itself_are_told_as_what_they_are() {
    let backend = Backend::of(&json!({
        "nobody": { "url": "http://127.0.0.1:1/mcp" },
        "nothing": { "command": "/no/such/program" },
    }));
    for (server, exit, code, category) in [
        ("nobody", 4, "CONNECTION_REFUSED", "transport"),
        ("nothing", 4, "SPAWN_FAILED", "transport"),
        ("unheard-of", 12, "SERVER_NOT_FOUND", "validation"),
    ] {
        let words = ["--method", "tools/list", "--structured", "--exit-codes", "classified"];
        let ran = backend.run(server, &words);
        let error = &ran.envelope(0)["error"];
        assert_eq!((&error["code"], &error["category"]), (&code.into(), &category.into()), "{error:#}");
        assert_eq!(ran.exit, Some(exit), "{server}: {ran:#?}");
        assert!(error["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "{error:#}");
    }
    let words = ["--method", "ping", "--via", &backend.base, "--via-token", "another", "--server", "demo"];
    for method in ["ping", "auth/login", "auth/list", "auth/logout"] {
        let words = [&["--method", method, "--exit-codes", "classified"], &words[2..]].concat();
        let ran = Cli::new(&words).run();
        assert!(ran.exit == Some(12) && ran.stderr.contains("SESSION_INVALID"), "{ran:#?}");
        assert!(ran.stderr.contains("--via-token"), "{ran:#?}");
    }
}

#[test]
fn an_error_of_the_server_behind_the_backend_is_still_the_servers() {
    let backend = Backend::of(&json!({}));
    let words = ["--method", "tools/call", "--tool-name", "no-such-tool", "--structured", "--force"];
    let ran = backend.run("demo", &[&words[..], &["--exit-codes", "classified"]].concat());
    let error = &ran.envelope(0)["error"];
    assert_eq!((ran.exit, &error["code"]), (Some(5), &"SERVER_ERROR".into()), "{ran:#?}");
    assert!(error["jsonRpc"]["code"].is_i64(), "{error:#}");
}

#[test]
fn the_backend_logs_in_lists_and_logs_out_for_the_command_line() {
    let server = good();
    let backend = Backend::of(&json!({ "guarded one": { "url": server.url() } }));
    let waiting = backend.log_in("guarded one");
    let back = agreed(&waiting.url);
    assert!(back.starts_with(&format!("{}/oauth/callback?", backend.base)), "{back}");
    assert_eq!(get(&back).status, 200);
    let ran = waiting.end();
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    let mut granted = ran.json();
    assert_eq!(granted["backend"], backend.base);
    granted.as_object_mut().expect("an object").remove("backend");
    assert_eq!((&granted["tokenType"], &granted["canBeRenewed"]), (&"Bearer".into(), &true.into()));
    assert!(ran.stderr.contains("ok       token "), "its steps are told: {}", ran.stderr);

    let listed = backend.run("guarded one", &["--method", "auth/list"]).json();
    assert_eq!(listed, json!({ "backend": backend.base, "tokens": [granted] }));
    let own = Path::new("of-the-command-line.json");
    assert!(!backend.directory.path().join(own).exists(), "the command line keeps nothing");
    let ran = backend.run("guarded one", &["--method", "tools/list"]);
    assert!(ran.exit == Some(0) && ran.json()["tools"].is_array(), "{ran:#?}");

    let ran = backend.run("guarded one", &["--method", "auth/logout"]);
    let whose = json!([{ "issuer": granted["issuer"], "clientId": granted["clientId"] }]);
    let forgotten = json!({ "backend": backend.base, "forgotten": 1, "revoked": true, "tokens": whose });
    assert_eq!(ran.json(), forgotten, "{ran:#?}");
    let ran = backend.run("guarded one", &["--method", "auth/logout"]);
    assert!(ran.stderr.contains("nothing was stored for this server"), "{ran:#?}");
    assert!(server.requests().iter().any(|request| request.path.starts_with("/revoke")), "it is told");
    assert_eq!(backend.run("guarded one", &["--method", "auth/list"]).json()["tokens"], json!([]));
}

#[test]
fn a_scope_that_is_missing_behind_a_backend_is_got_by_following_the_hint() {
    let server = good();
    let backend = Backend::of(&json!({ "guarded": { "url": server.url() } }));
    let log_in = || {
        let waiting = backend.log_in("guarded");
        assert_eq!(get(&agreed(&waiting.url)).status, 200);
        assert_eq!(waiting.end().exit, Some(0));
    };
    let words = ["--method", "tools/call", "--tool-name", "admin", "--force", "--exit-codes", "classified"];
    log_in();
    for _ in 0..4 {
        let ran = backend.run("guarded", &words);
        assert_eq!(ran.exit, Some(3), "{ran:#?}");
        assert!(ran.stderr.contains("wants the scope `admin`"), "nobody has logged in: {ran:#?}");
        assert!(ran.stderr.contains("--method auth/login --via"), "{ran:#?}");
    }
    log_in();
    let asked: Vec<_> = server.authorize_requests().into_iter().map(|asked| asked["scope"].clone()).collect();
    assert_eq!(asked, ["mcp files offline_access", "mcp files offline_access admin"]);
    let ran = backend.run("guarded", &words);
    assert!(ran.exit == Some(0) && ran.stdout.contains("you are admin"), "{ran:#?}");
}

#[test]
fn a_login_that_breaks_at_the_backend_names_the_step() {
    for (fault, step) in [
        (AuthFault::AuthorizeDenied, "redirect"),
        (AuthFault::TokenInvalidGrant, "token"),
        (AuthFault::RegistrationRefused, "registration"),
    ] {
        let server = with_fault(fault);
        let backend = Backend::of(&json!({ "guarded": { "url": server.url() } }));
        let words = ["--method", "auth/login", "--no-open", "--structured", "--exit-codes", "classified"];
        let words = backend.words("guarded", &words);
        let ran = if fault == AuthFault::RegistrationRefused {
            Cli::new(&words).run()
        } else {
            let waiting = Waiting::start(&words, &backend.directory.path().join("none.json"));
            get(&agreed(&waiting.url));
            waiting.end()
        };
        let error = &ran.envelope(0)["error"];
        assert_eq!((ran.exit, &error["authStep"]["step"]), (Some(3), &step.into()), "{ran:#?}");
        assert!(!error["hint"].as_str().unwrap_or_default().contains("auth/login --via"), "{error:#}");
    }
}

#[test]
fn nobody_is_waited_for_longer_than_the_flag_says() {
    let server = good();
    let backend = Backend::of(&json!({ "guarded": { "url": server.url() } }));
    let words = ["--method", "auth/login", "--no-open", "--auth-timeout", "200ms"];
    let ran = backend.run("guarded", &[&words[..], &["--exit-codes", "classified"]].concat());
    assert_eq!(ran.exit, Some(3), "{ran:#?}");
    assert!(ran.stderr.contains("nobody came back") && ran.stderr.contains("--auth-timeout"), "{ran:#?}");
}

#[test]
fn what_a_backend_cannot_do_is_refused_before_it_is_asked() {
    let via = ["--via", "http://127.0.0.1:1", "--server", "x"];
    for (words, part) in [
        (&["--method", "auth/explain"][..], "give the URL of the server instead of `--via`"),
        (&["--method", "auth/login", "--paste"], "`--paste` cannot be combined with `--via`"),
        (&["--method", "auth/login", "--client-id", "me"], "`--client-id` cannot be combined with `--via`"),
        (
            &["--method", "auth/logout", "--forget-client"],
            "`--forget-client` cannot be combined with `--via`",
        ),
        (
            &["--method", "tools/list", "--access-token-env", "A_TOKEN"],
            "`--access-token-env` cannot be combined with `--via`",
        ),
        (&["--method", "tools/list", "--scope", "all"], "`--scope` cannot be combined with `--via`"),
    ] {
        let ran = Cli::new(&[words, &via, &["--exit-codes", "classified"]].concat()).run();
        assert!(ran.exit == Some(12) && ran.stderr.contains(part), "{words:?}: {ran:#?}");
    }
    let words = ["--method", "auth/login", "--via", "http://127.0.0.1:1", "https://mcp.example.com/mcp"];
    let ran = Cli::new(&words).run();
    assert!(ran.stderr.contains("named by `--server`"), "{ran:#?}");
}

#[test]
fn a_script_in_a_refusal_does_nothing_on_the_page_of_the_backend() {
    let server = with_fault(AuthFault::AuthorizeDenied);
    let backend = Backend::of(&json!({ "guarded": { "url": server.url() } }));
    let waiting = backend.log_in("guarded");
    let back = agreed(&waiting.url);
    assert!(back.contains("%3Cscript%3E") && back.contains("state="), "{back}");
    let page = get(&back);
    let text = page.text();
    assert_eq!(page.status, 400, "{text}");
    assert!(page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")), "{page:?}");
    assert!(!text.contains("<script>alert") && text.contains("&lt;script&gt;alert"), "{text}");
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("script-src 'unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let ran = waiting.end();
    assert!(ran.exit == Some(1) && ran.stderr.contains("access_denied"), "{ran:#?}");
}
