//! Tokens that end or are taken back in the middle of a session: the call that meets it goes on.

use crate::scene::{
    agreeing, check_echo, connected, course, echo, faulty, good, steps_of, target, target_with, token_fields,
    told, visits,
};
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::auth::{self, Login, Store};
use mcp_inspector_engine::core::auth::{StepName, StepOutcome};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault, AuthServer};
use std::time::Duration;

#[tokio::test]
async fn a_token_that_ends_in_the_middle_is_renewed_and_the_call_goes_on() {
    let server = good();
    let store = Store::in_memory();
    let session = connected(target(&server), agreeing(&store)).await;
    server.expire_tokens();
    check_echo(&session, "after the end").await;
    assert_eq!(token_fields(&server, "grant_type"), ["authorization_code", "refresh_token"]);
    assert_eq!(visits(&server), 1);
    let renewed = &server.token_requests()[1];
    assert_eq!(renewed["resource"], server.url());
    let refresh = &steps_of(&session, StepName::Refresh)[0];
    assert_eq!(
        (refresh.outcome, refresh.exchange.as_ref().unwrap().status),
        (StepOutcome::Passed, Some(200))
    );
    // The new one is kept: whoever comes next has it.
    let next = connected(target(&server), Login::stored_only(store, "log in")).await;
    check_echo(&next, "with the new one").await;
}

#[tokio::test]
async fn several_renewals_in_a_row_use_the_newest_refresh_token() {
    let server = good();
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    for text in ["one", "two", "three"] {
        server.expire_tokens();
        check_echo(&session, text).await;
    }
    let used = token_fields(&server, "refresh_token");
    assert_eq!(used.len(), 3);
    assert!(used[0] != used[1] && used[1] != used[2], "the server revokes everything when one is used twice");
    assert_eq!(visits(&server), 1);
}

#[tokio::test]
async fn a_token_that_was_taken_back_is_replaced_by_a_login_and_the_call_goes_on() {
    let server = good();
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    server.revoke_all();
    check_echo(&session, "after the revocation").await;
    assert_eq!(visits(&server), 2);
    let refresh = &steps_of(&session, StepName::Refresh)[0];
    assert_eq!(refresh.outcome, StepOutcome::Failed);
    assert!(refresh.came.as_ref().unwrap().contains("invalid_grant"), "{refresh:#?}");
    assert_eq!(steps_of(&session, StepName::Refresh).len(), 1, "{}", told(&session));
}

#[tokio::test]
async fn a_refused_refresh_leads_to_a_login() {
    let server = faulty(&[AuthFault::RefreshRefused]);
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    server.expire_tokens();
    check_echo(&session, "by a login").await;
    assert_eq!(
        token_fields(&server, "grant_type"),
        ["authorization_code", "refresh_token", "authorization_code"]
    );
}

#[tokio::test]
async fn without_a_refresh_token_a_login_is_all_there_is() {
    let server = AuthServer::start(AuthBehaviour { refresh_tokens: false, ..AuthBehaviour::default() });
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    server.expire_tokens();
    check_echo(&session, "by a login").await;
    assert_eq!(token_fields(&server, "grant_type"), ["authorization_code", "authorization_code"]);
}

#[tokio::test]
async fn a_token_that_is_about_to_end_is_renewed_before_it_is_refused() {
    let server = good();
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    store
        .update(|book| {
            let mut record = book.tokens()[0].clone();
            // As if it had been obtained long ago.
            record.obtained_at -= 3600;
            record.expires_at = record.expires_at.map(|at| at - 3590);
            book.put_token(record);
        })
        .unwrap();
    let session = connected(target(&server), agreeing(&store)).await;
    check_echo(&session, "in time").await;
    assert_eq!(token_fields(&server, "grant_type"), ["authorization_code", "refresh_token"]);
    assert!(steps_of(&session, StepName::Challenge).is_empty(), "{}", told(&session));
}

#[tokio::test]
async fn a_session_takes_up_what_another_one_renewed() {
    let server = good();
    let store = Store::in_memory();
    let first = connected(target(&server), agreeing(&store)).await;
    let second = connected(target(&server), agreeing(&store)).await;
    server.expire_tokens();
    check_echo(&first, "renews").await;
    check_echo(&second, "takes it up").await;
    assert_eq!(token_fields(&server, "refresh_token").len(), 1);
    assert_eq!(visits(&server), 1);
}

