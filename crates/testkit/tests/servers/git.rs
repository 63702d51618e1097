//! `mcp-server-git`, on the Python SDK.

use crate::place;
use crate::programs::command;
use crate::tour::{Tour, within_limit};
use mcp_inspector_engine::core::era::Revision;
use serde_json::json;
use std::path::Path;
use std::process::{Command, Stdio};

#[tokio::test]
async fn status_and_log_of_a_repository_are_read() {
    within_limit(async {
        let repository = tempfile::tempdir().unwrap();
        let path = place::path(repository.path());
        git(repository.path(), &["init", "--quiet", "--initial-branch=trunk"]);
        std::fs::write(repository.path().join("first"), "1").unwrap();
        git(repository.path(), &["add", "first"]);
        git(repository.path(), &["commit", "--quiet", "--message", "a first commit"]);
        std::fs::write(repository.path().join("second"), "2").unwrap();

        let program = place::python("mcp-server-git");
        let tour =
            Tour::begin(command(&[&program, "--repository", &path], |_| {}), r#"{ "rules": [] }"#).await;
        let names = tour.tool_names().await;
        assert!(names.contains(&"git_status".to_owned()), "{names:?}");
        let status = tour.call("git_status", json!({ "repo_path": path })).await.text();
        assert!(status.contains("On branch trunk") && status.contains("second"), "{status}");
        let log = tour.call("git_log", json!({ "repo_path": path, "max_count": 5 })).await.text();
        assert!(log.contains("a first commit"), "{log}");
        let elsewhere = tour.try_call("git_status", json!({ "repo_path": "/" })).await.unwrap();
        assert!(elsewhere.is_error, "{}", elsewhere.text());
        let fault = tour.try_call("no_such_tool", json!({})).await.unwrap_err();
        assert_eq!(fault.details.rpc.unwrap().code, Some(-32602));
        tour.end(Revision::R2026_07_28, &[]).await;
    })
    .await;
}

/// Runs git without what the machine's owner has configured.
fn git(repository: &Path, words: &[&str]) {
    let status = Command::new("git")
        .args(["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"])
        .args(words)
        .current_dir(repository)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::null())
        .status()
        .expect("the tests need git");
    assert!(status.success(), "git {}", words.join(" "));
}
