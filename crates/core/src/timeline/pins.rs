//! Pins: rows that someone wants to keep an eye on, wherever they scroll.

use super::Timeline;
use super::row::Row;
use crate::stamp::Seq;

impl Timeline {
    /// Pins the row at `seq`, or takes the pin away. False when there is no such row.
    pub fn pin(&mut self, seq: Seq, is_pinned: bool) -> bool {
        let Some(no) = self.line_at(seq).map(|line| line.no) else { return false };
        let Some(line) = self.rows.get_mut(no) else { return false };
        line.is_pinned = is_pinned;
        true
    }

    /// The pinned rows, oldest first, without their place in the tree.
    pub fn pinned(&self) -> Vec<Row> {
        self.rows.iter().filter(|line| line.is_pinned).map(|line| self.row(line, 0, 0)).collect()
    }
}
