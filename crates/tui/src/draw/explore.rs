//! The Explore view: what the server offers, the form, the result, and the newest rows of the timeline.

use super::buttons::{self, of};
use super::frame::{more, nothing, pane, pane_with};
use super::result::draw as result;
use super::rows;
use crate::keys::Action;
use crate::offer::{ItemKey, Kind, Line as TreeLine};
use crate::run::Run;
use crate::state::{Focus, State, Zone};
use crate::text::{self, pad};
use mcp_inspector_engine::core::peer::phase::PhaseName;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// From how many columns on there are three panes beside each other.
pub(crate) const WIDE: u16 = 100;

pub(super) fn draw(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    if state.is_maximised {
        return one(state, state.focus, area, frame);
    }
    let room = state.room;
    let strip = if area.height >= 24 { room.strip(area.height) } else { 0 };
    let [above, below] = Layout::vertical([Constraint::Min(1), Constraint::Length(strip)]).areas(area);
    if area.width >= WIDE {
        let (least, most) = (32.min(area.width / 4), 44.min(area.width * 3 / 10));
        let offers = room.tree(names(state).clamp(least, most), area.width);
        let [left, middle, right] = Layout::horizontal([
            Constraint::Length(offers),
            Constraint::Fill(1),
            Constraint::Length(room.result(area.width.saturating_sub(offers))),
        ])
        .areas(above);
        tree(state, left, frame);
        form(state, middle, frame);
        result(state, right, frame);
    } else {
        let offers = room.tree(names(state).clamp(26, 30), area.width);
        let [left, right] =
            Layout::horizontal([Constraint::Length(offers), Constraint::Fill(1)]).areas(above);
        tree(state, left, frame);
        match state.focus {
            Focus::Result => result(state, right, frame),
            Focus::Strip if strip == 0 => rows_strip(state, right, frame),
            Focus::Tree if state.shown_run().is_some_and(|(run, _)| is_at_once(run)) => {
                result(state, right, frame);
            }
            _ => form(state, right, frame),
        }
    }
    if strip > 0 {
        rows_strip(state, below, frame);
    }
}

/// The columns that the names of what is offered want, with what is around them.
fn names(state: &State) -> u16 {
    let items = state.server().map(|server| server.offer.items.as_slice()).unwrap_or_default();
    let longest = items.iter().map(|item| text::width(&item.label)).max().unwrap_or_default();
    u16::try_from(longest + 4).unwrap_or(u16::MAX)
}

/// Whether a run has no form worth showing.
fn is_at_once(run: &Run) -> bool {
    matches!(run.item.0, Kind::Resource | Kind::Task | Kind::Subscription)
}

fn one(state: &mut State, focus: Focus, area: Rect, frame: &mut Frame<'_>) {
    match focus {
        Focus::Form => form(state, area, frame),
        Focus::Result => result(state, area, frame),
        Focus::Strip => rows_strip(state, area, frame),
        _ => tree(state, area, frame),
    }
}

fn tree(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let filter = state.server().map(|server| server.offer.filter().to_owned()).unwrap_or_default();
    let title = if filter.is_empty() { "Offers".to_owned() } else { format!("/{filter}") };
    let inner = pane(state, Focus::Tree, &title, area, frame);
    let (theme, now_ms) = (state.theme, state.now_ms);
    let is_focused = state.focus == Focus::Tree;
    let Some(server) = state.server_mut() else {
        return nothing(
            state,
            "No server. 6 lists servers, :connect COMMAND connects to one, :demo to the built-in one.",
            inner,
            frame,
        );
    };
    if server.offer.lines.is_empty() {
        let words = empty(state);
        return nothing(state, &words, inner, frame);
    }
    server.offer.height = usize::from(inner.height);
    let length = server.offer.lines.len();
    server.offer.place.settle(length, usize::from(inner.height));
    let (place, now) = (server.offer.place, server.at(now_ms));
    let width = usize::from(inner.width);
    let shown = server.offer.lines.iter().enumerate().skip(place.top).take(usize::from(inner.height));
    let lines: Vec<Line<'static>> = shown
        .map(|(index, line)| {
            let (text, style) = match line {
                TreeLine::Section(kind) => {
                    let sign = if server.offer.is_folded(*kind) { "▸" } else { "▾" };
                    let more = server.offer.fetched.iter().any(|(one, complete)| one == kind && !complete);
                    let more = if more { "+" } else { "" };
                    match server.offer.awaited(*kind) {
                        Some(awaited) => {
                            (format!("{sign} {} {}", kind.title(), awaited.briefly(now)), theme.warn())
                        }
                        None => {
                            let count = server.offer.count(*kind);
                            let of = match server.offer.shown_count(*kind) {
                                Some(shown) => format!("{shown} of "),
                                None => String::new(),
                            };
                            (format!("{sign} {} {of}{count}{more}", kind.title()), theme.accent())
                        }
                    }
                }
                TreeLine::Item(item) => {
                    let item = &server.offer.items[*item];
                    let note = if item.note.is_empty() { String::new() } else { format!(" ({})", item.note) };
                    let mark = if index == place.selected { "▌" } else { " " };
                    (format!("{mark} {}{note}", item.label), theme.text())
                }
            };
            let style = match (index == place.selected, is_focused) {
                (true, true) => theme.selected(),
                (true, false) => style.add_modifier(ratatui::style::Modifier::UNDERLINED),
                _ => style,
            };
            Line::from(Span::styled(pad(&text, width), style))
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), inner);
    more(state, length.saturating_sub(place.top + usize::from(inner.height)), area, frame);
    state.zones.push((inner, Zone::Lines { pane: Focus::Tree, top: place.top }));
}

