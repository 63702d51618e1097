//! What a server offers, as a tree of sections and items that a filter narrows.

mod awaited;

pub(crate) use awaited::Awaited;

use crate::fuzzy;
use crate::list::Place;
use mcp_inspector_engine::core::brief::brief;
use mcp_inspector_engine::core::schema::texts;
use mcp_inspector_engine::core::view::View;
use mcp_inspector_engine::{List, Raw, Seq};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    Tool,
    Resource,
    Template,
    Prompt,
    Task,
    Subscription,
}

impl Kind {
    pub(crate) const ALL: [Kind; 6] =
        [Kind::Tool, Kind::Resource, Kind::Template, Kind::Prompt, Kind::Task, Kind::Subscription];

    /// The title of its section.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Kind::Tool => "Tools",
            Kind::Resource => "Resources",
            Kind::Template => "Templates",
            Kind::Prompt => "Prompts",
            Kind::Task => "Tasks",
            Kind::Subscription => "Subscriptions",
        }
    }

    /// The word for one of them.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Tool => "tool",
            Kind::Resource => "resource",
            Kind::Template => "template",
            Kind::Prompt => "prompt",
            Kind::Task => "task",
            Kind::Subscription => "subscription",
        }
    }

    /// The capability by which a server advertises it.
    pub(crate) fn capability(self) -> Option<&'static str> {
        match self {
            Kind::Tool => Some("tools"),
            Kind::Resource | Kind::Template => Some("resources"),
            Kind::Prompt => Some("prompts"),
            Kind::Task | Kind::Subscription => None,
        }
    }

    pub(crate) fn list(self) -> Option<List> {
        match self {
            Kind::Tool => Some(List::Tools),
            Kind::Resource => Some(List::Resources),
            Kind::Template => Some(List::Templates),
            Kind::Prompt => Some(List::Prompts),
            Kind::Task | Kind::Subscription => None,
        }
    }
}

/// What names an item: its kind, and its name or URI.
pub(crate) type ItemKey = (Kind, String);

/// Something a server offers.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) key: ItemKey,
    /// What the tree shows.
    pub(crate) label: String,
    /// A note behind it, such as how a task stands.
    pub(crate) note: String,
    pub(crate) raw: Option<Raw>,
}

/// A line of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Section(Kind),
    Item(usize),
}

/// The tree.
#[derive(Debug, Default)]
pub(crate) struct Offer {
    pub(crate) items: Vec<Item>,
    pub(crate) lines: Vec<Line>,
    pub(crate) place: Place,
    pub(crate) height: usize,
    filter: String,
    folded: Vec<Kind>,
    /// Which lists have begun to come, and whether they are complete.
    pub(crate) fetched: Vec<(Kind, bool)>,
    /// Lists that are advertised and have not come, and how they stand.
    pub(crate) awaited: Vec<(Kind, Awaited)>,
    stamp: Vec<(Seq, usize)>,
    /// Goes up whenever something else is offered.
    pub(crate) revision: u64,
}

impl Offer {
    /// Takes over what a view says, if that is something else than before.
    pub(crate) fn refresh(&mut self, view: &View) {
        let mut stamp: Vec<(Seq, usize)> = List::ALL
            .iter()
            .map(|list| view.catalog.list(*list).map_or((Seq(0), 0), |list| (list.seq, list.items.len())))
            .collect();
        let mut tasks = DefaultHasher::new();
        view.tasks.hash(&mut tasks);
        stamp.push((Seq(tasks.finish()), view.tasks.len()));
        let news = view.subscriptions.iter().filter_map(|uri| view.updates.get(uri)).max();
        stamp.push((news.copied().unwrap_or(Seq(0)), view.subscriptions.len()));
        let awaited = awaited::of(view);
        let mut standing = DefaultHasher::new();
        awaited.hash(&mut standing);
        stamp.push((Seq(standing.finish()), awaited.len()));
        if stamp == self.stamp {
            return;
        }
        self.stamp = stamp;
        self.awaited = awaited;
        self.revision += 1;
        let selected = self.selected().map(|item| item.key.clone());
        self.items.clear();
        self.fetched.clear();
        for kind in Kind::ALL {
            let Some(list) = kind.list() else { continue };
            if let Some(list) = view.catalog.list(list) {
                self.fetched.push((kind, list.is_complete));
                self.items.extend(list.items.iter().map(|raw| Item::listed(kind, raw)));
            }
        }
        self.items.extend(view.tasks.iter().map(|(task, status)| Item {
            key: (Kind::Task, task.clone()),
            label: task.clone(),
            note: status.clone(),
            raw: None,
        }));
        self.items.extend(view.subscriptions.iter().map(|uri| Item {
            key: (Kind::Subscription, uri.clone()),
            label: uri.clone(),
            note: view.updates.get(uri).map(|seq| format!("updated #{}", seq.0)).unwrap_or_default(),
            raw: None,
        }));
        self.arrange();
        match selected {
            Some(key) => self.select(&key),
            // The first tool, and not the title above it.
            None => {
                let first = self.lines.iter().position(|line| matches!(line, Line::Item(_)));
                self.place.selected = first.unwrap_or_default();
            }
        }
    }

