//! `subscriptions/listen` of a client: a stream of the news it asked for.

use super::desk::{Listener, QUEUE, marked};
use super::endpoint::recorded;
use super::exchange::Ended;
use super::reply::{KEEP_ALIVE, Manner, event, events, keep_alive};
use super::upstream::Upstream;
use crate::Backend;
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::{Stream, stream};
use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::method::has_capability;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::mpsc;

/// How many resources one stream may ask for.
const MOST_RESOURCES: usize = 1000;

/// The lists of a filter, and the capability of each.
const LISTS: [(&str, &str); 3] =
    [("toolsListChanged", "tools"), ("promptsListChanged", "prompts"), ("resourcesListChanged", "resources")];

/// Opens the stream: what is granted comes first.
pub(super) async fn open(
    backend: &Backend,
    upstream: &Arc<Upstream>,
    manner: &Manner,
    params: Option<&Raw>,
) -> Response {
    if !manner.streams {
        let message = "the answer is a stream: send `Accept: application/json, text/event-stream`";
        let error = super::dialect::error(super::dialect::INVALID_PARAMS, message, None);
        return manner.at_once(upstream, Ended::Error(error));
    }
    let filter = params.and_then(|params| params.member("notifications"));
    let filter = filter.map(|filter| filter.to_value()).unwrap_or_default();
    let id = Raw::of(&manner.id);
    let (sender, receiver) = mpsc::channel(QUEUE);
    let lists = granted_lists(upstream, &filter);
    let wanted: Vec<&str> = filter["resourceSubscriptions"]
        .as_array()
        .map(|uris| uris.iter().filter_map(Value::as_str).take(MOST_RESOURCES).collect())
        .unwrap_or_default();
    let mut resources = BTreeSet::new();
    for uri in wanted {
        if upstream.desk().is_wanted(uri) || upstream.session().subscribe_resource(uri).await.is_ok() {
            resources.insert(uri.to_owned());
        }
    }
    let mut granted = json!({});
    for (member, list) in LISTS {
        if lists.contains(list) {
            granted[member] = json!(true);
        }
    }
    if !resources.is_empty() {
        granted["resourceSubscriptions"] = json!(resources);
    }
    let granted = Raw::of(&json!({ "notifications": granted }));
    recorded(upstream, &manner.method, params, &granted);
    let first = marked("notifications/subscriptions/acknowledged", Some(&granted), &id);
    let number = upstream.desk().listen(Listener { id, lists, resources, news: sender });
    let open = Open { upstream: upstream.clone(), number };
    events(Body::from_stream(backend.until_closing(news(open, first, receiver))))
}

fn granted_lists(upstream: &Upstream, filter: &Value) -> BTreeSet<String> {
    let capabilities = upstream.session().server_capabilities();
    let has =
        |list| capabilities.as_ref().is_some_and(|declared| has_capability(declared, &[list, "listChanged"]));
    let asked = LISTS.into_iter().filter(|(member, _)| filter[*member] == json!(true));
    asked.filter(|(_, list)| has(list)).map(|(_, list)| list.to_owned()).collect()
}

fn news(
    open: Open,
    first: Bytes,
    news: mpsc::Receiver<Bytes>,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send {
    stream::unfold((open, Some(first), news), |(open, first, mut news)| async move {
        let bytes = match first {
            Some(first) => event(&first),
            None => match tokio::time::timeout(KEEP_ALIVE, news.recv()).await {
                Err(_) => keep_alive(),
                Ok(message) => event(&message?),
            },
        };
        Some((Ok(bytes), (open, None, news)))
    })
}

/// A stream that is open; it is closed when this is dropped.
struct Open {
    upstream: Arc<Upstream>,
    number: u64,
}

impl Drop for Open {
    fn drop(&mut self) {
        let orphans = self.upstream.desk().stop_listening(self.number);
        self.upstream.unsubscribe(orphans);
    }
}
