//! Several servers that are named on the command line in several ways.

use crate::harness::{Screen, testkit};
use mcp_inspector_testkit::scripted::{Script, ScriptedServer};

const WIDE: (u16, u16) = (140, 42);

#[test]
fn a_server_of_the_file_runs_beside_a_command_and_urls() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("mcp.json");
    let text = format!(
        r#"{{"mcpServers":{{"one":{{"command":"{}","args":["well-behaved"]}}}}}}"#,
        testkit("testkit-server")
    );
    std::fs::write(&path, text).expect("the directory is ours");
    let [left, right] = [(); 2].map(|()| ScriptedServer::start(Script::legacy()));
    let demo = format!("{} demo", env!("CARGO_BIN_EXE_mcp-inspector"));
    let words = format!("--config {} --server one {} {} -- {demo}", path.display(), left.url(), right.url());
    let screen = Screen::start(WIDE, &words);
    screen.shows("server 1/4").shows("one ● connected").keys(&["F6"]).shows("Servers 4");
    screen.until("four connections", |text| text.matches("● connected  ").count() >= 4);
    screen.shows(&left.url()).shows(&right.url());
}

#[test]
fn what_could_be_about_several_servers_is_refused_with_a_way_out() {
    let screen = Screen::start(WIDE, "http://127.0.0.1:1/a http://127.0.0.1:1/b -H 'X: 1'");
    screen
        .shows("error: `--transport` and `--header` could be about 2 servers")
        .shows("hint: ")
        .shows("ended with 2");
}
