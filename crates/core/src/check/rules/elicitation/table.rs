//! The rules of the ELIC family.

use crate::check::Rule;
use crate::check::rule::{FROM_R3, FROM_R4, MUST, NOTE, R1, R3, R4, SHOULD};

pub(in crate::check::rules) const RULES: &[&Rule] =
    &[&ELIC_01, &ELIC_02, &ELIC_03, &ELIC_04, &ELIC_05, &ELIC_06];

const FORM: &str = r#"
    init 2025-11-25 {} {"elicitation":{}}
    < {$J,"id":1,"method":"elicitation/create","params":{"message":"Who are you?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
"#;

const PAGE: &str = r#"
    init 2025-11-25 {} {"elicitation":{"url":{}}}
    < {$J,"id":1,"method":"elicitation/create","params":{"mode":"url","message":"Log in","url":"https://example.com/login","elicitationId":"e1"}}
    > {$J,"id":1,"result":{"action":"accept"}}
    < {$J,"method":"notifications/elicitation/complete","params":{"elicitationId":"e1"}}
"#;

pub(super) const ELIC_01: Rule = Rule {
    id: "ELIC-01",
    levels: MUST,
    revisions: FROM_R3,
    checks: "a form is flat and asks only for what the revision knows: text, numbers, yes or no, choices",
    pages: &[(R3, "client/elicitation#request-schema"), (R4, "client/elicitation#requested-schema")],
    broken: r#"
        init 2025-11-25 {} {"elicitation":{}}
        < {$J,"id":1,"method":"elicitation/create","params":{"message":"Where?","requestedSchema":{"type":"object","properties":{"address":{"type":"object","properties":{}}}}}}
    "#,
    kept: FORM,
};

pub(super) const ELIC_02: Rule = Rule {
    id: "ELIC-02",
    levels: MUST,
    revisions: FROM_R4,
    checks: "a page to visit has a `url` that is one, in 2025-11-25 an `elicitationId`, and we declared that mode",
    pages: &[(R1, "client/elicitation#url-mode-elicitation-requests")],
    broken: r#"
        init 2025-11-25 {} {"elicitation":{"url":{}}}
        < {$J,"id":1,"method":"elicitation/create","params":{"mode":"url","message":"Log in","url":"/login","elicitationId":"e1"}}
    "#,
    kept: PAGE,
};

pub(super) const ELIC_03: Rule = Rule {
    id: "ELIC-03",
    levels: NOTE,
    revisions: FROM_R3,
    checks: "a form does not seem to ask for passwords, keys, tokens or card numbers",
    pages: &[
        (R3, "client/elicitation#security-considerations"),
        (R4, "client/elicitation#form-mode-security"),
    ],
    broken: r#"
        init 2025-11-25 {} {"elicitation":{}}
        < {$J,"id":1,"method":"elicitation/create","params":{"message":"Log in","requestedSchema":{"type":"object","properties":{"password":{"type":"string"}}}}}
    "#,
    kept: FORM,
};

pub(super) const ELIC_04: Rule = Rule {
    id: "ELIC-04",
    levels: SHOULD,
    revisions: FROM_R4,
    checks: "a page to visit comes by https, unless it is on this machine",
    pages: &[(R1, "client/elicitation#safe-url-handling")],
    broken: r#"
        init 2025-11-25 {} {"elicitation":{"url":{}}}
        < {$J,"id":1,"method":"elicitation/create","params":{"mode":"url","message":"Log in","url":"http://example.com/login","elicitationId":"e1"}}
    "#,
    kept: PAGE,
};

pub(super) const ELIC_05: Rule = Rule {
    id: "ELIC-05",
    levels: MUST,
    revisions: &[R4],
    checks: "error -32042 lists pages to visit, each with mode `url` and an `elicitationId`",
    pages: &[(R4, "client/elicitation#url-elicitation-required-error")],
    broken: r#"
        init 2025-11-25 {"tools":{}} {"elicitation":{"url":{}}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"mail"}}
        < {$J,"id":1,"error":{"code":-32042,"message":"log in first","data":{"elicitations":[]}}}
    "#,
    kept: r#"
        init 2025-11-25 {"tools":{}} {"elicitation":{"url":{}}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"mail"}}
        < {$J,"id":1,"error":{"code":-32042,"message":"log in first","data":{"elicitations":[{"mode":"url","message":"Log in","url":"https://example.com/login","elicitationId":"e1"}]}}}
    "#,
};

pub(super) const ELIC_06: Rule = Rule {
    id: "ELIC-06",
    levels: MUST,
    revisions: &[R4],
    checks: "`notifications/elicitation/complete` names an `elicitationId` that was asked",
    pages: &[(R4, "client/elicitation#completion-notifications-for-url-mode-elicitation")],
    broken: r#"
        init 2025-11-25 {} {"elicitation":{"url":{}}}
        < {$J,"method":"notifications/elicitation/complete","params":{"elicitationId":"e1"}}
    "#,
    kept: PAGE,
};
