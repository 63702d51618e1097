//! Logins: the user is told where to go, and comes back by the loopback address or by pasting the URL.

use crate::event::{Event, Mood};
use crate::server::ServerId;
use mcp_inspector_engine::Target;
use mcp_inspector_engine::auth::{Login, Loopback, Store};
use mcp_inspector_engine::browser;
use mcp_inspector_engine::core::target::Transport;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, mpsc};

/// How long the user may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// How servers are logged in to.
pub(super) struct Logins {
    tell: mpsc::Sender<Event>,
    store: Option<Store>,
    pasted: HashMap<ServerId, mpsc::Sender<String>>,
}

impl Logins {
    pub(super) fn new(tell: mpsc::Sender<Event>) -> Self {
        Logins { tell, store: None, pasted: HashMap::new() }
    }

    /// Where tokens are kept; in memory where there is no place.
    pub(super) fn store(&mut self) -> Store {
        self.store
            .get_or_insert_with(|| {
                let place = Store::place(|name| std::env::var_os(name));
                place.and_then(|place| Store::usual(place).ok()).unwrap_or_else(Store::in_memory)
            })
            .clone()
    }

    /// How to log in at a target, if it may want that.
    pub(super) fn of(&mut self, server: ServerId, target: &Target) -> Option<Login> {
        let Transport::Http(http) = &target.transport else { return None };
        let (sender, receiver) = mpsc::channel::<String>(4);
        self.pasted.insert(server, sender);
        let receiver = Arc::new(Mutex::new(receiver));
        let tell = self.tell.clone();
        let announce = move |url: &str| {
            let opening = browser::decision(false, browser::NEEDS_DISPLAY, &|name| std::env::var_os(name));
            if opening.is_ok() {
                let url = url.to_owned();
                // One that does not open is no harm: the URL is shown.
                std::thread::spawn(move || browser::open(&url));
            }
            let (tell, url) = (tell.clone(), url.to_owned());
            tokio::spawn(async move { tell.send(Event::LoginUrl { server, url }).await });
        };
        let tell = self.tell.clone();
        let complain = move |what: &str| {
            let (tell, text) = (tell.clone(), what.to_owned());
            tokio::spawn(async move { tell.send(Event::Told { text, mood: Mood::Bad }).await });
        };
        let mut agent = Loopback::new(Arc::new(announce), PATIENCE).complaining(Arc::new(complain)).taking(
            Arc::new(move || {
                let receiver = receiver.clone();
                Box::pin(async move { receiver.lock().await.recv().await })
            }),
        );
        if let Some(uri) = &http.oauth.redirect_uri {
            agent = agent.at(uri);
        }
        Some(Login::by(Arc::new(agent), self.store()))
    }

    /// Hands in a URL that was pasted. False when nobody waits for one.
    pub(super) fn paste(&self, server: ServerId, text: String) -> bool {
        self.pasted.get(&server).is_some_and(|sender| sender.try_send(text).is_ok())
    }
}
