//! What the server says by itself, and who wants to hear it.

use super::{CallNumber, Desk, Event, Listener, State};
use bytes::Bytes;
use mcp_inspector_engine::core::compose;
use mcp_inspector_engine::core::era::meta;
use mcp_inspector_engine::{LogLevel, Raw};

impl Desk {
    /// A client with a session wants to hear of a resource. True when nobody did before.
    pub(in crate::proxy) fn subscribe(&self, key: &str, uri: &str) -> bool {
        let mut state = self.state();
        let is_first = !state.is_wanted(uri);
        if let Some(client) = state.clients.get_mut(key) {
            client.subscriptions.insert(uri.to_owned());
        }
        is_first
    }

    /// A client no longer wants to hear of a resource. True when nobody else does.
    pub(in crate::proxy) fn unsubscribe(&self, key: &str, uri: &str) -> bool {
        let mut state = self.state();
        let had = state.clients.get_mut(key).is_some_and(|client| client.subscriptions.remove(uri));
        had && !state.is_wanted(uri)
    }

    /// A client says from which severity on it wants log messages; the least of what all clients
    /// want is returned, which is what the server must be told.
    pub(in crate::proxy) fn set_level(&self, key: &str, level: LogLevel) -> LogLevel {
        let mut state = self.state();
        if let Some(client) = state.clients.get_mut(key) {
            client.level = Some(level);
        }
        state.clients.values().filter_map(|client| client.level).min().unwrap_or(level)
    }

    /// A stream of news is opened; the number by which it is closed again.
    pub(in crate::proxy) fn listen(&self, listener: Listener) -> u64 {
        let mut state = self.state();
        let number = state.count();
        state.listeners.insert(number, listener);
        number
    }

    /// A stream of news is over; the resources that nobody listens for any more are returned.
    pub(in crate::proxy) fn stop_listening(&self, number: u64) -> Vec<String> {
        let mut state = self.state();
        state.last_used = std::time::Instant::now();
        let Some(listener) = state.listeners.remove(&number) else { return Vec::new() };
        listener.resources.into_iter().filter(|uri| !state.is_wanted(uri)).collect()
    }

    /// Whether anyone wants to hear of a resource.
    pub(in crate::proxy) fn is_wanted(&self, uri: &str) -> bool {
        self.state().is_wanted(uri)
    }
}

impl State {
    pub(super) fn is_wanted(&self, uri: &str) -> bool {
        self.clients.values().any(|client| client.subscriptions.contains(uri))
            || self.listeners.values().any(|listener| listener.resources.contains(uri))
    }

    /// The server sent a notification.
    pub(super) fn news(&mut self, method: &str, params: Option<&Raw>) {
        match method {
            "notifications/progress" => self.progress(params),
            "notifications/message" => self.log_message(params),
            "notifications/resources/updated" => {
                let Some(uri) = params.and_then(|params| params.text_member("uri")) else { return };
                // News may be of a part of what was subscribed to.
                let covers = |wanted: &String| uri.starts_with(wanted.as_str());
                self.broadcast(method, params, |client| client.subscriptions.iter().any(covers));
                self.tell_listeners(method, params, |listener| listener.resources.iter().any(covers));
            }
            "notifications/tools/list_changed"
            | "notifications/prompts/list_changed"
            | "notifications/resources/list_changed" => {
                self.broadcast(method, params, |_| true);
                let list = method.split('/').nth(1).unwrap_or_default();
                self.tell_listeners(method, params, |listener| listener.lists.contains(list));
            }
            // They are about what passes between us and the server only.
            "notifications/cancelled" | "notifications/subscriptions/acknowledged" => {}
            _ => self.broadcast(method, params, |_| true),
        }
    }

    /// Progress goes to the call whose token it carries, with the client's own token.
    fn progress(&mut self, params: Option<&Raw>) {
        let Some(params) = params else { return };
        let number = params.member("progressToken").as_ref().and_then(CallNumber::of_token);
        let Some(call) = number.and_then(|number| self.calls.get(&number)) else { return };
        let Some(token) = &call.token else { return };
        match (&call.events, &call.client) {
            (Some(events), _) => {
                if events.try_send(Event::Progress(params.clone())).is_err() {
                    self.dropped += 1;
                }
            }
            (None, Some(key)) => {
                let (key, message) = (key.clone(), progressed(params, token));
                self.deliver(&key, message);
            }
            (None, None) => {}
        }
    }

    /// Log messages go to every client that did not ask for more severe ones only, and to the calls
    /// without a session that asked for them.
    fn log_message(&mut self, params: Option<&Raw>) {
        let level = params.and_then(|params| params.member("level"));
        let level = level.and_then(|level| level.read::<LogLevel>().ok());
        let is_severe = |wanted: LogLevel| level.is_none_or(|level| level >= wanted);
        self.broadcast("notifications/message", params, |client| client.level.is_none_or(is_severe));
        let message = compose::notification("notifications/message", params);
        let alone = self.calls.values().filter(|call| call.client.is_none());
        for call in alone.filter(|call| call.level.is_some_and(is_severe)) {
            if let Some(events) = &call.events {
                // A client that does not read misses log messages; the log of the session has them.
                let _ = events.try_send(Event::Message(message.clone()));
            }
        }
    }

    fn broadcast(&mut self, method: &str, params: Option<&Raw>, wants: impl Fn(&super::Client) -> bool) {
        let wanting: Vec<_> =
            self.clients.iter().filter(|(_, client)| wants(client)).map(|(key, _)| key.clone()).collect();
        if wanting.is_empty() {
            return;
        }
        let message = compose::notification(method, params);
        for key in wanting {
            self.deliver(&key, message.clone());
        }
    }

    fn tell_listeners(&mut self, method: &str, params: Option<&Raw>, wants: impl Fn(&Listener) -> bool) {
        for listener in self.listeners.values().filter(|listener| wants(listener)) {
            if listener.news.try_send(marked(method, params, &listener.id)).is_err() {
                self.dropped += 1;
            }
        }
    }
}

/// Progress in the words of the client: with its own token.
pub(in crate::proxy) fn progressed(params: &Raw, token: &Raw) -> Bytes {
    let params = compose::with_members(Some(params), &[("progressToken", token.clone())]);
    compose::notification("notifications/progress", Some(&params))
}

/// A notification marked with the stream it belongs to.
pub(in crate::proxy) fn marked(method: &str, params: Option<&Raw>, stream: &Raw) -> Bytes {
    let meta = params.and_then(|params| params.member("_meta"));
    let meta = compose::with_members(meta.as_ref(), &[(meta::SUBSCRIPTION_ID, stream.clone())]);
    let params = compose::with_members(params, &[("_meta", meta)]);
    compose::notification(method, Some(&params))
}
