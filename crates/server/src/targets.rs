//! Which servers a user could mean: read from what was pasted, found in the files of other clients, or
//! used before. Nothing here connects to anything or changes a file of others.

mod recent;
mod typed;

pub use recent::Recent;
use recent::RecentServer;
pub(crate) use recent::Way;
pub(crate) use typed::Typed;

use crate::openapi::{AnyProblems, SessionProblems};
use crate::problem::PathOf;
use crate::sessions::Body;
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mcp_inspector_engine::clients::{self, Found};
use mcp_inspector_engine::config;
use mcp_inspector_engine::core::target::TargetError;
use mcp_inspector_engine::core::target::files::{Entry, TargetFile};
use mcp_inspector_engine::core::uri_template::UriTemplate;
use mcp_inspector_engine::{FaultCode, Target};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use utoipa::ToSchema;
use utoipa::openapi::Object;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new()
        .routes(routes!(read))
        .routes(routes!(found))
        .routes(routes!(recent))
        .routes(routes!(forget_recent))
        .routes(routes!(typed::keep_typed))
        .routes(routes!(expand))
}

/// What a user pasted: a command line, a URL, or the text of a config file.
pub(crate) enum Pasted {
    Target(Target),
    File(TargetFile),
}

impl Pasted {
    /// Finds out what it is.
    pub(crate) fn read(text: &str) -> Result<Pasted, Problem> {
        let text = text.trim();
        if text.starts_with('{') {
            return TargetFile::read("the pasted text", text)
                .map(Pasted::File)
                .map_err(|error| unfit(&error));
        }
        Target::from_line(text).map(Pasted::Target).map_err(|error| unfit(&error))
    }

    /// The server that is meant; `server` is its name in a config file that has several.
    pub(crate) fn target(self, server: Option<&str>) -> Result<Target, Problem> {
        let file = match self {
            Pasted::Target(target) => return Ok(target),
            Pasted::File(file) => file,
        };
        let name = match (server, &file.names()[..]) {
            (Some(server), _) => server.to_owned(),
            (None, [only]) => (*only).to_owned(),
            (None, names) => {
                let message = format!("the pasted text has {} servers, and none is named", names.len());
                return Err(Problem::new(FaultCode::InvalidConfig, message)
                    .with_hint("name one of them in `target.server`"));
            }
        };
        of_file(&file, &name)
    }
}

/// A server of a file, on its own: not one of the configuration.
pub(crate) fn of_file(file: &TargetFile, name: &str) -> Result<Target, Problem> {
    let mut target = file.resolve(name, &config::environment).map_err(|error| unfit(&error))?;
    target.id = None;
    Ok(target)
}

/// The file of another client at that path; any other file is none of our business.
pub(crate) fn found_file(path: &str) -> Result<TargetFile, Problem> {
    let place = look().into_iter().find(|found| found.path == Path::new(path));
    let place = place.ok_or_else(|| {
        Problem::not_found("no client that is known keeps its servers in that file")
            .with_hint("GET /api/targets/found lists the files")
    })?;
    place.file.map_err(|error| {
        let hint = error.hint().unwrap_or_default();
        Problem::new(FaultCode::InvalidConfig, error.to_string()).with_hint(hint)
    })
}

/// Remembers the server that was named when the backend was started.
pub(crate) fn remember_named(backend: &Backend, target: &Target) {
    let path = backend.config().path();
    let way = if target.id.is_some() { Way::File(path) } else { Way::Described };
    backend.recent().remember(target, way);
}

fn look() -> Vec<Found> {
    clients::found(Path::new("."), &|name| std::env::var_os(name))
}

pub(crate) fn unfit(error: &TargetError) -> Problem {
    let problem = Problem::new(FaultCode::InvalidConfig, error.to_string());
    match error.hint() {
        Some(hint) => problem.with_hint(hint),
        None => problem,
    }
}

/// What a user pasted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReadBody {
    /// A command line, a URL, or the text of a config file.
    text: String,
}

/// What was pasted, understood.
#[derive(Debug, Serialize, ToSchema)]
struct Understood {
    /// What it is.
    #[schema(schema_with = kinds)]
    kind: &'static str,
    /// The servers it names.
    servers: Vec<NamedServer>,
}

/// A server that could be connected to.
#[derive(Debug, Serialize, ToSchema)]
struct NamedServer {
    /// What it is called.
    name: String,
    /// The command line or URL, secrets redacted; empty when it cannot be read.
    place: String,
    /// Why it cannot be connected to as it stands.
    #[schema(required)]
    problem: Option<Advice>,
}

/// What is wrong, and what to do about it.
#[derive(Debug, Serialize, ToSchema)]
struct Advice {
    /// What is wrong.
    message: String,
    /// What to do about it.
    #[schema(required)]
    hint: Option<String>,
}

fn kinds() -> Object {
    crate::openapi::word(&["command", "url", "config"])
}

