//! One saved call: as it is kept, and as it is told.

use super::OnErrorWord;
use super::run::Ran;
use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::expect::Assertion;
use serde::Serialize;
use utoipa::ToSchema;

/// One step as it is kept.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) number: u64,
    /// The session it was saved in, and the entry that began its row there.
    pub(super) session: String,
    pub(super) seq: u64,
    pub(super) method: String,
    pub(super) target: String,
    pub(super) params: Option<Raw>,
    /// It as `--script` reads it, without what is expected of it.
    pub(super) plain: String,
    pub(super) message: String,
    pub(super) expect: Vec<Assertion>,
    /// Whether something in it is a secret that is not known any more.
    pub(super) blanked: bool,
    pub(super) ran: Option<Ran>,
}

impl Step {
    pub(super) fn bytes(&self) -> usize {
        self.plain.len() + self.message.len() + Raw::of(&self.expect).as_str().len()
    }

    /// It as `--script` reads it.
    pub(super) fn text(&self, on_error: OnErrorWord) -> String {
        let mut text = self.plain.strip_suffix('}').unwrap_or(&self.plain).to_owned();
        if !self.expect.is_empty() {
            text.extend([", \"expect\": ", Raw::of(&self.expect).as_str()]);
        }
        if on_error == OnErrorWord::Continue {
            text.push_str(", \"onError\": \"continue\"");
        }
        text.push('}');
        text
    }

    pub(super) fn body(&self, on_error: OnErrorWord) -> StepBody {
        StepBody {
            number: self.number,
            session: self.session.clone(),
            seq: self.seq,
            method: self.method.clone(),
            target: self.target.clone(),
            step: self.text(on_error),
            message: self.message.clone(),
            expect: self.expect.clone(),
            blanked: self.blanked,
            ran: self.ran.clone(),
        }
    }
}

/// One step that was saved.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ScriptStep)]
pub(super) struct StepBody {
    /// Its number among those of the server.
    pub(super) number: u64,
    /// The session it was saved in, which may be closed by now.
    pub(super) session: String,
    /// The entry that began the row it was made of, in that session.
    pub(super) seq: u64,
    /// The method.
    pub(super) method: String,
    /// What the call is about: a tool, a URI.
    pub(super) target: String,
    /// It as `--script` reads it.
    pub(super) step: String,
    /// The request it was made of.
    pub(super) message: String,
    /// What is expected of its result.
    pub(super) expect: Vec<Assertion>,
    /// Whether something in it is a secret that is not known any more: the log masks those it knows, and files keep
    /// none. The call cannot be made then.
    pub(super) blanked: bool,
    /// How its last run went; null when it was not run.
    #[schema(required)]
    pub(super) ran: Option<Ran>,
}
