//! What the command line keeps of logins: listed, narrowed, forgotten, and what is said when it cannot be
//! kept.

use crate::harness::Cli;
use crate::login_scene::{Home, Waiting, agreed, get, good, shown};
use insta::assert_snapshot;
use mcp_inspector_testkit::auth::AuthServer;
use serde_json::json;
use std::path::Path;

#[test]
fn a_login_and_the_list_tell_of_a_token_in_the_same_words() {
    let (server, home) = (good(), Home::new());
    let waiting = Waiting::start(&["--method", "auth/login", "--no-open", &server.url()], &home.store());
    get(&agreed(&waiting.url));
    let mut granted = waiting.end().json();
    granted.as_object_mut().expect("an object").remove("store");
    let listed = home.run(&["--method", "auth/list"]);
    assert_eq!(listed.json()["tokens"], json!([granted]), "{listed:#?}");
    let time = |name: &str| granted[name].as_str().is_some_and(|at| at.contains('T') && at.ends_with('Z'));
    assert!(time("obtainedAt") && time("expiresAt") && granted["canBeRenewed"] == true, "{granted:#}");
    let times = regex::Regex::new(r"\d{4}-\d\d-\d\dT[\d:]+Z").expect("a pattern");
    assert_snapshot!(times.replace_all(&shown(&listed), "<time>"));
}

#[test]
fn the_list_is_narrowed_to_a_server_that_is_named() {
    let (one, other, home) = (good(), good(), Home::new());
    home.log_in(&one);
    home.log_in(&other);
    let all = home.run(&["--method", "auth/list"]).json();
    assert_eq!(all["tokens"].as_array().map(Vec::len), Some(2), "{all:#}");
    assert_eq!(all["clients"].as_array().map(Vec::len), Some(2), "{all:#}");

    let narrowed = home.run(&["--method", "auth/list", &one.url()]).json();
    assert_eq!(narrowed["tokens"].as_array().map(Vec::len), Some(1), "{narrowed:#}");
    assert_eq!(narrowed["tokens"][0]["resource"], one.url());
    assert_eq!(narrowed["clients"][0]["issuer"], one.issuer());
    assert_eq!(narrowed["clients"].as_array().map(Vec::len), Some(1), "{narrowed:#}");

    let file = home.directory.path().join("mcp.json");
    std::fs::write(&file, json!({ "mcpServers": { "other": { "url": other.url() } } }).to_string())
        .expect("a file");
    let named = ["--method", "auth/list", "--config", file.to_str().expect("UTF-8"), "--server", "other"];
    assert_eq!(home.run(&named).json()["tokens"][0]["resource"], other.url());
    let none = home.run(&["--method", "auth/list", "http://127.0.0.1:1/mcp"]).json();
    assert_eq!((&none["tokens"], &none["clients"]), (&json!([]), &json!([])));
    let ran = home.run(&["--method", "auth/list", "--demo"]);
    assert!(ran.exit == Some(1) && ran.stderr.contains("only servers on HTTP"), "{ran:#?}");
}

#[test]
fn a_registered_client_stays_unless_it_is_to_be_forgotten() {
    let (server, home) = (good(), Home::new());
    let clients = || home.run(&["--method", "auth/list"]).json()["clients"].clone();
    home.log_in(&server);
    let client = clients()[0].clone();
    assert_eq!((&client["issuer"], &client["source"]), (&server.issuer().into(), &"registered".into()));
    home.run(&["--method", "auth/logout", &server.url()]);
    assert_eq!(clients(), json!([client]), "it is good for the next login");
    home.log_in(&server);
    assert_eq!(server.registrations().len(), 1);

    let ran = home.run(&["--method", "auth/logout", "--forget-client", &server.url()]);
    let result = ran.json();
    assert_eq!((&result["forgotten"], &result["revoked"]), (&1.into(), &true.into()), "{ran:#?}");
    assert_eq!(result["clientsForgotten"], json!([client["clientId"]]), "{ran:#?}");
    assert_eq!(result["clientsStillNeeded"], json!([]));
    assert_eq!(clients(), json!([]));
    home.log_in(&server);
    assert_eq!(server.registrations().len(), 2, "it is registered anew");
}

