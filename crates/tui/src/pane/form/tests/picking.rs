//! Values that are picked: found by their letters, and making room for what is typed.

use super::*;

#[test]
fn a_letter_on_a_choice_opens_the_list_of_what_fits_it() {
    let schema = json!({ "properties": { "mode": { "enum": ["fast", "slow", "quick"] }, "on": { "type": "boolean" } } });
    gives(&schema, "'q Enter", r#"{"mode":"quick"}"#);
    gives(&schema, "Down 'f Enter", r#"{"on":false}"#);
    // Letters are keys after Escape, and of nobody here.
    let mut pane = form(&schema);
    assert!(pane.takes_letters());
    press(&mut pane, "Esc");
    assert!(!pane.takes_letters());
    assert_eq!(press(&mut pane, "'q"), FormDid::NotMine);
}

#[test]
fn what_an_alternative_makes_up_makes_room_for_what_is_typed() {
    let schema = json!({ "properties": { "v": { "oneOf": [
        { "title": "url", "type": "string", "format": "uri" },
        { "title": "number", "type": "integer", "minimum": 1 },
    ] } } });
    gives(&schema, "'u Enter", r#"{"v":""}"#);
    gives(&schema, "'u Enter Down 'x", r#"{"v":"x"}"#);
    gives(&schema, "'n Enter Down '7", r#"{"v":7}"#);
    // What somebody typed is theirs.
    gives(&schema, "'n Enter Down '7 Enter '8", r#"{"v":78}"#);
}

#[test]
fn formats_are_told_where_they_are_wanted() {
    let schema = json!({ "properties": {
        "mail": { "type": "string", "format": "email" }, "at": { "type": "string", "format": "date" },
    } });
    let mut pane = form(&schema);
    press(&mut pane, "'nomail Enter");
    assert_eq!(pane.errors(), []);
    let mut pane = form(&schema).with_formats();
    press(&mut pane, "'nomail Enter");
    assert!(pane.errors()[0].message.starts_with("expected an e-mail address"), "{:?}", pane.errors());
    press(&mut pane, "'@example.com Enter");
    assert_eq!(pane.errors(), []);
}

#[test]
fn lists_and_forms_say_how_much_follows() {
    let many: Vec<String> = (0..20).map(|number| format!("option {number}")).collect();
    let mut pane = form(&json!({ "properties": { "one": { "enum": many } } }));
    press(&mut pane, "Enter");
    let seen = screen(&mut pane, 60, 20);
    assert!(seen.contains("↓ 12 more"), "{seen}");
    let fields: serde_json::Map<String, Value> =
        (0..20).map(|number| (format!("f{number:02}"), json!({ "type": "string" }))).collect();
    let mut pane = form(&json!({ "properties": fields }));
    screen(&mut pane, 60, 8);
    assert!(pane.below() > 0);
    press(&mut pane, "End");
    screen(&mut pane, 60, 8);
    assert_eq!(pane.below(), 0);
}

#[test]
fn what_takes_nothing_has_no_field() {
    let mut pane = form(&json!({ "type": "object", "properties": {}, "additionalProperties": false }));
    let seen = screen(&mut pane, 60, 8);
    assert_eq!(seen, "▌  nothing to fill in");
}
