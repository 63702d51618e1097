//! The demo server built into the inspector: one of everything MCP has to show.
//!
//! It is the target a newcomer meets first and a fixture for tests, so the same
//! requests get the same answers each time, and every tool says in its
//! description what it does. State lives in memory and ends with the process.
//!
//! The protocol itself is the official SDK's work; this crate only has content.
//! Not here: anything that inspects. The demo never names the inspector's types.

mod app;
mod completion;
mod eras;
mod error;
mod http;
mod media;
mod named;
mod paging;
mod prompts;
mod resources;
mod server;
mod session;
mod tools;
mod world;

#[cfg(test)]
mod tests;

pub use eras::Eras;
pub use error::DemoError;
pub use http::HttpDemo;

use std::sync::Arc;

use rmcp::{ServiceExt, service::ServerInitializeError};
use tokio::io::{AsyncRead, AsyncWrite};

use server::DemoServer;
use world::World;

/// Serves one client on stdin and stdout, until stdin ends.
pub async fn serve_stdio() -> Result<(), DemoError> {
    serve_stdio_in(Eras::Both).await
}

/// Like [`serve_stdio`], with only some revisions.
pub async fn serve_stdio_in(eras: Eras) -> Result<(), DemoError> {
    let (stdin, stdout) = rmcp::transport::stdio();
    serve(stdin, stdout, eras).await
}

/// Serves one client on any pair of byte streams, until the reader ends.
///
/// This is `serve_stdio` without the process: an in-memory pipe is enough.
pub async fn serve_on<R, W>(reader: R, writer: W) -> Result<(), DemoError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    serve(reader, writer, Eras::Both).await
}

async fn serve<R, W>(reader: R, writer: W, eras: Eras) -> Result<(), DemoError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let server = DemoServer::new(Arc::new(World::new()), eras);
    match server.serve((reader, writer)).await {
        Ok(running) => {
            running.waiting().await.map_err(DemoError::Stopped)?;
            Ok(())
        }
        // A client that leaves before it says anything has done nothing wrong.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(DemoError::Handshake(Box::new(error))),
    }
}
