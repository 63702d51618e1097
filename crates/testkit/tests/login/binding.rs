//! Tokens that are bound to a key: proofs, nonces, and the key that has to last.

use crate::scene::{admin, agreeing, check_echo, connected, steps_of, target_with, told, visits};
use mcp_inspector_engine::auth::{self, Login, Store};
use mcp_inspector_engine::core::auth::settings::{Grant, OAuthSettings};
use mcp_inspector_engine::core::auth::{StepName, StepOutcome};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthServer, Dpop};

fn binding(dpop: Dpop) -> AuthServer {
    AuthServer::start(AuthBehaviour { dpop, ..AuthBehaviour::default() })
}

fn wanted(oauth: &mut OAuthSettings) {
    oauth.dpop = true;
}

#[tokio::test]
async fn a_bound_token_works_with_and_without_nonces_of_the_server() {
    for dpop in [Dpop::Required, Dpop::RequiredWithResourceNonce] {
        let server = binding(dpop);
        let session = connected(target_with(&server, wanted), agreeing(&Store::in_memory())).await;
        check_echo(&session, "bound").await;
        // The token endpoint asks for its nonce once, and knows the proof afterwards.
        assert_eq!(server.token_requests().len(), 2, "{}", told(&session));
        let presented: Vec<String> = server
            .requests()
            .iter()
            .filter_map(|request| request.header("Authorization").map(str::to_owned))
            .collect();
        assert!(!presented.is_empty() && presented.iter().all(|value| value.starts_with("DPoP ")));
        // Proofs are used once. That each is right, the server checks.
        let mut proofs: Vec<String> = server
            .requests()
            .iter()
            .filter_map(|request| request.header("DPoP").map(str::to_owned))
            .collect();
        let count = proofs.len();
        proofs.sort();
        proofs.dedup();
        assert_eq!(proofs.len(), count);
        server.expire_tokens();
        check_echo(&session, "renewed").await;
        assert_eq!(admin(&session).await.unwrap(), "you are admin");
        assert_eq!(visits(&server), 2);
    }
}

#[tokio::test]
async fn a_nonce_that_goes_stale_in_the_middle_is_replaced_and_the_call_goes_on() {
    let server = binding(Dpop::RequiredWithResourceNonce);
    let session = connected(target_with(&server, wanted), agreeing(&Store::in_memory())).await;
    for text in ["one", "two"] {
        server.rotate_nonces();
        check_echo(&session, text).await;
    }
    server.rotate_nonces();
    server.expire_tokens();
    check_echo(&session, "both at once").await;
    assert_eq!(visits(&server), 1, "{}", told(&session));
}

#[tokio::test]
async fn the_key_lasts_as_long_as_the_token() {
    let server = binding(Dpop::Required);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("auth.json");
    let target = target_with(&server, wanted);
    drop(connected(target.clone(), agreeing(&Store::at(&path))).await);
    let session = connected(target.clone(), Login::stored_only(Store::at(&path), "log in")).await;
    check_echo(&session, "with the same key").await;
    server.expire_tokens();
    check_echo(&session, "renewed with the same key").await;
    drop(session);
    let session = connected(target.clone(), Login::stored_only(Store::at(&path), "log in")).await;
    check_echo(&session, "and kept").await;
    assert_eq!(visits(&server), 1);
    let store = Store::at(&path);
    assert!(store.read().unwrap().listing().tokens[0].is_key_bound);
    auth::refresh(&target, &store, &|_| {}).await.unwrap();
    assert!(auth::log_out(&target, &store, &|_| {}).await.unwrap().is_revoked);
}

#[tokio::test]
async fn a_session_takes_up_a_token_with_another_key_from_the_store() {
    let server = binding(Dpop::Required);
    let store = Store::in_memory();
    let target = target_with(&server, |oauth| {
        wanted(oauth);
        oauth.client_id = Some(AuthServer::PUBLIC_CLIENT_ID.to_owned());
    });
    let session = connected(target.clone(), agreeing(&store)).await;
    server.revoke_all();
    // Somebody logs in elsewhere, with a key of their own.
    auth::log_in(&target, &agreeing(&store), &|_| {}).await.unwrap();
    check_echo(&session, "with the token and the key of the other").await;
    assert_eq!(visits(&server), 2, "{}", told(&session));
}

#[tokio::test]
async fn several_calls_at_once_share_the_nonces() {
    let server = binding(Dpop::RequiredWithResourceNonce);
    let session = connected(target_with(&server, wanted), agreeing(&Store::in_memory())).await;
    server.rotate_nonces();
    let calls: Vec<_> = (0..8)
        .map(|number: i32| {
            let session = session.clone();
            tokio::spawn(async move { check_echo(&session, &number.to_string()).await })
        })
        .collect();
    for call in calls {
        call.await.unwrap();
    }
    assert_eq!(visits(&server), 1, "{}", told(&session));
}

#[tokio::test]
async fn a_machine_can_have_a_bound_token() {
    let server = binding(Dpop::Required);
    let target = target_with(&server, |oauth| {
        wanted(oauth);
        oauth.client_id = Some(AuthServer::CLIENT_ID.to_owned());
        oauth.client_secret = Some(AuthServer::CLIENT_SECRET.to_owned());
        oauth.grant = Grant::ClientCredentials;
    });
    let session = connected(target, Login::unattended(Store::in_memory(), "log in")).await;
    check_echo(&session, "bound").await;
}

#[tokio::test]
async fn a_server_that_does_not_bind_gets_no_proofs() {
    let server = AuthServer::start(AuthBehaviour::default());
    let session = connected(target_with(&server, wanted), agreeing(&Store::in_memory())).await;
    check_echo(&session, "not bound").await;
    assert!(server.requests().iter().all(|request| request.header("DPoP").is_none()));
    let skipped = &steps_of(&session, StepName::Token)[0];
    assert_eq!(skipped.outcome, StepOutcome::Skipped);
}

#[tokio::test]
async fn a_server_that_says_it_insists_on_a_key_gets_one_unasked() {
    let server = binding(Dpop::Required);
    let session = connected(target_with(&server, |_| {}), agreeing(&Store::in_memory())).await;
    check_echo(&session, "bound").await;
    assert_eq!(visits(&server), 1, "{}", told(&session));
}
