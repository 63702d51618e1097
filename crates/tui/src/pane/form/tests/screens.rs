//! What forms look like.

use super::*;

#[test]
fn sixteen_shapes_fit_a_small_terminal() {
    let mut pane = form(&sixteen());
    insta::assert_snapshot!(screen(&mut pane, 80, 24), @r"
    ▌*   name      required
                   Who it is for · at least 2 characters
         tags      unset
       ▸ point     unset
         shape     unset
         either    unset
         env       unset
       ▸ tree      unset
         level     unset
         limit     unset
         version   unset
         mode      unset
     *   when      required
       ▸ options   unset
       ▾ colours   unset
           red     [ ]
           green   [ ]
           blue    [ ]
         size      5  default
         anything  unset
    ");
    insta::assert_snapshot!(screen(&mut pane, 46, 24), @r"
    ▌*   name      required
         Who it is for · at least 2 characters
         tags      unset
       ▸ point     unset
         shape     unset
         either    unset
         env       unset
       ▸ tree      unset
         level     unset
         limit     unset
         version   unset
         mode      unset
     *   when      required
       ▸ options   unset
       ▾ colours   unset
           red     [ ]
           green   [ ]
           blue    [ ]
         size      5  default
         anything  unset
    ");
}

#[test]
fn a_filled_form_shows_what_will_be_sent() {
    let text = json!({
        "name": "A", "tags": ["one", "two"], "point": [1, 2], "shape": { "kind": "box", "w": 3 },
        "either": 5, "env": { "HOME": "/root" }, "tree": { "value": "top", "children": [{ "value": "leaf" }] },
        "limit": null, "when": "today", "size": 12, "colours": ["blue"], "more": "than named",
    });
    let mut pane = FormPane::new(&sixteen().to_string(), Some(&text.to_string()));
    insta::assert_snapshot!(screen(&mut pane, 80, 40), @r#"
    ▌!   name            A
                         Who it is for · at least 2 characters
                         expected at least 2 characters, got the text "A"
       ▾ tags            2 items
           0             one
           1             two
       ▾ point           2 of 2 items
           0             1
           1             2
         shape           box
     *     kind          "box"
           w             3
         either          integer
           integer       5
       ▾ env             1 entry
           HOME          /root
       ▾ tree
           value         top
         ▾ children      1 item
           ▾ 0
               value     leaf
               children  unset, Enter opens it
         level           unset
         limit           null
         version         unset
         mode            unset
     *   when            today
       ▸ options         unset
       ▾ colours         blue
           red           [ ]
           green         [ ]
           blue          [x]
     !   size            12
                         expected at most 9, got 12
         anything        unset
         more            "than named"  extra
    "#);
    press(&mut pane, "Down Down Down");
    insta::assert_snapshot!(screen(&mut pane, 46, 16), @r#"
     !   name            A
         expected at least 2 characters, got the
         text "A"
       ▾ tags            2 items
           0             one
    ▌      1             two
         Alt-a adds, Del removes, Alt-↑↓ moves
       ▾ point           2 of 2 items
           0             1
           1             2
         shape           box
     *     kind          "box"
           w             3
         either          integer
           integer       5
       ▾ env             1 entry
    "#);
    press(&mut pane, "End");
    insta::assert_snapshot!(screen(&mut pane, 46, 10), @r#"
           red           [ ]
           green         [ ]
           blue          [x]
     !   size            12
         expected at most 9, got 12
         anything        unset
    ▌    more            "than named"  extra
         extra: not named by the schema · JSON,
         because the schema allows any JSON here ·
         Del removes, Alt-r renames
    "#);
}

#[test]
fn options_stand_in_a_list_that_is_closed_again() {
    let many: Vec<String> = (0..20).map(|number| format!("option-{number}")).collect();
    let mut pane = form(&json!({ "properties": { "x": { "enum": many }, "y": { "type": "string" } } }));
    press(&mut pane, "Enter '1");
    insta::assert_snapshot!(screen(&mut pane, 46, 14), @r"
    ▌  x     unset  ◂ -/20 ▸
       y     ┌──────────────────┐
             │/ 1               │
             │▌option-1         │
             │ option-10        │
             │ option-11        │
             │ option-12        │
             │ option-13        │
             │ option-14        │
             │ option-15        │
             │ option-16        │
             └──────── ↓ 3 more ┘
    ");
    press(&mut pane, "Esc");
    insta::assert_snapshot!(screen(&mut pane, 46, 14), @r"
    ▌  x     unset  ◂ -/20 ▸
       y     unset
    ");
}

#[test]
fn long_texts_scroll_and_several_lines_grow() {
    let mut pane = form(&json!({ "properties": { "x": { "type": "string" }, "y": { "type": "string" } } }));
    press(&mut pane, "'one C-j 'two C-j");
    pane.paste("a line that is far too long to be seen as a whole in so few columns");
    insta::assert_snapshot!(screen(&mut pane, 40, 6), @r"
    ▌  x     one
             two
             … as a whole in so few columns
       y     unset
    ");
    press(&mut pane, "Enter Down");
    insta::assert_snapshot!(screen(&mut pane, 40, 6), @r"
       x     one
             two
             a line that is far too long to…
    ▌  y     unset
    ");
}

#[test]
fn a_new_key_is_typed_where_it_will_be() {
    let schema = json!({ "properties": {
        "env": { "type": "object", "additionalProperties": { "type": "string" } }, "y": { "type": "string" },
    } });
    let mut pane = FormPane::new(&schema.to_string(), Some(r#"{"env":{"A":"1"}}"#));
    press(&mut pane, "a 'B");
    insta::assert_snapshot!(screen(&mut pane, 46, 8), @r"
    ▌  ▾ env  1 entry
              a adds a key
           A  1
       new key: B
         y    unset
    ");
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
