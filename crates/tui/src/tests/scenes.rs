//! Where a face can stand: without servers, connecting, failed, open, asked, recorded. Tests that are about all
//! of them go through this list.

use super::asks::{ask, asking, named};
use super::{Face, recorded, sending, session};
use crate::effect::Effect;
use crate::event::Event;
use crate::offer::{ItemKey, Kind};
use crate::server::Source;
use crate::state::View;
use mcp_inspector_engine::core::target::files::TargetFile;
use mcp_inspector_engine::{Outcome, Raw, Session, Target};
use std::time::Duration;

pub(super) const STARTING: &str = r#"{"mcpInspectorRecording":1,"target":"slow","place":"slow-server","openedUnixMs":1794797698936}
{"seq":1,"atNs":65928,"kind":"phase","from":"closed","to":"starting","trigger":"connect","failures":0}
{"seq":2,"atNs":2540733,"kind":"stderr","line":"loading \u001b[31mmodels"}"#;

pub(super) const FAILED: &str = r#"{"mcpInspectorRecording":1,"target":"bad","place":"node bad.js","openedUnixMs":1794797698936}
{"seq":1,"atNs":65928,"kind":"phase","from":"closed","to":"starting","trigger":"connect","failures":0}
{"seq":2,"atNs":61540733,"kind":"stderr","line":"boom: cannot find DATABASE_URL"}
{"seq":3,"atNs":61640733,"kind":"phase","from":"starting","to":"TO","trigger":"link-lost","failures":1,"fault":{"code":"PROCESS_CRASHED","message":"the server process exited with code 3 before its first message","details":{"postMortem":{"argv":["node","bad.js"],"program":"/usr/bin/node","cwd":"/srv","exitCode":3,"signal":null,"aliveMs":61,"stderr":["boom: cannot find DATABASE_URL"],"junk":[],"unsetVariables":["DATABASE_URL"]}},"hint":"set the variable that its stderr names"}}"#;

/// Where a login would have to be done.
pub(super) const LOGIN: &str = "https://login.example/authorize?client_id=one&state=two";

/// What asks for a URL to be visited.
pub(super) fn url_ask(id: usize) -> [String; 2] {
    let params =
        r#"{"mode":"url","elicitationId":"1","message":"Go there","url":"https://example.com/visit"}"#;
    ask(id, "elicitation/create", params)
}

/// A session of a server on an SDK, up to the moment before it is closed.
pub(super) fn open() -> String {
    let whole = recorded("typescript-2025-11-25");
    let lines: Vec<&str> = whole.lines().take_while(|line| !line.contains(r#""to":"clos"#)).collect();
    lines.join("\n")
}

/// A call of a tool that is under way. Its number and the server it goes to are given back.
pub(super) fn calls(face: &mut Face, tool: &str, arguments: &str) -> (crate::server::ServerId, usize) {
    started(face, (Kind::Tool, tool.to_owned()), arguments)
}

/// A run of any item that is under way.
pub(super) fn started(face: &mut Face, item: ItemKey, arguments: &str) -> (crate::server::ServerId, usize) {
    face.state.start(item, arguments.to_owned());
    let made = face.state.effects.pop();
    let Some(Effect::Call { server, run, .. }) = made else { panic!("no call: {made:?}") };
    face.hear(Event::Resize);
    (server, run)
}

/// A call of a tool that is over.
pub(super) fn called(face: &mut Face, tool: &str, arguments: &str, outcome: Outcome) {
    let (server, run) = calls(face, tool, arguments);
    let took = Duration::from_millis(5);
    face.hear(Event::Ended { server, run, outcome: Box::new(outcome), took });
}

/// A result.
pub(super) fn answered(result: &str) -> Outcome {
    Outcome::Answered(Raw::parse(result).unwrap())
}

/// A state to stand in.
pub(super) struct Scene {
    pub(super) name: &'static str,
    make: Box<dyn Fn(&mut Face)>,
}

impl Scene {
    fn of(name: &'static str, make: impl Fn(&mut Face) + 'static) -> Self {
        Scene { name, make: Box::new(make) }
    }

    /// A face that stands there, of which nothing was drawn yet.
    pub(super) fn face(&self, width: u16, height: u16) -> Face {
        let mut face = Face::unseen(width, height);
        (self.make)(&mut face);
        face.effects.clear();
        face
    }
}

/// Shows a session as that of a server that was typed.
fn shows(face: &mut Face, session: &Session) {
    let target = Target::from_line("node server.js").unwrap();
    let place = face.state.add("everything", Source::Typed, Some(target));
    face.state.servers[place].show(session.clone());
    face.state.current = place;
    face.state.go(View::Explore);
    face.hear(Event::Resize);
}

/// A session in which something is asked and can be answered.
fn asks(name: &'static str, lines: &[String]) -> Scene {
    let shown = session(&asking(lines));
    Scene::of(name, move |face| {
        shows(face, &shown);
        face.state.servers[0].session = Some(sending());
    })
}

/// All of them.
pub(super) fn all() -> Vec<Scene> {
    let [starting, failed, backing_off, closed, open] = [
        STARTING.to_owned(),
        FAILED.replace("\"TO\"", "\"closed\""),
        FAILED.replace("\"TO\"", "\"backoff\""),
        recorded("typescript-2025-11-25"),
        open(),
    ]
    .map(|recording| session(&recording));
    let (running, ran) = (open.clone(), open.clone());
    let recording = closed.clone();
    let of = |name, session: Session| Scene::of(name, move |face| shows(face, &session));
    let sampling = ask(1, "sampling/createMessage", r#"{"messages":[],"maxTokens":7}"#);
    vec![
        Scene::of("empty", |_| {}),
        Scene::of("configured", |face| {
            let file = r#"{"mcpServers":{"one":{"command":"node"},"two":{"url":"https://example.com/mcp"},"bad":{}}}"#;
            face.state.read_config(TargetFile::read("mcp.json", file).unwrap());
            face.hear(Event::Resize);
        }),
        of("starting", starting),
        of("failed", failed),
        of("backing off", backing_off),
        of("closed", closed),
        of("open", open),
        Scene::of("running", move |face| {
            shows(face, &running);
            calls(face, "add", r#"{"a":1,"b":2}"#);
        }),
        Scene::of("ran", move |face| {
            shows(face, &ran);
            called(face, "add", "{}", answered(r#"{"content":[{"type":"text","text":"3"}]}"#));
            called(face, "add", "{}", answered(r#"{"content":[],"structuredContent":{"sum":3}}"#));
        }),
        Scene::of("recording", move |face| {
            face.hear(Event::Recording { path: "a.jsonl".into(), session: recording.clone() });
        }),
        asks("asked by a form", &[named(1), named(2)].concat()),
        asks("asked to visit", &url_ask(1)),
        asks("asked for a model", &sampling),
        asks("asked for roots", &ask(1, "roots/list", "{}")),
        Scene::of("logging in", |face| {
            let target = Target::from_line("https://example.com/mcp").unwrap();
            face.state.add("http", Source::Typed, Some(target));
            let server = face.state.servers[0].id;
            face.hear(Event::LoginUrl { server, url: LOGIN.to_owned() });
        }),
    ]
}
