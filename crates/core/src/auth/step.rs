//! One step of a login, as the log keeps it.
//!
//! A step is an HTTP exchange of the flow or a check between two of them. It says which rule it
//! serves, how it ended and, when it ended badly, what was expected, what came, and what whoever
//! runs the server should change.

use crate::brief::brief;
use crate::entry::fine;
use crate::redact::{Redactor, mask_prose};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One step of a login. Secrets of its exchange are redacted before it is made, and those of URLs in its
/// texts when it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuthStep {
    /// Which part of the flow it belongs to.
    pub step: StepName,
    /// How it ended.
    pub outcome: StepOutcome,
    /// What it is about, in one line.
    pub what: String,
    /// The rule it serves: a document and a section.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// The HTTP request, when it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub exchange: Option<Box<AuthExchange>>,
    /// What was expected, when something else came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub expected: Option<String>,
    /// What came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub came: Option<String>,
    /// What to change, and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub advice: Option<String>,
}

/// The HTTP exchange of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuthExchange {
    /// The HTTP method.
    pub method: String,
    /// The URL, secrets redacted.
    pub url: String,
    /// The headers of the request, secrets redacted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub request_headers: Vec<(String, String)>,
    /// The body of the request, secrets redacted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub request_body: Option<String>,
    /// The status of the answer, when one came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub status: Option<u16>,
    /// The headers of the answer, secrets redacted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub response_headers: Vec<(String, String)>,
    /// The beginning of the body of the answer, secrets redacted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub response_body: Option<String>,
    /// How long it took.
    pub duration_ms: u64,
    /// The same in microseconds; recordings of before have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub duration_us: Option<u64>,
    /// Why no answer came, when none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub error: Option<String>,
}

impl AuthExchange {
    /// How long it took, in nanoseconds.
    pub fn duration_ns(&self) -> u64 {
        fine(self.duration_us, self.duration_ms)
    }
}

/// The parts of a login, in their usual order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum StepName {
    /// The server refuses a request and says what it wants.
    Challenge,
    /// The metadata of the resource, which names the authorization servers.
    ResourceMetadata,
    /// The metadata of an authorization server.
    ServerMetadata,
    /// Which scopes are asked for.
    Scope,
    /// Who we are to the authorization server.
    Identity,
    /// Becoming known to the authorization server.
    Registration,
    /// The user is sent to the authorization server.
    Authorization,
    /// The user comes back.
    Redirect,
    /// An identity is exchanged for a grant.
    TokenExchange,
    /// A grant is exchanged for a token.
    Token,
    /// A token is renewed.
    Refresh,
    /// More scopes are needed than the token has.
    StepUp,
    /// The token is used.
    Use,
    /// The token is given back.
    Revocation,
    /// The token is kept, or taken from where it is kept.
    Store,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum StepOutcome {
    /// As it should.
    Passed,
    /// Not as it should, but the login can go on.
    Warning,
    /// Badly.
    Failed,
    /// There was nothing to do.
    Skipped,
    /// Someone has to do something before it goes on.
    Waiting,
}

impl AuthStep {
    /// A step that ended well.
    pub fn passed(step: StepName, what: impl Into<String>) -> Self {
        AuthStep::new(step, StepOutcome::Passed, what)
    }

    /// A step that ended badly.
    pub fn failed(step: StepName, what: impl Into<String>) -> Self {
        AuthStep::new(step, StepOutcome::Failed, what)
    }

    /// A step.
    pub fn new(step: StepName, outcome: StepOutcome, what: impl Into<String>) -> Self {
        AuthStep {
            step,
            outcome,
            what: open(what),
            rule: String::new(),
            exchange: None,
            expected: None,
            came: None,
            advice: None,
        }
    }

    /// Adds the rule it serves.
    #[must_use]
    pub fn by(mut self, rule: impl Into<String>) -> Self {
        self.rule = rule.into();
        self
    }

    /// Adds what was expected and what came instead.
    #[must_use]
    pub fn wanted(mut self, expected: impl Into<String>, came: impl Into<String>) -> Self {
        self.expected = Some(open(expected));
        self.came = Some(open(came));
        self
    }

