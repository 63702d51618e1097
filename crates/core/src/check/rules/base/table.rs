//! The rules of the BASE family.

use crate::check::Rule;
use crate::check::rule::{ALL, FROM_R3, LEGACY, MODERN, MUST, R1, R2, R3, R4, R5, SHOULD};
use crate::era::Revision;

pub(in crate::check::rules) const RULES: &[&Rule] = &[
    &BASE_01, &BASE_02, &BASE_03, &BASE_04, &BASE_05, &BASE_06, &BASE_07, &BASE_08, &BASE_09, &BASE_10,
    &BASE_13, &BASE_14, &BASE_15,
];

const RESPONSES: &[(Revision, &str)] = &[(R1, "basic/messages#responses"), (R2, "basic#responses")];
const ERROR_CODES: &[(Revision, &str)] = &[(R5, "basic#error-codes")];

const PING: &str = r#"
    init 2025-11-25 {}
    > {$J,"id":1,"method":"ping"}
    < {$J,"id":1,"result":{}}
"#;

const REFUSED: &str = r#"
    discover {"tools":{}}
    > {$J,"id":1,"method":"tools/call","params":{"name":"none",$M}}
    < {$J,"id":1,"error":{"code":-32602,"message":"unknown tool"}}
"#;

pub(super) const BASE_01: Rule = Rule {
    id: "BASE-01",
    levels: MUST,
    revisions: ALL,
    checks: "every message says `\"jsonrpc\": \"2.0\"`",
    pages: &[(R1, "basic/messages"), (R2, "basic#messages")],
    broken: r#"
        init 2025-11-25 {}
        > {$J,"id":1,"method":"ping"}
        < {"jsonrpc":"1.0","id":1,"result":{}}
    "#,
    kept: PING,
};

pub(super) const BASE_02: Rule = Rule {
    id: "BASE-02",
    levels: MUST,
    revisions: ALL,
    checks: "the `id` of a response is that of a request in flight, in value and JSON type",
    pages: RESPONSES,
    broken: r#"
        init 2025-11-25 {}
        > {$J,"id":1,"method":"ping"}
        < {$J,"id":"1","result":{}}
    "#,
    kept: PING,
};

pub(super) const BASE_03: Rule = Rule {
    id: "BASE-03",
    levels: MUST,
    revisions: ALL,
    checks: "a response has either `result` or `error`, and `result` is an object",
    pages: RESPONSES,
    broken: r#"
        init 2025-11-25 {}
        > {$J,"id":1,"method":"ping"}
        < {$J,"id":1,"result":"pong"}
    "#,
    kept: PING,
};

pub(super) const BASE_04: Rule = Rule {
    id: "BASE-04",
    levels: MUST,
    revisions: ALL,
    checks: "`error.code` is an integer and `error.message` a string",
    pages: RESPONSES,
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"error":{"code":"E_DOWN","message":"down"}}
    "#,
    kept: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"error":{"code":-32603,"message":"down"}}
    "#,
};

pub(super) const BASE_05: Rule = Rule {
    id: "BASE-05",
    levels: MUST,
    revisions: ALL,
    checks: "a notification has no `id`, and notifications of ours are not answered",
    pages: &[(R1, "basic/messages#notifications"), (R2, "basic#notifications")],
    broken: r#"
        init 2025-11-25 {"tools":{"listChanged":true}}
        < {$J,"id":7,"method":"notifications/tools/list_changed"}
    "#,
    kept: r#"
        init 2025-11-25 {"tools":{"listChanged":true}}
        < {$J,"method":"notifications/tools/list_changed"}
    "#,
};

pub(super) const BASE_06: Rule = Rule {
    id: "BASE-06",
    levels: MUST,
    revisions: LEGACY,
    checks: "the `id` of a server's request is a string or an integer, and new in the session",
    pages: &[(R1, "basic/messages#requests"), (R2, "basic#requests")],
    broken: r#"
        init 2025-11-25 {}
        < {$J,"id":1,"method":"ping"}
        > {$J,"id":1,"result":{}}
        < {$J,"id":1,"method":"ping"}
    "#,
    kept: r#"
        init 2025-11-25 {}
        < {$J,"id":1,"method":"ping"}
        > {$J,"id":1,"result":{}}
        < {$J,"id":"1","method":"ping"}
    "#,
};

pub(super) const BASE_07: Rule = Rule {
    id: "BASE-07",
    levels: MUST,
    revisions: FROM_R3,
    checks: "the server sends no batches",
    pages: &[(R3, "changelog"), (R4, "basic/transports"), (R5, "basic/transports")],
    broken: r#"
        init 2025-06-18 {}
        > {$J,"id":1,"method":"ping"}
        < [{$J,"id":1,"result":{}}]
    "#,
    kept: PING,
};

pub(super) const BASE_08: Rule = Rule {
    id: "BASE-08",
    levels: MUST,
    revisions: ALL,
    checks: "results, notifications and server requests have the shape of that revision's schema",
    pages: &[(R1, "basic#schema")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add"}}
        < {$J,"id":1,"result":{"content":[],"isError":"no"}}
    "#,
    kept: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add"}}
        < {$J,"id":1,"result":{"content":[{"type":"text","text":"5"}]}}
    "#,
};

pub(super) const BASE_09: Rule = Rule {
    id: "BASE-09",
    levels: MUST,
    revisions: FROM_R3,
    checks: "the keys of `_meta` follow their grammar",
    pages: &[(R3, "basic#_meta")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[],"_meta":{"-bad-/key":1}}}
    "#,
    kept: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[],"_meta":{"com.example/key":1}}}
    "#,
};

pub(super) const BASE_10: Rule = Rule {
    id: "BASE-10",
    levels: MUST,
    revisions: MODERN,
    checks: "`traceparent`, `tracestate` and `baggage` in `_meta` are in their W3C formats",
    pages: &[(R5, "basic#_meta")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add",$M({})("progressToken":1)}}
        < {$J,"method":"notifications/progress","params":{"progressToken":1,"progress":1,"_meta":{"traceparent":"0af7"}}}
    "#,
    kept: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add",$M({})("progressToken":1)}}
        < {$J,"method":"notifications/progress","params":{"progressToken":1,"progress":1,"_meta":{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}}
    "#,
};

pub(super) const BASE_13: Rule = Rule {
    id: "BASE-13",
    levels: MUST,
    revisions: MODERN,
    checks: "no error code from -32099 to -32023, which the specification keeps for itself",
    pages: ERROR_CODES,
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add",$M}}
        < {$J,"id":1,"error":{"code":-32050,"message":"quota"}}
    "#,
    kept: REFUSED,
};

pub(super) const BASE_14: Rule = Rule {
    id: "BASE-14",
    levels: MUST,
    revisions: MODERN,
    checks: "none of the error codes -32002 and -32042 of earlier revisions",
    pages: ERROR_CODES,
    broken: r#"
        discover {"resources":{}}
        > {$J,"id":1,"method":"resources/read","params":{"uri":"file:///none",$M}}
        < {$J,"id":1,"error":{"code":-32002,"message":"not found"}}
    "#,
    kept: REFUSED,
};

pub(super) const BASE_15: Rule = Rule {
    id: "BASE-15",
    levels: SHOULD,
    revisions: MODERN,
    checks: "no error code from -32019 to -32000, which has no meaning any more",
    pages: ERROR_CODES,
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add",$M}}
        < {$J,"id":1,"error":{"code":-32000,"message":"failed"}}
    "#,
    kept: REFUSED,
};
