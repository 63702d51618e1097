pub(crate) mod disk;
mod full_disk;
mod processes;
mod starting;

use super::*;
use mcp_inspector_engine::FaultCode;

pub(crate) fn small(file_bytes: u64, total_bytes: u64) -> HistoryOptions {
    HistoryOptions { file_bytes, total_bytes, ..HistoryOptions::default() }
}

pub(crate) fn raw(text: &str) -> Raw {
    Raw::parse(text).unwrap()
}

/// Writes a request and the answer to it.
pub(crate) fn exchange(history: &History, id: &str, server_id: &str, method: &str) {
    let none = Redactor::default();
    history.request(RequestLine { request_id: id, server_id, method, params: Some(&raw("{}")) }, &none);
    history.response(id, End::Result(&raw("{}")), Duration::from_millis(1), &none);
}

async fn ids(history: &History) -> Vec<String> {
    let query = HistoryQuery { limit: 1000, ..HistoryQuery::default() };
    history.page(query).await.unwrap().entries.into_iter().map(|entry| entry.id).collect()
}

pub(crate) async fn messages(history: &History) -> Vec<(Level, String)> {
    let page = history.logs(LogQuery { limit: 1000, ..LogQuery::default() }).await.unwrap();
    assert_eq!(page.total, i64::try_from(page.entries.len()).unwrap());
    page.entries.into_iter().map(|entry| (entry.level, entry.message)).collect()
}

/// The texts of the history files, the oldest first.
pub(crate) fn texts(dir: &Path) -> Vec<String> {
    let place = Place::open(dir).unwrap();
    let files = place.files().unwrap();
    files.iter().map(|file| std::fs::read_to_string(place.path_of(file.name)).unwrap()).collect()
}

