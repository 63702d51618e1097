//! Running the saved calls as tests: one after the other, each judged by what is expected of it.

use super::{OnErrorWord, Script, ScriptBody, Step, tell};
use crate::openapi::{SendProblems, SessionProblems, word};
use crate::sessions::held::Held;
use crate::sessions::input::{Found, OptionalBody, Params};
use crate::sessions::timeline::look;
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use mcp_inspector_engine::core::expect::{Assertion, Judged, Verdict, expects_error, judge};
use mcp_inspector_engine::core::junit::{Case, End, junit};
use mcp_inspector_engine::{CallOptions, CallRequest, List, ListOptions, Outcome, Raw};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(run)).routes(routes!(stop)).routes(routes!(report))
}

/// How the last run of a step went.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StepRun)]
pub(super) struct Ran {
    /// The session it was run in.
    session: String,
    /// `waiting` for those before it, `running`, `passed`; `failed`: something else came than expected; `broken`:
    /// there was no answer; `skipped`: one before it failed; `stopped`: the run was stopped before its end.
    #[schema(schema_with = states)]
    pub(super) state: &'static str,
    /// The entry that began the row of its call; null when there is none.
    #[schema(required)]
    seq: Option<u64>,
    /// How long the call took; null when it was not answered.
    #[schema(required)]
    duration_ms: Option<f64>,
    /// Why it did not pass, in a sentence; null when it did, or when the verdicts say it.
    #[schema(required)]
    why: Option<String>,
    /// Whether each of the assertions holds, in their order.
    verdicts: Vec<Verdict>,
}

fn states() -> Object {
    word(&["waiting", "running", "passed", "failed", "broken", "skipped", "stopped"])
}

impl Ran {
    fn new(held: &Held, state: &'static str) -> Self {
        let session = held.id.to_string();
        Ran { session, state, seq: None, duration_ms: None, why: None, verdicts: Vec::new() }
    }

    fn because(held: &Held, state: &'static str, why: &str) -> Self {
        Ran { why: Some(why.to_owned()), ..Ran::new(held, state) }
    }

    fn is_passed(&self) -> bool {
        self.state == "passed"
    }

    fn case(&self) -> (Duration, End) {
        let why = self.why.clone().unwrap_or_default();
        let end = match self.state {
            "passed" => End::Passed,
            "failed" => {
                let failed = self.verdicts.iter().filter(|verdict| !verdict.passed).map(Verdict::line);
                End::Failed(self.why.iter().cloned().chain(failed).collect())
            }
            "broken" => End::Broken(why),
            "skipped" | "stopped" => End::Skipped(why),
            _ => End::Skipped("it was not run to its end".to_owned()),
        };
        (Duration::from_secs_f64(self.duration_ms.unwrap_or_default() / 1e3), end)
    }
}

/// Which steps to run.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RunBody {
    /// Their numbers; all of them unless told.
    #[serde(default)]
    steps: Option<Vec<u64>>,
}

/// How to be told.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Waiting {
    /// Answer when the run has ended.
    #[serde(default)]
    wait: bool,
}

/// Runs the saved steps as tests
///
/// One after the other, in their order. Answers at once with the script, whose steps tell how they stand, or with
/// `wait=true` when all have ended. The first that does not pass ends the run unless the script goes on.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/tests",
    tag = "sessions",
    operation_id = "runTests",
    params(("id" = String, Path, description = "The session's id"), Waiting),
    request_body = Option<RunBody>,
    responses(
        (status = 200, description = "The run has ended", body = ScriptBody),
        (status = 202, description = "The run was begun", body = ScriptBody),
        SendProblems,
    )
)]
async fn run(
    State(backend): State<Backend>,
    Found(held): Found,
    Params(waiting): Params<Waiting>,
    OptionalBody(body): OptionalBody<RunBody>,
) -> Result<(StatusCode, Json<ScriptBody>), Problem> {
    held.writable()?;
    let (numbers, stop) = begin(&held, body.steps.as_deref())?;
    tell(&backend, &held);
    let begun = ScriptBody::of(&held);
    // Nothing to run is no run: its end would be taken for that of another one.
    if numbers.is_empty() {
        return Ok((StatusCode::OK, Json(begun)));
    }
    // On its own, so that it goes on when whoever began it goes away.
    let running = tokio::spawn(carry_out(backend, held.clone(), numbers, stop));
    if !waiting.wait {
        return Ok((StatusCode::ACCEPTED, Json(begun)));
    }
    let _ = running.await;
    Ok((StatusCode::OK, Json(ScriptBody::of(&held))))
}

