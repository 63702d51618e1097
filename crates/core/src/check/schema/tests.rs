use super::*;
use proptest::prelude::*;
use serde_json::json;

fn messages(faults: &[SchemaFault]) -> Vec<String> {
    faults.iter().map(|fault| format!("{}: {}", fault.pointer, fault.message)).collect()
}

#[test]
fn good_schemas_of_every_dialect_are_good() {
    let schema = json!({"type": "object", "properties": {"a": {"$ref": "#/definitions/a"}}, "required": ["a"],
        "definitions": {"a": {"type": ["string", "null"], "format": "whatever"}}, "x-vendor": {"$ref": "#/nowhere"}});
    for name in ["draft-04", "draft-06", "draft-07", "draft/2019-09", "draft/2020-12"] {
        for end in ["", "#"] {
            let mut schema = schema.clone();
            schema["$schema"] = json!(format!("http://json-schema.org/{name}/schema{end}"));
            assert_eq!(schema_faults(&schema), [], "{name}");
            assert_eq!(Schema::ready(&schema).unwrap().faults(&json!({"a": 5})).unwrap().len(), 1, "{name}");
        }
    }
    assert_eq!(schema_faults(&schema), []);
    assert_eq!(schema_faults(&json!({"$schema": "https://example.com/mine", "type": "strnig"})), []);
}

#[test]
fn an_unknown_type_is_found_where_it_stands() {
    let faults = schema_faults(&json!({"type": "object", "properties": {"a": {"type": "strnig"}}}));
    assert_eq!(faults[0].pointer, "/properties/a/type");
    assert!(faults[0].message.contains("strnig"), "{faults:?}");
    assert_eq!(schema_faults(&json!({"type": "object", "required": "a"})).len(), 1);
    assert_eq!(schema_faults(&json!({"type": "object", "properties": {"a": {"minimum": "0"}}})).len(), 1);
    // The same word is right in one dialect and wrong in another.
    let schema =
        json!({"$schema": "http://json-schema.org/draft-04/schema#", "exclusiveMinimum": true, "minimum": 1});
    assert_eq!(schema_faults(&schema), []);
    assert_eq!(schema_faults(&json!({"exclusiveMinimum": true, "minimum": 1})).len(), 1);
}

#[test]
fn references_that_lead_nowhere_are_found() {
    let schema = json!({"properties": {
        "a": {"$ref": "#/$defs/gone"}, "b": {"$ref": "#/$defs/there"}, "c": {"$ref": "#"}, "d": {"$ref": "#name"},
        "e": {"$ref": "#noname"}, "f": {"$ref": "#/$defs/a~1b%20c"}, "$ref": {"type": "string"},
        "g": {"const": {"$ref": "#/gone"}, "default": {"$ref": "#/gone"}, "enum": [{"$ref": "#/gone"}]}},
        "$defs": {"there": {"$anchor": "name"}, "a/b c": {}}});
    assert_eq!(
        messages(&schema_faults(&schema)),
        [
            "/properties/a/$ref: `$ref` is `#/$defs/gone`, and nothing is there",
            "/properties/e/$ref: `$ref` is `#noname`, and nothing is there",
        ]
    );
}

#[test]
fn nothing_outside_is_fetched_or_accused() {
    let schema =
        json!({"properties": {"a": {"$ref": "https://example.com/a.json"}, "b": {"$ref": "other.json#/x"}}});
    assert_eq!(schema_faults(&schema), []);
    assert_eq!(
        messages(&outside_references(&schema)),
        ["/properties/a/$ref: https://example.com/a.json", "/properties/b/$ref: other.json#/x"]
    );
    assert!(Schema::ready(&schema).is_err());
}

