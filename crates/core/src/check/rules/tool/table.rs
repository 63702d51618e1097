//! The rules of the TOOL family, and the one on tools with an interface of their own.

use crate::check::Rule;
use crate::check::rule::{ALL, FROM_R3, FROM_R4, MODERN, MUST, NOTE, R1, R3, R4, R5, SHOULD};
use crate::era::Revision;

pub(in crate::check::rules) const RULES: &[&Rule] = &[
    &TOOL_01, &TOOL_02, &TOOL_03, &TOOL_04, &TOOL_05, &TOOL_06, &TOOL_07, &TOOL_08, &TOOL_09, &TOOL_10,
    &TOOL_11, &TOOL_14, &TOOL_15, &TOOL_16, &TOOL_17, &TOOL_18, &TOOL_19, &TOOL_20, &TOOL_21, &UI_02,
];

const NAMES: &[(Revision, &str)] = &[(R1, "server/tools#tool-names")];
const OUTPUT: &[(Revision, &str)] = &[(R1, "server/tools#output-schema")];
const RESULT: &[(Revision, &str)] = &[(R1, "server/tools#tool-result")];
const HEADER: &[(Revision, &str)] = &[(R5, "basic/transports/streamable-http#schema-extension")];

const LISTED: &str = r#"
    init 2025-11-25 {"tools":{}}
    > {$J,"id":1,"method":"tools/list"}
    < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}}
"#;

const CALLED: &str = r#"
    init 2025-11-25 {"tools":{},"resources":{}}
    > {$J,"id":1,"method":"tools/call","params":{"name":"draw"}}
    < {$J,"id":1,"result":{"content":[{"type":"image","data":"aGk=","mimeType":"image/png"},{"type":"resource","resource":{"uri":"file:///a","text":"a"}}]}}
"#;

const STRUCTURED: &str = r#"
    init 2025-11-25 {"tools":{}}
    > {$J,"id":1,"method":"tools/list"}
    < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"sum":{"type":"number"}},"required":["sum"]}}]}}
    > {$J,"id":2,"method":"tools/call","params":{"name":"add"}}
    < {$J,"id":2,"result":{"content":[{"type":"text","text":"{\"sum\": 3}"}],"structuredContent":{"sum":3}}}
"#;

const ANNOTATED: &str = r#"
    discover {"tools":{}}
    > {$J,"id":1,"method":"tools/list","params":{$M}}
    < {$J,"id":1,"result":{$R,$T,"tools":[{"name":"deploy","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}]}}
"#;

pub(super) const TOOL_01: Rule = Rule {
    id: "TOOL-01",
    levels: MUST,
    revisions: ALL,
    checks: "a server with tools declares the `tools` capability",
    pages: &[(R1, "server/tools#capabilities")],
    broken: r#"
        init 2025-11-25 {}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}}
    "#,
    kept: LISTED,
};

pub(super) const TOOL_02: Rule = Rule {
    id: "TOOL-02",
    levels: MUST,
    revisions: ALL,
    checks: "a tool has a `name`, and an `inputSchema` whose `type` is `object`",
    pages: &[(R1, "server/tools#tool")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{}}]}}
    "#,
    kept: LISTED,
};

pub(super) const TOOL_03: Rule = Rule {
    id: "TOOL-03",
    levels: MUST,
    revisions: FROM_R4,
    checks: "the schemas of a tool are valid in the dialect they name, or else in 2020-12",
    pages: &[(R1, "basic#json-schema-usage")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"nubmer"}}}}]}}
    "#,
    kept: LISTED,
};

pub(super) const TOOL_04: Rule = Rule {
    id: "TOOL-04",
    levels: SHOULD,
    revisions: FROM_R4,
    checks: "a tool name is 1 to 128 letters, digits, `_`, `-` and `.`",
    pages: NAMES,
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"add numbers","inputSchema":{"type":"object"}}]}}
    "#,
    kept: LISTED,
};

