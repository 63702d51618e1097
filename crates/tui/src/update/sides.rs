//! Going to the pane on one side of this one, as it is on the screen.

use crate::event::Mood;
use crate::state::{Focus, State, Zone};
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

/// A side of a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Below,
    Above,
    Right,
}

impl State {
    /// The key that says to which side.
    pub(super) fn side_key(&mut self, key: KeyEvent) {
        let side = match key.code {
            KeyCode::Char('h') | KeyCode::Left => Side::Left,
            KeyCode::Char('j') | KeyCode::Down => Side::Below,
            KeyCode::Char('k') | KeyCode::Up => Side::Above,
            KeyCode::Char('l') | KeyCode::Right => Side::Right,
            KeyCode::Char('w') => return self.next_pane(1),
            _ => return,
        };
        match self.beside(side) {
            Some(pane) => self.give_keys(pane),
            None => self.tell("there is no pane on that side", Mood::Plain),
        }
    }

    /// The nearest pane on a side; of several the one further up and left.
    fn beside(&self, side: Side) -> Option<Focus> {
        let panes = || {
            self.zones.iter().filter_map(|(area, zone)| match zone {
                Zone::Pane(pane) => Some((*pane, *area)),
                _ => None,
            })
        };
        let (_, here) = panes().find(|(pane, _)| *pane == self.focus)?;
        let near = panes().filter_map(|(pane, area)| Some((gap(here, area, side)?, area.y, area.x, pane)));
        near.min_by_key(|(gap, y, x, _)| (*gap, *y, *x)).map(|(_, _, _, pane)| pane)
    }
}

/// How far away an area on a side of another one is; none if it is not there.
fn gap(here: Rect, there: Rect, side: Side) -> Option<u16> {
    let meets = |from: (u16, u16), to: (u16, u16)| from.0 < to.1 && to.0 < from.1;
    let (rows, columns) = ((here.y, here.bottom()), (here.x, here.right()));
    let level = meets(rows, (there.y, there.bottom()));
    let upright = meets(columns, (there.x, there.right()));
    match side {
        Side::Left if level => here.x.checked_sub(there.right()),
        Side::Right if level => there.x.checked_sub(here.right()),
        Side::Above if upright => here.y.checked_sub(there.bottom()),
        Side::Below if upright => there.y.checked_sub(here.bottom()),
        _ => None,
    }
}
