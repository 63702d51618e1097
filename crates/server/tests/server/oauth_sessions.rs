//! Sessions whose server wants a login, and the proxy in front of one.

use crate::http::{Answer, Request};
use crate::oauth_scene::{GUARDED, OauthScene, is_waiting};
use crate::scene::wait_for;
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn a_session_waits_for_its_login_and_the_call_goes_on() {
    let scene = OauthScene::start().await;
    let opened = scene.post("/api/sessions", &json!({ "serverId": GUARDED })).await;
    let path = opened.header("location").to_owned();
    let call = scene.echo(&path, "after all");
    let login = async {
        let mut events = scene.events(&format!("{path}/events")).await;
        wait_for(&mut events, is_waiting).await;
        let status = scene.status(GUARDED).await;
        assert_eq!(
            (&status["pending"], &status["lastLogin"]["outcome"]),
            (&json!(true), &json!("waiting")),
            "{status}"
        );
        let back = scene.log_in(GUARDED).await;
        assert_eq!((back.status, &back.json()["serverId"]), (200, &json!(GUARDED)), "{back:#?}");
    };
    let (call, ()) = tokio::join!(call, login);
    assert_eq!(call["result"]["content"][0]["text"], "after all", "{call}");
    assert_eq!(scene.auth.authorize_requests().len(), 1);
    let status = scene.status(GUARDED).await;
    assert_eq!(status["lastLogin"]["outcome"], "granted", "{status}");
    let steps = status["lastLogin"]["steps"].as_array().unwrap();
    for name in ["challenge", "server-metadata", "authorization", "redirect", "token", "store"] {
        assert!(steps.iter().any(|step| step["step"] == name), "{name}: {status}");
    }
    scene.ask("GET", &format!("{path}/entries?limit=1000")).await;
    scene.assert_tokens_are_nowhere();
}

#[tokio::test]
async fn a_token_that_expires_in_mid_session_is_renewed_in_silence() {
    let scene = OauthScene::start().await;
    scene.log_in(GUARDED).await;
    let opened = scene.post("/api/sessions", &json!({ "serverId": GUARDED })).await;
    let path = opened.header("location").to_owned();
    scene.until(&path, |summary| summary["phase"] == "ready").await;
    scene.auth.expire_tokens();
    assert_eq!(scene.echo(&path, "still here").await["result"]["content"][0]["text"], "still here");
    assert_eq!((scene.grants("authorization_code"), scene.grants("refresh_token")), (1, 1));
    // What the server repeats of the new token is neither written down nor shown, although no face asked for it.
    let (token, _) = scene.stored().remove(0);
    let params = json!({ "name": "echo", "arguments": { "text": &token } });
    let body = json!({ "method": "tools/call", "params": params }).to_string();
    let request = Request::new("POST", &format!("{path}/calls?wait=true"));
    let request = request.header("x-session-token", &scene.token).header("content-type", "application/json");
    let told = crate::http::send(scene.address, &request.body(body)).await;
    assert!(told.status == 200 && told.body.contains("answered"), "{told:#?}");
    assert!(told.body.contains("[REDACTED]") && !told.body.contains(&token), "{told:#?}");
    let history = scene.ask("GET", "/api/history").await;
    assert!(history.body.contains("[REDACTED]"), "{history:#?}");
    scene.assert_tokens_are_nowhere();
}

#[tokio::test]
async fn a_renewal_that_is_refused_leads_to_a_login_that_the_call_waits_for() {
    let scene = OauthScene::start().await;
    scene.log_in(GUARDED).await;
    let opened = scene.post("/api/sessions", &json!({ "serverId": GUARDED })).await;
    let path = opened.header("location").to_owned();
    scene.until(&path, |summary| summary["phase"] == "ready").await;
    scene.auth.revoke_all();
    let call = scene.echo(&path, "after all");
    let login = async {
        let mut events = scene.events(&format!("{path}/events")).await;
        wait_for(&mut events, is_waiting).await;
        assert_eq!(scene.status(GUARDED).await["pending"], true);
        assert_eq!(scene.log_in(GUARDED).await.status, 200);
    };
    let (call, ()) = tokio::join!(call, login);
    assert_eq!(call["result"]["content"][0]["text"], "after all", "{call}");
    assert_eq!(scene.status(GUARDED).await["lastLogin"]["outcome"], "granted");
}

