//! Rows of a timeline: when, which way, what, how it ended, how long it took and where on the time axis.

use crate::ansi;
use crate::server::Server;
use crate::state::{Focus, State, Zone};
use crate::text::{self, pad, pad_left};
use jiff::Timestamp;
use mcp_inspector_engine::core::timeline::{Row, RowKind, RowStatus, Way};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use std::borrow::Cow;

/// Draws the rows of a pane.
pub(super) fn draw(state: &mut State, focus: Focus, area: Rect, frame: &mut Frame<'_>) {
    let height = usize::from(area.height);
    let current = state.current;
    let Some(server) = state.servers.get_mut(current) else { return };
    let rows = match focus {
        Focus::Strip => &mut server.strip,
        Focus::AuthRows => &mut server.auth,
        Focus::LogRows => &mut server.log,
        _ => &mut server.rows,
    };
    let Some(window) = rows.window(&server.timeline, height) else { return };
    let selected = rows.place.selected;
    let is_focused = state.focus == focus;
    let server = &state.servers[current];
    let now_ns = server.at(state.now_ms).nanos().max(window.span_ns[1]);
    let span = [window.span_ns[0], if server.is_moving() { now_ns } else { window.span_ns[1] }];
    let lines: Vec<Line<'_>> = window
        .rows
        .iter()
        .enumerate()
        .map(|(place, row)| {
            let spans = match focus {
                Focus::LogRows => log_line(state, server, row, area.width),
                _ => line(state, server, row, span, area.width),
            };
            let line = Line::from(spans);
            if window.from + place == selected {
                line.style(if is_focused {
                    state.theme.selected()
                } else {
                    Style::new().add_modifier(ratatui::style::Modifier::UNDERLINED)
                })
            } else {
                line
            }
        })
        .collect();
    let top = window.from;
    frame.render_widget(Paragraph::new(lines), area);
    state.zones.push((area, Zone::Lines { pane: focus, top }));
}

/// The time of day of something, with thousandths.
fn clock(state: &State, server: &Server, at_ns: u64) -> String {
    let millis = i64::try_from(server.unix_ms(at_ns)).unwrap_or_default();
    let Ok(at) = Timestamp::from_millisecond(millis) else { return String::new() };
    let zoned = at.to_zoned(state.zone.clone());
    format!("{:02}:{:02}:{:02}.{:03}", zoned.hour(), zoned.minute(), zoned.second(), zoned.millisecond())
}

/// How a status is told: a word, and how it is painted.
pub(super) fn status(state: &State, row: &Row) -> (String, Style) {
    let theme = state.theme;
    let code = |word: &str| row.code.map_or_else(|| word.to_owned(), |code| format!("{word} {code}"));
    match row.status {
        None => (row.code.map(|code| code.to_string()).unwrap_or_default(), theme.dim()),
        Some(RowStatus::Ok) if row.kind == RowKind::Http => (code("OK"), theme.ok()),
        Some(RowStatus::Ok) => ("OK".to_owned(), theme.ok()),
        Some(RowStatus::Error) => (code("error"), theme.error()),
        Some(RowStatus::ToolError) => ("tool error".to_owned(), theme.error()),
        Some(RowStatus::Pending) => ("…".to_owned(), theme.warn()),
        Some(RowStatus::Warning) => ("warning".to_owned(), theme.warn()),
        Some(other) => (other.as_str().to_owned(), theme.warn()),
    }
}

