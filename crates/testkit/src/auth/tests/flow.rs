//! The good server, from the first refusal to revocation.

use super::*;

#[test]
fn a_client_that_knows_only_the_url_gets_in() {
    let server = good();
    let first = call(&server, "", "initialize", &json!({}));
    let metadata_url = format!("{}{PRM}/mcp", origin(&server));
    let challenge = format!(r#"Bearer resource_metadata="{metadata_url}", scope="mcp files""#);
    assert_eq!((first.status, first.header("www-authenticate")), (401, Some(challenge.as_str())));

    let resource = get(&metadata_url).json();
    assert_eq!(resource["resource"], server.url());
    assert_eq!(resource["authorization_servers"], json!([server.issuer()]));
    assert_ne!(origin(&server), server.issuer());

    let authority = get(&(server.issuer() + OAUTH)).json();
    assert_eq!(authority["issuer"], server.issuer());
    assert_eq!(authority["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(authority["authorization_response_iss_parameter_supported"], true);

    let metadata = json!({
        "redirect_uris": [REDIRECT], "application_type": "native", "token_endpoint_auth_method": "none",
    });
    let registered = ask(
        "POST",
        authority["registration_endpoint"].as_str().unwrap(),
        "Content-Type: application/json\r\n",
        &metadata.to_string(),
    );
    assert_eq!(registered.status, 201);
    assert_eq!(registered.json().get("client_secret"), None);
    let client_id = registered.json()["client_id"].as_str().unwrap().to_owned();

    let redirect = authorize(&server, &[("client_id", &client_id)]);
    assert_eq!((redirect["state"].as_str(), &redirect["iss"]), ("my state", &server.issuer()));
    let tokens = redeem(&server, &redirect["code"], &[("client_id", &client_id)]).json();
    assert_eq!(
        (&tokens["token_type"], &tokens["expires_in"], &tokens["scope"]),
        (&json!("Bearer"), &json!(3600), &json!("mcp files"))
    );

    assert_eq!(entry(&server, &tokens["access_token"]), 200);
    let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
    let echo =
        call(&server, &bearer, "tools/call", &json!({ "name": "echo", "arguments": { "text": "hi" } }));
    assert_eq!(echo.json()["result"]["content"][0]["text"], "hi");

    assert_eq!(server.registrations(), [metadata]);
    assert_eq!(server.token_requests()[0]["code_verifier"], VERIFIER);
    assert_eq!(server.authorize_requests()[0]["resource"], server.url());
    let paths: Vec<String> = server.requests().iter().map(|seen| seen.bare_path().to_owned()).collect();
    let prm = format!("{PRM}/mcp");
    assert_eq!(paths, ["/mcp", &prm, OAUTH, "/register", "/authorize", "/token", "/mcp", "/mcp"]);
}

#[test]
fn the_tool_admin_needs_its_scope() {
    let server = good();
    let params = json!({ "name": "admin" });
    let bearer = |tokens: &Value| format!("Bearer {}", tokens["access_token"].as_str().unwrap());
    let low = bearer(&log_in(&server));
    call(&server, &low, "initialize", &json!({}));
    let tools = call(&server, &low, "tools/list", &json!({})).json();
    assert!(tools["result"]["tools"].as_array().unwrap().iter().any(|tool| tool["name"] == "admin"));
    let refusal = call(&server, &low, "tools/call", &params);
    let url = format!("{}{PRM}/mcp", origin(&server));
    let challenge = format!(r#"Bearer error="insufficient_scope", resource_metadata="{url}", scope="admin""#);
    assert_eq!((refusal.status, refusal.header("www-authenticate")), (403, Some(challenge.as_str())));

    let redirect = authorize(&server, &[("scope", "mcp files admin")]);
    let high = bearer(&redeem(&server, &redirect["code"], &[]).json());
    let answer = call(&server, &high, "tools/call", &params);
    assert_eq!(answer.json()["result"]["content"][0]["text"], "you are admin");
}

#[test]
fn tokens_end_as_the_test_says() {
    let server = good();
    let tokens = log_in(&server);
    assert_eq!(entry(&server, &json!("made-up")), 401);
    assert_eq!(entry(&server, &tokens["access_token"]), 200);
    server.expire_tokens();
    let refusal = call(
        &server,
        &format!("Bearer {}", tokens["access_token"].as_str().unwrap()),
        "initialize",
        &json!({}),
    );
    assert_eq!(refusal.status, 401);
    assert!(refusal.header("www-authenticate").unwrap().contains(r#"error="invalid_token""#));
    let renewed = refresh(&server, &tokens, &[]).json();
    assert_eq!(entry(&server, &renewed["access_token"]), 200);
    server.revoke_all();
    assert_eq!(entry(&server, &renewed["access_token"]), 401);
    refused(&refresh(&server, &renewed, &[]), 400, "invalid_grant");
}

#[test]
fn a_refresh_token_that_comes_twice_takes_its_family_with_it() {
    let server = good();
    let (tokens, others) = (log_in(&server), log_in(&server));
    let renewed = refresh(&server, &tokens, &[]).json();
    assert_ne!(renewed["refresh_token"], tokens["refresh_token"]);
    refused(&refresh(&server, &tokens, &[]), 400, "invalid_grant");
    assert_eq!(entry(&server, &renewed["access_token"]), 401);
    refused(&refresh(&server, &renewed, &[]), 400, "invalid_grant");
    assert_eq!(refresh(&server, &others, &[]).status, 200);
}

#[test]
fn a_refresh_that_does_not_fit_leaves_its_token_good() {
    let server = good();
    let tokens = log_in(&server);
    refused(&refresh(&server, &tokens, &[("scope", "mcp admin")]), 400, "invalid_scope");
    refused(&refresh(&server, &tokens, &[("resource", "")]), 400, "invalid_target");
    let secret = AuthServer::CLIENT_SECRET;
    let other = [("client_id", AuthServer::CLIENT_ID), ("client_secret", secret)];
    refused(&refresh(&server, &tokens, &other), 400, "invalid_grant");
    let narrow = refresh(&server, &tokens, &[("scope", "mcp")]).json();
    assert_eq!(narrow["scope"], "mcp");
    assert_eq!(refresh(&server, &narrow, &[]).json()["scope"], "mcp files");
}

#[test]
fn a_code_is_good_once_and_for_what_it_was_given_for() {
    let server = good();
    let wrong: [(&[(&str, &str)], &str); 6] = [
        (&[("code_verifier", "another-verifier-of-forty-three-characters-")], "invalid_grant"),
        (&[("redirect_uri", "http://127.0.0.1:4712/callback")], "invalid_grant"),
        (&[("code", "code-0-guessed")], "invalid_grant"),
        (&[("resource", "")], "invalid_target"),
        (&[("resource", "http://127.0.0.1/other")], "invalid_target"),
        (&[("grant_type", "password")], "unsupported_grant_type"),
    ];
    for (changes, error) in wrong {
        let code = authorize(&server, &[])["code"].clone();
        refused(&redeem(&server, &code, changes), 400, error);
    }
    let code = authorize(&server, &[])["code"].clone();
    let secret = AuthServer::CLIENT_SECRET;
    let other = [("client_id", AuthServer::CLIENT_ID), ("client_secret", secret)];
    refused(&redeem(&server, &code, &other), 400, "invalid_grant");
    refused(&redeem(&server, &code, &[]), 400, "invalid_grant");
}

#[test]
fn what_is_asked_wrongly_is_said_in_the_redirect_if_that_is_safe() {
    let server = good();
    let wrong = [
        ("code_challenge", "", "invalid_request"),
        ("code_challenge_method", "plain", "invalid_request"),
        ("response_type", "token", "unsupported_response_type"),
        ("resource", "", "invalid_target"),
        ("scope", "mcp everything", "invalid_scope"),
    ];
    for (name, value, error) in wrong {
        let redirect = authorize(&server, &[(name, value)]);
        assert_eq!((redirect["error"].as_str(), redirect.get("code")), (error, None));
        assert_eq!((redirect["state"].as_str(), &redirect["iss"]), ("my state", &server.issuer()));
    }
    for (name, value) in [("client_id", "nobody"), ("redirect_uri", "http://evil.example/callback")] {
        let answer = get(&authorize_url(&server, &[(name, value)]));
        assert_eq!((answer.status, answer.header("location")), (400, None));
    }
}

#[test]
fn a_login_page_asks_first() {
    let server = AuthServer::start(AuthBehaviour { login_page: true, ..AuthBehaviour::default() });
    let page = get(&authorize_url(&server, &[]));
    assert_eq!(page.status, 200);
    let text = page.text();
    let link = |id: &str| {
        let (_, rest) = text.split_once(&format!("id=\"{id}\" href=\"")).unwrap();
        let path = rest.split('"').next().unwrap().replace("&amp;", "&");
        let answer = get(&(server.issuer() + &path));
        form::of_query(answer.header("location").unwrap())
    };
    assert_eq!(link("deny")["error"], "access_denied");
    assert_eq!(redeem(&server, &link("approve")["code"], &[]).status, 200);
}

#[test]
fn revocation_ends_a_token_or_its_family_of_the_right_client() {
    let server = good();
    let revoke = |name: &str, tokens: &Value, client: &str| {
        let body = form::encode([("token", tokens[name].as_str().unwrap()), ("client_id", client)]);
        ask("POST", &format!("{}/revoke", server.issuer()), "", &body).status
    };
    let tokens = log_in(&server);
    assert_eq!(revoke("access_token", &tokens, "nobody"), 401);
    assert_eq!(entry(&server, &tokens["access_token"]), 200);
    assert_eq!(revoke("access_token", &tokens, AuthServer::PUBLIC_CLIENT_ID), 200);
    assert_eq!(entry(&server, &tokens["access_token"]), 401);
    let renewed = refresh(&server, &tokens, &[]).json();
    assert_eq!(revoke("refresh_token", &renewed, AuthServer::PUBLIC_CLIENT_ID), 200);
    assert_eq!(entry(&server, &renewed["access_token"]), 401);
    assert_eq!(revoke("refresh_token", &renewed, AuthServer::PUBLIC_CLIENT_ID), 200);
}

#[test]
fn options_are_as_set() {
    let behaviour = AuthBehaviour { expires_in: 17, refresh_tokens: false, ..AuthBehaviour::default() };
    let tokens = log_in(&AuthServer::start(behaviour));
    assert_eq!((&tokens["expires_in"], tokens.get("refresh_token")), (&json!(17), None));
    let url = "https://client.example/metadata.json";
    let usual = good();
    let denied = get(&authorize_url(&usual, &[("client_id", url)]));
    assert_eq!(denied.status, 400);
    let server = AuthServer::start(AuthBehaviour { client_id_documents: true, ..AuthBehaviour::default() });
    assert_eq!(get(&(server.issuer() + OAUTH)).json()["client_id_metadata_document_supported"], true);
    let code = authorize(&server, &[("client_id", url)])["code"].clone();
    assert_eq!(redeem(&server, &code, &[("client_id", url)]).status, 200);
    let bare = get(&authorize_url(&server, &[("client_id", "https://client.example")]));
    assert_eq!(bare.status, 400);
}
