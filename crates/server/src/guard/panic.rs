//! A defect in a handler ends the request, and not the backend.

use crate::{Backend, Level, Problem};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;
use mcp_inspector_engine::core::brief::brief;
use serde_json::json;
use std::any::Any;
use std::panic::AssertUnwindSafe;

/// Runs the handler, and tells in the form of every other error when it gives up.
pub(super) async fn caught(State(backend): State<Backend>, request: Request, next: Next) -> Response {
    let asked = brief(&format!("{} {}", request.method(), request.uri().path()));
    // What a handler shares with others is behind locks of its own, which tell when they are broken.
    match AssertUnwindSafe(next.run(request)).catch_unwind().await {
        Ok(response) => response,
        Err(panic) => {
            let data = json!({ "request": asked, "panic": brief(said(&*panic)) });
            backend.history().app(Level::Error, "a handler gave up", data);
            Problem::internal("the inspector made a mistake while it worked on the request")
                .with_hint("its stderr says more; please report it")
                .into_response()
        }
    }
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("nothing")
}
