//! The palette: everything that can be gone to or done, found by a few letters.

use crate::command::COMMANDS;
use crate::fuzzy;
use crate::list::Place;
use crate::offer::ItemKey;
use crate::pane::field::Field;
use crate::state::{State, View};

/// Where an entry leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Go {
    Item(ItemKey),
    Server(usize),
    View(View),
    Command(&'static str),
}

/// Something to go to.
pub(crate) struct Entry {
    pub(crate) label: String,
    pub(crate) kind: &'static str,
    pub(crate) about: String,
    pub(crate) go: Go,
}

/// The palette, open.
pub(crate) struct Palette {
    pub(crate) field: Field,
    entries: Vec<Entry>,
    /// What fits, the best first, by place in the entries.
    fits: Vec<usize>,
    pub(crate) place: Place,
}

impl Palette {
    pub(crate) fn of(state: &State) -> Self {
        let mut entries = Vec::new();
        if let Some(server) = state.server() {
            entries.extend(server.offer.items.iter().map(|item| Entry {
                label: item.label.clone(),
                kind: item.key.0.word(),
                about: item.description().unwrap_or_default(),
                go: Go::Item(item.key.clone()),
            }));
        }
        entries.extend(state.servers.iter().enumerate().map(|(index, server)| Entry {
            label: server.name.clone(),
            kind: "server",
            about: server.state().1.to_owned(),
            go: Go::Server(index),
        }));
        entries.extend(View::NUMBERED.into_iter().chain([View::Inbox]).map(|view| Entry {
            label: view.title().to_owned(),
            kind: "view",
            about: String::new(),
            go: Go::View(view),
        }));
        entries.extend(COMMANDS.iter().map(|command| Entry {
            label: command.name.to_owned(),
            kind: "command",
            about: command.help.to_owned(),
            go: Go::Command(command.name),
        }));
        let mut palette =
            Palette { field: Field::new(""), entries, fits: Vec::new(), place: Place::default() };
        palette.typed();
        palette
    }

    /// Finds out what fits what is typed.
    pub(crate) fn typed(&mut self) {
        let typed = self.field.text().to_owned();
        let scored = self.entries.iter().enumerate();
        let mut scored: Vec<(i64, usize)> = scored
            .filter_map(|(index, entry)| {
                let score = if typed.is_empty() { 0 } else { fuzzy::score(&typed, &entry.label)? };
                Some((score, index))
            })
            .collect();
        scored.sort_by_key(|(score, index)| (-score, *index));
        self.fits = scored.into_iter().map(|(_, index)| index).collect();
        self.place = Place::default();
    }

    pub(crate) fn len(&self) -> usize {
        self.fits.len()
    }

    pub(crate) fn get(&self, place: usize) -> Option<&Entry> {
        self.entries.get(*self.fits.get(place)?)
    }
}
