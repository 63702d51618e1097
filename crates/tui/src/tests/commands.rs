//! Commands after a colon, by what they do.

use super::asks::{asking, named};
use super::scenes::{answered, called, open};
use super::{Face, sending};
use crate::effect::Effect;
use crate::state::{Focus, View};
use mcp_inspector_engine::List;
use mcp_inspector_engine::core::target::Transport;

fn connected(keys: &str) -> Face {
    let mut face = Face::live(140, 42, &open());
    face.keys(keys);
    face.effects.clear();
    face
}

/// The only thing that is to be done.
#[track_caller]
fn only(face: &mut Face) -> Effect {
    assert_eq!(face.effects.len(), 1, "{:?}\n{}", face.effects, face.screen());
    face.effects.remove(0)
}

#[test]
fn what_is_looked_at_is_saved_to_the_file_that_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("kept");
    let line = format!(":save {}<Enter>", path.display());
    let saved = |face: &mut Face| match only(face) {
        Effect::Write { path: to, bytes } if to == path => String::from_utf8(bytes).unwrap(),
        other => panic!("{other:?}"),
    };
    let mut face = connected("");
    called(&mut face, "add", "{}", answered(r#"{"content":[{"type":"text","text":"a sum"}]}"#));
    face.keys(&line);
    assert!(saved(&mut face).contains("\"a sum\""));
    let mut face = connected("2/method:tools/call target:add<Enter>g");
    face.keys(&line);
    assert!(saved(&mut face).contains("\"jsonrpc\""));
    let mut face = connected("3");
    face.keys(&line);
    assert!(saved(&mut face).contains("reached by"));
    // One that is there is not written over unasked.
    std::fs::write(&path, "mine").unwrap();
    face.keys(&line);
    assert!(
        face.effects.is_empty() && face.screen().contains("is there: write over it?"),
        "{}",
        face.screen()
    );
    let mut face = connected("");
    face.keys(&line);
    assert!(
        face.effects.is_empty() && face.screen().contains("there is nothing to save"),
        "{}",
        face.screen()
    );
}

#[test]
fn a_filter_is_for_the_rows_that_are_looked_at_or_else_for_the_timeline() {
    let mut face = connected("3");
    face.keys(":filter method:tools/call<Enter>");
    assert_eq!(face.state.view, View::Timeline);
    assert!(face.screen().contains("Timeline 13/"), "{}", face.screen());
    face.keys(":filter<Enter>");
    assert_eq!(face.state.servers[0].rows.filter(), "");
    let mut face = connected("5");
    face.keys(":filter level:error<Enter>");
    assert_eq!((face.state.view, face.state.servers[0].log.filter()), (View::Log, "level:error"));
    assert!(face.screen().contains("Log 0") && face.state.servers[0].rows.filter().is_empty());
}

#[test]
fn the_lists_are_fetched_again() {
    let mut face = connected("");
    face.keys(":refresh<Enter>");
    let lists: Vec<List> = face
        .effects
        .drain(..)
        .flat_map(|effect| match effect {
            Effect::Fetch { lists, .. } => lists,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(lists, [List::Tools, List::Resources, List::Templates]);
}

#[test]
fn a_connection_is_ended() {
    let mut face = connected("2");
    face.state.servers[0].session = Some(sending());
    face.keys(":disconnect<Enter>");
    assert!(matches!(only(&mut face), Effect::Stop { .. }));
    let mut face = Face::new(80, 24);
    face.keys(":disconnect<Enter>");
    assert!(face.effects.is_empty() && face.screen().contains("there is no connection"), "{}", face.screen());
}

#[test]
fn what_is_asked_is_declined_from_now_on() {
    let mut face = Face::sending(100, 30, &asking(&named(1)));
    face.keys("i<Esc>:always decline<Enter>");
    let Effect::Always { rule, .. } = only(&mut face) else { panic!("{}", face.screen()) };
    assert_eq!(rule, serde_json::json!({ "kind": "elicitation", "refuse": true }));
    assert_eq!(face.state.view, View::Explore);
    let mut face = Face::sending(100, 30, &asking(&named(1)));
    face.keys("iAda<Esc>:always<Enter>");
    let Effect::Always { rule, .. } = only(&mut face) else { panic!("{}", face.screen()) };
    assert_eq!(rule["result"], serde_json::json!({ "action": "accept", "content": { "name": "Ada" } }));
    let mut face = connected("");
    face.keys(":always decline<Enter>");
    assert!(face.effects.is_empty() && face.screen().contains("no ask is open"), "{}", face.screen());
}

#[test]
fn the_demo_server_is_a_server_of_its_own() {
    let mut face = connected("");
    face.keys(":demo<Enter>");
    let Effect::Open { target, server, .. } = only(&mut face) else { panic!("{}", face.screen()) };
    let Transport::Stdio(stdio) = &target.transport else { panic!("{target:?}") };
    assert_eq!(stdio.args, ["demo"]);
    assert_eq!((face.state.servers.len(), face.state.servers[face.state.current].id), (2, server));
    assert_eq!((face.state.view, face.state.focus), (View::Explore, Focus::Tree));
    assert!(face.screen().contains("◌ opening") && face.screen().contains("server 2/2"), "{}", face.screen());
}

#[test]
fn the_call_that_is_looked_at_becomes_a_step_of_a_script() {
    let mut face = connected("2/method:tools/call target:add<Enter>g");
    face.keys(":test save smoke.json<Enter>");
    let Effect::AddStep { path, step } = only(&mut face) else { panic!("{}", face.screen()) };
    assert_eq!(path.display().to_string(), "smoke.json");
    // It is what `y t` copies.
    face.keys("yt");
    let Effect::Copy { text, .. } = only(&mut face) else { panic!("{}", face.screen()) };
    assert!(step == text && step.starts_with(r#"{"method": "tools/call", "toolName": "add""#), "{step}");
    let mut face = connected("");
    for (line, says) in [
        (":test save smoke.json<Enter>", "there is no call to save as a step"),
        (":test save<Enter>", "`:test save FILE` needs the file of a script"),
        (":test smoke.json<Enter>", "`:test save FILE` needs the file of a script"),
    ] {
        face.keys(line);
        assert!(face.effects.is_empty() && face.screen().contains(says), "{line}: {}", face.screen());
    }
}
