//! What a token endpoint answered: a token, or why there is none and what to do about it.

use super::super::discovery::{failure, or_wait};
use super::super::identity::ClientAuth;
use super::super::witness::Witness;
use super::{Again, Exchanged};
use mcp_inspector_core::auth::metadata::object;
use mcp_inspector_core::auth::token::{self, Granted, TokenKind};
use mcp_inspector_core::auth::{AuthExchange, AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::Fault;
use mcp_inspector_core::redact::Redactor;

/// What is secret in the answer of a token endpoint.
const SECRETS: [&str; 3] = ["access_token", "refresh_token", "id_token"];

/// A token, and how the client proved who it is to get it.
#[derive(Debug)]
pub(crate) struct Obtained {
    pub(crate) granted: Granted,
    pub(crate) method: ClientAuth,
}

/// What a step is called, and whom to tell what when it breaks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    pub(crate) step: StepName,
    pub(crate) what: &'static str,
    pub(crate) rule: &'static str,
}

/// Why there is no token.
#[derive(Debug)]
pub(crate) struct TokenFault {
    pub(crate) fault: Fault,
    /// The code of the authorization server, when it gave one.
    pub(crate) error: Option<String>,
}

impl From<Fault> for TokenFault {
    fn from(fault: Fault) -> Self {
        TokenFault { fault, error: None }
    }
}

/// Reads what an exchange granted, and tells it as a step.
pub(crate) async fn judge(
    exchanged: Exchanged,
    told: Told,
    witness: &dyn Witness,
) -> Result<Obtained, TokenFault> {
    let Exchanged { exchange, outcome, secrets, method, is_bound, earlier } = exchanged;
    let tokens = outcome.as_ref().map(|response| secrets_in(&response.body, &SECRETS)).unwrap_or_default();
    for secret in secrets.iter().chain(&tokens) {
        witness.secret(secret).await;
    }
    for (why, exchange) in earlier {
        witness.step(once_more(why, exchange, told)).await;
    }
    let mut step = AuthStep::passed(told.step, told.what).by(told.rule);
    step.exchange = Some(Box::new(exchange));
    let broken = match &outcome {
        Ok(response) if response.is_cut => Broken {
            came: "an answer that is too large".to_owned(),
            ..Broken::with("answer with a token and nothing else")
        },
        Ok(response) => match token::read(response.status, &response.body) {
            Ok(granted) if granted.kind == TokenKind::Dpop && !is_bound => Broken {
                expected: "`token_type` to be `Bearer`, because no proof of a key was sent",
                came: "`DPoP`".to_owned(),
                ..Broken::with(
                    "grant bearer tokens to those who send no proof, or refuse them (RFC 9449 section 5); to ask for bound tokens, set `\"dpop\": true`",
                )
            },
            Ok(mut granted) => {
                // Scopes are shown and kept as they are, so one that repeats a secret is none.
                if let Some(scopes) = &mut granted.scopes {
                    let repeated = Repeated::of(secrets.iter().chain(&tokens));
                    scopes.retain(|scope| !repeated.is_in(scope));
                }
                witness.step(step).await;
                return Ok(Obtained { granted, method });
            }
            Err(refusal) => Broken {
                error: refusal.error().map(str::to_owned),
                came: refusal.to_string(),
                ..Broken::with(advice(refusal.error()))
            },
        },
        Err(fault) => Broken {
            came: format!("no answer: {}", fault.message),
            ..Broken::with("the token endpoint must be reachable and answer in time")
        },
    };
    step.outcome = StepOutcome::Failed;
    let step = or_wait(step.wanted(broken.expected, broken.came).advise(broken.advice));
    witness.step(step.clone()).await;
    Err(TokenFault { fault: failure(&step), error: broken.error })
}

/// From how many bytes on a secret is looked for within a scope. A shorter one may well be a part of a
/// scope that has nothing to do with it.
const SHORTEST_WITHIN: usize = 8;

/// From how many bytes on it is taken for a secret at all, as in everything else that is shown.
const SHORTEST: usize = 4;

/// Secrets that an answer may repeat where a scope belongs.
struct Repeated<'a> {
    whole: Vec<&'a str>,
    within: Redactor,
}

