//! The stages of a login, from the first question to giving the token back, each with its newest steps.
//!
//! Steps come from logins, walks, renewals and trials that somebody asked for, and from the logs of the
//! sessions, which log in and renew by themselves. For each stage the newest of these that got there counts.

use super::acts::Act;
use super::attempt::Attempt;
use crate::Backend;
use crate::openapi::word;
use jiff::Timestamp;
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_engine::core::redact::Redactor;
use mcp_inspector_engine::{EntryKind, Item, Log, Raw};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa::openapi::Object;

/// How many entries of a session's log are looked through.
const BACK: usize = 5000;

/// A stage of a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Probe,
    ResourceMetadata,
    ServerMetadata,
    Client,
    Authorize,
    Token,
    Use,
    Refresh,
    StepUp,
    Logout,
}

impl Stage {
    const ALL: [Stage; 10] = [
        Stage::Probe,
        Stage::ResourceMetadata,
        Stage::ServerMetadata,
        Stage::Client,
        Stage::Authorize,
        Stage::Token,
        Stage::Use,
        Stage::Refresh,
        Stage::StepUp,
        Stage::Logout,
    ];

    const WORDS: [&str; 10] = [
        "probe",
        "resource-metadata",
        "server-metadata",
        "client",
        "authorize",
        "token",
        "use",
        "refresh",
        "step-up",
        "logout",
    ];

    fn word(self) -> &'static str {
        Stage::WORDS[self as usize]
    }

    /// Where a step belongs. What is kept belongs to whatever it came of.
    fn of(step: StepName, before: Option<Stage>) -> Stage {
        match step {
            StepName::Challenge => Stage::Probe,
            StepName::ResourceMetadata => Stage::ResourceMetadata,
            StepName::ServerMetadata => Stage::ServerMetadata,
            StepName::Scope | StepName::Identity | StepName::Registration => Stage::Client,
            StepName::Authorization | StepName::Redirect => Stage::Authorize,
            StepName::TokenExchange | StepName::Token => Stage::Token,
            StepName::Store => before.filter(|stage| *stage == Stage::Refresh).unwrap_or(Stage::Token),
            StepName::Use => Stage::Use,
            StepName::Refresh => Stage::Refresh,
            StepName::StepUp => Stage::StepUp,
            StepName::Revocation => Stage::Logout,
        }
    }
}

/// A stage of a login, with its newest steps.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LoginStage)]
#[serde(rename_all = "camelCase")]
pub(super) struct StageBody {
    /// Which.
    #[schema(schema_with = stages)]
    stage: &'static str,
    /// How it went: `none` when it was not got to since the backend started.
    #[schema(schema_with = outcomes)]
    outcome: &'static str,
    /// What got there: a `login`, a `walk`, a `renewal`, a `trial` or a `logout` that somebody asked for, or
    /// a `session` by itself; null when nothing did.
    #[schema(required)]
    from: Option<&'static str>,
    /// When, ISO 8601.
    #[schema(required, format = DateTime)]
    at: Option<String>,
    /// Its steps, as entries of kind `auth` have them.
    #[schema(value_type = Vec<AuthStep>)]
    steps: Raw,
}

fn stages() -> Object {
    word(&Stage::WORDS)
}

fn outcomes() -> Object {
    word(&["none", "passed", "warning", "failed", "waiting", "skipped"])
}

/// Steps that were made together.
struct Run {
    from: &'static str,
    at_ms: u64,
    steps: Vec<AuthStep>,
}

/// The stages of the logins of a server.
pub(super) fn of(
    backend: &Backend,
    server_id: &str,
    login: Option<&Arc<Attempt>>,
    secrets: &Redactor,
) -> Vec<StageBody> {
    let mut runs: Vec<Run> = backend.logins().acts_of(server_id).into_iter().map(Run::from).collect();
    runs.extend(login.map(|login| {
        let (steps, at_ms) = login.noted_at();
        Run { from: "login", at_ms, steps }
    }));
    for (opened_ms, log) in backend.sessions().logs_of(server_id) {
        runs.extend(in_log(&log, opened_ms));
    }
    runs.sort_by_key(|run| run.at_ms);
    Stage::ALL.into_iter().map(|stage| newest(stage, &runs, secrets)).collect()
}

impl From<Act> for Run {
    fn from(act: Act) -> Self {
        Run { from: act.deed.word(), at_ms: act.at_ms, steps: act.steps }
    }
}

