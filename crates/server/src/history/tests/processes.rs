//! Several processes on one directory, and processes that are killed.
//!
//! The other process is this test program, told by a variable to be the writer.

use super::*;
use std::collections::HashSet;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

/// Where the writer writes, and what its ids begin with.
const DIRECTORY: &str = "MCPI_TEST_HISTORY";
const PREFIX: &str = "MCPI_TEST_PREFIX";
/// How many entries it writes; for ever when absent.
const NUMBER: &str = "MCPI_TEST_NUMBER";

/// In a process of its own it writes until it is killed, and says what it has written. Without being
/// told to it makes sure that it would.
#[tokio::test]
async fn the_writer_writes_what_it_says() {
    let told = std::env::var_os(DIRECTORY);
    let own = tempfile::tempdir().unwrap();
    let dir = told.as_deref().map_or(own.path(), Path::new);
    let prefix = std::env::var(PREFIX).unwrap_or_default();
    let number = std::env::var(NUMBER).ok().and_then(|number| number.parse().ok());
    let number = number.or(told.is_none().then_some(3)).unwrap_or(usize::MAX);
    let history = History::open_with(dir, small(100_000, u64::MAX)).unwrap();
    for number in 0..number {
        let id = format!("{prefix}{number}");
        exchange(&history, &id, &prefix, "ping");
        println!("wrote {id}");
    }
    if told.is_none() {
        assert_eq!(ids(&history).await, ["2", "1", "0"]);
    }
}

struct Writer(Child);

impl Writer {
    fn start(dir: &Path, prefix: &str, number: Option<usize>) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "history::tests::processes::the_writer_writes_what_it_says", "--nocapture"])
            .env(DIRECTORY, dir)
            .env(PREFIX, prefix)
            .stdout(Stdio::piped());
        if let Some(number) = number {
            command.env(NUMBER, number.to_string());
        }
        Writer(command.spawn().unwrap())
    }

    /// What it said it has written.
    fn acknowledged(&mut self) -> impl Iterator<Item = String> + use<> {
        let lines = BufReader::new(self.0.stdout.take().unwrap()).lines();
        // The first one comes behind the name of the test.
        lines.map_while(Result::ok).filter_map(|line| line.split("wrote ").nth(1).map(str::to_owned))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// All ids of entries that were answered, the newest first, read page by page.
async fn all(history: &History, server_id: &str) -> Vec<String> {
    let mut found = Vec::new();
    loop {
        let query = HistoryQuery {
            server_id: Some(server_id.to_owned()),
            limit: 1000,
            offset: found.len() as u64,
            ..HistoryQuery::default()
        };
        let page = history.page(query).await.unwrap();
        if page.entries.is_empty() {
            return found;
        }
        for entry in page.entries {
            assert!(entry.success || found.is_empty(), "{} was answered", entry.id);
            found.push(entry.id);
        }
    }
}

#[tokio::test]
async fn nothing_that_was_written_is_missing_after_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    for round in 0..3 {
        let prefix = format!("round{round}-");
        let mut writer = Writer::start(dir.path(), &prefix, None);
        let mut acknowledged = writer.acknowledged();
        let mut said: Vec<String> = acknowledged.by_ref().take(1500).collect();
        // SIGKILL, in the middle of whatever it does.
        writer.0.kill().unwrap();
        said.extend(acknowledged);
        // The last one may have been cut off on its way to us.
        said.pop();
        assert!(said.len() >= 1499, "the writer wrote {}", said.len());
        let history = History::open(dir.path()).unwrap();
        let found: HashSet<String> = all(&history, &prefix).await.into_iter().collect();
        let missing: Vec<&String> = said.iter().filter(|id| !found.contains(*id)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
    let whole = texts(dir.path()).concat();
    let broken = whole.lines().filter(|line| serde_json::from_str::<Value>(line).is_err()).count();
    assert!(broken <= 3, "at most the line being written is torn: {broken}");
}

#[tokio::test]
async fn several_processes_share_a_directory_and_its_index() {
    const EACH: usize = 2000;
    let dir = tempfile::tempdir().unwrap();
    let history = History::open_with(dir.path(), small(100_000, u64::MAX)).unwrap();
    let prefixes = ["a-", "b-"];
    let mut writers = prefixes.map(|prefix| Writer::start(dir.path(), prefix, Some(EACH)));
    let mut acknowledged = writers.each_mut().map(Writer::acknowledged);
    let (mut own, mut last) = (0, 0);
    // Questions are asked while all three write.
    while acknowledged.iter_mut().map(|lines| lines.by_ref().take(100).count()).sum::<usize>() > 0 {
        exchange(&history, &format!("own-{own}"), "own-", "ping");
        own += 1;
        let total = history.page(HistoryQuery::default()).await.unwrap().total;
        assert!(total > last, "the total only grows");
        last = total;
    }
    for prefix in prefixes {
        let expected: Vec<String> = (0..EACH).rev().map(|number| format!("{prefix}{number}")).collect();
        assert_eq!(all(&history, prefix).await, expected);
    }
    let total = history.page(HistoryQuery::default()).await.unwrap().total;
    assert_eq!(total, i64::try_from(2 * EACH + own).unwrap());
}
