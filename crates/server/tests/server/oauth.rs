//! Logging in by way of the backend: begun, finished, renewed, given back.

use crate::http::Request;
use crate::oauth_scene::{GUARDED, OauthScene};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn a_user_is_sent_away_comes_back_and_the_token_is_kept() {
    let scene = OauthScene::start().await;
    let begun = scene.ask("GET", "/oauth/authorize/guarded").await;
    assert_eq!(begun.status, 302, "{begun:#?}");
    let url = begun.header("location").to_owned();
    assert!(url.starts_with(&scene.auth.issuer()), "{url}");
    assert!(url.contains("state=guarded.") && url.contains("code_challenge_method=S256"), "{url}");
    let location = scene.visit(&url).await;
    let back = scene.come_back(&location, "*/*").await;
    assert_eq!(back.status, 200, "{back:#?}");
    let body = back.json();
    assert_eq!(
        body["expiresIn"].as_u64().map(|seconds| (3590..=3600).contains(&seconds)),
        Some(true),
        "{body}"
    );
    let mut expected = json!({ "success": true, "serverId": GUARDED, "tokenType": "Bearer", "scope": "mcp files offline_access" });
    expected["expiresIn"] = body["expiresIn"].clone();
    assert_eq!(body, expected);
    assert_eq!(scene.stored().len(), 1);
    assert_eq!(back.header("cache-control"), "no-store");
    assert_eq!(back.header("referrer-policy"), "no-referrer");
    let redirects: Vec<_> =
        scene.auth.authorize_requests().into_iter().map(|asked| asked["redirect_uri"].clone()).collect();
    assert_eq!(redirects, [format!("http://{}/oauth/callback", scene.address)]);
    scene.assert_tokens_are_nowhere();
}

#[tokio::test]
async fn a_page_gets_the_url_as_json_and_a_browser_a_page() {
    let scene = OauthScene::start().await;
    let begun = scene.ask_json("/oauth/authorize/guarded").await;
    assert_eq!(begun.status, 200);
    assert!((50..=60).contains(&begun.json()["expiresIn"].as_u64().unwrap()), "{begun:#?}");
    let location = scene.visit(begun.json()["authorizationUrl"].as_str().unwrap()).await;
    let page = scene.come_back(&location, "text/html,application/xhtml+xml,*/*;q=0.8").await;
    assert_eq!(page.status, 200, "{page:#?}");
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(page.header("content-security-policy").contains("default-src 'none'"), "{page:#?}");
    assert!(page.body.contains("<h1>Logged in</h1>"), "{}", page.body);
    scene.assert_tokens_are_nowhere();
}

#[tokio::test]
async fn a_login_that_waits_is_handed_out_again() {
    let scene = OauthScene::start().await;
    let url = scene.begin(GUARDED).await;
    assert_eq!(scene.begin(GUARDED).await, url);
    let other = scene.begin("other").await;
    assert_ne!(other, url);
    // Another place to come back to is another login, and the first one is over.
    let elsewhere = "/oauth/authorize/guarded?redirect_uri=http://localhost:5173/oauth/callback";
    let anew = scene.ask_json(elsewhere).await.json()["authorizationUrl"].as_str().unwrap().to_owned();
    assert_ne!(anew, url);
    assert_eq!(scene.begin(GUARDED).await, anew, "whoever does not care gets the one that waits");
    assert_eq!(scene.come_back(&scene.visit(&url).await, "*/*").await.status, 400);
    // Whoever listens there passes on the query.
    let passed_on = scene.visit(&anew).await.replace("localhost:5173", &scene.address.to_string());
    let back = scene.come_back(&passed_on, "*/*").await;
    assert_eq!(back.status, 200, "{back:#?}");
    assert_eq!(scene.come_back(&scene.visit(&other).await, "*/*").await.json()["serverId"], "other");
}

#[tokio::test]
async fn a_name_with_signs_is_a_server_too() {
    let scene = OauthScene::start().await;
    let url = scene.begin("a%20name%2Fwith%20signs").await;
    let back = scene.come_back(&scene.visit(&url).await, "*/*").await;
    assert_eq!(back.json()["serverId"], "a name/with signs", "{back:#?}");
}