#[tokio::test]
async fn two_sessions_with_one_server_are_handed_out_one_after_the_other() {
    let scene = OauthScene::start().await;
    let first = scene.open_until_login(&json!({ "serverId": GUARDED })).await;
    let second = scene.open_until_login(&json!({ "serverId": GUARDED })).await;
    let url = scene.begin(GUARDED).await;
    assert_eq!(scene.begin(GUARDED).await, url);
    assert_eq!(scene.come_back(&scene.visit(&url).await, "*/*").await.status, 200);
    scene.until(&first, |summary| summary["phase"] == "ready").await;
    assert_eq!(scene.status(GUARDED).await["pending"], true, "the other one still waits");
    let other = scene.begin(GUARDED).await;
    assert_ne!(other, url);
    assert_eq!(scene.come_back(&scene.visit(&other).await, "*/*").await.status, 200);
    scene.until(&second, |summary| summary["phase"] == "ready").await;
    assert_eq!(scene.status(GUARDED).await["pending"], false);
}

#[tokio::test]
async fn a_session_that_never_gets_as_far_as_its_user_leaves_nothing_waiting() {
    let scene = OauthScene::with_fault(AuthFault::RegistrationRefused).await;
    let opened = scene.post("/api/sessions", &json!({ "serverId": GUARDED })).await;
    let path = opened.header("location").to_owned();
    let summary = scene.until(&path, |summary| !summary["fault"].is_null()).await;
    assert_eq!(summary["fault"]["details"]["authStep"]["step"], "registration", "{summary}");
    while scene.status(GUARDED).await["pending"] == true {
        tokio::task::yield_now().await;
    }
    let last = scene.status(GUARDED).await["lastLogin"].clone();
    assert_eq!(
        (&last["outcome"], &last["fault"]["code"]),
        (&json!("failed"), &json!("AUTHENTICATION_FAILED"))
    );
    assert_eq!(last["fault"]["details"]["authStep"]["step"], "registration", "{last}");
}

#[tokio::test]
async fn a_session_without_configuration_logs_in_under_its_own_id() {
    let scene = OauthScene::start().await;
    let path = scene.open_until_login(&json!({ "target": { "url": scene.auth.url() } })).await;
    let id = path.rsplit('/').next().unwrap();
    let url = scene.begin(id).await;
    assert!(url.contains(&format!("state={id}.")), "{url}");
    let back = scene.come_back(&scene.visit(&url).await, "*/*").await;
    assert_eq!((back.status, &back.json()["serverId"]), (200, &json!(id)), "{back:#?}");
    scene.until(&path, |summary| summary["phase"] == "ready").await;
    assert_eq!(scene.ask("POST", &format!("/oauth/refresh/{id}")).await.status, 200);
    assert_eq!(scene.ask("DELETE", &format!("/oauth/token/{id}")).await.status, 204);
    assert!(scene.stored().is_empty());
}

#[tokio::test]
async fn a_session_whose_user_does_not_come_gives_up() {
    let scene = OauthScene::patient_for(AuthBehaviour::default(), Duration::from_millis(300)).await;
    let opened = scene.post("/api/sessions", &json!({ "serverId": GUARDED })).await;
    let path = opened.header("location").to_owned();
    let summary = scene.until(&path, |summary| !summary["fault"].is_null()).await;
    assert_eq!(summary["fault"]["code"], "AUTHENTICATION_FAILED", "{summary}");
    assert_eq!(summary["fault"]["details"]["authStep"]["step"], "authorization", "{summary}");
}

