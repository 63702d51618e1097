//! Whose time it was.

use super::*;

fn whole(exchange: HttpExchange) -> EntryKind {
    let (method, url) = ("POST".to_owned(), "http://h/mcp".to_owned());
    EntryKind::Http(Box::new(HttpExchange { method, url, status: Some(200), ..exchange }))
}

/// The time of a row: all of it, and who took how much.
fn shares(row: &Row) -> (Option<u64>, Vec<(&'static str, u64)>) {
    let shares: Vec<_> =
        row.shares().map(|(taker, nanos)| (taker.as_str(), nanos.div_ceil(1_000_000))).collect();
    let together: u64 = row.shares().map(|(_, nanos)| nanos).sum();
    assert_eq!(row.duration_ns.unwrap_or_default(), together, "{row:?}");
    (row.duration_ns.map(|nanos| nanos / 1_000_000), shares)
}

#[test]
fn the_network_takes_what_the_connection_and_the_body_take_and_the_server_the_rest() {
    let call = tool(1, "a");
    let (exchange, request_bytes) = (1, call.len() as u64);
    let one = HttpExchange {
        exchange,
        request_bytes,
        connect_us: Some(2_000),
        head_ms: 95,
        total_ms: Some(98),
        body_us: Some(3_000),
        ..HttpExchange::default()
    };
    let mut kinds = vec![sent(&call)];
    kinds.extend((0..9).map(|_| EntryKind::Stderr { line: "working".into() }));
    kinds.extend([whole(one.clone()), got_in(1, &result(1))]);
    let rows = timeline(kinds);
    let window = all(&rows);
    assert_eq!(shares(&window.rows[0]), (Some(110), vec![("server", 105), ("network", 5)]));
    assert_eq!(shares(&window.rows[1]), (Some(98), vec![("server", 93), ("network", 5)]));
    let old = HttpExchange { connect_us: None, body_us: None, ..one };
    assert_eq!(old.network_ns(), 3_000_000, "recordings of before know when the body was there");
}

#[test]
fn the_wait_of_a_call_for_its_exchange_is_not_the_servers_time() {
    let call = tool(1, "a");
    let one = HttpExchange {
        exchange: 1,
        request_bytes: call.len() as u64,
        waited_us: Some(12_000),
        connect_us: Some(2_000),
        head_ms: 4,
        total_ms: Some(4),
        ..HttpExchange::default()
    };
    let rows = timeline(vec![sent(&call), whole(one), got_in(1, &result(1))]);
    let window = all(&rows);
    assert_eq!(shares(&window.rows[0]), (Some(20), vec![("server", 6), ("network", 14)]));
    assert_eq!(shares(&window.rows[1]), (Some(4), vec![("server", 2), ("network", 2)]), "it began later");
}

#[test]
fn a_call_that_needed_two_exchanges_counts_both_and_each_once() {
    let call = tool(1, "a");
    let exchange = |exchange, connect_us, is_over| HttpExchange {
        exchange,
        request_bytes: call.len() as u64,
        connect_us: Some(connect_us),
        total_ms: is_over,
        ..HttpExchange::default()
    };
    let refused = HttpExchange { status: Some(401), ..exchange(1, 3_000, Some(0)) };
    let (method, url) = ("POST".to_owned(), "http://h/mcp".to_owned());
    let rows = timeline(vec![
        sent(&call),
        EntryKind::Http(Box::new(HttpExchange { method, url, ..refused })),
        whole(exchange(2, 4_000, None)),
        got_in(2, &result(1)),
    ]);
    assert_eq!(shares(&all(&rows).rows[0]), (Some(30), vec![("server", 23), ("network", 7)]));
}

#[test]
fn a_person_is_not_the_server_and_parts_are_never_more_than_the_whole() {
    let call = tool(1, "a");
    let slow = HttpExchange {
        exchange: 1,
        request_bytes: call.len() as u64,
        connect_us: Some(900_000),
        ..HttpExchange::default()
    };
    let ask = r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"Who?"}}"#;
    let rows = timeline(vec![
        sent(&call),
        whole(slow),
        got_in(1, ask),
        opened(1, RequestId::Text("q".into()), "elicitation/create", None),
        closed(1, AskEnd::Answered),
        got_in(1, &result(1)),
    ]);
    assert_eq!(shares(&all(&rows).rows[0]), (Some(50), vec![("network", 40), ("you", 10)]));
    assert_eq!(crate::stats::median(&rows), Some(40_000_000), "without the person");
}

#[test]
fn an_exchange_of_less_than_a_millisecond_has_its_time() {
    let quick = HttpExchange { total_ms: Some(0), head_us: Some(420), body_us: Some(30), ..http(1, 10, 0) };
    let rows = timeline(vec![EntryKind::Http(Box::new(quick))]);
    let row = &all(&rows).rows[0];
    assert_eq!((row.duration_ns, row.at_ns), (Some(450_000), 10_000_000 - 450_000));
}

#[test]
fn a_stream_that_ends_within_a_millisecond_has_its_time() {
    let end =
        EntryKind::HttpEnd { exchange: 1, bytes: 1, duration_ms: 0, duration_us: Some(700), error: None };
    let rows = timeline(vec![post(1, 10, 0), end]);
    assert_eq!(all(&rows).rows[0].duration_ns, Some(700_000));
}

#[test]
fn what_a_process_was_asked_that_is_started_again_ended_with_it() {
    let restart = EntryKind::Phase(PhaseChange {
        from: PhaseName::Initializing,
        to: PhaseName::Starting,
        trigger: Trigger::Restart,
        failures: 0,
        fault: None,
    });
    let rows = timeline(vec![
        phase(PhaseName::Initializing),
        sent(r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}"#),
        restart,
        sent(r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}"#),
        got(&result(2)),
        phase(PhaseName::Closed),
    ]);
    let rows = all(&rows).rows;
    let probe = rows.iter().find(|row| &*row.method == "server/discover").unwrap();
    assert_eq!((probe.status, probe.duration_ns), (Some(RowStatus::Lost), Some(10_000_000)));
}
