//! Every view and every state as it is drawn.

use super::asks::asking;
use super::lists::asked_for_tools;
use super::scenes::{FAILED, LOGIN, STARTING, answered, called, calls, open, url_ask};
use super::{Face, recorded, session, until};
use crate::event::Event;
use crate::offer::Kind;
use crate::server::Source;
use crate::state::Focus;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::core::view::Progress;
use mcp_inspector_engine::{Fault, FaultCode, Outcome, Target};

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
    assert!(face.effects.iter().all(|effect| matches!(effect, crate::effect::Effect::Judge { .. })));
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
        for (width, height) in SIZES {
            let screens = ["1", "2", "3", "4", "5", "6", "i"].map(|key| {
                let mut face = match &recording {
                    Some(recording) => Face::live(width, height, recording),
                    None => Face::new(width, height),
                };
                face.keys(key);
                filled(&face)
            });
            insta::assert_snapshot!(format!("matrix-{state}-{width}x{height}"), screens.join("\n=====\n"));
        }
    }
}

/// The lines of a screen in which more than frames is drawn.
fn filled(face: &Face) -> String {
    let screen = face.screen();
    let is_drawn = |line: &&str| line.chars().any(|letter| !" │┃".contains(letter));
    screen.lines().filter(is_drawn).collect::<Vec<_>>().join("\n")
}

/// Draws several screens of one size into one picture.
#[track_caller]
fn gallery(name: &str, (width, height): (u16, u16), faces: Vec<(&str, Face)>) {
    let screens = faces.into_iter().map(|(title, mut face)| {
        face.take_in(Event::Resize);
        format!("===== {title}\n{}", filled(&face))
    });
    let screens: Vec<String> = screens.collect();
    insta::assert_snapshot!(format!("{name}-{width}x{height}"), screens.join("\n"));
}

