//! Attacks on the way back from a login. The state is all that protects it.

use crate::http::{Answer, Request};
use crate::oauth_scene::{GUARDED, OauthScene};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault};
use serde_json::json;
use std::time::Duration;

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

fn error(answer: &Answer) -> String {
    let body = answer.json();
    assert_eq!((answer.status, &body["success"]), (400, &json!(false)), "{answer:#?}");
    assert!(body["errorDescription"].is_string(), "{answer:#?}");
    let known = ["success", "error", "errorDescription", "step", "hint", "retryAfter"];
    assert!(
        body.as_object().expect("an object").keys().all(|key| known.contains(&key.as_str())),
        "{answer:#?}"
    );
    body["error"].as_str().expect("a text").to_owned()
}

fn with_state(location: &str, state: &str) -> String {
    let (before, rest) = location.split_once("state=").expect("a state");
    let after = rest.split_once('&').map_or(String::new(), |(_, after)| format!("&{after}"));
    format!("{before}state={state}{after}")
}

fn state_of(location: &str) -> &str {
    location.split_once("state=").expect("a state").1.split('&').next().expect("a value")
}

#[tokio::test]
async fn a_state_that_nobody_waits_for_changes_nothing() {
    let scene = OauthScene::start().await;
    let location = scene.visit(&scene.begin(GUARDED).await).await;
    let state = state_of(&location).to_owned();
    let short = &state[..state.len() - 1];
    let longer = format!("{state}a");
    let swapped = state.replacen(GUARDED, "other", 1);
    let upper = state.to_uppercase();
    for wrong in ["", "x", "guarded.", short, &longer, &swapped, &upper, "%00", "..", "guarded.%3Cscript%3E"]
    {
        let answer = scene.come_back(&with_state(&location, wrong), "*/*").await;
        assert_eq!(error(&answer), "invalid_state", "{wrong}");
    }
    let none = location.replace("state=", "states=");
    assert_eq!(error(&scene.come_back(&none, "*/*").await), "invalid_state");
    assert_eq!(scene.auth.token_requests().len(), 0, "no code was spent");
    // The one that waits goes on waiting, and its user is let in.
    assert_eq!(scene.come_back(&location, "*/*").await.status, 200);
}

#[tokio::test]
async fn a_state_is_good_once() {
    let scene = OauthScene::start().await;
    let location = scene.visit(&scene.begin(GUARDED).await).await;
    let first = scene.come_back(&location, "*/*");
    let second = scene.come_back(&location, "*/*");
    let (first, second) = tokio::join!(first, second);
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400], "{first:#?} {second:#?}");
    assert_eq!(error(&scene.come_back(&location, "*/*").await), "invalid_state");
    assert_eq!(scene.auth.token_requests().len(), 1);
}

#[tokio::test]
async fn a_state_that_has_expired_is_good_for_nothing() {
    let scene = OauthScene::patient_for(AuthBehaviour::default(), Duration::from_millis(300)).await;
    let location = scene.visit(&scene.begin(GUARDED).await).await;
    // The login ends by itself; whoever asks for its status sees when.
    while scene.status(GUARDED).await["pending"] == true {
        tokio::task::yield_now().await;
    }
    assert_eq!(error(&scene.come_back(&location, "*/*").await), "invalid_state");
    assert_eq!(scene.auth.token_requests().len(), 0);
    let last = scene.status(GUARDED).await["lastLogin"].clone();
    assert_eq!(
        (&last["outcome"], &last["fault"]["code"]),
        (&json!("failed"), &json!("AUTHENTICATION_FAILED"))
    );
}

#[tokio::test]
async fn the_state_of_one_server_does_not_log_in_to_another() {
    let scene = OauthScene::start().await;
    let mine = scene.visit(&scene.begin(GUARDED).await).await;
    let other = scene.visit(&scene.begin("other").await).await;
    // The code of one login with the state of the other: the verifier does not fit.
    let mixed = with_state(&mine, state_of(&other));
    assert_eq!(error(&scene.come_back(&mixed, "*/*").await), "invalid_grant");
    assert!(scene.stored().is_empty());
    // The login whose code was stolen is not disturbed, but its code is spent.
    assert_eq!(error(&scene.come_back(&mine, "*/*").await), "invalid_grant");
}