#[test]
fn a_client_without_tokens_is_listed_and_forgotten_by_the_server_or_the_name_of_its_issuer() {
    let (server, home) = (good(), Home::new());
    home.log_in(&server);
    home.run(&["--method", "auth/logout", &server.url()]);
    let other = ["--method", "auth/logout", "--forget-client", "http://127.0.0.1:1/mcp"];
    let ran = home.run(&other);
    assert!(ran.exit == Some(1) && ran.stderr.contains("`--issuer`"), "{ran:#?}");
    let listed = home.run(&["--method", "auth/list", &server.url()]);
    assert_eq!(listed.json()["clients"].as_array().map(Vec::len), Some(1), "{listed:#?}");
    let ran = home.run(&["--method", "auth/logout", "--forget-client", &server.url()]);
    assert_eq!(ran.json()["clientsForgotten"].as_array().map(Vec::len), Some(1), "{ran:#?}");
    assert_eq!(home.run(&["--method", "auth/list"]).json()["clients"], json!([]));
    home.log_in(&server);
    home.run(&["--method", "auth/logout", &server.url()]);
    let ran = home.run(&[&other[..], &["--issuer", &server.issuer()]].concat());
    assert_eq!(ran.json()["clientsForgotten"].as_array().map(Vec::len), Some(1), "{ran:#?}");
}

#[test]
fn a_client_that_another_token_needs_is_kept() {
    let (server, home) = (good(), Home::new());
    home.log_in(&server);
    // A second server of the same issuer, whose token the same client has to renew.
    let mut book: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(home.store()).expect("a store")).expect("JSON");
    let mut token = book["tokens"][0].clone();
    token["resource"] = "http://127.0.0.1:1/mcp".into();
    token["server"] = "http://127.0.0.1:1/mcp".into();
    book["tokens"].as_array_mut().expect("a list").push(token);
    std::fs::write(home.store(), book.to_string()).expect("it can be written");
    let ran = home.run(&["--method", "auth/logout", "--forget-client", &server.url()]);
    assert_eq!(ran.json()["clientsForgotten"], json!([]), "{ran:#?}");
    assert_eq!(ran.json()["clientsStillNeeded"].as_array().map(Vec::len), Some(1), "{ran:#?}");
    assert_eq!(home.run(&["--method", "auth/list"]).json()["clients"].as_array().map(Vec::len), Some(1));
}

#[test]
fn clients_are_forgotten_by_logging_out_only() {
    for method in ["auth/login", "auth/list", "tools/list"] {
        let ran = Cli::new(&["--method", method, "--forget-client", "http://127.0.0.1:1/mcp"]).run();
        assert!(ran.exit == Some(1) && ran.stderr.contains("only for `auth/logout`"), "{ran:#?}");
    }
}

/// Logs in with a client that needs no registration and a store that cannot be written.
fn unkept(store: &Path) {
    let server = good();
    let url = server.url();
    let words =
        ["--method", "auth/login", "--no-open", "--client-id", AuthServer::PUBLIC_CLIENT_ID, url.as_str()];
    let words = [&words[..], &["--exit-codes", "classified"]].concat();
    let mut run = Cli::new(&words).env("MCPI_AUTH_STORE", store.to_str().expect("UTF-8"));
    let mut child = run.spawn();
    // It may find out before anybody is sent, or only when the token is there.
    let mut stderr = std::io::BufReader::new(child.stderr.take().expect("it is piped"));
    let mut said = String::new();
    let mut is_sent = false;
    while std::io::BufRead::read_line(&mut stderr, &mut said).expect("text") > 0 {
        if !is_sent && said.contains("(waiting for ") {
            let url = said.lines().map(str::trim).rfind(|line| line.starts_with("http://")).expect("a URL");
            get(&agreed(url));
            is_sent = true;
        }
    }
    assert_eq!(child.wait().expect("it ends").code(), Some(3), "{said}");
    assert!(said.contains("MCPI_AUTH_STORE"), "{said}");
}

#[test]
fn a_login_whose_token_cannot_be_kept_below_a_file_fails() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("file");
    std::fs::write(&file, "").expect("a file");
    unkept(&file.join("auth.json"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_login_whose_token_cannot_be_kept_where_nothing_can_be_made_fails() {
    // Not even root can make a file there, and reading one that is not there is no error.
    unkept(Path::new("/proc/auth.json"));
}

#[cfg(unix)]
#[test]
fn a_login_whose_token_cannot_be_kept_in_a_directory_of_others_fails() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().expect("a directory");
    let locked = directory.path().join("locked");
    std::fs::create_dir(&locked).expect("a directory");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o500)).expect("it is ours");
    // Root may write anywhere; the other two tests are for root too.
    if std::fs::write(locked.join("probe"), "").is_err() {
        unkept(&locked.join("auth.json"));
    }
}
