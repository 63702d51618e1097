//! Calls that end without an answer, and those that were never sent.

use super::*;

fn unsent(params: Option<&str>, outcome: OutcomeWord) -> EntryKind {
    let (method, reason) = ("tools/call".to_owned(), "not connected".to_owned());
    let params = params.map(str::to_owned);
    EntryKind::Ended { call: Some(CallKey(1)), id: None, method, params, outcome, reason }
}

#[test]
fn a_call_that_could_not_be_sent_says_so_and_what_it_was() {
    let echo = Some(r#"{"name":"echo","arguments":{"n":1.0}}"#);
    shows(vec![unsent(echo, OutcomeWord::Lost)], "1 > call tools/call echo not-sent");
    shows(vec![unsent(echo, OutcomeWord::Cancelled)], "1 > call tools/call echo cancelled");
    shows(vec![unsent(None, OutcomeWord::Lost)], "1 > call tools/call not connected not-sent");
    let lost = vec![sent_for(1, &tool(7, "a")), ended(Some(1), Some(7), OutcomeWord::Lost)];
    shows(lost, "1-2 > call tools/call a lost 10ms");
    let request = |params| unsent_request(&entries(vec![unsent(params, OutcomeWord::Lost)])[0]);
    let expected =
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{"n":1.0}}}"#;
    assert_eq!(request(echo).as_deref(), Some(expected.as_bytes()));
    assert_eq!(request(None), None, "recordings of before do not have it");
}

#[test]
fn what_could_not_be_sent_is_found_by_why_and_told_as_lost() {
    let entries = entries(vec![unsent(Some(r#"{"name":"echo"}"#), OutcomeWord::Lost)]);
    let timeline = Timeline::of(&entries);
    let found = |filter: &str| {
        let query = Query::parse(filter).unwrap();
        timeline.window(&query, &[], 0, 9, &|_| Some(body(&entries[0]))).matched
    };
    assert_eq!((found("status:not-sent"), found("\"not connected\""), found("target:echo")), (1, 1, 1));
    let story = timeline.story_of(CallKey(1), &|_| Some(Arc::new(entries[0].clone()))).unwrap();
    assert_eq!((story.outcome, story.reason.as_deref()), (Some(OutcomeWord::Lost), Some("not connected")));
}