#[tokio::test]
async fn a_login_that_is_refused_is_the_fault_of_the_session() {
    let scene = OauthScene::with_fault(AuthFault::AuthorizeDenied).await;
    let path = scene.open_until_login(&json!({ "serverId": GUARDED })).await;
    let back = scene.log_in(GUARDED).await;
    assert_eq!((back.status, &back.json()["error"]), (400, &json!("access_denied")), "{back:#?}");
    let summary = scene.until(&path, |summary| !summary["fault"].is_null()).await;
    assert_eq!(summary["fault"]["code"], "AUTHENTICATION_FAILED", "{summary}");
}

#[tokio::test]
async fn a_session_that_is_closed_no_longer_waits() {
    let scene = OauthScene::start().await;
    let path = scene.open_until_login(&json!({ "serverId": GUARDED })).await;
    let location = scene.visit(&scene.begin(GUARDED).await).await;
    assert_eq!(scene.ask("DELETE", &path).await.status, 204);
    while scene.status(GUARDED).await["pending"] == true {
        tokio::task::yield_now().await;
    }
    assert_eq!(scene.come_back(&location, "*/*").await.json()["error"], "invalid_state");
    assert_eq!(scene.status(GUARDED).await["lastLogin"]["outcome"], "failed");
}

#[tokio::test]
async fn a_logout_ends_the_login_that_a_session_waits_for() {
    let scene = OauthScene::start().await;
    let path = scene.open_until_login(&json!({ "serverId": GUARDED })).await;
    let location = scene.visit(&scene.begin(GUARDED).await).await;
    assert_eq!(scene.ask("DELETE", "/oauth/token/guarded").await.status, 204);
    assert_eq!(scene.status(GUARDED).await["pending"], false);
    assert_eq!(scene.come_back(&location, "*/*").await.json()["error"], "invalid_state");
    let summary = scene.until(&path, |summary| !summary["fault"].is_null()).await;
    let message = summary["fault"]["message"].as_str().unwrap();
    assert!(message.contains("somebody logged out"), "{summary}");
}

#[tokio::test]
async fn the_place_to_come_back_to_is_fixed_while_a_session_waits() {
    let scene = OauthScene::start().await;
    let path = scene.open_until_login(&json!({ "serverId": GUARDED })).await;
    let url = scene.begin(GUARDED).await;
    let elsewhere = "/oauth/authorize/guarded?redirect_uri=http://localhost:1/oauth/callback";
    let refused = scene.ask("GET", elsewhere).await;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (409, &json!("INVALID_REQUEST")));
    assert_eq!(scene.begin(GUARDED).await, url);
    scene.come_back(&scene.visit(&url).await, "*/*").await;
    scene.until(&path, |summary| summary["phase"] == "ready").await;
}

#[tokio::test]
async fn a_client_of_the_proxy_is_told_how_to_log_in_and_then_let_through() {
    let scene = OauthScene::start().await;
    let refused = tools(&scene).await;
    assert_eq!(
        (refused.0, &refused.1["error"]["code"]),
        (401, &json!("AUTHENTICATION_FAILED")),
        "{refused:#?}"
    );
    let hint = refused.1["error"]["hint"].as_str().unwrap();
    assert!(hint.contains("/oauth/authorize/guarded"), "{hint}");
    assert_eq!(scene.status(GUARDED).await["pending"], false, "nobody waits");
    for accept in ["application/json", "application/json, text/event-stream"] {
        let answer = listing(&scene, accept).await;
        assert_eq!(answer.header("mcp-inspector-error"), "AUTHENTICATION_FAILED", "{accept}: {answer:#?}");
    }
    assert_eq!(scene.log_in(GUARDED).await.status, 200);
    assert_eq!(listing(&scene, "application/json").await.header("mcp-inspector-error"), "");
    let listed = tools(&scene).await;
    assert_eq!((listed.0, &listed.1["result"]["tools"][0]["name"]), (200, &json!("echo")), "{listed:#?}");
    scene.auth.expire_tokens();
    let listed = tools(&scene).await;
    assert_eq!((listed.0, &listed.1["result"]["tools"][0]["name"]), (200, &json!("echo")), "{listed:#?}");
    assert_eq!((scene.grants("authorization_code"), scene.grants("refresh_token")), (1, 1));
    scene.assert_tokens_are_nowhere();
}

