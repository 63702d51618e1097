//! What a server offers, one line for each item, and one item with all that is known about it.
//!
//! The view has every item whole, which is too much for a page that lists thousands of them.

use super::input::{Found, Params};
use super::view::broken;
use crate::openapi::{SessionProblems, word};
use crate::{Backend, Problem};
use axum::Json;
use mcp_inspector_engine::core::brief::brief;
use mcp_inspector_engine::core::schema::texts;
use mcp_inspector_engine::core::view::ListView;
use mcp_inspector_engine::{List, Raw};
use serde::{Deserialize, Serialize};
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How much of a description a line has.
const GIST: usize = 200;

/// Who may call a tool, unless it says so itself.
const CALLERS: [&str; 2] = ["model", "app"];

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(catalog)).routes(routes!(item))
}

/// What a server offers, one line for each item. A list that was never fetched is null.
#[derive(Debug, Serialize, ToSchema)]
struct ListingBody {
    #[schema(required)]
    tools: Option<Lines>,
    #[schema(required)]
    resources: Option<Lines>,
    #[schema(required)]
    templates: Option<Lines>,
    #[schema(required)]
    prompts: Option<Lines>,
}

/// The lines of one list.
#[derive(Debug, Serialize, ToSchema)]
struct Lines {
    /// The entry of the newest page.
    seq: u64,
    /// Whether the last page has come.
    complete: bool,
    /// Them, in the server's order.
    items: Vec<Line>,
}

/// An item of a list in a line.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListedItem)]
#[serde(rename_all = "camelCase")]
struct Line {
    /// Its place in the list, counted from 0.
    index: usize,
    /// Its name; empty when it has none.
    name: String,
    /// A name for people.
    #[schema(required)]
    title: Option<String>,
    /// What it is, cut when that is long.
    #[schema(required)]
    description: Option<String>,
    /// The URI of a resource, or the template of one.
    #[schema(required)]
    uri: Option<String>,
    /// Its media type.
    #[schema(required)]
    mime_type: Option<String>,
    /// What the server hints about it.
    #[schema(schema_with = badges)]
    badges: Vec<&'static str>,
    /// The `ui://` resource that shows a tool's results as an app.
    #[schema(required)]
    app: Option<String>,
    /// Who may call a tool; empty for what is none.
    #[schema(schema_with = callers)]
    visibility: Vec<&'static str>,
    /// What is wrong with its shape.
    #[schema(required)]
    broken: Option<String>,
}

/// One item with all that is known about it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CatalogItem)]
#[serde(rename_all = "camelCase")]
struct ItemBody {
    /// It in a line.
    item: Line,
    /// The entry that brought it.
    seq: u64,
    /// It as it came, as text.
    raw: String,
    /// What it is, in full.
    #[schema(required)]
    description: Option<String>,
    /// The schema of what it takes, as text: that of a tool as it came, that of a prompt or template made
    /// from its arguments or variables.
    #[schema(required)]
    input_schema: Option<String>,
    /// The schema of its structured result, as text as it came.
    #[schema(required)]
    output_schema: Option<String>,
}

fn badges() -> utoipa::openapi::Array {
    utoipa::openapi::ArrayBuilder::new()
        .items(word(&["read-only", "destructive", "idempotent", "open-world", "task", "app"]))
        .build()
}

fn callers() -> utoipa::openapi::Array {
    utoipa::openapi::ArrayBuilder::new().items(word(&CALLERS)).build()
}

fn lists() -> Object {
    word(&["tools", "resources", "templates", "prompts"])
}

/// What a server offers, one line for each item
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/catalog",
    tag = "sessions",
    operation_id = "showCatalog",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The lists", body = ListingBody), SessionProblems)
)]
async fn catalog(Found(held): Found) -> Json<ListingBody> {
    let catalog = held.session.log().with_view(|view| view.catalog.clone());
    let lines = |list| catalog.list(list).map(|view| Lines::of(list, view));
    Json(ListingBody {
        tools: lines(List::Tools),
        resources: lines(List::Resources),
        templates: lines(List::Templates),
        prompts: lines(List::Prompts),
    })
}

/// Which item.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ItemParams {
    /// The list it is in.
    #[param(schema_with = lists)]
    list: String,
    /// Its place in the list, counted from 0.
    index: usize,
}

