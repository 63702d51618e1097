//! The Servers view, the page about one of them, and the form in which one is added or edited.

use super::chrome::state_style;
use super::frame::{nothing, pane, pane_with};
use crate::about;
use crate::overlay::ServerForm;
use crate::pane::form::{Escape, Tab};
use crate::server::Server;
use crate::state::{Focus, State, Zone};
use crate::text::{self, pad};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use mcp_inspector_engine::core::peer::phase::PhaseName;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

pub(super) fn draw(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let areas: [Rect; 2] = if state.is_maximised {
        match state.focus {
            Focus::ServerDetail => [Rect::ZERO, area],
            _ => [area, Rect::ZERO],
        }
    } else {
        let told = (state.servers.len(), state.post_mortem.doc.len());
        Layout::vertical([Constraint::Length(state.room.servers(area.height, told)), Constraint::Fill(1)])
            .areas(area)
    };
    if areas[0].height > 0 {
        list(state, areas[0], frame);
    }
    if areas[1].height > 0 {
        let inner = pane(state, Focus::ServerDetail, "About it", areas[1], frame);
        let is_focused = state.focus == Focus::ServerDetail && state.overlay.is_none();
        state.post_mortem.doc.draw(&state.theme, is_focused, inner, frame.buffer_mut());
    }
}

fn list(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let title = format!("Servers {}  {}", state.servers.len(), state.config.display());
    let inner = pane(state, Focus::ServerList, &title, area, frame);
    if state.servers.is_empty() {
        return nothing(
            state,
            "No servers. Paste a command or a URL, or type :connect and one; a adds one to the config file; :demo connects to the built-in demo.",
            inner,
            frame,
        );
    }
    let length = state.servers.len();
    state.server_place.selected = state.current;
    state.server_place.settle(length, usize::from(inner.height));
    let top = state.server_place.top;
    let theme = state.theme;
    let name = state.servers.iter().map(|server| text::width(&server.name)).max().unwrap_or_default();
    let columns = Columns { name: name.clamp(8, 19), width: usize::from(inner.width) };
    let lines: Vec<Line<'static>> =
        (state.servers.iter().enumerate().skip(top).take(usize::from(inner.height)))
            .map(|(index, server)| {
                let is_current = index == state.current;
                let line = line(state, server, is_current, columns);
                if is_current { line.style(theme.selected()) } else { line }
            })
            .collect();
    frame.render_widget(Paragraph::new(lines), inner);
    state.zones.push((inner, Zone::Lines { pane: Focus::ServerList, top }));
}

/// The columns of the list.
#[derive(Clone, Copy)]
struct Columns {
    name: usize,
    width: usize,
}

/// From how many columns on there is room for why a server failed beside everything else.
const ROOMY: usize = 118;

fn line(state: &State, server: &Server, is_current: bool, columns: Columns) -> Line<'static> {
    let theme = state.theme;
    let (sign, word) = server.state();
    let mark = if is_current { "▌" } else { " " };
    let mut spans = vec![
        Span::raw(format!("{mark} ")),
        Span::styled(pad(&server.name, columns.name) + " ", theme.accent()),
        Span::styled(pad(&format!("{sign} {}", standing(state, server)), 18) + " ", state_style(state, word)),
    ];
    let trouble = about::trouble(server);
    // Why it failed is worth more than how it was spoken to, which is told below.
    if trouble.is_none() || columns.width >= ROOMY {
        let revision = server.now.revision.map(|revision| revision.to_string()).unwrap_or_default();
        let era = match server.now.revision {
            Some(revision) if revision.is_modern() => "modern",
            Some(_) => "legacy",
            None => "",
        };
        let p50 = server.now.p50_ns.map(text::span).unwrap_or_default();
        spans.extend([
            Span::styled(pad(server.transport(), 6), theme.dim()),
            Span::styled(pad(&revision, 11), theme.text()),
            Span::styled(pad(era, 7), theme.dim()),
            Span::styled(pad(&p50, 8), theme.text()),
        ]);
    }
    let used: usize = spans.iter().map(|span| text::width(&span.content)).sum();
    let style = if trouble.is_some() { theme.text() } else { theme.dim() };
    let about = trouble.unwrap_or_else(|| server.place());
    spans.push(Span::styled(pad(&about, columns.width.saturating_sub(used)), style));
    Line::from(spans)
}

