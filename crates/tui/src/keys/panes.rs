//! The keys that forms and texts know by themselves, for those who read about them.

use super::chord::{alt, ctrl, letter, named};
use super::{Action, Binding, Context, on};
use Context::{Fields, Text, Typing};
use crossterm::event::KeyCode;

/// A key that a pane deals with.
const fn here(context: Context, keys: &'static [super::Chord], help: &'static str) -> Binding {
    on(context, keys, Action::Inner, help, "")
}

/// The table.
pub(crate) const PANES: &[Binding] = &[
    here(Fields, &[letter('j'), named(KeyCode::Down)], "to the next field; j where letters are keys"),
    here(Fields, &[letter('k'), named(KeyCode::Up)], "to the field before"),
    here(Fields, &[ctrl('d'), named(KeyCode::PageDown)], "a page down"),
    here(Fields, &[ctrl('u'), named(KeyCode::PageUp)], "a page up"),
    here(Fields, &[named(KeyCode::Home)], "to the first field; `gg` as well"),
    here(Fields, &[letter('G'), named(KeyCode::End)], "to the last field"),
    here(Fields, &[named(KeyCode::Enter)], "type, choose, open or fold"),
    here(Fields, &[letter(' ')], "the next choice; check or uncheck"),
    here(Fields, &[letter('h'), named(KeyCode::Left)], "the choice before; fold, or out of a group"),
    here(Fields, &[letter('l'), named(KeyCode::Right)], "the next choice; open, or type"),
    here(Fields, &[letter('i')], "type into the field"),
    here(Fields, &[letter('+')], "a number up"),
    here(Fields, &[letter('-')], "a number down"),
    here(
        Fields,
        &[letter('a'), alt(KeyCode::Char('a')), named(KeyCode::Insert)],
        "add an item or a key to the group",
    ),
    here(
        Fields,
        &[letter('d'), alt(KeyCode::Backspace), named(KeyCode::Delete)],
        "take the value, the item or the key away",
    ),
    here(Fields, &[letter('J'), alt(KeyCode::Down)], "move an item down"),
    here(Fields, &[letter('K'), alt(KeyCode::Up)], "move an item up"),
    here(Fields, &[letter('r'), alt(KeyCode::Char('r'))], "give another name to a key"),
    here(Fields, &[ctrl('n')], "make it null"),
    here(Fields, &[ctrl('t')], "the time now, in a field for times"),
    here(Fields, &[letter('F'), ctrl('f')], "the form as JSON, or as a form again"),
    here(
        Fields,
        &[letter('E'), alt(KeyCode::Char('e'))],
        "edit the text of the field in $EDITOR; of a field without text, everything as JSON",
    ),
    here(Fields, &[ctrl('e'), alt(KeyCode::Char('E'))], "edit everything as JSON in $EDITOR"),
    here(
        Fields,
        &[named(KeyCode::Tab)],
        "the next field, behind the last one the next pane; where the server completes, ask it",
    ),
    here(Fields, &[named(KeyCode::BackTab)], "the field before, before the first one the pane before"),
    here(Fields, &[named(KeyCode::Esc)], "where letters type: make them keys; else out of the form"),
    here(Typing, &[named(KeyCode::Esc)], "end typing and keep it: letters are keys until `i` or Enter"),
    here(Typing, &[named(KeyCode::Enter)], "take what is typed"),
    here(Typing, &[ctrl('j')], "a line break"),
    here(Typing, &[named(KeyCode::Tab)], "the next field; where the server completes, ask it"),
    here(Typing, &[named(KeyCode::BackTab)], "the field before"),
    here(Typing, &[named(KeyCode::Home), ctrl('a')], "to the beginning of the line"),
    here(Typing, &[named(KeyCode::End), ctrl('e')], "to the end of the line"),
    here(Typing, &[alt(KeyCode::Char('b')), alt(KeyCode::Left)], "a word back"),
    here(Typing, &[alt(KeyCode::Char('f')), alt(KeyCode::Right)], "a word on"),
    here(Typing, &[ctrl('w'), alt(KeyCode::Backspace)], "delete the word before"),
    here(Typing, &[alt(KeyCode::Char('d'))], "delete the word behind"),
    here(Typing, &[ctrl('u')], "delete up to the beginning of the line"),
    here(Typing, &[alt(KeyCode::Char('e'))], "edit the text in $EDITOR"),
    here(Typing, &[alt(KeyCode::Char('E'))], "edit everything as JSON in $EDITOR"),
    here(Text, &[letter('j'), named(KeyCode::Down)], "down"),
    here(Text, &[letter('k'), named(KeyCode::Up)], "up"),
    here(Text, &[ctrl('d'), named(KeyCode::PageDown)], "a page down"),
    here(Text, &[ctrl('u'), named(KeyCode::PageUp)], "a page up"),
    here(Text, &[named(KeyCode::Home)], "to the first line; `gg` as well"),
    here(Text, &[letter('G'), named(KeyCode::End)], "to the last line"),
    here(Text, &[named(KeyCode::Enter)], "fold the block, or open it"),
    here(Text, &[letter('f')], "fold every block, or open all"),
    here(Text, &[letter('l'), named(KeyCode::Right)], "open the block, or to the right"),
    here(Text, &[letter('h'), named(KeyCode::Left)], "to the left; fold, or to the block around"),
    here(Text, &[letter('>')], "to the right; of a result the run after"),
    here(Text, &[letter('<')], "to the left; of a result the run before"),
    here(Text, &[letter('0')], "to the first column"),
    here(Text, &[letter('n')], "to the next match of a search"),
    here(Text, &[letter('N')], "to the match before"),
];
