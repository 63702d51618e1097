//! The rules of the STDIO and HTTP families.

use crate::check::Rule;
use crate::check::rule::{ALL, FROM_R2, MODERN, MUST, R1, R2, R3, R4, R5, SHOULD};
use crate::era::Revision;

pub(in crate::check::rules) const RULES: &[&Rule] =
    &[&STDIO_01, &HTTP_01, &HTTP_02, &HTTP_05, &HTTP_09, &HTTP_11, &HTTP_15, &HTTP_16, &HTTP_17, &HTTP_18];

/// The revisions with sessions over HTTP.
const SESSIONS: &[Revision] = &[R2, R3, R4];

const SENDING: &[(Revision, &str)] = &[
    (R2, "basic/transports#sending-messages-to-the-server"),
    (R5, "basic/transports/streamable-http#sending-messages"),
];

const HANDSHAKE: &str = r#"
    > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
    http 1 POST 200 | content-type: application/json | mcp-session-id: 5f1c-77
    <#1 {$J,"id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}}
    > {$J,"method":"notifications/initialized"}
    http 2 POST 202
    http 3 GET 200 | content-type: text/event-stream
    <#3 {$J,"method":"notifications/tools/list_changed"}
    > {$J,"id":2,"method":"tools/call","params":{"name":"add"}}
    http 4 POST 200 | content-type: text/event-stream
    <#4 {$J,"id":2,"result":{"content":[]}}
    end 4
"#;

const MODERN_STREAM: &str = r#"
    discover {"tools":{}}
    > {$J,"id":1,"method":"tools/call","params":{"name":"add",$M({})("progressToken":1)}}
    http 1 POST 200 | content-type: text/event-stream | x-accel-buffering: no
    <#1 {$J,"method":"notifications/progress","params":{"progressToken":1,"progress":1}}
    <#1 {$J,"id":1,"result":{$R,"content":[]}}
    end 1
"#;

pub(super) const STDIO_01: Rule = Rule {
    id: "STDIO-01",
    levels: MUST,
    revisions: ALL,
    checks: "every line on stdout is one JSON-RPC message in UTF-8",
    pages: &[(R1, "basic/transports#stdio"), (R5, "basic/transports/stdio")],
    broken: "
        < Server started on stdio
        init 2025-11-25 {}
    ",
    kept: "init 2025-11-25 {}",
};

pub(super) const HTTP_01: Rule = Rule {
    id: "HTTP-01",
    levels: MUST,
    revisions: FROM_R2,
    checks: "a request is answered with `application/json` or `text/event-stream`",
    pages: SENDING,
    broken: r#"
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        http 1 POST 200 | content-type: text/plain
        <#1 {$J,"id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
    "#,
    kept: HANDSHAKE,
};

pub(super) const HTTP_02: Rule = Rule {
    id: "HTTP-02",
    levels: MUST,
    revisions: FROM_R2,
    checks: "a notification or response that is accepted gets 202 and no body",
    pages: SENDING,
    broken: r#"
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        http 1 POST 200 | content-type: application/json
        <#1 {$J,"id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
        > {$J,"method":"notifications/initialized"}
        http 2 POST 200
    "#,
    kept: HANDSHAKE,
};

pub(super) const HTTP_05: Rule = Rule {
    id: "HTTP-05",
    levels: MUST,
    revisions: SESSIONS,
    checks: "a session id has visible ASCII characters only",
    pages: &[(R2, "basic/transports#session-management")],
    broken: r#"
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        http 1 POST 200 | content-type: application/json | mcp-session-id: my session
        <#1 {$J,"id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
    "#,
    kept: HANDSHAKE,
};

pub(super) const HTTP_09: Rule = Rule {
    id: "HTTP-09",
    levels: MUST,
    revisions: SESSIONS,
    checks: "the stream of a GET has no responses, unless it resumes another",
    pages: &[(R2, "basic/transports#listening-for-messages-from-the-server")],
    broken: r#"
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        http 1 POST 200 | content-type: application/json
        <#1 {$J,"id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}
        http 3 GET 200 | content-type: text/event-stream
        > {$J,"id":2,"method":"tools/call","params":{"name":"add"}}
        <#3 {$J,"id":2,"result":{"content":[]}}
    "#,
    kept: HANDSHAKE,
};

pub(super) const HTTP_11: Rule = Rule {
    id: "HTTP-11",
    levels: SHOULD,
    revisions: FROM_R2,
    checks: "the stream of a request does not end before its response",
    pages: &[
        (R2, "basic/transports#sending-messages-to-the-server"),
        (R5, "basic/transports/streamable-http#receiving-messages"),
    ],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add",$M}}
        http 1 POST 200 | content-type: text/event-stream | x-accel-buffering: no
        end 1
    "#,
    kept: MODERN_STREAM,
};

pub(super) const HTTP_15: Rule = Rule {
    id: "HTTP-15",
    levels: MUST,
    revisions: MODERN,
    checks: "the error -32601 comes with HTTP 404",
    pages: &[(R5, "basic/transports/streamable-http#protocol-version-header")],
    broken: r#"
        discover {}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        http 1 POST 200 | content-type: application/json
        <#1 {$J,"id":1,"error":{"code":-32601,"message":"method not found"}}
    "#,
    kept: r#"
        discover {}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        http 1 POST 404 | content-type: application/json
        <#1 {$J,"id":1,"error":{"code":-32601,"message":"method not found"}}
    "#,
};

pub(super) const HTTP_16: Rule = Rule {
    id: "HTTP-16",
    levels: MUST,
    revisions: MODERN,
    checks: "the errors -32020, -32021 and -32022 come with HTTP 400",
    pages: &[(R5, "basic/transports/streamable-http#server-validation")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"ask",$M}}
        http 1 POST 200 | content-type: application/json
        <#1 {$J,"id":1,"error":{"code":-32021,"message":"no","data":{"requiredCapabilities":{"sampling":{}}}}}
    "#,
    kept: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"ask",$M}}
        http 1 POST 400 | content-type: application/json
        <#1 {$J,"id":1,"error":{"code":-32021,"message":"no","data":{"requiredCapabilities":{"sampling":{}}}}}
    "#,
};

pub(super) const HTTP_17: Rule = Rule {
    id: "HTTP-17",
    levels: MUST,
    revisions: MODERN,
    checks: "notifications on the stream of a request belong to it",
    pages: &[(R5, "basic/transports/streamable-http#receiving-messages")],
    broken: r#"
        discover {"tools":{"listChanged":true}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add",$M}}
        http 1 POST 200 | content-type: text/event-stream | x-accel-buffering: no
        <#1 {$J,"method":"notifications/tools/list_changed"}
    "#,
    kept: MODERN_STREAM,
};

pub(super) const HTTP_18: Rule = Rule {
    id: "HTTP-18",
    levels: SHOULD,
    revisions: MODERN,
    checks: "event streams have `X-Accel-Buffering: no`, and no session id is given out",
    pages: &[(R5, "basic/transports/streamable-http#receiving-messages")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add",$M}}
        http 1 POST 200 | content-type: text/event-stream
    "#,
    kept: MODERN_STREAM,
};
