use super::*;

const MAP: &str = r#"// servers of this project
{
    "inputs": [1.50, {"x": null}],
    "mcpServers": {
        // version control
        "git": {
            "command": "git-mcp", // the old one
            "args": ["a", /* why */ "b"],
            "env": { "KEEP": "1", /* changes */ "TOKEN": "${T}" },
            "disabled": false
        },
        /* the web */ "web": { "url": "https://a.example" },
    },
}
"#;

fn text_after(text: &str, edit: &EntryEdit) -> String {
    let mut file = read(text);
    file.upsert(edit).unwrap();
    file.text()
}

#[test]
fn a_new_file_has_the_list_shape() {
    let edit = EntryEdit::new("one")
        .set("transport", "http")
        .set("url", "https://a.example")
        .stamped("id-1", "2026-01-02T03:04:05Z");
    assert_eq!(
        text_after("", &edit),
        r#"{
  "$schema": "https://inspector.modelcontextprotocol.io/schemas/mcp-config.json",
  "version": "2.0",
  "servers": [
    {
      "id": "id-1",
      "name": "one",
      "transport": "streamableHttp",
      "url": "https://a.example",
      "createdAt": "2026-01-02T03:04:05Z",
      "updatedAt": "2026-01-02T03:04:05Z"
    }
  ]
}
"#
    );
    for text in ["{}", "// notes\n", "\u{feff}", r#"{"preferences": {"theme": "dark"}}"#] {
        let text = text_after(text, &edit);
        assert_eq!(read(&text).names(), ["one"], "{text}");
    }
}

#[test]
fn a_partial_update_leaves_everything_else_alone() {
    let edit = EntryEdit::new("git").set("env", serde_json::json!({"KEEP": "1", "TOKEN": "${U}"}));
    assert_eq!(text_after(MAP, &edit), MAP.replace("${T}", "${U}"));
    let edit = EntryEdit::new("git").set("args", serde_json::json!(["a", "c"]));
    assert_eq!(text_after(MAP, &edit), MAP.replace("\"b\"", "\"c\""));
    let edit = EntryEdit::new("git").set("name", "hub").stamped("unused", "unused");
    assert_eq!(text_after(MAP, &edit), MAP.replace("\"git\"", "\"hub\""));
    let edit = EntryEdit::new("git").unset("disabled");
    assert_eq!(
        text_after(MAP, &edit),
        MAP.replace("\"${T}\" },\n            \"disabled\": false\n", "\"${T}\" }\n")
    );
}

#[test]
fn an_added_entry_follows_the_shape_and_the_layout() {
    let edit = EntryEdit::new("new")
        .set("transport", "streamableHttp")
        .set("url", "https://b.example")
        .stamped("unused", "unused");
    let added = concat!(
        "\"web\": { \"url\": \"https://a.example\" },\n        \"new\": {\n            \"type\": \"http\",",
        "\n            \"url\": \"https://b.example\",\n        },\n    },"
    );
    assert_eq!(
        text_after(MAP, &edit),
        MAP.replace("\"web\": { \"url\": \"https://a.example\" },\n    },", added)
    );
}

#[test]
fn an_update_of_the_list_shape_moves_only_updated_at() {
    let edit = EntryEdit::new("two").set("url", "http://localhost:9").stamped("unused", "now");
    let mut file = read(LIST);
    let entry = file.upsert(&edit).unwrap();
    assert_eq!((entry.id.as_deref(), entry.field.as_str()), (Some("two"), "servers[1]"));
    assert_eq!(entry.fields["updatedAt"], "now");
    assert!(!entry.fields.contains_key("createdAt"));
    assert_eq!(entry.fields["oauth"], serde_json::json!({"clientId": "c"}));
}

#[test]
fn the_files_own_spelling_of_a_field_stays() {
    let text = r#"{"mcpServers": {"w": {"transport": "streamable-http", "serverUrl": "https://a.example"}}}"#;
    let edit = EntryEdit::new("w").set("transport", "streamableHttp").set("url", "https://b.example");
    assert_eq!(text_after(text, &edit), text.replace("a.example", "b.example"));
}

#[test]
fn a_removed_entry_takes_nothing_with_it() {
    let mut file = read(MAP);
    assert_eq!(file.remove("git").unwrap().name, "git");
    assert_eq!(file.names(), ["web"]);
    assert!(file.text().contains("/* the web */") && file.text().contains("[1.50, {"));
    file.remove("web").unwrap();
    assert!(file.names().is_empty());
    assert!(matches!(file.remove("web"), Err(TargetError::UnknownName { .. })));
    let mut file = read(LIST);
    file.remove("one").unwrap();
    assert_eq!(file.names(), ["Web"]);
    assert!(file.text().contains("// the last comma is fine"));
}

#[test]
fn an_edit_that_leaves_no_readable_entry_changes_nothing() {
    let mut file = read(MAP);
    for edit in [
        EntryEdit::new("git").set("transport", "carrier-pigeon"),
        EntryEdit::new("git").unset("command"),
        EntryEdit::new("git").set("name", "web"),
        EntryEdit::new("git").set("name", 5),
        EntryEdit::new("git").set("url", "https://a.example"),
        EntryEdit::new("new"),
    ] {
        assert!(file.upsert(&edit).is_err(), "{edit:?}");
        assert_eq!(file.text(), MAP);
    }
    assert_eq!(
        file.upsert(&EntryEdit::new("git").set("args", 5)).unwrap_err().to_string(),
        "mcp.json: `mcpServers.git.args` should be a list of strings, but is a number"
    );
}

#[test]
fn an_entry_that_was_broken_can_be_repaired() {
    let text = r#"{"servers": [5, {"name": "b"}], "x": 1}"#;
    let edit = EntryEdit::new("b").set("command", "run");
    assert!(read(&text_after(text, &edit)).resolve("b", &nothing_set).is_ok());
    let edit = EntryEdit::new("servers[0]").set("name", "a").set("command", "run");
    assert_eq!(read(&text_after(text, &edit)).names(), ["a", "b"]);
}

#[test]
fn line_ends_and_the_byte_order_mark_are_kept() {
    let text = format!("\u{feff}{}", MAP.replace('\n', "\r\n"));
    let changed = text_after(&text, &EntryEdit::new("new").set("command", "run"));
    assert!(changed.starts_with('\u{feff}'));
    assert_eq!(changed.matches('\n').count(), changed.matches("\r\n").count());
}

#[test]
fn a_saved_target_reads_back_as_itself() {
    let mut target = Target::from_line("run 'a b'").unwrap();
    target.timeouts.request = Some(Duration::from_millis(1500));
    let web = Target::url("https://a.example/mcp").unwrap();
    for text in ["", MAP, r#"{"servers": {}}"#] {
        let mut file = read(text);
        for target in [&target, &web] {
            file.upsert(&EntryEdit::from_target(target)).unwrap();
            assert_eq!(&file.resolve(&target.name, &nothing_set).unwrap(), target);
        }
    }
}