/// A session in which a tool is called, and what comes of it.
fn result(width: u16, height: u16, outcome: Option<Outcome>, keys: &str) -> Face {
    let mut face = connected(width, height, "");
    match outcome {
        Some(outcome) => called(&mut face, "add", r#"{"a":1,"b":2}"#, outcome),
        None => drop(calls(&mut face, "add", r#"{"a":1,"b":2}"#)),
    }
    face.state.focus = Focus::Result;
    face.keys(keys);
    face
}

#[test]
fn a_result_is_shown_in_each_way_it_can_end() {
    let said = |text: &str| answered(&format!(r#"{{"content":[{{"type":"text","text":"{text}"}}]}}"#));
    let structured = r#"{"content":[{"type":"text","text":"{\"sum\":3}"},{"type":"image","mimeType":"image/png","data":"AQID"}],"structuredContent":{"sum":3,"of":[1,2]}}"#;
    for size @ (width, height) in SIZES {
        let mut running = result(width, height, None, "");
        let key = running.state.servers[0].runs[0].key;
        let progress = Progress { progress: 3.0, total: Some(4.0), message: Some("nearly there".to_owned()) };
        running.state.servers[0].now.progress = vec![(key, progress)];
        let refused = Outcome::Refused(RpcError::new(-32602, "`b` is missing"));
        let failed = answered(r#"{"content":[{"type":"text","text":"no such number"}],"isError":true}"#);
        let fault = Fault::new(FaultCode::RequestTimeout, "no answer within 60 s").with_hint("wait longer");
        let mut other = result(width, height, Some(said("the sum is 3")), "");
        called(&mut other, "add", r#"{"a":1,"b":4}"#, said("the sum is 5"));
        other.keys("D");
        let faces = vec![
            ("running, with progress", running),
            ("OK", result(width, height, Some(said("the sum is 3")), "")),
            ("structured content and an image", result(width, height, Some(answered(structured)), "")),
            ("as JSON", result(width, height, Some(answered(structured)), "]")),
            ("the request", result(width, height, Some(said("the sum is 3")), "]]")),
            ("a tool error", result(width, height, Some(failed), "")),
            ("an error of JSON-RPC", result(width, height, Some(refused), "")),
            ("expired", result(width, height, Some(Outcome::Expired(fault)), "")),
            ("what changed since the run before", other),
        ];
        // Where there is room for other panes, they are the same in all of them.
        let alone = faces.into_iter().map(|(title, mut face)| {
            face.state.is_maximised = width > 80;
            (title, face)
        });
        gallery("result", size, alone.collect());
    }
}

#[test]
fn several_servers_are_told_apart_and_one_pane_can_have_all_the_room() {
    for size @ (width, height) in SIZES {
        let several = |keys: &str| {
            let mut face = connected(width, height, "");
            let target = Target::from_line("https://example.com/mcp").unwrap();
            face.state.add("another", Source::Typed, Some(target));
            let place = face.state.add("third", Source::Typed, None);
            face.state.servers[place].show(session(&FAILED.replace("\"TO\"", "\"closed\"")));
            face.keys(keys);
            face
        };
        gallery(
            "several",
            size,
            vec![
                ("the first", several("")),
                ("the second", several("}")),
                ("the one that failed", several("{")),
                ("all of them", several("6jj")),
            ],
        );
        gallery(
            "maximised",
            size,
            vec![
                ("the form", connected(width, height, "<Enter><Esc>m")),
                ("rows", connected(width, height, "2m")),
                ("a part of a row", connected(width, height, "2<Enter>m")),
                ("the list of servers", connected(width, height, "6m")),
            ],
        );
    }
}

#[test]
fn a_url_tasks_and_subscriptions_are_shown() {
    let whole = recorded("rmcp-2026-07-28");
    let working = until(&whole, r#""status":"working""#);
    let touched = until(&typescript(), "notifications/resources/updated");
    for size @ (width, height) in SIZES {
        let with = |recording: &str, keys: &str| {
            let mut face = Face::live(width, height, recording);
            face.keys(keys);
            face
        };
        gallery(
            "offered",
            size,
            vec![
                ("a URL to visit", with(&asking(&url_ask(1)), "i")),
                ("a task that works", with(&working, "Gkk")),
                ("a resource that is subscribed to, with news", with(&touched, "G")),
            ],
        );
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

/// A login of which the last step broke.
const BROKEN_LOGIN: &str = r#"{"seq":3,"atNs":3000000,"kind":"auth","step":"challenge","outcome":"passed","what":"the server wants a token","rule":"RFC 9728 5.1","exchange":{"method":"POST","url":"https://mcp.example/mcp","status":401,"responseHeaders":[["www-authenticate","Bearer resource_metadata=\"https://mcp.example/.well-known/oauth-protected-resource\""]],"durationMs":12}}
{"seq":4,"atNs":4000000,"kind":"auth","step":"resource-metadata","outcome":"warning","what":"the metadata of the resource","exchange":{"method":"GET","url":"https://mcp.example/.well-known/oauth-protected-resource","status":200,"responseBody":"{\"authorization_servers\":[\"https://login.example\"]}","durationMs":8},"expected":"`resource`","came":"nothing","advice":"name the resource in its metadata"}
{"seq":5,"atNs":5000000,"kind":"auth","step":"server-metadata","outcome":"failed","what":"the metadata of the authorization server","exchange":{"method":"GET","url":"https://login.example/.well-known/oauth-authorization-server","status":404,"durationMs":5},"expected":"200 with the metadata","came":"404","advice":"serve the metadata at that place"}"#;

#[test]
fn the_steps_of_a_login_are_shown_up_to_the_one_that_broke() {
    let starting = STARTING.replace("slow-server", "https://mcp.example/mcp");
    let recording = format!("{starting}\n{BROKEN_LOGIN}");
    for size @ (width, height) in SIZES {
        let at = |keys: &str| {
            let mut face = Face::live(width, height, &recording);
            face.keys("4").keys(keys);
            face
        };
        let faces = vec![("the first step", at("gg")), ("the one that broke", at("G<Enter>"))];
        gallery("auth-steps", size, faces);
    }
}

#[test]
fn a_prompt_a_template_a_resource_and_lists_that_are_awaited_are_shown() {
    let (awaited, _) = asked_for_tools(&[]);
    let prompt = r#"{"name":"greet","description":"Greets","arguments":[{"name":"whom","description":"A name","required":true},{"name":"tone"}]}"#;
    let prompts = format!(r#"{{"jsonrpc":"2.0","id":3,"result":{{"prompts":[{prompt}]}}}}"#);
    let (with_prompts, _) = asked_for_tools(&[
        ("received", r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#),
        ("sent", r#"{"jsonrpc":"2.0","id":3,"method":"prompts/list"}"#),
        ("received", &prompts),
    ]);
    for size @ (width, height) in SIZES {
        let at = |recording: &str, kind: Kind, name: &str| {
            let mut face = Face::live(width, height, recording);
            assert!(face.state.show_item(&(kind, name.to_owned())), "{}", face.screen());
            // Enter reads a resource, and how long that takes is told.
            face.keys(if kind == Kind::Resource { "" } else { "<Enter>" });
            face
        };
        gallery(
            "items",
            size,
            vec![
                ("a prompt", at(&with_prompts, Kind::Prompt, "greet")),
                ("a template", at(&open(), Kind::Template, "note://numbered/{number}")),
                ("a resource", at(&open(), Kind::Resource, "note://one")),
                ("lists that are awaited", Face::live(width, height, &awaited)),
            ],
        );
    }
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
