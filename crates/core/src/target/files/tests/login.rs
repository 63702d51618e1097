//! `oauth` of an entry: fields that are not known, and grants that lack something.

use super::*;
use serde_json::{Value, json};

fn oauth(oauth: &Value) -> Result<Vec<String>, TargetError> {
    let text = json!({ "mcpServers": { "w": { "url": "https://a.example", "oauth": oauth } } }).to_string();
    let target = read(&text).entry("w").unwrap().target.clone()?;
    let crate::target::Transport::Http(http) = target.transport else { panic!("a URL is HTTP") };
    Ok(http.oauth.unknown)
}

#[test]
fn a_field_that_is_almost_known_is_an_error_with_the_name_that_was_meant() {
    for (wrong, meant) in [
        ("scope", "scopes"),
        ("client_id", "clientId"),
        ("clientid", "clientId"),
        ("clientSecert", "clientSecret"),
        ("private_key_file", "privateKeyFile"),
        ("allowPrivateHost", "allowPrivateHosts"),
    ] {
        let error = oauth(&json!({ wrong: "x" })).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("mcp.json: `mcpServers.w.oauth.{wrong}` is not a known field"),
            "{wrong}"
        );
        assert_eq!(error.hint(), Some(format!("did you mean `{meant}`?")));
        assert_eq!(error.field(), Some(&*format!("mcpServers.w.oauth.{wrong}")));
    }
    let idp = json!({ "grant": "enterprise_managed", "idp": { "issuer": "https://i", "idtoken": "t" } });
    let error = oauth(&idp).unwrap_err();
    assert_eq!(error.hint().as_deref(), Some("did you mean `idToken`?"));
}

#[test]
fn fields_of_other_clients_are_left_alone_and_named() {
    let others = json!({
        "clientId": "c", "enabled": true, "audiences": ["a"], "callbackPort": 8080, "registrationUrl": "https://r",
        "authServerMetadataUrl": "https://m", "tokenParamName": "t", "scopes": ["s"], "nothing": null, "grantType": "code",
    });
    let mut unknown = oauth(&others).unwrap();
    unknown.sort();
    assert_eq!(
        unknown,
        [
            "audiences",
            "authServerMetadataUrl",
            "callbackPort",
            "enabled",
            "grantType",
            "registrationUrl",
            "tokenParamName"
        ]
    );
    let idp = json!({ "grant": "enterprise_managed", "idp": { "issuer": "https://i", "audience": "t" } });
    assert_eq!(oauth(&idp).unwrap(), ["idp.audience"]);
    for other in [
        "redirectUrl",
        "redirectURI",
        "authorizationServer",
        "clientSecretEnv",
        "clientSecretFile",
        "issuers",
        "grants",
        "clientUri",
        "Authorization",
    ] {
        assert_eq!(oauth(&json!({ other: "x" })).unwrap(), [other]);
    }
    assert_eq!(oauth(&json!({ "clientId": "c", "dpop": true })).unwrap(), [] as [&str; 0]);
}

#[test]
fn what_serves_one_grant_alone_says_which_grant_is_missing() {
    for (fields, grant) in [
        (json!({ "assertion": "a.b.c" }), "jwt_bearer"),
        (json!({ "assertionFile": "/token" }), "jwt_bearer"),
        (json!({ "idp": { "issuer": "https://i" } }), "enterprise_managed"),
    ] {
        let error = oauth(&fields).unwrap_err();
        assert!(error.to_string().contains(&format!("`\"grant\": \"{grant}\"`")), "{error}");
        assert!(error.hint().unwrap().contains(grant), "{error:?}");
    }
    let error = oauth(&json!({ "grant": "jwt_bearer" })).unwrap_err();
    assert!(error.to_string().contains("`mcpServers.w.oauth` has no `assertion`"), "{error}");
}
