//! What is kept of logins: tokens and registered clients, as they are shown, listed and forgotten.

use super::{Tell, checklist};
use crate::failure::Failure;
use crate::flags::Flags;
use crate::job::Output;
use crate::login::store;
use crate::print;
use crate::target::target;
use mcp_inspector_engine::auth::{self, Binding, Book, ClientRecord, ClientSource, Granting, Store};
use mcp_inspector_engine::core::auth::places;
use mcp_inspector_engine::core::redact::redact_url;
use mcp_inspector_engine::core::target::{Http, Transport};
use mcp_inspector_engine::{Fault, FaultCode, Raw, Target};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A token without what makes it one. Whoever shows one shows it so.
pub(super) fn token(granting: &Granting) -> Value {
    json!({
        "issuer": redact_url(&granting.issuer),
        "resource": redact_url(&granting.resource),
        "clientId": redact_url(&granting.client_id),
        "tokenType": granting.token_type,
        "scopes": granting.scopes,
        "obtainedAt": instant(granting.obtained_at),
        "expiresAt": granting.expires_at.and_then(instant),
        "canBeRenewed": granting.can_be_renewed,
    })
}

/// Who granted a token, and to which client.
fn whose(granting: &Granting) -> Value {
    json!({ "issuer": redact_url(&granting.issuer), "clientId": redact_url(&granting.client_id) })
}

/// A client without its secret.
fn client(client: &ClientRecord) -> Value {
    json!({
        "issuer": redact_url(&client.issuer),
        "clientId": redact_url(&client.client_id),
        "source": client.source,
        "registeredAt": instant(client.registered_at),
        "hasSecret": client.client_secret.is_some(),
        "secretExpiresAt": client.secret_expires_at.filter(|at| *at != 0).and_then(instant),
    })
}

/// A client that is configured, and whom it belongs to.
fn configured(binding: &Binding) -> Value {
    client(&ClientRecord {
        issuer: binding.issuer.clone(),
        client_id: binding.client_id.clone(),
        registered_at: binding.bound_at,
        source: ClientSource::Configured,
        ..ClientRecord::default()
    })
}

/// A time as text; none when it is not known.
fn instant(unix_seconds: u64) -> Option<String> {
    let seconds = i64::try_from(unix_seconds).ok().filter(|seconds| *seconds != 0)?;
    jiff::Timestamp::from_second(seconds).ok().map(|at| at.to_string())
}

/// What is kept, or as much of it as is about the server that the flags name.
pub(super) fn list(flags: &Flags) -> Result<Raw, Failure> {
    let is_named = flags.demo
        || flags.server.is_some()
        || flags.server_url.is_some()
        || flags.config.is_some()
        || !flags.target.is_empty()
        || !flags.rest.is_empty();
    let server = if is_named { Some(Keys::of(http(&target(flags)?)?)?) } else { None };
    let store = store()?;
    let book = read(&store)?;
    let tokens: Vec<_> = match &server {
        Some(server) => book.tokens_for(&server.tokens),
        None => book.tokens().iter().collect(),
    };
    let issuers: BTreeSet<&str> = tokens.iter().map(|token| token.issuer.as_str()).collect();
    let is_shown = |client: &&ClientRecord| {
        let is_for = |server: &Keys| client.server.as_ref() == Some(&server.bare);
        issuers.contains(client.issuer.as_str()) || server.as_ref().is_none_or(is_for)
    };
    let is_bound = |one: &&Binding| server.as_ref().is_none_or(|server| one.server == server.bare);
    let bound = book.bindings().iter().filter(is_bound).map(configured);
    Ok(Raw::of(&json!({
        "store": store.path(),
        "tokens": tokens.iter().map(|record| token(&Granting::from(*record))).collect::<Vec<_>>(),
        "clients": book.clients().iter().filter(is_shown).map(client).chain(bound).collect::<Vec<_>>(),
    })))
}

