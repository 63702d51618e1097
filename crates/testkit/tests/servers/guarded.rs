//! A server on rmcp behind a layer that lets in only who has a token, and the authorization server
//! beside it, on the same origin. The SDK has no part for this; its examples put a layer of axum in
//! front of its service, and so does this.

use axum::extract::{Form, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

type Fields = BTreeMap<String, String>;

/// What the layer says to whom it does not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusing {
    /// A status and nothing else, as the SDK's examples do; there is no resource metadata.
    Silently,
    /// As the protocol wants it.
    WithChallenge,
}

/// A running server; dropping it ends it.
pub(crate) struct Guarded {
    guard: Arc<Guard>,
    serving: JoinHandle<()>,
}

impl Guarded {
    pub(crate) async fn start(refusing: Refusing) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let guard = Arc::new(Guard { origin, refusing, ledger: Mutex::default() });
        let service = StreamableHttpService::new(
            || Ok(Greeter),
            Arc::new(LocalSessionManager::default()),
            StreamableHttpServerConfig::default(),
        );
        let mcp = Router::new()
            .route_service("/mcp", service)
            .layer(middleware::from_fn_with_state(guard.clone(), check_token));
        let mut router = Router::new()
            .route("/.well-known/oauth-authorization-server", get(metadata))
            .route("/oauth/register", post(register))
            .route("/oauth/authorize", get(authorize))
            .route("/oauth/token", post(token))
            .route("/oauth/revoke", post(revoke));
        if refusing == Refusing::WithChallenge {
            router = router.route("/.well-known/oauth-protected-resource/mcp", get(resource));
        }
        let router = router.with_state(guard.clone()).merge(mcp);
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Guarded { guard, serving }
    }

    pub(crate) fn url(&self) -> String {
        format!("{}/mcp", self.guard.origin)
    }

    /// Makes all access tokens so far invalid; refresh tokens stay.
    pub(crate) fn expire_tokens(&self) {
        self.guard.ledger.lock().unwrap().access.clear();
    }

    /// Makes all tokens so far invalid.
    pub(crate) fn revoke_all(&self) {
        let mut ledger = self.guard.ledger.lock().unwrap();
        ledger.access.clear();
        ledger.refresh.clear();
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

struct Guard {
    origin: String,
    refusing: Refusing,
    ledger: Mutex<Ledger>,
}

#[derive(Default)]
struct Ledger {
    serial: u32,
    /// Where the clients may be answered.
    clients: BTreeMap<String, Vec<Value>>,
    codes: BTreeMap<String, Fields>,
    access: BTreeSet<String>,
    refresh: BTreeSet<String>,
}

impl Ledger {
    fn fresh(&mut self, kind: &str) -> String {
        self.serial += 1;
        format!("{kind}-of-the-guard-{}", self.serial)
    }

    fn grant(&mut self) -> Value {
        let (access, refresh) = (self.fresh("access"), self.fresh("refresh"));
        let granted = json!({
            "access_token": access, "token_type": "bearer", "expires_in": 3600, "refresh_token": refresh,
        });
        self.access.insert(access);
        self.refresh.insert(refresh);
        granted
    }
}

type Shared = State<Arc<Guard>>;

async fn check_token(State(guard): Shared, request: Request, next: Next) -> Response {
    let presented = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = presented.and_then(|value| value.strip_prefix("Bearer "));
    if token.is_some_and(|token| guard.ledger.lock().unwrap().access.contains(token)) {
        return next.run(request).await;
    }
    if guard.refusing == Refusing::Silently {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let url = format!("{}/.well-known/oauth-protected-resource/mcp", guard.origin);
    let challenge = format!(r#"Bearer resource_metadata="{url}", scope="greet""#);
    (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, challenge)]).into_response()
}

async fn resource(State(guard): Shared) -> Json<Value> {
    let origin = &guard.origin;
    Json(json!({ "resource": format!("{origin}/mcp"), "authorization_servers": [origin] }))
}

async fn metadata(State(guard): Shared) -> Json<Value> {
    let endpoint = |name: &str| format!("{}/oauth/{name}", guard.origin);
    Json(json!({
        "issuer": guard.origin,
        "authorization_endpoint": endpoint("authorize"),
        "token_endpoint": endpoint("token"),
        "registration_endpoint": endpoint("register"),
        "revocation_endpoint": endpoint("revoke"),
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
    }))
}

async fn register(State(guard): Shared, Json(mut client): Json<Value>) -> Response {
    let mut ledger = guard.ledger.lock().unwrap();
    let id = ledger.fresh("client");
    let places = client["redirect_uris"].as_array().cloned().unwrap_or_default();
    ledger.clients.insert(id.clone(), places);
    client["client_id"] = json!(id);
    (StatusCode::CREATED, Json(client)).into_response()
}

async fn authorize(State(guard): Shared, Query(asked): Query<Fields>) -> Response {
    let mut ledger = guard.ledger.lock().unwrap();
    let uri = asked.get("redirect_uri").cloned().unwrap_or_default();
    let is_known = ledger.clients.get(&asked["client_id"]).is_some_and(|uris| uris.contains(&json!(uri)));
    if !is_known {
        return StatusCode::BAD_REQUEST.into_response();
    }
    let code = ledger.fresh("code");
    let location = format!("{uri}?code={code}&state={}", asked["state"]);
    ledger.codes.insert(code, asked);
    Redirect::to(&location).into_response()
}

async fn token(State(guard): Shared, Form(form): Form<Fields>) -> Response {
    let text = |name: &str| form.get(name).map_or("", String::as_str);
    let mut ledger = guard.ledger.lock().unwrap();
    let is_good = text("resource") == format!("{}/mcp", guard.origin)
        && match text("grant_type") {
            "authorization_code" => ledger.codes.remove(text("code")).is_some_and(|asked| {
                let hash = ring::digest::digest(&ring::digest::SHA256, text("code_verifier").as_bytes());
                asked["code_challenge"] == URL_SAFE_NO_PAD.encode(hash)
                    && asked["client_id"] == text("client_id")
                    && asked["redirect_uri"] == text("redirect_uri")
            }),
            "refresh_token" => ledger.refresh.remove(text("refresh_token")),
            _ => false,
        };
    if is_good {
        Json(ledger.grant()).into_response()
    } else {
        (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))).into_response()
    }
}

async fn revoke(State(guard): Shared, Form(form): Form<Fields>) -> StatusCode {
    let mut ledger = guard.ledger.lock().unwrap();
    if ledger.refresh.remove(&form["token"]) {
        ledger.access.clear();
    }
    StatusCode::OK
}

/// The MCP server itself.
struct Greeter;

impl ServerHandler for Greeter {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = json!({ "type": "object" }).as_object().cloned().unwrap_or_default();
        let tool = |name, what| Tool::new(name, what, Arc::new(schema.clone()));
        Ok(ListToolsResult::with_all_items(vec![tool("greet", "Greets"), tool("wait", "Never answers")]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name == "wait" {
            return std::future::pending().await;
        }
        Ok(CallToolResult::success(vec![ContentBlock::text("hello")]).into())
    }
}
