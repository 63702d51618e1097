//! `discover`: everything a server offers, on one connection.

use crate::call::{Caller, Done, joined};
use crate::failure::Failure;
use crate::step::Step;
use mcp_inspector_engine::core::era::meta;
use mcp_inspector_engine::core::method::has_capability;
use mcp_inspector_engine::{Era, FaultCode, List, Raw, Revision};
use serde::Serialize;
use std::collections::BTreeMap;

/// Capabilities that are always told, be they there or not.
const KNOWN: [&str; 6] = ["completions", "logging", "prompts", "resources", "tasks", "tools"];

/// The shape of a server.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Discovered {
    server_info: Option<Raw>,
    revision: Option<Revision>,
    era: Option<Era>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<String>,
    /// Whether each capability is there.
    capabilities: BTreeMap<String, bool>,
    /// The capabilities as the server spelled them.
    advertised: Option<Raw>,
    tools: Vec<Raw>,
    resources: Vec<Raw>,
    resource_templates: Vec<Raw>,
    prompts: Vec<Raw>,
    /// An extension that few servers have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skills: Vec<Raw>,
}

/// Finds out what the server offers. A list that fails does not hide the others.
pub(crate) async fn discover(caller: &Caller<'_>, step: &Step) -> Done {
    let session = caller.session;
    let advertised = session.server_capabilities();
    let mut failure: Option<Failure> = None;
    let mut lists: BTreeMap<List, Vec<Raw>> = BTreeMap::new();
    for list in List::ALL.into_iter().chain([List::Skills]) {
        let items = match caller.list(step, list).await {
            Ok(pages) => joined(list, &pages)
                .member(list.member())
                .and_then(|items| items.elements())
                .unwrap_or_default(),
            // What the server does not have needs no asking; that is no failure.
            Err(missing) if missing.fault.code == FaultCode::CapabilityMissing => Vec::new(),
            // Servers with resources and no templates often do not know the method.
            Err(refused) if list == List::Templates && refused.fault.rpc_code() == Some(METHOD_NOT_FOUND) => {
                Vec::new()
            }
            Err(other) => {
                let is_over = matches!(other.fault.code, FaultCode::Cancelled | FaultCode::Shutdown);
                failure.get_or_insert(other);
                if is_over {
                    break;
                }
                Vec::new()
            }
        };
        lists.insert(list, items);
    }
    let mut take = |list| lists.remove(&list).unwrap_or_default();
    let revision = session.revision();
    let discovered = Discovered {
        server_info: session.server_info(),
        revision,
        era: revision.map(Revision::era),
        instructions: session.instructions(),
        capabilities: capabilities(advertised.as_ref()),
        advertised,
        tools: take(List::Tools),
        resources: take(List::Resources),
        resource_templates: take(List::Templates),
        prompts: take(List::Prompts),
        skills: take(List::Skills),
    };
    Done { failure, ..Done::from(Ok(Raw::of(&discovered))) }
}

/// The code with which a server says that it does not know a method.
const METHOD_NOT_FOUND: i64 = -32601;

fn capabilities(advertised: Option<&Raw>) -> BTreeMap<String, bool> {
    let is_at = |path: &[&str]| advertised.is_some_and(|all| has_capability(all, path));
    // In the modern era tasks are an extension.
    let has = |name: &str| is_at(&[name]) || (name == "tasks" && is_at(&["extensions", meta::TASKS]));
    let own = advertised.and_then(Raw::members).unwrap_or_default().into_iter().map(|(name, _)| name);
    own.chain(KNOWN.map(str::to_owned)).map(|name| (name.clone(), has(&name))).collect()
}
