//! Forms: a JSON Schema and a value as a model that the page draws, with edits carried out.

use crate::body_limit::BodyLimit;
use crate::openapi::AnyProblems;
use crate::sessions::{Body, LARGEST_CALL};
use crate::{Backend, Problem};
use axum::Json;
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::core::form::{Edit, Form, FormError, compile};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How large a request may be: what can be called can be typed, and the schema and other edits come with it.
const LARGEST: usize = 2 * LARGEST_CALL;

pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(form)).layer(BodyLimit::of(LARGEST))
}

/// What to make a form of.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct FormBody {
    /// The schema, as JSON text.
    schema: String,
    /// The value now, as JSON text; without it, what the schema proposes.
    #[serde(default)]
    text: Option<String>,
    /// What to change, in order.
    #[serde(default)]
    edits: Vec<Edit>,
    /// Whether the formats of elicitation (`email`, `uri`, `date`, `date-time`) are binding, as in an answer to a server.
    #[serde(default)]
    formats: bool,
}

/// Makes a form of a schema and a value
///
/// Nothing is kept. The value is text and stays it: numbers keep their spelling, members their order, and
/// what no edit touches is returned byte for byte.
#[utoipa::path(
    post,
    path = "/api/form",
    tag = "forms",
    operation_id = "makeForm",
    request_body = FormBody,
    responses((status = 200, description = "The form", body = Form), AnyProblems)
)]
async fn form(Body(body): Body<FormBody>) -> Result<Json<Form>, Problem> {
    // A schema can be large, and others must not wait for it.
    let made = tokio::task::spawn_blocking(move || {
        let form = compile(&body.schema, body.text.as_deref(), &body.edits)?;
        Ok::<_, FormError>(if body.formats { form.with_formats() } else { form })
    });
    let made = made.await.map_err(|_| Problem::new(FaultCode::Shutdown, "the form could not be made"))?;
    made.map(Json).map_err(|error| Problem::invalid_request(error.to_string()))
}
