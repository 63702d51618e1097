//! What the commands after a colon do.

use super::completing::path;
use crate::command::parse;
use crate::effect::Effect;
use crate::event::Mood;
use crate::keys::Action;
use crate::server::{Recording, ServerId, Source};
use crate::state::{Focus, State, View};
use mcp_inspector_engine::core::pretty::one_line;
use mcp_inspector_engine::{CallRequest, Raw, Root, Session};
use serde_json::json;
use std::path::PathBuf;

pub(super) const LEVELS: [&str; 8] =
    ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

impl State {
    /// Carries out a line.
    pub(crate) fn command(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        // Builds for development can be made to panic, so that what becomes of the terminal is tested.
        assert!(!(cfg!(debug_assertions) && line == "panic!"), "asked for by the user");
        let (name, rest) = match parse(line) {
            Ok(parsed) => parsed,
            Err(why) => return self.tell(why, Mood::Bad),
        };
        match name {
            "connect" if !rest.is_empty() => self.connect_to(rest),
            "reconnect" if !rest.is_empty() => self.reconnect_in(rest),
            "connect" | "reconnect" => self.connect(),
            "disconnect" => self.disconnect(),
            "demo" => match mcp_inspector_engine::config::demo() {
                Ok(target) => self.connect_target(target, Source::Typed),
                Err(fault) => self.tell(fault.message, Mood::Bad),
            },
            "add" => self.add_server(),
            "edit" => self.edit_server(),
            "remove" => self.remove_server(),
            "filter" => {
                if self.rows_mut().is_none() {
                    self.go(View::Timeline);
                }
                self.set_filter(rest);
            }
            "level" => self.set_level(rest),
            "raw" => self.send_raw(rest),
            "call" => self.call_any(rest),
            "roots" => self.set_roots(rest),
            "refresh" => self.refresh(),
            "record" if rest.is_empty() => self.tell("`:record FILE` needs a file", Mood::Bad),
            "record" => self.record(path(rest)),
            "stop-recording" => self.stop_recording(),
            "open" if rest.is_empty() => self.tell("`:open FILE` needs a file", Mood::Bad),
            "open" => self.effects.push(Effect::OpenRecording { path: path(rest) }),
            "save" if rest.is_empty() => self.save(),
            "save" => self.save_as(rest),
            "test" => self.test(rest),
            "paste" => {
                if let Some(server) = self.server() {
                    self.effects.push(Effect::Paste { server: server.id, text: rest.to_owned() });
                }
            }
            "tokens" => {
                self.open_view(View::Auth);
                self.ask_tokens();
            }
            "logout" => self.log_out(),
            "inbox" => self.open_view(View::Inbox),
            "always" => self.always(rest == "decline"),
            "forget" => self.forget_rule(rest),
            "help" => self.act(Action::Help),
            _ => self.act(Action::Quit),
        }
    }

    /// The session, if something can be sent over it.
    fn ready(&mut self) -> Option<Session> {
        let session =
            self.server().filter(|server| server.is_ready()).and_then(|server| server.session.clone());
        if session.is_none() {
            self.not_connected();
        }
        session
    }

    fn set_level(&mut self, level: &str) {
        if !LEVELS.contains(&level) {
            return self.tell(format!("a level is one of {}", LEVELS.join(", ")), Mood::Bad);
        }
        let Some(session) = self.ready() else { return };
        let request = CallRequest::new("logging/setLevel", Some(Raw::of(&json!({ "level": level }))));
        self.effects.push(Effect::Ask {
            session,
            request,
            done: format!("the server logs from {level} on"),
            call: None,
        });
    }

    fn send_raw(&mut self, text: &str) {
        if text.is_empty() {
            return self.tell("`:raw JSON` needs a frame", Mood::Bad);
        }
        let Some(session) = self.ready() else { return };
        self.effects.push(Effect::Raw { session, bytes: text.as_bytes().to_vec() });
        self.go(View::Timeline);
    }

    fn call_any(&mut self, rest: &str) {
        let (method, params) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if method.is_empty() {
            return self.tell("`:call METHOD [PARAMS]` needs a method", Mood::Bad);
        }
        let params = match params.trim() {
            "" => None,
            text => match Raw::parse(&one_line(text)) {
                Ok(raw) => Some(raw),
                Err(error) => return self.tell(format!("the parameters are no JSON: {error}"), Mood::Bad),
            },
        };
        let mut request = CallRequest::new(method, params);
        request.options.forced = true;
        if self.request(request) {
            self.go(View::Timeline);
            self.focus = Focus::Rows;
        }
    }

    fn set_roots(&mut self, uris: &str) {
        let roots: Vec<Root> =
            uris.split_whitespace().map(|uri| Root { uri: uri.to_owned(), name: None }).collect();
        if let Some(root) = roots.iter().find(|root| !root.uri.starts_with("file://")) {
            let told = format!("`{}` is no file:// URI", root.uri);
            return self.tell(told, Mood::Bad);
        }
        let Some(session) = self.ready() else { return };
        self.effects.push(Effect::Roots { session, roots });
    }

    fn record(&mut self, path: PathBuf) {
        let Some(server) = self.server() else { return self.not_connected() };
        if let Recording::On(path) = &server.recording {
            let told = format!("the session is written to {}; `:stop-recording` ends that", path.display());
            return self.tell(told, Mood::Bad);
        }
        match server.session.clone() {
            Some(session) if !session.is_read_only() => {
                self.effects.push(Effect::Record { server: server.id, session, path });
            }
            _ => self.not_connected(),
        }
    }

    fn stop_recording(&mut self) {
        let known = self.server().map(|server| (server.id, server.recording.clone()));
        match known {
            Some((server, Recording::On(_))) => self.effects.push(Effect::StopRecording { server }),
            Some((server, Recording::Broken { why })) => {
                // It is known now, and need not be said at the end once more.
                self.effects.push(Effect::StopRecording { server });
                self.tell(broken(&why), Mood::Bad);
            }
            _ => self.tell("nothing is recorded", Mood::Plain),
        }
    }

    /// Recording began, ended or failed.
    pub(super) fn recorded(&mut self, server: ServerId, recording: Recording) {
        let Some(server) = self.by_id(server) else { return };
        let was_on = matches!(server.recording, Recording::On(_));
        server.recording = recording.clone();
        match recording {
            Recording::On(path) => {
                self.tell(format!("the session is written to {}", path.display()), Mood::Good);
            }
            Recording::Off if was_on => self.tell("the recording is complete", Mood::Good),
            Recording::Off => {}
            Recording::Broken { why } => self.tell(broken(&why), Mood::Bad),
        }
    }
}

/// What is true of a recording that failed.
fn broken(why: &str) -> String {
    format!("the recording ended early: {why}; up to there it can be opened")
}
