//! The login that an entry of a config file sets up, under `oauth`.
//!
//! Unknown fields are left alone and named, because other clients keep their own there. One that is
//! almost ours, and of no other client that we know, is an error: it is a slip, and a login without what
//! it was to say would go astray.

use super::TargetError;
use super::document::{below, type_of, wrong_type};
use super::entry::given;
use crate::auth::scope;
use crate::auth::settings::{Grant, IdentityProvider, OAuthSettings, SecretText};
use crate::nearest::nearest_within;
use serde_json::{Map, Value};

/// The fields of `oauth`.
const FIELDS: [&str; 18] = [
    "clientId",
    "clientSecret",
    "clientMetadataUrl",
    "authorizationUrl",
    "tokenUrl",
    "issuer",
    "scopes",
    "grant",
    "privateKey",
    "privateKeyFile",
    "signingAlgorithm",
    "assertion",
    "assertionFile",
    "idp",
    "dpop",
    "redirectUri",
    "allowIssuerSlash",
    "allowPrivateHosts",
];

/// The fields of `idp` in it.
const IDP_FIELDS: [&str; 7] =
    ["issuer", "tokenUrl", "clientId", "clientSecret", "clientSecretFile", "idToken", "idTokenFile"];

/// Fields that other clients have and that are almost ours.
const OF_OTHERS: [&str; 7] =
    ["redirectUrl", "redirectURI", "redirectUris", "issuers", "grants", "clientUri", "clientURI"];

/// How many slips make a field of ours unknown. With more of them it is another field.
const MOST_SLIPS: usize = 2;

/// Reads `oauth` of an entry.
pub(super) fn read(
    file: &str,
    field: &str,
    fields: &Map<String, Value>,
) -> Result<OAuthSettings, TargetError> {
    let Some(value) = given(fields, "oauth") else { return Ok(OAuthSettings::default()) };
    let path = below(field, "oauth");
    let Value::Object(members) = value else {
        return Err(wrong_type(file, &path, "an object", type_of(value)));
    };
    Reader { file, path, members }.settings()
}

struct Reader<'a> {
    file: &'a str,
    path: String,
    members: &'a Map<String, Value>,
}

