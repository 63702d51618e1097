//! The walk to the authorization server, with real requests.

use super::fetch::{BODY_LIMIT, Fetcher, Response};
use super::witness::Witness;
use mcp_inspector_core::auth::challenge::Demand;
use mcp_inspector_core::auth::settings::OAuthSettings;
use mcp_inspector_core::auth::walk::{Found, Reply, Walk};
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_core::era::Revision;
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::redact::redact_url;
use reqwest::Url;
use reqwest::header::{ACCEPT, CONTENT_LENGTH, HeaderMap, HeaderValue, LOCATION};
use std::fmt::Write as _;
use tokio::time::Instant;

/// How many times the patience for one place all places together may take.
const WALK: u32 = 4;

/// How many names of fields that are not known are told, and how much of each.
const NAMES_SHOWN: usize = 20;
const NAME_SHOWN: usize = 60;

/// Finds the authorization server of a server.
pub(crate) async fn discover(
    fetcher: &Fetcher,
    server: &Url,
    demand: &Demand,
    settings: &OAuthSettings,
    witness: &dyn Witness,
) -> Result<Found, Fault> {
    let mut walk = Walk::begin(server, demand.clone(), settings);
    let mut shown = Shown { worst: None, witness };
    if !settings.unknown.is_empty() {
        let what =
            format!("fields of `oauth` that are not known are passed over: {}", named(&settings.unknown));
        let step = AuthStep::new(StepName::Identity, StepOutcome::Warning, what)
            .advise("take them out, or correct their names: docs/auth.md has all that are known");
        shown.all(vec![step]).await;
    }
    shown.all(walk.take_steps()).await;
    let ends = Instant::now() + fetcher.patience() * WALK;
    while let Some(fetch) = walk.next() {
        if !witness.goes_on_to(fetch.step) {
            return Err(Fault::new(FaultCode::Cancelled, "the walk was to end before this step"));
        }
        if Instant::now() >= ends {
            let step = AuthStep::failed(fetch.step, "the walk to the authorization server takes too long")
                .wanted("answers in time", "too many places that answer slowly")
                .advise("let the places of the metadata answer faster, or name fewer");
            shown.all(vec![step.clone()]).await;
            return Err(failure(&step));
        }
        let fetched = fetcher.get(&fetch.url, headers()).await;
        let (exchange, outcome) = fetched.told(fetch.step, witness).await;
        let reply = match outcome {
            Ok(response) => reply_of(&response),
            Err(fault) if fault.code == FaultCode::ConnectionTimeout => {
                Reply::Slow { error: fault.message, patience: fetcher.patience() }
            }
            Err(fault) => Reply::Failed { error: fault.message },
        };
        let mut step = walk.answer(&reply);
        step.exchange = Some(Box::new(exchange));
        let step = if step.has_failed() { or_wait(step) } else { step };
        shown.all(vec![step]).await;
        shown.all(walk.take_steps()).await;
    }
    if let Some(found) = walk.found() {
        return Ok(found);
    }
    let broken = match shown.worst {
        Some(step) if step.has_failed() => step,
        // Each place for itself may be empty; all of them must not be.
        nothing => {
            let what = "no place has the metadata of the authorization server".to_owned();
            let step = nothing.map(|step| AuthStep {
                outcome: StepOutcome::Failed,
                what: what.clone(),
                exchange: None,
                ..step
            });
            let step = step.unwrap_or_else(|| AuthStep::failed(StepName::ServerMetadata, what));
            witness.step(step.clone()).await;
            step
        }
    };
    Err(failure(&broken))
}

/// Names as they are listed: not all of very many, and nothing but the beginning of a very long one.
fn named(names: &[String]) -> String {
    let shown = |name: &String| {
        let begin: String = name.chars().take(NAME_SHOWN).collect();
        if begin.len() < name.len() { format!("`{begin}...`") } else { format!("`{begin}`") }
    };
    let mut listed = names.iter().take(NAMES_SHOWN).map(shown).collect::<Vec<_>>().join(", ");
    if let Some(more) = names.len().checked_sub(NAMES_SHOWN).filter(|more| *more > 0) {
        let _ = write!(listed, ", and {more} more");
    }
    listed
}

