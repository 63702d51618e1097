//! Every view and every state as it is drawn.

use super::scenes::{FAILED, LOGIN, STARTING, open};
use super::{Face, recorded, session, until};
use crate::event::Event;

const SIZES: [(u16, u16); 3] = [(80, 24), (100, 30), (140, 42)];

/// Draws a screen in every size.
#[track_caller]
fn shown(name: &str, make: impl Fn(u16, u16) -> Face) {
    for (width, height) in SIZES {
        let face = make(width, height);
        insta::assert_snapshot!(format!("{name}-{width}x{height}"), face.screen());
    }
}

fn typescript() -> String {
    recorded("typescript-2025-11-25")
}

/// A session that goes on.
fn connected(width: u16, height: u16, keys: &str) -> Face {
    let mut face = Face::live(width, height, &open());
    face.keys(keys);
    face
}

#[test]
fn nothing_is_there_yet() {
    shown("empty", Face::new);
    shown("empty-explore", |width, height| {
        let mut face = Face::new(width, height);
        face.keys("1");
        face
    });
}

#[test]
fn explore_shows_what_the_server_offers() {
    shown("explore", |width, height| connected(width, height, ""));
    shown("explore-form", |width, height| connected(width, height, "<Enter>"));
    shown("explore-filter", |width, height| connected(width, height, "/add"));
}

#[test]
fn the_timeline_shows_rows_and_the_parts_of_one() {
    shown("timeline", |width, height| connected(width, height, "2"));
    shown("timeline-filter", |width, height| connected(width, height, "2/method:tools/*<Enter>"));
    shown("timeline-flaw", |width, height| connected(width, height, "2/dur:nonsense"));
    shown("timeline-raw", |width, height| connected(width, height, "2gjj<Enter>]]"));
}

#[test]
fn the_other_views_show_what_they_are_about() {
    shown("server", |width, height| connected(width, height, "3"));
    shown("auth", |width, height| connected(width, height, "4"));
    shown("log", |width, height| connected(width, height, "5"));
    shown("servers", |width, height| connected(width, height, "6"));
}

#[test]
fn what_lies_over_everything_is_readable() {
    shown("help", |width, height| connected(width, height, "?"));
    shown("palette", |width, height| connected(width, height, "<^K>ad"));
    shown("command", |width, height| connected(width, height, ":re"));
    shown("copy", |width, height| connected(width, height, "2y"));
    shown("add-server", |width, height| connected(width, height, "6a"));
}

#[test]
fn a_server_that_starts_says_so_and_its_escapes_do_not_act() {
    shown("starting", |width, height| Face::live(width, height, STARTING));
    let mut face = Face::live(80, 24, STARTING);
    face.keys("5");
    assert!(face.screen().contains("stderr    loading models"), "{}", face.screen());
    // As it came it is in the detail.
    assert!(face.screen().contains("loading \u{241b}[31mmodels"), "{}", face.screen());
}

#[test]
fn a_start_that_failed_is_told_in_full() {
    shown("failed", |width, height| {
        let mut face = Face::live(width, height, &FAILED.replace("\"TO\"", "\"closed\""));
        face.keys("6");
        face
    });
    shown("backing-off", |width, height| Face::live(width, height, &FAILED.replace("\"TO\"", "\"backoff\"")));
}

#[test]
fn an_ask_is_shown_with_a_badge_and_its_form() {
    let elicitation = until(&recorded("python-2025-11-25"), r#""ask":"opened","id":1"#);
    shown("ask-badge", |width, height| Face::live(width, height, &elicitation));
    shown("ask-form", |width, height| {
        let mut face = Face::live(width, height, &elicitation);
        face.keys("i");
        face
    });
    let sampling = until(&recorded("python-2025-11-25"), r#""ask":"opened","id":3"#);
    shown("ask-sampling", |width, height| {
        let mut face = Face::live(width, height, &sampling);
        face.keys("i");
        face
    });
}

#[test]
fn a_recording_is_read_only() {
    shown("recording", |width, height| {
        let mut face = Face::new(width, height);
        face.take_in(Event::Recording { path: "a.jsonl".into(), session: session(&typescript()) });
        face
    });
    let mut face = Face::new(100, 30);
    face.take_in(Event::Recording { path: "a.jsonl".into(), session: session(&typescript()) });
    face.keys("1<^S>");
    assert!(face.screen().contains("this is a recording: nothing can be sent"), "{}", face.screen());
    assert!(face.effects.is_empty());
}

#[test]
fn every_view_says_how_the_server_stands() {
    let asked = until(&recorded("python-2025-11-25"), r#""ask":"opened","id":1"#);
    let states = [
        ("empty", None),
        ("connecting", Some(STARTING.to_owned())),
        ("failed", Some(FAILED.replace("\"TO\"", "\"closed\""))),
        ("backing-off", Some(FAILED.replace("\"TO\"", "\"backoff\""))),
        ("disconnected", Some(typescript())),
        ("ask", Some(asked)),
    ];
    for (state, recording) in states {
        let mut screens = Vec::new();
        for key in ["1", "2", "3", "4", "5", "6", "i"] {
            let mut face = match &recording {
                Some(recording) => Face::live(80, 24, recording),
                None => Face::new(80, 24),
            };
            face.keys(key);
            screens.push(face.screen());
        }
        insta::assert_snapshot!(format!("matrix-{state}"), screens.join("\n=====\n"));
    }
}

#[test]
fn a_login_shows_its_url_and_what_is_stored() {
    shown("auth-login", |width, height| {
        let mut face = connected(width, height, "4");
        let server = face.state.servers[0].id;
        let url = LOGIN.to_owned();
        face.take_in(Event::LoginUrl { server, url });
        face.take_in(Event::Tokens { server, lines: vec!["no token is stored for this server".to_owned()] });
        face
    });
}

#[test]
fn the_page_of_a_server_has_capabilities_and_findings() {
    shown("server-judged", |width, height| {
        let mut face = connected(width, height, "3");
        let (server, session) = (face.state.servers[0].id, face.state.servers[0].session.clone().unwrap());
        let (report, survey) = (Box::new(session.findings()), Box::new(session.capabilities()));
        face.take_in(Event::Judged { server, report, survey });
        face.keys("<^D><^D><^D><^D>");
        face
    });
}

#[test]
fn a_small_terminal_says_so() {
    let face = Face::new(59, 16);
    assert!(face.screen().starts_with("the terminal is too small: 59x16"), "{}", face.screen());
    assert!(!Face::new(60, 16).screen().contains("too small"));
}

#[test]
fn without_colours_nothing_is_lost() {
    let mut face = connected(100, 30, "2");
    face.state.theme = crate::theme::Theme::new(crate::theme::Colours::None);
    face.take_in(Event::Resize);
    let buffer = face.terminal.backend().buffer();
    assert!(buffer.content().iter().all(|cell| cell.fg == ratatui::style::Color::Reset));
    assert_eq!(face.screen(), connected(100, 30, "2").screen());
}
