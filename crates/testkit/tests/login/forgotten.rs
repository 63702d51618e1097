//! Registrations that the authorization server has forgotten, for instance because it was started anew; and
//! tokens that are to be forgotten.

use crate::scene::{
    agreeing, check_echo, connected, faulty, good, steps_of, target, target_with, told, visits,
};
use mcp_inspector_engine::auth::{self, Store};
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_testkit::auth::{AuthFault, AuthServer};
use std::sync::Mutex;

#[tokio::test]
async fn a_client_that_was_forgotten_is_registered_once_more() {
    let server = faulty(&[AuthFault::ClientForgotten]);
    let store = Store::in_memory();
    auth::log_in(&target(&server), &agreeing(&store), &|_| {}).await.unwrap();
    let steps = Mutex::new(Vec::new());
    let tell = |step: &AuthStep| steps.lock().unwrap().push(step.clone());
    auth::log_in(&target(&server), &agreeing(&store), &tell).await.unwrap();
    let steps = steps.into_inner().unwrap();
    assert_eq!((server.registrations().len(), visits(&server)), (2, 3), "{steps:#?}");
    let is_told = |step: &&AuthStep| (step.step, step.outcome) == (StepName::Identity, StepOutcome::Warning);
    assert_eq!(steps.iter().filter(is_told).count(), 1, "{steps:#?}");
    let newest = server.authorize_requests()[2]["client_id"].clone();
    let ids: Vec<String> =
        store.read().unwrap().clients().iter().map(|client| client.client_id.clone()).collect();
    assert_eq!(ids, [newest]);
}

#[tokio::test]
async fn a_renewal_by_a_client_that_was_forgotten_becomes_a_login_by_a_new_one() {
    let server = good();
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    server.forget_clients();
    server.expire_tokens();
    check_echo(&session, "by another client").await;
    assert_eq!((server.registrations().len(), visits(&server)), (2, 2), "{}", told(&session));
    assert!(steps_of(&session, StepName::Identity).iter().any(|step| step.outcome == StepOutcome::Warning));
}

#[tokio::test]
async fn a_page_that_does_not_know_the_client_leaves_a_hint() {
    let server = good();
    let store = Store::in_memory();
    auth::log_in(&target(&server), &agreeing(&store), &|_| {}).await.unwrap();
    server.forget_clients();
    let fault = auth::log_in(&target(&server), &agreeing(&store), &|_| {}).await.unwrap_err();
    let hint = fault.hint.unwrap();
    assert!(hint.contains("`auth/logout --forget-client`"), "{hint}");
}

#[tokio::test]
async fn a_client_that_is_configured_is_not_registered_instead() {
    let server = good();
    let target = target_with(&server, |oauth| oauth.client_id = Some("nobody".to_owned()));
    let fault = auth::log_in(&target, &agreeing(&Store::in_memory()), &|_| {}).await.unwrap_err();
    assert_eq!(server.registrations().len(), 0);
    assert!(!fault.hint.unwrap().contains("--forget-client"));
}

#[tokio::test]
async fn logging_out_gives_both_tokens_back() {
    let server = good();
    let store = Store::in_memory();
    auth::log_in(&target(&server), &agreeing(&store), &|_| {}).await.unwrap();
    let kept = store.read().unwrap().tokens()[0].clone();
    assert!(auth::log_out(&target(&server), &store, &|_| {}).await.unwrap().is_revoked);
    let given: Vec<_> = server
        .revocations()
        .into_iter()
        .map(|mut form| (form.remove("token_type_hint").unwrap(), form.remove("token").unwrap()))
        .collect();
    let refresh = ("refresh_token".to_owned(), kept.refresh_token.unwrap());
    assert_eq!(given, [refresh, ("access_token".to_owned(), kept.access_token)]);
}

#[tokio::test]
async fn a_revocation_that_is_answered_with_secrets_shows_none() {
    let server = faulty(&[AuthFault::RevocationRefused]);
    let target = target_with(&server, |oauth| {
        oauth.client_id = Some(AuthServer::CLIENT_ID.to_owned());
        oauth.client_secret = Some(AuthServer::CLIENT_SECRET.to_owned());
    });
    let store = Store::in_memory();
    auth::log_in(&target, &agreeing(&store), &|_| {}).await.unwrap();
    let kept = store.read().unwrap().tokens()[0].clone();
    let told = Mutex::new(Vec::new());
    let tell = |step: &AuthStep| told.lock().unwrap().push(step.clone());
    assert!(!auth::log_out(&target, &store, &tell).await.unwrap().is_revoked);
    let told = format!("{:?}", told.into_inner().unwrap());
    assert!(told.contains("these are still good"), "{told}");
    for secret in [&kept.access_token, &kept.refresh_token.unwrap(), AuthServer::CLIENT_SECRET] {
        assert!(!told.contains(secret), "{told}");
    }
}

#[tokio::test]
async fn a_client_that_was_registered_for_fewer_scopes_is_registered_anew_for_more() {
    let server = faulty(&[AuthFault::RegisteredScopesOnly]);
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    assert_eq!(crate::scene::admin(&session).await.unwrap(), "you are admin", "{}", told(&session));
    let registered = server.registrations();
    assert_eq!(registered.len(), 2, "{}", told(&session));
    assert!(registered[1]["scope"].as_str().unwrap().contains("admin"), "{registered:#?}");
    let warned = steps_of(&session, StepName::Identity);
    assert!(warned.iter().any(|step| step.what.contains("fewer scopes")), "{warned:#?}");
}
