//! What is always there: the current server, the views, the keys that matter now.

use crate::event::Mood;
use crate::keys::Action;
use crate::overlay::Overlay;
use crate::state::{State, View, Zone};
use crate::text;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// The line about the current server.
pub(super) fn header(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let theme = state.theme;
    let mut right = Vec::new();
    // What of it can be clicked on.
    let mut zones = Vec::new();
    if state.waiting() > 0 {
        zones.push((0, Zone::View(View::Inbox)));
        right.push(Span::styled(
            format!("⚑ {} waiting ({})", state.waiting(), state.view_key("i", "F7")),
            theme.warn().add_modifier(ratatui::style::Modifier::BOLD),
        ));
    }
    if state.running() > 0 {
        // In the Inbox that key declines.
        let key = match state.key_for("x", "^X") {
            "^X" if state.view == View::Inbox => String::new(),
            key => format!(" ({key})"),
        };
        zones.push((right.len(), Zone::Act(Action::Cancel)));
        right.push(Span::styled(format!("  ↻ {} running{key}", state.running()), theme.accent()));
    }
    let Some(server) = state.server() else {
        frame.render_widget(Line::from(Span::styled(" mcp-inspector", theme.accent())), area);
        return;
    };
    if let Some(sign) = server.recording.sign() {
        right.push(Span::styled(format!("  {sign}"), theme.error()));
    }
    let (sign, word) = server.state();
    let style = state_style(state, word);
    let mut left = vec![Span::styled(format!(" {}", text::fit(&server.name, 30)), theme.accent())];
    left.push(Span::styled(format!(" {sign} {word}"), style));
    let mut more = vec![server.transport().to_owned()];
    if let Some(revision) = server.now.revision {
        more.push(format!("{revision} {}", if revision.is_modern() { "modern" } else { "legacy" }));
    }
    if let Some(nanos) = server.now.p50_ns {
        more.push(format!("p50 {}", text::span(nanos)));
    }
    if let Some(at) = server.now.retry_at {
        let left = at.since(server.at(state.now_ms));
        more.insert(1, format!("attempt {} in {}", server.now.failures + 1, text::countdown(left)));
    }
    if server.now.phase == PhaseName::Backoff
        && let Some(why) = crate::about::trouble(server)
    {
        more.insert(1, text::fit(&why, usize::from(area.width) / 3));
    }
    if state.servers.len() > 1 {
        more.push(format!("server {}/{}", state.current + 1, state.servers.len()));
    }
    if let Some(process) = server.now.process {
        more.push(format!("pid {process}"));
    }
    let widths: Vec<u16> = right.iter().map(|span| columns(&span.content)).collect();
    let mut used = 2 + widths.iter().map(|width| usize::from(*width)).sum::<usize>();
    used += left.iter().map(|span| text::width(&span.content)).sum::<usize>();
    for more in more {
        let more = format!("  {more}");
        used += text::width(&more);
        // What has no room is left out whole.
        if used <= usize::from(area.width) {
            left.push(Span::styled(more, theme.dim()));
        }
    }
    let first = area.right().saturating_sub(1 + widths.iter().sum::<u16>());
    for (place, zone) in zones {
        let x = first + widths[..place].iter().sum::<u16>();
        let rect = Rect { x, y: area.y, width: widths[place], height: 1 }.intersection(area);
        state.zones.push((rect, zone));
    }
    sides(left, right, area, frame);
}

fn columns(text: &str) -> u16 {
    u16::try_from(text::width(text)).unwrap_or(u16::MAX)
}

/// How a state is painted.
pub(super) fn state_style(state: &State, word: &str) -> Style {
    match word {
        "connected" => state.theme.ok(),
        "failed" | "unusable" | "waiting to retry" => state.theme.error(),
        "not connected" | "disconnected" | "recording" => state.theme.dim(),
        _ => state.theme.warn(),
    }
}

/// Pieces at both ends of a line. When there is no room for both, the right ones stay.
fn sides(left: Vec<Span<'static>>, right: Vec<Span<'static>>, area: Rect, frame: &mut Frame<'_>) {
    let width: usize = right.iter().map(|span| text::width(&span.content)).sum();
    let room = usize::from(area.width).saturating_sub(width + 2);
    let mut used = 0;
    let mut spans = Vec::new();
    for span in left {
        let shown = text::fit(&span.content, room.saturating_sub(used));
        used += text::width(&shown);
        spans.push(Span::styled(shown, span.style));
    }
    spans.push(Span::raw(" ".repeat((room + 1).saturating_sub(used))));
    spans.extend(right);
    frame.render_widget(Line::from(spans), area);
}

/// The line with the views.
pub(super) fn tabs(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let mut spans = Vec::new();
    let mut x = area.x;
    let numbered =
        View::NUMBERED.into_iter().enumerate().map(|(place, view)| (format!("{}", place + 1), view));
    let views: Vec<(String, View)> = numbered.chain([("i".to_owned(), View::Inbox)]).collect();
    for (place, (letter, view)) in views.into_iter().enumerate() {
        let key = state.view_key(&letter, &format!("F{}", place + 1)).to_owned();
        let label = format!(" {key} {} ", view.title());
        let width = u16::try_from(text::width(&label)).unwrap_or_default();
        let zone = Rect { x, y: area.y, width, height: 1 }.intersection(area);
        state.zones.push((zone, Zone::View(view)));
        x = x.saturating_add(width);
        let style = if state.view == view { state.theme.selected() } else { state.theme.dim() };
        spans.push(Span::styled(label, style));
    }
    frame.render_widget(Line::from(spans), area);
}

/// The mode in which something is looked for or typed that is done then.
pub(super) const COMMAND: &str = "COMMAND";

/// The last line: what was told, or else the keys that matter now.
pub(super) fn status(state: &State, area: Rect, frame: &mut Frame<'_>) {
    let theme = state.theme;
    let mode = match state.is_typing() {
        _ if matches!(state.overlay, Some(Overlay::Palette(_))) => COMMAND,
        true => "INSERT",
        // Whoever reads that letters are keys must not find them in the field.
        false if state.takes_letters() => "letters type, Esc for keys",
        false if state.refuses_letters() => "too late to type",
        false => "NORMAL",
    };
    let right = vec![Span::styled(mode, theme.dim())];
    if let Some((told, mood)) = &state.told {
        let (sign, style) = match mood {
            Mood::Good => ("✓", theme.ok()),
            Mood::Plain => ("·", theme.text()),
            Mood::Bad => ("!", theme.error()),
        };
        return sides(vec![Span::styled(format!(" {sign} {told}"), style)], right, area, frame);
    }
    let room = usize::from(area.width).saturating_sub(text::width(mode) + 2);
    let mut left = Vec::new();
    for (key, word) in super::hints::shown(state, room) {
        left.push(Span::styled(format!(" {key}"), theme.accent()));
        left.push(Span::styled(format!(" {word} "), theme.dim()));
    }
    sides(left, right, area, frame);
}
