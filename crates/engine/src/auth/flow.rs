//! One login, from a known authorization server to a token that is kept.
//!
//! The user's part of it is in `flow/visit.rs`, renewing a token in `flow/renewal.rs`, keeping it in
//! `flow/keeping.rs`, and whom a configured client belongs to in `flow/belonging.rs`.

mod belonging;
mod keeping;
mod renewal;
mod visit;

pub(super) use belonging::{belongs, belongs_elsewhere, judge};
pub(super) use renewal::Occasion;

use super::authorizer::{Authorizer, Began};
use super::code_grant::CodeGrant;
use super::dpop::Prover;
use super::endpoint::{Endpoint, key_fault};
use super::identity::{self, Client, ClientAuth};
use super::key::SigningKey;
use super::login::Way;
use super::machine_grants::{self, Wanted};
use super::offer;
use super::secret::reveal;
use super::token::{Origin, Token};
use super::witness::Witness;
use mcp_inspector_core::auth::metadata::ServerMetadata;
use mcp_inspector_core::auth::settings::Grant;
use mcp_inspector_core::auth::walk::{Found, Source};
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::{Fault, FaultCode};
use std::sync::Arc;
use visit::Coded;

/// One login.
pub(super) struct Flow<'a> {
    pub(super) authorizer: &'a Authorizer,
    pub(super) grant: &'a dyn CodeGrant,
}

impl Flow<'_> {
    /// Obtains a token by the grant that is set up.
    pub(super) async fn log_in(
        &self,
        found: &Found,
        scopes: Vec<String>,
        began: &Began,
        witness: &dyn Witness,
    ) -> Result<Token, Fault> {
        let settings = &self.authorizer.settings;
        if matches!(self.authorizer.login.way, Way::StoredOnly) {
            return Err(self.authorizer.nothing_stored());
        }
        self.check_belonging(found, witness).await?;
        let prover = self.prover(found, witness).await?;
        let (obtained, client) = match &settings.grant_at(&found.server) {
            Grant::AuthorizationCode => {
                match self.code(found, &scopes, began, prover.clone(), witness).await? {
                    Coded::Granted(obtained, client) => (obtained, client),
                    Coded::Elsewhere(token) => return Ok(*token),
                }
            }
            grant => {
                let client = self.configured_client(found, grant)?;
                let endpoint = self.endpoint(&found.server, found, client.clone(), prover.clone())?;
                if found.source != Source::Configured {
                    let algorithm = endpoint.key.as_ref().map(|key| key.algorithm());
                    for step in offer::lacking(&found.server, grant, client.method, algorithm) {
                        witness.step(step).await;
                    }
                }
                let wanted = Wanted { resource: &found.resource, scopes: &scopes };
                let fetcher = &self.authorizer.fetcher;
                let obtained = match grant {
                    Grant::JwtBearer { assertion } => {
                        machine_grants::jwt_bearer(fetcher, &endpoint, assertion, wanted, witness).await
                    }
                    Grant::EnterpriseManaged(provider) => {
                        let issuer = identity::issuer_key(found);
                        machine_grants::enterprise_managed(
                            fetcher, &endpoint, provider, &issuer, wanted, witness,
                        )
                        .await
                    }
                    _ => machine_grants::client_credentials(fetcher, &endpoint, wanted, witness).await,
                };
                (obtained.map_err(|fault| fault.fault)?, client)
            }
        };
        let client = Client { method: obtained.method, ..client };
        let granted = obtained.granted;
        let record = self.record(found, &client, granted, &scopes, prover.as_deref(), witness).await;
        let kept = self.keep(&record, client.registration, self.belonging(&record), witness).await;
        Ok(Token::new(record, Origin::Granted)?.with_prover(prover).kept(kept))
    }

    fn configured_client(&self, found: &Found, grant: &Grant) -> Result<Client, Fault> {
        let settings = &self.authorizer.settings;
        match identity::configured(settings, &found.server) {
            Some(client) => Ok(client),
            // A workload is known by its assertion.
            None if matches!(grant, Grant::JwtBearer { .. }) => {
                Ok(Client { method: ClientAuth::None, ..Client::default() })
            }
            None => Err(Fault::new(
                FaultCode::InvalidConfig,
                "this grant needs a client that is registered beforehand",
            )
            .with_hint("give its id as `clientId` or `--client-id`, and its secret or private key")),
        }
    }

    fn endpoint(
        &self,
        server: &ServerMetadata,
        found: &Found,
        client: Client,
        prover: Option<Arc<Prover>>,
    ) -> Result<Endpoint, Fault> {
        let url = server.token_endpoint.clone().unwrap_or_default();
        let audience = found.issuer.clone().or_else(|| server.issuer.clone()).unwrap_or_else(|| url.clone());
        Ok(Endpoint { key: self.key(&client)?, url, audience, client, prover })
    }

    fn key(&self, client: &Client) -> Result<Option<Arc<SigningKey>>, Fault> {
        let settings = &self.authorizer.settings;
        match &settings.private_key {
            Some(text) if client.method == ClientAuth::PrivateKeyJwt => {
                let key = SigningKey::from_pem(&reveal(text)?, settings.signing_algorithm.as_deref());
                Ok(Some(Arc::new(key.map_err(|error| key_fault(&error).fault)?)))
            }
            _ => Ok(None),
        }
    }

    /// The key that the token is to be bound to, where that is wanted and possible.
    async fn prover(&self, found: &Found, witness: &dyn Witness) -> Result<Option<Arc<Prover>>, Fault> {
        let resource = found.resource_metadata.as_ref();
        let is_required = resource.is_some_and(|resource| resource.dpop_bound_access_tokens_required);
        if !self.authorizer.settings.dpop && !is_required {
            return Ok(None);
        }
        let algorithms = found.server.dpop_signing_alg_values_supported.as_deref().unwrap_or_default();
        if !algorithms.iter().any(|algorithm| algorithm == "ES256") {
            let step = AuthStep::new(
                StepName::Token,
                StepOutcome::Skipped,
                "no proof of possession: the authorization server does not offer it with ES256",
            );
            witness.step(step.by("RFC 9449 section 5.1")).await;
            return Ok(None);
        }
        let key = SigningKey::generate().map_err(|error| key_fault(&error).fault)?;
        Ok(Some(Arc::new(Prover::new(key))))
    }
}
