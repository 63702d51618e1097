//! Faults from registration on: the login, the tokens and their use.

use super::*;
use std::collections::BTreeSet;

const PATIENCE: Duration = Duration::from_secs(10);

/// Sends a request that is held back, and drops the server then; nothing must come.
fn is_silent(server: AuthServer, method: &str, path: &str, body: &str) {
    let host = server.issuer().strip_prefix("http://").unwrap().to_owned();
    let mut connection = Connection::open(&host).unwrap();
    let length = body.len();
    let request = format!("{method} {path} HTTP/1.1\r\nContent-Length: {length}\r\n\r\n{body}");
    connection.raw(request.as_bytes()).unwrap();
    assert!(server.wait_for_held(1, PATIENCE), "{method} {path} is not held back");
    drop(server);
    // A connection that is reset has brought nothing either.
    assert_eq!(connection.rest().unwrap_or_default(), b"");
}

#[test]
fn names_are_unique_and_lead_back() {
    let names: BTreeSet<&str> = AuthFault::ALL.iter().map(|fault| fault.name()).collect();
    assert_eq!(names.len(), AuthFault::ALL.len());
    for fault in AuthFault::ALL {
        assert_eq!(AuthFault::parse(fault.name()), Ok(*fault));
        assert!(!fault.description().is_empty());
    }
    assert!(AuthFault::parse("nice").unwrap_err().contains("`nice`"));
}

#[test]
fn what_is_slow_is_silent_until_the_end() {
    is_silent(with(AuthFault::AsSlow), "GET", OAUTH, "");
    is_silent(with(AuthFault::TokenSlow), "POST", "/token", "");
    is_silent(with(AuthFault::RefreshSlow), "POST", "/token", "grant_type=refresh_token");
}

#[test]
fn a_slow_refresh_goes_on_when_released() {
    let server = with(AuthFault::RefreshSlow);
    let tokens = log_in(&server);
    let renewed = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| refresh(&server, &tokens, &[]));
        assert!(server.wait_for_held(1, PATIENCE));
        assert!(!waiting.is_finished());
        server.release();
        waiting.join().unwrap()
    });
    assert_eq!(entry(&server, &renewed.json()["access_token"]), 200);
    assert_eq!(refresh(&server, &renewed.json(), &[]).status, 200);
}

#[test]
fn registration_goes_wrong_as_named() {
    let register = |fault| {
        let server = with(fault);
        let body = json!({ "redirect_uris": [REDIRECT] }).to_string();
        (ask("POST", &format!("{}/register", server.issuer()), "", &body), server.registrations().len())
    };
    assert_eq!(register(AuthFault::NoRegistration).0.status, 404);
    let (refusal, seen) = register(AuthFault::RegistrationRefused);
    refused(&refusal, 400, "invalid_client_metadata");
    assert_eq!(
        (&refusal.json()["error_description"], seen),
        (&json!("clients are registered by the help desk only"), 1)
    );
    let (page, _) = register(AuthFault::RegistrationHtml);
    assert_eq!((page.status, page.header("content-type")), (403, Some("text/html; charset=utf-8")));
}

#[test]
fn the_redirect_goes_wrong_as_named() {
    let denied = authorize(&with(AuthFault::AuthorizeDenied), &[]);
    assert_eq!((denied["error"].as_str(), denied.get("code")), ("access_denied", None));
    assert!(denied["error_description"].contains("<script>") && denied["error_description"].contains('"'));
    assert_eq!(denied["state"], "my state");
    assert_ne!(authorize(&with(AuthFault::WrongState), &[])["state"], "my state");
    let server = with(AuthFault::MissingIss);
    assert_eq!(authorize(&server, &[]).get("iss"), None);
    assert_eq!(
        get(&(server.issuer() + OAUTH)).json()["authorization_response_iss_parameter_supported"],
        true
    );
    assert_eq!(authorize(&with(AuthFault::WrongIss), &[])["iss"], "https://other.example");
    let empty = authorize(&with(AuthFault::NoCode), &[]);
    assert_eq!((empty.get("code"), empty.get("error")), (None, None));
}

