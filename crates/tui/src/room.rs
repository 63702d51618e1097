//! How the room is shared between panes: the usual shares, and what `+` and `-` made of them.

use crate::state::Focus;

/// How many steps a pane can be made larger or smaller.
const MOST: i16 = 24;

/// How many columns one step is.
const COLUMNS: i16 = 4;

/// What was changed, in steps: columns or lines that the pane has more than usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Room {
    tree: i16,
    result: i16,
    strip: i16,
    rows: i16,
    servers: i16,
    asks: i16,
}

impl Room {
    /// Makes a pane larger, or smaller; false when it has all the room there is.
    pub(crate) fn grow(&mut self, pane: Focus, by: i16) -> bool {
        let (share, by) = match pane {
            Focus::Tree => (&mut self.tree, by),
            // The form has what the tree and the result leave.
            Focus::Form => (&mut self.result, -by),
            Focus::Result => (&mut self.result, by),
            Focus::Strip => (&mut self.strip, by),
            Focus::Rows | Focus::AuthRows | Focus::LogRows => (&mut self.rows, by),
            Focus::Detail | Focus::AuthDetail | Focus::LogDetail => (&mut self.rows, -by),
            Focus::ServerList => (&mut self.servers, by),
            Focus::ServerDetail => (&mut self.servers, -by),
            Focus::AskList => (&mut self.asks, by),
            Focus::AskText | Focus::AskForm => (&mut self.asks, -by),
            Focus::Page => return false,
        };
        *share = (*share + by).clamp(-MOST, MOST);
        true
    }

    /// The columns of what the server offers.
    pub(crate) fn tree(self, usual: u16, width: u16) -> u16 {
        among(usual, self.tree * COLUMNS, (12, width / 2))
    }

    /// The columns of the result, of those it shares with the form.
    pub(crate) fn result(self, width: u16) -> u16 {
        among(share(width, 6, 11), self.result * COLUMNS, (20, width.saturating_sub(20)))
    }

    /// The lines of the newest rows below everything else.
    pub(crate) fn strip(self, height: u16) -> u16 {
        among((height / 4).max(6), self.strip, (3, height.saturating_sub(8)))
    }

    /// The columns of a list of rows beside what there is to see of one.
    pub(crate) fn rows_beside(self, width: u16) -> u16 {
        among(share(width, 5, 8), self.rows * COLUMNS, (30, width.saturating_sub(30)))
    }

    /// The lines of a list of rows above what there is to see of one.
    pub(crate) fn rows_above(self, height: u16) -> u16 {
        among(height.div_ceil(2), self.rows, (3, height.saturating_sub(3)))
    }

    /// The lines of the list of servers: more of them where there is room below, when it has `wanted` lines and what
    /// is told of one has `told`.
    pub(crate) fn servers(self, height: u16, (wanted, told): (usize, usize)) -> u16 {
        let lines = |count: usize| u16::try_from(count + 2).unwrap_or(u16::MAX);
        let free = lines(wanted).min(height.saturating_sub(lines(told)));
        among(share(height, 2, 5).max(free), self.servers, (3, height.saturating_sub(3)))
    }

    /// The columns of the list of what the server asks.
    pub(crate) fn asks(self, width: u16) -> u16 {
        among(44.min(width / 3), self.asks * COLUMNS, (14, width / 2))
    }
}

/// A share of some room, rounded to the nearest.
fn share(room: u16, part: u16, of: u16) -> u16 {
    let (room, part, of) = (u32::from(room), u32::from(part), u32::from(of));
    u16::try_from((room * part + of / 2) / of).unwrap_or(u16::MAX)
}

/// A size with what was changed about it, as far as there is room.
fn among(usual: u16, changed: i16, (least, most): (u16, u16)) -> u16 {
    usual.saturating_add_signed(changed).min(most).max(least.min(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_pane_keeps_some_room(
            steps in prop::collection::vec((0usize..15, -1i16..=1), 0..80), width in 60u16..300, height in 13u16..100,
        ) {
            let panes = [
                Focus::Tree, Focus::Form, Focus::Result, Focus::Strip, Focus::Rows, Focus::Detail, Focus::Page,
                Focus::AuthRows, Focus::AuthDetail, Focus::LogRows, Focus::LogDetail, Focus::ServerList,
                Focus::ServerDetail, Focus::AskList, Focus::AskForm,
            ];
            let mut room = Room::default();
            for (pane, by) in steps {
                room.grow(panes[pane], by);
            }
            prop_assert!((12..=width / 2).contains(&room.tree(26, width)));
            prop_assert!((20..=width - 20).contains(&room.result(width)));
            prop_assert!((3..=height - 5).contains(&room.strip(height)));
            prop_assert!((30..=width - 30).contains(&room.rows_beside(width)));
            prop_assert!((3..=height - 3).contains(&room.rows_above(height)));
            prop_assert!((3..=height - 3).contains(&room.servers(height, (7, 5))));
            prop_assert!((14..=width / 2).contains(&room.asks(width)));
        }
    }

    #[test]
    fn a_larger_form_is_a_smaller_result() {
        let mut room = Room::default();
        let usual = room.result(100);
        assert!(room.grow(Focus::Form, 1));
        assert_eq!(room.result(100), usual - 4);
        assert!(!room.grow(Focus::Page, 1));
    }
}
