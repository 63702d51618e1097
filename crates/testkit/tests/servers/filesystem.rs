//! `@modelcontextprotocol/server-filesystem`: its directories follow our roots.

use crate::place;
use crate::programs::command;
use crate::support::quick;
use crate::tour::{Tour, within_limit};
use mcp_inspector_engine::core::era::Revision;
use mcp_inspector_engine::core::peer::config::Root;
use serde_json::json;
use std::path::Path;

const NO_RULES: &str = r#"{ "rules": [] }"#;

#[tokio::test]
async fn files_are_written_read_and_listed() {
    within_limit(async {
        let directory = tempfile::tempdir().unwrap();
        let tour = begin(directory.path(), Vec::new()).await;
        let file = place::path(&directory.path().join("hello.txt"));
        tour.call("write_file", json!({ "path": file, "content": "hello, file" })).await;
        let result = tour.call("read_text_file", json!({ "path": file })).await;
        assert_eq!(result.text(), "hello, file");
        assert_eq!(result.structured_content, Some(json!({ "content": "hello, file" })));
        let result = tour.call("list_directory", json!({ "path": place::path(directory.path()) })).await;
        assert_eq!(result.text(), "[FILE] hello.txt");
        let result = tour.try_call("read_text_file", json!({ "path": "/etc/hostname" })).await.unwrap();
        assert!(result.is_error && result.text().contains("Access denied"), "{}", result.text());
        tour.end(Revision::R2025_11_25, &[]).await;
    })
    .await;
}

#[tokio::test]
async fn allowed_directories_follow_the_roots() {
    within_limit(async {
        let [first, second, third] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let tour = begin(first.path(), vec![root(second.path())]).await;
        tour.said("Updated allowed directories from MCP roots: 1 valid directories").await;
        assert_eq!(tour.asked("roots/list"), 1);
        assert_eq!(allowed(&tour).await, [second.path()].map(place::path));
        tour.session.set_roots(vec![root(second.path()), root(third.path())]).await.unwrap();
        tour.said("Updated allowed directories from MCP roots: 2 valid directories").await;
        assert_eq!(tour.asked("roots/list"), 2);
        assert_eq!(allowed(&tour).await, [second.path(), third.path()].map(place::path));
        tour.end(Revision::R2025_11_25, &[]).await;
    })
    .await;
}

async fn begin(directory: &Path, roots: Vec<Root>) -> Tour {
    let mut words = place::node("server-filesystem", "dist/index.js");
    words.push(place::path(directory));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut config = quick();
    config.peer.offer.roots = Some(roots);
    Tour::begin_with(command(&words, |_| {}), NO_RULES, config).await
}

fn root(directory: &Path) -> Root {
    Root { uri: format!("file://{}", directory.display()), name: None }
}

async fn allowed(tour: &Tour) -> Vec<String> {
    let result = tour.call("list_allowed_directories", json!({})).await;
    result.text().lines().skip(1).map(str::to_owned).collect()
}
