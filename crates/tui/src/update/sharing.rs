//! Handing things on: copied in the words of others, saved to files, shown in a pager.

use crate::detail::{RUN_TABS, row_part, row_tabs};
use crate::effect::Effect;
use crate::event::Mood;
use crate::kept::{Kept, of_row, of_run, unsavable};
use crate::osc52;
use crate::overlay::{Line, Overlay, Purpose, Then};
use crate::page::Page;
use crate::state::{Focus, State, View};
use crate::text::size;
use mcp_inspector_engine::core::share;
use mcp_inspector_engine::core::timeline::{Row, RowKind};
use mcp_inspector_engine::{EntryKind, Raw, Target};
use std::path::{Path, PathBuf};

impl State {
    /// Asks in which words to copy, or copies the only ones there are.
    pub(crate) fn copy(&mut self) {
        match self.view {
            View::Server => self.copy_text(self.server_page.text(), "the page"),
            View::Servers => self.copy_text(self.post_mortem.text(), "what is told about the server"),
            View::Inbox => match &self.inbox.form {
                Some(_) => self.copy_text(self.inbox.text.text(), "what is asked"),
                None => self.tell("nothing is asked", Mood::Plain),
            },
            _ => self.overlay = Some(Overlay::Copy),
        }
    }

    /// Copies the URL of an ask or of a login.
    pub(crate) fn copy_url(&mut self) {
        match self.wanted_url() {
            Some(url) => self.copy_text(url, "the URL"),
            None => self.tell("there is no URL to copy", Mood::Plain),
        }
    }

    /// Copies a text as a whole. What is larger than terminals take is offered to be saved.
    pub(crate) fn copy_text(&mut self, text: String, what: &str) {
        // An empty text would take what is in the clipboard, and give nothing for it.
        if text.is_empty() {
            return self.tell("there is nothing to copy", Mood::Bad);
        }
        if text.len() <= osc52::LARGEST {
            self.effects.push(Effect::Copy { text, what: what.to_owned() });
            return;
        }
        let (length, most) = (size(text.len() as u64), size(osc52::LARGEST as u64));
        let why = format!("{what} has {length}, and terminals take {most}: ");
        let ending = if Raw::parse(&text).is_ok() { "json" } else { "txt" };
        let name = format!("mcp-{}.{ending}", self.saved_name());
        let kept = vec![(ending.to_owned(), text.into_bytes())];
        self.overlay = Some(Overlay::Line(Line::new(Purpose::Save(kept), &name).because(why)));
    }

    /// The row that is meant: the selected one, or that of the run whose result is shown.
    pub(super) fn shared_row(&self) -> Option<Row> {
        if let Some(row) = self.selected_row() {
            return Some(self.call_of(row));
        }
        // A run that is not on the screen is not meant.
        if !matches!(self.focus, Focus::Tree | Focus::Form | Focus::Result) {
            return None;
        }
        let (run, _) = self.shown_run()?;
        let server = self.server()?;
        let seq = server.session.as_ref()?.log().with_view(|view| {
            view.calls.iter().find(|call| call.key == Some(run.key)).and_then(|call| call.seq)
        })?;
        server.timeline.row_at(seq)
    }

    /// The call that an HTTP exchange carries, and any other row itself.
    fn call_of(&self, row: Row) -> Row {
        let carried = row.parent.filter(|_| row.kind == RowKind::Http);
        let call = carried.and_then(|seq| self.server()?.timeline.row_at(seq));
        call.unwrap_or(row)
    }

    /// Copies in the words that a letter stands for.
    pub(crate) fn copy_as(&mut self, letter: char) {
        if letter == 'y' {
            let text = match self.focus {
                Focus::Form | Focus::Result => Some(self.result_page.picked()),
                // The row has no page beside it here.
                Focus::Strip => self.first_part(),
                _ => Some(self.detail_page.picked()),
            };
            return match text {
                Some(text) => self.copy_text(text, "the text"),
                None => self.tell("there is no row to copy", Mood::Bad),
            };
        }
        let shared = self.shared_row().and_then(|row| {
            let server = self.server()?;
            let session = server.session.clone()?;
            let entry = session.log().entry(row.seq)?;
            let era = server.era.unwrap_or(self.era);
            Some((row, server.target.clone(), session, entry, era))
        });
        let Some((row, target, session, entry, era)) = shared else {
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
            'c' => target.as_ref().map_or_else(unknown, |target| said(share::cli(target, era, frame))),
            'u' => {
                let answer = row.end_seq.and_then(|seq| session.log().entry(seq));
                let exchange = session.log().exchange_of_call(&entry, answer.as_deref());
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
            Ok(text) if matches!(letter, 'c' | 'u') => {
                let unset = variables(&text);
                let first = if unset.is_empty() {
                    String::new()
                } else {
                    format!(" (set {} first)", unset.join(", "))
                };
                self.copy_text(text, &format!("{what}{first}"));
            }
            Ok(text) => self.copy_text(text, what),
            Err(why) => self.tell(why, Mood::Bad),
        }
    }

    /// The first part of the row that is selected.
    fn first_part(&self) -> Option<String> {
        let (row, server) = (self.selected_row()?, self.server()?);
        let tab = row_tabs(&row, server).into_iter().next()?;
        Some(row_part(&row, server, tab).text())
    }

    /// What would be saved.
    fn kept(&self) -> Option<Vec<Kept>> {
        let text = |page: &Page| Some(vec![("txt".to_owned(), page.text().into_bytes())]);
        match (self.view, self.focus) {
            (View::Explore, focus) if focus != Focus::Strip => {
                let tab = self.shown_part().unwrap_or_default();
                self.shown_run().and_then(|(run, before)| of_run(run, before, tab))
            }
            (View::Server, _) => text(&self.server_page),
            (View::Servers, _) => text(&self.post_mortem),
            _ => {
                let row = self.selected_row()?;
                of_row(&row, self.server()?, self.shown_part()?)
            }
        }
    }

    /// The name of the part that is looked at. A row without a page beside it has its first one.
    fn shown_part(&self) -> Option<&'static str> {
        match (self.view, self.focus) {
            (View::Explore, Focus::Strip) => self.detail_tabs().into_iter().next(),
            (View::Explore, _) => RUN_TABS.get(self.result.tab).copied(),
            _ => self.detail_tabs().get(self.detail_tab).copied(),
        }
    }

