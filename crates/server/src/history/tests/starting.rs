//! What a history finds when it is opened: what others left behind.

use super::*;
use std::fs::{self, OpenOptions};
use std::io::Write as _;

/// A history that was used and closed, and its only file.
fn used(dir: &Path) -> std::path::PathBuf {
    let history = History::open(dir).unwrap();
    exchange(&history, "r1", "s", "ping");
    exchange(&history, "r2", "s", "ping");
    drop(history);
    let place = Place::open(dir).unwrap();
    let files = place.files().unwrap();
    assert_eq!(files.len(), 1);
    place.path_of(files[0].name)
}

fn append(path: &Path, text: &str) {
    OpenOptions::new().append(true).open(path).unwrap().write_all(text.as_bytes()).unwrap();
}

#[tokio::test]
async fn what_was_written_before_is_still_there() {
    let dir = tempfile::tempdir().unwrap();
    used(dir.path());
    let history = History::open(dir.path()).unwrap();
    exchange(&history, "r3", "s", "ping");
    assert_eq!(ids(&history).await, ["r3", "r2", "r1"]);
}

#[tokio::test]
async fn a_torn_last_line_is_skipped_with_a_warning_and_stays_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let path = used(dir.path());
    append(&path, "{\"ts\":1,\"level\":\"info\",\"type\":\"mcp_req");
    let before = fs::read(&path).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    let history = History::open(dir.path()).unwrap();
    let warning = (Level::Warn, format!("The last line of {name} was cut off and is skipped"));
    // The answer to a first question comes after the start; its line is found by the second.
    assert_eq!(ids(&history).await, ["r2", "r1"]);
    assert_eq!(messages(&history).await, std::slice::from_ref(&warning));
    assert_eq!(fs::read(&path).unwrap(), before);
    drop(history);
    let history = History::open(dir.path()).unwrap();
    assert_eq!(ids(&history).await, ["r2", "r1"]);
    assert_eq!(messages(&history).await, [warning], "it is told once");
}

#[tokio::test]
async fn a_last_line_that_is_no_json_is_skipped_with_a_warning() {
    let dir = tempfile::tempdir().unwrap();
    let path = used(dir.path());
    append(&path, "\0\0\0\0\n");
    let name = path.file_name().unwrap().to_str().unwrap();
    let history = History::open(dir.path()).unwrap();
    assert_eq!(ids(&history).await, ["r2", "r1"]);
    let warning = format!("Lines of {name} that are not JSON are skipped");
    assert_eq!(messages(&history).await, [(Level::Warn, warning)]);
}

#[tokio::test]
async fn an_unfinished_line_of_a_process_that_lives_is_no_torn_one() {
    let dir = tempfile::tempdir().unwrap();
    let mut place = Place::open(dir.path()).unwrap();
    let (_, mut sink) = place.make(1).unwrap();
    let line = "{\"ts\":1,\"level\":\"info\",\"type\":\"app\",\"message\":\"slow\"}\n";
    sink.append(&line.as_bytes()[..20]).unwrap();
    let history = History::open(dir.path()).unwrap();
    assert_eq!(ids(&history).await, [""; 0]);
    assert_eq!(messages(&history).await, []);
    sink.append(&line.as_bytes()[20..]).unwrap();
    assert_eq!(messages(&history).await, [(Level::Info, "slow".to_owned())]);
}

#[tokio::test]
async fn an_index_that_is_missing_broken_or_of_another_version_is_made_anew() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 5] = [
        ("missing", |path| fs::remove_file(path).unwrap()),
        ("empty", |path| fs::write(path, "").unwrap()),
        ("no database", |path| {
            fs::write(path, "this is no database, and long enough to be seen as one".repeat(100)).unwrap();
        }),
        ("cut off", |path| {
            let length = fs::metadata(path).unwrap().len();
            OpenOptions::new().write(true).open(path).unwrap().set_len(length / 2).unwrap();
        }),
        ("of another version", |path| {
            let connection = rusqlite::Connection::open(path).unwrap();
            connection
                .execute_batch("DROP TABLE counts; CREATE TABLE other (x); PRAGMA user_version = 77")
                .unwrap();
        }),
    ];
    for (what, damage) in damages {
        let dir = tempfile::tempdir().unwrap();
        used(dir.path());
        damage(&dir.path().join("index.sqlite"));
        let history = History::open(dir.path()).unwrap();
        let page = history.page(HistoryQuery::default()).await.unwrap();
        assert_eq!((page.entries.len(), page.total), (2, 2), "{what}");
        exchange(&history, "r3", "s", "ping");
        drop(history);
        let history = History::open(dir.path()).unwrap();
        assert_eq!(ids(&history).await, ["r3", "r2", "r1"], "{what}");
    }
}

#[tokio::test]
async fn an_index_that_breaks_while_it_is_used_is_made_anew() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    exchange(&history, "r1", "s", "ping");
    assert_eq!(ids(&history).await, ["r1"]);
    history
        .ask(|index| {
            index.break_tables();
            Ok(())
        })
        .await
        .unwrap();
    exchange(&history, "r2", "s", "ping");
    assert_eq!(ids(&history).await, ["r2", "r1"]);
}

#[tokio::test]
async fn where_no_index_can_be_kept_questions_are_answered_all_the_same() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("index.sqlite")).unwrap();
    let history = History::open(dir.path()).unwrap();
    exchange(&history, "r1", "s", "ping");
    assert_eq!(ids(&history).await, ["r1"]);
    exchange(&history, "r2", "s", "ping");
    assert_eq!(ids(&history).await, ["r2", "r1"]);
}

#[tokio::test]
async fn another_version_that_takes_over_the_index_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    exchange(&history, "r1", "s", "ping");
    assert_eq!(ids(&history).await, ["r1"]);
    let other = rusqlite::Connection::open(dir.path().join("index.sqlite")).unwrap();
    other.execute_batch("DROP TABLE counts; PRAGMA user_version = 77").unwrap();
    exchange(&history, "r2", "s", "ping");
    assert_eq!(ids(&history).await, ["r2", "r1"]);
    let version: i64 = other.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 77);
}