fn reply_of(response: &Response) -> Reply {
    let Response { status, body, is_cut, .. } = response;
    match response.header(LOCATION.as_str()) {
        Some(to) if (300..400).contains(status) => {
            Reply::Redirected { status: *status, to: redact_url(to).into_owned() }
        }
        _ if *is_cut && *status == 200 => Reply::TooLarge {
            limit: BODY_LIMIT,
            length: response.header(CONTENT_LENGTH.as_str()).and_then(|length| length.parse().ok()),
        },
        _ => Reply::Answer { status: *status, body: body.clone() },
    }
}

/// Steps that were shown, and the worst of them.
struct Shown<'a> {
    worst: Option<AuthStep>,
    witness: &'a dyn Witness,
}

impl Shown<'_> {
    async fn all(&mut self, steps: Vec<AuthStep>) {
        for step in steps {
            if is_worse(&step, self.worst.as_ref()) {
                self.worst = Some(step.clone());
            }
            self.witness.step(step).await;
        }
    }
}

/// A step that failed counts more than a place where nothing is, and a later one more than an
/// earlier one.
fn is_worse(step: &AuthStep, worst: Option<&AuthStep>) -> bool {
    match step.outcome {
        StepOutcome::Failed => true,
        StepOutcome::Skipped => worst.is_none_or(|worst| worst.outcome == StepOutcome::Skipped),
        _ => false,
    }
}

fn headers() -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    headers.insert("mcp-protocol-version", HeaderValue::from_static(Revision::NEWEST.as_str()));
    headers
}

/// The step with how long to wait as its advice, when whoever answered wants fewer requests.
pub(crate) fn or_wait(step: AuthStep) -> AuthStep {
    let Some(exchange) = step.exchange.as_ref().filter(|exchange| exchange.status == Some(429)) else {
        return step;
    };
    let after = exchange.response_headers.iter().find(|(name, _)| name == "retry-after");
    let wait = match after.map(|(_, value)| value.trim()) {
        Some(value) if value.parse::<u64>().is_ok() => format!("wait {value} s"),
        Some(date) => format!("wait until {date}"),
        None => "wait a while".to_owned(),
    };
    step.advise(format!("{wait}, then try again: whoever answers there wants fewer requests"))
}

/// The fault of a login that broke at a step.
pub fn failure(step: &AuthStep) -> Fault {
    let mut message = format!("the login broke at `{}`: {}", step.step, step.what);
    if let (Some(expected), Some(came)) = (&step.expected, &step.came) {
        message = format!("{message}: expected {expected}, but got {came}");
    }
    let mut fault = Fault::new(FaultCode::AuthenticationFailed, message);
    if let Some(advice) = &step.advice {
        fault = fault.with_hint(advice.clone());
    }
    if let Some(exchange) = &step.exchange {
        // The status is that of another server, so it says nothing about the one that wants the login.
        fault.details.http_body.clone_from(&exchange.response_body);
        fault.details.original_error.clone_from(&exchange.error);
        if exchange.status == Some(429) {
            fault.code = FaultCode::RateLimited;
            let after = exchange.response_headers.iter().find(|(name, _)| name == "retry-after");
            fault.details.retry_after = after.and_then(|(_, value)| value.parse().ok());
        }
    }
    fault.details.auth_step = Some(Box::new(step.clone()));
    fault
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_names_some_are_told_and_of_a_long_one_the_beginning() {
        assert_eq!(named(&["a".to_owned(), String::new()]), "`a`, ``");
        let long = named(&["q".repeat(1_000_000)]);
        assert!(long.len() < 100 && long.ends_with("...`"), "{long}");
        let many: Vec<String> = (0..20_000).map(|number| format!("field{number}")).collect();
        let many = named(&many);
        assert!(many.len() < 1000 && many.ends_with("`field19`, and 19980 more"), "{many}");
    }
}
