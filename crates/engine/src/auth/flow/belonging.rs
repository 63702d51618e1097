//! Whom a configured client belongs to: the authorization server that first granted it something.
//!
//! A server that is taken over could name another authorization server, and the secret would go there. So the
//! first one is kept in mind for each server, and no other is shown the client unless the user names it.

use super::super::discovery::failure;
use super::super::identity;
use super::super::store::{Binding, TokenRecord};
use super::super::witness::Witness;
use super::Flow;
use mcp_inspector_core::auth::walk::{Found, Source};
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_core::fault::Fault;

const RULE: &str = "MCP authorization, authorization server binding";

impl Flow<'_> {
    /// Refuses an authorization server that the configured client does not belong to.
    pub(super) async fn check_belonging(&self, found: &Found, witness: &dyn Witness) -> Result<(), Fault> {
        let settings = &self.authorizer.settings;
        let Some(client_id) = &settings.client_id else { return Ok(()) };
        // Whoever names the authorization server has decided.
        if settings.issuer.is_some() || found.source == Source::Configured {
            return Ok(());
        }
        let issuer = identity::issuer_key(found);
        let book = self.authorizer.login.store.read().map_err(|error| error.fault())?;
        match book.bound(&self.authorizer.server_key(), client_id) {
            Some(bound) if bound == issuer => Ok(()),
            Some(bound) => {
                let what =
                    format!("the configured client `{client_id}` belongs to another authorization server");
                let step = AuthStep::failed(StepName::Identity, what)
                    .by(RULE)
                    .wanted(format!("the server to name `{bound}`, as before"), format!("`{issuer}`"))
                    .advise(format!(
                        "if the client is known there too, name it: `\"issuer\": \"{issuer}\"` or `--issuer`; if not, beware: who runs it would be sent what is configured for another"
                    ));
                witness.step(step.clone()).await;
                Err(failure(&step))
            }
            None if settings.client_secret.is_some() => {
                let what =
                    format!("the secret of `{client_id}` goes to `{issuer}`, because the server names it");
                let step = AuthStep::new(StepName::Identity, StepOutcome::Warning, what)
                    .by(RULE)
                    .wanted("the authorization server of a secret to be configured", "no `issuer`")
                    .advise(format!(
                        "pin it: `\"issuer\": \"{issuer}\"` or `--issuer`; once it has granted something, no other gets the secret"
                    ));
                witness.step(step).await;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// What is kept in mind of a configured client that was granted a token.
    pub(super) fn belonging(&self, record: &TokenRecord) -> Option<Binding> {
        let is_configured = self.authorizer.settings.client_id.as_ref() == Some(&record.client_id);
        is_configured.then(|| Binding {
            server: self.authorizer.server_key(),
            client_id: record.client_id.clone(),
            issuer: record.issuer.clone(),
            bound_at: record.granted_at,
            ..Binding::default()
        })
    }
}
