//! What changed in a server's lists since it was connected last, or since they first came.

use super::input::Found;
use crate::openapi::{SessionProblems, word};
use crate::{Backend, Problem};
use axum::Json;
use mcp_inspector_engine::core::diff::lists::{ListDiff, compare_lists};
use mcp_inspector_engine::core::method::has_capability;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::view::{Catalog, View};
use mcp_inspector_engine::{FaultCode, List, Raw};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::Object;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(changes))
}

/// What changed in a server's lists since it was connected last. A list that cannot be compared, because
/// all of it has not come, is null.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListChanges)]
struct ChangesBody {
    /// What the lists are compared with: those of the connection before in this session, those of the last session
    /// with the same server, or those that first came, once one of them is another; null when there is nothing to
    /// compare with.
    #[schema(required, schema_with = bases)]
    since: Option<&'static str>,
    #[schema(required)]
    tools: Option<ListDiff>,
    #[schema(required)]
    resources: Option<ListDiff>,
    #[schema(required)]
    templates: Option<ListDiff>,
    #[schema(required)]
    prompts: Option<ListDiff>,
}

fn bases() -> Object {
    let mut words = word(&["connection", "session", "first"]);
    words.schema_type = utoipa::openapi::schema::SchemaType::from_iter([
        utoipa::openapi::Type::String,
        utoipa::openapi::Type::Null,
    ]);
    if let Some(words) = &mut words.enum_values {
        words.push(serde_json::Value::Null);
    }
    words
}

/// What changed in the lists since the server was connected last
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/changes",
    tag = "sessions",
    operation_id = "listChanges",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "What changed, list by list", body = ChangesBody), SessionProblems)
)]
async fn changes(Found(held): Found) -> Result<Json<ChangesBody>, Problem> {
    let compared = tokio::task::spawn_blocking(move || {
        let (now, here) = held.session.log().with_view(|view| (Now::of(view), view.catalog_before.clone()));
        let (since, before) = match (&here, &held.catalog_before) {
            (Some(before), _) => (Some("connection"), Some(&**before)),
            (None, Some(before)) => (Some("session"), Some(&**before)),
            (None, None) if now.has_changed() => (Some("first"), None),
            (None, None) => (None, None),
        };
        let compare = |list| match before {
            Some(before) => now.compare(list, before),
            None => now.compare_with_first(list).filter(|_| since.is_some()),
        };
        ChangesBody {
            since,
            tools: compare(List::Tools),
            resources: compare(List::Resources),
            templates: compare(List::Templates),
            prompts: compare(List::Prompts),
        }
    });
    let gone = |_| Problem::new(FaultCode::Shutdown, "the lists could not be compared to the end");
    compared.await.map(Json).map_err(gone)
}

/// The lists that are compared.
const LISTS: [List; 4] = [List::Tools, List::Resources, List::Templates, List::Prompts];

/// What is known about the lists of now.
struct Now {
    catalog: Catalog,
    capabilities: Option<Raw>,
    is_ready: bool,
}

impl Now {
    fn of(view: &View) -> Self {
        Now {
            catalog: view.catalog.clone(),
            capabilities: view.server.as_ref().and_then(|server| server.capabilities.clone()),
            is_ready: view.phase == PhaseName::Ready,
        }
    }

    /// The items of a list, if all of them are known.
    fn items(&self, list: List) -> Option<&[Raw]> {
        if let Some(view) = self.catalog.list(list) {
            return view.is_complete.then_some(&view.items[..]);
        }
        // A server that no longer advertises a list has none.
        let name = if list == List::Templates { List::Resources } else { list }.member();
        let is_advertised = self.capabilities.as_ref().is_none_or(|said| has_capability(said, &[name]));
        (self.is_ready && !is_advertised).then_some(&[][..])
    }

    fn compare(&self, list: List, before: &Catalog) -> Option<ListDiff> {
        let old = match before.list(list) {
            Some(view) if view.is_complete => &view.items[..],
            Some(_) => return None,
            None => &[],
        };
        Some(compare_lists(list, old, self.items(list)?))
    }

    /// Whether something came, went or changed in a list that was fetched again.
    fn has_changed(&self) -> bool {
        let is_other =
            |diff: ListDiff| !(diff.added.is_empty() && diff.removed.is_empty() && diff.changed.is_empty());
        LISTS.iter().any(|list| self.compare_with_first(*list).is_some_and(is_other))
    }

    /// What changed since a list first came; nothing did when it came once.
    fn compare_with_first(&self, list: List) -> Option<ListDiff> {
        let now = self.items(list)?;
        let first = self.catalog.first(list).map_or(now, |view| &view.items[..]);
        Some(compare_lists(list, first, now))
    }
}
