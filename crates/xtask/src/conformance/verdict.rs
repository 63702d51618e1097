//! Whether a cell is passed in full.
//!
//! The suite's own tick is not enough: it also stands beside a scenario in which
//! nothing was exercised. A cell is full when the suite says so and something
//! succeeded, nothing failed or was warned of, and the client did what it came for.

use super::cell::Cell;
use serde_json::Value;

/// What is known after the suite has run one cell.
#[derive(Debug, Default)]
pub(crate) struct Run {
    /// How the suite ended; `None` when it was killed.
    pub(crate) code: Option<i32>,
    /// Whether it had to be killed because it did not end.
    pub(crate) is_wedged: bool,
    /// What the suite printed on stderr.
    pub(crate) talk: String,
    /// The text of `checks.json`, if there is one.
    pub(crate) checks: Option<String>,
}

/// How a cell went.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// How many checks succeeded.
    pub(crate) successes: usize,
    /// Why the cell is not full; empty when it is.
    pub(crate) faults: Vec<String>,
}

impl Verdict {
    /// Whether nothing speaks against it.
    pub(crate) fn is_full(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Judges a run of `cell`.
pub(crate) fn judge(cell: &Cell, run: &Run) -> Verdict {
    let mut verdict = Verdict::default();
    let exit = client_exit(&run.talk);
    if run.is_wedged || run.talk.contains("CLIENT TIMED OUT") {
        verdict.faults.push("it did not end in time".to_owned());
    }
    let Some(checks) = run.checks.as_deref().and_then(|text| serde_json::from_str::<Value>(text).ok()) else {
        verdict.faults.push("the suite left no checks".to_owned());
        return verdict;
    };
    let checks = checks.as_array().map(Vec::as_slice).unwrap_or_default();
    for check in checks {
        match text(&check["status"]) {
            "SUCCESS" => verdict.successes += 1,
            "FAILURE" | "WARNING" => verdict.faults.push(in_words(check)),
            _ => {}
        }
    }
    if verdict.successes < cell.least_successes() {
        let (came, least) = (verdict.successes, cell.least_successes());
        verdict.faults.push(format!("only {came} of at least {least} checks succeeded"));
    }
    // Where a client is meant to give up, it says so by its exit code; else the session must work.
    if cell.needs_authorization() && exit == 0 && !checks.iter().any(is_answered_list) {
        verdict.faults.push("no list came through after the authorization".to_owned());
    }
    if run.code != Some(0) && exit != 0 {
        verdict.faults.push(format!("the client exited with {exit}"));
    } else if run.code != Some(0) && verdict.is_full() {
        verdict.faults.push("the suite is not satisfied and does not say why".to_owned());
    }
    verdict
}

/// The suite tells it only when it is not 0.
fn client_exit(talk: &str) -> i32 {
    let Some((_, after)) = talk.split_once("Client exited with code ") else { return 0 };
    let digits: String = after.chars().take_while(|c| c.is_ascii_digit() || *c == '-').collect();
    digits.parse().unwrap_or(-1)
}

fn in_words(check: &Value) -> String {
    const SHOWN: usize = 200;
    let reason = ["errorMessage", "description"].map(|name| text(&check[name]));
    let reason = reason.into_iter().find(|reason| !reason.is_empty()).unwrap_or_default();
    let line: String = format!("{} {}: {reason}", text(&check["status"]), text(&check["id"]))
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(SHOWN)
        .collect();
    line.trim_end().to_owned()
}

/// The suite's log of the traffic stands among the checks.
fn is_answered_list(check: &Value) -> bool {
    let details = &check["details"];
    text(&check["status"]) == "INFO"
        && text(&details["mcpMethod"]) == "tools/list"
        && details["statusCode"] == 200
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(scenario: &str) -> Cell {
        Cell { scenario: scenario.into(), revision: "2025-11-25".into(), is_extension: false }
    }

    fn run(code: i32, talk: &str, checks: &str) -> Run {
        Run { code: Some(code), is_wedged: false, talk: talk.into(), checks: Some(checks.into()) }
    }

    const GOOD: &str = r#"[{"id":"a","status":"SUCCESS"},{"id":"b","status":"SKIPPED"}]"#;

    #[test]
    fn a_cell_is_full_when_something_succeeded_and_nothing_speaks_against_it() {
        assert_eq!(judge(&cell("x"), &run(0, "", GOOD)), Verdict { successes: 1, faults: vec![] });
    }

    #[test]
    fn nothing_exercised_is_not_full() {
        let verdict = judge(&cell("x"), &run(0, "", "[]"));
        assert_eq!(verdict.faults, ["only 0 of at least 1 checks succeeded"]);
        let verdict = judge(&cell("http-standard-headers"), &run(0, "", GOOD));
        assert_eq!(verdict.faults, ["only 1 of at least 9 checks succeeded"]);
    }

    #[test]
    fn failures_and_warnings_are_told() {
        let checks = r#"[{"id":"a","status":"SUCCESS"},
            {"id":"b","status":"FAILURE","errorMessage":"line one\nline two"},
            {"id":"c","status":"WARNING","description":"should"}]"#;
        let verdict = judge(&cell("x"), &run(1, "", checks));
        assert_eq!(verdict.faults, ["FAILURE b: line one line two", "WARNING c: should"]);
    }

    #[test]
    fn the_exit_codes_of_suite_and_client_count() {
        let verdict = judge(&cell("x"), &run(1, "\nClient exited with code 3\n", GOOD));
        assert_eq!(verdict.faults, ["the client exited with 3"]);
        let verdict = judge(&cell("x"), &run(1, "", GOOD));
        assert_eq!(verdict.faults, ["the suite is not satisfied and does not say why"]);
    }

    #[test]
    fn a_run_that_does_not_end_or_leaves_nothing_is_not_full() {
        let wedged = Run { is_wedged: true, ..Run::default() };
        let faults = judge(&cell("x"), &wedged).faults;
        assert_eq!(faults, ["it did not end in time", "the suite left no checks"]);
        let faults = judge(&cell("x"), &run(0, "CLIENT TIMED OUT", GOOD)).faults;
        assert_eq!(faults, ["it did not end in time"]);
        assert!(!judge(&cell("x"), &run(0, "", "{ no json")).is_full());
    }

    #[test]
    fn after_an_authorization_the_session_must_work_or_the_client_must_say_no() {
        let faults = judge(&cell("auth/x"), &run(0, "", GOOD)).faults;
        assert_eq!(faults, ["no list came through after the authorization"]);
        assert!(judge(&cell("auth/x"), &run(0, "Client exited with code 1", GOOD)).is_full());
        let answered = r#"[{"id":"a","status":"SUCCESS"},
            {"id":"t","status":"INFO","details":{"mcpMethod":"tools/list","statusCode":200}}]"#;
        assert!(judge(&cell("auth/x"), &run(0, "", answered)).is_full());
    }
}
