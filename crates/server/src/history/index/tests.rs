use super::*;
use crate::history::line::{self, Mask};
use crate::history::place::Maker as _;
use crate::history::query::{HistoryQuery, LogQuery};
use crate::history::{End, Level, RequestLine};
use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::redact::Redactor;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;

fn index(place: &Place) -> Index {
    Index::open(place.clone(), Arc::default()).unwrap()
}

fn file_name(number: usize) -> FileName {
    FileName::read(&format!("{:013}-7-{number:04}.ndjson", 1000 + number)).unwrap()
}

fn append(place: &Place, file: usize, line: &[u8]) {
    let path = place.path_of(file_name(file));
    OpenOptions::new().append(true).create(true).open(path).unwrap().write_all(line).unwrap();
}

fn request(ts: i64, id: &str, server_id: &str, method: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let none = Redactor::default();
    let line = RequestLine { request_id: id, server_id, method, params: None };
    line::request(&mut out, ts, &line, Mask { own: &none, server: &none });
    out
}

fn response(ts: i64, id: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let none = Redactor::default();
    let result = Raw::parse("{}").unwrap();
    line::response(
        &mut out,
        ts,
        id,
        End::Result(&result),
        Duration::ZERO,
        Mask { own: &none, server: &none },
    );
    out
}

fn app(ts: i64, level: Level, message: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let none = Redactor::default();
    line::app(&mut out, ts, level, message, &Value::Null, Mask { own: &none, server: &none });
    out
}

/// A step of a random history.
#[derive(Clone, Debug)]
enum Step {
    Request {
        file: usize,
        ts: i64,
        server: usize,
        method: usize,
    },
    /// Answers the entry at that place, counted round, if it waits and its file is there.
    Answer(usize),
    App {
        file: usize,
        ts: i64,
        level: usize,
    },
    Junk {
        file: usize,
    },
    Remove {
        file: usize,
    },
    /// The index looks at the files.
    CatchUp,
    /// The index is lost.
    Lose,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    // Near each other, so that times meet, and far apart, so that all widths are used.
    let ts = prop_oneof![0i64..50, 0i64..100_000, 0i64..4_000_000_000, 0i64..2_000_000_000_000];
    let file = 0usize..4;
    let step = prop_oneof![
        12 => (file.clone(), ts.clone(), 0usize..3, 0usize..3)
            .prop_map(|(file, ts, server, method)| Step::Request { file, ts, server, method }),
        6 => any::<usize>().prop_map(Step::Answer),
        4 => (file.clone(), ts, 0usize..4).prop_map(|(file, ts, level)| Step::App { file, ts, level }),
        1 => file.clone().prop_map(|file| Step::Junk { file }),
        1 => file.prop_map(|file| Step::Remove { file }),
        3 => Just(Step::CatchUp),
        1 => Just(Step::Lose),
    ];
    proptest::collection::vec(step, 0..120)
}

/// What the files say, known without an index.
#[derive(Debug)]
struct Entry {
    file: usize,
    ts: i64,
    server: String,
    method: String,
    is_answered: bool,
}

#[derive(Default)]
struct Model {
    /// By their ids, which are the numbers of their making.
    entries: BTreeMap<usize, Entry>,
    apps: BTreeMap<usize, (usize, i64, Level)>,
    next: usize,
    /// How many files were removed: no name comes twice.
    removed: [usize; 4],
}

impl Model {
    fn take(&mut self, step: &Step, place: &Place) {
        self.next += 1;
        let id = self.next;
        let number = |slot: usize| slot + 4 * self.removed[slot];
        match *step {
            Step::Request { file, ts, server, method } => {
                let file = number(file);
                let (server, method) = (format!("s{server}"), format!("m{method}"));
                append(place, file, &request(ts, &id.to_string(), &server, &method));
                self.entries.insert(id, Entry { file, ts, server, method, is_answered: false });
            }
            Step::Answer(which) => {
                let waiting = self.entries.iter_mut().filter(|(_, entry)| !entry.is_answered);
                let mut waiting: Vec<_> = waiting.collect();
                if !waiting.is_empty() {
                    let which = which % waiting.len();
                    let (id, entry) = &mut waiting[which];
                    entry.is_answered = true;
                    append(place, entry.file, &response(entry.ts, &id.to_string()));
                }
            }
            Step::App { file, ts, level } => {
                let file = number(file);
                append(place, file, &app(ts, Level::ALL[level], &id.to_string()));
                self.apps.insert(id, (file, ts, Level::ALL[level]));
            }
            Step::Junk { file } => append(place, number(file), b"{ no json\n\n"),
            Step::Remove { file: slot } => {
                let file = number(slot);
                self.removed[slot] += 1;
                let _ = fs::remove_file(place.path_of(file_name(file)));
                self.entries.retain(|_, entry| entry.file != file);
                self.apps.retain(|_, app| app.0 != file);
            }
            Step::CatchUp | Step::Lose => {}
        }
    }
}

