//! Why the demo server could not run.

use std::io;

use rmcp::service::ServerInitializeError;
use tokio::task::JoinError;

/// Why the demo server could not start, or stopped before it was told to.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DemoError {
    /// The loopback port is taken or not ours to take.
    #[error("could not listen on 127.0.0.1:{port}")]
    Bind {
        /// The port that was asked for.
        port: u16,
        /// What the operating system said.
        #[source]
        source: io::Error,
    },
    /// Accepting connections ended with an error.
    #[error("the demo server stopped accepting connections")]
    Accept(#[source] io::Error),
    /// The first message of the client did not open a session.
    #[error("the client did not open a session")]
    Handshake(#[source] Box<ServerInitializeError>),
    /// The task that runs the session panicked or was aborted.
    #[error("the demo session ended unexpectedly")]
    Stopped(#[source] JoinError),
}
