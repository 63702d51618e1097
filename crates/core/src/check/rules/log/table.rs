//! The rules of the LOG family.

use crate::check::Rule;
use crate::check::rule::{ALL, MODERN, MUST, NOTE, R1, R5, SHOULD};
use crate::era::Revision;

pub(in crate::check::rules) const RULES: &[&Rule] =
    &[&LOG_01, &LOG_02, &LOG_03, &LOG_04, &LOG_05, &LOG_06, &LOG_07];

const PER_REQUEST: &[(Revision, &str)] = &[(R5, "server/utilities/logging#per-request-log-level")];

const LOGGED: &str = r#"
    init 2025-11-25 {"logging":{}}
    < {$J,"method":"notifications/message","params":{"level":"info","data":"started"}}
"#;

const ASKED: &str = r#"
    discover {"tools":{},"logging":{}}
    > {$J,"id":1,"method":"tools/call","params":{"name":"add",$M({})("io.modelcontextprotocol/logLevel":"info")}}
    http 1 POST 200 | content-type: text/event-stream | x-accel-buffering: no
    <#1 {$J,"method":"notifications/message","params":{"level":"info","data":"adding"}}
"#;

pub(super) const LOG_01: Rule = Rule {
    id: "LOG-01",
    levels: MUST,
    revisions: ALL,
    checks: "a server that sends log messages has the capability `logging`",
    pages: &[(R1, "server/utilities/logging#capabilities")],
    broken: r#"
        init 2025-11-25 {}
        < {$J,"method":"notifications/message","params":{"level":"info","data":"started"}}
    "#,
    kept: LOGGED,
};

pub(super) const LOG_02: Rule = Rule {
    id: "LOG-02",
    levels: MUST,
    revisions: ALL,
    checks: "a log message has one of the eight levels, and `data`",
    pages: &[(R1, "server/utilities/logging#log-levels")],
    broken: r#"
        init 2025-11-25 {"logging":{}}
        < {$J,"method":"notifications/message","params":{"level":"WARN","data":"low on disk"}}
    "#,
    kept: LOGGED,
};

pub(super) const LOG_03: Rule = Rule {
    id: "LOG-03",
    levels: MUST,
    revisions: MODERN,
    checks: "no log messages for a request that did not ask for them",
    pages: PER_REQUEST,
    broken: r#"
        discover {"tools":{},"logging":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add",$M}}
        < {$J,"method":"notifications/message","params":{"level":"info","data":"adding"}}
    "#,
    kept: ASKED,
};

pub(super) const LOG_04: Rule = Rule {
    id: "LOG-04",
    levels: SHOULD,
    revisions: ALL,
    checks: "no log messages below the level that was asked for",
    pages: &[
        (R1, "server/utilities/logging#setting-log-level"),
        (R5, "server/utilities/logging#per-request-log-level"),
    ],
    broken: r#"
        init 2025-11-25 {"logging":{}}
        > {$J,"id":1,"method":"logging/setLevel","params":{"level":"error"}}
        < {$J,"id":1,"result":{}}
        wait 1000
        < {$J,"method":"notifications/message","params":{"level":"debug","data":"tick"}}
    "#,
    kept: r#"
        init 2025-11-25 {"logging":{}}
        > {$J,"id":1,"method":"logging/setLevel","params":{"level":"error"}}
        < {$J,"method":"notifications/message","params":{"level":"debug","data":"tick"}}
        < {$J,"id":1,"result":{}}
        wait 1000
        < {$J,"method":"notifications/message","params":{"level":"alert","data":"fire"}}
    "#,
};

pub(super) const LOG_05: Rule = Rule {
    id: "LOG-05",
    levels: MUST,
    revisions: MODERN,
    checks: "log messages come on the stream of their request, never on a subscription",
    pages: PER_REQUEST,
    broken: r#"
        discover {"tools":{"listChanged":true},"logging":{}}
        > {$J,"id":"s","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},$M}}
        < {$J,"method":"notifications/subscriptions/acknowledged","params":{$S("s"),"notifications":{"toolsListChanged":true}}}
        < {$J,"method":"notifications/message","params":{$S("s"),"level":"info","data":"x"}}
    "#,
    kept: ASKED,
};

pub(super) const LOG_06: Rule = Rule {
    id: "LOG-06",
    levels: SHOULD,
    revisions: ALL,
    checks: "a level that does not exist is refused with -32602",
    pages: &[(R1, "server/utilities/logging#error-handling")],
    broken: r#"
        init 2025-11-25 {"logging":{}}
        > {$J,"id":1,"method":"logging/setLevel","params":{"level":"loud"}}
        < {$J,"id":1,"result":{}}
    "#,
    kept: r#"
        init 2025-11-25 {"logging":{}}
        > {$J,"id":1,"method":"logging/setLevel","params":{"level":"loud"}}
        < {$J,"id":1,"error":{"code":-32602,"message":"no such level"}}
    "#,
};

pub(super) const LOG_07: Rule = Rule {
    id: "LOG-07",
    levels: NOTE,
    revisions: ALL,
    checks: "log messages hold no private keys or tokens (by their look)",
    pages: &[(R1, "server/utilities/logging#security")],
    broken: r#"
        init 2025-11-25 {"logging":{}}
        < {$J,"method":"notifications/message","params":{"level":"info","data":"-----BEGIN PRIVATE KEY-----"}}
    "#,
    kept: LOGGED,
};
