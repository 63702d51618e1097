//! Secrets of a login: sent to those they are for, shown to nobody.

use crate::scene::{
    admin, agreeing, check_echo, connected_with, echo, good, refused, target, target_with, token_fields, with,
};
use crate::support::entries;
use mcp_inspector_engine::Session;
use mcp_inspector_engine::auth::{self, SigningKey, Store};
use mcp_inspector_engine::core::auth::AuthStep;
use mcp_inspector_engine::core::auth::settings::{Grant, SecretText};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault, AuthServer, Dpop};

/// Everything that a login of this server was given or made up and nobody may see.
fn secrets_of(server: &AuthServer, store: &Store) -> Vec<String> {
    let mut secrets = Vec::new();
    for form in server.token_requests() {
        for name in ["code", "code_verifier", "refresh_token", "client_secret", "client_assertion"] {
            secrets.extend(form.get(name).cloned());
        }
    }
    secrets.extend(server.authorize_requests().into_iter().filter_map(|mut query| query.remove("state")));
    for request in server.requests() {
        let header = request.header("Authorization").and_then(|value| value.split_once(' '));
        secrets.extend(header.map(|(_, token)| token.to_owned()));
        secrets.extend(request.header("DPoP").map(str::to_owned));
    }
    for token in store.read().unwrap().tokens() {
        secrets.push(token.access_token.clone());
        secrets.extend(token.refresh_token.clone());
        secrets.extend(token.dpop_key.iter().filter_map(|key| key.lines().nth(1)).map(str::to_owned));
    }
    secrets.push(AuthServer::CLIENT_SECRET.to_owned());
    secrets.sort();
    secrets.dedup();
    secrets
}

fn check_clean(what: &str, secrets: &[String]) {
    for secret in secrets {
        if let Some(at) = what.find(secret.as_str()) {
            let from = what[..at].char_indices().rev().nth(200).map_or(0, |(from, _)| from);
            panic!("`{secret}` is shown: …{}", &what[from..at + secret.len()]);
        }
    }
}

/// Nothing that the session keeps, shows or records has a secret in it.
async fn check_session(session: Session, secrets: &[String]) {
    for entry in entries(&session) {
        check_clean(&format!("{entry:?}"), secrets);
    }
    check_clean(&format!("{:?}", session.view()), secrets);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("session.jsonl");
    let recorder = session.record(&path).unwrap();
    drop(session);
    recorder.finish().await.unwrap();
    let recorded = std::fs::read_to_string(&path).unwrap();
    assert!(recorded.contains("[REDACTED]"));
    check_clean(&recorded, secrets);
}

#[tokio::test]
async fn nothing_that_is_secret_about_a_login_is_shown() {
    let server = good();
    let store = Store::in_memory();
    let session = connected_with(target(&server), with(agreeing(&store))).await;
    server.expire_tokens();
    check_echo(&session, "renewed").await;
    admin(&session).await.unwrap();
    // The server repeats a token in an answer.
    let token = store.read().unwrap().tokens()[0].access_token.clone();
    session.call_tool(echo(&token)).await.unwrap();
    let secrets = secrets_of(&server, &store);
    // 2 codes, 2 verifiers, 2 states, 3 access tokens, 3 refresh tokens, and the secret that is always there.
    assert!(secrets.len() >= 12, "{secrets:?}");
    check_session(session, &secrets).await;
}

#[tokio::test]
async fn nothing_that_is_secret_is_shown_by_a_session_that_only_uses_what_is_stored() {
    let server = good();
    let store = Store::in_memory();
    drop(connected_with(target(&server), with(agreeing(&store))).await);
    let session = connected_with(target(&server), with(agreeing(&store))).await;
    let token = store.read().unwrap().tokens()[0].access_token.clone();
    session.call_tool(echo(&token)).await.unwrap();
    check_session(session, &secrets_of(&server, &store)).await;
}

