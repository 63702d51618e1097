//! Calls as faces make them: begun, awaited, looked up, taken back, aborted.

use super::calls::Known;
use super::held::Held;
use super::input::{Body, Found, FoundWith, OptionalBody, Params, count, object};
use super::report::CallReport;
use crate::body_limit::BodyLimit;
use crate::openapi::SendProblems;
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::{CallOptions, CallRequest, FaultCode, Raw};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How large a call may be, with its parameters.
pub(crate) const LARGEST: usize = 16 * 1024 * 1024;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    let calls = OpenApiRouter::new().routes(routes!(call)).layer(BodyLimit::of(LARGEST));
    OpenApiRouter::new().merge(calls).routes(routes!(show)).routes(routes!(cancel)).routes(routes!(abort))
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

/// A call that was begun.
#[derive(Debug, Serialize, ToSchema)]
struct BegunBody {
    /// Its handle within the session; not the id on the wire.
    call: u64,
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
    let ended = Known::Ended(begun.ended().await?);
    let report = CallReport::known(&held, ended, backend.base()).await?;
    Ok(Json(report.within(waiting.most).await).into_response())
}

/// What became of a call
///
/// Answers at once, or with `wait=true` when it has ended. The newest ended calls of a session are remembered; of others,
/// and of those that were not made here, it is told what the log has.
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
    let FoundWith(held, number) = found;
    let report = match held.calls.known(CallKey(number)) {
        Some(Known::Running(running)) if waiting.wait => {
            let ended = Known::Ended(running.ended().await?);
            CallReport::known(&held, ended, backend.base()).await?
        }
        Some(known) => CallReport::known(&held, known, backend.base()).await?,
        None => CallReport::logged(&held, CallKey(number)).await?.ok_or_else(|| unknown(&held, number))?,
    };
    Ok(Json(report.within(waiting.most).await))
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
    let known = held.calls.known(CallKey(number)).ok_or_else(|| unknown(&held, number))?;
    Ok((held, known))
}

fn unknown(held: &Held, number: u64) -> Problem {
    let message = format!("session `{}` knows no call {number}", held.id);
    Problem::new(FaultCode::NotFound, message)
        .with_hint("only calls made here are known, and those of which the timeline still has a row")
}