#[tokio::test]
async fn what_another_one_renewed_and_has_ended_since_is_renewed_without_the_user() {
    let server = good();
    let store = Store::in_memory();
    let first = connected(target(&server), agreeing(&store)).await;
    let second = connected(target(&server), agreeing(&store)).await;
    server.expire_tokens();
    check_echo(&first, "renews").await;
    server.expire_tokens();
    check_echo(&second, "renews what the first has renewed").await;
    assert_eq!(visits(&server), 1, "{}", told(&second));
    assert_eq!(token_fields(&server, "refresh_token").len(), 2);
}

#[tokio::test]
async fn a_token_can_be_renewed_without_a_session() {
    let server = good();
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    let before = store.read().unwrap().tokens()[0].access_token.clone();
    let granting = auth::refresh(&target(&server), &store, &|_| {}).await.unwrap();
    assert!(granting.can_be_renewed && granting.issuer == server.issuer());
    assert_ne!(store.read().unwrap().tokens()[0].access_token, before);
    let fault = auth::refresh(&target(&server), &Store::in_memory(), &|_| {}).await.unwrap_err();
    assert_eq!(fault.code, FaultCode::AuthenticationFailed);
    assert!(fault.hint.is_some());
}

#[tokio::test]
async fn whoever_logs_out_gives_the_tokens_back() {
    let server = good();
    let store = Store::in_memory();
    let session = connected(target(&server), agreeing(&store)).await;
    let revoked = auth::log_out(&target(&server), &store, &|_| {}).await.unwrap();
    assert_eq!((revoked.forgotten, revoked.is_revoked), (1, true));
    assert!(store.read().unwrap().tokens().is_empty());
    // The server has it back as well: the session that still holds it has to log in again.
    check_echo(&session, "after a login").await;
    assert_eq!(visits(&server), 2);
    let revoked = auth::log_out(&target(&good()), &store, &|_| {}).await.unwrap();
    assert_eq!(revoked.forgotten, 0, "the tokens of another server are not touched");
}

#[tokio::test]
async fn a_login_without_a_session_keeps_its_token_for_one() {
    let server = good();
    let store = Store::in_memory();
    let told = std::sync::Mutex::new(Vec::new());
    let granting = auth::log_in(&target(&server), &agreeing(&store), &|step| {
        told.lock().unwrap().push(step.step);
    })
    .await
    .unwrap();
    assert_eq!(granting.scopes, ["mcp", "files", "offline_access"]);
    assert_eq!(told.lock().unwrap().first(), Some(&StepName::Challenge));
    let session = connected(target(&server), Login::stored_only(store.clone(), "log in")).await;
    let passed = |name| (name, StepOutcome::Passed);
    assert_eq!(course(&session), [passed(StepName::Store), passed(StepName::Use)]);
    assert_eq!(visits(&server), 1);
    // Whoever logs in once more gets a new token, whatever is stored.
    auth::log_in(&target(&server), &agreeing(&store), &|_| {}).await.unwrap();
    assert_eq!((visits(&server), server.registrations().len()), (2, 1));
}

#[tokio::test]
async fn a_refresh_that_is_never_answered_is_a_fault_and_not_a_login() {
    let server = faulty(&[AuthFault::RefreshSlow]);
    let login = agreeing(&Store::in_memory()).patient_for(Duration::from_millis(300));
    let session = connected(target(&server), login).await;
    server.expire_tokens();
    let fault = session.call_tool(echo("never")).await.unwrap_err();
    let step = fault.details.auth_step.as_ref().unwrap_or_else(|| panic!("{fault:#?}"));
    assert_eq!((step.step, fault.code), (StepName::Refresh, FaultCode::AuthenticationFailed));
    assert!(step.came.as_ref().unwrap().contains("0.3 s") && fault.hint.is_some(), "{fault:#?}");
    assert_eq!(visits(&server), 1, "{}", told(&session));
    // It is not lost: once the authorization server answers, the next call goes on.
    server.release();
    check_echo(&session, "now").await;
    assert_eq!(visits(&server), 2, "the server has used up the refresh token: {}", told(&session));
}

#[tokio::test]
async fn a_renewal_after_a_refusal_asks_for_no_scope_that_was_not_granted() {
    let server = good();
    let target = target_with(&server, |oauth| oauth.scopes = vec!["files".to_owned()]);
    let session = connected(target, agreeing(&Store::in_memory())).await;
    server.expire_tokens();
    check_echo(&session, "renewed").await;
    assert_eq!(visits(&server), 1, "nobody is sent again: {}", told(&session));
    let renewal = server.token_requests().into_iter().find(|form| form["grant_type"] == "refresh_token");
    let renewal = renewal.expect("the token was renewed");
    let scope = renewal.get("scope").cloned().unwrap_or_default();
    assert!(scope.is_empty() || scope == "files", "{renewal:?}");
}
