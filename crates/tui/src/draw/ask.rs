//! The Inbox: what the server asks, in full, with the form to answer it.

use super::frame::{nothing, pane, pane_with};
use crate::inbox::{AskKind, told};
use crate::state::{Focus, State, Zone};
use crate::text::{self, pad};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

pub(super) fn draw(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let asks = Constraint::Length(state.room.asks(area.width));
    let [left, right] = Layout::horizontal([asks, Constraint::Fill(1)]).areas(area);
    match (state.is_maximised, state.focus) {
        (true, Focus::AskForm) => ask(state, area, frame),
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
    let selected = state.inbox.place.selected;
    let mut lines: Vec<Line<'static>> = Vec::new();
    for (place, (server, id)) in asks.iter().enumerate() {
        let Some(ask) = state.ask(*server, *id) else { continue };
        let mark = if place == selected { "▌" } else { " " };
        let name = ask.method.split('/').next().unwrap_or_default();
        let left = left_of(state, *server, *id);
        let line = Line::from(pad(&format!("{mark} {name} {left}"), width));
        lines.push(if place == selected { line.style(state.theme.selected()) } else { line });
    }
    let top = lines.len();
    let ended = state.servers.iter().flat_map(|server| server.now.ended_asks.iter().rev());
    for ask in ended.take(usize::from(inner.height).saturating_sub(top + 2)) {
        if lines.len() == top {
            lines.push(Line::default());
        }
        let how = match ask.how {
            mcp_inspector_engine::core::entry::AskEnd::Answered => "answered",
            mcp_inspector_engine::core::entry::AskEnd::Expired => "expired",
            mcp_inspector_engine::core::entry::AskEnd::Withdrawn => "taken back",
            mcp_inspector_engine::core::entry::AskEnd::Lost => "lost",
        };
        let name = ask.method.split('/').next().unwrap_or_default();
        lines.push(Line::from(Span::styled(pad(&format!("  {name} {how}"), width), state.theme.dim())));
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
    state.zones.push((inner, Zone::Lines { pane: Focus::AskList, top: 0 }));
}

/// How long an ask still waits.
fn left_of(state: &State, server: crate::server::ServerId, id: mcp_inspector_engine::AskId) -> String {
    let Some(server) = state.servers.iter().find(|one| one.id == server) else { return String::new() };
    let Some((_, ask)) = server.now.asks.iter().find(|(one, _)| *one == id) else { return String::new() };
    let left = ask.expires.since(server.at(state.now_ms));
    text::countdown(left)
}

fn ask(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let open = state.inbox.form.as_ref().map(|form| (form.server, form.ask));
    let found = open.and_then(|(server, id)| Some((server, id, state.ask(server, id)?.clone())));
    let Some((server, id, ask)) = found else {
        let inner = pane(state, Focus::AskForm, "Nothing waits", area, frame);
        return nothing(
            state,
            "The server asks nothing. What it asks comes here, with a badge in every view.",
            inner,
            frame,
        );
    };
    let name =
        state.servers.iter().find(|one| one.id == server).map(|one| one.name.clone()).unwrap_or_default();
    let kind = AskKind::of(&ask);
    let title = vec![
        Span::styled(format!("{name} {}", kind.words()), state.theme.accent()),
        Span::styled(format!("  {}", ask.method), state.theme.dim()),
    ];
    let right = format!("expires in {}", left_of(state, server, id));
    let mut inner = pane_with(state, Focus::AskForm, title, &right, area, frame);
    let most = usize::from(inner.height / 2).max(3);
    let mut lines: Vec<Line<'static>> =
        text::wrap(&told(&ask), usize::from(inner.width), most).into_iter().map(Line::from).collect();
    if let Some(call) = ask.call {
        lines.push(Line::from(Span::styled(format!("asked by the call with id {call}"), state.theme.dim())));
    }
    lines.push(Line::from(Span::styled(
        "^S accepts  ^X declines  ^R cancels  ^O always  E JSON",
        state.theme.key(),
    )));
    let height = u16::try_from(lines.len()).unwrap_or_default().min(inner.height);
    frame.render_widget(Paragraph::new(lines), Rect { height, ..inner });
    inner.y += height;
    inner.height -= height;
    let is_focused = state.focus == Focus::AskForm && state.overlay.is_none();
    let theme = state.theme;
    let Some(form) = &mut state.inbox.form else { return };
    if let Some(whole) = &form.whole {
        let lines: Vec<Line<'_>> =
            whole.lines().map(|line| Line::from(text::fit(line, usize::from(inner.width)))).collect();
        frame.render_widget(Paragraph::new(lines), inner);
        return;
    }
    form.pane.draw(&theme, is_focused, inner, frame.buffer_mut());
    if is_focused && let Some(cursor) = form.pane.cursor() {
        frame.set_cursor_position(cursor);
    }
}
