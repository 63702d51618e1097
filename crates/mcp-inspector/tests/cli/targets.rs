//! Which server is meant, by every way to say so, and what reaches it: variables, directories, headers.

use crate::harness::{Cli, Ran, cli, testkit};
use crate::running::Listening;
use insta::assert_snapshot;
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use mcp_inspector_testkit::scripted::{Script, ScriptedServer, Step};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const WHO: [&str; 2] = ["--method", "initialize"];

/// Who answered, when nothing went wrong.
fn who(ran: &Ran) -> String {
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    ran.json()["serverInfo"]["name"].as_str().expect("a name").to_owned()
}

/// Where a server of the kit says that it runs: `arguments`, `cwd` and `env`.
fn surroundings(run: Cli) -> Value {
    let ran = run.run();
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    let result = ran.json();
    serde_json::from_str(result["content"][0]["text"].as_str().expect("a text")).expect("JSON")
}

const ENV: [&str; 4] = ["--method", "tools/call", "--tool-name", "env"];

#[test]
fn words_of_a_command_may_stand_between_flags() {
    let server = testkit("testkit-server");
    for words in [
        [server.as_str(), "environment", "--method", "initialize"],
        [server.as_str(), "--method", "initialize", "environment"],
        ["--method", "initialize", server.as_str(), "environment"],
    ] {
        assert_eq!(who(&cli(&words)), "testkit", "{words:?}");
    }
}

#[test]
fn everything_behind_the_dashes_is_the_servers() {
    let server = testkit("testkit-scripted");
    let directory = tempfile::tempdir().unwrap();
    // If a word of it were taken for ours, the server would miss it.
    let record = directory.path().join("--quiet");
    let script = Script::legacy().to_json();
    let ran = cli(&["--method", "initialize", "--", &server, &script, record.to_str().unwrap()]);
    assert_eq!(who(&ran), "testkit");
    assert!(record.exists());
    let words =
        ["--method", "ping", "--", "sh", "-c", "echo \"$0 $*\" >&2; exit 3", "--demo", "-h", "--", "x"];
    let ran = cli(&words);
    assert!(ran.exit == Some(1) && ran.stderr.starts_with("--demo -h -- x\n"), "{ran:#?}");
}

#[test]
fn words_in_front_of_the_dashes_and_behind_them_are_one_command() {
    let server = testkit("testkit-server");
    assert_eq!(who(&cli(&[&WHO[..], &[&server, "--", "environment"]].concat())), "testkit");
}

#[test]
fn a_url_is_a_target_as_a_word_and_as_a_flag_and_without_its_scheme() {
    let demo = Listening::demo();
    let port = demo.place().split(':').next_back().unwrap();
    for words in [
        vec![demo.url().to_owned()],
        vec!["--server-url".to_owned(), demo.url().to_owned()],
        vec!["--server-url".to_owned(), format!("localhost:{port}/mcp")],
        vec!["--server-url".to_owned(), format!("127.0.0.1:{port}/mcp")],
    ] {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(who(&cli(&[&WHO[..], &words].concat())), "mcp-inspector-demo", "{words:?}");
    }
}

#[test]
fn a_host_without_scheme_as_a_word_is_told_how_to_write_it() {
    assert_snapshot!(cli(&[&WHO[..], &["localhost:1/mcp"]].concat()).shown());
}

#[test]
fn the_transport_may_be_named_by_all_its_names() {
    let demo = Listening::demo();
    for name in ["http", "streamable-http", "streamableHttp"] {
        let ran = cli(&[&WHO[..], &[demo.url(), "--transport", name]].concat());
        assert_eq!(who(&ran), "mcp-inspector-demo", "{name}");
    }
    let sse = HttpServer::start(HttpBehaviour::LegacySse);
    let url = sse.url();
    assert_eq!(who(&cli(&[&WHO[..], &[&url, "--transport", "sse"]].concat())), "testkit");
    assert_eq!(who(&cli(&[&WHO[..], &[&url]].concat())), "testkit", "it is found out");
    let stdio =
        cli(&[&WHO[..], &["--transport", "stdio", "--", &testkit("testkit-server"), "paged"]].concat());
    assert_eq!(who(&stdio), "testkit");
}

