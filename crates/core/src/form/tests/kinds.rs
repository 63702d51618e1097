use super::*;

/// A name, a schema, a text, the kind of input, and members of its node.
type Case = (&'static str, Value, &'static str, &'static str, Value);

fn shapes() -> [Case; 16] {
    let person =
        json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    [
        (
            "text",
            json!({ "type": "string", "minLength": 1 }),
            "\"x\"",
            "string",
            json!({ "value": "x", "minLength": 1 }),
        ),
        (
            "whole",
            json!({ "type": "integer", "minimum": 1, "exclusiveMaximum": 9 }),
            "3",
            "number",
            json!({ "raw": "3", "integer": true, "min": "1", "max": "9", "exclusiveMin": false, "exclusiveMax": true }),
        ),
        ("flag", json!({ "type": "boolean" }), "true", "bool", json!({ "value": true })),
        (
            "unit",
            json!({ "type": "string", "enum": ["m", "km"] }),
            "\"km\"",
            "enum",
            json!({ "chosen": [1], "multi": false }),
        ),
        ("untyped", json!({ "enum": ["a", 2, true] }), "2", "enum", json!({ "chosen": [1], "other": null })),
        (
            "maybe",
            json!({ "type": ["integer", "null"] }),
            "null",
            "number",
            json!({ "nullable": true, "state": "null" }),
        ),
        ("fixed", json!({ "const": "v1" }), "\"v1\"", "const", json!({ "json": "\"v1\"" })),
        (
            "when",
            json!({ "type": "string", "format": "date-time" }),
            "\"2026\"",
            "string",
            json!({ "format": "date-time" }),
        ),
        (
            "list",
            json!({ "type": "array", "items": { "type": "string" }, "maxItems": 2 }),
            "[\"a\",\"b\"]",
            "array",
            json!({ "max": 2, "canAdd": false }),
        ),
        (
            "pair",
            json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "number" }], "items": false }),
            "[\"a\"]",
            "tuple",
            json!({ "canAdd": false }),
        ),
        (
            "shape",
            json!({ "oneOf": [
            { "type": "object", "properties": { "kind": { "const": "circle" }, "r": { "type": "number" } }, "required": ["kind", "r"] },
            { "type": "object", "properties": { "kind": { "const": "square" }, "a": { "type": "number" } }, "required": ["kind", "a"] },
        ] }),
            "{\"kind\":\"square\"}",
            "union",
            json!({ "chosen": 1, "discriminator": "kind",
            "variants": [{ "title": "circle", "kind": "object" }, { "title": "square", "kind": "object" }] }),
        ),
        (
            "either",
            json!({ "anyOf": [{ "type": "string" }, { "type": "number" }] }),
            "1.50",
            "union",
            json!({ "chosen": 1,
            "variants": [{ "title": "string", "kind": "string" }, { "title": "number", "kind": "number" }] }),
        ),
        (
            "labels",
            json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            "{\"a\":\"b\"}",
            "map",
            json!({}),
        ),
        (
            "tree",
            json!({ "$ref": "#/$defs/node" }),
            "{\"name\":\"x\",\"children\":[{\"name\":\"y\"}]}",
            "object",
            json!({}),
        ),
        ("person", person, "{\"name\":\"x\"}", "object", json!({ "extraAllowed": true })),
        (
            "tags",
            json!({ "type": "array", "uniqueItems": true, "items": { "enum": ["a", "b", "c"] } }),
            "[\"c\",\"a\"]",
            "enum",
            json!({ "multi": true, "chosen": [2, 0] }),
        ),
    ]
}

