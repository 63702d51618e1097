//! The secrets of a token store in the keychain of the system.
//!
//! The file keeps everything else, and for each record where its secrets are. New secrets get a
//! new place, and the old ones go when the file names the new place: whenever a process is
//! killed, the file and the keychain fit.

use super::book::Book;
use super::records::{ClientRecord, TokenRecord};
use super::{KEYCHAIN, StoreError};
use crate::auth::key::random_text;
use keyring_core::{CredentialStore, Entry};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// The name under which the user finds our secrets in the keychain.
const SERVICE: &str = "mcp-inspector";

/// What stands in the file where a secret was.
const ELSEWHERE: &str = "[KEYCHAIN]";

/// Windows takes 2560 bytes at a time, and a token alone can be longer.
const PART: usize = 2000;

/// A keychain. Cloning gives another handle to the same one.
#[derive(Clone)]
pub struct Keychain {
    store: Arc<CredentialStore>,
}

/// Where the secrets of a record are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Place {
    id: String,
    parts: usize,
}

impl Keychain {
    /// The keychain of the system: Keychain on macOS, Credential Manager on Windows, the Secret
    /// Service elsewhere.
    pub fn system() -> Result<Self, StoreError> {
        if let Err(error) = keyring::Entry::store_status() {
            return Err(failed(error));
        }
        let store = keyring_core::get_default_store()
            .ok_or_else(|| StoreError::Keychain { reason: "there is none on this system".to_owned() })?;
        Ok(Self::of(store))
    }

    /// Any other place that can do the same.
    pub fn of(store: Arc<CredentialStore>) -> Self {
        Keychain { store }
    }

    /// A book with its secrets. A record whose secrets the user has removed from the keychain is
    /// not in it.
    pub(super) fn opened(&self, mut book: Book) -> Result<Book, StoreError> {
        book.clients = self.all_opened(book.clients)?;
        book.tokens = self.all_opened(book.tokens)?;
        Ok(book)
    }

    fn all_opened<R: Sealable>(&self, records: Vec<R>) -> Result<Vec<R>, StoreError> {
        let mut opened = Vec::with_capacity(records.len());
        for mut record in records {
            let Some(place) = place(&record) else {
                opened.push(record);
                continue;
            };
            let Some(mut secrets) = self.secrets_at(&place)? else {
                tracing::warn!(issuer = record.issuer(), "the keychain has lost a secret; log in again");
                continue;
            };
            for (name, value) in record.secrets_mut() {
                if value == ELSEWHERE
                    && let Some(Value::String(secret)) = secrets.remove(name)
                {
                    *value = secret;
                }
            }
            opened.push(record);
        }
        Ok(opened)
    }

    /// The book as the file has it, its secrets in the keychain. `before` is what was there.
    pub(super) fn sealed(&self, before: &Book, mut book: Book) -> Result<Book, StoreError> {
        let mut made = Vec::new();
        let sealed = self
            .seal_all(&before.clients, &mut book.clients, &mut made)
            .and_then(|()| self.seal_all(&before.tokens, &mut book.tokens, &mut made));
        if let Err(error) = sealed {
            for place in &made {
                self.forget(place);
            }
            return Err(error);
        }
        Ok(book)
    }

    fn seal_all<R: Sealable>(
        &self,
        before: &[R],
        records: &mut [R],
        made: &mut Vec<Place>,
    ) -> Result<(), StoreError> {
        for record in records {
            let secrets = secrets(record);
            let known = place(record);
            record.other().remove(KEYCHAIN);
            if secrets.is_empty() {
                continue;
            }
            let is_kept = |old: &R| known.is_some() && place(old) == known && self::secrets(old) == secrets;
            let place = match known.clone().filter(|_| before.iter().any(is_kept)) {
                Some(known) => known,
                None => self.keep(&secrets, made)?,
            };
            for (_, value) in record.secrets_mut() {
                ELSEWHERE.clone_into(value);
            }
            let place = serde_json::to_value(place).unwrap_or_default();
            record.other().insert(KEYCHAIN.to_owned(), place);
        }
        Ok(())
    }

    /// Forgets what some books have in the keychain and the one in the file has not.
    pub(super) fn forget_others(&self, books: &[&Book], current: &Book) {
        let needed: HashSet<Place> = places(current).collect();
        let all: HashSet<Place> = books.iter().flat_map(|book| places(book)).collect();
        all.difference(&needed).for_each(|place| self.forget(place));
    }