/// Why there is nothing to show.
fn empty(state: &State) -> String {
    let Some(server) = state.server() else { return String::new() };
    if !server.offer.filter().is_empty() {
        return "Nothing fits the filter. Esc clears it.".to_owned();
    }
    match server.now.phase {
        PhaseName::Ready if Kind::ALL.into_iter().any(|kind| server.now.advertises(kind)) => {
            "Its lists were not asked for yet.".to_owned()
        }
        PhaseName::Ready => {
            "The server offers nothing: it advertises no tools, resources or prompts.".to_owned()
        }
        PhaseName::Starting | PhaseName::Initializing if server.login_url.is_some() => {
            "Connecting: it waits for a login. View 4 shows where to go.".to_owned()
        }
        PhaseName::Starting | PhaseName::Initializing => {
            let since = server.at(state.now_ms).since(server.now.since);
            format!("Connecting: {} for {:.1} s.", server.now.phase, since.as_secs_f64())
        }
        PhaseName::Backoff => "Not connected. View 6 shows why; c there tries again at once.".to_owned(),
        _ if server.is_opening => "Connecting.".to_owned(),
        _ if server.now.fault.is_some() => {
            "Could not connect. View 6 shows why; c there tries again.".to_owned()
        }
        _ => "Not connected. :connect connects.".to_owned(),
    }
}

/// What is waited for, or did not come.
fn awaited(state: &State) -> String {
    let Some(server) = state.server() else { return String::new() };
    let now = Some(server.at(state.now_ms));
    let lines = server.offer.awaited.iter();
    let lines = lines.map(|(kind, awaited)| format!("{}: {}", kind.title(), awaited.words(*kind, now)));
    lines.collect::<Vec<_>>().join("\n")
}

