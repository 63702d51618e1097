//! Lists that do not come: what is waited for is said, and why one is not there.

use super::{Face, recorded, session, until};
use crate::effect::Effect;

/// A session that has said these frames since its server was asked for its tools, and its recording.
pub(super) fn asked_for_tools(frames: &[(&str, &str)]) -> (String, Face) {
    let mut recording = until(&recorded("typescript-2025-11-25"), "handshake-done");
    let asked = ("sent", r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#);
    for (place, (direction, frame)) in [asked].iter().chain(frames).enumerate() {
        let (seq, raw) = (place + 9, serde_json::Value::from(*frame));
        let line = format!(
            r#"{{"seq":{seq},"atNs":90000000,"kind":"frame","direction":"{direction}","raw":{raw}}}"#
        );
        recording = format!("{recording}\n{line}");
    }
    let face = Face::live(140, 42, &recording);
    (recording, face)
}

#[test]
fn a_list_that_is_not_answered_is_waited_for_and_so_are_those_behind_it() {
    let (_, mut face) = asked_for_tools(&[]);
    let screen = face.screen();
    assert!(screen.contains("▾ Tools awaited 0.0 s"), "{screen}");
    assert!(screen.contains("▾ Resources asked for later"), "{screen}");
    assert!(
        screen.contains("Tools: waiting for the answer to `tools/list`") && screen.contains("│ for 0.0 s"),
        "{screen}"
    );
    assert!(!screen.contains("offers nothing"), "{screen}");
    face.keys("3");
    let screen = face.screen();
    assert!(screen.contains("waiting for the answer to `tools/list`"), "{screen}");
    assert!(!screen.contains("did not advertise"), "{screen}");
}

#[test]
fn a_list_that_was_refused_stays_with_the_reason_beside_those_that_came() {
    let refused = r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"tired"}}"#;
    let asked = r#"{"jsonrpc":"2.0","id":3,"method":"resources/list"}"#;
    let came = r#"{"jsonrpc":"2.0","id":3,"result":{"resources":[{"name":"one","uri":"a://one"}]}}"#;
    let (_, mut face) = asked_for_tools(&[("received", refused), ("sent", asked), ("received", came)]);
    let screen = face.screen();
    assert!(screen.contains("▾ Tools ! refused: tired (-32…"), "{screen}");
    assert!(screen.contains("▾ Resources 1") && screen.contains("▌ one"), "{screen}");
    face.keys("3");
    assert!(face.screen().contains("not known: refused: tired (-32000)"), "{}", face.screen());
}

#[test]
fn lists_that_have_not_come_are_asked_for_again_and_nothing_is_said_to_be_there() {
    let (_, mut face) = asked_for_tools(&[]);
    face.state.servers[0].session = Some(super::sending());
    face.keys("r");
    assert!(face.screen().contains("the lists are asked for again"), "{}", face.screen());
    assert!(!face.screen().contains("fetched again"), "{}", face.screen());
    let Some(Effect::Fetch { lists, .. }) = face.effects.pop() else { panic!("{}", face.screen()) };
    assert!(lists.len() >= 3, "{lists:?}");
}

#[test]
fn what_has_no_name_is_listed_and_says_so() {
    let came =
        r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"","inputSchema":{}},{"name":5},null]}}"#;
    let (_, face) = asked_for_tools(&[("received", came)]);
    let screen = face.screen();
    assert!(screen.contains(r#"! {"name":"","#) && screen.contains("! null (no name)"), "{screen}");
}

#[test]
fn what_fits_a_filter_best_is_the_first_row_and_selected() {
    let came = r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"tool_780_invoice","inputSchema":{}},{"name":"tool_78_delete_invoice","inputSchema":{}},{"name":"echo","inputSchema":{}}]}}"#;
    let (_, mut face) = asked_for_tools(&[("received", came)]);
    for filter in ["/78inv", "/delete 78", "/invoice tool 78"] {
        face.keys(filter);
        let screen = face.screen();
        let mut lines = screen.lines().skip_while(|line| !line.contains("▾ Tools"));
        let section = lines.next().unwrap_or_default();
        let count = if filter == "/delete 78" { "1 of 3" } else { "2 of 3" };
        assert!(section.contains(&format!("▾ Tools {count}")), "{screen}");
        assert!(lines.next().unwrap_or_default().contains("▌ tool_78_delete_invoice"), "{screen}");
        face.keys("<Esc>");
    }
    assert!(face.screen().contains("▾ Tools 3"), "{}", face.screen());
}

#[test]
fn the_probe_that_a_server_of_the_handshake_refuses_says_that_it_is_not_counted() {
    let asked = r#"{"jsonrpc":"2.0","id":7,"method":"server/discover"}"#;
    let refused = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no"}}"#;
    let (recording, mut face) = asked_for_tools(&[("sent", asked), ("received", refused)]);
    let note = r#"{"seq":12,"atNs":95000000,"kind":"note","note":"probe","sign":"refused","code":-32601,"verdict":"legacy"}"#;
    face.state.servers[0].show(session(&format!(
        "{recording}
{note}"
    )));
    face.keys("3");
    let page = face.state.server_page.text();
    let row =
        page.lines().find(|line| line.starts_with("server/discover")).unwrap_or_else(|| panic!("{page}"));
    assert!(row.ends_with("refused as expected: not counted"), "{row}");
}
