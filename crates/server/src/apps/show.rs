//! Showing an app: its resource is read from the server, checked, and put where a frame can load it.

use super::policy::{Domains, Refused};
use super::resource::AppResource;
use super::sandbox;
use super::shelf::Document;
use crate::openapi::{CommandProblems, word};
use crate::sessions::{Body, Found};
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mcp_inspector_engine::core::brief::brief;
use mcp_inspector_engine::{CallRequest, FaultCode, List, Raw};
use serde::{Deserialize, Serialize};
use std::time::Instant;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(show))
}

/// Which app to show.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ShowBody {
    /// The `ui://` resource that it is.
    #[schema(pattern = "^ui://")]
    uri: String,
}

/// An app that can be shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShownApp)]
struct ShownBody {
    /// The page to embed: a sandbox that embeds the app and passes on what both say. It can be loaded for
    /// some minutes.
    sandbox: String,
    /// The origin of that page, and of all it sends.
    origin: String,
    /// The policy under which the app runs.
    policy: String,
    /// What the app may load and connect to.
    domains: Domains,
    /// What the server declared and is not allowed.
    refused: Vec<Refused>,
    /// What the app would like to use; none of it is granted.
    #[schema(schema_with = permissions)]
    permissions: Vec<&'static str>,
    /// Whether the app wants a border; null when it does not care.
    #[schema(required)]
    prefers_border: Option<bool>,
    /// How many bytes of HTML it has.
    bytes: usize,
}

fn permissions() -> utoipa::openapi::Array {
    let words = word(&["camera", "microphone", "geolocation", "clipboardWrite"]);
    utoipa::openapi::ArrayBuilder::new().items(words).build()
}

/// Makes an app ready to be shown
///
/// Its resource is read from the server, which is a call like any other.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/apps",
    tag = "apps",
    operation_id = "showApp",
    params(("id" = String, Path, description = "The session's id")),
    request_body = ShowBody,
    responses((status = 200, description = "Where it can be loaded", body = ShownBody), CommandProblems)
)]
async fn show(
    State(backend): State<Backend>,
    Found(held): Found,
    Body(body): Body<ShowBody>,
) -> Result<Json<ShownBody>, Problem> {
    if !body.uri.starts_with("ui://") {
        let message = format!("`uri` is `{}`, and the URI of an app begins with `ui://`", brief(&body.uri));
        return Err(Problem::invalid_request(message));
    }
    let apps = backend.apps();
    let origin = apps.origin(&backend).ok_or_else(|| {
        Problem::new(FaultCode::LimitReached, "there is no port for apps of servers")
            .with_hint("the log of the backend says why; start it again when there are free ports")
    })?;
    let params = Raw::of(&std::collections::BTreeMap::from([("uri", &body.uri)]));
    let request = CallRequest::new("resources/read", Some(params));
    let result = held.call(&backend, request).await?.ended().await?.result();
    // That the server has no such app is no fault of the way to it.
    let result = result.map_err(|problem| problem.at_server(StatusCode::NOT_FOUND))?;
    let listed = held.session.log().with_view(|view| {
        let resources = view.catalog.list(List::Resources)?;
        let is_it = |item: &&Raw| item.text_member("uri").as_deref() == Some(&body.uri);
        resources.items.iter().find(is_it).cloned()
    });
    let app = AppResource::read(&body.uri, &result, listed.as_ref())?;
    let policy = app.domains.policy(&sandbox::ancestors(origin, backend.base()));
    let bytes = app.html.len();
    let id = apps.shelf.put(Document { html: app.html, policy: policy.clone() }, Instant::now());
    Ok(Json(ShownBody {
        sandbox: format!("{origin}/sandbox/{id}"),
        origin: origin.to_owned(),
        policy,
        domains: app.domains,
        refused: app.refused,
        permissions: app.permissions,
        prefers_border: app.prefers_border,
        bytes,
    }))
}
