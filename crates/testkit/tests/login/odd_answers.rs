//! Endpoints whose answers are almost right: not quite JSON, or with secrets where scopes belong.

use crate::scene::{agreeing, with};
use crate::support::{at, entries};
use mcp_inspector_engine::auth::{self, Store};
use mcp_inspector_engine::core::auth::AuthStep;
use mcp_inspector_engine::core::target::{Target, Transport};
use mcp_inspector_engine::{Fault, Session};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

const TOKEN: &str = "tok-SECRET-7f3a9c1e5b";
const SECRET: &str = "client-SECRET-81c2d4e6";
const CODE: &str = "code-SECRET-99";

type Form = HashMap<String, String>;

/// What the endpoints for registrations and tokens answer; the latter knows the form.
struct Odd {
    registered: String,
    granted: Box<dyn Fn(&Form) -> String + Send + Sync>,
}

/// A server that wants a login, and is its own authorization server. Gives its URL.
async fn serve(odd: Odd) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let (own, odd) = (base.clone(), Arc::new(odd));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (base, odd) = (own.clone(), odd.clone());
            // Whoever goes away in the middle is not served, and nobody else minds.
            tokio::spawn(async move { answer(stream, &base, &odd).await.ok() });
        }
    });
    format!("{base}/mcp")
}

async fn answer(stream: TcpStream, base: &str, odd: &Odd) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") && stream.read_line(&mut head).await? > 0 {}
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).await?;
    let asked = head.split(' ').nth(1).unwrap_or_default();
    let (path, query) = asked.split_once('?').unwrap_or((asked, ""));
    let body = String::from_utf8_lossy(&body);
    let (status, header, text) = match path {
        "/authorize" => {
            let query = form(query);
            let back = format!("{}?code={CODE}&state={}", query["redirect_uri"], query["state"]);
            (302, format!("Location: {back}"), String::new())
        }
        "/register" => (201, String::new(), odd.registered.clone()),
        "/token" => (200, String::new(), (odd.granted)(&form(&body))),
        // Whatever was granted is let in, and what is asked with it is of no use.
        "/mcp" if head.to_ascii_lowercase().contains("\r\nauthorization:") => {
            (400, String::new(), String::new())
        }
        "/mcp" => (401, "WWW-Authenticate: Bearer".to_owned(), String::new()),
        _ if path.starts_with("/.well-known/oauth-protected-resource") => {
            let text = json!({ "resource": format!("{base}/mcp"), "authorization_servers": [base] });
            (200, String::new(), text.to_string())
        }
        _ if path.starts_with("/.well-known/oauth-authorization-server") => {
            let text = json!({
                "issuer": base,
                "authorization_endpoint": format!("{base}/authorize"),
                "token_endpoint": format!("{base}/token"),
                "registration_endpoint": format!("{base}/register"),
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none", "client_secret_basic"],
            });
            (200, String::new(), text.to_string())
        }
        _ => (404, String::new(), String::new()),
    };
    let header = if header.is_empty() { header } else { format!("{header}\r\n") };
    let length = text.len();
    let reply = format!(
        "HTTP/1.1 {status} X\r\n{header}Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}"
    );
    stream.get_mut().write_all(reply.as_bytes()).await
}

/// The fields of a form or a query.
fn form(text: &str) -> Form {
    text.split('&')
        .filter_map(|field| field.split_once('='))
        .map(|(name, value)| (name.into(), plain(value)))
        .collect()
}

/// A value without its percent signs. None of those that matter here has a plus sign.
fn plain(value: &str) -> String {
    let mut parts = value.split('%');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at(2);
        text.push(char::from(u8::from_str_radix(digits, 16).unwrap()));
        text.push_str(rest);
    }
    text
}

/// A server with a good registration that grants this.
async fn granting(granted: impl Fn(&Form) -> String + Send + Sync + 'static) -> Target {
    let registered = json!({ "client_id": "c" }).to_string();
    at(&serve(Odd { registered, granted: Box::new(granted) }).await)
}

/// The same for a client that has a secret.
fn as_client(mut target: Target) -> Target {
    if let Transport::Http(http) = &mut target.transport {
        http.oauth.client_id = Some("me".to_owned());
        http.oauth.client_secret = Some(SECRET.to_owned());
    }
    target
}

