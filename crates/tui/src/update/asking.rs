//! What the server asks: gone to, answered, declined, cancelled.

use crate::effect::Effect;
use crate::event::Mood;
use crate::inbox::{AskForm, AskKind, end_word, is_page, told, url};
use crate::keys::Action;
use crate::page::Content;
use crate::server::{Said, ServerId};
use crate::state::{Focus, State, View};
use mcp_inspector_engine::core::entry::AskEnd;
use mcp_inspector_engine::core::message::RequestId;
use mcp_inspector_engine::core::timeline::RowKind;
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

    /// Makes a form for the ask that is selected, or takes up the one that was begun.
    pub(crate) fn begin_answer(&mut self) {
        let asks = self.asks();
        self.inbox.place.step(0, asks.len());
        let wanted = asks.get(self.inbox.place.selected).copied();
        let Some((server, id, ask)) =
            wanted.and_then(|(server, id)| Some((server, id, self.ask(server, id)?.clone())))
        else {
            self.inbox.form = None;
            return;
        };
        if !self.inbox.form.as_ref().is_some_and(|form| form.is(server, id)) {
            self.inbox.open(server, id, &ask);
        }
    }

    /// Goes to the inbox. Whoever goes there wants to answer.
    pub(crate) fn open_inbox(&mut self) {
        self.begin_answer();
        match self.inbox.form {
            Some(_) => self.go_to_answer(),
            None => self.focus = Focus::AskList,
        }
    }

    /// An ask that no longer waits makes room for the next, but not below the hands of who is answering it: what
    /// they type next would be keys, or the answer to something else.
    pub(crate) fn settle_inbox(&mut self) {
        let asks = self.asks();
        self.inbox.retain(&asks);
        if let Some((server, ask)) = self.inbox.form.as_ref().map(|form| (form.server, form.ask)) {
            let how = self.end_of(server, ask);
            let is_answering = matches!(self.focus, Focus::AskForm | Focus::AskText);
            match (asks.iter().position(|one| *one == (server, ask)), &mut self.inbox.form) {
                (Some(place), _) => self.inbox.place.selected = place,
                (None, Some(form)) if is_answering => form.ended = form.ended.or(Some(how)),
                (None, form) => *form = None,
            }
        }
        if self.inbox.form.is_none() {
            self.begin_answer();
        }
        let asking = self.inbox.form.as_ref().and_then(|form| self.asking_call(form.server, &form.asked));
        match &mut self.inbox.form {
            Some(form) => {
                let key = format!("{} {}", form.server.0, form.ask.0);
                let is_running = asking.as_ref().is_some_and(|(_, is_over)| !is_over);
                form.call = asking.map(|(call, _)| call).or(form.call.take());
                // The server may wait for the answer all the same.
                let over = if is_running { "" } else { ", which is over" };
                let call = form.call.as_ref().map(|call| format!("{call}{over}"));
                let text = told(&form.asked, call.as_deref());
                self.inbox.text.set(&key, Content::Plain(text));
            }
            None => {
                self.inbox.text.set("", Content::Plain(String::new()));
                self.focus = Focus::AskList;
            }
        }
    }

    /// The call that an ask belongs to: the one whose result it is in, or the one that the timeline has it in.
    fn asking_call(&self, server: ServerId, ask: &AskView) -> Option<(String, bool)> {
        let server = self.servers.iter().find(|one| one.id == server)?;
        if let Some(id) = ask.call.map(RequestId::Number) {
            return server.session.as_ref()?.log().with_view(|view| {
                let call = view.calls.iter().rev().find(|call| call.id.as_ref() == Some(&id))?;
                // It was answered with what it asks, and goes on with the answer: for as long as that waits it is not over.
                Some((format!("{} {}", call.method, call.name.clone()?), false))
            });
        }
        let above = server.timeline.ancestors(ask.seq?);
        let call = above.iter().rev().find(|row| row.kind == RowKind::Call)?;
        Some((format!("{} {} (#{})", call.method, call.target, call.seq), call.end_seq.is_some()))
    }

    /// How an ask ended that no longer waits.
    fn end_of(&self, server: ServerId, ask: AskId) -> AskEnd {
        let server = self.servers.iter().find(|one| one.id == server);
        let ended = server.and_then(|server| server.now.ended_asks.iter().rev().find(|one| one.id == ask));
        ended.map_or(AskEnd::Lost, |ended| ended.how)
    }

    /// Closes a form whose ask is over; false when there is none.
    pub(crate) fn close_ended(&mut self) -> bool {
        let is_over = self.inbox.form.as_ref().is_some_and(|form| form.ended.is_some());
        if is_over {
            self.inbox.form = None;
            self.focus = Focus::AskList;
        }
        is_over
    }

    /// The word for how an ask ended.
    pub(crate) fn ended_word(&self, server: ServerId, ask: AskId, how: AskEnd) -> &'static str {
        let server = self.servers.iter().find(|one| one.id == server);
        end_word(how, server.and_then(|server| server.answers.of(ask)))
    }

    /// Says that an ask is over, if it is.
    pub(crate) fn is_too_late(&mut self) -> bool {
        let form = self.inbox.form.as_ref();
        let Some((server, ask, how)) = form.and_then(|form| Some((form.server, form.ask, form.ended?)))
        else {
            return false;
        };
        let word = self.ended_word(server, ask, how);
        self.tell(format!("too late: it is {word}; Esc closes it"), Mood::Bad);
        true
    }

    pub(crate) fn accept(&mut self) {
        if self.is_too_late() {
            return;
        }
        let Some(form) = &mut self.inbox.form else { return };
        // What is no JSON cannot be sent anyway.
        let answer = match form.accepted() {
            Ok(answer) => answer,
            Err(why) => return self.tell(format!("the answer is no JSON: {why}"), Mood::Bad),
        };
        let said = form.accepts();
        if !self.is_blamed("^S") {
            self.answer(answer, said, Action::Run);
        }
    }

    /// Says once what does not fit in the open answer, and goes to the field; a second time it is sent all the same.
    fn is_blamed(&mut self, key: &str) -> bool {
        let Some(form) = self.inbox.form.as_mut().filter(|form| !form.is_warned) else { return false };
        let Some(warning) = form.blame() else { return false };
        form.is_warned = true;
        if form.whole.is_none() {
            self.focus = Focus::AskForm;
        }
        self.tell(warning.replace("^S", key), Mood::Bad);
        true
    }

    /// Answers the open ask, and all that are alike from now on.
    pub(crate) fn always(&mut self, declines: bool) {
        if self.is_too_late() {
            return;
        }
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
        if !declines && self.is_blamed("^O") {
            return;
        }
        let found = self.servers.iter().find(|one| one.id == server);
        let session = found.and_then(|one| Some((one.session.clone()?, one.rules.clone())));
        let Some((session, rules)) = session.filter(|(session, _)| !session.is_read_only()) else {
            return self.tell("this is a recording: nothing can be sent", Mood::Bad);
        };
        self.effects.push(Effect::Always { session, rules, rule });
        if self.view == View::Inbox {
            self.answered = Some((Action::Always, self.presses));
            self.go_back_from_inbox();
        }
    }

    /// Takes a standing answer back.
    pub(crate) fn forget_rule(&mut self, number: &str) {
        let server = self.server().map(|server| (server.rules.clone(), server.session.clone()));
        let (rules, session) = server.unwrap_or_default();
        let stands = |number: &usize| rules.list().iter().any(|rule| rule.number == *number);
        if let (Some(number), Some(session)) = (number.parse().ok().filter(stands), session) {
            self.effects.push(Effect::TakeBack { session, rules, number });
        } else {
            let numbers: Vec<String> = rules.list().iter().map(|rule| rule.number.to_string()).collect();
            let stand = if numbers.is_empty() { "none".to_owned() } else { numbers.join(", ") };
            self.tell(format!("`:forget NUMBER` needs the number of a rule that stands: {stand}"), Mood::Bad);
        }
    }

    pub(crate) fn decline(&mut self) {
        if !self.is_too_late()
            && let Some(method) = self.asked_method()
        {
            self.answer(AskForm::declined(&method), Said::Declined, Action::Decline);
        }
    }

    pub(crate) fn cancel_ask(&mut self) {
        if !self.is_too_late()
            && let Some(method) = self.asked_method()
        {
            let (answer, said) = AskForm::cancelled(&method);
            self.answer(answer, said, Action::CancelAsk);
            if said != Said::Cancelled {
                self.tell("declined: only forms and URLs can be cancelled", Mood::Good);
            }
        }
    }

    fn asked_method(&self) -> Option<String> {
        let form = self.inbox.form.as_ref()?;
        self.ask(form.server, form.ask).map(|ask| ask.method.clone())
    }

    fn answer(&mut self, answer: Answer, said: Said, by: Action) {
        let Some(form) = &self.inbox.form else { return };
        let (server, ask) = (form.server, form.ask);
        let session = self.servers.iter().find(|one| one.id == server).and_then(|one| one.session.clone());
        let Some(session) = session.filter(|session| !session.is_read_only()) else {
            return self.tell("this is a recording: nothing can be sent", Mood::Bad);
        };
        self.effects.push(Effect::Answer { session, ask, answer });
        self.tell(said.word(), Mood::Good);
        // It is dealt with; the next one waits, or what was looked at before does.
        if let Some(server) = self.by_id(server) {
            server.now.asks.retain(|(id, _)| *id != ask);
            server.answers.decide(ask, said);
        }
        self.inbox.form = None;
        self.answered = Some((by, self.presses));
        if self.asks().is_empty() {
            self.go_back_from_inbox();
        }
    }

    /// Goes back to what was looked at before the inbox; from a form whose call runs, to where its result comes.
    fn go_back_from_inbox(&mut self) {
        (self.view, self.focus) = self.before;
        let runs = self.shown_run().is_some_and(|(run, _)| run.end.is_none());
        if self.focus == Focus::Form && runs {
            self.focus = Focus::Result;
        }
    }

    /// Whether an action is the echo of the one that answered an ask: the same key pressed at once again finds
    /// something else than its user meant. That is told, and once more it is done.
    pub(crate) fn is_echo(&mut self, action: Action) -> bool {
        let Some((by, press)) = self.answered else { return false };
        let is_same = by == action || (by, action) == (Action::Decline, Action::Cancel);
        if !is_same || self.presses != press + 1 {
            return false;
        }
        let done = match by {
            Action::Decline => "declined",
            Action::CancelAsk => "cancelled",
            _ => "answered",
        };
        let told = match (self.view, action) {
            (View::Inbox, Action::Decline) => "this is the next ask: ^X again declines it".to_owned(),
            (View::Inbox, Action::CancelAsk) => "this is the next ask: ^R again cancels it".to_owned(),
            (View::Inbox, Action::Always) => "this is the next ask: ^O again answers it".to_owned(),
            (View::Inbox, _) => "this is the next ask: ^S again accepts it".to_owned(),
            (_, Action::Cancel) => format!("the ask is {done}; ^X again cancels the call"),
            (_, _) => format!("the ask is {done}; ^S again runs what the form says"),
        };
        self.tell(told, Mood::Plain);
        true
    }

    /// The URL of an ask or of a login.
    pub(crate) fn wanted_url(&self) -> Option<String> {
        match self.view {
            View::Inbox => self.inbox.form.as_ref().and_then(|form| url(&form.asked)),
            _ => self.server().and_then(|server| server.login_url.clone()),
        }
    }

    /// Opens the URL of an ask or of a login.
    pub(crate) fn browse(&mut self) {
        match self.wanted_url() {
            Some(url) if !is_page(&url) => {
                self.tell("only http and https URLs are opened, and this is none; `Y` copies it", Mood::Bad);
            }
            Some(url) => self.effects.push(Effect::Browse { url }),
            None => self.tell("there is no URL to open", Mood::Plain),
        }
    }
}
