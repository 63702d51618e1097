//! What changes about the sessions as a whole, and about the configuration, as server-sent events.
//!
//! Only the newest state is ever sent, so however much changes while a subscriber is slow, it holds one
//! list and no more.

use super::lifecycle::summaries;
use super::sse::{self, COMMENT, Feed, KEEP_ALIVE, RETRY, push_event};
use crate::openapi::OpenProblems;
use crate::{Backend, Problem};
use axum::extract::State;
use axum::response::Response;
use tokio::sync::{OwnedSemaphorePermit, watch};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(news))
}

/// What changes about the sessions and the configuration, as server-sent events
///
/// `event: sessions` has what `GET /api/sessions` has, now and whenever a session is opened, closed or
/// moves to another phase, or another number of asks waits in it. `event: config` has `{"revision"}`, now and whenever the configuration changes.
/// `event: end` is the last one: the backend shuts down. Comments come every 15 seconds.
#[utoipa::path(
    get,
    path = "/api/events",
    tag = "sessions",
    operation_id = "streamNews",
    responses(
        (status = 200, description = "Events, until the backend shuts down", body = String,
            content_type = "text/event-stream"),
        OpenProblems,
    )
)]
async fn news(State(backend): State<Backend>) -> Result<Response, Problem> {
    let leave = backend.sessions().stream()?;
    let (sessions, config) = (backend.sessions().changes(), backend.config().changes());
    Ok(sse::events(NewsFeed { backend, sessions, config, stage: Stage::Fresh, _leave: leave }))
}

/// A subscriber.
struct NewsFeed {
    backend: Backend,
    sessions: watch::Receiver<u64>,
    config: watch::Receiver<u64>,
    stage: Stage,
    _leave: OwnedSemaphorePermit,
}

enum Stage {
    /// Nothing was sent yet.
    Fresh,
    Streaming,
    /// The end was told.
    Ended,
}

impl Feed for NewsFeed {
    async fn next_piece(&mut self) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        match self.stage {
            Stage::Ended => return None,
            Stage::Fresh => {
                self.stage = Stage::Streaming;
                text.extend_from_slice(RETRY);
                self.push_sessions(&mut text);
                self.push_config(&mut text);
            }
            Stage::Streaming => tokio::select! {
                // Both are held by the backend, which we hold.
                _ = self.sessions.changed() => self.push_sessions(&mut text),
                _ = self.config.changed() => self.push_config(&mut text),
                () = tokio::time::sleep(KEEP_ALIVE) => return Some(COMMENT.to_vec()),
            },
        }
        Some(text)
    }
}

impl NewsFeed {
    fn push_sessions(&mut self, text: &mut Vec<u8>) {
        if !push_sessions(&self.backend, &mut self.sessions, text) {
            self.stage = Stage::Ended;
        }
    }

    fn push_config(&mut self, text: &mut Vec<u8>) {
        push_config(&mut self.config, text);
    }
}

/// Tells of all sessions; of the end, and false, when the backend shuts down.
pub(super) fn push_sessions(
    backend: &Backend,
    changes: &mut watch::Receiver<u64>,
    text: &mut Vec<u8>,
) -> bool {
    changes.mark_unchanged();
    if backend.sessions().is_closed() {
        push_event(text, None, "end", br#"{"reason":"shutdown"}"#);
        return false;
    }
    push_event(text, None, "sessions", &serde_json::to_vec(&summaries(backend)).unwrap_or_default());
    true
}

/// Tells which revision of the configuration there is.
pub(super) fn push_config(changes: &mut watch::Receiver<u64>, text: &mut Vec<u8>) {
    let revision = *changes.borrow_and_update();
    push_event(text, None, "config", format!(r#"{{"revision":{revision}}}"#).as_bytes());
}
