//! The server's name in results, as revisions without a handshake want it: a result may be all that a client sees.
//!
//! The SDK names the server in the answer to `server/discover` only.

use rmcp::{
    RoleServer,
    model::{CallToolResponse, Implementation, MetaObject, ProtocolVersion},
    service::RequestContext,
};
use serde_json::json;

const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// What the demo calls itself.
pub(crate) fn implementation() -> Implementation {
    Implementation::new("mcp-inspector-demo", env!("CARGO_PKG_VERSION")).with_title("MCP Inspector demo")
}

/// The `_meta` of a result for whoever asks; none in revisions that begin with a handshake.
pub(crate) fn meta(context: &RequestContext<RoleServer>) -> Option<MetaObject> {
    let version = context.protocol_version()?;
    // Versions are dates, which are in order as text.
    if version.as_str() < ProtocolVersion::V_2026_07_28.as_str() {
        return None;
    }
    let Implementation { name, version, .. } = implementation();
    let mut meta = MetaObject::default();
    meta.insert(SERVER_INFO.to_owned(), json!({ "name": name, "version": version }));
    Some(meta)
}

/// Adds the name to what a tool came to, beside what the tool itself put there.
pub(crate) fn sign(mut response: CallToolResponse, name: Option<MetaObject>) -> CallToolResponse {
    let meta = match &mut response {
        CallToolResponse::Complete(result) => &mut result.meta,
        CallToolResponse::InputRequired(result) => &mut result.meta,
        CallToolResponse::Task(result) => &mut result.meta,
        // Whatever the SDK adds has a `_meta` of its own.
        _ => return response,
    };
    if let Some(name) = name {
        meta.get_or_insert_with(MetaObject::default).extend(name);
    }
    response
}
