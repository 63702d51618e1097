//! HTTP exchanges, and the calls they belong to.
//!
//! The log does not say which exchange a frame was sent in. It shows as soon as an answer comes in one;
//! until then the length of the body tells it, when only one frame fits.

use super::Timeline;
use super::row::{RowKind, RowStatus, Way};
use super::store::{Line, No, Rows};
use super::target;
use crate::entry::{Entry, HttpExchange};
use crate::stamp::At;
use std::collections::{HashMap, VecDeque};

/// How many exchanges are remembered.
const KEPT: usize = 1024;

/// How many frames that were sent are remembered.
const SENT: usize = 64;

/// How many rows may wait to be told whose exchange they came in.
const MOST_GUESTS: usize = 256;

/// Exchanges of which more may come.
#[derive(Clone, Debug, Default)]
pub(super) struct Exchanges {
    known: HashMap<u64, Exchange>,
    order: VecDeque<u64>,
    /// Frames that were sent: their length, their row, and whether an exchange was found for them.
    sent: VecDeque<(u64, No, bool)>,
}

#[derive(Clone, Debug, Default)]
struct Exchange {
    row: Option<No>,
    /// The row for whose frame the exchange was made.
    owner: Option<No>,
    /// Rows that came in it before its owner was known.
    guests: Vec<No>,
    /// What the network took of the owner's time, and the wait before it, until that was added.
    network: Option<u64>,
}

impl Exchanges {
    pub(super) fn clear(&mut self) {
        self.sent.clear();
    }

    /// A frame was sent for a row.
    pub(super) fn sent(&mut self, length: usize, no: No) {
        if self.sent.len() == SENT {
            self.sent.pop_front();
        }
        self.sent.push_back((length as u64, no, false));
    }

    /// The row for whose frame the exchange was made, when that is known.
    pub(super) fn owner(&self, exchange: Option<u64>) -> Option<No> {
        self.known.get(&exchange?)?.owner
    }

    /// Whether what comes in an exchange will never be found to belong to one call: there is no exchange, or it is the
    /// server's own stream.
    pub(super) fn is_of_no_call(&self, exchange: Option<u64>, rows: &Rows) -> bool {
        let Some(exchange) = exchange else { return true };
        let row = self.known.get(&exchange).and_then(|known| rows.get(known.row?));
        row.is_some_and(|line| &*line.method == "GET")
    }

    fn entry(&mut self, exchange: u64) -> &mut Exchange {
        if !self.known.contains_key(&exchange) {
            if self.order.len() >= KEPT
                && let Some(oldest) = self.order.pop_front()
            {
                self.known.remove(&oldest);
            }
            self.order.push_back(exchange);
        }
        self.known.entry(exchange).or_default()
    }

    /// The row of the only frame that was sent with this length.
    fn by_length(&mut self, length: u64) -> Option<No> {
        let fits = |(of, _, _): &&mut (u64, No, bool)| *of == length;
        let mut free: Vec<_> = self.sent.iter_mut().filter(fits).filter(|(_, _, taken)| !taken).collect();
        if let [(_, no, taken)] = free.as_mut_slice() {
            *taken = true;
            return Some(*no);
        }
        if !free.is_empty() {
            return None;
        }
        // The same frame may need several exchanges, as when a login comes between.
        let taken: Vec<No> = self.sent.iter_mut().filter(fits).map(|(_, no, _)| *no).collect();
        match taken.as_slice() {
            [no] => Some(*no),
            _ => None,
        }
    }
}

