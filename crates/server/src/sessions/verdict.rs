//! Whether the structured result of a call fits the output schema of its tool, judged over the result as it is kept.

use super::calls::Known;
use super::held::Held;
use super::input::FoundWith;
use super::report::story;
use crate::openapi::SendProblems;
use crate::{Backend, Problem};
use axum::Json;
use mcp_inspector_engine::core::command::{CallKey, OutcomeWord};
use mcp_inspector_engine::core::form::{FieldError, Verdict, verdict};
use mcp_inspector_engine::core::frame::Content;
use mcp_inspector_engine::core::message::Message;
use mcp_inspector_engine::core::timeline::{Answer, CallStory};
use mcp_inspector_engine::{EntryKind, FaultCode, List, Outcome, Raw};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(judge))
}

/// Whether a structured result fits.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SchemaVerdict)]
struct VerdictBody {
    /// Whether the tool has an output schema.
    has_schema: bool,
    /// Where the result does not fit it, the first of them.
    errors: Vec<FieldError>,
    /// Why it cannot be told whether it fits, or not by all of the schema.
    #[schema(required)]
    unchecked: Option<String>,
}

/// Whether the structured result of a call fits the output schema of its tool
///
/// By the list of tools that the session has now.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/calls/{call}/verdict",
    tag = "sessions",
    operation_id = "judgeCall",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("call" = u64, Path, description = "The call's handle"),
    ),
    responses((status = 200, description = "The verdict", body = VerdictBody), SendProblems)
)]
async fn judge(FoundWith(held, number): FoundWith) -> Result<Json<VerdictBody>, Problem> {
    let call = CallKey(number);
    let story = story(&held, call).await?;
    let kept = match held.calls.known(call) {
        Some(Known::Ended(ended)) => match &ended.outcome {
            Outcome::Answered(result) => Some(result.clone()),
            _ => None,
        },
        _ => None,
    };
    let logged = || match story.as_ref()? {
        CallStory { outcome: Some(OutcomeWord::Answered), answer: Answer::At { raw, .. }, .. } => {
            Some(raw.clone())
        }
        _ => None,
    };
    let result = kept.or_else(logged).ok_or_else(|| {
        Problem::not_found(format!("call {number} has no result that is still kept"))
            .with_hint("only calls that were answered can be judged")
    })?;
    let schema = story.and_then(|story| schema_of(&held, &tool_of(&held, &story)?));
    let Some(schema) = schema else { return Ok(Json(VerdictBody::default())) };
    // To read through many megabytes must not hold up others.
    let judged = tokio::task::spawn_blocking(move || match result.member("structuredContent") {
        Some(structured) => verdict(schema.as_str(), &structured),
        None => Verdict { errors: Vec::new(), unchecked: Some("there is no structured content".to_owned()) },
    });
    let Verdict { errors, unchecked } =
        judged.await.map_err(|_| Problem::new(FaultCode::Shutdown, "it could not be judged to the end"))?;
    Ok(Json(VerdictBody { has_schema: true, errors, unchecked }))
}

/// The tool that was called: by the request, or by the row, which may have cut its name.
fn tool_of(held: &Held, story: &CallStory) -> Option<String> {
    let row = &story.row;
    if &*row.method != "tools/call" {
        return None;
    }
    let entry = held.session.log().entry(row.seq);
    let asked = entry.and_then(|entry| match &entry.kind {
        EntryKind::Frame { frame, .. } => match frame.content() {
            Content::Message(parsed) => match &parsed.message {
                Message::Request { params, .. } => params.as_ref()?.text_member("name"),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    Some(asked.unwrap_or_else(|| row.target.to_string()))
}

/// The output schema of a tool, as the server lists it.
fn schema_of(held: &Held, tool: &str) -> Option<Raw> {
    let items = held.session.log().with_view(|view| {
        let now = view.catalog.list(List::Tools).map(|list| list.items.clone());
        now.or_else(|| view.catalog_before.as_ref()?.list(List::Tools).map(|list| list.items.clone()))
    })?;
    items.iter().find(|item| item.text_member("name").as_deref() == Some(tool))?.member("outputSchema")
}
