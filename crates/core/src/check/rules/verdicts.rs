//! What is found in a log that a test writes.

use crate::check::script::entries;
use crate::check::{Spot, check};

/// The findings, each as its rule and its place.
pub(super) fn found(script: &str) -> Vec<String> {
    let report = check(&entries(script).unwrap());
    let place = |spot: &Spot| match spot {
        Spot::Pointer(pointer) => pointer.clone(),
        Spot::Header(name) => name.clone(),
    };
    report.findings.iter().map(|finding| format!("{} {}", finding.rule, place(&finding.spot))).collect()
}
