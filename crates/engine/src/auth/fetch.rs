//! The HTTP exchanges of a login, each written down as it is made.
//!
//! No redirects to other origins, no bodies without end, no waiting for ever. A redirect that is followed is
//! an exchange of its own. What is written down (`fetch/shown.rs`) holds no secret: fields are blanked by
//! their names here, and by their values in the log.

mod shown;

pub(crate) use shown::secrets_of;

use super::witness::Witness;
use crate::link::http::client;
use mcp_inspector_core::auth::{AuthExchange, AuthStep, StepName};
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::redact::redact_url;
use mcp_inspector_core::target::Http;
use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION};
use reqwest::{Client, Method, Url};
use shown::Shown;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How much of a body is read. Documents of this kind have a few kilobytes.
pub(super) const BODY_LIMIT: usize = 1024 * 1024;

/// How many redirects within one origin are followed.
const REDIRECTS: usize = 3;

/// A request to make.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: Method,
    pub(crate) url: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<Vec<u8>>,
}

/// What came back.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
    /// There was more of the body than is read.
    pub(crate) is_cut: bool,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

/// What came of a request, with the redirects on the way there.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// The exchanges that only led on.
    pub(crate) redirects: Vec<AuthExchange>,
    /// The last exchange.
    pub(crate) exchange: AuthExchange,
    pub(crate) outcome: Result<Response, Fault>,
}

impl Fetched {
    /// Tells the redirects as steps, and gives the rest.
    pub(crate) async fn told(
        self,
        step: StepName,
        witness: &dyn Witness,
    ) -> (AuthExchange, Result<Response, Fault>) {
        for exchange in self.redirects {
            let mut step = AuthStep::passed(step, "a redirect within the origin is followed");
            step.exchange = Some(Box::new(exchange));
            witness.step(step).await;
        }
        (self.exchange, self.outcome)
    }
}

/// Which redirects within an origin are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Following {
    None,
    /// Those that keep the method, as sessions do.
    Kept,
    All,
}

impl Following {
    fn follows(self, status: u16) -> bool {
        match self {
            Following::None => false,
            Following::Kept => matches!(status, 307 | 308),
            Following::All => (300..400).contains(&status),
        }
    }
}

/// Makes requests.
#[derive(Debug)]
pub(crate) struct Fetcher {
    http: Http,
    patience: Duration,
    /// One for plain HTTP and one with TLS, each made when it is first needed.
    clients: Mutex<[Option<Client>; 2]>,
}

impl Fetcher {
    pub(crate) fn new(http: &Http, patience: Duration) -> Self {
        Fetcher { http: http.clone(), patience, clients: Mutex::default() }
    }

