//! The rules of the SAMP family.

use crate::check::Rule;
use crate::check::rule::{ALL, FROM_R4, MUST, R1, R4, SHOULD};

pub(in crate::check::rules) const RULES: &[&Rule] = &[&SAMP_01, &SAMP_02, &SAMP_03, &SAMP_04];

const ASKED: &str = r#"
    init 2025-11-25 {} {"sampling":{"tools":{},"context":{}}}
    < {$J,"id":1,"method":"sampling/createMessage","params":{"maxTokens":9,"includeContext":"thisServer","tools":[{"name":"t","inputSchema":{"type":"object"}}],"messages":[{"role":"user","content":{"type":"text","text":"Hi"}},{"role":"assistant","content":{"type":"tool_use","id":"u1","name":"t","input":{}}},{"role":"user","content":[{"type":"tool_result","toolUseId":"u1","content":[]}]}]}}
"#;

pub(super) const SAMP_01: Rule = Rule {
    id: "SAMP-01",
    levels: MUST,
    revisions: ALL,
    checks: "a request for a model has `maxTokens` and `messages`, each with the role user or assistant",
    pages: &[(R1, "client/sampling#creating-messages")],
    broken: r#"
        init 2025-11-25 {} {"sampling":{}}
        < {$J,"id":1,"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}]}}
    "#,
    kept: ASKED,
};

pub(super) const SAMP_02: Rule = Rule {
    id: "SAMP-02",
    levels: MUST,
    // MRTR-04 says the same of 2026-07-28.
    revisions: &[R4],
    checks: "`tools` and `toolChoice` are there only when we declared `sampling.tools`",
    pages: &[(R1, "client/sampling#tools-in-sampling")],
    broken: r#"
        init 2025-11-25 {} {"sampling":{}}
        < {$J,"id":1,"method":"sampling/createMessage","params":{"maxTokens":9,"toolChoice":{"mode":"auto"},"messages":[]}}
    "#,
    kept: ASKED,
};

pub(super) const SAMP_03: Rule = Rule {
    id: "SAMP-03",
    levels: MUST,
    revisions: FROM_R4,
    checks: "tool results are not mixed with other content, and each use of a tool is answered by the next message",
    pages: &[(R1, "client/sampling#message-content-constraints")],
    broken: r#"
        init 2025-11-25 {} {"sampling":{"tools":{}}}
        < {$J,"id":1,"method":"sampling/createMessage","params":{"maxTokens":9,"messages":[{"role":"assistant","content":{"type":"tool_use","id":"u1","name":"t","input":{}}},{"role":"user","content":{"type":"text","text":"And?"}}]}}
    "#,
    kept: ASKED,
};

pub(super) const SAMP_04: Rule = Rule {
    id: "SAMP-04",
    levels: SHOULD,
    revisions: FROM_R4,
    checks: "context of servers is asked for only when we declared `sampling.context`",
    pages: &[(R1, "client/sampling#capabilities")],
    broken: r#"
        init 2025-11-25 {} {"sampling":{}}
        < {$J,"id":1,"method":"sampling/createMessage","params":{"maxTokens":9,"includeContext":"allServers","messages":[{"role":"user","content":{"type":"text","text":"Hi"}}]}}
    "#,
    kept: ASKED,
};