/// Forgets the tokens of a server, and the clients they were granted to if that is wished.
pub(super) async fn log_out(flags: &Flags, tell: Tell<'_>) -> Result<Raw, Failure> {
    let target = target(flags)?;
    let store = store()?;
    let issuers = if flags.forget_client { issuers(http(&target)?, &store)? } else { BTreeSet::new() };
    let revoked = auth::log_out(&target, &store, tell).await?;
    let tokens: Vec<_> = revoked.tokens.iter().map(whose).collect();
    let mut result =
        json!({ "forgotten": revoked.forgotten, "revoked": revoked.is_revoked, "tokens": tokens });
    if tokens.is_empty() && Output::of(flags).is_talkative() {
        let place = redact_url(&http(&target)?.url).into_owned();
        print::remark(&format!("note: nothing was stored for {}\n", checklist::one_line(&place)));
    }
    if flags.forget_client {
        let (mut gone, still_needed) = forget_clients(&store, &issuers)?;
        let server = Keys::of(http(&target)?)?.bare;
        let unbound = store.update(|book| book.unbind(&server)).map_err(|error| error.fault())?;
        gone.extend(unbound.iter().map(|one| redact_url(&one.client_id).into_owned()));
        result["clientsForgotten"] = json!(gone);
        result["clientsStillNeeded"] = json!(still_needed);
    }
    Ok(Raw::of(&result))
}

/// The authorization servers at which a client is to be forgotten: who granted the tokens of the server,
/// and who is named.
fn issuers(http: &Http, store: &Store) -> Result<BTreeSet<String>, Failure> {
    let book = read(store)?;
    let server = Keys::of(http)?;
    let mut issuers: BTreeSet<String> =
        book.tokens_for(&server.tokens).into_iter().map(|token| token.issuer.clone()).collect();
    issuers.extend(http.oauth.issuer.clone());
    let bound = book.bindings().iter().filter(|one| one.server == server.bare);
    issuers.extend(bound.map(|one| one.issuer.clone()));
    let registered = book.clients().iter().filter(|client| client.server.as_ref() == Some(&server.bare));
    issuers.extend(registered.map(|client| client.issuer.clone()));
    if issuers.is_empty() {
        let url = redact_url(&http.url);
        return Err(Failure::usage(format!("neither a token nor a client is stored for {url}")).with_hint(
            "name the authorization server with `--issuer`; `--method auth/list` shows the clients",
        ));
    }
    Ok(issuers)
}

/// Forgets the clients that issuers know, except where tokens are left that only they can renew: the ids of
/// those that are gone, and of those that are not.
fn forget_clients(store: &Store, issuers: &BTreeSet<String>) -> Result<(Vec<String>, Vec<String>), Failure> {
    let changed = store.update(|book| {
        let (mut gone, mut still_needed) = (Vec::new(), Vec::new());
        for issuer in issuers {
            let ids = book.clients().iter().filter(|client| client.issuer == *issuer);
            let ids = ids.map(|client| redact_url(&client.client_id).into_owned()).collect::<Vec<_>>();
            if book.tokens().iter().any(|token| token.issuer == *issuer) {
                still_needed.extend(ids);
            } else {
                book.remove_client(issuer);
                gone.extend(ids);
            }
        }
        (gone, still_needed)
    });
    changed.map_err(|error| error.fault().into())
}

fn read(store: &Store) -> Result<Book, Failure> {
    store.read().map_err(|error| error.fault().into())
}

/// What is kept of a server is kept under these.
struct Keys {
    /// Its tokens.
    tokens: String,
    /// Its clients.
    bare: String,
}

impl Keys {
    fn of(http: &Http) -> Result<Self, Failure> {
        let url = places::absolute(&http.url)
            .map_err(|error| Fault::new(FaultCode::InvalidConfig, error.to_string()))?;
        Ok(Keys { tokens: places::canonical(&url), bare: places::bare(&url) })
    }
}

fn http(target: &Target) -> Result<&Http, Failure> {
    match &target.transport {
        Transport::Http(http) => Ok(http),
        Transport::Stdio(_) => Err(Failure::usage(format!(
            "`{}` is a program, and only servers on HTTP have a login",
            target.name
        ))
        .with_hint("a program gets its credentials from its environment")),
    }
}
