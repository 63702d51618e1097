use super::*;
use crate::schema::any_json;
use proptest::prelude::*;
use serde_json::json;

#[track_caller]
fn tells(schema: &Value, value: &Value, expected: &[&str]) {
    let told: Vec<String> = misfits(schema, value).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(told, expected, "{schema}");
}

#[test]
fn each_misfit_is_told_in_few_words() {
    let schema = json!({
        "properties": {
            "n": { "type": "number", "minimum": 5 },
            "u": { "enum": ["m", "km"] },
            "s": { "type": "string", "pattern": "^a+$", "maxLength": 1 },
            "l": { "type": "array", "items": { "type": ["integer", "null"] }, "minItems": 3, "uniqueItems": true },
            "c": { "const": { "x": 1 } },
            "o": { "anyOf": [{ "type": "integer" }, { "type": "null" }] },
            "p": { "oneOf": [{ "minimum": 1 }, { "minimum": 2 }] },
            "q": { "anyOf": [{ "type": "string" }, { "minimum": 2 }] },
        },
        "required": ["n", "r"],
        "additionalProperties": false,
    });
    tells(&schema, &json!({ "n": 5, "r": 1 }), &["`r` must not be there"]);
    tells(&schema, &json!({ "n": "5" }), &["`r` is missing", "`/n`: expected a number, got the text \"5\""]);
    let with = |name: &str, value: Value| json!({ "properties": { name: schema["properties"][name] } , "v": { name: value } });
    for (name, value, told) in [
        ("n", json!(4), "`/n`: expected at least 5, got 4"),
        ("u", json!("mile"), "`/u`: expected one of \"m\", \"km\", got the text \"mile\""),
        ("s", json!("b"), "`/s`: expected text that matches `^a+$`, got the text \"b\""),
        ("s", json!("aa"), "`/s`: expected at most 1 character, got the text \"aa\""),
        ("l", json!([1, 2, "x"]), "`/l/2`: expected null or an integer, got the text \"x\""),
        ("l", json!([1]), "`/l`: expected at least 3 items, got an array of 1 item"),
        ("l", json!([1, 2, 2]), "`/l`: has equal items, and all must differ"),
        ("c", json!({}), "`/c`: expected {\"x\":1}, got an object with 0 members"),
        ("o", json!("x"), "`/o`: expected an integer or null, got the text \"x\""),
        ("p", json!(3), "`/p`: fits more than one of the alternatives, and must fit exactly one"),
        ("q", json!(1), "`/q`: fits none of 2 alternatives"),
    ] {
        let schema = with(name, value);
        tells(&schema, &schema["v"], &[told]);
    }
}

#[test]
fn a_value_that_fits_has_none() {
    tells(&json!({ "type": "object", "required": ["a"] }), &json!({ "a": 1 }), &[]);
    tells(&json!(true), &json!(null), &[]);
}

#[test]
fn a_tool_without_parameters_takes_none() {
    let closed = json!({ "type": "object", "additionalProperties": false });
    tells(&closed, &json!({}), &[]);
    tells(&closed, &json!({ "a": 1 }), &["must have no members"]);
    let empty = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    tells(&empty, &json!({ "a": 1 }), &["`a` must not be there"]);
    tells(&json!({ "properties": { "a": false } }), &json!({ "a": 1 }), &["`/a`: must not be there"]);
}

#[test]
fn neither_number_nor_size_of_misfits_is_the_servers_to_choose() {
    let schema = json!({ "items": { "enum": ["x".repeat(100_000), "y".repeat(100_000)] } });
    let value = json!(vec!["z".repeat(1000); 100]);
    let misfits = misfits(&schema, &value).unwrap();
    assert_eq!(misfits.len(), MOST);
    assert!(misfits.iter().all(|misfit| misfit.message.len() < 300), "{misfits:?}");
    let names: Vec<String> = (0..1000).map(|at| format!("{at}\u{1b}[31m")).collect();
    let value: Value =
        names.into_iter().map(|name| (name, json!(1))).collect::<serde_json::Map<_, _>>().into();
    let told = &super::misfits(&json!({ "properties": { "a": {} }, "additionalProperties": false }), &value)
        .unwrap()[0]
        .message;
    assert!(told.ends_with(", 992 more must not be there") && !told.contains('\u{1b}'), "{told}");
}

#[test]
fn a_schema_that_cannot_be_used_is_no_verdict() {
    let told = misfits(&json!({ "properties": { "a": { "type": "strnig" } } }), &json!({})).unwrap_err();
    assert!(matches!(&told, Unusable::Invalid { pointer, .. } if pointer == "/properties/a/type"), "{told}");
    let outside = json!({ "$ref": "https://example.com/schema.json" });
    let url = "https://example.com/schema.json".to_owned();
    assert_eq!(misfits(&outside, &json!(1)), Err(Unusable::Elsewhere { url }));
    let name = "https://example.com/mine".to_owned();
    assert_eq!(misfits(&json!({ "$schema": name }), &json!(1)), Err(Unusable::Dialect { name }));
    assert_eq!(misfits(&json!({ "$ref": "#" }), &json!(1)), Err(Unusable::Schema));
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    assert_eq!(misfits(&json!({}), &deep), Err(Unusable::Value));
}

proptest! {
    #[test]
    fn any_schema_and_value_give_a_bounded_answer(schema in any_json(), value in any_json()) {
        if let Ok(misfits) = misfits(&schema, &value) {
            prop_assert!(misfits.len() <= MOST);
            prop_assert!(misfits.iter().all(|misfit| misfit.message.len() < 4000));
        }
    }
}
