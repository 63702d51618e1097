//! The rows of a form: its tree of nodes as a list, each row with what is below it.

use mcp_inspector_core::form::{Kind, Node, State};
use std::collections::HashMap;

/// So many levels of what must be sent are spread out at once.
const SPREAD_LEVELS: usize = 5;

/// More options than this are not all seen at once.
pub(super) const FEW: usize = 7;

/// Which row it is, before and after an edit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct RowId {
    /// The place in the value.
    pub(super) pointer: String,
    /// How many rows above have the same place: a union, and what it is just now.
    pub(super) level: usize,
    /// The option of a check list.
    pub(super) option: Option<usize>,
}

/// What a row is in, which decides how it goes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// It is the whole, or a member with a name that the schema knows.
    Known,
    /// It has a key of the user's own.
    Keyed,
    /// It is an item among its like.
    Item,
}

/// What `a` adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Adds {
    Nothing,
    Item,
    Key,
}

/// One row.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Debug)]
pub(super) struct Row {
    pub(super) id: RowId,
    pub(super) depth: usize,
    pub(super) label: String,
    /// The node, without those below it.
    pub(super) node: Node,
    pub(super) holder: Holder,
    pub(super) adds: Adds,
    /// The row that it is below of.
    pub(super) parent: Option<usize>,
    /// How many members or items there are, and how many of them are set.
    pub(super) below: (usize, usize),
    /// One after the last row below it.
    pub(super) end: usize,
    /// Whether it can be folded, and whether it is not.
    pub(super) is_group: bool,
    pub(super) is_open: bool,
    /// It stands for the whole, whose members are seen without it.
    pub(super) is_implied: bool,
    /// It is a member that the schema does not name.
    pub(super) is_extra: bool,
}

impl Row {
    /// Whether something can be typed into it.
    pub(super) fn is_typed(&self) -> bool {
        self.id.option.is_none()
            && matches!(self.node.kind, Kind::String { .. } | Kind::Number { .. } | Kind::Raw { .. })
    }
}

/// Makes the rows of a form. What was folded or opened by hand stays so.
pub(super) fn rows(whole: Node, folded: &HashMap<RowId, bool>) -> Vec<Row> {
    let mut list = List { rows: Vec::new(), folded };
    // Where there is nothing to fill in, that is all there is to say.
    let is_nothing =
        matches!(&whole.kind, Kind::Object { fields, extra, .. } if fields.is_empty() && extra.is_empty());
    let label = whole.title.clone().unwrap_or_else(|| "value".to_owned());
    let label = if is_nothing { String::new() } else { label };
    list.add(whole, Spot { depth: 0, label, holder: Holder::Known, parent: None, level: 0, is_extra: false });
    let mut rows = list.rows;
    let has_others = rows.len() > 1;
    if let Some(first) = rows.first_mut() {
        first.is_implied = has_others && matches!(first.node.kind, Kind::Object { .. });
        first.is_open = true;
        if first.is_implied {
            for row in &mut rows[1..] {
                row.depth -= 1;
            }
        } else {
            first.is_group &= has_others;
        }
    }
    rows
}

struct Spot {
    depth: usize,
    label: String,
    holder: Holder,
    parent: Option<usize>,
    level: usize,
    is_extra: bool,
}

struct List<'f> {
    rows: Vec<Row>,
    folded: &'f HashMap<RowId, bool>,
}