#[tokio::test]
async fn what_was_written_is_found_with_every_filter_and_nothing_is_changed() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    let none = Redactor::default();
    let params = raw(r#"{"name":"echo","arguments":{"n":1.10,"big":12345678901234567890123}}"#);
    let line = RequestLine { request_id: "r1", server_id: "s1", method: "tools/call", params: Some(&params) };
    history.request(line, &none);
    history.response("r1", End::Result(&raw(r#"{"content":[]}"#)), Duration::from_millis(45), &none);
    history.request(RequestLine { request_id: "r2", server_id: "s2", ..line }, &none);
    let fault = Fault::new(FaultCode::ProcessCrashed, "it exited with code 3");
    history.response("r2", End::Fault(&fault), Duration::from_micros(1500), &none);
    let list = RequestLine { request_id: "r3", server_id: "s1", method: "tools/list", params: None };
    history.request(list, &none);

    let page = history.page(HistoryQuery::default()).await.unwrap();
    let times: Vec<i64> = page.entries.iter().map(|entry| entry.timestamp).collect();
    assert!(times.is_sorted_by(|newer, older| newer >= older) && times[2] > 1_700_000_000_000, "{times:?}");
    assert_eq!(
        serde_json::to_string(&page).unwrap(),
        format!(
            "{{\"entries\":[\
             {{\"id\":\"r3\",\"timestamp\":{},\"method\":\"tools/list\",\"serverId\":\"s1\",\"success\":false,\"pending\":true}},\
             {{\"id\":\"r2\",\"timestamp\":{},\"method\":\"tools/call\",\"target\":\"echo\",\"params\":{params},\
             \"error\":{{\"code\":\"PROCESS_CRASHED\",\"message\":\"it exited with code 3\"}},\"duration\":1.5,\
             \"serverId\":\"s2\",\"success\":false}},\
             {{\"id\":\"r1\",\"timestamp\":{},\"method\":\"tools/call\",\"target\":\"echo\",\"params\":{params},\
             \"result\":{{\"content\":[]}},\"duration\":45,\"serverId\":\"s1\",\"success\":true}}\
             ],\"total\":3,\"limit\":100,\"offset\":0}}",
            times[0], times[1], times[2]
        )
    );
    let found = async |query: HistoryQuery| {
        let page = history.page(query).await.unwrap();
        let ids: Vec<String> = page.entries.into_iter().map(|entry| entry.id).collect();
        (ids.join(" "), page.total)
    };
    let every = HistoryQuery::default;
    let of = |text: &str| Some(text.to_owned());
    assert_eq!(found(HistoryQuery { method: of("tools/call"), ..every() }).await, ("r2 r1".into(), 2));
    assert_eq!(found(HistoryQuery { server_id: of("s1"), ..every() }).await, ("r3 r1".into(), 2));
    let both = HistoryQuery { server_id: of("s1"), method: of("tools/list"), ..every() };
    assert_eq!(found(both).await, ("r3".into(), 1));
    assert_eq!(found(HistoryQuery { method: of("nothing"), ..every() }).await, (String::new(), 0));
    assert_eq!(found(HistoryQuery { limit: 1, offset: 1, ..every() }).await, ("r2".into(), 3));
    assert_eq!(found(HistoryQuery { offset: 9, ..every() }).await, (String::new(), 3));
    assert_eq!(found(HistoryQuery { since: Some(times[0] + 1), ..every() }).await, (String::new(), 0));
    assert_eq!(found(HistoryQuery { since: Some(times[2]), ..every() }).await, ("r3 r2 r1".into(), 3));

    history.response("r3", End::Result(&raw("{}")), Duration::from_millis(2), &none);
    let page = history.page(every()).await.unwrap();
    assert!(page.entries[0].success && !page.entries[0].pending, "the answer came");
    assert_eq!(page.total, 3);
}

#[tokio::test]
async fn an_id_that_comes_twice_makes_two_entries_and_the_answer_belongs_to_the_last() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    let none = Redactor::default();
    for method in ["first", "second"] {
        history.request(RequestLine { request_id: "r", server_id: "s", method, params: None }, &none);
    }
    history.response("r", End::Result(&raw("1")), Duration::ZERO, &none);
    history.response("unknown", End::Result(&raw("2")), Duration::ZERO, &none);
    let page = history.page(HistoryQuery::default()).await.unwrap();
    let seen: Vec<_> = page.entries.iter().map(|entry| (entry.method.as_str(), entry.pending)).collect();
    assert_eq!(seen, [("second", false), ("first", true)]);
}

#[tokio::test]
async fn the_log_is_filtered_by_level_and_time() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    history.app(Level::Debug, "below the level that is kept", Value::Null);
    history.app(Level::Info, "one", json!({ "pid": 1 }));
    history.app(Level::Error, "two", Value::Null);
    history.app(Level::Warn, "three", Value::Null);
    let page = history.logs(LogQuery::default()).await.unwrap();
    let at: Vec<i64> = page.entries.iter().map(|entry| entry.timestamp).collect();
    assert_eq!(
        serde_json::to_value(&page).unwrap(),
        json!({ "entries": [
            { "timestamp": at[0], "level": "warn", "message": "three" },
            { "timestamp": at[1], "level": "error", "message": "two" },
            { "timestamp": at[2], "level": "info", "message": "one", "data": { "pid": 1 } },
        ], "total": 3, "limit": 100 })
    );
    for (level, expected) in
        [(Level::Warn, "three two"), (Level::Error, "two"), (Level::Info, "three two one")]
    {
        let page = history.logs(LogQuery { level, ..LogQuery::default() }).await.unwrap();
        let words: Vec<&str> = page.entries.iter().map(|entry| entry.message.as_str()).collect();
        assert_eq!(words.join(" "), expected);
        assert_eq!(page.total, i64::try_from(words.len()).unwrap());
    }
    let page = history.logs(LogQuery { limit: 1, ..LogQuery::default() }).await.unwrap();
    assert_eq!((page.entries.len(), page.total), (1, 3));
    let page = history.logs(LogQuery { since: Some(at[0] + 1), ..LogQuery::default() }).await.unwrap();
    assert_eq!((page.entries.len(), page.total), (0, 0));
}

#[tokio::test]
async fn the_level_decides_what_of_the_log_is_kept_and_never_what_of_the_traffic() {
    let dir = tempfile::tempdir().unwrap();
    let history =
        History::open_with(dir.path(), HistoryOptions { level: Level::Error, ..HistoryOptions::default() })
            .unwrap();
    history.app(Level::Warn, "not kept", Value::Null);
    history.app(Level::Error, "kept", Value::Null);
    exchange(&history, "r", "s", "ping");
    assert_eq!(messages(&history).await, [(Level::Error, "kept".to_owned())]);
    assert_eq!(ids(&history).await, ["r"]);
}

#[tokio::test]
async fn a_secret_of_the_backend_appears_nowhere() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    let token = "2f1b4a52-0f0e-4c8e-9f0a-5d2a4e0c7b11";
    history.hide(token);
    let none = Redactor::default();
    let params = raw(&format!(r#"{{"name":"{token}","{token}":["x {token}"]}}"#));
    let line =
        RequestLine { request_id: token, server_id: token, method: "tools/call", params: Some(&params) };
    history.request(line, &none);
    history.response(token, End::Error(&RpcError::new(1, format!("no {token}"))), Duration::ZERO, &none);
    let fault = Fault::new(FaultCode::ProcessCrashed, format!("it said {token}"));
    history.response(token, End::Fault(&fault), Duration::ZERO, &none);
    history.app(Level::Info, &format!("at /#token={token}"), json!({ "url": token, token: 1 }));
    let all = texts(dir.path()).concat();
    assert!(!all.contains(token) && all.lines().count() == 4, "{all}");
    let page = history.page(HistoryQuery::default()).await.unwrap();
    assert!(!page.entries[0].pending, "what is blanked out still belongs together");
}

#[tokio::test]
async fn full_files_are_followed_by_new_ones_and_the_oldest_go() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open_with(dir.path(), small(2_000, 10_000)).unwrap();
    for number in 0..500 {
        exchange(&history, &format!("r{number}"), "s", "ping");
    }
    let newest = ids(&history).await;
    history.ask(|_| Ok(())).await.unwrap();
    let files = texts(dir.path());
    assert!(files.iter().all(|text| text.len() <= 2_000 && text.ends_with('\n')), "no line is split");
    // One more can have been begun since room was made.
    assert!(files.iter().map(String::len).sum::<usize>() <= 12_000, "{}", files.len());
    let page = history.page(HistoryQuery::default()).await.unwrap();
    let kept = files.concat().matches("mcp_request").count();
    assert_eq!(page.total, i64::try_from(kept).unwrap());
    assert_eq!(newest.first().map(String::as_str), Some("r499"));
    assert_eq!(page.entries.len(), kept.min(100));
}

#[tokio::test]
async fn files_that_someone_removes_are_missed_by_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("history");
    let history = History::open_with(&path, small(1_000_000, 1_000_000)).unwrap();
    exchange(&history, "gone", "s", "ping");
    assert_eq!(ids(&history).await, ["gone"]);
    std::fs::remove_dir_all(&path).unwrap();
    assert_eq!(ids(&history).await, [""; 0]);
    history.keeper.tend();
    // Questions are answered in order, so the files have been looked after when this one is.
    assert_eq!(ids(&history).await, [""; 0]);
    exchange(&history, "kept", "s", "ping");
    assert_eq!(ids(&history).await, ["kept"]);
    assert_eq!(texts(&path).concat().matches("kept").count(), 2);
}

#[tokio::test]
async fn a_clock_that_is_set_back_does_not_change_the_order() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    let ahead = clock() + 3_600_000;
    history.recorder.newest.store(ahead, Ordering::Relaxed);
    exchange(&history, "a", "s", "ping");
    exchange(&history, "b", "s", "ping");
    let page = history.page(HistoryQuery::default()).await.unwrap();
    let seen: Vec<_> = page.entries.iter().map(|entry| (entry.id.as_str(), entry.timestamp)).collect();
    assert_eq!(seen, [("b", ahead), ("a", ahead)]);
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("file"), "").unwrap();
    let error = History::open(&dir.path().join("file/history")).unwrap_err();
    assert!(error.to_string().contains("file/history"), "{error}");
}
