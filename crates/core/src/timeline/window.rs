//! Windows: the rows that a filter lets through, in the order of the tree, a page at a time.

use super::Timeline;
use super::counts::Counts;
use super::row::{Row, RowKind};
use super::store::{Line, No};
use crate::command::CallKey;
use crate::query::{Query, WireId};
use crate::stamp::Seq;
use bytes::Bytes;
use serde::Serialize;
use std::collections::HashSet;

/// Some rows, and how many there are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = TimelineWindow))]
pub struct Window {
    /// The rows.
    pub rows: Vec<Row>,
    /// Which of the matched rows is the first of them.
    pub from: usize,
    /// How many rows there are.
    pub total: usize,
    /// How many the filter lets through, without those that are folded away.
    pub matched: usize,
    /// How many rows are no longer kept.
    pub dropped: u64,
    /// The last entry that was folded in.
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub last_seq: Seq,
    /// When the first of all rows begins and when the last one ends, in nanoseconds since the session
    /// opened.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u64>))]
    pub span_ns: [u64; 2],
    /// How many rows there are of each kind, filtered or not.
    pub counts: Counts,
}

/// Looks up what a filter for text looks at; [`super::body`] of the entry.
pub type BodyOf<'a> = &'a dyn Fn(Seq) -> Option<Bytes>;

/// The tree of rows, by their places in the list.
struct Tree {
    parent: Vec<u32>,
    first_child: Vec<u32>,
    next: Vec<u32>,
    children: Vec<u32>,
    root: u32,
}

const NONE: u32 = u32::MAX;

/// The rows to show, as a walk through the tree finds them.
#[derive(Default)]
struct Walked {
    /// Their places in the list, and how deep each is among them.
    places: Vec<u32>,
    depths: Vec<u32>,
    /// The places of those whose children are left out.
    folded: HashSet<u32>,
}

/// The rows that a filter lets through: what windows are cut from. It holds as long as nothing happens.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Their places in the list, in the order of the tree, and how deep each is among them.
    places: Vec<u32>,
    depths: Vec<u32>,
    /// How many children every row has, shown or not.
    children: Vec<u32>,
    /// The places of those whose children are left out.
    folded: HashSet<u32>,
    span_ns: [u64; 2],
    counts: Counts,
}

impl Timeline {
    /// The rows `from` to `from + limit` of those that `query` lets through. A negative `from` counts
    /// from the end. What is nested in a row of `switched` is left out; of pings that follow each other only the
    /// first is there, unless it is in `switched` or there is a filter.
    pub fn window(
        &self,
        query: &Query,
        switched: &[Seq],
        from: i64,
        limit: usize,
        body_of: BodyOf<'_>,
    ) -> Window {
        self.cut(&self.shown(query, switched, body_of), from, limit)
    }

    /// The rows that `query` lets through, without what is nested in a row that is folded. Rows of `switched` are
    /// folded if they are not by themselves, and open if they are.
    pub fn shown(&self, query: &Query, switched: &[Seq], body_of: BodyOf<'_>) -> Shown {
        let tree = self.tree();
        let Walked { places, depths, folded } = self.walk(&tree, query, switched, body_of);
        let children = tree.children;
        Shown { places, depths, children, folded, span_ns: self.span(), counts: self.counts() }
    }

    /// The rows `from` to `from + limit` of some that are shown. A negative `from` counts from the end.
    pub fn cut(&self, shown: &Shown, from: i64, limit: usize) -> Window {
        let matched = shown.places.len();
        let distance = usize::try_from(from.unsigned_abs()).unwrap_or(usize::MAX);
        let from = if from < 0 { matched.saturating_sub(distance) } else { distance.min(matched) };
        let rows = (shown.places[from..].iter().zip(&shown.depths[from..]).take(limit))
            .map(|(place, depth)| {
                let index = *place as usize;
                let row = self.row(self.node(index), *depth, shown.children[index]);
                let is_folded = shown.folded.contains(place);
                Row { finding: self.which_finding(index), is_folded, ..row }
            })
            .collect();
        Window {
            rows,
            from,
            total: shown.counts.all,
            matched,
            dropped: self.rows.dropped,
            last_seq: self.last,
            span_ns: shown.span_ns,
            counts: shown.counts,
        }
    }

    /// Goes through rows that are shown, with how deep each is among them.
    pub(super) fn each_shown(&self, shown: &Shown, mut visit: impl FnMut(&Line, u32)) {
        for (place, depth) in shown.places.iter().zip(&shown.depths) {
            visit(self.node(*place as usize), *depth);
        }
    }

