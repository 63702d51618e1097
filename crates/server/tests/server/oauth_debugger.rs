//! A login step by step: walks that end where somebody wants it, tokens that are made to end, other settings.

use crate::http::Request;
use crate::oauth_scene::{GUARDED, OauthScene};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthServer};
use serde_json::{Value, json};

async fn walk(scene: &OauthScene, up_to: &str) -> Value {
    let walked = scene.post(&format!("/oauth/walk/{GUARDED}"), &json!({ "upTo": up_to })).await;
    assert_eq!(walked.status, 200, "{walked:#?}");
    walked.json()
}

/// The stages that were got to, with how they went and by what.
fn stages(status: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let stages = status["stages"].as_array().expect("stages");
    stages
        .iter()
        .filter(|stage| stage["outcome"] != "none")
        .map(|stage| (text(&stage["stage"]), text(&stage["outcome"]), text(&stage["from"])))
        .collect()
}

fn names(status: &Value) -> Vec<String> {
    stages(status).into_iter().map(|stage| stage.0).collect()
}

/// A session that is connected with a token.
async fn connected(scene: &OauthScene) -> String {
    scene.log_in(GUARDED).await;
    let opened = scene.post("/api/sessions", &json!({ "serverId": GUARDED })).await;
    let path = opened.header("location").to_owned();
    scene.until(&path, |summary| summary["phase"] == "ready").await;
    path
}

async fn expire(scene: &OauthScene, how: &str) -> Value {
    let expired = scene.post(&format!("/oauth/expire/{GUARDED}"), &json!({ "how": how })).await;
    assert_eq!(expired.status, 200, "{expired:#?}");
    expired.json()
}

#[tokio::test]
async fn a_walk_ends_after_the_stage_that_was_named_and_asks_nothing_more() {
    let scene = OauthScene::start().await;
    let walked = walk(&scene, "probe").await;
    assert_eq!((&walked["isProtected"], &walked["issuer"]), (&json!(true), &json!(null)), "{walked}");
    assert_eq!(names(&scene.status(GUARDED).await), ["probe"]);
    walk(&scene, "resource-metadata").await;
    assert_eq!(names(&scene.status(GUARDED).await), ["probe", "resource-metadata"]);
    let walked = walk(&scene, "server-metadata").await;
    assert!(walked["issuer"].is_string(), "{walked}");
    assert_eq!(names(&scene.status(GUARDED).await), ["probe", "resource-metadata", "server-metadata"]);
    let walked = walk(&scene, "client").await;
    assert_eq!(walked["canLogIn"], true, "{walked}");
    let status = scene.status(GUARDED).await;
    assert!(names(&status).contains(&"client".to_owned()), "{status:#}");
    let exchange = &status["stages"][2]["steps"][0]["exchange"];
    assert!(exchange["url"].as_str().is_some_and(|url| url.contains("well-known")), "{status:#}");
    // Nobody was registered, and nobody was sent anywhere.
    assert!(scene.auth.authorize_requests().is_empty() && scene.auth.token_requests().is_empty());
    assert!(scene.backend.logins().store().read().unwrap().clients().is_empty());
}

#[tokio::test]
async fn an_expired_token_is_renewed_by_the_next_call_of_a_session_that_holds_it() {
    let scene = OauthScene::start().await;
    let path = connected(&scene).await;
    assert_eq!(scene.grants("refresh_token"), 0);
    assert_eq!(expire(&scene, "expired").await, json!({ "tokens": 1, "canBeRenewed": true }));
    assert_eq!(scene.grants("refresh_token"), 0, "nothing is renewed before it is needed");
    assert_eq!(scene.echo(&path, "renewed").await["result"]["content"][0]["text"], "renewed");
    assert_eq!((scene.grants("authorization_code"), scene.grants("refresh_token")), (1, 1));
    let status = scene.status(GUARDED).await;
    let refreshed = ("refresh".to_owned(), "passed".to_owned(), "session".to_owned());
    assert!(stages(&status).contains(&refreshed), "{status:#}");
    // And once is enough.
    scene.echo(&path, "again").await;
    assert_eq!(scene.grants("refresh_token"), 1);
    scene.assert_tokens_are_nowhere();
}

#[tokio::test]
async fn a_dropped_access_token_is_refused_by_the_server_and_then_renewed() {
    let scene = OauthScene::start().await;
    let path = connected(&scene).await;
    expire(&scene, "access-token-dropped").await;
    assert_eq!(scene.echo(&path, "back").await["result"]["content"][0]["text"], "back");
    assert_eq!((scene.grants("authorization_code"), scene.grants("refresh_token")), (1, 1));
    let status = scene.status(GUARDED).await;
    let probed = ("probe".to_owned(), "passed".to_owned(), "session".to_owned());
    assert!(stages(&status).contains(&probed), "the refusal is told: {status:#}");
}

