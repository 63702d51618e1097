//! The rules of the RES family.

use crate::check::Rule;
use crate::check::rule::{ALL, FROM_R3, LEGACY, Level, MODERN, MUST, R1, R5, SHOULD};

pub(in crate::check::rules) const RULES: &[&Rule] =
    &[&RES_01, &RES_02, &RES_03, &RES_04, &RES_05, &RES_07, &RES_08];

const LISTED: &str = r#"
    init 2025-11-25 {"resources":{}}
    > {$J,"id":1,"method":"resources/list"}
    < {$J,"id":1,"result":{"resources":[{"uri":"file:///a","name":"a","annotations":{"audience":["user"],"priority":0.5,"lastModified":"2025-01-12T15:00:58Z"}}]}}
"#;

const READ: &str = r#"
    discover {"resources":{}}
    > {$J,"id":1,"method":"resources/read","params":{"uri":"file:///a",$M}}
    < {$J,"id":1,"result":{$R,$T,"contents":[{"uri":"file:///a","blob":"aGk="}]}}
"#;

pub(super) const RES_01: Rule = Rule {
    id: "RES-01",
    levels: MUST,
    revisions: ALL,
    checks: "a server with resources declares the `resources` capability",
    pages: &[(R1, "server/resources#capabilities")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"resources/list"}
        < {$J,"id":1,"result":{"resources":[{"uri":"file:///a","name":"a"}]}}
    "#,
    kept: LISTED,
};

pub(super) const RES_02: Rule = Rule {
    id: "RES-02",
    levels: MUST,
    revisions: ALL,
    checks: "a resource has a `name` and a `uri` that is one, a template a `uriTemplate` that is one",
    pages: &[(R1, "server/resources#resource")],
    broken: r#"
        init 2025-11-25 {"resources":{}}
        > {$J,"id":1,"method":"resources/list"}
        < {$J,"id":1,"result":{"resources":[{"uri":"notes/today","name":"today"}]}}
    "#,
    kept: LISTED,
};

pub(super) const RES_03: Rule = Rule {
    id: "RES-03",
    levels: MUST,
    revisions: ALL,
    checks: "each content of a resource has a `uri`, and `text`, or a `blob` that is base64",
    pages: &[(R1, "server/resources#resource-contents")],
    broken: r#"
        init 2025-11-25 {"resources":{}}
        > {$J,"id":1,"method":"resources/read","params":{"uri":"file:///a"}}
        < {$J,"id":1,"result":{"contents":[{"uri":"file:///a","blob":"not base64!"}]}}
    "#,
    kept: READ,
};

pub(super) const RES_04: Rule = Rule {
    id: "RES-04",
    levels: &[(R1, Level::Should), (R5, Level::Must)],
    revisions: ALL,
    checks: "a resource that is not there is told with code -32002, since 2026-07-28 with -32602",
    pages: &[(R1, "server/resources#error-handling")],
    broken: r#"
        init 2025-11-25 {"resources":{}}
        > {$J,"id":1,"method":"resources/read","params":{"uri":"file:///gone"}}
        < {$J,"id":1,"error":{"code":-32603,"message":"Resource not found: file:///gone"}}
    "#,
    kept: r#"
        init 2025-11-25 {"resources":{}}
        > {$J,"id":1,"method":"resources/read","params":{"uri":"file:///gone"}}
        < {$J,"id":1,"error":{"code":-32002,"message":"Resource not found: file:///gone"}}
    "#,
};

pub(super) const RES_05: Rule = Rule {
    id: "RES-05",
    levels: MUST,
    revisions: MODERN,
    checks: "a resource that is not there is never told as empty `contents`",
    pages: &[(R5, "server/resources#error-handling")],
    broken: r#"
        discover {"resources":{}}
        > {$J,"id":1,"method":"resources/list","params":{$M}}
        < {$J,"id":1,"result":{$R,$T,"resources":[{"uri":"file:///a","name":"a"}]}}
        > {$J,"id":2,"method":"resources/templates/list","params":{$M}}
        < {$J,"id":2,"result":{$R,$T,"resourceTemplates":[]}}
        > {$J,"id":3,"method":"resources/read","params":{"uri":"memo:///gone",$M}}
        < {$J,"id":3,"result":{$R,$T,"contents":[]}}
    "#,
    kept: READ,
};

pub(super) const RES_07: Rule = Rule {
    id: "RES-07",
    levels: SHOULD,
    revisions: LEGACY,
    checks: "`notifications/resources/updated` comes only for what was subscribed to, or what is below it",
    pages: &[(R1, "server/resources#subscriptions")],
    broken: r#"
        init 2025-11-25 {"resources":{"subscribe":true}}
        < {$J,"method":"notifications/resources/updated","params":{"uri":"file:///b"}}
    "#,
    kept: r#"
        init 2025-11-25 {"resources":{"subscribe":true}}
        > {$J,"id":1,"method":"resources/subscribe","params":{"uri":"file:///a"}}
        < {$J,"id":1,"result":{}}
        < {$J,"method":"notifications/resources/updated","params":{"uri":"file:///a/b"}}
    "#,
};

pub(super) const RES_08: Rule = Rule {
    id: "RES-08",
    levels: MUST,
    revisions: FROM_R3,
    checks: "annotations name known roles, a priority from 0 to 1, and a date of ISO 8601",
    pages: &[(R1, "server/resources#annotations")],
    broken: r#"
        init 2025-11-25 {"resources":{}}
        > {$J,"id":1,"method":"resources/list"}
        < {$J,"id":1,"result":{"resources":[{"uri":"file:///a","name":"a","annotations":{"lastModified":"yesterday"}}]}}
    "#,
    kept: LISTED,
};
