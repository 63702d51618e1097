//! Reading and resolving; rewriting is tested in `tests/rewriting.rs`.

mod login;
mod properties;
mod rewriting;
mod telling;

use std::path::PathBuf;
use std::time::Duration;

use super::*;
use crate::target::{Flavour, Http, Transport};

const LIST: &str = r#"{
  "version": "2.0",
  "servers": [
    {
      "id": "one", "name": "Everything", "transport": "stdio",
      "command": "npx", "args": ["-y", "pkg"], "env": { "API_KEY": "value" }, "cwd": "/srv",
      "connectionMode": "proxy", "timeouts": { "connection": 30000, "request": 60000 }
    },
    {
      "id": "two", "name": "Web", "transport": "streamableHttp", "url": "http://localhost:8080/mcp",
      "headers": { "Z": "1", "A": "2" }, "oauth": { "clientId": "c" }
    },
  ], // the last comma is fine
  "preferences": { "theme": "dark" }
}"#;

fn read(text: &str) -> TargetFile {
    TargetFile::read("mcp.json", text).unwrap()
}

fn nothing_set(_: &str) -> Option<String> {
    None
}

fn resolve(text: &str, name: &str) -> Result<Target, TargetError> {
    read(text).resolve(name, &|name| match name {
        "HOST" => Some("h.example".into()),
        "EMPTY" => Some(String::new()),
        "LOOP" => Some("${HOST}".into()),
        _ => None,
    })
}

fn http(target: Target) -> Http {
    match target.transport {
        Transport::Http(http) => http,
        Transport::Stdio(stdio) => panic!("expected a URL, found {stdio:?}"),
    }
}

fn message(text: &str, name: &str) -> String {
    resolve(text, name).unwrap_err().to_string()
}

#[test]
fn the_list_shape_is_read_with_all_its_fields() {
    let file = read(LIST);
    assert_eq!(file.shape(), Shape::List);
    assert_eq!(file.names(), ["Everything", "Web"]);
    let target = file.resolve("one", &nothing_set).unwrap();
    assert_eq!(target, file.resolve("Everything", &nothing_set).unwrap());
    assert_eq!(target.id.as_deref(), Some("one"));
    assert_eq!(target.timeouts.connection, Some(Duration::from_secs(30)));
    assert_eq!(target.timeouts.request, Some(Duration::from_mins(1)));
    let Transport::Stdio(stdio) = target.transport else {
        panic!("expected a command");
    };
    assert_eq!((stdio.command.as_str(), stdio.args.len()), ("npx", 2));
    assert_eq!(stdio.env["API_KEY"], "value");
    assert_eq!(stdio.cwd, Some(PathBuf::from("/srv")));
    let web = http(file.resolve("Web", &nothing_set).unwrap());
    assert_eq!(web.flavour, Flavour::Streamable);
    let order: Vec<&str> = web.headers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(order, ["Z", "A"]);
}

