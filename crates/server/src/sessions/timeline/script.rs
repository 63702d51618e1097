//! The script that someone makes of calls they saw: steps for `--script`, and tests with what is expected of
//! them. It belongs to the server, so that the next session with it has it too, and is kept in a file.

mod book;
mod file;
mod run;
mod step;

pub(crate) use book::ScriptBook;

use super::detail::{entries, unknown};
use super::look;
use super::share::{frame, impossible};
use crate::openapi::SessionProblems;
use crate::sessions::held::Held;
use crate::sessions::input::{Body, Found, FoundWith};
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use file::Shelf;
use mcp_inspector_engine::core::expect::{Assertion, MOST_ASSERTIONS};
use mcp_inspector_engine::core::share;
use mcp_inspector_engine::{Raw, Seq};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use step::{Step, StepBody};
use tokio::sync::watch;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many steps may be saved, and how many bytes they may have together.
const MOST_STEPS: usize = 200;
const MOST_BYTES: usize = 1024 * 1024;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new()
        .routes(routes!(show, add, choose))
        .routes(routes!(expect, remove))
        .merge(run::routes())
}

/// The steps that someone saved.
#[derive(Debug, Default)]
pub(crate) struct Script {
    saved: Mutex<Saved>,
    /// Where they are kept; nowhere when they are forgotten at the end.
    shelf: Option<Shelf>,
}

#[derive(Debug, Default)]
struct Saved {
    steps: Vec<Step>,
    /// The number that was given last; none is given twice.
    last: u64,
    on_error: OnErrorWord,
    /// While they are being run: becomes true when that is to stop.
    running: Option<watch::Sender<bool>>,
    /// Why they are not in their file as they are here.
    trouble: Option<String>,
    /// Whether there is a file that could not be read.
    is_broken: bool,
}

impl Script {
    /// What was kept on a shelf, and is kept there.
    fn on(shelf: Shelf) -> Self {
        Script { saved: Mutex::new(shelf.read()), shelf: Some(shelf) }
    }

    /// Changes what is saved, and keeps it. What is refused changes nothing.
    fn change<T>(
        &self,
        held: &Held,
        change: impl FnOnce(&mut Saved) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let mut saved = self.saved();
        let changed = change(&mut saved)?;
        if let Some(shelf) = &self.shelf {
            shelf.write(&mut saved, &held.secrets.0);
        }
        Ok(changed)
    }

    fn saved(&self) -> MutexGuard<'_, Saved> {
        // Whoever panicked has added a whole step or none.
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether anything was saved, or is to be told about that.
    pub(in crate::sessions) fn has_news(&self) -> bool {
        let saved = self.saved();
        !saved.steps.is_empty() || saved.trouble.is_some()
    }
}

impl Saved {
    /// Refuses what would be too much.
    fn has_room(&self, more: usize) -> Result<(), Problem> {
        let bytes: usize = self.steps.iter().map(Step::bytes).sum();
        if bytes + more <= MOST_BYTES {
            return Ok(());
        }
        let message = format!("a script may have {MOST_STEPS} steps of {MOST_BYTES} bytes together");
        Err(Problem::invalid_request(message).with_hint("save it to a file and remove steps"))
    }
}

/// What happens when a step does not pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = OnStepError)]
#[serde(rename_all = "lowercase")]
enum OnErrorWord {
    /// The rest is skipped.
    #[default]
    Stop,
    /// The next one is run all the same.
    Continue,
}

/// A script.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ScriptBody {
    /// Its steps, in their order.
    steps: Vec<StepBody>,
    /// What happens when a step does not pass.
    on_error: OnErrorWord,
    /// Whether it is being run.
    running: bool,
    /// Why it is not kept in its file as it is here; null when it is.
    #[schema(required)]
    trouble: Option<String>,
    /// All of it as a file that `--script` reads.
    text: String,
}

impl ScriptBody {
    fn of(held: &Held) -> Self {
        let saved = held.script.saved();
        let steps: Vec<StepBody> = saved.steps.iter().map(|step| step.body(saved.on_error)).collect();
        let lines: Vec<String> = steps.iter().map(|step| format!("  {}", step.step)).collect();
        let text =
            if lines.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", lines.join(",\n")) };
        let (running, trouble) = (saved.running.is_some(), saved.trouble.clone());
        ScriptBody { steps, on_error: saved.on_error, running, trouble, text }
    }
}

/// Tells everyone who looks at a session with the same script that it changed.
fn tell(backend: &Backend, held: &Held) {
    for other in backend.sessions().list() {
        if Arc::ptr_eq(&other.script, &held.script) {
            other.timeline.mark();
        }
    }
}