#[tokio::test]
async fn nothing_that_is_secret_about_a_client_is_shown() {
    let server = good();
    let store = Store::in_memory();
    let known = |grant: Grant| {
        target_with(&server, |oauth| {
            oauth.client_id = Some(AuthServer::CLIENT_ID.to_owned());
            oauth.client_secret = Some(AuthServer::CLIENT_SECRET.to_owned());
            oauth.grant = grant;
        })
    };
    let session = connected_with(known(Grant::AuthorizationCode), with(agreeing(&store).anew())).await;
    check_session(session, &secrets_of(&server, &store)).await;
    let session = connected_with(known(Grant::ClientCredentials), with(agreeing(&store).anew())).await;
    check_session(session, &secrets_of(&server, &store)).await;
}

#[tokio::test]
async fn nothing_that_is_secret_about_an_assertion_is_shown() {
    let server = good();
    let store = Store::in_memory();
    let pem = SigningKey::generate().unwrap().to_pem();
    let target = target_with(&server, |oauth| {
        oauth.client_id = Some(AuthServer::CLIENT_ID.to_owned());
        oauth.private_key = Some(SecretText::Given(pem.clone()));
        oauth.grant = Grant::ClientCredentials;
    });
    let session = connected_with(target, with(agreeing(&store))).await;
    let mut secrets = secrets_of(&server, &store);
    assert!(secrets.iter().any(|secret| secret.starts_with("eyJ")), "an assertion was sent");
    secrets.extend(pem.lines().nth(1).map(str::to_owned));
    check_session(session, &secrets).await;

    let claims =
        serde_json::json!({ "iss": "i", "sub": "s", "aud": server.issuer(), "exp": 4_102_444_800_u64 });
    let assertion = SigningKey::generate().unwrap().sign_jwt(serde_json::Map::new(), &claims).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("token");
    std::fs::write(&path, &assertion).unwrap();
    let target = target_with(&server, |oauth| {
        oauth.grant = Grant::JwtBearer { assertion: SecretText::File(path) };
    });
    let session = connected_with(target, with(agreeing(&store).anew())).await;
    check_session(session, &[assertion]).await;
}

#[tokio::test]
async fn nothing_that_is_secret_about_a_key_is_shown() {
    let behaviour = AuthBehaviour { dpop: Dpop::RequiredWithResourceNonce, ..AuthBehaviour::default() };
    let server = AuthServer::start(behaviour);
    let store = Store::in_memory();
    let target = target_with(&server, |oauth| oauth.dpop = true);
    let session = connected_with(target, with(agreeing(&store))).await;
    check_echo(&session, "bound").await;
    check_session(session, &secrets_of(&server, &store)).await;
}

#[tokio::test]
async fn a_login_that_breaks_shows_no_secret_either() {
    for fault in AuthFault::ALL {
        // Those never come to an end, or need a session that is connected already.
        if matches!(fault, AuthFault::AsSlow | AuthFault::TokenSlow) {
            continue;
        }
        let server = AuthServer::start(AuthBehaviour::with(&[*fault]));
        let store = Store::in_memory();
        let session = Session::open(target(&server), with(agreeing(&store)));
        let shown = session.ready().await.err().map(|fault| format!("{fault:?} {}", fault.to_json()));
        let secrets = secrets_of(&server, &store);
        check_clean(&shown.unwrap_or_default(), &secrets);
        for entry in entries(&session) {
            check_clean(&format!("{entry:?}"), &secrets);
        }
    }
}