/// How a server stands, with the time that it takes or is left where that goes on by itself.
fn standing(state: &State, server: &Server) -> String {
    let word = server.state().1;
    let (now, since) = (server.at(state.now_ms), server.now.since);
    let is_live = !server.is_recording() && !server.is_opening && server.session.is_some();
    match (server.now.phase, server.now.retry_at) {
        _ if !is_live => word.to_owned(),
        (PhaseName::Backoff, Some(at)) => format!("retries in {}", text::countdown(at.since(now))),
        (PhaseName::Starting | PhaseName::Initializing, _) => match now.since(since).as_secs() {
            0 => word.to_owned(),
            seconds => format!("{word} {seconds}s"),
        },
        _ => word.to_owned(),
    }
}

/// The page about the current server.
pub(super) fn page(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let title = vec![Span::styled("Server", state.theme.accent())];
    let position = state.server_page.doc.position();
    let inner = pane_with(state, Focus::Page, title, &position, area, frame);
    let is_focused = state.overlay.is_none();
    state.server_page.doc.draw(&state.theme, is_focused, inner, frame.buffer_mut());
}

/// The form of a server.
pub(super) fn form(state: &mut State, form: &mut ServerForm, area: Rect, frame: &mut Frame<'_>) {
    let width = area.width.saturating_sub(4).min(90);
    let height = area.height.saturating_sub(2).min(24);
    let room = Rect { x: area.x + (area.width - width) / 2, y: area.y + 1, width, height };
    frame.render_widget(Clear, room);
    let title = match &form.entry {
        Some(entry) => format!(" Edit {} in {} ", text::clean(entry), state.config.display()),
        None => format!(" Add a server to {} ", state.config.display()),
    };
    let block = Block::bordered()
        .border_type(BorderType::Thick)
        .border_style(state.theme.border_focused())
        .title(text::fit(&title, usize::from(width).saturating_sub(4)));
    let mut inner = block.inner(room);
    frame.render_widget(block, room);
    let (told, style) = match &form.flaw {
        Some(flaw) => (format!("! not saved: {flaw}"), state.theme.error()),
        None => {
            let esc = match form.pane.escape() {
                Escape::List => "Esc closes the list",
                Escape::Typing => "Esc ends typing, and a second one leaves it",
                Escape::Letters => "Esc for keys, then Esc leaves it",
                Escape::Out => "Esc leaves it",
            };
            let tab = match form.pane.tab_does() {
                Tab::Take => "Tab takes it",
                Tab::Indent => "Tab indents",
                Tab::Complete | Tab::Next | Tab::Out => "Tab next field",
            };
            (format!("^S saves, {tab}, {esc}"), state.theme.dim())
        }
    };
    // Why it is not saved can take more than a line.
    let lines = text::wrap_briefly(&told, usize::from(inner.width), 3);
    let rows = u16::try_from(lines.len()).unwrap_or(1).min(inner.height);
    let last = Rect { y: inner.bottom().saturating_sub(rows), height: rows, ..inner };
    if form.flaw.is_none() {
        let saves = KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL);
        let width = last.width.min(u16::try_from("^S saves".len()).unwrap_or_default());
        state.zones.push((Rect { width, height: rows.min(1), ..last }, Zone::Key(saves)));
    }
    let lines: Vec<Line<'_>> = lines.into_iter().map(|line| Line::styled(line, style)).collect();
    frame.render_widget(Paragraph::new(lines), last);
    inner.height = inner.height.saturating_sub(rows);
    form.pane.draw(&state.theme, true, inner, frame.buffer_mut());
    if let Some(cursor) = form.pane.cursor() {
        frame.set_cursor_position(cursor);
    }
}
