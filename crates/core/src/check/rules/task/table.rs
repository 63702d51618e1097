//! The rules of the TSK4 family (tasks of 2025-11-25) and of TSKX (the extension of 2026-07-28).

use crate::check::Rule;
use crate::check::rule::{MODERN, MUST, R4, R5};
use crate::era::Revision;

pub(in crate::check::rules) const RULES: &[&Rule] =
    &[&TSK4_01, &TSK4_02, &TSK4_03, &TSKX_01, &TSKX_02, &TSKX_04, &TSKX_05];

const EXTENSION: &[(Revision, &str)] =
    &[(R5, "https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/2026-07-28/tasks.md")];

const TASK: &str = r#"
    init 2025-11-25 {"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}
    > {$J,"id":1,"method":"tools/call","params":{"name":"build","task":{}}}
    < {$J,"id":1,"result":{"task":{"taskId":"t1","status":"working","createdAt":"2025-11-25T10:00:00Z","lastUpdatedAt":"2025-11-25T10:00:00Z","ttl":60000}}}
    > {$J,"id":2,"method":"tasks/get","params":{"taskId":"t1"}}
    < {$J,"id":2,"result":{"taskId":"t1","status":"completed","createdAt":"2025-11-25T10:00:00Z","lastUpdatedAt":"2025-11-25T10:00:09Z","ttl":60000}}
    > {$J,"id":3,"method":"tasks/get","params":{"taskId":"t1"}}
    < {$J,"id":3,"result":{"taskId":"t1","status":"completed","createdAt":"2025-11-25T10:00:00Z","lastUpdatedAt":"2025-11-25T10:00:09Z","ttl":60000}}
    > {$J,"id":4,"method":"tasks/result","params":{"taskId":"t1"}}
    < {$J,"id":4,"result":{"content":[],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}}}
"#;

const MODERN_TASK: &str = r#"
    discover {"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}
    > {$J,"id":1,"method":"tools/call","params":{"name":"build",$M({"extensions":{"io.modelcontextprotocol/tasks":{}}})}}
    < {$J,"id":1,"result":{"resultType":"task","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}},"taskId":"t1","status":"working","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:00Z","ttlMs":null}}
    > {$J,"id":2,"method":"tasks/get","params":{"taskId":"t1",$M({"extensions":{"io.modelcontextprotocol/tasks":{}}})}}
    < {$J,"id":2,"result":{$R,"taskId":"t1","status":"completed","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:09Z","ttlMs":null,"result":{"content":[]}}}
    > {$J,"id":3,"method":"tasks/get","params":{"taskId":"t1",$M({"extensions":{"io.modelcontextprotocol/tasks":{}}})}}
    < {$J,"id":3,"result":{$R,"taskId":"t1","status":"completed","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:09Z","ttlMs":null,"result":{"content":[]}}}
"#;

pub(super) const TSK4_01: Rule = Rule {
    id: "TSK4-01",
    levels: MUST,
    revisions: &[R4],
    checks: "a new task is working, and has `taskId`, `createdAt`, `lastUpdatedAt` and `ttl`",
    pages: &[(R4, "basic/utilities/tasks#creating-tasks")],
    broken: r#"
        init 2025-11-25 {"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"build","task":{}}}
        < {$J,"id":1,"result":{"task":{"taskId":"t1","status":"working","createdAt":"2025-11-25T10:00:00Z"}}}
    "#,
    kept: TASK,
};

pub(super) const TSK4_02: Rule = Rule {
    id: "TSK4-02",
    levels: MUST,
    revisions: &[R4],
    checks: "a task that has ended stays as it ended",
    pages: &[(R4, "basic/utilities/tasks#task-status-lifecycle")],
    broken: r#"
        init 2025-11-25 {"tools":{},"tasks":{"cancel":{}}}
        > {$J,"id":1,"method":"tasks/get","params":{"taskId":"t1"}}
        < {$J,"id":1,"result":{"taskId":"t1","status":"completed","createdAt":"2025-11-25T10:00:00Z","lastUpdatedAt":"2025-11-25T10:00:09Z","ttl":60000}}
        > {$J,"id":2,"method":"tasks/get","params":{"taskId":"t1"}}
        < {$J,"id":2,"result":{"taskId":"t1","status":"working","createdAt":"2025-11-25T10:00:00Z","lastUpdatedAt":"2025-11-25T10:00:12Z","ttl":60000}}
    "#,
    kept: TASK,
};

pub(super) const TSK4_03: Rule = Rule {
    id: "TSK4-03",
    levels: MUST,
    revisions: &[R4],
    checks: "the result of `tasks/result` names its task in `_meta`",
    pages: &[(R4, "basic/utilities/tasks#associating-task-related-messages")],
    broken: r#"
        init 2025-11-25 {"tools":{},"tasks":{}}
        > {$J,"id":1,"method":"tasks/result","params":{"taskId":"t1"}}
        < {$J,"id":1,"result":{"content":[]}}
    "#,
    kept: TASK,
};

pub(super) const TSKX_01: Rule = Rule {
    id: "TSKX-01",
    levels: MUST,
    revisions: MODERN,
    checks: "a result is a task only for `tools/call`, and only when the request declared the extension",
    pages: EXTENSION,
    broken: r#"
        discover {"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"build",$M}}
        < {$J,"id":1,"result":{"resultType":"task","taskId":"t1","status":"working","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:00Z","ttlMs":null}}
    "#,
    kept: MODERN_TASK,
};

pub(super) const TSKX_02: Rule = Rule {
    id: "TSKX-02",
    levels: MUST,
    revisions: MODERN,
    checks: "a new task has `taskId`, `status`, `createdAt`, `lastUpdatedAt`, and `ttlMs`, which may be null",
    pages: EXTENSION,
    broken: r#"
        discover {"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"build",$M({"extensions":{"io.modelcontextprotocol/tasks":{}}})}}
        < {$J,"id":1,"result":{"resultType":"task","taskId":"t1","status":"working","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:00Z"}}
    "#,
    kept: MODERN_TASK,
};

pub(super) const TSKX_04: Rule = Rule {
    id: "TSKX-04",
    levels: MUST,
    revisions: MODERN,
    checks: "to get, update or cancel a task is complete in itself, and a task has what its status promises",
    pages: EXTENSION,
    broken: r#"
        discover {"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}
        > {$J,"id":1,"method":"tasks/get","params":{"taskId":"t1",$M({"extensions":{"io.modelcontextprotocol/tasks":{}}})}}
        < {$J,"id":1,"result":{$R,"taskId":"t1","status":"completed","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:09Z","ttlMs":null}}
    "#,
    kept: MODERN_TASK,
};

pub(super) const TSKX_05: Rule = Rule {
    id: "TSKX-05",
    levels: MUST,
    revisions: MODERN,
    checks: "a task that has ended stays as it ended, and an error of a tool is no failed task",
    pages: EXTENSION,
    broken: r#"
        discover {"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}
        > {$J,"id":1,"method":"tasks/get","params":{"taskId":"t1",$M({"extensions":{"io.modelcontextprotocol/tasks":{}}})}}
        < {$J,"id":1,"result":{$R,"taskId":"t1","status":"cancelled","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:09Z","ttlMs":null}}
        > {$J,"id":2,"method":"tasks/get","params":{"taskId":"t1",$M({"extensions":{"io.modelcontextprotocol/tasks":{}}})}}
        < {$J,"id":2,"result":{$R,"taskId":"t1","status":"working","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:12Z","ttlMs":null}}
    "#,
    kept: MODERN_TASK,
};