    /// What another session offers, of which nothing is known yet.
    pub(crate) fn anew(&self) -> Self {
        Offer { revision: self.revision + 1, ..Offer::default() }
    }

    pub(crate) fn filter(&self) -> &str {
        &self.filter
    }

    /// Narrows the tree to what fits, the best of it selected.
    pub(crate) fn set_filter(&mut self, filter: &str) {
        filter.clone_into(&mut self.filter);
        self.arrange();
        let first = self.lines.iter().position(|line| matches!(line, Line::Item(_)));
        self.place.selected = first.unwrap_or_default();
    }

    /// Behind a filter what fits best comes first, and so does the section that has it.
    fn arrange(&mut self) {
        self.lines.clear();
        let mut sections: Vec<(Kind, Vec<(i64, usize)>)> =
            Kind::ALL.into_iter().map(|kind| (kind, self.fitting(kind))).collect();
        sections.sort_by_key(|(_, items)| -items.first().map_or(0, |(score, _)| *score));
        for (kind, items) in sections {
            let items: Vec<usize> = items.into_iter().map(|(_, index)| index).collect();
            let is_fetched =
                self.fetched.iter().any(|(fetched, _)| *fetched == kind) || self.awaited(kind).is_some();
            if items.is_empty() && (!is_fetched || !self.filter.is_empty()) {
                continue;
            }
            self.lines.push(Line::Section(kind));
            if !self.folded.contains(&kind) {
                self.lines.extend(items.into_iter().map(Line::Item));
            }
        }
        self.place.step(0, self.lines.len());
    }

    /// What fits of a kind, the best first; all of it, as it is listed, where there is no filter.
    fn fitting(&self, kind: Kind) -> Vec<(i64, usize)> {
        let of_kind = self.items.iter().enumerate().filter(|(_, item)| item.key.0 == kind);
        if self.filter.is_empty() {
            return of_kind.map(|(index, _)| (0, index)).collect();
        }
        let scored = of_kind.filter_map(|(index, item)| {
            Some((fuzzy::score_of(kind.word(), &self.filter, &item.label)?, index))
        });
        let mut fits: Vec<(i64, usize)> = scored.collect();
        fits.sort_by_key(|(score, _)| -score);
        fits
    }

    /// How a list stands that has not come.
    pub(crate) fn awaited(&self, kind: Kind) -> Option<&Awaited> {
        self.awaited.iter().find(|(one, _)| *one == kind).map(|(_, awaited)| awaited)
    }

    /// Whether an answer is waited for.
    pub(crate) fn is_waiting(&self) -> bool {
        self.awaited.iter().any(|(_, awaited)| matches!(awaited, Awaited::Since(_)))
    }

    /// How many items there are of a kind.
    pub(crate) fn count(&self, kind: Kind) -> usize {
        self.items.iter().filter(|item| item.key.0 == kind).count()
    }

    /// How many of them fit what is typed, if something is.
    pub(crate) fn shown_count(&self, kind: Kind) -> Option<usize> {
        let of_kind = |line: &&Line| matches!(line, Line::Item(index) if self.items[*index].key.0 == kind);
        let is_counted = !self.filter.is_empty() && !self.is_folded(kind);
        is_counted.then(|| self.lines.iter().filter(of_kind).count())
    }

