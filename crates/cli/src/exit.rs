//! Exit numbers: what each means, and which one a run ends with.
//!
//! They are a contract that pipelines rely on. Nothing else in this face knows a number.

use clap::ValueEnum;
use mcp_inspector_engine::{Blame, Fault, FaultCode};

/// Which contract is in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Contract {
    /// 0 or 1.
    #[default]
    Simple,
    /// A number for each class of failure.
    Classified,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything that was asked for was done.
    Done,
    /// The server wants a login.
    Auth,
    /// The server could not be reached, or the connection broke.
    Unreachable,
    /// The tool reported an error, is not there, or the server answered with a JSON-RPC error.
    Application,
    /// Schemas of tools break the rules (`--strict`).
    Schema,
    /// The server broke the protocol.
    Protocol,
    /// The server does not offer what was asked for.
    Capability,
    /// What was asked for makes no sense; nothing was sent, or an answer did not fit.
    Validation,
    /// The server did not answer in time.
    Timeout,
    /// Ended by a signal.
    Signal(u8),
}

/// The numbers, in the order of `--help exit-codes`.
pub(crate) const TABLE: &[(Exit, &str)] = &[
    (Exit::Done, "done"),
    (Exit::Auth, "the server wants a login, or refuses the one it got"),
    (Exit::Unreachable, "the server did not start, could not be reached, or the connection broke"),
    (
        Exit::Application,
        "the tool reports an error or is not there, or the server answered with a JSON-RPC error",
    ),
    (Exit::Schema, "--strict: a schema of a tool breaks the rules"),
    (Exit::Protocol, "the server broke the protocol; --strict: a rule of the level MUST is broken"),
    (Exit::Capability, "the server does not have the capability, or the revision not the method"),
    (
        Exit::Validation,
        "bad flags, arguments, script, config or answers, or a result that could not be written",
    ),
    (Exit::Timeout, "no connection, or no answer, in time"),
    (Exit::Signal(SIGINT), "ended by Ctrl-C (143 by SIGTERM, 129 when the terminal is closed)"),
];

const SIGINT: u8 = 2;

impl Exit {
    /// The number under `contract`.
    pub(crate) const fn number(self, contract: Contract) -> u8 {
        match (self, contract) {
            (Exit::Done, _) => 0,
            (Exit::Signal(signal), _) => 128 + signal,
            (_, Contract::Simple) => 1,
            (Exit::Auth, _) => 3,
            (Exit::Unreachable, _) => 4,
            (Exit::Application, _) => 5,
            (Exit::Schema, _) => 6,
            (Exit::Protocol, _) => 10,
            (Exit::Capability, _) => 11,
            (Exit::Validation, _) => 12,
            (Exit::Timeout, _) => 124,
        }
    }

    /// The class of a fault.
    pub(crate) const fn of(fault: &Fault) -> Exit {
        match fault.code {
            FaultCode::AuthenticationFailed => Exit::Auth,
            FaultCode::ConnectionTimeout | FaultCode::RequestTimeout => Exit::Timeout,
            FaultCode::ToolNotFound | FaultCode::SkillNotFound => Exit::Application,
            code => match code.blame() {
                Blame::Transport => Exit::Unreachable,
                Blame::Capability => Exit::Capability,
                Blame::Protocol => Exit::Protocol,
                Blame::Application => Exit::Application,
                Blame::Validation => Exit::Validation,
            },
        }
    }

    /// The word the official Inspector has for it in `--format json`.
    pub(crate) fn official_word(fault: &Fault) -> &'static str {
        match (fault.code, Exit::of(fault)) {
            (FaultCode::ToolNotFound, _) => "tool_not_found",
            (FaultCode::ToolError, _) => "tool_is_error",
            (FaultCode::OutputFailed, _) => "output_write_failed",
            (FaultCode::InvalidRequest, _) => "usage",
            (_, Exit::Auth) => "auth_required",
            (_, Exit::Unreachable | Exit::Timeout) => "unreachable",
            (_, Exit::Schema) => "schema_unportable",
            _ => "error",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_the_published_ones() {
        let numbers: Vec<u8> = TABLE.iter().map(|(exit, _)| exit.number(Contract::Classified)).collect();
        assert_eq!(numbers, [0, 3, 4, 5, 6, 10, 11, 12, 124, 130]);
        let simple: Vec<u8> = TABLE.iter().map(|(exit, _)| exit.number(Contract::Simple)).collect();
        assert_eq!(simple, [0, 1, 1, 1, 1, 1, 1, 1, 1, 130]);
    }

    #[test]
    fn every_fault_has_a_class() {
        for code in FaultCode::ALL {
            let exit = Exit::of(&Fault::new(*code, "x"));
            assert!(!matches!(exit, Exit::Done | Exit::Signal(_)), "{code}");
        }
    }
}