#[tokio::test]
async fn a_foreign_code_is_refused_by_the_token_endpoint() {
    let scene = OauthScene::start().await;
    let location = scene.visit(&scene.begin(GUARDED).await).await;
    let (before, rest) = location.split_once("code=").unwrap();
    let after = rest.split_once('&').unwrap().1;
    let injected = format!("{before}code=stolen-elsewhere&{after}");
    let answer = scene.come_back(&injected, "*/*").await;
    assert_eq!(error(&answer), "invalid_grant");
    assert!(!answer.body.contains("stolen-elsewhere"));
    assert!(scene.stored().is_empty());
}

#[tokio::test]
async fn an_answer_of_another_issuer_is_not_believed() {
    for fault in [AuthFault::WrongIss, AuthFault::MissingIss, AuthFault::NoCode] {
        let scene = OauthScene::with_fault(fault).await;
        let location = scene.visit(&scene.begin(GUARDED).await).await;
        let answer = scene.come_back(&location, "*/*").await;
        assert_eq!(error(&answer), "invalid_response", "{fault:?}");
        assert_eq!(scene.auth.token_requests().len(), 0, "{fault:?}");
        if let Some((_, iss)) = location.split_once("iss=").filter(|_| fault == AuthFault::WrongIss) {
            let host = iss.split('&').next().unwrap().rsplit("%2F").next().unwrap();
            assert!(!answer.body.contains(host), "{answer:#?}");
        }
        let steps = scene.status(GUARDED).await["lastLogin"]["steps"].clone();
        assert!(
            steps
                .as_array()
                .unwrap()
                .iter()
                .any(|step| step["step"] == "redirect" && step["outcome"] == "failed")
        );
    }
}

#[tokio::test]
async fn an_error_of_a_foreign_issuer_is_not_shown() {
    let scene =
        OauthScene::with(AuthBehaviour::with(&[AuthFault::AuthorizeDenied, AuthFault::WrongIss])).await;
    let location = scene.visit(&scene.begin(GUARDED).await).await;
    let answer = scene.come_back(&location, "*/*").await;
    assert_eq!(error(&answer), "invalid_response");
    assert!(!answer.body.contains("never") && !answer.body.contains("access_denied"), "{answer:#?}");
}

#[tokio::test]
async fn a_script_in_a_description_is_only_text() {
    let scene = OauthScene::with_fault(AuthFault::AuthorizeDenied).await;
    let location = scene.visit(&scene.begin(GUARDED).await).await;
    let answer = scene.come_back(&location, "application/json").await;
    assert_eq!(error(&answer), "access_denied");
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    let description = r#"<script>alert("denied")</script> said "no" & 'never'"#;
    assert_eq!(answer.json()["errorDescription"], description);

    let location = scene.visit(&scene.begin(GUARDED).await).await;
    let page = scene.come_back(&location, BROWSER).await;
    assert_eq!((page.status, page.header("content-type")), (400, "text/html; charset=utf-8"));
    assert!(!page.body.contains("<script") && page.body.contains("&lt;script&gt;"), "{}", page.body);
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-frame-options"), "DENY");
}

#[tokio::test]
async fn nothing_of_a_query_without_a_state_is_shown() {
    let scene = OauthScene::start().await;
    let base = format!("http://{}/oauth/callback", scene.address);
    for query in [
        "error=%3Cscript%3E&error_description=MARK%3Cimg%20src=x%20onerror=alert(1)%3E&state=MARK",
        "code=MARK&state=MARK&iss=MARK",
        "state=MARK&state=MARK",
        "MARK",
        "",
    ] {
        for accept in ["*/*", BROWSER] {
            let answer = scene.come_back(&format!("{base}?{query}"), accept).await;
            assert_eq!(answer.status, 400);
            assert!(!format!("{answer:?}").contains("MARK"), "{answer:#?}");
        }
    }
}

#[tokio::test]
async fn repeated_parameters_are_refused_and_the_login_goes_on_waiting() {
    let scene = OauthScene::start().await;
    let location = scene.visit(&scene.begin(GUARDED).await).await;
    let state = state_of(&location).to_owned();
    for more in [format!("state={state}"), "code=other".to_owned(), "iss=x".to_owned()] {
        let answer = scene.come_back(&format!("{location}&{more}"), "*/*").await;
        assert_eq!(error(&answer), "invalid_request", "{more}");
    }
    assert_eq!(scene.come_back(&location, "*/*").await.status, 200);
}

