//! The script that someone makes of calls they saw: steps for `--script`, kept with the session.

use super::detail::{entries, unknown};
use super::look;
use super::share::{frame, impossible};
use crate::openapi::SessionProblems;
use crate::sessions::held::Held;
use crate::sessions::input::{Body, Found, FoundWith};
use crate::{Backend, Problem};
use axum::Json;
use mcp_inspector_engine::Seq;
use mcp_inspector_engine::core::share;
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, MutexGuard, PoisonError};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many steps may be saved, and how many bytes they may have together.
const MOST_STEPS: usize = 200;
const MOST_BYTES: usize = 1024 * 1024;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(show, add)).routes(routes!(remove))
}

/// The steps that someone saved.
#[derive(Debug, Default)]
pub(crate) struct Script {
    saved: Mutex<Saved>,
}

#[derive(Debug, Default)]
struct Saved {
    steps: Vec<StepBody>,
    /// The number that was given last; none is given twice.
    last: u64,
}

impl Script {
    fn saved(&self) -> MutexGuard<'_, Saved> {
        // Whoever panicked has added a whole step or none.
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One step that was saved.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ScriptStep)]
struct StepBody {
    /// Its number in this session.
    number: u64,
    /// The entry that began the row it was made of.
    seq: u64,
    /// The method.
    method: String,
    /// What the call is about: a tool, a URI.
    target: String,
    /// It as `--script` reads it.
    step: String,
    /// The request it was made of.
    message: String,
}

/// A script.
#[derive(Debug, Serialize, ToSchema)]
struct ScriptBody {
    /// Its steps, in their order.
    steps: Vec<StepBody>,
    /// All of it as a file that `--script` reads.
    text: String,
}

impl ScriptBody {
    fn of(held: &Held) -> Self {
        let steps = held.script.saved().steps.clone();
        let lines: Vec<String> = steps.iter().map(|step| format!("  {}", step.step)).collect();
        let text =
            if lines.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", lines.join(",\n")) };
        ScriptBody { steps, text }
    }
}

/// The script that someone made of calls
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/script",
    tag = "sessions",
    operation_id = "showScript",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The script", body = ScriptBody), SessionProblems)
)]
async fn show(Found(held): Found) -> Json<ScriptBody> {
    Json(ScriptBody::of(&held))
}

/// A call to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AddStepBody {
    /// An entry of its row.
    seq: u64,
}

/// Saves a call as the next step
///
/// Up to 200 steps of 1 MiB together.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/script",
    tag = "sessions",
    operation_id = "addStep",
    params(("id" = String, Path, description = "The session's id")),
    request_body = AddStepBody,
    responses((status = 200, description = "The script as it is now", body = ScriptBody), SessionProblems)
)]
async fn add(Found(held): Found, Body(body): Body<AddStepBody>) -> Result<Json<ScriptBody>, Problem> {
    let seq = body.seq;
    let row = look(&held, move |_, timeline| timeline.row_at(Seq(seq))).await?;
    let row = row.ok_or_else(|| unknown(seq))?;
    let entries = entries(&held, &row);
    let request = frame(&held, &row, &entries)?;
    let step = share::script_step(request).map_err(impossible)?;
    let message = share::json_rpc(request);
    {
        let mut saved = held.script.saved();
        let bytes: usize = saved.steps.iter().map(|one| one.step.len() + one.message.len()).sum();
        if saved.steps.len() >= MOST_STEPS || bytes + step.len() + message.len() > MOST_BYTES {
            let message = format!("a script may have {MOST_STEPS} steps of {MOST_BYTES} bytes together");
            return Err(Problem::invalid_request(message).with_hint("save it to a file and remove steps"));
        }
        saved.last += 1;
        let (number, method, target) = (saved.last, row.method.to_string(), row.target.to_string());
        saved.steps.push(StepBody { number, seq: row.seq.0, method, target, step, message });
    }
    held.timeline.mark();
    Ok(Json(ScriptBody::of(&held)))
}

/// Removes a step
#[utoipa::path(
    delete,
    path = "/api/sessions/{id}/script/{number}",
    tag = "sessions",
    operation_id = "removeStep",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("number" = u64, Path, description = "The number of the step"),
    ),
    responses((status = 200, description = "The script as it is now", body = ScriptBody), SessionProblems)
)]
async fn remove(FoundWith(held, number): FoundWith) -> Result<Json<ScriptBody>, Problem> {
    let is_gone = {
        let mut saved = held.script.saved();
        let before = saved.steps.len();
        saved.steps.retain(|step| step.number != number);
        saved.steps.len() < before
    };
    if !is_gone {
        let problem = Problem::not_found(format!("the script has no step {number}"));
        return Err(problem.with_hint("GET /api/sessions/{id}/script lists the steps"));
    }
    held.timeline.mark();
    Ok(Json(ScriptBody::of(&held)))
}
