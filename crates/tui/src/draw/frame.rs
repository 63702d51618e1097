//! The frame around a pane: its title, and whether keys go to it.

use crate::state::{Focus, State, Zone};
use crate::text;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType};

/// What is wider in a title is a sentence.
const LONGEST_NAME: usize = 16;

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
    for (place, span) in title.into_iter().enumerate() {
        let left = room.saturating_sub(used);
        // A name that there is no room for is left out whole; of a sentence the beginning is worth something.
        let wide = text::width(&text::clean(&span.content));
        if place > 0 && wide > left && wide <= LONGEST_NAME {
            break;
        }
        let shown = text::fit(&span.content, left);
        used += text::width(&shown);
        spans.push(Span::styled(shown, on_border(span.style)));
    }
    spans.push(Span::raw(" "));
    let mut block = Block::bordered().border_type(kind).border_style(style).title(Line::from(spans));
    let right = text::clean(right);
    if !right.is_empty() && text::width(&right) <= room.saturating_sub(used + 2) {
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

/// Says in the lower border of a pane how many lines are below those that are seen.
pub(super) fn more(state: &State, count: usize, area: Rect, frame: &mut Frame<'_>) {
    if count == 0 || area.height < 2 {
        return;
    }
    let words = format!(" ↓ {count} more ");
    let width = u16::try_from(text::width(&words)).unwrap_or(u16::MAX);
    if width + 2 <= area.width {
        let place = Rect { x: area.right() - width - 1, y: area.bottom() - 1, width, height: 1 };
        frame.render_widget(Line::from(Span::styled(words, on_border(state.theme.dim()))), place);
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
