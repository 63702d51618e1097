//! The rules of the PRM family.

use crate::check::Rule;
use crate::check::rule::{ALL, MUST, R1, SHOULD};

pub(in crate::check::rules) const RULES: &[&Rule] = &[&PRM_01, &PRM_02, &PRM_03];

const GOT: &str = r#"
    init 2025-11-25 {"prompts":{}}
    > {$J,"id":1,"method":"prompts/get","params":{"name":"greet"}}
    < {$J,"id":1,"result":{"messages":[{"role":"user","content":{"type":"text","text":"Hello"}}]}}
"#;

pub(super) const PRM_01: Rule = Rule {
    id: "PRM-01",
    levels: MUST,
    revisions: ALL,
    checks: "a server with prompts declares the `prompts` capability",
    pages: &[(R1, "server/prompts#capabilities")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"prompts/list"}
        < {$J,"id":1,"result":{"prompts":[{"name":"greet"}]}}
    "#,
    kept: GOT,
};

pub(super) const PRM_02: Rule = Rule {
    id: "PRM-02",
    levels: MUST,
    revisions: ALL,
    checks: "a message has the role user or assistant and one good block; a resource in it has a `mimeType` too",
    pages: &[(R1, "server/prompts#promptmessage")],
    broken: r#"
        init 2025-11-25 {"prompts":{}}
        > {$J,"id":1,"method":"prompts/get","params":{"name":"greet"}}
        < {$J,"id":1,"result":{"messages":[{"role":"system","content":{"type":"text","text":"Hello"}}]}}
    "#,
    kept: GOT,
};

pub(super) const PRM_03: Rule = Rule {
    id: "PRM-03",
    levels: SHOULD,
    revisions: ALL,
    checks: "a prompt that does not exist, or an argument that is missing, is refused with -32602",
    pages: &[(R1, "server/prompts#error-handling")],
    broken: r#"
        init 2025-11-25 {"prompts":{}}
        > {$J,"id":1,"method":"prompts/list"}
        < {$J,"id":1,"result":{"prompts":[{"name":"greet"}]}}
        > {$J,"id":2,"method":"prompts/get","params":{"name":"nope"}}
        < {$J,"id":2,"error":{"code":0,"message":"Unknown prompt: nope"}}
    "#,
    kept: r#"
        init 2025-11-25 {"prompts":{}}
        > {$J,"id":1,"method":"prompts/list"}
        < {$J,"id":1,"result":{"prompts":[{"name":"greet"}]}}
        > {$J,"id":2,"method":"prompts/get","params":{"name":"nope"}}
        < {$J,"id":2,"error":{"code":-32602,"message":"Unknown prompt: nope"}}
    "#,
};
