//! What the token store holds: clients by issuer, tokens by issuer, resource, client and server.
//!
//! Issuers and resources are compared letter by letter, as the rules for them want.

use super::StoreError;
use super::listing::Listing;
use super::records::{Binding, ClientRecord, TokenRecord};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::Path;

/// The version of the format.
pub(super) const VERSION: u32 = 1;

/// All clients and tokens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object with `version`, `clients` and `tokens`")]
pub struct Book {
    version: u32,
    #[serde(default)]
    pub(super) clients: Vec<ClientRecord>,
    #[serde(default)]
    pub(super) tokens: Vec<TokenRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bindings: Vec<Binding>,
    /// What a newer program has written; kept as it is.
    #[serde(flatten)]
    other: Map<String, Value>,
}

impl Default for Book {
    fn default() -> Self {
        Book {
            version: VERSION,
            clients: Vec::new(),
            tokens: Vec::new(),
            bindings: Vec::new(),
            other: Map::new(),
        }
    }
}

impl Book {
    /// The client an issuer knows us as; the newest, when there were several.
    pub fn client(&self, issuer: &str) -> Option<&ClientRecord> {
        self.clients.iter().rfind(|client| client.issuer == issuer)
    }

    /// The client of that name at an issuer: tokens of an older one are renewed by it.
    pub fn client_named(&self, issuer: &str, client_id: &str) -> Option<&ClientRecord> {
        self.clients.iter().find(|client| client.issuer == issuer && client.client_id == client_id)
    }

    /// All clients.
    pub fn clients(&self) -> &[ClientRecord] {
        &self.clients
    }

    /// Keeps a client in place of the one of the same name. Older ones of its issuer stay for as long
    /// as there are tokens that were granted to them.
    pub fn put_client(&mut self, mut client: ClientRecord) {
        let tokens = &self.tokens;
        let is_of_use = |old: &ClientRecord| {
            tokens.iter().any(|token| token.issuer == old.issuer && token.client_id == old.client_id)
        };
        let is_replaced = |old: &mut ClientRecord| {
            old.issuer == client.issuer && (old.client_id == client.client_id || !is_of_use(old))
        };
        if let Some(old) = self.clients.extract_if(.., is_replaced).last() {
            keep_unknown(&mut client.other, old.other);
        }
        self.clients.push(client);
    }

    /// Keeps a token together with the client it was granted to, which renews it and gives it back.
    /// Somebody may have forgotten that client since it was registered, or registered it anew.
    pub fn put_token_of(&mut self, token: TokenRecord, client: Option<ClientRecord>) {
        self.put_token(token);
        let is_missing = |client: &ClientRecord| {
            let known = self.client_named(&client.issuer, &client.client_id);
            known.is_none_or(|known| known.registered_at < client.registered_at)
        };
        if let Some(client) = client.filter(is_missing) {
            self.put_client(client);
        }
    }

    /// Forgets the client an issuer knows. Its tokens stay.
    pub fn remove_client(&mut self, issuer: &str) -> Option<ClientRecord> {
        self.clients.extract_if(.., |client| client.issuer == issuer).last()
    }

    /// Forgets one client that an issuer knew. Its tokens stay.
    pub fn remove_client_named(&mut self, issuer: &str, client_id: &str) {
        self.clients.retain(|client| client.issuer != issuer || client.client_id != client_id);
    }

    /// The issuer that a client belongs to that is configured for a server.
    pub fn bound(&self, server: &str, client_id: &str) -> Option<&str> {
        self.binding(server, client_id).map(|one| one.issuer.as_str())
    }

    /// What is known about whom a client belongs to that is configured for a server.
    pub fn binding(&self, server: &str, client_id: &str) -> Option<&Binding> {
        self.bindings.iter().find(|one| one.server == server && one.client_id == client_id)
    }

    /// All clients that are configured and were granted something.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// Keeps in mind whom a configured client belongs to.
    pub fn bind(&mut self, binding: Binding) {
        let is_old = |one: &Binding| one.server == binding.server && one.client_id == binding.client_id;
        match self.bindings.iter_mut().find(|one| is_old(one)) {
            Some(old) if old.issuer == binding.issuer => old.has_secret |= binding.has_secret,
            Some(old) => *old = binding,
            None => self.bindings.push(binding),
        }
    }

    /// Forgets whom the clients belong to that are configured for a server.
    pub fn unbind(&mut self, server: &str) -> Vec<Binding> {
        self.bindings.extract_if(.., |one| one.server == server).collect()
    }

    /// The token for a server from an issuer; the newest, when several clients have one.
    pub fn token(&self, issuer: &str, resource: &str) -> Option<&TokenRecord> {
        let fitting = self.tokens.iter().filter(|token| token.is_for(issuer, resource));
        fitting.max_by_key(|token| token.obtained_at)
    }

