use super::*;
use mcp_inspector_core::At;
use mcp_inspector_core::command::AskId;
use mcp_inspector_core::message::RequestId;
use serde_json::json;

fn sampling(text: &str) -> Ask {
    let params = json!({ "messages": [{ "role": "user", "content": { "type": "text", "text": text } }] });
    Ask {
        id: AskId(1),
        request: RequestId::Number(1),
        method: "sampling/createMessage".into(),
        params: Some(Raw::of(&params)),
        call: None,
        beside: None,
        at: At::START,
        expires: At::START,
    }
}

/// What is said, and by which rule; none when it is left to a face.
fn said(rules: &StandingRules, ask: &Ask) -> Option<String> {
    let (answer, by) = rules.answer(ask)?;
    Some(match answer {
        Answer::Result(result) => format!("{}; {by}", result.to_value()["content"]["text"]),
        Answer::Error(error) => format!("{error}; {by}"),
    })
}

#[test]
fn the_newest_rule_that_fits_answers_until_it_is_taken_back() {
    let rules = StandingRules::default();
    assert_eq!(said(&rules, &sampling("hello")), None);
    let all = rules.add(json!({ "kind": "sampling", "text": "all" })).unwrap();
    let some = rules.add(json!({ "kind": "sampling", "contains": "hello", "refuse": true })).unwrap();
    assert_eq!(said(&rules, &sampling("other")).unwrap(), format!("\"all\"; answered by rule {all}"));
    let refused = said(&rules, &sampling("hello")).unwrap();
    assert!(refused.ends_with(&format!("refused by rule {some}")), "{refused}");
    let listed: Vec<_> = rules.list().into_iter().map(|rule| (rule.number, rule.answered)).collect();
    assert_eq!(listed, [(some, 1), (all, 1)]);
    assert!(rules.remove(some) && !rules.remove(some));
    assert_eq!(said(&rules, &sampling("hello")).unwrap(), format!("\"all\"; answered by rule {all}"));
    assert!(rules.remove(all));
    assert_eq!(said(&rules, &sampling("hello")), None);
}

#[test]
fn a_rule_for_the_same_asks_takes_the_place_of_the_older_one() {
    let rules = StandingRules::default();
    rules.add(json!({ "kind": "sampling", "text": "old" })).unwrap();
    rules.add(json!({ "kind": "elicitation", "accept": "defaults" })).unwrap();
    let new = rules.add(json!({ "method": "sampling/createMessage", "text": "new" })).unwrap();
    assert_eq!(rules.list().len(), 2);
    assert_eq!(said(&rules, &sampling("x")).unwrap(), format!("\"new\"; answered by rule {new}"));
}

#[test]
fn a_rule_that_is_used_up_is_gone_and_every_change_is_told() {
    let rules = StandingRules::default();
    let mut changes = rules.changes();
    rules.add(json!({ "kind": "sampling", "text": "once", "times": 1 })).unwrap();
    assert!(changes.has_changed().unwrap());
    changes.mark_unchanged();
    assert!(said(&rules, &sampling("x")).is_some());
    assert!(changes.has_changed().unwrap());
    assert_eq!((said(&rules, &sampling("x")), rules.list().len()), (None, 0));
}

#[test]
fn what_is_no_rule_is_refused_with_the_reason() {
    let rules = StandingRules::default();
    let error = |rule: Value| rules.add(rule).unwrap_err().to_string();
    assert!(error(json!({ "kind": "sampling" })).contains("must have exactly one of"));
    assert!(error(json!({ "kind": "sampling", "txt": "a" })).contains("did you mean `text`?"));
    assert_eq!(
        error(json!({ "kind": "roots", "roots": [] })),
        "roots are set and not answered: no rule can name them"
    );
    assert!(error(json!({ "kind": "sampling", "text": "a".repeat(LARGEST) })).contains("more than"));
    assert!(error(json!("text")).contains("not an object"));
    for number in 0..MOST {
        rules.add(json!({ "kind": "sampling", "contains": number.to_string(), "text": "a" })).unwrap();
    }
    assert!(error(json!({ "kind": "sampling", "text": "a" })).contains("no more than that may"));
}
