//! Timelines of several servers as one: each keeps its order, and what is nested stays with what it is nested in.
//!
//! The rows of a window are a stretch of each timeline, so nobody has to bring all rows together to show a few.

use super::window::Shown;
use super::{Timeline, store::Line};
use std::ops::Range;

/// A row that is nested in nothing, and those that are nested in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strand {
    /// When it begins, in nanoseconds since the session opened. Never before the one above it.
    pub at_ns: u64,
    /// How many rows it has.
    pub rows: usize,
}

/// A window of several timelines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Braid {
    /// Which of all rows is the first of the window.
    pub from: usize,
    /// How many rows there are in all.
    pub matched: usize,
    /// The window: which of the timelines, and which of the rows that it shows.
    pub pieces: Vec<(usize, Range<usize>)>,
}

impl Timeline {
    /// The rows that are shown and nested in nothing.
    pub fn strands(&self, shown: &Shown) -> Vec<Strand> {
        let mut strands: Vec<Strand> = Vec::new();
        let mut latest = 0;
        self.each_shown(shown, |line: &Line, depth| match strands.last_mut() {
            Some(strand) if depth > 0 => strand.rows += 1,
            _ => {
                latest = line.at.nanos().max(latest);
                strands.push(Strand { at_ns: latest, rows: 1 });
            }
        });
        strands
    }
}

impl Braid {
    /// The rows `from` to `from + limit` of several timelines, by the time at which they begin. Each has the time at
    /// which its session opened, on a clock that all have in common. A negative `from` counts from the end.
    pub fn window(timelines: &[(u64, Vec<Strand>)], from: i64, limit: usize) -> Self {
        let matched = timelines.iter().flat_map(|(_, strands)| strands).map(|strand| strand.rows).sum();
        let distance = usize::try_from(from.unsigned_abs()).unwrap_or(usize::MAX);
        let from = if from < 0 { usize::saturating_sub(matched, distance) } else { distance.min(matched) };
        let end = from.saturating_add(limit).min(matched);
        let mut braid = Braid { from, matched, pieces: Vec::new() };
        // How many rows of each timeline are above, and which of its strands is next.
        let mut above: Vec<(usize, usize)> = vec![(0, 0); timelines.len()];
        let mut place = 0;
        while place < end {
            let heads = timelines.iter().zip(&above).enumerate();
            let next = heads.filter_map(|(which, ((opened, strands), (_, next)))| {
                strands.get(*next).map(|strand| (opened.saturating_add(strand.at_ns), which, strand.rows))
            });
            let Some((_, which, rows)) = next.min() else { break };
            let (seen, next) = &mut above[which];
            let wanted = from.saturating_sub(place).min(rows)..(end - place).min(rows);
            if !wanted.is_empty() {
                braid.take(which, *seen + wanted.start..*seen + wanted.end);
            }
            place += rows;
            *seen += rows;
            *next += 1;
        }
        braid
    }

    /// Which of all rows is the row `row` of the timeline `which`.
    pub fn place(timelines: &[(u64, Vec<Strand>)], which: usize, row: usize) -> Option<usize> {
        let mut above = 0;
        for (of, rows) in Braid::window(timelines, 0, usize::MAX).pieces {
            if of == which && rows.contains(&row) {
                return Some(above + row - rows.start);
            }
            above += rows.len();
        }
        None
    }

    fn take(&mut self, which: usize, rows: Range<usize>) {
        match self.pieces.last_mut() {
            Some((last, before)) if *last == which && before.end == rows.start => before.end = rows.end,
            _ => self.pieces.push((which, rows)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn strands(parts: &[(u64, usize)]) -> Vec<Strand> {
        parts.iter().map(|(at_ns, rows)| Strand { at_ns: *at_ns, rows: *rows }).collect()
    }

    #[test]
    fn rows_of_several_servers_are_in_the_order_of_one_clock_and_stay_with_their_parents() {
        let timelines = [(100, strands(&[(0, 1), (50, 3)])), (120, strands(&[(0, 1), (100, 2)]))];
        let whole = Braid::window(&timelines, 0, 99);
        assert_eq!((whole.from, whole.matched), (0, 7));
        assert_eq!(whole.pieces, [(0, 0..1), (1, 0..1), (0, 1..4), (1, 1..3)]);
        assert_eq!(Braid::window(&timelines, 1, 2).pieces, [(1, 0..1), (0, 1..2)]);
        let last = Braid::window(&timelines, -3, 9);
        assert_eq!((last.from, last.pieces), (4, vec![(0, 3..4), (1, 1..3)]));
        assert_eq!(Braid::window(&timelines, 99, 9).pieces, []);
        assert_eq!(Braid::place(&timelines, 0, 2), Some(3));
        assert_eq!(Braid::place(&timelines, 1, 2), Some(6));
        assert_eq!(Braid::place(&timelines, 1, 3), None);
        assert_eq!(Braid::window(&[], -1, 9), Braid::default());
    }

    proptest! {
        #[test]
        fn windows_put_together_are_the_whole(
            timelines in proptest::collection::vec(
                (0..50u64, proptest::collection::vec((0..50u64, 1..4usize), 0..12)), 0..4),
            size in 1..7usize,
        ) {
            let timelines: Vec<(u64, Vec<Strand>)> =
                timelines.into_iter().map(|(opened, mut parts)| {
                    parts.sort_unstable();
                    (opened, strands(&parts))
                }).collect();
            let flat = |braid: &Braid| -> Vec<(usize, usize)> {
                braid.pieces.iter().flat_map(|(which, rows)| rows.clone().map(|row| (*which, row))).collect()
            };
            let whole = Braid::window(&timelines, 0, usize::MAX);
            prop_assert_eq!(flat(&whole).len(), whole.matched);
            let mut pieced = Vec::new();
            for from in (0..whole.matched).step_by(size) {
                pieced.extend(flat(&Braid::window(&timelines, i64::try_from(from).unwrap(), size)));
            }
            prop_assert_eq!(&pieced, &flat(&whole));
            for (which, (_, strands)) in timelines.iter().enumerate() {
                let own: Vec<usize> = flat(&whole).into_iter().filter(|(of, _)| *of == which).map(|(_, row)| row).collect();
                let count: usize = strands.iter().map(|strand| strand.rows).sum();
                prop_assert_eq!(own, (0..count).collect::<Vec<_>>(), "each keeps its order");
            }
        }
    }
}