impl<'a> Repeated<'a> {
    fn of(secrets: impl Iterator<Item = &'a String>) -> Self {
        let whole: Vec<&str> =
            secrets.map(String::as_str).filter(|secret| secret.len() >= SHORTEST).collect();
        let mut within = Redactor::default();
        for secret in whole.iter().filter(|secret| secret.len() >= SHORTEST_WITHIN) {
            within.add_token(secret);
        }
        Repeated { whole, within }
    }

    fn is_in(&self, scope: &str) -> bool {
        self.whole.contains(&scope) || self.within.mask(scope.as_bytes()).is_some()
    }
}

/// What was wrong with an answer.
struct Broken {
    error: Option<String>,
    expected: &'static str,
    came: String,
    advice: &'static str,
}

impl Broken {
    fn with(advice: &'static str) -> Self {
        let expected = "200 with `access_token` and `token_type`";
        Broken { error: None, expected, came: String::new(), advice }
    }
}

/// The step of a request that is made once more.
fn once_more(why: Again, exchange: AuthExchange, told: Told) -> AuthStep {
    let came = exchange.status.map_or_else(|| "nothing".to_owned(), |status| format!("HTTP {status}"));
    let mut step = match why {
        Again::Nonce => AuthStep::passed(told.step, "a nonce is wanted in the proof: it is asked once more")
            .by("RFC 9449 section 8"),
        Again::WithId => AuthStep::new(
            told.step,
            StepOutcome::Warning,
            "the client is refused by its header; its id is sent in the body too",
        )
        .by("RFC 6749 section 2.3.1")
        .wanted("`client_secret_basic` to be taken", came)
        .advise("check the secret; if it is right, read the client's id from the header"),
        Again::InBody => AuthStep::new(
            told.step,
            StepOutcome::Warning,
            "the client's secret is refused in a header; it is sent in the body instead",
        )
        .by("RFC 6749 section 2.3.1")
        .wanted("`client_secret_basic` to be taken, as the metadata says", came)
        .advise(
            "check the secret; if it is right, take it in a header, or do not offer `client_secret_basic`",
        ),
    };
    step.exchange = Some(Box::new(exchange));
    step
}

/// What is secret in an answer by the names of its members, whatever else is wrong with it.
pub(crate) fn secrets_in(body: &[u8], names: &[&str]) -> Vec<String> {
    let Ok(members) = object(body) else { return Vec::new() };
    names.iter().filter_map(|name| members.get(*name)?.as_str().map(str::to_owned)).collect()
}

fn advice(error: Option<&str>) -> &'static str {
    match error {
        Some("invalid_grant") => {
            "the code, assertion or refresh token is not good (any more): log in again; for a code, compare redirect_uri and code_verifier"
        }
        Some("invalid_client") => {
            "the authorization server does not accept who we are: check client id and secret, and how they are sent"
        }
        Some("unauthorized_client" | "unsupported_grant_type") => {
            "let the authorization server allow this grant to this client"
        }
        Some("invalid_target") => "let the authorization server accept `resource` (RFC 8707)",
        Some("invalid_scope") => "let the authorization server know the scopes that the resource names",
        Some(_) => "the authorization server's own log may say more",
        None => {
            "answer as RFC 6749 section 5 says: JSON with `access_token` and `token_type`, or with `error`"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(secrets: &[&str], scopes: &[&str]) -> Vec<String> {
        let secrets: Vec<String> = secrets.iter().map(|secret| (*secret).to_owned()).collect();
        let repeated = Repeated::of(secrets.iter());
        scopes.iter().filter(|scope| !repeated.is_in(scope)).map(|scope| (*scope).to_owned()).collect()
    }

    #[test]
    fn a_scope_that_repeats_a_secret_is_none_however_it_is_encoded() {
        let scopes = ["read", "a/long+secret", "x:a/long+secret:y", "a%2flong%2bsecret", "s3cr"];
        assert_eq!(kept(&["a/long+secret", "s3cr"], &scopes), ["read"]);
    }

    #[test]
    fn an_empty_or_short_secret_takes_no_scope_away() {
        let scopes = ["read", "write", "secrets.read", "a"];
        assert_eq!(kept(&["", "a", "e", "rea", "secret"], &scopes), scopes);
    }
}
