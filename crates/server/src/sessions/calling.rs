//! Calls as faces make them: begun, awaited, looked up, taken back, aborted.

use super::calls::{Ended, Known};
use super::held::Held;
use super::input::{Body, Found, FoundWith, OptionalBody, Params, count, object};
use crate::openapi::{ProblemFacts, SendProblems, word};
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::{CallOptions, CallRequest, FaultCode, Outcome, Raw};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new()
        .routes(routes!(call))
        .routes(routes!(show))
        .routes(routes!(cancel))
        .routes(routes!(abort))
}

/// A call to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
struct CallBody {
    /// The method, such as `tools/call`.
    #[schema(min_length = 1)]
    method: String,
    /// The parameters, sent as they are: spelling of numbers, order and unknown members survive.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    params: Option<Raw>,
    /// How long the server may stay silent, instead of the session's limit.
    #[serde(default, deserialize_with = "count")]
    #[schema(minimum = 1, maximum = 86_400_000)]
    timeout_ms: Option<u64>,
    /// Ask the server for progress.
    #[serde(default)]
    progress: bool,
    /// Send it even if the server's capabilities or the revision do not cover it.
    #[serde(default)]
    forced: bool,
    /// When the server makes a task of it, its first answer is the outcome.
    #[serde(default)]
    detached: bool,
    /// An answer that the server itself allowed to be kept is good enough.
    #[serde(default)]
    cached: bool,
}

impl CallBody {
    fn read(self) -> Result<CallRequest, Problem> {
        if self.method.is_empty() {
            return Err(Problem::invalid_request("`method` is empty"));
        }
        object(self.params.as_ref())?;
        let timeout = match self.timeout_ms {
            Some(millis) if !(1..=86_400_000).contains(&millis) => {
                let message = format!("`timeoutMs` is {millis}, and should be between 1 and 86400000");
                return Err(Problem::invalid_request(message));
            }
            millis => millis.map(Duration::from_millis),
        };
        let options = CallOptions {
            timeout,
            progress: self.progress,
            forced: self.forced,
            detached: self.detached,
            cached: self.cached,
            ..CallOptions::default()
        };
        Ok(CallRequest { method: self.method.into(), params: self.params, options })
    }
}

/// How to be told.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Waiting {
    /// Answer when the call has ended, with its outcome.
    #[serde(default)]
    wait: bool,
    /// Leave a result out that has more bytes than this, and tell about it instead.
    #[serde(default)]
    most: Option<usize>,
}

/// A result that was left out because of its size.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LeftOut {
    /// How many bytes it has.
    bytes: usize,
    /// The names of its members.
    members: Vec<String>,
    /// Whether it says that the tool failed.
    is_error: bool,
}

impl LeftOut {
    fn of(result: &Raw) -> Self {
        let members = result.members().unwrap_or_default();
        LeftOut {
            bytes: result.bytes().len(),
            is_error: members.iter().any(|(name, value)| name == "isError" && value.as_str() == "true"),
            members: members.into_iter().map(|(name, _)| name).collect(),
        }
    }
}

/// A call that was begun.
#[derive(Debug, Serialize, ToSchema)]
struct BegunBody {
    /// Its handle within the session; not the id on the wire.
    call: u64,
}

/// What is known about a call.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallReport {
    /// Its handle within the session; not the id on the wire.
    call: u64,
    /// Its method.
    method: String,
    /// How it ended; absent while it has not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = outcomes)]
    outcome: Option<&'static str>,
    /// The result as it came, when it was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = serde_json::Value)]
    result: Option<Raw>,
    /// About the result, when it was left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    left_out: Option<LeftOut>,
    /// The server's JSON-RPC error as it came, when it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = serde_json::Value)]
    error: Option<RpcError>,
    /// Why there is no answer, when it was cancelled, expired or lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    fault: Option<ProblemFacts>,
    /// How long it took, or has taken so far.
    duration_ms: f64,
}

fn outcomes() -> Object {
    word(&["answered", "refused", "cancelled", "expired", "lost"])
}

impl CallReport {
    fn of(known: &Known, base: &str) -> Self {
        match known {
            Known::Ended(ended) => CallReport::of_ended(ended, base),
            Known::Running(running) => CallReport {
                call: running.call.0,
                method: running.method.to_string(),
                outcome: None,
                result: None,
                left_out: None,
                error: None,
                fault: None,
                duration_ms: millis(Instant::now().duration_since(running.since)),
            },
        }
    }

    /// The same without a result of more than `most` bytes.
    async fn within(mut self, most: Option<usize>) -> Self {
        if let Some(result) =
            self.result.take_if(|result| most.is_some_and(|most| result.bytes().len() > most))
        {
            // To read through many megabytes must not hold up others.
            self.left_out = tokio::task::spawn_blocking(move || LeftOut::of(&result)).await.ok();
        }
        self
    }

