//! Tools that send something besides their result: progress, logs, changes.
#![expect(deprecated, reason = "the SDK marks logging as on its way out; clients of today still use it")]

use std::time::Duration;

use rmcp::{
    RoleServer,
    handler::server::wrapper::Parameters,
    model::{
        CallToolResult, LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam,
        ProgressToken,
    },
    schemars::{JsonSchema, Schema, SchemaGenerator, json_schema},
    service::RequestContext,
    tool, tool_router,
};
use serde::Deserialize;
use serde_json::json;

use super::{failure, text};
use crate::{
    resources::{Address, CLOCK},
    server::DemoServer,
    session::delivered,
    world::Change,
};

const MOST_SECONDS: f64 = 600.0;
const MOST_STEPS: u32 = 1000;
const MOST_MESSAGES: u32 = 1000;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct SlowArguments {
    /// How long the tool takes in all.
    #[serde(default = "three_seconds")]
    #[schemars(range(min = 0, max = 600))]
    seconds: f64,
    /// Into how many equal steps the time is cut.
    #[serde(default = "six_steps")]
    #[schemars(range(min = 1, max = 1000))]
    steps: u32,
}

fn three_seconds() -> f64 {
    3.0
}

fn six_steps() -> u32 {
    6
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct LogArguments {
    /// How severe the messages are.
    #[serde(default = "info")]
    #[schemars(schema_with = "any_level")]
    level: LoggingLevel,
    /// What the messages say.
    #[serde(default = "hello")]
    message: String,
    /// How many messages to send.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 1000))]
    count: u32,
}

/// The SDK's own schema marks the whole argument as deprecated.
fn any_level(_generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "string",
        "enum": [
            "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"
        ]
    })
}

fn info() -> LoggingLevel {
    LoggingLevel::Info
}

fn hello() -> String {
    "hello from the demo".to_owned()
}

fn one() -> u32 {
    1
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct TouchArguments {
    /// The resource to change: the clock, a note or a post.
    #[serde(default = "clock")]
    uri: String,
}

fn clock() -> String {
    CLOCK.to_owned()
}

#[tool_router(router = live_tools, vis = "pub(super)")]
impl DemoServer {
    #[tool(
        title = "Slow",
        description = "Takes `seconds` to answer, in `steps` equal steps. After each step it \
                       reports progress, if the request has a progress token. Stops at once when \
                       the request is cancelled.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    async fn slow(
        &self,
        Parameters(SlowArguments { seconds, steps }): Parameters<SlowArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        if !(0.0..=MOST_SECONDS).contains(&seconds) || !(1..=MOST_STEPS).contains(&steps) {
            return failure(format!("`seconds` must be 0 to {MOST_SECONDS} and `steps` 1 to {MOST_STEPS}"));
        }
        let mut token = context.meta.get_progress_token();
        let pause = Duration::from_secs_f64(seconds / f64::from(steps));
        for step in 1..=steps {
            tokio::select! {
                () = context.ct.cancelled() => {
                    return failure(format!("cancelled in step {step} of {steps}"));
                }
                () = tokio::time::sleep(pause) => {}
            }
            // Progress is a courtesy: if it cannot be sent, the work goes on.
            token = match token {
                Some(token) => report(&context, token, step, steps).await,
                None => None,
            };
        }
        text(format!("done in {seconds} seconds and {steps} steps"))
    }

    #[tool(
        title = "Write to the log",
        description = "Sends `count` log messages of one level before it answers, each with \
                       `message` and its number. Messages below the level the client set are \
                       not sent; the result says how many were.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn log(
        &self,
        Parameters(LogArguments { level, message, count }): Parameters<LogArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        if !(1..=MOST_MESSAGES).contains(&count) {
            return failure(format!("`count` must be 1 to {MOST_MESSAGES}"));
        }
        let wanted = self
            .session
            .level_for(&context)
            // The SDK declares the levels from least to most severe.
            .is_some_and(|least| level as u8 >= least as u8);
        if !wanted {
            return text(format!("sent 0 of {count}: the client does not want them"));
        }
        for number in 1..=count {
            let data = json!({ "message": message, "number": number });
            let entry = LoggingMessageNotificationParam::new(level, data).with_logger("demo");
            if !delivered(context.peer.notify_logging_message(entry)).await {
                return failure(format!("sent {} of {count}: no one reads them", number - 1));
            }
        }
        text(format!("sent {count} of {count}"))
    }

    #[tool(
        title = "Touch a resource",
        description = "Changes the resource at `uri` by counting one more touch, and tells those \
                       who subscribed to it. The readme and the logo never change.",
        annotations(read_only_hint = false, destructive_hint = false, open_world_hint = false)
    )]
    async fn touch(&self, Parameters(arguments): Parameters<TouchArguments>) -> CallToolResult {
        let TouchArguments { uri } = arguments;
        match Address::parse(&uri) {
            None => failure(format!("there is no resource `{uri}`")),
            Some(address) if !address.can_change() => failure(format!("`{uri}` never changes")),
            Some(_) => {
                let touches = self.world.touch(&uri);
                self.announce(Change::Resource(uri.clone())).await;
                text(format!("`{uri}` was touched; touches so far: {touches}"))
            }
        }
    }

    #[tool(
        title = "Toggle the surprise",
        description = "Makes the tool `surprise` appear, or disappear if it is there, and \
                       announces that the list of tools has changed.",
        annotations(read_only_hint = false, destructive_hint = false, open_world_hint = false)
    )]
    async fn toggle_tool(&self) -> CallToolResult {
        let exists = self.world.toggle_surprise();
        self.announce(Change::Tools).await;
        text(if exists { "the tool `surprise` has appeared" } else { "the tool `surprise` has disappeared" })
    }

    #[tool(
        title = "Surprise",
        description = "Exists only after `toggle_tool` made it appear. Returns a text.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn surprise() -> CallToolResult {
        text("surprise!")
    }
}

/// Reports that `step` is done; returns the token if more can be reported.
async fn report(
    context: &RequestContext<RoleServer>,
    token: ProgressToken,
    step: u32,
    steps: u32,
) -> Option<ProgressToken> {
    let progress = ProgressNotificationParam::new(token.clone(), f64::from(step))
        .with_total(f64::from(steps))
        .with_message(format!("step {step} of {steps}"));
    let reported = delivered(context.peer.notify_progress(progress)).await;
    reported.then_some(token)
}
