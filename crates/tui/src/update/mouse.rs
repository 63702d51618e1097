//! The mouse: a click goes to a pane, a row or a view, the wheel scrolls what is under it.

use crate::overlay::{Overlay, Purpose};
use crate::pane::form::FormDid;
use crate::state::{Focus, State, Zone};
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

/// How far the wheel scrolls.
const WHEEL: isize = 3;

impl State {
    pub(crate) fn mouse(&mut self, mouse: MouseEvent) {
        let position = Position::new(mouse.column, mouse.row);
        // Terminals, and whoever writes into them, can name places that are on no screen.
        if position.x >= self.columns || position.y >= self.lines {
            return;
        }
        match mouse.kind {
            MouseEventKind::ScrollDown => self.wheel(position, WHEEL),
            MouseEventKind::ScrollUp => self.wheel(position, -WHEEL),
            MouseEventKind::Down(MouseButton::Left) => {
                self.presses += 1;
                self.click(position);
            }
            _ => {}
        }
    }

    fn click(&mut self, position: Position) {
        // Beside what lies over everything there is nothing to click on.
        let key = self.zones.iter().rev().find_map(|(area, zone)| match zone {
            Zone::Key(key) if area.contains(position) => Some(*key),
            _ => None,
        });
        if let Some(key) = key.filter(|_| self.overlay.is_some()) {
            return self.overlay_key(key);
        }
        match &mut self.overlay {
            Some(Overlay::Server(form)) => {
                if form.pane.click(position.y, position.x) == FormDid::Changed {
                    form.flaw = None;
                }
                return;
            }
            Some(Overlay::Palette(_) | Overlay::Line(_)) => return self.click_found(position),
            Some(_) => return,
            None => {}
        }
        let hit: Vec<(ratatui::layout::Rect, Zone)> =
            self.zones.iter().filter(|(area, _)| area.contains(position)).copied().collect();
        // A button is what it says, wherever the keys go.
        let button = hit.iter().find_map(|(_, zone)| match zone {
            Zone::Act(action) => Some(*action),
            _ => None,
        });
        if let Some(action) = button {
            return self.act(action);
        }
        for (area, zone) in hit {
            match zone {
                Zone::View(view) => self.open_view(view),
                Zone::Found { .. } | Zone::Act(_) | Zone::Key(_) => {}
                Zone::Part { pane, part } => {
                    self.focus = pane;
                    let tab = if pane == Focus::Result { &mut self.result.tab } else { &mut self.detail_tab };
                    *tab = part;
                }
                Zone::Pane(pane) => {
                    self.focus = pane;
                    self.click_into(pane, position);
                }
                Zone::Lines { pane, top } => {
                    self.focus = pane;
                    self.go_to_line(pane, top + usize::from(position.y - area.y));
                }
            }
        }
    }

    /// A click on something that the palette found goes there, one on a command is Enter.
    fn click_found(&mut self, position: Position) {
        let line = self.zones.iter().find_map(|(area, zone)| match zone {
            Zone::Found { top } if area.contains(position) => Some(top + usize::from(position.y - area.y)),
            _ => None,
        });
        let Some(line) = line else { return };
        match self.overlay.take() {
            Some(Overlay::Palette(palette)) => match palette.get(line).map(|entry| entry.go.clone()) {
                Some(go) => self.go_to(go),
                None => self.overlay = Some(Overlay::Palette(palette)),
            },
            Some(Overlay::Line(typed)) => self.take_command(typed.meant(Some(line))),
            other => self.overlay = other,
        }
    }

