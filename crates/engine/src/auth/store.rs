//! The token store: one JSON file that nobody but its owner reads, shared by all processes.
//!
//! Readers see the old book or the new one, never a part. Changes take turns by a lock, and so
//! do refreshes of one token. A store in memory behaves the same, for one process.

mod book;
mod by_hand;
mod drafts;
mod error;
#[cfg(feature = "keychain")]
mod keychain;
mod listing;
mod lock;
mod records;
mod regular;
#[cfg(test)]
mod tests;
mod watch;
mod wishes;

pub use book::Book;
pub use error::StoreError;
#[cfg(feature = "keychain")]
pub use keychain::Keychain;
pub use listing::{ListedClient, ListedToken, Listing};
pub(super) use lock::RefreshGuard;
pub use records::{Binding, ClientRecord, ClientSource, TokenRecord};
pub(super) use watch::Watch;

use crate::file::{Draft, Readers, real_path};
use by_hand::ByHand;
use lock::FileLock;
use regular::{Links, Opened, open_regular, tighten};
use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt::{self, Write as _};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wishes::Wishes;

/// How long a change waits for another one. They take milliseconds, so whoever holds the lock
/// this long hangs.
const CHANGE_PATIENCE: Duration = Duration::from_secs(10);

/// How long a refresh waits for another one, which waits for a server. A process that was stopped
/// holds its right until it goes on or ends. To take the right from it would lose the token: both
/// would present the same refresh token, and an authorization server that sees one twice takes back
/// everything that was granted with it. So whoever waits longer is told who holds it, and fails.
const REFRESH_PATIENCE: Duration = Duration::from_secs(15);

/// How much longer than the file of now a rehearsed one is, in bytes: the next tokens may be longer.
const GROWTH: usize = 16 << 10;

/// The member of a record that says its secrets are in the keychain, and where.
const KEYCHAIN: &str = "keychain";

/// The token store. Cloning gives another handle to the same one.
#[derive(Clone)]
pub struct Store {
    home: Home,
    wishes: Wishes,
    by_hand: ByHand,
}

#[derive(Clone)]
enum Home {
    File(Arc<FileHome>),
    Memory(Arc<Memory>),
}

struct FileHome {
    path: PathBuf,
    patience: Duration,
    #[cfg(feature = "keychain")]
    keychain: Option<Keychain>,
}

#[derive(Default)]
struct Memory {
    book: Mutex<Book>,
    refreshing: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
}

