//! The servers as a client sees them that writes its own HTTP.

mod bound;
mod discovery;
mod flow;
mod grants;
mod trouble;

use super::form::{self, Form};
use super::jwt::{Jwt, hashed, now};
use super::*;
use crate::client::{Answer, Connection};
use serde_json::json;

const VERIFIER: &str = "a-verifier-of-at-least-forty-three-characters";
const REDIRECT: &str = "http://127.0.0.1:4711/callback";
const PRM: &str = "/.well-known/oauth-protected-resource";
const OAUTH: &str = "/.well-known/oauth-authorization-server";
const OIDC: &str = "/.well-known/openid-configuration";

fn good() -> AuthServer {
    AuthServer::start(AuthBehaviour::default())
}

fn with(fault: AuthFault) -> AuthServer {
    AuthServer::start(AuthBehaviour::with(&[fault]))
}

fn ask(method: &str, url: &str, headers: &str, body: &str) -> Answer {
    let rest = url.strip_prefix("http://").unwrap();
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    Connection::open(host).unwrap().send(method, path, headers, body).unwrap()
}

fn get(url: &str) -> Answer {
    ask("GET", url, "", "")
}

fn origin(server: &AuthServer) -> String {
    server.url().strip_suffix("/mcp").unwrap().to_owned()
}

/// Sends a message to the MCP server with this Authorization header.
fn call(server: &AuthServer, authorization: &str, method: &str, params: &Value) -> Answer {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let headers = format!("Authorization: {authorization}\r\nMcp-Session-Id: session-1\r\n");
    ask("POST", &server.url(), &headers, &message.to_string())
}

/// The status of `initialize` with this token.
fn entry(server: &AuthServer, token: &Value) -> u16 {
    call(server, &format!("Bearer {}", token.as_str().unwrap()), "initialize", &json!({})).status
}

/// Asks the authorization endpoint and reads what the redirect says.
fn authorize(server: &AuthServer, changes: &[(&str, &str)]) -> Form {
    let answer = get(&authorize_url(server, changes));
    assert_eq!(answer.status, 302, "{}", answer.text());
    let location = answer.header("location").unwrap();
    assert!(location.starts_with(&format!("{REDIRECT}?")), "{location}");
    form::of_query(location)
}

fn authorize_url(server: &AuthServer, changes: &[(&str, &str)]) -> String {
    let (challenge, url) = (hashed(VERIFIER), server.url());
    let usual = [
        ("client_id", AuthServer::PUBLIC_CLIENT_ID),
        ("response_type", "code"),
        ("redirect_uri", REDIRECT),
        ("state", "my state"),
        ("scope", "mcp files"),
        ("resource", &url),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
    ];
    format!("{}/authorize?{}", server.issuer(), changed(&usual, changes))
}

/// Pairs as a form, some of them replaced; those with an empty value are left out.
fn changed(usual: &[(&str, &str)], changes: &[(&str, &str)]) -> String {
    let mut pairs: BTreeMap<&str, &str> = usual.iter().copied().collect();
    pairs.extend(changes.iter().copied());
    form::encode(pairs.into_iter().filter(|(_, value)| !value.is_empty()))
}

fn token(server: &AuthServer, headers: &str, pairs: &[(&str, &str)]) -> Answer {
    let url = server.url();
    let body = changed(&[("resource", &url)], pairs);
    let headers = format!("Content-Type: application/x-www-form-urlencoded\r\n{headers}");
    ask("POST", &format!("{}/token", server.issuer()), &headers, &body)
}

fn redeem(server: &AuthServer, code: &str, changes: &[(&str, &str)]) -> Answer {
    let usual = [
        ("grant_type", "authorization_code"),
        ("client_id", AuthServer::PUBLIC_CLIENT_ID),
        ("code", code),
        ("redirect_uri", REDIRECT),
        ("code_verifier", VERIFIER),
    ];
    token(server, "", &[&usual, changes].concat())
}

/// The token answer of a login that goes well.
fn log_in(server: &AuthServer) -> Value {
    let answer = redeem(server, &authorize(server, &[])["code"], &[]);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

fn refresh(server: &AuthServer, token_answer: &Value, changes: &[(&str, &str)]) -> Answer {
    let usual = [
        ("grant_type", "refresh_token"),
        ("client_id", AuthServer::PUBLIC_CLIENT_ID),
        ("refresh_token", token_answer["refresh_token"].as_str().unwrap()),
    ];
    token(server, "", &[&usual, changes].concat())
}

/// That an answer is this refusal.
fn refused(answer: &Answer, status: u16, error: &str) {
    assert_eq!((answer.status, &answer.json()["error"]), (status, &json!(error)), "{}", answer.text());
}

/// An assertion with the usual claims, some of them replaced.
fn assertion(server: &AuthServer, changes: &Value) -> String {
    let mut claims = json!({
        "iss": AuthServer::CLIENT_ID, "sub": AuthServer::CLIENT_ID, "aud": server.issuer(), "exp": now() + 60,
    });
    for (name, value) in changes.as_object().unwrap() {
        claims[name] = value.clone();
    }
    Jwt::written(&json!({ "alg": "ES256" }), &claims)
}
