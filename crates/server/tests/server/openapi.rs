//! The description of the API: served, complete, and the same as the copy in the repository.

use crate::scene::Scene;
use mcp_inspector_server::openapi_json;
use serde_json::Value;
use std::path::Path;

#[test]
fn the_copy_in_the_repository_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, openapi_json()).expect("the copy can be written");
    }
    let copy = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        copy == openapi_json(),
        "docs/openapi.json is stale; run `UPDATE=1 cargo test -p mcp-inspector-server --test server openapi`"
    );
}

#[tokio::test]
async fn the_description_is_served() {
    let scene = Scene::start();
    let answer = scene.get("/api/openapi.json").await;
    assert_eq!(answer.body, openapi_json());
    let described = answer.json();
    assert_eq!(described["info"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(described["components"]["securitySchemes"]["token"]["name"], "X-Session-Token");
}

#[test]
fn every_operation_has_a_name_of_its_own_and_says_how_it_fails() {
    let described: Value = serde_json::from_str(openapi_json()).unwrap();
    let mut names = std::collections::BTreeSet::new();
    for (path, operations) in described["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap_or_default();
            assert!(names.insert(name.to_owned()), "{method} {path}: `{name}` is there twice");
            let needs_token = operation.get("security").is_none();
            let says_so = operation["responses"].get("401").is_some();
            assert_eq!(needs_token, says_so, "{method} {path}");
        }
    }
}