    /// How long one exchange may take.
    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }

    /// The server whose login it is.
    pub(crate) fn http(&self) -> &Http {
        &self.http
    }

    /// Fetches a document that everybody could have.
    pub(crate) async fn get(&self, url: &str, headers: HeaderMap) -> Fetched {
        let request = Request { method: Method::GET, url: url.to_owned(), headers, body: None };
        // In a box: every login holds one of these.
        Box::pin(self.follow(request, &Shown::public(), Following::All)).await
    }

    /// Makes a request to the server itself, and follows what a session would.
    pub(crate) async fn fetch(&self, request: Request) -> Fetched {
        Box::pin(self.follow(request, &Shown::public(), Following::Kept)).await
    }

    /// The same at an endpoint whose answers hold what nobody else may see: tokens, clients' secrets. What
    /// is sent there is sent nowhere else.
    pub(crate) async fn fetch_secret(&self, request: Request) -> (AuthExchange, Result<Response, Fault>) {
        let shown = Shown::granting(&secrets_of(&request));
        let fetched = Box::pin(self.follow(request, &shown, Following::None)).await;
        (fetched.exchange, fetched.outcome)
    }

    async fn follow(&self, mut request: Request, shown: &Shown, following: Following) -> Fetched {
        let ends = Instant::now() + self.patience;
        let mut redirects = Vec::new();
        loop {
            let (exchange, outcome) = self.exchange(&request, shown, ends).await;
            let next = outcome.as_ref().ok().filter(|response| following.follows(response.status));
            let next = next.and_then(|response| response.header(LOCATION.as_str()));
            let Some(next) = next.and_then(|location| same_origin(&request.url, location)) else {
                return Fetched { redirects, exchange, outcome };
            };
            if redirects.len() == REDIRECTS {
                let message = format!("{} redirects in circles", exchange.url);
                return Fetched {
                    redirects,
                    exchange,
                    outcome: Err(Fault::new(FaultCode::Redirected, message)),
                };
            }
            redirects.push(exchange);
            request.url = next;
        }
    }

    /// Makes one request, and writes it down whatever comes of it.
    async fn exchange(
        &self,
        request: &Request,
        shown: &Shown,
        ends: Instant,
    ) -> (AuthExchange, Result<Response, Fault>) {
        let began = Instant::now();
        let mut exchange = AuthExchange {
            method: request.method.to_string(),
            url: redact_url(&request.url).into_owned(),
            request_headers: shown.headers(&request.headers),
            request_body: request.body.as_deref().map(|body| shown.request(body)),
            ..AuthExchange::default()
        };
        let outcome = match tokio::time::timeout_at(ends, self.once(request)).await {
            Ok(outcome) => outcome,
            Err(_) => {
                let seconds = self.patience.as_secs_f32();
                let message = format!("{} did not answer within {seconds} s", exchange.url);
                Err(Fault::new(FaultCode::ConnectionTimeout, message))
            }
        };
        let took = began.elapsed();
        exchange.duration_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        exchange.duration_us = u64::try_from(took.as_micros()).ok();
        match &outcome {
            Ok(response) => {
                exchange.status = Some(response.status);
                exchange.response_headers = shown.headers(&response.headers);
                exchange.response_body = Some(shown.answer(response)).filter(|body| !body.is_empty());
            }
            Err(fault) => exchange.error = Some(fault.message.clone()),
        }
        (exchange, outcome)
    }

    async fn once(&self, request: &Request) -> Result<Response, Fault> {
        let shown = redact_url(&request.url).into_owned();
        let url = Url::parse(&request.url).map_err(|error| {
            Fault::new(FaultCode::InvalidConfig, format!("`{shown}` is not a URL: {error}"))
        })?;
        let mut sending =
            self.client(&url)?.request(request.method.clone(), url).headers(request.headers.clone());
        if let Some(body) = &request.body {
            sending = sending.body(body.clone());
        }
        let broken = |error: reqwest::Error| client::fault(&error.without_url(), &shown);
        let mut answer = sending.send().await.map_err(broken)?;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let mut body = Vec::new();
        let mut is_cut = false;
        // A stream of events has no end, and its head says all that is asked for here.
        let media = headers.get(CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
        if media.trim_start().to_ascii_lowercase().starts_with("text/event-stream") {
            return Ok(Response { status, headers, body, is_cut });
        }
        while let Some(chunk) = answer.chunk().await.map_err(broken)? {
            if body.len() + chunk.len() > BODY_LIMIT {
                is_cut = true;
                break;
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Response { status, headers, body, is_cut })
    }

    fn client(&self, url: &Url) -> Result<Client, Fault> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = &mut clients[usize::from(url.scheme() == "https")];
        if let Some(client) = slot {
            return Ok(client.clone());
        }
        let client = client::build(&self.http, url).map_err(|fault| *fault)?;
        *slot = Some(client.clone());
        Ok(client)
    }
}

/// Where a redirect leads, when it stays where it was.
fn same_origin(from: &str, location: &str) -> Option<String> {
    let from = Url::parse(from).ok()?;
    let to = from.join(location).ok()?;
    (from.origin() == to.origin()).then(|| to.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_stay_within_an_origin() {
        assert_eq!(same_origin("https://a/x", "/y").as_deref(), Some("https://a/y"));
        assert_eq!(same_origin("https://a/x", "https://b/y"), None);
        assert_eq!(same_origin("https://a/x", "http://a/y"), None);
    }
}
