//! What the metadata of an authorization server does not offer, and a grant without a user is going to use.
//!
//! It is tried all the same, because metadata is often behind; but who wonders about a refusal finds it here.

use super::identity::ClientAuth;
use mcp_inspector_core::auth::metadata::ServerMetadata;
use mcp_inspector_core::auth::settings::Grant;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};

const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ID_JAG_PROFILE: &str = "urn:ietf:params:oauth:grant-profile:id-jag";

/// A warning for each thing that is not offered.
pub(super) fn lacking(
    server: &ServerMetadata,
    grant: &Grant,
    method: ClientAuth,
    algorithm: Option<&str>,
) -> Vec<AuthStep> {
    let has = |list: &Option<Vec<String>>, word: &str| {
        list.as_ref().is_some_and(|list| list.iter().any(|one| one == word))
    };
    let mut steps = Vec::new();
    let mut warn = |field: &str, word: &str, rule: &str| {
        let step = AuthStep::new(
            StepName::Token,
            StepOutcome::Warning,
            format!("the metadata does not offer `{word}`, which is going to be used"),
        );
        let step = step.by(rule).wanted(format!("`{word}` in `{field}`"), "none");
        steps.push(step.advise(format!("add it to `{field}`, or let the client use what is offered")));
    };
    let wanted = match grant {
        Grant::AuthorizationCode => return Vec::new(),
        Grant::ClientCredentials => "client_credentials",
        Grant::JwtBearer { .. } | Grant::EnterpriseManaged(_) => JWT_BEARER,
    };
    if server.grant_types_supported.is_some() && !has(&server.grant_types_supported, wanted) {
        warn("grant_types_supported", wanted, "RFC 8414 section 2");
    }
    if matches!(grant, Grant::EnterpriseManaged(_))
        && !has(&server.authorization_grant_profiles_supported, ID_JAG_PROFILE)
    {
        let field = "authorization_grant_profiles_supported";
        warn(field, ID_JAG_PROFILE, "MCP enterprise-managed authorization");
    }
    if method == ClientAuth::PrivateKeyJwt {
        let rule = "MCP client credentials, RFC 8414 section 2";
        if !server.takes_method(method.as_str()) {
            warn("token_endpoint_auth_methods_supported", method.as_str(), rule);
        }
        let algorithms = &server.token_endpoint_auth_signing_alg_values_supported;
        if let Some(algorithm) = algorithm.filter(|word| algorithms.is_some() && !has(algorithms, word)) {
            warn("token_endpoint_auth_signing_alg_values_supported", algorithm, rule);
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_inspector_core::auth::settings::IdentityProvider;

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|word| (*word).to_owned()).collect()
    }

    fn missed(server: &ServerMetadata, grant: &Grant, method: ClientAuth) -> usize {
        let steps = lacking(server, grant, method, Some("ES256"));
        assert!(steps.iter().all(|step| step.outcome == StepOutcome::Warning && step.advice.is_some()));
        steps.len()
    }

    #[test]
    fn what_is_not_offered_is_warned_of_and_what_is_offered_is_not() {
        let enterprise = Grant::EnterpriseManaged(Box::<IdentityProvider>::default());
        let (key, secret) = (ClientAuth::PrivateKeyJwt, ClientAuth::Basic);
        let bare = ServerMetadata::default();
        assert_eq!(missed(&bare, &Grant::ClientCredentials, secret), 0);
        assert_eq!(missed(&bare, &Grant::ClientCredentials, key), 1);
        assert_eq!(missed(&bare, &enterprise, secret), 1);
        assert_eq!(missed(&bare, &Grant::AuthorizationCode, key), 0);
        let other = ServerMetadata {
            grant_types_supported: Some(words(&["authorization_code"])),
            token_endpoint_auth_methods_supported: Some(words(&["private_key_jwt"])),
            token_endpoint_auth_signing_alg_values_supported: Some(words(&["RS256"])),
            ..ServerMetadata::default()
        };
        assert_eq!(missed(&other, &Grant::ClientCredentials, key), 2);
        assert_eq!(missed(&other, &enterprise, secret), 2);
        let full = ServerMetadata {
            grant_types_supported: Some(words(&["client_credentials", JWT_BEARER])),
            token_endpoint_auth_signing_alg_values_supported: Some(words(&["ES256"])),
            authorization_grant_profiles_supported: Some(words(&[ID_JAG_PROFILE])),
            ..other
        };
        assert_eq!(missed(&full, &Grant::ClientCredentials, key) + missed(&full, &enterprise, key), 0);
    }
}