impl Store {
    /// The store in a file, which need not be there yet.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self::of(FileHome {
            path: path.into(),
            patience: CHANGE_PATIENCE,
            #[cfg(feature = "keychain")]
            keychain: None,
        })
    }

    /// The store in a file whose secrets are in a keychain. Secrets that are in the file move to
    /// the keychain with the next change.
    #[cfg(feature = "keychain")]
    pub fn with_keychain(path: impl Into<PathBuf>, keychain: Keychain) -> Self {
        Self::of(FileHome { path: path.into(), patience: CHANGE_PATIENCE, keychain: Some(keychain) })
    }

    /// The store of this build: in a file, with its secrets in the keychain of the system when the
    /// build has the feature `keychain`.
    pub fn usual(path: impl Into<PathBuf>) -> Result<Self, StoreError> {
        #[cfg(feature = "keychain")]
        return Ok(Self::with_keychain(path, Keychain::system()?));
        #[cfg(not(feature = "keychain"))]
        Ok(Self::at(path))
    }

    fn of(home: FileHome) -> Self {
        Store { home: Home::File(Arc::new(home)), wishes: Wishes::default(), by_hand: ByHand::default() }
    }

    /// A store that is gone with its last handle.
    pub fn in_memory() -> Self {
        Store { home: Home::Memory(Arc::default()), wishes: Wishes::default(), by_hand: ByHand::default() }
    }

    /// Where the store is by default, given the variables of the environment: `MCPI_AUTH_STORE`,
    /// or `mcp-inspector/auth.json` below `XDG_STATE_HOME` or `~/.local/state`. `None` when
    /// there is no home directory.
    pub fn place(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(path) = set("MCPI_AUTH_STORE") {
            return Some(path);
        }
        // The rules for these directories say to ignore one that is not absolute.
        let state = set("XDG_STATE_HOME").filter(|path| path.is_absolute());
        let state = state.or_else(|| set("HOME").map(|home| home.join(".local/state")))?;
        Some(state.join("mcp-inspector/auth.json"))
    }

    /// The file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        match &self.home {
            Home::File(home) => Some(&home.path),
            Home::Memory(_) => None,
        }
    }

    /// The scopes that servers want and nobody was sent for.
    pub(crate) fn wishes(&self) -> &Wishes {
        &self.wishes
    }

    /// The changes that somebody made by hand.
    pub(crate) fn by_hand(&self) -> &ByHand {
        &self.by_hand
    }

    /// What is stored now. Blocks for as long as a file takes.
    pub fn read(&self) -> Result<Book, StoreError> {
        match &self.home {
            Home::File(home) => home.read(),
            Home::Memory(memory) => Ok(memory.book.lock().unwrap_or_else(PoisonError::into_inner).clone()),
        }
    }

    /// Changes what is stored, one change at a time across all processes. Blocks for as long as a
    /// file takes, so `change` must only compute. When it panics nothing is written.
    pub fn update<T>(&self, change: impl FnOnce(&mut Book) -> T) -> Result<T, StoreError> {
        match &self.home {
            Home::File(home) => home.update(change),
            Home::Memory(memory) => {
                let mut book = memory.book.lock().unwrap_or_else(PoisonError::into_inner);
                let mut changed = book.clone();
                let result = change(&mut changed);
                *book = changed;
                Ok(result)
            }
        }
    }

    /// Like [`Store::update`], for tasks: whoever waits for the lock keeps nobody else waiting.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Book) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let store = self.clone();
        let changed = tokio::task::spawn_blocking(move || store.update(change)).await;
        changed.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))
    }

    /// Whether a change could be written now. Nothing is changed, whatever comes of it.
    pub async fn check_writable(&self) -> Result<(), StoreError> {
        let Home::File(home) = &self.home else { return Ok(()) };
        let home = home.clone();
        let rehearsed = tokio::task::spawn_blocking(move || home.rehearse()).await;
        rehearsed.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))
    }

    /// Waits for the right to refresh the token for a server from an issuer. Nobody else has it
    /// until the guard is dropped or the process ends.
    pub async fn refresh_lock(&self, issuer: &str, resource: &str) -> Result<RefreshGuard, StoreError> {
        let name = refresh_name(issuer, resource);
        match &self.home {
            Home::File(home) => {
                home.read_file()?;
                home.create_directory()?;
                Ok(FileLock::wait_async(home.refresh_place(&name)?, REFRESH_PATIENCE).await?.into())
            }
            Home::Memory(memory) => {
                match tokio::time::timeout(REFRESH_PATIENCE, memory.turns(name).lock_owned()).await {
                    Ok(guard) => Ok(guard.into()),
                    Err(_) => Err(StoreError::Busy {
                        lock: "the right to refresh".to_owned(),
                        waited: REFRESH_PATIENCE,
                        holder: Some(std::process::id()),
                    }),
                }
            }
        }
    }

    /// The process that refreshes this token now, as far as it says so.
    pub(super) fn refresher(&self, issuer: &str, resource: &str) -> Option<u32> {
        match &self.home {
            Home::File(home) => lock::holder(&home.refresh_place(&refresh_name(issuer, resource)).ok()?),
            Home::Memory(_) => Some(std::process::id()),
        }
    }
}

impl Memory {
    /// What those who refresh the same token take turns by.
    fn turns(&self, name: String) -> Arc<tokio::sync::Mutex<()>> {
        let mut refreshing = self.refreshing.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(refreshing.entry(name).or_default())
    }
}

impl FileHome {
    fn read(&self) -> Result<Book, StoreError> {
        let book = self.read_file()?;
        self.opened(book)
    }

