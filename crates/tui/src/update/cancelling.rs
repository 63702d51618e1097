//! Calls without a form, and taking calls back: the one that is looked at, and not just any.

use crate::effect::Effect;
use crate::event::Mood;
use crate::offer::Kind;
use crate::server::{Other, Server, ServerId};
use crate::state::{Focus, State, View};
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::core::timeline::{RowStatus, Way};
use mcp_inspector_engine::{CallRequest, Raw};
use serde_json::json;

/// What could be taken back.
enum Running {
    Task(String),
    Call(ServerId, CallKey),
    /// A call that nobody here made.
    Foreign,
}

impl State {
    /// Makes a call that no form shows. False when there is no connection, which is told.
    pub(super) fn request(&mut self, request: CallRequest) -> bool {
        let ready = self.server_mut().filter(|server| server.is_ready());
        let Some((server, session)) =
            ready.and_then(|server| server.session.clone().map(|one| (server, one)))
        else {
            self.not_connected();
            return false;
        };
        let (key, method) = (session.next_key(), request.method.to_string());
        let done = format!("{method} was answered");
        server.others.push(Other { key, method });
        let call = Some((server.id, key));
        self.effects.push(Effect::Ask { session, request, done, call });
        true
    }

    /// A call that no form shows is over.
    pub(super) fn other_ended(&mut self, server: ServerId, key: CallKey, told: String, mood: Mood) {
        if let Some(server) = self.by_id(server) {
            server.others.retain(|other| other.key != key);
        }
        self.tell(told, mood);
    }

    /// Takes back what is looked at: the task or the row that is selected, the run that is shown; else the newest
    /// call that runs.
    pub(crate) fn cancel(&mut self) {
        match self.looked_at().or_else(|| self.newest()) {
            Some(Running::Task(task)) => self.cancel_task(&task),
            Some(Running::Call(server, key)) => {
                let Some(server) = self.by_id(server) else { return };
                let (told, session) = (called(server, key), server.session.clone());
                self.effects.extend(session.map(|session| Effect::Abort { session, key }));
                self.tell(format!("{told} is cancelled"), Mood::Plain);
            }
            Some(Running::Foreign) => {
                self.tell("the session makes that call by itself: it is not cancelled", Mood::Bad);
            }
            None => self.tell("nothing runs", Mood::Plain),
        }
    }

    /// What is looked at, if it is not over.
    fn looked_at(&self) -> Option<Running> {
        let server = self.server().filter(|server| server.is_ready())?;
        if let Some(row) = self.selected_row() {
            let is_open = row.status == Some(RowStatus::Pending) && row.direction == Some(Way::Out);
            return match row.call {
                // The row of a call that became a task is over before the call is.
                Some(key) => (is_open || server.runs(key)).then_some(Running::Call(server.id, key)),
                None => is_open.then_some(Running::Foreign),
            };
        }
        if self.view != View::Explore {
            return None;
        }
        let item = server.offer.selected().filter(|item| item.key.0 == Kind::Task);
        if let Some(item) = item.filter(|_| matches!(self.focus, Focus::Tree | Focus::Form)) {
            return Some(Running::Task(item.key.1.clone()));
        }
        let (run, _) = self.shown_run()?;
        run.end.is_none().then_some(Running::Call(server.id, run.key))
    }

    /// The newest call that runs, of the current server if it has one.
    fn newest(&self) -> Option<Running> {
        let current = self.server().into_iter();
        current.chain(&self.servers).find_map(|server| {
            let runs = server.runs.iter().filter(|run| run.end.is_none()).map(|run| run.key);
            let key = runs.chain(server.others.iter().map(|other| other.key)).max()?;
            Some(Running::Call(server.id, key))
        })
    }

    fn cancel_task(&mut self, task: &str) {
        let Some(session) = self.server().and_then(|server| server.session.clone()) else { return };
        let request = CallRequest::new("tasks/cancel", Some(Raw::of(&json!({ "taskId": task }))));
        let done = "the task is asked to end".to_owned();
        self.effects.push(Effect::Ask { session, request, done, call: None });
    }
}

/// A call as people know it.
fn called(server: &Server, key: CallKey) -> String {
    let run = server.runs.iter().find(|run| run.key == key).map(|run| format!("run #{}", run.number));
    let other = || server.others.iter().find(|other| other.key == key).map(|other| other.method.clone());
    run.or_else(other).unwrap_or_else(|| "the call".to_owned())
}
