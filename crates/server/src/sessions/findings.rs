//! What the rules of the protocol say about a session.

use super::input::Found;
use crate::openapi::{SessionProblems, word};
use crate::{Backend, Problem};
use axum::Json;
use mcp_inspector_engine::core::check::{RuleReport, Spot};
use mcp_inspector_engine::{FaultCode, Finding, Level, Revision, Verdict};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::Object;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(findings))
}

/// What the rules of the protocol say about a log.
#[derive(Debug, Serialize, ToSchema)]
struct FindingsBody {
    /// What is wrong, in the order of the log.
    findings: Vec<FindingBody>,
    /// One verdict for every rule.
    rules: Vec<RuleBody>,
}

/// One place where the server broke a rule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Finding)]
#[serde(rename_all = "camelCase")]
pub(super) struct FindingBody {
    /// The rule.
    rule: &'static str,
    /// How much it weighs.
    #[schema(schema_with = levels)]
    level: &'static str,
    /// The revision in force, once the two sides had agreed on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false)]
    revision: Option<&'static str>,
    /// What is wrong.
    message: String,
    /// A JSON pointer into the frame, when that is where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pointer: Option<String>,
    /// The name of an HTTP header, when that is where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    header: Option<String>,
    /// The entry that shows it.
    seq: u64,
    /// The page of the specification that has the rule.
    page: String,
}

/// What a log says about one rule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Rule)]
#[serde(rename_all = "camelCase")]
struct RuleBody {
    /// The rule.
    rule: &'static str,
    /// What the log says about it.
    #[schema(schema_with = verdicts)]
    verdict: &'static str,
    /// How often there was something to judge.
    judged: u64,
    /// How often it was broken; the findings have the first hundred.
    broken: u64,
}

fn levels() -> Object {
    word(&["must", "should", "note"])
}

fn verdicts() -> Object {
    word(&["broken", "kept", "not-exercised"])
}

impl From<Finding> for FindingBody {
    fn from(finding: Finding) -> Self {
        let (pointer, header) = match finding.spot {
            Spot::Pointer(pointer) => (Some(pointer), None),
            Spot::Header(header) => (None, Some(header)),
        };
        FindingBody {
            rule: finding.rule,
            level: match finding.level {
                Level::Must => "must",
                Level::Should => "should",
                Level::Note => "note",
            },
            revision: finding.revision.map(Revision::as_str),
            message: finding.message,
            pointer,
            header,
            seq: finding.seq.0,
            page: finding.page,
        }
    }
}

impl From<RuleReport> for RuleBody {
    fn from(report: RuleReport) -> Self {
        RuleBody {
            rule: report.rule,
            verdict: match report.verdict {
                Verdict::Broken => "broken",
                Verdict::Kept => "kept",
                Verdict::NotExercised => "not-exercised",
            },
            judged: report.judged,
            broken: report.broken,
        }
    }
}

/// What the rules of the protocol say about what the server has sent
///
/// As far as the log still has it; computed anew each time.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/findings",
    tag = "sessions",
    operation_id = "listFindings",
    params(("id" = String, Path, description = "The session's id")),
    responses((status = 200, description = "The report", body = FindingsBody), SessionProblems)
)]
async fn findings(Found(held): Found) -> Result<Json<FindingsBody>, Problem> {
    // Judging a full log takes a while, and others must not wait for it.
    let judged = tokio::task::spawn_blocking(move || {
        let report = held.session.findings();
        // Whoever looks at the timeline next sees where.
        held.timeline.judge(held.session.log(), &report.findings);
        report
    })
    .await;
    let report =
        judged.map_err(|_| Problem::new(FaultCode::Shutdown, "the rules could not be checked to the end"))?;
    Ok(Json(FindingsBody {
        findings: report.findings.into_iter().map(FindingBody::from).collect(),
        rules: report.rules.into_iter().map(RuleBody::from).collect(),
    }))
}
