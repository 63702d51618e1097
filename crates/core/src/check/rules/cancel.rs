//! CANC: requests that are no longer wanted.

use crate::check::Rule;
use crate::check::event::{Call, Event, Family, Notice, Place};
use crate::check::rule::{ALL, LEGACY, Level, MODERN, MUST, R1, R5};
use crate::check::sink::{Sink, shown};
use crate::check::walk::Context;
use crate::era::{Era, Revision};
use crate::message::RequestId;
use std::collections::HashSet;
use std::time::Duration;

pub(super) const RULES: &[&Rule] = &[&CANC_01, &CANC_02, &CANC_03];

const CANC_01: Rule = Rule {
    id: "CANC-01",
    // A request that cannot be cancelled may be answered all the same, so this is never certain.
    levels: &[(R1, Level::Note), (R5, Level::Should)],
    revisions: ALL,
    checks: "nothing comes for a request that was cancelled, after the time a message may need",
    pages: &[
        (R1, "basic/utilities/cancellation#behavior-requirements"),
        (R5, "basic/transports/stdio#cancellation"),
    ],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"dig"}}
        > {$J,"method":"notifications/cancelled","params":{"requestId":1}}
        wait 5000
        < {$J,"id":1,"result":{"content":[]}}
    "#,
    kept: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"dig"}}
        > {$J,"method":"notifications/cancelled","params":{"requestId":1}}
        wait 5000
        > {$J,"id":2,"method":"ping"}
    "#,
};

const CANC_02: Rule = Rule {
    id: "CANC-02",
    levels: MUST,
    revisions: LEGACY,
    checks: "the server cancels only requests of its own",
    pages: &[(R1, "basic/utilities/cancellation#behavior-requirements")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"dig"}}
        < {$J,"method":"notifications/cancelled","params":{"requestId":1}}
    "#,
    kept: r#"
        init 2025-11-25 {} {"roots":{}}
        < {$J,"id":"a","method":"roots/list"}
        < {$J,"method":"notifications/cancelled","params":{"requestId":"a"}}
    "#,
};

const CANC_03: Rule = Rule {
    id: "CANC-03",
    levels: MUST,
    revisions: MODERN,
    checks: "the server cancels nothing but `subscriptions/listen`",
    pages: &[(R5, "basic/patterns/cancellation#behavior-requirements")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"dig",$M}}
        < {$J,"method":"notifications/cancelled","params":{"requestId":1}}
    "#,
    kept: r#"
        discover {"tools":{"listChanged":true}}
        > {$J,"id":"s","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},$M}}
        < {$J,"method":"notifications/subscriptions/acknowledged","params":{$S("s"),"notifications":{"toolsListChanged":true}}}
        < {$J,"method":"notifications/cancelled","params":{"requestId":"s"}}
    "#,
};

/// How long messages that had left before the cancellation arrived may still come.
const RACE: Duration = Duration::from_secs(1);

/// How many requests of the server's are remembered.
const REMEMBERED: usize = 10_000;

/// What the family remembers.
#[derive(Default)]
pub(super) struct Cancel {
    /// Ids of the server's requests.
    asked: HashSet<RequestId>,
    is_full: bool,
}

impl Family for Cancel {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => *self = Cancel::default(),
            Event::Ask(ask) if self.asked.len() < REMEMBERED => {
                self.asked.insert(ask.id.clone());
            }
            Event::Ask(_) => self.is_full = true,
            Event::Answer(answer) => judge_late(answer.place, answer.call, out),
            Event::Notice(notice) if notice.method == "notifications/cancelled" => {
                self.judge(notice, context, out);
            }
            Event::Notice(notice) => {
                let call = notice.call.as_ref().and_then(|id| context.call(id));
                if let Some(call) = call.filter(|_| notice.method == "notifications/progress") {
                    judge_late(&notice.place, call, out);
                }
            }
            Event::End(place) => judge_silence(place, context, out),
            _ => {}
        }
    }
}

fn judge_late(place: &Place, call: &Call, out: &mut Sink) {
    let Some(cancelled) = call.cancelled else { return };
    // `initialize` is never cancelled, and one that was says nothing about the server.
    if call.method != "initialize" && place.at.since(cancelled) > RACE {
        let after = place.at.since(cancelled).as_millis();
        let message = format!("`{}` was cancelled {after} ms before", shown(&call.method));
        out.broken(&CANC_01, place, "", message);
    }
}

/// Requests that were cancelled and of which nothing came.
fn judge_silence(end: &Place, context: &Context, out: &mut Sink) {
    for call in context.calls() {
        let is_over = call.cancelled.is_some_and(|cancelled| end.at.since(cancelled) > RACE);
        let is_proven = !call.is_modern() || context.is_modern;
        if is_over && is_proven && call.is_sound && call.method != "initialize" {
            out.kept(&CANC_01, &end.under(call.revision));
        }
    }
}

impl Cancel {
    fn judge(&self, notice: &Notice, context: &Context, out: &mut Sink) {
        let Some(named) = notice.param("requestId") else { return };
        let id = RequestId::read(&named);
        let place = &notice.place;
        let is_listen = context.call(&id).is_some_and(|call| call.method == "subscriptions/listen")
            || context.ended_call(&id).is_some_and(|ended| ended.method == "subscriptions/listen");
        let is_known = context.is_whole && !self.is_full && !context.has_sent_junk;
        match place.revision.map(Revision::era) {
            _ if is_listen && context.is_modern => {
                out.kept(&CANC_03, &place.under(Some(Revision::R2026_07_28)));
            }
            Some(Era::Modern) if is_known => {
                let message =
                    format!("the server cancelled `{}`, which is no subscription", shown(named.as_str()));
                out.broken(&CANC_03, place, "/params/requestId", message);
            }
            Some(Era::Legacy) if self.asked.contains(&id) => out.kept(&CANC_02, place),
            Some(Era::Legacy) if is_known => {
                let message =
                    format!("the server cancelled `{}`, which it never requested", shown(named.as_str()));
                out.broken(&CANC_02, place, "/params/requestId", message);
            }
            _ => {}
        }
    }
}