fn form(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let item = state.form.item.clone();
    let title =
        item.as_ref().map_or_else(|| "Form".to_owned(), |(kind, name)| format!("{} {name}", kind.word()));
    let runs = match (&item, state.server()) {
        (Some(item), Some(server)) => server.runs_of(item).count(),
        _ => 0,
    };
    let right = if runs > 0 { text::count(runs, "run", "runs") } else { String::new() };
    let title = vec![Span::styled(title, state.theme.accent())];
    let mut inner = pane_with(state, Focus::Form, title, &right, area, frame);
    let offered = item.as_ref().and_then(|item| state.server().and_then(|server| server.offer.find(item)));
    let Some(offered) = offered.cloned() else {
        if state.form.is_gone {
            let is_known = |(kind, _): &ItemKey| {
                state.server().is_some_and(|server| server.offer.fetched.contains(&(*kind, true)))
            };
            let told = if item.as_ref().is_some_and(is_known) {
                "! The server does not offer this any more."
            } else {
                "! Not known yet whether it is still offered."
            };
            let told = Line::styled(told, state.theme.warn());
            frame.render_widget(told, Rect { height: inner.height.min(1), ..inner });
            inner.y += inner.height.min(1);
            inner.height = inner.height.saturating_sub(1);
            return fields(state, inner, frame);
        }
        let fault = state.server().and_then(|server| server.now.fault.clone());
        let words = fault.map_or_else(|| awaited(state), |fault| crate::about::report(&fault));
        return nothing(state, &words, inner, frame);
    };
    let width = usize::from(inner.width);
    let mut about: Vec<Line<'static>> = Vec::new();
    let badges = offered.badges();
    if !badges.is_empty() {
        about.push(Line::from(Span::styled(format!("[{}]", badges.join("] [")), state.theme.warn())));
    }
    let description = offered.description().unwrap_or_default();
    let most = room_to_describe(state, &offered.key, inner);
    about.extend(
        text::wrap_briefly(&description, width, most)
            .into_iter()
            .map(|line| Line::from(Span::styled(line, state.theme.dim()))),
    );
    if matches!(offered.key.0, Kind::Resource | Kind::Subscription | Kind::Template) {
        about.push(Line::from(Span::raw(text::fit(&offered.key.1, width))));
    }
    let height = u16::try_from(about.len()).unwrap_or_default().min(inner.height);
    frame.render_widget(Paragraph::new(about), Rect { height, ..inner });
    inner.y += height;
    inner.height -= height;
    if let Some((line, rest)) = buttons::below(inner) {
        inner = rest;
        let known = known_buttons(state, &offered.key);
        buttons::draw(state, &known, line, frame);
    }
    match offered.key.0 {
        Kind::Resource | Kind::Subscription => {
            nothing(state, "\nEnter reads it. s subscribes to it, or no longer.", inner, frame);
        }
        Kind::Task => {
            let has_result = state.server().is_some_and(|server| server.has_result(&offered.note));
            let shows = if has_result { "shows its result" } else { "asks how it stands" };
            let words = format!("It stands at: {}\n\nEnter {shows}. x cancels it.", offered.note);
            nothing(state, &words, inner, frame);
        }
        Kind::Tool | Kind::Template | Kind::Prompt => {
            fields(state, inner, frame);
            more(state, state.form.pane.below(), area, frame);
        }
    }
}

/// How many lines a description may have: what the form leaves free, and while nobody fills that in, rather more.
fn room_to_describe(state: &State, item: &ItemKey, area: Rect) -> usize {
    let height = usize::from(area.height);
    // The buttons, a line above them, and the badges.
    let besides = 3;
    let wanted = match item.0 {
        Kind::Tool | Kind::Template | Kind::Prompt => state.form.pane.height(area.width, height),
        Kind::Resource | Kind::Subscription | Kind::Task => 4,
    };
    let free = height.saturating_sub(wanted + besides);
    let least = if state.focus == Focus::Tree { height * 2 / 3 } else { (height / 4).min(4) };
    free.max(least).max(1)
}

/// What can be done with an item, besides filling it in.
fn known_buttons(state: &State, item: &ItemKey) -> Vec<(String, Action)> {
    let mut known = match item.0 {
        Kind::Resource | Kind::Subscription => {
            vec![of("Read", "^S", Action::Run), of(subscribes(state), "s", Action::Subscribe)]
        }
        Kind::Template => {
            vec![of("Read", "^S", Action::Run), of(subscribes(state), "M-s", Action::Subscribe)]
        }
        Kind::Task => vec![of("Show", "^S", Action::Run), of("Cancel", "x", Action::Cancel)],
        Kind::Tool | Kind::Prompt => vec![of("Run", "^S", Action::Run)],
    };
    let choice = state.server().and_then(|server| server.task_choice(item));
    if let Some(choice) = choice.filter(|choice| choice.is_offered || choice.is_task) {
        let mark = if choice.is_task { "x" } else { " " };
        known.push((format!("[{mark}] as a task M-t"), Action::AsTask));
    }
    known
}

fn subscribes(state: &State) -> &'static str {
    let is_subscribed = state.looked_at_resource().is_ok_and(|uri| state.is_subscribed(&uri));
    if is_subscribed { "Unsubscribe" } else { "Subscribe" }
}

/// The fields of the form.
fn fields(state: &mut State, inner: Rect, frame: &mut Frame<'_>) {
    let is_focused = state.focus == Focus::Form && state.overlay.is_none();
    state.form.pane.draw(&state.theme, is_focused, inner, frame.buffer_mut());
    if is_focused && let Some(cursor) = state.form.pane.cursor() {
        frame.set_cursor_position(cursor);
    }
}

fn rows_strip(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let (title, right) = super::timeline::title(state, Focus::Strip);
    let inner = pane_with(state, Focus::Strip, title, &right, area, frame);
    rows::draw(state, Focus::Strip, inner, frame);
}
