//! What the page keeps: theme, sizes of panes, canned answers. It is the page's own matter, so any JSON
//! object does; it is kept by the backend and not by the browser, so that it is there on every port.

use crate::openapi::AnyProblems;
use crate::sessions::Body;
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mcp_inspector_engine::{FaultCode, file};
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How large they may be, as JSON.
const LARGEST: usize = 64 * 1024;

pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(show, replace))
}

/// What the page keeps. Cloning gives another handle to the same.
#[derive(Clone, Debug, Default)]
pub struct PageSettings {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Where they are kept; nowhere when they are forgotten at the end.
    path: Option<PathBuf>,
    /// None until they were read.
    settings: Mutex<Option<Map<String, Value>>>,
}

impl PageSettings {
    /// Those of a file, which need not be there yet.
    pub fn at(path: PathBuf) -> Self {
        PageSettings { inner: Arc::new(Inner { path: Some(path), settings: Mutex::default() }) }
    }

    fn show(&self) -> Map<String, Value> {
        self.known().clone().unwrap_or_default()
    }

    fn replace(&self, settings: Map<String, Value>) -> Result<(), Problem> {
        let text = serde_json::to_vec_pretty(&settings).unwrap_or_default();
        if text.len() > LARGEST {
            let message = format!("the settings have {} bytes, and may have {LARGEST}", text.len());
            return Err(Problem::invalid_request(message));
        }
        let mut known = self.known();
        if let Some(path) = &self.inner.path {
            file::write(path, &text).map_err(|error| {
                let message = format!("the settings could not be written to {}: {error}", path.display());
                Problem::new(FaultCode::InternalError, message)
                    .with_hint("check that you may write to the directory and that it has space")
            })?;
        }
        *known = Some(settings);
        Ok(())
    }

    /// What is known, read from the file the first time. A file that is not ours says nothing.
    fn known(&self) -> MutexGuard<'_, Option<Map<String, Value>>> {
        // Whoever panicked has not left them half changed.
        let mut settings = self.inner.settings.lock().unwrap_or_else(PoisonError::into_inner);
        if settings.is_none() {
            let read = self.inner.path.as_ref().and_then(|path| {
                let metadata = std::fs::metadata(path).ok()?;
                let is_ours = metadata.is_file() && metadata.len() <= LARGEST as u64;
                is_ours.then(|| std::fs::read(path).ok()).flatten()
            });
            *settings = Some(read.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default());
        }
        settings
    }
}

/// What the page keeps
#[utoipa::path(
    get,
    path = "/api/settings",
    tag = "settings",
    operation_id = "showSettings",
    responses((status = 200, description = "The settings", body = std::collections::HashMap<String, Value>), AnyProblems)
)]
async fn show(State(backend): State<Backend>) -> Json<Map<String, Value>> {
    Json(backend.settings().show())
}

/// Keeps something for the page
///
/// Any object of up to 64 KiB; it takes the place of the one before.
#[utoipa::path(
    put,
    path = "/api/settings",
    tag = "settings",
    operation_id = "replaceSettings",
    request_body = std::collections::HashMap<String, Value>,
    responses((status = 204, description = "It is kept"), AnyProblems)
)]
async fn replace(
    State(backend): State<Backend>,
    Body(settings): Body<Map<String, Value>>,
) -> Result<StatusCode, Problem> {
    backend.settings().replace(settings)?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(text: &str) -> Map<String, Value> {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn settings_survive_a_restart() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("page.json");
        let settings = PageSettings::at(path.clone());
        assert_eq!(settings.show(), Map::new());
        settings.replace(object(r#"{"theme": "dark"}"#)).unwrap();
        assert_eq!(PageSettings::at(path).show(), object(r#"{"theme": "dark"}"#));
    }

    #[test]
    fn what_cannot_be_kept_is_told_and_the_old_ones_stay() {
        let directory = tempfile::tempdir().unwrap();
        let settings = PageSettings::at(directory.path().join("missing/page.json"));
        assert!(settings.replace(object(r#"{"theme": "dark"}"#)).is_err());
        assert_eq!(settings.show(), Map::new());
        let large = object(&format!(r#"{{"a": "{}"}}"#, "x".repeat(LARGEST)));
        assert!(PageSettings::default().replace(large).is_err());
    }

    #[test]
    fn a_file_that_is_not_ours_says_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("page.json");
        std::fs::write(&path, "[1]").unwrap();
        assert_eq!(PageSettings::at(path).show(), Map::new());
    }
}