#[test]
fn both_map_shapes_are_read() {
    let file =
        read(r#"{"mcpServers": {"git": {"command": "git-mcp"}, "web": {"url": "https://a.example"}}}"#);
    assert_eq!(file.shape(), Shape::McpServers);
    assert_eq!(file.names(), ["git", "web"]);
    assert_eq!(http(file.resolve("web", &nothing_set).unwrap()).flavour, Flavour::Auto);
    let file = read(r#"{"servers": {"web": {"type": "sse", "url": "https://a.example"}}, "inputs": []}"#);
    assert_eq!(file.shape(), Shape::VsCode);
    assert_eq!(http(file.resolve("web", &nothing_set).unwrap()).flavour, Flavour::Sse);
}

#[test]
fn every_spelling_of_a_transport_is_understood() {
    for word in ["streamable-http", "streamableHttp", "streamable_http", "http", "HTTP"] {
        for key in ["type", "transport"] {
            let text = format!(
                r#"{{"mcpServers": {{"w": {{"{key}": "{word}", "serverUrl": "https://a.example"}}}}}}"#
            );
            assert_eq!(http(resolve(&text, "w").unwrap()).flavour, Flavour::Streamable, "{text}");
        }
    }
}

#[test]
fn an_empty_file_has_no_servers_and_the_list_shape() {
    for text in ["", " \n", "{}", "// soon\n", "\u{feff}{}", r#"{"preferences": {}}"#] {
        let file = read(text);
        assert_eq!((file.shape(), file.entries().len()), (Shape::List, 0), "{text}");
    }
    assert_eq!(read(r#"{"inputs": []}"#).shape(), Shape::VsCode);
}

#[test]
fn a_syntax_error_has_line_and_column() {
    let error = TargetFile::read("mcp.json", "{\n  \"servers\": [}\n").unwrap_err();
    let TargetError::Syntax { line, column, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!((*line, *column), (2, 15));
    assert_eq!(error.to_string(), "mcp.json:2:15: unexpected close brace");
}

#[test]
fn other_liberties_than_comments_and_trailing_commas_are_refused() {
    for text in ["{servers: []}", "{'servers': []}", r#"{"a": 1 "servers": []}"#, r#"{"a": NaN}"#, "{} {}"] {
        let read = TargetFile::read("mcp.json", text);
        assert!(matches!(read, Err(TargetError::Syntax { .. })), "{text}");
    }
}

#[test]
fn a_file_that_is_no_config_file_is_named_as_such() {
    let error = |text| TargetFile::read("f", text).unwrap_err().to_string();
    assert_eq!(error("[]"), "f: `(the whole file)` should be an object, but is a list");
    assert_eq!(error(r#"{"name": "x"}"#), "f has neither `mcpServers` nor `servers`");
    assert_eq!(error(r#"{"mcpServers": 5}"#), "f: `mcpServers` should be an object, but is a number");
    assert_eq!(error(r#"{"mcpServers": {}, "servers": []}"#), "f has both `mcpServers` and `servers`");
    assert_eq!(
        error(r#"{"servers": {}, "servers": {}}"#),
        "f: `servers` and `servers` have the same key `servers`"
    );
}

#[test]
fn a_bad_entry_is_listed_with_its_error_and_hides_no_other() {
    let file = read(
        r#"{"mcpServers": {
            "no": 5,
            "nothing": {},
            "both": {"command": "c", "url": "https://a.example"},
            "word": {"type": "carrier-pigeon", "url": "https://a.example"},
            "needs": {"type": "http", "command": "c"},
            "args": {"command": "c", "args": ["a", 2]},
            "env.x": {"command": "c", "env": {"PORT": 1}},
            "time": {"command": "c", "timeouts": {"request": -1}},
            "fine": {"command": "c", "url": null, "cwd": ""}
        }}"#,
    );
    let errors: Vec<String> = file
        .entries()
        .iter()
        .filter_map(|entry| entry.target.as_ref().err())
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        errors,
        [
            "mcp.json: `mcpServers.no` should be an object, but is a number",
            "mcp.json: `mcpServers.nothing` has no `command` or `url`",
            "mcp.json: `mcpServers.both` has both `command` and `url`, and no transport",
            "mcp.json: `mcpServers.word.type` is `carrier-pigeon`, which is not a known transport",
            "mcp.json: `mcpServers.needs` has no `url`",
            "mcp.json: `mcpServers.args.args[1]` should be a string, but is a number",
            "mcp.json: `mcpServers[\"env.x\"].env.PORT` should be a string, but is a number",
            "mcp.json: `mcpServers.time.timeouts.request` should be a whole number of milliseconds, but is another number",
        ]
    );
    assert!(file.resolve("fine", &nothing_set).is_ok());
    assert_eq!(file.names().len(), 9);
}

#[test]
fn an_entry_without_a_name_goes_by_its_id_or_place() {
    let file = read(r#"{"servers": [{"id": "x", "command": "c"}, {"command": "c"}]}"#);
    assert_eq!(file.names(), ["x", "servers[1]"]);
    assert_eq!(
        file.resolve("x", &nothing_set).unwrap_err().to_string(),
        "mcp.json: `servers[0]` has no `name`"
    );
}

#[test]
fn entries_that_share_a_name_or_an_id_are_refused_and_others_are_not() {
    let twice = r#"{"mcpServers": {"a": {"command": "1"}, "a": {"command": "2"}, "b": {"command": "3"}}}"#;
    assert_eq!(message(twice, "a"), "mcp.json: `mcpServers.a` and `mcpServers.a` have the same name `a`");
    assert!(resolve(twice, "b").is_ok());
    let ids = r#"{"servers": [{"id": "i", "name": "a", "command": "1"}, {"id": "i", "name": "b", "command": "2"}]}"#;
    for name in ["i", "a", "b"] {
        assert!(matches!(resolve(ids, name), Err(TargetError::Duplicate { what: "id", .. })), "{name}");
    }
}

#[test]
fn an_unknown_name_lists_the_names_and_suggests_the_nearest() {
    let error = resolve(LIST, "everythng").unwrap_err();
    assert_eq!(error.to_string(), "`everythng` is not in mcp.json, which has `Everything`, `Web`");
    assert_eq!(error.hint().as_deref(), Some("did you mean `Everything`?"));
    assert_eq!(message("", "x"), "`x` is not in mcp.json, which has no entries");
}

#[test]
fn variables_are_filled_in_everywhere() {
    let web = r#"{"mcpServers": {"w": {
        "url": "https://${HOST}/${env:HOST}/${NO:-d}/${EMPTY:-e}/${EMPTY}/${LOOP}/${A B}/${",
        "headers": {"X": "${HOST}"}, "caFile": "/${HOST}"}}}"#;
    let web = http(resolve(web, "w").unwrap());
    assert_eq!(web.url, "https://h.example/h.example/d/e//${HOST}/${A B}/${");
    assert_eq!(web.headers, [("X".to_owned(), "h.example".to_owned())]);
    assert_eq!(web.ca_file, Some(PathBuf::from("/h.example")));
    let program = r#"{"mcpServers": {"p": {
        "command": "${HOST}", "args": ["${HOST}"], "env": {"E": "${HOST}"}, "cwd": "${HOST}"}}}"#;
    let Transport::Stdio(stdio) = resolve(program, "p").unwrap().transport else {
        panic!("expected a command");
    };
    assert_eq!((stdio.command.as_str(), stdio.args[0].as_str()), ("h.example", "h.example"));
    assert_eq!((stdio.env["E"].as_str(), stdio.cwd), ("h.example", Some(PathBuf::from("h.example"))));
}

#[test]
fn what_a_secret_variable_gave_to_an_argument_is_shown_nowhere() {
    let text = r#"{"mcpServers":{"s":{"command":"run","args":["${API_TOKEN}","--to=${PLACE}","${MINE}"],"env":{"TOKEN":"${MINE}"}}}}"#;
    let target = read(text).resolve("s", &|name| Some(format!("value-of-{name}"))).unwrap();
    assert_eq!(target.place(), "run '[REDACTED]' '--to=value-of-PLACE' '[REDACTED]'");
    let redactor = crate::redact::Redactor::for_target(&target);
    assert_eq!(redactor.mask_text("got value-of-API_TOKEN").as_deref(), Some("got [REDACTED]"));
}

#[test]
fn an_unset_variable_names_file_field_and_variable() {
    let text = r#"{"mcpServers": {"git": {"command": "c", "env": {"TOKEN": "${GIT_TOKEN}"}}, "b": {"command": "c"}}}"#;
    let error = resolve(text, "git").unwrap_err();
    assert_eq!(
        error,
        TargetError::UnsetVariable {
            file: "mcp.json".into(),
            field: "mcpServers.git.env.TOKEN".into(),
            variable: "GIT_TOKEN".into(),
        }
    );
    assert_eq!(
        error.hint().as_deref(),
        Some("set `GIT_TOKEN`, or give a default with `${GIT_TOKEN:-value}`")
    );
    assert!(resolve(text, "b").is_ok());
    let shown = read(text).resolve_partly("git", &nothing_set).unwrap();
    assert_eq!(shown.unset.len(), 1);
}

#[test]
fn an_input_names_itself() {
    let text = r#"{"servers": {"w": {"type": "http", "url": "https://a.example", "headers": {"X": "Bearer ${input:pat}"}}}}"#;
    assert_eq!(
        message(text, "w"),
        "mcp.json: `servers.w.headers.X` needs the input `pat`, which only an editor can ask for"
    );
}

#[test]
fn a_url_is_judged_after_its_variables_are_filled_in() {
    let text = r#"{"mcpServers": {"w": {"serverUrl": "${HOST}/mcp"}}}"#;
    assert_eq!(
        message(text, "w"),
        "mcp.json: `mcpServers.w.serverUrl` is `h.example/mcp`, not an http:// or https:// URL"
    );
}

#[test]
fn debug_output_of_a_file_shows_no_secret() {
    let file = read(
        r#"{"mcpServers": {"w": {"url": "https://a.example", "headers": {"Authorization": "Bearer hidden"}, "oauth": {"clientSecret": "hidden"}}}}"#,
    );
    let edit = EntryEdit::new("w").set("headers", "hidden");
    assert!(!format!("{file:?} {edit:?}").contains("hidden"));
}

#[test]
fn deep_nesting_and_big_junk_are_errors_and_nothing_worse() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        assert!(matches!(TargetFile::read("f", &deep), Err(TargetError::Syntax { .. })));
    }
    let nearly = format!(r#"{{"x": {}{}, "servers": []}}"#, "[".repeat(500), "]".repeat(500));
    let mut file = read(&nearly);
    file.upsert(&EntryEdit::new("a").set("command", "c")).unwrap();
    for junk in ["[1,", "\"", "/*", "{\"a\":", "\u{1f511}"] {
        let junk = junk.repeat(10_000_000 / junk.len());
        assert!(TargetFile::read("f", &junk).is_err());
    }
    assert!(matches!(TargetFile::read("f", &" ".repeat(MAX_BYTES + 1)), Err(TargetError::TooLarge { .. })));
}
