//! A tool whose call becomes a task, if the client follows tasks.

use std::{fmt, time::Duration};

use rmcp::{
    RoleServer,
    handler::server::wrapper::Parameters,
    model::{
        CallToolResponse, CallToolResult, CreateTaskResult, ElicitRequest, ElicitRequestParams, ElicitResult,
        ElicitationSchema, InputRequest, object,
    },
    schemars::JsonSchema,
    service::RequestContext,
    task_manager::{TaskContext, TaskExit, TaskManager, TaskOptions},
    tool, tool_router,
};
use serde::Deserialize;
use serde_json::json;

use super::text;
use crate::server::DemoServer;

const MOST_SECONDS: f64 = 600.0;

/// How often a client should look, in milliseconds.
const POLL: u64 = 200;

/// The tasks of all clients.
#[derive(Default, Clone)]
pub(crate) struct Tasks(pub(crate) TaskManager);

impl fmt::Debug for Tasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tasks")
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct BakeArguments {
    /// How long the cake is in the oven.
    #[serde(default = "one_second")]
    #[schemars(range(min = 0, max = 600))]
    seconds: f64,
}

fn one_second() -> f64 {
    1.0
}

#[tool_router(router = task_tools, vis = "pub(super)")]
impl DemoServer {
    #[tool(
        title = "Bake a cake",
        description = "Takes `seconds`, as a task if the client follows tasks. A client that can ask \
                       its user is asked for the icing in between.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn bake(
        &self,
        Parameters(arguments): Parameters<BakeArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResponse {
        let baking = Duration::from_secs_f64(arguments.seconds.clamp(0.0, MOST_SECONDS));
        let capabilities = context.client_capabilities().unwrap_or_default();
        if !capabilities.supports_tasks() {
            tokio::time::sleep(baking).await;
            return text("a plain cake").into();
        }
        let may_ask = capabilities.elicitation.is_some();
        let options =
            TaskOptions::new().with_poll_interval_ms(POLL).with_status_message("the cake is in the oven");
        let task = self.world.tasks.0.spawn(options, move |context| Box::pin(bake(context, baking, may_ask)));
        CreateTaskResult::new(task).into()
    }
}

async fn bake(context: TaskContext, baking: Duration, may_ask: bool) -> Result<CallToolResult, TaskExit> {
    tokio::select! {
        () = tokio::time::sleep(baking) => {}
        () = context.cancelled() => return Err(TaskExit::Cancelled),
    }
    let icing = if may_ask { ask_for_icing(&context).await? } else { None };
    Ok(text(match icing {
        Some(icing) => format!("a cake with {icing} icing"),
        None => "a plain cake".to_owned(),
    }))
}

async fn ask_for_icing(context: &TaskContext) -> Result<Option<String>, TaskExit> {
    context.set_status_message("the cake waits for its icing");
    let schema = json!({
        "type": "object",
        "properties": { "icing": { "type": "string", "enum": ["lemon", "chocolate"], "default": "lemon" } },
        "required": ["icing"]
    });
    let Ok(requested_schema) = ElicitationSchema::from_json_schema(object(schema)) else { return Ok(None) };
    let message = "Which icing should the cake have?".to_owned();
    let params = ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema };
    let question = InputRequest::Elicitation(ElicitRequest::new(params));
    let answer = context.request_input("icing", question).await?;
    let answer: Option<ElicitResult> = serde_json::from_value(answer).ok();
    let icing = answer.and_then(|answer| answer.content?.get("icing")?.as_str().map(ToOwned::to_owned));
    Ok(icing)
}
