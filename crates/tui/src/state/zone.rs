//! Places on the screen, for the mouse.

use super::{Focus, View};
use crate::keys::Action;
use crossterm::event::KeyEvent;

/// What a place on the screen is, for the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    View(View),
    /// A pane; rows of lists are counted from its first line.
    Pane(Focus),
    /// The lines of a list, and which of them is the first shown.
    Lines {
        pane: Focus,
        top: usize,
    },
    /// Where something is told that can be clicked on as well.
    Act(Action),
    /// The same in what lies over everything, where it is a key.
    Key(KeyEvent),
    /// The name of a part of what a pane shows.
    Part {
        pane: Focus,
        part: usize,
    },
    /// The lines of the palette, and which of them is the first shown.
    Found {
        top: usize,
    },
}
