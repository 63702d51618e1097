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
    let lines: Vec<&str> = text(code)
        .lines()
        .map(|line| if line.starts_with("Category: ") { head.as_str() } else { line })
        .collect();
    format!("{}\n", lines.join("\n"))
}

fn text(code: FaultCode) -> &'static str {
    match code {
        FaultCode::ServerNotFound => include_str!("../../../../docs/errors/server-not-found.md"),
        FaultCode::ConnectionTimeout => include_str!("../../../../docs/errors/connection-timeout.md"),
        FaultCode::ConnectionRefused => include_str!("../../../../docs/errors/connection-refused.md"),
        FaultCode::HostNotFound => include_str!("../../../../docs/errors/host-not-found.md"),
        FaultCode::TlsFailed => include_str!("../../../../docs/errors/tls-failed.md"),
        FaultCode::SpawnFailed => include_str!("../../../../docs/errors/spawn-failed.md"),
        FaultCode::ProcessCrashed => include_str!("../../../../docs/errors/process-crashed.md"),
        FaultCode::TransportError => include_str!("../../../../docs/errors/transport-error.md"),
        FaultCode::HttpStatus => include_str!("../../../../docs/errors/http-status.md"),
        FaultCode::Redirected => include_str!("../../../../docs/errors/redirected.md"),
        FaultCode::SessionExpired => include_str!("../../../../docs/errors/session-expired.md"),
        FaultCode::FrameTooLarge => include_str!("../../../../docs/errors/frame-too-large.md"),
        FaultCode::Backpressure => include_str!("../../../../docs/errors/backpressure.md"),
        FaultCode::RequestTimeout => include_str!("../../../../docs/errors/request-timeout.md"),
        FaultCode::ProtocolError => include_str!("../../../../docs/errors/protocol-error.md"),
        FaultCode::InvalidResponse => include_str!("../../../../docs/errors/invalid-response.md"),
        FaultCode::ProtocolVersionMismatch => include_str!("../../../../docs/errors/protocol-version.md"),
        FaultCode::EndlessList => include_str!("../../../../docs/errors/endless-list.md"),
        FaultCode::CapabilityMissing => include_str!("../../../../docs/errors/capability-missing.md"),
        FaultCode::AuthenticationFailed => include_str!("../../../../docs/errors/authentication.md"),
        FaultCode::RateLimited => include_str!("../../../../docs/errors/rate-limited.md"),
        FaultCode::ServerError => include_str!("../../../../docs/errors/server-error.md"),
        FaultCode::ToolError => include_str!("../../../../docs/errors/tool-error.md"),
        FaultCode::ToolNotFound => include_str!("../../../../docs/errors/tool-not-found.md"),
        FaultCode::AskUnanswered => include_str!("../../../../docs/errors/ask-unanswered.md"),
        FaultCode::AnswerMisfit => include_str!("../../../../docs/errors/answer-misfit.md"),
        FaultCode::RulesBroken => include_str!("../../../../docs/errors/rules-broken.md"),
        FaultCode::OutputFailed => include_str!("../../../../docs/errors/output-failed.md"),
        FaultCode::InvalidRequest => include_str!("../../../../docs/errors/invalid-request.md"),
        FaultCode::InvalidConfig => include_str!("../../../../docs/errors/invalid-config.md"),
        FaultCode::SessionInvalid => include_str!("../../../../docs/errors/session-invalid.md"),
        FaultCode::SessionNotFound => include_str!("../../../../docs/errors/session-not-found.md"),
        FaultCode::NotFound => include_str!("../../../../docs/errors/not-found.md"),
        FaultCode::AskEnded => include_str!("../../../../docs/errors/ask-ended.md"),
        FaultCode::LimitReached => include_str!("../../../../docs/errors/limit-reached.md"),
        FaultCode::Cancelled => include_str!("../../../../docs/errors/cancelled.md"),
        FaultCode::Shutdown => include_str!("../../../../docs/errors/shutdown.md"),
        FaultCode::NotConnected => include_str!("../../../../docs/errors/not-connected.md"),
        FaultCode::QueueFull => include_str!("../../../../docs/errors/queue-full.md"),
        FaultCode::ReadOnly => include_str!("../../../../docs/errors/read-only.md"),
        FaultCode::RecordingFailed => include_str!("../../../../docs/errors/recording-failed.md"),
    }
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
