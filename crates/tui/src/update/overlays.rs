//! Keys while something lies over everything else.

use crate::command::{self, Meant};
use crate::effect::Effect;
use crate::event::Mood;
use crate::keys::{Action, all};
use crate::list::Place;
use crate::overlay::{Line, Overlay, Purpose, Then};
use crate::palette::{Go, Palette};
use crate::pane::field::Field;
use crate::pane::form::FormDid;
use crate::state::{Focus, Sought, State};
use crate::text;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

impl State {
    /// Lays over what a key asks for.
    pub(crate) fn lay_over(&mut self, action: Action) {
        let line = |purpose, text: &str| Some(Overlay::Line(Line::new(purpose, text)));
        self.overlay = match action {
            Action::Help => Some(Overlay::Help(Place::default())),
            Action::Palette => Some(Overlay::Palette(Palette::of(self))),
            Action::Command => line(Purpose::Command, ""),
            Action::Side => Some(Overlay::Side),
            Action::Level => line(Purpose::Command, "level "),
            Action::Paste => line(Purpose::Url, ""),
            _ => match self.focus.sought() {
                Sought::Rows => line(Purpose::Filter, &self.filter()),
                Sought::Line => line(Purpose::Find(self.found_place()), ""),
                Sought::Text => line(Purpose::Search, ""),
                Sought::Nothing => return self.tell("there is nothing to filter here", Mood::Plain),
            },
        };
    }

    /// Quits, after a question if something would be lost.
    pub(super) fn wish_to_quit(&mut self) {
        let left = self.left_form.as_ref().map(|form| match &form.entry {
            Some(entry) => format!("what was changed of `{entry}` is not saved"),
            None => "the server that was to be added is not saved".to_owned(),
        });
        let some =
            |count: usize, one: &str, several: &str| (count > 0).then(|| text::count(count, one, several));
        let reasons: Vec<String> = [
            some(self.running(), "call runs", "calls run"),
            some(self.inbox.begun_count(), "answer is begun", "answers are begun"),
            some(
                self.unrun_forms(),
                "form is filled in and was not run",
                "forms are filled in and were not run",
            ),
            left,
        ]
        .into_iter()
        .flatten()
        .collect();
        if reasons.is_empty() {
            return self.quit();
        }
        let question = format!("{}: quit all the same?", reasons.join(", "));
        self.overlay = Some(Overlay::Confirm { question, then: Then::Quit });
    }

    /// A key for what lies over everything else.
    pub(crate) fn overlay_key(&mut self, key: KeyEvent) {
        match self.overlay.take() {
            Some(Overlay::Help(place)) => self.help_key(place, key),
            Some(Overlay::Palette(palette)) => self.palette_key(palette, key),
            Some(Overlay::Line(line)) => self.line_key(line, key),
            Some(Overlay::Copy) => {
                if let KeyCode::Char(letter) = key.code {
                    self.copy_as(letter);
                }
            }
            Some(Overlay::Side) => self.side_key(key),
            Some(Overlay::Confirm { question, then }) => match key.code {
                KeyCode::Char('y' | 'Y') => self.confirmed(then),
                // Whoever presses Enter once more than needed must lose nothing by it.
                KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc | KeyCode::Enter => {}
                _ => self.overlay = Some(Overlay::Confirm { question, then }),
            },
            Some(Overlay::Server(form)) => {
                self.overlay = Some(Overlay::Server(form));
                self.server_form_key(key);
            }
            None => {}
        }
    }

    fn confirmed(&mut self, then: Then) {
        match then {
            Then::Quit => self.quit(),
            Then::Remove(name) => self.effects.push(Effect::RemoveServer { name }),
            Then::Drop(server) => self.forget_server(server),
            Then::Write(files) => self.write(files),
        }
    }