/// Stops a run of tests
///
/// The call that is under way is cancelled. Steps that were not run, or not to their end, are `stopped`. Without a run
/// nothing changes.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/tests/stop",
    tag = "sessions",
    operation_id = "stopTests",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 202, description = "The run ends", body = ScriptBody), SessionProblems)
)]
async fn stop(Found(held): Found) -> (StatusCode, Json<ScriptBody>) {
    if let Some(running) = &held.script.saved().running {
        running.send_replace(true);
    }
    (StatusCode::ACCEPTED, Json(ScriptBody::of(&held)))
}

/// Becomes true when a run is to stop.
type Stop = watch::Receiver<bool>;

/// Resolves once a run is to stop, and never if it is not.
async fn told(stop: &mut Stop) {
    if stop.wait_for(|stop| *stop).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Says of each step that it waits; only one run is under way at a time.
fn begin(held: &Held, wanted: Option<&[u64]>) -> Result<(Vec<u64>, Stop), Problem> {
    let mut saved = held.script.saved();
    if saved.running.is_some() {
        return Err(Problem::invalid_request("the steps are being run already")
            .with_hint("wait until they have ended, or stop them"));
    }
    let known: Vec<u64> = saved.steps.iter().map(|step| step.number).collect();
    if let Some(number) = wanted.unwrap_or_default().iter().find(|number| !known.contains(number)) {
        return Err(super::no_step(*number));
    }
    let numbers: Vec<u64> =
        known.into_iter().filter(|number| wanted.is_none_or(|wanted| wanted.contains(number))).collect();
    for step in saved.steps.iter_mut().filter(|step| numbers.contains(&step.number)) {
        step.ran = Some(Ran::new(held, "waiting"));
    }
    let (sender, stop) = watch::channel(false);
    if !numbers.is_empty() {
        saved.running = Some(sender);
    }
    Ok((numbers, stop))
}

/// A run that is under way, until it is dropped.
struct UnderWay(Arc<Script>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.saved().running = None;
    }
}

async fn carry_out(backend: Backend, held: Arc<Held>, numbers: Vec<u64>, mut stop: Stop) {
    let under_way = UnderWay(held.script.clone());
    let mut has_failed = false;
    for number in numbers {
        let left_out = if *stop.borrow() {
            Some(Ran::because(&held, "stopped", "the run was stopped before it"))
        } else {
            has_failed.then(|| Ran::because(&held, "skipped", "a step before it did not pass"))
        };
        let now = left_out.clone().unwrap_or_else(|| Ran::new(&held, "running"));
        let Some(step) = set(&held, number, now) else {
            continue;
        };
        let ran = if let Some(ran) = left_out {
            ran
        } else {
            tell(&backend, &held);
            one(&backend, &held, &step, &mut stop).await
        };
        has_failed |= !ran.is_passed() && held.script.saved().on_error == OnErrorWord::Stop;
        settle(&held, &step, ran);
        tell(&backend, &held);
    }
    drop(under_way);
    tell(&backend, &held);
}

/// Keeps how a step stands, and gives the step; none when it was removed.
fn set(held: &Held, number: u64, ran: Ran) -> Option<Step> {
    let mut saved = held.script.saved();
    let step = saved.steps.iter_mut().find(|step| step.number == number)?;
    step.ran = Some(ran);
    Some(step.clone())
}

/// Keeps what became of a step, unless something else is expected of it by now: that was not judged.
fn settle(held: &Held, judged: &Step, ran: Ran) {
    let mut saved = held.script.saved();
    let step = saved.steps.iter_mut().find(|step| step.number == judged.number);
    if let Some(step) = step {
        step.ran = (step.expect == judged.expect).then_some(ran);
    }
}

