//! What follows from where the user stands: the form, the texts, and the rows that belong to it.

use crate::about;
use crate::detail::{RUN_TABS, row_part, row_tabs, run_part};
use crate::offer::Kind;
use crate::page::Content;
use crate::pane::form::FormPane;
use crate::run::Run;
use crate::server::Server;
use crate::state::{Focus, State, View};
use crate::text;
use mcp_inspector_engine::core::timeline::Row;

/// How many lines the page about a server may have.
const MOST_LINES: usize = 10_000;

impl State {
    /// Makes everything that is shown follow from where the user stands.
    pub(crate) fn settle(&mut self) {
        let last = self.servers.len().saturating_sub(1);
        self.current = self.current.min(last);
        self.server_place.step(0, self.servers.len());
        let view = self.view;
        if let Some(server) = self.server_mut() {
            server.refresh_rows(view);
        }
        self.renew_palette();
        self.settle_judgement();
        match view {
            View::Explore => {
                self.settle_form();
                self.settle_completion();
                self.settle_result();
            }
            View::Timeline | View::Auth | View::Log => self.settle_detail(),
            View::Server => self.settle_server(),
            View::Servers => self.settle_post_mortem(),
            View::Inbox => self.settle_inbox(),
        }
    }

    /// The page about the current server. To make it all rows are looked at, so it is made again only when
    /// something happened, and not because someone scrolls or time goes by.
    fn settle_server(&mut self) {
        let Some(server) = self.servers.get(self.current) else {
            return self.server_page.set("", Content::Plain(String::new()));
        };
        let stamp = (server.id, server.revision, server.state().1, server.problem.clone(), self.columns);
        if self.server_stamp.as_ref() == Some(&stamp) {
            return;
        }
        let (key, text) = (server.id.0.to_string(), about::page(server, self.text_columns(), &self.zone));
        self.server_page.set(&key, Content::Plain(self.wrapped(&text)));
        self.server_stamp = Some(stamp);
        #[cfg(test)]
        {
            self.pages_made += 1;
        }
    }

    /// A text in lines that fit the screen.
    fn wrapped(&self, text: &str) -> String {
        text::wrap(text, self.text_columns(), MOST_LINES).join("\n")
    }

    /// The columns of a text that has the whole screen.
    fn text_columns(&self) -> usize {
        usize::from(self.columns).saturating_sub(5)
    }

    fn settle_form(&mut self) {
        let Some(server) = self.servers.get_mut(self.current) else { return };
        if let (Some(key), Focus::Form) = (&self.form.item, self.focus) {
            // Whoever fills in a form keeps it when its item goes, also when it comes again.
            let is_gone = server.offer.find(key).is_none();
            let is_other = self.form.offered != server.offer.revision;
            self.form.is_gone = is_gone;
            if is_gone {
                return;
            }
            if is_other && server.offer.selected().is_none_or(|item| item.key != *key) {
                server.offer.reveal(key);
            }
        }
        let Some(item) = server.offer.selected() else { return };
        let offered = server.offer.revision;
        if self.form.item.as_ref() == Some(&item.key) {
            if self.form.offered != offered {
                self.form.offered = offered;
                self.form.pane.set_schema(&item.schema());
            }
            return;
        }
        let (key, schema) = (item.key.clone(), item.schema());
        (self.form.offered, self.form.is_gone) = (offered, false);
        self.keep_draft();
        let draft = self.server().and_then(|server| server.drafts.get(&key).cloned());
        self.form.pane = FormPane::new(&schema, draft.as_deref());
        self.form.item = Some(key);
        self.form.is_warned = false;
        self.result.run = None;
        // What changed was asked of the runs of another.
        if crate::detail::RUN_TABS.get(self.result.tab) == Some(&"Diff") {
            self.result.tab = 0;
        }
    }

    /// Fields are completed by who is there to be asked.
    fn settle_completion(&mut self) {
        let is_known = matches!(self.form.item, Some((Kind::Prompt | Kind::Template, _)));
        let completes = is_known && self.server().is_some_and(Server::is_ready);
        self.form.pane.set_completion(completes);
    }

    /// The run whose result is shown, and the one before it.
    pub(crate) fn shown_run(&self) -> Option<(&Run, Option<&Run>)> {
        let server = self.server()?;
        let item = self.form.item.as_ref()?;
        let runs: Vec<&Run> = server.runs_of(item).collect();
        let place = match self.result.run {
            Some(number) => runs.iter().position(|run| run.number == number)?,
            None => runs.len().checked_sub(1)?,
        };
        Some((runs[place], place.checked_sub(1).map(|before| runs[before])))
    }

    fn settle_result(&mut self) {
        let tab = RUN_TABS[self.result.tab.min(RUN_TABS.len() - 1)];
        let Some((run, before)) = self.shown_run() else {
            self.result_page.set("", Content::Plain(String::new()));
            return;
        };
        if run.end.is_none() {
            self.result_page.set("running", Content::Plain(String::new()));
            return;
        }
        let id = self.servers[self.current].id.0;
        let key = format!("{id} {} {tab}", run.number);
        let content = (!self.result_page.is(&key)).then(|| run_part(run, before, tab));
        if let Some(content) = content {
            self.result_page.set(&key, content);
        }
    }

    /// The row that is selected in the pane that has the focus, or in its view.
    pub(crate) fn selected_row(&self) -> Option<Row> {
        let server = self.server()?;
        let rows = match (self.view, self.focus) {
            (View::Auth, _) => &server.auth,
            (View::Log, _) => &server.log,
            (View::Explore, Focus::Strip) => &server.strip,
            (View::Timeline, _) => &server.rows,
            _ => return None,
        };
        rows.selected(&server.timeline)
    }

    /// The parts of the row that is selected.
    pub(crate) fn detail_tabs(&self) -> Vec<&'static str> {
        match (self.selected_row(), self.server()) {
            (Some(row), Some(server)) => row_tabs(&row, server),
            _ => Vec::new(),
        }
    }

    fn settle_detail(&mut self) {
        let tabs = self.detail_tabs();
        self.detail_tab = self.detail_tab.min(tabs.len().saturating_sub(1));
        let (Some(row), Some(server)) = (self.selected_row(), self.servers.get(self.current)) else {
            self.detail_page.set("", Content::Plain(String::new()));
            return;
        };
        let Some(tab) = tabs.get(self.detail_tab) else { return };
        // A row that is not over has more to tell later.
        let key = format!("{} {} {:?} {tab}", server.id.0, row.seq.0, row.end_seq);
        self.detail_page.show(&key, || row_part(&row, server, tab));
    }

    fn settle_post_mortem(&mut self) {
        let Some(server) = self.servers.get(self.current) else {
            self.post_mortem.set("", Content::Plain(String::new()));
            return;
        };
        self.post_mortem.set(&server.id.0.to_string(), Content::Plain(self.wrapped(&about::summary(server))));
    }
}