    /// A click into a text or a form.
    fn click_into(&mut self, pane: Focus, position: Position) {
        let (row, column) = (position.y, position.x);
        match pane {
            Focus::Result => self.result_page.doc.click(row, column),
            Focus::Detail | Focus::AuthDetail | Focus::LogDetail => self.detail_page.doc.click(row, column),
            Focus::Page => self.server_page.doc.click(row, column),
            Focus::ServerDetail => self.post_mortem.doc.click(row, column),
            Focus::Form if self.form.item.is_some() => {
                let did = self.form.pane.click(row, column);
                self.form_did(did);
            }
            Focus::AskText => self.inbox.text.doc.click(row, column),
            Focus::AskForm => {
                let form = self.inbox.form.as_mut().filter(|form| form.ended.is_none());
                if let Some(did) = form.map(|form| form.pane.click(row, column)) {
                    self.ask_did(&did);
                }
            }
            _ => {}
        }
    }

    fn go_to_line(&mut self, pane: Focus, line: usize) {
        match pane {
            Focus::Tree => {
                let Some(server) = self.server_mut() else { return };
                let length = server.offer.lines.len();
                if line < length {
                    let is_again = server.offer.place.selected == line;
                    server.offer.place.go(line, length);
                    if is_again {
                        self.open();
                    }
                }
            }
            Focus::ServerList => {
                if line < self.servers.len() {
                    let is_again = self.current == line;
                    self.turn_to(line);
                    if is_again {
                        self.open();
                    }
                }
            }
            Focus::AskList => {
                let length = self.asks().len();
                if line < length {
                    self.inbox.place.go(line, length);
                    self.open_inbox();
                }
            }
            pane => {
                let Some(server) = self.server_mut() else { return };
                let rows = match pane {
                    Focus::Strip => &mut server.strip,
                    Focus::AuthRows => &mut server.auth,
                    Focus::LogRows => &mut server.log,
                    _ => &mut server.rows,
                };
                if line < rows.len() {
                    rows.go(line, &server.timeline);
                }
            }
        }
    }

    /// Goes through the list of a pane, whichever has the keys.
    fn step_in(&mut self, pane: Focus, by: isize) {
        let focus = std::mem::replace(&mut self.focus, pane);
        self.step(by);
        self.focus = focus;
    }

    fn wheel(&mut self, position: Position, by: isize) {
        match &mut self.overlay {
            Some(Overlay::Help(place)) => {
                place.top = place.top.saturating_add_signed(by);
                return;
            }
            Some(Overlay::Palette(palette)) => {
                let length = palette.len();
                return palette.place.step(by, length);
            }
            Some(Overlay::Server(form)) => {
                return form.pane.scroll(i32::try_from(by).unwrap_or_default());
            }
            Some(Overlay::Line(line)) if line.purpose == Purpose::Command => return line.pick(by),
            Some(_) => return,
            None => {}
        }
        let pane = self.zones.iter().rev().find_map(|(area, zone)| match zone {
            Zone::Pane(pane) | Zone::Lines { pane, .. } if area.contains(position) => Some(*pane),
            _ => None,
        });
        let lines = i32::try_from(by).unwrap_or_default();
        match pane {
            Some(Focus::Result) => self.result_page.doc.scroll(lines),
            Some(Focus::Detail | Focus::AuthDetail | Focus::LogDetail) => self.detail_page.doc.scroll(lines),
            Some(Focus::Page) => self.server_page.doc.scroll(lines),
            Some(Focus::Form) => self.form.pane.scroll(lines),
            Some(Focus::AskText) => self.inbox.text.doc.scroll(lines),
            Some(Focus::AskForm) => {
                if let Some(form) = &mut self.inbox.form {
                    form.pane.scroll(lines);
                }
            }
            Some(Focus::ServerDetail) => self.post_mortem.doc.scroll(lines),
            // One by one, since each is opened.
            Some(pane @ (Focus::ServerList | Focus::AskList)) => self.step_in(pane, by.signum()),
            Some(Focus::Tree) => {
                if let Some(server) = self.server_mut() {
                    server.offer.place.scroll(by);
                }
            }
            Some(pane @ (Focus::Strip | Focus::Rows | Focus::AuthRows | Focus::LogRows)) => {
                self.step_in(pane, by);
            }
            None => {}
        }
    }
}