pub(super) const TOOL_05: Rule = Rule {
    id: "TOOL-05",
    levels: SHOULD,
    revisions: FROM_R4,
    checks: "no two tools have the same name, on all pages of the list",
    pages: NAMES,
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"}},{"name":"add","inputSchema":{"type":"object"}}]}}
    "#,
    kept: LISTED,
};

pub(super) const TOOL_06: Rule = Rule {
    id: "TOOL-06",
    levels: MUST,
    revisions: FROM_R3,
    checks: "a tool with an `outputSchema` returns `structuredContent` that fits it, unless it reports an error",
    pages: OUTPUT,
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"sum":{"type":"number"}}}}]}}
        > {$J,"id":2,"method":"tools/call","params":{"name":"add"}}
        < {$J,"id":2,"result":{"content":[{"type":"text","text":"{\"sum\":\"3\"}"}],"structuredContent":{"sum":"3"}}}
    "#,
    kept: STRUCTURED,
};

pub(super) const TOOL_07: Rule = Rule {
    id: "TOOL-07",
    levels: MUST,
    revisions: &[R3, R4],
    checks: "`structuredContent` is an object, and the `type` of an `outputSchema` is `object`",
    pages: OUTPUT,
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"list"}}
        < {$J,"id":1,"result":{"content":[{"type":"text","text":"[1]"}],"structuredContent":[1]}}
    "#,
    kept: STRUCTURED,
};

pub(super) const TOOL_08: Rule = Rule {
    id: "TOOL-08",
    levels: SHOULD,
    revisions: FROM_R3,
    checks: "structured content is there as text too, for clients that know only text",
    pages: &[(R1, "server/tools#structured-content")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add"}}
        < {$J,"id":1,"result":{"content":[],"structuredContent":{"sum":3}}}
    "#,
    kept: STRUCTURED,
};

pub(super) const TOOL_09: Rule = Rule {
    id: "TOOL-09",
    levels: MUST,
    revisions: ALL,
    checks: "`content` is an array of blocks of the types that the revision knows",
    pages: RESULT,
    broken: r#"
        init 2024-11-05 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"speak"}}
        < {$J,"id":1,"result":{"content":[{"type":"audio","data":"aGk=","mimeType":"audio/wav"}]}}
    "#,
    kept: CALLED,
};

pub(super) const TOOL_10: Rule = Rule {
    id: "TOOL-10",
    levels: MUST,
    revisions: ALL,
    checks: "images and sounds are base64 and have a `mimeType`",
    pages: &[(R1, "server/tools#image-content")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"draw"}}
        < {$J,"id":1,"result":{"content":[{"type":"image","data":"data:image/png;base64,aGk=","mimeType":"image/png"}]}}
    "#,
    kept: CALLED,
};

pub(super) const TOOL_11: Rule = Rule {
    id: "TOOL-11",
    levels: SHOULD,
    revisions: ALL,
    checks: "a tool that does not exist gives a JSON-RPC error, not a result with `isError`",
    pages: &[(R1, "server/tools#error-handling")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}}
        > {$J,"id":2,"method":"tools/call","params":{"name":"nope"}}
        < {$J,"id":2,"result":{"content":[{"type":"text","text":"Unknown tool: nope"}],"isError":true}}
    "#,
    kept: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}}
        > {$J,"id":2,"method":"tools/call","params":{"name":"nope"}}
        < {$J,"id":2,"error":{"code":-32602,"message":"Unknown tool: nope"}}
    "#,
};

pub(super) const TOOL_14: Rule = Rule {
    id: "TOOL-14",
    levels: MUST,
    revisions: MODERN,
    checks: "`x-mcp-header` is a token that can stand in the name of a header",
    pages: HEADER,
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$R,$T,"tools":[{"name":"deploy","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"the region"}}}}]}}
    "#,
    kept: ANNOTATED,
};

pub(super) const TOOL_15: Rule = Rule {
    id: "TOOL-15",
    levels: MUST,
    revisions: MODERN,
    checks: "no two `x-mcp-header` of a tool are the same but for their case",
    pages: HEADER,
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$R,$T,"tools":[{"name":"deploy","inputSchema":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"string","x-mcp-header":"region"}}}}]}}
    "#,
    kept: ANNOTATED,
};

