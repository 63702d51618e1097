//! What a server offers, item by item as it came, with what is wrong with the broken ones.

use mcp_inspector_engine::core::hint::CacheScope;
use mcp_inspector_engine::core::view::{Catalog, ListView};
use mcp_inspector_engine::{List, Prompt, Raw, Resource, ResourceTemplate, Skill, Tool, Typed};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::Object;

/// What a server offers. A list that was never fetched is null.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Catalog)]
pub(super) struct CatalogBody {
    /// Its tools.
    #[schema(required)]
    tools: Option<ListBody>,
    /// Its resources.
    #[schema(required)]
    resources: Option<ListBody>,
    /// Its resource templates.
    #[schema(required)]
    templates: Option<ListBody>,
    /// Its prompts.
    #[schema(required)]
    prompts: Option<ListBody>,
}

/// One list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = List)]
struct ListBody {
    /// The items as they came, in order; broken ones too.
    #[schema(value_type = Vec<serde_json::Value>)]
    items: Vec<Raw>,
    /// Which items do not have the shape they must have, and why.
    broken: Vec<BrokenBody>,
    /// Whether the last page has come.
    complete: bool,
    /// The entry of the newest page.
    seq: u64,
    /// What the server says about keeping it.
    #[schema(required)]
    keep: Option<KeepBody>,
}

/// An item that does not have the shape it must have.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Broken)]
struct BrokenBody {
    /// Its place in the list, counted from 0.
    index: usize,
    /// What is wrong with it.
    why: String,
}

/// What a server says about keeping an answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Keep)]
#[serde(rename_all = "camelCase")]
struct KeepBody {
    /// For how many milliseconds it is fresh.
    ttl_ms: u64,
    /// Who may be given it.
    #[schema(schema_with = scopes)]
    scope: &'static str,
}

fn scopes() -> Object {
    crate::openapi::word(&["public", "private"])
}

impl CatalogBody {
    pub(super) fn of(catalog: &Catalog) -> Self {
        let list = |list: List| catalog.list(list).map(|view| ListBody::of(list, view));
        CatalogBody {
            tools: list(List::Tools),
            resources: list(List::Resources),
            templates: list(List::Templates),
            prompts: list(List::Prompts),
        }
    }
}

impl ListBody {
    fn of(list: List, view: &ListView) -> Self {
        let items = view.items.iter().enumerate();
        let misfits = items.filter_map(|(index, item)| Some(BrokenBody { index, why: broken(list, item)? }));
        ListBody {
            broken: misfits.collect(),
            items: view.items.clone(),
            complete: view.is_complete,
            seq: view.seq.0,
            keep: view.hint.map(|hint| KeepBody {
                ttl_ms: hint.ttl_ms,
                scope: match hint.scope {
                    CacheScope::Public => "public",
                    CacheScope::Private => "private",
                },
            }),
        }
    }
}

/// What is wrong with the shape of an item.
pub(crate) fn broken(list: List, item: &Raw) -> Option<String> {
    match list {
        List::Tools => misfit::<Tool>(item),
        List::Resources => misfit::<Resource>(item),
        List::Templates => misfit::<ResourceTemplate>(item),
        List::Prompts => misfit::<Prompt>(item),
        List::Skills => misfit::<Skill>(item),
    }
}

fn misfit<T: serde::de::DeserializeOwned>(item: &Raw) -> Option<String> {
    Typed::<T>::read(item.clone()).get().err().map(ToString::to_string)
}
