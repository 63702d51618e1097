//! The terminal face: the whole inspector in a terminal.
//!
//! `state.rs` is everything that is shown, `update.rs` what becomes of it when something happens, `draw.rs`
//! how it looks; none of them touches the world. `shell.rs` owns the terminal, the sessions and time, and
//! carries out what the state asks for. Keys are in `keys.rs`, commands in `command.rs`.

mod about;
mod ansi;
mod command;
mod contrast;
mod detail;
mod draw;
mod effect;
mod event;
mod fuzzy;
mod inbox;
mod kept;
mod keys;
mod list;
mod measure;
mod offer;
mod osc52;
mod overlay;
mod page;
mod palette;
mod pane;
mod room;
mod rows;
mod run;
mod server;
mod shell;
mod start;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod theme;
mod update;

pub use command::commands;
pub use keys::manual;
pub use measure::{Measured, MeasuredAnswer, measure, measure_answer};
pub use start::{is_wanted, main};
