//! The pages about fault codes, built in: `docs/errors` in the repository, one file for each.

use super::FaultCode;

impl FaultCode {
    /// The page about it, as Markdown.
    pub const fn page(self) -> &'static str {
        match self {
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
            FaultCode::ExpectationFailed => include_str!("../../../../docs/errors/expectation-failed.md"),
            FaultCode::ToolNotFound => include_str!("../../../../docs/errors/tool-not-found.md"),
            FaultCode::SkillNotFound => include_str!("../../../../docs/errors/skill-not-found.md"),
            FaultCode::SkillRefused => include_str!("../../../../docs/errors/skill-refused.md"),
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
            FaultCode::RequestRefused => include_str!("../../../../docs/errors/request-refused.md"),
            FaultCode::Cancelled => include_str!("../../../../docs/errors/cancelled.md"),
            FaultCode::Shutdown => include_str!("../../../../docs/errors/shutdown.md"),
            FaultCode::NotConnected => include_str!("../../../../docs/errors/not-connected.md"),
            FaultCode::QueueFull => include_str!("../../../../docs/errors/queue-full.md"),
            FaultCode::ReadOnly => include_str!("../../../../docs/errors/read-only.md"),
            FaultCode::RecordingFailed => include_str!("../../../../docs/errors/recording-failed.md"),
            FaultCode::InternalError => include_str!("../../../../docs/errors/internal-error.md"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_the_page_about_itself() {
        for code in FaultCode::ALL {
            assert!(code.page().starts_with(&format!("# {code}\n")), "{code}");
        }
    }
}
