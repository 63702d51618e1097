//! Requests to a running backend of this program, for faces that go through one.
//!
//! Only what its API is asked besides the proxy endpoint, which is a target like any other.

use crate::link::http::client;
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::redact::redact_url;
use mcp_inspector_core::target::Http;
use reqwest::header::{ACCEPT, HeaderName, HeaderValue};
use reqwest::{Method, Url};
use std::time::Duration;

/// The header by which a backend marks errors of its own, with their code. No server behind it can set
/// one, so it tells whose word an error is where both look alike.
pub const OWN_ERROR: &str = "mcp-inspector-error";

/// How much of an answer is read.
const BODY_LIMIT: usize = 4 * 1024 * 1024;

/// What is done at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Asks for what is there.
    Get,
    /// Has it taken away.
    Delete,
}

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The body; of one that is too long, the beginning.
    pub body: Vec<u8>,
}

/// Makes one request at the address of `http`, with its headers, and wants JSON.
pub async fn ask(verb: Verb, http: &Http, patience: Duration) -> Result<Reply, Fault> {
    match tokio::time::timeout(patience, request(verb, http)).await {
        Ok(reply) => reply,
        Err(_) => {
            let url = redact_url(&http.url);
            let message = format!("{url} did not answer within {} s", patience.as_secs_f32());
            Err(Fault::new(FaultCode::ConnectionTimeout, message))
        }
    }
}

async fn request(verb: Verb, http: &Http) -> Result<Reply, Fault> {
    let shown = redact_url(&http.url);
    let url = Url::parse(&http.url)
        .map_err(|error| Fault::new(FaultCode::InvalidRequest, format!("`{shown}` is not a URL: {error}")))?;
    let method = match verb {
        Verb::Get => Method::GET,
        Verb::Delete => Method::DELETE,
    };
    let client = client::build(http, &url).map_err(|fault| *fault)?;
    let mut request = client.request(method, url).header(ACCEPT, "application/json");
    for (name, value) in &http.headers {
        let (Ok(header), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) else {
            let message = format!("the header `{name}` has characters that no header may have");
            return Err(Fault::new(FaultCode::InvalidRequest, message));
        };
        request = request.header(header, value);
    }
    let broken = |error: reqwest::Error| client::fault(&error.without_url(), &shown);
    let mut answer = request.send().await.map_err(broken)?;
    let status = answer.status().as_u16();
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(broken)? {
        body.extend_from_slice(&chunk);
        if body.len() > BODY_LIMIT {
            break;
        }
    }
    Ok(Reply { status, body })
}
