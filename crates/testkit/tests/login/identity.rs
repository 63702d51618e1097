//! Who we are to an authorization server, and which one that is.

use crate::scene::{
    REDIRECT, agreeing, check_echo, connected, faulty, good, refused, steps, steps_of, target, target_with,
    told, visits, with,
};
use mcp_inspector_engine::auth::{self, ClientRecord, Headless, Login, Store};
use mcp_inspector_engine::core::auth::{StepName, StepOutcome};
use mcp_inspector_engine::{FaultCode, Session};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault, AuthServer};
use std::sync::Arc;

const DOCUMENT: &str = "https://client.example/mcp-inspector.json";

#[tokio::test]
async fn a_configured_client_comes_before_everything_else() {
    let server = AuthServer::start(AuthBehaviour { client_id_documents: true, ..AuthBehaviour::default() });
    let target = target_with(&server, |oauth| {
        oauth.client_id = Some(AuthServer::PUBLIC_CLIENT_ID.to_owned());
        oauth.client_metadata_url = Some(DOCUMENT.to_owned());
    });
    let session = connected(target, agreeing(&Store::in_memory())).await;
    check_echo(&session, "known").await;
    assert_eq!(server.authorize_requests()[0]["client_id"], AuthServer::PUBLIC_CLIENT_ID);
    assert!(server.registrations().is_empty());
}

#[tokio::test]
async fn a_document_about_the_client_comes_before_a_registration() {
    let server = AuthServer::start(AuthBehaviour { client_id_documents: true, ..AuthBehaviour::default() });
    let target = target_with(&server, |oauth| oauth.client_metadata_url = Some(DOCUMENT.to_owned()));
    let session = connected(target.clone(), agreeing(&Store::in_memory())).await;
    server.expire_tokens();
    check_echo(&session, "renewed").await;
    for form in server.token_requests() {
        assert_eq!(form["client_id"], DOCUMENT);
    }
    assert!(server.registrations().is_empty());
    // Where documents are not taken, a registration is made.
    let other = good();
    let target = target_with(&other, |oauth| oauth.client_metadata_url = Some(DOCUMENT.to_owned()));
    let session = connected(target, agreeing(&Store::in_memory())).await;
    assert_eq!(other.registrations().len(), 1);
    assert_eq!(steps_of(&session, StepName::Identity)[0].outcome, StepOutcome::Skipped);
}

#[tokio::test]
async fn a_registration_is_used_again_at_the_same_issuer() {
    let server = good();
    let store = Store::in_memory();
    for _ in 0..3 {
        drop(connected(target(&server), agreeing(&store).anew()).await);
    }
    assert_eq!((visits(&server), server.registrations().len()), (3, 1));
}

#[tokio::test]
async fn a_client_with_a_secret_proves_itself_as_it_was_registered() {
    for (method, in_body) in [("client_secret_post", true), ("client_secret_basic", false)] {
        let server = good();
        let store = Store::in_memory();
        let known = ClientRecord {
            issuer: server.issuer(),
            client_id: AuthServer::CLIENT_ID.to_owned(),
            client_secret: Some(AuthServer::CLIENT_SECRET.to_owned()),
            auth_method: Some(method.to_owned()),
            redirect_uri: Some(REDIRECT.to_owned()),
            ..ClientRecord::default()
        };
        store.update(|book| book.put_client(known)).unwrap();
        let session = connected(target(&server), agreeing(&store)).await;
        server.expire_tokens();
        check_echo(&session, "renewed").await;
        // Renewed without a refusal before, so without asking where everything is.
        auth::refresh(&target(&server), &store, &|_| {}).await.unwrap();
        let forms = server.token_requests();
        assert_eq!(forms.len(), 3);
        assert!(forms.iter().all(|form| form.contains_key("client_secret") == in_body), "{method}");
        assert!(auth::log_out(&target(&server), &store, &|_| {}).await.unwrap().is_revoked, "{method}");
    }
}

#[tokio::test]
async fn a_registration_for_another_place_to_come_back_to_is_made_anew() {
    let server = good();
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    let elsewhere = Arc::new(Headless::coming_back_to("http://127.0.0.1:10/callback"));
    let session = connected(target(&server), Login::by(elsewhere, store.clone()).anew()).await;
    check_echo(&session, "from elsewhere").await;
    assert_eq!(server.registrations().len(), 2);
    let book = store.read().unwrap();
    assert_eq!(book.clients().len(), 2, "the token of the older one is still renewed by it");
    let newest = book.client(&server.issuer()).unwrap();
    assert_eq!(newest.redirect_uri.as_deref(), Some("http://127.0.0.1:10/callback"));
}

#[tokio::test]
async fn a_registration_is_never_shown_to_another_issuer() {
    let one = good();
    let other = good();
    let store = Store::in_memory();
    drop(connected(target(&one), agreeing(&store)).await);
    drop(connected(target(&other), agreeing(&store)).await);
    let id = one.authorize_requests()[0]["client_id"].clone();
    assert_ne!(other.authorize_requests()[0]["client_id"], id);
    for request in other.requests() {
        assert!(!request.body.contains(&id) && !request.path.contains(&id), "{request:?}");
    }
    assert_eq!(store.read().unwrap().clients().len(), 2);
}

