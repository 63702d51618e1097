//! A backend on a socket of its own, and every answer of it checked against the description of the API.

use crate::http::{Answer, Event, Events, PATIENCE, Request, send};
use mcp_inspector_demo::HttpDemo;
use mcp_inspector_engine::Session;
use mcp_inspector_engine::core::redact::Redactor;
use mcp_inspector_server::{
    Backend, Bounds, Config, History, Logins, Memory, SessionId, StallGuard, openapi_json, router,
};
use regex::Regex;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpSocket;
use tokio::task::AbortHandle;

/// A backend on a socket of its own.
pub(crate) struct Scene {
    pub(crate) address: SocketAddr,
    pub(crate) backend: Backend,
    directory: Arc<TempDir>,
    tasks: Vec<AbortHandle>,
}

impl Scene {
    pub(crate) fn start() -> Self {
        Scene::start_with(Duration::from_secs(60))
    }

    /// A backend that gives up clients that take nothing after `patience`.
    pub(crate) fn start_with(patience: Duration) -> Self {
        let directory = Arc::new(tempfile::tempdir().expect("a directory"));
        Scene::at(directory, patience, Memory::default())
    }

    /// A backend that remembers what one before it kept in its directory.
    pub(crate) fn remembering(before: Option<&Scene>) -> Self {
        let fresh = || Arc::new(tempfile::tempdir().expect("a directory"));
        let directory = before.map_or_else(fresh, |before| before.directory.clone());
        let memory = Memory::of(directory.path(), directory.path());
        Scene::at(directory, Duration::from_secs(60), memory)
    }

    fn at(directory: Arc<TempDir>, patience: Duration, memory: Memory) -> Self {
        let config = Config::new(&directory.path().join("mcp.json"));
        let history = History::open(&directory.path().join("history")).expect("a place for the history");
        let socket = TcpSocket::new_v4().expect("a socket");
        // What is sent and not read must not disappear in large buffers of the system.
        socket.set_send_buffer_size(16 * 1024).expect("a small buffer");
        socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
        let listener = socket.listen(1024).expect("a listener");
        let address = listener.local_addr().expect("an address");
        let base = format!("http://{address}");
        let backend = Backend::with(Bounds::default(), base, config, history, (Logins::default(), memory));
        let guard = StallGuard::new(listener).with_patience(patience);
        let serving = tokio::spawn(axum::serve(guard, router(backend.clone())).into_future());
        Scene { address, backend, directory, tasks: vec![serving.abort_handle()] }
    }

    /// The directory it keeps its files in.
    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// The demo server on a port of its own; its URL.
    pub(crate) async fn demo(&mut self) -> String {
        let demo = HttpDemo::bind(0).await.expect("a free port");
        let url = demo.url();
        let serving = tokio::spawn(demo.serve_until(std::future::pending()));
        self.tasks.push(serving.abort_handle());
        url
    }

    /// Shows a session, connected, as the proxy endpoint would.
    pub(crate) async fn adopt(&self, session: &Session) -> String {
        session.ready_within(PATIENCE).await.expect("the server can be connected to");
        let id: SessionId =
            self.backend.sessions().adopt(session.clone(), "puppet", "Puppet", Redactor::default());
        format!("/api/sessions/{id}")
    }

