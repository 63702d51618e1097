//! Why a run or a step of it failed: a fault, and for scripts every place that is wrong.

use mcp_inspector_engine::{Fault, FaultCode};
use serde::Serialize;

/// Why a run or a step of it failed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    pub(crate) fault: Fault,
    /// Everything that is wrong, when that is more than the fault can say.
    pub(crate) problems: Vec<Problem>,
    /// Whether all of it is about schemas of tools.
    pub(crate) is_about_schemas: bool,
    /// Whether trying again is no use although the code says that it may be.
    pub(crate) is_final: bool,
    /// Whether the server's stderr was shown while it came.
    pub(crate) stderr_is_told: bool,
}

/// One place that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    /// The step of the script, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) step: Option<usize>,
    /// The field, as the script or the command line spells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
    /// What is wrong.
    pub(crate) message: String,
}

impl Problem {
    /// Place and problem in one line.
    pub(crate) fn line(&self) -> String {
        let field = self.field.as_deref();
        match (self.step, field) {
            (Some(step), Some(field)) => format!("steps[{step}].{field}: {}", self.message),
            (Some(step), None) => format!("steps[{step}]: {}", self.message),
            (None, _) => self.message.clone(),
        }
    }
}

impl From<Fault> for Failure {
    fn from(mut fault: Fault) -> Self {
        // The engine knows what helps, and not which flag of ours does it.
        let flag = match fault.code {
            FaultCode::CapabilityMissing => Some("`--force`"),
            _ => None,
        };
        if let Some(flag) = flag {
            let hint = fault.hint.take().unwrap_or_default();
            fault.hint = Some(format!("{hint} (flag: {flag})").trim_start().to_owned());
        }
        Failure {
            fault,
            problems: Vec::new(),
            is_about_schemas: false,
            is_final: false,
            stderr_is_told: false,
        }
    }
}

impl Failure {
    /// What was asked for makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Fault::new(FaultCode::InvalidRequest, message).into()
    }

    /// Adds advice.
    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.fault.hint = Some(hint.into());
        self
    }

    /// Several things are wrong with `what`.
    pub(crate) fn problems(what: &str, problems: Vec<Problem>) -> Self {
        let message = match &problems[..] {
            [one] => format!("{what}: {}", one.line()),
            many => {
                let lines: Vec<String> =
                    many.iter().map(|problem| format!("\n  {}", problem.line())).collect();
                format!("{what}: {} problems{}", many.len(), lines.concat())
            }
        };
        Failure { problems, ..Failure::usage(message) }
    }
}
