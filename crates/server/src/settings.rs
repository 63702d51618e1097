//! What the page keeps: theme, sizes of panes, canned answers. It is the page's own matter, so any JSON
//! object does; it is kept by the backend and not by the browser, so that it is there on every port and for every
//! config file. Tabs change what they have to, and hear of what others changed.

use crate::keepsake::Keepsake;
use crate::openapi::AnyProblems;
use crate::sessions::Body;
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::watch;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How large they may be, as JSON.
const LARGEST: usize = 64 * 1024;

pub(crate) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(show, replace, change))
}

/// What the page keeps. Cloning gives another handle to the same.
#[derive(Clone, Debug, Default)]
pub struct PageSettings {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    kept: Keepsake<Map<String, Value>>,
    /// How often they were changed here.
    changes: watch::Sender<u64>,
}

impl PageSettings {
    /// Those of a file, which need not be there yet; until it is, those of `before`.
    pub fn at(path: PathBuf, before: PathBuf) -> Self {
        let inner = Inner { kept: Keepsake::at(path, before), changes: watch::Sender::default() };
        PageSettings { inner: Arc::new(inner) }
    }

    pub(crate) fn show(&self) -> Map<String, Value> {
        self.inner.kept.read()
    }

    /// Hears of changes that are made here.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.inner.changes.subscribe()
    }

    fn change(&self, change: impl FnOnce(&mut Map<String, Value>)) -> Result<Map<String, Value>, Problem> {
        let now = self.inner.kept.change(|settings| {
            change(settings);
            let size = serde_json::to_vec_pretty(settings).unwrap_or_default().len();
            if size > LARGEST {
                let message = format!("the settings have {size} bytes, and may have {LARGEST}");
                return Err(Problem::invalid_request(message));
            }
            Ok(settings.clone())
        })?;
        self.inner.changes.send_modify(|changes| *changes += 1);
        Ok(now)
    }
}

/// Puts the members of `patch` into an object, those of objects in it one by one; null takes one away (RFC 7396).
fn merge(into: &mut Map<String, Value>, patch: Map<String, Value>) {
    for (name, value) in patch {
        match value {
            Value::Null => drop(into.remove(&name)),
            Value::Object(inner) => {
                let before = into.remove(&name);
                let mut members = match before {
                    Some(Value::Object(members)) => members,
                    _ => Map::new(),
                };
                merge(&mut members, inner);
                into.insert(name, Value::Object(members));
            }
            value => drop(into.insert(name, value)),
        }
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
    backend.settings().change(|now| *now = settings)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes some of what is kept for the page
///
/// What the object names is put in place of what was there, members of objects one by one, and null takes one away
/// (RFC 7396). All else stays, so tabs that change different things lose nothing.
#[utoipa::path(
    patch,
    path = "/api/settings",
    tag = "settings",
    operation_id = "changeSettings",
    request_body = std::collections::HashMap<String, Value>,
    responses(
        (status = 200, description = "The settings now", body = std::collections::HashMap<String, Value>),
        AnyProblems,
    )
)]
async fn change(
    State(backend): State<Backend>,
    Body(patch): Body<Map<String, Value>>,
) -> Result<Json<Map<String, Value>>, Problem> {
    backend.settings().change(|now| merge(now, patch)).map(Json)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_inspector_engine::FaultCode;

    fn object(text: &str) -> Map<String, Value> {
        serde_json::from_str(text).unwrap()
    }

    fn at(path: &std::path::Path) -> PageSettings {
        PageSettings::at(path.to_owned(), path.to_owned())
    }

    fn put(settings: &PageSettings, text: &str) -> bool {
        settings.change(|now| *now = object(text)).is_ok()
    }

    #[test]
    fn settings_survive_a_restart() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("page.json");
        let settings = at(&path);
        assert_eq!(settings.show(), Map::new());
        assert!(put(&settings, r#"{"theme": "dark"}"#));
        assert_eq!(at(&path).show(), object(r#"{"theme": "dark"}"#));
    }

    #[test]
    fn what_cannot_be_kept_is_told_and_the_old_ones_stay() {
        let directory = tempfile::tempdir().unwrap();
        let settings = at(&directory.path().join("missing/page.json"));
        let refused = settings.change(|now| *now = object(r#"{"theme": "dark"}"#)).unwrap_err();
        assert_eq!(refused.fault().code, FaultCode::OutputFailed, "{}", refused.fault().message);
        assert_eq!(settings.show(), Map::new());
        assert!(!put(&PageSettings::default(), &format!(r#"{{"a": "{}"}}"#, "x".repeat(LARGEST))));
    }

    #[test]
    fn a_file_that_is_not_ours_says_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("page.json");
        std::fs::write(&path, "[1]").unwrap();
        assert_eq!(at(&path).show(), Map::new());
    }

    #[test]
    fn two_backends_change_different_things_and_both_stay() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("page.json");
        let (one, other) = (at(&path), at(&path));
        assert!(put(&one, r#"{"theme": "dark", "splits": {"a": 0.5}}"#));
        other.change(|now| merge(now, object(r#"{"splits": {"b": 0.2}}"#))).unwrap();
        one.change(|now| merge(now, object(r#"{"theme": null, "density": "cozy"}"#))).unwrap();
        let expected = object(r#"{"splits": {"a": 0.5, "b": 0.2}, "density": "cozy"}"#);
        assert_eq!((one.show(), other.show()), (expected.clone(), expected));
    }
}
