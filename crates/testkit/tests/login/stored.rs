//! Tokens that are stored and nothing else: what a job without a person has.

use crate::scene::{
    admin, agreeing, check_echo, connected, faulty, good, make_due, refused, steps_of, target, token_fields,
    told, visits,
};
use crate::support::at;
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::auth::{Login, Store};
use mcp_inspector_engine::core::auth::StepName;
use mcp_inspector_testkit::auth::AuthFault;

const HINT: &str = "run `mcp-inspector --method auth/login`";

fn stored_only(store: &Store) -> Login {
    Login::stored_only(store.clone(), HINT)
}

#[tokio::test]
async fn without_a_stored_token_it_fails_at_once_and_says_how_to_log_in() {
    let server = good();
    let (_, fault) = refused(target(&server), stored_only(&Store::in_memory())).await;
    assert_eq!((fault.code, fault.hint.as_deref()), (FaultCode::AuthenticationFailed, Some(HINT)));
    assert_eq!(fault.details.http_status, Some(401));
    assert!(fault.message.contains("no token is stored"), "{}", fault.message);
    assert_eq!((visits(&server), server.token_requests().len(), server.registrations().len()), (0, 0, 0));
}

#[tokio::test]
async fn a_stored_token_that_has_ended_is_renewed() {
    let server = good();
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    server.expire_tokens();
    let session = connected(target(&server), stored_only(&store)).await;
    check_echo(&session, "renewed").await;
    assert_eq!(visits(&server), 1);
}

#[tokio::test]
async fn a_stored_token_that_cannot_be_renewed_fails_with_the_hint() {
    let server = good();
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    server.revoke_all();
    let (session, fault) = refused(target(&server), stored_only(&store)).await;
    assert_eq!((fault.code, fault.hint.as_deref()), (FaultCode::AuthenticationFailed, Some(HINT)));
    assert!(!fault.message.contains("no token is stored"), "there is one: {}", fault.message);
    assert_eq!(visits(&server), 1, "{}", told(&session));
}

#[tokio::test]
async fn a_stored_token_with_too_few_scopes_fails_with_the_hint_and_stays() {
    let server = good();
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    let session = connected(target(&server), stored_only(&store)).await;
    let fault = admin(&session).await.unwrap_err();
    assert_eq!((fault.code, fault.hint.as_deref()), (FaultCode::AuthenticationFailed, Some(HINT)));
    assert!(!fault.message.contains("no token is stored"), "there is one: {}", fault.message);
    check_echo(&session, "still good for this").await;
    assert_eq!(store.read().unwrap().tokens().len(), 1);
}

#[tokio::test]
async fn a_token_is_never_sent_to_another_server_than_its_own() {
    let server = good();
    let other = good();
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    let (session, fault) = refused(target(&other), stored_only(&store)).await;
    assert_eq!(fault.code, FaultCode::AuthenticationFailed);
    assert!(other.requests().iter().all(|request| request.header("Authorization").is_none()));
    assert!(steps_of(&session, StepName::Store).is_empty());
}

#[tokio::test]
async fn two_servers_of_one_resource_have_a_token_each() {
    let server = faulty(&[AuthFault::PrmOrigin]);
    let store = Store::in_memory();
    for url in [server.url(), server.second_url()] {
        drop(connected(at(&url), agreeing(&store)).await);
    }
    assert_eq!((visits(&server), store.read().unwrap().tokens().len()), (2, 2));
    let mut sessions = Vec::new();
    for url in [server.url(), server.second_url()] {
        let session = connected(at(&url), stored_only(&store)).await;
        check_echo(&session, "still logged in").await;
        sessions.push(session);
    }
    // A renewal is kept in the place of the token that it renews.
    server.expire_tokens();
    for session in &sessions {
        check_echo(session, "renewed").await;
    }
    let used = token_fields(&server, "refresh_token");
    assert!(used.len() == 2 && used[0] != used[1], "{used:?}");
    assert_eq!((visits(&server), store.read().unwrap().tokens().len()), (2, 2));
}

#[tokio::test]
async fn a_refresh_token_that_was_refused_is_not_shown_again() {
    let server = faulty(&[AuthFault::RefreshRefused]);
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    make_due(&store);
    server.expire_tokens();
    let (session, fault) = refused(target(&server), stored_only(&store)).await;
    assert_eq!((fault.code, fault.hint.as_deref()), (FaultCode::AuthenticationFailed, Some(HINT)));
    assert_eq!(token_fields(&server, "refresh_token").len(), 1, "{}", told(&session));
}

#[tokio::test]
async fn unattended_without_a_grant_for_it_fails_at_once_and_says_how_to_log_in() {
    let server = good();
    let (_, fault) = refused(target(&server), Login::unattended(Store::in_memory(), HINT)).await;
    assert_eq!((fault.code, fault.hint.as_deref()), (FaultCode::AuthenticationFailed, Some(HINT)));
    assert_eq!((visits(&server), server.registrations().len()), (0, 0));
}

#[tokio::test]
async fn a_store_that_cannot_be_read_is_a_fault_and_is_left_as_it_is() {
    let server = good();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("auth.json");
    std::fs::write(&path, "{ \"version\": 1, \"tokens\": [").unwrap();
    let (_, fault) = refused(target(&server), agreeing(&Store::at(&path))).await;
    assert_eq!(fault.code, FaultCode::AuthenticationFailed);
    assert!(fault.message.contains("auth.json") && fault.hint.is_some(), "{fault:#?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{ \"version\": 1, \"tokens\": [");
    assert_eq!(visits(&server), 0);
}

#[tokio::test]
async fn a_store_below_a_file_is_a_fault_that_names_it() {
    let server = good();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("file");
    std::fs::write(&path, "").unwrap();
    let (_, fault) = refused(target(&server), agreeing(&Store::at(path.join("auth.json")))).await;
    assert!(fault.message.contains("auth.json") && fault.hint.is_some(), "{fault:#?}");
}