/// Makes the call of a step and judges what came.
async fn one(backend: &Backend, held: &Arc<Held>, step: &Step, stop: &mut Stop) -> Ran {
    let broken = |problem: &Problem| Ran::because(held, "broken", &problem.fault().message);
    if step.blanked {
        let why = "something in it is a secret, which neither the log nor a file keeps, so the call cannot be made again";
        return Ran::because(held, "broken", why);
    }
    let options =
        CallOptions { progress: step.method == "tools/call", forced: true, ..CallOptions::default() };
    let request = CallRequest { method: step.method.as_str().into(), params: step.params.clone(), options };
    let running = match held.call(backend, request).await {
        Ok(running) => running,
        Err(problem) => return broken(&problem),
    };
    let call = running.call;
    let mut ended = pin!(running.ended());
    let ended = tokio::select! {
        ended = &mut ended => ended,
        () = told(stop) => {
            held.session.abort(call, "the run of tests was stopped").await;
            ended.await
        }
    };
    let ended = match ended {
        Ok(ended) => ended,
        Err(problem) => return broken(&problem),
    };
    let seq = look(held, move |_, timeline| timeline.seq_of_call(call)).await.ok().flatten();
    let ran = match &ended.outcome {
        Outcome::Answered(result) => {
            let judged = judged(held, step, result.clone(), ended.took);
            // An output schema may have to be asked for, and the server may be silent.
            tokio::select! {
                ran = judged => ran,
                () = told(stop) => Ran::because(held, "stopped", "the run was stopped before it was judged"),
            }
        }
        _ if *stop.borrow() => Ran::because(held, "stopped", "the run was stopped, and the call cancelled"),
        _ => ended.result().err().map_or_else(|| Ran::new(held, "broken"), |problem| broken(&problem)),
    };
    Ran { seq: seq.map(|seq| seq.0), ..ran }
}

async fn judged(held: &Held, step: &Step, result: Raw, took: Duration) -> Ran {
    let schema = if step.expect.iter().any(Assertion::is_of_output) {
        output_schema(held, &step.target).await
    } else {
        None
    };
    let expect = step.expect.clone();
    let is_error = result.member("isError").is_some_and(|flag| flag.as_str() == "true");
    // To read through many megabytes must not hold up others.
    let judging = tokio::task::spawn_blocking(move || {
        judge(&expect, &Judged { result: &result, took, output_schema: schema.as_ref() })
    });
    let Ok(verdicts) = judging.await else {
        return Ran { why: Some("it could not be judged to the end".to_owned()), ..Ran::new(held, "broken") };
    };
    let why = (is_error && !expects_error(&step.expect)).then(|| "the tool reports an error".to_owned());
    let has_passed = why.is_none() && verdicts.iter().all(|verdict| verdict.passed);
    let duration_ms = Some((took.as_secs_f64() * 1e6).round() / 1e3);
    Ran { duration_ms, why, verdicts, ..Ran::new(held, if has_passed { "passed" } else { "failed" }) }
}

/// The output schema of a tool, as the server lists it; fetched if that was not done yet.
async fn output_schema(held: &Held, tool: &str) -> Option<Value> {
    let listed = held.session.log().with_view(|view| {
        let list = view.catalog.list(List::Tools);
        list.map(|list| list.items.clone())
    });
    let items = match listed {
        Some(items) => items,
        None => {
            let pages = held.session.list_pages_with(List::Tools, ListOptions::default()).await.ok()?;
            let listed = |page: &Raw| page.member(List::Tools.member())?.elements();
            pages.iter().filter_map(listed).flatten().collect()
        }
    };
    let found = items.iter().find(|item| item.text_member("name").as_deref() == Some(tool))?;
    found.member("outputSchema").map(|schema| schema.to_value())
}

/// The last run as JUnit XML
///
/// Steps that were not run are skipped in it.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/tests/junit",
    tag = "sessions",
    operation_id = "showJunit",
    params(("id" = String, Path, description = "The session's id")),
    responses(
        (status = 200, description = "A document with one suite", body = String, content_type = "application/xml"),
        SessionProblems,
    )
)]
async fn report(Found(held): Found) -> impl IntoResponse {
    let steps = held.script.saved().steps.clone();
    let cases: Vec<Case> = steps
        .into_iter()
        .enumerate()
        .map(|(index, step)| {
            let not_run = || (Duration::ZERO, End::Skipped("it was not run".to_owned()));
            let (took, end) = step.ran.as_ref().map_or_else(not_run, Ran::case);
            let about = if step.target.is_empty() { &step.method } else { &step.target };
            Case { name: format!("steps[{index}] {about}"), class: step.method.clone(), took, end }
        })
        .collect();
    ([(header::CONTENT_TYPE, "application/xml")], junit(&held.name, &cases))
}
