//! Standing answers as a face gives them, sees them and takes them back.

use super::held::Held;
use super::input::{Body, Found, FoundWith};
use crate::openapi::{SendProblems, SessionProblems};
use crate::{Backend, Problem};
use axum::Json;
use axum::http::StatusCode;
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::responder::{StandingError, StandingRule, StandingRules};
use mcp_inspector_engine::session::{MadeRule, RuleTrouble};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(list, add)).routes(routes!(remove))
}

/// A standing answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StandingRule)]
pub(crate) struct RuleBody {
    /// Its number. It is never given twice.
    number: usize,
    /// What the server asks for when it applies.
    method: &'static str,
    /// The rule as it was given.
    #[schema(value_type = HashMap<String, Value>)]
    rule: Value,
    /// How many asks it has answered or refused.
    answered: u64,
}

impl From<StandingRule> for RuleBody {
    fn from(rule: StandingRule) -> Self {
        let StandingRule { number, method, rule, answered } = rule;
        RuleBody { number, method, rule, answered }
    }
}

/// Standing answers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StandingRules)]
struct RulesBody {
    /// They, the newest first: it is the newest that fits which answers.
    rules: Vec<RuleBody>,
}

/// A rule that stands from now on.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AddedRule)]
struct AddedBody {
    /// Its number.
    number: usize,
    /// How many asks that waited it has answered at once.
    answered: usize,
}

/// The standing answers of a session; none where nobody can have any.
pub(super) fn rules_of(held: &Held) -> Vec<RuleBody> {
    let rules = held.rules.as_ref().map(StandingRules::list).unwrap_or_default();
    rules.into_iter().map(RuleBody::from).collect()
}

/// The standing answers of a session
///
/// They belong to the server, so other sessions with it have the same.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/rules",
    tag = "sessions",
    operation_id = "listRules",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "They", body = RulesBody), SessionProblems)
)]
async fn list(Found(held): Found) -> Json<RulesBody> {
    Json(RulesBody { rules: rules_of(&held) })
}

/// Answers every ask of a kind from now on
///
/// The body is one rule of an answers file: `kind` (`sampling` or `elicitation`), perhaps `message`,
/// `contains`, `tool`, `mode` and `times`, and one of `text`, `accept`, `result`, `error` and `refuse`. It holds
/// whether or not a face is there, takes the place of a rule with the same conditions, and answers what
/// waits already.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/rules",
    tag = "sessions",
    operation_id = "addRule",
    params(("id" = String, Path, description = "The session's id")),
    request_body = HashMap<String, Value>,
    responses((status = 201, description = "It stands", body = AddedBody), SendProblems)
)]
async fn add(
    Found(held): Found,
    Body(rule): Body<Map<String, Value>>,
) -> Result<(StatusCode, Json<AddedBody>), Problem> {
    let session = held.writable()?;
    let Some(rules) = &held.rules else {
        let message = format!("session `{}` was opened with others who answer", held.id);
        return Err(Problem::invalid_request(message)
            .with_status(StatusCode::CONFLICT)
            .with_hint("open a session with `answers: \"face\"` to have rules"));
    };
    let made = session.make_rule(rules, Value::Object(rule)).await;
    let MadeRule { number, answered } = made.map_err(|trouble| match trouble {
        RuleTrouble::Refused(error) => refused(&error),
        RuleTrouble::Session(fault) => Problem::from(fault),
    })?;
    Ok((StatusCode::CREATED, Json(AddedBody { number, answered })))
}

fn refused(error: &StandingError) -> Problem {
    let message = error.to_string();
    match error {
        StandingError::TooMany => {
            Problem::new(FaultCode::LimitReached, message).with_hint("take some back first")
        }
        _ => Problem::invalid_request(message)
            .with_hint("a rule is an object such as {\"kind\": \"sampling\", \"text\": \"four\"}"),
    }
}

/// Takes a standing answer back
#[utoipa::path(
    delete,
    path = "/api/sessions/{id}/rules/{number}",
    tag = "sessions",
    operation_id = "removeRule",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("number" = u64, Path, description = "The rule's number"),
    ),
    responses((status = 204, description = "It no longer stands"), SessionProblems)
)]
async fn remove(FoundWith(held, number): FoundWith) -> Result<StatusCode, Problem> {
    if let Some((rules, number)) = held.rules.as_ref().zip(usize::try_from(number).ok())
        && held.session.take_rule_back(rules, number).await
    {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::not_found(format!("no standing rule has the number {number}"))
        .with_hint("somebody may have taken it back, or it was good for a number of times only"))
}
