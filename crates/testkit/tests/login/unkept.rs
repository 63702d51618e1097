//! A store that cannot be written: whoever asks for a login is told before anybody is asked for
//! anything, and a session goes on with what it has.

use crate::scene::{
    Hesitant, admin, agreeing, check_echo, connected, good, make_due, refused, steps_of, target, target_with,
    token_fields, told, visits,
};
use crate::support::PATIENCE;
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::auth::{self, Login, Store};
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_testkit::auth::AuthServer;

/// There is nothing, and nothing can be made there, whoever asks.
const NOWHERE: &str = "/proc/mcp-inspector/auth.json";

#[tokio::test]
async fn a_token_that_cannot_be_kept_is_good_for_now() {
    let server = good();
    let target = target_with(&server, |oauth| {
        oauth.client_id = Some(AuthServer::PUBLIC_CLIENT_ID.to_owned());
    });
    let session = connected(target, agreeing(&Store::at(NOWHERE))).await;
    check_echo(&session, "for now").await;
    let kept = steps_of(&session, StepName::Store);
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].outcome, StepOutcome::Warning);
    assert!(kept[0].came.as_ref().unwrap().contains("/proc/mcp-inspector"), "{kept:#?}");
    assert!(kept[0].advice.as_ref().unwrap().contains("gone afterwards"), "{kept:#?}");
}

#[tokio::test]
async fn a_session_whose_registration_cannot_be_kept_has_it_to_its_end() {
    let server = good();
    let session = connected(target(&server), agreeing(&Store::at(NOWHERE))).await;
    server.expire_tokens();
    check_echo(&session, "renewed without a store").await;
    assert_eq!(token_fields(&server, "grant_type"), ["authorization_code", "refresh_token"]);
    assert_eq!(admin(&session).await.unwrap(), "you are admin");
    assert_eq!((visits(&server), server.registrations().len()), (2, 1), "{}", told(&session));
}

#[tokio::test]
async fn a_login_that_could_not_be_kept_fails_before_anybody_is_asked() {
    let server = good();
    let directory = tempfile::tempdir().unwrap();
    let foreign = directory.path().join("hosts");
    std::fs::write(&foreign, "127.0.0.1 localhost\n").unwrap();
    for path in [std::path::Path::new(NOWHERE), &foreign] {
        let told = std::sync::Mutex::new(Vec::new());
        let tell = |step: &AuthStep| told.lock().unwrap().push((step.step, step.outcome));
        let fault = auth::log_in(&target(&server), &agreeing(&Store::at(path)), &tell).await.unwrap_err();
        assert_eq!(fault.code, FaultCode::AuthenticationFailed);
        let name = path.parent().unwrap().to_str().unwrap();
        assert!(fault.message.contains(name), "{}", fault.message);
        assert!(fault.hint.as_ref().unwrap().contains("MCPI_AUTH_STORE"), "{fault:#?}");
        assert_eq!(fault.details.auth_step.as_ref().unwrap().step, StepName::Store);
        assert_eq!(*told.lock().unwrap(), [(StepName::Store, StepOutcome::Failed)]);
    }
    assert_eq!(server.requests().len(), 0, "nobody was asked for anything");
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "127.0.0.1 localhost\n");
}

#[tokio::test]
async fn a_login_whose_store_breaks_while_the_user_is_away_does_not_end_well() {
    let server = good();
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("state");
    let store = Store::at(place.join("auth.json"));
    let user = Hesitant::new();
    let (login, target) = (user.login(&store), target(&server));
    let login = tokio::spawn(async move { auth::log_in(&target, &login, &|_| {}).await });
    user.sent(1).await;
    std::fs::remove_dir_all(&place).unwrap();
    std::fs::write(&place, "in the way").unwrap();
    user.let_go();
    let fault = tokio::time::timeout(PATIENCE, login).await.unwrap().unwrap().unwrap_err();
    assert!(fault.message.contains("could not be kept") && fault.message.contains("auth.json"), "{fault:#?}");
    assert!(fault.hint.unwrap().contains("log in again"));
}

