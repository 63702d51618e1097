//! What keys do in a form while nothing is typed.

use super::row::{Adds, FEW, Holder};
use super::{FormDid, FormPane, Row, choice, pick::Pick, step};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use mcp_inspector_core::form::{Edit, Kind, State};

impl FormPane {
    /// Whether Escape left the fields for the keys.
    pub(crate) fn is_left(&self) -> bool {
        self.is_commanding
    }

    /// Does what a key says.
    pub(crate) fn handle(&mut self, key: KeyEvent) -> FormDid {
        if key.kind == KeyEventKind::Release {
            return FormDid::NotMine;
        }
        self.note = None;
        self.asked = None;
        self.clicked = None;
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if is_control && matches!(key.code, KeyCode::Char('s') | KeyCode::Enter) {
            self.leave();
            self.shows_all = true;
            return FormDid::Run;
        }
        if self.pick.is_some()
            && let Some(did) = self.pick_key(key)
        {
            return did;
        }
        if is_control && key.code == KeyCode::Char('f') {
            self.leave();
            return self.toggle_json();
        }
        if self.json.is_some() {
            return self.json_key(key);
        }
        if self.editing.is_some() {
            return self.typing_key(key);
        }
        self.row_key(key)
    }

    fn row_key(&mut self, key: KeyEvent) -> FormDid {
        let was_going = std::mem::take(&mut self.is_going);
        let (is_control, is_alt) =
            (key.modifiers.contains(KeyModifiers::CONTROL), key.modifiers.contains(KeyModifiers::ALT));
        if let Some(did) = self.typed_at_once(key).or_else(|| self.sought_at_once(key)) {
            return did;
        }
        let half = self.view.page() / 2 + 1;
        match key.code {
            KeyCode::Up if is_alt => return self.shift(-1),
            KeyCode::Down if is_alt => return self.shift(1),
            KeyCode::Char('a') if is_alt => return self.add(),
            KeyCode::Char('r') if is_alt => self.edit_key(),
            KeyCode::Char('e') if is_alt => return self.edit_elsewhere(),
            KeyCode::Char('E') if is_alt => return FormDid::OpenEditor,
            KeyCode::Char('e') if is_control => return FormDid::OpenEditor,
            KeyCode::Backspace if is_alt => return self.drop_value(true),
            _ if is_alt => return FormDid::NotMine,
            KeyCode::Char('n') if is_control => return self.set_null(),
            KeyCode::Char('t') if is_control => return self.set_now(),
            KeyCode::Char('d') if is_control => self.go(self.focus + half),
            KeyCode::Char('u') if is_control => self.go(self.focus.saturating_sub(half)),
            _ if is_control => return FormDid::NotMine,
            KeyCode::Up | KeyCode::Char('k') => self.go(self.focus.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => self.go(self.focus + 1),
            KeyCode::PageDown => self.go(self.focus + 2 * half),
            KeyCode::PageUp => self.go(self.focus.saturating_sub(2 * half)),
            KeyCode::Char('g') if !was_going => self.is_going = true,
            KeyCode::Home | KeyCode::Char('g') => self.go(0),
            KeyCode::End | KeyCode::Char('G') => self.go(usize::MAX),
            KeyCode::Left | KeyCode::Char('h') => return self.side(true),
            KeyCode::Right | KeyCode::Char('l') => return self.side(false),
            KeyCode::Char(' ') => return self.act(true),
            KeyCode::Enter => return self.act(false),
            KeyCode::Char('i') if self.focused().is_some_and(Row::is_typed) => self.edit_value(),
            KeyCode::Char('+') => return self.step(true),
            KeyCode::Char('-') => return self.step(false),
            KeyCode::Char('a') | KeyCode::Insert => return self.add(),
            KeyCode::Char('d') | KeyCode::Delete | KeyCode::Backspace => return self.drop_value(true),
            KeyCode::Char('J') => return self.shift(1),
            KeyCode::Char('K') => return self.shift(-1),
            KeyCode::Char('r') if self.focused().is_some_and(|row| row.holder == Holder::Keyed) => {
                self.edit_key();
            }
            KeyCode::Char('F') => return self.toggle_json(),
            KeyCode::Char('E') => return self.edit_elsewhere(),
            KeyCode::Tab => return self.tab(),
            KeyCode::BackTab => return self.tab_back(),
            // The status line promises that Escape makes letters keys; only the next one leaves.
            KeyCode::Esc if self.takes_letters() => self.is_commanding = true,
            _ => return FormDid::NotMine,
        }
        FormDid::Nothing
    }

    /// A key that begins the typing into the row with the focus.
    fn typed_at_once(&mut self, key: KeyEvent) -> Option<FormDid> {
        let row = self.focused().filter(|row| row.is_typed())?;
        let is_empty = match &row.node.kind {
            Kind::String { value, .. } => value.as_deref().unwrap_or_default().is_empty(),
            Kind::Number { raw, .. } => raw.is_none() && !self.drafts.contains_key(&row.id),
            _ => true,
        };
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_plain = (key.modifiers - KeyModifiers::SHIFT).is_empty();
        let begins = match (&row.node.kind, key.code) {
            (Kind::String { .. }, KeyCode::Char('j')) if is_control => true,
            (_, KeyCode::Char(_)) if !is_plain || self.is_commanding => false,
            (_, KeyCode::Backspace) => is_plain && !is_empty,
            // A number goes up and down by these, and has no blanks.
            (Kind::Number { .. }, KeyCode::Char('+' | ' ')) => false,
            (Kind::Number { .. }, KeyCode::Char('-')) => is_empty,
            // Whoever types on a field types into it. What is no number is told.
            (_, KeyCode::Char(_)) => true,
            _ => false,
        };
        begins.then(|| {
            match key.code {
                KeyCode::Char(_) if is_plain => self.edit_anew(),
                _ => self.edit_value(),
            }
            self.typing_key(key)
        })
    }

    /// Left and right: to the next choice, into a group or out of it.
    fn side(&mut self, is_left: bool) -> FormDid {
        let Some(at) = self.shown.get(self.focus).copied() else { return FormDid::NotMine };
        let row = &self.rows[at];
        if choice::picks(row).is_some() {
            return match choice::cycle(row, is_left) {
                Some(edit) => self.change(&edit),
                None => FormDid::Nothing,
            };
        }
        if row.is_group && row.is_open == is_left {
            self.fold(at, !is_left);
        } else if is_left {
            let Some(parent) = row.parent.filter(|parent| !self.rows[*parent].is_implied) else {
                return FormDid::NotMine;
            };
            let id = self.rows[parent].id.clone();
            self.focus_on(&id);
        } else if row.is_typed() {
            self.edit_value();
        } else if matches!(row.node.kind, Kind::Ref { .. }) {
            return self.open();
        } else {
            return FormDid::NotMine;
        }
        FormDid::Nothing
    }

    /// Enter, or Space: what there is to do with the row.
    pub(super) fn act(&mut self, is_space: bool) -> FormDid {
        let Some(at) = self.shown.get(self.focus).copied() else { return FormDid::NotMine };
        let row = &self.rows[at];
        if let (Some(index), Some(parent)) = (row.id.option, row.parent) {
            let edit = choice::check(&self.rows[parent], index);
            return edit.map_or(FormDid::Nothing, |edit| self.change(&edit));
        }
        if let Some(picks) = choice::picks(row) {
            if picks.labels.len() > FEW && !is_space {
                self.pick = Some(Pick::choice(picks.labels, picks.chosen));
                self.view.follows = true;
                return FormDid::Nothing;
            }
            return choice::cycle(row, false).map_or(FormDid::Nothing, |edit| self.change(&edit));
        }
        if row.is_typed() {
            self.edit_value();
        } else if row.node.state != State::Value {
            return self.open();
        } else if row.is_group {
            self.fold(at, !row.is_open);
        }
        FormDid::Nothing
    }

    /// Fills in a group that is not there, and opens it.
    fn open(&mut self) -> FormDid {
        let Some(row) = self.focused() else { return FormDid::Nothing };
        let (pointer, id) = (row.id.pointer.clone(), row.id.clone());
        let edit = match &row.node.kind {
            Kind::Map { .. } => Edit::Set { pointer, json: "{}".to_owned() },
            Kind::Array { .. } | Kind::Tuple { .. } | Kind::Enum { .. } => {
                Edit::Set { pointer, json: "[]".to_owned() }
            }
            _ => Edit::Add { pointer, json: None },
        };
        self.folded.insert(id, true);
        self.change(&edit)
    }

    /// From a group that is open to the first field in it.
    fn go_inside(&mut self) {
        while let Some(row) = self.focused().filter(|row| row.is_group && row.is_open)
            && let Some(next) = self.shown.get(self.focus + 1).map(|at| &self.rows[*at])
            && next.id.pointer.starts_with(&format!("{}/", row.id.pointer))
        {
            self.focus += 1;
        }
    }

    /// Adds an item or a key to the group that the row is, or is in.
    pub(super) fn add(&mut self) -> FormDid {
        let mut at = self.shown.get(self.focus).copied();
        let mut members = None;
        while let Some(place) = at {
            let row = &self.rows[place];
            match row.adds {
                Adds::Item => {
                    let pointer = row.id.pointer.clone();
                    let wanted = format!("{pointer}/{}", row.below.0);
                    self.folded.insert(row.id.clone(), true);
                    let did = self.change_to(&Edit::Add { pointer, json: None }, Some(&wanted));
                    self.go_inside();
                    return did;
                }
                // An object takes other members, too; but a list around it is meant rather than that.
                Adds::Key if matches!(row.node.kind, Kind::Map { .. }) => {
                    members = Some(place);
                    break;
                }
                Adds::Key => members = members.or(Some(place)),
                Adds::Nothing => {}
            }
            at = row.parent;
        }
        let Some(place) = members else {
            self.note = Some("the schema allows nothing to be added here".to_owned());
            return FormDid::Nothing;
        };
        self.folded.insert(self.rows[place].id.clone(), true);
        self.edit_new_key(place);
        FormDid::Nothing
    }

    /// Exchanges an item with its neighbour.
    fn shift(&mut self, by: i64) -> FormDid {
        // Also from a row inside of the item.
        let mut at = self.shown.get(self.focus).copied();
        while let Some(place) = at.filter(|at| self.rows[*at].holder != Holder::Item) {
            at = self.rows[place].parent;
        }
        let Some(pointer) = at.map(|at| self.rows[at].id.pointer.clone()) else { return FormDid::Nothing };
        let moved = pointer.rsplit_once('/').and_then(|(above, index)| {
            let index = index.parse::<i64>().ok()?.checked_add(by).filter(|index| *index >= 0)?;
            Some(format!("{above}/{index}"))
        });
        let Some(moved) = moved.filter(|moved| self.rows.iter().any(|row| row.id.pointer == *moved)) else {
            return FormDid::Nothing;
        };
        self.change_to(&Edit::Move { pointer, by }, Some(&moved))
    }

    fn step(&mut self, is_up: bool) -> FormDid {
        let Some(row) = self.focused() else { return FormDid::NotMine };
        if !matches!(row.node.kind, Kind::Number { .. }) {
            return FormDid::NotMine;
        }
        match step::stepped(&row.node, is_up) {
            Some(json) => {
                let pointer = row.id.pointer.clone();
                self.change(&Edit::Set { pointer, json })
            }
            None => FormDid::Nothing,
        }
    }
}