    /// What the file says; its secrets may be elsewhere. Nothing of the file is changed before it has
    /// proved to be a token store: someone may have named the wrong one.
    fn read_file(&self) -> Result<Book, StoreError> {
        let mut file = match open_regular(&self.path, Links::Followed, fs::OpenOptions::new().read(true)) {
            Ok(Opened::File(file)) => file,
            Ok(Opened::SomethingElse) => return Err(StoreError::NotAFile { path: self.path.clone() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Book::default()),
            Err(source) => return Err(self.failed(source)),
        };
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(|source| self.failed(source))?;
        let book = Book::from_text(&text, &self.path)?;
        // In an empty file there is nothing to protect, and nothing says whose it is.
        if !text.trim_ascii().is_empty() {
            tighten(&file, &self.path);
        }
        Ok(book)
    }

    fn update<T>(&self, change: impl FnOnce(&mut Book) -> T) -> Result<T, StoreError> {
        // A keychain may ask the user to unlock it. That must not happen while others wait.
        #[cfg(feature = "keychain")]
        if self.keychain.is_some() {
            self.read()?;
        }
        let _turn = self.turn()?;
        let stored = self.read_file()?;
        let before = self.opened(stored.clone())?;
        let mut book = before.clone();
        let result = change(&mut book);
        if book != before {
            self.write(&stored, &before, &book)?;
        }
        Ok(result)
    }

    /// Waits for the right to change the file. Beside a file that is none of ours nothing is made, not
    /// even a lock.
    fn turn(&self) -> Result<FileLock, StoreError> {
        self.read_file()?;
        self.create_directory()?;
        FileLock::wait(&self.beside(".lock")?, self.patience)
    }

    /// Writes the file as it is beside itself, and throws that away: what stands in the way of a
    /// change is found out before it matters.
    fn rehearse(&self) -> Result<(), StoreError> {
        // As for a change: a keychain is asked before others have to wait.
        self.read()?;
        let _turn = self.turn()?;
        let stored = self.read_file()?;
        let text = stored.to_text() + &" ".repeat(GROWTH);
        self.draft(&text).map(drop).map_err(|source| self.failed(source))
    }

    #[cfg(feature = "keychain")]
    fn opened(&self, book: Book) -> Result<Book, StoreError> {
        match &self.keychain {
            Some(keychain) => keychain.opened(book),
            None => self.without_keychain(book),
        }
    }

    #[cfg(not(feature = "keychain"))]
    fn opened(&self, book: Book) -> Result<Book, StoreError> {
        self.without_keychain(book)
    }

    fn without_keychain(&self, book: Book) -> Result<Book, StoreError> {
        let is_elsewhere = book.tokens.iter().any(|token| token.other.contains_key(KEYCHAIN))
            || book.clients.iter().any(|client| client.other.contains_key(KEYCHAIN));
        if is_elsewhere { Err(StoreError::NeedsKeychain { path: self.path.clone() }) } else { Ok(book) }
    }

    #[cfg(feature = "keychain")]
    fn write(&self, stored: &Book, before: &Book, book: &Book) -> Result<(), StoreError> {
        let Some(keychain) = &self.keychain else { return self.write_file(book) };
        let sealed = keychain.sealed(before, book.clone())?;
        let written = self.write_file(&sealed);
        // Whichever book is in the file now, its secrets are needed and those of the other are not.
        match self.read_file() {
            Ok(current) => keychain.forget_others(&[stored, &sealed], &current),
            Err(error) => tracing::warn!(%error, "old secrets may be left in the keychain"),
        }
        written
    }

    #[cfg(not(feature = "keychain"))]
    fn write(&self, _: &Book, _: &Book, book: &Book) -> Result<(), StoreError> {
        self.write_file(book)
    }

    fn write_file(&self, book: &Book) -> Result<(), StoreError> {
        self.draft(&book.to_text()).and_then(Draft::put).map_err(|source| self.failed(source))
    }

    fn draft(&self, text: &str) -> io::Result<Draft> {
        let path = real_path(&self.path)?;
        drafts::sweep(&path);
        let old = match fs::metadata(&path) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        Draft::write(&path, old.as_ref(), text.as_bytes(), Readers::Owner)
    }

    fn create_directory(&self) -> Result<(), StoreError> {
        let Some(directory) = self.path.parent().filter(|path| !path.as_os_str().is_empty()) else {
            return Ok(());
        };
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(directory).map_err(|source| StoreError::File { path: directory.to_owned(), source })
    }

    /// A path beside the file itself, so that two links to one file share their locks.
    fn beside(&self, suffix: &str) -> Result<PathBuf, StoreError> {
        let mut path = real_path(&self.path).map_err(|source| self.failed(source))?.into_os_string();
        path.push(suffix);
        Ok(path.into())
    }

    /// The lock of those who refresh a token.
    fn refresh_place(&self, name: &str) -> Result<PathBuf, StoreError> {
        self.beside(&format!(".refresh-{name}.lock"))
    }

    fn failed(&self, source: io::Error) -> StoreError {
        StoreError::File { path: self.path.clone(), source }
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.home {
            Home::File(home) => f.debug_tuple("Store").field(&home.path).finish(),
            Home::Memory(_) => f.write_str("Store(in memory)"),
        }
    }
}

/// A file name for an issuer and a resource.
fn refresh_name(issuer: &str, resource: &str) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, format!("{issuer}\n{resource}").as_bytes());
    digest.as_ref()[..16].iter().fold(String::new(), |mut name, byte| {
        // To write into a string cannot fail.
        let _ = write!(name, "{byte:02x}");
        name
    })
}
