//! What a target has set up for its login, beforehand.
//!
//! The five fields of the configuration file that everybody has (`clientId`, `clientSecret`,
//! `authorizationUrl`, `tokenUrl`, `scopes`) and those of the other grants. Debug output never
//! shows a secret.

use super::metadata::ServerMetadata;
use crate::redact::REDACTED;
use std::fmt;
use std::path::PathBuf;

/// What a target has set up for its login.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct OAuthSettings {
    /// The id under which the authorization server knows us.
    pub client_id: Option<String>,
    /// The secret that goes with it.
    pub client_secret: Option<String>,
    /// The URL of a document about us, which is our id where the authorization server takes one.
    pub client_metadata_url: Option<String>,
    /// Where users are sent, instead of where the metadata says.
    pub authorization_url: Option<String>,
    /// Where grants become tokens, instead of where the metadata says.
    pub token_url: Option<String>,
    /// The authorization server to use when the resource names several.
    pub issuer: Option<String>,
    /// The scopes to ask for, instead of those that the server names.
    pub scopes: Vec<String>,
    /// How a token is obtained.
    pub grant: Grant,
    /// The key that proves who we are.
    pub private_key: Option<SecretText>,
    /// The algorithm to sign with; without it the one that fits the key.
    pub signing_algorithm: Option<String>,
    /// Ask for tokens that only work with a key of ours.
    pub dpop: bool,
    /// Where the user comes back to; on this machine.
    pub redirect_uri: Option<String>,
    /// Go on when an issuer differs from its metadata by a slash at the end.
    pub allow_issuer_slash: bool,
    /// Go to addresses of private networks although the server is not in one.
    pub allow_private_hosts: bool,
    /// The names of fields that were given and are not known.
    pub unknown: Vec<String>,
}

/// How a token is obtained.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Grant {
    /// A person logs in.
    #[default]
    AuthorizationCode,
    /// We log in as ourselves.
    ClientCredentials,
    /// A workload's token is handed in (RFC 7523).
    JwtBearer {
        /// That token.
        assertion: SecretText,
    },
    /// The identity provider of an organization vouches for the user (ID-JAG).
    EnterpriseManaged(Box<IdentityProvider>),
}

/// The identity provider of an organization.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdentityProvider {
    /// Who it is.
    pub issuer: Option<String>,
    /// Where tokens are exchanged; without it, where its metadata says.
    pub token_url: Option<String>,
    /// The id under which it knows us.
    pub client_id: Option<String>,
    /// The secret that goes with it.
    pub client_secret: Option<SecretText>,
    /// The user's identity token.
    pub id_token: Option<SecretText>,
}

