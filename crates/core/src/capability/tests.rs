//! Surveys of logs that are written by hand.

use super::*;
use crate::check::{check, script};
use crate::query::Query;

fn surveyed(script: &str) -> Survey {
    let entries = script::entries(script).unwrap();
    let report = check(&entries);
    survey(&entries, &report.findings)
}

fn row<'a>(rows: &'a [Capability], path: &str) -> &'a Capability {
    let found = rows.iter().find(|row| row.path.join(".") == path);
    found.unwrap_or_else(|| panic!("no row {path} among {rows:?}"))
}

#[test]
fn what_is_used_is_counted_for_the_capability_that_it_needs() {
    let survey = surveyed(
        r#"
        init 2025-11-25 {"tools":{"listChanged":true},"resources":{"subscribe":true}} {"sampling":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[]}}
        > {$J,"id":2,"method":"tools/call","params":{"name":"x"}}
        < {$J,"id":90,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}
        < {$J,"method":"notifications/tools/list_changed"}
        > {$J,"id":3,"method":"resources/subscribe","params":{"uri":"file:///a"}}
        > {$J,"id":4,"method":"vendor/own"}
        "#,
    );
    assert_eq!(row(&survey.server, "tools").used, Some(2));
    assert_eq!(row(&survey.server, "tools").is_advertised, Some(true));
    assert_eq!(row(&survey.server, "tools.listChanged").used, Some(1));
    assert_eq!(row(&survey.server, "resources").used, Some(0));
    assert_eq!(row(&survey.server, "resources.subscribe").used, Some(1));
    assert_eq!(row(&survey.server, "prompts").is_advertised, Some(false));
    assert_eq!(row(&survey.client, "sampling").used, Some(1));
    assert_eq!(row(&survey.client, "sampling").unannounced, 0);
    assert_eq!(survey.offered.unwrap().1.as_str(), r#"{"sampling":{}}"#);
}

#[test]
fn use_without_an_announcement_is_told_with_its_place_and_the_rule_that_it_breaks() {
    let survey = surveyed(
        r#"
        init 2025-11-25 {"tools":{}} {"elicitation":{"form":{}}}
        < {$J,"id":90,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}
        < {$J,"id":91,"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://a.example/","elicitationId":"e"}}
        < {$J,"method":"notifications/tools/list_changed"}
        > {$J,"id":1,"method":"prompts/list"}
        < {$J,"method":"notifications/message","params":{"level":"info","data":1}}
        "#,
    );
    let sampling = row(&survey.client, "sampling");
    assert_eq!((sampling.unannounced, sampling.broken), (1, 1));
    assert_eq!(sampling.findings[0].rule, "LIFE-06");
    assert_eq!(sampling.findings[0].seq, sampling.unannounced_at[0]);
    let url = row(&survey.client, "elicitation.url");
    assert_eq!((url.used, url.unannounced), (Some(1), 1));
    assert_eq!(row(&survey.client, "elicitation.form").used, Some(0));
    let changed = row(&survey.server, "tools.listChanged");
    assert_eq!((changed.unannounced, changed.findings[0].rule), (1, "LIFE-07"));
    assert_eq!(row(&survey.server, "prompts").unannounced, 1);
    let logging = row(&survey.server, "logging");
    assert_eq!((logging.unannounced, logging.findings[0].rule), (1, "LOG-01"));
    assert_eq!(row(&survey.server, "tools").unannounced, 0);
}

#[test]
fn without_a_handshake_what_we_offer_goes_with_the_requests_and_questions_come_in_results() {
    let survey = surveyed(
        r#"
        > {$J,"id":1,"method":"server/discover","params":{$M({"roots":{}})}}
        < {$J,"id":1,"result":{$R,$T,"supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"extensions":{"com.example/x":{"deep":1}}}}}
        > {$J,"id":2,"method":"tools/call","params":{$M({"roots":{}}),"name":"x"}}
        < {$J,"id":2,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"},"b":{"method":"elicitation/create","params":{"message":"m"}}}}}
        > {$J,"id":3,"method":"tasks/get","params":{$M({"roots":{}}),"taskId":"t"}}
        "#,
    );
    assert_eq!(survey.offered.as_ref().unwrap().1.as_str(), r#"{"roots":{}}"#);
    assert_eq!(row(&survey.client, "roots").used, Some(1));
    assert_eq!(row(&survey.client, "roots").unannounced, 0);
    let form = row(&survey.client, "elicitation.form");
    assert_eq!((form.unannounced, form.findings[0].rule), (1, "MRTR-04"));
    let tasks = row(&survey.server, "extensions.io.modelcontextprotocol/tasks");
    assert_eq!((tasks.used, tasks.unannounced), (Some(1), 1));
    let stranger = row(&survey.server, "extensions.com.example/x");
    assert_eq!((stranger.used, stranger.said.as_deref()), (None, Some(r#"{"deep":1}"#)));
}

#[test]
fn a_new_connection_says_anew_what_is_advertised_and_uses_add_up() {
    let survey = surveyed(
        r#"
        init 2025-11-25 {"tools":{}} {}
        > {$J,"id":1,"method":"tools/list"}
        open
        init 2025-11-25 {"prompts":{}} {}
        > {$J,"id":1,"method":"tools/list"}
        "#,
    );
    let tools = row(&survey.server, "tools");
    assert_eq!((tools.is_advertised, tools.used, tools.unannounced), (Some(false), Some(2), 1));
}

#[test]
fn before_anybody_spoke_nothing_is_known() {
    let survey = surveyed("open");
    assert!(survey.server.iter().chain(&survey.client).all(|row| row.is_advertised.is_none()));
    assert_eq!(survey.offered, None);
}

#[test]
fn every_filter_is_one_that_the_timeline_understands() {
    for filter in (0..KNOWN.len()).filter_map(known::filter) {
        Query::parse(&filter).unwrap_or_else(|error| panic!("{filter}: {error:?}"));
    }
    assert_eq!(known::filter(0).as_deref(), Some("method:tools/list|tools/call"));
}