impl NamedServer {
    fn of(entry: &Entry) -> Self {
        let name = entry.name.clone();
        match &entry.target {
            Ok(target) => NamedServer { name, place: target.place(), problem: None },
            Err(error) => {
                let problem = Advice { message: error.to_string(), hint: error.hint() };
                NamedServer { name, place: String::new(), problem: Some(problem) }
            }
        }
    }
}

/// Understands what a user pasted
///
/// A command line, a URL, or the text of a config file. Nothing is connected or kept.
#[utoipa::path(
    post,
    path = "/api/targets/read",
    tag = "targets",
    operation_id = "readTarget",
    request_body = ReadBody,
    responses((status = 200, description = "What it is", body = Understood), AnyProblems)
)]
async fn read(Body(body): Body<ReadBody>) -> Result<Json<Understood>, Problem> {
    Ok(Json(match Pasted::read(&body.text)? {
        Pasted::Target(target) => {
            let place = target.place();
            let kind = if place.contains("://") { "url" } else { "command" };
            Understood { kind, servers: vec![NamedServer { name: target.name, place, problem: None }] }
        }
        Pasted::File(file) => {
            Understood { kind: "config", servers: file.entries().iter().map(NamedServer::of).collect() }
        }
    }))
}

/// The servers of other clients on this machine.
#[derive(Debug, Serialize, ToSchema)]
struct FoundBody {
    /// The files that are there.
    places: Vec<FoundPlace>,
}

/// A file in which another client keeps its servers.
#[derive(Debug, Serialize, ToSchema)]
struct FoundPlace {
    /// The client.
    client: &'static str,
    /// The file.
    path: String,
    /// Its servers.
    servers: Vec<NamedServer>,
    /// Why it cannot be read.
    #[schema(required)]
    problem: Option<Advice>,
}

/// The servers of other clients on this machine
///
/// Their files are read, and never changed.
#[utoipa::path(
    get,
    path = "/api/targets/found",
    tag = "targets",
    operation_id = "findTargets",
    responses((status = 200, description = "The files that are there", body = FoundBody), AnyProblems)
)]
async fn found() -> Result<Json<FoundBody>, Problem> {
    // Reading files may take its time.
    let found = tokio::task::spawn_blocking(look).await;
    let found =
        found.map_err(|_| Problem::new(FaultCode::Shutdown, "the files could not be read to the end"))?;
    let places = found.into_iter().map(|found| {
        let (servers, problem) = match &found.file {
            Ok(file) => (file.entries().iter().map(NamedServer::of).collect(), None),
            Err(error) => (Vec::new(), Some(Advice { message: error.to_string(), hint: error.hint() })),
        };
        FoundPlace { client: found.client, path: found.path.display().to_string(), servers, problem }
    });
    Ok(Json(FoundBody { places: places.collect() }))
}

/// The servers that were connected to before, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct RecentBody {
    /// Them.
    recent: Vec<RecentServer>,
    /// The server that was named when mcp-inspector was started and that nobody was to connect to (`--no-connect`).
    #[schema(required)]
    named: Option<NamedServer>,
    /// What was typed into the field for a server and not connected to.
    typed: String,
}

/// The servers that were connected to before
#[utoipa::path(
    get,
    path = "/api/targets/recent",
    tag = "targets",
    operation_id = "recentTargets",
    responses((status = 200, description = "Newest first", body = RecentBody), AnyProblems)
)]
async fn recent(State(backend): State<Backend>) -> Json<RecentBody> {
    let named = backend.named().map(|target| NamedServer {
        name: target.name.clone(),
        place: target.place(),
        problem: None,
    });
    Json(RecentBody { recent: backend.recent().list(), named, typed: backend.typed().text() })
}

/// Forgets a server that was connected to before
#[utoipa::path(
    delete,
    path = "/api/targets/recent/{id}",
    tag = "targets",
    operation_id = "forgetRecentTarget",
    params(("id" = String, Path, description = "Its id, as the list tells it")),
    responses((status = 204, description = "It is no longer listed"), SessionProblems)
)]
async fn forget_recent(
    State(backend): State<Backend>,
    PathOf(id): PathOf<String>,
) -> Result<StatusCode, Problem> {
    if backend.recent().forget(&id)? { Ok(StatusCode::NO_CONTENT) } else { Err(recent::not_there()) }
}

/// A template and what to put into it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ExpandBody {
    /// A template, as RFC 6570 has it.
    template: String,
    /// The values of its variables; those without one are left out.
    values: BTreeMap<String, String>,
}

/// What a template becomes.
#[derive(Debug, Serialize, ToSchema)]
struct Expanded {
    /// The URI.
    uri: String,
}

/// Puts values into a URI template
#[utoipa::path(
    post,
    path = "/api/expand",
    tag = "targets",
    operation_id = "expandTemplate",
    request_body = ExpandBody,
    responses((status = 200, description = "The URI", body = Expanded), AnyProblems)
)]
async fn expand(Body(body): Body<ExpandBody>) -> Result<Json<Expanded>, Problem> {
    let template = UriTemplate::read(&body.template);
    let template = template.map_err(|error| Problem::invalid_request(error.to_string()))?;
    Ok(Json(Expanded { uri: template.expand(&body.values) }))
}
