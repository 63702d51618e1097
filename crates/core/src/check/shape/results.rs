//! The results of the requests a client can make.

use super::parts::{
    BARE_TASK, CONTENT, FLAG, ID, IMPLEMENTATION, INPUT_REQUESTS, INTEGER, OBJECT, PROMPT, PROMPT_MESSAGE,
    R3, R4, R5, RESOURCE, RESOURCE_CONTENTS, RESOURCE_TEMPLATE, SERVER_CAPABILITIES, TASK, TASK_DETAIL, TEXT,
    TEXTS, TOOL,
};
use super::{Member, Row, Shape, may, must, row};
use crate::era::{Era, Revision};
use crate::raw::Raw;

/// What each method answers when it is done.
const RESULTS: &[Row] = &[
    row("initialize", INITIALIZE).until(R4),
    row("server/discover", DISCOVER).since(R5),
    row("ping", EMPTY).until(R4),
    row("resources/subscribe", EMPTY).until(R4),
    row("resources/unsubscribe", EMPTY).until(R4),
    row("logging/setLevel", EMPTY).until(R4),
    row("tools/list", LIST_TOOLS),
    row("tools/call", CALL),
    row("resources/list", LIST_RESOURCES),
    row("resources/templates/list", LIST_TEMPLATES),
    row("resources/read", READ),
    row("prompts/list", LIST_PROMPTS),
    row("prompts/get", GET_PROMPT),
    row("completion/complete", COMPLETE),
    row("subscriptions/listen", LISTEN).since(R5),
    row("tasks/get", &Shape::All(&[EMPTY, TASK])).since(R4).until(R4),
    row("tasks/cancel", &Shape::All(&[EMPTY, TASK])).since(R4).until(R4),
    row("tasks/result", EMPTY).since(R4).until(R4),
    row("tasks/list", LIST_TASKS).since(R4).until(R4),
    row("tasks/get", &Shape::All(&[ACKNOWLEDGED, BARE_TASK, TASK_DETAIL])).since(R5),
    row("tasks/update", ACKNOWLEDGED).since(R5),
    row("tasks/cancel", ACKNOWLEDGED).since(R5),
];

/// What `value` must look like as an answer to `method`.
///
/// Since 2026-07-28 a result says what it is: `input_required` and `task` have shapes of their own,
/// and of a kind that some extension added nothing is known.
pub(super) fn shape(revision: Revision, method: &str, value: &Raw) -> Option<&'static Shape> {
    let row = RESULTS.iter().find(|row| row.method == method && row.span.contains(revision))?;
    if revision.era() == Era::Legacy {
        let is_task = method == "tools/call"
            && revision >= R4
            && value.member("task").is_some()
            && value.member("content").is_none();
        return Some(if is_task { CREATED_TASK_2025 } else { row.shape });
    }
    if method.starts_with("tasks/") {
        return Some(row.shape);
    }
    Some(match value.text_member("resultType").as_deref() {
        Some("complete") | None => row.shape,
        Some("input_required") => INPUT_REQUIRED,
        Some("task") => CREATED_TASK,
        Some(_) => EMPTY,
    })
}

const META: Member = may("_meta", OBJECT).until(R4);
const MODERN_META: Member =
    may("_meta", &Shape::Object(&[may("io.modelcontextprotocol/serverInfo", IMPLEMENTATION)])).since(R5);
const RESULT_TYPE: Member = must("resultType", TEXT).since(R5);
const NEXT: Member = may("nextCursor", TEXT);
const TTL: Member = must("ttlMs", &Shape::Natural).since(R5);
const SCOPE: Member = must("cacheScope", &Shape::Word(&["private", "public"])).since(R5);

const EMPTY: &Shape = &Shape::Object(&[META, MODERN_META, RESULT_TYPE]);

const INITIALIZE: &Shape = &Shape::Object(&[
    must("protocolVersion", TEXT),
    must("capabilities", SERVER_CAPABILITIES),
    must("serverInfo", IMPLEMENTATION),
    may("instructions", TEXT),
    META,
]);

const DISCOVER: &Shape = &Shape::Object(&[
    RESULT_TYPE,
    must("supportedVersions", TEXTS),
    must("capabilities", SERVER_CAPABILITIES),
    may("instructions", TEXT),
    TTL,
    SCOPE,
    MODERN_META,
]);

const LIST_TOOLS: &Shape =
    &Shape::Object(&[RESULT_TYPE, must("tools", &Shape::List(TOOL)), NEXT, TTL, SCOPE, META, MODERN_META]);

const CALL: &Shape = &Shape::Object(&[
    RESULT_TYPE,
    must("content", &Shape::List(CONTENT)),
    may("isError", FLAG),
    // Any JSON value from 2026-07-28 on.
    may("structuredContent", OBJECT).since(R3).until(R4),
    META,
    MODERN_META,
]);

const LIST_RESOURCES: &Shape = &Shape::Object(&[
    RESULT_TYPE,
    must("resources", &Shape::List(RESOURCE)),
    NEXT,
    TTL,
    SCOPE,
    META,
    MODERN_META,
]);

const LIST_TEMPLATES: &Shape = &Shape::Object(&[
    RESULT_TYPE,
    must("resourceTemplates", &Shape::List(RESOURCE_TEMPLATE)),
    NEXT,
    TTL,
    SCOPE,
    META,
    MODERN_META,
]);

const READ: &Shape = &Shape::Object(&[
    RESULT_TYPE,
    must("contents", &Shape::List(RESOURCE_CONTENTS)),
    TTL,
    SCOPE,
    META,
    MODERN_META,
]);

const LIST_PROMPTS: &Shape = &Shape::Object(&[
    RESULT_TYPE,
    must("prompts", &Shape::List(PROMPT)),
    NEXT,
    TTL,
    SCOPE,
    META,
    MODERN_META,
]);

const GET_PROMPT: &Shape = &Shape::Object(&[
    RESULT_TYPE,
    must("messages", &Shape::List(PROMPT_MESSAGE)),
    may("description", TEXT),
    META,
    MODERN_META,
]);

const COMPLETE: &Shape = &Shape::Object(&[
    RESULT_TYPE,
    must(
        "completion",
        &Shape::Object(&[
            must("values", TEXTS).until(R4),
            must("values", &Shape::Texts(100)).since(R5),
            may("total", INTEGER),
            may("hasMore", FLAG),
        ]),
    ),
    META,
    MODERN_META,
]);

const LISTEN: &Shape = &Shape::Object(&[
    RESULT_TYPE,
    must(
        "_meta",
        &Shape::Object(&[
            must("io.modelcontextprotocol/subscriptionId", ID),
            may("io.modelcontextprotocol/serverInfo", IMPLEMENTATION),
        ]),
    ),
]);

const INPUT_REQUIRED: &Shape = &Shape::Object(&[
    RESULT_TYPE,
    may("inputRequests", INPUT_REQUESTS),
    may("requestState", TEXT),
    MODERN_META,
]);

const LIST_TASKS: &Shape = &Shape::Object(&[must("tasks", &Shape::List(TASK)), NEXT, META]);

const CREATED_TASK_2025: &Shape = &Shape::Object(&[must("task", TASK), META]);

const CREATED_TASK: &Shape = &Shape::All(&[EMPTY, BARE_TASK]);

/// Done, and nothing more to say.
const ACKNOWLEDGED: &Shape = &Shape::Object(&[must("resultType", &Shape::Word(&["complete"])), MODERN_META]);