    fn keep(&self, secrets: &Map<String, Value>, made: &mut Vec<Place>) -> Result<Place, StoreError> {
        let text = Value::Object(secrets.clone()).to_string();
        let id = random_text().map_err(|error| StoreError::Keychain { reason: error.to_string() })?;
        let place = Place { id, parts: text.len().div_ceil(PART) };
        made.push(place.clone());
        for (number, part) in text.as_bytes().chunks(PART).enumerate() {
            self.entry(&place, number)?.set_secret(part).map_err(|error| failed(&error))?;
        }
        Ok(place)
    }

    fn secrets_at(&self, place: &Place) -> Result<Option<Map<String, Value>>, StoreError> {
        let mut text = Vec::new();
        for number in 0..place.parts {
            match self.entry(place, number)?.get_secret() {
                Ok(part) => text.extend(part),
                Err(keyring_core::Error::NoEntry) => return Ok(None),
                Err(error) => return Err(failed(&error)),
            }
        }
        Ok(serde_json::from_slice(&text).ok())
    }

    fn forget(&self, place: &Place) {
        for number in 0..place.parts {
            let forgotten = self.entry(place, number).map(|entry| entry.delete_credential());
            if let Ok(Err(error)) = forgotten
                && !matches!(error, keyring_core::Error::NoEntry)
            {
                tracing::warn!(error = %failed(&error), "a secret that is no longer needed stays in the keychain");
            }
        }
    }

    fn entry(&self, place: &Place, number: usize) -> Result<Entry, StoreError> {
        self.store.build(SERVICE, &format!("{}.{number}", place.id), None).map_err(|error| failed(&error))
    }
}

impl fmt::Debug for Keychain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Keychain").field(&self.store.vendor()).finish()
    }
}

/// A record with secrets in it.
trait Sealable {
    fn issuer(&self) -> &str;
    fn other_members(&self) -> &Map<String, Value>;
    fn other(&mut self) -> &mut Map<String, Value>;
    fn secrets(&self) -> impl Iterator<Item = (&'static str, &String)>;
    fn secrets_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut String)>;
}

impl Sealable for ClientRecord {
    fn issuer(&self) -> &str {
        &self.issuer
    }

    fn other_members(&self) -> &Map<String, Value> {
        &self.other
    }

    fn other(&mut self) -> &mut Map<String, Value> {
        &mut self.other
    }

    fn secrets(&self) -> impl Iterator<Item = (&'static str, &String)> {
        self.client_secret.iter().map(|secret| ("clientSecret", secret))
    }

    fn secrets_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut String)> {
        self.client_secret.iter_mut().map(|secret| ("clientSecret", secret))
    }
}

impl Sealable for TokenRecord {
    fn issuer(&self) -> &str {
        &self.issuer
    }

    fn other_members(&self) -> &Map<String, Value> {
        &self.other
    }

    fn other(&mut self) -> &mut Map<String, Value> {
        &mut self.other
    }

    fn secrets(&self) -> impl Iterator<Item = (&'static str, &String)> {
        std::iter::once(("accessToken", &self.access_token))
            .chain(self.refresh_token.iter().map(|secret| ("refreshToken", secret)))
            .chain(self.dpop_key.iter().map(|secret| ("dpopKey", secret)))
    }

    fn secrets_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut String)> {
        std::iter::once(("accessToken", &mut self.access_token))
            .chain(self.refresh_token.iter_mut().map(|secret| ("refreshToken", secret)))
            .chain(self.dpop_key.iter_mut().map(|secret| ("dpopKey", secret)))
    }
}

fn secrets(record: &impl Sealable) -> Map<String, Value> {
    record.secrets().map(|(name, value)| (name.to_owned(), Value::String(value.clone()))).collect()
}

fn place(record: &impl Sealable) -> Option<Place> {
    Place::deserialize(record.other_members().get(KEYCHAIN)?).ok()
}

fn places(book: &Book) -> impl Iterator<Item = Place> {
    book.clients.iter().filter_map(place).chain(book.tokens.iter().filter_map(place))
}

/// What the keychain said. Some of its errors carry the secret they could not read.
fn failed(error: &keyring_core::Error) -> StoreError {
    let reason = match error {
        keyring_core::Error::BadEncoding(_) | keyring_core::Error::BadDataFormat(..) => {
            "an entry of ours is not in the form we gave it".to_owned()
        }
        other => other.to_string(),
    };
    StoreError::Keychain { reason }
}
