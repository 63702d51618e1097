//! Recorded sessions of servers on the three SDKs, judged by the rules. What is found is listed
//! here, in full: anything more is a false finding, anything less a rule that went blind.

// All of this is test code, also what has no `#[test]` on it.
#![cfg(test)]

use mcp_inspector_engine::{Level, Session, Verdict};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What each recording breaks, by level.
const KNOWN: &[(&str, &[&str], &[&str])] = &[
    // It declares `listChanged: false` and tells of changed lists all the same.
    ("python-2025-06-18", &["LIFE-07"], &["RES-04"]),
    ("python-2025-11-25", &["LIFE-07"], &["RES-04"]),
    ("python-2026-07-28", &[], &[]),
    ("rmcp-2025-06-18", &[], &[]),
    ("rmcp-2025-11-25", &[], &[]),
    // Results that ask for input, and answers about tasks, do not say who answers.
    ("rmcp-2026-07-28", &[], &["MOD-05"]),
    ("typescript-2025-06-18", &[], &["RES-04"]),
    ("typescript-2025-11-25", &[], &["RES-04"]),
    ("typescript-2026-07-28", &[], &[]),
];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/sessions")
}

#[tokio::test]
async fn what_the_servers_of_the_sdks_break_is_known_rule_by_rule() {
    for (name, musts, shoulds) in KNOWN {
        let path = fixtures().join(format!("{name}.jsonl"));
        let session = Session::replay(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let report = session.findings();
        let broken = |level: Level| -> Vec<&str> {
            let of_level = report.findings.iter().filter(|finding| finding.level == level);
            of_level.map(|finding| finding.rule).collect::<BTreeSet<_>>().into_iter().collect()
        };
        assert_eq!(broken(Level::Must), *musts, "{name}: {:#?}", report.findings);
        assert_eq!(broken(Level::Should), *shoulds, "{name}: {:#?}", report.findings);
    }
}

#[tokio::test]
async fn the_recordings_exercise_many_rules_and_say_which_they_do_not() {
    for (name, ..) in KNOWN {
        let session = Session::replay(&fixtures().join(format!("{name}.jsonl"))).unwrap();
        let report = session.findings();
        let (kept, idle) = (report.count(Verdict::Kept), report.count(Verdict::NotExercised));
        assert!(kept >= 30, "{name}: only {kept} rules were judged and kept");
        assert!(idle > 0, "{name}: no recording exercises everything");
    }
}

#[test]
fn every_recording_is_in_the_table() {
    let files = std::fs::read_dir(fixtures()).unwrap().map(|entry| entry.unwrap().path());
    let names: BTreeSet<String> =
        files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(names, KNOWN.iter().map(|(name, ..)| (*name).to_owned()).collect());
}
