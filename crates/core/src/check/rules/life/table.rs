//! The rules of the LIFE family.

use crate::check::Rule;
use crate::check::rule::{LEGACY, Level, MODERN, MUST, R1, R3, R5, SHOULD};
use crate::era::Revision;

pub(in crate::check::rules) const RULES: &[&Rule] =
    &[&LIFE_01, &LIFE_02, &LIFE_03, &LIFE_04, &LIFE_05, &LIFE_06, &LIFE_07, &LIFE_08, &LIFE_09];

const INITIALIZATION: &[(Revision, &str)] = &[(R1, "basic/lifecycle#initialization")];
const NEGOTIATION: &[(Revision, &str)] = &[(R1, "basic/lifecycle#version-negotiation")];
const OPERATION: &[(Revision, &str)] = &[(R1, "basic/lifecycle#operation")];
const SINCE_R3: &[(Revision, Level)] = &[(R1, Level::Should), (R3, Level::Must)];

pub(super) const LIFE_01: Rule = Rule {
    id: "LIFE-01",
    levels: MUST,
    revisions: LEGACY,
    checks: "the result of `initialize` has `protocolVersion`, `capabilities`, and name and version in `serverInfo`",
    pages: INITIALIZATION,
    broken: r#"
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        < {$J,"id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s"}}}
    "#,
    kept: "init 2025-11-25 {}",
};

pub(super) const LIFE_02: Rule = Rule {
    id: "LIFE-02",
    levels: MUST,
    revisions: LEGACY,
    checks: "a version that the server is known to speak is agreed on when it is requested",
    pages: NEGOTIATION,
    broken: r#"
        init 2025-06-18 {}
        open
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        < {$J,"id":1,"result":{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
    "#,
    kept: "init 2025-11-25 {}",
};

pub(super) const LIFE_03: Rule = Rule {
    id: "LIFE-03",
    levels: MUST,
    revisions: LEGACY,
    checks: "a version that does not exist is not echoed by `initialize`",
    pages: NEGOTIATION,
    broken: r#"
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"1.0.0","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        < {$J,"id":1,"result":{"protocolVersion":"1.0.0","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
    "#,
    kept: r#"
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"1.0.0","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        < {$J,"id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
    "#,
};

pub(super) const LIFE_04: Rule = Rule {
    id: "LIFE-04",
    levels: SHOULD,
    revisions: LEGACY,
    checks: "`initialize` agrees on a revision that has a handshake, which 2026-07-28 has not",
    pages: NEGOTIATION,
    broken: r#"
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        < {$J,"id":1,"result":{"protocolVersion":"2026-07-28","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
    "#,
    kept: "init 2025-11-25 {}",
};

pub(super) const LIFE_05: Rule = Rule {
    id: "LIFE-05",
    levels: SHOULD,
    revisions: LEGACY,
    checks: "no request but `ping` from the server before `notifications/initialized`",
    pages: INITIALIZATION,
    broken: r#"
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}}
        < {$J,"id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
        < {$J,"id":"a","method":"roots/list"}
    "#,
    kept: r#"
        init 2025-11-25 {} {"roots":{}}
        < {$J,"id":"a","method":"roots/list"}
    "#,
};

pub(super) const LIFE_06: Rule = Rule {
    id: "LIFE-06",
    levels: SINCE_R3,
    revisions: LEGACY,
    checks: "the server asks for sampling, roots or elicitation only when the client offered it",
    pages: OPERATION,
    broken: r#"
        init 2025-11-25 {} {"sampling":{}}
        < {$J,"id":"a","method":"roots/list"}
    "#,
    kept: r#"
        init 2025-11-25 {} {"roots":{}}
        < {$J,"id":"a","method":"roots/list"}
    "#,
};

pub(super) const LIFE_07: Rule = Rule {
    id: "LIFE-07",
    levels: SINCE_R3,
    revisions: LEGACY,
    checks: "the server announces changes only when its capabilities said that it would",
    pages: OPERATION,
    broken: r#"
        init 2025-11-25 {"tools":{}}
        < {$J,"method":"notifications/tools/list_changed"}
    "#,
    kept: r#"
        init 2025-11-25 {"tools":{"listChanged":true}}
        < {$J,"method":"notifications/tools/list_changed"}
    "#,
};

pub(super) const LIFE_08: Rule = Rule {
    id: "LIFE-08",
    levels: MUST,
    revisions: LEGACY,
    checks: "`ping` is answered with an empty result",
    pages: &[(R1, "basic/utilities/ping#behavior-requirements")],
    broken: r#"
        init 2025-11-25 {}
        > {$J,"id":1,"method":"ping"}
        < {$J,"id":1,"error":{"code":-32601,"message":"method not found"}}
    "#,
    kept: r#"
        init 2025-11-25 {}
        > {$J,"id":1,"method":"ping"}
        < {$J,"id":1,"result":{}}
    "#,
};

pub(super) const LIFE_09: Rule = Rule {
    id: "LIFE-09",
    levels: SHOULD,
    revisions: MODERN,
    checks: "a server without handshake names its versions when it refuses `initialize`",
    pages: &[(R5, "basic/versioning#backward-compatibility-with-initialization-based-versions")],
    broken: r#"
        discover {}
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        < {$J,"id":1,"error":{"code":-32601,"message":"method not found"}}
    "#,
    kept: r#"
        discover {}
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        < {$J,"id":1,"error":{"code":-32022,"message":"unsupported","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}}}
    "#,
};
