//! What both sides said they can do, against what they did.

use super::findings::FindingBody;
use super::input::Found;
use crate::openapi::SessionProblems;
use crate::{Backend, Problem};
use axum::Json;
use mcp_inspector_engine::core::capability::Capability;
use mcp_inspector_engine::{FaultCode, Raw};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(capabilities))
}

/// What both sides said they can do, against what they did.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Capabilities)]
#[serde(rename_all = "camelCase")]
struct CapabilitiesBody {
    /// What the server can do.
    server: Vec<CapabilityBody>,
    /// What this program can do for the server.
    client: Vec<CapabilityBody>,
    /// What the server was told that this program can do; null before it was told.
    #[schema(required)]
    offered: Option<OfferedBody>,
}

/// What the server was told that this program can do.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Offered)]
struct OfferedBody {
    /// The entry that told it.
    seq: u64,
    /// It, as it was sent.
    #[schema(value_type = serde_json::Value)]
    capabilities: Raw,
}

/// One capability.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Capability)]
#[serde(rename_all = "camelCase")]
struct CapabilityBody {
    /// Its names from the outside in, such as `resources` and `subscribe`.
    path: Vec<String>,
    /// Whether it is advertised; null as long as its side has said nothing.
    #[schema(required)]
    advertised: Option<bool>,
    /// What was said about it, as JSON text; cut when it is long.
    #[schema(required)]
    said: Option<String>,
    /// How often it was used; null when the protocol does not say what would be a use.
    #[schema(required)]
    used: Option<u64>,
    /// The filter of the timeline that leaves its uses.
    #[schema(required)]
    filter: Option<String>,
    /// How often it was used although it was not advertised.
    unannounced: u64,
    /// The first entries that did.
    unannounced_at: Vec<u64>,
    /// How many findings are about it.
    broken: u64,
    /// The first of them.
    findings: Vec<FindingBody>,
}

impl From<Capability> for CapabilityBody {
    fn from(capability: Capability) -> Self {
        CapabilityBody {
            path: capability.path,
            advertised: capability.is_advertised,
            said: capability.said,
            used: capability.used,
            filter: capability.filter,
            unannounced: capability.unannounced,
            unannounced_at: capability.unannounced_at.into_iter().map(|seq| seq.0).collect(),
            broken: capability.broken,
            findings: capability.findings.into_iter().map(FindingBody::from).collect(),
        }
    }
}

/// What both sides said they can do, against what they did
///
/// As far as the log still has it; computed anew each time.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/capabilities",
    tag = "sessions",
    operation_id = "listCapabilities",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The capabilities of both sides", body = CapabilitiesBody), SessionProblems)
)]
async fn capabilities(Found(held): Found) -> Result<Json<CapabilitiesBody>, Problem> {
    // Going over a full log takes a while, and others must not wait for it.
    let surveyed = tokio::task::spawn_blocking(move || held.session.capabilities()).await;
    let survey =
        surveyed.map_err(|_| Problem::new(FaultCode::Shutdown, "the log could not be read to the end"))?;
    Ok(Json(CapabilitiesBody {
        server: survey.server.into_iter().map(CapabilityBody::from).collect(),
        client: survey.client.into_iter().map(CapabilityBody::from).collect(),
        offered: survey.offered.map(|(seq, capabilities)| OfferedBody { seq: seq.0, capabilities }),
    }))
}
