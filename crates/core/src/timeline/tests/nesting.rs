//! What stands in what.

use super::*;
use crate::entry::Decision;

#[test]
fn what_decided_about_an_ask_stands_in_it() {
    let ask = r#"{"jsonrpc":"2.0","id":0,"method":"roots/list"}"#;
    let by = Decision::Rule { number: 1 };
    shows(
        vec![
            sent(&tool(1, "a")),
            got(ask),
            opened(1, RequestId::Number(0), "roots/list", None),
            EntryKind::Note(Note::AskDecided { id: AskId(1), by, late: false }),
            sent(r#"{"jsonrpc":"2.0","id":0,"result":{}}"#),
            closed(1, AskEnd::Answered),
            got(&result(1)),
        ],
        "
        1-7 > call tools/call a ok 60ms
          2-5 < ask roots/list ok 30ms
            4 note ask-decided ask 1 is answered by rule 1
        ",
    );
}

#[test]
fn news_of_a_task_that_come_before_the_answer_stand_in_its_call() {
    let news = |task: &str| {
        got(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/tasks/status","params":{{"taskId":"{task}","status":"working"}}}}"#
        ))
    };
    shows(
        vec![
            sent_for(1, &tool(1, "a")),
            sent_for(2, &tool(2, "b")),
            news("T"),
            news("other"),
            got(r#"{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"T","status":"working"}}}"#),
            news("T"),
        ],
        "
        1-5 > call tools/call a ok 40ms
          3 < notification notifications/tasks/status working T
          6 < notification notifications/tasks/status working T
        2 > call tools/call b pending
        4 < notification notifications/tasks/status working other
        ",
    );
}

#[test]
fn news_that_name_their_subscription_stand_in_it() {
    let news = |method: &str, id: &str| {
        got(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/{method}","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#
        ))
    };
    shows(
        vec![
            sent(r#"{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}"#),
            sent(&tool(2, "a")),
            news("subscriptions/acknowledged", "1"),
            news("resources/updated", "1"),
            news("resources/updated", "2"),
            news("resources/updated", "77"),
        ],
        "
        1 > call subscriptions/listen pending
          3 < notification notifications/subscriptions/acknowledged
          4 < notification notifications/resources/updated
        2 > call tools/call a pending
        5 < notification notifications/resources/updated
        6 < notification notifications/resources/updated
        ",
    );
}
