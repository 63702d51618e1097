//! Why the token store could not be read or written, and what to do about it.

use mcp_inspector_core::fault::{Fault, FaultCode};
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Why the store could not be read or written. None of these changes what is stored.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused a file or directory.
    #[error("{path}: {source}")]
    File {
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is something else where the file should be.
    #[error("{path} is not a regular file")]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// There is something else where the lock should be.
    #[error("the lock {path} of the token store is not a regular file")]
    NotALock {
        /// The path.
        path: PathBuf,
    },
    /// The file is somebody else's.
    #[error("{path} is not a token store: it is {found}")]
    NotAStore {
        /// The file.
        path: PathBuf,
        /// What it is; no value of the file is in it.
        found: &'static str,
    },
    /// The file is not what we write.
    #[error("the token store {path} is broken at line {line}, column {column}: {what}")]
    Broken {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong there; no value of the file is in it.
        what: String,
    },
    /// The file is from a newer program.
    #[error("the token store {path} has format version {found}; this program reads up to {known}")]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
        /// The newest version we read.
        known: u32,
    },
    /// Somebody else holds a lock for too long.
    #[error("{} has held {lock} for more than {} s", Holder(*.holder), waited.as_secs())]
    Busy {
        /// The lock file, or what is locked.
        lock: String,
        /// How long we waited.
        waited: Duration,
        /// The process that holds it, as far as it says so and is still there.
        holder: Option<u32>,
    },
    /// The secrets are in the keychain, and the store was opened without it.
    #[error(
        "the token store {path} keeps its secrets in the keychain of the system, which is not in use here"
    )]
    NeedsKeychain {
        /// The file.
        path: PathBuf,
    },
    /// The keychain did not do what was asked.
    #[error("the keychain of the system did not answer: {reason}")]
    Keychain {
        /// What it said, or who asked in vain.
        reason: String,
    },
}

/// A process as prose.
struct Holder(Option<u32>);

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(process) => write!(f, "process {process}"),
            None => f.write_str("another process"),
        }
    }
}

/// Whether what is missing is room.
fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

impl StoreError {
    /// The same as a fault.
    pub fn fault(&self) -> Fault {
        let fault = Fault::new(FaultCode::AuthenticationFailed, self.to_string());
        match self.hint() {
            Some(hint) => fault.with_hint(hint),
            None => fault,
        }
    }

    /// What the user could try.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            StoreError::File { source, .. } if is_full(source) => {
                Some("make room there, or name another place for the token store in MCPI_AUTH_STORE")
            }
            StoreError::File { .. } => Some("name another place for the token store in MCPI_AUTH_STORE"),
            StoreError::NotAFile { .. } => Some("name a file for the token store in MCPI_AUTH_STORE"),
            StoreError::NotALock { .. } => {
                Some("move it away, or name another place for the token store in MCPI_AUTH_STORE")
            }
            StoreError::NotAStore { .. } => Some(
                "name another file in MCPI_AUTH_STORE, which need not be there yet; this one was not touched",
            ),
            StoreError::Broken { .. } => Some(
                "mend the file at that place; moving it away logs out of every server, and nothing of it is lost",
            ),
            StoreError::TooNew { .. } => Some(
                "use a newer version of this program, or name another file in MCPI_AUTH_STORE; the file was not touched",
            ),
            StoreError::Busy { .. } => {
                Some("look whether that process is stopped: let it go on or end it, and the lock is free")
            }
            StoreError::NeedsKeychain { .. } => Some(
                "use a build with the `keychain` feature and turn it on, or move the file away and log in again",
            ),
            StoreError::Keychain { .. } => {
                Some("unlock the keychain or start its service, or keep the tokens in the file alone")
            }
        }
    }
}
