//! The Auth view: the URL of a login that waits, what is stored, and the steps.

use super::timeline::split;
use crate::state::{Focus, State};
use crate::text;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

pub(super) fn draw(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let width = usize::from(area.width).saturating_sub(2);
    let theme = state.theme;
    let mut lines: Vec<Line<'static>> = Vec::new();
    if let Some(server) = state.server() {
        if let Some(url) = &server.login_url {
            lines.push(Line::from(Span::styled(
                " The server wants a login. Open this URL (b opens it, Y copies it):",
                theme.warn(),
            )));
            // Broken anywhere, so that all of it can be read and copied.
            let pieces: Vec<char> = text::clean(url).chars().collect();
            lines.extend(
                pieces
                    .chunks(width.max(10))
                    .map(|piece| Line::from(format!(" {}", piece.iter().collect::<String>()))),
            );
            lines.push(Line::from(Span::styled(
                " On another machine: P takes the URL at which the browser ends.",
                theme.dim(),
            )));
        } else if server.transport() == "stdio" {
            lines.push(Line::from(Span::styled(
                " A process has no login: it gets its secrets from its environment.",
                theme.dim(),
            )));
        }
        let tokens = server.tokens.iter().take(8);
        lines.extend(tokens.map(|token| Line::from(Span::raw(format!(" {}", text::fit(token, width))))));
    }
    let height = u16::try_from(lines.len()).unwrap_or_default().min(area.height / 2);
    let [above, below] = Layout::vertical([Constraint::Length(height), Constraint::Min(1)]).areas(area);
    frame.render_widget(Paragraph::new(lines), above);
    split(state, (Focus::AuthRows, Focus::AuthDetail), below, frame);
}
