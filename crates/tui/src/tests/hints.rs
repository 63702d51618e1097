//! What the screen says about keys is true where it says it.

use super::asks::{asking, named};
use super::{Face, recorded, until};
use crate::effect::Effect;
use crate::event::Event;
use crate::overlay::Overlay;
use crate::server::Source;
use crate::state::{Focus, View};

fn last(face: &Face) -> String {
    face.screen().lines().last().unwrap_or_default().to_owned()
}

#[test]
fn in_a_form_the_keys_of_views_are_those_that_no_field_takes() {
    let mut face = Face::live(140, 42, &asking(&[named(1), named(2)].concat()));
    assert!(face.screen().contains(" 1 Explore ") && face.screen().contains("2 waiting (i)"));
    face.keys("i<Esc>");
    let screen = face.screen();
    assert!(last(&face).ends_with("NORMAL") && last(&face).contains("F7 inbox"), "{screen}");
    assert!(screen.contains(" F1 Explore ") && screen.contains("F7 Inbox"), "{screen}");
    assert!(screen.contains("2 waiting (F7)") && !last(&face).contains(" i inbox"), "{screen}");
    face.keys("<F6>");
    assert_eq!(face.state.view, View::Servers);
    assert!(face.screen().contains(" 6 Servers ") && last(&face).contains("i inbox"), "{}", face.screen());
}