/// Asks for the tools by way of the proxy.
async fn tools(scene: &OauthScene) -> (u16, Value) {
    let answer = listing(scene, "application/json").await;
    (answer.status, answer.json())
}

async fn listing(scene: &OauthScene, accept: &str) -> Answer {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let request = Request::new("POST", "/mcp?serverId=guarded").json(&body);
    let request = request.header("x-session-token", &scene.token);
    scene.bare(request.header("accept", accept)).await
}

#[tokio::test]
async fn a_session_whose_client_was_forgotten_sends_its_user_once_more() {
    let behaviour =
        AuthBehaviour { refresh_tokens: false, ..AuthBehaviour::with(&[AuthFault::ClientForgotten]) };
    let scene = OauthScene::with(behaviour).await;
    scene.log_in(GUARDED).await;
    scene.auth.revoke_all();
    let path = scene.open_until_login(&json!({ "serverId": GUARDED })).await;
    let back = scene.visit(&scene.begin(GUARDED).await).await;
    let again = scene.come_back(&back, "text/html").await;
    assert_eq!(again.status, 302, "{again:#?}");
    let back = scene.visit(again.header("location")).await;
    let done = scene.come_back(&back, "*/*").await;
    assert_eq!((done.status, &done.json()["success"]), (200, &json!(true)), "{done:#?}");
    scene.until(&path, |summary| summary["phase"] == "ready").await;
    assert_eq!(scene.status(GUARDED).await["lastLogin"]["outcome"], "granted");
}

#[tokio::test]
async fn a_session_whose_client_lacks_a_scope_sends_its_user_once_more() {
    let scene = OauthScene::with_fault(AuthFault::RegisteredScopesOnly).await;
    scene.log_in(GUARDED).await;
    let opened = scene.post("/api/sessions", &json!({ "serverId": GUARDED })).await;
    let path = opened.header("location").to_owned();
    scene.until(&path, |summary| summary["phase"] == "ready").await;
    let params = json!({ "name": "admin", "arguments": {} });
    let body = json!({ "method": "tools/call", "params": params });
    let path_of_calls = format!("{path}/calls?wait=true");
    let call = scene.post(&path_of_calls, &body);
    let login = async {
        let mut events = scene.events(&format!("{path}/events")).await;
        wait_for(&mut events, is_waiting).await;
        let back = scene.visit(&scene.begin(GUARDED).await).await;
        let again = scene.come_back(&back, "text/html").await;
        assert_eq!(again.status, 302, "{again:#?}");
        let done = scene.come_back(&scene.visit(again.header("location")).await, "*/*").await;
        assert_eq!(done.status, 200, "{done:#?}");
    };
    let (call, ()) = tokio::join!(call, login);
    assert_eq!(call.json()["result"]["content"][0]["text"], "you are admin", "{call:#?}");
}

#[tokio::test]
async fn a_login_of_a_session_that_breaks_says_what_came_and_how_long_to_wait() {
    for (fault, waits, said) in [
        (AuthFault::Token429, json!(7), "too many token requests"),
        (AuthFault::TokenHtml, json!(null), "an HTML page"),
    ] {
        let scene = OauthScene::with_fault(fault).await;
        scene.open_until_login(&json!({ "serverId": GUARDED })).await;
        let back = scene.visit(&scene.begin(GUARDED).await).await;
        let told = scene.come_back(&back, "*/*").await.json();
        assert_eq!((&told["step"], &told["retryAfter"]), (&json!("token"), &waits), "{told:#}");
        assert!(told["errorDescription"].as_str().unwrap().contains(said), "{told:#}");
    }
}
