//! `GET /api/history` and `GET /api/logs`.

use super::query::{DEFAULT_LIMIT, LARGEST_LIMIT};
use super::{HistoryError, HistoryPage, HistoryQuery, Level, LogPage, LogQuery};
use crate::openapi::GuardProblems;
use crate::problem::ProblemBody;
use crate::{Backend, Problem};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use mcp_inspector_engine::FaultCode;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The largest whole number that every JSON reader understands.
const LARGEST_NUMBER: i64 = (1 << 53) - 1;

pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(history)).routes(routes!(logs))
}

/// The parameters of both, as text: each is read by itself, so that an error can name it.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Given {
    method: Option<String>,
    server_id: Option<String>,
    level: Option<String>,
    limit: Option<String>,
    offset: Option<String>,
    since: Option<String>,
}

/// What was asked of servers and how it ended, the newest first
#[utoipa::path(
    get,
    path = "/api/history",
    tag = "history",
    operation_id = "history",
    params(
        ("method" = Option<String>, Query, description = "only requests with this method, such as `tools/call`"),
        ("serverId" = Option<String>, Query, description = "only requests to the server with this id"),
        ("limit" = Option<u32>, Query, description = "at most so many entries; 100 when absent", minimum = 1, maximum = 1000),
        ("offset" = Option<u64>, Query, description = "leave out so many of the newest", minimum = 0, maximum = 9_007_199_254_740_991_i64),
        ("since" = Option<u64>, Query, description = "only requests since this time, in milliseconds since 1970", minimum = 0, maximum = 9_007_199_254_740_991_i64),
    ),
    responses(
        (status = 200, description = "a page of the history", body = HistoryPage),
        (status = 400, description = "a parameter makes no sense (`INVALID_REQUEST`)", body = ProblemBody),
        GuardProblems,
        (status = 500, description = "the history cannot be read (`RECORDING_FAILED`)", body = ProblemBody),
    )
)]
async fn history(
    State(backend): State<Backend>,
    given: Result<Query<Given>, QueryRejection>,
) -> Result<Response, Problem> {
    let given = parameters(given)?;
    let query = HistoryQuery {
        method: given.method.filter(|method| !method.is_empty()),
        server_id: given.server_id.filter(|id| !id.is_empty()),
        since: number("since", given.since.as_deref(), 0, LARGEST_NUMBER)?,
        limit: limit(given.limit.as_deref())?,
        offset: number("offset", given.offset.as_deref(), 0, LARGEST_NUMBER)?.map_or(0, i64::unsigned_abs),
    };
    let page = backend.history().ask(move |index| Ok(body(&index.history(&query)?))).await?;
    Ok(page)
}

/// What happened in the backend, the newest first
#[utoipa::path(
    get,
    path = "/api/logs",
    tag = "history",
    operation_id = "logs",
    params(
        ("level" = Option<Level>, Query, description = "only lines that are at least so severe; all when absent"),
        ("limit" = Option<u32>, Query, description = "at most so many lines; 100 when absent", minimum = 1, maximum = 1000),
        ("since" = Option<u64>, Query, description = "only lines since this time, in milliseconds since 1970", minimum = 0, maximum = 9_007_199_254_740_991_i64),
    ),
    responses(
        (status = 200, description = "the newest lines of the log", body = LogPage),
        (status = 400, description = "a parameter makes no sense (`INVALID_REQUEST`)", body = ProblemBody),
        GuardProblems,
        (status = 500, description = "the log cannot be read (`RECORDING_FAILED`)", body = ProblemBody),
    )
)]
async fn logs(
    State(backend): State<Backend>,
    given: Result<Query<Given>, QueryRejection>,
) -> Result<Response, Problem> {
    let given = parameters(given)?;
    let level = match given.level.as_deref() {
        None => Level::Debug,
        Some(word) => Level::ALL.into_iter().find(|level| level.as_str() == word).ok_or_else(|| {
            Problem::invalid_request(format!(
                "`level` is `{word}`; it must be `debug`, `info`, `warn` or `error`"
            ))
        })?,
    };
    let query = LogQuery {
        level,
        since: number("since", given.since.as_deref(), 0, LARGEST_NUMBER)?,
        limit: limit(given.limit.as_deref())?,
    };
    let page = backend.history().ask(move |index| Ok(body(&index.logs(&query)?))).await?;
    Ok(page)
}

fn parameters(given: Result<Query<Given>, QueryRejection>) -> Result<Given, Problem> {
    let Query(given) = given.map_err(|rejection| {
        Problem::invalid_request(format!("the query makes no sense: {}", rejection.body_text()))
            .with_hint("give each parameter once")
    })?;
    Ok(given)
}

fn limit(text: Option<&str>) -> Result<u32, Problem> {
    let limit = number("limit", text, 1, i64::from(LARGEST_LIMIT))?;
    Ok(limit.and_then(|limit| u32::try_from(limit).ok()).unwrap_or(DEFAULT_LIMIT))
}

fn number(name: &str, text: Option<&str>, least: i64, most: i64) -> Result<Option<i64>, Problem> {
    let Some(text) = text else { return Ok(None) };
    let is_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse::<i64>().ok().filter(|number| is_digits && (least..=most).contains(number));
    number.map(Some).ok_or_else(|| {
        Problem::invalid_request(format!(
            "`{name}` is `{text}`; it must be a whole number from {least} to {most}"
        ))
    })
}

/// A page as it is sent, put together where it takes nobody's time.
fn body<T: Serialize>(page: &T) -> Response {
    // A page has a JSON form: its maps have texts as keys.
    let text = serde_json::to_vec(page).unwrap_or_default();
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], text).into_response()
}

impl From<HistoryError> for Problem {
    fn from(error: HistoryError) -> Self {
        let message = format!("the history cannot be read: {error}");
        Problem::new(FaultCode::RecordingFailed, message)
            .with_hint("see whether the directory of the history can be read and has room")
    }
}

#[cfg(test)]
mod tests;
