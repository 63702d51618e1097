//! The browser of a login: whether and how it is opened, and that the login ends when it comes back.
//!
//! A script takes its place. How a browser is found differs by system; this is how Linux does it.

#![cfg(target_os = "linux")]

use crate::harness::until;
use crate::login_scene::{Home, Waiting, agreed, get, good};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program that takes the place of a browser: it writes down how many words it got and the first of them,
/// each ended by a zero byte, and is done.
fn browser(directory: &Path, name: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let program = directory.join(name);
    let visited = directory.join("visited");
    let text = format!(
        "#!/bin/sh\nPATH=/usr/bin:/bin\nprintf '%s\\0%s\\0' \"$#\" \"$1\" > '{0}.part' && mv '{0}.part' '{0}'\n",
        visited.display()
    );
    std::fs::write(&program, text).expect("a script");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    program
}

/// Where the browser was sent: the only word that it got.
fn visited(directory: &Path) -> String {
    let file = directory.join("visited");
    until("a browser is opened", || file.exists());
    let words = std::fs::read_to_string(file).expect("text");
    let (count, url) = words.trim_end_matches('\0').split_once('\0').expect("two words");
    assert_eq!(count, "1", "the URL is one word: {words:?}");
    url.to_owned()
}

/// With a display, and nothing that says that nobody is there.
fn at_a_desk(command: &mut Command) {
    command.env("DISPLAY", ":7").env_remove("CI").env_remove("MCP_AUTO_OPEN_ENABLED");
    for variable in ["WAYLAND_DISPLAY", "BROWSER", "XDG_CURRENT_DESKTOP", "DESKTOP_SESSION"] {
        command.env_remove(variable);
    }
}

#[test]
fn a_login_opens_the_browser_and_ends_when_it_comes_back() {
    for name in ["browser", "x-www-browser"] {
        let (server, home) = (good(), Home::new());
        let directory = home.directory.path().to_owned();
        let program = browser(&directory, name);
        let words = ["--method", "auth/login", &server.url()];
        let waiting = Waiting::start_with(&words, &home.store(), |command| {
            at_a_desk(command);
            // It is named, or all that is on the path; whatever this machine has must not come into it.
            command.env("PATH", &directory);
            if name == "browser" {
                command.env("BROWSER", &program);
            }
        });
        let url = visited(&directory);
        assert_eq!(url, waiting.url, "the one that is printed");
        assert!(url.contains('&') && url.starts_with(&server.issuer()), "{url}");
        assert_eq!(get(&agreed(&url)).status, 200);
        let ran = waiting.end();
        assert_eq!((ran.exit, &ran.json()["tokenType"]), (Some(0), &"Bearer".into()), "{ran:#?}");
        assert!(ran.stderr.contains("a browser is opened"), "{ran:#?}");
    }
}

#[test]
fn nothing_in_the_url_is_run_on_the_way_to_the_browser() {
    let (server, home) = (good(), Home::new());
    let directory = home.directory.path().to_owned();
    let program = browser(&directory, "browser");
    let issuer = server.issuer();
    // In the query all of it would be encoded.
    let tricky = format!("{issuer}/authorize;touch$IFS$9ran;$(touch$IFS$9ran)|touch$IFS$9ran&touch$IFS$9ran");
    let config = json!({ "mcpServers": { "tricky": { "url": server.url(), "oauth": {
        "authorizationUrl": tricky, "tokenUrl": format!("{issuer}/token"), "clientId": "testkit-public" } } } });
    let file = directory.join("mcp.json");
    std::fs::write(&file, config.to_string()).expect("a file");
    let words = ["--method", "auth/login", "--config", file.to_str().expect("UTF-8"), "--server", "tricky"];
    let waiting = Waiting::start_with(&words, &home.store(), |command| {
        at_a_desk(command);
        command.env("BROWSER", &program).current_dir(&directory);
    });
    let url = visited(&directory);
    assert_eq!(url, waiting.url);
    assert!(url.contains("$(touch$IFS$9ran)") && url.contains(";touch$IFS$9ran;"), "{url}");
    assert!(!directory.join("ran").exists(), "a shell saw it");
}

#[test]
fn no_browser_is_opened_where_that_is_not_wished() {
    for (words, variable) in [(&["--no-open"][..], None), (&[], Some(("CI", "1")))] {
        let (server, home) = (good(), Home::new());
        let directory = home.directory.path().to_owned();
        let program = browser(&directory, "browser");
        let url = server.url();
        let words = [words, &["--method", "auth/login", &url]].concat();
        let waiting = Waiting::start_with(&words, &home.store(), |command| {
            at_a_desk(command);
            command.env("BROWSER", &program).envs(variable);
        });
        get(&agreed(&waiting.url));
        assert_eq!(waiting.end().exit, Some(0));
        assert!(!directory.join("visited").exists());
    }
}