#[test]
fn each_of_the_sixteen_shapes_has_an_input_of_its_own() {
    let shapes = shapes();
    let properties: serde_json::Map<String, Value> =
        shapes.iter().map(|(name, schema, ..)| ((*name).to_owned(), schema.clone())).collect();
    let node = json!({ "type": "object", "properties": { "name": { "type": "string" },
        "children": { "type": "array", "items": { "$ref": "#/$defs/node" } }, "parent": { "$ref": "#/$defs/node" } } });
    let schema = json!({ "type": "object", "properties": properties, "$defs": { "node": node } });
    let members: Vec<String> =
        shapes.iter().map(|(name, _, text, ..)| format!("\"{name}\": {text}")).collect();
    let text = format!("{{ {} }}", members.join(", "));
    let form = form(&schema, &text);
    assert_eq!(form.text, text);
    has(&form, "", &json!({ "kind": "object", "name": null, "state": "value" }));
    for (name, _, text, kind, expected) in &shapes {
        let pointer = format!("/{name}");
        let state = if *text == "null" { "null" } else { "value" };
        has(&form, &pointer, &json!({ "kind": kind, "name": name, "state": state, "required": false }));
        has(&form, &pointer, expected);
    }
    has(&form, "/tree/children/0/name", &json!({ "kind": "string", "value": "y" }));
    has(&form, "/tree/children/0/parent", &json!({ "kind": "ref", "of": "node", "state": "unset" }));
    has(&form, "/pair/1", &json!({ "kind": "number", "state": "unset" }));
    has(&form, "/labels/a", &json!({ "kind": "string", "name": "a" }));
    assert_eq!(told(&form), ["/shape/a required `a` is missing"]);
    // The same with nothing there: no place is JSON to be typed, and all are unset.
    let empty = self::form(&schema, "{}");
    for (name, _, _, kind, _) in &shapes {
        has(&empty, &format!("/{name}"), &json!({ "kind": kind, "state": "unset" }));
    }
}

