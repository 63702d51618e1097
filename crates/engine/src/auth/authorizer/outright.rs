//! What is asked for outside of any session: a login, a renewal. Its token has to be in the store afterwards.

use super::Authorizer;
use crate::auth::discovery;
use crate::auth::flow::Occasion;
use crate::auth::probe;
use crate::auth::token::Token;
use crate::auth::witness::Witness;
use mcp_inspector_core::auth::{AuthStep, StepName};
use mcp_inspector_core::fault::{Fault, FaultCode};
use std::sync::Arc;

impl Authorizer {
    /// Logs in, whatever is stored. Whoever asks for that wants the token to be there afterwards, so
    /// nobody is asked for one that could not be kept.
    pub(crate) async fn log_in(&self, witness: &dyn Witness) -> Result<Arc<Token>, Fault> {
        self.check_store(witness).await?;
        self.tell_what_is_kept(witness).await;
        let refusal = probe::probe(self, witness).await?;
        let token = self.obtain(&refusal, None, self.now(), witness).await?;
        self.kept(token)
    }

    /// Renews the token that is stored.
    pub(crate) async fn renew_stored(&self, witness: &dyn Witness) -> Result<Arc<Token>, Fault> {
        let Some(token) = self.current(witness).await? else { return Err(self.nothing_stored()) };
        let refreshed = self.refresh(&token, Occasion::Wished, witness).await;
        self.kept(refreshed.map_err(|fault| fault.fault)?)
    }

    /// Makes known what is kept for the server, so that nothing of it is shown when somebody repeats it.
    pub(super) async fn tell_what_is_kept(&self, witness: &dyn Witness) {
        let Ok(book) = self.login.store.read() else { return };
        witness.secrets(&book.secrets_for(&self.server_key())).await;
    }

    async fn check_store(&self, witness: &dyn Witness) -> Result<(), Fault> {
        let Err(error) = self.login.store.check_writable().await else { return Ok(()) };
        let step = AuthStep::failed(StepName::Store, "a token could not be kept, so none is asked for")
            .wanted("a token store that can be written", error.to_string());
        let step = match error.hint() {
            Some(hint) => step.advise(hint),
            None => step,
        };
        witness.step(step.clone()).await;
        Err(discovery::failure(&step))
    }

    /// Holds a token that someone asked for outside of any session: it has to be in the store.
    fn kept(&self, token: Token) -> Result<Arc<Token>, Fault> {
        let Some(error) = &token.unkept else { return Ok(self.hold(token)) };
        let message = format!("a token was granted, and could not be kept: {error}");
        let hint = error.hint().map(|hint| format!("{hint}; then log in again"));
        Err(Fault::new(FaultCode::AuthenticationFailed, message)
            .with_hint(hint.unwrap_or_else(|| "log in again".to_owned())))
    }
}
