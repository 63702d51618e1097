use proptest::prelude::*;
use serde_json::json;

use super::*;

/// Pieces that a config file is made of, thrown together in any order.
fn rubble() -> impl Strategy<Value = String> {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"servers\"",
        "\"mcpServers\"",
        "\"name\"",
        "\"command\"",
        "\"url\"",
        "\"a\"",
        "\"${A}\"",
        "\"\\u00\"",
        "1",
        "-",
        "1e400",
        "null",
        "true",
        "// c\n",
        "/* c */",
        "/*",
        "\n",
        " ",
        "\u{feff}",
        "\r",
        "é",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..40).prop_map(|pieces| pieces.concat())
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,3}", inner, 0..4).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

/// Fields no reader knows: the prefix keeps them apart from those it does.
fn unknown_fields() -> impl Strategy<Value = Vec<(String, Value)>> {
    let key = ".{0,4}".prop_map(|end| format!("x-{end}"));
    prop::collection::btree_map(key, json_value(), 0..4).prop_map(|map| map.into_iter().collect())
}

/// Writes JSON the way people do: with comments, odd line ends and trailing commas.
fn written(value: &Value, noise: &[&'static str], place: &mut usize) -> String {
    let mut pause = || {
        *place += 1;
        noise[*place % noise.len()]
    };
    match value {
        Value::Array(items) if !items.is_empty() => {
            let (open, close) = (pause(), pause());
            let comma = if close.len() % 2 == 0 { "," } else { "" };
            let items: Vec<String> = items.iter().map(|item| written(item, noise, place)).collect();
            format!("[{open}{}{comma}{close}]", items.join(","))
        }
        Value::Object(fields) if !fields.is_empty() => {
            let (open, middle, close) = (pause(), pause(), pause());
            let comma = if open.len() % 2 == 0 { "," } else { "" };
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("{}{middle}:{}", json!(name), written(value, noise, place)))
                .collect();
            format!("{{{open}{}{comma}{close}}}", fields.join(&format!("{middle},{open}")))
        }
        other => other.to_string(),
    }
}

fn noise() -> impl Strategy<Value = Vec<&'static str>> {
    let kinds =
        ["", " ", "\n", "\n\n  ", "// c\n", " // c\r\n\t", "/* c */", "\n/* c */ ", "  \n// d\n// e\n"];
    prop::collection::vec(prop::sample::select(kinds.to_vec()), 1..7)
}

fn config(shape: Shape, entry: &[(String, Value)], around: &[(String, Value)]) -> Value {
    let mut fields: Map<String, Value> = entry.iter().cloned().collect();
    fields.insert("command".into(), "old".into());
    fields.insert("args".into(), json!(["1", "2"]));
    let other = json!({"name": "other", "command": "c", "x-o": {"deep": [1]}});
    let mut root: Map<String, Value> = around.iter().cloned().collect();
    let servers = if shape == Shape::List {
        fields.insert("name".into(), "it".into());
        json!([other, fields])
    } else {
        json!({"it": fields, "other": other})
    };
    root.insert(shape.key().into(), servers);
    root.into()
}

fn tree(text: &str) -> Map<String, Value> {
    match document::plain_values(text) {
        Some(Value::Object(fields)) => fields,
        other => panic!("expected an object, found {other:?}"),
    }
}

proptest! {
    #[test]
    fn no_text_makes_reading_or_rewriting_panic(text in prop_oneof![rubble(), ".{0,80}"]) {
        if let Ok(mut file) = TargetFile::read("f", &text) {
            for name in file.names().into_iter().map(str::to_owned).collect::<Vec<_>>() {
                let _ = file.resolve(&name, &nothing_set);
                let _ = file.upsert(&EntryEdit::new(name.as_str()).set("command", "c"));
            }
            let _ = file.upsert(&EntryEdit::new("new").set("command", "c"));
            let _ = file.remove("a");
        }
    }

    #[test]
    fn a_rewrite_keeps_every_unknown_field_and_reads_back_as_the_edit(
        shape in prop::sample::select(vec![Shape::List, Shape::McpServers, Shape::VsCode]),
        entry in unknown_fields(),
        around in unknown_fields(),
        noise in noise(),
        command in ".{1,8}",
        args in prop::collection::vec(".{0,4}", 0..4),
        env in prop::collection::btree_map("[A-Z]{1,3}", ".{0,4}", 0..3),
        name in prop::sample::select(vec!["it", "it's \"new\"", "other", "added"]),
    ) {
        let text = written(&config(shape, &entry, &around), &noise, &mut 0);
        let mut file = TargetFile::read("f", &text).unwrap();
        prop_assert_eq!(file.shape(), shape);
        let env: Map<String, Value> = env.into_iter().map(|(name, value)| (name, value.into())).collect();
        let edit = EntryEdit::new(if name == "added" { "added" } else { "it" })
            .set("name", name)
            .set("command", command.as_str())
            .set("args", args.as_slice())
            .set("env", env.clone())
            .stamped("id-1", "now");
        let written = file.upsert(&edit).cloned();
        if name == "other" {
            let duplicate = matches!(written, Err(TargetError::Duplicate { .. }));
            prop_assert!(duplicate);
            prop_assert_eq!(file.text(), text);
            return Ok(());
        }
        let written = written.unwrap();
        let again = TargetFile::read("f", &file.text()).unwrap();
        prop_assert_eq!(&again, &file);
        prop_assert_eq!(again.entry(name).unwrap(), &written);
        prop_assert_eq!(&written.fields["command"], &Value::from(command));
        prop_assert_eq!(&written.fields["args"], &Value::from(args));
        prop_assert_eq!(&written.fields["env"], &Value::from(env));
        let holder = if name == "added" { "it" } else { name };
        for (key, value) in &entry {
            prop_assert_eq!(again.entry(holder).unwrap().fields.get(key), Some(value));
        }
        let kept = tree(&again.text());
        for (key, value) in &around {
            prop_assert_eq!(kept.get(key), Some(value));
        }
        prop_assert_eq!(&again.entry("other").unwrap().fields["x-o"], &json!({"deep": [1]}));

        let mut file = again;
        file.remove(name).unwrap();
        prop_assert!(file.entry(name).is_err());
        prop_assert!(file.entry("other").is_ok());
        let kept = tree(&file.text());
        for (key, value) in &around {
            prop_assert_eq!(kept.get(key), Some(value));
        }
    }
}
