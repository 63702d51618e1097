//! Several processes at one file, and processes that end in the middle of their work.

use super::child::Worker;
use super::*;
use std::process::Command;

/// How many records a filler adds.
const ADDED: usize = 40;
/// How many records of a generation there are: enough for a write to take a while.
const RECORDS: usize = 400;

/// Adds records of its own, one change for each.
pub(super) fn fill(store: &Store, name: &str) {
    for number in 0..ADDED {
        store
            .update(|book| book.put_token(token(&format!("https://{name}.example/{number}"), name)))
            .unwrap();
    }
}

/// Writes a book whose records all have the same number.
pub(super) fn write_generation(store: &Store, generation: u64) {
    store
        .update(|book| {
            for number in 0..RECORDS {
                let filling = "f".repeat(1000);
                let mut record = token(&format!("https://r{number}.example"), &filling);
                record.obtained_at = generation;
                book.put_token(record);
            }
        })
        .unwrap();
}

/// A command that runs this test binary where files cannot grow: that does to a write what a full
/// disk does.
#[cfg(unix)]
pub(super) fn with_little_room() -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", r#"trap '' XFSZ; ulimit -f 8; exec "$0" "$@""#]);
    command.arg(std::env::current_exe().unwrap());
    command
}

#[test]
fn processes_and_threads_that_change_at_once_lose_nothing() {
    let (_directory, store) = fresh();
    let mut workers: Vec<_> = ["a", "b"].map(|name| Worker::start(&format!("fill {name}"), &store)).into();
    for worker in &mut workers {
        worker.hear("ready");
    }
    std::thread::scope(|scope| {
        for name in ["c", "d"] {
            let store = Store::at(store.path().unwrap());
            scope.spawn(move || fill(&store, name));
        }
    });
    for worker in workers {
        worker.finish();
    }
    let book = store.read().unwrap();
    for name in ["a", "b", "c", "d"] {
        let count = book.tokens().iter().filter(|token| token.access_token == name).count();
        assert_eq!(count, ADDED, "of {name}");
    }
    assert_eq!(drafts(&store), [] as [&str; 0]);
}

/// Reads a book, which must be of one generation.
fn whole_book(store: &Store) -> u64 {
    let book = store.read().unwrap();
    let generation = book.tokens().first().expect("the book is never empty").obtained_at;
    assert_eq!(book.tokens().len(), RECORDS);
    assert!(book.tokens().iter().all(|token| token.obtained_at == generation), "a mixture");
    generation
}

#[test]
fn readers_see_whole_books_while_another_process_writes() {
    let (_directory, store) = fresh();
    write_generation(&store, 0);
    let mut worker = Worker::start("rewrite", &store);
    worker.hear("ready");
    let mut seen = std::collections::BTreeSet::new();
    while seen.len() < 25 {
        assert!(worker.process.try_wait().unwrap().is_none(), "it ended by itself");
        seen.insert(whole_book(&store));
    }
}

#[test]
fn a_process_killed_while_it_writes_leaves_the_old_book_or_the_new_one() {
    let (_directory, store) = fresh();
    write_generation(&store, 0);
    let mut drafts_left = 0;
    for round in 0..12 {
        let before = drafts(&store).len();
        let mut worker = Worker::start("rewrite", &store);
        worker.hear("ready");
        // A draft is there for as long as a write takes. Some are killed at once, some later.
        for _ in 0..=round / 4 {
            while drafts(&store).len() == before {
                assert!(worker.process.try_wait().unwrap().is_none(), "it ended by itself");
            }
        }
        worker.kill();
        drafts_left += drafts(&store).len() - before;
        whole_book(&store);
        // The lock went with the process.
        store.update(|book| book.put_token(token("https://after.example", "t"))).unwrap();
        store.update(|book| book.remove_tokens_for("https://after.example")).unwrap();
    }
    assert!(drafts_left > 0, "none of them was killed in the middle of writing");
}

#[cfg(unix)]
#[test]
fn a_write_that_runs_out_of_room_changes_nothing_and_leaves_nothing() {
    let (_directory, store) = fresh();
    store.update(|book| book.put_token(token(RESOURCE, "old"))).unwrap();
    let before = text(&store);
    let mut worker = Worker::start_with(with_little_room(), "write-too-much", &store);
    let refused = worker.hear("refused");
    worker.finish();
    assert!(refused.contains("auth.json") && refused.contains("too large"), "{refused}");
    assert_eq!(text(&store), before);
    assert_eq!(drafts(&store), [] as [&str; 0]);
}
