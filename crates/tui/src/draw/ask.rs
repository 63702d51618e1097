//! The Inbox: what the server asks, in full, with the form to answer it.

use super::buttons::{self, of};
use super::frame::{more, nothing, pane, pane_with};
use crate::inbox::{AskKind, beginning, end_word, host, url};
use crate::keys::Action;
use crate::state::{Focus, State, Zone};
use crate::text::{self, pad};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Color;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// The least lines that what is asked, or its answer, may have.
const LEAST: u16 = 5;

pub(super) fn draw(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let asks = Constraint::Length(state.room.asks(area.width));
    let [left, right] = Layout::horizontal([asks, Constraint::Fill(1)]).areas(area);
    match (state.is_maximised, state.focus) {
        (true, Focus::AskForm | Focus::AskText) => ask(state, area, frame),
        (true, _) => list(state, area, frame),
        (false, _) => {
            list(state, left, frame);
            ask(state, right, frame);
        }
    }
}

fn list(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let asks = state.asks();
    let inner = pane(state, Focus::AskList, &format!("Inbox {}", asks.len()), area, frame);
    let width = usize::from(inner.width);
    let height = usize::from(inner.height);
    state.inbox.place.settle(asks.len(), height);
    let (selected, first) = (state.inbox.place.selected, state.inbox.place.top);
    let mut lines: Vec<Line<'static>> = Vec::new();
    for (place, (server, id)) in asks.iter().enumerate().skip(first).take(height) {
        let Some(ask) = state.ask(*server, *id) else { continue };
        let mark = if place == selected { "▌" } else { " " };
        let name = ask.method.split('/').next().unwrap_or_default();
        let left = left_of(state, *server, *id);
        // Of several servers it matters which one asks.
        let who = state.servers.iter().filter(|_| state.servers.len() > 1).find(|one| one.id == *server);
        let who = who.map(|one| format!(" {}", one.name)).unwrap_or_default();
        let line = Line::from(pad(&format!("{mark} {name} {left}{who} {}", beginning(ask)), width));
        lines.push(if place == selected { line.style(state.theme.selected()) } else { line });
    }
    let top = lines.len();
    let ended =
        state.servers.iter().flat_map(|one| one.now.ended_asks.iter().rev().map(move |ask| (ask, one)));
    for (ask, server) in ended.take(usize::from(inner.height).saturating_sub(top + 2)) {
        if lines.len() == top {
            lines.push(Line::default());
        }
        let how = end_word(ask.how, server.answers.of(ask.id));
        let name = ask.method.split('/').next().unwrap_or_default();
        let who = if state.servers.len() > 1 { format!(" {}", server.name) } else { String::new() };
        let row = ask.seq.and_then(|seq| server.timeline.row_at(seq));
        let what = row.map(|row| row.target.to_string()).unwrap_or_default();
        let line = pad(&format!("  {name} {how}{who} {what}"), width);
        lines.push(Line::from(Span::styled(line, state.theme.dim())));
    }
    for (name, rule) in state
        .servers
        .iter()
        .flat_map(|server| server.rules.list().into_iter().map(|rule| (server.name.clone(), rule)))
    {
        let every = rule.method.split('/').next().unwrap_or_default();
        let says = if rule.rule.get("refuse").is_some() { "declined" } else { "answered" };
        let text =
            format!("rule {}: every {every} of {name} is {says}, {} so far", rule.number, rule.answered);
        lines.push(Line::default());
        lines.extend(
            text::wrap(&text, width, 3).into_iter().map(|line| Line::styled(line, state.theme.dim())),
        );
    }
    frame.render_widget(Paragraph::new(lines), inner);
    state.zones.push((inner, Zone::Lines { pane: Focus::AskList, top: first }));
}

/// How long an ask still waits.
fn left_of(state: &State, server: crate::server::ServerId, id: mcp_inspector_engine::AskId) -> String {
    let Some(server) = state.servers.iter().find(|one| one.id == server) else { return String::new() };
    let Some((_, ask)) = server.now.asks.iter().find(|(one, _)| *one == id) else { return String::new() };
    let left = ask.expires.since(server.at(state.now_ms));
    text::countdown(left)
}

fn ask(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let Some(form) = &state.inbox.form else {
        let inner = pane(state, Focus::AskForm, "Nothing waits", area, frame);
        return nothing(
            state,
            "The server asks nothing. What it asks comes here, with a badge in every view.",
            inner,
            frame,
        );
    };
    // What is asked has what it needs; who reads it may see more of it than of the answer.
    let room =
        if state.focus == Focus::AskText { area.height.saturating_sub(LEAST) } else { area.height / 2 };
    state.inbox.text.fit(area.width.saturating_sub(2));
    let host = u16::from(form.kind == AskKind::Url);
    let lines = u16::try_from(state.inbox.text.doc.len()).unwrap_or(u16::MAX);
    let height = lines.saturating_add(2 + host).min(room.max(LEAST));
    let [above, below] = Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(area);
    match (state.is_maximised, state.focus) {
        (true, Focus::AskText) => asked(state, area, frame),
        (true, _) => answer(state, area, frame),
        (false, _) => {
            asked(state, above, frame);
            answer(state, below, frame);
        }
    }
}

