//! Every fault of the kit's servers, and what becomes of it: which step broke, what was expected,
//! what came, and what to do about it.

use crate::scene::{agreeing, check_echo, faulty, steps, target, told, visits, with};
use crate::support::PATIENCE;
use mcp_inspector_engine::auth::{self, Book, Store};
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::{Fault, FaultCode, Session};
use mcp_inspector_testkit::auth::{AuthFault, AuthServer};
use std::time::Duration;

/// What becomes of a fault.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    /// The login works all the same, and nothing is worth a word.
    Works,
    /// It works, and this step warns of it with these words.
    Warns(StepName, &'static str),
    /// It breaks at this step: part of what was expected, part of what came, part of the advice.
    Breaks(StepName, &'static str, &'static str, &'static str),
}
use Outcome::{Breaks, Warns, Works};

const ROWS: &[(AuthFault, Outcome)] = &[
    (AuthFault::NoChallengeHeader, Warns(StepName::Challenge, "`WWW-Authenticate`")),
    (AuthFault::NoMetadataUrl, Warns(StepName::Challenge, "`resource_metadata`")),
    (AuthFault::PrmAtRootOnly, Works),
    (AuthFault::PrmMissing, Warns(StepName::ResourceMetadata, "RFC 9728")),
    (
        AuthFault::PrmResourceMismatch,
        Breaks(StepName::ResourceMetadata, "/mcp`", "`https://other.example/mcp`", "correct `resource`"),
    ),
    (
        AuthFault::PrmNoServers,
        Breaks(StepName::ResourceMetadata, "`authorization_servers`", "`[]`", "name the issuer"),
    ),
    (AuthFault::PrmTwoServers, Works),
    (AuthFault::PrmOrigin, Warns(StepName::ResourceMetadata, "it covers the server's URL")),
    (
        AuthFault::PrmHtml,
        Breaks(StepName::ResourceMetadata, "JSON object", "an HTML page", "serve the resource metadata"),
    ),
    (
        AuthFault::PrmBrokenJson,
        Breaks(StepName::ResourceMetadata, "JSON object", "no JSON", "serve the resource metadata"),
    ),
    (AuthFault::AsOidcOnly, Works),
    (AuthFault::AsPathIssuer, Works),
    (AuthFault::AsPathOidcAppended, Works),
    (AuthFault::AsMissing, Breaks(StepName::ServerMetadata, "JSON object", "HTTP 404", "serve the metadata")),
    (
        AuthFault::AsWrongIssuer,
        Breaks(StepName::ServerMetadata, "letter by letter", "`https://other.example`", "`issuer`"),
    ),
    (
        AuthFault::AsIssuerSlash,
        Breaks(StepName::ServerMetadata, "letter by letter", "/`", "`--allow-issuer-slash`"),
    ),
    (AuthFault::AsNoPkce, Breaks(StepName::ServerMetadata, "`S256`", "no such field", "support PKCE")),
    (AuthFault::AsPlainPkce, Breaks(StepName::ServerMetadata, "`S256`", "plain", "PKCE with S256")),
    (
        AuthFault::AsHtmlError,
        Breaks(StepName::ServerMetadata, "JSON object", "HTTP 500", "serve the metadata"),
    ),
    (
        AuthFault::AsSlow,
        Breaks(
            StepName::ServerMetadata,
            "JSON object",
            "did not answer within",
            "answer within 0.3 s at http://",
        ),
    ),
    (
        AuthFault::AsRedirect,
        Breaks(StepName::ServerMetadata, "JSON object", "HTTP 302, a redirect to", "/moved-metadata`"),
    ),
    (
        AuthFault::NoRegistration,
        Breaks(StepName::Identity, "`registration_endpoint`", "neither", "register a client there by hand"),
    ),
    (
        AuthFault::RegistrationRefused,
        Breaks(StepName::Registration, "`client_id`", "help desk", "register a client by hand"),
    ),
    (
        AuthFault::RegistrationHtml,
        Breaks(StepName::Registration, "`client_id`", "HTTP 403 with an HTML page", "by hand"),
    ),
    (AuthFault::AuthorizeDenied, Breaks(StepName::Redirect, "", "access_denied", "did not agree")),
    (AuthFault::WrongState, Breaks(StepName::Redirect, "`state`", "another", "send `state` back")),
    (AuthFault::MissingIss, Breaks(StepName::Redirect, "`iss=", "none", "send `iss`")),
    (
        AuthFault::WrongIss,
        Breaks(StepName::Redirect, "letter by letter", "`https://other.example`", "beware"),
    ),
    (AuthFault::NoCode, Breaks(StepName::Redirect, "`code`", "neither", "redirect with `code`")),
    (
        AuthFault::TokenInvalidGrant,
        Breaks(
            StepName::Token,
            "`access_token`",
            "`invalid_grant` (nothing is good enough)",
            "code_verifier",
        ),
    ),
    (AuthFault::Token429, Breaks(StepName::Token, "200", "slow_down", "wait 7 s")),
    (AuthFault::TokenHtml, Breaks(StepName::Token, "`access_token`", "an HTML page", "RFC 6749")),
    (AuthFault::TokenSlow, Breaks(StepName::Token, "200", "did not answer within", "answer in time")),
    (AuthFault::TokenNoType, Breaks(StepName::Token, "`token_type`", "no `token_type`", "RFC 6749")),
    (AuthFault::TokenScopeShrink, Warns(StepName::Token, "will be refused")),
    (AuthFault::TokenExpiredAtOnce, Breaks(StepName::Use, "let in", "`invalid_token`", "expiry")),
    (AuthFault::TokenRefused, Breaks(StepName::Use, "let in", "`invalid_token`", "audience")),
    (
        AuthFault::EndlessScope,
        Breaks(StepName::StepUp, "which was granted", "scope `admin`", "name all scopes"),
    ),
    (AuthFault::RefreshRefused, Works),
    (AuthFault::RefreshSlow, Works),
    (AuthFault::RefreshSameToken, Works),
    (AuthFault::BasicRefused, Works),
    (AuthFault::TokenDpop, Breaks(StepName::Token, "to be `Bearer`", "`DPoP`", "`\"dpop\": true`")),
    (AuthFault::TokenRepeated, Works),
    (AuthFault::Metadata429, Breaks(StepName::ServerMetadata, "JSON object", "HTTP 429", "wait 7 s")),
    (
        AuthFault::OversizedMetadata,
        Breaks(StepName::ServerMetadata, "JSON object", "a document of 200", "at most 1048576 bytes"),
    ),
    (AuthFault::SseOnly, Works),
    (AuthFault::McpMoved, Works),
    (AuthFault::MetadataMoved, Works),
    (AuthFault::ClientForgotten, Works),
    (
        AuthFault::EndlessUnnamedScope,
        Breaks(StepName::StepUp, "3 logins", "names no scope", "name all scopes"),
    ),
    (AuthFault::RegisteredScopesOnly, Works),
    (AuthFault::RevocationRefused, Works),
];

/// How long an exchange may take with servers that never answer.
const PATIENT: Duration = Duration::from_millis(300);

fn patience(fault: AuthFault) -> Duration {
    if matches!(fault, AuthFault::AsSlow | AuthFault::TokenSlow) { PATIENT } else { PATIENCE }
}

/// How often a user may be sent.
fn logins(fault: AuthFault) -> usize {
    match fault {
        AuthFault::EndlessScope => 2,
        AuthFault::EndlessUnnamedScope => 3,
        _ => 1,
    }
}

async fn outcome(server: &AuthServer, fault: AuthFault, versions: Versions) -> (Session, Option<Fault>) {
    let mut config = with(agreeing(&Store::in_memory()).patient_for(patience(fault)));
    config.peer.versions = versions;
    let session = Session::open(target(server), config);
    let ready = tokio::time::timeout(PATIENCE, session.ready()).await;
    let ready = ready.unwrap_or_else(|_| panic!("{}: connecting hangs\n{}", fault.name(), told(&session)));
    (session, ready.err())
}

fn check_broken(name: &str, came: &Fault, step: &AuthStep, outcome: Outcome, context: &str) {
    let Breaks(broken, expected, said, advice) = outcome else {
        panic!("{name}: it should work: {came:#?}\n{context}");
    };
    let text = |part: &Option<String>| part.clone().unwrap_or_default();
    assert_eq!((step.step, step.outcome), (broken, StepOutcome::Failed), "{name}: {came:#?}\n{context}");
    assert!(text(&step.expected).contains(expected), "{name}, expected: {step:#?}");
    let told = if step.came.is_some() { text(&step.came) } else { step.what.clone() };
    assert!(told.contains(said), "{name}, came: {step:#?}");
    assert!(text(&step.advice).contains(advice), "{name}, advice: {step:#?}");
    assert_eq!(came.hint, step.advice, "{name}: the hint is the advice of the step");
    assert!(came.message.contains(&format!("`{broken}`")), "{name}: {}", came.message);
    assert!(!step.rule.is_empty(), "{name}: no rule");
    let got = came.message.split_once(", but got ").map(|(_, got)| got);
    let is_sentence = |got: &str| got.starts_with("the authorization") || got.starts_with("http");
    assert!(!got.is_some_and(is_sentence), "{name}: {}", came.message);
}

#[test]
fn every_fault_has_its_row() {
    let rows: Vec<AuthFault> = ROWS.iter().map(|(fault, _)| *fault).collect();
    assert_eq!(rows, AuthFault::ALL);
}

#[tokio::test]
async fn every_fault_gives_the_right_step_and_says_what_to_do() {
    for versions in [Versions::Legacy, Versions::Auto] {
        for (fault, expected) in ROWS {
            let server = faulty(&[*fault]);
            let name = format!("{} ({versions})", fault.name());
            let (session, came) = outcome(&server, *fault, versions).await;
            let context = told(&session);
            assert!(visits(&server) <= logins(*fault), "{name}: {} logins\n{context}", visits(&server));
            if let Some(came) = came {
                let code = match fault {
                    AuthFault::Token429 | AuthFault::Metadata429 => FaultCode::RateLimited,
                    _ => FaultCode::AuthenticationFailed,
                };
                assert_eq!(came.code, code, "{name}: {came:#?}");
                let step = came.details.auth_step.as_ref();
                let step = step.unwrap_or_else(|| panic!("{name}: no step: {came:#?}\n{context}"));
                check_broken(&name, &came, step, *expected, &context);
                assert!(steps(&session).contains(step), "{name}: it is not in the log\n{context}");
                continue;
            }
            check_echo(&session, "let in").await;
            match *expected {
                Works => assert!(
                    !steps(&session).iter().any(|step| step.outcome == StepOutcome::Warning),
                    "{name}: {context}"
                ),
                Warns(at, text) => {
                    let warned = |step: &&AuthStep| step.step == at && step.outcome == StepOutcome::Warning;
                    let warning = steps(&session).iter().find(warned).cloned();
                    let warning = warning.unwrap_or_else(|| panic!("{name}: no warning\n{context}"));
                    let shown = format!("{warning:?}");
                    assert!(shown.contains(text) && warning.advice.is_some(), "{name}: {shown}");
                }
                Breaks(..) => panic!("{name}: it should break\n{context}"),
            }
        }
    }
}

#[tokio::test]
async fn a_login_without_a_session_breaks_at_the_same_step() {
    for (fault, expected) in ROWS {
        // Which scopes the server wants shows only when the token is used.
        let is_of_use = matches!(fault, AuthFault::EndlessScope | AuthFault::EndlessUnnamedScope);
        let server = faulty(&[*fault]);
        let login = agreeing(&Store::in_memory()).patient_for(patience(*fault));
        let came = auth::log_in(&target(&server), &login, &|_| {}).await;
        match (*expected, came) {
            (Breaks(..), Ok(_)) if is_of_use => {}
            (Works | Warns(..), Ok(_)) => {}
            (_, Err(came)) => {
                let step = came.details.auth_step.clone().unwrap_or_else(|| panic!("{came:#?}"));
                check_broken(fault.name(), &came, &step, *expected, "");
            }
            (Breaks(..), Ok(_)) => panic!("{}: it should break", fault.name()),
        }
    }
}

#[tokio::test]
async fn whoever_wants_fewer_requests_says_when_to_come_back() {
    let server = faulty(&[AuthFault::Token429]);
    let (_, came) = outcome(&server, AuthFault::Token429, Versions::Legacy).await;
    let came = came.expect("it breaks");
    assert_eq!(came.details.retry_after, Some(7));
    assert!(came.code.is_retryable());
    assert_eq!(server.token_requests().len(), 1, "nobody asks again by itself");
}

#[tokio::test]
async fn a_walk_without_a_login_tells_the_same() {
    for (fault, expected) in ROWS {
        let is_found_out = |step: StepName| step <= StepName::Identity;
        let server = faulty(&[*fault]);
        let explained =
            auth::explain(&target(&server), &Book::default(), Some(patience(*fault)), &|_| {}).await.unwrap();
        let broken = explained.steps.iter().rfind(|step| step.has_failed());
        match *expected {
            Breaks(at, ..) if is_found_out(at) => {
                assert!(!explained.can_log_in, "{}: {:#?}", fault.name(), explained.steps);
                assert_eq!(broken.map(|step| step.step), Some(at), "{}", fault.name());
                assert!(broken.is_some_and(|step| step.advice.is_some()), "{}", fault.name());
            }
            _ => assert!(explained.can_log_in, "{}: {:#?}", fault.name(), explained.steps),
        }
        assert_eq!((visits(&server), server.registrations().len()), (0, 0), "{}", fault.name());
        assert_eq!(server.token_requests().len(), 0);
    }
}

/// Metadata of a server that is its own authorization server, as in 2025-03-26, is not passed by because it is
/// refused or in trouble: to guess the endpoints would undo every check.
#[tokio::test]
async fn a_server_that_is_its_own_authorization_server_is_held_to_the_same_rules() {
    let own = [
        AuthFault::AsWrongIssuer,
        AuthFault::AsNoPkce,
        AuthFault::AsPlainPkce,
        AuthFault::AsHtmlError,
        AuthFault::AsSlow,
    ];
    for fault in own {
        let (_, expected) = ROWS.iter().find(|(row, _)| *row == fault).expect("it has a row");
        let server = faulty(&[AuthFault::PrmMissing, fault]);
        let login = agreeing(&Store::in_memory()).patient_for(patience(fault));
        let came = auth::log_in(&target(&server), &login, &|_| {}).await;
        let came = came.err().unwrap_or_else(|| panic!("{}: it should break", fault.name()));
        let step = came.details.auth_step.clone().unwrap_or_else(|| panic!("{came:#?}"));
        check_broken(fault.name(), &came, &step, *expected, "");
        let asked = (server.registrations().len(), visits(&server), server.token_requests().len());
        assert_eq!(asked, (0, 0, 0), "{}: nothing is guessed", fault.name());
        let explained =
            auth::explain(&target(&server), &Book::default(), Some(patience(fault)), &|_| {}).await.unwrap();
        assert!(!explained.can_log_in, "{}", fault.name());
    }
}
