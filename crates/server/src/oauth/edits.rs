//! What somebody tries instead of what is configured for a login: for one attempt, and written nowhere.

use super::server::Server;
use mcp_inspector_engine::core::auth::settings::{Grant, OAuthSettings};
use mcp_inspector_engine::core::target::Transport;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Settings of a login that take the place of those of the configuration, for this time only. What is not
/// named stays as it is configured, but for the secret or key when another client or issuer is named; an empty
/// text stands for nothing.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = LoginEdits)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Edits {
    /// The id under which the authorization server knows us.
    #[serde(default)]
    client_id: Option<String>,
    /// The secret that goes with it.
    #[serde(default)]
    client_secret: Option<String>,
    /// The URL of a document about us.
    #[serde(default)]
    client_metadata_url: Option<String>,
    /// The authorization server to use when the resource names several.
    #[serde(default)]
    issuer: Option<String>,
    /// The scopes to ask for.
    #[serde(default)]
    scopes: Option<Vec<String>>,
}

/// What is configured for the logins of a server, as far as it may be shown.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LoginSettings)]
#[serde(rename_all = "camelCase")]
pub(super) struct Configured {
    /// The id under which the authorization server knows us.
    #[schema(required)]
    client_id: Option<String>,
    /// Whether a secret goes with it.
    has_client_secret: bool,
    /// The URL of a document about us.
    #[schema(required)]
    client_metadata_url: Option<String>,
    /// The authorization server to use.
    #[schema(required)]
    issuer: Option<String>,
    /// The scopes to ask for; none leaves that to the server.
    scopes: Vec<String>,
}

impl Edits {
    /// Whether fewer scopes than before may be meant.
    pub(super) fn names_scopes(&self) -> bool {
        self.scopes.is_some()
    }

    /// The server with these settings.
    pub(super) fn apply(&self, server: &Server) -> Server {
        let mut server = server.clone();
        let Transport::Http(http) = &mut server.target.transport else { return server };
        let settings: &mut OAuthSettings = &mut http.oauth;
        let issuer = settings.issuer.clone();
        let edited = [
            (&self.client_id, &mut settings.client_id),
            (&self.client_secret, &mut settings.client_secret),
            (&self.client_metadata_url, &mut settings.client_metadata_url),
            (&self.issuer, &mut settings.issuer),
        ];
        for (given, setting) in edited {
            if let Some(given) = given {
                *setting = Some(given.trim().to_owned()).filter(|given| !given.is_empty());
            }
        }
        // A secret or a key belongs to one client at one authorization server, and is shown to nobody else.
        if (self.client_id.is_some() || settings.issuer != issuer) && self.client_secret.is_none() {
            settings.client_secret = None;
            settings.private_key = None;
        }
        // Nor is the assertion of a workload: somebody has to log in there.
        if settings.issuer != issuer && matches!(settings.grant, Grant::JwtBearer { .. }) {
            settings.grant = Grant::default();
        }
        if let Some(scopes) = &self.scopes {
            settings.scopes = scopes.iter().filter(|scope| !scope.trim().is_empty()).cloned().collect();
        }
        server
    }
}

impl Configured {
    pub(super) fn of(server: &Server) -> Self {
        let Transport::Http(http) = &server.target.transport else {
            let nothing = OAuthSettings::default();
            return Configured::from(&nothing);
        };
        Configured::from(&*http.oauth)
    }
}

impl From<&OAuthSettings> for Configured {
    fn from(settings: &OAuthSettings) -> Self {
        Configured {
            client_id: settings.client_id.clone(),
            has_client_secret: settings.client_secret.is_some() || settings.private_key.is_some(),
            client_metadata_url: settings.client_metadata_url.clone(),
            issuer: settings.issuer.clone(),
            scopes: settings.scopes.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_inspector_engine::Target;
    use mcp_inspector_engine::core::auth::settings::SecretText;

    /// Whether the secret is still there after these edits of a client that is pinned to an issuer.
    fn keeps_secret(edits: &str) -> bool {
        let mut target = Target::url("https://mcp.example/mcp").unwrap();
        if let Transport::Http(http) = &mut target.transport {
            http.oauth.client_id = Some("me".to_owned());
            http.oauth.client_secret = Some("hush".to_owned());
            http.oauth.issuer = Some("https://as.example".to_owned());
        }
        let edits: Edits = serde_json::from_str(edits).unwrap();
        let edited = edits.apply(&Server { id: "it".to_owned(), target });
        let Transport::Http(http) = edited.target.transport else { return false };
        http.oauth.client_secret.is_some()
    }

    #[test]
    fn the_assertion_of_a_workload_stays_with_its_issuer() {
        let mut target = Target::url("https://mcp.example/mcp").unwrap();
        if let Transport::Http(http) = &mut target.transport {
            http.oauth.issuer = Some("https://as.example".to_owned());
            http.oauth.grant = Grant::JwtBearer { assertion: SecretText::Given("hush".to_owned()) };
        }
        let server = Server { id: "it".to_owned(), target };
        for (edits, is_kept) in
            [("{}", true), (r#"{ "issuer": "" }"#, false), (r#"{ "issuer": "https://o.example" }"#, false)]
        {
            let edits: Edits = serde_json::from_str(edits).unwrap();
            let edited = edits.apply(&server);
            let Transport::Http(http) = edited.target.transport else { panic!("it is a URL") };
            assert_eq!(matches!(http.oauth.grant, Grant::JwtBearer { .. }), is_kept);
        }
    }

    #[test]
    fn a_secret_stays_with_its_client_and_its_issuer() {
        let edited = keeps_secret;
        assert!(edited(r#"{ "scopes": ["a"] }"#));
        assert!(edited(r#"{ "issuer": "https://as.example" }"#));
        assert!(!edited(r#"{ "issuer": "https://other.example" }"#));
        assert!(!edited(r#"{ "issuer": "" }"#), "whichever the server names is another one too");
        assert!(!edited(r#"{ "clientId": "you" }"#));
        assert!(edited(r#"{ "issuer": "https://other.example", "clientSecret": "theirs" }"#));
    }
}
