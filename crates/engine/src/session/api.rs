//! The calls of the protocol, typed.
//!
//! Results keep what they were read from: unknown fields, order, broken items.

use super::{Session, gone};
use crate::driver::Command;
use mcp_inspector_core::Raw;
use mcp_inspector_core::command::{CallOptions, CallRequest, List, ListOptions};
use mcp_inspector_core::fault::Fault;
use mcp_inspector_core::peer::config::LogLevel;
use mcp_inspector_core::typed::{
    Completion, Listing, Prompt, PromptMessages, Resource, ResourceContents, ResourceTemplate, Tool,
    ToolResult, Typed,
};
use serde_json::{Map, Value, json};
use std::time::Duration;
use tokio::sync::oneshot;

/// A tool call to make.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolCall {
    name: String,
    arguments: Option<Value>,
    meta: Option<Value>,
    task: Option<Value>,
    options: CallOptions,
}

impl ToolCall {
    /// A call of the tool `name` without arguments.
    pub fn new(name: impl Into<String>) -> Self {
        ToolCall { name: name.into(), ..ToolCall::default() }
    }

    /// The arguments, an object.
    #[must_use]
    pub fn arguments(mut self, arguments: Value) -> Self {
        self.arguments = Some(arguments);
        self
    }

    /// Metadata for the server.
    #[must_use]
    pub fn meta(mut self, meta: Value) -> Self {
        self.meta = Some(meta);
        self
    }

    /// A timeout instead of the session's.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// Asks the server to make a task of the call, as 2025-11-25 has it, and to keep its result for
    /// `ttl`. The task is followed to its end. In 2026-07-28 the server decides by itself.
    #[must_use]
    pub fn as_task(mut self, ttl: Option<Duration>) -> Self {
        let millis = ttl.map(|ttl| u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX));
        self.task = Some(millis.map_or_else(|| json!({}), |millis| json!({ "ttl": millis })));
        self
    }

    /// When the server makes a task of the call, its first answer is the result: whoever calls looks
    /// after the task, with [`Session::get_task`] and the rest.
    #[must_use]
    pub fn detached(mut self) -> Self {
        self.options.detached = true;
        self
    }

    /// Calls the tool even if something speaks against it.
    #[must_use]
    pub fn forced(mut self) -> Self {
        self.options.forced = true;
        self
    }

    /// Asks the server for progress; see [`Session::on_progress`].
    #[must_use]
    pub fn with_progress(mut self) -> Self {
        self.options.progress = true;
        self
    }

    /// The request this is.
    pub fn into_request(self) -> CallRequest {
        let mut params = json!({ "name": self.name });
        if let Some(arguments) = self.arguments {
            params["arguments"] = arguments;
        }
        if let Some(task) = self.task {
            params["task"] = task;
        }
        if let Some(meta) = self.meta {
            params["_meta"] = meta;
        }
        CallRequest { method: "tools/call".into(), params: Some(Raw::of(&params)), options: self.options }
    }
}

impl Session {
    /// Fetches a whole list; the results of its pages as they came.
    pub async fn list_pages(&self, list: List) -> Result<Vec<Raw>, Fault> {
        self.list_pages_with(list, ListOptions::default()).await
    }

    /// Like [`Session::list_pages`], but a list that the server allowed to be kept, and that is still
    /// fresh, is not fetched again.
    pub async fn list_pages_cached(&self, list: List) -> Result<Vec<Raw>, Fault> {
        self.list_pages_with(list, ListOptions { cached: true, ..ListOptions::default() }).await
    }

    /// Like [`Session::list_pages`], in another way than usual.
    pub async fn list_pages_with(&self, list: List, options: ListOptions) -> Result<Vec<Raw>, Fault> {
        let (reply, outcome) = oneshot::channel();
        self.command(Command::List { key: self.next_key(), list, options, reply }).await?;
        match outcome.await {
            Ok(Ok(pages)) => Ok(pages),
            Ok(Err(outcome)) => Err(outcome.into_result(list.method()).err().unwrap_or_else(gone)),
            Err(_) => Err(gone()),
        }
    }

    /// All tools.
    pub async fn list_tools(&self) -> Result<Listing<Tool>, Fault> {
        Listing::read(List::Tools, self.list_pages(List::Tools).await?)
    }

    /// All resources.
    pub async fn list_resources(&self) -> Result<Listing<Resource>, Fault> {
        Listing::read(List::Resources, self.list_pages(List::Resources).await?)
    }

    /// All resource templates.
    pub async fn list_resource_templates(&self) -> Result<Listing<ResourceTemplate>, Fault> {
        Listing::read(List::Templates, self.list_pages(List::Templates).await?)
    }

    /// All prompts.
    pub async fn list_prompts(&self) -> Result<Listing<Prompt>, Fault> {
        Listing::read(List::Prompts, self.list_pages(List::Prompts).await?)
    }

