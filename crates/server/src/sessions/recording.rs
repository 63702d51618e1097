//! Sessions as files: a log downloaded as a recording, and a recording opened as a session.

use super::held::{Held, Origin};
use super::input::Found;
use super::lifecycle::created;
use super::sse::{self, Feed, PIECE};
use super::summary::Summary;
use crate::openapi::{OpenProblems, SessionProblems};
use crate::{Backend, Problem};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use futures_util::StreamExt as _;
use mcp_inspector_engine::core::redact::Redactor;
use mcp_inspector_engine::record::{Reader, RecordError, RecordingText};
use mcp_inspector_engine::{FaultCode, Session};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The largest recording that is opened.
const LARGEST: usize = 256 * 1024 * 1024;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(download)).routes(routes!(upload))
}

/// The log as a recording
///
/// What the log has now; what it no longer has is told in the file.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/recording",
    tag = "recordings",
    operation_id = "downloadRecording",
    params(("id" = String, Path, description = "The session's id")),
    responses(
        (status = 200, description = "One JSON object per line, the first one a header", body = String,
            content_type = "application/x-ndjson",
            headers(("content-disposition" = String, description = "The name of the file"))),
        SessionProblems,
    )
)]
async fn download(Found(held): Found) -> impl IntoResponse {
    let name = file_name(&held.name, held.id.as_str());
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, sse::body(TextFeed(held.session.recording_text())))
}

struct TextFeed(RecordingText);

impl Feed for TextFeed {
    async fn next_piece(&mut self) -> Option<Vec<u8>> {
        self.0.next_piece(PIECE)
    }
}

/// A name for the file that means nothing to a shell, a browser or a file system.
fn file_name(name: &str, id: &str) -> String {
    const LONGEST: usize = 60;
    let is_harmless = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let plain: String = name.chars().take(LONGEST).map(|c| if is_harmless(c) { c } else { '-' }).collect();
    let plain = plain.trim_matches(['.', '-']);
    if plain.is_empty() { format!("session-{id}.ndjson") } else { format!("{plain}-{id}.ndjson") }
}

/// Opens a recording as a session that nothing can be sent to
#[utoipa::path(
    post,
    path = "/api/recordings",
    tag = "recordings",
    operation_id = "openRecording",
    request_body(content = String, content_type = "application/x-ndjson", description = "A recording, up to 256 MiB"),
    responses(
        (status = 201, description = "The session", body = Summary,
            headers(("location" = String, description = "Where the session is"))),
        OpenProblems,
    )
)]
async fn upload(State(backend): State<Backend>, body: Body) -> Result<impl IntoResponse, Problem> {
    let room = backend.sessions().room_for_recordings();
    let session = read(body, room).await?;
    let held = backend.sessions().insert(|| {
        let name = session.name().to_owned();
        // Secrets were blanked out when it was recorded, and nothing is sent.
        Held::new(session, Origin::Recording, (None, name), Redactor::default())
    })?;
    Ok(created(&held, &backend))
}

/// Reads a recording while it comes: no more than its longest line is held unread.
async fn read(body: Body, room: usize) -> Result<Session, Problem> {
    let mut reader = Reader::new("the request body");
    let mut pieces = body.into_data_stream();
    let mut line: Vec<u8> = Vec::new();
    let mut length = 0;
    while let Some(piece) = pieces.next().await {
        let piece: Bytes =
            piece.map_err(|_| Problem::invalid_request("the body could not be read to its end"))?;
        length += piece.len();
        if length > LARGEST {
            let message = format!("the recording is larger than the {} MiB that are read", LARGEST >> 20);
            return Err(Problem::invalid_request(message));
        }
        if length > room {
            return Err(Problem::new(FaultCode::LimitReached, "the open recordings hold too much memory")
                .with_hint("close some: DELETE /api/sessions/{id}"));
        }
        let mut rest = &piece[..];
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            line.extend_from_slice(&rest[..end]);
            reader.line(&line).map_err(|error| wrong(&error))?;
            line.clear();
            rest = &rest[end + 1..];
        }
        line.extend_from_slice(rest);
        // Much text comes at once, and others must not wait for all of it.
        tokio::task::yield_now().await;
    }
    if !line.is_empty() {
        reader.line(&line).map_err(|error| wrong(&error))?;
    }
    reader.finish().map(Session::replay_recording).map_err(|error| wrong(&error))
}

fn wrong(error: &RecordError) -> Problem {
    let problem = Problem::invalid_request(error.to_string());
    match error.hint() {
        Some(hint) => problem.with_hint(hint),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_harmless() {
        assert_eq!(file_name("everything-server", "0a1b"), "everything-server-0a1b.ndjson");
        assert_eq!(file_name("../../etc/passwd\"\r\n", "0a1b"), "etc-passwd-0a1b.ndjson");
        assert_eq!(file_name("名前", "0a1b"), "session-0a1b.ndjson");
    }
}
