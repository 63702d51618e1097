//! Each shape of schema, filled in by keys.

use super::*;

fn one(schema: &Value) -> Value {
    json!({ "type": "object", "properties": { "x": schema } })
}

#[test]
fn text_is_typed_at_once() {
    let schema = one(&json!({ "type": "string" }));
    let pane = gives(&schema, "'hi", r#"{"x":"hi"}"#);
    assert!(pane.is_editing());
    let mut pane = gives(&schema, "'hi Enter 'jk C-j 'a", r#"{"x":"hijk\na"}"#);
    press(&mut pane, "C-u BS C-w Enter");
    assert_eq!(pane.text(), r#"{"x":""}"#);
    press(&mut pane, "BS");
    assert_eq!(pane.text(), "{}");
    gives(&schema, "Enter BS BS Esc", "{}");
    gives(&schema, "'a BS BS", "{}");
    gives(&schema, "'a Esc d", "{}");
}

#[test]
fn a_list_of_texts_grows_shrinks_and_is_sorted() {
    let schema = one(&json!({ "type": "array", "items": { "type": "string" } }));
    let mut pane = gives(&schema, "a 'one A-a 'two Enter Ins 'three Enter", r#"{"x":["one","two","three"]}"#);
    press(&mut pane, "A-Up A-Up A-Up");
    assert_eq!(pane.text(), r#"{"x":["three","one","two"]}"#);
    press(&mut pane, "Down Enter Esc J");
    assert_eq!(pane.text(), r#"{"x":["three","two","one"]}"#);
    press(&mut pane, "K Del");
    assert_eq!(pane.text(), r#"{"x":["three","two"]}"#);
    press(&mut pane, "Home d");
    assert_eq!(pane.text(), "{}");
    gives(&schema, "Enter", r#"{"x":[]}"#);
}

#[test]
fn a_tuple_has_a_row_for_each_item() {
    let schema = one(&json!({ "prefixItems": [{ "type": "number" }, { "type": "string" }], "items": false }));
    gives(&schema, "Right Down '1.50 Enter Down 'b Enter", r#"{"x":[1.50,"b"]}"#);
}

#[test]
fn alternatives_are_gone_through_and_keep_what_they_share() {
    let shape = &sixteen()["properties"]["shape"];
    let mut pane = gives(&one(shape), "Right", r#"{"x":{"kind":"circle"}}"#);
    press(&mut pane, "Down Down '4 Enter");
    assert_eq!(pane.text(), r#"{"x":{"kind":"circle","r":4}}"#);
    press(&mut pane, "Home Left");
    assert_eq!(pane.text(), r#"{"x":{"kind":"box"}}"#);
    let either = &sixteen()["properties"]["either"];
    gives(&one(either), "Space Down 'ab Enter", r#"{"x":"ab"}"#);
    gives(&one(either), "Left Down Enter C-u '42 Enter", r#"{"x":42}"#);
}

#[test]
fn a_map_has_keys_of_ones_own() {
    let schema = one(&json!({ "type": "object", "additionalProperties": { "type": "string" } }));
    let mut pane = gives(&schema, "a 'a/b Enter 'one Enter", r#"{"x":{"a/b":"one"}}"#);
    press(&mut pane, "A-a 'k Enter 'two Enter A-r 'ey Enter");
    assert_eq!(pane.text(), r#"{"x":{"a/b":"one","key":"two"}}"#);
    press(&mut pane, "A-r C-u 'a/b Enter");
    assert!(
        pane.is_editing() && screen(&mut pane, 60, 9).contains("already"),
        "{}",
        screen(&mut pane, 60, 9)
    );
    press(&mut pane, "Esc Del");
    assert_eq!(pane.text(), r#"{"x":{"a/b":"one"}}"#);
}

#[test]
fn what_leads_back_to_itself_opens_as_far_as_one_goes() {
    let schema = json!({
        "$ref": "#/$defs/tree",
        "$defs": { "tree": { "type": "object", "properties": {
            "value": { "type": "string" },
            "children": { "type": "array", "items": { "$ref": "#/$defs/tree" } },
            "next": { "$ref": "#/$defs/tree" },
        } } },
    });
    let keys = "'a Enter Down a 'b Enter End Enter";
    gives(&schema, keys, r#"{"value":"a","children":[{"value":"b"}],"next":{}}"#);
}

#[test]
fn options_are_gone_through_or_found() {
    gives(&one(&json!({ "enum": ["low", "high", 3] })), "Space Space Right", r#"{"x":3}"#);
    gives(&one(&json!({ "enum": ["low", "high", 3] })), "Esc h l", r#"{"x":"low"}"#);
    gives(&one(&json!({ "type": "boolean" })), "Space", r#"{"x":true}"#);
    gives(&one(&json!({ "type": "boolean" })), "Space Enter", r#"{"x":false}"#);
    gives(&one(&json!({ "type": "boolean" })), "Space Esc d", "{}");
    let many: Vec<String> = (0..20).map(|number| format!("option-{number}")).collect();
    let many = one(&json!({ "enum": many }));
    gives(&many, "Enter '17 Enter", r#"{"x":"option-17"}"#);
    gives(&many, "Enter Down Down Up Tab", r#"{"x":"option-1"}"#);
    let pane = gives(&many, "Enter 'zz Enter", "{}");
    assert!(!pane.is_editing());
    gives(&many, "Enter Esc Space", r#"{"x":"option-0"}"#);
}

#[test]
fn seven_options_are_gone_through_and_eight_are_a_list() {
    let options = |count: usize| {
        let options: Vec<String> = (1..=count).map(|number| format!("option-{number}")).collect();
        one(&json!({ "enum": options }))
    };
    // Enter takes the next of seven, and opens the list of eight.
    let pane = gives(&options(7), "Enter", r#"{"x":"option-1"}"#);
    assert!(!pane.is_editing());
    gives(&options(7), "Enter Enter", r#"{"x":"option-2"}"#);
    let pane = gives(&options(8), "Enter", "{}");
    assert!(pane.is_editing());
    gives(&options(8), "Enter '8 Enter", r#"{"x":"option-8"}"#);
    // The keys that go through them do so however many there are.
    for count in [7, 8] {
        let pane = gives(&options(count), "Space Space", r#"{"x":"option-2"}"#);
        assert!(!pane.is_editing());
        gives(&options(count), "Space Left", &format!(r#"{{"x":"option-{count}"}}"#));
    }
}

#[test]
fn several_options_are_checked() {
    let schema =
        one(&json!({ "type": "array", "uniqueItems": true, "items": { "enum": ["red", "green", "blue"] } }));
    let mut pane = gives(&schema, "l Down Down Space Down Enter", r#"{"x":["green","blue"]}"#);
    press(&mut pane, "Up Space");
    assert_eq!(pane.text(), r#"{"x":["blue"]}"#);
}

#[test]
fn null_is_a_value_of_its_own() {
    let schema = one(&json!({ "type": ["integer", "null"] }));
    gives(&schema, "C-n", r#"{"x":null}"#);
    gives(&schema, "'7 C-n", r#"{"x":null}"#);
    gives(&schema, "C-n '7", r#"{"x":7}"#);
    gives(&schema, "C-n BS", "{}");
}

#[test]
fn a_constant_is_sent_or_not() {
    let schema = one(&json!({ "const": "v1" }));
    gives(&schema, "Space", r#"{"x":"v1"}"#);
    gives(&schema, "Space BS", "{}");
    let required = json!({ "type": "object", "required": ["x"], "properties": { "x": { "const": 1 } } });
    gives(&required, "Down", r#"{"x":1}"#);
}

#[test]
fn conditions_follow_what_is_chosen() {
    let mut pane = gives(
        &json!({
            "type": "object",
            "properties": { "mode": { "enum": ["fast", "slow"] } },
            "if": { "properties": { "mode": { "const": "slow" } }, "required": ["mode"] },
            "then": { "properties": { "delay": { "type": "number" } } },
        }),
        "Space Space End '2.5 Enter",
        r#"{"mode":"slow","delay":2.5}"#,
    );
    press(&mut pane, "Home Space");
    assert!(screen(&mut pane, 60, 9).contains("extra"), "{}", screen(&mut pane, 60, 9));
    assert_eq!(pane.text(), r#"{"mode":"fast","delay":2.5}"#);
}

#[test]
fn a_time_is_typed_or_now() {
    let schema = one(&json!({ "type": "string", "format": "date-time" }));
    let pane = gives(&schema, "'2026-01-02T03:04:05Z Enter", r#"{"x":"2026-01-02T03:04:05Z"}"#);
    assert!(pane.errors().is_empty());
    let mut pane = form(&schema);
    assert_eq!(press(&mut pane, "C-t"), FormDid::Changed);
    assert!(pane.errors().is_empty() && pane.text().len() == r#"{"x":"2026-01-02T03:04:05Z"}"#.len());
}

#[test]
fn objects_in_objects_are_made_when_they_are_needed() {
    let schema = one(&json!({ "type": "object", "properties": {
        "deep": { "type": "object", "properties": { "on": { "type": "boolean" } } },
    } }));
    gives(&schema, "l Down l Down Space", r#"{"x":{"deep":{"on":true}}}"#);
    gives(&schema, "Enter Down Enter", r#"{"x":{"deep":{}}}"#);
    gives(&schema, "l Down l Down Space Home d", "{}");
}

#[test]
fn numbers_step_within_their_bounds() {
    let size = json!({ "type": "integer", "default": 5, "minimum": 1, "maximum": 6 });
    gives(&one(&size), "Down", r#"{"x":5}"#);
    gives(&one(&size), "+ + +", r#"{"x":6}"#);
    gives(&one(&size), "Del +", r#"{"x":5}"#);
    gives(&one(&json!({ "type": "number", "multipleOf": 0.1 })), "+ + + + -", r#"{"x":0.2}"#);
    gives(&one(&json!({ "type": "number" })), "'-1.50 Enter -", r#"{"x":-2.50}"#);
    let mut pane = gives(&one(&size), "Enter 'x", r#"{"x":"5x"}"#);
    press(&mut pane, "Enter Enter C-u '12 Enter");
    assert_eq!((pane.text(), pane.errors().len()), (r#"{"x":12}"#, 1));
}

#[test]
fn what_is_no_number_is_kept_and_told() {
    let mut pane = gives(&one(&json!({ "type": "number" })), "'1e Enter", r#"{"x":"1e"}"#);
    assert_eq!((pane.errors()[0].keyword.as_str(), pane.errors().len()), ("syntax", 1));
    assert!(screen(&mut pane, 60, 9).contains("1e") && screen(&mut pane, 60, 9).contains('!'));
    press(&mut pane, "Enter '3 Enter");
    assert_eq!((pane.text(), pane.errors().len()), (r#"{"x":1e3}"#, 0));
}

#[test]
fn where_anything_goes_json_is_typed() {
    let schema = one(&json!(true));
    let mut pane = gives(&schema, "'{\"a\":[1] Enter", r#"{"x":"{\"a\":[1]"}"#);
    assert!(screen(&mut pane, 90, 9).contains("line 1 column 8"), "{}", screen(&mut pane, 90, 9));
    assert_eq!(pane.errors().len(), 1);
    press(&mut pane, "Enter '}");
    assert_eq!((pane.text(), pane.errors().len()), (r#"{"x":{"a":[1]}}"#, 0));
    press(&mut pane, "Enter Del");
    assert_eq!(pane.text(), "{}");
}

#[test]
fn a_letter_on_a_number_or_json_is_typed_and_told_to_be_none() {
    let mut pane = gives(&one(&json!({ "type": "number" })), "'q", r#"{"x":"q"}"#);
    assert!(pane.is_editing(), "{}", screen(&mut pane, 60, 9));
    assert!(screen(&mut pane, 60, 9).contains("this is no number"), "{}", screen(&mut pane, 60, 9));
    // Behind Escape letters are keys, as on a text.
    press(&mut pane, "BS Esc");
    assert_eq!((press(&mut pane, "'q"), pane.text()), (FormDid::NotMine, "{}"));
    gives(&one(&json!(true)), "'xyz", r#"{"x":"xyz"}"#);
    // It still goes up and down, and a sign begins one where there is none.
    gives(&one(&json!({ "type": "number" })), "'4 Enter + + -", r#"{"x":5}"#);
    gives(&one(&json!({ "type": "number" })), "'-4", r#"{"x":-4}"#);
}

#[test]
fn what_is_no_number_is_sent_as_the_text_that_was_typed_and_never_as_another_value() {
    let schema = json!({ "required": ["n"], "properties": {
        "n": { "type": "integer", "default": 5 }, "m": { "type": "string" } } });
    let mut pane = gives(&schema, "End Home Enter 'x Enter", r#"{"n":"5x"}"#);
    let seen = screen(&mut pane, 76, 9);
    assert!(seen.contains("this is no number; sent all the same it is the text \"5x\""), "{seen}");
    assert!(!seen.contains("default"), "{seen}");
    // One fault, and it is said what comes of it.
    assert_eq!(pane.misfit_count(), 1);
    let warning = "`5x` is no number; ^S again sends it as the text \"5x\"";
    assert_eq!(pane.blame().as_deref(), Some(warning));
    // Each letter makes it another value, so that it is told again.
    assert_eq!(press(&mut pane, "Enter 'y"), FormDid::Changed);
    assert_eq!(pane.text(), r#"{"n":"5xy"}"#);
    // As JSON it is the same, and a number again when it is one.
    press(&mut pane, "Enter C-f");
    assert!(screen(&mut pane, 60, 9).contains("\"n\": \"5xy\""), "{}", screen(&mut pane, 60, 9));
    press(&mut pane, "C-f");
    assert_eq!(pane.text(), r#"{"n":"5xy"}"#);
    let mut pane = gives(&schema, "'5x BS Enter", r#"{"n":5}"#);
    assert_eq!(pane.blame(), None);
    let listed = one(&json!({ "type": "array", "items": { "type": "number" } }));
    let mut pane = FormPane::new(&listed.to_string(), Some(r#"{"x":[1,2]}"#));
    press(&mut pane, "Down Enter BS Enter");
    assert_eq!(pane.text(), r#"{"x":["",2]}"#);
    assert_eq!(pane.blame().as_deref(), Some("nothing is typed there; ^S again sends it as an empty text"));
}

#[test]
fn whoever_comes_to_a_form_types_into_its_first_field_also_inside_of_a_group() {
    let place =
        json!({ "type": "object", "required": ["city"], "properties": { "city": { "type": "string" } } });
    let schema = json!({ "required": ["place"], "properties": { "place": place } });
    gives(&schema, "'Paris", r#"{"place":{"city":"Paris"}}"#);
}

#[test]
fn members_that_the_schema_does_not_name_are_there() {
    let mut pane =
        FormPane::new(r#"{"properties":{"n":{"type":"number"}}}"#, Some(r#"{"n":1.0,"other":"x"}"#));
    press(&mut pane, "End Enter Left 'y Enter Home A-a 'third Enter");
    assert_eq!(pane.text(), r#"{"n":1.0,"other":"xy","third":""}"#);
    press(&mut pane, "Del");
    assert_eq!(pane.text(), r#"{"n":1.0,"other":"xy"}"#);
}

#[test]
fn what_has_to_be_something_when_it_is_added_makes_room_and_is_marked_until_then() {
    let map = one(&json!({ "type": "object", "additionalProperties": { "type": "integer" } }));
    let mut pane = gives(&map, "a 'k1 Enter", r#"{"x":{"k1":1}}"#);
    assert!(screen(&mut pane, 60, 8).contains("1  made up"), "{}", screen(&mut pane, 60, 8));
    press(&mut pane, "'7 Enter");
    assert_eq!(pane.text(), r#"{"x":{"k1":7}}"#);
    assert!(!screen(&mut pane, 60, 8).contains("made up"), "{}", screen(&mut pane, 60, 8));
    let numbers = one(&json!({ "type": "array", "items": { "type": "number" } }));
    gives(&numbers, "a '25 Enter", r#"{"x":[25]}"#);
}

#[test]
fn an_object_that_is_added_to_a_list_is_begun_at_its_first_field() {
    let people = json!({ "type": "object", "properties": { "n": { "type": "string" } }, "required": ["n"] });
    let schema = one(&json!({ "type": "array", "items": people }));
    gives(&schema, "A-a 'dan Enter", r#"{"x":[{"n":"dan"}]}"#);
}

#[test]
fn a_password_is_shown_while_it_is_typed_and_a_variable_always() {
    let schema = one(&json!({ "type": "string", "format": "password" }));
    let mut pane = gives(&schema, "'hush", r#"{"x":"hush"}"#);
    assert!(screen(&mut pane, 40, 4).contains("hush"));
    press(&mut pane, "Enter");
    let drawn = screen(&mut pane, 40, 4);
    assert!(drawn.contains("••••••••") && !drawn.contains("hush"), "{drawn}");
    let mut pane = gives(&schema, "'${HUSH} Enter", r#"{"x":"${HUSH}"}"#);
    assert!(screen(&mut pane, 40, 4).contains("${HUSH}"));
}