/// Reads all pages of `limit` entries.
fn all_pages(index: &mut Index, query: &HistoryQuery) -> (Vec<(usize, i64, bool)>, i64) {
    let mut found = Vec::new();
    loop {
        let page = index.history(&HistoryQuery { offset: found.len() as u64, ..query.clone() }).unwrap();
        if page.entries.is_empty() {
            return (found, page.total);
        }
        assert!(page.entries.len() <= query.limit as usize);
        found.extend(
            page.entries.iter().map(|entry| (entry.id.parse().unwrap(), entry.timestamp, entry.success)),
        );
    }
}

proptest! {
    #[test]
    fn pages_and_totals_are_those_of_a_naive_count(
        steps in steps(),
        queries in proptest::collection::vec(
            (proptest::option::of(0usize..4), proptest::option::of(0usize..4), proptest::option::of(0usize..130), 1u32..20),
            1..8,
        ),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let place = Place::open(dir.path()).unwrap();
        // In memory, which is quicker than waiting for the disk in each of many cases.
        fs::create_dir(place.path().join(FILE)).unwrap();
        let mut index = index(&place);
        let mut model = Model::default();
        for step in &steps {
            model.take(step, &place);
            match step {
                Step::CatchUp => index.catch_up().unwrap(),
                Step::Lose => index = super::tests::index(&place),
                _ => {}
            }
        }
        let times: Vec<i64> = model.entries.values().map(|entry| entry.ts).collect();
        for (server, method, since, limit) in queries {
            let (server, method) = (server.map(|id| format!("s{id}")), method.map(|id| format!("m{id}")));
            // Times that entries have, and one past it.
            let since = since.map(|which| times.get(which % (times.len() + 1)).map_or(5, |ts| ts + i64::from(which % 2 == 1)));
            let query = HistoryQuery { server_id: server.clone(), method: method.clone(), since, limit, offset: 0 };
            let (found, total) = all_pages(&mut index, &query);
            let expected: BTreeMap<usize, &Entry> = model.entries.iter()
                .filter(|(_, entry)| server.as_ref().is_none_or(|server| entry.server == *server))
                .filter(|(_, entry)| method.as_ref().is_none_or(|method| entry.method == *method))
                .filter(|(_, entry)| since.is_none_or(|since| entry.ts >= since))
                .map(|(id, entry)| (*id, entry))
                .collect();
            prop_assert_eq!(total, i64::try_from(expected.len()).unwrap());
            prop_assert_eq!(found.iter().map(|(id, ..)| *id).collect::<BTreeSet<_>>(), expected.keys().copied().collect::<BTreeSet<_>>());
            prop_assert_eq!(found.len(), expected.len(), "each comes once");
            for (id, ts, success) in &found {
                prop_assert_eq!((*ts, *success), (expected[id].ts, expected[id].is_answered));
            }
            for pair in found.windows(2) {
                let ((newer, newer_ts, _), (older, older_ts, _)) = (pair[0], pair[1]);
                prop_assert!(newer_ts >= older_ts);
                // Those of one moment in one file come in the order in which they were written.
                let is_same_place = newer_ts == older_ts && expected[&newer].file == expected[&older].file;
                prop_assert!(!is_same_place || newer > older);
            }
        }
        for level in Level::ALL {
            let since = times.first().copied();
            let page = index.logs(&LogQuery { level, since, limit: 1000 }).unwrap();
            let expected: BTreeSet<usize> = model.apps.iter()
                .filter(|(_, (_, ts, own))| *own >= level && since.is_none_or(|since| *ts >= since))
                .map(|(id, _)| *id)
                .collect();
            prop_assert_eq!(page.total, i64::try_from(expected.len()).unwrap());
            prop_assert!(page.entries.is_sorted_by(|newer, older| newer.timestamp >= older.timestamp));
            prop_assert_eq!(page.entries.iter().map(|entry| entry.message.parse().unwrap()).collect::<BTreeSet<usize>>(), expected);
        }
    }
}

#[test]
fn a_first_page_and_its_total_are_found_without_reading_all_entries() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place::open(dir.path()).unwrap();
    let index = index(&place);
    let plan = |sql: &str| -> String {
        let mut explain = index.connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let rows = explain.query_map([], |row| row.get::<_, String>(3)).unwrap();
        rows.map(Result::unwrap).collect::<Vec<_>>().join("; ")
    };
    for (server, method) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let filtered = pages::entries_of(counts::Series { server, method })
            .replace("?1", &server.to_string())
            .replace("?2", &method.to_string())
            .replace("?3", "5");
        let page = plan(&format!("SELECT request_at FROM {filtered} ORDER BY ts DESC, id DESC LIMIT 100"));
        assert!(page.contains("SEARCH") && !page.contains("SCAN") && !page.contains("TEMP"), "{page}");
        let count = plan(&format!("SELECT count(*) FROM {filtered} AND ts < 9"));
        assert!(count.contains("COVERING INDEX") && !count.contains("SCAN"), "{count}");
    }
}

