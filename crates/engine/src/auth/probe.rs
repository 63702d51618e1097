//! A harmless request to the server itself: what it wants of whoever has no token, and whether it lets one in.
//!
//! It carries the headers of the target, as the requests of a session do. A server that speaks HTTP+SSE
//! serves GET, and may refuse anything else before it looks at who asks; so a POST that finds nothing is
//! followed by a GET, of whose answer only the head is read.

use super::authorizer::{Authorizer, Refusal};
use super::discovery::{failure, or_wait};
use super::fetch::{Request, Response};
use super::token::Token;
use super::witness::Witness;
use mcp_inspector_core::auth::challenge::Demand;
use mcp_inspector_core::auth::{AuthExchange, AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::Fault;
use mcp_inspector_core::redact::redact_url;
use mcp_inspector_core::target::{Flavour, Http};
use reqwest::Method;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION};
use serde_json::json;

const EVENTS: &str = "text/event-stream";

/// What a server answered to a harmless request.
pub(super) struct Knocked {
    method: Method,
    pub(super) exchange: AuthExchange,
    pub(super) outcome: Result<Response, Fault>,
}

/// Asks the server without a token what it wants.
pub(super) async fn probe(authorizer: &Authorizer, witness: &dyn Witness) -> Result<Refusal, Fault> {
    let (step, refusal) = ask(authorizer, witness).await?;
    witness.step(step.clone()).await;
    if step.has_failed() { Err(failure(&step)) } else { Ok(refusal) }
}

/// Like [`probe`], with the last step left to be told.
pub(super) async fn ask(
    authorizer: &Authorizer,
    witness: &dyn Witness,
) -> Result<(AuthStep, Refusal), Fault> {
    let Knocked { method, exchange, outcome } = knock(authorizer, StepName::Challenge, None, witness).await?;
    let mut step = AuthStep::passed(StepName::Challenge, "the server is asked without a token")
        .by("MCP authorization, token handling");
    step.exchange = Some(Box::new(exchange));
    let response = match outcome {
        Ok(response) => response,
        Err(fault) => {
            step.outcome = StepOutcome::Failed;
            witness.step(step.wanted("an answer", fault.message.clone())).await;
            return Err(fault);
        }
    };
    let challenges = response.headers.get_all("www-authenticate").iter();
    let challenges: Vec<&str> = challenges.filter_map(|value| value.to_str().ok()).collect();
    let refusal = Refusal { status: response.status, demand: Demand::of(challenges) };
    Ok((judged(step, &method, &response, &refusal), refusal))
}

fn judged(step: AuthStep, method: &Method, response: &Response, refusal: &Refusal) -> AuthStep {
    const CHALLENGE: &str = "401 with a `WWW-Authenticate` header";
    let status = response.status;
    let came = match response.header(LOCATION.as_str()) {
        Some(to) if (300..400).contains(&status) => {
            format!("HTTP {status}, a redirect to `{}`", redact_url(to))
        }
        _ => format!("HTTP {status}"),
    };
    let failed = |step: AuthStep| AuthStep { outcome: StepOutcome::Failed, ..step };
    match status {
        401 => refusal.judged(step),
        404 | 405 | 410 => failed(step)
            .wanted(CHALLENGE, came)
            .advise("nothing is served at this path; many servers use /mcp or /sse"),
        // What is in the way here says nothing about what is behind it.
        300..=399 => failed(step)
            .wanted("an answer of the server itself", came)
            .advise("if you trust that address, connect to it instead"),
        429 => or_wait(failed(step).wanted("an answer of the server itself", came)),
        500.. => failed(step)
            .wanted("an answer of the server itself", came)
            .advise("the server's own log may say what is wrong with it"),
        200..=299 if *method == Method::GET && !is_stream(response) => failed(step)
            .wanted(format!("{CHALLENGE}, or `{EVENTS}`"), format!("{came} with something else"))
            .advise("nothing of MCP is served at this path; many servers use /mcp or /sse"),
        _ => AuthStep { outcome: StepOutcome::Warning, ..step }
            .wanted(CHALLENGE, came)
            .advise("if the server is to be protected, refuse requests without a token"),
    }
}

/// Makes a harmless request, with a token or without. What comes before the last exchange is told.
pub(super) async fn knock(
    authorizer: &Authorizer,
    name: StepName,
    token: Option<&Token>,
    witness: &dyn Witness,
) -> Result<Knocked, Fault> {
    let flavour = authorizer.fetcher.http().flavour;
    let first = if flavour == Flavour::Sse { Method::GET } else { Method::POST };
    let knocked = once(authorizer, first, name, token, witness).await?;
    let finds_nothing = matches!(&knocked.outcome, Ok(response) if matches!(response.status, 404 | 405));
    if flavour != Flavour::Auto || !finds_nothing {
        return Ok(knocked);
    }
    let what = "POST is not served here, as with HTTP+SSE: GET is tried";
    let mut step = AuthStep::new(name, StepOutcome::Skipped, what).by("MCP 2024-11-05, HTTP with SSE");
    step.exchange = Some(Box::new(knocked.exchange));
    witness.step(step).await;
    once(authorizer, Method::GET, name, token, witness).await
}

async fn once(
    authorizer: &Authorizer,
    method: Method,
    name: StepName,
    token: Option<&Token>,
    witness: &dyn Witness,
) -> Result<Knocked, Fault> {
    let server = &authorizer.server;
    let mut headers = headers(authorizer.fetcher.http(), &method);
    if let Some(token) = token {
        token.dress(&mut headers, &method, server)?;
    }
    let body = (method == Method::POST)
        .then(|| json!({ "jsonrpc": "2.0", "id": "login", "method": "ping" }).to_string().into_bytes());
    let request = Request { method: method.clone(), url: server.to_string(), headers, body };
    let (exchange, outcome) = authorizer.fetcher.fetch(request).await.told(name, witness).await;
    Ok(Knocked { method, exchange, outcome })
}

/// The headers of a session's requests, but for credentials: those are what it is about.
fn headers(http: &Http, method: &Method) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if *method == Method::POST {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    } else {
        headers.insert(ACCEPT, HeaderValue::from_static(EVENTS));
    }
    let mut custom = HeaderMap::new();
    for (name, value) in &http.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value))
            && name != AUTHORIZATION
        {
            headers.remove(&name);
            custom.append(name, value);
        }
    }
    for (name, value) in &custom {
        headers.append(name, value.clone());
    }
    headers
}

fn is_stream(response: &Response) -> bool {
    response.header(CONTENT_TYPE.as_str()).is_some_and(|media| media.trim_start().starts_with(EVENTS))
}