#[test]
fn a_transport_that_does_not_fit_the_target_is_told() {
    let shown = [
        cli(&[&WHO[..], &["--transport", "sse", "--", "server"]].concat()).shown(),
        cli(&[&WHO[..], &["--transport", "stdio", "http://127.0.0.1:1/mcp"]].concat()).shown(),
        cli(&[&WHO[..], &["--transport", "websocket", "http://127.0.0.1:1/mcp"]].concat()).shown(),
    ];
    assert_snapshot!(shown.join("\n"));
}

/// A config file with a server of the kit and one that is not there.
fn config(path: &Path, names: &[&str]) {
    let entry = json!({ "command": testkit("testkit-server"), "args": ["environment"] });
    let servers: serde_json::Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), entry.clone())).collect();
    fs::create_dir_all(path.parent().expect("a directory")).expect("it is made");
    fs::write(path, json!({ "mcpServers": servers }).to_string()).expect("it is written");
}

#[test]
fn a_server_of_a_config_file_is_picked_by_its_name() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("servers.json");
    config(&path, &["kit", "other"]);
    let path = path.to_str().unwrap();
    for words in [["--config", path, "--server", "kit"], ["--catalog", path, "--server", "kit"]] {
        assert_eq!(who(&cli(&[&WHO[..], &words].concat())), "testkit", "{words:?}");
    }
    assert_eq!(who(&cli(&[&WHO[..], &["--config", path, "kit"]].concat())), "testkit");
    assert_snapshot!(cli(&[&WHO[..], &["--config", path, "--server", "kitt"]].concat()).shown());
}

#[test]
fn config_files_are_found_in_the_working_directory() {
    for file in ["mcp.json", ".mcp.json", ".vscode/mcp.json"] {
        let directory = tempfile::tempdir().unwrap();
        config(&directory.path().join(file), &["kit", "other"]);
        for words in [&["kit"][..], &["--server", "kit"]] {
            let ran = Cli::new(&[&WHO[..], words].concat()).in_dir(directory.path()).run();
            assert_eq!(who(&ran), "testkit", "{file} {words:?}");
        }
    }
}

#[test]
fn servers_are_also_found_under_the_name_that_vs_code_gives_them() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join(".vscode")).unwrap();
    let entry = json!({ "type": "stdio", "command": testkit("testkit-server"), "args": ["environment"] });
    let file = json!({ "servers": { "kit": entry } });
    fs::write(directory.path().join(".vscode/mcp.json"), file.to_string()).unwrap();
    assert_eq!(who(&Cli::new(&[&WHO[..], &["kit"]].concat()).in_dir(directory.path()).run()), "testkit");
}

#[test]
fn the_only_server_of_a_file_needs_no_name_and_one_of_several_does() {
    let directory = tempfile::tempdir().unwrap();
    config(&directory.path().join("mcp.json"), &["kit"]);
    assert_eq!(who(&Cli::new(&WHO).in_dir(directory.path()).run()), "testkit");
    config(&directory.path().join("mcp.json"), &["kit", "other"]);
    assert_snapshot!(Cli::new(&WHO).in_dir(directory.path()).run().shown());
}

#[test]
fn nothing_at_all_is_told_with_all_the_ways_to_name_a_server() {
    assert_snapshot!(cli(&WHO).shown());
}

#[test]
fn a_name_that_is_nowhere_is_told_with_where_it_was_looked_for() {
    let directory = tempfile::tempdir().unwrap();
    config(&directory.path().join("mcp.json"), &["kit"]);
    let words = [&WHO[..], &["no-such-server-anywhere"]].concat();
    let with = Cli::new(&words).in_dir(directory.path()).run();
    assert_snapshot!([with.shown(), cli(&words).shown()].join("\n"));
}

#[test]
fn variables_and_the_directory_reach_the_server() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().canonicalize().unwrap();
    let server = testkit("testkit-server");
    let flags = ["-e", "ONE=1", "--env", "TWO=a=b", "--cwd", place.to_str().unwrap()];
    let seen = surroundings(Cli::new(&[&ENV[..], &flags, &["--", &server, "environment"]].concat()));
    assert_eq!((&seen["env"]["ONE"], &seen["env"]["TWO"]), (&json!("1"), &json!("a=b")), "{seen:#}");
    assert_eq!(seen["cwd"], json!(place));
}

