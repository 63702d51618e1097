use super::*;
use crate::form::build::MOST_NODES;
use std::fmt::Write;

/// Compiles a schema of a hostile server, and holds the outcome against the limits.
#[track_caller]
fn bounded(schema: &str, text: Option<&str>) -> Form {
    fn count(node: &Node) -> usize {
        1 + node.children().map(count).sum::<usize>()
    }
    let form = compile(schema, text, &[]).unwrap();
    assert!(count(&form.form) <= MOST_NODES, "{} nodes", count(&form.form));
    let size = serde_json::to_string(&form).unwrap().len();
    assert!(size < 12_000_000, "{size} bytes");
    form
}

#[test]
fn ten_thousand_properties_are_json_with_a_reason() {
    let properties: Vec<String> =
        (0..10_000).map(|at| format!(r#""p{at}":{{"type":"string","default":"x"}}"#)).collect();
    let schema = format!(
        r#"{{"properties":{{"a":{{"type":"object","properties":{{{}}}}},"b":{{"type":"string"}}}}}}"#,
        properties.join(",")
    );
    let form = bounded(&schema, None);
    has(&form, "/a", &json!({ "kind": "raw", "state": "unset" }));
    assert!(seen(&form, "/a")["reason"].as_str().unwrap().contains("at most 2000 fields"));
    has(&form, "/b", &json!({ "kind": "string" }));
}

#[test]
fn many_small_objects_end_in_json() {
    let inner: Vec<String> = (0..100).map(|at| format!(r#""q{at}":{{"type":"string"}}"#)).collect();
    let outer: Vec<String> = (0..100).map(|at| format!(r##""p{at}":{{"$ref":"#/$defs/d"}}"##)).collect();
    let schema = format!(
        r#"{{"properties":{{{}}},"$defs":{{"d":{{"type":"object","properties":{{{}}}}}}}}}"#,
        outer.join(","),
        inner.join(",")
    );
    let form = bounded(&schema, None);
    has(&form, "/p0", &json!({ "kind": "object" }));
    has(&form, "/p99", &json!({ "kind": "raw" }));
}

#[test]
fn deep_schemas_and_deep_values_are_cut() {
    let deep = format!(
        r#"{}{{"type":"string"}}{}"#,
        r#"{"type":"object","properties":{"x":"#.repeat(1000),
        "}}".repeat(1000)
    );
    let form = bounded(&deep, Some(r#"{"x":{"x":{}}}"#));
    has(&form, "/x/x/x", &json!({ "kind": "object", "state": "unset" }));
    let text = format!("{}1{}", r#"{"x":"#.repeat(1000), "}".repeat(1000));
    assert_eq!(bounded(&deep, Some(&text)).text, text);
    let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let list = r##"{"type":"array","items":{"$ref":"#"}}"##;
    assert_eq!(bounded(list, Some(&text)).text, text);
    let all_of = format!(r#"{}{{"type":"string"}}{}"#, r#"{"allOf":["#.repeat(1000), "]}".repeat(1000));
    has(&bounded(&all_of, Some("{}")), "", &json!({ "kind": "raw" }));
}

#[test]
fn references_in_circles_end() {
    for schema in [
        r##"{"$ref":"#"}"##,
        r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
        r##"{"allOf":[{"$ref":"#"},{"$ref":"#"}]}"##,
        r##"{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}"##,
        r##"{"anyOf":[{"$ref":"#"},{"type":"object","properties":{"a":{"$ref":"#"}}}]}"##,
        r##"{"if":{"$ref":"#"},"then":{"$ref":"#"},"else":{"$ref":"#"}}"##,
        r##"{"required":["a"],"properties":{"a":{"$ref":"#"}}}"##,
        r##"{"type":"array","items":{"$ref":"#"},"prefixItems":[{"$ref":"#"},{"$ref":"#"}]}"##,
        r##"{"additionalProperties":{"$ref":"#"},"patternProperties":{"^a":{"$ref":"#"}}}"##,
    ] {
        bounded(schema, None);
        bounded(schema, Some(r#"{"a":{"a":[[1],{"a":1}]}}"#));
        for op in [
            r#"{"op":"add","pointer":""}"#,
            r#"{"op":"addKey","pointer":"","key":"k"}"#,
            r#"{"op":"variant","pointer":"","variant":1}"#,
        ] {
            // Whether it can be carried out is not the question, only that it ends.
            let _ = compile(schema, Some("{}"), &[serde_json::from_str(op).unwrap()]);
        }
    }
}

#[test]
fn combinations_that_grow_without_bounds_end() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let mut schema = r##"{"$ref":"#/$defs/d0","$defs":{"##.to_owned();
        for at in 0..40 {
            let next = at + 1;
            write!(schema, r##""d{at}":{{"{keyword}":[{{"$ref":"#/$defs/d{next}"}},{{"title":"t","$ref":"#/$defs/d{next}"}}]}},"##).unwrap();
        }
        schema.push_str(r#""d40":{"type":"object","properties":{"a":{"type":"string"}}}}}"#);
        bounded(&schema, None);
        bounded(&schema, Some(r#"{"a":{"a":1}}"#));
    }
    let wide: Vec<String> =
        (0..90).map(|at| format!(r##"{{"properties":{{"p{at}":{{"$ref":"#"}}}}}}"##)).collect();
    let items: Vec<&str> = vec!["{}"; 500];
    let schema = format!(r#"{{"type":"array","items":{{"anyOf":[{}]}}}}"#, wide.join(","));
    bounded(&schema, Some(&format!("[{}]", items.join(","))));
}

#[test]
fn long_words_are_not_repeated_without_bounds() {
    let long = "x".repeat(900_000);
    let properties: Vec<String> =
        (0..1_900).map(|at| format!(r##""p{at}":{{"$ref":"#/$defs/d"}}"##)).collect();
    let schema = format!(
        r#"{{"properties":{{"{long}":{{"type":"object","properties":{{{}}}}}}},"$defs":{{"d":{{"type":"string"}}}}}}"#,
        properties.join(",")
    );
    bounded(&schema, None);
    for word in ["description", "title", "default", "const", "pattern", "format"] {
        let schema = format!(
            r#"{{"properties":{{{}}},"$defs":{{"d":{{"type":"string","{word}":"{long}"}}}}}}"#,
            properties.join(",")
        );
        bounded(&schema, Some("{}"));
        assert!(bounded(&schema, None).text.len() < 2_000_000);
    }
    let options: Vec<String> = (0..50_000).map(|at| at.to_string()).collect();
    let schema = format!(
        r#"{{"properties":{{{}}},"$defs":{{"d":{{"enum":[{}]}}}}}}"#,
        properties.join(","),
        options.join(",")
    );
    bounded(&schema, None);
}

#[test]
fn large_values_are_json_with_a_reason() {
    let items: Vec<String> = (0..10_000).map(|at| at.to_string()).collect();
    let text = format!(r#"{{"list":[{}],"s":"x"}}"#, items.join(","));
    let schema =
        r#"{"properties":{"list":{"type":"array","items":{"type":"integer"}},"s":{"type":"string"}}}"#;
    let form = bounded(schema, Some(&text));
    has(&form, "/list", &json!({ "kind": "raw", "state": "value" }));
    has(&form, "/s", &json!({ "kind": "string", "value": "x" }));
    assert_eq!(form.text, text);
}

#[test]
fn values_far_larger_than_forms_are_judged_on_demand() {
    let items = |last: &str| {
        let items: Vec<String> = (0..60_000).map(|at| at.to_string()).chain([last.to_owned()]).collect();
        Raw::parse(&format!("[{}]", items.join(","))).unwrap()
    };
    let schema = r#"{"type":"array","items":{"type":"integer"}}"#;
    assert!(bounded(schema, Some(items("1").as_str())).unchecked.is_some(), "a form does not judge as much");
    assert_eq!(verdict(schema, &items("1")), Verdict::default());
    let misfits = verdict(schema, &items("\"x\"")).errors;
    assert_eq!((misfits.len(), misfits[0].pointer.as_str()), (1, "/60000"));
    let texts = Raw::of(&vec!["a".repeat(100); 2000]);
    assert_eq!(verdict(r#"{"items":{"pattern":"^a+$"}}"#, &texts), Verdict::default(), "patterns too");
    let many = Raw::parse(&format!("[{}1]", "1,".repeat(1_100_000))).unwrap();
    assert_eq!(verdict(schema, &many).unchecked.as_deref(), Some("the value is too large for a check"));
    assert!(verdict("7", &items("1")).unchecked.unwrap().contains("JSON Schema"));
}
