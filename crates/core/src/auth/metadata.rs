//! What resources and authorization servers say about themselves.
//!
//! Read field by field, so that one field of a wrong type costs that field and not the document.

use crate::brief::brief;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The metadata of a protected resource (RFC 9728).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceMetadata {
    /// The resource it is about.
    pub resource: Option<String>,
    /// The issuers whose tokens it takes.
    pub authorization_servers: Vec<String>,
    /// All scopes there are.
    pub scopes_supported: Option<Vec<String>>,
    /// Whether it takes only tokens that are bound to a key.
    pub dpop_bound_access_tokens_required: bool,
}

/// The metadata of an authorization server (RFC 8414, OpenID Connect Discovery).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerMetadata {
    /// Who it is.
    pub issuer: Option<String>,
    /// Where users are sent.
    pub authorization_endpoint: Option<String>,
    /// Where grants become tokens.
    pub token_endpoint: Option<String>,
    /// Where clients become known.
    pub registration_endpoint: Option<String>,
    /// Where tokens are given back.
    pub revocation_endpoint: Option<String>,
    /// The scopes it knows.
    pub scopes_supported: Option<Vec<String>>,
    /// The forms of proof for a code.
    pub code_challenge_methods_supported: Option<Vec<String>>,
    /// How clients can prove who they are at the token endpoint.
    pub token_endpoint_auth_methods_supported: Option<Vec<String>>,
    /// With which algorithms those sign who prove it with a key.
    pub token_endpoint_auth_signing_alg_values_supported: Option<Vec<String>>,
    /// The grants it takes.
    pub grant_types_supported: Option<Vec<String>>,
    /// Whether a URL can be a client's id.
    pub client_id_metadata_document_supported: bool,
    /// Whether it names itself when it sends users back.
    pub authorization_response_iss_parameter_supported: bool,
    /// The algorithms for proofs of possession.
    pub dpop_signing_alg_values_supported: Option<Vec<String>>,
    /// Profiles of grants, such as ID-JAG.
    pub authorization_grant_profiles_supported: Option<Vec<String>>,
}

/// A document as an object, or why it is none.
pub fn object(body: &[u8]) -> Result<Map<String, Value>, String> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(members)) => Ok(members),
        Ok(other) => Err(format!("JSON that is no object: {}", kind(&other))),
        Err(_) if looks_like_html(body) => Err("an HTML page".to_owned()),
        Err(_) if body.is_empty() => Err("nothing".to_owned()),
        Err(error) => Err(format!("something that is no JSON ({error})")),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

pub(super) fn looks_like_html(body: &[u8]) -> bool {
    body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<')
}

fn text(members: &Map<String, Value>, name: &str) -> Option<String> {
    members.get(name).and_then(Value::as_str).map(str::to_owned)
}

fn texts(members: &Map<String, Value>, name: &str) -> Option<Vec<String>> {
    let list = members.get(name)?.as_array()?;
    Some(list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// What a document has under a name, as it stands there, for those who wonder that it is not taken.
pub fn shown(members: &Map<String, Value>, name: &str) -> Option<String> {
    members.get(name).map(|value| format!("`{}`", brief(&value.to_string())))
}

fn flag(members: &Map<String, Value>, name: &str) -> bool {
    members.get(name).and_then(Value::as_bool).unwrap_or_default()
}

impl ResourceMetadata {
    /// Reads a document.
    pub fn read(members: &Map<String, Value>) -> Self {
        ResourceMetadata {
            resource: text(members, "resource"),
            authorization_servers: texts(members, "authorization_servers").unwrap_or_default(),
            scopes_supported: texts(members, "scopes_supported"),
            dpop_bound_access_tokens_required: flag(members, "dpop_bound_access_tokens_required"),
        }
    }
}

impl ServerMetadata {
    /// Reads a document.
    pub fn read(members: &Map<String, Value>) -> Self {
        ServerMetadata {
            issuer: text(members, "issuer"),
            authorization_endpoint: text(members, "authorization_endpoint"),
            token_endpoint: text(members, "token_endpoint"),
            registration_endpoint: text(members, "registration_endpoint"),
            revocation_endpoint: text(members, "revocation_endpoint"),
            scopes_supported: texts(members, "scopes_supported"),
            code_challenge_methods_supported: texts(members, "code_challenge_methods_supported"),
            token_endpoint_auth_methods_supported: texts(members, "token_endpoint_auth_methods_supported"),
            token_endpoint_auth_signing_alg_values_supported: texts(
                members,
                "token_endpoint_auth_signing_alg_values_supported",
            ),
            grant_types_supported: texts(members, "grant_types_supported"),
            client_id_metadata_document_supported: flag(members, "client_id_metadata_document_supported"),
            authorization_response_iss_parameter_supported: flag(
                members,
                "authorization_response_iss_parameter_supported",
            ),
            dpop_signing_alg_values_supported: texts(members, "dpop_signing_alg_values_supported"),
            authorization_grant_profiles_supported: texts(members, "authorization_grant_profiles_supported"),
        }
    }

    /// The endpoints that servers of 2025-03-26 have when they publish nothing.
    pub fn by_default(origin: &str) -> Self {
        ServerMetadata {
            authorization_endpoint: Some(format!("{origin}/authorize")),
            token_endpoint: Some(format!("{origin}/token")),
            registration_endpoint: Some(format!("{origin}/register")),
            code_challenge_methods_supported: Some(vec!["S256".to_owned()]),
            ..ServerMetadata::default()
        }
    }

    /// The endpoints, by the names of their fields.
    pub fn endpoints(&self) -> impl Iterator<Item = (&'static str, &str)> {
        [
            ("authorization_endpoint", &self.authorization_endpoint),
            ("token_endpoint", &self.token_endpoint),
            ("registration_endpoint", &self.registration_endpoint),
            ("revocation_endpoint", &self.revocation_endpoint),
        ]
        .into_iter()
        .filter_map(|(name, url)| Some((name, url.as_deref()?)))
    }

    /// Whether clients can use `method` at the token endpoint. Without a list it is Basic
    /// (RFC 8414, section 2).
    pub fn takes_method(&self, method: &str) -> bool {
        match &self.token_endpoint_auth_methods_supported {
            Some(methods) => methods.iter().any(|one| one == method),
            None => method == "client_secret_basic",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_a_wrong_type_costs_only_itself() {
        let document = br#"{"issuer":"https://a","token_endpoint":7,"scopes_supported":["x",1],
            "client_id_metadata_document_supported":"yes"}"#;
        let metadata = ServerMetadata::read(&object(document).unwrap());
        assert_eq!(metadata.issuer.as_deref(), Some("https://a"));
        assert_eq!(metadata.token_endpoint, None);
        assert_eq!(metadata.scopes_supported, Some(vec!["x".to_owned()]));
        assert!(!metadata.client_id_metadata_document_supported);
        assert!(metadata.takes_method("client_secret_basic") && !metadata.takes_method("none"));
    }

    #[test]
    fn what_is_no_document_is_named() {
        assert_eq!(object(b" <html>").unwrap_err(), "an HTML page");
        assert_eq!(object(b"").unwrap_err(), "nothing");
        assert_eq!(object(b"[]").unwrap_err(), "JSON that is no object: an array");
        assert!(object(b"{\"a\"").unwrap_err().starts_with("something that is no JSON"));
    }
}