#[test]
fn the_last_line_says_what_tab_does_in_a_form() {
    let schema = r#"{"properties":{"a":{"type":"string"},"b":{"type":"string"}}}"#;
    let params = format!(r#"{{"message":"Two?","requestedSchema":{schema}}}"#);
    let mut face = Face::live(100, 30, &asking(&super::asks::ask(1, "elicitation/create", &params)));
    face.keys("i");
    assert!(last(&face).contains("Tab next field"), "{}", face.screen());
    face.keys("<Tab>");
    assert_eq!(face.state.focus, Focus::AskForm);
    assert!(last(&face).contains("Tab pane"), "{}", face.screen());
    face.keys("x<BackTab>");
    assert!(last(&face).contains("Tab next field"), "{}", face.screen());
    face.keys("<Tab><Tab>");
    assert_eq!(face.state.focus, Focus::AskList);
}

#[test]
fn tab_asks_for_no_completion_where_nobody_is_there_to_be_asked() {
    let whole = recorded("typescript-2025-11-25");
    let mut face = Face::live(100, 30, &whole);
    assert!(face.state.show_item(&(crate::offer::Kind::Template, "note://numbered/{number}".to_owned())));
    face.state.focus = Focus::Form;
    face.keys("7");
    assert!(last(&face).contains("Tab pane"), "{}", face.screen());
    face.keys("<Tab>");
    assert_eq!(face.state.focus, Focus::Result);
    let mut face = Face::live(100, 30, &super::scenes::open());
    assert!(face.state.show_item(&(crate::offer::Kind::Template, "note://numbered/{number}".to_owned())));
    face.state.focus = Focus::Form;
    face.keys("7");
    assert!(last(&face).contains("Tab complete"), "{}", face.screen());
    face.keys("<Tab>");
    let Some(Effect::Complete { wish, .. }) = face.effects.pop() else { panic!("{}", face.screen()) };
    let uri = serde_json::json!({ "type": "ref/resource", "uri": "note://numbered/{number}" });
    assert_eq!((wish.reference, &*wish.argument, &*wish.value), (uri, "number", "7"));
}

#[test]
fn nothing_is_typed_where_no_form_is_shown() {
    let mut face = Face::live(100, 30, &asking(&named(1)));
    face.keys("<Tab>");
    assert_eq!(face.state.focus, Focus::Form);
    face.keys("<^F>").hear(Event::Paste("hidden".to_owned()));
    face.take_in(Event::Resize);
    assert!(last(&face).ends_with("NORMAL") && !face.state.is_typing(), "{}", face.screen());
    assert!(!face.state.form.pane.text().contains("hidden"));
    face.keys("<Tab>");
    assert_eq!(face.state.focus, Focus::Result);
}

#[test]
fn tab_cycles_through_the_form_of_a_server() {
    let mut face = Face::new(80, 24);
    face.keys("a<Esc>");
    assert!(face.screen().contains("Tab next field, Esc leaves it"), "{}", face.screen());
    let place = |face: &Face| face.screen().lines().position(|line| line.contains("▌"));
    let first = place(&face);
    face.keys("<Tab>");
    assert_ne!(place(&face), first, "{}", face.screen());
    face.keys("<BackTab>");
    assert_eq!(place(&face), first);
    face.keys("<BackTab>");
    assert!(place(&face) > first);
    face.keys("<Tab>");
    assert_eq!(place(&face), first);
}

#[test]
fn escape_leaves_the_form_of_a_server_as_it_says() {
    let mut face = Face::new(80, 24);
    face.keys("a");
    assert!(face.screen().contains("Esc for keys, then Esc leaves it"), "{}", face.screen());
    face.keys("<Esc>");
    assert!(face.screen().contains("Esc leaves it") && last(&face).ends_with("NORMAL"), "{}", face.screen());
    face.keys("<Esc>");
    assert!(face.state.overlay.is_none());
}

#[test]
fn the_key_that_shows_all_others_is_told_in_every_pane() {
    let recording = until(&recorded("python-2025-11-25"), r#""ask":"opened","id":1"#);
    for view in
        [View::Explore, View::Timeline, View::Server, View::Auth, View::Log, View::Servers, View::Inbox]
    {
        for pane in view.panes().iter().filter(|pane| !matches!(pane, Focus::Form | Focus::AskForm)) {
            let mut face = Face::live(80, 24, &recording);
            face.state.open_view(view);
            face.state.focus = *pane;
            face.take_in(Event::Resize);
            assert!(last(&face).contains("? keys"), "{pane:?}:\n{}", face.screen());
        }
    }
}

#[test]
fn a_process_is_offered_no_login() {
    let mut face = Face::new(100, 30);
    let target = mcp_inspector_engine::Target::from_line("node server.js").unwrap();
    face.state.add("node", Source::Typed, Some(target));
    face.keys("4");
    assert!(!last(&face).contains("log in") && !last(&face).contains("browser"), "{}", face.screen());
    let target = mcp_inspector_engine::Target::from_line("https://example.com/mcp").unwrap();
    face.state.add("http", Source::Typed, Some(target));
    face.keys("}");
    assert!(last(&face).contains("c log in") && !last(&face).contains("browser"), "{}", face.screen());
    face.state.servers[1].login_url = Some("https://example.com/authorize".to_owned());
    face.take_in(Event::Resize);
    assert!(last(&face).contains("b browser") && last(&face).contains("P paste"), "{}", face.screen());
}

#[test]
fn a_server_that_is_in_no_file_is_forgotten_after_a_question() {
    let recording = recorded("typescript-2025-11-25");
    let lines: Vec<&str> = recording.lines().take_while(|line| !line.contains(r#""to":"clos"#)).collect();
    let mut face = Face::live(100, 30, &lines.join("\n"));
    face.keys("6X");
    assert!(face.screen().contains("disconnect and forget `everything`?"), "{}", face.screen());
    face.keys("n");
    assert_eq!(face.state.servers.len(), 1);
    face.state.start((crate::offer::Kind::Tool, "add".to_owned()), "{}".to_owned());
    assert!(matches!(face.state.effects.pop(), Some(Effect::Call { .. })));
    face.keys("X");
    assert!(face.screen().contains("1 call runs: disconnect and forget `everything`?"), "{}", face.screen());
    assert!(matches!(face.state.overlay, Some(Overlay::Confirm { .. })));
    face.keys("y");
    assert!(face.state.servers.is_empty());
}

const HEAD: &str = r#"{"mcpInspectorRecording":1,"target":"t","place":"t","openedUnixMs":0}"#;

fn frame(seq: usize, direction: &str, raw: &str) -> String {
    let raw = serde_json::Value::from(raw);
    format!(r#"{{"seq":{seq},"atNs":{seq}000,"kind":"frame","direction":"{direction}","raw":{raw}}}"#)
}

/// A call and its answer.
fn call(seq: usize, method: &str) -> String {
    let asked = format!(r#"{{"jsonrpc":"2.0","id":{seq},"method":"{method}"}}"#);
    let said = format!(r#"{{"jsonrpc":"2.0","id":{seq},"result":{{}}}}"#);
    [frame(seq, "sent", &asked), frame(seq + 1, "received", &said)].join("\n")
}

#[test]
fn a_filter_that_reads_messages_says_that_older_ones_are_not_searched() {
    let said = "older entries are not searched";
    let late = [HEAD.to_owned(), call(9, "tools/list")].join("\n");
    let mut face = Face::live(140, 42, &late);
    face.keys("2/method:tools<Enter>");
    assert!(!face.screen().contains(said), "{}", face.screen());
    face.keys("/ text:x<Enter>");
    assert!(face.screen().contains(said), "{}", face.screen());
    let whole = [HEAD.to_owned(), call(1, "tools/list")].join("\n");
    let mut face = Face::live(140, 42, &whole);
    face.keys("2/text:x<Enter>");
    assert!(!face.screen().contains(said), "{}", face.screen());
}

#[test]
fn pings_do_not_take_the_place_of_who_follows() {
    let lines =
        [HEAD.to_owned(), call(1, "tools/list"), call(3, "prompts/list"), call(5, "ping"), call(7, "ping")];
    let mut face = Face::live(100, 30, &lines.join("\n"));
    face.keys("2");
    let method = |face: &Face| face.state.selected_row().map(|row| row.method.to_string());
    assert_eq!(method(&face).as_deref(), Some("prompts/list"), "{}", face.screen());
    face.state.servers[0].show(super::session(&[lines.join("\n"), call(9, "ping")].join("\n")));
    face.take_in(Event::Tick);
    assert_eq!(method(&face).as_deref(), Some("prompts/list"), "{}", face.screen());
    assert!(face.screen().contains(" follows "), "{}", face.screen());
}

#[test]
fn rows_that_are_folded_are_not_counted_as_left_out() {
    let mut face = Face::live(100, 30, &[HEAD.to_owned(), call(1, "tools/list")].join("\n"));
    face.keys("2");
    assert!(face.screen().contains("▌Timeline 1 ━"), "{}", face.screen());
    face.keys("/method:prompts<Enter>");
    assert!(face.screen().contains("Timeline 0/1"), "{}", face.screen());
}

#[test]
fn a_search_that_finds_nothing_says_so_on_the_last_line() {
    let mut face = Face::live(60, 16, &[HEAD.to_owned(), call(1, "tools/list")].join("\n"));
    face.keys("2<Enter>/nowhere<Enter>");
    assert!(last(&face).contains("`nowhere` is not there"), "{}", face.screen());
    face.keys("/jsonrpc<Enter>");
    assert!(!last(&face).contains("is not there"), "{}", face.screen());
}

#[test]
fn asks_of_one_kind_are_told_apart_in_the_list() {
    let mut face = Face::live(140, 42, &asking(&[named(1), named(2)].concat()));
    face.keys("i");
    let screen = face.screen();
    assert!(screen.contains("Question 1?") && screen.contains("Question 2?"), "{screen}");
}

#[test]
fn quitting_asks_about_a_server_that_is_not_saved() {
    let mut face = Face::new(80, 24);
    face.keys("anode server.js<Esc><Esc>q");
    assert!(!face.state.is_over);
    assert!(
        face.screen().contains("the server that was to be added is not saved: quit all the same?"),
        "{}",
        face.screen()
    );
    face.keys("y");
    assert!(face.state.is_over);
}

#[test]
fn what_connects_a_server_that_was_saved_is_a_key_of_the_view() {
    let saved = |view| {
        let mut face = Face::new(100, 30);
        face.state.open_view(view);
        let file =
            mcp_inspector_engine::core::target::files::TargetFile::read("mcp.json", r#"{"mcpServers":{}}"#)
                .unwrap();
        face.take_in(Event::Config { file: Box::new(file), server: "one".into(), name: Some("one".into()) });
        last(&face)
    };
    assert!(saved(View::Servers).contains("one is in the file; c connects it"));
    assert!(saved(View::Explore).contains("one is in the file; :connect connects it"));
}
