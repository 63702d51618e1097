//! The demo server as the SDK sees it: which request is answered by what.
#![expect(deprecated, reason = "the SDK marks logging as on its way out; clients of today still use it")]

use std::{borrow::Cow, sync::Arc};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::tool::ToolCallContext,
    model::{
        CallToolRequestParams, CallToolResponse, CancelTaskParams, CompleteRequestParams, CompleteResult,
        GetPromptRequestParams, GetPromptResponse, GetTaskParams, GetTaskResult, InitializeRequestParams,
        InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
        ListToolsResult, PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams,
        ReadResourceResponse, ReadResourceResult, ServerCapabilities, ServerConfig, SetLevelRequestParams,
        SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams, UpdateTaskParams,
    },
    service::{RequestContext, SubscriptionContext},
};
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;

use crate::{
    completion,
    eras::Eras,
    named,
    paging::page,
    prompts,
    resources::{self, Address},
    session::Session,
    tools,
    world::{Change, World},
};

type Context = RequestContext<RoleServer>;

const INSTRUCTIONS: &str = "\
A demo of everything MCP can do. Three things to try:
1. Call the tool `weather` with a city: the result is structured and follows an output schema.
2. Subscribe to the resource `demo://clock`, then call the tool `touch`: an update arrives.
3. Call the tool `slow`: progress arrives while it runs, and you can cancel it.";

/// One client's view of a [`World`].
#[derive(Debug, Clone)]
pub(crate) struct DemoServer {
    pub(crate) world: Arc<World>,
    pub(crate) session: Arc<Session>,
    eras: Eras,
}

impl DemoServer {
    /// A server for a client that has not said anything yet.
    pub(crate) fn new(world: Arc<World>, eras: Eras) -> Self {
        let session = Arc::new(Session::new());
        Self { world, session, eras }
    }

    /// Tells everyone who wants to know, this client first.
    pub(crate) async fn announce(&self, change: Change) {
        self.world.announce(change, &self.session).await;
    }
}

impl ServerHandler for DemoServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_completions()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_list_changed()
            .enable_resources_subscribe()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_logging()
            .enable_tasks()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(named::implementation())
            .with_instructions(INSTRUCTIONS)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(self.eras.versions())
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Context,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        self.session.open(context.peer);
        self.world.admit(&self.session);
        let mut result = self.negotiate_initialize(&request)?;
        // The extension belongs to the revisions without a handshake.
        result.capabilities.extensions = None;
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        let (tools, next_cursor) = page(tools::visible(&self.world, &context), request)?;
        let meta = named::meta(&context);
        Ok(ListToolsResult { next_cursor, meta, ..ListToolsResult::with_all_items(tools) })
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::find(&self.world, name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = named::meta(&context);
        let response = tools::call(ToolCallContext::new(self, request, context)).await?;
        Ok(named::sign(response, name))
    }

    async fn get_task(&self, request: GetTaskParams, context: Context) -> Result<GetTaskResult, ErrorData> {
        let mut result = self.world.tasks.0.get_task(&request.task_id).map(GetTaskResult::new)?;
        result.meta = named::meta(&context);
        Ok(result)
    }

    async fn update_task(&self, request: UpdateTaskParams, _context: Context) -> Result<(), ErrorData> {
        self.world.tasks.0.update_task(&request.task_id, request.input_responses)
    }

    async fn cancel_task(&self, request: CancelTaskParams, _context: Context) -> Result<(), ErrorData> {
        self.world.tasks.0.cancel_task(&request.task_id)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        let (resources, next_cursor) = page(resources::all(), request)?;
        let meta = named::meta(&context);
        Ok(ListResourcesResult { next_cursor, meta, ..ListResourcesResult::with_all_items(resources) })
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let (templates, next_cursor) = page(resources::templates(), request)?;
        Ok(ListResourceTemplatesResult {
            next_cursor,
            meta: named::meta(&context),
            ..ListResourceTemplatesResult::with_all_items(templates)
        })
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let touches = self.world.touches(&request.uri);
        let contents = existing(&request.uri)?.read(&request.uri, touches);
        let mut result = ReadResourceResult::new(vec![contents]);
        result.meta = named::meta(&context);
        Ok(result.into())
    }

    async fn subscribe(&self, request: SubscribeRequestParams, _context: Context) -> Result<(), ErrorData> {
        existing(&request.uri)?;
        self.session.subscribe(request.uri);
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _context: Context,
    ) -> Result<(), ErrorData> {
        self.session.unsubscribe(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        // The SDK acknowledges before it calls `listen`. Without an ear open
        // now, a change right after the acknowledgment would go unheard.
        self.session.expect_listener(self.world.listen());
        let mut accepted = requested.clone();
        if let Some(uris) = &mut accepted.resource_subscriptions {
            uris.retain(|uri| Address::parse(uri).is_some());
        }
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.session.take_listener().unwrap_or_else(|| self.world.listen());
        let sink = context.sink();
        loop {
            let change = tokio::select! {
                () = context.cancelled() => return Ok(()),
                change = changes.recv() => change,
            };
            // The sink refuses what this listener did not ask for, which is
            // as good as not sending it.
            let _ = match change {
                Ok(Change::Tools) => sink.notify_tool_list_changed().await,
                Ok(Change::Resource(uri)) => sink.notify_resource_updated(uri).await,
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => return Ok(()),
            };
        }
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        let (prompts, next_cursor) = page(prompts::all(), request)?;
        let meta = named::meta(&context);
        Ok(ListPromptsResult { next_cursor, meta, ..ListPromptsResult::with_all_items(prompts) })
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        let mut result = prompts::get(&request)?;
        result.meta = named::meta(&context);
        Ok(result.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: Context,
    ) -> Result<CompleteResult, ErrorData> {
        let mut result = completion::complete(&request)?;
        result.meta = named::meta(&context);
        Ok(result)
    }

    async fn set_level(&self, request: SetLevelRequestParams, _context: Context) -> Result<(), ErrorData> {
        self.session.set_level(request.level);
        Ok(())
    }
}

fn existing(uri: &str) -> Result<Address, ErrorData> {
    Address::parse(uri).ok_or_else(|| {
        ErrorData::resource_not_found("there is no such resource", Some(json!({ "uri": uri })))
    })
}
