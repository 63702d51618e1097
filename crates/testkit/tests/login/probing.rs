//! What the server itself is asked before a login: servers that only serve GET, that have moved, that are in
//! trouble; and that no exchange is missing from what is told.

use crate::scene::{agreeing, check_echo, connected, faulty, steps, target, target_with, told, visits};
use crate::support::at;
use mcp_inspector_engine::auth::{self, Book, Explanation, Store};
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_engine::core::target::{Flavour, Target, Transport};
use mcp_inspector_engine::{Fault, FaultCode};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault, AuthServer, Dpop};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer, RedirectTo};
use std::sync::Mutex;

async fn explained(target: &Target) -> Explanation {
    auth::explain(target, &Book::default(), None, &|_| {}).await.expect("the server answers")
}

/// Logs in. Gives what came of it, and the steps.
async fn log_in(target: &Target, store: &Store) -> (Result<auth::Granting, Fault>, Vec<AuthStep>) {
    let steps = Mutex::new(Vec::new());
    let tell = |step: &AuthStep| steps.lock().unwrap().push(step.clone());
    let granted = auth::log_in(target, &agreeing(store), &tell).await;
    (granted, steps.into_inner().unwrap())
}

fn of_flavour(server: &AuthServer, flavour: Flavour) -> Target {
    let mut target = target(server);
    if let Transport::Http(http) = &mut target.transport {
        http.flavour = flavour;
    }
    target
}

/// The exchanges of steps, as method and path.
fn exchanges(steps: &[AuthStep]) -> Vec<(String, String)> {
    let path = |url: &str| url.splitn(4, '/').nth(3).unwrap_or_default().to_owned();
    let exchanges = steps.iter().filter_map(|step| step.exchange.as_ref());
    exchanges.map(|exchange| (exchange.method.clone(), path(&exchange.url))).collect()
}

/// What a server was asked, but for what the user's browser asks.
fn asked(server: &AuthServer) -> Vec<(String, String)> {
    let seen = server.requests().into_iter().filter(|seen| !seen.path.starts_with("/authorize"));
    seen.map(|seen| (seen.method, seen.path.trim_start_matches('/').to_owned())).collect()
}

#[tokio::test]
async fn a_server_that_only_serves_get_is_explained_logged_in_to_and_used() {
    for flavour in [Flavour::Auto, Flavour::Sse] {
        let server = faulty(&[AuthFault::SseOnly]);
        let target = of_flavour(&server, flavour);
        let explained = explained(&target).await;
        assert_eq!((explained.is_protected, explained.can_log_in), (Some(true), true), "{explained:#?}");
        assert!(explained.steps.iter().all(|step| !step.has_failed()), "{:#?}", explained.steps);
        let store = Store::in_memory();
        let (granted, steps) = log_in(&target, &store).await;
        assert_eq!(granted.map(|granted| granted.resource), Ok(server.url()), "{steps:#?}");
        let tried = auth::try_token(&target, &store, crate::support::PATIENCE, &|_| {}).await.unwrap();
        assert!(tried.is_let_in, "{:#?}", tried.steps);
        let last = tried.steps.last().and_then(|step| step.exchange.clone()).unwrap();
        assert_eq!((last.method.as_str(), last.status), ("GET", Some(200)), "the stream is let alone");
        let session = connected(target, agreeing(&store)).await;
        check_echo(&session, "over the older transport").await;
        assert_eq!(visits(&server), 1, "{}", told(&session));
    }
}

#[tokio::test]
async fn a_server_that_only_serves_post_is_not_asked_for_a_stream() {
    let server = faulty(&[AuthFault::SseOnly]);
    let target = of_flavour(&server, Flavour::Streamable);
    let explained = explained(&target).await;
    assert_eq!((explained.is_protected, explained.can_log_in), (None, false));
    assert_eq!(asked(&server), [("POST".to_owned(), "sse".to_owned())]);
}

#[tokio::test]
async fn a_server_in_trouble_does_not_say_whether_it_wants_a_login() {
    let status = |code| HttpBehaviour::Status { code, body: String::new(), content_type: String::new() };
    let elsewhere = HttpBehaviour::Redirect {
        status: 307,
        to: RedirectTo::CrossOrigin("https://other.example/mcp".to_owned()),
    };
    let rows = [
        (status(429), FaultCode::RateLimited),
        (status(500), FaultCode::AuthenticationFailed),
        (status(503), FaultCode::AuthenticationFailed),
        (elsewhere, FaultCode::AuthenticationFailed),
        (
            HttpBehaviour::Redirect { status: 302, to: RedirectTo::SameOrigin },
            FaultCode::AuthenticationFailed,
        ),
    ];
    for (behaviour, code) in rows {
        let what = format!("{behaviour:?}");
        let server = HttpServer::start(behaviour);
        let target = at(&server.url());
        let explained = explained(&target).await;
        assert_eq!((explained.is_protected, explained.can_log_in), (None, false), "{what}");
        let step = explained.steps.last().unwrap();
        assert_eq!((step.step, step.outcome), (StepName::Challenge, StepOutcome::Failed), "{what}");
        assert!(step.advice.is_some(), "{what}: {step:#?}");
        let (granted, _) = log_in(&target, &Store::in_memory()).await;
        let fault = granted.unwrap_err();
        assert_eq!(
            (fault.code, fault.details.auth_step.map(|step| step.step)),
            (code, Some(StepName::Challenge))
        );
    }
}

