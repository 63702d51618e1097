//! The request that finds out the era.

use super::*;
use crate::probe::{Sign, Verdict};

fn discover() -> EntryKind {
    sent(DISCOVER)
}

const DISCOVER: &str = r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}"#;

fn refused() -> EntryKind {
    got(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#)
}

fn note(verdict: Verdict) -> EntryKind {
    EntryKind::Note(Note::Probe { sign: Sign::Refused { code: -32601 }, verdict })
}

#[test]
fn a_server_of_the_handshake_that_refuses_the_probe_does_nothing_wrong() {
    let rows = timeline(vec![discover(), refused(), note(Verdict::Legacy)]);
    assert_eq!(
        table(&all(&rows)),
        "1-2 > call server/discover -32601 10ms\n  \
         3 note probe `server/discover`: the server refused it with error -32601; legacy era\n"
    );
    assert_eq!(rows.counts().errors, 0);
}

#[test]
fn nor_does_the_exchange_in_which_it_says_so() {
    let bad = HttpExchange { status: Some(400), total_ms: Some(5), ..http(1, DISCOVER.len(), 5) };
    let rows = timeline(vec![discover(), EntryKind::Http(Box::new(bad)), refused(), note(Verdict::Legacy)]);
    let window = all(&rows);
    assert_eq!(
        (window.rows[1].kind, window.rows[1].status, window.rows[1].code),
        (RowKind::Http, None, Some(400))
    );
    assert_eq!(rows.counts().errors, 0);
}

#[test]
fn a_refusal_that_says_nothing_about_the_era_is_an_error() {
    let rows = timeline(vec![discover(), refused(), note(Verdict::Unknown)]);
    assert_eq!(rows.counts().errors, 1);
}

#[test]
fn what_was_refused_to_somebody_who_asked_stays_an_error() {
    let again = DISCOVER.replace(r#""id":1"#, r#""id":2"#);
    let rows = timeline(vec![
        discover(),
        refused(),
        note(Verdict::Legacy),
        sent(&again),
        got(r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}"#),
    ]);
    assert_eq!(rows.counts().errors, 1);
}

#[test]
fn a_refusal_without_an_id_ends_the_probe() {
    let bad = HttpExchange { status: Some(400), total_ms: Some(5), ..http(1, DISCOVER.len(), 5) };
    let rows = timeline(vec![
        discover(),
        EntryKind::Http(Box::new(bad)),
        note(Verdict::Legacy),
        phase(PhaseName::Ready),
    ]);
    let probe = &all(&rows).rows[0];
    assert_eq!((probe.status, probe.code, probe.duration_ns), (None, Some(-32601), Some(20_000_000)));
    assert_eq!(rows.counts().errors, 0);
}

#[test]
fn a_probe_of_which_the_server_dies_is_lost_when_it_does() {
    let quit = EntryKind::Note(Note::Probe { sign: Sign::Quit, verdict: Verdict::Legacy });
    let rows = timeline(vec![discover(), quit, phase(PhaseName::Starting), phase(PhaseName::Ready)]);
    let probe = &all(&rows).rows[0];
    assert_eq!((probe.status, probe.duration_ns), (Some(RowStatus::Lost), Some(10_000_000)));
}
