//! Tokens without a person at a browser: as ourselves, as a workload, as a member of an organization.

use crate::scene::{
    agreeing, check_echo, connected, course, faulty, good, refused, target_with, token_fields, told, visits,
};
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::auth::{self, Login, SigningKey, Store};
use mcp_inspector_engine::core::auth::settings::{Grant, IdentityProvider, OAuthSettings, SecretText};
use mcp_inspector_engine::core::auth::{StepName, StepOutcome};
use mcp_inspector_engine::core::target::Target;
use mcp_inspector_testkit::auth::{AuthFault, AuthServer};
use serde_json::{Map, json};
use std::time::{SystemTime, UNIX_EPOCH};

const HINT: &str = "log in first";

fn unattended() -> Login {
    Login::unattended(Store::in_memory(), HINT)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

/// The client that is known without registration.
fn known(server: &AuthServer, set_up: impl FnOnce(&mut OAuthSettings)) -> Target {
    target_with(server, |oauth| {
        oauth.client_id = Some(AuthServer::CLIENT_ID.to_owned());
        oauth.client_secret = Some(AuthServer::CLIENT_SECRET.to_owned());
        set_up(oauth);
    })
}

/// What a platform gives its workloads.
pub(crate) fn workload_token(audience: &str) -> String {
    let claims =
        json!({ "iss": "https://platform.example", "sub": "job", "aud": audience, "exp": now() + 60 });
    SigningKey::generate().unwrap().sign_jwt(Map::new(), &claims).unwrap()
}

#[tokio::test]
async fn a_client_with_a_secret_gets_a_token_for_itself() {
    let server = good();
    let target = known(&server, |oauth| oauth.grant = Grant::ClientCredentials);
    let session = connected(target, unattended()).await;
    check_echo(&session, "unattended").await;
    let form = &server.token_requests()[0];
    assert_eq!(
        (form["grant_type"].as_str(), form["resource"].as_str()),
        ("client_credentials", &*server.url())
    );
    // Nobody renews it, so offline_access is not asked for.
    assert_eq!(form["scope"], "mcp files");
    assert!(!form.contains_key("client_secret"), "Basic is what servers must take");
    assert_eq!((visits(&server), server.registrations().len()), (0, 0));
    // There is no refresh token: when it ends, another one is got in the same way.
    server.expire_tokens();
    check_echo(&session, "again").await;
    assert_eq!(server.token_requests().len(), 2, "{}", told(&session));
}

#[tokio::test]
async fn a_client_with_a_key_gets_a_token_for_itself() {
    let server = good();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("key.pem");
    let pem = SigningKey::generate().unwrap().to_pem();
    std::fs::write(&path, &pem).unwrap();
    for key in [SecretText::Given(pem), SecretText::File(path)] {
        let target = known(&server, |oauth| {
            oauth.client_secret = None;
            oauth.private_key = Some(key);
            oauth.grant = Grant::ClientCredentials;
        });
        let store = Store::in_memory();
        let session = connected(target.clone(), Login::unattended(store.clone(), HINT)).await;
        check_echo(&session, "signed").await;
        let revoked = auth::log_out(&target, &store, &|_| {}).await.unwrap();
        assert!(revoked.is_revoked, "the client proves who it is for this too");
    }
    let assertions = token_fields(&server, "client_assertion");
    assert!(assertions.len() == 2 && assertions[0] != assertions[1]);
}

#[tokio::test]
async fn a_key_that_is_none_is_named_before_anything_is_sent() {
    let server = good();
    let target = known(&server, |oauth| {
        oauth.private_key = Some(SecretText::File("/nowhere/key.pem".into()));
        oauth.grant = Grant::ClientCredentials;
    });
    let (_, fault) = refused(target, unattended()).await;
    assert_eq!(fault.code, FaultCode::InvalidConfig);
    assert!(fault.message.contains("/nowhere/key.pem") && fault.hint.is_some(), "{fault:#?}");
    assert_eq!(server.token_requests().len(), 0);
    // It is about a file of ours, so nothing is said of what the server answered.
    let report = fault.report();
    assert!(!report.contains("body of the answer") && !report.contains("wants a login"), "{report}");
    assert_eq!(fault.details.http_status, None);
}

#[tokio::test]
async fn a_wrong_secret_is_told_as_what_it_is() {
    let server = good();
    let target = known(&server, |oauth| {
        oauth.client_secret = Some("not the secret".to_owned());
        oauth.grant = Grant::ClientCredentials;
    });
    let (_, fault) = refused(target, unattended()).await;
    let step = fault.details.auth_step.unwrap();
    assert_eq!((step.step, fault.code), (StepName::Token, FaultCode::AuthenticationFailed));
    assert!(step.came.unwrap().contains("invalid_client"));
    assert!(fault.hint.unwrap().contains("client id and secret"));
    assert_eq!(server.token_requests().len(), 3, "in a header, with the id, in the body, and not again");
}

#[tokio::test]
async fn a_client_whose_secret_is_refused_in_a_header_sends_it_in_the_body_once() {
    let server = faulty(&[AuthFault::BasicRefused]);
    let store = Store::in_memory();
    for grant in [Grant::ClientCredentials, Grant::AuthorizationCode] {
        let target = known(&server, |oauth| oauth.grant = grant.clone());
        let before = server.token_requests().len();
        let session = connected(target.clone(), agreeing(&store).anew()).await;
        check_echo(&session, "in the body").await;
        let forms = server.token_requests();
        let sent: Vec<bool> = forms[before..].iter().map(|form| form.contains_key("client_secret")).collect();
        assert_eq!(sent, [false, false, true], "{}", told(&session));
        let token = |outcome| (StepName::Token, outcome);
        let course = course(&session);
        let steps: Vec<_> = course.iter().filter(|(name, _)| *name == StepName::Token).copied().collect();
        let refused = token(StepOutcome::Warning);
        assert_eq!(steps, [refused, refused, token(StepOutcome::Passed)]);
        // The way that worked is remembered: for the renewal, and for giving the token back.
        let method = store.read().unwrap().tokens()[0].auth_method.clone();
        assert_eq!(method.as_deref(), Some("client_secret_post"));
        if grant == Grant::AuthorizationCode {
            server.expire_tokens();
            check_echo(&session, "renewed").await;
            auth::refresh(&target, &store, &|_| {}).await.unwrap();
            let forms = server.token_requests();
            let renewed: Vec<_> = forms.iter().filter(|form| form["grant_type"] == "refresh_token").collect();
            assert_eq!(renewed.len(), 2, "no renewal is tried twice");
            assert!(renewed.iter().all(|form| form.contains_key("client_secret")));
        }
        assert!(auth::log_out(&target, &store, &|_| {}).await.unwrap().is_revoked);
    }
    assert_eq!(visits(&server), 1, "the code was not lost");
}

#[tokio::test]
async fn a_client_that_could_get_a_token_for_itself_is_told_which_grant_does_that() {
    let server = good();
    let (_, fault) = refused(known(&server, |_| {}), unattended()).await;
    assert_eq!(fault.code, FaultCode::AuthenticationFailed);
    let hint = fault.hint.unwrap();
    assert!(hint.contains("`\"grant\": \"client_credentials\"`") && hint.contains(HINT), "{hint}");
}

#[tokio::test]
async fn a_client_with_a_secret_also_logs_in_with_a_person_and_renews() {
    let server = good();
    let target = known(&server, |_| {});
    let store = Store::in_memory();
    let session = connected(target.clone(), agreeing(&store)).await;
    server.expire_tokens();
    check_echo(&session, "renewed").await;
    assert_eq!(token_fields(&server, "grant_type"), ["authorization_code", "refresh_token"]);
    assert_eq!((visits(&server), server.registrations().len()), (1, 0));
    assert!(auth::log_out(&target, &store, &|_| {}).await.unwrap().is_revoked);
    // The secret is not kept beside the tokens: whoever configured it has it.
    assert!(store.read().unwrap().clients().is_empty());
}

#[tokio::test]
async fn a_workload_hands_in_the_token_of_its_platform_from_a_file_that_changes() {
    let server = good();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("token");
    std::fs::write(&path, workload_token(&server.issuer()) + "\n").unwrap();
    let target = target_with(&server, |oauth| {
        oauth.grant = Grant::JwtBearer { assertion: SecretText::File(path.clone()) };
    });
    let session = connected(target, unattended()).await;
    check_echo(&session, "as a workload").await;
    assert_eq!(token_fields(&server, "grant_type"), ["urn:ietf:params:oauth:grant-type:jwt-bearer"]);
    assert_eq!(token_fields(&server, "resource"), [server.url()]);
    assert!(token_fields(&server, "client_id").is_empty(), "a workload is known by its token");
    // The platform puts a new one there; the old one is not remembered.
    let newer = workload_token(&server.issuer());
    std::fs::write(&path, &newer).unwrap();
    server.expire_tokens();
    check_echo(&session, "with the newer one").await;
    assert_eq!(token_fields(&server, "assertion")[1], newer);
}

#[tokio::test]
async fn a_workload_whose_token_is_for_another_is_refused() {
    let server = good();
    let target = target_with(&server, |oauth| {
        let assertion = SecretText::Given(workload_token("https://other.example"));
        oauth.grant = Grant::JwtBearer { assertion };
    });
    let (_, fault) = refused(target, unattended()).await;
    let step = fault.details.auth_step.unwrap();
    assert_eq!((step.step, fault.code), (StepName::Token, FaultCode::AuthenticationFailed));
    assert!(step.came.unwrap().contains("invalid_grant"));
}

#[tokio::test]
async fn a_workload_without_its_file_is_told_which() {
    let server = good();
    let target = target_with(&server, |oauth| {
        oauth.grant = Grant::JwtBearer { assertion: SecretText::File("/nowhere/token".into()) };
    });
    let (_, fault) = refused(target, unattended()).await;
    assert_eq!(fault.code, FaultCode::InvalidConfig);
    assert!(fault.message.contains("/nowhere/token") && fault.hint.is_some(), "{fault:#?}");
}

/// The identity provider of an organization: another server of the kit.
fn provider_at(idp: &AuthServer) -> IdentityProvider {
    IdentityProvider {
        issuer: Some(idp.issuer()),
        client_id: Some(AuthServer::CLIENT_ID.to_owned()),
        client_secret: Some(SecretText::Given(AuthServer::CLIENT_SECRET.to_owned())),
        id_token: Some(SecretText::Given(workload_token(AuthServer::CLIENT_ID))),
        ..IdentityProvider::default()
    }
}

#[tokio::test]
async fn an_organization_vouches_for_its_member() {
    let server = good();
    let idp = good();
    let by_url = IdentityProvider {
        issuer: None,
        token_url: Some(format!("{}/token", idp.issuer())),
        ..provider_at(&idp)
    };
    for provider in [provider_at(&idp), by_url] {
        let target = known(&server, |oauth| oauth.grant = Grant::EnterpriseManaged(Box::new(provider)));
        let session = connected(target, unattended()).await;
        check_echo(&session, "as a member").await;
        assert!(course(&session).contains(&(StepName::TokenExchange, StepOutcome::Passed)));
    }
    let exchange = &idp.token_requests()[0];
    assert_eq!(exchange["audience"], server.issuer());
    assert_eq!(exchange["resource"], server.url());
    let form = &server.token_requests()[0];
    assert_eq!(form["grant_type"], "urn:ietf:params:oauth:grant-type:jwt-bearer");
    assert_eq!(visits(&server) + visits(&idp), 0);
    // The identity stays with the provider.
    let identity = &exchange["subject_token"];
    assert!(server.requests().iter().all(|request| !request.body.contains(identity.as_str())));
}

#[tokio::test]
async fn an_identity_provider_in_trouble_is_the_step_that_broke() {
    let server = good();
    for (fault, expected) in [
        (AuthFault::AsMissing, "`token_endpoint`"),
        (AuthFault::AsWrongIssuer, "`token_endpoint`"),
        (AuthFault::TokenInvalidGrant, "access_token"),
        (AuthFault::TokenHtml, "access_token"),
    ] {
        let idp = faulty(&[fault]);
        let provider = provider_at(&idp);
        let target = known(&server, |oauth| oauth.grant = Grant::EnterpriseManaged(Box::new(provider)));
        let (_, came) = refused(target, unattended()).await;
        let step = came.details.auth_step.as_ref().unwrap_or_else(|| panic!("{came:#?}"));
        assert_eq!((step.step, came.code), (StepName::TokenExchange, FaultCode::AuthenticationFailed));
        assert!(step.expected.as_ref().unwrap().contains(expected), "{came:#?}");
        assert!(came.hint.is_some_and(|hint| !hint.contains("wants a login")), "{}: no hint", fault.name());
    }
    let nobody = IdentityProvider { id_token: None, ..provider_at(&server) };
    let target = known(&server, |oauth| oauth.grant = Grant::EnterpriseManaged(Box::new(nobody)));
    let (_, came) = refused(target, unattended()).await;
    assert_eq!(came.code, FaultCode::InvalidConfig);
    assert!(came.message.contains("`idToken`") && came.hint.is_some());
}