#[tokio::test]
async fn the_refresh_token_of_one_issuer_is_never_shown_to_another() {
    // The same MCP server is protected by another authorization server from now on: as if the first
    // had been replaced, the token that is stored says it comes from somebody else.
    let server = good();
    let store = Store::in_memory();
    drop(connected(target(&server), agreeing(&store)).await);
    let refresh_token = "refresh-of-another-issuer";
    store
        .update(|book| {
            let mut record = book.tokens()[0].clone();
            book.remove_tokens_for(&server.url());
            record.issuer = "https://gone.example".to_owned();
            record.access_token = "access-of-another-issuer".to_owned();
            record.refresh_token = Some(refresh_token.to_owned());
            record.token_endpoint = Some("https://gone.example/token".to_owned());
            book.put_token(record);
        })
        .unwrap();
    let session = connected(target(&server), agreeing(&store)).await;
    check_echo(&session, "by a login").await;
    assert_eq!(visits(&server), 2, "{}", told(&session));
    assert!(server.requests().iter().all(|request| !request.body.contains(refresh_token)));
}

#[tokio::test]
async fn of_two_issuers_the_one_that_answers_is_used() {
    let server = faulty(&[AuthFault::PrmTwoServers]);
    let session = connected(target(&server), agreeing(&Store::in_memory())).await;
    check_echo(&session, "by the second").await;
    let walked = steps(&session);
    assert!(
        walked.iter().any(|step| step.what.contains("names 2 authorization servers")),
        "{}",
        told(&session)
    );
    let asked = steps_of(&session, StepName::ServerMetadata);
    assert_eq!(asked.first().unwrap().outcome, StepOutcome::Failed);
    assert_eq!(asked.last().unwrap().outcome, StepOutcome::Passed);
}

#[tokio::test]
async fn of_two_issuers_the_configured_one_is_asked_first() {
    let server = faulty(&[AuthFault::PrmTwoServers]);
    let target = target_with(&server, |oauth| oauth.issuer = Some(server.issuer()));
    let session = connected(target, agreeing(&Store::in_memory())).await;
    let asked = steps_of(&session, StepName::ServerMetadata);
    assert_eq!(asked.len(), 1, "{}", told(&session));
    let wrong = target_with(&server, |oauth| oauth.issuer = Some("https://other.example".to_owned()));
    let (_, fault) = refused(wrong, agreeing(&Store::in_memory())).await;
    assert_eq!(fault.details.auth_step.unwrap().step, StepName::ServerMetadata);
    assert!(fault.message.contains("https://other.example") && fault.hint.is_some());
}

#[tokio::test]
async fn configured_endpoints_need_no_metadata() {
    let server = faulty(&[AuthFault::AsMissing]);
    let target = target_with(&server, |oauth| {
        oauth.client_id = Some(AuthServer::PUBLIC_CLIENT_ID.to_owned());
        oauth.authorization_url = Some(format!("{}/authorize", server.issuer()));
        oauth.token_url = Some(format!("{}/token", server.issuer()));
    });
    let session = connected(target, agreeing(&Store::in_memory())).await;
    server.expire_tokens();
    check_echo(&session, "renewed").await;
    assert!(server.requests().iter().all(|request| !request.path.contains(".well-known")));
    assert_eq!(visits(&server), 1);
}

#[tokio::test]
async fn configured_endpoints_of_a_server_that_names_itself_need_its_name() {
    let server = good();
    let endpoints = |issuer: Option<String>| {
        target_with(&server, |oauth| {
            oauth.client_id = Some(AuthServer::PUBLIC_CLIENT_ID.to_owned());
            oauth.authorization_url = Some(format!("{}/authorize", server.issuer()));
            oauth.token_url = Some(format!("{}/token", server.issuer()));
            oauth.issuer = issuer;
        })
    };
    let session = connected(endpoints(Some(server.issuer())), agreeing(&Store::in_memory())).await;
    check_echo(&session, "named").await;
    let (_, fault) = refused(endpoints(None), agreeing(&Store::in_memory())).await;
    assert_eq!(fault.details.auth_step.as_ref().unwrap().step, StepName::Redirect);
    assert!(fault.message.contains(&server.issuer()), "{fault:#?}");
    assert!(fault.hint.as_ref().unwrap().contains("`issuer`"), "{fault:#?}");
    let (_, fault) =
        refused(endpoints(Some("https://other.example".to_owned())), agreeing(&Store::in_memory())).await;
    assert_eq!(fault.details.auth_step.unwrap().step, StepName::Redirect);
}

#[tokio::test]
async fn configured_scopes_win_over_those_of_the_challenge() {
    let server = good();
    let target = target_with(&server, |oauth| oauth.scopes = vec!["files".to_owned()]);
    let session = connected(target, agreeing(&Store::in_memory())).await;
    check_echo(&session, "files").await;
    assert_eq!(server.authorize_requests()[0]["scope"], "files");
}

#[tokio::test]
async fn an_authorization_server_that_knows_nobody_wants_a_configured_client() {
    let server = faulty(&[AuthFault::NoRegistration]);
    let (_, fault) = refused(target(&server), agreeing(&Store::in_memory())).await;
    assert_eq!(fault.code, FaultCode::AuthenticationFailed);
    assert_eq!(fault.details.auth_step.unwrap().step, StepName::Identity);
    let target = target_with(&server, |oauth| {
        oauth.client_id = Some(AuthServer::PUBLIC_CLIENT_ID.to_owned());
    });
    check_echo(&connected(target, agreeing(&Store::in_memory())).await, "known").await;
    assert_eq!(server.authorize_requests()[0]["redirect_uri"], REDIRECT);
}

#[tokio::test]
async fn an_issuer_that_differs_by_a_slash_is_forgiven_only_where_that_is_allowed() {
    let server = faulty(&[AuthFault::AsIssuerSlash]);
    let target = target_with(&server, |oauth| oauth.allow_issuer_slash = true);
    let session = Session::open(target, with(agreeing(&Store::in_memory())));
    let fault = session.ready().await.err();
    let metadata = &steps_of(&session, StepName::ServerMetadata)[0];
    assert_eq!(metadata.outcome, StepOutcome::Warning);
    assert!(fault.is_none(), "{fault:#?}\n{}", told(&session));
}
