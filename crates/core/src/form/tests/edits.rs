use super::*;

fn edit(json: Value) -> Edit {
    serde_json::from_value(json).unwrap()
}

/// The text after the edits, which are carried out one after the other.
#[track_caller]
fn after(schema: &Value, text: &str, edits: &[Value]) -> String {
    let edits: Vec<Edit> = edits.iter().cloned().map(edit).collect();
    compile(&schema.to_string(), Some(text), &edits).unwrap().text
}

#[track_caller]
fn refused(schema: &Value, text: &str, json: Value) -> FormError {
    compile(&schema.to_string(), Some(text), &[edit(json)]).unwrap_err()
}

fn schema() -> Value {
    json!({ "type": "object", "properties": {
        "s": { "type": "string" },
        "o": { "type": "object", "properties": { "in": { "type": "object", "properties": { "x": { "type": "number" } } } } },
        "list": { "type": "array", "items": { "type": "integer", "minimum": 3 } },
        "pair": { "type": "array", "prefixItems": [{ "type": "string" }, { "type": "boolean" }, { "type": "string" }] },
        "map": { "type": "object", "additionalProperties": { "type": "array", "items": {} } },
        "node": { "$ref": "#/$defs/node" },
        "any": {},
    }, "$defs": { "node": { "type": "object", "required": ["name"], "properties": {
        "name": { "type": "string", "default": "n" }, "next": { "$ref": "#/$defs/node" } } } } })
}

