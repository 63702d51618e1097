//! JSON for properties: any at all, but often one that looks like a schema.

use proptest::prelude::*;
use serde_json::{Value, json};

/// Any JSON.
pub(crate) fn any_json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("object"),
        Just("array"),
        Just("integer"),
        Just("number"),
        Just("string"),
        Just("null"),
        Just("#"),
        Just("#/$defs/a"),
        Just("#/properties/a"),
        Just("a"),
        Just("b"),
        Just("^(a|[b-z]{2,}?)*$"),
        Just("[^\\"),
        Just("date"),
    ]
    .prop_map(|word| json!(word));
    let leaf = prop_oneof![
        4 => word,
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => (0..4u8).prop_map(Value::from),
        1 => ".{0,8}".prop_map(Value::from),
    ];
    let keyword = prop_oneof![
        proptest::sample::select(vec![
            "type",
            "enum",
            "const",
            "default",
            "examples",
            "required",
            "properties",
            "items",
            "prefixItems",
            "minItems",
            "maxItems",
            "uniqueItems",
            "contains",
            "oneOf",
            "anyOf",
            "allOf",
            "$ref",
            "$defs",
            "format",
            "pattern",
            "minLength",
            "maxLength",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minProperties",
            "additionalProperties",
            "dependentRequired",
            "$anchor",
            "a",
            "b",
        ])
        .prop_map(str::to_owned),
        "[a-z]{0,3}",
    ];
    leaf.prop_recursive(5, 64, 6, move |inner| {
        prop_oneof![
            1 => proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            4 => proptest::collection::vec((keyword.clone(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}