    /// The item on which someone stands.
    pub(crate) fn selected(&self) -> Option<&Item> {
        match self.lines.get(self.place.selected)? {
            Line::Item(index) => self.items.get(*index),
            Line::Section(_) => None,
        }
    }

    pub(crate) fn find(&self, key: &ItemKey) -> Option<&Item> {
        self.items.iter().find(|item| item.key == *key)
    }

    /// Goes to an item, if it is there and not filtered away.
    pub(crate) fn select(&mut self, key: &ItemKey) {
        let is_it = |line: &Line| matches!(line, Line::Item(index) if self.items[*index].key == *key);
        if let Some(place) = self.lines.iter().position(is_it) {
            self.place.selected = place;
        }
    }

    /// Goes to an item, and unfolds its section for that.
    pub(crate) fn reveal(&mut self, key: &ItemKey) {
        self.folded.retain(|kind| *kind != key.0);
        self.arrange();
        self.select(key);
    }

    pub(crate) fn is_folded(&self, kind: Kind) -> bool {
        self.folded.contains(&kind)
    }

    /// Folds the section in which someone stands, or unfolds it.
    pub(crate) fn fold(&mut self, fold: bool) {
        let kind = match self.lines.get(self.place.selected) {
            Some(Line::Section(kind)) => *kind,
            Some(Line::Item(index)) => self.items[*index].key.0,
            None => return,
        };
        self.folded.retain(|folded| *folded != kind);
        if fold {
            self.folded.push(kind);
        }
        self.arrange();
        if let Some(place) = self.lines.iter().position(|line| *line == Line::Section(kind))
            && fold
        {
            self.place.selected = place;
        }
    }
}

impl Item {
    fn listed(kind: Kind, raw: &Raw) -> Self {
        let text = |name: &str| raw.text_member(name);
        let name = text("name").unwrap_or_default();
        let (key, label) = match kind {
            Kind::Resource => (text("uri").unwrap_or_default(), name),
            Kind::Template => (text("uriTemplate").unwrap_or_default(), name),
            _ => (name.clone(), name),
        };
        let label = if label.is_empty() { key.clone() } else { label };
        // What has no name is listed all the same, and says so.
        let is_nameless = label.trim().is_empty();
        let label = if is_nameless { format!("! {}", brief(raw.as_str())) } else { label };
        let note = if is_nameless { "no name".to_owned() } else { String::new() };
        Item { key: (kind, key), label, note, raw: Some(raw.clone()) }
    }

    /// What it is, in the server's words.
    pub(crate) fn description(&self) -> Option<String> {
        self.raw.as_ref()?.text_member("description")
    }

    /// Whether it says that it can be run as a task, or only as one.
    pub(crate) fn task_support(&self) -> Option<String> {
        self.raw.as_ref()?.member("execution")?.text_member("taskSupport")
    }

    /// What the server hints about it.
    pub(crate) fn badges(&self) -> Vec<&'static str> {
        let hints = self.raw.as_ref().and_then(|raw| raw.member("annotations"));
        let is_true = |name: &str| {
            hints.as_ref().and_then(|hints| hints.member(name)).is_some_and(|hint| hint.as_str() == "true")
        };
        let words = [
            ("readOnlyHint", "read-only"),
            ("destructiveHint", "destructive"),
            ("idempotentHint", "idempotent"),
            ("openWorldHint", "open-world"),
        ];
        words.into_iter().filter(|(name, _)| is_true(name)).map(|(_, badge)| badge).collect()
    }

    /// The schema of what it takes, as text.
    pub(crate) fn schema(&self) -> String {
        const NOTHING: &str = r#"{"type":"object","properties":{}}"#;
        let raw = self.raw.as_ref();
        let schema = match self.key.0 {
            Kind::Tool => raw.and_then(|raw| raw.member("inputSchema")).map(|raw| raw.as_str().to_owned()),
            Kind::Prompt => raw.map(|raw| texts::of_prompt(raw).to_string()),
            Kind::Template => Some(texts::of_template(&self.key.1).to_string()),
            Kind::Resource | Kind::Task | Kind::Subscription => None,
        };
        schema.unwrap_or_else(|| NOTHING.to_owned())
    }
}