#[tokio::test]
async fn whoever_logs_out_is_asked_for_a_login_by_the_next_call() {
    let scene = OauthScene::start().await;
    let path = connected(&scene).await;
    assert_eq!(scene.ask("DELETE", &format!("/oauth/token/{GUARDED}")).await.status, 204);
    let call = scene.echo(&path, "once more");
    let login = async {
        let mut events = scene.events(&format!("{path}/events")).await;
        crate::scene::wait_for(&mut events, crate::oauth_scene::is_waiting).await;
        assert_eq!(scene.log_in(GUARDED).await.status, 200);
    };
    let (call, ()) = tokio::join!(call, login);
    assert_eq!(call["result"]["content"][0]["text"], "once more", "{call}");
    assert_eq!(scene.grants("authorization_code"), 2);
    let status = scene.status(GUARDED).await;
    assert!(names(&status).contains(&"logout".to_owned()), "{status:#}");
}

#[tokio::test]
async fn a_token_is_tried_and_told_whether_it_is_let_in() {
    let scene = OauthScene::start().await;
    let place = format!("/oauth/try/{GUARDED}");
    assert_eq!(scene.ask("POST", &place).await.status, 401, "there is none to try");
    scene.log_in(GUARDED).await;
    let tried = scene.ask("POST", &place).await;
    assert_eq!(tried.json(), json!({ "isLetIn": true }), "{tried:#?}");
    let status = scene.status(GUARDED).await;
    let used = ("use".to_owned(), "passed".to_owned(), "trial".to_owned());
    assert!(stages(&status).contains(&used), "{status:#}");
    scene.auth.expire_tokens();
    assert_eq!(scene.ask("POST", &place).await.json(), json!({ "isLetIn": false }));
    let status = scene.status(GUARDED).await;
    let used = ("use".to_owned(), "failed".to_owned(), "trial".to_owned());
    assert!(stages(&status).contains(&used), "{status:#}");
    scene.assert_tokens_are_nowhere();
}

#[tokio::test]
async fn a_login_is_tried_with_other_settings_and_the_configuration_stays() {
    let scene = OauthScene::start().await;
    let place = format!("/oauth/authorize/{GUARDED}");
    let first = scene.post(&place, &json!({})).await.json();
    let settings = json!({ "clientId": AuthServer::CLIENT_ID, "clientSecret": AuthServer::CLIENT_SECRET,
        "scopes": ["only-this"] });
    let begun = scene.post(&place, &json!({ "settings": settings })).await;
    assert_eq!(begun.status, 200, "{begun:#?}");
    let url = begun.json()["authorizationUrl"].as_str().unwrap().to_owned();
    assert_ne!(first["authorizationUrl"], url.as_str(), "the first one was given up");
    assert!(url.contains(&format!("client_id={}", AuthServer::CLIENT_ID)), "{url}");
    assert!(url.contains("scope=only-this"), "{url}");
    let status = scene.status(GUARDED).await;
    assert_eq!(status["settings"]["clientId"], json!(null), "{status:#}");
    // A secret that is tried is in nothing that is told.
    assert!(!status.to_string().contains(AuthServer::CLIENT_SECRET), "{status:#}");
    let wrong = scene.post(&place, &json!({ "settings": { "clientld": "x" } })).await;
    assert_eq!(wrong.status, 400, "{wrong:#?}");
}

#[tokio::test]
async fn a_token_that_is_a_jwt_is_told_without_the_token() {
    let scene = OauthScene::with(AuthBehaviour::default()).await;
    scene.log_in(GUARDED).await;
    let part = |json: &Value| BASE64_URL_SAFE_NO_PAD.encode(json.to_string());
    let (header, claims) = (json!({ "alg": "ES256" }), json!({ "sub": "user-1", "aud": "this", "exp": 7 }));
    let token = format!("{}.{}.c2lnbmF0dXJlLW9mLWl0", part(&header), part(&claims));
    let store = scene.backend.logins().store();
    let before = scene.status(GUARDED).await;
    assert_eq!(before["tokens"][0]["decoded"], json!(null), "an opaque one says nothing");
    let mut record = store.read().unwrap().tokens()[0].clone();
    record.access_token.clone_from(&token);
    store.update(|book| book.put_token(record)).unwrap();
    let status = scene.ask("GET", &format!("/oauth/status/{GUARDED}")).await;
    assert_eq!(status.json()["tokens"][0]["decoded"], json!({ "header": header, "claims": claims }));
    assert!(!status.body.contains("c2lnbmF0dXJl"), "{status:#?}");
    scene.assert_tokens_are_nowhere();
}

#[tokio::test]
async fn nobody_without_the_token_of_the_backend_can_do_any_of_it() {
    let scene = OauthScene::start().await;
    for (verb, body) in [
        ("walk", json!({})),
        ("try", json!({})),
        ("expire", json!({ "how": "expired" })),
        ("authorize", json!({})),
    ] {
        let request = Request::new("POST", &format!("/oauth/{verb}/{GUARDED}")).json(&body);
        assert_eq!(scene.bare(request).await.status, 401, "{verb}");
    }
    assert_eq!(
        scene.post(&format!("/oauth/expire/{GUARDED}"), &json!({ "how": "expired" })).await.status,
        401
    );
    assert_eq!(scene.post("/oauth/walk/program", &json!({})).await.status, 400);
}
