//! Calls that last as long as the task they became.

use super::*;

fn about(id: i64, method: &str) -> EntryKind {
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{"taskId":"T"}}}}"#);
    sent_for(1, &text)
}

fn answer(id: i64, result: &str) -> EntryKind {
    got(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
}

fn stands(status: &str) -> EntryKind {
    EntryKind::Note(Note::Task { task: "T".into(), status: status.into() })
}

/// A call that became a task of 2025-11-25, which is followed.
fn followed() -> Vec<EntryKind> {
    vec![
        sent_for(1, &tool(1, "a")),
        answer(1, r#"{"task":{"taskId":"T","status":"working"}}"#),
        stands("working"),
    ]
}

/// The row of the call after `more`.
fn call_after(more: Vec<EntryKind>) -> Row {
    let mut kinds = followed();
    kinds.extend(more);
    all(&timeline(kinds)).rows.remove(0)
}

fn in_words(row: &Row) -> String {
    let millis = row.duration_ns.map_or("lasts".to_owned(), |nanos| format!("{}ms", nanos / 1_000_000));
    let code = row.code.map(|code| format!(" {code}")).unwrap_or_default();
    format!("{}{code} {millis}", row.status.map_or("", RowStatus::as_str))
}

#[test]
fn a_call_that_became_a_task_lasts_until_the_result_of_the_task_is_there() {
    let mut kinds = followed();
    kinds.extend([about(2, "tasks/get"), answer(2, r#"{"taskId":"T","status":"completed"}"#)]);
    kinds.extend([stands("completed"), about(3, "tasks/result")]);
    let before = all(&timeline(kinds.clone()));
    assert_eq!(in_words(&before.rows[0]), "pending lasts");
    kinds.push(answer(3, r#"{"content":[]}"#));
    shows(
        kinds,
        "
        1-2 > call tools/call a ok 70ms
          3 note task working T
          4-5 > call tasks/get T ok 10ms
          6 note task completed T
          7-8 > call tasks/result T ok 10ms
        ",
    );
}

#[test]
fn the_outcome_of_a_task_is_that_of_its_call() {
    let fetched = |reply: EntryKind| in_words(&call_after(vec![about(2, "tasks/result"), reply]));
    assert_eq!(fetched(answer(2, r#"{"content":[],"isError":true}"#)), "tool-error 40ms");
    assert_eq!(
        fetched(got(r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"no"}}"#)),
        "error -32000 40ms"
    );
    let looked = |task: &str| in_words(&call_after(vec![about(2, "tasks/get"), answer(2, task)]));
    assert_eq!(looked(r#"{"taskId":"T","status":"completed","result":{"isError":true}}"#), "tool-error 40ms");
    assert_eq!(looked(r#"{"taskId":"T","status":"failed","error":{"code":-3}}"#), "error -3 40ms");
    assert_eq!(looked(r#"{"taskId":"T","status":"working"}"#), "pending lasts");
    let heard = got(
        r#"{"jsonrpc":"2.0","method":"notifications/tasks","params":{"taskId":"T","status":"completed","result":{}}}"#,
    );
    assert_eq!(in_words(&call_after(vec![heard, stands("completed")])), "ok 30ms");
    assert_eq!(
        in_words(&call_after(vec![ended(Some(1), Some(1), OutcomeWord::Cancelled)])),
        "cancelled 30ms"
    );
    assert_eq!(in_words(&call_after(vec![phase(PhaseName::Closed)])), "lost 30ms");
}

#[test]
fn a_look_at_a_task_that_failed_is_the_end_only_when_it_is_not_looked_at_again() {
    let refused = got(r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"no"}}"#);
    let missed = vec![about(2, "tasks/get"), refused];
    assert_eq!(in_words(&call_after(missed.clone())), "error -32603 40ms");
    let mut again = missed;
    again.push(about(3, "tasks/get"));
    assert_eq!(in_words(&call_after(again.clone())), "pending lasts");
    again.push(answer(3, r#"{"taskId":"T","status":"completed","result":{}}"#));
    assert_eq!(in_words(&call_after(again)), "ok 60ms");
}

#[test]
fn a_call_whose_task_is_not_followed_ends_with_the_task() {
    let mut kinds = followed();
    kinds.pop();
    kinds.extend([about(2, "tasks/result"), answer(2, "{}")]);
    assert_eq!(in_words(&all(&timeline(kinds)).rows[0]), "ok 10ms");
    let over = answer(1, r#"{"resultType":"task","taskId":"T","status":"completed","result":{}}"#);
    let kinds = vec![sent_for(1, &tool(1, "a")), over, stands("completed")];
    assert_eq!(in_words(&all(&timeline(kinds)).rows[0]), "ok 10ms");
}

#[test]
fn a_name_that_is_used_again_is_the_task_of_the_newer_call() {
    let mut kinds = followed();
    kinds.extend([about(2, "tasks/result"), answer(2, "{}")]);
    kinds.push(sent_for(2, &tool(3, "b")));
    kinds.extend([answer(3, r#"{"task":{"taskId":"T","status":"working"}}"#), stands("working")]);
    let window = all(&timeline(kinds));
    let calls: Vec<String> =
        window.rows.iter().filter(|row| &*row.method == "tools/call").map(in_words).collect();
    assert_eq!(calls, ["ok 40ms", "pending lasts"]);
}
