//! Tools that ask the client something before they answer.
//!
//! Up to 2025-11-25 the question is a request of the server's own. From
//! 2026-07-28 on it is an `input_required` result, and the client calls the tool
//! again with the answer. [`Asker`] hides the difference from the tools.
#![expect(
    deprecated,
    reason = "the SDK marks sampling and roots as on their way out; clients of today have them"
)]

mod asker;

use rmcp::{
    ErrorData,
    handler::server::wrapper::Parameters,
    model::{
        CallToolResponse, CallToolResult, ContentBlock, CreateMessageRequest, CreateMessageRequestParams,
        CreateMessageResult, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
        ElicitationSchema, InputRequest, ListRootsRequest, ListRootsResult, SamplingMessage,
        SamplingMessageContentBlock, object,
    },
    schemars::JsonSchema,
    tool, tool_router,
};
use serde::Deserialize;
use serde_json::json;

use self::asker::Asker;
use super::{failure, text};
use crate::server::DemoServer;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct SampleArguments {
    /// What the client's model is asked.
    #[serde(default = "usual_prompt")]
    prompt: String,
}

fn usual_prompt() -> String {
    "Say hello in one word.".to_owned()
}

#[tool_router(router = asking_tools, vis = "pub(super)")]
impl DemoServer {
    #[tool(
        title = "Ask the client's model",
        description = "Has the client's model answer `prompt` (sampling), and returns which model \
                       it was and what it said.",
        annotations(read_only_hint = true, open_world_hint = true)
    )]
    async fn sample(
        &self,
        Parameters(arguments): Parameters<SampleArguments>,
        asker: Asker,
    ) -> CallToolResponse {
        let messages = vec![SamplingMessage::user_text(arguments.prompt)];
        let params = CreateMessageRequestParams::new(messages, 200)
            .with_system_prompt("You are part of a demo. Be brief.");
        let question = InputRequest::CreateMessage(CreateMessageRequest::new(params));
        asker.ask(question, sampled).await
    }

    #[tool(
        title = "Ask the user",
        description = "Asks the user to fill in a form with a text, a number, a yes or no, and a \
                       choice, all with defaults (form elicitation). Returns what was sent.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn elicit(&self, asker: Asker) -> Result<CallToolResponse, ErrorData> {
        let params = ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: "How do you like the demo so far?".to_owned(),
            requested_schema: form()?,
        };
        let question = InputRequest::Elicitation(ElicitRequest::new(params));
        Ok(asker.ask(question, filled_in).await)
    }

    #[tool(
        title = "Send the user to a page",
        description = "Asks the user to open a web page (URL elicitation). Returns whether they \
                       agreed; what happens on the page stays there.",
        annotations(read_only_hint = true, open_world_hint = true)
    )]
    async fn elicit_url(&self, asker: Asker) -> CallToolResponse {
        let elicitation_id = format!("demo-{}", self.world.next_elicitation());
        let params = ElicitRequestParams::UrlElicitationParams {
            meta: None,
            message: "Please have a look at this page.".to_owned(),
            url: "https://example.com/mcp-inspector-demo".to_owned(),
            elicitation_id: elicitation_id.clone(),
        };
        let question = InputRequest::Elicitation(ElicitRequest::new(params));
        let visit = asker.visit(elicitation_id);
        let response = asker.ask(question, |answer: ElicitResult| visited(&answer.action)).await;
        // Nothing happens on the page, so the visit is complete once agreed to.
        if matches!(&response, CallToolResponse::Complete(result) if result.is_error == Some(false)) {
            visit.complete().await;
        }
        response
    }

    #[tool(
        title = "List the client's roots",
        description = "Asks the client for its roots and returns one line for each.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn roots(&self, asker: Asker) -> CallToolResponse {
        let question = InputRequest::ListRoots(ListRootsRequest::default());
        asker.ask(question, listed).await
    }
}

fn form() -> Result<ElicitationSchema, ErrorData> {
    let schema = json!({
        "type": "object",
        "properties": {
            "name": {
                "type": "string",
                "title": "Your name",
                "minLength": 1,
                "maxLength": 40,
                "default": "Ada"
            },
            "rating": {
                "type": "number",
                "title": "Rating",
                "description": "From 0 to 5; halves are fine.",
                "minimum": 0.0,
                "maximum": 5.0,
                "default": 4.5
            },
            "again": { "type": "boolean", "title": "Would you do it again?", "default": true },
            "best": {
                "type": "string",
                "title": "The best part",
                "enum": ["tools", "resources", "prompts"],
                "default": "tools"
            }
        },
        "required": ["name"]
    });
    ElicitationSchema::from_json_schema(object(schema))
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn sampled(answer: CreateMessageResult) -> CallToolResult {
    let reason = answer.stop_reason.as_deref().unwrap_or("no stop reason");
    let headline = format!("`{}` answered ({reason}):", answer.model);
    let mut content = vec![ContentBlock::text(headline)];
    content.extend(answer.message.content.into_vec().into_iter().map(shown));
    CallToolResult::success(content)
}

/// A block of a sampling answer as a block of a tool result.
fn shown(block: SamplingMessageContentBlock) -> ContentBlock {
    match block {
        SamplingMessageContentBlock::Text(text) => ContentBlock::Text(text),
        SamplingMessageContentBlock::Image(image) => ContentBlock::Image(image),
        SamplingMessageContentBlock::Audio(audio) => ContentBlock::Audio(audio),
        // No tools were offered, so none should be used; say so if they were.
        other => ContentBlock::text(format!("unexpected: {}", json!(other))),
    }
}

fn filled_in(answer: ElicitResult) -> CallToolResult {
    match refusal(&answer.action) {
        Some(refusal) => refusal,
        None => text(format!("the user sent {}", answer.content.unwrap_or_default())),
    }
}

fn visited(action: &ElicitationAction) -> CallToolResult {
    refusal(action).unwrap_or_else(|| text("the user agreed to open the page"))
}

fn refusal(action: &ElicitationAction) -> Option<CallToolResult> {
    match action {
        ElicitationAction::Accept => None,
        ElicitationAction::Decline => Some(failure("the user declined")),
        ElicitationAction::Cancel => Some(failure("the user closed the question")),
        other => Some(failure(format!("the demo does not know the action {}", json!(other)))),
    }
}

fn listed(answer: ListRootsResult) -> CallToolResult {
    if answer.roots.is_empty() {
        return text("the client has no roots");
    }
    let lines: Vec<_> = answer
        .roots
        .into_iter()
        .map(|root| match root.name {
            Some(name) => format!("{} ({name})", root.uri),
            None => root.uri,
        })
        .collect();
    text(lines.join("\n"))
}
