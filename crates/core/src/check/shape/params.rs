//! The params of what a server sends unasked: notifications, and requests (since
//! 2026-07-28 only as entries of `inputRequests`).

use super::parts::{
    ANY, BARE_TASK, FLAG, FORM, FRACTION, ID, INTEGER, NUMBER, OBJECT, R2, R3, R4, R5, SAMPLING_MESSAGE,
    TASK, TASK_DETAIL, TEXT, TEXTS, TOOL,
};
use super::{Member, Row, Shape, kind, may, must, row};
use crate::era::Revision;

/// What each notification carries.
pub(super) const NOTIFICATIONS: &[Row] = &[
    row("notifications/cancelled", CANCELLED),
    row("notifications/progress", PROGRESS),
    row("notifications/message", MESSAGE),
    row("notifications/tools/list_changed", NOTICE),
    row("notifications/prompts/list_changed", NOTICE),
    row("notifications/resources/list_changed", NOTICE),
    row("notifications/resources/updated", &Shape::Object(&[must("uri", TEXT), META, MODERN_META])),
    row("notifications/elicitation/complete", &Shape::Object(&[must("elicitationId", TEXT)]))
        .since(R4)
        .until(R4),
    row("notifications/tasks/status", &Shape::All(&[NOTICE, TASK])).since(R4).until(R4),
    row("notifications/tasks", &Shape::All(&[NOTICE, BARE_TASK, TASK_DETAIL])).since(R5),
    row("notifications/subscriptions/acknowledged", ACKNOWLEDGED).since(R5),
];

/// What each request carries.
pub(super) const REQUESTS: &[Row] = &[
    row("ping", ROOTS).until(R4),
    row("roots/list", ROOTS),
    row("sampling/createMessage", SAMPLING),
    row("elicitation/create", FORM_ELICITATION).since(R3).until(R3),
    row("elicitation/create", ELICITATION).since(R4),
    row("tasks/get", TASK_NAMED).since(R4).until(R4),
    row("tasks/result", TASK_NAMED).since(R4).until(R4),
    row("tasks/cancel", TASK_NAMED).since(R4).until(R4),
    row("tasks/list", &Shape::Object(&[may("cursor", TEXT), REQUEST_META])).since(R4).until(R4),
];

/// The row of `table` for `method`.
pub(super) fn shape(table: &'static [Row], revision: Revision, method: &str) -> Option<&'static Shape> {
    table.iter().find(|row| row.method == method && row.span.contains(revision)).map(|row| row.shape)
}

/// The `_meta` of notifications with members of their own, which the tables have since 2025-11-25.
const META: Member = may("_meta", OBJECT).since(R4).until(R4);
const MODERN_META: Member =
    may("_meta", &Shape::Object(&[may("io.modelcontextprotocol/subscriptionId", ID)])).since(R5);
const PROGRESS_META: &Shape = &Shape::Object(&[may("progressToken", ID)]);
/// The `_meta` of requests with members of their own.
const REQUEST_META: Member = may("_meta", PROGRESS_META).since(R4).until(R4);

/// A notification that says all by its name.
const NOTICE: &Shape = &Shape::Object(&[may("_meta", OBJECT).until(R4), MODERN_META]);

const CANCELLED: &Shape = &Shape::Object(&[
    must("requestId", ID).until(R3),
    // Since 2025-11-25 a task can be named by its metadata instead.
    may("requestId", ID).since(R4).until(R4),
    must("requestId", ID).since(R5),
    may("reason", TEXT),
    META,
    MODERN_META,
]);

const PROGRESS: &Shape = &Shape::Object(&[
    must("progressToken", ID),
    must("progress", NUMBER),
    may("total", NUMBER),
    may("message", TEXT).since(R2),
    META,
    MODERN_META,
]);

const MESSAGE: &Shape = &Shape::Object(&[
    must(
        "level",
        &Shape::Word(&["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]),
    ),
    must("data", ANY),
    may("logger", TEXT),
    META,
    MODERN_META,
]);

const ACKNOWLEDGED: &Shape = &Shape::Object(&[
    must(
        "notifications",
        &Shape::Object(&[
            may("toolsListChanged", FLAG),
            may("promptsListChanged", FLAG),
            may("resourcesListChanged", FLAG),
            may("resourceSubscriptions", TEXTS),
        ]),
    ),
    MODERN_META,
]);

const TASK_NAMED: &Shape = &Shape::Object(&[must("taskId", TEXT)]);

/// `roots/list` and `ping` have no params of their own.
pub(super) const ROOTS: &Shape =
    &Shape::Object(&[may("_meta", PROGRESS_META).until(R4), may("_meta", OBJECT).since(R5)]);

/// How long a task may be kept, when the request is to become one.
const TASK_WISH: Member = may("task", &Shape::Object(&[may("ttl", INTEGER)])).since(R4).until(R4);

/// What a model is asked.
pub(super) const SAMPLING: &Shape = &Shape::Object(&[
    must("messages", &Shape::List(SAMPLING_MESSAGE)),
    must("maxTokens", INTEGER),
    may(
        "modelPreferences",
        &Shape::Object(&[
            may("hints", &Shape::List(&Shape::Object(&[may("name", TEXT)]))),
            may("costPriority", FRACTION),
            may("speedPriority", FRACTION),
            may("intelligencePriority", FRACTION),
        ]),
    ),
    may("systemPrompt", TEXT),
    may("includeContext", &Shape::Word(&["none", "thisServer", "allServers"])),
    may("temperature", NUMBER),
    may("stopSequences", TEXTS),
    may("metadata", OBJECT),
    may("tools", &Shape::List(TOOL)).since(R4),
    may("toolChoice", &Shape::Object(&[may("mode", &Shape::Word(&["auto", "none", "required"]))])).since(R4),
    TASK_WISH,
    REQUEST_META,
]);

const FORM_ELICITATION: &Shape =
    &Shape::Object(&[must("message", TEXT), must("requestedSchema", FORM), TASK_WISH, REQUEST_META]);

/// What a person is asked: in a form, or on a web page.
pub(super) const ELICITATION: &Shape = &Shape::Tagged {
    tag: "mode",
    default: Some("form"),
    kinds: &[
        kind("form", FORM_ELICITATION),
        kind(
            "url",
            &Shape::Object(&[
                must("message", TEXT),
                must("url", TEXT),
                must("elicitationId", TEXT).until(R4),
                TASK_WISH,
                REQUEST_META,
            ]),
        ),
    ],
    other: None,
};
