//! The keys, over everything else.

use crate::keys::{Context, all, keys};
use crate::list::Place;
use crate::state::State;
use crate::text::{pad, wrap};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

/// The columns of the keys.
const KEYS: usize = 14;
/// The most lines of one entry.
const MOST: usize = 9;

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
        let title = wrap(context.title(), usize::from(inner.width), MOST).into_iter();
        lines.extend(title.map(|line| Line::from(Span::styled(line, theme.accent()))));
        for binding in all().filter(|binding| binding.context == context) {
            // What is too long for a line goes on below itself.
            let room = usize::from(inner.width).saturating_sub(KEYS + 3);
            let words = wrap(binding.help, room, MOST);
            let keys = wrap(&keys(binding), KEYS, MOST);
            for place in 0..words.len().max(keys.len()) {
                let of = |lines: &[String]| lines.get(place).cloned().unwrap_or_default();
                lines.push(Line::from(vec![
                    Span::styled(format!("  {} ", pad(&of(&keys), KEYS)), theme.key()),
                    Span::raw(of(&words)),
                ]));
            }
        }
        lines.push(Line::default());
    }
    place.top = place.top.min(lines.len().saturating_sub(usize::from(inner.height)));
    let shown: Vec<Line<'static>> =
        lines.into_iter().skip(place.top).take(usize::from(inner.height)).collect();
    frame.render_widget(Paragraph::new(shown), inner);
}
