//! A configured client and the authorization server it belongs to: no other is shown it.

use crate::scene::{agreeing, good, target_with};
use mcp_inspector_engine::auth::{self, Granting, Login, Store};
use mcp_inspector_engine::core::auth::settings::{Grant, OAuthSettings};
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_engine::core::target::Target;
use mcp_inspector_engine::{Fault, FaultCode};
use mcp_inspector_testkit::auth::AuthServer;
use std::sync::Mutex;

fn known(server: &AuthServer, set_up: impl FnOnce(&mut OAuthSettings)) -> Target {
    target_with(server, |oauth| {
        oauth.client_id = Some(AuthServer::CLIENT_ID.to_owned());
        oauth.client_secret = Some(AuthServer::CLIENT_SECRET.to_owned());
        set_up(oauth);
    })
}

async fn log_in(target: &Target, login: &Login) -> (Result<Granting, Fault>, Vec<AuthStep>) {
    let steps = Mutex::new(Vec::new());
    let tell = |step: &AuthStep| steps.lock().unwrap().push(step.clone());
    let granted = auth::log_in(target, login, &tell).await;
    (granted, steps.into_inner().unwrap())
}

fn warnings(steps: &[AuthStep]) -> Vec<&AuthStep> {
    let is_one = |step: &&AuthStep| (step.step, step.outcome) == (StepName::Identity, StepOutcome::Warning);
    steps.iter().filter(is_one).collect()
}

#[tokio::test]
async fn a_server_that_names_another_authorization_server_does_not_get_the_secret_there() {
    for grant in [Grant::AuthorizationCode, Grant::ClientCredentials] {
        let (server, other, store) = (good(), good(), Store::in_memory());
        let target = known(&server, |oauth| oauth.grant = grant.clone());
        let (granted, steps) = log_in(&target, &agreeing(&store)).await;
        granted.unwrap();
        let [warning] = warnings(&steps)[..] else { panic!("{steps:#?}") };
        assert!(warning.advice.as_ref().unwrap().contains("`--issuer`"), "{warning:#?}");
        // It is known from now on where the secret belongs.
        let (granted, steps) = log_in(&target, &agreeing(&store)).await;
        granted.unwrap();
        assert!(warnings(&steps).is_empty(), "{steps:#?}");
        auth::log_out(&target, &store, &|_| {}).await.unwrap();

        server.name_issuer(&other.issuer());
        let (granted, _) = log_in(&target, &agreeing(&store)).await;
        let fault = granted.unwrap_err();
        assert_eq!(fault.code, FaultCode::AuthenticationFailed);
        let step = fault.details.auth_step.clone().unwrap();
        assert_eq!((step.step, step.outcome), (StepName::Identity, StepOutcome::Failed));
        assert!(step.expected.unwrap().contains(&server.issuer()), "{fault:#?}");
        assert!(fault.hint.unwrap().contains(&format!("`\"issuer\": \"{}\"`", other.issuer())));
        let asked: Vec<String> = other.requests().into_iter().map(|seen| seen.path).collect();
        assert!(asked.iter().all(|path| path.contains(".well-known")), "{asked:?}");
        // What is kept of it is no secret.
        let book = store.read().unwrap();
        assert_eq!(book.bound(&server.url(), AuthServer::CLIENT_ID), Some(server.issuer().as_str()));
        assert!(book.clients().is_empty() && !format!("{book:?}").contains(AuthServer::CLIENT_SECRET));
    }
}

#[tokio::test]
async fn whoever_names_the_authorization_server_has_decided() {
    let (server, other, store) = (good(), good(), Store::in_memory());
    let (granted, steps) =
        log_in(&known(&server, |oauth| oauth.issuer = Some(server.issuer())), &agreeing(&store)).await;
    granted.unwrap();
    assert!(warnings(&steps).is_empty(), "{steps:#?}");
    server.name_issuer(&other.issuer());
    let pinned = known(&server, |oauth| oauth.issuer = Some(other.issuer()));
    let (granted, steps) = log_in(&pinned, &agreeing(&store)).await;
    // The other one does not know this resource; what counts is that it was asked.
    assert!(granted.is_err() && other.authorize_requests().len() == 1, "{steps:#?}");
}

#[tokio::test]
async fn each_server_may_have_its_own_authorization_server_for_a_client_of_one_name() {
    let (one, two, store) = (good(), good(), Store::in_memory());
    for server in [&one, &two, &one] {
        log_in(&known(server, |_| {}), &agreeing(&store)).await.0.unwrap();
    }
    assert_eq!(store.read().unwrap().bindings().len(), 2);
}
