//! Subscriptions: to resources that are listed, and to those that a template and its form make.

use crate::effect::Effect;
use crate::event::Mood;
use crate::offer::Kind;
use crate::run::request;
use crate::state::{Focus, State};
use mcp_inspector_engine::{CallRequest, Raw};
use serde_json::{Map, Value, json};

impl State {
    /// Subscribes to the resource that is looked at, or no longer.
    pub(crate) fn subscribe(&mut self) {
        let uri = match self.looked_at_resource() {
            Ok(uri) => uri,
            Err(why) => return self.tell(why, Mood::Bad),
        };
        let is_subscribed = self.is_subscribed(&uri);
        let Some(server) = self.server() else { return };
        let Some(session) = server.session.clone().filter(|_| server.is_ready()) else {
            return self.not_connected();
        };
        let (method, done) = if is_subscribed {
            ("resources/unsubscribe", "no longer subscribed to")
        } else {
            ("resources/subscribe", "subscribed to")
        };
        let request = CallRequest::new(method, Some(Raw::of(&json!({ "uri": uri }))));
        self.effects.push(Effect::Ask { session, request, done: format!("{done} {uri}"), call: None });
    }

    pub(crate) fn is_subscribed(&self, uri: &str) -> bool {
        let key = (Kind::Subscription, uri.to_owned());
        self.server().is_some_and(|server| server.offer.find(&key).is_some())
    }

    /// The URI of the resource that is looked at: in a result the one that was read, else that of the item, with what
    /// the form says in the place of variables.
    pub(crate) fn looked_at_resource(&self) -> Result<String, &'static str> {
        const NONE: &str = "only resources can be subscribed to";
        let of = |request: &CallRequest| {
            let params = request.params.as_ref().filter(|_| &*request.method == "resources/read");
            params.and_then(|params| params.text_member("uri")).ok_or(NONE)
        };
        if let (Focus::Result, Some((run, _))) = (self.focus, self.shown_run()) {
            return of(&run.request);
        }
        let item = self.form.item.as_ref().ok_or(NONE)?;
        let is_selected = self.server().is_some_and(|server| server.offer.selected().is_some());
        if self.focus == Focus::Tree && !is_selected {
            return Err(NONE);
        }
        // Variables may be left out, but not all of them are by intent.
        let filled: Map<String, Value> = serde_json::from_str(self.form.pane.text()).unwrap_or_default();
        if item.0 == Kind::Template && filled.values().all(|value| value.as_str() == Some("")) {
            return Err("fill in the template first: its URI is what is subscribed to");
        }
        let made = request(item, self.form.pane.text());
        made.map_err(|_| "the template cannot be filled in").and_then(|request| of(&request))
    }
}
