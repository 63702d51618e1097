//! Moving: between views and panes, up and down in lists, in and out of folds.

use crate::event::Mood;
use crate::keys::Action;
use crate::offer::{Kind, Line};
use crate::rows::Rows;
use crate::state::{Focus, State, View};
use mcp_inspector_engine::Seq;

impl State {
    /// Looks at a view, and has done what it needs.
    pub(crate) fn open_view(&mut self, view: View) {
        self.go(view);
        match view {
            View::Auth => self.ask_tokens(),
            View::Inbox => self.open_inbox(),
            View::Servers => self.server_place.selected = self.current,
            _ => {}
        }
    }

    pub(crate) fn next_pane(&mut self, by: isize) {
        let panes = self.view.panes();
        let place = panes.iter().position(|pane| *pane == self.focus).unwrap_or_default();
        let length = isize::try_from(panes.len()).unwrap_or(1);
        let next = (isize::try_from(place).unwrap_or_default() + by).rem_euclid(length);
        self.give_keys(panes[usize::try_from(next).unwrap_or_default()]);
    }

    /// Gives the keys to a pane.
    pub(super) fn give_keys(&mut self, pane: Focus) {
        match pane {
            Focus::Form => self.go_to_form(),
            Focus::AskForm => self.go_to_answer(),
            pane => self.focus = pane,
        }
    }

    /// Gives the keys to the form.
    pub(crate) fn go_to_form(&mut self) {
        self.focus = Focus::Form;
        self.form.pane.enter();
    }

    /// Gives the keys to the answer of the open ask.
    pub(crate) fn go_to_answer(&mut self) {
        self.focus = Focus::AskForm;
        if let Some(form) = &mut self.inbox.form {
            form.pane.enter();
        }
    }

    /// Makes the pane that has the focus larger, or smaller.
    pub(crate) fn grow(&mut self, by: i16) {
        if !self.room.grow(self.focus, by) {
            self.tell("this pane has all the room there is", Mood::Plain);
        }
    }

    /// Makes another server the current one: the next that was ever begun, or where there is no other, the next of the
    /// list.
    pub(crate) fn turn(&mut self, by: isize) {
        let (current, length) = (self.current, self.servers.len());
        let mut others: Vec<usize> = (current + 1..length).chain(0..current.min(length)).collect();
        if by < 0 {
            others.reverse();
        }
        let is_begun = |place: &usize| self.servers[*place].is_begun();
        let next = others.iter().copied().find(is_begun).or(others.first().copied());
        self.turn_to(next.unwrap_or(current));
    }

    /// The rows of the pane that has the focus, or of its view.
    pub(crate) fn rows_mut(&mut self) -> Option<&mut Rows> {
        let focus = self.focus;
        let server = self.server_mut()?;
        match focus {
            Focus::Strip => Some(&mut server.strip),
            Focus::Rows | Focus::Detail => Some(&mut server.rows),
            Focus::AuthRows | Focus::AuthDetail => Some(&mut server.auth),
            Focus::LogRows | Focus::LogDetail => Some(&mut server.log),
            _ => None,
        }
    }

    pub(crate) fn step(&mut self, by: isize) {
        match self.focus {
            Focus::Tree => {
                if let Some(server) = self.server_mut() {
                    let length = server.offer.lines.len();
                    server.offer.place.step(by, length);
                }
            }
            Focus::ServerList => {
                let length = self.servers.len();
                self.server_place.step(by, length);
                self.turn_to(self.server_place.selected);
            }
            Focus::AskList => {
                let length = self.asks().len();
                self.inbox.place.step(by, length);
                self.begin_answer();
            }
            focus => {
                let Some(server) = self.server_mut() else { return };
                let rows = match focus {
                    Focus::Strip => &mut server.strip,
                    Focus::Rows | Focus::Detail => &mut server.rows,
                    Focus::AuthRows | Focus::AuthDetail => &mut server.auth,
                    Focus::LogRows | Focus::LogDetail => &mut server.log,
                    _ => return,
                };
                rows.step(by, &server.timeline);
            }
        }
    }

    pub(crate) fn step_page(&mut self, by: isize) {
        let height = match self.focus {
            Focus::Tree => self.server().map_or(10, |server| server.offer.height),
            _ => self.rows_mut().map_or(10, |rows| rows.height),
        };
        self.step(by * isize::try_from(height.saturating_sub(1).max(1)).unwrap_or(1));
    }

    pub(crate) fn fold(&mut self, fold: bool) {
        let focus = self.focus;
        let Some(server) = self.server_mut() else { return };
        let rows = match focus {
            Focus::Tree => return server.offer.fold(fold),
            Focus::Strip => &mut server.strip,
            Focus::Rows => &mut server.rows,
            Focus::AuthRows => &mut server.auth,
            Focus::LogRows => &mut server.log,
            _ => return,
        };
        if fold {
            rows.fold(&server.timeline);
        } else if !rows.unfold(&server.timeline) && focus != Focus::Strip && rows.len() > 0 {
            // Further to the right is what there is to see of it.
            self.open();
        }
    }