#[test]
fn conditions_are_weighed_with_the_value_that_is_there() {
    let schema = json!({
        "properties": { "how": { "enum": ["mail", "post"] } },
        "if": { "properties": { "how": { "const": "mail" } }, "required": ["how"] },
        "then": { "properties": { "address": { "type": "string" } }, "required": ["address"] },
        "else": { "properties": { "street": { "type": "string" } } },
        "dependentRequired": { "card": ["name"] },
        "dependentSchemas": { "gift": { "properties": { "wish": { "type": "string" } } } },
    });
    let mail = form(&schema, r#"{"how":"mail"}"#);
    has(&mail, "/address", &json!({ "kind": "string", "required": true, "state": "unset" }));
    assert!(at(&mail.form, "/street").is_none());
    assert_eq!(told(&mail), ["/address required `address` is missing"]);
    let post = form(&schema, r#"{"how":"post","gift":1,"card":2,"name":"x"}"#);
    assert!(at(&post.form, "/address").is_none());
    has(&post, "/street", &json!({ "kind": "string", "required": false }));
    has(&post, "/wish", &json!({ "kind": "string" }));
    has(&post, "/name", &json!({ "required": true }));
    assert_eq!(told(&post), Vec::<String>::new());
}

#[test]
fn all_of_is_one_thing_and_the_strictest_of_it_counts() {
    let schema = json!({
        "allOf": [{ "$ref": "#/definitions/base" }, { "properties": { "n": { "maximum": 5, "description": "far" } } }],
        "properties": { "n": { "title": "near" } },
        "definitions": { "base": { "type": "object", "required": ["n"],
            "properties": { "n": { "type": "integer", "minimum": 1, "maximum": 9 }, "m": { "$ref": "#here" } } },
            "other": { "$anchor": "here", "type": "boolean" } },
    });
    let form = form(&schema, "{}");
    has(
        &form,
        "/n",
        &json!({ "kind": "number", "integer": true, "min": "1", "max": "5", "required": true,
        "title": "near", "description": "far" }),
    );
    has(&form, "/m", &json!({ "kind": "bool" }));
}

#[test]
fn titles_of_values_come_from_wherever_servers_write_them() {
    let schema = json!({ "properties": {
        "a": { "type": "string", "oneOf": [{ "const": "x", "title": "Ex" }, { "const": "y", "title": "Why" }] },
        "b": { "type": "string", "enum": ["x", "y"], "enumNames": ["Ex", "Why"] },
        "c": { "type": "array", "items": { "anyOf": [{ "const": "x", "title": "Ex" }, { "const": "y", "title": "Why" }] } },
        "d": { "anyOf": [{ "enum": ["x", "y"] }, { "type": "null" }] },
        "e": { "enum": ["x", null] },
    } });
    let form = form(&schema, r#"{"a":"y","b":"z","c":["y"],"d":null,"e":"x"}"#);
    let options = json!([{ "json": "\"x\"", "title": "Ex" }, { "json": "\"y\"", "title": "Why" }]);
    has(&form, "/a", &json!({ "kind": "enum", "options": options, "chosen": [1] }));
    has(&form, "/b", &json!({ "kind": "enum", "options": options, "chosen": [], "other": "\"z\"" }));
    has(&form, "/c", &json!({ "kind": "enum", "options": options, "chosen": [1], "multi": true }));
    has(&form, "/d", &json!({ "kind": "enum", "nullable": true, "state": "null" }));
    has(
        &form,
        "/e",
        &json!({ "kind": "enum", "nullable": true, "chosen": [0], "options": [{ "json": "\"x\"", "title": null }] }),
    );
    let twice = self::form(&schema, r#"{"c":["y","y"]}"#);
    has(&twice, "/c", &json!({ "kind": "array" }));
}

#[test]
fn a_value_of_another_type_is_kept_as_json_and_only_there() {
    let schema = json!({ "properties": {
        "s": { "type": "string" }, "n": { "type": "number" }, "o": { "type": "object" },
        "u": { "anyOf": [{ "type": "string" }, { "type": "number" }] }, "k": { "const": 1 },
        "x": { "$ref": "https://example.com/x" }, "any": {}, "never": false, "t": true,
    } });
    let form = form(
        &schema,
        r#"{"s":1.0,"n":"1","o":[ ],"u":true,"k":2,"x":{"a":1e2},"any":[1],"never":1,"t":null}"#,
    );
    for (pointer, raw, reason) in [
        ("/s", "1.0", "expected a string, and this is an integer"),
        ("/n", "\"1\"", "expected a number, and this is a string"),
        ("/o", "[ ]", "expected an object, and this is an array"),
        ("/u", "true", "none of the 2 alternatives takes a boolean"),
        ("/k", "2", "only one value is allowed here, and this is another"),
        (
            "/x",
            "{\"a\":1e2}",
            "the schema refers to `https://example.com/x`, which is elsewhere and is not fetched",
        ),
        ("/any", "[1]", "the schema allows any JSON here"),
        ("/never", "1", "the schema allows nothing here"),
        ("/t", "null", "the schema allows any JSON here"),
    ] {
        has(&form, pointer, &json!({ "kind": "raw", "raw": raw, "reason": reason }));
    }
    has(&form, "", &json!({ "kind": "object" }));
    let unchecked = form.unchecked.clone().unwrap();
    assert!(unchecked.starts_with("the schema refers to `https://example.com/x`"), "{unchecked}");
    assert!(told(&form).contains(&"/s type expected a string, got 1.0".to_owned()), "{:?}", told(&form));
    let unset = self::form(&schema, "{}");
    assert!(at(&unset.form, "/never").is_none(), "what must not be there is not asked for");
    has(&unset, "/any", &json!({ "kind": "raw", "raw": null, "state": "unset" }));
}

#[test]
fn members_that_no_field_names_are_extra() {
    let schema = json!({ "properties": { "a": {} }, "patternProperties": { "^x-": { "type": "integer" } },
        "additionalProperties": false });
    let form = form(&schema, r#"{"x-a":1,"b":2,"a":3,"b":4}"#);
    let names: Vec<Value> =
        seen(&form, "")["extra"].as_array().unwrap().iter().map(|node| node["name"].clone()).collect();
    assert_eq!(names, ["x-a", "b"]);
    has(&form, "/x-a", &json!({ "kind": "number" }));
    has(&form, "/b", &json!({ "kind": "raw", "raw": "4" }));
    let map = self::form(
        &json!({ "type": "object", "patternProperties": { "^x-": { "type": "integer" } } }),
        r#"{"x-a":1}"#,
    );
    has(&map, "", &json!({ "kind": "map", "keyPattern": "^x-" }));
    has(&map, "/x-a", &json!({ "kind": "number" }));
}

#[test]
fn alternatives_are_named_and_the_best_one_is_chosen() {
    let schema = json!({
        "oneOf": [
            { "$ref": "#/$defs/cat" },
            { "title": "A dog", "type": "object", "properties": { "barks": { "type": "boolean" } }, "required": ["barks"] },
            { "type": ["string", "integer"] },
            { "type": "null" },
        ],
        "$defs": { "cat": { "type": "object", "properties": { "lives": { "type": "integer" } }, "required": ["lives"] } },
    });
    let dog = form(&schema, r#"{"barks":1}"#);
    let titles: Vec<Value> =
        seen(&dog, "")["variants"].as_array().unwrap().iter().map(|one| one["title"].clone()).collect();
    assert_eq!(titles, ["cat", "A dog", "string or integer"]);
    has(&dog, "", &json!({ "kind": "union", "chosen": 1, "nullable": true, "discriminator": null }));
    has(&dog, "/barks", &json!({ "kind": "raw", "required": true }));
    assert_eq!(told(&dog), ["/barks type expected a boolean, got 1"]);
    has(&form(&schema, r#"{"lives":9}"#), "", &json!({ "chosen": 0 }));
    let text = form(&schema, "\"x\"");
    has(&text, "", &json!({ "chosen": 2 }));
    assert_eq!(seen(&text, "")["node"]["kind"], "union");
    assert_eq!(seen(&text, "")["node"]["node"]["value"], "x");
    has(&form(&schema, "null"), "", &json!({ "state": "null", "chosen": null }));
}

#[test]
fn alternatives_that_only_require_members_are_none() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "string" } },
        "anyOf": [{ "required": ["a"] }, { "required": ["b"] }] });
    has(&form(&schema, "{}"), "", &json!({ "kind": "object" }));
    assert_eq!(form(&schema, "{}").errors.len(), 1);
}

#[test]
fn dynamic_references_and_schemas_with_names_are_followed_and_checked() {
    let schema = json!({ "$id": "https://example.com/tree", "$ref": "#/$defs/tree", "$defs": { "tree": {
        "$dynamicAnchor": "node", "type": "object",
        "properties": { "value": { "type": "integer" }, "next": { "$dynamicRef": "#node" } } } } });
    let form = form(&schema, r#"{"value":1,"next":{"value":"x"}}"#);
    has(&form, "/next/next", &json!({ "kind": "ref" }));
    assert_eq!(
        (told(&form), form.unchecked),
        (vec!["/next/value type expected an integer, got the text \"x\"".to_owned()], None)
    );
}

#[test]
fn parts_with_addresses_of_their_own_are_followed_and_checked() {
    let schema = json!({ "$id": "https://example.com/order", "type": "object",
        "properties": { "to": { "$ref": "address" }, "lines": { "$ref": "list" } },
        "$defs": {
            "address": { "$id": "address", "required": ["street"], "properties": { "street": { "$ref": "#text" } },
                "$defs": { "t": { "$anchor": "text", "type": "string" } } },
            "list": { "$id": "list", "type": "array", "items": { "$dynamicRef": "#line" },
                "$defs": { "any": { "$dynamicAnchor": "line" } } },
            "line": { "$dynamicAnchor": "line", "type": "integer" },
        } });
    let form = form(&schema, r#"{"to":{"street":1},"lines":["x"]}"#);
    has(
        &form,
        "/to/street",
        &json!({ "kind": "raw", "reason": "expected a string, and this is an integer" }),
    );
    has(&form, "/lines/0", &json!({ "kind": "raw", "reason": "expected an integer, and this is a string" }));
    assert_eq!(
        told(&form),
        ["/to/street type expected a string, got 1", "/lines/0 type expected an integer, got the text \"x\""]
    );
    assert_eq!(form.unchecked, None);
    has(&self::form(&schema, r#"{"lines":[1]}"#), "/lines/0", &json!({ "kind": "number", "integer": true }));
}

#[test]
fn what_is_left_of_a_schema_that_is_not_valid_is_checked() {
    let schema = json!({ "type": "object", "required": ["a", "b"], "properties": {
        "a": { "type": "strnig" }, "b": { "type": "number" }, "c": { "pattern": "(?=x)" } } });
    let form = form(&schema, r#"{"b":"x"}"#);
    assert_eq!(told(&form), ["/a required `a` is missing", "/b type expected a number, got the text \"x\""]);
    let unchecked = form.unchecked.unwrap();
    assert!(unchecked.starts_with("the schema is not valid at `/properties/a/type`: "), "{unchecked}");
    assert!(unchecked.ends_with("; the rest is checked"), "{unchecked}");
    let form =
        self::form(&json!({ "required": 5, "properties": { "b": { "type": "number" } } }), r#"{"b":"x"}"#);
    assert_eq!(told(&form), ["/b type expected a number, got the text \"x\""]);
    assert!(form.unchecked.unwrap().starts_with("the schema is not valid at `/required`: "));
    let form = self::form(&json!({ "required": ["b"], "properties": { "c": { "pattern": "(?=x)" } } }), "{}");
    assert_eq!(told(&form), ["/b required `b` is missing"]);
    assert!(form.unchecked.unwrap().contains("has a pattern at `/properties/c/pattern`"));
}

#[test]
fn items_as_a_list_are_a_tuple() {
    let schema = json!({ "items": [{ "type": "string" }], "additionalItems": { "type": "boolean" } });
    let form = form(&schema, "[\"a\",true]");
    has(&form, "", &json!({ "kind": "tuple", "canAdd": true }));
    has(&form, "/1", &json!({ "kind": "bool", "value": true }));
}

#[test]
fn a_form_starts_with_what_the_schema_proposes() {
    let schema = json!({ "type": "object", "required": ["s", "must", "kind", "empty"], "properties": {
        "s": { "type": "string" },
        "n": { "type": "number", "default": 3, "examples": [1, 2] },
        "must": { "type": "object", "required": ["deep"], "properties": { "a": { "default": [] }, "deep": { "type": "string" } } },
        "may": { "type": "object", "properties": { "b": { "default": 1 } } },
        "kind": { "const": "k" },
        "empty": { "type": "object", "properties": { "c": { "type": "string" } } },
    } });
    let form = first(&schema);
    assert_eq!(form.text, r#"{"n":3,"must":{"a":[]},"kind":"k"}"#);
    has(&form, "/n", &json!({ "isDefault": true, "default": "3", "examples": ["1", "2"] }));
    has(&form, "/s", &json!({ "state": "unset", "required": true }));
    has(&form, "/may/b", &json!({ "state": "unset", "isDefault": false, "default": "1" }));
    has(&self::form(&schema, r#"{"n":3.0}"#), "/n", &json!({ "isDefault": true, "raw": "3.0" }));
    has(&self::form(&schema, r#"{"n":4}"#), "/n", &json!({ "isDefault": false }));
    assert_eq!(first(&json!({})).text, "{}");
    assert_eq!(first(&json!({ "type": "array" })).text, "[]");
    assert_eq!(first(&json!({ "type": "integer", "minimum": 7 })).text, "7");
}

#[test]
fn numbers_beyond_all_trees_survive() {
    let schema = r#"{"properties":{"n":{"type":"number","default":12345678901234567890123,"maximum":1.50}}}"#;
    let form = compile(schema, None, &[]).unwrap();
    assert_eq!(form.text, r#"{"n":12345678901234567890123}"#);
    has(&form, "/n", &json!({ "raw": "12345678901234567890123", "max": "1.50", "isDefault": true }));
    let form = compile(schema, Some(r#"{"n":1e400,"m":1.0}"#), &[]).unwrap();
    has(&form, "/n", &json!({ "kind": "number", "raw": "1e400" }));
    assert!(form.unchecked.unwrap().contains("number out of range"));
}

#[test]
fn text_that_is_no_json_is_kept_and_its_error_placed() {
    let schema = json!({ "properties": { "a": { "type": "string" } } });
    let broken = form(&schema, "{\n  \"a\": }");
    assert_eq!(broken.text, "{\n  \"a\": }");
    let error = broken.text_error.clone().unwrap();
    assert_eq!((error.line, error.column), (2, 8));
    has(&broken, "/a", &json!({ "state": "unset" }));
    let edit = Edit::Unset { pointer: "/a".to_owned() };
    let refused = compile(&schema.to_string(), Some("{"), &[edit]).unwrap_err();
    assert!(matches!(refused, FormError::TextNotJson { .. }), "{refused}");
    assert!(matches!(compile("{", None, &[]), Err(FormError::SchemaNotJson { .. })));
    assert_eq!(compile("[]", None, &[]), Err(FormError::NoSchema { found: "an array" }));
}
