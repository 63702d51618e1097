//! On which terms a session speaks with its server, and connecting anew on others.

use super::held::{Held, Origin};
use super::input::{Body, Found, OptionalBody};
use super::opening::EraWord;
use super::summary::Summary;
use crate::openapi::SendProblems;
use crate::{Backend, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mcp_inspector_engine::{FaultCode, Terms, Versions};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(terms, set_terms)).routes(routes!(anew))
}

/// On which terms a session speaks with its server.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Terms)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
struct TermsBody {
    /// Which revision to speak: `auto`, `legacy`, or one by name.
    era: String,
    /// Whether to offer sampling.
    sampling: bool,
    /// Whether to offer elicitation by forms.
    elicitation_form: bool,
    /// Whether to offer elicitation by pages to visit.
    elicitation_url: bool,
    /// Whether to offer roots.
    roots: bool,
    /// Whether somebody is asked for the roots each time, instead of showing those that are set.
    roots_on_demand: bool,
    /// Whether to offer tasks (an extension of 2026-07-28).
    tasks: bool,
    /// Whether to offer skills (an extension of 2026-07-28).
    skills: bool,
}

/// The terms that were chosen, and those of the connection at hand.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TermsNow)]
#[serde(rename_all = "camelCase")]
struct TermsNow {
    /// The terms of the next connection.
    chosen: TermsBody,
    /// The terms of the connection at hand, or of the last one.
    in_force: TermsBody,
    /// Whether they differ, so that connecting anew would change something.
    pending: bool,
}

/// Other terms; what is not named stays as it was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = TermsChange)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TermsChange {
    /// Which revision to speak.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    era: Option<EraWord>,
    /// Whether to offer sampling.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    sampling: Option<bool>,
    /// Whether to offer elicitation by forms.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    elicitation_form: Option<bool>,
    /// Whether to offer elicitation by pages to visit.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    elicitation_url: Option<bool>,
    /// Whether to offer roots.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    roots: Option<bool>,
    /// Whether to ask somebody for the roots each time.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    roots_on_demand: Option<bool>,
    /// Whether to offer tasks.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    tasks: Option<bool>,
    /// Whether to offer skills.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    skills: Option<bool>,
}

/// What is there has to be a value: null would mean neither yes nor no.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl TermsChange {
    fn apply(self, terms: Terms) -> Terms {
        Terms {
            versions: self.era.map_or(terms.versions, Versions::from),
            sampling: self.sampling.unwrap_or(terms.sampling),
            elicitation_form: self.elicitation_form.unwrap_or(terms.elicitation_form),
            elicitation_url: self.elicitation_url.unwrap_or(terms.elicitation_url),
            roots: self.roots.unwrap_or(terms.roots),
            roots_on_demand: self.roots_on_demand.unwrap_or(terms.roots_on_demand),
            tasks: self.tasks.unwrap_or(terms.tasks),
            skills: self.skills.unwrap_or(terms.skills),
        }
    }
}

impl From<Terms> for TermsBody {
    fn from(terms: Terms) -> Self {
        TermsBody {
            era: terms.versions.to_string(),
            sampling: terms.sampling,
            elicitation_form: terms.elicitation_form,
            elicitation_url: terms.elicitation_url,
            roots: terms.roots,
            roots_on_demand: terms.roots_on_demand,
            tasks: terms.tasks,
            skills: terms.skills,
        }
    }
}

impl TermsNow {
    async fn of(held: &Held) -> Result<Self, Problem> {
        let (chosen, in_force) = held.writable()?.terms().await?;
        Ok(TermsNow { pending: chosen != in_force, chosen: chosen.into(), in_force: in_force.into() })
    }
}

/// Chooses the terms of the next connection.
async fn choose(held: &Held, change: TermsChange) -> Result<(), Problem> {
    let session = held.writable()?;
    if held.origin == Origin::Proxy {
        let message =
            format!("session `{}` belongs to the proxy endpoint, whose clients decide its terms", held.id);
        return Err(Problem::new(FaultCode::InvalidRequest, message)
            .with_status(StatusCode::CONFLICT)
            .with_hint("open a session of your own with the server"));
    }
    let (chosen, _) = session.terms().await?;
    session.set_terms(change.apply(chosen)).await?;
    Ok(())
}

/// On which terms a session speaks with its server
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/terms",
    tag = "sessions",
    operation_id = "showTerms",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The terms", body = TermsNow), SendProblems)
)]
async fn terms(Found(held): Found) -> Result<Json<TermsNow>, Problem> {
    TermsNow::of(&held).await.map(Json)
}

/// Chooses on which terms a session speaks with its server
///
/// From the next connection on: a server goes by what it was told at the beginning of this one.
#[utoipa::path(
    put,
    path = "/api/sessions/{id}/terms",
    tag = "sessions",
    operation_id = "setTerms",
    params(("id" = String, Path, description = "The session's id")),
    request_body = TermsChange,
    responses((status = 200, description = "The terms", body = TermsNow), SendProblems)
)]
async fn set_terms(Found(held): Found, Body(change): Body<TermsChange>) -> Result<Json<TermsNow>, Problem> {
    choose(&held, change).await?;
    TermsNow::of(&held).await.map(Json)
}

/// Connects a session anew
///
/// Ends the connection if there is one, and connects on the terms that were chosen, or are named here. Calls in
/// flight end as lost.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/anew",
    tag = "sessions",
    operation_id = "connectAnew",
    params(("id" = String, Path, description = "The session's id")),
    request_body = Option<TermsChange>,
    responses((status = 202, description = "Connecting goes on", body = Summary), SendProblems)
)]
async fn anew(
    State(backend): State<Backend>,
    Found(held): Found,
    OptionalBody(change): OptionalBody<TermsChange>,
) -> Result<(StatusCode, Json<Summary>), Problem> {
    held.writable()?;
    if change != TermsChange::default() {
        choose(&held, change).await?;
    }
    let base = backend.base().to_owned();
    // On its own, so that a caller who goes away does not leave it disconnected.
    let connecting = tokio::spawn(async move {
        held.session.stop().await;
        held.session.reconnect().await?;
        Ok(Summary::of(&held, &base))
    });
    let gone = |_| Problem::new(FaultCode::Shutdown, "the session is over");
    let summary: Result<Summary, Problem> = connecting.await.map_err(gone)?;
    Ok((StatusCode::ACCEPTED, Json(summary?)))
}
