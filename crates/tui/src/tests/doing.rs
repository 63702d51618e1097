//! Keys by what they do: to the rows, to the room, to runs and to what follows.

use super::scenes::{answered, called, open};
use super::{Face, session};
use crate::effect::Effect;
use crate::event::Event;
use crate::state::Focus;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

fn connected(keys: &str) -> Face {
    let mut face = Face::live(140, 42, &open());
    face.keys(keys);
    face
}

/// Keys that the words of these tests have another meaning for.
fn press(face: &mut Face, letter: char) {
    face.take_in(Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)));
}

/// The methods of the rows that are let through.
fn methods(face: &mut Face) -> Vec<String> {
    let server = &mut face.state.servers[0];
    let length = server.rows.len();
    let window = server.rows.window(&server.timeline, length).unwrap();
    window.rows.iter().map(|row| row.method.to_string()).collect()
}

#[test]
fn a_star_filters_by_the_method_of_the_row_and_escape_lets_all_through_again() {
    let mut face = connected("2/method:resources/read<Enter>g");
    face.keys("<Esc>");
    let all = face.state.servers[0].rows.len();
    assert_eq!(
        face.state.selected_row().map(|row| row.method.to_string()).as_deref(),
        Some("resources/read")
    );
    face.keys("*");
    assert!(face.screen().contains("method:resources/read"), "{}", face.screen());
    assert_eq!(methods(&mut face), ["resources/read"; 3]);
    face.keys("<Esc>");
    assert!(all > 3 && face.state.servers[0].rows.len() == all, "{}", face.screen());
}

#[test]
fn what_is_pinned_is_what_a_filter_for_pins_lets_through_until_it_is_no_longer() {
    let mut face = connected("2gjj");
    let first = face.state.selected_row().unwrap().seq;
    face.keys("pG");
    let second = face.state.selected_row().unwrap().seq;
    face.keys("p:filter pinned:yes<Enter>g");
    let seqs = |face: &mut Face| {
        let server = &mut face.state.servers[0];
        let window = server.rows.window(&server.timeline, 50).unwrap();
        window.rows.iter().map(|row| row.seq).collect::<Vec<_>>()
    };
    assert_eq!(seqs(&mut face), [first, second]);
    assert_eq!(face.screen().lines().filter(|line| line.contains(" * ")).count(), 2, "{}", face.screen());
    face.keys("p");
    assert_eq!(seqs(&mut face), [second]);
    face.keys("gp");
    assert!(seqs(&mut face).is_empty(), "{}", face.screen());
}

#[test]
fn one_pane_gets_all_the_room_and_gives_it_back() {
    for (keys, titles) in [
        ("1", &["Offers", "tool add", "Result", "Timeline"][..]),
        ("2", &["Timeline", "[Exchange]"]),
        ("5", &["Log", "[Message]"]),
        ("6", &["Servers 1", "About it"]),
    ] {
        let mut face = connected(keys);
        let body = |face: &Face| face.screen().lines().skip(2).collect::<Vec<_>>().join("\n");
        let usual = body(&face);
        for title in titles {
            assert!(usual.contains(title), "{title}:\n{usual}");
        }
        for back in ["m", "<Esc>"] {
            face.keys("m");
            let alone = body(&face);
            assert!(alone.contains(&format!("┏▌{}", titles[0])), "{alone}");
            assert!(titles[1..].iter().all(|title| !alone.contains(title)), "{keys}:\n{alone}");
            assert_eq!(alone.lines().next().map(|line| line.chars().count()), Some(140), "{alone}");
            face.keys(back);
            assert_eq!(body(&face), usual);
        }
    }
}

