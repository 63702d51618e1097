//! A guarded backend, a server that wants a login, and a browser that goes between them.

use crate::http::{Answer, Event, Events, Request, send};
use crate::scene::{check, wait_for};
use mcp_inspector_engine::auth::Store;
use mcp_inspector_server::{Backend, Bounds, Config, Guard, History, Logins, Memory, Token, app};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault, AuthServer};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

/// The id of the server that wants a login.
pub(crate) const GUARDED: &str = "guarded";

/// A guarded backend, and a server that wants a login.
pub(crate) struct OauthScene {
    pub(crate) auth: AuthServer,
    pub(crate) address: SocketAddr,
    pub(crate) backend: Backend,
    pub(crate) token: String,
    directory: TempDir,
    serving: AbortHandle,
    /// Everything that was answered so far.
    answers: Mutex<Vec<String>>,
    /// Every token that was ever stored.
    secrets: Mutex<BTreeSet<String>>,
}

impl OauthScene {
    pub(crate) async fn start() -> Self {
        OauthScene::with(AuthBehaviour::default()).await
    }

    pub(crate) async fn with_fault(fault: AuthFault) -> Self {
        OauthScene::with(AuthBehaviour::with(&[fault])).await
    }

    pub(crate) async fn with(behaviour: AuthBehaviour) -> Self {
        OauthScene::patient_for(behaviour, Duration::from_secs(60)).await
    }

    /// A backend that waits for users only so long.
    pub(crate) async fn patient_for(behaviour: AuthBehaviour, patience: Duration) -> Self {
        let auth = AuthServer::start(behaviour);
        let directory = tempfile::tempdir().expect("a directory");
        let config_path = directory.path().join("mcp.json");
        let servers = json!({ "mcpServers": {
            GUARDED: { "url": auth.url() },
            "other": { "url": auth.url() },
            "a name/with signs": { "url": auth.url() },
            "machine": { "url": auth.url(), "oauth": {
                "grant": "client_credentials",
                "clientId": AuthServer::CLIENT_ID, "clientSecret": AuthServer::CLIENT_SECRET,
            } },
            "program": { "command": "true" },
        } });
        fs::write(&config_path, servers.to_string()).expect("the file can be written");
        let history = History::open(&directory.path().join("history")).expect("a history");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let logins = Logins::with_patience(Store::at(directory.path().join("auth.json")), patience, patience);
        let base = format!("http://{address}");
        let backend = Backend::with(
            Bounds::default(),
            base,
            Config::new(&config_path),
            history,
            (logins, Memory::default()),
        );
        let token = Token::random();
        let served = app(&backend, Guard::new(token.clone(), address.port()));
        let serving = tokio::spawn(axum::serve(listener, served).into_future()).abort_handle();
        let token = token.reveal().to_owned();
        let (answers, secrets) = (Mutex::default(), Mutex::default());
        OauthScene { auth, address, backend, token, directory, serving, answers, secrets }
    }