#[test]
fn a_value_that_does_not_fit_is_told_with_its_place() {
    let schema = json!({"type": "object", "properties": {"n": {"type": "array", "items": {"$ref": "#/$defs/n"}}},
        "required": ["m"], "$defs": {"n": {"type": "number"}}});
    let schema = Schema::ready(&schema).unwrap();
    assert_eq!(schema.faults(&json!({"m": 1, "n": [1, 2.5]})).unwrap(), []);
    let faults = schema.faults(&json!({"n": [1, "x"]})).unwrap();
    assert_eq!(messages(&faults), [": \"m\" is a required property"], "the first one is enough");
    let faults = schema.faults(&json!({"m": 1, "n": [1, "x"]})).unwrap();
    assert_eq!(messages(&faults), ["/n/1: \"x\" is not of type \"number\""]);
    let long = json!({"m": 1, "n": ["x".repeat(10_000)]});
    assert!(schema.faults(&long).unwrap()[0].message.len() < 100);
}

#[test]
fn formats_are_no_fault_and_odd_patterns_are_not_judged() {
    let schema =
        Schema::ready(&json!({"$schema": "http://json-schema.org/draft-07/schema#", "format": "email"}));
    assert_eq!(schema.unwrap().faults(&json!("no mail")).unwrap(), []);
    assert!(Schema::ready(&json!({"pattern": "(?=a)b"})).is_err());
    assert!(Schema::ready(&json!({"pattern": "("})).is_err());
    assert_eq!(schema_faults(&json!({"pattern": "(?=a)b"})), []);
}

#[test]
fn schemas_that_lead_back_to_themselves_do_no_harm() {
    assert!(Schema::ready(&json!({"$ref": "#"})).is_err());
    let pair =
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}});
    assert!(Schema::ready(&pair).is_err());
    assert_eq!(schema_faults(&pair), []);
    let tree =
        json!({"type": "object", "properties": {"next": {"$ref": "#"}}, "additionalProperties": false});
    let tree = Schema::ready(&tree).unwrap();
    assert_eq!(tree.faults(&json!({"next": {"next": {"next": {}}}})).unwrap(), []);
    assert_eq!(tree.faults(&json!({"next": {"next": {"last": {}}}})).unwrap().len(), 1);
}

#[test]
fn schemas_that_multiply_are_not_used() {
    let doubling = |hold: fn(String) -> Value| {
        let defs: serde_json::Map<String, Value> = (0..40)
            .map(|at| (format!("a{at}"), hold(format!("#/$defs/a{}", (at + 1).min(39)))))
            .chain([("a39".to_owned(), json!({}))])
            .collect();
        json!({"$ref": "#/$defs/a0", "$defs": defs})
    };
    let same = doubling(|next| json!({"allOf": [{"$ref": next}, {"$ref": next}]}));
    assert!(Schema::ready(&same).is_err());
    assert_eq!(schema_faults(&same), []);
    let below = doubling(|next| json!({"properties": {"x": {"$ref": next}, "y": {"$ref": next}}}));
    let ready = Schema::ready(&below).unwrap();
    assert_eq!(ready.faults(&json!({"x": {"y": {"x": {}}}})).unwrap(), []);
    let deep = doubling(|next| json!({"additionalProperties": {"anyOf": [{"$ref": next}, {"$ref": next}]}}));
    let mut value = json!({});
    for _ in 0..40 {
        value = json!({ "x": value });
    }
    assert!(Schema::ready(&deep).ok().is_none_or(|schema| schema.faults(&value).is_none()));
}

#[test]
fn what_is_deep_but_not_too_deep_is_judged() {
    let (mut schema, mut value) = (json!({"type": "strnig"}), json!(5));
    for _ in 0..DEEPEST / 2 - 1 {
        schema = json!({"type": "object", "properties": {"a": schema}, "required": ["a"]});
        value = json!({ "a": value });
    }
    assert_eq!(schema_faults(&schema).len(), 1);
    let text = schema.to_string().replace("strnig", "string");
    let schema = Schema::ready(&serde_json::from_str(&text).unwrap()).unwrap();
    assert_eq!(schema.faults(&value).unwrap().len(), 1);
    let tree =
        Schema::ready(&json!({"anyOf": [{"type": "integer"}, {"items": {"$ref": "#"}, "type": "array"}]}));
    let mut value = json!(true);
    for _ in 0..DEEPEST {
        value = json!([value]);
    }
    assert_eq!(tree.unwrap().faults(&value).unwrap().len(), 1);
}