fn line(state: &State, server: &Server, row: &Row, span: [u64; 2], width: u16) -> Vec<Span<'static>> {
    let theme = state.theme;
    let width = usize::from(width);
    let arrow = match (row.kind, row.direction) {
        (RowKind::Stderr, _) => "│",
        (RowKind::Finding, _) => "!",
        (RowKind::Lifecycle | RowKind::Note | RowKind::Auth, _) => "·",
        (_, Some(Way::Out)) => "→",
        (_, Some(Way::In)) => "←",
        (_, None) => " ",
    };
    let fold = match (row.children, row.is_folded) {
        (0, _) => " ",
        (_, true) => "▸",
        (_, false) => "▾",
    };
    let marks =
        format!("{}{}", if row.is_pinned { "*" } else { " " }, if row.findings > 0 { "!" } else { " " });
    // The clock goes when there is no room for what matters more.
    let clock = if width >= 60 { format!("{} ", clock(state, server, row.at_ns)) } else { String::new() };
    let (word, style) = status(state, row);
    let took = row.duration_ns.map(text::span).unwrap_or_default();
    let fall = fall(state.columns, width);
    // What has neither a status nor a duration has that room for what it is.
    let has_end = !word.is_empty() || !took.is_empty();
    let ends = if has_end { 12 + 8 } else { 0 } + if fall > 0 { fall + 2 } else { 0 };
    let room = width.saturating_sub(text::width(&clock) + 2 + 2 + 2 + ends);
    // The columns are those of rows that have both.
    let usual = if has_end { room } else { room.saturating_sub(12 + 8) };
    let method_width = (usual * 2 / 5).clamp(8, 34).min(room);
    let indent = usize::try_from(row.depth).unwrap_or_default().min(6) * 2;
    let method = format!("{}{fold}{}", " ".repeat(indent), row.method);
    let about = said(row);
    // What the other column has no use for is the method's: of notifications nothing else tells them apart.
    let spare = room.saturating_sub(text::width(&text::fit(&about, room)));
    let method_width = method_width.max(text::width(&method).min(spare));
    let mut spans = vec![
        Span::styled(clock, theme.dim()),
        Span::styled(marks, theme.warn()),
        Span::styled(
            format!("{arrow} "),
            if row.direction == Some(Way::In) { theme.number() } else { theme.key() },
        ),
        Span::styled(pad(&method, method_width), theme.text()),
        Span::raw(" "),
        Span::styled(pad(&about, room.saturating_sub(method_width)), theme.dim()),
        Span::raw(" "),
    ];
    if has_end {
        spans.extend([Span::styled(pad(&word, 12), style), Span::styled(pad_left(&took, 8), theme.text())]);
    }
    if fall > 0 {
        spans.push(Span::styled(format!(" {}", waterfall(row, span, fall)), theme.key()));
    }
    spans
}

/// From how many columns of the terminal on rows have a waterfall, and from how many of their own.
const WATERFALL: (u16, usize) = (112, 66);

/// The columns of the waterfall. A terminal that is wider never loses it, also where rows share it with what there is
/// to see of one.
fn fall(columns: u16, width: usize) -> usize {
    match width {
        _ if columns < WATERFALL.0 || width < WATERFALL.1 => 0,
        110.. => (width / 5).min(40),
        _ => width / 7,
    }
}

/// Where a row lies on the time axis; time in which a person was waited for is lighter.
fn waterfall(row: &Row, [first, last]: [u64; 2], width: usize) -> String {
    let length = u128::from(last.saturating_sub(first)).max(1);
    let cell = |nanos: u64| {
        let offset = u128::from(nanos.clamp(first, last) - first);
        usize::try_from(offset * width as u128 / length).unwrap_or_default().min(width.saturating_sub(1))
    };
    let is_open = row.status == Some(RowStatus::Pending);
    let end = if is_open { last } else { row.at_ns + row.duration_ns.unwrap_or_default() };
    let (from, to) = (cell(row.at_ns), cell(end));
    let is_human = row.human_ns * 2 > row.duration_ns.unwrap_or(u64::MAX);
    let sign = match row.duration_ns {
        _ if is_open => '▒',
        None => '·',
        Some(_) if is_human => '░',
        Some(_) => '▇',
    };
    (0..width).map(|place| if (from..=to).contains(&place) { sign } else { ' ' }).collect()
}

/// A line of the log: its level, who speaks, what it says.
fn log_line(state: &State, server: &Server, row: &Row, width: u16) -> Vec<Span<'static>> {
    let theme = state.theme;
    let level = match (row.kind, row.level) {
        (RowKind::Stderr, _) => "stderr",
        (_, Some(level)) => level.as_str(),
        (_, None) => "?",
    };
    let style = match level {
        "error" | "critical" | "alert" | "emergency" => theme.error(),
        "warning" => theme.warn(),
        "stderr" | "debug" => theme.dim(),
        _ => theme.text(),
    };
    let clock = format!("{} ", clock(state, server, row.at_ns));
    let room = usize::from(width).saturating_sub(text::width(&clock) + 10);
    let mut spans = vec![Span::styled(clock, theme.dim()), Span::styled(pad(level, 10), style)];
    let base = if level == "stderr" { theme.dim() } else { theme.text() };
    if row.kind != RowKind::Stderr || !theme.has_colour() {
        spans.push(Span::styled(pad(&said(row), room), base));
        return spans;
    }
    let mut used = 0;
    for (piece, painted) in ansi::pieces(&row.target) {
        let shown = text::fit(&piece, room.saturating_sub(used));
        used += text::width(&shown);
        spans.push(Span::styled(shown, base.patch(theme.readable(painted))));
    }
    spans.push(Span::raw(" ".repeat(room.saturating_sub(used))));
    spans
}

/// What a row is about. What was made for a terminal is shown without its sequences; the detail has them.
fn said(row: &Row) -> Cow<'_, str> {
    match row.kind {
        RowKind::Stderr => Cow::Owned(ansi::plain(&row.target)),
        _ => Cow::Borrowed(&row.target),
    }
}
