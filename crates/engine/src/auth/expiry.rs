//! Tokens that are made to end before their time, to see what becomes of a session then.
//!
//! Nobody else is told: the token itself stays as good as it was. What is kept of it is changed, and the
//! sessions of this process read it again before they present anything.

use super::login::{Granting, http_of};
use super::store::{Store, TokenRecord};
use crate::clock;
use mcp_inspector_core::auth::places;
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::target::Target;

/// What is presented in place of an access token that was dropped.
const DROPPED: &str = "dropped-by-mcp-inspector";

/// How the tokens of a server are made to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expiry {
    /// Their time is over: whoever wants to present one renews it first.
    Expired,
    /// The access token is gone, and something that is none is presented: the server refuses it, and then
    /// it is renewed.
    AccessTokenDropped,
}

/// Makes the tokens of a server end. A fault when there are none.
pub async fn expire(target: &Target, store: &Store, how: Expiry) -> Result<Vec<Granting>, Fault> {
    let http = http_of(target)?;
    let server = places::absolute(&http.url)
        .map_err(|error| Fault::new(FaultCode::InvalidConfig, error.to_string()))?;
    let key = places::canonical(&server);
    let (server, now) = (key.clone(), clock::unix_seconds());
    let ended = store.change(move |book| {
        let tokens: Vec<TokenRecord> = book.tokens_for(&server).into_iter().cloned().collect();
        // The newest comes first, and is to be the newest again.
        for token in tokens.iter().rev() {
            let token = token.clone();
            book.put_token(match how {
                Expiry::Expired => TokenRecord { expires_at: Some(now), ..token },
                Expiry::AccessTokenDropped => TokenRecord { access_token: DROPPED.to_owned(), ..token },
            });
        }
        book.tokens_for(&server).into_iter().map(Granting::from).collect::<Vec<_>>()
    });
    let ended = ended.await.map_err(|error| error.fault())?;
    if ended.is_empty() {
        return Err(Fault::new(FaultCode::AuthenticationFailed, "there is no token that could expire")
            .with_hint("log in first"));
    }
    store.by_hand().note(&key);
    Ok(ended)
}
