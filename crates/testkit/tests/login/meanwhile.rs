//! What others do to the store while a token is asked for or renewed: they renew it first, log out, log
//! in, or forget the client.

use crate::scene::{
    Hesitant, agreeing, check_echo, connected, echo, faulty, good, steps_of, target, token_fields, told,
    visits,
};
use crate::support::PATIENCE;
use mcp_inspector_engine::auth::{self, Login, Store};
use mcp_inspector_engine::core::auth::{StepName, StepOutcome};
use mcp_inspector_engine::{Fault, Session};
use mcp_inspector_testkit::auth::{AuthFault, AuthServer};
use std::sync::Mutex;

/// The store has the client that its only token was granted to.
fn check_client(store: &Store) {
    let book = store.read().unwrap();
    let [token] = book.tokens() else { panic!("{book:#?}") };
    assert!(book.client_named(&token.issuer, &token.client_id).is_some(), "{book:#?}");
}

/// Runs a call whose refresh is under way while something else happens.
async fn calling_while(
    server: &AuthServer,
    session: &Session,
    otherwise: impl AsyncFnOnce(),
) -> Result<(), Fault> {
    server.expire_tokens();
    let calling = tokio::spawn({
        let session = session.clone();
        async move { session.call_tool(echo("under way")).await.map(drop) }
    });
    assert!(server.wait_for_held(1, PATIENCE));
    otherwise().await;
    server.release();
    tokio::time::timeout(PATIENCE, calling).await.expect("the call hangs").unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_renewed_with_the_same_access_token_uses_the_newest_refresh_token() {
    let server = faulty(&[AuthFault::RefreshSameToken]);
    let store = Store::in_memory();
    let first = connected(target(&server), agreeing(&store)).await;
    let second = connected(target(&server), agreeing(&store)).await;
    server.expire_tokens();
    check_echo(&first, "renews").await;
    server.expire_tokens();
    check_echo(&second, "renews what the first has renewed").await;
    let used = token_fields(&server, "refresh_token");
    assert!(used.len() == 2 && used[0] != used[1], "one was used twice: {}", told(&second));
    assert_eq!(visits(&server), 1, "{}", told(&second));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_renew_at_once_do_it_once_also_when_the_access_token_stays() {
    let server = faulty(&[AuthFault::RefreshSameToken, AuthFault::RefreshSlow]);
    let store = Store::in_memory();
    let first = connected(target(&server), agreeing(&store)).await;
    let second = connected(target(&server), agreeing(&store)).await;
    let before = server.requests().len();
    server.expire_tokens();
    let calls = [first.clone(), second.clone()]
        .map(|session| tokio::spawn(async move { session.call_tool(echo("at once")).await.map(drop) }));
    // One of them is at the token endpoint, and both were refused.
    assert!(server.wait_for_held(1, PATIENCE));
    let refused = |seen: &[mcp_inspector_testkit::http::SeenRequest]| {
        let asked =
            seen[before..].iter().filter(|request| request.path.contains("oauth-authorization-server"));
        asked.count() == 2
    };
    assert!(server.wait_for(refused, PATIENCE));
    server.release();
    for call in calls {
        tokio::time::timeout(PATIENCE, call).await.expect("the call hangs").unwrap().unwrap();
    }
    assert_eq!((token_fields(&server, "refresh_token").len(), visits(&server)), (1, 1), "{}", told(&second));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_logout_is_not_undone_by_a_refresh_that_is_under_way() {
    let server = faulty(&[AuthFault::RefreshSlow]);
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    let session = connected(target(&server), Login::stored_only(store.clone(), "log in")).await;
    // As a logout does whose authorization server has not heard of it.
    let forget = async || {
        let forgotten = store.update(|book| book.remove_tokens_for(&server.url())).unwrap();
        assert_eq!(forgotten.len(), 1);
    };
    let fault = calling_while(&server, &session, forget).await.unwrap_err();
    assert!(fault.message.contains("logged out"), "{fault:#?}");
    assert_eq!(fault.details.auth_step.as_ref().unwrap().step, StepName::Refresh);
    assert_eq!(store.read().unwrap().tokens(), []);
    // The new one is given back: it is not the one that was sent for it.
    let revocations = server.revocations();
    let [revocation, _] = revocations.as_slice() else { panic!("{}", told(&session)) };
    assert_eq!(revocation["token_type_hint"], "refresh_token");
    assert_ne!(revocation["token"], token_fields(&server, "refresh_token")[0]);
    let revocation = &steps_of(&session, StepName::Revocation)[0];
    assert_eq!(revocation.outcome, StepOutcome::Passed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_is_not_undone_by_a_refresh_that_is_under_way() {
    let server = faulty(&[AuthFault::RefreshSlow]);
    let store = Store::in_memory();
    let session = connected(target(&server), agreeing(&store)).await;
    let granted = Mutex::new(Vec::new());
    let log_in = async || {
        auth::log_in(&target(&server), &agreeing(&store), &|_| {}).await.unwrap();
        *granted.lock().unwrap() = store.read().unwrap().tokens().to_vec();
    };
    calling_while(&server, &session, log_in).await.unwrap_or_else(|fault| panic!("{fault:#?}"));
    assert_eq!((visits(&server), server.revocations().len()), (2, 0), "{}", told(&session));
    // What is kept is what the login brought.
    assert_eq!(store.read().unwrap().tokens(), granted.into_inner().unwrap());
    server.expire_tokens();
    let next = connected(target(&server), Login::stored_only(store.clone(), "log in")).await;
    check_echo(&next, "with the token of the login").await;
    let used = token_fields(&server, "refresh_token");
    assert!(used.len() == 2 && used[0] != used[1], "{}", told(&next));
}

#[tokio::test]
async fn of_two_logins_that_register_each_the_client_of_the_kept_token_is_kept() {
    let server = good();
    let store = Store::in_memory();
    let users = [Hesitant::new(), Hesitant::coming_back_to("http://127.0.0.1:10/callback")];
    let mut logins = Vec::new();
    for user in &users {
        let (target, login) = (target(&server), user.login(&store));
        logins.push(tokio::spawn(async move { auth::log_in(&target, &login, &|_| {}).await }));
        user.sent(1).await;
    }
    assert_eq!(server.registrations().len(), 2);
    // The first user comes back; the second login is content with that token.
    users[0].let_go();
    for login in logins {
        tokio::time::timeout(PATIENCE, login).await.expect("it still waits").unwrap().unwrap();
    }
    assert_eq!(visits(&server), 1);
    check_client(&store);
}

#[tokio::test]
async fn a_client_that_is_forgotten_while_the_user_is_away_is_kept_with_its_token() {
    let server = good();
    let store = Store::in_memory();
    let user = Hesitant::new();
    let (target, login) = (target(&server), user.login(&store));
    let login = tokio::spawn(async move { auth::log_in(&target, &login, &|_| {}).await });
    user.sent(1).await;
    assert!(store.update(|book| book.remove_client(&server.issuer())).unwrap().is_some());
    user.let_go();
    tokio::time::timeout(PATIENCE, login).await.unwrap().unwrap().unwrap();
    check_client(&store);
}