#[test]
fn set_replaces_one_place_and_makes_what_leads_to_it() {
    let text = "{ \"s\" : \"a\" , \"k\":1.0,\"s\":\"b\" }";
    let set = |pointer: &str, json: &str| json!({ "op": "set", "pointer": pointer, "json": json });
    assert_eq!(after(&schema(), text, &[set("/s", " \"c\"\n")]), "{ \"s\" : \"a\" , \"k\":1.0,\"s\":\"c\" }");
    assert_eq!(after(&schema(), text, &[set("", "1.0")]), "1.0");
    assert_eq!(after(&schema(), "{}", &[set("/o/in/x", "1e2")]), r#"{"o":{"in":{"x":1e2}}}"#);
    assert_eq!(after(&schema(), r#"{"o":null}"#, &[set("/o/in", "{}")]), r#"{"o":{"in":{}}}"#);
    assert_eq!(after(&schema(), "{}", &[set("/pair/2", "\"z\"")]), r#"{"pair":["",false,"z"]}"#);
    assert_eq!(after(&schema(), r#"{"pair":["a"]}"#, &[set("/pair/1", "true")]), r#"{"pair":["a",true]}"#);
    assert_eq!(
        after(&schema(), "{}", &[set("/node/next/next/name", "\"x\"")]),
        r#"{"node":{"next":{"next":{"name":"x"}}}}"#
    );
}

#[test]
fn unset_takes_all_members_of_that_name_and_nothing_else() {
    let unset = |pointer: &str| json!({ "op": "unset", "pointer": pointer });
    assert_eq!(after(&schema(), r#"{"s":1,"k":1.0,"s":2}"#, &[unset("/s")]), r#"{"k":1.0}"#);
    assert_eq!(after(&schema(), r#"{"k":1}"#, &[unset("/s")]), r#"{"k":1}"#);
    assert_eq!(after(&schema(), r#"{"list":[1, 2]}"#, &[unset("/list/0")]), r#"{"list":[2]}"#);
    assert_eq!(after(&schema(), r#"{"k":1}"#, &[unset("")]), "{}");
}

#[test]
fn items_are_added_removed_and_moved() {
    let add = |pointer: &str| json!({ "op": "add", "pointer": pointer });
    assert_eq!(after(&schema(), "{}", &[add("/list"), add("/list")]), r#"{"list":[3,3]}"#);
    let given = json!({ "op": "add", "pointer": "/list", "json": "1.0" });
    assert_eq!(after(&schema(), r#"{"list": [ 7 ]}"#, &[given]), r#"{"list": [ 7, 1.0 ]}"#);
    assert_eq!(
        after(&schema(), "{}", &[add("/node"), add("/node/next")]),
        r#"{"node":{"name":"n","next":{"name":"n"}}}"#
    );
    let remove = json!({ "op": "remove", "pointer": "/list/1" });
    assert_eq!(after(&schema(), r#"{"list":[1,2,3]}"#, &[remove]), r#"{"list":[1,3]}"#);
    let shift = |by: i64| json!({ "op": "move", "pointer": "/list/1", "by": by });
    assert_eq!(after(&schema(), r#"{"list":[1, 2.0 ,3]}"#, &[shift(1)]), r#"{"list":[1, 3 ,2.0]}"#);
    assert_eq!(after(&schema(), r#"{"list":[1, 2.0 ,3]}"#, &[shift(-1)]), r#"{"list":[2.0, 1 ,3]}"#);
}

#[test]
fn keys_are_added_and_renamed() {
    let add = |key: &str| json!({ "op": "addKey", "pointer": "/map", "key": key });
    assert_eq!(after(&schema(), "{}", &[add("a/b"), add("c")]), r#"{"map":{"a/b":[],"c":[]}}"#);
    let key = json!({ "op": "key", "pointer": "/map/a~1b", "key": "d\"" });
    assert_eq!(after(&schema(), r#"{"map":{"a/b" : [1.0]}}"#, &[key]), r#"{"map":{"d\"" : [1.0]}}"#);
}

#[test]
fn another_variant_keeps_what_both_have() {
    let variant = |kind: &str, own: &str| {
        json!({ "type": "object", "required": ["kind", own], "properties": {
        "kind": { "const": kind }, "name": { "type": "string" }, own: { "type": "number" } } })
    };
    let schema = json!({ "oneOf": [variant("a", "x"), variant("b", "y"), { "type": "string" }] });
    let to = |variant: usize| json!({ "op": "variant", "pointer": "", "variant": variant });
    let text = after(&schema, r#"{"kind":"a","name":"\u0061","x":1.0}"#, &[to(1)]);
    assert_eq!(text, r#"{"kind":"b","name":"\u0061"}"#);
    has(&form(&schema, &text), "", &json!({ "chosen": 1 }));
    assert_eq!(after(&schema, &text, &[to(1)]), text);
    assert_eq!(after(&schema, &text, &[to(2)]), "\"\"");
    let untagged = json!({ "anyOf": [
        { "type": "object", "required": ["a"], "properties": { "a": { "type": "integer" } } },
        { "type": "object", "required": ["b"], "properties": { "b": { "type": "integer" } } },
    ] });
    let text = after(&untagged, "{}", &[to(1)]);
    has(&form(&untagged, &text), "", &json!({ "chosen": 1 }));
    let types = json!({ "properties": { "t": { "type": ["string", "integer", "array"] } } });
    let to_array = json!({ "op": "variant", "pointer": "/t", "variant": 2 });
    assert_eq!(after(&types, "{}", &[to_array]), r#"{"t":[]}"#);
}

#[test]
fn nothing_is_made_up_for_the_texts_of_another_variant() {
    let file =
        json!({ "type": "object", "required": ["path"], "properties": { "path": { "type": "string" } } });
    let page = json!({ "type": "object", "required": ["url"], "properties": {
        "url": { "type": "string", "format": "uri", "minLength": 1 }, "note": { "type": "string" } } });
    let schema = json!({ "properties": { "from": { "anyOf": [file, page] } } });
    let to = |variant: usize| json!({ "op": "variant", "pointer": "/from", "variant": variant });
    let text = after(&schema, "{}", &[to(1)]);
    assert_eq!(text, r#"{"from":{"url":""}}"#);
    has(&form(&schema, &text), "/from", &json!({ "chosen": 1 }));
    assert_eq!(after(&schema, r#"{"from":{"url":"a:b"}}"#, &[to(0)]), r#"{"from":{}}"#);
}

#[test]
fn an_edit_that_has_no_place_is_refused_by_name() {
    let text = r#"{"s":"a","list":[1],"map":{"a":[],"b":[]},"any":{"x":1}}"#;
    let none = |pointer: &str| FormError::NoSuchPlace { pointer: pointer.to_owned() };
    for pointer in
        ["/nothing", "/s/x", "/list/1", "/list/-", "/list/00", "/map/c", "/any/y", "/pair/3", "/o/in/z"]
    {
        assert_eq!(
            refused(&schema(), text, json!({ "op": "set", "pointer": pointer, "json": "1" })),
            none(pointer)
        );
        assert_eq!(refused(&schema(), text, json!({ "op": "unset", "pointer": pointer })), none(pointer));
        assert_eq!(refused(&schema(), text, json!({ "op": "remove", "pointer": pointer })), none(pointer));
        assert_eq!(refused(&schema(), text, json!({ "op": "add", "pointer": pointer })), none(pointer));
        assert_eq!(
            refused(&schema(), text, json!({ "op": "addKey", "pointer": pointer, "key": "k" })),
            none(pointer)
        );
        assert_eq!(
            refused(&schema(), text, json!({ "op": "variant", "pointer": pointer, "variant": 0 })),
            none(pointer)
        );
    }
    assert_eq!(refused(&schema(), text, json!({ "op": "remove", "pointer": "/o" })), none("/o"));
    assert!(matches!(
        refused(&schema(), text, json!({ "op": "unset", "pointer": "s" })),
        FormError::NoPointer { .. }
    ));
    assert!(matches!(
        refused(&schema(), text, json!({ "op": "set", "pointer": "/s", "json": "x" })),
        FormError::EditNotJson { .. }
    ));
    assert!(matches!(
        refused(&schema(), text, json!({ "op": "add", "pointer": "/s" })),
        FormError::WrongKind { .. }
    ));
    assert!(matches!(
        refused(&schema(), text, json!({ "op": "move", "pointer": "/s", "by": 1 })),
        FormError::WrongKind { .. }
    ));
    assert!(matches!(
        refused(&schema(), text, json!({ "op": "variant", "pointer": "/s", "variant": 0 })),
        FormError::WrongKind { .. }
    ));
    assert_eq!(
        refused(&schema(), text, json!({ "op": "move", "pointer": "/list/0", "by": -1 })),
        FormError::MovedOut { pointer: "/list/0".to_owned(), by: -1 }
    );
    assert_eq!(
        refused(&schema(), text, json!({ "op": "key", "pointer": "/map/a", "key": "b" })),
        FormError::KeyTaken { pointer: "/map/a".to_owned(), key: "b".to_owned() }
    );
    assert_eq!(
        refused(&schema(), text, json!({ "op": "addKey", "pointer": "/map", "key": "b" })),
        FormError::KeyTaken { pointer: "/map".to_owned(), key: "b".to_owned() }
    );
    let union = json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] });
    assert_eq!(
        refused(&union, "1", json!({ "op": "variant", "pointer": "", "variant": 2 })),
        FormError::NoSuchVariant { pointer: String::new(), variant: 2, count: 2 }
    );
    let many = vec![edit(json!({ "op": "unset", "pointer": "/s" })); MOST_EDITS + 1];
    assert!(matches!(compile("{}", None, &many), Err(FormError::TooManyEdits { .. })));
}
