//! What a server asks of us: in a request of its own, or inside a result since 2026-07-28.

use crate::check::event::{Event, Place};
use crate::check::sink::token;
use crate::method::has_capability;
use crate::raw::Raw;
use serde_json::Value;

/// Something the server asks.
pub(super) struct Question<'a> {
    pub(super) place: &'a Place,
    pub(super) params: Raw,
    /// Where the params stand in the message.
    pub(super) pointer: String,
    /// What we said we can do, when that is known.
    pub(super) client: Option<&'a Raw>,
}

/// How many questions of one result are looked at.
const MOST: usize = 100;
/// Params with more text are not judged.
const LONGEST: usize = 4 * 1024 * 1024;

impl<'a> Question<'a> {
    /// The questions in `event` with this method.
    pub(super) fn all(event: &'a Event<'a>, method: &str) -> Vec<Question<'a>> {
        match event {
            Event::Ask(ask) if ask.method == method => vec![Question {
                place: &ask.place,
                params: ask.params.as_ref().map_or_else(Raw::empty_object, |params| params.raw().clone()),
                pointer: "/params".to_owned(),
                client: ask.client.as_ref(),
            }],
            Event::Answer(answer) => {
                let Some(requests) = answer.result().and_then(|result| result.member("inputRequests")) else {
                    return Vec::new();
                };
                let entries = requests.is_object().then(|| requests.members()).flatten().unwrap_or_default();
                let entries = entries.into_iter().take(MOST);
                let is_meant =
                    |entry: &(String, Raw)| entry.1.text_member("method").as_deref() == Some(method);
                entries
                    .filter(is_meant)
                    .map(|(key, entry)| Question {
                        place: answer.place,
                        params: entry.member("params").unwrap_or_else(Raw::empty_object),
                        pointer: format!("/result/inputRequests/{}/params", token(&key)),
                        client: answer.call.client.as_ref(),
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The params as a tree; none when they are too large for one, and then they are not judged.
    pub(super) fn value(&self) -> Option<Value> {
        (self.params.as_str().len() <= LONGEST).then(|| self.params.read().ok()).flatten()
    }

    /// Whether we declared the capability at `path`; none when that is not known.
    pub(super) fn client_has(&self, path: &[&str]) -> Option<bool> {
        self.client.map(|client| has_capability(client, path))
    }
}
