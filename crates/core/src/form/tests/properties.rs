use super::*;
use crate::schema::any_json;
use proptest::prelude::*;

/// All nodes, outermost first.
fn all(node: &Node) -> Vec<&Node> {
    let mut nodes = vec![node];
    nodes.extend(node.children().flat_map(all));
    nodes
}

/// JSON laid out oddly, with numbers and keys that a tree would spell differently.
fn odd_text(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let members =
                map.iter().map(|(key, value)| format!("{} :{}", Value::from(key.as_str()), odd_text(value)));
            let mut members: Vec<String> = members.collect();
            if let Some(first) = members.first().cloned() {
                members.insert(0, first);
            }
            format!("{{ {}}}", members.join(" ,\n"))
        }
        Value::Array(items) => format!("[{} ]", items.iter().map(odd_text).collect::<Vec<_>>().join(", ")),
        Value::Number(number) if number.is_u64() => format!("{number}.0"),
        other => other.to_string(),
    }
}

/// A schema with parts that forms are made of, more often than chance would have it.
fn schema() -> impl Strategy<Value = Value> {
    let part = || any_json();
    prop_oneof![
        1 => part(),
        2 => (part(), part(), part()).prop_map(|(a, b, c)| json!({ "type": "object",
            "properties": { "a": a, "b": { "anyOf": [b, c] }, "c": { "type": "array", "items": { "$ref": "#/properties/a" } } } })),
        1 => (part(), part(), part()).prop_map(|(a, b, c)| json!({ "if": a, "then": { "properties": { "a": b } },
            "else": { "properties": { "b": { "$ref": "#" } } }, "additionalProperties": c })),
    ]
}

proptest! {
    #[test]
    fn any_schema_and_value_give_a_form_and_the_text_as_it_was(schema in schema(), value in any_json()) {
        let text = odd_text(&value);
        let Ok(form) = compile(&schema.to_string(), Some(&text), &[]) else {
            prop_assert!(!schema.is_object() && !schema.is_boolean());
            return Ok(());
        };
        prop_assert_eq!(&form.text, &text);
        for node in all(&form.form) {
            let found = value.pointer(&node.pointer);
            match node.state {
                State::Unset => prop_assert!(found.is_none(), "{} is there", node.pointer),
                State::Null => prop_assert_eq!(found, Some(&Value::Null)),
                State::Value => prop_assert!(found.is_some_and(|found| !found.is_null()), "{}", node.pointer),
            }
        }
        compile(&schema.to_string(), None, &[]).unwrap();
    }

    #[test]
    fn what_is_set_anywhere_is_read_there_and_all_else_stays(
        schema in schema(), value in any_json(), new in any_json(), at: proptest::sample::Index,
    ) {
        let (text, json) = (odd_text(&value), odd_text(&new));
        let Ok(form) = compile(&schema.to_string(), Some(&text), &[]) else { return Ok(()) };
        let nodes = all(&form.form);
        let pointer = nodes[at.index(nodes.len())].pointer.clone();
        let was_there = value.pointer(&pointer).is_some();
        let set = Edit::Set { pointer: pointer.clone(), json: json.clone() };
        let changed = compile(&schema.to_string(), Some(&text), &[set]).unwrap();
        let read: Value = serde_json::from_str(&changed.text).unwrap();
        prop_assert_eq!(read.pointer(&pointer), Some(&serde_json::from_str::<Value>(&json).unwrap()));
        if was_there {
            // Exactly the bytes of the place are others.
            let steps = super::super::pointer::steps(&pointer).unwrap();
            let (range, _) = super::super::splice::locate(&text, &steps);
            prop_assert_eq!(&changed.text, &[&text[..range.start], &json, &text[range.end..]].concat());
        } else {
            // All members that were there are, with their bytes.
            for node in all(&form.form).iter().filter(|node| node.state != State::Unset) {
                if pointer.starts_with(&format!("{}/", node.pointer)) || node.pointer.is_empty() {
                    continue;
                }
                prop_assert_eq!(bytes_at(&changed.text, &node.pointer), bytes_at(&text, &node.pointer));
            }
        }
        let unset = Edit::Unset { pointer: pointer.clone() };
        let unset = compile(&schema.to_string(), Some(&text), &[unset]).unwrap();
        let read: Value = serde_json::from_str(&unset.text).unwrap();
        let is_item = pointer.rsplit('/').next().is_some_and(|step| step.parse::<usize>().is_ok());
        prop_assert!(pointer.is_empty() || is_item || read.pointer(&pointer).is_none());
    }

    #[test]
    fn every_edit_ends_with_json_or_a_reason(
        schema in schema(), value in any_json(), op in 0..5usize, at: proptest::sample::Index, number in 0..3usize,
    ) {
        let text = odd_text(&value);
        let Ok(form) = compile(&schema.to_string(), Some(&text), &[]) else { return Ok(()) };
        let nodes = all(&form.form);
        let pointer = nodes[at.index(nodes.len())].pointer.clone();
        let edit = match op {
            0 => Edit::Add { pointer, json: None },
            1 => Edit::Remove { pointer },
            2 => Edit::Move { pointer, by: 1 },
            3 => Edit::AddKey { pointer, key: "new~/".to_owned() },
            _ => Edit::Variant { pointer, variant: number },
        };
        if let Ok(form) = compile(&schema.to_string(), Some(&text), &[edit]) {
            prop_assert!(serde_json::from_str::<Value>(&form.text).is_ok(), "{}", form.text);
        }
    }
}

fn bytes_at<'t>(text: &'t str, pointer: &str) -> &'t str {
    let steps = super::super::pointer::steps(pointer).unwrap();
    let (range, taken) = super::super::splice::locate(text, &steps);
    assert_eq!(taken, steps.len(), "{pointer} in {text}");
    &text[range]
}