    pub(crate) async fn send(&self, request: Request, (method, path): (&str, &str)) -> Answer {
        let answer = send(self.address, &request).await;
        check(method, path, &answer);
        answer
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::new("GET", path), ("get", path)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.send(Request::new("DELETE", path), ("delete", path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Request::new("POST", path).json(body), ("post", path)).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Answer {
        self.send(Request::new("PUT", path).json(body), ("put", path)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.send(Request::new("PATCH", path).json(body), ("patch", path)).await
    }

    pub(crate) async fn events(&self, path: &str) -> Events {
        Events::open(self.address, &Request::new("GET", path)).await
    }

    /// Opens a session and waits until it is connected; its path.
    pub(crate) async fn open(&self, body: &Value) -> String {
        let opened = self.post("/api/sessions", body).await;
        assert_eq!(opened.status, 201, "{opened:#?}");
        let path = opened.header("location").to_owned();
        self.until(&path, |summary| summary["phase"] == "ready").await;
        path
    }

    /// Waits until a session's summary fits, by way of the stream of news.
    pub(crate) async fn until(&self, path: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let id = path.rsplit('/').next().expect("an id");
        let mut news = self.events("/api/events").await;
        loop {
            let Event { name, data, .. } = news.next().await.expect("the backend lives");
            let sessions = if name == "sessions" { data["sessions"].as_array().cloned() } else { None };
            let found = sessions.unwrap_or_default().into_iter().find(|session| session["id"] == id);
            if let Some(session) = found.filter(&fits) {
                return session;
            }
        }
    }

    /// Makes a call and waits for its end.
    pub(crate) async fn call(&self, path: &str, tool: &str, arguments: &Value) -> Answer {
        let params = json!({ "name": tool, "arguments": arguments });
        let body = json!({ "method": "tools/call", "params": params });
        self.post(&format!("{path}/calls?wait=true"), &body).await
    }

    /// How a call ended, once it has.
    pub(crate) async fn ended(&self, path: &str, call: u64) -> Answer {
        self.get(&format!("{path}/calls/{call}?wait=true")).await
    }

    /// Begins a call; its handle.
    pub(crate) async fn begin(&self, path: &str, tool: &str) -> u64 {
        let body = json!({ "method": "tools/call", "params": { "name": tool, "arguments": {} } });
        let begun = self.post(&format!("{path}/calls"), &body).await;
        assert_eq!(begun.status, 202, "{begun:#?}");
        begun.json()["call"].as_u64().expect("a handle")
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// Waits for an event that fits.
pub(crate) async fn wait_for(events: &mut Events, fits: impl Fn(&Event) -> bool) -> Event {
    loop {
        let event = events.next().await.expect("the stream goes on");
        if fits(&event) {
            return event;
        }
    }
}

/// Fails unless the description of the API has this answer, field for field.
pub(crate) fn check(method: &str, path: &str, answer: &Answer) {
    static API: LazyLock<Value> = LazyLock::new(|| {
        let mut api: Value = serde_json::from_str(openapi_json()).expect("JSON");
        let known = api["components"]["schemas"].clone();
        for schema in api["components"]["schemas"].as_object_mut().expect("schemas").values_mut() {
            *schema = joined(schema, &known);
        }
        close(&mut api);
        api
    });
    let path = path.split('?').next().unwrap_or(path);
    let paths = API["paths"].as_object().expect("paths");
    let Some((template, operations)) = paths.iter().find(|(template, _)| is_like(template, path)) else {
        panic!("{path} is not described");
    };
    let responses = &operations[method]["responses"];
    let response = &responses[answer.status.to_string()];
    assert!(response.is_object(), "{method} {template} may not answer {}: {answer:#?}", answer.status);
    let Some((kind, content)) = response["content"].as_object().and_then(|content| content.iter().next())
    else {
        return assert_eq!(answer.body, "", "{method} {template}");
    };
    assert_eq!(answer.header("content-type"), kind, "{method} {template}");
    if kind != "application/json" {
        return;
    }
    let mut schema = content["schema"].clone();
    schema["components"] = API["components"].clone();
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let problems: Vec<String> =
        validator.iter_errors(&answer.json()).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{method} {template} {}: {problems:#?}\n{answer:#?}", answer.status);
}

fn is_like(template: &str, path: &str) -> bool {
    let parts = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
    let (template, path) = (parts(template), parts(path));
    template.len() == path.len()
        && template.iter().zip(&path).all(|(known, part)| known.starts_with('{') || known == part)
}

/// A schema that consists of several, as one: only so it can be closed.
fn joined(schema: &Value, known: &Value) -> Value {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return joined(&known[name], known);
    }
    let Some(parts) = schema["allOf"].as_array() else { return schema.clone() };
    let parts = parts.iter().map(|part| joined(part, known));
    parts.reduce(|left, right| both(&left, &right)).unwrap_or_default()
}

/// What fits both of two schemas for objects, of which either may have several forms.
fn both(left: &Value, right: &Value) -> Value {
    for (one, other) in [(left, right), (right, left)] {
        if let Some(forms) = one["oneOf"].as_array() {
            return json!({ "oneOf": forms.iter().map(|form| both(form, other)).collect::<Vec<_>>() });
        }
    }
    let mut whole = left.clone();
    for (name, property) in right["properties"].as_object().into_iter().flatten() {
        whole["properties"][name] = property.clone();
    }
    let required = [left, right].map(|side| side["required"].as_array().cloned().unwrap_or_default());
    whole["required"] = required.concat().into();
    whole
}

/// Takes from every described object the freedom to have more than is described.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.get("type") == Some(&"object".into())
                && members.get("properties").is_some_and(Value::is_object)
            {
                members.entry("additionalProperties").or_insert(false.into());
            }
            members.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// An answer for a snapshot, with what differs from run to run blanked out.
pub(crate) fn shown(answer: &Answer) -> String {
    if answer.body.is_empty() {
        return format!("{}\n", answer.status);
    }
    let mut value = answer.json();
    blank(&mut value);
    format!("{}\n{}\n", answer.status, ports(&format!("{value:#}")))
}

fn ports(text: &str) -> String {
    static PORT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"127\.0\.0\.1:\d+").expect("a pattern"));
    static ID: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"`[0-9a-f]{12}`").expect("a pattern"));
    let text = PORT.replace_all(text, "127.0.0.1:<port>");
    ID.replace_all(&text, "`<id>`").into_owned()
}

/// Blanks out times, how far connecting has got, and the ids of sessions.
pub(crate) fn blank(value: &mut Value) {
    const TIMES: [&str; 11] = [
        "connecting",
        "atNs",
        "sentAtNs",
        "expiresNs",
        "phaseSinceNs",
        "openedAt",
        "durationMs",
        "aliveMs",
        "openedUnixMs",
        "elapsed",
        "totalMs",
    ];
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if TIMES.contains(&name.as_str()) {
                    *member = "<time>".into();
                } else if name == "id" && member.as_str().is_some_and(|id| id.len() == 12) {
                    *member = "<id>".into();
                } else {
                    blank(member);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(blank),
        _ => {}
    }
}
