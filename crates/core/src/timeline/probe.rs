//! The request that finds out the era of a server, and what was made of its answer.
//!
//! Servers of the handshake do not know `server/discover` and refuse it, as they should. That is how they are told
//! from others and nothing that went wrong: the row keeps its code, but is no error. An answer need not be a message
//! with the id of the request; the remark in the log is what ends the row then.

use super::Timeline;
use super::row::{RowKind, RowStatus};
use super::store::{Line, No};
use crate::entry::Note;
use crate::probe::{Sign, Verdict};
use crate::stamp::At;

/// The method that finds out.
const METHOD: &str = "server/discover";

impl Timeline {
    /// The row that a remark about the probe belongs to. The remark ends it; where it says that the server speaks with
    /// a handshake, the refusal that says so is no error.
    pub(super) fn probed(&mut self, note: &Note, at: At) -> Option<No> {
        let Note::Probe { sign, verdict } = note else { return None };
        let no = self.rows.iter().rev().find(|line| is_probe(line)).map(|line| line.no)?;
        self.settle(no, at, ended_by(sign));
        if let Some(line) = self.rows.get_mut(no) {
            line.code = line.code.or(code_of(sign));
        }
        if *verdict == Verdict::Legacy {
            for line in self.rows.iter_mut().filter(|line| line.no == no || is_exchange_of(line, no)) {
                line.status = line.status.filter(|status| *status != RowStatus::Error);
            }
        }
        Some(no)
    }
}

/// How a probe ended of which no message tells.
fn ended_by(sign: &Sign) -> RowStatus {
    match sign {
        Sign::Discovered { .. } => RowStatus::Ok,
        Sign::VersionRefused { .. }
        | Sign::Refused { .. }
        | Sign::OtherResult
        | Sign::Status { .. }
        | Sign::NotJsonRpc => RowStatus::Error,
        Sign::Silent { .. } | Sign::Slow { .. } => RowStatus::Expired,
        Sign::Quit | Sign::Unreachable => RowStatus::Lost,
    }
}

fn code_of(sign: &Sign) -> Option<i64> {
    match sign {
        Sign::Refused { code } => Some(*code),
        _ => None,
    }
}

fn is_probe(line: &Line) -> bool {
    line.kind == RowKind::Call && &*line.method == METHOD
}

fn is_exchange_of(line: &Line, no: No) -> bool {
    line.kind == RowKind::Http && line.parent() == Some(no)
}
