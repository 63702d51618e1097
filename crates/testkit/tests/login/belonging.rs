//! A configured client and the authorization server it belongs to: no other is shown it.

use crate::grants::workload_token;
use crate::scene::{agreeing, check_echo, connected, good, target, target_with, told, visits};
use mcp_inspector_engine::auth::{self, Binding, Book, ClientRecord, Granting, Login, Store, TokenRecord};
use mcp_inspector_engine::core::auth::settings::{Grant, OAuthSettings, SecretText};
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome, places};
use mcp_inspector_engine::core::target::{Target, Transport};
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

/// What is kept in mind about a server is kept under this.
fn bare(server: &AuthServer) -> String {
    places::bare(&places::absolute(&server.url()).unwrap())
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
        assert_eq!(book.bound(&bare(&server), AuthServer::CLIENT_ID), Some(server.issuer().as_str()));
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

/// A registration and a token at `other`, under the name of the configured client; as after a login without one,
/// at a server that knows which name will be configured.
fn lay_out(store: &Store, server: &AuthServer, other: &AuthServer) {
    let client = ClientRecord {
        issuer: other.issuer(),
        client_id: AuthServer::CLIENT_ID.to_owned(),
        client_secret: Some("registered-there".to_owned()),
        auth_method: Some("client_secret_post".to_owned()),
        ..ClientRecord::default()
    };
    let token = TokenRecord {
        issuer: other.issuer(),
        resource: server.url(),
        server: server.url(),
        client_id: AuthServer::CLIENT_ID.to_owned(),
        access_token: "granted-there".to_owned(),
        refresh_token: Some("renews-it".to_owned()),
        token_type: "Bearer".to_owned(),
        token_endpoint: Some(format!("{}/token", other.issuer())),
        revocation_endpoint: Some(format!("{}/revoke", other.issuer())),
        auth_method: Some("client_secret_post".to_owned()),
        ..TokenRecord::default()
    };
    store.update(|book| book.put_token_of(token, Some(client))).unwrap();
}

fn secrets_seen(server: &AuthServer) -> Vec<String> {
    let requests = server.requests().into_iter().map(|seen| format!("{seen:?}"));
    requests.filter(|seen| seen.contains(AuthServer::CLIENT_SECRET)).collect()
}

#[tokio::test]
async fn a_client_of_the_same_name_elsewhere_is_not_renewed_with_the_configured_secret() {
    for is_pinned in [false, true] {
        let (server, other, store) = (good(), good(), Store::in_memory());
        let target = known(&server, |oauth| oauth.issuer = is_pinned.then(|| server.issuer()));
        lay_out(&store, &server, &other);
        let fault = auth::refresh(&target, &store, &|_| {}).await.unwrap_err();
        // Whoever named another issuer has no use for it; otherwise it is a token like any other, and renewed by
        // the client that was registered there.
        assert_eq!(fault.message.contains("does not suffice"), is_pinned, "{fault:#?}");
        log_in(&target, &agreeing(&store)).await.0.unwrap();
        auth::refresh(&target, &store, &|_| {}).await.unwrap();
        assert_eq!(secrets_seen(&other), Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_token_is_given_back_by_the_client_it_was_granted_to() {
    for is_pinned in [false, true] {
        let (server, other, store) = (good(), good(), Store::in_memory());
        let target = known(&server, |oauth| oauth.issuer = is_pinned.then(|| server.issuer()));
        log_in(&target, &agreeing(&store)).await.0.unwrap();
        lay_out(&store, &server, &other);
        let revoked = auth::log_out(&target, &store, &|_| {}).await.unwrap();
        assert_eq!(revoked.forgotten, 2);
        assert_eq!(secrets_seen(&other), Vec::<String>::new());
        let asked = other.revocations();
        assert!(!asked.is_empty() && asked.iter().all(|form| form["client_secret"] == "registered-there"));
        assert_eq!(server.revocations().len(), 2, "the configured client gives its own back");
    }
}

#[tokio::test]
async fn an_endpoint_that_is_configured_alone_is_not_mixed_with_those_of_another_server() {
    let (server, other, store) = (good(), good(), Store::in_memory());
    let token = known(&server, |oauth| oauth.token_url = Some(format!("{}/token", other.issuer())));
    let user =
        known(&server, |oauth| oauth.authorization_url = Some(format!("{}/authorize", other.issuer())));
    for (target, lacking) in [(token, "`authorizationUrl`"), (user, "`tokenUrl`")] {
        let fault = log_in(&target, &agreeing(&store)).await.0.unwrap_err();
        assert!(fault.hint.as_ref().unwrap().contains(lacking), "{fault:#?}");
        assert_eq!((server.authorize_requests().len(), server.token_requests().len()), (0, 0));
        assert_eq!(other.requests().len(), 0);
    }
}

#[tokio::test]
async fn the_assertion_of_a_workload_is_kept_to_one_authorization_server_too() {
    let (server, other, store) = (good(), good(), Store::in_memory());
    let target = target_with(&server, |oauth| {
        oauth.grant = Grant::JwtBearer { assertion: SecretText::Given(workload_token(&server.issuer())) };
    });
    let (granted, steps) = log_in(&target, &agreeing(&store)).await;
    granted.unwrap();
    assert!(warnings(&steps)[0].what.contains("assertion"), "{steps:#?}");
    server.name_issuer(&other.issuer());
    let fault = log_in(&target, &agreeing(&store)).await.0.unwrap_err();
    assert!(fault.message.contains("the configured assertion belongs to another"), "{fault:#?}");
    assert_eq!(other.token_requests().len(), 0);
}

#[tokio::test]
async fn an_assertion_stays_where_it_was_shown_also_when_a_client_is_configured_for_it_later() {
    let (server, other, store) = (good(), good(), Store::in_memory());
    let workload = |client_id: Option<&str>| {
        target_with(&server, |oauth| {
            oauth.client_id = client_id.map(str::to_owned);
            oauth.grant = Grant::JwtBearer { assertion: SecretText::Given(workload_token(&server.issuer())) };
        })
    };
    // With a client the assertion is warned of as well.
    let (_, steps) = log_in(&workload(Some("some-workload")), &agreeing(&Store::in_memory())).await;
    assert!(warnings(&steps)[0].what.contains("assertion"), "{steps:#?}");
    log_in(&workload(None), &agreeing(&store)).await.0.unwrap();
    server.name_issuer(&other.issuer());
    let fault = log_in(&workload(Some("some-workload")), &agreeing(&store)).await.0.unwrap_err();
    assert!(fault.message.contains("the configured assertion belongs to another"), "{fault:#?}");
    assert_eq!(other.token_requests().len(), 0);
}

#[tokio::test]
async fn a_token_that_was_granted_when_the_issuer_was_named_is_used_when_it_is_not() {
    let (server, store) = (good(), Store::in_memory());
    let public = |issuer: Option<String>| {
        target_with(&server, |oauth| {
            oauth.client_id = Some(AuthServer::PUBLIC_CLIENT_ID.to_owned());
            oauth.issuer = issuer;
        })
    };
    log_in(&public(Some(server.issuer())), &agreeing(&store)).await.0.unwrap();
    let session = connected(public(None), Login::stored_only(store, "log in")).await;
    check_echo(&session, "stored").await;
    assert_eq!(visits(&server), 1);
}

#[tokio::test]
async fn an_explanation_knows_whom_a_configured_client_belongs_to() {
    let (server, other, store) = (good(), good(), Store::in_memory());
    log_in(&known(&server, |_| {}), &agreeing(&store)).await.0.unwrap();
    server.name_issuer(&other.issuer());
    let book = store.read().unwrap();
    let explained = auth::explain(&known(&server, |_| {}), &book, None, &|_| {}).await.unwrap();
    let broken = explained.steps.iter().find(|step| step.has_failed()).expect("a login would break");
    assert_eq!((explained.can_log_in, broken.step), (false, StepName::Identity), "{broken:#?}");
    assert!(broken.what.contains("belongs to another authorization server"), "{broken:#?}");
    // Without that knowledge it is only a first time, which is warned of.
    let explained = auth::explain(&known(&server, |_| {}), &Book::default(), None, &|_| {}).await.unwrap();
    assert!(explained.can_log_in && warnings(&explained.steps).len() == 1, "{:#?}", explained.steps);
}

#[tokio::test]
async fn where_a_client_belongs_is_known_also_with_another_spelling() {
    let (server, other) = (good(), good());
    let store = Store::in_memory();
    log_in(&known(&server, |_| {}), &agreeing(&store)).await.0.unwrap();
    server.name_issuer(&other.issuer());
    let mut target = known(&server, |_| {});
    if let Transport::Http(http) = &mut target.transport {
        http.url.push_str("?x=1");
    }
    let fault = log_in(&target, &agreeing(&store)).await.0.unwrap_err();
    assert!(fault.message.contains("belongs to another authorization server"), "{fault:#?}");
}

#[tokio::test]
async fn a_try_at_another_authorization_server_moves_nothing_and_a_secret_that_comes_later_is_warned_of() {
    let (server, other, store) = (good(), good(), Store::in_memory());
    let public = |server: &AuthServer, issuer: Option<String>| {
        target_with(server, |oauth| {
            oauth.client_id = Some(AuthServer::CLIENT_ID.to_owned());
            oauth.issuer = issuer;
        })
    };
    log_in(&known(&server, |_| {}), &agreeing(&store)).await.0.unwrap();
    server.name_issuer(&other.issuer());
    // It does not know this resource; what counts is that it was asked because somebody named it.
    log_in(&public(&server, Some(other.issuer())), &agreeing(&store)).await.0.unwrap_err();
    let fault = log_in(&known(&server, |_| {}), &agreeing(&store)).await.0.unwrap_err();
    assert!(fault.message.contains("belongs to another authorization server"), "{fault:#?}");
    assert_eq!(secrets_seen(&other), Vec::<String>::new());

    let (server, store) = (good(), Store::in_memory());
    let bound = Binding {
        server: bare(&server),
        client_id: AuthServer::CLIENT_ID.to_owned(),
        issuer: server.issuer(),
        ..Binding::default()
    };
    store.update(|book| book.bind(bound)).unwrap();
    let (granted, steps) = log_in(&known(&server, |_| {}), &agreeing(&store)).await;
    granted.unwrap();
    assert_eq!(warnings(&steps).len(), 1, "{steps:#?}");
}

#[tokio::test]
async fn of_two_tokens_that_came_at_the_same_time_each_is_presented_once() {
    let (server, store) = (good(), Store::in_memory());
    for name in ["one", "two"] {
        let token = TokenRecord {
            issuer: server.issuer(),
            resource: server.url(),
            server: server.url(),
            client_id: name.to_owned(),
            access_token: format!("token-{name}"),
            token_type: "Bearer".to_owned(),
            obtained_at: 7,
            ..TokenRecord::default()
        };
        store.update(|book| book.put_token(token)).unwrap();
    }
    let session = connected(target(&server), agreeing(&store)).await;
    let presented =
        server.requests().into_iter().filter(|seen| format!("{seen:?}").contains("token-")).count();
    assert_eq!(presented, 2, "{}", told(&session));
}
