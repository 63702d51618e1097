//! What is told about a file: places, plain words, and whether it holds secrets.

use super::*;
use serde_json::json;

fn place(line: usize, column: usize) -> Place {
    Place { line, column }
}

#[test]
fn every_error_about_a_place_says_where_it_is() {
    let text = "\u{feff}{\n  // ä\n  \"servers\": [\n    { \"id\": \"é\", \"command\": 5 },\n    \
                { \"name\": \"ok\", \"command\": \"x\", \"env\": { \"T\": \"${NO}\" } },\n    7\n  ]\n}";
    let file = read(text);
    let places: Vec<Place> = file.entries().iter().map(|entry| entry.place).collect();
    assert_eq!(places, [place(4, 5), place(5, 5), place(6, 5)]);
    let wrong = file.entries()[0].target.clone().unwrap_err();
    // The entry has no name either, and that is found first.
    assert_eq!(place_of(text, &wrong), Some(place(4, 5)));
    let unset = file.resolve("ok", &nothing_set).unwrap_err();
    assert_eq!(unset.field(), Some("servers[1].env.T"));
    assert_eq!(place_of(text, &unset), Some(place(5, 46)));
    let no_object = file.entries()[2].target.clone().unwrap_err();
    assert_eq!(place_of(text, &no_object), Some(place(6, 5)));
}

#[test]
fn keys_that_blur_a_path_are_still_found() {
    let text = "{\"mcpServers\":{\n\"a\":{},\n\"a.b\": {\"command\": [], \"args\": []},\n\"c\": {\"command\":{\"d.e\":1}}}}";
    let file = read(text);
    let wrong = file.entry("a.b").unwrap().target.clone().unwrap_err();
    assert_eq!(wrong.field(), Some("mcpServers[\"a.b\"].command"));
    assert_eq!(place_of(text, &wrong), Some(place(3, 9)));
}

#[test]
fn errors_about_the_whole_file_have_a_place_too() {
    let place_in = |text: &str| place_of(text, &TargetFile::read("mcp.json", text).unwrap_err());
    assert_eq!(place_in("\n{ broken"), Some(place(2, 3)));
    assert_eq!(place_in("{\"mcpServers\": {},\n \"servers\": []}"), Some(place(2, 2)));
    assert_eq!(place_in("{\"name\": \"package\"}"), Some(place(1, 1)));
    assert_eq!(place_in("{\n\"servers\": 5}"), Some(place(2, 1)));
    assert_eq!(place_in("\n\n []"), Some(place(3, 2)));
}

#[test]
fn two_entries_of_one_key_have_two_places() {
    let file = read("{\"mcpServers\": {\n\"a\": {\"command\": \"x\"},\n\"a\": {\"command\": \"y\"}}}");
    let lines: Vec<usize> = file.entries().iter().map(|entry| entry.place.line).collect();
    assert_eq!(lines, [2, 3]);
    assert!(file.entries().iter().all(|entry| entry.target.is_err()));
}

#[test]
fn an_id_that_is_the_name_of_an_entry_without_one_means_neither() {
    let file =
        read(r#"{"servers": [{"id": "x", "name": "a", "command": "1"}, {"name": "x", "command": "2"}]}"#);
    for entry in file.entries() {
        let error = entry.target.clone().unwrap_err();
        assert!(matches!(error, TargetError::Duplicate { what: "id", .. }), "{error}");
    }
    let empty = read(
        r#"{"servers": [{"id": "", "name": "a", "command": "1"}, {"id": "", "name": "b", "command": "2"}]}"#,
    );
    assert!(empty.entries().iter().all(|entry| entry.target.is_ok()));
}

#[test]
fn the_words_of_every_shape_become_those_of_the_list() {
    let plain = |text: &str| Value::from(read(text).entries()[0].plain_fields());
    assert_eq!(
        plain(r#"{"mcpServers": {"a": {"type": "streamable-http", "serverUrl": "https://x", "extra": 1}}}"#),
        json!({"id": "a", "name": "a", "transport": "streamableHttp", "url": "https://x", "extra": 1})
    );
    assert_eq!(
        plain(r#"{"servers": {"a": {"command": "${C}", "name": "ignored"}}}"#),
        json!({"id": "a", "name": "a", "transport": "stdio", "command": "${C}"})
    );
    assert_eq!(
        plain(r#"{"servers": [{"id": "1", "name": "a", "url": "https://x"}]}"#),
        json!({"id": "1", "name": "a", "transport": "streamableHttp", "url": "https://x"})
    );
    assert_eq!(
        plain(r#"{"servers": [{"transport": "pigeon", "url": 5}]}"#),
        json!({"id": "servers[0]", "name": "servers[0]", "transport": "pigeon", "url": 5})
    );
    // What is wrong elsewhere does not hide how it is meant to be reached.
    assert_eq!(
        plain(r#"{"mcpServers": {"a": {"command": "x", "args": 5}}}"#),
        json!({"id": "a", "name": "a", "transport": "stdio", "command": "x", "args": 5})
    );
}

#[test]
fn an_entry_is_changed_and_removed_by_its_place_when_its_name_is_not_enough() {
    let mut file = read(
        r#"{"servers": [{"id": "1", "name": "a", "command": "x"}, {"id": "2", "name": "a", "command": "y"}]}"#,
    );
    assert!(file.remove("a").is_err());
    file.put(Some(1), &EntryEdit::new("a").set("name", "b")).unwrap();
    assert_eq!(file.names(), ["a", "b"]);
    assert_eq!(file.take(0).unwrap().known_id(), "1");
    assert_eq!(file.names(), ["b"]);
    // Adding never changes an entry whose id is the new name.
    file.put(None, &EntryEdit::new("2").set("command", "z")).unwrap_err();
    file.put(None, &EntryEdit::new("2").set("command", "z").stamped("3", "now")).unwrap();
    assert_eq!(file.names(), ["b", "2"]);
}

#[test]
fn a_file_holds_secrets_when_a_value_is_one_and_not_when_a_variable_stands_for_it() {
    let holds = |fields: Value| {
        let text = json!({"mcpServers": {"a": fields}}).to_string();
        read(&text).holds_secrets()
    };
    for secret in [
        json!({"command": "x", "env": {"API_KEY": "v"}}),
        json!({"command": "x", "env": {"PLAIN": "ghp_0123456789abcdef"}}),
        json!({"command": "x", "env": {"TOKEN": "${TOKEN:-fallback}"}}),
        json!({"command": "x", "args": ["--token", "v"]}),
        json!({"url": "https://user:pass@a.example"}),
        json!({"url": "https://a.example?api_key=v"}),
        json!({"url": "https://a.example", "headers": {"Authorization": "Bearer v"}}),
        json!({"url": "https://a.example", "oauth": {"clientSecret": "v"}}),
        json!({"command": 5, "unknown": [{"password": "v"}]}),
    ] {
        assert!(holds(secret.clone()), "{secret}");
    }
    for open in [
        json!({"command": "x", "env": {"TOKEN": "${TOKEN}", "DEBUG": "1", "SECRET": ""}}),
        json!({"command": "x", "args": ["--token", "${TOKEN}", "--verbose"]}),
        json!({"url": "https://a.example", "headers": {"Authorization": "Bearer ${env:TOKEN}"}}),
        json!({"url": "https://a.example/mcp?page=1"}),
    ] {
        assert!(!holds(open.clone()), "{open}");
    }
}
