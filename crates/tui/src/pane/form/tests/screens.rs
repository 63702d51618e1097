//! What forms look like.

use super::*;

#[test]
fn sixteen_shapes_fit_a_small_terminal() {
    let mut pane = form(&sixteen());
    insta::assert_snapshot!(screen(&mut pane, 80, 24), @"");
    insta::assert_snapshot!(screen(&mut pane, 46, 24), @"");
}

#[test]
fn a_filled_form_shows_what_will_be_sent() {
    let text = json!({
        "name": "A", "tags": ["one", "two"], "point": [1, 2], "shape": { "kind": "box", "w": 3 },
        "either": 5, "env": { "HOME": "/root" }, "tree": { "value": "top", "children": [{ "value": "leaf" }] },
        "limit": null, "when": "today", "size": 12, "colours": ["blue"], "more": "than named",
    });
    let mut pane = FormPane::new(&sixteen().to_string(), Some(&text.to_string()));
    insta::assert_snapshot!(screen(&mut pane, 80, 40), @"");
    press(&mut pane, "Down Down Down");
    insta::assert_snapshot!(screen(&mut pane, 46, 16), @"");
    press(&mut pane, "End");
    insta::assert_snapshot!(screen(&mut pane, 46, 10), @"");
}

#[test]
fn options_stand_in_a_list_that_is_closed_again() {
    let many: Vec<String> = (0..20).map(|number| format!("option-{number}")).collect();
    let mut pane = form(&json!({ "properties": { "x": { "enum": many }, "y": { "type": "string" } } }));
    press(&mut pane, "Enter '1");
    insta::assert_snapshot!(screen(&mut pane, 46, 14), @"");
    press(&mut pane, "Esc");
    insta::assert_snapshot!(screen(&mut pane, 46, 14), @"");
}

#[test]
fn long_texts_scroll_and_several_lines_grow() {
    let mut pane = form(&json!({ "properties": { "x": { "type": "string" }, "y": { "type": "string" } } }));
    press(&mut pane, "'one C-j 'two C-j");
    pane.paste("a line that is far too long to be seen as a whole in so few columns");
    insta::assert_snapshot!(screen(&mut pane, 40, 6), @"");
    press(&mut pane, "Enter Down");
    insta::assert_snapshot!(screen(&mut pane, 40, 6), @"");
}

#[test]
fn a_new_key_is_typed_where_it_will_be() {
    let schema = json!({ "properties": {
        "env": { "type": "object", "additionalProperties": { "type": "string" } }, "y": { "type": "string" },
    } });
    let mut pane = FormPane::new(&schema.to_string(), Some(r#"{"env":{"A":"1"}}"#));
    press(&mut pane, "a 'B");
    insta::assert_snapshot!(screen(&mut pane, 46, 8), @"");
}

#[test]
fn nothing_that_acts_reaches_the_screen() {
    let schema = json!({ "properties": {
        "a\u{1b}[2J": { "type": "string", "description": "x\u{9b}y\u{202e}\r\nz", "title": "\u{7}" },
        "e": { "enum": ["\u{1b}c", "b"] },
    } });
    let text = json!({ "a\u{1b}[2J": "v\u{1b}\u{0}\u{9d}", "e": "\u{1b}c", "\u{8}": "\u{1b}" });
    let mut pane = FormPane::new(&schema.to_string(), Some(&text.to_string()));
    for keys in ["Down", "Down", "Up Up Enter", "Esc F"] {
        press(&mut pane, keys);
        let seen = screen(&mut pane, 60, 14);
        assert!(!seen.chars().any(|c| c != '\n' && mcp_inspector_core::terminal::acts(c)), "{seen:?}");
    }
}
