//! Calls kept as steps of a script, for runs without a person.

use super::completing::path;
use super::sharing::said;
use crate::effect::Effect;
use crate::event::Mood;
use crate::state::State;
use mcp_inspector_engine::EntryKind;
use mcp_inspector_engine::core::share;

impl State {
    /// What `:test` is told to do.
    pub(super) fn test(&mut self, rest: &str) {
        let (word, file) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if word != "save" || file.trim().is_empty() {
            return self.tell("`:test save FILE` needs the file of a script", Mood::Bad);
        }
        match self.script_step() {
            Ok(step) => self.effects.push(Effect::AddStep { path: path(file.trim()), step }),
            Err(why) => self.tell(why, Mood::Bad),
        }
    }

    /// The call that is looked at as a step: that of the selected row, or of the run whose result is shown.
    fn script_step(&self) -> Result<String, String> {
        let none = || "there is no call to save as a step".to_owned();
        let row = self.shared_row().ok_or_else(none)?;
        let session = self.server().and_then(|server| server.session.as_ref()).ok_or_else(none)?;
        let entry = session.log().entry(row.seq).ok_or_else(none)?;
        match &entry.kind {
            EntryKind::Frame { frame, .. } => said(share::script_step(frame)),
            _ => Err("the row is no call, and so no step".to_owned()),
        }
    }
}