    /// Calls a tool. A tool that reports an error in its result is not a fault:
    /// see [`ToolResult::is_error`].
    pub async fn call_tool(&self, call: ToolCall) -> Result<Typed<ToolResult>, Fault> {
        self.request(call.into_request()).await.result().await.map(Typed::read)
    }

    /// Reads a resource.
    pub async fn read_resource(&self, uri: &str) -> Result<Typed<ResourceContents>, Fault> {
        self.call("resources/read", params(&json!({ "uri": uri }))).await.map(Typed::read)
    }

    /// Asks to hear of changes of a resource. Made anew after every reconnect.
    pub async fn subscribe_resource(&self, uri: &str) -> Result<(), Fault> {
        self.call("resources/subscribe", params(&json!({ "uri": uri }))).await.map(drop)
    }

    /// No longer wants to hear of changes of a resource.
    pub async fn unsubscribe_resource(&self, uri: &str) -> Result<(), Fault> {
        self.call("resources/unsubscribe", params(&json!({ "uri": uri }))).await.map(drop)
    }

    /// Fills in a prompt.
    pub async fn get_prompt(
        &self,
        name: &str,
        arguments: &Map<String, Value>,
    ) -> Result<Typed<PromptMessages>, Fault> {
        let params = params(&json!({ "name": name, "arguments": arguments }));
        self.call("prompts/get", params).await.map(Typed::read)
    }

    /// Asks what could complete `value` for the argument `argument` of a prompt or template.
    /// `reference` is `{"type":"ref/prompt","name":..}` or `{"type":"ref/resource","uri":..}`;
    /// `context` holds the arguments already filled in.
    pub async fn complete(
        &self,
        reference: &Value,
        argument: &str,
        value: &str,
        context: Option<&Map<String, Value>>,
    ) -> Result<Typed<Completion>, Fault> {
        let mut request = json!({ "ref": reference, "argument": { "name": argument, "value": value } });
        if let Some(context) = context {
            request["context"] = json!({ "arguments": context });
        }
        let result = self.call("completion/complete", params(&request)).await?;
        let completion = result.member("completion").unwrap_or(result);
        Ok(Typed::read(completion))
    }

    /// Tells the server from which severity on it should log.
    pub async fn set_log_level(&self, level: LogLevel) -> Result<(), Fault> {
        self.call("logging/setLevel", params(&json!({ "level": level }))).await.map(drop)
    }

    /// How a task stands, as the server says it.
    pub async fn get_task(&self, task: &str) -> Result<Raw, Fault> {
        self.call("tasks/get", params(&json!({ "taskId": task }))).await
    }

    /// The result of a task, once there is one (2025-11-25; later [`Session::get_task`] has it).
    pub async fn task_result(&self, task: &str) -> Result<Raw, Fault> {
        self.call("tasks/result", params(&json!({ "taskId": task }))).await
    }

    /// Answers what a task asks for, by the names of its questions (2026-07-28).
    pub async fn update_task(&self, task: &str, responses: &Map<String, Value>) -> Result<(), Fault> {
        let params = params(&json!({ "taskId": task, "inputResponses": responses }));
        self.call("tasks/update", params).await.map(drop)
    }

    /// Asks the server to give a task up.
    pub async fn cancel_task(&self, task: &str) -> Result<Raw, Fault> {
        self.call("tasks/cancel", params(&json!({ "taskId": task }))).await
    }

    /// Asks the server whether it is alive. There is no such question in 2026-07-28.
    pub async fn ping(&self) -> Result<(), Fault> {
        self.call("ping", None).await.map(drop)
    }

    /// Asks the other side to sample a model. Servers normally refuse this: in MCP it is they
    /// who ask. It is here for peers that work both ways, and to see how a server refuses.
    pub async fn create_message(&self, message: &Value) -> Result<Raw, Fault> {
        self.call("sampling/createMessage", params(message)).await
    }

    /// The server's capabilities, once it is connected.
    pub fn server_capabilities(&self) -> Option<Raw> {
        self.log().with_view(|view| view.server.as_ref().and_then(|server| server.capabilities.clone()))
    }

    /// The server's name and version, once it is connected.
    pub fn server_info(&self) -> Option<Raw> {
        self.log().with_view(|view| view.server.as_ref().and_then(|server| server.info.clone()))
    }

    /// What the server tells its users, once it is connected.
    pub fn instructions(&self) -> Option<String> {
        self.log().with_view(|view| view.server.as_ref().and_then(|server| server.instructions.clone()))
    }

    /// The revision in force, once the server is connected.
    pub fn revision(&self) -> Option<mcp_inspector_core::era::Revision> {
        self.log().with_view(|view| view.server.as_ref().and_then(|server| server.revision))
    }
}

#[expect(clippy::unnecessary_wraps, reason = "it is what `call` takes")]
fn params(value: &Value) -> Option<Raw> {
    Some(Raw::of(value))
}
