//! The demo's tools, and which of them exist at the moment.
//!
//! The tools themselves are in the files below, by what they are there to show.

mod ask;
mod content;
mod failing;
mod live;
mod task;

pub(crate) use task::Tasks;

use std::sync::LazyLock;

use rmcp::{
    ErrorData, RoleServer,
    handler::server::{router::tool::ToolRouter, tool::ToolCallContext},
    model::{CallToolResponse, CallToolResult, ContentBlock, ProtocolVersion, Tool},
    service::RequestContext,
};

use crate::{app, server::DemoServer, world::World};

/// The tool that comes and goes.
const SURPRISE: &str = "surprise";

/// All tools. HTTP makes a server per request, so schemas are built once.
static ROUTER: LazyLock<ToolRouter<DemoServer>> = LazyLock::new(|| {
    DemoServer::content_tools()
        + DemoServer::live_tools()
        + DemoServer::asking_tools()
        + DemoServer::failing_tools()
        + DemoServer::task_tools()
});

/// Tools that return or ask what older revisions do not know, with the first
/// revision that does. An older client does not see them: a demo that breaks
/// the protocol would be a bad example.
const NEWER: [(&str, ProtocolVersion); 5] = [
    ("sound", AUDIO_SINCE),
    ("link", LINKS_SINCE),
    ("elicit", ProtocolVersion::V_2025_06_18),
    ("elicit_url", ProtocolVersion::V_2025_11_25),
    ("bake", ProtocolVersion::V_2026_07_28),
];

/// The first revision with audio content.
const AUDIO_SINCE: ProtocolVersion = ProtocolVersion::V_2025_03_26;

/// The first revision with resource links.
const LINKS_SINCE: ProtocolVersion = ProtocolVersion::V_2025_06_18;

/// The tools a client sees at the moment, sorted by name.
pub(crate) fn visible(world: &World, context: &RequestContext<RoleServer>) -> Vec<Tool> {
    let mut tools = ROUTER.list_all();
    tools.retain(|tool| exists(world, &tool.name) && is_known(context, &tool.name));
    if app::is_shown_by(context) {
        tools.iter_mut().filter(|tool| tool.name == app::TOOL).for_each(app::link);
    }
    tools
}

/// The tool called `name`, if it exists at the moment for any client.
pub(crate) fn find(world: &World, name: &str) -> Option<Tool> {
    exists(world, name).then(|| ROUTER.get(name).cloned())?
}

/// Runs a tool.
pub(crate) async fn call(context: ToolCallContext<'_, DemoServer>) -> Result<CallToolResponse, ErrorData> {
    let name = context.name();
    if !exists(&context.service.world, name)
        || !is_known(context.request_context(), name)
        || !ROUTER.has_route(name)
    {
        let reason = format!("there is no tool `{name}`");
        return Err(ErrorData::invalid_params(reason, None));
    }
    ROUTER.call(context).await
}

fn exists(world: &World, name: &str) -> bool {
    name != SURPRISE || world.has_surprise()
}

/// Whether the client's revision has what the tool is there to show.
fn is_known(context: &RequestContext<RoleServer>, name: &str) -> bool {
    NEWER.iter().all(|(newer, since)| *newer != name || speaks(context, since))
}

/// Whether the client speaks the revision `since` or a later one.
fn speaks(context: &RequestContext<RoleServer>, since: &ProtocolVersion) -> bool {
    context.protocol_version().is_none_or(|version| version >= *since)
}

/// A result that is one text.
fn text(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// A result that says what went wrong.
fn failure(text: impl Into<String>) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}