impl List<'_> {
    fn add(&mut self, mut node: Node, spot: Spot) {
        let place = self.rows.len();
        let id = RowId { pointer: node.pointer.clone(), level: spot.level, option: None };
        let (adds, is_group) = nature(&node);
        let is_open = spot.level == 0 && opens_by_itself(&node, spot.depth) || spot.level > 0;
        let is_open = self.folded.get(&id).copied().unwrap_or(is_open);
        let children = children(&mut node);
        let is_tuple = matches!(node.kind, Kind::Tuple { .. });
        let is_set = |node: &Node| node.state != State::Unset;
        let below = (children.len(), children.iter().filter(|(child, _)| is_set(child)).count());
        let is_null = node.state == State::Null;
        let is_checked = matches!(node.kind, Kind::Enum { .. });
        let inside = |holder, child: &Node, is_extra| Spot {
            depth: spot.depth + 1,
            // The name of an item is a number; what the schema calls it says more.
            label: child.title.clone().filter(|_| is_tuple).or(child.name.clone()).unwrap_or_default(),
            holder,
            parent: Some(place),
            level: 0,
            is_extra,
        };
        self.rows.push(Row {
            depth: spot.depth,
            label: spot.label,
            holder: spot.holder,
            adds,
            parent: spot.parent,
            below,
            end: place + 1,
            is_group: is_group && !is_null && (below.0 > 0 || is_checked),
            is_open,
            is_implied: false,
            is_extra: spot.is_extra,
            id: id.clone(),
            node,
        });
        if !is_null {
            for (child, holder) in children {
                let is_extra = holder == Holder::Keyed && is_object(&self.rows[place]);
                let spot = inside(holder, &child, is_extra);
                self.add(child, spot);
            }
            self.add_alternative(place, &id);
            self.add_options(place, &id);
        }
        self.rows[place].end = self.rows.len();
    }

    /// What a union is just now: the members of an object stand below the union itself.
    fn add_alternative(&mut self, place: usize, id: &RowId) {
        let depth = self.rows[place].depth;
        let Kind::Union { node, variants, chosen, .. } = &mut self.rows[place].node.kind else { return };
        let title = chosen.and_then(|chosen| variants.get(chosen)).map(|variant| variant.title.clone());
        let Some(mut inner) = node.take() else { return };
        if let Kind::Object { fields, extra, extra_allowed } = &mut inner.kind {
            let members = std::mem::take(fields).into_iter().map(|field| (field, false));
            let members: Vec<(Node, bool)> =
                members.chain(std::mem::take(extra).into_iter().map(|extra| (extra, true))).collect();
            self.rows[place].adds = if *extra_allowed { Adds::Key } else { Adds::Nothing };
            self.rows[place].below.0 = members.len();
            for (member, is_extra) in members {
                let label = member.name.clone().unwrap_or_default();
                let holder = if is_extra { Holder::Keyed } else { Holder::Known };
                self.add(
                    member,
                    Spot { depth: depth + 1, label, holder, parent: Some(place), level: 0, is_extra },
                );
            }
        } else {
            let label = title.unwrap_or_else(|| "value".to_owned());
            let spot = Spot {
                depth: depth + 1,
                label,
                holder: Holder::Known,
                parent: Some(place),
                level: id.level + 1,
                is_extra: false,
            };
            self.add(*inner, spot);
        }
    }

    /// The options of a check list.
    fn add_options(&mut self, place: usize, id: &RowId) {
        let Kind::Enum { multi: true, options, .. } = &self.rows[place].node.kind else { return };
        let labels = super::choice::labels(options);
        self.rows[place].below.0 = labels.len();
        for (index, label) in labels.into_iter().enumerate() {
            let head = &self.rows[place];
            // It has nothing of its own; what it is about is the node of the list.
            let node = option_of(&head.node);
            let row = Row {
                id: RowId { option: Some(index), ..id.clone() },
                depth: head.depth + 1,
                label,
                node,
                holder: Holder::Known,
                adds: Adds::Nothing,
                parent: Some(place),
                below: (0, 0),
                end: self.rows.len() + 1,
                is_group: false,
                is_open: false,
                is_implied: false,
                is_extra: false,
            };
            self.rows.push(row);
        }
    }
}

/// The node of an option. It is not made of a copy of the list's node: that has all the options, and there are as many of
/// these.
fn option_of(list: &Node) -> Node {
    Node {
        pointer: list.pointer.clone(),
        name: list.name.clone(),
        title: list.title.clone(),
        description: None,
        required: list.required,
        nullable: list.nullable,
        state: list.state,
        is_default: list.is_default,
        default: None,
        examples: Vec::new(),
        read_only: list.read_only,
        deprecated: list.deprecated,
        kind: Kind::Null {},
    }
}

fn is_object(row: &Row) -> bool {
    matches!(row.node.kind, Kind::Object { .. })
}

/// What can be added to a node, and whether it can be folded.
fn nature(node: &Node) -> (Adds, bool) {
    match &node.kind {
        Kind::Object { extra_allowed, .. } => (if *extra_allowed { Adds::Key } else { Adds::Nothing }, true),
        Kind::Map { .. } => (Adds::Key, true),
        Kind::Array { can_add, .. } | Kind::Tuple { can_add, .. } => {
            (if *can_add { Adds::Item } else { Adds::Nothing }, true)
        }
        Kind::Enum { multi, .. } => (Adds::Nothing, *multi),
        _ => (Adds::Nothing, false),
    }
}

/// What need not be sent is not spread out before it is wanted.
fn opens_by_itself(node: &Node, depth: usize) -> bool {
    match &node.kind {
        Kind::Enum { options, .. } => options.len() <= FEW,
        Kind::Union { .. } => true,
        _ => node.state == State::Value || (node.required && depth < SPREAD_LEVELS),
    }
}

/// Takes the nodes below out of a node.
fn children(node: &mut Node) -> Vec<(Node, Holder)> {
    let (some, more, holder) = match &mut node.kind {
        Kind::Object { fields, extra, .. } => (std::mem::take(fields), std::mem::take(extra), Holder::Known),
        Kind::Map { entries, .. } => (Vec::new(), std::mem::take(entries), Holder::Keyed),
        Kind::Array { items, .. } => (std::mem::take(items), Vec::new(), Holder::Item),
        Kind::Tuple { items, .. } => (std::mem::take(items), Vec::new(), Holder::Known),
        _ => return Vec::new(),
    };
    let some = some.into_iter().map(|node| (node, holder));
    some.chain(more.into_iter().map(|node| (node, Holder::Keyed))).collect()
}
