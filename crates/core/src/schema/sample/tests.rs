use super::*;
use crate::schema::any_json;
use proptest::prelude::*;
use serde_json::json;

#[track_caller]
fn gives(schema: &Value, value: &Value) {
    assert_eq!(sample(schema), *value, "{schema}");
}

fn arguments(schema: &Value) -> Value {
    Value::Object(sample_arguments(schema.as_object().unwrap()))
}

#[test]
fn what_the_schema_names_itself_is_taken() {
    gives(&json!({ "const": { "a": 1 } }), &json!({ "a": 1 }));
    gives(&json!({ "const": null }), &json!(null));
    gives(&json!({ "type": "string", "default": "d", "examples": ["e"], "enum": ["d", "e"] }), &json!("d"));
    gives(&json!({ "type": "string", "examples": ["e"], "enum": ["d", "e"] }), &json!("e"));
    gives(&json!({ "enum": ["d", "e"] }), &json!("d"));
}

#[test]
fn every_type_has_a_value() {
    gives(&json!({ "type": "string" }), &json!("sample"));
    gives(&json!({ "type": "number" }), &json!(1));
    gives(&json!({ "type": "integer" }), &json!(1));
    gives(&json!({ "type": "boolean" }), &json!(false));
    gives(&json!({ "type": "null" }), &json!(null));
    gives(&json!({ "type": "array" }), &json!([]));
    gives(&json!({ "type": "object" }), &json!({}));
    gives(&json!({ "type": ["null", "integer"] }), &json!(1));
    gives(&json!({ "type": ["null"] }), &json!(null));
    gives(&json!({ "type": "hologram" }), &json!("sample"));
    gives(&json!(true), &json!("sample"));
    gives(&json!({}), &json!("sample"));
}

#[test]
fn a_type_that_is_not_stated_is_told_by_the_keywords() {
    gives(&json!({ "required": ["a"] }), &json!({ "a": "sample" }));
    gives(&json!({ "items": { "type": "integer" } }), &json!([1]));
    gives(&json!({ "minimum": 3 }), &json!(3));
    gives(&json!({ "minLength": 2, "maxLength": 3 }), &json!("sam"));
}

#[test]
fn numbers_keep_to_their_range() {
    gives(&json!({ "type": "number", "minimum": 2.5 }), &json!(2.5));
    gives(&json!({ "type": "integer", "minimum": 2.5 }), &json!(3));
    gives(&json!({ "type": "integer", "maximum": -3 }), &json!(-3));
    gives(&json!({ "type": "number", "minimum": -2, "maximum": 0.5 }), &json!(0.5));
    gives(&json!({ "type": "integer", "minimum": -2, "maximum": 0.5 }), &json!(0));
    gives(&json!({ "type": "integer", "exclusiveMinimum": 5 }), &json!(6));
    gives(&json!({ "type": "integer", "exclusiveMaximum": 1 }), &json!(0));
    gives(&json!({ "type": "number", "exclusiveMinimum": 5, "exclusiveMaximum": 5.5 }), &json!(5.25));
    gives(&json!({ "type": "integer", "minimum": 5, "exclusiveMinimum": true }), &json!(6));
    gives(&json!({ "type": "integer", "multipleOf": 7, "minimum": 10 }), &json!(14));
    gives(&json!({ "type": "integer", "multipleOf": 7 }), &json!(7));
    gives(
        &json!({ "type": "number", "multipleOf": 0.25, "maximum": 0.9, "exclusiveMinimum": 0 }),
        &json!(0.25),
    );
    gives(
        &json!({ "type": "integer", "minimum": 9_007_199_254_740_993_i64 }),
        &json!(9_007_199_254_740_992_i64),
    );
    gives(&json!({ "type": "integer", "minimum": 5, "maximum": 1 }), &json!(5));
}

