//! What the demo remembers about one client.
//!
//! A session opened by `initialize` has a peer to notify. Requests of 2026-07-28
//! stand alone: their session has no peer, and what they need is in the request.
#![expect(deprecated, reason = "the SDK marks logging as on its way out; clients of today still use it")]

use std::{
    collections::BTreeSet,
    sync::{Mutex, OnceLock},
    time::Duration,
};

use rmcp::{
    RoleServer,
    model::{LoggingLevel, ProtocolVersion, ResourceUpdatedNotificationParam},
    service::{Peer, RequestContext, ServiceError},
};
use tokio::{sync::broadcast, time::timeout};

use crate::world::{Change, lock};

/// The longest a tool waits for one notification to leave.
const DELIVERY_LIMIT: Duration = Duration::from_secs(2);

/// One client's subscriptions and settings.
#[derive(Debug)]
pub(crate) struct Session {
    peer: OnceLock<Peer<RoleServer>>,
    level: Mutex<LoggingLevel>,
    subscriptions: Mutex<BTreeSet<String>>,
    listeners: Mutex<Vec<broadcast::Receiver<Change>>>,
}

impl Session {
    /// A session that has not been opened yet.
    pub(crate) fn new() -> Self {
        Self {
            peer: OnceLock::new(),
            // Until the client says otherwise it gets every message.
            level: Mutex::new(LoggingLevel::Debug),
            subscriptions: Mutex::default(),
            listeners: Mutex::default(),
        }
    }

    /// Remembers whom to notify. A second `initialize` changes nothing.
    pub(crate) fn open(&self, peer: Peer<RoleServer>) {
        let _ = self.peer.set(peer);
    }

    /// Sets the least severe level this client wants to see.
    pub(crate) fn set_level(&self, level: LoggingLevel) {
        *lock(&self.level) = level;
    }

    /// The least severe level to send while answering a request, if any.
    ///
    /// 2026-07-28 has no `logging/setLevel`: each request names its level, and
    /// one that does not must not be answered with log messages.
    pub(crate) fn level_for(&self, context: &RequestContext<RoleServer>) -> Option<LoggingLevel> {
        if is_modern(context) { context.meta.log_level() } else { Some(*lock(&self.level)) }
    }

    /// Adds a legacy subscription.
    pub(crate) fn subscribe(&self, uri: String) {
        lock(&self.subscriptions).insert(uri);
    }

    /// Ends a legacy subscription; one that does not exist is already ended.
    pub(crate) fn unsubscribe(&self, uri: &str) {
        lock(&self.subscriptions).remove(uri);
    }

    /// Keeps an ear open for a listener whose stream is not running yet.
    pub(crate) fn expect_listener(&self, changes: broadcast::Receiver<Change>) {
        lock(&self.listeners).push(changes);
    }

    /// Hands over an ear opened by [`Session::expect_listener`].
    pub(crate) fn take_listener(&self) -> Option<broadcast::Receiver<Change>> {
        lock(&self.listeners).pop()
    }

    /// Notifies the client of `change`, if it has a peer and wants to know.
    pub(crate) async fn tell(&self, change: &Change) {
        let Some(peer) = self.peer.get() else {
            return;
        };
        match change {
            Change::Tools => delivered(peer.notify_tool_list_changed()).await,
            Change::Resource(uri) => {
                if !lock(&self.subscriptions).contains(uri) {
                    return;
                }
                let update = ResourceUpdatedNotificationParam::new(uri);
                delivered(peer.notify_resource_updated(update)).await
            }
        };
    }
}

/// Waits until a notification is on the wire; returns whether it got there.
///
/// Waiting keeps notifications ahead of the result they belong to. It has a
/// limit because the SDK sends nothing more once the client has closed its side,
/// without saying so, and would let the tool wait until its result is lost.
pub(crate) async fn delivered(sending: impl Future<Output = Result<(), ServiceError>>) -> bool {
    matches!(timeout(DELIVERY_LIMIT, sending).await, Ok(Ok(())))
}

/// Whether a request belongs to the sessionless revision, 2026-07-28 or later.
pub(crate) fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}