/// Logs in. Gives what was granted or the fault, and the steps.
async fn log_in(target: &Target, store: &Store) -> (Result<auth::Granting, Fault>, Vec<AuthStep>) {
    let steps = Mutex::new(Vec::new());
    let tell = |step: &AuthStep| steps.lock().unwrap().push(step.clone());
    let granted = auth::log_in(target, &agreeing(store), &tell).await;
    (granted, steps.into_inner().unwrap())
}

/// Whatever a login and a session show when they meet such a server has no secret in it.
async fn check_hidden(target: Target, what: &str) {
    let (granted, steps) = log_in(&target, &Store::in_memory()).await;
    let fault = granted.expect_err(what);
    let mut shown = vec![fault.to_json().to_string(), format!("{fault:?}"), format!("{steps:?}")];
    let session = Session::open(target, with(agreeing(&Store::in_memory())));
    let fault = session.ready().await.expect_err(what);
    shown.push(format!("{fault:?}"));
    shown.extend(entries(&session).iter().map(|entry| format!("{entry:?}")));
    for text in &shown {
        assert!(!text.contains("SECRET"), "{what}: {text}");
    }
    assert!(shown[0].contains("[not shown, because it may hold a secret"), "{what}: {}", shown[0]);
}

fn oddities(object: &Value) -> Vec<String> {
    let json = object.to_string();
    vec![
        format!("\u{feff}{json}"),
        json[..json.len() - 3].to_owned(),
        format!("cb({json})"),
        format!("{json}<!-- -->"),
        json.replace('"', "'"),
        format!("[{json}"),
        json.replace(['{', '}', '"'], " "),
        format!("<r>{json}</r>"),
    ]
}

#[tokio::test]
async fn a_token_answer_that_is_not_quite_json_is_shown_nowhere() {
    for body in oddities(&json!({ "access_token": TOKEN, "token_type": "Bearer", "x": TOKEN })) {
        let sent = body.clone();
        check_hidden(granting(move |_| sent.clone()).await, &body).await;
    }
    check_hidden(granting(|_| format!("\"{TOKEN}\"")).await, "a bare string").await;
}

#[tokio::test]
async fn a_registration_answer_that_is_not_quite_json_is_shown_nowhere() {
    for body in oddities(&json!({ "client_id": "c", "client_secret": SECRET, "x": SECRET })) {
        let odd = Odd { registered: body.clone(), granted: Box::new(|_| String::new()) };
        check_hidden(at(&serve(odd).await), &body).await;
    }
}

#[tokio::test]
async fn a_secret_among_the_scopes_is_neither_shown_nor_kept() {
    let target = granting(|form| {
        let scope = format!("x {SECRET} {} {TOKEN} y", form["code_verifier"]);
        let scope = format!("{scope} {} pre-{SECRET}-post", form["code"]);
        json!({ "access_token": TOKEN, "token_type": "Bearer", "scope": scope }).to_string()
    });
    let target = as_client(target.await);
    let store = Store::in_memory();
    let (granted, steps) = log_in(&target, &store).await;
    assert_eq!(granted.unwrap().scopes, ["x", "y"]);
    assert_eq!(store.read().unwrap().tokens()[0].scopes, ["x", "y"]);
    assert!(!format!("{steps:?}").contains("SECRET"), "{steps:?}");
}

#[tokio::test]
async fn an_empty_or_short_token_takes_no_scope_away() {
    for extra in [json!({ "refresh_token": "" }), json!({ "id_token": "" }), json!({ "refresh_token": "a" })]
    {
        let answer = move |_: &Form| {
            let mut answer = json!({ "access_token": TOKEN, "token_type": "Bearer", "scope": "read write" });
            answer.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
            answer.to_string()
        };
        let (granted, _) = log_in(&granting(answer).await, &Store::in_memory()).await;
        assert_eq!(granted.unwrap().scopes, ["read", "write"]);
    }
}

#[tokio::test]
async fn a_token_that_is_one_of_our_own_words_takes_no_step_away() {
    let usual = granting(|_| json!({ "access_token": TOKEN, "token_type": "Bearer" }).to_string()).await;
    let (_, usual) = log_in(&usual, &Store::in_memory()).await;
    for word in ["auth", "step", "token", "passed", "outcome", "what", "store"] {
        let answer = move |_: &Form| json!({ "access_token": word, "token_type": "Bearer" }).to_string();
        let (_, steps) = log_in(&granting(answer).await, &Store::in_memory()).await;
        let course =
            |steps: &[AuthStep]| steps.iter().map(|step| (step.step, step.outcome)).collect::<Vec<_>>();
        assert_eq!(course(&steps), course(&usual), "{word}");
    }
}