impl Timeline {
    /// An HTTP request was answered, failed, or has waited for a while.
    pub(super) fn http(&mut self, entry: &Entry, http: &HttpExchange) {
        let known = self.exchanges.entry(http.exchange);
        let (row, mut owner) = (known.row, known.owner);
        if owner.is_none() && row.is_none() && http.method == "POST" {
            owner = self.exchanges.by_length(http.request_bytes);
            self.exchanges.entry(http.exchange).owner = owner;
        }
        let no = match row.filter(|no| self.rows.get(*no).is_some()) {
            Some(no) => no,
            None => {
                let mut line = self.line(entry, RowKind::Http, &http.method);
                line.target = self.shared(&target::cut(&http.url));
                line.way = Some(Way::Out);
                let passed = http.head_ns().max(http.total_ns().unwrap_or_default());
                line.at = At::from_nanos(entry.at.nanos().saturating_sub(passed));
                line.set_parent(owner);
                self.push(line)
            }
        };
        self.exchanges.entry(http.exchange).row = Some(no);
        if let Some(owner) = owner {
            self.adopt(http.exchange, owner);
        }
        let Some(line) = self.rows.get_mut(no) else { return };
        // A server that has no stream of its own says so with 405, which is no error.
        let has_no_stream = http.method == "GET" && http.status == Some(405);
        line.status = match (http.status, &http.error) {
            _ if has_no_stream => None,
            (_, Some(_)) | (Some(400..), _) => Some(RowStatus::Error),
            (Some(_), _) if http.total_ms.is_some() => Some(RowStatus::Ok),
            _ => Some(RowStatus::Pending),
        };
        line.code = http.status.map(i64::from);
        line.bytes = http.request_bytes + http.response_bytes.unwrap_or_default();
        line.set_duration(http.total_ns());
        let is_over = http.status.is_some();
        if is_over {
            line.set_network(http.network_ns());
        }
        if entry.seq != line.seq {
            line.set_end_seq(entry.seq);
        }
        if line.is_pending() {
            self.pending.insert(no);
        } else {
            self.pending.remove(&no);
        }
        if is_over {
            self.exchanges.entry(http.exchange).network = Some(http.elsewhere_ns());
            self.bill_network(http.exchange);
        }
        if let Some(status) = http.status {
            self.knocked(no, status);
        }
    }

    /// A streamed HTTP answer ended.
    pub(super) fn http_end(&mut self, entry: &Entry, exchange: u64, bytes: u64, took: u64, is_broken: bool) {
        let Some(no) = self.exchanges.known.get(&exchange).and_then(|known| known.row) else { return };
        self.pending.remove(&no);
        let Some(line) = self.rows.get_mut(no) else { return };
        line.set_duration(Some(took));
        line.set_end_seq(entry.seq);
        line.bytes += bytes;
        if is_broken {
            line.status = Some(RowStatus::Error);
        } else if matches!(line.status, Some(RowStatus::Pending | RowStatus::Lost)) {
            line.status = Some(RowStatus::Ok);
        }
    }

    /// A row came in an exchange. When it is not known whose it is, the row is nested later.
    pub(super) fn came_in(&mut self, exchange: Option<u64>, no: No) {
        let Some(exchange) = exchange else { return };
        let known = self.exchanges.entry(exchange);
        if known.owner.is_none() && known.guests.len() < MOST_GUESTS {
            known.guests.push(no);
        }
    }

    /// It shows for whose frame an exchange was made.
    pub(super) fn adopt(&mut self, exchange: u64, owner: No) {
        let known = self.exchanges.entry(exchange);
        known.owner = Some(owner);
        let row = known.row;
        let mut guests = std::mem::take(&mut known.guests);
        if self.is_stream(owner) {
            guests.clear();
        }
        for no in guests.into_iter().filter(|no| *no > owner) {
            if let Some(line) = self.rows.get_mut(no)
                && line.parent().is_none()
            {
                line.set_parent(Some(owner));
                self.waits.spread(&self.rows, no);
            }
        }
        if let Some(line) = row.and_then(|no| self.rows.get_mut(no)).filter(|line| line.no > owner) {
            line.set_parent(Some(owner));
        }
        self.bill_network(exchange);
    }

    /// Whether a row is a stream of subscriptions. Only what names it belongs to it: whatever else comes in it, or while it
    /// lasts, is news of its own.
    pub(super) fn is_stream(&self, no: No) -> bool {
        self.rows.get(no).is_some_and(|line| &*line.method == "subscriptions/listen")
    }

    /// Adds what the network took of an exchange to the row it was made for, once. A call may need several.
    fn bill_network(&mut self, exchange: u64) {
        let known = self.exchanges.entry(exchange);
        let Some(owner) = known.owner else { return };
        let Some(nanos) = known.network.take() else { return };
        if let Some(line) = self.rows.get_mut(owner) {
            line.set_network(Line::network_ns(line).unwrap_or_default().saturating_add(nanos));
        }
    }
}
