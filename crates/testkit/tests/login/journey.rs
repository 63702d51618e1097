//! A login that goes well, from the refusal to the answer, and the ways on from there.

use crate::scene::{
    REDIRECT, agreeing, asked_scopes, check_echo, connected, course, faulty, good, refused, steps, steps_of,
    target, told, visits, with,
};
use crate::scene::{admin, echo, token_fields};
use crate::support::{PATIENCE, at, notes};
use mcp_inspector_engine::auth::Store;
use mcp_inspector_engine::core::auth::{StepName, StepOutcome};
use mcp_inspector_engine::core::target::Transport;
use mcp_inspector_engine::{FaultCode, Session};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault, AuthServer};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use serde_json::json;

#[tokio::test]
async fn whoever_connects_is_logged_in_and_every_exchange_is_in_the_log() {
    let server = good();
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    check_echo(&session, "hello").await;
    let passed = |name| (name, StepOutcome::Passed);
    assert_eq!(
        course(&session),
        [
            passed(StepName::Challenge),
            passed(StepName::ResourceMetadata),
            passed(StepName::ServerMetadata),
            passed(StepName::Scope),
            passed(StepName::Registration),
            (StepName::Authorization, StepOutcome::Waiting),
            passed(StepName::Redirect),
            passed(StepName::Token),
            passed(StepName::Store),
            passed(StepName::Use),
        ],
        "{}",
        told(&session)
    );
    let exchanges: Vec<(String, Option<u16>)> = steps(&session)
        .into_iter()
        .filter_map(|step| step.exchange)
        .map(|exchange| (format!("{} {}", exchange.method, exchange.url), exchange.status))
        .collect();
    let issuer = server.issuer();
    let resource = server.url().replace("/mcp", "/.well-known/oauth-protected-resource/mcp");
    assert_eq!(
        exchanges,
        [
            (format!("GET {resource}"), Some(200)),
            (format!("GET {issuer}/.well-known/oauth-authorization-server"), Some(200)),
            (format!("POST {issuer}/register"), Some(201)),
            (format!("POST {issuer}/token"), Some(200)),
        ]
    );
    assert!(steps(&session).iter().all(|step| step.step == StepName::Store || !step.rule.is_empty()));
    assert_eq!(notes(&session), [], "a login is nothing odd");
}

#[tokio::test]
async fn a_login_asks_for_what_the_rules_want() {
    let server = good();
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    let asked = &server.authorize_requests()[0];
    assert_eq!(asked["resource"], server.url());
    assert_eq!(asked["response_type"], "code");
    assert_eq!(asked["code_challenge_method"], "S256");
    assert_eq!(asked["redirect_uri"], REDIRECT);
    assert_eq!(asked["scope"], "mcp files offline_access");
    assert!(asked["state"].len() >= 16, "a state can be guessed: {}", asked["state"]);
    let exchanged = &server.token_requests()[0];
    assert_eq!(exchanged["grant_type"], "authorization_code");
    assert_eq!(exchanged["resource"], server.url());
    assert_eq!(exchanged["redirect_uri"], REDIRECT);
    assert_eq!(exchanged["client_id"], asked["client_id"]);
    let registered = &server.registrations()[0];
    assert_eq!(registered["redirect_uris"], json!([REDIRECT]));
    assert_eq!(registered["application_type"], "native");
    assert_eq!(registered["token_endpoint_auth_method"], "none");
    assert_eq!(registered["grant_types"], json!(["authorization_code", "refresh_token"]));
    session.stop().await;
}

#[tokio::test]
async fn each_login_has_its_own_state_and_verifier() {
    let server = good();
    for _ in 0..2 {
        drop(connected(target(&server), agreeing(&Store::in_memory())).await);
    }
    let asked = server.authorize_requests();
    for name in ["state", "code_challenge"] {
        assert_ne!(asked[0][name], asked[1][name], "{name}");
    }
    let verifiers = token_fields(&server, "code_verifier");
    assert!(verifiers[0] != verifiers[1] && verifiers[0].len() >= 43);
}

