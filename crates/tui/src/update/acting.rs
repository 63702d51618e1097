//! Acting on what the server offers: calls from forms, again, edited, cancelled; completions; subscriptions.

use crate::draw::explore::WIDE;
use crate::effect::{Edited, Effect, Wish};
use crate::event::Mood;
use crate::offer::{ItemKey, Kind};
use crate::overlay::{Line, Overlay, Purpose};
use crate::pane::form::FormDid;
use crate::run::{Run, as_task, request, reverse};
use crate::server::{Server, ServerId};
use crate::state::{Focus, State, View};
use mcp_inspector_engine::core::compose;
use mcp_inspector_engine::core::message::Message;
use mcp_inspector_engine::core::pretty::pretty;
use mcp_inspector_engine::core::timeline::RowKind;
use mcp_inspector_engine::{CallRequest, EntryKind, List, Raw};
use serde_json::{Map, Value, json};

impl State {
    /// Runs what the form says. What does not fit is told first, and sent when it is wanted again.
    pub(crate) fn run(&mut self) {
        let Some(item) = self.form.item.clone() else { return };
        if !self.server().is_some_and(Server::is_ready) {
            return self.not_connected();
        }
        // What is no JSON cannot be sent anyway.
        if let Err(why) = request(&item, self.form.pane.text()) {
            return self.tell(why, Mood::Bad);
        }
        if !self.form.is_warned
            && let Some(warning) = self.form.pane.blame()
        {
            self.form.is_warned = true;
            self.focus = Focus::Form;
            return self.tell(warning, Mood::Bad);
        }
        self.form.is_warned = false;
        let text = self.form.pane.text().to_owned();
        self.start(item, text);
        // Where the result has no pane of its own beside the form, it is gone to.
        if self.columns < WIDE && matches!(self.focus, Focus::Form | Focus::Tree) && self.running() > 0 {
            self.focus = Focus::Result;
        }
    }

    /// Makes a call for an item.
    pub(crate) fn start(&mut self, item: ItemKey, text: String) {
        let request = match request(&item, &text) {
            Ok(request) => request,
            Err(why) => return self.tell(why, Mood::Bad),
        };
        let request = match self.server() {
            Some(server) if item.0 == Kind::Task => server.task_request(&item.1),
            Some(server) if server.task_choice(&item).is_some_and(|choice| choice.is_task) => {
                as_task(request)
            }
            _ => request,
        };
        self.start_request(item, text, request);
    }

    /// Makes a call that belongs to an item. False, and it is told why, when nothing can be sent.
    fn start_request(&mut self, item: ItemKey, text: String, request: CallRequest) -> bool {
        let now_ms = self.now_ms;
        let Some(server) = self.server_mut() else { return false };
        let Some(session) = server.session.clone().filter(|_| server.is_ready()) else {
            self.not_connected();
            return false;
        };
        let (key, number) = (session.next_key(), server.next_run());
        server.keep_run(Run {
            number,
            item,
            text,
            request: request.clone(),
            key,
            began_ms: now_ms,
            end: None,
        });
        let effect = Effect::Call { server: server.id, session, key, run: number, request };
        self.result.run = None;
        // Who asked to see what changed wants to see it of this run as well.
        if crate::detail::RUN_TABS.get(self.result.tab) == Some(&"Request") {
            self.result.tab = 0;
        }
        self.effects.push(effect);
        true
    }

    pub(crate) fn not_connected(&mut self) {
        let why = match self.server() {
            None => "no server is there; `6` then `a` adds one, `:connect` connects to one",
            Some(server) if server.is_recording() => {
                "this is a recording: nothing can be sent, it is read-only"
            }
            Some(_) => "there is no connection; `:reconnect` connects again",
        };
        self.tell(why, Mood::Bad);
    }

