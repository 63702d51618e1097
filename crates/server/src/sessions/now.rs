//! A session as a face shows it all the time: small enough to be sent whenever something changes.
//!
//! Lists and bodies are not in it, only where they stand, so that a face knows what to ask for.

use super::answering::EndedAskBody;
use super::held::Held;
use super::opening::RootBody;
use super::rules::{RuleBody, rules_of};
use super::summary::Summary;
use super::timeline;
use super::view::{AskBody, ProgressBody, QueueBody, ServerBody, TrafficBody};
use crate::openapi::word;
use mcp_inspector_engine::List;
use mcp_inspector_engine::core::peer::phase::Phase;
use mcp_inspector_engine::core::view::{CallView, Catalog, View};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa::openapi::Object;

/// A session as it stands now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SessionNow)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NowBody {
    /// It in a few words.
    #[serde(flatten)]
    summary: Summary,
    /// How its server is reached.
    #[schema(schema_with = transports)]
    transport: &'static str,
    /// The id of the server's process, while one runs on this machine.
    #[schema(required)]
    pid: Option<u32>,
    /// Since when it stands where it stands, in nanoseconds after the session opened.
    phase_since_ns: u64,
    /// How many attempts to connect have failed in a row.
    failures: u32,
    /// When the next attempt begins, in nanoseconds after the session opened; null unless it waits for it.
    #[schema(required)]
    retry_at_ns: Option<u64>,
    /// Who the server is, once it said so.
    #[schema(required)]
    server: Option<ServerBody>,
    /// Where the lists of what the server offers stand.
    catalog: CatalogNow,
    /// What the server wants and nobody has answered.
    asks: Vec<AskBody>,
    /// The newest of what it no longer waits for, the last one at the end.
    ended_asks: Vec<EndedAskBody>,
    /// What is answered without asking anybody, the newest rule first.
    rules: Vec<RuleBody>,
    /// How often what was typed into its forms has changed.
    drafts_revision: u64,
    /// Subscribed resources.
    subscriptions: Vec<String>,
    /// The entry with the last news of each resource.
    updates: BTreeMap<String, u64>,
    /// Tasks by name, and how they stand.
    tasks: BTreeMap<String, String>,
    /// Calls in flight.
    calls: Vec<CallNow>,
    /// Half of the newest calls were answered within this time, without the time for which people were waited
    /// for; null before the first answer.
    #[schema(required)]
    p50_ns: Option<u64>,
    /// What the server is shown to work in; null for a recording.
    #[schema(required)]
    roots: Option<Vec<RootBody>>,
    /// How much went over the wire.
    traffic: TrafficBody,
    /// How many calls stand where; null for a recording.
    #[schema(required)]
    queue: Option<QueueBody>,
}

/// Where the lists of what a server offers stand. A list that was never fetched is null.
#[derive(Debug, Serialize, ToSchema)]
struct CatalogNow {
    #[schema(required)]
    tools: Option<ListNow>,
    #[schema(required)]
    resources: Option<ListNow>,
    #[schema(required)]
    templates: Option<ListNow>,
    #[schema(required)]
    prompts: Option<ListNow>,
}

/// Where a list stands.
#[derive(Debug, Serialize, ToSchema)]
struct ListNow {
    /// The entry of the newest page: when it changes, so did the list.
    seq: u64,
    /// How many items there are.
    count: usize,
    /// Whether the last page has come.
    complete: bool,
    /// What the newest page has in place of a list, such as `an object`; null when it has one.
    #[schema(required)]
    instead: Option<&'static str>,
}

/// A call in flight.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CallNow {
    /// The handle of whoever made it, when the log tells it.
    #[schema(required)]
    call: Option<u64>,
    /// The entry that asks.
    #[schema(required)]
    seq: Option<u64>,
    /// Its method.
    method: String,
    /// The tool, prompt, resource or task it is about.
    #[schema(required)]
    name: Option<String>,
    /// When it was sent, in nanoseconds after the session opened.
    sent_at_ns: u64,
    /// How far it has got.
    #[schema(required)]
    progress: Option<ProgressBody>,
}

fn transports() -> Object {
    word(&["stdio", "http"])
}

impl NowBody {
    /// How `held` stands now; help pages are below `base`.
    pub(super) async fn of(held: &Arc<Held>, base: &str) -> Self {
        let session = &held.session;
        // Both say nothing about a recording, or about a session that is over.
        let roots = session.list_roots().await.ok();
        let queue = session.queue_status().await.ok();
        let retry_at_ns = match *session.phases().borrow() {
            Phase::Backoff { until, .. } => Some(until.nanos()),
            _ => None,
        };
        let p50_ns = timeline::median(held).await;
        let summary = Summary::of(held, base);
        session.log().with_view(|view| NowBody {
            // A command may have a URL among its arguments.
            transport: if is_url(&summary.place) { "http" } else { "stdio" },
            summary,
            pid: session.process(),
            phase_since_ns: view.phase_since.nanos(),
            failures: view.failures,
            retry_at_ns,
            server: view.server.clone().map(ServerBody::from),
            catalog: CatalogNow::of(&view.catalog),
            asks: asks(view),
            ended_asks: view.ended_asks.iter().map(|ended| EndedAskBody::of(held, ended)).collect(),
            rules: rules_of(held),
            drafts_revision: held.drafts.revision(),
            subscriptions: view.subscriptions.iter().cloned().collect(),
            updates: view.updates.iter().map(|(uri, seq)| (uri.clone(), seq.0)).collect(),
            tasks: view.tasks.clone(),
            calls: view.calls.iter().filter(|call| call.end.is_none()).map(CallNow::from).collect(),
            p50_ns,
            roots: roots.map(|roots| roots.into_iter().map(RootBody::from).collect()),
            traffic: TrafficBody::from(view.traffic),
            queue: queue.map(QueueBody::from),
        })
    }
}

fn asks(view: &View) -> Vec<AskBody> {
    view.asks.iter().map(|(id, ask)| AskBody::from((*id, ask.clone()))).collect()
}

impl CatalogNow {
    fn of(catalog: &Catalog) -> Self {
        let list = |list| {
            let view = catalog.list(list)?;
            Some(ListNow {
                seq: view.seq.0,
                count: view.items.len(),
                complete: view.is_complete,
                instead: view.instead,
            })
        };
        CatalogNow {
            tools: list(List::Tools),
            resources: list(List::Resources),
            templates: list(List::Templates),
            prompts: list(List::Prompts),
        }
    }
}

impl From<&CallView> for CallNow {
    fn from(call: &CallView) -> Self {
        CallNow {
            call: call.key.map(|key| key.0),
            seq: call.seq.map(|seq| seq.0),
            method: call.method.clone(),
            name: call.name.clone(),
            sent_at_ns: call.sent_at.nanos(),
            progress: call.progress.as_ref().map(ProgressBody::from),
        }
    }
}

/// Whether a place is an address, and no command.
fn is_url(place: &str) -> bool {
    let place = place.to_ascii_lowercase();
    place.starts_with("http://") || place.starts_with("https://")
}
