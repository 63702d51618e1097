//! Buttons: what a key does, for those who have a mouse. Each names its key.

use crate::keys::Action;
use crate::state::{State, Zone};
use crate::text;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws buttons beside each other into a line, as many as have room: closer to each other where there is little.
pub(super) fn draw(state: &mut State, buttons: &[(String, Action)], line: Rect, frame: &mut Frame<'_>) {
    let zoned = |(label, action): &(String, Action)| (label.clone(), Zone::Act(*action));
    let zones: Vec<(String, Zone)> = buttons.iter().map(zoned).collect();
    place(state, &zones, line, frame);
}

/// The same for any zones.
pub(super) fn place(state: &mut State, buttons: &[(String, Zone)], line: Rect, frame: &mut Frame<'_>) {
    let wide: usize = buttons.iter().map(|(label, _)| text::width(label) + 2).sum();
    let is_close = wide > usize::from(line.width) + 2;
    let gap = if is_close { 1 } else { 2 };
    let mut spans = Vec::new();
    let mut x = line.x;
    for (label, zone) in buttons {
        let label = if is_close { label.replace("[ ", "[").replace(" ]", "]") } else { label.clone() };
        let width = u16::try_from(text::width(&label)).unwrap_or(u16::MAX);
        if x.saturating_add(width) > line.right() {
            break;
        }
        state.zones.push((Rect { x, y: line.y, width, height: 1 }, *zone));
        spans.extend([Span::styled(label, state.theme.key()), Span::raw(" ".repeat(usize::from(gap)))]);
        x = x.saturating_add(width + gap);
    }
    frame.render_widget(Line::from(spans), line);
}

/// A button by what it does and its key.
pub(super) fn of(word: &str, key: &str, action: Action) -> (String, Action) {
    (format!("[ {word} {key} ]"), action)
}

/// The last line of some room for buttons, and what is left. A pane that is low has none.
pub(super) fn below(room: Rect) -> Option<(Rect, Rect)> {
    (room.height >= 4).then(|| {
        let line =
            Rect { x: room.x + 1, y: room.bottom() - 1, width: room.width.saturating_sub(1), height: 1 };
        (line, Rect { height: room.height - 1, ..room })
    })
}