/// A text of the settings, to be filled in.
#[derive(Debug)]
pub enum TextMut<'a> {
    /// A text.
    Text(&'a mut String),
    /// The path of a file.
    Path(&'a mut PathBuf),
}

/// A secret, as it is or in a file.
#[derive(Clone, PartialEq, Eq)]
pub enum SecretText {
    /// As it is.
    Given(String),
    /// In a file, read when it is needed: whoever renews it puts a new one there.
    File(PathBuf),
}

impl OAuthSettings {
    /// How a token is obtained at an authorization server. One that lets nobody in by a code, and
    /// knows us by a secret, is asked for a token of our own.
    pub fn grant_at(&self, server: &ServerMetadata) -> Grant {
        let takes = |grant: &str| match &server.grant_types_supported {
            Some(grants) => grants.iter().any(|one| one == grant),
            None => grant == "authorization_code",
        };
        let is_machine =
            self.is_confidential() && !takes("authorization_code") && takes("client_credentials");
        match &self.grant {
            Grant::AuthorizationCode if is_machine => Grant::ClientCredentials,
            grant => grant.clone(),
        }
    }

    /// Whether the client can prove who it is, so that it could get a token for itself.
    pub fn is_confidential(&self) -> bool {
        self.client_id.is_some() && (self.client_secret.is_some() || self.private_key.is_some())
    }

    /// Every text, with the name of its field.
    pub fn texts_mut(&mut self) -> Vec<(&'static str, TextMut<'_>)> {
        fn secret(text: &mut SecretText) -> TextMut<'_> {
            match text {
                SecretText::Given(text) => TextMut::Text(text),
                SecretText::File(path) => TextMut::Path(path),
            }
        }
        let mut all = Vec::new();
        for (name, slot) in [
            ("clientId", &mut self.client_id),
            ("clientSecret", &mut self.client_secret),
            ("clientMetadataUrl", &mut self.client_metadata_url),
            ("authorizationUrl", &mut self.authorization_url),
            ("tokenUrl", &mut self.token_url),
            ("issuer", &mut self.issuer),
            ("redirectUri", &mut self.redirect_uri),
        ] {
            all.extend(slot.as_mut().map(|text| (name, TextMut::Text(text))));
        }
        all.extend(self.scopes.iter_mut().map(|text| ("scopes", TextMut::Text(text))));
        all.extend(self.private_key.as_mut().map(|text| ("privateKey", secret(text))));
        match &mut self.grant {
            Grant::AuthorizationCode | Grant::ClientCredentials => {}
            Grant::JwtBearer { assertion } => all.push(("assertion", secret(assertion))),
            Grant::EnterpriseManaged(provider) => {
                for (name, slot) in [
                    ("idp.issuer", &mut provider.issuer),
                    ("idp.tokenUrl", &mut provider.token_url),
                    ("idp.clientId", &mut provider.client_id),
                ] {
                    all.extend(slot.as_mut().map(|text| (name, TextMut::Text(text))));
                }
                all.extend(provider.client_secret.as_mut().map(|text| ("idp.clientSecret", secret(text))));
                all.extend(provider.id_token.as_mut().map(|text| ("idp.idToken", secret(text))));
            }
        }
        all
    }

    /// The secrets that are known beforehand.
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        fn given(text: Option<&SecretText>) -> Option<&str> {
            match text? {
                SecretText::Given(text) => Some(text),
                SecretText::File(_) => None,
            }
        }
        let grant = match &self.grant {
            Grant::JwtBearer { assertion } => [given(Some(assertion)), None],
            Grant::EnterpriseManaged(provider) => {
                [given(provider.client_secret.as_ref()), given(provider.id_token.as_ref())]
            }
            _ => [None, None],
        };
        [self.client_secret.as_deref(), given(self.private_key.as_ref())].into_iter().chain(grant).flatten()
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SecretText::Given(_) => f.write_str(REDACTED),
            SecretText::File(path) => write!(f, "{}", path.display()),
        }
    }
}

impl fmt::Debug for OAuthSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OAuthSettings")
            .field("client_id", &self.client_id)
            .field("client_secret", &self.client_secret.as_ref().map(|_| REDACTED))
            .field("client_metadata_url", &self.client_metadata_url)
            .field("authorization_url", &self.authorization_url)
            .field("token_url", &self.token_url)
            .field("issuer", &self.issuer)
            .field("scopes", &self.scopes)
            .field("grant", &self.grant)
            .field("private_key", &self.private_key)
            .field("dpop", &self.dpop)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_only_takes_client_credentials_gets_them() {
        let server = |grants: &[&str]| ServerMetadata {
            grant_types_supported: Some(grants.iter().map(|grant| (*grant).to_owned()).collect()),
            ..ServerMetadata::default()
        };
        let known = OAuthSettings {
            client_id: Some("c".into()),
            client_secret: Some("s".into()),
            ..OAuthSettings::default()
        };
        assert_eq!(known.grant_at(&server(&["client_credentials"])), Grant::ClientCredentials);
        let both = server(&["authorization_code", "client_credentials"]);
        assert_eq!(known.grant_at(&both), Grant::AuthorizationCode);
        assert_eq!(known.grant_at(&ServerMetadata::default()), Grant::AuthorizationCode);
        let unknown = OAuthSettings::default();
        assert_eq!(unknown.grant_at(&server(&["client_credentials"])), Grant::AuthorizationCode);
    }

    #[test]
    fn debug_output_has_no_secret_and_all_are_known_to_the_redactor() {
        let settings = OAuthSettings {
            client_secret: Some("hush-1".into()),
            private_key: Some(SecretText::Given("hush-2".into())),
            grant: Grant::EnterpriseManaged(Box::new(IdentityProvider {
                client_secret: Some(SecretText::Given("hush-3".into())),
                id_token: Some(SecretText::Given("hush-4".into())),
                ..IdentityProvider::default()
            })),
            ..OAuthSettings::default()
        };
        assert!(!format!("{settings:?}").contains("hush"), "{settings:?}");
        assert_eq!(settings.secrets().collect::<Vec<_>>(), ["hush-1", "hush-2", "hush-3", "hush-4"]);
    }
}