/// What is asked, to be scrolled.
fn asked(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let Some(form) = &state.inbox.form else { return };
    let (server, id, kind, ended) = (form.server, form.ask, form.kind, form.ended);
    let (method, url) = (form.asked.method.clone(), url(&form.asked));
    let name =
        state.servers.iter().find(|one| one.id == server).map(|one| one.name.clone()).unwrap_or_default();
    let theme = state.theme;
    let left = match ended {
        Some(how) => state.ended_word(server, id, how).to_owned(),
        None => format!("expires in {}", left_of(state, server, id)),
    };
    let lines = state.inbox.text.doc.len();
    let is_focused = state.focus == Focus::AskText && state.overlay.is_none();
    let more = match (lines + 2 > usize::from(area.height), is_focused) {
        (true, true) => state.inbox.text.doc.position(),
        (true, false) => format!("{lines} lines: S-Tab reads"),
        (false, _) => String::new(),
    };
    let asker = format!("{name} {}", kind.words());
    let both = [more.as_str(), left.as_str()].join("  ").trim_start().to_owned();
    // What does not fit is left out whole: first the method, then the time, which the list has as well.
    let room = usize::from(area.width).saturating_sub(7 + text::width(&asker));
    let right = if text::width(&both) > room && !more.is_empty() { more } else { both };
    let mut title = vec![Span::styled(asker, theme.accent())];
    if text::width(&right) + text::width(&method) + 2 <= room {
        title.push(Span::styled(format!("  {method}"), theme.dim()));
    }
    let mut inner = pane_with(state, Focus::AskText, title, &right, area, frame);
    if let Some(url) = url.filter(|_| kind == AskKind::Url) {
        let style = theme.warn().add_modifier(ratatui::style::Modifier::BOLD);
        let line = Line::from(vec![
            Span::raw("  leads to "),
            Span::styled(text::clean(host(&url)).into_owned(), style),
        ]);
        frame.render_widget(line, Rect { height: inner.height.min(1), ..inner });
        inner.y += inner.height.min(1);
        inner.height = inner.height.saturating_sub(1);
    }
    state.inbox.text.doc.draw(&theme, is_focused, inner, frame.buffer_mut());
}

/// The form in which it is answered.
/// What can be done with the ask that is answered, as buttons: all of them do something there.
fn deeds(state: &State) -> Vec<(String, Action)> {
    let is_ruled = matches!(
        state.inbox.form.as_ref().map(|form| form.kind),
        Some(AskKind::Sampling | AskKind::Form | AskKind::Url)
    );
    // Where no field takes letters it is one.
    let editor = if state.focus == Focus::AskForm { "M-E" } else { "E" };
    let mut deeds = vec![of("Accept", "^S", Action::Run), of("Decline", "^X", Action::Decline)];
    if state.inbox.form.as_ref().is_some_and(|form| form.kind.can_be_cancelled()) {
        deeds.push(of("Cancel", "^R", Action::CancelAsk));
    }
    if is_ruled {
        deeds.push(of("Always", "^O", Action::Always));
    }
    deeds.push(of("JSON", editor, Action::Editor));
    deeds
}

fn answer(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let mut inner = pane(state, Focus::AskForm, "Your answer", area, frame);
    let theme = state.theme;
    let is_focused = state.focus == Focus::AskForm && state.overlay.is_none();
    let ended = state.inbox.form.as_ref().and_then(|form| Some((form.server, form.ask, form.ended?)));
    let word = ended.map(|(server, ask, how)| state.ended_word(server, ask, how));
    let first = Rect { height: inner.height.min(1), ..inner };
    match word {
        Some(word) => {
            let told = format!("! It is {word}: nothing more is sent. Esc closes");
            frame.render_widget(Line::styled(told, theme.warn()), first);
        }
        None => {
            let buttons = deeds(state);
            buttons::draw(state, &buttons, first, frame);
        }
    }
    let Some(form) = &mut state.inbox.form else { return };
    inner.y += inner.height.min(1);
    inner.height = inner.height.saturating_sub(1);
    if let Some(whole) = &form.whole {
        let lines: Vec<Line<'_>> =
            whole.lines().map(|line| Line::from(text::fit(line, usize::from(inner.width)))).collect();
        frame.render_widget(Paragraph::new(lines), inner);
    } else {
        let is_open = is_focused && form.ended.is_none();
        form.pane.draw(&theme, is_open, inner, frame.buffer_mut());
        if is_open && let Some(cursor) = form.pane.cursor() {
            frame.set_cursor_position(cursor);
        }
    }
    let (below, is_ended) = (form.pane.below(), form.ended.is_some());
    more(state, below, area, frame);
    if is_ended {
        frame.buffer_mut().set_style(inner, theme.dim().fg(Color::Reset));
    }
}