#[test]
fn the_title_of_a_result_counts_the_lines_that_are_shown() {
    let mut face = Face::live(100, 30, &open());
    let long = "word ".repeat(40);
    called(
        &mut face,
        "add",
        "{}",
        answered(&format!(r#"{{"content":[{{"type":"text","text":"{long}"}}]}}"#)),
    );
    face.state.focus = Focus::Result;
    face.state.is_maximised = true;
    // At the first sight of it.
    face.take_in(Event::Resize);
    assert!(face.screen().contains("line 1/3"), "{}", face.screen());
}

/// Three runs, each with its number in its arguments and in its result.
fn ran() -> Face {
    let mut face = connected("");
    for number in 1..=3 {
        let result = format!(r#"{{"content":[{{"type":"text","text":"result number {number}"}}]}}"#);
        called(&mut face, "add", &format!(r#"{{"a":{number}0,"b":0}}"#), answered(&result));
    }
    face.state.focus = Focus::Result;
    face.take_in(Event::Resize);
    face
}

#[test]
fn the_runs_of_an_item_are_gone_through_with_their_results() {
    let mut face = ran();
    let shows = |face: &Face, number: usize| {
        let screen = face.screen();
        let others = (1..=3).filter(|other| *other != number);
        assert!(screen.contains(&format!("┏▌#{number} OK")), "{number}:\n{screen}");
        assert!(screen.contains(&format!("▌ result number {number}")), "{number}:\n{screen}");
        assert!(others.into_iter().all(|other| !screen.contains(&format!("number {other}"))), "{screen}");
    };
    shows(&face, 3);
    for (key, number) in [('<', 2), ('<', 1), ('<', 1), ('>', 2), ('>', 3), ('>', 3)] {
        press(&mut face, key);
        shows(&face, number);
    }
    // The next run is shown, whichever was looked at.
    press(&mut face, '<');
    called(&mut face, "add", "{}", answered(r#"{"content":[]}"#));
    face.take_in(Event::Resize);
    assert!(face.screen().contains("┏▌#4 OK"), "{}", face.screen());
}

#[test]
fn the_arguments_of_the_run_that_is_shown_are_put_into_the_form_and_sent_from_there() {
    let mut face = ran();
    press(&mut face, '<');
    press(&mut face, '<');
    face.effects.clear();
    face.keys("e");
    assert_eq!(face.state.focus, Focus::Form);
    assert_eq!(face.state.form.pane.text(), r#"{"a":10,"b":0}"#);
    assert!(face.screen().contains("┃▌* a     10 "), "{}", face.screen());
    face.keys("<^S>");
    let Some(Effect::Call { request, .. }) = face.effects.pop() else { panic!("{}", face.screen()) };
    assert_eq!(request.params.unwrap().as_str(), r#"{"name":"add","arguments":{"a":10,"b":0}}"#);
}

#[test]
fn a_call_of_the_timeline_is_put_into_its_form() {
    let mut face = connected("2/method:tools/call target:add<Enter>g");
    face.keys("e");
    let screen = face.screen();
    assert!(screen.contains("┏▌tool add"), "{screen}");
    let sent: serde_json::Value = serde_json::from_str(face.state.form.pane.text()).unwrap();
    assert_eq!(sent, serde_json::json!({ "a": 2, "b": 40.5 }), "{screen}");
    face.effects.clear();
    face.keys("<^S>");
    assert!(matches!(face.effects.pop(), Some(Effect::Call { .. })), "{}", face.screen());
}

#[test]
fn who_follows_goes_with_what_comes_and_who_does_not_stays() {
    let whole = open();
    let lines: Vec<&str> = whole.lines().collect();
    let (early, later) = (lines[..80].join("\n"), lines[..110].join("\n"));
    for follows in [true, false] {
        let mut face = Face::live(140, 42, &early);
        face.keys("2");
        let before = face.state.selected_row().unwrap().seq;
        if follows {
            assert!(face.screen().contains(" follows ┓"), "{}", face.screen());
        } else {
            face.keys("f");
            assert!(face.screen().contains("stands still (f follows)"), "{}", face.screen());
        }
        // More of the same session: its rows are those that were there, and some more.
        let rows = std::mem::replace(&mut face.state.servers[0].rows, crate::rows::Rows::new(""));
        face.state.servers[0].show(session(&later));
        face.state.servers[0].rows = rows;
        face.take_in(Event::Tick);
        let after = face.state.selected_row().unwrap().seq;
        assert_eq!(after > before, follows, "{before:?} {after:?}\n{}", face.screen());
        face.keys(" ");
        assert_eq!(face.screen().contains(" follows ┓"), !follows, "{}", face.screen());
        assert!(face.state.selected_row().unwrap().seq >= after);
    }
}

#[test]
fn a_row_of_the_log_is_copied_and_saved() {
    let mut face = connected("5G");
    let said = face.state.selected_row().unwrap();
    assert_eq!(&*said.method, "notifications/message");
    face.keys("yy");
    let Some(Effect::Copy { text, .. }) = face.effects.pop() else { panic!("{}", face.screen()) };
    assert!(text.contains("\"notifications/message\"") && text.contains("\"level\""), "{text}");
    face.keys("yj");
    let Some(Effect::Copy { text, what }) = face.effects.pop() else { panic!("{}", face.screen()) };
    assert!(what == "the message" && text.contains("notifications/message"), "{what}: {text}");
    face.keys("w");
    let name = format!("mcp-{}.json", said.seq.0);
    assert!(face.screen().contains(&format!("save to: {name}")), "{}", face.screen());
    face.keys("<Enter>");
    let Some(Effect::Write { path, bytes }) = face.effects.pop() else { panic!("{}", face.screen()) };
    let saved: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!((path.display().to_string(), &saved["method"]), (name, &"notifications/message".into()));
}