#[tokio::test]
async fn a_grant_without_a_user_is_done_at_once() {
    let scene = OauthScene::start().await;
    let done = scene.ask("GET", "/oauth/authorize/machine").await;
    assert_eq!((done.status, &done.json()["success"]), (200, &json!(true)), "{done:#?}");
    assert_eq!(scene.stored().len(), 1);
    scene.assert_tokens_are_nowhere();
}

#[tokio::test]
async fn what_cannot_be_logged_in_to_says_why() {
    let scene = OauthScene::start().await;
    let unknown = scene.ask("GET", "/oauth/authorize/nobody").await;
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (404, &json!("SERVER_NOT_FOUND")));
    for method_and_path in [
        ("GET", "/oauth/authorize/program"),
        ("GET", "/oauth/status/program"),
        ("POST", "/oauth/refresh/program"),
        ("DELETE", "/oauth/token/program"),
    ] {
        let program = scene.ask(method_and_path.0, method_and_path.1).await;
        assert_eq!((program.status, &program.json()["error"]["code"]), (400, &json!("INVALID_REQUEST")));
    }
    for (fault, step) in [
        (AuthFault::RegistrationRefused, "registration"),
        (AuthFault::AsWrongIssuer, "server-metadata"),
        (AuthFault::AsNoPkce, "server-metadata"),
    ] {
        let scene = OauthScene::with_fault(fault).await;
        let failed = scene.ask("GET", "/oauth/authorize/guarded").await;
        let error = &failed.json()["error"];
        assert_eq!((failed.status, &error["code"]), (401, &json!("AUTHENTICATION_FAILED")), "{failed:#?}");
        assert_eq!(error["details"]["authStep"]["step"], step, "{fault:?} {}", failed.body);
        assert!(error["hint"].is_string() && error["details"]["serverId"] == GUARDED, "{failed:#?}");
        let status = scene.status(GUARDED).await;
        assert_eq!((&status["pending"], &status["lastLogin"]["outcome"]), (&json!(false), &json!("failed")));
        assert!(scene.stored().is_empty());
    }
}

#[tokio::test]
async fn a_token_is_renewed_and_given_back() {
    let scene = OauthScene::start().await;
    let nothing = scene.ask("POST", "/oauth/refresh/guarded").await;
    let error = &nothing.json()["error"];
    assert_eq!((nothing.status, &error["code"]), (401, &json!("AUTHENTICATION_FAILED")), "{nothing:#?}");
    assert!(error["hint"].as_str().unwrap().contains("/oauth/authorize/guarded"), "{nothing:#?}");
    assert_eq!(scene.ask("DELETE", "/oauth/token/guarded").await.status, 204, "nothing is as good as none");
    scene.log_in(GUARDED).await;
    let old = scene.stored();
    let renewed = scene.ask("POST", "/oauth/refresh/guarded").await;
    assert_eq!(renewed.status, 200, "{renewed:#?}");
    let body = renewed.json();
    assert_eq!((&body["success"], &body["tokenType"]), (&json!(true), &json!("Bearer")));
    assert!(body["expiresIn"].as_u64().is_some_and(|seconds| seconds > 3590), "{body}");
    let at = body["expiresAt"].as_str().unwrap();
    assert!(at.len() == "2024-01-15T11:00:00Z".len() && at.ends_with('Z'), "{at}");
    assert_eq!(scene.stored().len(), 1);
    assert_ne!(scene.stored(), old);

    let forgotten = scene.ask("DELETE", "/oauth/token/guarded").await;
    assert_eq!((forgotten.status, forgotten.body.as_str()), (204, ""));
    assert!(scene.stored().is_empty());
    let revoked = scene.auth.requests().into_iter().filter(|seen| seen.path == "/revoke").count();
    assert_eq!(revoked, 2, "the refresh token and the access token");
    assert_eq!(scene.ask("POST", "/oauth/refresh/guarded").await.status, 401);
    scene.assert_tokens_are_nowhere();
}

