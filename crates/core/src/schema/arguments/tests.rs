use super::*;
use crate::schema::any_json;
use proptest::prelude::*;
use serde_json::json;

fn read(schema: &Value, words: &[&str]) -> Result<Value, Vec<String>> {
    let pairs: Vec<Pair> = words.iter().map(|word| Pair::parse(word).unwrap()).collect();
    let arguments = arguments(schema.as_object().unwrap(), &pairs);
    arguments.map(Value::Object).map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

/// What `text` is worth for a property with the schema `property`.
fn worth(property: &Value, text: &str) -> Result<Value, String> {
    let word = format!("a={text}");
    let arguments = read(&json!({ "properties": { "a": property } }), &[&word]);
    arguments.map(|mut arguments| arguments["a"].take()).map_err(|errors| errors.join("; "))
}

#[track_caller]
fn gives(property: &Value, text: &str, value: &Value) {
    assert_eq!(worth(property, text).as_ref(), Ok(value), "{property} {text}");
}

#[track_caller]
fn refuses(property: &Value, text: &str, told: &str) {
    assert_eq!(worth(property, text), Err(told.to_owned()), "{property} {text}");
}

#[test]
fn where_a_string_is_allowed_the_text_is_the_string() {
    for property in [
        json!({ "type": "string" }),
        json!({ "type": ["null", "string", "integer"] }),
        json!({ "anyOf": [{ "type": "number" }, { "type": "string" }] }),
        json!({ "anyOf": [{ "const": null }, { "type": "string" }] }),
        json!({ "type": "string", "minLength": 3 }),
        json!({ "type": "hologram" }),
        json!({}),
        json!(true),
    ] {
        for text in ["012", "true", "null", "", "5", "[1]", "{}", " x", "\"q\""] {
            gives(&property, text, &json!(text));
        }
    }
    assert_eq!(read(&json!({}), &["b=1"]), Ok(json!({ "b": "1" })));
}

#[test]
fn numbers_are_read_exactly_or_not_at_all() {
    let number = json!({ "type": "number" });
    gives(&number, "1.50", &json!(1.5));
    gives(&number, "-3", &json!(-3));
    gives(&number, "1e3", &json!(1000.0));
    gives(&json!({ "type": "integer" }), "18446744073709551615", &json!(u64::MAX));
    gives(&json!({ "type": "integer" }), "2.0", &json!(2.0));
    refuses(&number, "x", "`a` must be a number, and `x` is none");
    refuses(&number, "012", "`a` must be a number, and `012` is none");
    refuses(&number, "1,5", "`a` must be a number, and `1,5` is none");
    refuses(&number, "", "`a` must be a number, and `` is none");
    refuses(&json!({ "type": "integer" }), "1.5", "`a` must be an integer, and `1.5` is none");
    refuses(&number, "18446744073709551616", "`a`: `18446744073709551616` cannot be kept exactly");
    refuses(&number, "1e400", "`a`: `1e400` cannot be kept exactly");
}

#[test]
fn booleans_and_null_are_their_words() {
    let property = json!({ "type": ["boolean", "null"] });
    gives(&property, "true", &json!(true));
    gives(&property, "false", &json!(false));
    gives(&property, "null", &json!(null));
    refuses(&property, "True", "`a` must be a boolean or null, and `True` is none");
    refuses(&property, "1", "`a` must be a boolean or null, and `1` is none");
    let nullable = json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] });
    gives(&nullable, "7", &json!(7));
    gives(&nullable, "null", &json!(null));
    refuses(&json!({ "type": ["integer", "null"] }), "x", "`a` must be an integer or null, and `x` is none");
}

#[test]
fn listed_values_are_found_by_their_json_unless_a_string_is_meant() {
    let mixed = json!({ "enum": ["1", 1, 2, 2.5, true, null, "auto"] });
    gives(&mixed, "1", &json!("1"));
    gives(&mixed, "2", &json!(2));
    gives(&mixed, "2.50", &json!(2.5));
    gives(&mixed, "true", &json!(true));
    gives(&mixed, "null", &json!(null));
    gives(&mixed, "auto", &json!("auto"));
    gives(&mixed, "false", &json!("false"));
    gives(&json!({ "enum": ["m", "km"] }), "mile", &json!("mile"));
    gives(&json!({ "enum": [1, 2] }), "3", &json!(3));
    refuses(&json!({ "enum": [1, 2] }), "x", "`a` must be an integer, and `x` is none");
    gives(&json!({ "const": 5 }), "5", &json!(5));
    gives(&json!({ "type": "string", "enum": ["1", 1] }), "1", &json!("1"));
    let auto_or_number = json!({ "anyOf": [{ "const": "auto" }, { "type": "integer" }] });
    gives(&auto_or_number, "auto", &json!("auto"));
    gives(&auto_or_number, "5", &json!(5));
    gives(&auto_or_number, "x", &json!("x"));
}

