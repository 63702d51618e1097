//! The keys, over everything else.

use crate::keys::{Context, all, keys};
use crate::list::Place;
use crate::state::State;
use crate::text::pad;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

pub(super) fn draw(state: &State, place: &mut Place, area: Rect, frame: &mut Frame<'_>) {
    let theme = state.theme;
    let width = area.width.min(84);
    let room = Rect { x: area.x + (area.width - width) / 2, width, ..area };
    frame.render_widget(Clear, room);
    let block = Block::bordered()
        .border_type(BorderType::Thick)
        .border_style(theme.border_focused())
        .title(" Keys: j k scroll, Esc closes ");
    let inner = block.inner(room);
    frame.render_widget(block, room);
    let near = state.help_contexts();
    let rest = Context::ALL.into_iter().filter(|context| !near.contains(context));
    let mut lines: Vec<Line<'static>> = Vec::new();
    for context in near.iter().copied().chain(rest) {
        lines.push(Line::from(Span::styled(context.title(), theme.accent())));
        for binding in all().filter(|binding| binding.context == context) {
            lines.push(Line::from(vec![
                Span::styled(format!("  {} ", pad(&keys(binding), 14)), theme.key()),
                Span::raw(binding.help),
            ]));
        }
        lines.push(Line::default());
    }
    place.top = place.top.min(lines.len().saturating_sub(usize::from(inner.height)));
    let shown: Vec<Line<'static>> =
        lines.into_iter().skip(place.top).take(usize::from(inner.height)).collect();
    frame.render_widget(Paragraph::new(shown), inner);
}