    /// Asks as a face does.
    pub(crate) async fn ask(&self, method: &str, path: &str) -> Answer {
        self.send(method, path, Request::new(method, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, Request::new("POST", path).json(body)).await
    }

    /// Asks as a face does that wants JSON.
    pub(crate) async fn ask_json(&self, path: &str) -> Answer {
        self.send("GET", path, Request::new("GET", path).header("accept", "application/json")).await
    }

    async fn send(&self, method: &str, path: &str, request: Request) -> Answer {
        let answer = self.bare(request.header("x-session-token", &self.token)).await;
        check(&method.to_ascii_lowercase(), path, &answer);
        answer
    }

    /// Asks without the token.
    pub(crate) async fn bare(&self, request: Request) -> Answer {
        let answer = send(self.address, &request).await;
        self.collect_secrets();
        self.answers.lock().expect("nobody panicked").push(format!("{answer:?}"));
        answer
    }

    pub(crate) async fn events(&self, path: &str) -> Events {
        Events::open(self.address, &Request::new("GET", path).header("x-session-token", &self.token)).await
    }

    /// Begins a login; where the user has to go.
    pub(crate) async fn begin(&self, server: &str) -> String {
        let answer = self.ask_json(&format!("/oauth/authorize/{server}")).await;
        assert_eq!(answer.status, 200, "{answer:#?}");
        answer.json()["authorizationUrl"].as_str().expect("a URL").to_owned()
    }

    /// A browser is sent somewhere by the authorization server, and told where to go next.
    pub(crate) async fn visit(&self, url: &str) -> String {
        let rest = url.strip_prefix("http://").expect("the kit has no TLS");
        let (address, path) = rest.split_at(rest.find('/').expect("a path"));
        let answer = send(address.parse().expect("an address"), &Request::new("GET", path)).await;
        assert_eq!(answer.status, 302, "{answer:#?}");
        answer.header("location").to_owned()
    }

    /// A browser comes back, by navigation from another site and without a token.
    pub(crate) async fn come_back(&self, location: &str, accept: &str) -> Answer {
        let base = format!("http://{}", self.address);
        let path = location.strip_prefix(&base).unwrap_or_else(|| panic!("{location} leads elsewhere"));
        let request = Request::new("GET", path).header("accept", accept);
        let answer = self
            .bare(request.header("sec-fetch-site", "cross-site").header("sec-fetch-mode", "navigate"))
            .await;
        if !accept.contains("html") {
            check("get", path, &answer);
        }
        answer
    }

    /// Logs in from beginning to end.
    pub(crate) async fn log_in(&self, server: &str) -> Answer {
        let location = self.visit(&self.begin(server).await).await;
        self.come_back(&location, "*/*").await
    }

    /// What is known about the logins of a server.
    pub(crate) async fn status(&self, server: &str) -> Value {
        self.ask("GET", &format!("/oauth/status/{server}")).await.json()
    }

    /// Opens a session and waits until it waits for a login; its path.
    pub(crate) async fn open_until_login(&self, body: &Value) -> String {
        let opened = self.post("/api/sessions", body).await;
        assert_eq!(opened.status, 201, "{opened:#?}");
        let path = opened.header("location").to_owned();
        let mut events = self.events(&format!("{path}/events")).await;
        wait_for(&mut events, is_waiting).await;
        path
    }

    /// Waits until a session's summary fits.
    pub(crate) async fn until(&self, path: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let id = path.rsplit('/').next().expect("an id").to_owned();
        let mut news = self.events("/api/events").await;
        let is_meant = |event: &Event| {
            let sessions = event.data["sessions"].as_array().cloned().unwrap_or_default();
            sessions.into_iter().find(|session| session["id"] == id.as_str()).filter(&fits)
        };
        let event = wait_for(&mut news, |event| is_meant(event).is_some()).await;
        is_meant(&event).expect("it was there")
    }

    /// Calls the tool that repeats what it is told.
    pub(crate) async fn echo(&self, path: &str, text: &str) -> Value {
        let params = json!({ "name": "echo", "arguments": { "text": text } });
        let body = json!({ "method": "tools/call", "params": params });
        self.post(&format!("{path}/calls?wait=true"), &body).await.json()
    }

    pub(crate) fn store_path(&self) -> std::path::PathBuf {
        self.directory.path().join("auth.json")
    }

    /// The token that is stored, and the one it is renewed with.
    pub(crate) fn stored(&self) -> Vec<(String, Option<String>)> {
        let book = self.backend.logins().store().read().expect("a store");
        book.tokens().iter().map(|token| (token.access_token.clone(), token.refresh_token.clone())).collect()
    }

    /// How often the token endpoint was asked for this grant.
    pub(crate) fn grants(&self, grant: &str) -> usize {
        self.auth.token_requests().iter().filter(|form| form["grant_type"] == grant).count()
    }

    fn collect_secrets(&self) {
        let mut secrets = self.secrets.lock().expect("nobody panicked");
        for (access, refresh) in self.stored() {
            secrets.insert(access);
            secrets.extend(refresh);
        }
    }

    /// Fails if a token is in any answer so far, or in the history or the logs.
    pub(crate) fn assert_tokens_are_nowhere(&self) {
        self.collect_secrets();
        let secrets = self.secrets.lock().expect("nobody panicked");
        assert!(!secrets.is_empty(), "there was no token that could have been somewhere");
        let mut texts = self.answers.lock().expect("nobody panicked").clone();
        texts.extend(contents(&self.directory.path().join("history")));
        for secret in &*secrets {
            let found = texts.iter().find(|text| text.contains(secret.as_str()));
            assert!(found.is_none(), "{secret} is in {found:?}");
        }
    }
}

impl Drop for OauthScene {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Whether an event says that a user is waited for.
pub(crate) fn is_waiting(event: &Event) -> bool {
    event.data["kind"] == "auth" && event.data["outcome"] == "waiting"
}

/// What is in the files of a directory.
fn contents(directory: &Path) -> Vec<String> {
    let files = fs::read_dir(directory).expect("a directory").flatten();
    let texts = files.map(|file| fs::read(file.path()).unwrap_or_default());
    texts.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
}
