//! The palette, over everything else.

use crate::palette::Palette;
use crate::state::{State, Zone};
use crate::text::pad;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

pub(super) fn draw(state: &mut State, palette: &mut Palette, area: Rect, frame: &mut Frame<'_>) {
    let theme = state.theme;
    let width = area.width.saturating_sub(4).min(90);
    let height = area.height.saturating_sub(2).min(20);
    let room = Rect { x: area.x + (area.width - width) / 2, y: area.y + 1, width, height };
    frame.render_widget(Clear, room);
    let block = Block::bordered()
        .border_type(BorderType::Thick)
        .border_style(theme.border_focused())
        .title(format!(" Find: {} fit ", palette.len()));
    let inner = block.inner(room);
    frame.render_widget(block, room);
    let field = Rect { x: inner.x + 2, width: inner.width.saturating_sub(2), height: 1, ..inner };
    frame.render_widget(Line::from(Span::styled("> ", theme.accent())), Rect { height: 1, ..inner });
    palette.field.draw(&theme, true, field, frame.buffer_mut());
    if let Some(cursor) = palette.field.cursor(field) {
        frame.set_cursor_position(cursor);
    }
    let list = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner };
    let length = palette.len();
    palette.place.settle(length, usize::from(list.height));
    let place = palette.place;
    let room = usize::from(list.width);
    let lines: Vec<Line<'static>> = (place.top..length)
        .take(usize::from(list.height))
        .filter_map(|index| Some((index, palette.get(index)?)))
        .map(|(index, entry)| {
            let name = (room / 2).min(40);
            let mark = if index == place.selected { "▌" } else { " " };
            let line = Line::from(vec![
                Span::raw(format!("{mark} ")),
                Span::styled(pad(&entry.label, name), theme.text()),
                Span::styled(format!(" {} ", pad(entry.kind, 12)), theme.key()),
                Span::styled(pad(&entry.about, room.saturating_sub(name + 16)), theme.dim()),
            ]);
            if index == place.selected { line.style(theme.selected()) } else { line }
        })
        .collect();
    if lines.is_empty() {
        let nothing = "  Nothing fits. What the server offers later is found as soon as it is there.";
        frame.render_widget(Line::styled(nothing, theme.dim()), list);
    }
    frame.render_widget(Paragraph::new(lines), list);
    state.zones.push((list, Zone::Found { top: place.top }));
}
