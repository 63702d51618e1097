//! PROG: progress of requests in flight.

use crate::check::Rule;
use crate::check::event::{Event, Family, Notice};
use crate::check::rule::{ALL, MUST, R1, R5};
use crate::check::sink::{Sink, shown};
use crate::check::walk::Context;
use crate::raw::Raw;
use std::collections::HashMap;
use std::time::Duration;

pub(super) const RULES: &[&Rule] = &[&PROG_01, &PROG_02, &PROG_03];

const RISING: &str = r#"
    init 2025-11-25 {"tools":{}}
    > {$J,"id":1,"method":"tools/call","params":{"name":"dig","_meta":{"progressToken":"t"}}}
    < {$J,"method":"notifications/progress","params":{"progressToken":"t","progress":1}}
    < {$J,"method":"notifications/progress","params":{"progressToken":"t","progress":1.5}}
    < {$J,"id":1,"result":{"content":[]}}
"#;

const PROG_01: Rule = Rule {
    id: "PROG-01",
    levels: MUST,
    revisions: ALL,
    checks: "progress names the token of a request in flight, in value and JSON type",
    pages: &[
        (R1, "basic/utilities/progress#behavior-requirements"),
        (R5, "basic/patterns/progress#behavior-requirements"),
    ],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"dig"}}
        < {$J,"method":"notifications/progress","params":{"progressToken":1,"progress":1}}
    "#,
    kept: RISING,
};

const PROG_02: Rule = Rule {
    id: "PROG-02",
    levels: MUST,
    revisions: ALL,
    checks: "progress rises with every notification",
    pages: &[(R1, "basic/utilities/progress#progress-flow"), (R5, "basic/patterns/progress#progress-flow")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"dig","_meta":{"progressToken":"t"}}}
        < {$J,"method":"notifications/progress","params":{"progressToken":"t","progress":50}}
        < {$J,"method":"notifications/progress","params":{"progressToken":"t","progress":50}}
    "#,
    kept: RISING,
};

const PROG_03: Rule = Rule {
    id: "PROG-03",
    levels: MUST,
    revisions: ALL,
    checks: "there is no progress after the answer",
    pages: &[
        (R1, "basic/utilities/progress#implementation-notes"),
        (R5, "basic/patterns/progress#implementation-notes"),
    ],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"dig","_meta":{"progressToken":"t"}}}
        < {$J,"id":1,"result":{"content":[]}}
        < {$J,"method":"notifications/progress","params":{"progressToken":"t","progress":1}}
    "#,
    kept: RISING,
};

/// How long progress that left before the answer may come after it, when they come by different ways.
const RACE: Duration = Duration::from_millis(250);

/// How many tokens are remembered.
const REMEMBERED: usize = 4096;

/// What the family remembers.
#[derive(Default)]
pub(super) struct Progress {
    /// The last value for each token.
    last: HashMap<Raw, f64>,
}

impl Family for Progress {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => self.last.clear(),
            Event::Called(call) => {
                if let Some(token) = &call.token {
                    self.last.remove(token);
                }
            }
            Event::Answer(answer) => {
                if let Some(token) = &answer.call.token {
                    out.kept(&PROG_03, answer.place);
                    self.last.remove(token);
                }
            }
            Event::Notice(notice) if notice.method == "notifications/progress" => {
                self.judge(notice, context, out);
            }
            _ => {}
        }
    }
}

impl Progress {
    fn judge(&mut self, notice: &Notice, context: &Context, out: &mut Sink) {
        let place = &notice.place;
        let Some(token) = notice.param("progressToken") else { return };
        if context.call_with_token(&token).is_none() {
            return judge_unknown(notice, &token, context, out);
        }
        out.kept(&PROG_01, place);
        // A stream that is taken up again may bring what came before.
        let head = place.exchange.and_then(|exchange| context.head(exchange));
        let value = notice.param("progress").and_then(|value| value.read::<f64>().ok());
        // Larger numbers cannot be told apart.
        let value = value.filter(|value| value.abs() < EXACT);
        let Some(value) = value.filter(|_| head.is_none_or(|head| !head.is_resumption)) else { return };
        if let Some(last) = self.last.get(&token) {
            out.judge(&PROG_02, place, value > *last, "/params/progress", || {
                format!("progress of `{}` went from {last} to {value}", shown(token.as_str()))
            });
        }
        if self.last.len() >= REMEMBERED {
            self.last.clear();
        }
        self.last.insert(token, value);
    }
}

/// Integers up to here are exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

fn judge_unknown(notice: &Notice, token: &Raw, context: &Context, out: &mut Sink) {
    let place = &notice.place;
    let named = format!("the token `{}`", shown(token.as_str()));
    if let Some(ended) = context.ended_with_token(token) {
        let is_late = place.exchange.is_none() || place.at.since(ended.at) > RACE;
        if is_late && !ended.is_task {
            let place = place.under(ended.revision);
            let message = format!("{named} is that of `{}`, which was answered", shown(&ended.method));
            out.broken(&PROG_03, &place, "/params/progressToken", message);
        }
    } else if context.is_whole && !context.has_sent_junk {
        out.broken(&PROG_01, place, "/params/progressToken", format!("no request has {named}"));
    }
}
