//! Logins: where their steps stand, and whose time they are.

use super::*;
use crate::auth::{AuthExchange, AuthStep};

fn step(name: StepName, outcome: StepOutcome) -> EntryKind {
    EntryKind::Auth(Box::new(AuthStep::new(name, outcome, "it")))
}

/// A step that was an exchange of so many microseconds.
fn asked(name: StepName, micros: u64) -> EntryKind {
    let (duration_ms, duration_us) = (micros / 1000, Some(micros));
    let exchange = AuthExchange { status: Some(200), duration_ms, duration_us, ..AuthExchange::default() };
    let mut step = AuthStep::passed(name, "it");
    step.exchange = Some(Box::new(exchange));
    EntryKind::Auth(Box::new(step))
}

fn answered(exchange: u64, request: &str, status: u16) -> EntryKind {
    let http = HttpExchange { status: Some(status), total_ms: Some(0), ..http(exchange, request.len(), 0) };
    EntryKind::Http(Box::new(http))
}

/// A call that is refused, and whose login a person takes 50 ms for.
fn login() -> Vec<EntryKind> {
    let call = tool(1, "a");
    let mut kinds = vec![
        phase(PhaseName::Initializing),
        sent(&call),
        answered(1, &call, 401),
        step(StepName::Challenge, StepOutcome::Passed),
        asked(StepName::ResourceMetadata, 400),
        step(StepName::Authorization, StepOutcome::Waiting),
    ];
    kinds.extend((0..4).map(|_| EntryKind::Stderr { line: "x".into() }));
    kinds.extend([
        step(StepName::Redirect, StepOutcome::Passed),
        asked(StepName::Token, 1_600),
        step(StepName::Use, StepOutcome::Passed),
        answered(2, &call, 200),
        got_in(2, &result(1)),
        phase(PhaseName::Ready),
    ]);
    kinds
}

#[test]
fn the_steps_of_a_login_stand_in_the_exchange_that_was_refused() {
    let timeline = timeline(login());
    let query = Query::parse("-kind:stderr").unwrap();
    let window = timeline.window(&query, &[], 0, usize::MAX, &|_| None);
    assert_eq!(
        table(&window),
        "1 lifecycle initializing connect 150ms you:50ms\n\
         2-15 > call tools/call a ok 130ms you:50ms\n  \
           3 > http POST http://h/mcp error 401 0ms\n    \
             4 auth challenge it ok\n    \
             5 auth resource-metadata it ok 200 0ms\n    \
             6 auth authorization it ok 50ms you:50ms\n    \
             11 auth redirect it ok\n    \
             12 auth token it ok 200 1ms\n    \
             13 auth use it ok\n  \
           14 > http POST http://h/mcp ok 200 0ms\n\
         16 lifecycle ready connect ok\n"
    );
    let only = Query::parse("kind:auth").unwrap();
    assert_eq!(timeline.window(&only, &[], 0, 9, &|_| None).matched, 6, "a filter finds them there");
    assert_eq!(window.rows[4].duration_ns, Some(400_000), "an exchange of a login has its time");
}

#[test]
fn the_time_of_a_login_is_not_the_servers_in_any_call_that_waits_for_it() {
    let mut kinds = login();
    kinds.insert(6, sent(&tool(2, "later")));
    kinds.push(got(&result(2)));
    let timeline = timeline(kinds);
    let all = all(&timeline);
    let shares = |method: &str, target: &str| {
        let row = all.rows.iter().find(|row| &*row.method == method && &*row.target == target).unwrap();
        assert_eq!(row.shares().map(|(_, nanos)| nanos).sum::<u64>(), row.duration_ns.unwrap(), "{row:?}");
        row.shares().map(|(taker, nanos)| (taker.as_str(), nanos / 1000)).collect::<Vec<_>>()
    };
    assert_eq!(shares("tools/call", "a"), [("server", 78_000), ("network", 2_000), ("you", 60_000)]);
    assert_eq!(
        shares("tools/call", "later"),
        [("server", 60_000), ("you", 50_000)],
        "from where it was sent"
    );
}

#[test]
fn a_connection_that_ends_while_someone_logs_in_ends_the_waiting() {
    let mut kinds = login()[..8].to_vec();
    kinds.extend([phase(PhaseName::Closed), phase(PhaseName::Starting), sent(&tool(9, "b"))]);
    kinds.extend([step(StepName::Store, StepOutcome::Passed), got(&result(9))]);
    let rows = all(&timeline(kinds)).rows;
    let human = |target: &str| {
        let row = rows.iter().find(|row| &*row.method == "tools/call" && &*row.target == target).unwrap();
        (row.status, row.human_ns / 1_000_000)
    };
    assert_eq!(human("a"), (Some(RowStatus::Lost), 30));
    assert_eq!(human("b"), (Some(RowStatus::Ok), 0));
}

#[test]
fn a_token_that_is_kept_or_renewed_in_time_belongs_to_the_only_call() {
    let kinds = vec![
        sent(&tool(1, "a")),
        step(StepName::Store, StepOutcome::Passed),
        asked(StepName::Refresh, 900),
        got(&result(1)),
        step(StepName::Refresh, StepOutcome::Passed),
    ];
    shows(
        kinds,
        "
        1-4 > call tools/call a ok 30ms
          2 auth store it ok
          3 auth refresh it ok 200 0ms
        5 auth refresh it ok
        ",
    );
}
