//! The rules of the SUBS family.

use crate::check::Rule;
use crate::check::rule::{MODERN, MUST, R5, SHOULD};

pub(in crate::check::rules) const RULES: &[&Rule] = &[&SUBS_01, &SUBS_02, &SUBS_03, &SUBS_04, &SUBS_05];

const WHOLE: &str = r#"
    discover {"tools":{"listChanged":true},"resources":{"subscribe":true}}
    > {$J,"id":7,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["file:///a"]},$M}}
    < {$J,"method":"notifications/subscriptions/acknowledged","params":{$S(7),"notifications":{"toolsListChanged":true}}}
    < {$J,"method":"notifications/tools/list_changed","params":{$S(7)}}
    < {$J,"method":"notifications/resources/updated","params":{$S(7),"uri":"file:///a"}}
    < {$J,"id":7,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":7,"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}
"#;

pub(super) const SUBS_01: Rule = Rule {
    id: "SUBS-01",
    levels: MUST,
    revisions: MODERN,
    checks: "a subscription begins with its acknowledgement",
    pages: &[(R5, "basic/patterns/subscriptions#acknowledgment")],
    broken: r#"
        discover {"tools":{"listChanged":true}}
        > {$J,"id":7,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},$M}}
        < {$J,"method":"notifications/tools/list_changed","params":{$S(7)}}
    "#,
    kept: WHOLE,
};

pub(super) const SUBS_02: Rule = Rule {
    id: "SUBS-02",
    levels: MUST,
    revisions: MODERN,
    checks: "every message of a subscription is tagged with its id, in value and JSON type",
    pages: &[(R5, "basic/patterns/subscriptions#receiving-notifications")],
    broken: r#"
        discover {"tools":{"listChanged":true}}
        > {$J,"id":7,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},$M}}
        < {$J,"method":"notifications/subscriptions/acknowledged","params":{$S("7"),"notifications":{"toolsListChanged":true}}}
    "#,
    kept: WHOLE,
};

pub(super) const SUBS_03: Rule = Rule {
    id: "SUBS-03",
    levels: MUST,
    revisions: MODERN,
    checks: "changes are told only to subscriptions that asked for them",
    pages: &[(R5, "basic/patterns/subscriptions#opening-a-stream")],
    broken: r#"
        discover {"tools":{"listChanged":true}}
        < {$J,"method":"notifications/tools/list_changed"}
    "#,
    kept: WHOLE,
};

pub(super) const SUBS_04: Rule = Rule {
    id: "SUBS-04",
    levels: SHOULD,
    revisions: MODERN,
    checks: "nothing is acknowledged that was not asked for",
    pages: &[(R5, "basic/patterns/subscriptions#acknowledgment")],
    broken: r#"
        discover {"tools":{"listChanged":true},"prompts":{"listChanged":true}}
        > {$J,"id":7,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},$M}}
        < {$J,"method":"notifications/subscriptions/acknowledged","params":{$S(7),"notifications":{"promptsListChanged":true}}}
    "#,
    kept: WHOLE,
};

pub(super) const SUBS_05: Rule = Rule {
    id: "SUBS-05",
    levels: SHOULD,
    revisions: MODERN,
    checks: "the result that ends a subscription is tagged with its id",
    pages: &[(R5, "basic/patterns/subscriptions#graceful-closure")],
    broken: r#"
        discover {"tools":{"listChanged":true}}
        > {$J,"id":7,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},$M}}
        < {$J,"method":"notifications/subscriptions/acknowledged","params":{$S(7),"notifications":{"toolsListChanged":true}}}
        < {$J,"id":7,"result":{$R}}
    "#,
    kept: WHOLE,
};
