mod against_schema;
mod examples;

use super::*;

fn raw(text: &str) -> Raw {
    Raw::parse(text).unwrap()
}

#[test]
fn a_fault_names_the_place_what_had_to_be_there_and_what_is() {
    let value =
        raw(r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":5,"inputSchema":[]}]}"#);
    let found = faults(Revision::R2025_11_25, What::Result("tools/list"), &value);
    let fault = |pointer: &str, expected: &str, found: &str| ShapeFault {
        pointer: pointer.into(),
        expected: expected.into(),
        found: found.into(),
    };
    assert_eq!(
        found,
        [fault("/tools/1/name", "a string", "`5`"), fault("/tools/1/inputSchema", "an object", "an array"),]
    );
}

#[test]
fn the_last_of_two_equal_members_counts() {
    let good = raw(r#"{"content":5,"content":[]}"#);
    let bad = raw(r#"{"content":[],"content":5}"#);
    let count = |value| faults(Revision::R2025_11_25, What::Result("tools/call"), value).len();
    assert_eq!((count(&good), count(&bad)), (0, 1));
}

#[test]
fn unknown_methods_and_members_are_not_judged() {
    for revision in Revision::ALL {
        for what in [What::Result("vendor/x"), What::Notification("vendor/x"), What::Request("vendor/x")] {
            assert_eq!(faults(revision, what, &raw("5")), []);
        }
    }
    let value = raw(r#"{"content":[{"type":"text","text":"a","x":{}}],"y":1,"isError":true}"#);
    assert_eq!(faults(Revision::R2024_11_05, What::Result("tools/call"), &value), []);
}

#[test]
fn decimals_and_null_are_allowed_where_the_protocol_leaves_the_place_open() {
    let value = raw(r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"ttlMs":0,
        "cacheScope":"public","capabilities":{"extensions":{"a/b":{"ratio":0.5,"none":null}}}}"#);
    assert_eq!(faults(Revision::R2026_07_28, What::Result("server/discover"), &value), []);
}

#[test]
fn an_integer_may_be_written_with_a_fraction_of_zero_or_be_very_large() {
    for size in ["5", "5.0", "1e3", "12345678901234567890123", "1e999"] {
        let value = raw(&format!(r#"{{"resources":[{{"uri":"a:b","name":"n","size":{size}}}]}}"#));
        assert_eq!(faults(Revision::R2025_11_25, What::Result("resources/list"), &value), [], "{size}");
    }
    let value = raw(r#"{"resources":[{"uri":"a:b","name":"n","size":5.5}]}"#);
    assert_eq!(faults(Revision::R2025_11_25, What::Result("resources/list"), &value).len(), 1);
}

#[test]
fn hostile_input_gives_few_faults_and_does_not_overflow() {
    let deep = format!(r#"{{"tools":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(faults(Revision::R2026_07_28, What::Result("tools/list"), &raw(&deep)).len(), 4);
    let wide = format!(r#"{{"tools":[{}5]}}"#, "5,".repeat(500_000));
    let found = faults(Revision::R2025_11_25, What::Result("tools/list"), &raw(&wide));
    assert_eq!(found.len(), MOST_FAULTS);
    let fields: Vec<String> = (0..50_000).map(|at| format!(r#""f{at}":{{"type":"string","x":1}}"#)).collect();
    let form = format!(
        r#"{{"message":"m","requestedSchema":{{"type":"object","properties":{{{}}}}}}}"#,
        fields.join(",")
    );
    assert_eq!(faults(Revision::R2026_07_28, What::Request("elicitation/create"), &raw(&form)), []);
    let key = "k".repeat(1_000_000);
    let named =
        format!(r#"{{"message":"m","requestedSchema":{{"type":"object","properties":{{"{key}":5}}}}}}"#);
    let found = faults(Revision::R2026_07_28, What::Request("elicitation/create"), &raw(&named));
    assert!(found[0].pointer.len() < 1000, "keys in pointers are cut");
}

proptest::proptest! {
    #[test]
    fn no_json_makes_it_panic(value in any_json(), revision in 0usize..5, method in 0usize..40) {
        let revision = Revision::ALL[revision];
        let value = Raw::of(&value);
        for what in examples::EVERYTHING.iter().skip(method).take(3) {
            let found = faults(revision, *what, &value);
            proptest::prop_assert!(found.len() <= MOST_FAULTS);
        }
    }
}

/// JSON of any kind, with the names of the protocol often among its keys.
fn any_json() -> impl proptest::strategy::Strategy<Value = serde_json::Value> {
    use proptest::prelude::*;
    let key = prop_oneof![
        proptest::sample::select(vec![
            "tools",
            "name",
            "inputSchema",
            "type",
            "content",
            "text",
            "resource",
            "uri",
            "messages",
            "role",
            "requestedSchema",
            "properties",
            "mode",
            "_meta",
            "resultType",
            "inputRequests",
            "method",
            "params",
            "status",
            "task",
            "completion",
            "values",
        ])
        .prop_map(str::to_owned),
        "[a-z~/]{0,3}",
    ];
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        proptest::sample::select(vec!["object", "string", "text", "resource", "url", "input_required", "x"])
            .prop_map(Into::into),
    ];
    leaf.prop_recursive(6, 64, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::Array),
            proptest::collection::vec((key.clone(), inner), 0..5)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}
