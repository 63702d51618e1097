//! A call in the words of others: a command, a script step, a report.

use super::detail::{entries, unknown};
use super::{look, without};
use crate::openapi::{SessionProblems, word};
use crate::sessions::held::Held;
use crate::sessions::input::{FoundWith, Params};
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::core::share::{self, ShareError};
use mcp_inspector_engine::core::timeline::Row;
use mcp_inspector_engine::{Entry, EntryKind, FaultCode, Frame, Seq, Target};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(shared))
}

/// In which words.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ShareParams {
    /// `cli`: a command of this program. `curl`: one of curl, where the server is reached over HTTP. `json`: the
    /// message. `script`: a step for `--script`. `report`: a bug report in Markdown.
    #[serde(rename = "as")]
    #[param(schema_with = forms)]
    form: String,
}

fn forms() -> Object {
    word(&["cli", "curl", "json", "script", "report"])
}

/// A text to pass on. Secrets are not in it.
#[derive(Debug, Serialize, ToSchema)]
struct Shared {
    /// It.
    text: String,
}

/// A call in the words of others
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/share/{seq}",
    tag = "sessions",
    operation_id = "shareRow",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("seq" = u64, Path, description = "An entry of the row"),
        ShareParams,
    ),
    responses((status = 200, description = "The text", body = Shared), SessionProblems)
)]
async fn shared(
    State(backend): State<Backend>,
    FoundWith(held, seq): FoundWith,
    Params(params): Params<ShareParams>,
) -> Result<Json<Shared>, Problem> {
    let row = look(&held, move |_, timeline| timeline.row_at(Seq(seq))).await?;
    let row = row.ok_or_else(|| unknown(seq))?;
    let entries = entries(&held, &row);
    let target = || target(&backend, &held);
    let begun = || frame(&held, &row, &entries);
    let text = match params.form.as_str() {
        "report" => report(held.clone(), row.clone()).await?,
        "json" => share::json_rpc(begun()?),
        "script" => share::script_step(begun()?).map_err(impossible)?,
        "cli" => {
            // A session that is over has no terms any more, and a recording never had any.
            let versions =
                held.session.terms().await.map_or(Versions::Auto, |(_, in_force)| in_force.versions);
            share::cli(&target()?, versions, begun()?).map_err(impossible)?
        }
        "curl" => {
            let exchange = entries.first().and_then(|begin| {
                held.session.log().exchange_of_call(begin, entries.last().map(|end| &**end))
            });
            share::curl(&target()?, held.session.revision(), begun()?, exchange.as_ref())
                .map_err(impossible)?
        }
        other => {
            let message = format!("`as` is `{other}`, and there is no such form");
            return Err(Problem::invalid_request(message).with_hint("one of cli, curl, json, script, report"));
        }
    };
    Ok(Json(Shared { text }))
}

/// The frame with which a row began, which may be gone while its answer is still kept.
pub(super) fn frame<'a>(held: &Held, row: &Row, entries: &'a [Arc<Entry>]) -> Result<&'a Frame, Problem> {
    let first = entries.first().filter(|entry| entry.seq == row.seq);
    match &first.ok_or_else(|| without(held, row.seq))?.kind {
        EntryKind::Frame { frame, .. } => Ok(frame),
        _ => Err(impossible(ShareError::NotARequest)),
    }
}

pub(super) fn impossible(error: ShareError) -> Problem {
    Problem::invalid_request(error.to_string()).with_hint(error.hint())
}

/// What a session was opened with. A recording knows only what may be shown of it.
fn target(backend: &Backend, held: &Held) -> Result<Target, Problem> {
    if let Some(target) = &held.target {
        return Ok((**target).clone());
    }
    let configured = held.server_id.as_ref().and_then(|id| backend.config().target(id).ok());
    let shown = || Target::from_line(held.session.place()).ok();
    configured.or_else(shown).ok_or_else(|| {
        Problem::new(FaultCode::InvalidConfig, "it is not known how this session reached its server")
    })
}

async fn report(held: Arc<Held>, row: Row) -> Result<String, Problem> {
    let written = tokio::task::spawn_blocking(move || held.session.bug_report(&row));
    written.await.map_err(|_| Problem::new(FaultCode::Shutdown, "the report could not be written to the end"))
}
