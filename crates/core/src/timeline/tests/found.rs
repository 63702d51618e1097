//! Findings as rows.

use super::*;
use crate::check::{Finding, Level, Spot};

pub(super) fn finding(seq: u64, level: Level, rule: &'static str) -> Finding {
    let (message, page) = (format!("{rule} is broken"), "https://example.com".to_owned());
    Finding { rule, level, revision: None, message, spot: Spot::Pointer(String::new()), seq: Seq(seq), page }
}

fn judged() -> Timeline {
    let mut rows = timeline(vec![
        sent(&tool(1, "a")),
        got(r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":1}}"#),
        got(&result(1)),
        sent(&tool(2, "b")),
    ]);
    rows.judge(&[
        finding(2, Level::Note, "n"),
        finding(3, Level::Must, "x"),
        finding(3, Level::Should, "y"),
        finding(99, Level::Must, "of an entry that is gone"),
    ]);
    rows
}

#[test]
fn a_finding_is_a_row_within_the_one_that_shows_it_at_its_time() {
    let rows = judged();
    let window = all(&rows);
    assert_eq!(
        table(&window),
        "1-3 > call tools/call a ok 20ms\n  1 finding x x is broken error\n  \
         1 finding y y is broken warning\n2 < notification notifications/message 1\n  \
         2 finding n n is broken\n4 > call tools/call b pending\n"
    );
    let names: Vec<_> = window.rows.iter().map(|row| (row.seq.0, row.finding, row.findings)).collect();
    let expected =
        [(1, None, 2), (1, Some(0), 0), (1, Some(1), 0), (2, None, 1), (2, Some(0), 0), (4, None, 0)];
    assert_eq!(names, expected);
    assert_eq!((window.rows[1].at_ns, window.rows[4].at_ns), (30_000_000, 20_000_000));
    assert_eq!((window.total, window.matched, window.counts.all, window.counts.findings), (6, 6, 6, 2));
    assert_eq!(window.rows[0].children, 2);
}

#[test]
fn findings_are_filtered_folded_and_found_again_like_other_rows() {
    let mut rows = judged();
    let query = Query::parse("kind:finding").unwrap();
    let only = rows.shown(&query, &[], &|_| None);
    assert_eq!(rows.cut(&only, 0, 9).matched, 3);
    assert_eq!(rows.cut(&only, -1, 9).rows[0].method, "n".into());
    let word = Query::parse("somewhere").unwrap();
    let said = rows.window(&word, &[], 0, 9, &|_| Some(Bytes::from_static(b"somewhere")));
    assert_eq!(said.matched, 3, "what a finding is about is not said by it");
    let shown = rows.shown(&Query::default(), &[], &|_| None);
    assert_eq!((rows.place(&shown, Seq(1)), rows.place_of_finding(&shown, Seq(1), 1)), (Some(0), Some(2)));
    let folded = rows.shown(&Query::default(), &[Seq(1)], &|_| None);
    assert_eq!((rows.cut(&folded, 0, 9).matched, rows.place_of_finding(&folded, Seq(1), 1)), (4, None));
    assert_eq!(rows.neighbours(Seq(1), &Query::default(), &|_| None), (None, Some(Seq(2))));
    assert_eq!(rows.overview(&query, 1, &|_| None).matched, 3);
    // What is no longer found is no longer there, and what is about a row goes with it.
    rows.judge(&[finding(3, Level::Should, "y")]);
    assert_eq!(all(&rows).matched, 4);
    rows.forget(Seq(4));
    assert_eq!((all(&rows).matched, rows.counts().all), (1, 1));
}
