//! The authorization code grant: the URL to visit, the exchange of the code, the refresh.
//!
//! What it takes is [`CodeGrant`]; how it is done is `code_grant/sdk.rs`, the only place that
//! knows the SDK. Another library, or none, would be another implementation.

mod sdk;

pub(crate) use sdk::SdkGrant;

use super::endpoint::{Endpoint, Obtained, TokenFault};
use super::fetch::Fetcher;
use super::witness::{Promise, Witness};
use mcp_inspector_core::auth::metadata::ServerMetadata;
use std::sync::Arc;

/// What a code is asked for with.
#[derive(Clone, Debug)]
pub(crate) struct Asking {
    pub(crate) server: ServerMetadata,
    pub(crate) endpoint: Endpoint,
    /// The resource, letter by letter as it is to be sent.
    pub(crate) resource: String,
    pub(crate) redirect_uri: String,
    pub(crate) scopes: Vec<String>,
    /// What is put before the state.
    pub(crate) state_prefix: Option<String>,
}

/// The authorization code grant.
pub(crate) trait CodeGrant: Send + Sync {
    /// Makes up the secrets of one login and the URL to visit.
    fn begin<'a>(
        &'a self,
        fetcher: &'a Arc<Fetcher>,
        asking: Asking,
    ) -> Promise<'a, Result<Box<dyn Begun>, TokenFault>>;

    /// Exchanges a refresh token.
    fn refresh<'a>(
        &'a self,
        fetcher: &'a Arc<Fetcher>,
        asking: Asking,
        refresh_token: &'a str,
        witness: &'a dyn Witness,
    ) -> Promise<'a, Result<Obtained, TokenFault>>;
}

/// A login that waits for its code.
pub(crate) trait Begun: Send {
    /// The URL to visit.
    fn url(&self) -> &str;

    /// The state that must come back.
    fn state(&self) -> &str;

    /// Exchanges the code. It must have been judged before.
    fn exchange<'a>(
        self: Box<Self>,
        code: &'a str,
        issuer: Option<&'a str>,
        witness: &'a dyn Witness,
    ) -> Promise<'a, Result<Obtained, TokenFault>>;
}
