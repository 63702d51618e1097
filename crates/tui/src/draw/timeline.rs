//! The Timeline view and the Log view: rows, and what there is to see of the selected one.

use super::frame::{nothing, pane_with, tab_zones, tabs};
use super::rows;
use crate::rows::Rows;
use crate::server::Server;
use crate::state::{Focus, State};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Span;

/// The columns that the borders of a pane take.
const BORDERS: u16 = 2;

pub(super) fn draw(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    split(state, (Focus::Rows, Focus::Detail), area, frame);
}

pub(super) fn log(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    split(state, (Focus::LogRows, Focus::LogDetail), area, frame);
}

/// Rows and detail: beside each other where there is room, else above each other.
pub(super) fn split(state: &mut State, (list, detail): (Focus, Focus), area: Rect, frame: &mut Frame<'_>) {
    if state.is_maximised {
        if state.focus == detail {
            draw_detail(state, detail, area, frame);
        } else {
            draw_rows(state, list, area, frame);
        }
        return;
    }
    // Without rows there is nothing to see of one.
    if is_empty(state, list) && state.focus != detail {
        return draw_rows(state, list, area, frame);
    }
    let areas: [Rect; 2] = if area.width >= 130 {
        let rows = Constraint::Length(state.room.rows_beside(area.width));
        Layout::horizontal([rows, Constraint::Fill(1)]).areas(area)
    } else {
        let rows = Constraint::Length(state.room.rows_above(area.height));
        Layout::vertical([rows, Constraint::Fill(1)]).areas(area)
    };
    draw_rows(state, list, areas[0], frame);
    draw_detail(state, detail, areas[1], frame);
}

/// The title of some rows, and what stands at its right.
pub(super) fn title(state: &State, focus: Focus) -> (Vec<Span<'static>>, String) {
    let name = match focus {
        Focus::AuthRows => "Steps",
        Focus::LogRows => "Log",
        _ => "Timeline",
    };
    let Some(server) = state.server() else { return (vec![Span::raw(name)], String::new()) };
    let rows = rows_of(server, focus);
    let of = if rows.is_narrowed() { format!("/{}", rows.of(&server.timeline)) } else { String::new() };
    let mut title = vec![Span::styled(format!("{name} {}{of}", rows.len()), state.theme.accent())];
    if !rows.filter().is_empty() {
        title.push(Span::styled(format!("  {}", rows.filter()), state.theme.warn()));
    }
    if let Some(flaw) = rows.flaw() {
        title.push(Span::styled(format!("  ! {flaw}"), state.theme.error()));
    }
    let is_cut = server.session.as_ref().is_some_and(|session| session.log().dropped() > 0);
    if is_cut && rows.reads_messages() {
        title.push(Span::styled("  older entries are not searched", state.theme.warn()));
    }
    let gone = server.missed + server.timeline.dropped();
    let gone = if gone > 0 { format!("{gone} no longer kept  ") } else { String::new() };
    let right = format!("{gone}{}", if rows.follows { "follows" } else { "stands still (f follows)" });
    (title, right)
}

fn draw_rows(state: &mut State, focus: Focus, area: Rect, frame: &mut Frame<'_>) {
    let (title, right) = title(state, focus);
    let inner = pane_with(state, focus, title, &right, area, frame);
    if is_empty(state, focus) {
        let words = match focus {
            _ if is_narrowed(state, focus) => "Nothing fits the filter. Esc clears it.",
            Focus::LogRows => {
                "No log messages and nothing on stderr. L sets from which level on the server logs."
            }
            Focus::AuthRows if state.server().is_some_and(|server| server.login_url.is_some()) => {
                "No step was taken: the login waits for the browser."
            }
            Focus::AuthRows if state.server().is_some_and(|server| server.now.revision.is_some()) => {
                "No login was needed."
            }
            Focus::AuthRows => "The server was not reached: nothing is known of a login.",
            _ => "Nothing happened.",
        };
        return nothing(state, words, inner, frame);
    }
    rows::draw(state, focus, inner, frame);
}

fn is_empty(state: &State, focus: Focus) -> bool {
    state.server().is_none_or(|server| rows_of(server, focus).len() == 0)
}

/// Whether rows are missing because of what is typed.
fn is_narrowed(state: &State, focus: Focus) -> bool {
    state.server().is_some_and(|server| rows_of(server, focus).is_narrowed())
}

fn rows_of(server: &Server, focus: Focus) -> &Rows {
    match focus {
        Focus::Strip => &server.strip,
        Focus::AuthRows => &server.auth,
        Focus::LogRows => &server.log,
        _ => &server.rows,
    }
}

fn draw_detail(state: &mut State, focus: Focus, area: Rect, frame: &mut Frame<'_>) {
    let names = state.detail_tabs();
    let title = tabs(state, &names, state.detail_tab);
    // What is prose is read as a whole; frames stay in the lines they have. Before the title, which counts the lines.
    if focus == Focus::AuthDetail || matches!(names.get(state.detail_tab), Some(&("HTTP" | "Exchange"))) {
        state.detail_page.fit(area.width.saturating_sub(BORDERS));
    }
    let method = state.selected_row().map(|row| row.method.to_string()).unwrap_or_default();
    let right = format!("{method}  {}", state.detail_page.doc.position());
    let inner = pane_with(state, focus, title, &right, area, frame);
    tab_zones(state, focus, &names, 0, area);
    if state.selected_row().is_none() {
        return nothing(state, "Nothing is selected.", inner, frame);
    }
    let is_focused = state.focus == focus && state.overlay.is_none();
    state.detail_page.doc.draw(&state.theme, is_focused, inner, frame.buffer_mut());
}
