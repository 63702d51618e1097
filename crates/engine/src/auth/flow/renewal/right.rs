//! What it takes to send a refresh token: nobody else may be sending it, and the next one must have a
//! place in the store.

use super::super::super::discovery::failure;
use super::super::super::endpoint::TokenFault;
use super::super::super::store::{RefreshGuard, StoreError, TokenRecord};
use super::super::super::token::Token;
use super::super::super::witness::Witness;
use super::super::Flow;
use super::Occasion;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome};
use std::time::Duration;

/// After how long it is told whom a renewal waits for.
const SILENCE: Duration = Duration::from_secs(1);

const RULE: &str = "OAuth 2.0 Security BCP, refresh token protection";

impl Flow<'_> {
    /// Waits until nobody else renews the token. One that is in no store is known to nobody else. To log
    /// in instead would ask the user for something that the other process is about to have.
    pub(super) async fn right_to_renew(
        &self,
        token: &Token,
        occasion: Occasion<'_>,
        witness: &dyn Witness,
    ) -> Result<Option<RefreshGuard>, TokenFault> {
        if !token.is_kept() {
            return Ok(None);
        }
        let store = &self.authorizer.login.store;
        let TokenRecord { issuer, resource, .. } = &token.record;
        let mut right = std::pin::pin!(store.refresh_lock(issuer, resource));
        let right = match tokio::time::timeout(SILENCE, &mut right).await {
            Ok(right) => right,
            Err(_) => {
                witness.step(waiting(store.refresher(issuer, resource))).await;
                right.await
            }
        };
        let error = match right {
            Ok(right) => return Ok(Some(right)),
            Err(error) => error,
        };
        let what = "the token is not renewed: another run has been at it for a while";
        let wanted = "one run at a time to renew it, and to be done soon";
        Err(unable(what, wanted, &error, occasion, witness).await)
    }

    /// Finds out whether the next token could be kept. What it is asked for with may be good for one use.
    pub(super) async fn check_place(
        &self,
        token: &Token,
        occasion: Occasion<'_>,
        witness: &dyn Witness,
    ) -> Result<(), TokenFault> {
        // Whoever has a token that is in no store has nothing to lose there.
        if !token.is_kept() {
            return Ok(());
        }
        let Err(error) = self.authorizer.login.store.check_writable().await else { return Ok(()) };
        let what = "the token is not renewed: the next one could not be kept";
        Err(unable(what, "a token store that can be written", &error, occasion, witness).await)
    }
}

fn waiting(holder: Option<u32>) -> AuthStep {
    let who = match holder {
        Some(process) if process == std::process::id() => "another session of this process".to_owned(),
        Some(process) => format!("process {process}"),
        None => "another process".to_owned(),
    };
    AuthStep::new(
        StepName::Refresh,
        StepOutcome::Warning,
        format!("{who} renews the token: it is waited for"),
    )
    .by(RULE)
}

async fn unable(
    what: &str,
    wanted: &str,
    error: &StoreError,
    occasion: Occasion<'_>,
    witness: &dyn Witness,
) -> TokenFault {
    let step = AuthStep::failed(StepName::Refresh, what)
        .by(RULE)
        .wanted(wanted, error.to_string())
        .advise(error.hint().unwrap_or_default());
    witness.step(AuthStep { outcome: occasion.failing(), ..step.clone() }).await;
    failure(&step).into()
}