pub(super) const TOOL_16: Rule = Rule {
    id: "TOOL-16",
    levels: MUST,
    revisions: MODERN,
    checks: "`x-mcp-header` stands on a string, an integer or a boolean",
    pages: HEADER,
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$R,$T,"tools":[{"name":"deploy","inputSchema":{"type":"object","properties":{"load":{"type":"number","x-mcp-header":"Load"}}}}]}}
    "#,
    kept: ANNOTATED,
};

pub(super) const TOOL_17: Rule = Rule {
    id: "TOOL-17",
    levels: MUST,
    revisions: MODERN,
    checks: "`x-mcp-header` is reached through `properties` only",
    pages: HEADER,
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$R,$T,"tools":[{"name":"deploy","inputSchema":{"type":"object","properties":{"all":{"type":"array","items":{"type":"string","x-mcp-header":"Region"}}}}}]}}
    "#,
    kept: ANNOTATED,
};

pub(super) const TOOL_18: Rule = Rule {
    id: "TOOL-18",
    levels: NOTE,
    revisions: MODERN,
    checks: "what goes into a header does not look like a secret",
    pages: &[(R5, "server/tools#x-mcp-header")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$R,$T,"tools":[{"name":"login","inputSchema":{"type":"object","properties":{"password":{"type":"string","x-mcp-header":"Pass"}}}}]}}
    "#,
    kept: ANNOTATED,
};

pub(super) const TOOL_19: Rule = Rule {
    id: "TOOL-19",
    levels: MUST,
    revisions: &[R4],
    checks: "`execution.taskSupport` is forbidden, optional or required",
    pages: &[(R4, "basic/utilities/tasks#tool-level-negotiation")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"},"execution":{"taskSupport":"always"}}]}}
    "#,
    kept: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"},"execution":{"taskSupport":"forbidden"}}]}}
    "#,
};

pub(super) const TOOL_20: Rule = Rule {
    id: "TOOL-20",
    levels: SHOULD,
    revisions: FROM_R3,
    checks: "a server whose tools return resources declares the `resources` capability",
    pages: &[(R1, "server/tools#embedded-resources")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"open"}}
        < {$J,"id":1,"result":{"content":[{"type":"resource","resource":{"uri":"file:///a","text":"a"}}]}}
    "#,
    kept: CALLED,
};

pub(super) const TOOL_21: Rule = Rule {
    id: "TOOL-21",
    levels: NOTE,
    revisions: FROM_R4,
    checks: "schemas do not refer to the network, and icons come by https or as data",
    pages: &[(R4, "basic#icons"), (R5, "basic#ref-resolution")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"},"icons":[{"src":"http://example.com/add.png"}]}]}}
    "#,
    kept: LISTED,
};

pub(super) const UI_02: Rule = Rule {
    id: "UI-02",
    levels: MUST,
    revisions: FROM_R3,
    checks: "a tool with an interface says who may see it, and returns content for those who do not",
    pages: &[(
        R1,
        "https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx",
    )],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"map","inputSchema":{"type":"object"},"_meta":{"ui":{"resourceUri":"ui://map","visibility":["everyone"]}}}]}}
    "#,
    kept: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        < {$J,"id":1,"result":{"tools":[{"name":"map","inputSchema":{"type":"object"},"_meta":{"ui":{"resourceUri":"ui://map","visibility":["model","app"]}}}]}}
        > {$J,"id":2,"method":"tools/call","params":{"name":"map"}}
        < {$J,"id":2,"result":{"content":[{"type":"text","text":"A map of Rome."}]}}
    "#,
};
