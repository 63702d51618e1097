//! Form and JSON, running, editors, completion, schemas of no use, the mouse.

use super::*;

fn two() -> Value {
    json!({ "type": "object", "required": ["s"], "properties": {
        "n": { "type": "number" }, "s": { "type": "string" },
    } })
}

#[test]
fn json_and_form_are_two_views_of_one_text() {
    let text = r#"{ "n" : 1.50, "zz":[] }"#;
    let mut pane = FormPane::new(&two().to_string(), Some(text));
    press(&mut pane, "Esc F Esc F");
    assert_eq!((pane.text(), pane.json.is_some()), (text, false), "without a change it stays as it is");
    press(&mut pane, "C-f C-End BS '2");
    assert!(pane.is_editing());
    insta::assert_snapshot!(screen(&mut pane, 60, 8), @r#"
    ! not JSON: line 4, column 1: expected `,` or `}`
    {
      "n": 1.50,
      "zz": []
    2
    "#);
    assert_eq!(pane.errors()[0].keyword, "syntax");
    assert_eq!(press(&mut pane, "Esc F"), FormDid::Nothing);
    assert!(pane.json.is_some(), "what is no JSON has no form");
    press(&mut pane, "Enter C-End BS } C-f");
    assert_eq!(pane.text(), "{\n  \"n\": 1.50,\n  \"zz\": []\n}");
    assert!(pane.json.is_none() && !pane.is_editing());
}

#[test]
fn running_is_possible_from_everywhere_and_tells_what_is_missing() {
    let mut pane = form(&two());
    assert!(!screen(&mut pane, 60, 9).contains('!'));
    assert_eq!(pane.errors().len(), 1);
    assert_eq!(press(&mut pane, "C-s"), FormDid::Run);
    assert!(screen(&mut pane, 60, 9).contains('!'));
    assert_eq!(press(&mut pane, "Down 'hi C-s"), FormDid::Run);
    assert_eq!((pane.text(), pane.is_editing()), (r#"{"s":"hi"}"#, false));
    assert_eq!(press(&mut pane, "C-f 'x C-s"), FormDid::Run);
}

#[test]
fn keys_that_mean_nothing_here_are_left_to_others() {
    let mut pane = form(&two());
    // The first Escape makes letters keys.
    press(&mut pane, "Esc");
    for name in ["BackTab", "Esc", "C-k", "q", "?", "A-x"] {
        assert_eq!(press(&mut pane, name), FormDid::NotMine, "{name}");
    }
    assert_eq!(press(&mut pane, "E"), FormDid::OpenEditor);
    assert_eq!(press(&mut pane, "Down C-e"), FormDid::OpenEditor);
    assert_eq!(press(&mut pane, "'text A-E"), FormDid::OpenEditor);
    pane.set_text(r#"{"s":"from there"}"#);
    assert!(screen(&mut pane, 60, 9).contains("from there"));
    pane.set_text("{");
    assert!(pane.json.is_some() && pane.text() == "{");
}

#[test]
fn texts_are_completed() {
    let mut pane = form(&two());
    pane.set_completion(true);
    let asked = FormDid::Complete { pointer: "/s".to_owned(), value: "pa".to_owned() };
    assert_eq!(press(&mut pane, "Down 'pa Tab"), asked);
    pane.offer(vec!["paris".to_owned(), "padua".to_owned()]);
    insta::assert_snapshot!(screen(&mut pane, 46, 9), @r"
       n     unset
    ▌* s     pa
             ┌──────────────────┐
             │▌paris            │
             │ padua            │
             └──────────────────┘
    ");
    assert_eq!(press(&mut pane, "Down Enter"), FormDid::Changed);
    assert_eq!((pane.text(), pane.is_editing()), (r#"{"s":"padua"}"#, true));
    pane.offer(vec!["padua".to_owned()]);
    assert_eq!(press(&mut pane, "Enter"), FormDid::Nothing);
    assert!(!pane.is_editing());
    pane.offer(vec!["too late".to_owned()]);
    assert!(!pane.is_editing());
    let mut plain = form(&two());
    assert_eq!(press(&mut plain, "'1 Tab 'x"), FormDid::Changed, "without completion it goes to the next");
    assert_eq!(plain.text(), r#"{"n":1,"s":"x"}"#);
    assert_eq!(press(&mut plain, "Tab"), FormDid::NotMine);
}

#[test]
fn tab_goes_through_the_fields_and_leaves_behind_the_last() {
    let mut pane = form(&two());
    assert_eq!((pane.tab_does(), press(&mut pane, "Tab")), (Tab::Next, FormDid::Nothing));
    assert_eq!((pane.tab_does(), press(&mut pane, "Tab")), (Tab::Out, FormDid::NotMine));
    assert_eq!(press(&mut pane, "BackTab"), FormDid::Nothing);
    assert_eq!(press(&mut pane, "BackTab"), FormDid::NotMine);
    // Where letters are keys they stay keys.
    press(&mut pane, "Tab Esc BackTab Tab");
    assert!(!pane.takes_letters() && !pane.is_editing());
    pane.wrap(false);
    assert_eq!(press(&mut pane, "i '7"), FormDid::Changed);
    assert_eq!(pane.text(), r#"{"n":7}"#);
}

#[test]
fn tab_asks_how_an_untouched_field_goes_on_and_goes_on_when_it_does_not() {
    let schema = json!({ "properties": { "a": { "type": "string" }, "b": { "type": "string" } } });
    let mut pane = form(&schema);
    pane.set_completion(true);
    let asked =
        |pointer: &str, value: &str| FormDid::Complete { pointer: pointer.into(), value: value.into() };
    assert_eq!(pane.tab_does(), Tab::Complete);
    assert_eq!(press(&mut pane, "Tab"), asked("/a", ""));
    pane.offer(vec!["paris".to_owned(), "padua".to_owned()]);
    assert_eq!(pane.tab_does(), Tab::Take);
    press(&mut pane, "Tab");
    // What was taken goes on no further.
    assert_eq!((pane.text(), pane.tab_does()), (r#"{"a":"paris"}"#, Tab::Next));
    press(&mut pane, "Tab");
    assert_eq!(press(&mut pane, "Tab"), asked("/b", ""));
    assert_eq!(pane.offer(Vec::new()), FormDid::NotMine, "it was the last");
    press(&mut pane, "BackTab 'x");
    assert_eq!(press(&mut pane, "Tab"), asked("/a", "parisx"));
    press(&mut pane, "'y");
    assert_eq!(pane.offer(Vec::new()), FormDid::Nothing, "someone typed since");
    assert_eq!(press(&mut pane, "Tab"), asked("/a", "parisxy"));
    assert_eq!(pane.offer(vec!["parisxy".to_owned()]), FormDid::Nothing);
    assert_eq!(press(&mut pane, "'z"), FormDid::Changed);
    assert_eq!(pane.text(), r#"{"a":"parisxy","b":"z"}"#);
}

#[test]
fn a_value_that_is_wrong_in_two_ways_is_one() {
    let mut pane =
        form(&json!({ "properties": { "n": { "type": "integer", "minimum": 5, "multipleOf": 2 } } }));
    press(&mut pane, "'3");
    assert_eq!((pane.errors().len(), pane.misfit_count()), (2, 1));
    assert_eq!(
        form(&json!({ "type": "object", "required": ["a", "b"], "properties": {
        "a": { "type": "string" }, "b": { "type": "string" } } }))
        .misfit_count(),
        2
    );
}

#[test]
fn a_schema_of_no_use_is_a_place_for_json() {
    let mut pane = FormPane::new("[]", None);
    insta::assert_snapshot!(screen(&mut pane, 60, 8), @r"
    no form: a JSON Schema is an object, `true` or `false`, and
    this one is an array
    ▌  value  {}
              JSON, because the schema allows any JSON here
    ");
    press(&mut pane, "Enter C-u '[1] Enter");
    assert_eq!(pane.text(), "[1]");
    let mut none = form(&json!({ "type": "object", "additionalProperties": false }));
    insta::assert_snapshot!(screen(&mut none, 60, 8), @r"
    ▌  nothing to fill in
    ");
}

#[test]
fn texts_are_pasted() {
    let mut pane = form(&two());
    press(&mut pane, "Down");
    assert_eq!(pane.paste("one\ntwo"), FormDid::Changed);
    assert_eq!(pane.text(), r#"{"s":"one\ntwo"}"#);
    press(&mut pane, "Esc F");
    pane.paste(" ");
    assert!(pane.text().starts_with(" {"));
}

#[test]
fn the_mouse_moves_the_focus_and_acts_there() {
    let mut pane = form(&json!({ "properties": { "a": { "type": "boolean" }, "b": { "type": "boolean" } } }));
    screen(&mut pane, 40, 9);
    assert_eq!(pane.click(1, 9), FormDid::Nothing);
    screen(&mut pane, 40, 9);
    assert_eq!(pane.click(1, 9), FormDid::Changed);
    assert_eq!(pane.text(), r#"{"b":true}"#);
    assert_eq!(pane.click(20, 9), FormDid::NotMine);
    let mut long = form(&sixteen());
    screen(&mut long, 40, 5);
    long.scroll(3);
    assert!(screen(&mut long, 40, 5).starts_with("     tags"), "{}", screen(&mut long, 40, 5));
    long.scroll(i32::MIN);
    assert!(screen(&mut long, 40, 5).starts_with('▌'));
    long.scroll(i32::MAX);
    assert!(screen(&mut long, 40, 5).ends_with("anything  unset"));
    press(&mut long, "Down");
    assert!(screen(&mut long, 40, 5).contains("▌    tags"), "keys bring the focus back into sight");
}

#[test]
fn a_click_on_the_row_that_has_the_focus_changes_nothing_before_a_second_one() {
    let schema = json!({ "properties": {
        "o": { "enum": ["one", "two"] },
        "g": { "type": "object", "properties": { "x": { "type": "string" } } },
    } });
    let mut pane = form(&schema);
    screen(&mut pane, 40, 9);
    let before = pane.text().to_owned();
    assert_eq!(pane.click(0, 9), FormDid::Nothing);
    assert_eq!(pane.text(), before, "the enumeration");
    assert_eq!(pane.click(0, 9), FormDid::Changed);
    assert_eq!(pane.text(), r#"{"o":"one"}"#);
    // A key between two clicks, and the first is forgotten.
    let mut pane = form(&schema);
    screen(&mut pane, 40, 9);
    pane.click(0, 9);
    press(&mut pane, "Down");
    press(&mut pane, "Up");
    assert_eq!(pane.click(0, 9), FormDid::Nothing);
    assert_eq!(pane.text(), before);
}

#[test]
fn a_form_begins_at_the_first_field_that_takes_letters_also_in_a_tuple() {
    let tuple = json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "integer" }] });
    let mut pane = form(&json!({ "properties": { "t": tuple, "z": {"type": "string"} }, "required": ["t"] }));
    press(&mut pane, "x");
    assert!(pane.text().starts_with(r#"{"t":["x""#), "{}", pane.text());
}

#[test]
fn why_a_part_of_a_schema_is_of_no_use_is_read_whole_and_the_rest_is_checked() {
    let pair = json!({ "type": "array", "items": [{ "type": "string" }, { "type": "integer" }] });
    let mut pane = form(&json!({ "properties": { "pair": pair, "n": { "type": "integer" } } }));
    let shown = screen(&mut pane, 48, 24).replace('\n', " ");
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("; the rest is checked") && words.contains("/properties/pair/items"), "{words}");
    assert!(!words.contains("not checked"), "{words}");
}

#[test]
fn labels_have_the_room_there_is_and_items_of_a_tuple_their_titles() {
    let name = "a name of more than twenty letters";
    let tuple = json!({ "type": "array", "prefixItems": [{ "type": "string", "title": "street" }] });
    let mut pane =
        form(&json!({ "properties": { name: { "type": "string" }, "t": tuple }, "required": [name, "t"] }));
    assert!(screen(&mut pane, 110, 12).contains(name), "{}", screen(&mut pane, 110, 12));
    assert!(screen(&mut pane, 110, 12).contains("street"), "{}", screen(&mut pane, 110, 12));
}
