//! What is asked in the last line: a command, a filter, a file, a letter, yes or no.

use super::buttons;
use super::chrome::COMMAND;
use crate::command::offered;
use crate::overlay::{Line as Typed, Purpose};
use crate::state::{State, Zone};
use crate::text;
use crossterm::event::KeyCode;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph};

/// The least columns to type in.
const LEAST: usize = 16;

pub(super) fn draw(state: &mut State, line: &mut Typed, (body, area): (Rect, Rect), frame: &mut Frame<'_>) {
    let theme = state.theme;
    frame.render_widget(Clear, area);
    // Whatever is told before it, there is room to type.
    let mode = if line.purpose == Purpose::Command { COMMAND } else { "INSERT" };
    let mode_width = u16::try_from(mode.len() + 2).unwrap_or_default();
    let sign =
        text::fit(&line.sign(), usize::from(area.width.saturating_sub(mode_width)).saturating_sub(LEAST));
    let width = u16::try_from(text::width(&sign)).unwrap_or_default();
    frame.render_widget(Line::from(Span::styled(sign, theme.accent())), area);
    frame.render_widget(
        Line::from(vec![Span::styled(mode, theme.dim()), Span::raw(" ")]).right_aligned(),
        area,
    );
    let field = Rect { x: area.x + width, width: area.width.saturating_sub(width + mode_width), ..area };
    line.field.draw(&theme, true, field, frame.buffer_mut());
    if let Some(cursor) = line.field.cursor(field) {
        frame.set_cursor_position(cursor);
    }
    match line.purpose {
        Purpose::Command => list(state, line, body, frame),
        Purpose::Filter => flaw(state, body, frame),
        _ => {}
    }
}

/// Why a filter cannot be read, whole, above the line in which it is typed.
fn flaw(state: &State, body: Rect, frame: &mut Frame<'_>) {
    let Some(flaw) = state.filter_flaw() else { return };
    let style = state.theme.error();
    let lines = text::wrap(&format!("! {flaw}"), usize::from(body.width).saturating_sub(2), 4);
    let height = u16::try_from(lines.len()).unwrap_or(1).min(body.height);
    let room = Rect { y: body.bottom().saturating_sub(height), height, ..body };
    frame.render_widget(Clear, room);
    let lines: Vec<Line<'_>> =
        lines.into_iter().map(|line| Line::styled(format!(" {line}"), style)).collect();
    frame.render_widget(Paragraph::new(lines), room);
}

/// The commands that are meant, above the line. The one that Enter takes is marked.
fn list(state: &mut State, line: &mut Typed, body: Rect, frame: &mut Frame<'_>) {
    let theme = state.theme;
    let offered = offered(line.field.text());
    if offered.is_empty() {
        return;
    }
    let names: Vec<String> = offered.iter().map(|command| command.said()).collect();
    let name = names.iter().map(|name| text::width(name)).max().unwrap_or_default();
    let height = offered.len().min(usize::from(body.height.saturating_sub(2)).max(1));
    let width = usize::from(body.width);
    let room = Rect {
        x: body.x,
        y: body.bottom().saturating_sub(u16::try_from(height + 1).unwrap_or(u16::MAX)),
        width: body.width,
        height: u16::try_from(height + 1).unwrap_or(u16::MAX),
    };
    frame.render_widget(Clear, room);
    line.place.settle(offered.len(), height);
    let place = line.place;
    let more = if height < offered.len() { format!(" of {}", offered.len()) } else { String::new() };
    let title = format!(" {}{more}: ↓ ↑ choose, Enter takes ", text::count(height, "command", "commands"));
    frame.render_widget(Block::new().borders(Borders::TOP).border_style(theme.border()).title(title), room);
    let lines: Vec<Line<'_>> = (place.top..offered.len())
        .take(height)
        .map(|at| {
            let is_here = at == place.selected;
            let mark = if is_here { "▌" } else { " " };
            let line = Line::from(vec![
                Span::styled(text::pad(&format!("{mark}{}", names[at]), name + 2), theme.text()),
                Span::styled(text::pad(offered[at].help, width.saturating_sub(name + 2)), theme.dim()),
            ]);
            if is_here { line.style(theme.selected()) } else { line }
        })
        .collect();
    let rows = Rect { y: room.y + 1, height: room.height - 1, ..room };
    frame.render_widget(Paragraph::new(lines), rows);
    state.zones.push((rows, Zone::Found { top: place.top }));
}

/// In which words to copy.
pub(super) fn copy(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let words = ["c CLI", "u curl", "j JSON-RPC", "t test step", "b bug report", "y text"];
    let keys = words.map(|word| (word.to_owned(), key(word.chars().next().unwrap_or_default())));
    ask(state, " copy as:", &keys, area, frame);
}

/// On which side the pane is to go to.
pub(super) fn side(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let words = ["h left", "j below", "k above", "l right", "w next"];
    let keys = words.map(|word| (word.to_owned(), key(word.chars().next().unwrap_or_default())));
    ask(state, " go to the pane:", &keys, area, frame);
}

/// A question that is answered by yes or no.
pub(super) fn question(state: &mut State, question: &str, area: Rect, frame: &mut Frame<'_>) {
    // The question is worth more than the looks of its answers.
    let is_wide = text::width(question) + 22 <= usize::from(area.width);
    let words = if is_wide { ["[ Yes y ]", "[ No n ]"] } else { ["(y)", "(n)"] };
    let keys = [(words[0].to_owned(), key('y')), (words[1].to_owned(), key('n'))];
    ask(state, &format!(" {question}"), &keys, area, frame);
}

fn key(letter: char) -> Zone {
    Zone::Key(KeyCode::Char(letter).into())
}

/// What is asked, and the keys that answer it.
fn ask(state: &mut State, words: &str, keys: &[(String, Zone)], area: Rect, frame: &mut Frame<'_>) {
    frame.render_widget(Clear, area);
    let wide: usize = keys.iter().map(|(key, _)| text::width(key) + 1).sum();
    let shown = text::fit(words, usize::from(area.width).saturating_sub(wide));
    let width = u16::try_from(text::width(&shown)).unwrap_or(area.width) + 1;
    frame.render_widget(Line::from(Span::styled(shown, state.theme.warn())), area);
    let rest = Rect { x: area.x + width, width: area.width.saturating_sub(width), ..area };
    buttons::place(state, keys, rest, frame);
}
