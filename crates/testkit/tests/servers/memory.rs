//! `@modelcontextprotocol/server-memory`: what it keeps outlives its process.

use crate::place;
use crate::programs::command;
use crate::tour::{Tour, within_limit};
use mcp_inspector_engine::core::era::Revision;
use serde_json::json;
use std::path::Path;

#[tokio::test]
async fn a_graph_is_written_and_read_by_the_next_process() {
    within_limit(async {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("graph.jsonl");
        let ada = json!({ "name": "Ada", "entityType": "person", "observations": ["writes programs"] });
        let tour = begin(&file).await;
        assert_eq!(tour.tool_names().await.len(), 9);
        let result = tour.call("create_entities", json!({ "entities": [ada] })).await;
        assert_eq!(result.structured_content, Some(json!({ "entities": [ada] })));
        tour.end(Revision::R2025_11_25, &[]).await;
        assert!(file.exists());

        let tour = begin(&file).await;
        let result = tour.call("read_graph", json!({})).await;
        assert_eq!(result.structured_content, Some(json!({ "entities": [ada], "relations": [] })));
        let result = tour.try_call("create_entities", json!({ "entities": "none" })).await.unwrap();
        assert!(result.is_error, "{}", result.text());
        tour.end(Revision::R2025_11_25, &[]).await;
    })
    .await;
}

async fn begin(file: &Path) -> Tour {
    let words = place::node("server-memory", "dist/index.js");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let target = command(&words, |stdio| {
        stdio.env.insert("MEMORY_FILE_PATH".to_owned(), place::path(file));
    });
    Tour::begin(target, r#"{ "rules": [] }"#).await
}