/// One item with all that is known about it
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/catalog/item",
    tag = "sessions",
    operation_id = "showCatalogItem",
    params(("id" = String, Path, description = "The session's id"), ItemParams),
    responses((status = 200, description = "The item", body = ItemBody), SessionProblems)
)]
async fn item(Found(held): Found, Params(params): Params<ItemParams>) -> Result<Json<ItemBody>, Problem> {
    let list = match params.list.as_str() {
        "tools" => List::Tools,
        "resources" => List::Resources,
        "templates" => List::Templates,
        "prompts" => List::Prompts,
        other => {
            let message = format!("`list` is `{}`, and there is no such list", brief(other));
            let hint = "one of tools, resources, templates, prompts";
            return Err(Problem::invalid_request(message).with_hint(hint));
        }
    };
    let found = held.session.log().with_view(|view| {
        let list = view.catalog.list(list)?;
        Some((list.items.get(params.index)?.clone(), list.seq))
    });
    let (raw, seq) = found.ok_or_else(|| {
        Problem::not_found(format!("the list of {} has no item {}", params.list, params.index))
            .with_hint("POST /api/sessions/{id}/lists fetches a list")
    })?;
    Ok(Json(ItemBody {
        seq: seq.0,
        description: raw.text_member("description"),
        input_schema: match list {
            List::Tools => raw.member("inputSchema").map(|schema| schema.as_str().to_owned()),
            List::Prompts => Some(texts::of_prompt(&raw).to_string()),
            List::Templates => {
                raw.text_member("uriTemplate").map(|text| texts::of_template(&text).to_string())
            }
            _ => None,
        },
        output_schema: raw.member("outputSchema").map(|schema| schema.as_str().to_owned()),
        item: Line::of(list, params.index, &raw),
        raw: raw.as_str().to_owned(),
    }))
}

impl Lines {
    fn of(list: List, view: &ListView) -> Self {
        let items = view.items.iter().enumerate();
        Lines {
            seq: view.seq.0,
            complete: view.is_complete,
            items: items.map(|(index, raw)| Line::of(list, index, raw)).collect(),
        }
    }
}

impl Line {
    fn of(list: List, index: usize, raw: &Raw) -> Self {
        let hints = raw.member("annotations");
        let title = || hints.as_ref().and_then(|hints| hints.text_member("title"));
        Line {
            index,
            name: raw.text_member("name").unwrap_or_default(),
            title: raw.text_member("title").or_else(title),
            description: raw.text_member("description").map(|text| gist(&text)),
            uri: raw.text_member("uri").or_else(|| raw.text_member("uriTemplate")),
            mime_type: raw.text_member("mimeType"),
            badges: if list == List::Tools { hinted(raw, hints.as_ref()) } else { Vec::new() },
            app: if list == List::Tools { app_of(raw) } else { None },
            visibility: if list == List::Tools { visibility(raw) } else { Vec::new() },
            broken: broken(list, raw),
        }
    }
}

/// The beginning of a description.
fn gist(text: &str) -> String {
    let cut = text.char_indices().nth(GIST).map_or(text.len(), |(end, _)| end);
    let short = text.get(..cut).unwrap_or_default();
    if cut < text.len() { format!("{short}…") } else { short.to_owned() }
}

/// What a server hints about a tool.
fn hinted(raw: &Raw, hints: Option<&Raw>) -> Vec<&'static str> {
    let is_true =
        |name: &str| hints.and_then(|hints| hints.member(name)).is_some_and(|hint| hint.as_str() == "true");
    let mut badges = Vec::new();
    let words = [
        ("readOnlyHint", "read-only"),
        ("destructiveHint", "destructive"),
        ("idempotentHint", "idempotent"),
        ("openWorldHint", "open-world"),
    ];
    badges.extend(words.into_iter().filter(|(name, _)| is_true(name)).map(|(_, badge)| badge));
    let execution = raw.member("execution").and_then(|execution| execution.text_member("taskSupport"));
    if execution.is_some_and(|support| support != "forbidden") {
        badges.push("task");
    }
    if app_of(raw).is_some() {
        badges.push("app");
    }
    badges
}

/// The resource that shows a tool's results as an app. The flat spelling is that of older servers.
fn app_of(raw: &Raw) -> Option<String> {
    let meta = raw.member("_meta")?;
    let nested = meta.member("ui").and_then(|ui| ui.text_member("resourceUri"));
    nested.or_else(|| meta.text_member("ui/resourceUri")).filter(|uri| uri.starts_with("ui://"))
}

/// Who may call a tool.
fn visibility(raw: &Raw) -> Vec<&'static str> {
    let told = raw.member("_meta").and_then(|meta| meta.member("ui")?.member("visibility"));
    let told = told.and_then(|told| told.read::<Vec<String>>().ok());
    CALLERS
        .into_iter()
        .filter(|word| told.as_ref().is_none_or(|told| told.iter().any(|one| one == word)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_names_its_app_in_either_spelling_and_who_may_call_it() {
        for (meta, app, callers) in [
            (r"{}", None, &["model", "app"][..]),
            (r#"{"ui":{"resourceUri":"ui://a"}}"#, Some("ui://a"), &["model", "app"]),
            (r#"{"ui/resourceUri":"ui://b"}"#, Some("ui://b"), &["model", "app"]),
            (r#"{"ui":{"resourceUri":"https://a","visibility":["app"]}}"#, None, &["app"]),
            (r#"{"ui":{"visibility":["model","x"]}}"#, None, &["model"]),
            (r#"{"ui":{"visibility":[]}}"#, None, &[]),
            (r#"{"ui":{"visibility":"app"}}"#, None, &["model", "app"]),
        ] {
            let raw = Raw::parse(&format!(r#"{{"name":"t","_meta":{meta}}}"#)).unwrap();
            assert_eq!(app_of(&raw).as_deref(), app, "{meta}");
            assert_eq!(visibility(&raw), callers, "{meta}");
        }
    }
}
