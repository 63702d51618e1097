//! What a step expects of its result, held against what came.

use crate::call::{Caller, Done};
use crate::failure::{Failure, Problem};
use crate::step::Step;
use crate::tool;
use mcp_inspector_engine::core::expect::{Assertion, Judged, Verdict, expects_error, judge};
use mcp_inspector_engine::{Fault, FaultCode};
use std::time::Duration;

/// What became of a step, judged by what it expects. A call that was not answered failed for another reason.
pub(crate) async fn judged(caller: &Caller<'_>, step: &Step, mut done: Done, took: Duration) -> Done {
    let is_tool_error = |failure: &Failure| failure.fault.code == FaultCode::ToolError;
    let is_answered = done.failure.as_ref().is_none_or(is_tool_error);
    let Some(result) = done.result.clone().filter(|_| is_answered && !step.expect.is_empty()) else {
        return done;
    };
    let output_schema = if step.expect.iter().any(Assertion::is_of_output) {
        match tool::output_schema(caller, step).await {
            Ok(schema) => schema,
            Err(failure) => return Done { failure: Some(failure), ..done },
        }
    } else {
        None
    };
    let of = Judged { result: &result, took, output_schema: output_schema.as_ref() };
    done.verdicts = judge(&step.expect, &of);
    if done.failure.is_none() || expects_error(&step.expect) {
        done.failure = failure(&done.verdicts);
    }
    done
}

/// The failure that assertions are that do not hold.
fn failure(verdicts: &[Verdict]) -> Option<Failure> {
    let problem = |(index, verdict): (usize, &Verdict)| Problem {
        step: None,
        field: Some(format!("expect[{index}]")),
        message: verdict.line(),
    };
    let failed = verdicts.iter().enumerate().filter(|(_, verdict)| !verdict.passed);
    let problems: Vec<Problem> = failed.map(problem).collect();
    let lines: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    if lines.is_empty() {
        return None;
    }
    let message = format!("{} of {} expectations failed: {}", lines.len(), verdicts.len(), lines.join("; "));
    let fault = Fault::new(FaultCode::ExpectationFailed, message);
    Some(Failure { problems, ..Failure::from(fault) })
}
