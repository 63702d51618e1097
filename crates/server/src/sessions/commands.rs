//! What else a face can ask of a session: lists, notifications, log level, subscriptions, roots, raw frames.

mod asks;

use super::held::Held;
use super::input::{Body, Found, OptionalBody, Params, RawBody, object, strict_list};
use super::opening::{LevelWord, RootBody};
use crate::body_limit::BodyLimit;
use crate::history::End;
use crate::openapi::{CommandProblems, SendProblems};
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{CallRequest, FaultCode, List, ListOptions, LogLevel, Raw, Root};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::time::Instant;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The largest frame that can be sent as it is.
const LARGEST_RAW: usize = 16 * 1024 * 1024;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    let raw = OpenApiRouter::new().routes(routes!(raw)).layer(BodyLimit::of(LARGEST_RAW));
    OpenApiRouter::new()
        .routes(routes!(fetch))
        .routes(routes!(notify))
        .routes(routes!(set_level))
        .routes(routes!(subscribe, unsubscribe))
        .routes(routes!(roots, set_roots))
        .merge(raw)
        .merge(asks::routes())
}

/// One of the lists a server offers.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ListWord {
    Tools,
    Resources,
    Templates,
    Prompts,
}

impl From<ListWord> for List {
    fn from(list: ListWord) -> Self {
        match list {
            ListWord::Tools => List::Tools,
            ListWord::Resources => List::Resources,
            ListWord::Templates => List::Templates,
            ListWord::Prompts => List::Prompts,
        }
    }
}

/// A list to fetch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ListBody {
    /// Which.
    list: ListWord,
    /// One that the server itself allowed to be kept is good enough.
    #[serde(default)]
    cached: bool,
}

/// A list, all pages.
#[derive(Debug, Serialize, ToSchema)]
struct ListedBody {
    /// Which.
    list: ListWord,
    /// The items as they came, broken ones too.
    #[schema(value_type = Vec<serde_json::Value>)]
    items: Vec<Raw>,
    /// In how many pages they came.
    pages: usize,
}

/// Fetches a list, all pages
///
/// The view has the list too, with what is wrong with its items.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/lists",
    tag = "sessions",
    operation_id = "fetchList",
    params(("id" = String, Path, description = "The session's id")),
    request_body = ListBody,
    responses((status = 200, description = "The list", body = ListedBody), CommandProblems)
)]
async fn fetch(
    State(backend): State<Backend>,
    Found(held): Found,
    Body(body): Body<ListBody>,
) -> Result<Json<ListedBody>, Problem> {
    held.writable()?;
    // On its own, so that the history has its end whether or not anyone waits.
    let fetching = tokio::spawn(async move {
        let list = List::from(body.list);
        let request_id = held.write_request(&backend, list.method(), None);
        let since = Instant::now();
        let options = ListOptions { cached: body.cached, ..ListOptions::default() };
        let pages = held.session.list_pages_with(list, options).await;
        let took = since.elapsed();
        match &pages {
            Ok(pages) => {
                let whole = whole(list, pages);
                held.write_end(&backend, &request_id, End::Result(&whole), took);
            }
            Err(fault) => match &fault.details.rpc {
                Some(error) => held.write_end(&backend, &request_id, End::Error(error), took),
                None => held.write_end(&backend, &request_id, End::Fault(fault), took),
            },
        }
        pages
    });
    let gone = |_| Problem::new(FaultCode::Shutdown, "the session is over");
    let pages = fetching.await.map_err(gone)??;
    let items = pages.iter().flat_map(|page| items(List::from(body.list), page)).collect();
    Ok(Json(ListedBody { list: body.list, items, pages: pages.len() }))
}

fn items(list: List, page: &Raw) -> Vec<Raw> {
    page.member(list.member()).and_then(|items| items.elements()).unwrap_or_default()
}

/// A list in one page, as the history has it.
fn whole(list: List, pages: &[Raw]) -> Raw {
    match pages {
        [page] => page.clone(),
        pages => {
            let items: Vec<Raw> = pages.iter().flat_map(|page| items(list, page)).collect();
            Raw::of(&std::collections::BTreeMap::from([(list.member(), items)]))
        }
    }
}

/// A notification to send.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NotifyBody {
    /// The method, such as `notifications/cancelled`.
    #[schema(min_length = 1)]
    method: String,
    /// The parameters, sent as they are.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    params: Option<Raw>,
}