    /// Which of some rows that are shown is the one at `seq`; none when it is not among them.
    pub fn place(&self, shown: &Shown, seq: Seq) -> Option<usize> {
        let no = self.line_at(seq)?.no;
        shown.places.iter().position(|index| self.node(*index as usize).no == no)
    }

    /// Which of some rows that are shown is a finding about the row at `seq`, by which of them it is.
    pub fn place_of_finding(&self, shown: &Shown, seq: Seq, which: u32) -> Option<usize> {
        let is_it = |index: &u32| {
            let index = *index as usize;
            self.which_finding(index) == Some(which) && self.node(index).seq == seq
        };
        shown.places.iter().position(is_it)
    }

    /// The rows of the requests by which the call at `seq` was sent again, because the server wanted input.
    pub fn rounds(&self, seq: Seq) -> Vec<Row> {
        let Some(root) = self.line_at(seq).filter(|line| line.kind == RowKind::Call) else {
            return Vec::new();
        };
        let is_round = |line: &&Line| {
            line.kind == RowKind::Call && line.parent() == Some(root.no) && line.method == root.method
        };
        self.rows.iter().filter(is_round).map(|line| self.row(line, 1, 0)).collect()
    }

    /// The row that began with the entry `seq`, or else one that ended with it. Its depth is that in
    /// the whole tree.
    pub fn row_at(&self, seq: Seq) -> Option<Row> {
        let line = self.line_at(seq)?;
        let all = self.rows.iter().chain(self.findings());
        let children = all.filter(|child| child.parent() == Some(line.no)).count();
        let depth = self.ancestors_of(line).count();
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Some(self.row(line, small(depth), small(children)))
    }

    /// The entry that began the row of a call.
    pub fn seq_of_call(&self, call: CallKey) -> Option<Seq> {
        self.row_of_key(call).and_then(|no| self.rows.get(no)).map(|line| line.seq)
    }

    /// The rows in which the row at `seq` is nested, the outermost first.
    pub fn ancestors(&self, seq: Seq) -> Vec<Row> {
        let Some(line) = self.line_at(seq) else { return Vec::new() };
        let mut above: Vec<Row> = self.ancestors_of(line).map(|line| self.row(line, 0, 0)).collect();
        above.reverse();
        for (depth, row) in (0..).zip(&mut above) {
            row.depth = depth;
        }
        above
    }

    /// The rows before and after the one at `seq`, among those that `query` lets through.
    pub fn neighbours(&self, seq: Seq, query: &Query, body_of: BodyOf<'_>) -> (Option<Seq>, Option<Seq>) {
        let Some(no) = self.line_at(seq).map(|line| line.no) else { return (None, None) };
        let mut shown = self.walk(&self.tree(), query, &[], body_of).places;
        shown.retain(|index| self.which_finding(*index as usize).is_none());
        let seq_at = |place: Option<usize>| {
            place.and_then(|place| shown.get(place)).map(|index| self.rows.at(*index as usize).seq)
        };
        match shown.iter().position(|index| self.rows.at(*index as usize).no == no) {
            Some(place) => (seq_at(place.checked_sub(1)), seq_at(Some(place + 1))),
            None => (None, None),
        }
    }