    /// Runs again what was run last, or makes the call of the selected row again.
    pub(crate) fn again(&mut self) {
        let run = match self.focus {
            Focus::Tree | Focus::Form | Focus::Result => self.shown_run().map(|(run, _)| run.clone()),
            _ => return self.row_again(),
        };
        match run {
            // What a task has to tell changes.
            Some(run) if run.item.0 == Kind::Task => self.start(run.item, run.text),
            Some(run) => {
                if self.start_request(run.item, run.text, run.request) {
                    self.tell("sent again", Mood::Plain);
                }
            }
            None => self.tell("there is no call to make again", Mood::Bad),
        }
    }

    /// Makes the call of the selected row again, with all it had.
    fn row_again(&mut self) {
        let Some((method, params)) = self.row_call() else {
            return self.tell("there is no call to make again", Mood::Bad);
        };
        let known = reverse(&method, params.as_ref().unwrap_or(&Raw::empty_object()));
        let mut request = CallRequest::new(method.as_str(), params);
        request.options.forced = true;
        request.options.progress = method == "tools/call";
        let is_sent = match known {
            Some((item, text)) => self.start_request(item, text, request),
            None => self.request(request),
        };
        if is_sent {
            self.tell("sent again", Mood::Plain);
        }
    }

    /// The call of the selected row: its method, and its parameters but for what belongs to that one frame.
    fn row_call(&self) -> Option<(String, Option<Raw>)> {
        let row = self.selected_row().filter(|row| row.kind == RowKind::Call)?;
        let entry = self.server()?.session.as_ref()?.log().entry(row.seq)?;
        let EntryKind::Frame { frame, .. } = &entry.kind else { return None };
        match frame.message()? {
            Message::Request { method, params, .. } => {
                Some((method.clone(), params.as_ref().map(without_token)))
            }
            _ => None,
        }
    }

    /// Puts the arguments of a run or a row into the form; a call without one into the command line.
    pub(crate) fn edit_run(&mut self) {
        let call = match self.focus {
            Focus::Result => self.shown_run().map(|(run, _)| (run.item.clone(), run.text.clone())),
            _ => {
                let Some((method, params)) = self.row_call() else {
                    return self.tell("there is no call to edit", Mood::Bad);
                };
                let known = reverse(&method, params.as_ref().unwrap_or(&Raw::empty_object()));
                let is_offered =
                    |item: &ItemKey| self.server().is_some_and(|server| server.offer.find(item).is_some());
                match known.filter(|(item, _)| is_offered(item)) {
                    Some(known) => Some(known),
                    None => {
                        let params = params.map(|params| params.as_str().to_owned()).unwrap_or_default();
                        let line = format!("call {method} {params}");
                        self.overlay = Some(Overlay::Line(Line::new(Purpose::Command, line.trim_end())));
                        return;
                    }
                }
            }
        };
        let Some((item, text)) = call else { return self.tell("there is no call to edit", Mood::Bad) };
        if !self.show_item(&item) {
            return self.tell("the server does not offer that any more", Mood::Bad);
        }
        self.form.pane.set_text(&text);
        self.form.is_warned = false;
        self.go_to_form();
    }

    /// Goes to an item in the Explore view. False when it is not offered.
    pub(crate) fn show_item(&mut self, item: &ItemKey) -> bool {
        let Some(server) = self.server_mut() else { return false };
        if server.offer.find(item).is_none() {
            return false;
        }
        server.offer.set_filter("");
        server.offer.reveal(item);
        self.open_view(View::Explore);
        self.settle();
        true
    }

    pub(crate) fn editor(&mut self) {
        if self.view == View::Inbox && self.is_too_late() {
            return;
        }
        let effect = match self.focus {
            Focus::AskList | Focus::AskText | Focus::AskForm => self.inbox.form.as_ref().map(|form| {
                let value = form.result().unwrap_or_default();
                Effect::Editor { text: format!("{value:#}\n"), what: Edited::Answer }
            }),
            Focus::Tree | Focus::Form | Focus::Result => {
                let text = self.form.pane.text();
                let text = Raw::parse(text).map_or_else(|_| text.to_owned(), |raw| pretty(&raw));
                Some(Effect::Editor { text: format!("{text}\n"), what: Edited::Arguments })
            }
            _ => {
                self.edit_run();
                // Where there was no call to edit, the focus is where it was.
                if self.focus == Focus::Form {
                    return self.editor();
                }
                None
            }
        };
        self.effects.extend(effect);
    }

