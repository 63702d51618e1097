//! The pane of a result: how a run ended and how long it took, its content, or how far it is.

use super::buttons::{self, of};
use super::frame::{nothing, pane, pane_with, tab_zones, tabs};
use crate::detail::RUN_TABS;
use crate::keys::Action;
use crate::run::Run;
use crate::server::Server;
use crate::state::{Focus, State};
use crate::text;
use mcp_inspector_engine::core::timeline::Taker;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// The names of the ways to look at a result where there is little room.
const SHORT_TABS: [&str; RUN_TABS.len()] = ["Text", "JSON", "Req", "Diff"];

pub(super) fn draw(state: &mut State, area: Rect, frame: &mut Frame<'_>) {
    let shown = state.shown_run().map(|(run, _)| run.clone());
    let Some(run) = shown else {
        let inner = pane(state, Focus::Result, "Result", area, frame);
        let can_run = state.server().is_some_and(Server::is_ready) && state.form.item.is_some();
        let words = if can_run { "Nothing was run. ^S runs what the form says." } else { "Nothing was run." };
        return nothing(state, words, inner, frame);
    };
    let style = match run.word() {
        "OK" => state.theme.ok(),
        "running" => state.theme.warn(),
        _ => state.theme.error(),
    };
    let mut title = vec![Span::styled(format!("#{} ", run.number), state.theme.accent())];
    title.push(Span::styled(format!("{} ", run.word()), style));
    if run.end.as_ref().is_some_and(|end| !end.misfits.is_empty()) {
        title.push(Span::styled("! ", state.theme.error()));
    }
    let inner = match &run.end {
        Some(end) => {
            let nanos = u64::try_from(end.took.as_nanos()).unwrap_or(u64::MAX);
            let wide = |names: &[&str]| names.iter().map(|name| text::width(name) + 2).sum::<usize>();
            let used: usize = title.iter().map(|span| text::width(&span.content)).sum();
            let room = usize::from(area.width).saturating_sub(5 + used);
            // All ways to look at it are named, by shorter words where there is no room for how long it took.
            let plain = text::width(&text::span(nanos)) + 1;
            let names = if wide(&RUN_TABS) + plain <= room { RUN_TABS } else { SHORT_TABS };
            let room = room.saturating_sub(wide(&names));
            let took = took(nanos, &end.shares, room);
            if text::width(&took) < room {
                title.push(Span::styled(format!("{took} "), state.theme.text()));
            }
            let before = title.iter().map(|span| text::width(&span.content)).sum();
            title.extend(tabs(state, &names, state.result.tab));
            // Before the title, which counts the lines.
            if RUN_TABS.get(state.result.tab) == Some(&"Content") {
                state.result_page.fit(area.width.saturating_sub(2));
            }
            let position = state.result_page.doc.position();
            let inner = pane_with(state, Focus::Result, title, &position, area, frame);
            tab_zones(state, Focus::Result, &names, before, area);
            inner
        }
        None => {
            let inner = pane_with(state, Focus::Result, title, "", area, frame);
            return progress(state, &run, inner, frame);
        }
    };
    let is_focused = state.focus == Focus::Result && state.overlay.is_none();
    state.result_page.doc.draw(&state.theme, is_focused, inner, frame.buffer_mut());
}

/// How long a run took, and who took that, as far as there is room beside the parts.
fn took(nanos: u64, shares: &[(Taker, u64)], room: usize) -> String {
    let whole = text::span(nanos);
    let said = |taker: Taker| {
        let share = shares.iter().find(|(one, nanos)| *one == taker && *nanos > 0);
        share.map(|(_, nanos)| format!("{} {}", taker.as_str(), text::span(*nanos)))
    };
    let (you, rule) = (said(Taker::You), said(Taker::Rule));
    let (server, network) = (said(Taker::Server), said(Taker::Network));
    // A run that only the server had says nothing by that.
    if you.is_none() && rule.is_none() && network.is_none() {
        return whole;
    }
    let all: Vec<String> = [you.clone(), rule, server, network].into_iter().flatten().collect();
    let wishes = [Some(all.join(", ")), you].into_iter().flatten();
    let mut told = wishes.map(|shares| format!("{whole} ({shares})"));
    told.find(|told| text::width(told) < room).unwrap_or(whole)
}

fn progress(state: &mut State, run: &Run, area: Rect, frame: &mut Frame<'_>) {
    let key = state.key_for("x", "^X").to_owned();
    if let Some((line, _)) = buttons::below(area) {
        buttons::draw(state, &[of("Cancel", &key, Action::Cancel)], line, frame);
    }
    let Some(server) = state.server() else { return };
    let seconds = std::time::Duration::from_millis(state.now_ms.saturating_sub(run.began_ms)).as_secs_f64();
    let mut lines = vec![Line::from(format!("runs for {seconds:.1} s; {key} cancels it"))];
    if let Some((_, progress)) = server.now.progress.iter().find(|(key, _)| *key == run.key) {
        let width = f64::from(area.width.saturating_sub(12).max(4));
        if let Some(total) = progress.total.filter(|total| *total > 0.0) {
            let share = (progress.progress / total).clamp(0.0, 1.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it is between 0 and the width"
            )]
            let (done, all) = ((share * width) as usize, width as usize);
            let drawn = format!("{}{}", "█".repeat(done), "░".repeat(all - done));
            lines.push(Line::from(Span::styled(
                format!("{drawn} {:>3.0} %", share * 100.0),
                state.theme.accent(),
            )));
        } else {
            lines.push(Line::from(format!("progress {}", progress.progress)));
        }
        if let Some(message) = &progress.message {
            lines.push(Line::from(Span::styled(text::fit(message, usize::from(area.width)), Style::new())));
        }
    }
    if !server.now.asks.is_empty() {
        let told = format!("The server asks something: {} opens the inbox.", state.view_key("i", "F7"));
        let told = text::wrap(&told, usize::from(area.width), 3).into_iter();
        lines.extend(told.map(|line| Line::from(Span::styled(line, state.theme.warn()))));
    }
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height);
    frame.render_widget(Paragraph::new(lines), Rect { height, ..area });
}
