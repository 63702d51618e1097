use super::*;
use serde_json::json;

/// Where the reference of the schema at `pointer` leads, when one comes from the whole directly.
fn followed(document: &Value, pointer: &str) -> Value {
    let addresses = Addresses::of(document);
    let mut reach = addresses.whole();
    let mut schema = document;
    for step in pointer.split('/').skip(1) {
        schema = &schema[step];
        reach = addresses.inside(reach, schema);
    }
    let (_, _, lead) = addresses.references(schema.as_object().unwrap(), reach).next().unwrap();
    match lead {
        Lead::To(target, _) => target.clone(),
        Lead::Nowhere => json!("nowhere"),
        Lead::Elsewhere(address) => json!(address),
    }
}

#[test]
fn references_are_read_relative_to_the_nearest_id() {
    let document = json!({
        "$id": "https://example.com/root.json",
        "$defs": {
            "inner": { "$id": "folder/inner.json", "$anchor": "in", "title": "inner",
                "properties": { "a": { "$ref": "other.json#here" }, "b": { "$ref": "#in" },
                    "c": { "$ref": "/root.json#/$defs/plain" }, "d": { "$ref": "#/$defs/plain" },
                    "e": { "$ref": "gone.json#x" } } },
            "other": { "$id": "folder/other.json", "$defs": { "x": { "$anchor": "here", "title": "other" } } },
            "urn": { "$id": "urn:uuid:deadbeef", "$defs": { "n": { "title": "by name" } } },
            "plain": { "title": "plain" },
        },
        "properties": { "u": { "$ref": "urn:uuid:deadbeef#/$defs/n" }, "f": { "$ref": "folder/inner.json" },
            "p": { "$ref": "#/$defs/inner/properties/b" } },
    });
    let title = |pointer: &str| followed(&document, pointer)["title"].clone();
    assert_eq!(title("/$defs/inner/properties/a"), "other");
    assert_eq!(title("/$defs/inner/properties/b"), "inner");
    assert_eq!(title("/$defs/inner/properties/c"), "plain");
    assert_eq!(followed(&document, "/$defs/inner/properties/d"), "nowhere");
    assert_eq!(followed(&document, "/$defs/inner/properties/e"), "https://example.com/folder/gone.json#x");
    assert_eq!(title("/properties/u"), "by name");
    assert_eq!(title("/properties/f"), "inner");
    assert_eq!(followed(&document, "/properties/p")["$ref"], "#in");
    assert_eq!(followed(&json!({ "$ref": "other.json#/x" }), ""), "other.json#/x");
}

#[test]
fn a_dynamic_reference_leads_to_the_outermost_resource_on_the_way() {
    let document = json!({
        "$id": "https://example.com/strict", "$dynamicAnchor": "node", "title": "strict", "$ref": "tree",
        "$defs": { "tree": { "$id": "tree", "$dynamicAnchor": "node", "title": "tree",
            "items": { "$dynamicRef": "#node" } } },
    });
    let addresses = Addresses::of(&document);
    let title = |schema: &Value, reach: Reach| {
        let mut leads = addresses.references(schema.as_object().unwrap(), reach);
        let Some((_, _, Lead::To(target, reach))) = leads.next() else { panic!("it leads nowhere") };
        (target.clone(), reach)
    };
    let (tree, reach) = title(&document, addresses.whole());
    assert_eq!(tree["title"], "tree");
    assert_eq!(title(&tree["items"], reach).0["title"], "strict");
    // Without what is around it, the tree is one of trees.
    let alone = &document["$defs"]["tree"];
    let addresses = Addresses::of(alone);
    let mut leads = addresses.references(alone["items"].as_object().unwrap(), addresses.whole());
    assert!(matches!(leads.next(), Some((_, _, Lead::To(target, _))) if target["title"] == "tree"));
}

#[test]
fn each_dialect_has_its_own_words() {
    let seven = "http://json-schema.org/draft-07/schema#";
    let document = json!({ "$schema": seven, "definitions": { "a": { "$id": "#a", "title": "named" },
        "b": { "$id": "https://example.com/b", "$ref": "#a" } }, "$ref": "#a" });
    assert_eq!(followed(&document, "")["title"], "named");
    assert_eq!(followed(&document, "/definitions/b")["title"], "named", "nothing counts beside `$ref`");
    let document = json!({ "$schema": "https://json-schema.org/draft/2019-09/schema", "$id": "https://example.com/x",
        "$recursiveAnchor": true, "title": "outer", "$defs": { "y": { "$id": "y", "$recursiveAnchor": true,
            "items": { "$recursiveRef": "#" } } } });
    assert_eq!(followed(&document, "/$defs/y/items")["title"], "outer");
}

#[test]
fn more_ways_than_are_told_apart_do_no_harm() {
    let names = |at: usize| (0..8).filter(move |name| at & (1 << name) != 0);
    let inner = |at: usize| {
        let anchors =
            names(at).map(|name| (format!("d{name}"), json!({ "$dynamicAnchor": format!("n{name}") })));
        let all = (0..40).map(|at| json!({ "$ref": format!("r{at}") })).collect::<Value>();
        json!({ "$id": format!("r{at}"), "$defs": Value::Object(anchors.collect()), "items": { "allOf": all } })
    };
    let resources = (0..40).map(|at| (format!("r{at}"), inner(at + 1)));
    let document =
        json!({ "$id": "https://example.com/", "$ref": "r0", "$defs": Value::Object(resources.collect()) });
    assert!(crate::check::schema::Schema::ready(&document).is_err());
}
