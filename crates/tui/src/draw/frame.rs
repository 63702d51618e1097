//! The frame around a pane: its title, and whether keys go to it.

use crate::state::{Focus, State, Zone};
use crate::text;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType};

/// Draws the frame of a pane, and gives the room inside. The one with the focus has a bright border and a
/// mark, so that it is seen without colours as well.
pub(super) fn pane(state: &mut State, focus: Focus, title: &str, area: Rect, frame: &mut Frame<'_>) -> Rect {
    pane_with(state, focus, vec![Span::styled(title.to_owned(), state.theme.accent())], "", area, frame)
}

/// Like [`pane`], with a title of several pieces, and one at the right.
pub(super) fn pane_with(
    state: &mut State,
    focus: Focus,
    title: Vec<Span<'static>>,
    right: &str,
    area: Rect,
    frame: &mut Frame<'_>,
) -> Rect {
    let is_focused = state.focus == focus && state.overlay.is_none();
    let theme = state.theme;
    let style = if is_focused { theme.border_focused() } else { theme.border() };
    let kind = if is_focused { BorderType::Thick } else { BorderType::Rounded };
    let mark = Span::styled(if is_focused { "▌" } else { " " }, style);
    let room = usize::from(area.width).saturating_sub(5);
    let mut spans = vec![mark];
    let mut used = 0;
    for span in title {
        let shown = text::fit(&span.content, room.saturating_sub(used));
        used += text::width(&shown);
        spans.push(Span::styled(shown, on_border(span.style)));
    }
    spans.push(Span::raw(" "));
    let mut block = Block::bordered().border_type(kind).border_style(style).title(Line::from(spans));
    let right = text::fit(right, room.saturating_sub(used + 2));
    if !right.is_empty() {
        let right = Span::styled(format!(" {right} "), on_border(theme.dim()));
        block = block.title(Line::from(right).right_aligned());
    }
    let inner = block.inner(area);
    frame.render_widget(block, area);
    state.zones.push((area, Zone::Pane(focus)));
    inner
}

/// A style over that of a border, of which nothing stays: a colour that is dim as well is hard to read.
fn on_border(style: Style) -> Style {
    if style.add_modifier.contains(Modifier::DIM) {
        style.fg(style.fg.unwrap_or(Color::Reset)).remove_modifier(Modifier::BOLD)
    } else {
        style.remove_modifier(Modifier::DIM)
    }
}

/// The names of parts, the shown one marked.
pub(super) fn tabs(state: &State, names: &[&str], shown: usize) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for (place, name) in names.iter().enumerate() {
        if place == shown {
            spans.push(Span::styled(format!("[{name}]"), state.theme.accent()));
        } else {
            spans.push(Span::styled(format!(" {name} "), state.theme.dim()));
        }
    }
    spans
}

/// Makes the names of parts places to click on; `before` is what stands in the title in front of them.
pub(super) fn tab_zones(state: &mut State, pane: Focus, names: &[&str], before: usize, area: Rect) {
    // Behind the corner and the mark.
    let mut x = area.x.saturating_add(2).saturating_add(u16::try_from(before).unwrap_or(u16::MAX));
    for (part, name) in names.iter().enumerate() {
        let width = u16::try_from(text::width(name) + 2).unwrap_or(u16::MAX);
        let zone = Rect { x, y: area.y, width, height: 1 }.intersection(area);
        state.zones.push((zone, Zone::Part { pane, part }));
        x = x.saturating_add(width);
    }
}

/// A few words in the middle of an empty pane.
pub(super) fn nothing(state: &State, words: &str, area: Rect, frame: &mut Frame<'_>) {
    let width = usize::from(area.width).saturating_sub(2);
    let lines: Vec<Line<'_>> = text::wrap(words, width, usize::from(area.height))
        .into_iter()
        .map(|line| Line::from(Span::styled(format!(" {line}"), state.theme.dim())))
        .collect();
    frame.render_widget(ratatui::widgets::Paragraph::new(lines), area);
}
