//! What the server asks: gone to, answered, declined, cancelled.

use crate::effect::Effect;
use crate::event::Mood;
use crate::inbox::{AskForm, AskKind, url};
use crate::server::ServerId;
use crate::state::{Focus, State, View};
use crate::text;
use mcp_inspector_engine::core::view::AskView;
use mcp_inspector_engine::{Answer, AskId};
use serde_json::json;

impl State {
    /// What waits, of all servers.
    pub(crate) fn asks(&self) -> Vec<(ServerId, AskId)> {
        let all = self.servers.iter();
        all.flat_map(|server| server.now.asks.iter().map(|(id, _)| (server.id, *id))).collect()
    }

    /// An ask that waits.
    pub(crate) fn ask(&self, server: ServerId, ask: AskId) -> Option<&AskView> {
        let server = self.servers.iter().find(|one| one.id == server)?;
        server.now.asks.iter().find(|(id, _)| *id == ask).map(|(_, ask)| ask)
    }

    /// Makes a form for the ask that is selected.
    pub(crate) fn begin_answer(&mut self) {
        let asks = self.asks();
        self.inbox.place.step(0, asks.len());
        let Some((server, id)) = asks.get(self.inbox.place.selected).copied() else {
            self.inbox.form = None;
            return;
        };
        let is_open = self.inbox.form.as_ref().is_some_and(|form| (form.server, form.ask) == (server, id));
        if is_open {
            return;
        }
        self.inbox.form = self.ask(server, id).map(|ask| AskForm::new(server, id, ask));
        // Whoever goes to the inbox wants to answer.
        if self.view == View::Inbox {
            self.focus = Focus::AskForm;
        }
    }

    /// An ask that no longer waits makes room for the next.
    pub(crate) fn settle_inbox(&mut self) {
        let is_gone = self.inbox.form.as_ref().is_some_and(|form| self.ask(form.server, form.ask).is_none());
        if is_gone {
            self.inbox.form = None;
        }
        if self.inbox.form.is_none() {
            self.begin_answer();
            if self.inbox.form.is_none() {
                self.focus = Focus::AskList;
            }
        }
    }

    pub(crate) fn accept(&mut self) {
        let Some(form) = &mut self.inbox.form else { return };
        let errors = if form.whole.is_some() { 0 } else { form.pane.errors().len() };
        if errors > 0 && !form.is_warned {
            form.is_warned = true;
            let what = text::count(errors, "value does not fit", "values do not fit");
            return self.tell(format!("{what}; ^S again sends it anyway"), Mood::Bad);
        }
        match form.accepted() {
            Ok(answer) => self.answer(answer, "answered"),
            Err(why) => self.tell(format!("the answer is no JSON: {why}"), Mood::Bad),
        }
    }

    /// Answers the open ask, and all that are alike from now on.
    pub(crate) fn always(&mut self, declines: bool) {
        let Some(form) = &self.inbox.form else {
            return self.tell("no ask is open that could be answered", Mood::Bad);
        };
        let kind = match form.kind {
            AskKind::Sampling => "sampling",
            AskKind::Form | AskKind::Url => "elicitation",
            AskKind::Roots | AskKind::Other => {
                return self.tell("only sampling and elicitation can be answered by a rule", Mood::Bad);
            }
        };
        let rule = match form.result() {
            _ if declines => json!({ "kind": kind, "refuse": true }),
            Ok(result) => json!({ "kind": kind, "result": result }),
            Err(why) => return self.tell(format!("the answer is no JSON: {why}"), Mood::Bad),
        };
        let server = form.server;
        let found = self.servers.iter().find(|one| one.id == server);
        let session = found.and_then(|one| Some((one.session.clone()?, one.rules.clone())));
        let Some((session, rules)) = session.filter(|(session, _)| !session.is_read_only()) else {
            return self.tell("this is a recording: nothing can be sent", Mood::Bad);
        };
        self.effects.push(Effect::Always { session, rules, rule });
        if self.view == View::Inbox {
            (self.view, self.focus) = self.before;
        }
    }

    /// Takes a standing answer back.
    pub(crate) fn forget_rule(&mut self, number: &str) {
        let rules = self.server().map(|server| server.rules.clone()).unwrap_or_default();
        let is_gone = number.parse().is_ok_and(|number| rules.remove(number));
        if is_gone {
            self.tell(format!("rule {number} no longer stands"), Mood::Good);
        } else {
            let numbers: Vec<String> = rules.list().iter().map(|rule| rule.number.to_string()).collect();
            let stand = if numbers.is_empty() { "none".to_owned() } else { numbers.join(", ") };
            self.tell(format!("`:forget NUMBER` needs the number of a rule that stands: {stand}"), Mood::Bad);
        }
    }

    pub(crate) fn decline(&mut self) {
        if let Some(method) = self.asked_method() {
            self.answer(AskForm::declined(&method), "declined");
        }
    }

    pub(crate) fn cancel_ask(&mut self) {
        if let Some(method) = self.asked_method() {
            self.answer(AskForm::cancelled(&method), "cancelled");
        }
    }

    fn asked_method(&self) -> Option<String> {
        let form = self.inbox.form.as_ref()?;
        self.ask(form.server, form.ask).map(|ask| ask.method.clone())
    }

    fn answer(&mut self, answer: Answer, done: &str) {
        let Some(form) = &self.inbox.form else { return };
        let (server, ask) = (form.server, form.ask);
        let session = self.servers.iter().find(|one| one.id == server).and_then(|one| one.session.clone());
        let Some(session) = session.filter(|session| !session.is_read_only()) else {
            return self.tell("this is a recording: nothing can be sent", Mood::Bad);
        };
        self.effects.push(Effect::Answer { session, ask, answer });
        self.tell(done, Mood::Good);
        // It is dealt with; the next one waits, or what was looked at before does.
        if let Some(server) = self.by_id(server) {
            server.now.asks.retain(|(id, _)| *id != ask);
        }
        self.inbox.form = None;
        if self.asks().is_empty() {
            (self.view, self.focus) = self.before;
        }
    }

    /// Opens the URL of an ask or of a login.
    pub(crate) fn browse(&mut self) {
        let wanted = match self.view {
            View::Inbox => {
                let form = self.inbox.form.as_ref();
                form.and_then(|form| self.ask(form.server, form.ask)).and_then(url)
            }
            _ => self.server().and_then(|server| server.login_url.clone()),
        };
        match wanted {
            Some(url) => self.effects.push(Effect::Browse { url }),
            None => self.tell("there is no URL to open", Mood::Plain),
        }
    }
}
