//! One client on rmcp, and what it was told and asked.

use super::super::behind::TOKEN;
use super::{Era, PATIENCE};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ClientRequest,
    CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams, ElicitResult, ElicitationAction,
    ErrorData, Implementation, ListRootsResult, LoggingLevel, LoggingMessageNotificationParam,
    ProgressNotificationParam, ProgressToken, ProtocolVersion, RequestMetaObject,
    ResourceUpdatedNotificationParam, Root, SamplingMessage,
};
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt as _, NotificationContext, PeerRequestOptions, RequestContext,
    RequestHandle, RunningService,
};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, RoleClient, ServiceError};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::watch;
use tokio::time::timeout;

/// What a client was told and asked.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    asked: Vec<&'static str>,
    progress: Vec<ProgressNotificationParam>,
    pub(crate) logs: usize,
    pub(crate) updates: Vec<String>,
}

impl Notes {
    pub(crate) fn progress_of(&self, token: &ProgressToken) -> Vec<f64> {
        let own = self.progress.iter().filter(|told| told.progress_token == *token);
        own.map(|told| told.progress).collect()
    }

    pub(crate) fn times_asked(&self, what: &str) -> usize {
        self.asked.iter().filter(|asked| **asked == what).count()
    }
}

/// Answers what the server asks, and takes notes.
#[derive(Clone, Debug)]
pub(crate) struct Handler {
    name: &'static str,
    notes: Arc<Mutex<Notes>>,
    changed: watch::Sender<()>,
}

impl Handler {
    fn note(&self, take: impl FnOnce(&mut Notes)) {
        take(&mut self.notes.lock().expect("no test panics with it"));
        self.changed.send_replace(());
    }
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities =
            ClientCapabilities::builder().enable_sampling().enable_elicitation().enable_roots().build();
        capabilities.elicitation = serde_json::from_value(json!({ "form": {} })).expect("a capability");
        ClientConfig::new(capabilities, Implementation::new(self.name, "1.0.0"))
    }

    async fn create_message(
        &self,
        _params: CreateMessageRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        self.note(|notes| notes.asked.push("sampling"));
        let message = SamplingMessage::assistant_text(format!("sampled by {}", self.name));
        Ok(CreateMessageResult::new(message, "none".to_owned()))
    }

    async fn create_elicitation(
        &self,
        _request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.note(|notes| notes.asked.push("elicitation"));
        let content = json!({ "name": format!("user of {}", self.name) });
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(content))
    }

    async fn list_roots(&self, _context: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        self.note(|notes| notes.asked.push("roots"));
        Ok(ListRootsResult::new(vec![Root::new(format!("file:///{}", self.name))]))
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.note(|notes| notes.progress.push(params));
    }

    async fn on_logging_message(
        &self,
        _: LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.note(|notes| notes.logs += 1);
    }

    async fn on_resource_updated(
        &self,
        params: ResourceUpdatedNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.note(|notes| notes.updates.push(params.uri));
    }
}

/// One client.
pub(crate) struct Party {
    pub(crate) era: Era,
    pub(crate) running: RunningService<RoleClient, Handler>,
}

impl Party {
    pub(crate) async fn open(url: &str, name: &'static str, era: Era) -> Self {
        let header = ("x-session-token".parse().expect("a name"), TOKEN.parse().expect("a value"));
        let config =
            StreamableHttpClientTransportConfig::with_uri(url).custom_headers(HashMap::from([header]));
        let transport = StreamableHttpClientTransport::from_config(config);
        let handler = Handler { name, notes: Arc::default(), changed: watch::Sender::new(()) };
        let lifecycle = match era {
            Era::Older => ClientLifecycleMode::Initialize,
            Era::Newer => {
                ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
            }
        };
        let opening = handler.serve_with_lifecycle(transport, lifecycle);
        let running = timeout(PATIENCE, opening).await.expect("it connects in time").expect("it connects");
        Party { era, running }
    }

    /// The name of the server.
    pub(crate) fn server_name(&self) -> String {
        let info = self.running.peer_info().expect("the server said who it is");
        info.server_info.as_ref().expect("it gives its name").name.clone()
    }

    pub(crate) fn notes(&self) -> MutexGuard<'_, Notes> {
        self.running.service().notes.lock().expect("no test panics with it")
    }

    /// Calls a tool, and answers what it asks.
    pub(crate) async fn call(&self, tool: &'static str, arguments: Value) -> CallToolResult {
        self.try_call(tool, arguments).await.unwrap_or_else(|error| panic!("`{tool}` failed: {error}"))
    }

    pub(crate) async fn try_call(
        &self,
        tool: &'static str,
        arguments: Value,
    ) -> Result<CallToolResult, ServiceError> {
        let call = self.running.call_tool(self.params(tool, &arguments));
        timeout(PATIENCE, call).await.unwrap_or_else(|_| panic!("`{tool}` is not answered in time"))
    }

    /// Calls a tool and does not wait for the answer.
    pub(crate) async fn begin(&self, tool: &'static str, arguments: Value) -> RequestHandle<RoleClient> {
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(self.params(tool, &arguments)));
        let sending = self.running.send_cancellable_request(request, PeerRequestOptions::no_options());
        sending.await.expect("it is sent")
    }

    /// Waits until the notes are as they must be.
    pub(crate) async fn until(&self, what: &str, holds: impl Fn(&Notes) -> bool) {
        let mut changed = self.running.service().changed.subscribe();
        let waiting = async {
            while !holds(&self.notes()) {
                changed.changed().await.expect("the handler lives");
            }
        };
        let is_there = timeout(PATIENCE, waiting).await.is_ok();
        assert!(is_there, "{what} must come: {:#?}", self.notes());
    }

    pub(crate) async fn close(self) {
        self.running.cancel().await.expect("it ends");
    }

    fn params(&self, tool: &'static str, arguments: &Value) -> CallToolRequestParams {
        let arguments = arguments.as_object().expect("arguments are an object").clone();
        let mut params = CallToolRequestParams::new(tool).with_arguments(arguments);
        if self.era == Era::Newer {
            // The newer era has the level in each request.
            let mut meta = RequestMetaObject::default();
            meta.set_log_level(LoggingLevel::Debug);
            params.meta = Some(meta);
        }
        params
    }
}

/// The texts of a result.
pub(crate) fn text(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| block.as_text());
    texts.map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n")
}