#[tokio::test]
async fn a_server_that_has_moved_within_its_origin_is_followed_as_sessions_do() {
    let server = faulty(&[AuthFault::McpMoved]);
    let explained = explained(&target(&server)).await;
    assert_eq!((explained.is_protected, explained.can_log_in), (Some(true), true), "{:#?}", explained.steps);
    let open = HttpServer::start(HttpBehaviour::Redirect { status: 308, to: RedirectTo::SameOrigin });
    assert_eq!(self::explained(&at(&open.url())).await.is_protected, Some(false));
}

#[tokio::test]
async fn the_headers_of_the_target_go_with_the_probe_but_for_credentials() {
    let server = faulty(&[]);
    let mut target = target_with(&server, |_| {});
    if let Transport::Http(http) = &mut target.transport {
        http.headers = vec![
            ("X-Tenant".to_owned(), "blue".to_owned()),
            ("X-Api-Key".to_owned(), "key-of-the-tenant".to_owned()),
            ("authorization".to_owned(), "Bearer mine".to_owned()),
        ];
    }
    let explained = explained(&target).await;
    let seen = &server.requests()[0];
    assert_eq!(
        (seen.header("X-Tenant"), seen.header("X-Api-Key")),
        (Some("blue"), Some("key-of-the-tenant"))
    );
    assert_eq!(seen.header("Authorization"), None);
    assert!(!format!("{:?}", explained.steps).contains("key-of-the-tenant"));
    assert_eq!(explained.is_protected, Some(true));
}

#[tokio::test]
async fn every_exchange_of_a_login_is_a_step() {
    let bound = AuthBehaviour { dpop: Dpop::RequiredWithResourceNonce, ..AuthBehaviour::default() };
    let moved = AuthBehaviour::with(&[AuthFault::McpMoved, AuthFault::MetadataMoved]);
    let refused = AuthBehaviour::with(&[AuthFault::BasicRefused]);
    for (behaviour, has_secret) in [(bound, false), (moved, false), (refused, true)] {
        let server = AuthServer::start(behaviour);
        let target = target_with(&server, |oauth| {
            oauth.dpop = true;
            if has_secret {
                oauth.client_id = Some(AuthServer::CLIENT_ID.to_owned());
                oauth.client_secret = Some(AuthServer::CLIENT_SECRET.to_owned());
            }
        });
        let store = Store::in_memory();
        let (granted, told) = log_in(&target, &store).await;
        granted.unwrap();
        assert_eq!(exchanges(&told), asked(&server), "{told:#?}");
        let before = asked(&server).len();
        let tried = auth::try_token(&target, &store, crate::support::PATIENCE, &|_| {}).await.unwrap();
        assert!(tried.is_let_in, "{:#?}", tried.steps);
        assert_eq!(exchanges(&tried.steps), asked(&server)[before..], "{:#?}", tried.steps);
    }
}

#[tokio::test]
async fn the_redirects_of_a_walk_are_in_the_log_of_a_session() {
    let server = faulty(&[AuthFault::MetadataMoved]);
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    let walked = steps(&session);
    let metadata: Vec<_> =
        walked.iter().filter(|step| step.step == StepName::ServerMetadata).cloned().collect();
    let statuses: Vec<_> = metadata.iter().filter_map(|step| step.exchange.as_ref()?.status).collect();
    assert_eq!(statuses, [302, 200], "{}", told(&session));
}

#[tokio::test]
async fn a_server_that_only_wants_a_token_of_its_own_is_told_as_that() {
    let server = HttpServer::start(HttpBehaviour::Unauthorized401);
    let (granted, steps) = log_in(&at(&server.url()), &Store::in_memory()).await;
    let fault = granted.expect_err("there is nobody to log in at");
    let hint = fault.hint.as_deref().unwrap_or_default();
    assert!(
        hint.contains("Authorization: Bearer") && hint.contains("names no authorization server"),
        "{fault:#?}"
    );
    assert!(steps.iter().any(|step| step.step == StepName::Registration && step.has_failed()), "{steps:#?}");
}
