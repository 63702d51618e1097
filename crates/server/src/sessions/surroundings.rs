//! What a server is given besides messages: the headers of its requests, or the environment of its process.
//!
//! Names and origins are told, values only as far as nothing about them looks secret: those of the
//! environment that was inherited only for variables that are known to be harmless.

use super::held::{Given, Held};
use super::input::Found;
use crate::Backend;
use crate::openapi::{SessionProblems, word};
use axum::Json;
use axum::extract::State;
use mcp_inspector_engine::core::redact::{REDACTED, redact_header, redact_named};
use mcp_inspector_engine::core::target::{Stdio, Transport};
use mcp_inspector_engine::{EntryKind, Item, Log, Target};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use utoipa::openapi::Object;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How far back the last HTTP request is looked for.
const NEAR: usize = 5000;

/// Whoever has it can start programs through the backend; no server is given it.
const NEVER_INHERITED: &str = "MCPI_TOKEN";

/// Variables whose values tell nothing that a page may not show.
const HARMLESS: [&str; 26] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "TERM",
    "COLORTERM",
    "TZ",
    "PWD",
    "TMPDIR",
    "TMP",
    "TEMP",
    "DISPLAY",
    "EDITOR",
    "NODE_ENV",
    "VIRTUAL_ENV",
    "RUST_LOG",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
    "SYSTEMROOT",
    "COMSPEC",
    "PATHEXT",
    "OS",
];

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(surroundings))
}

/// What a server is given besides messages.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Surroundings)]
#[serde(rename_all = "camelCase")]
struct SurroundingsBody {
    /// The headers of its newest request, or else those that are set up; null for a server that is a program.
    #[schema(required)]
    headers: Option<Vec<NamedValue>>,
    /// The environment of its process; null for a server that is an address, and for a recording.
    #[schema(required)]
    environment: Option<Vec<NamedValue>>,
    /// The directory its process is started in, when one is set up.
    #[schema(required)]
    cwd: Option<String>,
}

/// A header or a variable.
#[derive(Debug, Serialize, ToSchema)]
struct NamedValue {
    /// Its name.
    name: String,
    /// Its value, as far as it may be shown.
    value: String,
    /// Whether something of the value is not shown.
    masked: bool,
    /// Where it comes from.
    #[schema(schema_with = origins)]
    from: &'static str,
}

fn origins() -> Object {
    word(&[
        "config",
        "commandLine",
        "face",
        "otherClient",
        "demo",
        "inherited",
        "protocol",
        "login",
        "recording",
    ])
}

/// What a server is given besides messages: headers, or an environment
///
/// Secrets are not in it.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/surroundings",
    tag = "sessions",
    operation_id = "showSurroundings",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "What it is given", body = SurroundingsBody), SessionProblems)
)]
async fn surroundings(State(backend): State<Backend>, Found(held): Found) -> Json<SurroundingsBody> {
    let (target, given) = match &held.beginning {
        Some(beginning) => (Some(beginning.target.clone()), beginning.given),
        // What the proxy endpoint started is in the configuration, unless that was changed since.
        None => (held.server_id.as_ref().and_then(|id| backend.config().target(id).ok()), Given::Config),
    };
    Json(SurroundingsBody::of(&held, target.as_ref(), given))
}

impl SurroundingsBody {
    fn of(held: &Held, target: Option<&Target>, given: Given) -> Self {
        let sent = sent_headers(held.session.log());
        match target.map(|target| &target.transport) {
            Some(Transport::Stdio(stdio)) => SurroundingsBody {
                headers: None,
                environment: Some(environment(held, stdio, given)),
                cwd: stdio.cwd.as_ref().map(|cwd| cwd.display().to_string()),
            },
            Some(Transport::Http(http)) => SurroundingsBody {
                headers: Some(headers(held, &http.headers, given, sent)),
                environment: None,
                cwd: None,
            },
            None => {
                let header =
                    |(name, value): (String, String)| NamedValue::header(held, name, &value, "recording");
                let headers = sent.map(|sent| sent.into_iter().map(header).collect());
                SurroundingsBody { headers, environment: None, cwd: None }
            }
        }
    }
}

impl NamedValue {
    fn header(held: &Held, name: String, value: &str, from: &'static str) -> Self {
        let shown = redact_header(&name, value).into_owned();
        NamedValue::new(held, name, shown, from)
    }

    /// A value that was looked at once more: what is known to be secret is found wherever it stands.
    fn new(held: &Held, name: String, shown: String, from: &'static str) -> Self {
        let value = held.secrets.0.mask_text(&shown).unwrap_or(shown);
        NamedValue { name, masked: value.contains(REDACTED), value, from }
    }
}

fn word_of(given: Given) -> &'static str {
    match given {
        Given::Config => "config",
        Given::CommandLine => "commandLine",
        Given::Face => "face",
        Given::OtherClient => "otherClient",
        Given::Demo => "demo",
    }
}

/// The headers of the newest HTTP request that carried a message.
fn sent_headers(log: &Log) -> Option<Vec<(String, String)>> {
    let newest = |item: &Item| match item {
        Item::Entry(entry) => match &entry.kind {
            EntryKind::Http(exchange) if exchange.method == "POST" => Some(exchange.request_headers.clone()),
            _ => None,
        },
        Item::Gap { .. } => None,
    };
    log.page_back(log.last(), NEAR).iter().find_map(newest)
}

/// The headers of requests: those that were sent, or else those that are set up.
fn headers(
    held: &Held,
    set_up: &[(String, String)],
    given: Given,
    sent: Option<Vec<(String, String)>>,
) -> Vec<NamedValue> {
    let is_set_up = |name: &str| set_up.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
    let from = |name: &str| match name {
        name if is_set_up(name) => word_of(given),
        name if ["authorization", "dpop"].iter().any(|word| name.eq_ignore_ascii_case(word)) => "login",
        _ => "protocol",
    };
    let all = sent.unwrap_or_else(|| set_up.to_vec());
    let header = |(name, value): (String, String)| {
        let from = from(&name);
        NamedValue::header(held, name, &value, from)
    };
    all.into_iter().map(header).collect()
}

/// The environment of a process: what is set for it, and what it inherits.
fn environment(held: &Held, stdio: &Stdio, given: Given) -> Vec<NamedValue> {
    let text = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
    let inherited = std::env::vars_os().map(|(name, value)| (text(name), text(value)));
    let mut all: BTreeMap<String, NamedValue> = inherited
        .filter(|(name, _)| name != NEVER_INHERITED)
        .map(|(name, value)| {
            let shown = if is_harmless(&name) {
                redact_named(&name, &value).into_owned()
            } else {
                REDACTED.to_owned()
            };
            (name.clone(), NamedValue::new(held, name, shown, "inherited"))
        })
        .collect();
    for (name, value) in &stdio.env {
        let shown = redact_named(name, value).into_owned();
        all.insert(name.clone(), NamedValue::new(held, name.clone(), shown, word_of(given)));
    }
    let (set, inherited): (Vec<_>, Vec<_>) = all.into_values().partition(|value| value.from != "inherited");
    set.into_iter().chain(inherited).collect()
}

fn is_harmless(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    HARMLESS.contains(&name.as_str()) || name.starts_with("LC_") || name.starts_with("XDG_")
}
