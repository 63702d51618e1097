//! What does not fit is told at its field, in calls and in answers alike, and sent as it was typed when it is wanted.

use super::asks::{ask, asking};
use super::scenes::{answered, called, open};
use super::{Face, sending};
use crate::effect::Effect;
use crate::event::Event;
use crate::offer::Kind;
use crate::state::Focus;
use mcp_inspector_engine::Answer;

const SCHEMA: &str = r#"{"type":"object","required":["name","age"],"properties":{
    "nick":{"type":"string"},"name":{"type":"string"},"age":{"type":"integer","minimum":18}}}"#;

/// An ask for a name and a number, of a server that takes an answer.
fn asked() -> Face {
    let params = format!(r#"{{"message":"Who?","requestedSchema":{}}}"#, SCHEMA.replace('\n', " "));
    let mut face = Face::sending(100, 30, &asking(&ask(1, "elicitation/create", &params)));
    face.keys("i");
    face
}

fn answers(face: &Face) -> Vec<String> {
    let sent = face.effects.iter().filter_map(|effect| match effect {
        Effect::Answer { answer: Answer::Result(raw), .. } => Some(raw.as_str().to_owned()),
        _ => None,
    });
    sent.collect()
}

#[test]
fn an_answer_that_does_not_fit_marks_its_fields_and_goes_to_the_first() {
    let mut face = asked();
    face.keys("Ada<Tab><Tab>5x");
    face.keys("<^S>");
    let screen = face.screen();
    assert!(answers(&face).is_empty(), "{screen}");
    // Two are wrong: one is missing, the other is no number. The one that fits has no mark.
    assert!(screen.contains("┃▌! name  required") && screen.contains("`name` is missing"), "{screen}");
    assert!(screen.contains("┃ ! age   5x") && screen.contains("this is no number"), "{screen}");
    assert!(screen.contains("┃   nick  Ada"), "{screen}");
    assert!(screen.contains("! 2 values do not fit; ^S again sends them, `5x` as a text"), "{screen}");
    // Whoever types now fills it in.
    face.keys("Lovelace<Tab><^U>17<^S>");
    let screen = face.screen();
    assert!(screen.contains("┃▌! age   17") && screen.contains("! 1 value does not fit"), "{screen}");
    assert!(answers(&face).is_empty());
    face.keys("<^S>");
    assert_eq!(
        answers(&face),
        [r#"{"action":"accept","content":{"nick":"Ada","name":"Lovelace","age":17}}"#]
    );
}

#[test]
fn a_rule_is_made_of_an_answer_that_does_not_fit_only_when_it_is_wanted_twice() {
    let mut face = asked();
    face.keys("<^O>");
    assert!(face.screen().contains("2 values do not fit; ^O again sends it anyway"), "{}", face.screen());
    assert!(face.effects.is_empty());
    face.keys("<^O>");
    assert!(matches!(face.effects.last(), Some(Effect::Always { .. })));
}

#[test]
fn a_call_with_what_is_no_number_sends_the_text_that_was_typed_after_saying_so() {
    let mut face = Face::live(140, 42, &open());
    face.state.servers[0].session = Some(sending());
    face.keys("<^K>add<Enter>5x<Tab>7<^S>");
    let screen = face.screen();
    assert!(face.effects.is_empty() && face.state.focus == Focus::Form, "{screen}");
    assert!(screen.contains("`5x` is no number; ^S again sends it as the text \"5x\""), "{screen}");
    assert!(screen.contains("┃▌! a     5x"), "{screen}");
    face.keys("<^S>");
    let Some(Effect::Call { request, .. }) = face.effects.pop() else { panic!("{}", face.screen()) };
    assert_eq!(request.params.unwrap().as_str(), r#"{"name":"add","arguments":{"a":"5x","b":7}}"#);
}

#[test]
fn letters_on_a_number_are_typed_and_quit_nothing() {
    let mut face = Face::live(140, 42, &open());
    face.keys("<^K>add<Enter>");
    let last = |face: &Face| face.screen().lines().last().unwrap_or_default().to_owned();
    assert!(last(&face).ends_with("letters type, Esc for keys"), "{}", face.screen());
    face.keys("q");
    assert!(face.state.overlay.is_none() && !face.state.is_over && last(&face).ends_with("INSERT"));
    assert!(face.screen().contains("this is no number"), "{}", face.screen());
    // What was typed is there when its user comes back from somewhere else.
    face.keys("<^K>echo<Enter><^K>add<Enter>");
    assert_eq!(face.state.form.pane.text(), r#"{"a":"q"}"#);
}

#[test]
fn a_call_that_does_not_fit_goes_to_the_form_wherever_it_was_wanted() {
    let mut face = Face::live(140, 42, &open());
    face.state.servers[0].session = Some(sending());
    face.keys("<^K>add<Enter><Esc><Esc>");
    assert_eq!(face.state.focus, Focus::Tree);
    face.keys("<^S>");
    assert_eq!(face.state.focus, Focus::Form);
    assert!(face.screen().contains("┃▌! a "), "{}", face.screen());
}

#[test]
fn a_result_that_breaks_the_schema_of_its_tool_says_so_at_once() {
    let tools = r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"heat","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"t":{"type":"number"}},"required":["t"]}}]}}"#;
    let (_, mut face) = super::lists::asked_for_tools(&[("received", tools)]);
    let mut told = |result: &str| {
        called(&mut face, "heat", "{}", answered(result));
        assert!(face.state.show_item(&(Kind::Tool, "heat".to_owned())));
        face.take_in(Event::Resize);
        face.screen()
    };
    let screen = told(r#"{"content":[],"structuredContent":{"t":"hot"}}"#);
    assert!(screen.contains("OK !"), "{screen}");
    assert!(screen.contains("! structuredContent/t: expected a"), "{screen}");
    let screen = told(r#"{"content":[{"type":"text","text":"7"}]}"#);
    assert!(screen.contains("OK !") && screen.contains("! there is no structuredContent"), "{screen}");
    for fine in [r#"{"content":[],"structuredContent":{"t":7}}"#, r#"{"content":[],"isError":true}"#] {
        let screen = told(fine);
        assert!(!screen.contains(" ! ") && !screen.contains("! structured"), "{screen}");
    }
}
