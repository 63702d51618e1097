//! Registration, the ways a client shows who it is, and the grants without a person.

use super::*;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ASSERTION_TYPE: (&str, &str) =
    ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");

fn basic(id: &str, secret: &str) -> String {
    let pair = form::encode([(id, secret)]).replacen('=', ":", 1);
    format!("Authorization: Basic {}\r\n", STANDARD.encode(pair))
}

fn register(server: &AuthServer, metadata: &Value) -> Answer {
    ask("POST", &format!("{}/register", server.issuer()), "", &metadata.to_string())
}

#[test]
fn registration_needs_redirects_that_are_safe() {
    let server = good();
    for uris in [json!(null), json!([]), json!([5]), json!(["http://evil.example/"]), json!([REDIRECT, "x:"])]
    {
        refused(&register(&server, &json!({ "redirect_uris": uris })), 400, "invalid_redirect_uri");
    }
    let odd = json!({ "redirect_uris": [REDIRECT], "token_endpoint_auth_method": "magic" });
    refused(&register(&server, &odd), 400, "invalid_client_metadata");
    assert_eq!(server.registrations().len(), 6);
}

#[test]
fn a_registered_client_with_a_secret_has_to_send_it() {
    let server = good();
    let metadata = json!({ "redirect_uris": [REDIRECT], "application_type": "native" });
    let client = register(&server, &metadata).json();
    let (id, secret) = (client["client_id"].as_str().unwrap(), client["client_secret"].as_str().unwrap());
    let code = || authorize(&server, &[("client_id", id)])["code"].clone();
    refused(&redeem(&server, &code(), &[("client_id", id)]), 401, "invalid_client");
    refused(
        &redeem(&server, &code(), &[("client_id", id), ("client_secret", "guess")]),
        401,
        "invalid_client",
    );
    assert_eq!(redeem(&server, &code(), &[("client_id", id), ("client_secret", secret)]).status, 200);
    let other = [("client_id", id), ("redirect_uri", "http://127.0.0.1:4712/callback")];
    assert_eq!(get(&authorize_url(&server, &other)).status, 400);
}

#[test]
fn client_credentials_come_as_basic_or_as_an_assertion() {
    let server = good();
    let wish = [("grant_type", "client_credentials"), ("scope", "admin")];
    let by_header = token(&server, &basic(AuthServer::CLIENT_ID, AuthServer::CLIENT_SECRET), &wish).json();
    assert_eq!((&by_header["scope"], by_header.get("refresh_token")), (&json!("admin"), None));
    assert_eq!(entry(&server, &by_header["access_token"]), 200);
    refused(&token(&server, &basic(AuthServer::CLIENT_ID, "guess"), &wish), 401, "invalid_client");
    refused(&token(&server, "Authorization: Basic ???\r\n", &wish), 401, "invalid_client");
    refused(&token(&server, "", &wish), 401, "invalid_client");
    let public = [wish[0], ("client_id", AuthServer::PUBLIC_CLIENT_ID)];
    refused(&token(&server, "", &public), 400, "unauthorized_client");

    let by_assertion = |changes: &Value| {
        let assertion = assertion(&server, changes);
        token(&server, "", &[wish[0], ASSERTION_TYPE, ("client_assertion", &assertion)])
    };
    assert_eq!(by_assertion(&json!({})).status, 200);
    assert_eq!(by_assertion(&json!({ "aud": ["x", format!("{}/token", server.issuer())] })).status, 200);
    for wrong in [
        json!({ "aud": "https://other.example" }),
        json!({ "sub": "someone" }),
        json!({ "iss": "someone", "sub": "someone" }),
        json!({ "exp": now() - 1 }),
    ] {
        refused(&by_assertion(&wrong), 401, "invalid_client");
    }
    let untyped = [wish[0], ("client_assertion", &assertion(&server, &json!({})))];
    refused(&token(&server, "", &untyped), 401, "invalid_client");
}

#[test]
fn an_identity_is_exchanged_for_an_assertion_and_that_for_a_token() {
    let server = good();
    let (client, issuer) = (basic(AuthServer::CLIENT_ID, AuthServer::CLIENT_SECRET), server.issuer());
    let exchange = |changes: &[(&str, &str)]| {
        let usual = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
            ("requested_token_type", "urn:ietf:params:oauth:token-type:id-jag"),
            ("subject_token", "an-identity"),
            ("subject_token_type", "urn:ietf:params:oauth:token-type:id_token"),
            ("audience", &issuer),
            ("scope", "mcp"),
        ];
        token(&server, &client, &[&usual, changes].concat())
    };
    let given = exchange(&[]).json();
    assert_eq!(
        (&given["issued_token_type"], &given["token_type"]),
        (&json!("urn:ietf:params:oauth:token-type:id-jag"), &json!("N_A"))
    );
    let jag = given["access_token"].as_str().unwrap();
    assert_eq!(Jwt::read(jag).unwrap().header["typ"], "oauth-id-jag+jwt");
    refused(&exchange(&[("subject_token", "")]), 400, "invalid_request");
    refused(&exchange(&[("requested_token_type", "")]), 400, "invalid_request");
    refused(&exchange(&[("audience", "")]), 400, "invalid_target");

    let bearer = [("grant_type", JWT_BEARER), ("assertion", jag), ("resource", "")];
    let tokens = token(&server, &client, &bearer).json();
    assert_eq!(tokens["scope"], "mcp");
    assert_eq!(entry(&server, &tokens["access_token"]), 200);
}

#[test]
fn a_workload_needs_no_client_id_but_an_assertion_for_this_server() {
    let server = good();
    let bearer = |changes: &Value, more: &[(&str, &str)]| {
        let assertion = assertion(&server, changes);
        token(&server, "", &[&[("grant_type", JWT_BEARER), ("assertion", &assertion)], more].concat())
    };
    assert_eq!(bearer(&json!({ "sub": "workload" }), &[]).status, 200);
    refused(&bearer(&json!({ "aud": "https://other.example" }), &[]), 400, "invalid_grant");
    refused(&bearer(&json!({}), &[("resource", "")]), 400, "invalid_target");
    refused(&bearer(&json!({}), &[("assertion", "a.b.c")]), 400, "invalid_grant");
}

#[test]
fn a_token_request_has_to_be_a_form() {
    let server = good();
    let body = r#"{"grant_type":"client_credentials"}"#;
    let answer =
        ask("POST", &format!("{}/token", server.issuer()), "Content-Type: application/json\r\n", body);
    refused(&answer, 400, "invalid_request");
    assert_eq!(get(&format!("{}/token", server.issuer())).status, 405);
}
