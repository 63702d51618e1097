//! Several writers of one config file, and a disk that does not want it.

use crate::api::Api;
use axum::http::{Method, StatusCode};
use mcp_inspector_server::Config;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn fields(value: Value) -> serde_json::Map<String, Value> {
    serde_json::from_value(value).expect("an object")
}

fn names(config: &Config) -> BTreeSet<String> {
    config.servers().servers.into_iter().map(|server| server.name).collect()
}

#[test]
fn backends_that_write_at_once_lose_nothing_of_each_other() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mcp.json");
    let first = Config::new(&path);
    first.create(&fields(json!({"name": "shared", "transport": "stdio", "command": "x"}))).unwrap();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            // Each pair of threads is a backend of its own.
            let config = if writer % 2 == 0 { first.clone() } else { Config::new(&path) };
            scope.spawn(move || {
                for round in 0..10 {
                    let name = format!("{writer}-{round}");
                    let new = fields(json!({"name": name, "transport": "stdio", "command": "x"}));
                    let id = config.create(&new).unwrap().id;
                    let field = fields(json!({ format!("w{writer}"): round }));
                    config.update("shared", &field).unwrap();
                    if round % 2 == 1 {
                        config.remove(&id).unwrap();
                    }
                }
            });
        }
    });
    let config = Config::new(&path);
    let expected: BTreeSet<String> = (0..4)
        .flat_map(|writer| (0..10).step_by(2).map(move |round| format!("{writer}-{round}")))
        .chain(["shared".to_owned()])
        .collect();
    assert_eq!(names(&config), expected);
    assert_eq!(names(&first), expected);
    let shared = config.servers().servers.into_iter().find(|server| server.name == "shared").unwrap();
    for writer in 0..4 {
        assert_eq!(shared.rest[&format!("w{writer}")], 9);
    }
    let left: Vec<_> =
        std::fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["mcp.json"]);
}

#[tokio::test]
async fn a_file_that_cannot_be_written_is_told_as_our_failure_and_stays() {
    let new = json!({"name": "a", "transport": "stdio", "command": "b"});
    // Where the lock should be there is a directory.
    let api = Api::with_config("{}");
    std::fs::create_dir(api.config_path().with_file_name(".mcp.json.lock")).unwrap();
    let answer = api.tell(Method::POST, "/config", &new).await;
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR, "{}", answer.body);
    assert_eq!(answer.json()["error"]["code"], "OUTPUT_FAILED");
    assert!(answer.json()["error"]["message"].as_str().unwrap().contains("could not lock"));
    // The file says that nobody should write it.
    let api = Api::with_config("{}");
    let mut permissions = std::fs::metadata(api.config_path()).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(api.config_path(), permissions).unwrap();
    let answer = api.tell(Method::POST, "/config", &new).await;
    assert_eq!(answer.json()["error"]["code"], "OUTPUT_FAILED", "{}", answer.body);
    assert_eq!(api.read_config(), "{}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_to_the_file_stays_a_link() {
    let directory = tempfile::tempdir().unwrap();
    let real = directory.path().join("real.json");
    let link = directory.path().join("mcp.json");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let config = Config::new(&link);
    for name in ["a", "b"] {
        config.create(&fields(json!({"name": name, "transport": "stdio", "command": "x"}))).unwrap();
    }
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(names(&Config::new(&real)).len(), 2);
}
