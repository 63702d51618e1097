//! Buttons: what a key does, for those who have a mouse. Each names its key.

use crate::keys::Action;
use crate::state::{State, Zone};
use crate::text;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws buttons beside each other into a line, as many as have room.
pub(super) fn draw(state: &mut State, buttons: &[(String, Action)], line: Rect, frame: &mut Frame<'_>) {
    let mut spans = Vec::new();
    let mut x = line.x;
    for (label, action) in buttons {
        let width = u16::try_from(text::width(label)).unwrap_or(u16::MAX);
        if x.saturating_add(width) > line.right() {
            break;
        }
        state.zones.push((Rect { x, y: line.y, width, height: 1 }, Zone::Act(*action)));
        spans.extend([Span::styled(label.clone(), state.theme.key()), Span::raw("  ")]);
        x = x.saturating_add(width + 2);
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
