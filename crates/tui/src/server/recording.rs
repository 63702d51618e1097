//! Whether the log of a session is written to a file, and whether that goes well.

use std::path::PathBuf;

/// What is known about the recording of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Recording {
    #[default]
    Off,
    /// It is written to a file.
    On(PathBuf),
    /// The file took no more. What is in it up to there can be read.
    Broken {
        /// The file, and what the system said.
        why: String,
    },
}

impl Recording {
    /// What the first line says of it.
    pub(crate) fn sign(&self) -> Option<&'static str> {
        match self {
            Recording::Off => None,
            Recording::On(_) => Some("rec ●"),
            Recording::Broken { .. } => Some("rec ! failed"),
        }
    }
}