#[test]
fn a_number_since_a_time_is_the_sum_of_few_buckets() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place::open(dir.path()).unwrap();
    let mut lines = Vec::new();
    for number in 0..20_000i64 {
        lines.extend(request(1_700_000_000_000 + number * 997, &number.to_string(), "s", "m"));
    }
    append(&place, 0, &lines);
    let mut index = index(&place);
    index.catch_up().unwrap();
    let largest: i64 = index
        .connection
        .query_row("SELECT max(rows) FROM (SELECT count(*) AS rows FROM counts WHERE width < 7 GROUP BY server, method, width, bucket >> 4)", [], |row| row.get(0))
        .unwrap();
    assert!(largest <= 16, "{largest}");
    let since = Some(1_700_000_000_000 + 7_777 * 997);
    let page = index.history(&HistoryQuery { since, ..HistoryQuery::default() }).unwrap();
    assert_eq!(page.total, 20_000 - 7_777);
}

#[test]
fn lines_that_are_longer_than_what_is_read_at_once_are_read_whole() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place::open(dir.path()).unwrap();
    append(&place, 0, &app(1, Level::Info, &"x".repeat(5 * 1024 * 1024)));
    append(&place, 0, &app(2, Level::Info, "short"));
    // More than one transaction takes.
    append(&place, 0, &app(3, Level::Info, &"y".repeat(9 * 1024 * 1024)));
    append(&place, 1, &app(4, Level::Info, "other file"));
    let page = index(&place).logs(&LogQuery::default()).unwrap();
    let lengths: Vec<usize> = page.entries.iter().map(|entry| entry.message.len()).collect();
    assert_eq!(lengths, [10, 9 * 1024 * 1024, 5, 5 * 1024 * 1024]);
}

#[test]
fn a_page_of_very_large_entries_ends_early_and_the_next_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place::open(dir.path()).unwrap();
    for ts in 0..5 {
        append(&place, 0, &request(ts, &ts.to_string(), "s", &"m".repeat(12 * 1024 * 1024)));
    }
    let mut index = index(&place);
    let first = index.history(&HistoryQuery::default()).unwrap();
    assert_eq!((first.entries.len(), first.total), (2, 5));
    let (all, _) = all_pages(&mut index, &HistoryQuery::default());
    assert_eq!(all.iter().map(|(id, ..)| *id).collect::<Vec<_>>(), [4, 3, 2, 1, 0]);
}

#[test]
fn a_file_that_was_replaced_by_a_shorter_one_is_read_anew() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place::open(dir.path()).unwrap();
    append(&place, 0, &app(1, Level::Info, "a long line that was there before"));
    let mut index = index(&place);
    assert_eq!(index.logs(&LogQuery::default()).unwrap().total, 1);
    fs::write(place.path_of(file_name(0)), app(1, Level::Warn, "new")).unwrap();
    let page = index.logs(&LogQuery::default()).unwrap();
    assert_eq!((page.total, page.entries[0].message.as_str()), (1, "new"));
}

#[test]
fn the_index_is_for_its_owner_alone() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place::open(dir.path()).unwrap();
    append(&place, 0, &app(1, Level::Info, "x"));
    let mut index = index(&place);
    index.catch_up().unwrap();
    let mut seen = 0;
    for entry in fs::read_dir(dir.path()).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name().to_string_lossy().starts_with(FILE) {
            assert_eq!(
                entry.metadata().unwrap().permissions().mode() & 0o777,
                0o600,
                "{:?}",
                entry.file_name()
            );
            seen += 1;
        }
    }
    assert_eq!(seen, 3, "the file, its journal and its shared memory");
}

#[test]
fn a_process_that_looked_earlier_takes_nothing_away_from_one_that_looked_later() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place::open(dir.path()).unwrap();
    append(&place, 0, &request(1, "a", "s", "m"));
    let (mut early, mut late) = (index(&place), index(&place));
    // Once before the other file is there, and once before the first one is complete.
    let found_first = early.files().unwrap();
    append(&place, 1, &response(2, "a"));
    late.catch_up().unwrap();
    early.catch_up_with(&found_first).unwrap();
    append(&place, 2, &request(3, "b", "s", "m"));
    let found_then = early.files().unwrap();
    append(&place, 2, &response(4, "b"));
    late.catch_up().unwrap();
    early.catch_up_with(&found_then).unwrap();
    for index in [&mut early, &mut late] {
        let page = index.history(&HistoryQuery::default()).unwrap();
        let seen: Vec<_> = page.entries.iter().map(|entry| (entry.id.as_str(), entry.success)).collect();
        assert_eq!((seen, page.total), (vec![("b", true), ("a", true)], 2));
    }
}

#[test]
fn a_line_that_takes_the_place_of_an_unfinished_one_of_the_same_length_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let mut place = Place::open(dir.path()).unwrap();
    let (_, mut sink) = place.make(1).unwrap();
    let line = app(1, Level::Info, "whole");
    let mut index = index(&place);
    // The disk took all of another line but its end; then it was cut off again.
    sink.append(&[b'x'].repeat(line.len())).unwrap();
    assert_eq!(index.logs(&LogQuery::default()).unwrap().total, 0);
    sink.cut(0).unwrap();
    sink.append(&line).unwrap();
    assert_eq!(index.logs(&LogQuery::default()).unwrap().total, 1);
    assert_eq!(index.take_skipped(), []);
}
