//! What people have typed into forms and not thrown away: in memory, for as long as the session is held.
//!
//! It may be a secret, so it is written to no file, no history and no recording. All of it is bounded; the
//! draft that was not touched for longest makes room.

use super::input::{Body, Found};
use crate::openapi::SessionProblems;
use crate::{Backend, Problem};
use axum::Json;
use axum::http::StatusCode;
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::core::form::{Edit, compile};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many drafts a session may have.
const MOST: usize = 300;

/// How long a name may be, in bytes.
const LONGEST_NAME: usize = 1024;

/// How long one draft may be, in bytes.
const LARGEST: usize = 256 * 1024;

/// How long all of them may be together, in bytes.
const MOST_BYTES: usize = 4 * 1024 * 1024;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(list, keep))
}

/// The drafts of a session.
pub(crate) struct Drafts {
    kept: Mutex<VecDeque<Draft>>,
    /// Counts the changes.
    revision: watch::Sender<u64>,
}

impl Default for Drafts {
    fn default() -> Self {
        Drafts { kept: Mutex::default(), revision: watch::Sender::new(0) }
    }
}

impl fmt::Debug for Drafts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Drafts")
    }
}

/// What was typed into one form.
#[derive(Clone, Serialize, ToSchema)]
struct Draft {
    /// What it is for; the face chooses the name.
    #[schema(max_length = 1024)]
    name: String,
    /// The text.
    text: String,
}

/// A draft to keep.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct KeepDraft {
    /// What it is for; the face chooses the name.
    #[schema(max_length = 1024)]
    name: String,
    /// The text; an empty one forgets the draft, unless something is to be changed in it.
    text: String,
    /// What was typed into its form and is not in the text yet: a page that is left has no time to ask for the text.
    #[serde(default)]
    form: Option<Typed>,
}

/// What is to be changed in the text of a form.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Typed {
    /// The schema of the form, as JSON text.
    schema: String,
    /// What to change, in order.
    edits: Vec<Edit>,
}

impl KeepDraft {
    /// The draft with all that was typed.
    async fn whole(self) -> Result<Draft, Problem> {
        let KeepDraft { name, text, form: Some(Typed { schema, edits }) } = self else {
            return Ok(Draft { name: self.name, text: self.text });
        };
        // A schema can be large, and others must not wait for it.
        let made = tokio::task::spawn_blocking(move || {
            compile(&schema, Some(text.as_str()).filter(|text| !text.is_empty()), &edits)
        });
        let made =
            made.await.map_err(|_| Problem::new(FaultCode::Shutdown, "the draft could not be made"))?;
        let form = made.map_err(|error| Problem::invalid_request(error.to_string()))?;
        Ok(Draft { name, text: form.text })
    }
}

/// All drafts of a session.
#[derive(Serialize, ToSchema)]
#[schema(as = Drafts)]
struct DraftsBody {
    /// How often they have changed: the number that the session tells whenever they do.
    revision: u64,
    /// They, the one that was changed last at the end.
    drafts: Vec<Draft>,
}

/// That a draft is kept.
#[derive(Serialize, ToSchema)]
struct KeptDraft {
    /// How often drafts have changed, this time included.
    revision: u64,
}

impl Drafts {
    /// How often they have changed.
    pub(super) fn revision(&self) -> u64 {
        *self.revision.borrow()
    }

    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.revision.subscribe()
    }

    fn list(&self) -> DraftsBody {
        // In this order, what is listed is at least as new as the number says.
        let revision = self.revision();
        DraftsBody { revision, drafts: self.kept().iter().cloned().collect() }
    }

    /// Keeps a draft; how often they have changed by now.
    fn keep(&self, draft: Draft) -> u64 {
        let mut kept = self.kept();
        let at = kept.iter().position(|old| old.name == draft.name);
        let is_same = at.is_some_and(|at| kept[at].text == draft.text);
        if is_same || (at.is_none() && draft.text.is_empty()) {
            return self.revision();
        }
        if let Some(at) = at {
            kept.remove(at);
        }
        if !draft.text.is_empty() {
            kept.push_back(draft);
        }
        let size = |draft: &Draft| draft.name.len() + draft.text.len();
        while kept.len() > MOST || kept.iter().map(size).sum::<usize>() > MOST_BYTES {
            kept.pop_front();
        }
        drop(kept);
        self.revision.send_modify(|revision| *revision += 1);
        self.revision()
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Draft>> {
        // Whoever panicked has not left the list half changed.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was typed into the forms of a session
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/drafts",
    tag = "sessions",
    operation_id = "listDrafts",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The drafts", body = DraftsBody), SessionProblems)
)]
async fn list(Found(held): Found) -> Json<DraftsBody> {
    Json(held.drafts.list())
}

/// Keeps what was typed into a form
///
/// In memory only, for as long as the session is open. An empty text forgets the draft. With `form`, its edits are
/// carried out on the text first, as `POST /api/form` does.
#[utoipa::path(
    put,
    path = "/api/sessions/{id}/drafts",
    tag = "sessions",
    operation_id = "keepDraft",
    params(("id" = String, Path, description = "The session's id")),
    request_body = KeepDraft,
    responses((status = 200, description = "It is kept", body = KeptDraft), SessionProblems)
)]
async fn keep(
    Found(held): Found,
    Body(draft): Body<KeepDraft>,
) -> Result<(StatusCode, Json<KeptDraft>), Problem> {
    let draft = draft.whole().await?;
    for (what, length, most) in
        [("name", draft.name.len(), LONGEST_NAME), ("text", draft.text.len(), LARGEST)]
    {
        if length > most {
            let message = format!("`{what}` has {length} bytes, and may have {most}");
            return Err(Problem::invalid_request(message));
        }
    }
    Ok((StatusCode::OK, Json(KeptDraft { revision: held.drafts.keep(draft) })))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(name: &str, text: &str) -> Draft {
        Draft { name: name.to_owned(), text: text.to_owned() }
    }

    fn names(drafts: &Drafts) -> Vec<String> {
        drafts.list().drafts.into_iter().map(|draft| draft.name).collect()
    }

    #[test]
    fn a_draft_takes_the_place_of_the_one_before_and_an_empty_one_of_none() {
        let drafts = Drafts::default();
        assert_eq!(drafts.keep(draft("a", "")), 0, "nothing has changed");
        assert_eq!(drafts.keep(draft("a", "1")), 1);
        assert_eq!(drafts.keep(draft("b", "2")), 2);
        assert_eq!(drafts.keep(draft("b", "2")), 2, "nothing has changed");
        assert_eq!(drafts.keep(draft("a", "3")), 3);
        assert_eq!(names(&drafts), ["b", "a"]);
        assert_eq!(drafts.list().drafts[1].text, "3");
        drafts.keep(draft("b", ""));
        assert_eq!(names(&drafts), ["a"]);
    }

    #[test]
    fn the_oldest_make_room() {
        let drafts = Drafts::default();
        for number in 0..MOST + 5 {
            drafts.keep(draft(&number.to_string(), "x"));
        }
        assert_eq!((names(&drafts).len(), names(&drafts)[0].as_str()), (MOST, "5"));
        for number in 0..20 {
            drafts.keep(draft(&format!("large {number}"), &"x".repeat(LARGEST)));
        }
        let kept = names(&drafts);
        assert_eq!((kept.len(), kept[0].as_str()), (15, "large 5"));
    }
}
