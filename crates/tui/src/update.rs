//! What becomes of the state when something happens. What has to be done in the world is given back.

mod acting;
mod asking;
mod cancelling;
mod commands;
mod completing;
mod contexts;
mod finding;
mod judging;
mod logins;
mod mouse;
mod moving;
mod overlays;
pub(crate) mod servers;
mod settle;
mod sharing;
mod sides;
mod subscribing;
mod tasks;
mod testing;

use crate::effect::{Edited, Effect};
use crate::event::{Event, Mood};
use crate::keys::{Action, Context, find};
use crate::pane::Taken;
use crate::pane::form::FormDid;
use crate::run::End;
use crate::state::{Focus, State, View};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

impl State {
    /// Takes in something that happened, and gives back what is to be done about it.
    pub(crate) fn update(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => self.pasted(&text),
            Event::Resize | Event::Tick => {}
            Event::News(id) => {
                let waited = self.by_id(id).is_some_and(|server| server.login_url.is_some());
                let news = self.by_id(id).and_then(|server| {
                    server.catch_up();
                    let news = server.restarts.news()?;
                    Some(format!("{}: {news}", server.name))
                });
                if let Some(news) = news {
                    self.tell(news, Mood::Plain);
                }
                self.ask_tasks(id);
                let waits = self.by_id(id).is_some_and(|server| server.login_url.is_some());
                // A login is over, and has left a token.
                if waited && !waits && self.view == View::Auth {
                    self.ask_tokens();
                }
            }
            Event::Opened { server, session } => {
                if let Some(server) = self.by_id(server) {
                    server.show(session);
                }
                self.ask_tasks(server);
            }
            Event::Ended { server, run, outcome, took } => {
                if let Some(server) = self.by_id(server) {
                    server.ended(run, End::new(*outcome, took));
                }
            }
            Event::Answered { server, key, told, mood } => self.other_ended(server, key, told, mood),
            Event::Completed { server, argument, values } => self.completed(server, &argument, values),
            Event::Judged { server, report, survey } => self.judged(server, *report, *survey),
            Event::Edited { what, text } => self.edited(what, &text),
            Event::Recording { path, session } => {
                self.add_recording(session);
                self.tell(format!("opened {}, read-only", path.display()), Mood::Good);
            }
            Event::Recorded { server, recording } => self.recorded(server, recording),
            Event::LoginUrl { server, url } => {
                if let Some(server) = self.by_id(server) {
                    server.login_url = Some(url);
                    let name = server.name.clone();
                    self.tell(format!("{name} wants a login: view 4 shows the URL"), Mood::Plain);
                }
            }
            Event::LoggedOut { server, revoked } => self.logged_out(server, revoked),
            Event::Tokens { server, lines } => {
                if let Some(server) = self.by_id(server) {
                    server.tokens = lines;
                }
            }
            Event::Unsaved { why, is_changed } => self.unsaved(why, is_changed),
            Event::Config { file, server, name } => self.config_written(*file, &server, name.as_deref()),
            Event::Clipboard { text, what } => self.copy_text(text, &what),
            Event::Told { text, mood } => self.tell(text, mood),
        }
        self.settle();
        std::mem::take(&mut self.effects)
    }

    fn key(&mut self, key: KeyEvent) {
        let was_interrupted = std::mem::take(&mut self.is_interrupted);
        self.told = None;
        self.presses += 1;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, control) {
            (KeyCode::Char('c'), true) => {
                if was_interrupted {
                    self.quit();
                } else {
                    self.is_interrupted = true;
                    self.tell("^C again quits", Mood::Plain);
                }
                return;
            }
            (KeyCode::Char('z'), true) => return self.effects.push(Effect::Suspend),
            (KeyCode::Char('l'), true) => return self.effects.push(Effect::Redraw),
            _ => {}
        }
        if self.overlay.is_some() {
            return self.overlay_key(key);
        }
        // The palette is a key away from wherever one types.
        if control && matches!(key.code, KeyCode::Char('k' | 'p')) {
            return self.act(Action::Palette);
        }
        match self.focus {
            Focus::Form if self.form.item.is_some() => self.form_key(key),
            Focus::AskForm => self.ask_key(key),
            _ => self.plain_key(key),
        }
    }

    /// A key that goes to no field.
    fn plain_key(&mut self, key: KeyEvent) {
        let contexts = self.contexts();
        let (near, far) = contexts.split_at(contexts.len() - 1);
        if let Some(action) = find(near, &key) {
            return self.act(action);
        }
        let taken = match self.focus {
            Focus::Result => self.result_page.doc.handle(key),
            Focus::Detail | Focus::AuthDetail | Focus::LogDetail => self.detail_page.doc.handle(key),
            Focus::Page => self.server_page.doc.handle(key),
            Focus::ServerDetail => self.post_mortem.doc.handle(key),
            Focus::AskText => self.inbox.text.doc.handle(key),
            _ => Taken::No,
        };
        if taken == Taken::No
            && let Some(action) = find(far, &key)
        {
            self.act(action);
        }
    }

    fn form_key(&mut self, key: KeyEvent) {
        let did = self.form.pane.handle(key);
        if !self.form_did(did)
            && let Some(action) = find(&[Context::Form, Context::Anywhere], &key)
        {
            self.act(action);
        }
    }

    /// Does what the form of the Explore view wants done. False when it had no use for what came.
    fn form_did(&mut self, did: FormDid) -> bool {
        match did {
            FormDid::Changed => self.form.is_warned = false,
            FormDid::Run => self.act(Action::Run),
            FormDid::OpenEditor => self.act(Action::Editor),
            FormDid::EditText { pointer, text } => self.edit_text(pointer, text),
            FormDid::Complete { pointer, value } => self.wish(&pointer, value),
            FormDid::Nothing => {}
            FormDid::NotMine => return false,
        }
        true
    }

    fn ask_key(&mut self, key: KeyEvent) {
        let Some(form) = &mut self.inbox.form else { return self.plain_key(key) };
        if form.ended.is_some() {
            return self.late_key(key);
        }
        // What ends an ask is not for a field.
        let action = find(&[Context::Inbox], &key);
        if let Some(action @ (Action::Run | Action::Decline | Action::CancelAsk | Action::Always)) = action {
            return self.act(action);
        }
        let did = form.pane.handle(key);
        if !self.ask_did(&did) {
            match action.or_else(|| find(&[Context::Anywhere], &key)) {
                Some(Action::Open) | None => {}
                Some(action) => self.act(action),
            }
        }
    }

    /// A key for an answer whose ask is over: what was meant for a field does nothing.
    fn late_key(&mut self, key: KeyEvent) {
        let is_typed = match key.code {
            KeyCode::Char(_) => self.refuses_letters(),
            KeyCode::Backspace | KeyCode::Enter => true,
            _ => false,
        };
        match find(&[Context::Inbox, Context::Anywhere], &key) {
            Some(action) if !is_typed => self.act(action),
            _ => {
                self.is_too_late();
            }
        }
    }

    /// Does what the form of an ask wants done. False when it had no use for what came.
    fn ask_did(&mut self, did: &FormDid) -> bool {
        match did {
            FormDid::Changed => {
                if let Some(form) = &mut self.inbox.form {
                    (form.is_warned, form.whole) = (false, None);
                }
            }
            FormDid::Run => self.act(Action::Run),
            FormDid::OpenEditor => self.act(Action::Editor),
            FormDid::EditText { pointer, text } => self.edit_text(pointer.clone(), text.clone()),
            FormDid::Complete { .. } | FormDid::Nothing => {}
            FormDid::NotMine => return false,
        }
        true
    }

    /// Does what a key means.
    pub(crate) fn act(&mut self, action: Action) {
        if self.is_echo(action) {
            return;
        }
        match action {
            Action::Quit => self.wish_to_quit(),
            Action::Interrupt => self.quit(),
            Action::Suspend => self.effects.push(Effect::Suspend),
            Action::Redraw => self.effects.push(Effect::Redraw),
            Action::Help
            | Action::Palette
            | Action::Command
            | Action::Filter
            | Action::Side
            | Action::Level
            | Action::Paste => {
                self.lay_over(action);
            }
            Action::Back => self.back(),
            Action::NextPane => self.next_pane(1),
            Action::PreviousPane => self.next_pane(-1),
            Action::Maximise => self.is_maximised = !self.is_maximised,
            Action::Larger => self.grow(1),
            Action::Smaller => self.grow(-1),
            Action::View(number) => {
                if let Some(view) = View::NUMBERED.get(usize::from(number).saturating_sub(1)) {
                    self.open_view(*view);
                }
            }
            Action::Inbox => self.open_view(View::Inbox),
            Action::NextServer => self.turn(1),
            Action::PreviousServer => self.turn(-1),
            Action::Down => self.step(1),
            Action::Up => self.step(-1),
            Action::PageDown => self.step_page(1),
            Action::PageUp => self.step_page(-1),
            Action::First => self.step(isize::MIN / 2),
            Action::Last => self.step(isize::MAX / 2),
            Action::Open => self.open(),
            Action::Fold => self.fold(true),
            Action::Unfold => self.fold(false),
            Action::Run if self.view == View::Inbox => self.accept(),
            Action::Run => self.run(),
            Action::AsTask => self.toggle_task(),
            Action::Again => self.again(),
            Action::EditRun => self.edit_run(),
            Action::Editor => self.editor(),
            Action::Cancel => self.cancel(),
            Action::NextTab => self.tab(1),
            Action::PreviousTab => self.tab(-1),
            Action::NextRun => self.other_run(1),
            Action::PreviousRun => self.other_run(-1),
            Action::Diff => self.diff(),
            Action::Copy => self.copy(),
            Action::CopyUrl => self.copy_url(),
            Action::Save => self.save(),
            Action::Pager => self.pager(),
            Action::Subscribe => self.subscribe(),
            Action::Refresh => self.refresh(),
            Action::Pin => self.pin(),
            Action::SameMethod => self.same_method(),
            Action::Follow => self.follow(),
            Action::Connect | Action::Reconnect => self.connect(),
            Action::Disconnect => self.disconnect(),
            Action::Add => self.add_server(),
            Action::Edit => self.edit_server(),
            Action::Remove => self.remove_server(),
            Action::Decline => self.decline(),
            Action::CancelAsk => self.cancel_ask(),
            Action::Always => self.always(false),
            Action::Browse => self.browse(),
            // Whoever knows what it does has done it.
            Action::Inner => {}
        }
    }

    /// Has the text of one field edited.
    fn edit_text(&mut self, pointer: String, text: String) {
        let what = Edited::Field { pointer, has_end: text.ends_with('\n') };
        self.effects.push(Effect::Editor { text, what });
    }

    fn edited(&mut self, what: Edited, text: &str) {
        match what {
            Edited::Field { pointer, has_end } => {
                let text = if has_end { text } else { text.strip_suffix('\n').unwrap_or(text) };
                if self.focus == Focus::AskForm {
                    if self.is_too_late() {
                        return;
                    }
                    let did = self.inbox.form.as_mut().map(|form| form.pane.set_field(&pointer, text));
                    did.map(|did| self.ask_did(&did));
                } else {
                    let did = self.form.pane.set_field(&pointer, text);
                    self.form_did(did);
                }
            }
            Edited::Arguments => {
                self.form.pane.set_text(text.trim());
                self.form.is_warned = false;
                self.open_view(View::Explore);
                self.focus = Focus::Form;
            }
            Edited::Answer => {
                if self.is_too_late() {
                    return;
                }
                if let Some(form) = &mut self.inbox.form {
                    form.whole = Some(text.trim().to_owned());
                    form.is_warned = false;
                    self.tell("the answer is as you edited it; ^S sends it", Mood::Plain);
                }
            }
        }
    }

    pub(crate) fn quit(&mut self) {
        self.is_over = true;
        self.effects.push(Effect::Quit);
    }

    /// Goes back one step. Never quits.
    fn back(&mut self) {
        if self.is_maximised {
            self.is_maximised = false;
        } else if self.view == View::Inbox {
            let (view, focus) = self.before;
            if self.close_ended() {
                return;
            }
            if self.focus == Focus::AskList {
                self.view = view;
                self.focus = focus;
            } else {
                self.focus = Focus::AskList;
            }
        } else if self.focus != self.view.panes()[0] {
            self.focus = self.view.panes()[0];
        } else {
            self.clear_filter();
        }
    }
}