    fn help_key(&mut self, mut place: Place, key: KeyEvent) {
        let length = all().count() * 2;
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | '?') | KeyCode::Enter => return,
            KeyCode::Down | KeyCode::Char('j') => place.top = (place.top + 1).min(length),
            KeyCode::Up | KeyCode::Char('k') => place.top = place.top.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ' | 'd') => place.top = (place.top + 10).min(length),
            KeyCode::PageUp | KeyCode::Char('u') => place.top = place.top.saturating_sub(10),
            KeyCode::Home | KeyCode::Char('g') => place.top = 0,
            KeyCode::End | KeyCode::Char('G') => place.top = length,
            _ => {}
        }
        self.overlay = Some(Overlay::Help(place));
    }

    fn palette_key(&mut self, mut palette: Palette, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, control) {
            (KeyCode::Esc, _) => return,
            // What nothing fits yet may still come.
            (KeyCode::Enter, _) => {
                if let Some(entry) = palette.get(palette.place.selected) {
                    return self.go_to(entry.go.clone());
                }
            }
            (KeyCode::Down, _) | (KeyCode::Char('n' | 'j'), true) => palette.place.step(1, palette.len()),
            (KeyCode::Up, _) | (KeyCode::Char('p' | 'k'), true) => palette.place.step(-1, palette.len()),
            (KeyCode::PageDown, _) => palette.place.step(10, palette.len()),
            (KeyCode::PageUp, _) => palette.place.step(-10, palette.len()),
            _ => {
                palette.field.handle(key);
                palette.typed();
            }
        }
        self.overlay = Some(Overlay::Palette(palette));
    }

    /// A palette that is open finds what has come since.
    pub(super) fn renew_palette(&mut self) {
        match self.overlay.take() {
            Some(Overlay::Palette(palette)) if palette.is_stale(self) => {
                self.overlay = Some(Overlay::Palette(palette.anew(self)));
            }
            overlay => self.overlay = overlay,
        }
    }

    pub(super) fn go_to(&mut self, go: Go) {
        match go {
            Go::Item(item) if self.show_item(&item) => {
                self.focus = Focus::Tree;
                // Whoever looks for it anew begins with its first field.
                if self.form.item.as_ref() == Some(&item) {
                    self.form.pane.begin();
                }
                self.act(Action::Open);
            }
            Go::Item(_) => self.tell("the server does not offer that any more", Mood::Bad),
            Go::Other(server, item) => {
                if let Some(place) = self.servers.iter().position(|one| one.id == server) {
                    self.turn_to(place);
                    self.go_to(Go::Item(item));
                }
            }
            Go::Server(place) => {
                self.turn_to(place);
                self.open_view(crate::state::View::Explore);
            }
            Go::View(view) => self.open_view(view),
            Go::Line(line) => self.command(&line),
            Go::Row(seq) => self.look_at(Some(seq)),
            Go::Command(name) => {
                let takes = command::COMMANDS.iter().any(|one| one.name == name && !one.takes.is_empty());
                if takes {
                    self.overlay = Some(Overlay::Line(Line::new(Purpose::Command, &format!("{name} "))));
                } else {
                    self.command(name);
                }
            }
        }
    }

    fn line_key(&mut self, mut line: Line, key: KeyEvent) {
        match key.code {
            KeyCode::Esc => {
                match line.purpose {
                    Purpose::Filter => self.set_filter(""),
                    Purpose::Find(start) => self.find_line("", start),
                    _ => {}
                }
                return;
            }
            KeyCode::Enter => {
                let text = line.field.text().to_owned();
                return match line.purpose {
                    Purpose::Command => self.take_command(line.meant(None)),
                    Purpose::Filter => {}
                    Purpose::Find(_) => self.tell_unless_found(&text),
                    Purpose::Url if text.trim().is_empty() => {}
                    Purpose::Url => self.command(&format!("paste {text}")),
                    Purpose::Search => self.search(&text),
                    Purpose::Save(kept) => self.save_to(&text, kept),
                };
            }
            KeyCode::Backspace if line.field.text().is_empty() => return,
            KeyCode::Tab if line.purpose == Purpose::Command => {
                let known = |name: &str, typed: &str| self.words_for(name, typed);
                if let Some(text) = command::complete(line.field.text(), known) {
                    line.field = Field::new(&text);
                    line.typed();
                }
            }
            KeyCode::Down if line.purpose == Purpose::Command => line.pick(1),
            KeyCode::Up if line.purpose == Purpose::Command => line.pick(-1),
            // The list can be moved through while its filter is typed.
            KeyCode::Down if line.purpose == Purpose::Filter => self.step(1),
            KeyCode::Up if line.purpose == Purpose::Filter => self.step(-1),
            KeyCode::Down | KeyCode::Up if matches!(line.purpose, Purpose::Find(_)) => {
                self.find_other(line.field.text(), key.code == KeyCode::Down);
            }
            _ => {
                line.field.handle(key);
                line.typed();
                self.follow_line(&line);
            }
        }
        self.overlay = Some(Overlay::Line(line));
    }

    /// What is shown follows what is typed.
    fn follow_line(&mut self, line: &Line) {
        match line.purpose {
            Purpose::Filter => self.set_filter(line.field.text()),
            Purpose::Find(start) => self.find_line(line.field.text(), start),
            _ => {}
        }
    }

    /// Carries out what a line means, or goes on with it where something is missing.
    pub(super) fn take_command(&mut self, meant: Meant) {
        match meant {
            Meant::Line(line) => self.command(&line),
            Meant::Begun(line) => self.overlay = Some(Overlay::Line(Line::new(Purpose::Command, &line))),
        }
    }

    fn search(&mut self, needle: &str) {
        let doc = match self.focus {
            Focus::Result => &mut self.result_page.doc,
            Focus::Page => &mut self.server_page.doc,
            Focus::ServerDetail => &mut self.post_mortem.doc,
            Focus::AskText => &mut self.inbox.text.doc,
            _ => &mut self.detail_page.doc,
        };
        if !doc.search(needle) && !needle.is_empty() {
            self.tell(format!("`{needle}` is not there"), Mood::Plain);
        }
    }

    fn server_form_key(&mut self, key: KeyEvent) {
        let Some(Overlay::Server(form)) = &mut self.overlay else { return };
        let saves = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('s');
        if saves {
            return self.save_server();
        }
        match form.pane.handle(key) {
            FormDid::Changed => form.flaw = None,
            FormDid::Run => self.save_server(),
            FormDid::NotMine if key.code == KeyCode::Esc => self.leave_form(),
            // There is nothing behind the last field but the first one.
            FormDid::NotMine if key.code == KeyCode::Tab => form.pane.wrap(false),
            FormDid::NotMine if key.code == KeyCode::BackTab => form.pane.wrap(true),
            _ => {}
        }
    }

    /// A text was pasted: it goes where one types. In the list of servers it is one to connect to, and elsewhere it
    /// does nothing.
    pub(crate) fn pasted(&mut self, text: &str) {
        let text = text.trim_end_matches(['\n', '\r']);
        if let Some(Overlay::Line(mut line)) = self.overlay.take_if(|over| matches!(over, Overlay::Line(_))) {
            line.field.paste(text);
            line.typed();
            self.follow_line(&line);
            self.overlay = Some(Overlay::Line(line));
            return;
        }
        match (&mut self.overlay, self.focus) {
            (Some(Overlay::Palette(palette)), _) => {
                palette.field.paste(text);
                palette.typed();
            }
            (Some(Overlay::Server(form)), _) => {
                form.pane.paste(text);
                form.flaw = None;
            }
            (None, Focus::Form) if self.form.item.is_some() => {
                self.form.pane.paste(text);
                self.form.is_warned = false;
            }
            (None, Focus::AskForm) => {
                let form = self.inbox.form.as_mut().filter(|form| form.ended.is_none());
                if let Some(did) = form.map(|form| form.pane.paste(text)) {
                    self.ask_did(&did);
                }
            }
            (None, Focus::ServerList) if text.contains(['\n', '\r']) => {
                self.tell(
                    "a server is one line: a command or a URL; a file is named with --config",
                    Mood::Bad,
                );
            }
            (None, Focus::ServerList) if !text.trim().is_empty() => {
                let line = Line::new(Purpose::Command, &format!("connect {}", text.trim()));
                self.overlay = Some(Overlay::Line(line));
            }
            _ => {}
        }
    }
}