#[test]
fn what_is_too_large_or_too_deep_is_not_judged() {
    let mut deep = json!({"type": "strnig"});
    for _ in 0..DEEPEST {
        deep = json!({ "not": deep });
    }
    assert_eq!(schema_faults(&deep), []);
    let wide: serde_json::Map<String, Value> =
        (0..MOST_PLACES).map(|at| (at.to_string(), json!(5))).collect();
    assert_eq!(schema_faults(&json!({ "properties": wide })), []);
    let schema = Schema::ready(&json!({"items": {"pattern": "^(a+)+$"}})).unwrap();
    assert_eq!(schema.faults(&json!([format!("{}b", "a".repeat(10_000))])).unwrap().len(), 1);
    assert_eq!(schema.faults(&json!(["a".repeat(100_000)])), None);
    assert!(Schema::ready(&json!({"pattern": "((x{1000}){1000}){1000}"})).is_err());
}

/// Schemas as a careless or hostile server could make them.
fn odd_schemas() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        proptest::sample::select(vec![
            "#",
            "#/$defs/a",
            "#/properties/a",
            "#a",
            "a",
            "string",
            "object",
            "array",
            "(a",
            "[a-z]+",
            "",
            "http://json-schema.org/draft-07/schema#",
            "https://json-schema.org/draft/2019-09/schema",
            "x:y#/z",
        ])
        .prop_map(Into::into),
    ];
    leaf.prop_recursive(6, 80, 6, |inner| {
        let key = proptest::sample::select(vec![
            "type", "properties", "items", "prefixItems", "$ref", "$defs", "definitions", "allOf", "anyOf", "oneOf",
            "not", "if", "then", "else", "pattern", "patternProperties", "additionalProperties", "required", "enum",
            "const", "multipleOf", "minimum", "maxLength", "$id", "id", "$anchor", "$dynamicRef", "$dynamicAnchor",
            "$recursiveRef", "$schema", "unevaluatedProperties", "contains", "minContains", "uniqueItems", "a",
            "dependentSchemas", "dependencies", "propertyNames", "contentSchema", "$vocabulary", "format",
        ]);
        prop_oneof![
            1 => proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            4 => proptest::collection::vec((key, inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())),
        ]
    })
}

proptest! {
    #[test]
    fn no_schema_and_no_value_stalls_or_panics(schema in odd_schemas(), value in odd_schemas()) {
        prop_assert!(schema_faults(&schema).len() <= MOST_FAULTS);
        prop_assert!(outside_references(&schema).len() <= MOST_FAULTS);
        if let Ok(schema) = Schema::ready(&schema) {
            let found = schema.faults(&value);
            prop_assert!(found.is_none_or(|faults| faults.len() <= MOST_FAULTS));
        }
    }
}

#[test]
fn a_value_with_millions_of_faults_is_told_by_the_first() {
    let names: Vec<String> = (0..500).map(|number| format!("n{number}")).collect();
    let schema = json!({"additionalProperties": {"required": names}});
    let schema = Schema::ready(&schema).unwrap();
    let value: serde_json::Map<String, Value> = (0..2000).map(|n| (n.to_string(), json!({}))).collect();
    assert_eq!(schema.faults(&Value::Object(value)).map(|faults| faults.len()), Some(1));
}

#[test]
fn what_readers_differ_about_is_no_fault() {
    let schema = json!({"$schema": "http://json-schema.org/draft-07/schema#", "contentEncoding": "base64"});
    assert_eq!(Schema::ready(&schema).unwrap().faults(&json!("not base64!")).unwrap(), []);
    let schema = json!({"pattern": "\\bé"});
    assert_eq!(Schema::ready(&schema).unwrap().faults(&json!("aé")).unwrap_or_default(), []);
}
