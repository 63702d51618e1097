//! What holds for every schema and all keys.

use super::*;
use mcp_inspector_core::Raw;
use proptest::prelude::*;

fn any_schema() -> impl Strategy<Value = Value> {
    let options: Vec<String> = (0..9).map(|number| format!("o{number}")).collect();
    let leaf = proptest::sample::select(vec![
        json!({ "type": "string" }),
        json!({ "type": "string", "format": "date-time", "minLength": 3, "description": "when\u{1b} it is" }),
        json!({ "type": ["integer", "null"], "minimum": -1, "maximum": 3 }),
        json!({ "type": "number", "multipleOf": 0.5, "default": 1.5 }),
        json!({ "type": "boolean" }),
        json!({ "enum": ["a", 1, null] }),
        json!({ "enum": options }),
        json!({ "const": [1] }),
        json!({ "type": "null" }),
        json!({ "type": "array", "items": { "enum": ["a", "b"] }, "uniqueItems": true }),
        json!({ "$ref": "#" }),
        json!(true),
        json!(false),
        json!({ "type": 7 }),
    ]);
    leaf.prop_recursive(3, 12, 3, |inner| {
        let name = proptest::sample::select(vec!["a", "b/c", "a rather long name", "語~"]);
        prop_oneof![
            proptest::collection::hash_map(name, inner.clone(), 0..4).prop_map(|members| {
                json!({ "type": "object", "properties": members, "required": ["a"] })
            }),
            inner.clone().prop_map(|item| json!({ "type": "array", "items": item, "maxItems": 3 })),
            proptest::collection::vec(inner.clone(), 1..3).prop_map(|items| json!({ "prefixItems": items })),
            inner.clone().prop_map(|member| json!({ "type": "object", "additionalProperties": member })),
            proptest::collection::vec(inner.clone(), 1..3).prop_map(|variants| json!({ "oneOf": variants })),
            (inner.clone(), inner)
                .prop_map(|(one, other)| json!({ "anyOf": [one, other], "title": "either" })),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_keys_panic_and_the_value_is_json_unless_it_is_typed_as_such(
        schema in any_schema(),
        keys in proptest::collection::vec(any_key(), 1..40),
        width in 0u16..60,
        height in 0u16..14,
    ) {
        let mut pane = form(&schema);
        pane.set_completion(true);
        for key in keys {
            let before = pane.text().to_owned();
            let did = pane.handle(key);
            if matches!(did, FormDid::Complete { .. }) {
                pane.offer(vec!["one".to_owned(), "\u{1b}two".to_owned()]);
            }
            if did != FormDid::Changed {
                prop_assert_eq!(pane.text(), before);
            }
            prop_assert!(pane.json.is_some() || Raw::parse(pane.text()).is_ok());
            let area = Rect::new(2, 1, width, height);
            let mut buffer = Buffer::empty(Rect::new(0, 0, width + 4, height + 2));
            pane.draw(&Theme::new(crate::theme::Colours::None), true, area, &mut buffer);
            if let Some(cursor) = pane.cursor() {
                prop_assert!(area.contains(cursor), "{cursor:?} in {area:?}");
            }
            for y in 0..height + 2 {
                for x in 0..width + 4 {
                    let symbol = buffer[(x, y)].symbol();
                    prop_assert!(!symbol.chars().any(mcp_inspector_core::terminal::acts));
                    prop_assert!(symbol == " " || area.contains((x, y).into()), "{symbol} at {x} {y}");
                }
            }
        }
    }
}