#[tokio::test]
async fn a_session_after_the_first_uses_the_stored_token_without_asking_anybody() {
    let server = good();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("auth.json");
    drop(connected(target(&server), agreeing(&Store::at(&path))).await);
    let before = (visits(&server), server.token_requests().len());
    assert_eq!(before, (1, 1));
    // Another handle, as another process would have it.
    let session = connected(target(&server), agreeing(&Store::at(&path))).await;
    check_echo(&session, "again").await;
    assert_eq!((visits(&server), server.token_requests().len()), before);
    // Two requests were let in, and the first of them says that the token is good.
    let passed = |name| (name, StepOutcome::Passed);
    assert_eq!(course(&session), [passed(StepName::Store), passed(StepName::Use)]);
}

#[tokio::test]
async fn a_reconnect_does_not_log_in_again() {
    let server = good();
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    session.stop().await;
    session.reconnect().await.unwrap();
    session.ready().await.unwrap();
    check_echo(&session, "back").await;
    assert_eq!((visits(&server), server.token_requests().len()), (1, 1));
}

#[tokio::test]
async fn a_tool_that_needs_more_asks_for_the_union_and_the_call_goes_on() {
    let server = good();
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    assert_eq!(admin(&session).await.unwrap(), "you are admin");
    assert_eq!(asked_scopes(&server), ["mcp files offline_access", "mcp files offline_access admin"]);
    // What was allowed before is still allowed, and nobody is asked again.
    check_echo(&session, "as before").await;
    assert_eq!(admin(&session).await.unwrap(), "you are admin");
    assert_eq!((visits(&server), server.registrations().len()), (2, 1));
}

#[tokio::test]
async fn a_server_that_never_has_enough_scopes_ends_when_they_are_granted_or_after_three_logins() {
    for (fault, logins) in [(AuthFault::EndlessScope, 2), (AuthFault::EndlessUnnamedScope, 3)] {
        let server = faulty(&[fault]);
        let (session, fault) = refused(target(&server), agreeing(&Store::in_memory())).await;
        assert_eq!(visits(&server), logins, "{}", told(&session));
        assert_eq!(fault.code, FaultCode::AuthenticationFailed);
        assert_eq!(fault.details.auth_step.unwrap().step, StepName::StepUp);
        assert_eq!(fault.details.http_status, Some(403));
    }
}

#[tokio::test]
async fn a_step_up_that_grants_nothing_ends_too_and_other_calls_still_work() {
    let server = faulty(&[AuthFault::TokenScopeShrink]);
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    let fault = admin(&session).await.unwrap_err();
    let step = fault.details.auth_step.as_ref().unwrap_or_else(|| panic!("{fault:#?}"));
    assert_eq!(step.step, StepName::StepUp);
    // One login showed that it is not granted. Another would show the same.
    assert_eq!(visits(&server), 2, "{}", told(&session));
    assert!(step.expected.as_ref().unwrap().contains("`admin`"), "{step:#?}");
    assert_eq!(step.came.as_deref(), Some("only `mcp`"));
    assert!(fault.message.contains("`admin`") && fault.message.contains("`mcp`"), "{}", fault.message);
    check_echo(&session, "this much is allowed").await;
}

#[tokio::test]
async fn a_token_that_is_refused_right_after_the_login_ends_it() {
    let server = faulty(&[AuthFault::TokenRefused]);
    let (session, fault) = refused(target(&server), agreeing(&Store::in_memory())).await;
    assert_eq!(visits(&server), 1, "{}", told(&session));
    assert_eq!(fault.details.auth_step.unwrap().step, StepName::Use);
}

#[tokio::test]
async fn tokens_that_end_at_once_do_not_send_the_user_in_circles() {
    let server = faulty(&[AuthFault::TokenExpiredAtOnce]);
    let (session, fault) = refused(target(&server), agreeing(&Store::in_memory())).await;
    assert_eq!(visits(&server), 1, "{}", told(&session));
    assert_eq!(fault.code, FaultCode::AuthenticationFailed, "{fault:#?}");
}

