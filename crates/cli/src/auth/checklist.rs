//! The steps of a login as a list to tick off.

use mcp_inspector_engine::core::auth::{AuthStep, StepOutcome};
use mcp_inspector_engine::core::terminal;

/// A step: what it is, how it ended, and when it ended badly what to change.
pub(crate) fn item(step: &AuthStep) -> String {
    let mark = match step.outcome {
        StepOutcome::Passed => "ok",
        StepOutcome::Warning => "warning",
        StepOutcome::Failed => "FAILED",
        StepOutcome::Skipped => "-",
        StepOutcome::Waiting => "...",
    };
    let mut lines = vec![format!("{mark:<8} {:<18} {}", step.step.as_str(), step.what)];
    let mut add = |name: &str, text: &str| lines.push(format!("{:<9}{name}: {text}", ""));
    if let Some(exchange) = &step.exchange {
        let came = match (exchange.status, &exchange.error) {
            (Some(status), _) => format!("HTTP {status}"),
            (None, Some(error)) => error.clone(),
            (None, None) => "no answer".to_owned(),
        };
        add(
            "asked",
            &format!("{} {} -> {came} ({} ms)", exchange.method, exchange.url, exchange.duration_ms),
        );
    }
    let is_fine = matches!(step.outcome, StepOutcome::Passed | StepOutcome::Skipped | StepOutcome::Waiting);
    if !step.rule.is_empty() && !is_fine {
        add("rule", &step.rule);
    }
    if step.outcome != StepOutcome::Skipped {
        for (name, text) in [("expected", &step.expected), ("came", &step.came), ("change", &step.advice)] {
            if let Some(text) = text {
                add(name, text);
            }
        }
    }
    lines.iter().map(|line| one_line(line) + "\n").collect()
}

/// A line without what would end it or act on a terminal: much of it is what a server said.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || terminal::acts(c) { '\u{fffd}' } else { c }).collect()
}

/// A step in one line.
pub(crate) fn remark(step: &AuthStep) -> String {
    let advice = step.advice.as_ref().map(|advice| format!("; {advice}")).unwrap_or_default();
    one_line(&format!("{}{advice}", step.what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_inspector_engine::core::auth::{AuthExchange, StepName};

    #[test]
    fn a_step_that_failed_says_all_and_one_that_passed_little() {
        let exchange = AuthExchange {
            method: "GET".into(),
            url: "https://a/b".into(),
            status: Some(200),
            duration_ms: 3,
            ..AuthExchange::default()
        };
        let mut step = AuthStep::failed(StepName::ServerMetadata, "metadata").by("RFC 8414").wanted("x", "y");
        step.exchange = Some(Box::new(exchange));
        assert_eq!(
            item(&step.clone().advise("z")),
            "FAILED   server-metadata    metadata\n         asked: GET https://a/b -> HTTP 200 (3 ms)\n         \
             rule: RFC 8414\n         expected: x\n         came: y\n         change: z\n"
        );
        step.what = "\u{1b}]52;c;x\u{7} and\nok       fake".to_owned();
        step.outcome = StepOutcome::Skipped;
        assert_eq!(item(&step).lines().count(), 2, "what a server says cannot pass for a line of ours");
        assert!(!item(&step).contains('\u{1b}'));
    }
}
