//! Logging in: the I/O of `core::auth`.
//!
//! An [`Login`] says how a session may obtain a token: by sending a user somewhere
//! ([`UserAgent`]), or only from what is stored ([`Store`]). The link asks the authorizer for a
//! token to present and brings it the refusals it meets; the authorizer walks to the authorization
//! server, makes us known there, obtains a token by the grant that is set up, keeps it, and tells
//! every step to the log.

mod agent;
mod assertion;
mod authorizer;
mod code_grant;
mod discovery;
mod dpop;
mod endpoint;
mod expiry;
mod explain;
mod fetch;
mod flow;
mod identity;
mod key;
mod login;
mod logout;
mod machine_grants;
mod offer;
mod pause;
mod probe;
mod secret;
mod store;
mod token;
mod trial;
mod witness;

pub use agent::{AgentError, Announce, Headless, Loopback, Pasted, UserAgent, Visit};
pub use discovery::failure;
pub use expiry::{Expiry, expire};
pub use explain::{Explanation, explain, explain_until};
pub use key::{KeyError, SigningKey};
pub use login::{Granting, Login, log_in, refresh};
pub use logout::{Revoked, log_out};
#[cfg(feature = "keychain")]
pub use store::Keychain;
pub use store::{
    Binding, Book, ClientRecord, ClientSource, ListedClient, ListedToken, Listing, Store, StoreError,
    TokenRecord,
};
pub use trial::{Trial, try_token};
pub use witness::Promise;

pub(crate) use authorizer::{Authorizer, Refusal};
pub(crate) use dpop::NONCE_HEADER;
pub(crate) use token::Token;
pub(crate) use witness::{Seen, Witness};
