use super::*;
use crate::schema::any_json;
use proptest::prelude::*;
use serde_json::json;

fn told(schema: &Value) -> String {
    signature("t", schema.as_object().unwrap())
}

/// The type that is told for a parameter with the schema `property`.
fn kind(property: &Value) -> String {
    let schema = json!({ "properties": { "a": property }, "required": ["a"], "$defs": { "n": { "type": "integer" } } });
    let told = told(&schema);
    told.strip_prefix("t(a: ").and_then(|told| told.strip_suffix(')')).unwrap().to_owned()
}

#[test]
fn required_parameters_come_first_and_defaults_are_told() {
    let schema = json!({
        "type": "object",
        "properties": {
            "unit": { "type": "string", "enum": ["m", "km"], "default": "m" },
            "a": { "type": "number" },
            "opts": { "type": "object", "properties": { "deep": { "type": "boolean" } } },
            "b": { "type": "integer" },
        },
        "required": ["b", "a"],
    });
    assert_eq!(
        told(&schema),
        r#"t(a: number, b: integer, unit?: "m" | "km" = "m", opts?: { deep?: boolean })"#
    );
    assert_eq!(told(&json!({ "type": "object" })), "t()");
}

#[test]
fn every_kind_of_schema_has_a_type() {
    for (property, expected) in [
        (json!({}), "any"),
        (json!(true), "any"),
        (json!(false), "never"),
        (json!({ "description": "x" }), "any"),
        (json!({ "type": ["string", "null"] }), "string | null"),
        (json!({ "const": 5 }), "5"),
        (json!({ "enum": [1, 2, 3, 4, 5, 6, 7, 8, 9] }), "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | …"),
        (json!({ "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/n" }] }), "string | integer"),
        (json!({ "oneOf": [{ "type": "string" }, { "type": "string" }] }), "string"),
        (json!({ "allOf": [{ "$ref": "#/$defs/n" }, { "minimum": 1 }] }), "integer"),
        (json!({ "type": "array" }), "any[]"),
        (json!({ "type": "array", "items": { "type": ["string", "null"] } }), "(string | null)[]"),
        (json!({ "prefixItems": [{ "type": "string" }, {}] }), "[string, any]"),
        (json!({ "type": "object" }), "object"),
        (json!({ "$ref": "https://example.com" }), "any"),
        (
            json!({ "type": "object", "properties": { "x": { "type": "integer" } }, "anyOf": [{ "required": ["x"] }, {}] }),
            "{ x?: integer }",
        ),
        (
            json!({ "properties": { "b": { "properties": { "c": { "properties": { "d": {} } } } } }, "required": ["b"] }),
            "{ b: { c?: object } }",
        ),
    ] {
        assert_eq!(kind(&property), expected, "{property}");
    }
}

#[test]
fn a_wide_signature_has_one_parameter_per_line() {
    let properties: Map<String, Value> =
        (0..5).map(|at| (format!("parameter-number-{at}"), json!({ "type": "string" }))).collect();
    assert_eq!(
        told(&json!({ "properties": properties })),
        "t(\n  parameter-number-0?: string,\n  parameter-number-1?: string,\n  parameter-number-2?: string,\n  \
         parameter-number-3?: string,\n  parameter-number-4?: string,\n)"
    );
}

#[test]
fn hostile_schemas_stay_small() {
    let itself = json!({ "$ref": "#" });
    let properties: Map<String, Value> = (0..10_000)
        .map(|at| (format!("{at}{}", "n".repeat(100)), json!({ "anyOf": [itself, itself], "items": itself })))
        .collect();
    let told_of_many = told(&json!({ "properties": properties }));
    assert!(told_of_many.len() < 60_000, "{}", told_of_many.len());
    let circle = json!({ "properties": { "a": { "$ref": "#/properties/a" }, "b": { "items": { "$ref": "#/properties/b" } } } });
    assert!(told(&circle).len() < 200);
    let huge = json!({ "properties": { "a": { "enum": ["x".repeat(1_000_000)], "default": "y".repeat(1_000_000) } } });
    assert!(told(&huge).len() < 200, "{}", told(&huge));
}

#[test]
fn names_cannot_act_on_a_terminal() {
    let schema = json!({ "properties": { "a\u{1b}[2J\n": { "const": "\u{9b}\u{202e}" }, "b c": { "type": "x\ny" }, "ü": {} } });
    assert_eq!(
        signature("t\u{7}\n", schema.as_object().unwrap()),
        r#"t\u0007\u000a("a\u001b[2J\n"?: "\u009b\u202e", "b c"?: "x\ny", ü?: any)"#
    );
}

proptest! {
    #[test]
    fn any_schema_gives_a_bounded_text_without_controls(name in ".*", schema in any_json()) {
        let schema = json!({ "properties": { "a": schema, "b": { "$ref": "#/properties/a" } }, "$defs": { "a": schema } });
        let told = signature(&name, schema.as_object().unwrap());
        prop_assert!(told.len() < 10_000);
        prop_assert!(!told.chars().any(|letter| letter.is_control() && letter != '\n'));
    }
}