    /// Enter: goes into what is selected.
    pub(crate) fn open(&mut self) {
        match self.focus {
            Focus::Tree => self.open_item(),
            Focus::Strip => {
                let selected = self.server().and_then(|server| server.strip.selected(&server.timeline));
                self.look_at(selected.map(|row| row.seq));
            }
            Focus::Rows => self.focus = Focus::Detail,
            Focus::AuthRows => self.focus = Focus::AuthDetail,
            Focus::LogRows => self.focus = Focus::LogDetail,
            Focus::ServerList | Focus::ServerDetail => {
                self.turn_to(self.server_place.selected);
                let is_connected = self.server().is_some_and(|server| server.session.is_some());
                if !is_connected {
                    self.connect();
                }
                if self.server().is_some() {
                    self.open_view(View::Explore);
                }
            }
            Focus::AskList | Focus::AskText => {
                self.begin_answer();
                self.go_to_answer();
            }
            _ => {}
        }
    }

    /// Goes to a row of the timeline, and to what there is to see of it.
    pub(crate) fn look_at(&mut self, seq: Option<Seq>) {
        self.go(View::Timeline);
        if let (Some(server), Some(seq)) = (self.server_mut(), seq) {
            server.refresh_rows(View::Timeline);
            if !server.rows.go_to(seq, &server.timeline) {
                // A filter hides it.
                server.rows.set_filter("");
                server.refresh_rows(View::Timeline);
                server.rows.go_to(seq, &server.timeline);
            }
        }
        self.focus = Focus::Detail;
    }

    fn open_item(&mut self) {
        let Some(server) = self.server_mut() else { return };
        match server.offer.lines.get(server.offer.place.selected).copied() {
            Some(Line::Section(kind)) => {
                let fold = !server.offer.is_folded(kind);
                server.offer.fold(fold);
            }
            Some(Line::Item(index)) => {
                let kind = server.offer.items[index].key.0;
                self.settle();
                match kind {
                    Kind::Tool | Kind::Template | Kind::Prompt => self.go_to_form(),
                    Kind::Resource | Kind::Task | Kind::Subscription => self.act(Action::Run),
                }
            }
            None => {}
        }
    }

    pub(crate) fn tab(&mut self, by: isize) {
        let length = match self.focus {
            Focus::Result => crate::detail::RUN_TABS.len(),
            _ => self.detail_tabs().len(),
        };
        let tab = if self.focus == Focus::Result { &mut self.result.tab } else { &mut self.detail_tab };
        let length = isize::try_from(length).unwrap_or(1).max(1);
        let next = (isize::try_from(*tab).unwrap_or_default() + by).rem_euclid(length);
        *tab = usize::try_from(next).unwrap_or_default();
    }

    pub(crate) fn follow(&mut self) {
        let focus = self.focus;
        let Some(server) = self.server_mut() else { return };
        let rows = match focus {
            Focus::Strip => &mut server.strip,
            Focus::AuthRows | Focus::AuthDetail => &mut server.auth,
            Focus::LogRows | Focus::LogDetail => &mut server.log,
            _ => &mut server.rows,
        };
        rows.toggle_follow(&server.timeline);
    }

    pub(crate) fn pin(&mut self) {
        let Some(row) = self.selected_row() else { return };
        let Some(server) = self.server_mut() else { return };
        server.timeline.pin(row.seq, !row.is_pinned);
        server.revision += 1;
    }

    pub(crate) fn same_method(&mut self) {
        let Some(row) = self.selected_row() else { return };
        self.set_filter(&format!("method:{}", row.method));
    }

    /// Filters the list that has the focus.
    pub(crate) fn set_filter(&mut self, filter: &str) {
        let focus = self.focus;
        if let Some(server) = self.server_mut() {
            match focus {
                Focus::Tree => server.offer.set_filter(filter),
                Focus::Strip => server.strip.set_filter(filter),
                Focus::AuthRows | Focus::AuthDetail => server.auth.set_filter(filter),
                Focus::LogRows | Focus::LogDetail => server.log.set_filter(filter),
                _ => server.rows.set_filter(filter),
            }
        }
    }

    /// The filter of the list that has the focus.
    pub(crate) fn filter(&self) -> String {
        let Some(server) = self.server() else { return String::new() };
        match self.focus {
            Focus::Tree => server.offer.filter(),
            Focus::Strip => server.strip.filter(),
            Focus::AuthRows | Focus::AuthDetail => server.auth.filter(),
            Focus::LogRows | Focus::LogDetail => server.log.filter(),
            _ => server.rows.filter(),
        }
        .to_owned()
    }

    /// Why the filter of the list that has the focus cannot be read.
    pub(crate) fn filter_flaw(&self) -> Option<&str> {
        let server = self.server()?;
        let rows = match self.focus {
            Focus::Tree => return None,
            Focus::Strip => &server.strip,
            Focus::AuthRows | Focus::AuthDetail => &server.auth,
            Focus::LogRows | Focus::LogDetail => &server.log,
            _ => &server.rows,
        };
        rows.flaw()
    }

    pub(crate) fn clear_filter(&mut self) {
        if !self.filter().is_empty() {
            self.set_filter("");
            self.tell("the filter is gone", Mood::Plain);
        }
    }
}