#[tokio::test]
async fn a_refresh_that_is_refused_says_so() {
    let scene = OauthScene::with_fault(AuthFault::RefreshRefused).await;
    scene.log_in(GUARDED).await;
    let refused = scene.ask("POST", "/oauth/refresh/guarded").await;
    let error = &refused.json()["error"];
    assert_eq!((refused.status, &error["code"]), (401, &json!("AUTHENTICATION_FAILED")), "{refused:#?}");
    assert_eq!(error["details"]["authStep"]["step"], "refresh");
    scene.assert_tokens_are_nowhere();
}

#[tokio::test]
async fn the_status_shows_every_step_and_no_token() {
    let scene = OauthScene::start().await;
    let status = scene.status(GUARDED).await;
    let told = (&status["serverId"], &status["tokens"], &status["pending"], &status["lastLogin"]);
    assert_eq!(told, (&json!(GUARDED), &json!([]), &json!(false), &json!(null)), "{status}");
    let url = scene.begin(GUARDED).await;
    let waiting = scene.status(GUARDED).await;
    assert_eq!((&waiting["pending"], &waiting["lastLogin"]["outcome"]), (&json!(true), &json!("waiting")));
    let state = url.split("state=").nth(1).unwrap().split('&').next().unwrap();
    assert!(!waiting.to_string().contains(state), "whoever reads it could answer in the user's place");
    scene.come_back(&scene.visit(&url).await, "*/*").await;
    let status = scene.status(GUARDED).await;
    assert_eq!((&status["pending"], &status["lastLogin"]["outcome"]), (&json!(false), &json!("granted")));
    let names: Vec<&str> = status["lastLogin"]["steps"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|step| step["step"].as_str())
        .collect();
    for name in [
        "challenge",
        "resource-metadata",
        "server-metadata",
        "registration",
        "authorization",
        "redirect",
        "token",
        "store",
    ] {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
    let token = &status["tokens"][0];
    assert_eq!((&token["accessToken"], &token["canBeRenewed"]), (&json!("[REDACTED]"), &json!(true)));
    for name in ["obtainedAt", "expiresAt"] {
        let at = token[name].as_str().unwrap_or_default();
        assert!(at.len() == "2024-01-15T11:00:00Z".len() && at.ends_with('Z'), "{token}");
    }
    scene.assert_tokens_are_nowhere();
}

#[tokio::test]
async fn only_so_many_logins_wait_at_once() {
    let scene = OauthScene::start().await;
    let mut servers = serde_json::Map::new();
    for number in 0..33 {
        servers.insert(format!("s{number}"), json!({ "url": scene.auth.url() }));
    }
    let path = scene.backend.config().path().to_owned();
    std::fs::write(path, json!({ "mcpServers": Value::Object(servers) }).to_string()).unwrap();
    scene.ask("GET", "/config").await;
    for number in 0..32 {
        scene.begin(&format!("s{number}")).await;
    }
    let refused = scene.ask("GET", "/oauth/authorize/s32").await;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (503, &json!("LIMIT_REACHED")));
    let first = scene.begin("s0").await;
    assert_eq!(scene.come_back(&scene.visit(&first).await, "*/*").await.status, 200);
    scene.begin("s32").await;
}

