use super::*;
use std::collections::HashSet;

/// How call 1 ended, in a line: the outcome, and where the answer is; `gone` are entries that are no longer kept.
fn told(kinds: Vec<EntryKind>, gone: &[u64]) -> String {
    let entries = entries(kinds);
    let gone: HashSet<u64> = gone.iter().copied().collect();
    let entry_of = |seq: Seq| {
        let found = entries.iter().find(|entry| entry.seq == seq && !gone.contains(&seq.0));
        found.cloned().map(Arc::new)
    };
    let Some(story) = Timeline::of(&entries).story_of(CallKey(1), &entry_of) else { return "unknown".into() };
    let outcome = story.outcome.map_or("pending".to_owned(), |word| format!("{word:?}").to_lowercase());
    let answer = match story.answer {
        Answer::None => story.reason.unwrap_or("nothing".into()),
        Answer::Gone => "gone".into(),
        Answer::At { seq, path, raw } => format!("{seq}{path} {raw}"),
    };
    format!("{outcome} {answer}")
}

fn answer(id: i64, result: &str) -> EntryKind {
    got(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
}

fn about_task(id: i64, method: &str) -> EntryKind {
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{"taskId":"t"}}}}"#);
    sent_for(1, &text)
}

#[test]
fn the_answer_of_a_call_is_where_its_row_ends_for_as_long_as_the_log_has_it() {
    let call = || vec![sent_for(1, &tool(7, "a")), answer(7, r#"{"n":1.0}"#)];
    assert_eq!(told(call(), &[]), r#"answered 2/result {"n":1.0}"#);
    assert_eq!(told(call(), &[1]), r#"answered 2/result {"n":1.0}"#);
    assert_eq!(told(call(), &[1, 2]), "answered gone");
    let refused = vec![
        sent_for(1, &tool(7, "a")),
        got(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"no"}}"#),
    ];
    assert_eq!(told(refused.clone(), &[]), r#"refused 2/error {"code":-1,"message":"no"}"#);
    assert_eq!(told(refused, &[2]), "refused gone");
    assert_eq!(told(vec![sent_for(1, &tool(7, "a"))], &[]), "pending nothing");
    assert_eq!(told(vec![sent(&tool(7, "a")), answer(7, "{}")], &[]), "unknown");
}

#[test]
fn a_call_without_an_answer_ends_with_the_words_of_the_log() {
    let lost = vec![sent_for(1, &tool(7, "a")), ended(Some(1), Some(7), OutcomeWord::Lost)];
    assert_eq!(told(lost, &[]), "lost because");
    let unsent = vec![ended(Some(1), None, OutcomeWord::Cancelled)];
    assert_eq!(told(unsent, &[]), "cancelled because");
    let late = vec![
        sent_for(1, &tool(7, "a")),
        ended(Some(1), Some(7), OutcomeWord::Expired),
        answer(7, r#"{"late":true}"#),
    ];
    assert_eq!(told(late, &[]), "expired because", "what came too late is not its answer");
}

#[test]
fn the_answer_of_a_call_that_was_sent_again_is_the_last_one() {
    let round = Note::InputRequired { id: 7, round: 1, asks: 0 };
    let again = vec![
        sent_for(1, &tool(7, "a")),
        answer(7, r#"{"resultType":"input_required","inputRequests":{}}"#),
        EntryKind::Note(round),
        sent_for(1, &tool(8, "a")),
        answer(8, r#"{"content":[]}"#),
    ];
    assert_eq!(told(again.clone(), &[]), r#"answered 5/result {"content":[]}"#);
    assert_eq!(told(again, &[5]), "answered gone");
}

#[test]
fn the_answer_of_a_task_is_the_result_that_the_task_ended_with() {
    let made = || {
        vec![
            sent_for(1, &tool(7, "a")),
            answer(7, r#"{"resultType":"task","taskId":"t","status":"working"}"#),
            about_task(8, "tasks/get"),
            answer(8, r#"{"taskId":"t","status":"working"}"#),
        ]
    };
    let mut looked = made();
    looked.push(about_task(9, "tasks/get"));
    looked.push(answer(9, r#"{"taskId":"t","status":"completed","result":{"n":1}}"#));
    assert_eq!(told(looked, &[]), r#"answered 6/result/result {"n":1}"#);
    let mut fetched = made();
    fetched.push(about_task(9, "tasks/result"));
    fetched.push(answer(9, r#"{"n":2}"#));
    assert_eq!(told(fetched, &[]), r#"answered 6/result {"n":2}"#);
    let mut heard = made();
    heard.push(got(
        r#"{"jsonrpc":"2.0","method":"notifications/tasks","params":{"taskId":"t","status":"failed","error":{"code":-3}}}"#,
    ));
    assert_eq!(told(heard, &[]), r#"refused 5/params/error {"code":-3}"#);
}

#[test]
fn an_answer_in_a_batch_is_found_by_its_id() {
    let batch = vec![
        sent_for(2, &tool(6, "b")),
        sent_for(1, &tool(7, "a")),
        got(r#"[{"jsonrpc":"2.0","id":6,"result":{"of":6}},{"jsonrpc":"2.0","id":7,"result":{"of":7}}]"#),
    ];
    assert_eq!(told(batch, &[]), r#"answered 3/1/result {"of":7}"#);
}