#[test]
fn the_token_endpoint_goes_wrong_as_named() {
    let redeem_with = |fault| {
        let server = with(fault);
        redeem(&server, &authorize(&server, &[])["code"], &[])
    };
    refused(&redeem_with(AuthFault::TokenInvalidGrant), 400, "invalid_grant");
    let limited = redeem_with(AuthFault::Token429);
    assert_eq!((limited.status, limited.header("retry-after")), (429, Some("7")));
    let page = redeem_with(AuthFault::TokenHtml);
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let untyped = redeem_with(AuthFault::TokenNoType).json();
    assert!(untyped["access_token"].is_string() && untyped.get("token_type").is_none());
}

#[test]
fn tokens_are_worth_less_than_they_seem() {
    let server = with(AuthFault::TokenScopeShrink);
    let redirect = authorize(&server, &[("scope", "mcp files admin")]);
    let tokens = redeem(&server, &redirect["code"], &[]).json();
    assert_eq!(tokens["scope"], "mcp");
    let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
    assert_eq!(call(&server, &bearer, "tools/call", &json!({ "name": "admin" })).status, 403);

    let server = with(AuthFault::TokenExpiredAtOnce);
    let tokens = log_in(&server);
    assert_eq!(tokens["expires_in"], 0);
    assert_eq!(entry(&server, &tokens["access_token"]), 401);

    let server = with(AuthFault::TokenRefused);
    let tokens = log_in(&server);
    assert_eq!((tokens["expires_in"].as_u64(), entry(&server, &tokens["access_token"])), (Some(3600), 401));

    let server = with(AuthFault::EndlessScope);
    let redirect = authorize(&server, &[("scope", "mcp files admin")]);
    let tokens = redeem(&server, &redirect["code"], &[]).json();
    assert_eq!(entry(&server, &tokens["access_token"]), 403);
    assert_eq!(entry(&server, &json!("made-up")), 401);
}

#[test]
fn a_refresh_is_refused_while_its_token_is_good() {
    let server = with(AuthFault::RefreshRefused);
    let tokens = log_in(&server);
    refused(&refresh(&server, &tokens, &[]), 400, "invalid_grant");
    assert_eq!(entry(&server, &tokens["access_token"]), 200);
}

#[test]
fn what_is_revoked_stays_good_when_that_is_refused() {
    let server = with(AuthFault::RevocationRefused);
    let tokens = log_in(&server);
    let access = tokens["access_token"].as_str().unwrap();
    let body = changed(&[("client_id", AuthServer::PUBLIC_CLIENT_ID), ("token", access)], &[]);
    let media = "Content-Type: application/x-www-form-urlencoded\r\n";
    let refusal = ask("POST", &format!("{}/revoke", server.issuer()), media, &body);
    refused(&refusal, 400, "temporarily_unavailable");
    assert!(refusal.text().contains(access));
    assert_eq!(entry(&server, &tokens["access_token"]), 200);
}

#[test]
fn the_server_is_elsewhere_or_serves_something_else() {
    let server = with(AuthFault::EndlessUnnamedScope);
    let tokens = log_in(&server);
    assert_eq!(entry(&server, &tokens["access_token"]), 403);
    let server = with(AuthFault::SseOnly);
    assert_eq!(ask("POST", &server.url(), "", "{}").status, 405);
    assert_eq!(get(&server.url()).status, 401);
    let server = with(AuthFault::McpMoved);
    let moved = ask("POST", &server.url(), "", "{}");
    assert_eq!((moved.status, moved.header("location")), (308, Some("/moved-mcp")));
    assert_eq!(get(&format!("{}/moved-mcp", origin(&server))).status, 401);
}
