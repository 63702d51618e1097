//! The forms of the fixture, which the tests of the page draw: what the engine makes of its requests is in it.

use mcp_inspector_engine::core::form::{Edit, compile};
use serde_json::{Value, json};
use std::path::Path;

#[test]
fn the_forms_that_the_page_is_tested_with_are_those_of_the_engine() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/forms/sixteen.json");
    let before = std::fs::read_to_string(&path).expect("the fixture is there");
    let mut fixture: Value = serde_json::from_str(&before).expect("it is JSON");
    let schema = fixture["schema"].to_string();
    let cases = fixture["cases"].as_array_mut().expect("cases");
    assert!(cases.len() > 10, "{} cases", cases.len());
    for case in cases {
        let edits: Vec<Edit> = serde_json::from_value(case["edits"].clone()).expect("edits");
        let made = compile(&schema, case["text"].as_str(), &edits);
        let made = made.unwrap_or_else(|error| panic!("{}: {error}", case["says"]));
        case["made"] = json!(made);
    }
    // A line for each case, so that a change shows which of them changed.
    let cases: Vec<String> =
        fixture["cases"].as_array().into_iter().flatten().map(Value::to_string).collect();
    let now = format!("{{\"schema\":{schema},\n\"cases\":[\n{}\n]}}\n", cases.join(",\n"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &now).expect("the fixture can be written");
    }
    assert!(
        before == now || std::env::var_os("UPDATE").is_some(),
        "fixtures/forms/sixteen.json is stale; run `UPDATE=1 cargo test -p mcp-inspector-server --test server forms`"
    );
}