    /// Every row, without its place in the tree.
    pub(crate) fn each(&self) -> impl DoubleEndedIterator<Item = Row> + '_ {
        self.rows.iter().map(|line| self.row(line, 0, 0))
    }

    /// The rows of calls, the newest first, without their place in the tree.
    pub(crate) fn newest_calls(&self) -> impl Iterator<Item = Row> + '_ {
        let is_call = |line: &&Line| line.kind == RowKind::Call;
        self.rows.iter().rev().filter(is_call).map(|line| self.row(line, 0, 0))
    }

    pub(super) fn span(&self) -> [u64; 2] {
        let first = self.rows.iter().map(|line| line.at.nanos()).min().unwrap_or_default();
        let end = |line: &Line| line.at.nanos().saturating_add(line.duration_ns().unwrap_or_default());
        [first, self.rows.iter().map(end).max().unwrap_or_default()]
    }

    fn tree(&self) -> Tree {
        let count = self.rows.len() + self.found.len();
        let mut tree = Tree {
            parent: vec![NONE; count],
            first_child: vec![NONE; count],
            next: vec![NONE; count],
            children: vec![0; count],
            root: NONE,
        };
        // From the back, so that the first child that is linked is the last in the list.
        for (index, line) in self.rows.iter().enumerate().rev() {
            let place = u32::try_from(index).unwrap_or(NONE);
            let parent = line.parent().and_then(|parent| self.rows.index(parent));
            let head = match parent {
                Some(parent) => {
                    tree.parent[index] = u32::try_from(parent).unwrap_or(NONE);
                    tree.children[parent] += 1;
                    &mut tree.first_child[parent]
                }
                None => &mut tree.root,
            };
            tree.next[index] = std::mem::replace(head, place);
        }
        // What was found about a row comes before everything else in it.
        for (which, found) in self.found.iter().enumerate().rev() {
            let index = self.rows.len() + which;
            let Some(parent) = found.line.parent().and_then(|parent| self.rows.index(parent)) else {
                continue;
            };
            tree.parent[index] = u32::try_from(parent).unwrap_or(NONE);
            tree.children[parent] += 1;
            let place = u32::try_from(index).unwrap_or(NONE);
            tree.next[index] = std::mem::replace(&mut tree.first_child[parent], place);
        }
        tree
    }

    /// The rows to show, in the order of the tree.
    fn walk(&self, tree: &Tree, query: &Query, switched: &[Seq], body_of: BodyOf<'_>) -> Walked {
        let switched: HashSet<Seq> = switched.iter().copied().collect();
        let is_search = query.looks_for_something();
        let mut walked = Walked::default();
        let mut depth = 0;
        // What has to be undone on the way back up: whether the row counted for the depth.
        let mut above: Vec<bool> = Vec::new();
        let mut at = tree.root;
        while at != NONE {
            let index = at as usize;
            let line = self.node(index);
            let is_shown = query.is_empty() || query.matches(&line.facts(), || bodies(line, body_of));
            if is_shown {
                walked.places.push(at);
                walked.depths.push(depth);
            }
            let has_children = tree.first_child[index] != NONE;
            let is_switched = !switched.is_empty() && switched.contains(&line.seq);
            if has_children && is_shown && Self::is_folded(line, is_switched, is_search) {
                walked.folded.insert(at);
            } else if has_children {
                above.push(is_shown);
                depth += u32::from(is_shown);
                at = tree.first_child[index];
                continue;
            }
            let mut last = index;
            while tree.next[last] == NONE && tree.parent[last] != NONE {
                last = tree.parent[last] as usize;
                depth -= u32::from(above.pop().unwrap_or_default());
            }
            at = tree.next[last];
        }
        walked
    }

    pub(super) fn line_at(&self, seq: Seq) -> Option<&Line> {
        let ended = || self.rows.iter().rev().find(|line| line.end_seq() == Some(seq));
        self.rows.beginning_at(seq).or_else(ended)
    }

    fn ancestors_of<'a>(&'a self, line: &'a Line) -> impl Iterator<Item = &'a Line> {
        let above = |line: &&'a Line| line.parent().and_then(|parent: No| self.rows.get(parent));
        std::iter::successors(above(&line), move |line| above(line))
    }

    pub(super) fn row(&self, line: &Line, depth: u32, children: u32) -> Row {
        // What was measured in different places may overlap by a little. The whole is what counts.
        let whole = line.duration_ns();
        let human = line.human_ns.min(whole.unwrap_or(u64::MAX));
        let rule = line.rule_ns.min(whole.unwrap_or(u64::MAX) - human);
        let network = line.network_ns().map(|nanos| nanos.min(whole.unwrap_or(u64::MAX) - human - rule));
        Row {
            seq: line.seq,
            end_seq: line.end_seq(),
            at_ns: line.at.nanos(),
            kind: line.kind,
            direction: line.way,
            method: line.method.clone(),
            target: line.target.clone(),
            status: line.status,
            code: line.code,
            duration_ns: whole,
            human_ns: human,
            rule_ns: rule,
            network_ns: network,
            server_ns: whole.map(|whole| whole - human - rule - network.unwrap_or_default()),
            bytes: line.bytes,
            depth,
            parent: line.parent().and_then(|parent| self.rows.get(parent)).map(|parent| parent.seq),
            children,
            id: match line.id() {
                WireId::None => None,
                WireId::Number(number) => Some(number.to_string()),
                WireId::Text(text) => Some(text.to_owned()),
            },
            call: line.call(),
            level: line.level,
            findings: line.findings,
            finding: None,
            is_pinned: line.is_pinned,
            is_resumed: line.is_resumed,
            is_folded: false,
        }
    }
}

/// What there is to find text in. A finding has its words only, and not those of what it is about.
pub(super) fn bodies(line: &Line, body_of: BodyOf<'_>) -> Vec<Bytes> {
    if line.kind == RowKind::Finding {
        return Vec::new();
    }
    let end = line.end_seq().filter(|end| *end != line.seq);
    [Some(line.seq), end].into_iter().flatten().filter_map(body_of).collect()
}
