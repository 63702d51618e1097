//! The terminal face: the whole inspector in a terminal.

mod pane;
mod theme;
