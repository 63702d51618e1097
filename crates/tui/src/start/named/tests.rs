use super::*;
use clap::Parser as _;

/// What words name, with a config file that has the servers `one`, `two` and `web`.
fn named(words: &str) -> Result<Vec<(String, bool)>, String> {
    let directory = tempfile::tempdir().unwrap();
    let config = directory.path().join("mcp.json");
    let text = r#"{"mcpServers":{"one":{"command":"a-program"},"two":{"command":"b-program"},"web":{"url":"https://web.example/mcp"}}}"#;
    std::fs::write(&config, text).unwrap();
    std::fs::write(directory.path().join("session.jsonl"), "").unwrap();
    let words = words.replace("$DIR", &directory.path().display().to_string());
    let words = format!("mcp-inspector --config {} {words}", config.display());
    let words = words.split_whitespace();
    let flags = Flags::try_parse_from(words).unwrap();
    let named = Named::of(&flags).map_err(|error| error.to_string())?;
    Ok(named.targets.iter().map(|one| (one.target.place(), one.is_configured)).collect())
}

fn typed(place: &str) -> (String, bool) {
    (place.to_owned(), false)
}

fn configured(place: &str) -> (String, bool) {
    (place.to_owned(), true)
}

#[test]
fn several_servers_are_named_in_several_ways() {
    let (one, two) = (configured("a-program"), configured("b-program"));
    assert_eq!(named("--server one --server two --server one"), Ok(vec![one.clone(), two.clone()]));
    assert_eq!(named("--server one -- node server.js"), Ok(vec![one.clone(), typed("node server.js")]));
    let (left, right) = (typed("https://a.example/mcp"), typed("http://b.example/mcp"));
    assert_eq!(named("https://a.example/mcp http://b.example/mcp"), Ok(vec![left.clone(), right.clone()]));
    let both = "--server-url a.example/mcp --server-url http://b.example/mcp --server two";
    assert_eq!(named(both), Ok(vec![two, left.clone(), right]));
    assert_eq!(named("--server one https://a.example/mcp"), Ok(vec![one, left]));
    // A command has its URL to itself.
    assert_eq!(
        named("npx remote https://a.example/mcp"),
        Ok(vec![typed("npx remote https://a.example/mcp")])
    );
}

#[test]
fn what_could_be_about_several_servers_is_refused() {
    let shared = |flags: &str, count| Err(format!("{flags} could be about {count} servers"));
    assert_eq!(named("--server one --server two -e A=1"), shared("`--env` and `--cwd`", 2));
    let urls = "https://a.example/mcp http://b.example/mcp -H X:1";
    assert_eq!(named(urls), shared("`--transport` and `--header`", 2));
    // Of each kind there is one.
    assert!(named("--server one --server web -e A=1 -H X:1").is_ok());
    assert_eq!(
        named("--server web -e A=1"),
        Err("`--env` and `--cwd` are for a command, and the server is a URL".to_owned())
    );
    assert_eq!(
        named("$DIR/session.jsonl --server one"),
        Err("a recording and a server are named".to_owned())
    );
    assert!(named("https://a.example/mcp other").is_err());
    assert!(named("--server three").is_err());
}

#[test]
fn what_can_neither_be_run_nor_opened_is_named_with_what_was_expected() {
    let why = "it is no program, no recording and no server";
    assert_eq!(named("/"), Err(format!("`/` is a directory: {why}")));
    let told = named("$DIR/mcp.json").unwrap_err();
    assert!(told.ends_with(&format!("/mcp.json` is a file that cannot be run: {why}")), "{told}");
    for missing in ["nofile.jsonl", "./nofile.jsonl", "./nothing"] {
        assert_eq!(named(missing), Err(format!("`{missing}` does not exist: {why}")));
    }
    assert_eq!(named("/bin/sh"), Ok(vec![typed("/bin/sh")]));
}
