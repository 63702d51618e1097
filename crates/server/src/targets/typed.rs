//! What was typed into the field of the Connect screen and not connected to: in memory only, since it may hold a
//! secret. A reload and a second tab find it there.

use crate::openapi::AnyProblems;
use crate::sessions::Body;
use crate::{Backend, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use utoipa::ToSchema;

/// How long it may be, in bytes: a config file fits.
const LARGEST: usize = 256 * 1024;

/// What was typed. Cloning gives another handle to the same.
#[derive(Clone, Default)]
pub(crate) struct Typed {
    text: Arc<Mutex<String>>,
}

impl fmt::Debug for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Typed")
    }
}

impl Typed {
    pub(super) fn text(&self) -> String {
        self.text.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, text: String) {
        *self.text.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }
}

/// What was typed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TypedBody {
    /// The text; an empty one forgets it.
    text: String,
}

/// Keeps what was typed into the field of the Connect screen
///
/// In memory only. `GET /api/targets/recent` tells it.
#[utoipa::path(
    put,
    path = "/api/targets/typed",
    tag = "targets",
    operation_id = "keepTyped",
    request_body = TypedBody,
    responses((status = 204, description = "It is kept"), AnyProblems)
)]
pub(super) async fn keep_typed(
    State(backend): State<Backend>,
    Body(body): Body<TypedBody>,
) -> Result<StatusCode, Problem> {
    if body.text.len() > LARGEST {
        return Err(Problem::invalid_request(format!("the text is longer than {LARGEST} bytes")));
    }
    backend.typed().keep(body.text);
    Ok(StatusCode::NO_CONTENT)
}
