//! What the tests of the engine share: targets for the kit's servers, and waiting for facts.

use mcp_inspector_engine::core::Seq;
use mcp_inspector_engine::core::entry::{Entry, EntryKind, Note};
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::core::target::Target;
use mcp_inspector_engine::{Item, Session, SessionConfig};
use std::sync::Arc;
use std::time::Duration;

/// The longest any test waits for a fact. Long, because it is only reached when something is wrong.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A configuration for tests: no retries, short timeouts where silence is what is tested, and the
/// handshake of the legacy era at once. Tests of the choice between the eras make their own.
pub(crate) fn quick() -> SessionConfig {
    let mut config = SessionConfig::inspector();
    config.peer.versions = Versions::Legacy;
    config.peer.listen_for_lists = false;
    config.peer.retry.limit = Some(0);
    config.peer.auto_fetch = false;
    config.peer.ping_interval = None;
    config
}

/// Every entry the log still has.
pub(crate) fn entries(session: &Session) -> Vec<Arc<Entry>> {
    let items = session.log().page(Seq::FIRST, usize::MAX);
    items
        .into_iter()
        .filter_map(|item| if let Item::Entry(entry) = item { Some(entry) } else { None })
        .collect()
}

/// Every note in the log.
pub(crate) fn notes(session: &Session) -> Vec<Note> {
    let note =
        |entry: &Arc<Entry>| if let EntryKind::Note(note) = &entry.kind { Some(note.clone()) } else { None };
    entries(session).iter().filter_map(note).collect()
}

/// Waits for an entry that fits, from the first one on.
pub(crate) async fn wait_for(session: &Session, fits: impl Fn(&EntryKind) -> bool) -> Arc<Entry> {
    let mut cursor = session.entries_from(Seq::FIRST);
    let find = async {
        loop {
            match cursor.next().await {
                Some(Item::Entry(entry)) if fits(&entry.kind) => return entry,
                Some(_) => {}
                None => panic!("the session ended before the entry came: {:#?}", entries(session)),
            }
        }
    };
    let found = tokio::time::timeout(PATIENCE, find).await;
    found.unwrap_or_else(|_| panic!("the entry never came: {:#?}", entries(session)))
}

/// A target made of nothing but a URL.
pub(crate) fn at(url: &str) -> Target {
    Target::url(url).expect("the kit's URLs are URLs")
}