#[tokio::test]
async fn short_lived_tokens_are_not_renewed_for_every_request() {
    let server = AuthServer::start(AuthBehaviour { expires_in: 20, ..AuthBehaviour::default() });
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    for text in ["one", "two", "three"] {
        check_echo(&session, text).await;
    }
    assert_eq!(server.token_requests().len(), 1, "{}", told(&session));
}

#[tokio::test]
async fn several_calls_at_once_cause_one_login() {
    let server = good();
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    server.revoke_all();
    let calls = (0..8).map(|number| {
        let session = session.clone();
        tokio::spawn(async move { session.call_tool(echo(&number.to_string())).await })
    });
    for call in calls.collect::<Vec<_>>() {
        let result = tokio::time::timeout(PATIENCE, call).await.unwrap().unwrap();
        result.unwrap_or_else(|fault| panic!("{fault:#?}\n{}", told(&session)));
    }
    assert_eq!(visits(&server), 2, "{}", told(&session));
}

#[tokio::test]
async fn whoever_gives_a_header_is_not_logged_in() {
    let server = good();
    let mut target = target(&server);
    if let Transport::Http(http) = &mut target.transport {
        http.headers = vec![("authorization".into(), "Bearer my-own-token".into())];
    }
    let (session, fault) = refused(target, agreeing(&Store::in_memory())).await;
    assert_eq!(fault.code, FaultCode::AuthenticationFailed);
    assert_eq!(fault.details.http_status, Some(401));
    assert!(fault.hint.is_some());
    assert_eq!((visits(&server), steps(&session).len()), (0, 0));
    for request in server.requests() {
        assert_eq!(request.header("Authorization"), Some("Bearer my-own-token"));
    }
}

#[tokio::test]
async fn a_token_of_the_users_own_that_does_not_suffice_is_told_which_scope_is_wanted() {
    let server = good();
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    let token = store.read().unwrap().tokens()[0].access_token.clone();
    let mut target = target(&server);
    if let Transport::Http(http) = &mut target.transport {
        http.headers = vec![("authorization".into(), format!("Bearer {token}"))];
    }
    let session = connected(target, agreeing(&Store::in_memory())).await;
    let fault = admin(&session).await.unwrap_err();
    assert_eq!((fault.code, fault.details.http_status), (FaultCode::AuthenticationFailed, Some(403)));
    assert!(fault.hint.as_ref().unwrap().contains("`admin`"), "{fault:#?}");
    assert_eq!(visits(&server), 1);
}

#[tokio::test]
async fn settings_that_nobody_knows_are_named_in_the_log() {
    let server = good();
    let target = crate::scene::target_with(&server, |oauth| oauth.unknown = vec!["audiences".to_owned()]);
    let session = connected(target, agreeing(&Store::in_memory())).await;
    let named = &steps_of(&session, StepName::Identity)[0];
    assert!(named.outcome == StepOutcome::Warning && named.what.contains("audiences"), "{named:#?}");
}

#[tokio::test]
async fn without_a_login_a_protected_server_is_a_fault_with_a_hint() {
    let server = good();
    let fault = Session::connect(target(&server), crate::support::quick()).await.unwrap_err();
    assert_eq!(fault.code, FaultCode::AuthenticationFailed);
    assert!(fault.hint.is_some_and(|hint| !hint.is_empty()));
    assert_eq!(visits(&server), 0);
}

#[tokio::test]
async fn a_server_that_is_open_to_all_is_never_asked_for_a_login() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = Session::connect(at(&server.url()), with(agreeing(&Store::in_memory()))).await.unwrap();
    check_echo(&session, "hello").await;
    assert_eq!(steps(&session), []);
    assert!(server.requests().iter().all(|request| request.header("Authorization").is_none()));
    assert!(steps_of(&session, StepName::Challenge).is_empty());
}
