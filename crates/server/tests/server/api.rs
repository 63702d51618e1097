//! A backend in a directory of its own, and what it answers.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use mcp_inspector_server::{Backend, Config, History, router};
use regex::Regex;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use tempfile::TempDir;
use tower::ServiceExt as _;

/// Where the backend says it is.
pub(crate) const BASE: &str = "http://127.0.0.1:3000";

/// A backend in a directory of its own.
#[derive(Debug)]
pub(crate) struct Api {
    router: Router,
    directory: TempDir,
}

/// What it answered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) body: String,
}

impl Api {
    /// A backend without a config file.
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let config = Config::of_directory(directory.path());
        let history = History::open(directory.path()).expect("a history");
        Api { router: router(Backend::new(BASE, config, history)), directory }
    }

    /// A backend with this text as its config file.
    pub(crate) fn with_config(text: &str) -> Self {
        let api = Api::new();
        api.write_config(text);
        api
    }

    /// Where its config file is.
    pub(crate) fn config_path(&self) -> PathBuf {
        self.directory.path().join("mcp.json")
    }

    /// Writes the config file, as an editor would.
    pub(crate) fn write_config(&self, text: &str) {
        fs::write(self.config_path(), text).expect("the file can be written");
    }

    /// The config file as it is now.
    pub(crate) fn read_config(&self) -> String {
        fs::read_to_string(self.config_path()).expect("the file can be read")
    }

    /// Asks without a body.
    pub(crate) async fn ask(&self, method: Method, path: &str) -> Answer {
        self.send(Request::builder().method(method).uri(path), Body::empty()).await
    }

    /// Asks with a JSON body.
    pub(crate) async fn tell(&self, method: Method, path: &str, body: &Value) -> Answer {
        self.tell_text(method, path, &body.to_string()).await
    }

    /// Asks with a body that is called JSON and need not be.
    pub(crate) async fn tell_text(&self, method: Method, path: &str, body: &str) -> Answer {
        let request = Request::builder().method(method).uri(path);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        self.send(request, Body::from(body.to_owned())).await
    }

    async fn send(&self, request: axum::http::request::Builder, body: Body) -> Answer {
        let request = request.body(body).expect("a request");
        let Ok(response) = self.router.clone().oneshot(request).await;
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await.expect("a body");
        Answer { status, body: String::from_utf8(body.to_vec()).expect("text") }
    }

    /// An answer with what differs from run to run blanked out.
    pub(crate) fn shown(&self, answer: &Answer) -> String {
        let body = match serde_json::from_str::<Value>(&answer.body) {
            Ok(body) => serde_json::to_string_pretty(&body).expect("JSON"),
            Err(_) => answer.body.clone(),
        };
        format!("{}\n{}", answer.status, self.blanked(&body))
    }

    /// A text with ids, times and the directory blanked out.
    pub(crate) fn blanked(&self, text: &str) -> String {
        static ID: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
                .expect("a pattern")
        });
        static TIME: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ").expect("a pattern"));
        let text = text.replace(&self.directory.path().display().to_string(), "[dir]");
        let text = ID.replace_all(&text, "[uuid]");
        TIME.replace_all(&text, "[time]").into_owned()
    }
}

impl Answer {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("a JSON body")
    }

    /// The code and message of an error.
    pub(crate) fn error(&self) -> String {
        let error = &self.json()["error"];
        format!("{} {} {}", self.status.as_u16(), error["code"], error["message"])
    }
}
