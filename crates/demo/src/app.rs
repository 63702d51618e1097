//! The demo's app (MCP Apps): a page that shows the weather, and asks for that of other cities.
//!
//! Only clients that say they show apps hear of it; for the others the tool is what it always was.

use rmcp::{
    RoleServer,
    model::{MetaObject, ResourceContents, Tool},
    service::RequestContext,
};
use serde_json::json;

/// The address of the app.
pub(crate) const WEATHER: &str = "ui://demo/weather";

/// The tool whose results it shows.
pub(crate) const TOOL: &str = "weather";

const EXTENSION: &str = "io.modelcontextprotocol/ui";

const KIND: &str = "text/html;profile=mcp-app";

const HTML: &str = include_str!("app/weather.html");

/// Whether the client shows apps.
pub(crate) fn is_shown_by(context: &RequestContext<RoleServer>) -> bool {
    let settings = context.client_capabilities().and_then(|all| all.extensions?.remove(EXTENSION));
    let kinds = settings.as_ref().and_then(|settings| settings.get("mimeTypes")?.as_array());
    kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == KIND))
}

/// Tells in the tool which app shows its results.
pub(crate) fn link(tool: &mut Tool) {
    let mut meta = MetaObject::default();
    meta.insert("ui".to_owned(), json!({ "resourceUri": WEATHER }));
    tool.meta = Some(meta);
}

/// The app. It needs nothing from anywhere, so it declares no domains.
pub(crate) fn contents() -> ResourceContents {
    let mut meta = MetaObject::default();
    meta.insert("ui".to_owned(), json!({ "prefersBorder": true }));
    ResourceContents::text(HTML, WEATHER).with_mime_type(KIND).with_meta(meta)
}
