//! Pings that keep a connection alive, and comments in streams that do the same. They come for as long as it lasts, and
//! nobody waits for them: those that follow each other are nested in the first, which is folded unless somebody opens it or a filter looks for
//! something. One that goes wrong stands on its own, where it happened.

use super::Timeline;
use super::row::RowStatus;
use super::store::{Line, No, Ping};
use crate::command::CallKey;
use crate::message::RequestId;

impl Timeline {
    /// Whether a request is a ping that no face asked for, and that nobody wrote by hand: our own ids are numbers.
    pub(super) fn is_keeping_alive(method: &str, id: &RequestId, call: Option<CallKey>) -> bool {
        method == "ping" && call.is_none() && matches!(id, RequestId::Number(_))
    }

    /// A ping of our own was sent, or a comment came that only says that the stream lives.
    pub(super) fn push_ping(&mut self, mut line: Line) -> No {
        line.ping = Ping::One;
        // One that is not answered yet may go wrong.
        let is_alike =
            |no: &No| self.rows.get(*no).is_some_and(|first| first.method == line.method && is_well(first));
        let first = self.pings.iter().copied().find(is_alike);
        line.set_parent(first);
        let no = self.push(line);
        match first {
            None => self.pings.push(no),
            Some(_) => self.count_pings(first, 1),
        }
        no
    }

    /// The oldest ping that is not answered.
    pub(super) fn waiting_ping(&self) -> Option<No> {
        let is_ping = |no: &No| self.rows.get(*no).is_some_and(|line| line.ping != Ping::Not);
        self.pending.iter().copied().find(is_ping)
    }

    /// A row ended badly. If it is a ping, the pings around it must not hide it.
    pub(super) fn show_ping(&mut self, no: No) {
        let Some(line) = self.rows.get_mut(no).filter(|line| line.ping != Ping::Not) else { return };
        let parent = line.parent();
        line.set_parent(None);
        self.pings.retain(|first| *first != no && Some(*first) != parent);
        self.count_pings(parent, -1);
    }

    fn count_pings(&mut self, first: Option<No>, by: i64) {
        let Some(line) = first.and_then(|no| self.rows.get_mut(no)) else { return };
        // The count is kept in the words that show it: rows are many, and few of them have pings.
        let before: i64 = line.target.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
        let now = before + by;
        line.ping = if now > 0 { Ping::First } else { Ping::One };
        line.target = if now > 0 { format!("{now} more").into() } else { "".into() };
    }

    /// Whether a row is folded. Those that somebody switched are the other way round than they are by themselves.
    pub(super) fn is_folded(line: &Line, is_switched: bool, is_search: bool) -> bool {
        (line.ping == Ping::First && !is_search && is_well(line)) != is_switched
    }
}

fn is_well(line: &Line) -> bool {
    matches!(line.status, None | Some(RowStatus::Ok))
}