/// What a session did by itself. Where a step comes before the one it follows, something else begins.
fn in_log(log: &Log, opened_ms: u64) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for item in log.page_back(log.last(), BACK).into_iter().rev() {
        let Item::Entry(entry) = item else { continue };
        let EntryKind::Auth(step) = &entry.kind else { continue };
        let at_ms = opened_ms + entry.at.nanos() / 1_000_000;
        match runs.last_mut() {
            Some(run) if run.steps.last().is_some_and(|last| last.step <= step.step) => {
                run.at_ms = at_ms;
                run.steps.push((**step).clone());
            }
            _ => runs.push(Run { from: "session", at_ms, steps: vec![(**step).clone()] }),
        }
    }
    runs
}

/// A stage as the newest run has it that got there.
fn newest(stage: Stage, runs: &[Run], secrets: &Redactor) -> StageBody {
    let of_stage = |run: &Run| {
        let mut before = None;
        let mut steps = Vec::new();
        for step in &run.steps {
            let now = Stage::of(step.step, before);
            before = Some(now);
            if now == stage {
                // Steps are made without secrets; a server that repeats one shows it to nobody.
                steps.push(step.clone().masked(secrets));
            }
        }
        steps
    };
    let found = runs.iter().rev().map(|run| (run, of_stage(run))).find(|(_, steps)| !steps.is_empty());
    let Some((run, steps)) = found else {
        return StageBody {
            stage: stage.word(),
            outcome: "none",
            from: None,
            at: None,
            steps: Raw::of(&[(); 0]),
        };
    };
    let at = i64::try_from(run.at_ms).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    StageBody {
        stage: stage.word(),
        outcome: outcome(&steps),
        from: Some(run.from),
        at: at.map(|at| format!("{at:.3}")),
        steps: Raw::of(&steps),
    }
}

/// How several steps went together: as the last one did, unless one before it was not as it should be. A
/// place without anything there, and another one where it is, are as it should be.
fn outcome(steps: &[AuthStep]) -> &'static str {
    let of_weight = steps.iter().rev().find(|step| step.outcome != StepOutcome::Skipped);
    let is_any = |outcome| steps.iter().any(|step| step.outcome == outcome);
    match of_weight.map(|step| step.outcome) {
        None | Some(StepOutcome::Skipped) => "skipped",
        Some(StepOutcome::Failed) => "failed",
        Some(StepOutcome::Waiting) => "waiting",
        Some(StepOutcome::Passed) if !is_any(StepOutcome::Warning) && !is_any(StepOutcome::Failed) => {
            "passed"
        }
        Some(StepOutcome::Passed | StepOutcome::Warning) => "warning",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(from: &'static str, at_ms: u64, steps: &[(StepName, StepOutcome)]) -> Run {
        let steps = steps.iter().map(|(name, outcome)| AuthStep::new(*name, *outcome, "it")).collect();
        Run { from, at_ms, steps }
    }

    fn told(runs: &[Run]) -> Vec<(&'static str, &'static str, Option<&'static str>)> {
        let secrets = Redactor::default();
        let bodies = Stage::ALL.into_iter().map(|stage| newest(stage, runs, &secrets));
        bodies.filter(|body| body.from.is_some()).map(|body| (body.stage, body.outcome, body.from)).collect()
    }

    #[test]
    fn each_stage_is_told_by_the_newest_that_got_there() {
        use StepOutcome::{Failed, Passed, Skipped};
        let runs = [
            run(
                "login",
                1,
                &[
                    (StepName::Challenge, Passed),
                    (StepName::ResourceMetadata, Skipped),
                    (StepName::ResourceMetadata, Passed),
                    (StepName::Token, Passed),
                    (StepName::Store, Passed),
                ],
            ),
            run("session", 2, &[(StepName::Refresh, Failed), (StepName::Store, Passed)]),
            run("walk", 3, &[(StepName::Challenge, Failed)]),
        ];
        assert_eq!(
            told(&runs),
            [
                ("probe", "failed", Some("walk")),
                ("resource-metadata", "passed", Some("login")),
                ("token", "passed", Some("login")),
                ("refresh", "warning", Some("session")),
            ]
        );
    }

    #[test]
    fn what_is_waited_for_and_what_was_not_needed_are_told_apart() {
        use StepOutcome::{Passed, Skipped, Waiting};
        let runs = [run("login", 1, &[(StepName::Identity, Skipped), (StepName::Authorization, Waiting)])];
        assert_eq!(
            told(&runs),
            [("client", "skipped", Some("login")), ("authorize", "waiting", Some("login"))]
        );
        let runs = [run("login", 1, &[(StepName::Authorization, Waiting), (StepName::Redirect, Passed)])];
        assert_eq!(told(&runs), [("authorize", "passed", Some("login"))]);
    }
}