    /// The token that another one would take the place of: from the same issuer, for the same resource
    /// and server, given to the same client.
    pub fn token_like(&self, token: &TokenRecord) -> Option<&TokenRecord> {
        self.tokens.iter().find(|old| old.has_key_of(token))
    }

    /// The tokens for the server at a URL, from whichever issuer, the newest first.
    pub fn tokens_for(&self, server: &str) -> Vec<&TokenRecord> {
        let mut tokens: Vec<_> = self.tokens.iter().filter(|token| token.is_sent_to(server)).collect();
        tokens.sort_by_key(|token| std::cmp::Reverse(token.obtained_at));
        tokens
    }

    /// All tokens.
    pub fn tokens(&self) -> &[TokenRecord] {
        &self.tokens
    }

    /// All that is kept for a server and must not be shown: its tokens, and the secrets of their clients.
    pub fn secrets_for(&self, server: &str) -> Vec<String> {
        let mut secrets = Vec::new();
        for token in self.tokens_for(server) {
            let client = self.client_named(&token.issuer, &token.client_id);
            let client_secret = client.and_then(|client| client.client_secret.as_ref());
            let all = [Some(&token.access_token), token.refresh_token.as_ref(), client_secret];
            secrets.extend(all.into_iter().flatten().cloned());
        }
        secrets
    }

    /// Keeps a token in place of the one for the same issuer, resource, client and server.
    pub fn put_token(&mut self, mut token: TokenRecord) {
        for old in self.tokens.extract_if(.., |old| old.has_key_of(&token)).collect::<Vec<_>>() {
            keep_unknown(&mut token.other, old.other);
        }
        self.tokens.push(token);
    }

    /// Forgets the tokens for a server from an issuer, of one client or of all, and gives them
    /// back, because they may have to be revoked.
    pub fn remove_token(
        &mut self,
        issuer: &str,
        resource: &str,
        client_id: Option<&str>,
    ) -> Vec<TokenRecord> {
        let is_meant = |token: &mut TokenRecord| {
            token.is_for(issuer, resource) && client_id.is_none_or(|id| id == token.client_id)
        };
        self.tokens.extract_if(.., is_meant).collect()
    }

    /// Forgets all tokens for the server at a URL, and gives them back.
    pub fn remove_tokens_for(&mut self, server: &str) -> Vec<TokenRecord> {
        self.tokens.extract_if(.., |token| token.is_sent_to(server)).collect()
    }

    /// What is kept, as it may be shown.
    pub fn listing(&self) -> Listing {
        Listing::of(self)
    }

    pub(super) fn to_text(&self) -> String {
        // Strings, numbers and lists of them always have a JSON form.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads a book from the text of a file. An empty file is an empty book.
    pub(super) fn from_text(text: &[u8], path: &Path) -> Result<Self, StoreError> {
        #[derive(Deserialize)]
        struct Version {
            version: Option<Value>,
        }
        if text.trim_ascii().is_empty() {
            return Ok(Book::default());
        }
        let foreign = |found| StoreError::NotAStore { path: path.to_owned(), found };
        if !text.trim_ascii().starts_with(b"{") {
            return Err(foreign("no JSON object"));
        }
        // A newer format may have another form altogether, so its version comes first.
        let newer = serde_json::from_slice::<Version>(text).ok().and_then(|page| page.version?.as_u64());
        if let Some(found) = newer.filter(|&found| found > u64::from(VERSION)) {
            return Err(StoreError::TooNew { path: path.to_owned(), found, known: VERSION });
        }
        // Other programs have files with a version too. What has none of our members, and others, is
        // theirs.
        let members = serde_json::from_slice::<Map<String, Value>>(text).unwrap_or_default();
        let is_ours = members.keys().any(|name| matches!(name.as_str(), "clients" | "tokens"));
        if !is_ours && members.keys().any(|name| name != "version") {
            return Err(foreign("JSON without `clients` and `tokens`"));
        }
        serde_json::from_slice(text).map_err(|error| StoreError::Broken {
            path: path.to_owned(),
            line: error.line(),
            column: error.column().max(1),
            what: without_values(&error),
        })
    }
}

/// What a parser complains about, without what it read: that may be a token.
fn without_values(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    if !error.is_data() || message.starts_with("missing field") || message.starts_with("duplicate field") {
        return message.to_owned();
    }
    match message.rsplit_once(", expected ") {
        Some((_, "u32" | "u64")) => "something else than a whole number".to_owned(),
        Some((_, expected)) => format!("something else than {expected}"),
        None => "something else than what belongs there".to_owned(),
    }
}

fn keep_unknown(new: &mut Map<String, Value>, old: Map<String, Value>) {
    for (name, value) in old {
        new.entry(name).or_insert(value);
    }
}
