//! What is drawn: the state as lines and cells, and nothing else.

mod ask;
mod auth;
mod buttons;
mod chrome;
pub(crate) mod disputed;
pub(crate) mod explore;
mod frame;
mod help;
mod hints;
mod line;
mod palette;
mod result;
mod rows;
mod servers;
mod timeline;

use crate::overlay::Overlay;
use crate::state::{State, View};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Paragraph;

/// The least room in which anything can be shown.
const LEAST: (u16, u16) = (60, 16);

/// Draws everything.
pub(crate) fn draw(state: &mut State, frame: &mut Frame<'_>) {
    whole(state, frame);
    state.disputed = disputed::settle(frame.buffer_mut(), &state.disputed);
}

fn whole(state: &mut State, frame: &mut Frame<'_>) {
    let area = frame.area();
    state.zones.clear();
    state.lines = area.height;
    if state.columns != area.width {
        state.columns = area.width;
        state.settle();
    }
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let told = format!(
            "the terminal is too small: {}x{}, and {}x{} is needed",
            area.width, area.height, LEAST.0, LEAST.1
        );
        frame.render_widget(Paragraph::new(told).wrap(ratatui::widgets::Wrap { trim: true }), area);
        return;
    }
    let [header, tabs, body, status] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(1),
    ])
    .areas(area);
    chrome::header(state, header, frame);
    chrome::tabs(state, tabs, frame);
    match state.view {
        View::Explore => explore::draw(state, body, frame),
        View::Timeline => timeline::draw(state, body, frame),
        View::Server => servers::page(state, body, frame),
        View::Auth => auth::draw(state, body, frame),
        View::Log => timeline::log(state, body, frame),
        View::Servers => servers::draw(state, body, frame),
        View::Inbox => ask::draw(state, body, frame),
    }
    chrome::status(state, status, frame);
    overlay(state, (body, status), frame);
}

fn overlay(state: &mut State, (body, status): (Rect, Rect), frame: &mut Frame<'_>) {
    // Taken out, so that what it is drawn with can be looked at as well.
    let mut overlay = state.overlay.take();
    match &mut overlay {
        Some(Overlay::Help(place)) => help::draw(state, place, body, frame),
        Some(Overlay::Palette(palette)) => palette::draw(state, palette, body, frame),
        Some(Overlay::Line(line)) => line::draw(state, line, (body, status), frame),
        Some(Overlay::Copy) => line::copy(state, status, frame),
        Some(Overlay::Side) => line::side(state, status, frame),
        Some(Overlay::Confirm { question, .. }) => line::question(state, question, status, frame),
        Some(Overlay::Server(form)) => servers::form(state, form, body, frame),
        None => {}
    }
    state.overlay = overlay;
}
