//! The pages about error codes, built in: `--help CODE` shows one.

use crate::exit::{Contract, Exit};
use mcp_inspector_engine::{Fault, FaultCode};

/// The code of that name, in either case.
pub(crate) fn code(name: &str) -> Option<FaultCode> {
    let name = name.replace('-', "_");
    FaultCode::ALL.iter().copied().find(|code| code.as_str().eq_ignore_ascii_case(&name))
}

/// What to run to read the page about a code.
pub(crate) fn command(code: FaultCode) -> String {
    format!("mcp-inspector --cli --help {code}")
}

/// The page about a code, with what its first lines say put into the words of this face.
pub(crate) fn page(code: FaultCode) -> String {
    let number = Exit::of(&Fault::new(code, "")).number(Contract::Classified);
    let blame = serde_json::to_value(code.blame()).unwrap_or_default();
    let retry = if code.is_retryable() { "may" } else { "does not" };
    let head = format!(
        "Category: {}. Exit code: {number} with --exit-codes classified. Trying again {retry} help.",
        blame.as_str().unwrap_or_default()
    );
    let lines: Vec<&str> = code
        .page()
        .lines()
        .map(|line| if line.starts_with("Category: ") { head.as_str() } else { line })
        .collect();
    format!("{}\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_the_page_about_itself() {
        for known in FaultCode::ALL {
            assert!(page(*known).starts_with(&format!("# {known}\n")), "{known}");
            assert_eq!(code(&known.as_str().to_lowercase()), Some(*known));
        }
    }
}
