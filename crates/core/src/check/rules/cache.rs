//! CACH: the cache hints of 2026-07-28.

use crate::check::Rule;
use crate::check::event::{Answer, Body, Event, Family};
use crate::check::rule::{MODERN, MUST, R5, SHOULD};
use crate::check::sink::{Sink, shown, shown_member};
use crate::check::walk::Context;
use crate::hint::KEEPABLE;
use std::collections::HashMap;

pub(super) const RULES: &[&Rule] = &[&CACH_01, &CACH_02, &CACH_03, &CACH_04, &CACH_05];

const LISTED: &str = r#"
    discover {"tools":{}}
    > {$J,"id":1,"method":"tools/list","params":{$M}}
    < {$J,"id":1,"result":{$R,"ttlMs":60000,"cacheScope":"public","tools":[]}}
"#;

const CACH_01: Rule = Rule {
    id: "CACH-01",
    levels: MUST,
    revisions: MODERN,
    checks: "complete results of `server/discover`, the lists and `resources/read` have `ttlMs` and `cacheScope`",
    pages: &[(R5, "server/utilities/caching#cacheable-results")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$R,"ttlMs":60000,"tools":[]}}
    "#,
    kept: LISTED,
};

const CACH_02: Rule = Rule {
    id: "CACH-02",
    levels: MUST,
    revisions: MODERN,
    checks: "`ttlMs` is an integer from 0 up",
    pages: &[(R5, "server/utilities/caching#time-to-live-ttl-field")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$R,"ttlMs":-1,"cacheScope":"public","tools":[]}}
    "#,
    kept: LISTED,
};

const CACH_03: Rule = Rule {
    id: "CACH-03",
    levels: MUST,
    revisions: MODERN,
    checks: "`cacheScope` is `public` or `private`",
    pages: &[(R5, "server/utilities/caching#cache-scope-field")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$R,"ttlMs":0,"cacheScope":"shared","tools":[]}}
    "#,
    kept: LISTED,
};

const CACH_04: Rule = Rule {
    id: "CACH-04",
    levels: MUST,
    revisions: MODERN,
    checks: "all pages of a list have the same `cacheScope`",
    pages: &[(R5, "server/utilities/caching#interaction-with-pagination")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$R,"ttlMs":0,"cacheScope":"private","tools":[],"nextCursor":"b"}}
        > {$J,"id":2,"method":"tools/list","params":{"cursor":"b",$M}}
        < {$J,"id":2,"result":{$R,"ttlMs":0,"cacheScope":"public","tools":[]}}
    "#,
    kept: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$R,"ttlMs":0,"cacheScope":"private","tools":[],"nextCursor":"b"}}
        > {$J,"id":2,"method":"tools/list","params":{"cursor":"b",$M}}
        < {$J,"id":2,"result":{$R,"ttlMs":9,"cacheScope":"private","tools":[]}}
    "#,
};

const CACH_05: Rule = Rule {
    id: "CACH-05",
    levels: SHOULD,
    revisions: MODERN,
    checks: "a result that asks for input has no cache hints",
    pages: &[(R5, "server/utilities/caching#cacheable-results")],
    broken: r#"
        discover {"resources":{}}
        > {$J,"id":1,"method":"resources/read","params":{"uri":"file:///a",$M}}
        < {$J,"id":1,"result":{"resultType":"input_required","requestState":"s","ttlMs":5,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}
    "#,
    kept: r#"
        discover {"resources":{}}
        > {$J,"id":1,"method":"resources/read","params":{"uri":"file:///a",$M}}
        < {$J,"id":1,"result":{"resultType":"input_required","requestState":"s","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}
    "#,
};

/// How many cursors are remembered.
const REMEMBERED: usize = 1000;

/// What the family remembers.
#[derive(Default)]
pub(super) struct Cache {
    /// The scope of the page that handed out a cursor, by method and cursor.
    scopes: HashMap<(String, String), String>,
}

impl Family for Cache {
    fn see(&mut self, event: &Event<'_>, _: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => self.scopes.clear(),
            Event::Answer(answer) if KEEPABLE.contains(&answer.method()) && answer.call.is_modern() => {
                let Some(result) = answer.result().filter(|result| result.raw().is_object()) else { return };
                if answer.complete().is_some() {
                    judge_hints(answer, result, out);
                    self.judge_pages(answer, result, out);
                } else if result.text("resultType").as_deref() == Some("input_required") {
                    let hint = ["ttlMs", "cacheScope"].into_iter().find(|name| result.member(name).is_some());
                    let spot = format!("/result/{}", hint.unwrap_or_default());
                    out.judge(&CACH_05, answer.place, hint.is_none(), spot, || {
                        format!("a result that asks for input has `{}`", hint.unwrap_or_default())
                    });
                }
            }
            _ => {}
        }
    }
}

fn judge_hints(answer: &Answer<'_>, result: &Body, out: &mut Sink) {
    let place = answer.place;
    let (ttl, scope) = (result.member("ttlMs"), result.member("cacheScope"));
    // Results of a second round are not cached, and some servers leave the hints out.
    if !answer.call.is_retry() {
        let missing = [("ttlMs", &ttl), ("cacheScope", &scope)].into_iter().find(|(_, hint)| hint.is_none());
        let missing = missing.map_or("", |(name, _)| name);
        out.judge(&CACH_01, place, missing.is_empty(), format!("/result/{missing}"), || {
            format!("the result of `{}` has no `{missing}`", answer.method())
        });
    }
    if let Some(ttl) = ttl {
        let is_natural = ttl.read::<f64>().is_ok_and(|number| number >= 0.0 && number.fract() == 0.0);
        out.judge(&CACH_02, place, is_natural, "/result/ttlMs", || {
            format!("`ttlMs` is `{}`", shown(ttl.as_str()))
        });
    }
    if let Some(scope) = scope {
        let text = scope.read::<String>().unwrap_or_default();
        out.judge(
            &CACH_03,
            place,
            matches!(text.as_str(), "public" | "private"),
            "/result/cacheScope",
            || format!("`cacheScope` is {}", shown_member(Some(&scope))),
        );
    }
}

impl Cache {
    fn judge_pages(&mut self, answer: &Answer<'_>, result: &Body, out: &mut Sink) {
        let Some(scope) = result.text("cacheScope") else { return };
        let method = answer.method().to_owned();
        if let Some(cursor) = answer.call.text("cursor")
            && let Some(before) = self.scopes.get(&(method.clone(), cursor))
        {
            out.judge(&CACH_04, answer.place, *before == scope, "/result/cacheScope", || {
                format!("`cacheScope` is `{}`, and `{}` on the page before", shown(&scope), shown(before))
            });
        }
        if let Some(next) = result.text("nextCursor").filter(|_| !answer.place.masked) {
            if self.scopes.len() >= REMEMBERED {
                self.scopes.clear();
            }
            self.scopes.insert((method, next), scope);
        }
    }
}
