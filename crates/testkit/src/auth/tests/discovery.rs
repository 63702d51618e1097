//! Faults before the login: the challenge and both kinds of metadata.

use super::*;

fn challenge(server: &AuthServer) -> Option<String> {
    let answer = call(server, "", "initialize", &json!({}));
    assert_eq!(answer.status, 401);
    answer.header("www-authenticate").map(str::to_owned)
}

/// The answer at the usual place of the resource metadata.
fn resource(server: &AuthServer) -> Answer {
    get(&format!("{}{PRM}/mcp", origin(server)))
}

/// The answer at the usual place of the server metadata.
fn authority(server: &AuthServer) -> Answer {
    get(&(server.issuer() + OAUTH))
}

/// The statuses at all places of the server metadata for an issuer with this path.
fn places(server: &AuthServer, path: &str) -> [u16; 3] {
    let host = server.issuer().strip_suffix(path).unwrap().to_owned();
    [format!("{OAUTH}{path}"), format!("{OIDC}{path}"), format!("{path}{OIDC}")]
        .map(|place| get(&format!("{host}{place}")).status)
}

#[test]
fn the_challenge_lacks_what_is_said() {
    assert_eq!(challenge(&with(AuthFault::NoChallengeHeader)), None);
    let bare = Some(r#"Bearer scope="mcp files""#.to_owned());
    let server = with(AuthFault::NoMetadataUrl);
    assert_eq!(challenge(&server), bare);
    assert_eq!(resource(&server).status, 200);
    assert_eq!(challenge(&with(AuthFault::PrmMissing)), bare);
}

#[test]
fn resource_metadata_is_at_the_root_only() {
    let server = with(AuthFault::PrmAtRootOnly);
    let url = format!("{}{PRM}", origin(&server));
    assert!(challenge(&server).unwrap().contains(&format!("resource_metadata=\"{url}\"")));
    assert_eq!(resource(&server).status, 404);
    assert_eq!(get(&url).json()["resource"], server.url());
    let usual = good();
    assert_eq!(get(&format!("{}{PRM}", origin(&usual))).status, 404);
}

#[test]
fn without_resource_metadata_the_authority_is_on_the_same_origin() {
    let server = with(AuthFault::PrmMissing);
    assert_eq!(resource(&server).status, 404);
    assert_eq!(get(&format!("{}{PRM}", origin(&server))).status, 404);
    assert_eq!(server.issuer(), origin(&server));
    assert_eq!(authority(&server).json()["token_endpoint"], format!("{}/token", origin(&server)));
    let redirect = authorize(&server, &[("resource", "")]);
    let tokens = redeem(&server, &redirect["code"], &[("resource", "")]).json();
    assert_eq!(entry(&server, &tokens["access_token"]), 200);
    let oldest = AuthServer::start(AuthBehaviour::with(&[AuthFault::PrmMissing, AuthFault::AsMissing]));
    assert_eq!(authority(&oldest).status, 404);
    assert_eq!(authorize(&oldest, &[]).get("iss"), None);
    assert_eq!(entry(&oldest, &log_in(&oldest)["access_token"]), 200);
}

#[test]
fn resource_metadata_is_wrong_as_named() {
    let mismatch = resource(&with(AuthFault::PrmResourceMismatch)).json();
    assert_eq!(mismatch["resource"], "https://other.example/mcp");
    let none = resource(&with(AuthFault::PrmNoServers)).json();
    assert_eq!(none["authorization_servers"], json!([]));
    let page = resource(&with(AuthFault::PrmHtml));
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let broken = resource(&with(AuthFault::PrmBrokenJson));
    assert_eq!((broken.status, broken.header("content-type")), (200, Some("application/json")));
    assert!(serde_json::from_slice::<Value>(&broken.body).is_err());
}

#[test]
fn the_first_of_two_authorities_is_dead() {
    let server = with(AuthFault::PrmTwoServers);
    let servers = resource(&server).json()["authorization_servers"].clone();
    assert_eq!(servers[1], server.issuer());
    let host = servers[0].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
    let silence = Connection::open(&host).unwrap().send("GET", OAUTH, "", "");
    assert!(silence.is_err(), "{silence:?}");
    assert_eq!(entry(&server, &log_in(&server)["access_token"]), 200);
}

#[test]
fn server_metadata_is_at_the_named_place_only() {
    let both = AuthServer::start(AuthBehaviour::with(&[AuthFault::AsPathIssuer, AuthFault::AsOidcOnly]));
    for (server, path, expected) in [
        (good(), "", [200, 404, 404]),
        (with(AuthFault::AsOidcOnly), "", [404, 200, 200]),
        (with(AuthFault::AsPathIssuer), "/tenant", [200, 404, 404]),
        (with(AuthFault::AsPathOidcAppended), "/tenant", [404, 404, 200]),
        (both, "/tenant", [404, 200, 404]),
        (with(AuthFault::AsMissing), "", [404, 404, 404]),
    ] {
        assert_eq!(places(&server, path), expected);
        assert_eq!(entry(&server, &log_in(&server)["access_token"]), 200);
        assert_eq!((server.token_requests().len(), server.authorize_requests().len()), (1, 1));
    }
}

#[test]
fn server_metadata_is_wrong_as_named() {
    let slash = with(AuthFault::AsIssuerSlash);
    assert_eq!(authority(&slash).json()["issuer"], slash.issuer() + "/");
    assert_eq!(authorize(&slash, &[])["iss"], slash.issuer() + "/");
    let document = |fault| authority(&with(fault)).json();
    assert_eq!(document(AuthFault::AsWrongIssuer)["issuer"], "https://other.example");
    assert_eq!(document(AuthFault::AsNoPkce).get("code_challenge_methods_supported"), None);
    assert_eq!(document(AuthFault::AsPlainPkce)["code_challenge_methods_supported"], json!(["plain"]));
    assert_eq!(document(AuthFault::NoRegistration).get("registration_endpoint"), None);
    assert!(document(AuthFault::RegistrationRefused)["registration_endpoint"].is_string());
}

#[test]
fn server_metadata_is_an_error_page_or_elsewhere_or_too_long() {
    let page = authority(&with(AuthFault::AsHtmlError));
    assert_eq!(page.status, 500);
    assert!(page.text().contains("<script>"));
    let server = with(AuthFault::AsRedirect);
    let moved = authority(&server);
    assert_eq!(moved.status, 302);
    let location = moved.header("location").unwrap();
    assert!(location.starts_with(&origin(&server)));
    assert_eq!(get(location).json()["issuer"], server.issuer());
    let long = authority(&with(AuthFault::OversizedMetadata));
    assert!(long.body.len() > 20_000_000);
    assert!(long.json()["issuer"].is_string());
}
