//! Logins: the URL and each step are shown; the user comes back by the browser, or by pasting.

use crate::harness::Screen;
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault, AuthServer};
use mcp_inspector_testkit::client::{Answer, Connection};

const WIDE: (u16, u16) = (140, 42);

/// Asks for a page as a browser does, and does not follow where it leads.
fn get(url: &str) -> Answer {
    let rest = url.strip_prefix("http://").expect("plain HTTP");
    let (place, path) = rest.split_once('/').expect("a path");
    let mut connection = Connection::open(place).expect("somebody listens");
    connection.send("GET", &format!("/{path}"), "Accept: text/html\r\n", "").expect("an answer")
}

/// A screen that waits for its user to log in, and where that is to be done.
fn waiting(server: &AuthServer) -> (Screen, String) {
    let screen = Screen::start(WIDE, &server.url());
    let url = shown(&screen, server);
    (screen, url)
}

/// Where a screen says that its user has to go.
fn shown(screen: &Screen, server: &AuthServer) -> String {
    screen.shows("wants a login: view 4 shows the URL").keys(&["F4"]).shows("The server wants a login.");
    screen.shows("/authorize?").shows("Steps").types("Y").shows("copied the URL");
    screen.until("the URL in the clipboard", |_| screen.clipboard().starts_with(&server.issuer()));
    screen.clipboard().trim().to_owned()
}

/// Where the authorization server sends a user who agrees.
fn agreed(url: &str) -> String {
    let answer = get(url);
    assert_eq!(answer.status, 302, "{}", answer.text());
    answer.header("location").expect("it leads somewhere").to_owned()
}

#[test]
fn a_login_shows_its_url_and_each_step_and_ends_when_the_browser_comes_back() {
    let server = AuthServer::start(AuthBehaviour::default());
    let (screen, url) = waiting(&server);
    assert_eq!(get(&agreed(&url)).status, 200);
    screen.shows("● connected").hides("The server wants a login.");
    // The first step is what the server said to the first request; the next one asked for something.
    screen.types("g").shows("Steps").keys(&["Enter"]).shows("rule: ").shows("┏▌[Message]");
    screen.keys(&["Escape"]).shows("┏▌Steps").types("j").keys(&["Enter"]).shows("┏▌[Message]");
    screen.shows("  GET ").shows("/.well-known/oauth-p").shows("┃  HTTP 200 after ");
    // What is stored is told without the tokens themselves.
    screen.commands("tokens").shows("stored: Bearer token of").keys(&["F1"]).shows("▾ Tools");
}

#[test]
fn a_login_on_another_machine_ends_by_pasting() {
    let server = AuthServer::start(AuthBehaviour::default());
    let (screen, url) = waiting(&server);
    screen
        .types("P")
        .shows("the URL at which the browser ended:")
        .types(&agreed(&url))
        .keys(&["Enter"])
        .shows("● connected");
}

#[test]
fn a_login_that_fails_says_why() {
    let server = AuthServer::start(AuthBehaviour::with(&[AuthFault::AsNoPkce]));
    let screen = Screen::start(WIDE, &server.url());
    screen.shows("! failed").shows("the login broke at").keys(&["F4"]).shows("Steps 3");
    // The step that broke is selected, with what was expected, what came and what was asked.
    screen.shows("came: no such field").shows("advice: support PKCE").shows("/.well-known/oauth-author");
}

#[test]
fn a_login_is_taken_back() {
    let server = AuthServer::start(AuthBehaviour::default());
    let (screen, url) = waiting(&server);
    assert_eq!(get(&agreed(&url)).status, 200);
    screen.shows("● connected").commands("tokens").shows("stored: Bearer token of");
    screen.commands("logout").shows("logged out: 1 token is forgotten");
    screen.shows("no token is stored for this server").commands("logout");
    screen.shows("nothing was stored for this server");
    let kept = screen.file("state/auth.json");
    assert!(!kept.contains("access_token") && !kept.contains("accessToken"), "{kept}");
    // Whoever connects again is asked to log in.
    screen.types("c").shows("The server wants a login.");
}

#[test]
fn a_process_has_no_login_to_take_back() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").commands("logout").shows("a process has no login");
}

/// A program that takes the place of a browser: it writes down where it is sent.
#[cfg(target_os = "linux")]
fn browser() -> (tempfile::TempDir, std::path::PathBuf) {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().expect("a directory");
    let (program, visited) = (directory.path().join("browser"), directory.path().join("visited"));
    let text =
        format!("#!/bin/sh\nprintf '%s' \"$1\" >'{0}.part' && mv '{0}.part' '{0}'\n", visited.display());
    std::fs::write(&program, text).expect("a script");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    (directory, program)
}

#[cfg(target_os = "linux")]
#[test]
fn a_login_opens_the_browser_and_a_key_opens_it_again() {
    let server = AuthServer::start(AuthBehaviour::default());
    let (directory, program) = browser();
    let visited = || std::fs::read_to_string(directory.path().join("visited")).unwrap_or_default();
    let program = program.display().to_string();
    let screen = Screen::start_with(WIDE, &server.url(), &[("DISPLAY", ":7"), ("BROWSER", &program)]);
    let url = shown(&screen, &server);
    screen.until("a browser that was sent there", |_| visited() == url);
    // It was closed: the key opens another one.
    std::fs::remove_file(directory.path().join("visited")).expect("it is there");
    screen.types("b").shows("a browser is opened").until("it sent there again", |_| visited() == url);
    assert_eq!(get(&agreed(&url)).status, 200);
    screen.shows("● connected").hides("The server wants a login.");
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_no_browser_is_opened_unasked() {
    let server = AuthServer::start(AuthBehaviour::default());
    let (directory, program) = browser();
    let program = program.display().to_string();
    let screen = Screen::start_with(WIDE, &server.url(), &[("BROWSER", &program)]);
    let url = shown(&screen, &server);
    assert_eq!(get(&agreed(&url)).status, 200);
    screen.shows("● connected");
    assert!(!directory.path().join("visited").exists());
}