#[test]
fn variables_of_the_command_line_win_over_those_of_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let env = json!({ "ONE": "from the file", "TWO": "from the file" });
    let entry = json!({ "command": testkit("testkit-server"), "args": ["environment"], "env": env });
    fs::write(directory.path().join("mcp.json"), json!({ "mcpServers": { "kit": entry } }).to_string())
        .unwrap();
    let run = Cli::new(&[&ENV[..], &["kit", "-e", "ONE=typed"]].concat()).in_dir(directory.path());
    let seen = surroundings(run);
    assert_eq!(
        (&seen["env"]["ONE"], &seen["env"]["TWO"]),
        (&json!("typed"), &json!("from the file")),
        "{seen:#}"
    );
}

/// A server over HTTP that answers `initialize`.
fn scripted() -> ScriptedServer {
    ScriptedServer::start(Script::legacy().on("notifications/initialized", [Step::status(202, "")]))
}

/// What every request had in this header.
fn headers(server: &ScriptedServer, name: &str) -> Vec<Option<String>> {
    let requests = server.requests();
    assert!(!requests.is_empty(), "nothing came");
    requests.iter().map(|request| request.header(name).map(str::to_owned)).collect()
}

#[test]
fn headers_are_on_every_request() {
    let server = scripted();
    let flags = ["-H", "X-One: 1", "--header", "Authorization: Bearer a:b"];
    assert_eq!(who(&cli(&[&WHO[..], &flags, &[&server.url()]].concat())), "testkit");
    for (name, value) in [("x-one", "1"), ("authorization", "Bearer a:b")] {
        let seen = headers(&server, name);
        assert!(seen.iter().all(|seen| seen.as_deref() == Some(value)), "{name}: {seen:?}");
    }
}

#[test]
fn a_header_of_the_command_line_replaces_that_of_the_file() {
    let server = scripted();
    let directory = tempfile::tempdir().unwrap();
    let entry = json!({ "url": server.url(), "headers": { "X-One": "file", "X-Two": "file" } });
    fs::write(directory.path().join("mcp.json"), json!({ "mcpServers": { "web": entry } }).to_string())
        .unwrap();
    let words = [&WHO[..], &["web", "-H", "x-one: typed"]].concat();
    assert_eq!(who(&Cli::new(&words).in_dir(directory.path()).run()), "testkit");
    assert!(headers(&server, "x-one").iter().all(|seen| seen.as_deref() == Some("typed")));
    assert!(headers(&server, "x-two").iter().all(|seen| seen.as_deref() == Some("file")));
}

#[test]
fn a_backend_is_gone_through_with_its_token_and_the_name_of_the_server() {
    let server = scripted();
    let base = server.url().trim_end_matches("/mcp").to_owned();
    let hashed = format!("{base}/#token=s3cr3t-token");
    let bare = base.trim_start_matches("http://").to_owned();
    for words in [
        vec!["--via", &base, "--via-token", "s3cr3t-token", "--server", "my kit"],
        vec!["--via", &bare, "--via-token", "s3cr3t-token", "--server", "my kit"],
        vec!["--via", &hashed, "--server", "my kit"],
        vec!["--via", &hashed, "my kit"],
    ] {
        let before = server.requests().len();
        assert_eq!(who(&cli(&[&WHO[..], &words].concat())), "testkit", "{words:?}");
        for request in &server.requests()[before..] {
            assert_eq!(request.header("x-session-token"), Some("s3cr3t-token"), "{words:?}");
            assert_eq!(request.path, "/mcp?serverId=my%20kit", "{words:?}");
        }
        assert!(server.requests().len() > before);
    }
    let run = Cli::new(&[&WHO[..], &["--server", "my kit"]].concat());
    assert_eq!(who(&run.env("MCPI_VIA", &base).env("MCPI_TOKEN", "from-the-variable").run()), "testkit");
    let last = server.requests().pop().unwrap();
    assert_eq!(last.header("x-session-token"), Some("from-the-variable"));
}

#[test]
fn a_backend_needs_a_name_and_takes_nothing_that_it_cannot_pass_on() {
    let via = ["--via", "http://127.0.0.1:1"];
    let shown =
        [&[][..], &["--demo"], &["--server", "x", "--env", "A=1"], &["--server", "x", "--transport", "sse"]]
            .map(|more| cli(&[&WHO[..], &via, more].concat()).shown());
    assert_snapshot!(shown.join("\n"));
}

