//! Handing things on: copied in the words of others, saved to files, shown in a pager.

use crate::detail::{frame_of, kept};
use crate::effect::Effect;
use crate::event::Mood;
use crate::overlay::{Line, Overlay, Purpose, Then};
use crate::state::{Focus, State, View};
use mcp_inspector_engine::core::share;
use mcp_inspector_engine::core::timeline::Row;
use mcp_inspector_engine::{EntryKind, Target};
use std::path::PathBuf;

impl State {
    /// Asks in which words to copy, or copies the only ones there are.
    pub(crate) fn copy(&mut self) {
        match self.view {
            View::Server => self.copy_text(self.server_page.text(), "the page"),
            View::Auth if self.server().is_some_and(|server| server.login_url.is_some()) => {
                let url = self.server().and_then(|server| server.login_url.clone()).unwrap_or_default();
                self.copy_text(url, "the URL");
            }
            _ => self.overlay = Some(Overlay::Copy),
        }
    }

    fn copy_text(&mut self, text: String, what: &str) {
        self.effects.push(Effect::Copy { text, what: what.to_owned() });
    }

    /// The row that is meant: the selected one, or that of the run whose result is shown.
    fn shared_row(&self) -> Option<Row> {
        if let Some(row) = self.selected_row() {
            return Some(row);
        }
        let (run, _) = self.shown_run()?;
        let server = self.server()?;
        let seq = server.session.as_ref()?.log().with_view(|view| {
            view.calls.iter().find(|call| call.key == Some(run.key)).and_then(|call| call.seq)
        })?;
        server.timeline.row_at(seq)
    }

    /// Copies in the words that a letter stands for.
    pub(crate) fn copy_as(&mut self, letter: char) {
        if letter == 'y' {
            let text = match self.focus {
                Focus::Result => self.result_page.picked(),
                _ => self.detail_page.picked(),
            };
            return self.copy_text(text, "the text");
        }
        let shared = self.shared_row().and_then(|row| {
            let server = self.server()?;
            let session = server.session.clone()?;
            let entry = session.log().entry(row.seq)?;
            Some((row, server.target.clone(), session, entry))
        });
        let Some((row, target, session, entry)) = shared else {
            return self.tell("there is no call to copy", Mood::Bad);
        };
        if letter == 'b' {
            self.effects.push(Effect::Report { session, seq: row.seq });
            return;
        }
        let EntryKind::Frame { frame, .. } = &entry.kind else {
            return self.tell("the row is no message; `y` twice copies its text", Mood::Bad);
        };
        let target = target.or_else(|| Target::from_line(session.place()).ok());
        let unknown = || self::unknown_target();
        let text = match letter {
            'c' => target.as_ref().map_or_else(unknown, |target| said(share::cli(target, frame))),
            'u' => {
                let exchange = session.log().exchange_of(&entry);
                let curl = |target| share::curl(target, session.revision(), frame, exchange.as_ref());
                target.as_ref().map_or_else(unknown, |target| said(curl(target)))
            }
            'j' => Ok(share::json_rpc(frame)),
            't' => said(share::script_step(frame)),
            _ => Err("c, u, j, t, b or y".to_owned()),
        };
        let what = match letter {
            'c' => "the command",
            'u' => "the curl command",
            'j' => "the message",
            _ => "the test step",
        };
        match text {
            Ok(text) => self.copy_text(text, what),
            Err(why) => self.tell(why, Mood::Bad),
        }
    }

    /// What would be saved: bytes, and the ending of their file.
    fn kept(&self) -> Option<(String, Vec<u8>)> {
        match (self.view, self.focus) {
            (View::Explore, focus) if focus != Focus::Strip => {
                self.shown_run().and_then(|(run, _)| kept(run))
            }
            (View::Server, _) => Some(("txt".to_owned(), self.server_page.text().into_bytes())),
            (View::Servers, _) => Some(("txt".to_owned(), self.post_mortem.text().into_bytes())),
            _ => {
                let row = self.selected_row()?;
                let bytes = frame_of(&row, self.server()?.session.as_ref()?)?;
                Some(("json".to_owned(), bytes.to_vec()))
            }
        }
    }

    /// Asks for the file to save to.
    pub(crate) fn save(&mut self) {
        match self.kept() {
            Some((ending, bytes)) => {
                let name = format!("mcp-{}.{ending}", self.saved_name());
                self.overlay = Some(Overlay::Line(Line::new(Purpose::Save(bytes), &name)));
            }
            None => self.tell("there is nothing to save", Mood::Bad),
        }
    }

    fn saved_name(&self) -> String {
        let name = match (&self.form.item, self.view) {
            (Some((_, name)), View::Explore) => name.clone(),
            _ => self.selected_row().map_or_else(|| "page".to_owned(), |row| format!("{}", row.seq.0)),
        };
        let plain = name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '-' });
        plain.take(40).collect()
    }

    /// Saves to a file; one that is there is not written over without being asked.
    pub(crate) fn save_to(&mut self, path: &str, bytes: Vec<u8>) {
        if path.trim().is_empty() {
            return;
        }
        let path = PathBuf::from(path.trim());
        if path.exists() {
            let question = format!("{} is there: write over it?", path.display());
            self.overlay = Some(Overlay::Confirm { question, then: Then::Overwrite { path, bytes } });
        } else {
            self.effects.push(Effect::Write { path, bytes });
        }
    }

    /// Saves what is looked at to a file that was named.
    pub(crate) fn save_as(&mut self, path: &str) {
        match self.kept() {
            Some((_, bytes)) => self.save_to(path, bytes),
            None => self.tell("there is nothing to save", Mood::Bad),
        }
    }

    pub(crate) fn pager(&mut self) {
        let text = match self.focus {
            Focus::Result => self.result_page.text(),
            _ => self.detail_page.text(),
        };
        self.effects.push(Effect::Pager { text });
    }
}

fn said(text: Result<String, share::ShareError>) -> Result<String, String> {
    text.map_err(|error| format!("{error}: {}", error.hint()))
}

fn unknown_target() -> Result<String, String> {
    Err("it is not known how this session reached its server".to_owned())
}
