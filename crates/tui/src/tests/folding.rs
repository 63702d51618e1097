//! Left and right in lists of rows: folded, opened, and looked at where there is nothing to open.

use super::Face;
use super::mouse::open;
use crate::state::Focus;

const LOG: &str = r#"{"mcpInspectorRecording":1,"target":"s","place":"s","openedUnixMs":0}
{"seq":1,"atNs":1,"kind":"phase","from":"closed","to":"ready","trigger":"connect","failures":0}
{"seq":2,"atNs":2,"kind":"frame","direction":"sent","raw":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\",\"_meta\":{\"progressToken\":1}}}"}
{"seq":3,"atNs":3,"kind":"frame","direction":"received","raw":"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"said\"}}"}
{"seq":4,"atNs":4,"kind":"stderr","line":"one"}"#;

#[test]
fn right_looks_at_a_row_of_the_log_and_left_loses_none() {
    let mut face = Face::live(100, 30, LOG);
    face.keys("5g");
    let rows = face.state.servers[0].log.len();
    face.keys("h");
    assert_eq!(
        (face.state.focus, face.state.servers[0].log.len()),
        (Focus::LogRows, rows),
        "{}",
        face.screen()
    );
    face.keys("l");
    assert_eq!(face.state.focus, Focus::LogDetail, "{}", face.screen());
    // Where nothing is, nothing is looked at.
    face.keys("4hl");
    assert_eq!(face.state.focus, Focus::AuthRows);
}

#[test]
fn right_opens_a_row_before_it_looks_at_it() {
    let mut face = open(100, 30);
    face.keys("2/method:tools/call|POST<Enter>gjjj");
    let open_rows = face.state.servers[0].rows.len();
    face.keys("h");
    assert!(face.state.servers[0].rows.len() < open_rows, "{}", face.screen());
    face.keys("l");
    assert_eq!((face.state.focus, face.state.servers[0].rows.len()), (Focus::Rows, open_rows));
    face.keys("l");
    assert_eq!(face.state.focus, Focus::Detail);
}
