//! Apps of servers (MCP Apps): HTML that shows the results of a tool, on an origin of its own.
//!
//! The page of a face embeds a page of that origin, the sandbox, which embeds the app and passes on what
//! both say. The origin is a port that is opened when the first page is served. It has no API, no token and
//! no cookies; what is on it has addresses that nobody can guess and is forgotten after a while.
//!
//! An app runs in a sandbox without an origin, so it shares no storage with any other, and under the
//! policy that its server declared (`apps/policy.rs`), which the browser gets as a header.

mod messages;
mod policy;
mod resource;
mod sandbox;
mod shelf;
mod show;

pub(crate) use messages::Allowance;

use crate::start::serve;
use crate::{Backend, Level};
use serde_json::json;
use shelf::Shelf;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, OnceLock};
use utoipa_axum::router::OpenApiRouter;

/// The origin of apps, and the apps on it.
#[derive(Debug, Default)]
pub(crate) struct Apps {
    /// Such as `http://127.0.0.1:40000`; none when no port could be had.
    origin: OnceLock<Option<String>>,
    shelf: Arc<Shelf>,
}

impl Apps {
    /// The origin of apps; none when no port could be had. Must be called within a tokio runtime.
    pub(crate) fn origin(&self, backend: &Backend) -> Option<&str> {
        let origin = self.origin.get_or_init(|| match listen() {
            Ok((listener, port)) => {
                let router = sandbox::router(self.shelf.clone(), port, backend.base());
                tokio::spawn(serve(vec![listener], router, backend.clone()));
                Some(format!("http://{}:{port}", Ipv4Addr::LOCALHOST))
            }
            Err(error) => {
                let why = json!({ "error": error.to_string() });
                backend.history().app(Level::Warn, "there is no port for apps of servers", why);
                None
            }
        });
        origin.as_deref()
    }
}

/// Any free port. The name `localhost` leads to the pages of the backend, so that the browser sees two sites
/// and gives each a process of its own.
fn listen() -> std::io::Result<(TcpListener, u16)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    Ok((listener, port))
}

pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().merge(show::routes()).merge(messages::routes())
}
