//! Opening the first page in the browser of the user.

use crate::{Backend, Level};
use mcp_inspector_engine::browser;
use serde_json::json;

/// Opens a page in the browser of the user, without waiting for it. When that fails, the link that was
/// printed is still there.
pub(super) fn open(link: String, backend: Backend) {
    let opening = std::thread::Builder::new().name("browser".to_owned());
    // A browser may take as long as it likes, so it gets a thread that nobody waits for.
    let _ = opening.spawn(move || {
        if let Err(error) = browser::open(&link) {
            let data = json!({ "error": error.kind().to_string() });
            backend.history().app(Level::Debug, "no browser opened", data);
        }
    });
}
