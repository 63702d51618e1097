//! Scopes that a token lacks where nobody can be sent for more: who is told what, and what the next login
//! asks for.

use crate::scene::{
    admin, agreeing, asked_scopes, check_echo, connected, faulty, good, refused, target, target_with, told,
    visits,
};
use mcp_inspector_engine::auth::{self, Login, Store};
use mcp_inspector_engine::core::auth::StepName;
use mcp_inspector_testkit::auth::{AuthFault, AuthServer};

const HINT: &str = "run `mcp-inspector --method auth/login`";
const BEFORE: &str = "mcp files offline_access";
const AFTER: &str = "mcp files offline_access admin";

/// The ways without a user.
fn without_a_user(store: &Store) -> [Login; 2] {
    [Login::stored_only(store.clone(), HINT), Login::unattended(store.clone(), HINT)]
}

async fn log_in(server: &AuthServer, login: &Login) -> Vec<String> {
    auth::log_in(&target(server), login, &|_| {}).await.expect("a token").scopes
}

#[tokio::test]
async fn calls_that_fail_for_want_of_a_scope_are_no_logins() {
    let server = good();
    let store = Store::in_memory();
    log_in(&server, &agreeing(&store)).await;
    for login in without_a_user(&store) {
        let session = connected(target(&server), login).await;
        for _ in 0..5 {
            let fault = admin(&session).await.unwrap_err();
            assert!(fault.message.contains("wants the scope `admin`"), "{}", fault.message);
            assert_eq!(fault.hint.as_deref(), Some(HINT), "{}", told(&session));
            assert_eq!(fault.details.http_status, Some(403));
        }
        check_echo(&session, "still good for this").await;
    }
    assert_eq!(visits(&server), 1);
}

#[tokio::test]
async fn a_login_after_such_a_call_asks_for_what_was_missing_and_the_session_goes_on() {
    for way in 0..2 {
        let server = good();
        let store = Store::in_memory();
        log_in(&server, &agreeing(&store)).await;
        let session = connected(target(&server), without_a_user(&store)[way].clone()).await;
        admin(&session).await.unwrap_err();
        log_in(&server, &agreeing(&store)).await;
        assert_eq!(asked_scopes(&server), [BEFORE, AFTER]);
        assert_eq!(admin(&session).await.unwrap(), "you are admin", "{}", told(&session));
        // Once it was asked for it is no longer missing, but it is not lost either.
        log_in(&server, &agreeing(&store)).await;
        assert_eq!(asked_scopes(&server)[2], AFTER);
    }
}

#[tokio::test]
async fn the_hint_can_name_all_scopes_that_are_needed() {
    let server = good();
    let store = Store::in_memory();
    log_in(&server, &agreeing(&store)).await;
    for login in without_a_user(&store) {
        let login = login.hinting_at_scopes(|scopes| format!("ask for {}", scopes.join(" ")));
        let session = connected(target(&server), login).await;
        let hint = admin(&session).await.unwrap_err().hint;
        assert_eq!(hint, Some(format!("ask for {AFTER}")));
    }
}

#[tokio::test]
async fn a_login_asks_for_no_less_than_the_token_had_unless_told_so() {
    let server = good();
    let store = Store::in_memory();
    let session = connected(target(&server), agreeing(&store)).await;
    admin(&session).await.unwrap();
    assert_eq!(log_in(&server, &agreeing(&store)).await.join(" "), AFTER);
    let narrow = target_with(&server, |oauth| oauth.scopes = vec!["mcp".to_owned()]);
    let kept = auth::log_in(&narrow, &agreeing(&store), &|_| {}).await.unwrap();
    assert_eq!(kept.scopes.join(" "), AFTER);
    let told_so = agreeing(&store).without_earlier_scopes();
    assert_eq!(auth::log_in(&narrow, &told_so, &|_| {}).await.unwrap().scopes, ["mcp"]);
}

#[tokio::test]
async fn whoever_logs_out_begins_anew() {
    let server = good();
    let store = Store::in_memory();
    log_in(&server, &agreeing(&store)).await;
    let session = connected(target(&server), Login::stored_only(store.clone(), HINT)).await;
    admin(&session).await.unwrap_err();
    let revoked = auth::log_out(&target(&server), &store, &|_| {}).await.unwrap();
    let whose = (revoked.tokens[0].issuer.clone(), revoked.tokens.len(), revoked.forgotten);
    assert_eq!(whose, (server.issuer(), 1, 1));
    log_in(&server, &agreeing(&store)).await;
    assert_eq!(asked_scopes(&server), [BEFORE, BEFORE]);
}

#[tokio::test]
async fn the_scopes_of_another_client_are_none_of_ours() {
    let server = good();
    let store = Store::in_memory();
    let session = connected(target(&server), agreeing(&store)).await;
    admin(&session).await.unwrap();
    let other = target_with(&server, |oauth| oauth.client_id = Some(AuthServer::PUBLIC_CLIENT_ID.to_owned()));
    auth::log_in(&other, &agreeing(&store), &|_| {}).await.unwrap();
    assert_eq!(asked_scopes(&server), [BEFORE, AFTER, BEFORE]);
}

#[tokio::test]
async fn a_stored_token_that_never_suffices_ends_once_the_scope_was_granted() {
    let server = faulty(&[AuthFault::EndlessScope]);
    let store = Store::in_memory();
    log_in(&server, &agreeing(&store)).await;
    let (session, fault) = refused(target(&server), agreeing(&store)).await;
    let step = fault.details.auth_step.expect("a step");
    assert_eq!(step.step, StepName::StepUp);
    assert!(step.expected.is_some_and(|text| text.contains("which was granted")));
    assert_eq!(visits(&server), 1 + 1, "{}", told(&session));
}

#[tokio::test]
async fn a_refresh_that_is_refused_is_told_with_its_words() {
    let server = faulty(&[AuthFault::RefreshRefused]);
    let store = Store::in_memory();
    log_in(&server, &agreeing(&store)).await;
    server.expire_tokens();
    let (session, fault) = refused(target(&server), Login::stored_only(store, HINT)).await;
    assert!(fault.message.contains("renewing it was refused"), "{}\n{}", fault.message, told(&session));
    assert!(fault.message.contains("refresh tokens are refused today"), "{}", fault.message);
    assert_eq!(fault.hint.as_deref(), Some(HINT));
}