impl Reader<'_> {
    fn settings(&self) -> Result<OAuthSettings, TargetError> {
        Ok(OAuthSettings {
            client_id: self.text("clientId")?,
            client_secret: self.text("clientSecret")?,
            client_metadata_url: self.text("clientMetadataUrl")?,
            authorization_url: self.text("authorizationUrl")?,
            token_url: self.text("tokenUrl")?,
            issuer: self.text("issuer")?,
            scopes: self.scopes()?,
            grant: self.grant()?,
            private_key: self.secret("privateKey")?,
            signing_algorithm: self.text("signingAlgorithm")?,
            dpop: self.flag("dpop")?,
            redirect_uri: self.text("redirectUri")?,
            allow_issuer_slash: self.flag("allowIssuerSlash")?,
            allow_private_hosts: self.flag("allowPrivateHosts")?,
            unknown: self.unknown()?,
        })
    }

    fn unknown(&self) -> Result<Vec<String>, TargetError> {
        let mut unknown = self.names_besides(&FIELDS)?;
        if let Some(Value::Object(members)) = given(self.members, "idp") {
            let idp = Reader { file: self.file, path: below(&self.path, "idp"), members };
            unknown.extend(idp.names_besides(&IDP_FIELDS)?.iter().map(|name| below("idp", name)));
        }
        Ok(unknown)
    }

    /// The names of fields that are not among the known ones and are not meant to be.
    fn names_besides(&self, known: &[&str]) -> Result<Vec<String>, TargetError> {
        let given = self.members.keys().filter(|name| given(self.members, name).is_some());
        let mut unknown = Vec::new();
        for name in given.filter(|name| !known.contains(&name.as_str())) {
            let meant = nearest_within(MOST_SLIPS, name, known);
            if let Some(nearest) = meant.filter(|_| !OF_OTHERS.contains(&name.as_str())) {
                return Err(TargetError::UnknownField {
                    file: self.file.to_owned(),
                    field: below(&self.path, name),
                    nearest,
                });
            }
            unknown.push(name.clone());
        }
        Ok(unknown)
    }

    fn grant(&self) -> Result<Grant, TargetError> {
        let Some(word) = self.text("grant")? else { return self.without_grant() };
        match word.as_str() {
            "authorization_code" => Ok(Grant::AuthorizationCode),
            "client_credentials" => Ok(Grant::ClientCredentials),
            "jwt_bearer" => match self.secret("assertion")? {
                Some(assertion) => Ok(Grant::JwtBearer { assertion }),
                None => Err(self.missing("`assertion` or `assertionFile`")),
            },
            "enterprise_managed" => Ok(Grant::EnterpriseManaged(Box::new(self.provider()?))),
            _ => Err(TargetError::UnknownGrant {
                file: self.file.to_owned(),
                field: below(&self.path, "grant"),
                found: word,
            }),
        }
    }

    /// What serves one grant alone is of no use without that grant.
    fn without_grant(&self) -> Result<Grant, TargetError> {
        let is_given = |name| given(self.members, name).is_some();
        if is_given("assertion") || is_given("assertionFile") {
            return Err(self.missing("`\"grant\": \"jwt_bearer\"`, which its assertion is for"));
        }
        if is_given("idp") {
            return Err(self.missing("`\"grant\": \"enterprise_managed\"`, which its `idp` is for"));
        }
        Ok(Grant::AuthorizationCode)
    }

    fn provider(&self) -> Result<IdentityProvider, TargetError> {
        let members = match given(self.members, "idp") {
            Some(Value::Object(members)) => members,
            Some(other) => return Err(self.wrong("idp", "an object", type_of(other))),
            None => return Err(self.missing("`idp`, the identity provider")),
        };
        let idp = Reader { file: self.file, path: below(&self.path, "idp"), members };
        Ok(IdentityProvider {
            issuer: idp.text("issuer")?,
            token_url: idp.text("tokenUrl")?,
            client_id: idp.text("clientId")?,
            client_secret: idp.secret("clientSecret")?,
            id_token: idp.secret("idToken")?,
        })
    }

    /// A list of words, or one text of them.
    fn scopes(&self) -> Result<Vec<String>, TargetError> {
        match given(self.members, "scopes") {
            None => Ok(Vec::new()),
            Some(Value::String(text)) => Ok(scope::words(text)),
            Some(Value::Array(items)) => {
                let words = items.iter().map(|item| match item {
                    Value::String(word) => Ok(word.clone()),
                    other => Err(self.wrong("scopes", "a list of strings", type_of(other))),
                });
                words.collect()
            }
            Some(other) => Err(self.wrong("scopes", "a list of strings", type_of(other))),
        }
    }

    fn text(&self, key: &str) -> Result<Option<String>, TargetError> {
        match given(self.members, key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(other) => Err(self.wrong(key, "a string", type_of(other))),
        }
    }

    /// A secret as it is, or the file it is in under the same name with `File` behind it.
    fn secret(&self, key: &str) -> Result<Option<SecretText>, TargetError> {
        if let Some(text) = self.text(key)? {
            return Ok(Some(SecretText::Given(text)));
        }
        Ok(self.text(&format!("{key}File"))?.map(|path| SecretText::File(path.into())))
    }

    fn flag(&self, key: &str) -> Result<bool, TargetError> {
        match given(self.members, key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(self.wrong(key, "true or false", type_of(other))),
        }
    }

    fn wrong(&self, key: &str, expected: &'static str, found: &'static str) -> TargetError {
        wrong_type(self.file, &below(&self.path, key), expected, found)
    }

    fn missing(&self, missing: &'static str) -> TargetError {
        TargetError::LoginLacks { file: self.file.to_owned(), field: self.path.clone(), missing }
    }
}