#[test]
fn strings_have_their_format_and_length() {
    for format in ["email", "uri", "date", "date-time", "uuid", "ipv4", "ipv6", "hostname", "time"] {
        let text = sample(&json!({ "type": "string", "format": format }));
        assert!(!text.as_str().unwrap().contains("sample") || format == "email", "{text}");
    }
    gives(&json!({ "type": "string", "minLength": 8 }), &json!("samplesa"));
    gives(&json!({ "type": "string", "maxLength": 0 }), &json!(""));
    let long = sample(&json!({ "type": "string", "minLength": 1e12 }));
    assert_eq!(long.as_str().unwrap().len(), 4096);
}

#[test]
fn patterns_are_followed_as_far_as_they_are_plain() {
    for (pattern, text) in [
        ("^[A-Z]{3}-\\d{4}$", "AAA-1111"),
        ("^(red|green)+$", "red"),
        ("^a?b*c$", "c"),
        ("^[^a-y]{2,}\\.x$", "zz.x"),
        ("(?:v)(?<major>\\d+)\\.\\d+", "v1.1"),
        ("^[\\w.-]+@[\\w-]+$", "a@a"),
        ("^[]x]$", "]"),
        ("", ""),
    ] {
        gives(&json!({ "type": "string", "pattern": pattern }), &json!(text));
    }
    gives(&json!({ "type": "string", "pattern": "^[a-z]+$", "minLength": 5 }), &json!("aaaaaa"));
    for pattern in ["(?=a)b", "(a)\\1", "(", "[", "a{9999}", "*"] {
        gives(&json!({ "type": "string", "pattern": pattern }), &json!("sample"));
    }
}

#[test]
fn arrays_have_as_many_items_as_they_must() {
    let number = json!({ "type": "integer" });
    gives(&json!({ "type": "array", "items": number }), &json!([1]));
    gives(&json!({ "type": "array", "items": number, "maxItems": 0 }), &json!([]));
    gives(
        &json!({ "type": "array", "items": number, "minItems": 3, "uniqueItems": true }),
        &json!([1, 2, 3]),
    );
    gives(
        &json!({ "type": "array", "items": { "enum": ["x", "y"] }, "minItems": 2, "uniqueItems": true }),
        &json!(["x", "y"]),
    );
    gives(
        &json!({ "type": "array", "prefixItems": [{ "const": "a" }, number], "items": false }),
        &json!(["a", 1]),
    );
    gives(&json!({ "type": "array", "items": [number, { "const": "b" }] }), &json!([1, "b"]));
    gives(&json!({ "type": "array", "contains": { "const": 9 } }), &json!([9]));
    assert_eq!(sample(&json!({ "items": number, "minItems": 1e9 })).as_array().unwrap().len(), 32);
}

#[test]
fn branches_apply_beside_the_rest() {
    gives(
        &json!({ "type": "object", "required": ["a"], "properties": { "a": { "type": "integer" } },
            "allOf": [{ "required": ["b"], "properties": { "b": { "const": 2 }, "a": { "minimum": 7 } } }] }),
        &json!({ "a": 7, "b": 2 }),
    );
    gives(&json!({ "anyOf": [{ "type": "null" }, { "type": "integer" }] }), &json!(1));
    gives(&json!({ "oneOf": [false, { "const": "x" }] }), &json!("x"));
    gives(
        &json!({ "type": "integer", "oneOf": [{ "type": "string" }, { "type": "integer", "minimum": 4 }] }),
        &json!(4),
    );
    gives(&json!({ "oneOf": [{ "const": "a", "title": "A" }, { "const": "b" }] }), &json!("a"));
}