#[tokio::test]
async fn users_come_back_to_this_machine_only() {
    let scene = OauthScene::start().await;
    for uri in [
        "http://evil.example/callback",
        "https://localhost.evil.example/",
        "http://localhost@evil.example/",
        "http://evil.example%5C@localhost/",
        "//localhost/x",
        "javascript://localhost/%250aalert(1)",
        "http://localhost/x%23fragment",
        "",
    ] {
        let answer = scene.ask("GET", &format!("/oauth/authorize/guarded?redirect_uri={uri}")).await;
        assert_eq!(
            (answer.status, &answer.json()["error"]["code"]),
            (400, &json!("INVALID_REQUEST")),
            "{uri}"
        );
    }
    let twice = "/oauth/authorize/guarded?redirect_uri=http://localhost/&redirect_uri=http://evil.example/";
    assert_eq!(scene.ask("GET", twice).await.status, 400);
    assert_eq!(scene.auth.requests().len(), 0, "nobody was asked anything");
}

#[tokio::test]
async fn only_the_way_back_goes_without_the_session_token() {
    let scene = OauthScene::start().await;
    for (method, path) in [
        ("GET", "/oauth/authorize/guarded"),
        ("GET", "/oauth/status/guarded"),
        ("POST", "/oauth/refresh/guarded"),
        ("DELETE", "/oauth/token/guarded"),
        ("GET", "/oauth/callback/"),
        ("GET", "/oauth/callback/x"),
        ("GET", "/oauth"),
    ] {
        let answer = scene.bare(Request::new(method, path)).await;
        assert_eq!(
            (answer.status, &answer.json()["error"]["code"]),
            (401, &json!("SESSION_INVALID")),
            "{path}"
        );
        let visit = Request::new(method, path)
            .header("sec-fetch-site", "cross-site")
            .header("sec-fetch-mode", "navigate");
        assert_eq!(scene.bare(visit).await.status, 403, "{path}");
    }
    assert_eq!(scene.auth.requests().len(), 0, "nobody was asked anything");
}

#[tokio::test]
async fn pages_of_other_sites_cannot_fetch_the_way_back() {
    let scene = OauthScene::start().await;
    let location = scene.visit(&scene.begin(GUARDED).await).await;
    let path = location.split_once(&scene.address.to_string()).unwrap().1;
    let get = || Request::new("GET", path);
    for request in [
        get().header("sec-fetch-site", "cross-site").header("sec-fetch-mode", "cors"),
        get().header("sec-fetch-site", "cross-site").header("sec-fetch-mode", "no-cors"),
        get().header("sec-fetch-site", "same-site").header("sec-fetch-mode", "no-cors"),
        get().header("sec-fetch-site", "cross-site"),
        get().header("origin", "https://evil.example"),
        get().header("origin", "null"),
        Request::new("POST", path)
            .header("sec-fetch-site", "cross-site")
            .header("sec-fetch-mode", "navigate"),
    ] {
        let answer = scene.bare(request.clone()).await;
        assert_eq!(
            (answer.status, &answer.json()["error"]["code"]),
            (403, &json!("REQUEST_REFUSED")),
            "{request:?}"
        );
    }
    for method in ["HEAD", "POST", "PUT", "DELETE"] {
        let answer = scene.bare(Request::new(method, path)).await;
        assert_eq!(answer.status, 405, "{method}");
    }
    assert_eq!(scene.auth.token_requests().len(), 0);
    assert_eq!(scene.come_back(&location, "*/*").await.status, 200);
}

#[tokio::test]
async fn a_token_endpoint_that_breaks_is_told_without_its_page() {
    for (fault, expected) in [
        (AuthFault::TokenHtml, "login_failed"),
        (AuthFault::Token429, "slow_down"),
        (AuthFault::TokenInvalidGrant, "invalid_grant"),
    ] {
        let scene = OauthScene::with_fault(fault).await;
        let location = scene.visit(&scene.begin(GUARDED).await).await;
        let answer = scene.come_back(&location, "*/*").await;
        assert_eq!(error(&answer), expected, "{fault:?}");
        let location = scene.visit(&scene.begin(GUARDED).await).await;
        let page = scene.come_back(&location, BROWSER).await;
        assert!(page.status == 400 && !page.body.contains("<script"), "{fault:?}: {}", page.body);
        assert!(scene.stored().is_empty());
    }
}