    fn of_ended(ended: &Ended, base: &str) -> Self {
        let (word, result, error) = match &ended.outcome {
            Outcome::Answered(result) => ("answered", Some(result.clone()), None),
            Outcome::Refused(error) => ("refused", None, Some(error.clone())),
            Outcome::Cancelled { .. } => ("cancelled", None, None),
            Outcome::Expired(_) => ("expired", None, None),
            Outcome::Lost(_) => ("lost", None, None),
        };
        let has_answer = result.is_some() || error.is_some();
        let fault = if has_answer { None } else { ended.result().err() };
        CallReport {
            call: ended.call.0,
            method: ended.method.to_string(),
            outcome: Some(word),
            result,
            left_out: None,
            error,
            fault: fault.map(|problem| ProblemFacts::of(problem.fault(), base)),
            duration_ms: millis(ended.took),
        }
    }
}

/// Milliseconds with three places behind the point.
fn millis(span: Duration) -> f64 {
    (span.as_secs_f64() * 1e6).round() / 1e3
}

/// Makes a call
///
/// Answers at once with the call's handle, or with `wait=true` when it has ended. The call goes on when
/// whoever made it goes away.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/calls",
    tag = "sessions",
    operation_id = "call",
    params(("id" = String, Path, description = "The session's id"), Waiting),
    request_body = CallBody,
    responses(
        (status = 200, description = "It has ended", body = CallReport),
        (status = 202, description = "It was begun", body = BegunBody),
        SendProblems,
    )
)]
async fn call(
    State(backend): State<Backend>,
    Found(held): Found,
    Params(waiting): Params<Waiting>,
    Body(body): Body<CallBody>,
) -> Result<Response, Problem> {
    let begun = held.call(&backend, body.read()?).await?;
    if !waiting.wait {
        return Ok((StatusCode::ACCEPTED, Json(BegunBody { call: begun.call.0 })).into_response());
    }
    let ended = begun.ended().await?;
    Ok(Json(CallReport::of_ended(&ended, backend.base()).within(waiting.most).await).into_response())
}

/// What became of a call
///
/// Answers at once, or with `wait=true` when it has ended. The newest thousand ended calls of a session are remembered, as long as their outcomes are small.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/calls/{call}",
    tag = "sessions",
    operation_id = "showCall",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("call" = u64, Path, description = "The call's handle"),
        Waiting,
    ),
    responses((status = 200, description = "What is known about it", body = CallReport), SendProblems)
)]
async fn show(
    State(backend): State<Backend>,
    found: FoundWith,
    Params(waiting): Params<Waiting>,
) -> Result<Json<CallReport>, Problem> {
    let known = match find(found)?.1 {
        Known::Running(running) if waiting.wait => Known::Ended(running.ended().await?),
        known => known,
    };
    Ok(Json(CallReport::of(&known, backend.base()).within(waiting.most).await))
}

/// Whether a call was taken back.
#[derive(Debug, Serialize, ToSchema)]
struct CancelledBody {
    /// False when it was already sent, or has ended.
    cancelled: bool,
}

/// Takes a call back
///
/// Works only while the call still waits to be sent; see abort for the others.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/calls/{call}/cancel",
    tag = "sessions",
    operation_id = "cancelCall",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("call" = u64, Path, description = "The call's handle"),
    ),
    responses((status = 200, description = "Whether it was taken back", body = CancelledBody), SendProblems)
)]
async fn cancel(found: FoundWith) -> Result<Json<CancelledBody>, Problem> {
    let key = CallKey(found.1);
    let (held, known) = find(found)?;
    let cancelled = match known {
        Known::Running(_) => held.session.cancel(key).await,
        Known::Ended(_) => false,
    };
    Ok(Json(CancelledBody { cancelled }))
}

/// Why to abort.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AbortBody {
    /// What the server is told.
    #[serde(default)]
    reason: Option<String>,
}

/// Whether a call was ended.
#[derive(Debug, Serialize, ToSchema)]
struct AbortedBody {
    /// False when it had already ended.
    aborted: bool,
}

/// Ends a call, sent or not
///
/// The server is told in the way its revision wants.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/calls/{call}/abort",
    tag = "sessions",
    operation_id = "abortCall",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("call" = u64, Path, description = "The call's handle"),
    ),
    request_body = Option<AbortBody>,
    responses((status = 200, description = "Whether it was ended", body = AbortedBody), SendProblems)
)]
async fn abort(
    found: FoundWith,
    OptionalBody(body): OptionalBody<AbortBody>,
) -> Result<Json<AbortedBody>, Problem> {
    let key = CallKey(found.1);
    let (held, known) = find(found)?;
    let aborted = matches!(known, Known::Running(_));
    if aborted {
        let reason = body.reason.as_deref().unwrap_or("the user aborted it");
        held.session.abort(key, reason).await;
    }
    Ok(Json(AbortedBody { aborted }))
}

fn find(FoundWith(held, number): FoundWith) -> Result<(Arc<Held>, Known), Problem> {
    let known = held.calls.known(CallKey(number)).ok_or_else(|| {
        let message = format!("session `{}` knows no call {number}", held.id);
        Problem::new(FaultCode::NotFound, message)
            .with_hint("only calls made here are known, and only the newest of those that have ended")
    })?;
    Ok((held, known))
}