    /// Whether there is something to save.
    pub(crate) fn can_save(&self) -> bool {
        self.kept().is_some()
    }

    /// Asks for the file to save to.
    pub(crate) fn save(&mut self) {
        match self.kept() {
            Some(kept) => {
                let ending = kept.first().map(|(ending, _)| ending.clone()).unwrap_or_default();
                let name = format!("mcp-{}.{ending}", self.saved_name());
                self.overlay = Some(Overlay::Line(Line::new(Purpose::Save(kept), &name)));
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
        // So that the parts of one thing can be beside each other.
        let part = self.shown_part().filter(|part| matches!(*part, "Request" | "Raw" | "Diff"));
        let part = part.map(|part| format!("-{}", part.to_lowercase())).unwrap_or_default();
        plain.take(40).chain(part.chars()).collect()
    }

    /// Saves to a file, and what is more than one to files beside it; one that is there is not written over
    /// without being asked.
    pub(crate) fn save_to(&mut self, path: &str, kept: Vec<Kept>) {
        if path.trim().is_empty() {
            return;
        }
        let path = super::completing::path(path.trim());
        let files: Vec<(PathBuf, Vec<u8>)> = kept
            .into_iter()
            .enumerate()
            .map(|(place, (ending, bytes))| (beside(&path, place, &ending), bytes))
            .collect();
        let there: Vec<String> = files
            .iter()
            .filter(|(path, _)| path.exists())
            .map(|(path, _)| path.display().to_string())
            .collect();
        if there.is_empty() {
            return self.write(files);
        }
        let question = match &there[..] {
            [one] => format!("{one} is there: write over it?"),
            several => format!("{} are there: write over them?", several.join(", ")),
        };
        self.overlay = Some(Overlay::Confirm { question, then: Then::Write(files) });
    }

    pub(crate) fn write(&mut self, files: Vec<(PathBuf, Vec<u8>)>) {
        let left = self.left_out();
        match <[_; 1]>::try_from(files) {
            Ok([(path, bytes)]) if left.is_empty() => self.effects.push(Effect::Write { path, bytes }),
            Ok(one) => self.effects.push(Effect::WriteAll { files: one.into(), left }),
            Err(files) => self.effects.push(Effect::WriteAll { files, left }),
        }
    }

    /// What belongs to what is saved and cannot be, with why.
    fn left_out(&self) -> Vec<String> {
        let is_content = self.view == View::Explore
            && self.focus != Focus::Strip
            && !matches!(self.shown_part(), Some("JSON" | "Request" | "Diff"));
        let run = self.shown_run().filter(|_| is_content);
        run.map_or_else(Vec::new, |(run, _)| unsavable(run))
    }

    /// Saves what is looked at to a file that was named.
    pub(crate) fn save_as(&mut self, path: &str) {
        match self.kept() {
            Some(kept) => self.save_to(path, kept),
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

/// The file for one of several: the first has the name that was typed, the others have a number in it.
fn beside(path: &Path, place: usize, ending: &str) -> PathBuf {
    if place == 0 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{}.{ending}", place + 1))
}

pub(super) fn said(text: Result<String, share::ShareError>) -> Result<String, String> {
    text.map_err(|error| format!("{error}: {}", error.hint()))
}

fn unknown_target() -> Result<String, String> {
    Err("it is not known how this session reached its server".to_owned())
}

/// The variables of the shell that stand for secrets in a command, which have to be set before it is run.
fn variables(command: &str) -> Vec<String> {
    let names = command.split("\"$").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0));
    let mut names: Vec<String> = names
        .filter(|name| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_')
        })
        .map(str::to_owned)
        .collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_to_be_set_before_a_command_is_run_is_known() {
        let command = r#"curl -H 'Mcp-Session-Id: '"$MCP_SESSION_ID" -H 'A: '"$TOKEN" -d '{"$ref": 1}'"#;
        assert_eq!(variables(command), ["MCP_SESSION_ID", "TOKEN"]);
        assert!(variables("curl -d '{}'").is_empty());
    }
}