    /// Adds what to change.
    #[must_use]
    pub fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(open(advice));
        self
    }

    /// Whether it ended badly.
    pub fn has_failed(&self) -> bool {
        self.outcome == StepOutcome::Failed
    }

    /// Without the secrets that are known. Only its texts are changed: a secret that happens to be a word
    /// of ours, such as the name of a step, costs the step nothing.
    #[must_use]
    pub fn masked(mut self, secrets: &Redactor) -> Self {
        let AuthStep { what, rule, exchange, expected, came, advice, .. } = &mut self;
        let mut texts = vec![what, rule];
        texts.extend([expected, came, advice].into_iter().flatten());
        if let Some(exchange) = exchange {
            let exchange = &mut **exchange;
            texts.push(&mut exchange.url);
            for (name, value) in exchange.request_headers.iter_mut().chain(&mut exchange.response_headers) {
                texts.extend([name, value]);
            }
            let others = [&mut exchange.request_body, &mut exchange.response_body, &mut exchange.error];
            texts.extend(others.into_iter().flatten());
        }
        for text in texts {
            if let Some(masked) = secrets.mask_text(text) {
                *text = masked;
            }
        }
        self
    }

    /// About how many bytes of memory it holds.
    pub fn size(&self) -> usize {
        let texts = [&self.expected, &self.came, &self.advice];
        let exchange = self.exchange.as_ref().map_or(0, |exchange| {
            let headers = exchange.request_headers.iter().chain(&exchange.response_headers);
            let bodies = [&exchange.request_body, &exchange.response_body];
            exchange.url.len()
                + headers.map(|(name, value)| name.len() + value.len() + 48).sum::<usize>()
                + bodies.iter().filter_map(|body| body.as_ref()).map(String::len).sum::<usize>()
                + size_of::<AuthExchange>()
        });
        size_of::<AuthStep>()
            + self.what.len()
            + self.rule.len()
            + texts.iter().filter_map(|text| text.as_ref()).map(String::len).sum::<usize>()
            + exchange
    }
}

/// A text as it may be shown: metadata may name URLs with a password in them, be as long as it likes, and begin
/// lines that look like ours.
fn open(text: impl Into<String>) -> String {
    let text = text.into();
    brief(&mask_prose(&text).unwrap_or(text)).replace(['\n', '\r'], " ")
}

impl StepName {
    /// The name as other programs see it.
    pub fn as_str(self) -> &'static str {
        match self {
            StepName::Challenge => "challenge",
            StepName::ResourceMetadata => "resource-metadata",
            StepName::ServerMetadata => "server-metadata",
            StepName::Scope => "scope",
            StepName::Identity => "identity",
            StepName::Registration => "registration",
            StepName::Authorization => "authorization",
            StepName::Redirect => "redirect",
            StepName::TokenExchange => "token-exchange",
            StepName::Token => "token",
            StepName::Refresh => "refresh",
            StepName::StepUp => "step-up",
            StepName::Use => "use",
            StepName::Revocation => "revocation",
            StepName::Store => "store",
        }
    }
}

impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_survives_the_recording_format_and_names_agree() {
        let exchange =
            AuthExchange { status: Some(404), url: "https://a/b".into(), ..AuthExchange::default() };
        let mut step =
            AuthStep::failed(StepName::ServerMetadata, "looked").wanted("x", "y").advise("z").by("r");
        step.exchange = Some(Box::new(exchange));
        let text = serde_json::to_string(&step).unwrap();
        assert_eq!(serde_json::from_str::<AuthStep>(&text).unwrap(), step, "{text}");
        assert!(text.contains(&format!("\"{}\"", StepName::ServerMetadata)), "{text}");
        assert!(step.size() > "looked".len());
    }

    #[test]
    fn a_password_in_a_url_is_in_no_text_of_a_step() {
        let url = "`https://me:hush@a.example/x?token=hush`";
        let step = AuthStep::failed(StepName::Challenge, format!("asked {url}"))
            .wanted(format!("not {url}"), url)
            .advise(format!("leave {url}"));
        let text = serde_json::to_string(&step).unwrap();
        assert!(!text.contains("hush") && text.contains("@a.example/x"), "{text}");
        let harmless = "the user is sent to https://a/b?response_type=code&code_challenge=c&client_id=d";
        assert_eq!(AuthStep::passed(StepName::Authorization, harmless).what, harmless);
    }

    #[test]
    fn a_secret_that_is_a_word_of_ours_is_masked_in_texts_and_the_step_stays_one() {
        for word in ["failed", "token", "outcome", "step", "status", "POST", "[REDACTED]"] {
            let mut secrets = Redactor::default();
            secrets.add_token(word);
            let exchange = AuthExchange {
                method: "POST".into(),
                url: format!("https://a/{word}x"),
                response_headers: vec![("x-echo".into(), word.into())],
                response_body: Some(format!("no {word}")),
                error: Some(word.into()),
                ..AuthExchange::default()
            };
            let mut step = AuthStep::failed(StepName::Token, format!("it said {word}")).wanted(word, word);
            step.exchange = Some(Box::new(exchange));
            let masked = step.masked(&secrets);
            assert_eq!((masked.step, masked.outcome), (StepName::Token, StepOutcome::Failed));
            assert_eq!(masked.what, "it said [REDACTED]");
            assert_eq!(masked.came.as_deref(), Some("[REDACTED]"));
            let exchange = masked.exchange.unwrap();
            assert_eq!(exchange.response_headers[0].1, "[REDACTED]");
            assert_eq!(exchange.response_body.as_deref(), Some("no [REDACTED]"));
            assert_eq!(exchange.url, "https://a/[REDACTED]x");
        }
    }

    #[test]
    fn the_words_of_others_begin_no_lines_and_are_of_bounded_length() {
        let step = AuthStep::failed(StepName::Token, format!("no\nok       store\r{}", "x".repeat(100_000)));
        assert!(!step.what.contains(['\n', '\r']) && step.what.len() < 3000, "{}", step.what.len());
    }
}
