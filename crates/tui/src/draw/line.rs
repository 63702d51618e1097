//! What is asked in the last line: a command, a filter, a file, a letter, yes or no.

use crate::command::offered;
use crate::overlay::{Line as Typed, Purpose};
use crate::state::State;
use crate::text;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

/// The least columns to type in.
const LEAST: usize = 16;

pub(super) fn draw(state: &State, line: &mut Typed, (body, area): (Rect, Rect), frame: &mut Frame<'_>) {
    let theme = state.theme;
    frame.render_widget(Clear, area);
    // Whatever is told before it, there is room to type.
    let sign = text::fit(&line.sign(), usize::from(area.width).saturating_sub(LEAST));
    let width = u16::try_from(text::width(&sign)).unwrap_or_default();
    frame.render_widget(Line::from(Span::styled(sign, theme.accent())), area);
    let field = Rect { x: area.x + width, width: area.width.saturating_sub(width), ..area };
    line.field.draw(&theme, true, field, frame.buffer_mut());
    if let Some(cursor) = line.field.cursor(field) {
        frame.set_cursor_position(cursor);
    }
    if line.purpose != Purpose::Command {
        return;
    }
    let mut offered = offered(line.field.text());
    let room = usize::from(body.height.saturating_sub(2)).min(24);
    if offered.len() > room {
        // Letters find those for which there is no room.
        let left = offered.len() + 1 - room;
        offered.truncate(room.saturating_sub(1));
        offered.push(format!("… {left} more"));
    }
    let height = u16::try_from(offered.len()).unwrap_or(u16::MAX);
    let width = offered.iter().map(|one| text::width(one)).max().unwrap_or_default() + 2;
    let room = Rect {
        x: area.x,
        y: area.y.saturating_sub(height),
        width: u16::try_from(width).unwrap_or(u16::MAX).min(area.width),
        height,
    };
    frame.render_widget(Clear, room);
    let lines: Vec<Line<'_>> = offered
        .iter()
        .map(|one| Line::from(Span::styled(text::pad(&format!(" {one}"), width), theme.selected())))
        .collect();
    frame.render_widget(Paragraph::new(lines), room);
}

/// In which words to copy.
pub(super) fn copy(state: &State, area: Rect, frame: &mut Frame<'_>) {
    ask(state, " copy as: c CLI  u curl  j JSON-RPC  t test step  b bug report  y text", area, frame);
}

/// A question that is answered by yes or no.
pub(super) fn question(state: &State, question: &str, area: Rect, frame: &mut Frame<'_>) {
    ask(state, &format!(" {question} (y/n)"), area, frame);
}

fn ask(state: &State, words: &str, area: Rect, frame: &mut Frame<'_>) {
    frame.render_widget(Clear, area);
    let shown = text::fit(words, usize::from(area.width));
    frame.render_widget(Line::from(Span::styled(shown, state.theme.warn())), area);
}