#[test]
fn local_references_are_followed_and_others_are_not() {
    let with = |reference: &str| json!({ "$ref": reference, "$defs": { "a/b": { "type": "integer" }, "n": { "$anchor": "name", "const": 5 } } });
    gives(&with("#/$defs/a~1b"), &json!(1));
    gives(&with("#/%24defs/a~1b"), &json!(1));
    gives(&with("#name"), &json!(5));
    gives(&with("#/$defs/none"), &json!("sample"));
    gives(&with("https://example.com/schema.json"), &json!("sample"));
    gives(&with("#"), &json!("sample"));
    let mut schema =
        json!({ "type": "object", "required": ["a", "b"], "$defs": { "n": { "type": "integer" } } });
    schema["properties"] = json!({ "a": { "$ref": "#/$defs/n" }, "b": { "$ref": "#/properties/a" } });
    assert_eq!(arguments(&schema), json!({ "a": 1, "b": 1 }));
}

#[test]
fn recursion_ends() {
    let list = json!({ "type": "object", "required": ["next"],
        "properties": { "next": { "anyOf": [{ "$ref": "#" }, { "type": "null" }] } } });
    let mut value = &sample(&list);
    let mut depth = 0;
    while value.is_object() {
        value = &value["next"];
        depth += 1;
    }
    assert_eq!((value, depth), (&json!(null), DEEP));
    let tree = json!({ "type": "array", "minItems": 30, "items": { "$ref": "#" } });
    assert!(weight(&sample(&tree)) <= 2 * SIZE);
}

#[test]
fn a_call_has_what_is_required_or_else_everything() {
    let numbers = json!({ "a": { "type": "number" }, "b": { "type": "number" } });
    let schema = json!({ "type": "object", "properties": numbers, "required": ["a", "b"] });
    assert_eq!(arguments(&schema), json!({ "a": 1, "b": 1 }));
    assert_eq!(arguments(&json!({ "properties": numbers })), json!({ "a": 1, "b": 1 }));
    assert_eq!(arguments(&json!({ "properties": numbers, "required": ["b"] })), json!({ "b": 1 }));
    assert_eq!(arguments(&json!({ "type": "array" })), json!({}));
    assert_eq!(arguments(&json!({})), json!({}));
}

#[test]
fn objects_have_what_their_properties_need_and_enough_of_them() {
    let schema = json!({ "required": ["a"], "dependentRequired": { "a": ["b"], "b": ["a", "c"] },
        "additionalProperties": { "type": "integer" } });
    gives(&schema, &json!({ "a": 1, "b": 1, "c": 1 }));
    gives(
        &json!({ "minProperties": 2, "properties": { "x": { "const": 0 } } }),
        &json!({ "x": 0, "sample1": "sample" }),
    );
}

fn depth_of(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth_of).max().unwrap_or(0),
        Value::Object(map) => 1 + map.values().map(depth_of).max().unwrap_or(0),
        _ => 0,
    }
}

proptest! {
    #[test]
    fn any_json_at_all_gives_a_bounded_value(schema in any_json()) {
        let value = sample(&schema);
        // At the end of the budget, containers of the right type are still closed.
        prop_assert!(weight(&value) <= 2 * SIZE, "{}", weight(&value));
        prop_assert!(depth_of(&value) <= DEPTH + depth_of(&schema) + 1);
        prop_assert_eq!(&sample(&schema), &value);
        if let Some(schema) = schema.as_object() {
            sample_arguments(schema);
        }
    }

    #[test]
    fn any_pattern_at_all_gives_a_bounded_text_or_none(text in "[\\[\\]()^$|*+?{},0-9a-z.\\\\:<>=!-]{0,24}", least in 0..50usize) {
        if let Some(sample) = pattern::sample(&text, least) {
            prop_assert!(sample.len() <= 1024);
        }
    }

    #[test]
    fn a_number_is_in_its_range(low in -1e6..1e6f64, room in 0.0..1e6f64, is_integer: bool) {
        let high = low + room;
        let kind = if is_integer { "integer" } else { "number" };
        let number = sample(&json!({ "type": kind, "minimum": low, "maximum": high })).as_f64().unwrap();
        if !is_integer || low.ceil() <= high {
            prop_assert!(low <= number && number <= high, "{low} <= {number} <= {high}");
        }
    }
}