#[test]
fn arrays_take_json_or_one_item_or_several_words() {
    let numbers = json!({ "type": "array", "items": { "type": "number" } });
    gives(&numbers, "[1, 2]", &json!([1, 2]));
    gives(&numbers, "[]", &json!([]));
    gives(&numbers, "1", &json!([1]));
    refuses(&numbers, "x", "an item of `a` must be a number, and `x` is none");
    refuses(&numbers, "[1", "`a` is not JSON: EOF while parsing a list at line 1 column 2");
    refuses(&numbers, "[12345678901234567890123]", "`a`: `12345678901234567890123` cannot be kept exactly");
    gives(&json!({ "type": "array" }), "1", &json!(["1"]));
    gives(&json!({ "anyOf": [numbers, { "type": "null" }] }), "1", &json!([1]));
    gives(&json!({ "anyOf": [numbers, { "type": "null" }] }), "null", &json!(null));
    gives(&json!({ "type": "array", "items": numbers }), "1", &json!([[1]]));
    let schema = json!({ "properties": { "a": numbers, "s": { "type": ["string", "array"] }, "n": { "type": "number" },
        "p": { "type": "array", "prefixItems": [{ "type": "string" }, { "type": "integer" }], "items": false } } });
    assert_eq!(read(&schema, &["a=1", "n=5", "a=[2,3]", "a=4"]), Ok(json!({ "a": [1, 2, 3, 4], "n": 5 })));
    assert_eq!(read(&schema, &["p=1", "p=2"]), Ok(json!({ "p": ["1", 2] })));
    assert_eq!(
        read(&schema, &["p=1", "p=2", "p=3"]),
        Err(vec!["`p` can have no value by the tool's schema".to_owned()])
    );
    for words in [["s=x", "s=y"], ["n=1", "n=2"], ["a:=[1]", "a=2"], ["other=1", "other=2"]] {
        let key = words[0].split([':', '=']).next().unwrap();
        assert_eq!(read(&schema, &words), Err(vec![format!("`{key}` is given twice")]));
    }
}

#[test]
fn objects_are_json() {
    let object = json!({ "type": "object" });
    gives(&object, " {\"b\": [1]}", &json!({ "b": [1] }));
    refuses(&object, "x", "`a` must be an object, and `x` is none");
    refuses(&object, "[]", "`a` must be an object, and `[]` is none");
    refuses(&object, "{b}", "`a` is not JSON: key must be a string at line 1 column 2");
}

#[test]
fn a_property_is_found_wherever_it_is_declared() {
    let schema = json!({
        "$ref": "#/$defs/base",
        "properties": { "own": { "$ref": "#/$defs/count" } },
        "allOf": [{ "properties": { "all": { "type": "boolean" } } }, { "properties": { "own": { "minimum": 1 } } }],
        "oneOf": [{ "properties": { "one": { "type": "integer" } } }, { "properties": { "two": { "type": "null" } } }],
        "additionalProperties": { "type": "number" },
        "$defs": { "count": { "$anchor": "c", "type": "integer" }, "base": { "properties": { "base": { "$ref": "#c" } } } },
    });
    let arguments = read(&schema, &["own=1", "all=true", "one=2", "two=null", "base=3", "more=4.5"]);
    assert_eq!(
        arguments,
        Ok(json!({ "own": 1, "all": true, "one": 2, "two": null, "base": 3, "more": 4.5 }))
    );
}

