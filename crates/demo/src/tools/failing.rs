//! Tools that fail on purpose, in the two ways MCP knows.

use rmcp::{
    ErrorData,
    handler::server::wrapper::Parameters,
    model::{CallToolResult, ErrorCode},
    schemars::JsonSchema,
    tool, tool_router,
};
use serde::Deserialize;
use serde_json::json;

use super::failure;
use crate::server::DemoServer;

/// Outside the range that JSON-RPC and MCP keep for themselves, as 2026-07-28 wants it.
const REFUSED: ErrorCode = ErrorCode(1050);

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct FailArguments {
    /// What the result says.
    #[serde(default = "usual_reason")]
    reason: String,
}

fn usual_reason() -> String {
    "this tool always fails".to_owned()
}

#[tool_router(router = failing_tools, vis = "pub(super)")]
impl DemoServer {
    #[tool(
        title = "Fail",
        description = "Fails the way a tool should: a result with `isError` and `reason` as text, \
                       for the model to read.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn fail(Parameters(arguments): Parameters<FailArguments>) -> CallToolResult {
        failure(arguments.reason)
    }

    #[tool(
        title = "Refuse",
        description = "Fails the way a broken server would: a JSON-RPC error with the code 1050 \
                       and `data`, instead of a result.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn refuse() -> Result<CallToolResult, ErrorData> {
        let data = json!({ "tool": "refuse", "retryable": false });
        Err(ErrorData::new(REFUSED, "refused on purpose", Some(data)))
    }
}