#[tokio::test]
async fn the_store_is_a_file_that_only_its_owner_reads() {
    use std::os::unix::fs::PermissionsExt as _;
    let scene = OauthScene::start().await;
    scene.log_in(GUARDED).await;
    let mode = scene.store_path().metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn a_backend_that_ends_does_not_wait_for_users() {
    let behaviour = AuthBehaviour::default();
    let scene = OauthScene::patient_for(behaviour, Duration::from_secs(3600)).await;
    let url = scene.begin(GUARDED).await;
    let location = scene.visit(&url).await;
    scene.backend.shutdown().await;
    let late =
        scene.bare(Request::new("GET", location.split_once(&scene.address.to_string()).unwrap().1)).await;
    assert_eq!(late.status, 400, "{late:#?}");
    assert!(scene.stored().is_empty());
}

#[tokio::test]
async fn a_logout_ends_the_login_that_waits_so_that_a_late_user_changes_nothing() {
    let scene = OauthScene::start().await;
    let late = scene.visit(&scene.begin(GUARDED).await).await;
    let other = scene.visit(&scene.begin("other").await).await;
    assert_eq!(scene.ask("DELETE", "/oauth/token/guarded").await.status, 204);
    let status = scene.ask("GET", "/oauth/status/guarded").await.json();
    assert_eq!((&status["pending"], &status["lastLogin"]["outcome"]), (&false.into(), &"failed".into()));
    let message = status["lastLogin"]["fault"]["message"].as_str().expect("a reason");
    assert!(message.contains("somebody logged out"), "{message}");
    assert_eq!(scene.come_back(&late, "application/json").await.status, 400);
    let status = scene.ask("GET", "/oauth/status/guarded").await.json();
    assert_eq!(status["tokens"], serde_json::json!([]), "{status:#}");
    assert_eq!(scene.come_back(&other, "application/json").await.status, 200, "another server's goes on");
}

#[tokio::test]
async fn every_error_of_the_backend_is_marked_with_its_code() {
    let scene = OauthScene::start().await;
    for (path, code) in
        [("/oauth/status/unheard-of", "SERVER_NOT_FOUND"), ("/oauth/authorize/program", "INVALID_REQUEST")]
    {
        let answer = scene.ask("GET", path).await;
        assert_eq!(answer.header("mcp-inspector-error"), code, "{answer:#?}");
        assert_eq!(answer.json()["error"]["code"], code);
    }
}

#[tokio::test]
async fn a_client_that_was_forgotten_is_registered_anew_and_the_browser_is_sent_once_more() {
    let scene = OauthScene::with_fault(AuthFault::ClientForgotten).await;
    assert_eq!(scene.log_in(GUARDED).await.status, 200);
    let back = scene.visit(&scene.begin(GUARDED).await).await;
    let told = scene.come_back(&back, "application/json").await;
    assert_eq!((told.status, &told.json()["error"]), (400, &json!("login_continues")), "{told:#?}");
    let url = told.json()["authorizationUrl"].as_str().unwrap().to_owned();
    let status = scene.status(GUARDED).await;
    assert_eq!((&status["pending"], &status["lastLogin"]["outcome"]), (&json!(true), &json!("waiting")));
    let done = scene.come_back(&scene.visit(&url).await, "text/html").await;
    assert!(done.status == 200 && done.body.contains("Logged in"), "{done:#?}");
    // The state of the first visit is used up.
    assert_eq!(scene.come_back(&back, "application/json").await.json()["error"], "invalid_state");
}

#[tokio::test]
async fn a_login_that_breaks_says_at_which_step_what_to_change_and_how_long_to_wait() {
    let scene = OauthScene::with_fault(AuthFault::Token429).await;
    let told = scene.log_in(GUARDED).await;
    assert_eq!((&told.json()["step"], &told.json()["retryAfter"]), (&json!("token"), &json!(7)), "{told:#?}");
    let back = scene.visit(&scene.begin(GUARDED).await).await;
    let page = scene.come_back(&back, "text/html").await;
    assert!(page.body.contains("step `token`") && page.body.contains("Try again in 7 s"), "{page:#?}");
}

#[tokio::test]
async fn an_answer_with_another_state_is_a_step_of_the_login_that_waits() {
    let scene = OauthScene::with_fault(AuthFault::WrongState).await;
    let back = scene.visit(&scene.begin(GUARDED).await).await;
    for _ in 0..3 {
        assert_eq!(scene.come_back(&back, "*/*").await.json()["error"], "invalid_state");
    }
    let status = scene.status(GUARDED).await;
    assert_eq!(status["lastLogin"]["outcome"], "waiting", "{status}");
    let steps = status["lastLogin"]["steps"].as_array().unwrap();
    let told = steps.iter().filter(|step| step["step"] == "redirect" && step["outcome"] == "warning").count();
    assert_eq!(told, 1, "{status}");
}