/// Sends a notification
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/notify",
    tag = "sessions",
    operation_id = "notify",
    params(("id" = String, Path, description = "The session's id")),
    request_body = NotifyBody,
    responses((status = 204, description = "It is on its way"), SendProblems)
)]
async fn notify(Found(held): Found, Body(body): Body<NotifyBody>) -> Result<StatusCode, Problem> {
    if body.method.is_empty() {
        return Err(Problem::invalid_request("`method` is empty"));
    }
    object(body.params.as_ref())?;
    connected(&held)?.session.notify(&body.method, body.params).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A log level.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LevelBody {
    /// How severe something must be for the server to log it.
    level: LevelWord,
}

/// Tells the server from which severity on it should log
#[utoipa::path(
    put,
    path = "/api/sessions/{id}/level",
    tag = "sessions",
    operation_id = "setLevel",
    params(("id" = String, Path, description = "The session's id")),
    request_body = LevelBody,
    responses((status = 204, description = "The server knows"), CommandProblems)
)]
async fn set_level(
    State(backend): State<Backend>,
    Found(held): Found,
    Body(body): Body<LevelBody>,
) -> Result<StatusCode, Problem> {
    let params = Raw::of(&json!({ "level": LogLevel::from(body.level) }));
    held.result(&backend, CallRequest::new("logging/setLevel", Some(params))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A resource.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResourceBody {
    /// Its URI.
    #[schema(min_length = 1)]
    uri: String,
}

/// Asks to hear of changes of a resource
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/subscriptions",
    tag = "sessions",
    operation_id = "subscribe",
    params(("id" = String, Path, description = "The session's id")),
    request_body = ResourceBody,
    responses((status = 204, description = "The server knows"), CommandProblems)
)]
async fn subscribe(
    State(backend): State<Backend>,
    Found(held): Found,
    Body(body): Body<ResourceBody>,
) -> Result<StatusCode, Problem> {
    let params = resource(&body.uri)?;
    held.result(&backend, CallRequest::new("resources/subscribe", Some(params))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A resource that is named in the query.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ResourceParams {
    /// Its URI, unless the body has it.
    #[serde(default)]
    #[param(min_length = 1)]
    uri: Option<String>,
}

/// A resource that may be named elsewhere.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UnsubscribeBody {
    /// Its URI, which may be longer than an address has room for.
    #[serde(default)]
    #[schema(min_length = 1)]
    uri: Option<String>,
}

/// No longer wants to hear of changes of a resource
#[utoipa::path(
    delete,
    path = "/api/sessions/{id}/subscriptions",
    tag = "sessions",
    operation_id = "unsubscribe",
    params(("id" = String, Path, description = "The session's id"), ResourceParams),
    request_body = Option<UnsubscribeBody>,
    responses((status = 204, description = "The server knows"), CommandProblems)
)]
async fn unsubscribe(
    State(backend): State<Backend>,
    Found(held): Found,
    Params(named): Params<ResourceParams>,
    OptionalBody(body): OptionalBody<UnsubscribeBody>,
) -> Result<StatusCode, Problem> {
    let params = resource(&body.uri.or(named.uri).unwrap_or_default())?;
    held.result(&backend, CallRequest::new("resources/unsubscribe", Some(params))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The parameters that name a resource.
fn resource(uri: &str) -> Result<Raw, Problem> {
    if uri.is_empty() {
        return Err(Problem::invalid_request("`uri` is empty"));
    }
    Ok(Raw::of(&json!({ "uri": uri })))
}

/// What the server is shown to work in.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RootsBody {
    /// Directories and files.
    #[serde(deserialize_with = "strict_list")]
    roots: Vec<RootBody>,
}

/// What the server is shown to work in
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/roots",
    tag = "sessions",
    operation_id = "listRoots",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The roots", body = RootsBody), SendProblems)
)]
async fn roots(Found(held): Found) -> Result<Json<RootsBody>, Problem> {
    let roots = held.writable()?.list_roots().await?;
    Ok(Json(RootsBody { roots: roots.into_iter().map(RootBody::from).collect() }))
}

/// Changes what the server is shown to work in
///
/// A connected server is told that something changed.
#[utoipa::path(
    put,
    path = "/api/sessions/{id}/roots",
    tag = "sessions",
    operation_id = "setRoots",
    params(("id" = String, Path, description = "The session's id")),
    request_body = RootsBody,
    responses((status = 200, description = "The roots as they are now", body = RootsBody), SendProblems)
)]
async fn set_roots(Found(held): Found, Body(body): Body<RootsBody>) -> Result<Json<RootsBody>, Problem> {
    let session = held.writable()?;
    session.set_roots(body.roots.into_iter().map(Root::from).collect()).await?;
    let roots = session.list_roots().await?;
    Ok(Json(RootsBody { roots: roots.into_iter().map(RootBody::from).collect() }))
}

/// Sends exact bytes as one frame
///
/// Right or wrong: that is how a server's manners are tested. Over stdio a frame is one line, so the
/// bytes must not have a line break.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/raw",
    tag = "sessions",
    operation_id = "sendRaw",
    params(("id" = String, Path, description = "The session's id")),
    request_body(content = RawBody, content_type = "application/octet-stream", description = "The frame"),
    responses((status = 204, description = "It is on its way"), SendProblems)
)]
async fn raw(Found(held): Found, RawBody(bytes): RawBody) -> Result<StatusCode, Problem> {
    let held = connected(&held)?;
    if bytes.is_empty() {
        return Err(Problem::invalid_request("the body is empty: there is nothing to send"));
    }
    let is_http = ["http://", "https://"].iter().any(|scheme| held.session.place().starts_with(scheme));
    if !is_http && bytes.contains(&b'\n') {
        let problem =
            Problem::invalid_request("the body has a line break, which would make two frames of it");
        return Err(problem.with_hint("send one line, without a line break at its end"));
    }
    held.session.send_raw(bytes).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Refuses what needs a connection while there is none; the log would only say that it was not sent.
fn connected(held: &Held) -> Result<&Held, Problem> {
    let phase = held.writable()?.phase();
    if matches!(phase, PhaseName::Ready | PhaseName::Initializing) {
        return Ok(held);
    }
    let problem = Problem::new(FaultCode::NotConnected, format!("there is no connection ({phase})"));
    Err(problem.with_hint("POST /api/sessions/{id}/reconnect connects again"))
}
