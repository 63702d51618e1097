//! The envelope: all that is to be said about one step, for programs. `--structured` prints it.
//!
//! Its form is a contract: `schema/envelope.schema.json` describes it, and every envelope in the
//! tests is checked against that. [`VERSION`] counts its breaking changes.

use crate::failure::{Failure, Problem};
use crate::happened::Happened;
use crate::help::errors;
use mcp_inspector_engine::core::auth::AuthStep;
use mcp_inspector_engine::core::expect::Verdict;
use mcp_inspector_engine::core::junit::{Case, End};
use mcp_inspector_engine::{Blame, Era, FaultCode, PostMortem, Raw, Revision};
use serde::Serialize;
use std::time::Duration;

/// The version of the envelope.
const VERSION: u32 = 1;

/// All that is to be said about one step.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Envelope {
    structured_version: u32,
    /// Its place in the script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) step: Option<usize>,
    pub(crate) success: bool,
    /// Why it was not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) skipped: Option<String>,
    pub(crate) method: String,
    /// How long the call took.
    duration_ms: u64,
    /// How long connecting took before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    connect_ms: Option<u64>,
    pub(crate) revision: Option<Revision>,
    pub(crate) era: Option<Era>,
    pub(crate) result: Option<Raw>,
    pub(crate) error: Option<Error>,
    /// Whether the result is what the step expects, assertion by assertion.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) expect: Vec<Verdict>,
    /// What this program has to say about how the call was made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) remarks: Vec<String>,
    #[serde(flatten)]
    pub(crate) happened: Happened,
}

/// What went wrong.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Error {
    category: Blame,
    code: &'static str,
    message: String,
    /// What the server said, when it refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    json_rpc: Option<JsonRpc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    http_status: Option<u16>,
    /// The capability that is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    capability: Option<String>,
    retryable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Problem>,
    hint: Option<String>,
    /// The step of the login that broke.
    #[serde(skip_serializing_if = "Option::is_none")]
    auth_step: Option<AuthStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    post_mortem: Option<PostMortem>,
    /// What to run to read the page about the code.
    help: String,
}

/// A JSON-RPC error.
#[derive(Debug, Serialize)]
struct JsonRpc {
    code: Option<i64>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Raw>,
}

impl Error {
    /// The error in one line.
    pub(crate) fn line(&self) -> String {
        format!("{} ({})", self.message, self.code)
    }

    /// How a test ended that ended with it.
    fn end(&self) -> End {
        if self.code == FaultCode::ExpectationFailed.as_str() {
            return End::Failed(self.problems.iter().map(|problem| problem.message.clone()).collect());
        }
        if self.code == FaultCode::ToolError.as_str() {
            return End::Failed(vec![self.line()]);
        }
        End::Broken(self.line())
    }

    /// The error that a failure is.
    pub(crate) fn of(failure: &Failure) -> Self {
        let Failure { fault, problems, .. } = failure;
        let details = &fault.details;
        Error {
            category: fault.code.blame(),
            code: fault.code.as_str(),
            message: fault.message.clone(),
            json_rpc: details.rpc.as_ref().map(|error| JsonRpc {
                code: error.code,
                message: error.message.clone(),
                data: error.data.clone(),
            }),
            http_status: details.http_status,
            capability: details.capability.clone(),
            retryable: fault.code.is_retryable() && !failure.is_final,
            retry_after: details.retry_after,
            problems: problems.clone(),
            hint: fault.hint.clone(),
            auth_step: details.auth_step.as_deref().cloned(),
            post_mortem: details.post_mortem.as_deref().cloned(),
            help: errors::command(fault.code),
        }
    }
}

impl Envelope {
    /// The envelope of a step, with nothing said yet.
    pub(crate) fn new(method: &str) -> Self {
        Envelope {
            structured_version: VERSION,
            step: None,
            success: false,
            skipped: None,
            method: method.to_owned(),
            duration_ms: 0,
            connect_ms: None,
            revision: None,
            era: None,
            result: None,
            error: None,
            expect: Vec::new(),
            remarks: Vec::new(),
            happened: Happened::default(),
        }
    }

    /// The envelope of what failed before anything was done.
    pub(crate) fn failed(method: &str, failure: &Failure) -> Self {
        Envelope { error: Some(Error::of(failure)), ..Envelope::new(method) }
    }

    /// The envelope of a result that no server gave.
    pub(crate) fn done(method: &str, result: Raw) -> Self {
        Envelope { success: true, result: Some(result), ..Envelope::new(method) }
    }

    /// The envelope of a step that was not done.
    pub(crate) fn skipped(method: &str, step: usize, why: &str) -> Self {
        Envelope { step: Some(step), skipped: Some(why.to_owned()), ..Envelope::new(method) }
    }

    /// The step as a test case.
    pub(crate) fn case(&self, target: Option<&str>) -> Case {
        let end = match (&self.skipped, &self.error) {
            (Some(why), _) => End::Skipped(why.clone()),
            (None, Some(error)) => error.end(),
            (None, None) => End::Passed,
        };
        let name = format!("steps[{}] {}", self.step.unwrap_or_default(), target.unwrap_or(&self.method));
        Case { name, class: self.method.clone(), took: Duration::from_millis(self.duration_ms), end }
    }

    /// How long it took, connecting apart.
    pub(crate) fn took(&mut self, connecting: Option<Duration>, calling: Duration) {
        self.duration_ms = millis(calling);
        self.connect_ms = connecting.map(millis);
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
