//! Two who log in to the same server at the same time: one user is enough.

use crate::scene::{Hesitant, agreeing, check_echo, connected, good, steps_of, target, told, visits, with};
use crate::support::PATIENCE;
use mcp_inspector_engine::auth::{self, Granting, Login, Store};
use mcp_inspector_engine::core::auth::StepName;
use mcp_inspector_engine::{Fault, Session};
use mcp_inspector_testkit::auth::AuthServer;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;

/// Longer than it takes to notice a token of somebody else.
const LONG_ENOUGH: Duration = Duration::from_millis(2500);

struct Place {
    _directory: tempfile::TempDir,
    path: PathBuf,
}

impl Place {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("auth.json");
        Place { _directory: directory, path }
    }

    /// Another handle, as another process would have it.
    fn store(&self) -> Store {
        Store::at(&self.path)
    }
}

type Running = (JoinHandle<Result<Granting, Fault>>, Arc<Mutex<Vec<String>>>);

fn begin(server: &AuthServer, login: Login) -> Running {
    let target = target(server);
    let said = Arc::new(Mutex::new(Vec::new()));
    let heard = said.clone();
    let running = tokio::spawn(async move {
        auth::log_in(&target, &login, &|step| heard.lock().unwrap().push(step.what.clone())).await
    });
    (running, said)
}

async fn end(running: JoinHandle<Result<Granting, Fault>>) -> Granting {
    tokio::time::timeout(PATIENCE, running).await.expect("it still waits").unwrap().unwrap()
}

#[tokio::test]
async fn a_login_that_waits_for_its_user_ends_when_another_one_was_granted_the_same() {
    let place = Place::new();
    for store in [place.store(), Store::in_memory()] {
        let server = good();
        let user = Hesitant::new();
        let (first, said) = begin(&server, user.login(&store));
        user.sent(1).await;
        let other = auth::log_in(&target(&server), &agreeing(&store), &|_| {}).await.unwrap();
        // The user of the first one never comes back.
        let granting = end(first).await;
        assert_eq!((&granting.issuer, granting.obtained_at), (&other.issuer, other.obtained_at));
        let said = said.lock().unwrap();
        assert!(said.iter().any(|said| said.contains("another process has logged in")), "{said:?}");
        assert_eq!((visits(&server), store.read().unwrap().tokens().len()), (1, 1));
    }
}

#[tokio::test]
async fn a_session_that_waits_for_its_user_goes_on_with_the_token_of_another() {
    let server = good();
    let place = Place::new();
    let user = Hesitant::new();
    let session = Session::open(target(&server), with(user.login(&place.store())));
    user.sent(1).await;
    auth::log_in(&target(&server), &agreeing(&place.store()), &|_| {}).await.unwrap();
    tokio::time::timeout(PATIENCE, session.ready()).await.unwrap().unwrap();
    check_echo(&session, "with the token of another").await;
    assert_eq!(visits(&server), 1, "{}", told(&session));
    let store = steps_of(&session, StepName::Store);
    assert!(store[0].what.contains("another process has logged in"), "{store:#?}");
}

#[tokio::test]
async fn whoever_wants_a_login_of_his_own_waits_for_his_user() {
    let server = good();
    let place = Place::new();
    let user = Hesitant::new();
    let (first, _) = begin(&server, user.login(&place.store()).anew());
    user.sent(1).await;
    auth::log_in(&target(&server), &agreeing(&place.store()), &|_| {}).await.unwrap();
    // sleep: nothing may happen meanwhile, and nothing tells of that.
    tokio::time::sleep(LONG_ENOUGH).await;
    assert!(!first.is_finished(), "it took the token of another");
    user.let_go();
    end(first).await;
    assert_eq!(visits(&server), 2);
}

#[tokio::test]
async fn a_token_that_is_only_renewed_ends_no_login() {
    let server = good();
    let place = Place::new();
    drop(connected(target(&server), agreeing(&place.store())).await);
    let user = Hesitant::new();
    let (first, said) = begin(&server, user.login(&place.store()));
    user.sent(1).await;
    // As if the first login had been long ago.
    let age = |book: &mut auth::Book| {
        let mut record = book.tokens()[0].clone();
        record.granted_at -= 1000;
        book.put_token(record);
    };
    place.store().update(age).unwrap();
    auth::refresh(&target(&server), &place.store(), &|_| {}).await.unwrap();
    // sleep: nothing may happen meanwhile, and nothing tells of that.
    tokio::time::sleep(LONG_ENOUGH).await;
    assert!(!first.is_finished(), "{said:?}");
    user.let_go();
    end(first).await;
    assert_eq!(visits(&server), 2);
}

#[tokio::test]
async fn the_token_of_another_server_or_with_fewer_scopes_ends_no_login() {
    let (server, other) = (good(), good());
    let place = Place::new();
    let user = Hesitant::new();
    let (first, said) = begin(&server, user.login(&place.store()));
    user.sent(1).await;
    auth::log_in(&target(&other), &agreeing(&place.store()), &|_| {}).await.unwrap();
    let fewer = crate::scene::target_with(&server, |oauth| oauth.scopes = vec!["mcp".to_owned()]);
    auth::log_in(&fewer, &agreeing(&place.store()), &|_| {}).await.unwrap();
    // sleep: nothing may happen meanwhile, and nothing tells of that.
    tokio::time::sleep(LONG_ENOUGH).await;
    assert!(!first.is_finished(), "{said:?}");
    user.let_go();
    assert_eq!(end(first).await.scopes, ["mcp", "files", "offline_access"]);
}
