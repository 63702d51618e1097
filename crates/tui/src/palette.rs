//! The palette: everything that can be gone to or done, found by a few letters.

use crate::command::COMMANDS;
use crate::fuzzy;
use crate::list::Place;
use crate::offer::ItemKey;
use crate::pane::field::Field;
use crate::server::{Server, ServerId};
use crate::state::{State, View};
use mcp_inspector_engine::Seq;
use mcp_inspector_engine::core::query::Query;
use mcp_inspector_engine::core::timeline::RowStatus;

/// Where an entry leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Go {
    Item(ItemKey),
    /// What another server offers.
    Other(ServerId, ItemKey),
    Server(usize),
    View(View),
    Command(&'static str),
    /// A command with what stands behind it.
    Line(String),
    /// A row of the timeline.
    Row(Seq),
}

/// How many of the newest rows can be found.
const ROWS: usize = 500;

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
    /// What the server offered when it was made.
    offered: u64,
}

/// The newest rows of a server's timeline, the newest first.
fn rows(server: &Server) -> Vec<Entry> {
    let query = Query::parse("-kind:http -kind:finding").unwrap_or_default();
    let shown = server.timeline.shown(&query, &[], &|_| None);
    let from = -i64::try_from(ROWS).unwrap_or_default();
    let rows = server.timeline.cut(&shown, from, ROWS).rows;
    rows.into_iter()
        .rev()
        .map(|row| Entry {
            label: format!("{} {}", row.method, row.target).trim_end().to_owned(),
            kind: "row",
            about: format!("#{} {}", row.seq, row.status.map_or("", RowStatus::as_str)).trim_end().to_owned(),
            go: Go::Row(row.seq),
        })
        .collect()
}

/// The tools, prompts and the like of the other servers that are connected, each with the name of its server.
fn others(state: &State) -> impl Iterator<Item = Entry> {
    let others = state.servers.iter().enumerate().filter(|(index, _)| *index != state.current);
    let others = others.map(|(_, server)| server).filter(|server| server.is_ready());
    others.flat_map(|server| {
        server.offer.items.iter().map(|item| Entry {
            label: item.label.clone(),
            kind: item.key.0.word(),
            about: format!("{}  {}", server.name, item.description().unwrap_or_default())
                .trim_end()
                .to_owned(),
            go: Go::Other(server.id, item.key.clone()),
        })
    })
}

/// What the servers offer, as a number that grows with each change.
fn offered(state: &State) -> u64 {
    state.servers.iter().map(|server| server.offer.revision).sum()
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
        entries.extend(others(state));
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
        for (command, about) in
            [("level", "from which level on the server logs"), ("reconnect", "connect again in that era")]
        {
            entries.extend(state.words_for(command, "").into_iter().map(|word| Entry {
                label: format!("{command} {word}"),
                kind: "setting",
                about: about.to_owned(),
                go: Go::Line(format!("{command} {word}")),
            }));
        }
        entries.extend(state.server().map(rows).unwrap_or_default());
        let (field, offered) = (Field::new(""), offered(state));
        let mut palette = Palette { field, entries, fits: Vec::new(), place: Place::default(), offered };
        palette.typed();
        palette
    }

    /// The same for what is offered now: what is typed stays, and so does what was gone to.
    pub(crate) fn anew(self, state: &State) -> Self {
        let gone_to = Some(self.place.selected).filter(|place| *place > 0);
        let gone_to = gone_to.and_then(|place| Some(self.get(place)?.go.clone()));
        let mut palette = Palette { field: self.field, ..Palette::of(state) };
        palette.typed();
        let place = gone_to.and_then(|go| palette.fits.iter().position(|fit| palette.entries[*fit].go == go));
        palette.place.go(place.unwrap_or(0), palette.len());
        palette
    }

    /// Whether the server offers something else by now.
    pub(crate) fn is_stale(&self, state: &State) -> bool {
        self.offered != offered(state)
    }

    /// Finds out what fits what is typed.
    pub(crate) fn typed(&mut self) {
        let typed = self.field.text().to_owned();
        let scored = self.entries.iter().enumerate();
        let mut scored: Vec<(i64, usize)> = scored
            .filter_map(|(index, entry)| {
                let score =
                    if typed.is_empty() { 0 } else { fuzzy::score_of(entry.kind, &typed, &entry.label)? };
                Some((score, index))
            })
            .collect();
        // What can be done comes before what was done.
        let is_past = |index: usize| matches!(self.entries[index].go, Go::Row(_));
        scored.sort_by_key(|(score, index)| (is_past(*index), -score, *index));
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
