//! The Explore view: what the server offers, the form, the result, and the newest rows of the timeline.

use super::buttons::{self, of};
use super::frame::{nothing, pane, pane_with, tab_zones, tabs};
use super::rows;
use crate::detail::RUN_TABS;
use crate::keys::Action;
use crate::offer::{ItemKey, Kind, Line as TreeLine};
use crate::run::Run;
use crate::state::{Focus, State, Zone};
use crate::text::{self, pad};
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::timeline::Taker;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
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
        let offers = room.tree(32.min(area.width / 4), area.width);
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
        let [left, right] =
            Layout::horizontal([Constraint::Length(room.tree(26, area.width)), Constraint::Fill(1)])
                .areas(above);
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
    let theme = state.theme;
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
    let place = server.offer.place;
    let width = usize::from(inner.width);
    let shown = server.offer.lines.iter().enumerate().skip(place.top).take(usize::from(inner.height));
    let lines: Vec<Line<'static>> = shown
        .map(|(index, line)| {
            let (text, style) = match line {
                TreeLine::Section(kind) => {
                    let sign = if server.offer.is_folded(*kind) { "▸" } else { "▾" };
                    let more = server.offer.fetched.iter().any(|(one, complete)| one == kind && !complete);
                    let more = if more { "+" } else { "" };
                    (format!("{sign} {} {}{more}", kind.title(), server.offer.count(*kind)), theme.accent())
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
    state.zones.push((inner, Zone::Lines { pane: Focus::Tree, top: place.top }));
}

/// Why there is nothing to show.
fn empty(state: &State) -> String {
    let Some(server) = state.server() else { return String::new() };
    if !server.offer.filter().is_empty() {
        return "Nothing fits the filter. Esc clears it.".to_owned();
    }
    match server.now.phase {
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
        let words = fault.map_or_else(String::new, |fault| fault.report());
        return nothing(state, &words, inner, frame);
    };
    let width = usize::from(inner.width);
    let mut about: Vec<Line<'static>> = Vec::new();
    let badges = offered.badges();
    if !badges.is_empty() {
        about.push(Line::from(Span::styled(format!("[{}]", badges.join("] [")), state.theme.warn())));
    }
    let most = usize::from(inner.height / 4).clamp(1, 4);
    let description = offered.description().unwrap_or_default();
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
        Kind::Tool | Kind::Template | Kind::Prompt => fields(state, inner, frame),
    }
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

fn result(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let shown = state.shown_run().map(|(run, _)| run.clone());
    let Some(run) = shown else {
        let inner = pane(state, Focus::Result, "Result", area, frame);
        return nothing(state, "Nothing was run. ^S runs what the form says.", inner, frame);
    };
    let style = match run.word() {
        "OK" => state.theme.ok(),
        "running" => state.theme.warn(),
        _ => state.theme.error(),
    };
    let mut title = vec![Span::styled(format!("#{} ", run.number), state.theme.accent())];
    title.push(Span::styled(format!("{} ", run.word()), style));
    let inner = match &run.end {
        Some(end) => {
            let nanos = u64::try_from(end.took.as_nanos()).unwrap_or(u64::MAX);
            let names: usize = RUN_TABS.iter().map(|name| text::width(name) + 2).sum();
            let used: usize = title.iter().map(|span| text::width(&span.content)).sum();
            let room = usize::from(area.width).saturating_sub(5 + names + used);
            title.push(Span::styled(format!("{} ", took(nanos, &end.shares, room)), state.theme.text()));
            let before = title.iter().map(|span| text::width(&span.content)).sum();
            title.extend(tabs(state, &RUN_TABS, state.result.tab));
            // Before the title, which counts the lines.
            if RUN_TABS.get(state.result.tab) == Some(&"Content") {
                state.result_page.fit(area.width.saturating_sub(2));
            }
            let position = state.result_page.doc.position();
            let inner = pane_with(state, Focus::Result, title, &position, area, frame);
            tab_zones(state, Focus::Result, &RUN_TABS, before, area);
            inner
        }
        None => {
            let inner = pane_with(state, Focus::Result, title, "", area, frame);
            return progress(state, &run, inner, frame);
        }
    };
    let is_focused = state.focus == Focus::Result && state.overlay.is_none();
    state.result_page.doc.draw(&state.theme, is_focused, inner, frame.buffer_mut());
}

/// How long a run took, and who took that, as far as there is room beside the parts.
fn took(nanos: u64, shares: &[(Taker, u64)], room: usize) -> String {
    let whole = text::span(nanos);
    let said = |taker: Taker| {
        let share = shares.iter().find(|(one, nanos)| *one == taker && *nanos > 0);
        share.map(|(_, nanos)| format!("{} {}", taker.as_str(), text::span(*nanos)))
    };
    let (you, server, network) = (said(Taker::You), said(Taker::Server), said(Taker::Network));
    // A run that only the server had says nothing by that.
    if you.is_none() && network.is_none() {
        return whole;
    }
    let all: Vec<String> = [you.clone(), server, network].into_iter().flatten().collect();
    let wishes = [Some(all.join(", ")), you].into_iter().flatten();
    let mut told = wishes.map(|shares| format!("{whole} ({shares})"));
    told.find(|told| text::width(told) < room).unwrap_or(whole)
}

fn progress(state: &mut State, run: &Run, area: Rect, frame: &mut Frame<'_>) {
    let key = state.key_for("x", "^X").to_owned();
    if let Some((line, _)) = buttons::below(area) {
        buttons::draw(state, &[of("Cancel", &key, Action::Cancel)], line, frame);
    }
    let Some(server) = state.server() else { return };
    let seconds = std::time::Duration::from_millis(state.now_ms.saturating_sub(run.began_ms)).as_secs_f64();
    let mut lines = vec![Line::from(format!("runs for {seconds:.1} s; {key} cancels it"))];
    if let Some((_, progress)) = server.now.progress.iter().find(|(key, _)| *key == run.key) {
        let width = f64::from(area.width.saturating_sub(12).max(4));
        if let Some(total) = progress.total.filter(|total| *total > 0.0) {
            let share = (progress.progress / total).clamp(0.0, 1.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it is between 0 and the width"
            )]
            let (done, all) = ((share * width) as usize, width as usize);
            let drawn = format!("{}{}", "█".repeat(done), "░".repeat(all - done));
            lines.push(Line::from(Span::styled(
                format!("{drawn} {:>3.0} %", share * 100.0),
                state.theme.accent(),
            )));
        } else {
            lines.push(Line::from(format!("progress {}", progress.progress)));
        }
        if let Some(message) = &progress.message {
            lines.push(Line::from(Span::styled(text::fit(message, usize::from(area.width)), Style::new())));
        }
    }
    if !server.now.asks.is_empty() {
        lines.push(Line::from(Span::styled(
            format!("The server asks something: {} opens the inbox.", state.view_key("i", "F7")),
            state.theme.warn(),
        )));
    }
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height);
    frame.render_widget(Paragraph::new(lines), Rect { height, ..area });
}

fn rows_strip(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let (title, right) = super::timeline::title(state, Focus::Strip);
    let inner = pane_with(state, Focus::Strip, title, &right, area, frame);
    rows::draw(state, Focus::Strip, inner, frame);
}