#[tokio::test]
async fn a_refresh_token_is_not_used_up_when_the_next_one_could_not_be_kept() {
    let server = good();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("auth.json");
    let store = Store::at(&path);
    drop(connected(target(&server), agreeing(&store)).await);
    let lock = directory.path().join("auth.json.lock");
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let fault = auth::refresh(&target(&server), &store, &|_| {}).await.unwrap_err();
    assert!(fault.message.contains("auth.json.lock") && fault.hint.is_some(), "{fault:#?}");
    assert_eq!(token_fields(&server, "refresh_token"), [] as [&str; 0]);
    std::fs::remove_dir(&lock).unwrap();
    auth::refresh(&target(&server), &store, &|_| {}).await.unwrap();
}

#[tokio::test]
async fn a_session_does_not_use_up_a_refresh_token_when_the_next_one_could_not_be_kept() {
    let server = good();
    let directory = tempfile::tempdir().unwrap();
    let store = Store::at(directory.path().join("auth.json"));
    drop(connected(target(&server), agreeing(&store)).await);
    make_due(&store);
    let lock = directory.path().join("auth.json.lock");
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let stored_only = || Login::stored_only(store.clone(), "log in");
    // As long as the server takes the old token that is said and no more.
    let session = connected(target(&server), stored_only()).await;
    check_echo(&session, "with the old one").await;
    let refresh = steps_of(&session, StepName::Refresh);
    assert_eq!((refresh.len(), refresh[0].outcome), (1, StepOutcome::Warning), "{}", told(&session));
    assert!(refresh[0].what.contains("not renewed") && refresh[0].advice.is_some(), "{refresh:#?}");
    server.expire_tokens();
    for login in [stored_only(), agreeing(&store)] {
        let (session, fault) = refused(target(&server), login).await;
        assert_eq!(fault.details.auth_step.as_ref().unwrap().step, StepName::Refresh, "{}", told(&session));
        assert!(fault.message.contains("auth.json.lock"), "{fault:#?}");
        assert!(fault.hint.as_ref().unwrap().contains("MCPI_AUTH_STORE"), "{fault:#?}");
        assert_eq!(steps_of(&session, StepName::Refresh).len(), 1, "it is tried once: {}", told(&session));
    }
    assert_eq!((token_fields(&server, "refresh_token"), visits(&server)), (vec![], 1));
    std::fs::remove_dir(&lock).unwrap();
    check_echo(&connected(target(&server), stored_only()).await, "renewed").await;
    assert_eq!((token_fields(&server, "refresh_token").len(), visits(&server)), (1, 1));
}

#[tokio::test]
async fn why_a_token_could_not_be_kept_is_told_as_it_is() {
    let server = good();
    for (text, why) in
        [("{\"my\":\"settings\"}", "is not a token store"), ("{\"version\":9}", "newer version")]
    {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("auth.json");
        let store = Store::at(&path);
        let user = Hesitant::new();
        let (login, target) = (user.login(&store), target(&server));
        let login = tokio::spawn(async move { auth::log_in(&target, &login, &|_| {}).await });
        user.sent(1).await;
        std::fs::write(&path, text).unwrap();
        user.let_go();
        let fault = tokio::time::timeout(PATIENCE, login).await.unwrap().unwrap().unwrap_err();
        let hint = fault.hint.as_ref().unwrap();
        assert!(format!("{} {hint}", fault.message).contains(why), "{fault:#?}");
        assert!(!hint.contains("make room") && hint.contains("log in again"), "{hint}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[tokio::test]
async fn a_session_does_not_use_a_file_of_somebody_else() {
    let server = good();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.json");
    std::fs::write(&path, r#"{"mcpServers":{}}"#).unwrap();
    let (_, fault) = refused(target(&server), agreeing(&Store::at(&path))).await;
    assert!(fault.message.contains("settings.json is not a token store"), "{fault:#?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), r#"{"mcpServers":{}}"#);
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[tokio::test]
async fn what_cannot_be_forgotten_is_given_back_all_the_same() {
    let server = good();
    let directory = tempfile::tempdir().unwrap();
    let store = Store::at(directory.path().join("auth.json"));
    auth::log_in(&target(&server), &agreeing(&store), &|_| {}).await.unwrap();
    // Nobody can take turns any more, so nothing can be changed.
    let lock = directory.path().join("auth.json.lock");
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let fault = auth::log_out(&target(&server), &store, &|_| {}).await.unwrap_err();
    assert!(fault.hint.as_ref().unwrap().contains("given back"), "{fault:#?}");
    assert_eq!(server.revocations().len(), 2);
    assert_eq!(store.read().unwrap().tokens().len(), 1);
}