#[tokio::test]
async fn a_token_that_its_answer_repeats_is_shown_nowhere() {
    let server = AuthServer::start(AuthBehaviour::with(&[AuthFault::TokenRepeated]));
    let store = Store::in_memory();
    let session = connected_with(target(&server), with(agreeing(&store))).await;
    server.expire_tokens();
    check_echo(&session, "renewed").await;
    let log = format!("{:?}", entries(&session));
    assert!(log.contains("x-token") && log.contains("https://other.example/?t=[REDACTED]"), "{log}");
    check_session(session, &secrets_of(&server, &store)).await;
    let told = std::sync::Mutex::new(Vec::new());
    let tell = |step: &AuthStep| told.lock().unwrap().push(step.clone());
    let granting = auth::log_in(&target(&server), &agreeing(&store), &tell).await.unwrap();
    let renewed = auth::refresh(&target(&server), &store, &tell).await.unwrap();
    let listed = serde_json::to_string(&store.read().unwrap().listing()).unwrap();
    assert_eq!(granting.scopes, ["mcp", "files", "offline_access"]);
    let secrets = secrets_of(&server, &store);
    check_clean(&format!("{granting:?} {renewed:?} {listed} {:?}", told.lock().unwrap()), &secrets);
}

#[tokio::test]
async fn a_fault_shows_no_token_that_its_answer_repeats() {
    let faults = [AuthFault::TokenRepeated, AuthFault::TokenDpop];
    let server = AuthServer::start(AuthBehaviour::with(&faults));
    let steps = std::sync::Mutex::new(Vec::new());
    let tell = |step: &AuthStep| steps.lock().unwrap().push(step.clone());
    let fault = auth::log_in(&target(&server), &agreeing(&Store::in_memory()), &tell).await.unwrap_err();
    let (session, shown) = refused(target(&server), agreeing(&Store::in_memory())).await;
    let shown = format!(
        "{fault:?} {} {} {shown:?} {} {:?} {:?}",
        fault.to_json(),
        fault.report(),
        shown.to_json(),
        entries(&session),
        steps.lock().unwrap()
    );
    assert!(shown.contains("x-token"), "{shown}");
    assert!(!shown.contains("access-"), "{shown}");
}

#[tokio::test]
async fn a_code_is_sent_to_nobody_but_the_token_endpoint() {
    let server = good();
    let store = Store::in_memory();
    let session = connected_with(target(&server), with(agreeing(&store))).await;
    let code = &token_fields(&server, "code")[0];
    let verifier = &token_fields(&server, "code_verifier")[0];
    for request in server.requests() {
        let is_token_endpoint = request.path == "/token";
        let has_it = [code, verifier].iter().any(|secret| {
            request.body.contains(*secret)
                || request.path.contains(*secret)
                || request.headers.iter().any(|(_, value)| value.contains(*secret))
        });
        assert_eq!(has_it, is_token_endpoint, "{request:?}");
    }
    drop(session);
    let (session, _) = refused(target(&AuthServer::start(AuthBehaviour::with(&[AuthFault::WrongIss]))), {
        agreeing(&Store::in_memory())
    })
    .await;
    assert!(!format!("{:?}", entries(&session)).contains("POST /token"));
}

#[tokio::test]
async fn what_is_kept_is_not_shown_when_a_server_repeats_it_where_it_is_not_used() {
    let (server, store) = (good(), Store::in_memory());
    let told = std::sync::Mutex::new(Vec::new());
    let tell = |step: &AuthStep| told.lock().unwrap().push(step.clone());
    auth::log_in(&target(&server), &agreeing(&store), &tell).await.unwrap();
    let book = store.read().unwrap();
    let token = &book.tokens()[0];
    let kept = vec![token.access_token.clone(), token.refresh_token.clone().unwrap()];
    server.name_issuer(&format!("{}/{}/{}", server.issuer(), kept[0], kept[1]));
    let explained = auth::explain(&target(&server), &book, None, &tell).await.unwrap();
    check_clean(&format!("{explained:?}"), &kept);
    let fault = auth::log_in(&target(&server), &agreeing(&store), &tell).await.unwrap_err();
    check_clean(&format!("{fault:?}"), &kept);
    check_clean(&format!("{told:?}"), &kept);
    let (session, fault) = refused(target(&server), agreeing(&store).anew()).await;
    check_clean(&format!("{fault:?}"), &kept);
    check_session(session, &kept).await;
}