#[test]
fn the_demo_is_reached_through_a_backend_that_is_one() {
    let demo = Listening::demo();
    let ran = cli(&["--via", demo.place(), "--server", "x", "--method", "initialize"]);
    assert_eq!(who(&ran), "mcp-inspector-demo");
}

#[test]
fn variables_stand_for_flags_and_flags_win() {
    let revision = |run: Cli| {
        let ran = run.run();
        assert_eq!(ran.exit, Some(0), "{ran:#?}");
        ran.json()["protocolVersion"].clone()
    };
    let words = [&["--demo"], &WHO[..]].concat();
    assert_eq!(revision(Cli::new(&words).env("MCPI_ERA", "2025-06-18")), "2025-06-18");
    let flagged = Cli::new(&[&words[..], &["--era", "2025-03-26"]].concat());
    assert_eq!(revision(flagged.env("MCPI_ERA", "2025-06-18")), "2025-03-26");
    let failing = ["--demo", "--method", "tools/call", "--tool-name", "fail"];
    assert_eq!(Cli::new(&failing).env("MCPI_EXIT_CODES", "classified").run().exit, Some(5));
    let server = testkit("testkit-server");
    let mute = [&WHO[..], &["--", &server, "never-answers"]].concat();
    let ran = Cli::new(&mute).env("MCPI_CONNECT_TIMEOUT", "200ms").env("MCPI_EXIT_CODES", "classified").run();
    assert_eq!(ran.exit, Some(124), "{ran:#?}");
    let slow =
        ["--demo", "--method", "tools/call", "--tool-name", "slow", "--tool-args-json", r#"{"seconds":30}"#];
    let ran = Cli::new(&slow).env("MCPI_TIMEOUT", "2s").env("MCPI_EXIT_CODES", "classified").run();
    assert_eq!(ran.exit, Some(124), "{ran:#?}");
    assert!(ran.stderr.contains("REQUEST_TIMEOUT"), "{ran:#?}");
}

#[test]
fn a_variable_that_makes_no_sense_is_told() {
    let run = |name: &str| Cli::new(&["--demo", "--method", "ping"]).env(name, "often").run().shown();
    let shown = ["MCPI_ERA", "MCPI_TIMEOUT", "MCPI_CONNECT_TIMEOUT", "MCPI_EXIT_CODES"].map(run);
    assert_snapshot!(shown.join("\n"));
}

/// A file with secrets in all the places where people put them.
fn with_secrets(directory: &Path) {
    let file = json!({ "mcpServers": {
        "web": {
            "url": "https://ada:hunter2@example.com/mcp?key=hunter2",
            "headers": { "Authorization": "Bearer hunter2", "X-Plain": "shown" },
        },
        "local": {
            "command": "node", "args": ["server.js", "--token", "hunter2", "--port", "1"],
            "env": { "API_KEY": "hunter2", "DEBUG": "shown", "PLACE": "${NO_SUCH_VARIABLE}" },
        },
        "old": { "type": "sse", "url": "http://127.0.0.1:1/sse" },
        "broken": { "comand": "node" },
    } });
    fs::write(directory.join("mcp.json"), file.to_string()).expect("it is written");
}

#[test]
fn servers_of_the_file_are_listed_without_their_secrets() {
    let directory = tempfile::tempdir().unwrap();
    with_secrets(directory.path());
    let ran = Cli::new(&["--method", "servers/list"]).in_dir(directory.path()).run();
    assert!(!ran.stdout.contains("hunter2"), "{ran:#?}");
    assert_snapshot!(ran.shown());
}

#[test]
fn a_server_of_the_file_is_shown_without_its_secrets() {
    let directory = tempfile::tempdir().unwrap();
    with_secrets(directory.path());
    let shown = ["web", "local", "old", "broken", "webb"].map(|name| {
        let ran = Cli::new(&["--method", "servers/show", "--server", name]).in_dir(directory.path()).run();
        assert!(!format!("{ran:?}").contains("hunter2"), "{ran:#?}");
        format!("# {name}\n{}", ran.shown())
    });
    assert_snapshot!(shown.join("\n"));
}