    pub(crate) fn other_run(&mut self, by: isize) {
        let (Some(server), Some(item)) = (self.server(), &self.form.item) else { return };
        let numbers: Vec<usize> = server.runs_of(item).map(|run| run.number).collect();
        let Some((shown, _)) = self.shown_run() else { return };
        let place = numbers.iter().position(|number| *number == shown.number).unwrap_or_default();
        let next = place.saturating_add_signed(by).min(numbers.len().saturating_sub(1));
        self.result.run = numbers.get(next).copied();
    }

    /// Shows what changed since the run before.
    pub(crate) fn diff(&mut self) {
        if let Some(place) = crate::detail::RUN_TABS.iter().position(|tab| *tab == "Diff") {
            self.result.tab = place;
        }
        if self.view == View::Explore {
            self.focus = Focus::Result;
        }
    }

    /// Asks what could complete a value of the form.
    pub(crate) fn wish(&mut self, pointer: &str, value: String) {
        let Some((kind, name)) = self.form.item.clone() else { return };
        let reference = match kind {
            Kind::Prompt => json!({ "type": "ref/prompt", "name": name }),
            Kind::Template => json!({ "type": "ref/resource", "uri": name }),
            _ => return,
        };
        let Some(server) = self.server() else { return };
        let Some(session) = server.session.clone().filter(|_| server.is_ready()) else { return };
        let argument = pointer.trim_start_matches('/').replace("~1", "/").replace("~0", "~");
        let mut context: Map<String, Value> = serde_json::from_str(self.form.pane.text()).unwrap_or_default();
        context.remove(&argument);
        context.retain(|_, value| value.is_string());
        let wish = Wish { reference, argument, value, context };
        self.effects.push(Effect::Complete { server: server.id, session, wish });
    }

    pub(crate) fn completed(&mut self, server: ServerId, argument: &str, values: Vec<String>) {
        if self.server().is_some_and(|current| current.id == server) {
            if values.is_empty() {
                self.tell(format!("the server knows no more about `{argument}`"), Mood::Plain);
            }
            // Whoever has left the form since is not sent anywhere.
            if self.form.pane.offer(values) == FormDid::NotMine && self.focus == Focus::Form {
                self.next_pane(1);
            }
        }
    }

    /// Fetches the lists again, or checks the rules again.
    pub(crate) fn refresh(&mut self) {
        if self.view == View::Server {
            self.judge();
            return self.tell("the rules are checked", Mood::Plain);
        }
        let Some(server) = self.server() else { return };
        let Some(session) = server.session.clone().filter(|_| server.is_ready()) else {
            return self.not_connected();
        };
        let (fetched, awaited) = (server.offer.fetched.iter(), server.offer.awaited.iter());
        let kinds = fetched.map(|(kind, _)| *kind).chain(awaited.map(|(kind, _)| *kind));
        let lists: Vec<List> = kinds.filter_map(Kind::list).collect();
        if server.lists_tasks() {
            self.effects.push(Effect::ListTasks { session: session.clone() });
        }
        if !lists.is_empty() {
            self.tell("the lists are asked for again", Mood::Plain);
            self.effects.push(Effect::Fetch { session, lists });
        }
    }
}

/// Parameters without the token under which the server told of the progress of that one call.
fn without_token(params: &Raw) -> Raw {
    if compose::progress_token(params).is_none() {
        return params.clone();
    }
    let meta = params.member("_meta").map(|meta| compose::without_member(&meta, "progressToken"));
    match meta.filter(|meta| meta.members().is_some_and(|members| !members.is_empty())) {
        Some(meta) => compose::with_members(Some(params), &[("_meta", meta)]),
        None => compose::without_member(params, "_meta"),
    }
}