#[test]
fn an_unknown_name_is_refused_only_where_others_are_shut_out() {
    let properties = json!({ "limit": {}, "query": {} });
    let closed = json!({ "properties": properties, "additionalProperties": false });
    assert_eq!(read(&closed, &["limt=1"]), Err(vec!["the tool has no argument `limt`".to_owned()]));
    assert_eq!(read(&closed, &["limt:=1", "x=1"]).unwrap_err().len(), 2);
    let errors = arguments(closed.as_object().unwrap(), &[Pair::parse("limt=1").unwrap()]).unwrap_err();
    assert_eq!(errors[0].hint().as_deref(), Some("did you mean `limit`?"));
    for open in [
        json!({ "properties": properties }),
        json!({ "properties": properties, "additionalProperties": true }),
        json!({ "properties": properties, "patternProperties": { "^l": {} }, "additionalProperties": false }),
        json!({ "anyOf": [{ "properties": properties, "additionalProperties": false }, {}] }),
    ] {
        assert_eq!(read(&open, &["limt=1"]), Ok(json!({ "limt": "1" })), "{open}");
    }
    // Parts that each shut out the other's members leave nothing by the letter; the names are still known.
    let parts = json!({ "allOf": [closed, { "properties": { "b": { "type": "integer" } } }] });
    assert_eq!(read(&parts, &["b=1", "limit=x"]), Ok(json!({ "b": 1, "limit": "x" })));
}

#[test]
fn json_is_not_questioned_and_all_errors_are_told() {
    let schema =
        json!({ "properties": { "a": { "type": "number" }, "b": { "type": "boolean" }, "c": false } });
    assert_eq!(read(&schema, &["a:=\"x\"", "b:=null"]), Ok(json!({ "a": "x", "b": null })));
    let errors = read(&schema, &["a=x", "b=y", "c=z"]).unwrap_err();
    assert_eq!(
        errors,
        [
            "`a` must be a number, and `x` is none",
            "`b` must be a boolean, and `y` is none",
            "`c` can have no value by the tool's schema"
        ]
    );
}

#[test]
fn schemas_that_lead_back_to_themselves_end() {
    let endless =
        json!({ "properties": { "a": { "type": "array", "items": { "$ref": "#/properties/a" } } } });
    assert!(read(&endless, &["a=x"]).is_err());
    let circle =
        json!({ "properties": { "a": { "anyOf": [{ "$ref": "#/properties/a" }, { "type": "integer" }] } } });
    assert!(read(&circle, &["a=1"]).is_ok());
    let mut bomb = json!({ "properties": { "a": { "$ref": "#/$defs/0" } }, "$defs": {} });
    for at in 0..60 {
        let next = json!({ "$ref": format!("#/$defs/{}", at + 1) });
        bomb["$defs"][at.to_string()] = json!({ "allOf": [next, next], "anyOf": [next, next] });
    }
    assert_eq!(read(&bomb, &["a=1"]), Ok(json!({ "a": "1" })));
}

#[test]
fn long_lists_and_many_of_them_are_not_compared_for_ever() {
    let list: Vec<Value> = (0..199).map(|at| json!(format!("{}{at}", "x".repeat(1000)))).collect();
    let lists = vec![json!({ "enum": list }); 2_000];
    let schema =
        json!({ "properties": { "a": { "allOf": lists }, "b": { "enum": vec![list; 50].concat() } } });
    assert_eq!(read(&schema, &["a=1", "b=2"]), Ok(json!({ "a": "1", "b": "2" })));
}

proptest! {
    #[test]
    fn no_schema_is_too_strange(schema in any_json(), words in proptest::collection::vec("[ab]{1,2}:?=.{0,6}|a=[0-9\\[\\]{}tfn.e\"-]{0,5}", 0..5)) {
        let pairs: Vec<Pair> = words.iter().filter_map(|word| Pair::parse(word).ok()).collect();
        let whole = json!({ "properties": { "a": schema }, "$defs": { "a": schema } });
        let _ = arguments(whole.as_object().unwrap(), &pairs);
        if let Some(schema) = schema.as_object() {
            let _ = arguments(schema, &pairs);
        }
    }

    #[test]
    fn a_string_stays_what_was_typed(text in ".*", others in proptest::sample::subsequence(vec!["null", "integer", "boolean", "array", "object"], 0..5)) {
        let kinds: Vec<&str> = others.into_iter().chain(["string"]).collect();
        for property in [json!({ "type": "string" }), json!({ "type": kinds })] {
            prop_assert_eq!(worth(&property, &text), Ok(json!(text)));
        }
    }

    #[test]
    fn what_is_read_for_a_type_fits_the_type(text in "-?[0-9]{0,3}\\.?[0-9]{0,2}|true|null|\\[[0-9,]{0,4}\\]|\\{\\}|.{0,4}", kind in proptest::sample::select(vec!["null", "integer", "number", "boolean", "array", "object", "string"])) {
        let property = json!({ "type": kind });
        if let Ok(value) = worth(&property, &text) {
            prop_assert_eq!(crate::schema::misfits(&property, &value), Ok(vec![]));
        }
    }
}