fn no_step(number: u64) -> Problem {
    Problem::not_found(format!("the script has no step {number}"))
        .with_hint("GET /api/sessions/{id}/script lists the steps")
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
/// Up to 200 steps of 1 MiB together. They are kept in a file for the server, without what looks like a secret.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/script",
    tag = "sessions",
    operation_id = "addStep",
    params(("id" = String, Path, description = "The session's id")),
    request_body = AddStepBody,
    responses((status = 200, description = "The script as it is now", body = ScriptBody), SessionProblems)
)]
async fn add(
    State(backend): State<Backend>,
    Found(held): Found,
    Body(body): Body<AddStepBody>,
) -> Result<Json<ScriptBody>, Problem> {
    let seq = body.seq;
    let row = look(&held, move |_, timeline| timeline.row_at(Seq(seq))).await?;
    let row = row.ok_or_else(|| unknown(seq))?;
    let entries = entries(&held, &row);
    let request = frame(&held, &row, &entries)?;
    let plain = share::script_step(request).map_err(impossible)?;
    let (method, params) = share::request(request).map_err(impossible)?;
    let message = share::json_rpc(request);
    // What the log has of it is not what was sent.
    let blanked = entries.iter().any(|entry| entry.seq == row.seq && entry.is_masked());
    held.script.change(&held, |saved| {
        // A script that is full has no room for anything.
        let is_full = saved.steps.len() >= MOST_STEPS;
        saved.has_room(if is_full { MOST_BYTES + 1 } else { plain.len() + message.len() })?;
        saved.last += 1;
        let (session, target) = (held.id.to_string(), row.target.to_string());
        let (number, seq, expect) = (saved.last, row.seq.0, Vec::new());
        saved.steps.push(Step {
            number,
            session,
            seq,
            method,
            target,
            params,
            plain,
            message,
            expect,
            blanked,
            ran: None,
        });
        Ok(())
    })?;
    tell(&backend, &held);
    Ok(Json(ScriptBody::of(&held)))
}

/// How the script is to be run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ChooseBody {
    /// What happens when a step does not pass.
    on_error: OnErrorWord,
}

/// Says what happens when a step does not pass
#[utoipa::path(
    put,
    path = "/api/sessions/{id}/script",
    tag = "sessions",
    operation_id = "chooseOnError",
    params(("id" = String, Path, description = "The session's id")),
    request_body = ChooseBody,
    responses((status = 200, description = "The script as it is now", body = ScriptBody), SessionProblems)
)]
async fn choose(
    State(backend): State<Backend>,
    Found(held): Found,
    Body(body): Body<ChooseBody>,
) -> Result<Json<ScriptBody>, Problem> {
    held.script.change(&held, |saved| {
        saved.on_error = body.on_error;
        Ok(())
    })?;
    tell(&backend, &held);
    Ok(Json(ScriptBody::of(&held)))
}

/// What is expected of a step.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ExpectBody {
    /// All of it: it takes the place of what was expected before.
    #[schema(value_type = Vec<Assertion>)]
    expect: Vec<Raw>,
}

/// Says what is expected of a step
///
/// Up to 50 assertions, in the words of `expect` of a script.
#[utoipa::path(
    put,
    path = "/api/sessions/{id}/script/{number}",
    tag = "sessions",
    operation_id = "expectOfStep",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("number" = u64, Path, description = "The number of the step"),
    ),
    request_body = ExpectBody,
    responses((status = 200, description = "The script as it is now", body = ScriptBody), SessionProblems)
)]
async fn expect(
    State(backend): State<Backend>,
    FoundWith(held, number): FoundWith,
    Body(body): Body<ExpectBody>,
) -> Result<Json<ScriptBody>, Problem> {
    if body.expect.len() > MOST_ASSERTIONS {
        return Err(Problem::invalid_request(format!("a step may have {MOST_ASSERTIONS} assertions")));
    }
    let mut expect = Vec::new();
    for (index, raw) in body.expect.iter().enumerate() {
        let wrong = |error| Problem::invalid_request(format!("`expect[{index}]`: {error}"));
        expect.push(Assertion::read(raw).map_err(wrong)?);
    }
    held.script.change(&held, |saved| {
        let before = saved.steps.iter().find(|step| step.number == number);
        let before = before.map_or(0, |step| Raw::of(&step.expect).as_str().len());
        saved.has_room(Raw::of(&expect).as_str().len().saturating_sub(before))?;
        let step = saved.steps.iter_mut().find(|step| step.number == number);
        let step = step.ok_or_else(|| no_step(number))?;
        if step.method != "tools/call" && expect.iter().any(Assertion::is_of_output) {
            return Err(Problem::invalid_request("only results of tools have an output schema"));
        }
        step.expect = expect;
        // What was judged by something else says nothing about it.
        step.ran = None;
        Ok(())
    })?;
    tell(&backend, &held);
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
async fn remove(
    State(backend): State<Backend>,
    FoundWith(held, number): FoundWith,
) -> Result<Json<ScriptBody>, Problem> {
    held.script.change(&held, |saved| {
        let before = saved.steps.len();
        saved.steps.retain(|step| step.number != number);
        if saved.steps.len() < before { Ok(()) } else { Err(no_step(number)) }
    })?;
    tell(&backend, &held);
    Ok(Json(ScriptBody::of(&held)))
}
