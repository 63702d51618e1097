//! The shapes several messages share: tools, resources, prompts, content blocks,
//! tasks, what a form may ask, and what a capability may say.

use super::{Kind, Member, Shape, kind, may, must};
use crate::era::Revision;

pub(super) const R2: Revision = Revision::R2025_03_26;
pub(super) const R3: Revision = Revision::R2025_06_18;
pub(super) const R4: Revision = Revision::R2025_11_25;
pub(super) const R5: Revision = Revision::R2026_07_28;

pub(super) const ANY: &Shape = &Shape::Any;
pub(super) const TEXT: &Shape = &Shape::Text;
pub(super) const INTEGER: &Shape = &Shape::Integer;
pub(super) const NUMBER: &Shape = &Shape::Number;
pub(super) const FRACTION: &Shape = &Shape::Fraction;
pub(super) const FLAG: &Shape = &Shape::Flag;
pub(super) const ID: &Shape = &Shape::Id;
/// An object with whatever members. The official schemas of 2026-07-28 allow no decimals and no
/// null in some of these; their source does, so nothing inside is judged.
pub(super) const OBJECT: &Shape = &Shape::Object(&[]);
pub(super) const TEXTS: &Shape = &Shape::List(TEXT);
const OBJECTS: &Shape = &Shape::Map(OBJECT);
const ROLE: &Shape = &Shape::Word(&["assistant", "user"]);

/// `_meta` of a thing that is not itself a result or the params of a notification.
const META: Member = may("_meta", OBJECT);
/// `_meta` of things, which they have since 2025-06-18.
const THING_META: Member = META.since(R3);

/// Who made the other side.
pub(super) const IMPLEMENTATION: &Shape = &Shape::Object(&[
    must("name", TEXT),
    must("version", TEXT),
    may("title", TEXT).since(R3),
    may("description", TEXT).since(R4),
    may("websiteUrl", TEXT).since(R4),
    ICONS,
]);

const ICONS: Member = may(
    "icons",
    &Shape::List(&Shape::Object(&[
        must("src", TEXT),
        may("mimeType", TEXT),
        may("sizes", TEXTS),
        may("theme", &Shape::Word(&["dark", "light"])),
    ])),
)
.since(R4);

const LIST_CHANGED: Member = may("listChanged", FLAG);

/// What a server can do.
pub(super) const SERVER_CAPABILITIES: &Shape = &Shape::Object(&[
    may("experimental", OBJECTS),
    may("logging", OBJECT),
    may("prompts", &Shape::Object(&[LIST_CHANGED])),
    may("resources", &Shape::Object(&[LIST_CHANGED, may("subscribe", FLAG)])),
    may("tools", &Shape::Object(&[LIST_CHANGED])),
    may("completions", OBJECT).since(R2),
    may(
        "tasks",
        &Shape::Object(&[
            may("cancel", OBJECT),
            may("list", OBJECT),
            may("requests", &Shape::Object(&[may("tools", &Shape::Object(&[may("call", OBJECT)]))])),
        ]),
    )
    .since(R4)
    .until(R4),
    may("extensions", OBJECTS).since(R5),
]);

const ANNOTATIONS: Member = may(
    "annotations",
    &Shape::Object(&[
        may("audience", &Shape::List(ROLE)),
        may("priority", FRACTION),
        may("lastModified", TEXT).since(R3),
    ]),
);

/// A JSON Schema as far as the messages fix it: since 2026-07-28 hardly at all.
const fn schema_members(kind: Member) -> [Member; 4] {
    [
        kind,
        may("properties", OBJECTS).until(R4),
        may("required", TEXTS).until(R4),
        may("$schema", TEXT).since(R4),
    ]
}

const OBJECT_WORD: &Shape = &Shape::Word(&["object"]);

/// A tool in a listing.
pub(super) const TOOL: &Shape = &Shape::Object(&[
    must("name", TEXT),
    must("inputSchema", &Shape::Object(&schema_members(must("type", OBJECT_WORD)))),
    may("description", TEXT),
    may(
        "annotations",
        &Shape::Object(&[
            may("title", TEXT),
            may("readOnlyHint", FLAG),
            may("destructiveHint", FLAG),
            may("idempotentHint", FLAG),
            may("openWorldHint", FLAG),
        ]),
    )
    .since(R2),
    may("title", TEXT).since(R3),
    may("outputSchema", &Shape::Object(&schema_members(must("type", OBJECT_WORD).until(R4)))).since(R3),
    may(
        "execution",
        &Shape::Object(&[may("taskSupport", &Shape::Word(&["forbidden", "optional", "required"]))]),
    )
    .since(R4)
    .until(R4),
    ICONS,
    THING_META,
]);

/// A resource in a listing.
pub(super) const RESOURCE: &Shape = &Shape::Object(&[
    must("uri", TEXT),
    must("name", TEXT),
    may("description", TEXT),
    may("mimeType", TEXT),
    may("size", INTEGER),
    may("title", TEXT).since(R3),
    ANNOTATIONS,
    ICONS,
    THING_META,
]);

/// A template in a listing.
pub(super) const RESOURCE_TEMPLATE: &Shape = &Shape::Object(&[
    must("uriTemplate", TEXT),
    must("name", TEXT),
    may("description", TEXT),
    may("mimeType", TEXT),
    may("title", TEXT).since(R3),
    ANNOTATIONS,
    ICONS,
    THING_META,
]);

/// A prompt in a listing.
pub(super) const PROMPT: &Shape = &Shape::Object(&[
    must("name", TEXT),
    may("description", TEXT),
    may("title", TEXT).since(R3),
    may(
        "arguments",
        &Shape::List(&Shape::Object(&[
            must("name", TEXT),
            may("description", TEXT),
            may("required", FLAG),
            may("title", TEXT).since(R3),
        ])),
    ),
    ICONS,
    THING_META,
]);

/// What a resource holds: text, or bytes in base64.
pub(super) const RESOURCE_CONTENTS: &Shape = &Shape::Either(&[
    ("text", &Shape::Object(&[must("uri", TEXT), must("text", TEXT), may("mimeType", TEXT), THING_META])),
    ("blob", &Shape::Object(&[must("uri", TEXT), must("blob", TEXT), may("mimeType", TEXT), THING_META])),
]);

const TEXT_KIND: Kind = kind("text", &Shape::Object(&[must("text", TEXT), ANNOTATIONS, THING_META]));
const IMAGE_KIND: Kind = kind("image", MEDIA);
const AUDIO_KIND: Kind = kind("audio", MEDIA).since(R2);
const MEDIA: &Shape = &Shape::Object(&[must("data", TEXT), must("mimeType", TEXT), ANNOTATIONS, THING_META]);

/// A block of what a tool or a prompt returns.
pub(super) const CONTENT: &Shape = &Shape::Tagged {
    tag: "type",
    default: None,
    kinds: &[
        TEXT_KIND,
        IMAGE_KIND,
        AUDIO_KIND,
        kind("resource", &Shape::Object(&[must("resource", RESOURCE_CONTENTS), ANNOTATIONS, THING_META])),
        kind("resource_link", RESOURCE).since(R3),
    ],
    other: None,
};

/// A message of a prompt.
pub(super) const PROMPT_MESSAGE: &Shape = &Shape::Object(&[must("role", ROLE), must("content", CONTENT)]);

/// A block of what a model says or is told.
const SAMPLED: &Shape = &Shape::Tagged {
    tag: "type",
    default: None,
    kinds: &[
        TEXT_KIND,
        IMAGE_KIND,
        AUDIO_KIND,
        kind(
            "tool_use",
            &Shape::Object(&[must("id", TEXT), must("name", TEXT), must("input", OBJECT), META]),
        )
        .since(R4),
        kind(
            "tool_result",
            &Shape::Object(&[
                must("toolUseId", TEXT),
                must("content", &Shape::List(CONTENT)),
                may("isError", FLAG),
                may("structuredContent", OBJECT).until(R4),
                META,
            ]),
        )
        .since(R4),
    ],
    other: None,
};

/// A message for a model; several blocks in one since 2025-11-25.
pub(super) const SAMPLING_MESSAGE: &Shape = &Shape::Object(&[
    must("role", ROLE),
    must("content", SAMPLED).until(R3),
    must("content", &Shape::OneOrMany(SAMPLED)).since(R4),
    META.since(R4),
]);

const TITLE: Member = may("title", TEXT);
const DESCRIPTION: Member = may("description", TEXT);
const DEFAULT_TEXT: Member = may("default", TEXT).since(R4);
const DEFAULT_TEXTS: Member = may("default", TEXTS);
const FEWEST: Member = may("minItems", INTEGER);
const MOST: Member = may("maxItems", INTEGER);
const TITLED: &Shape = &Shape::List(&Shape::Object(&[must("const", TEXT), must("title", TEXT)]));
/// The kinds of text a form knows, and ways to choose one of several. Until 2025-06-18 there are no
/// titled choices, which then pass for plain text with a member nobody knows.
const FIELD_TEXT: &Shape = &Shape::Either(&[
    ("oneOf", &Shape::Object(&[must("oneOf", TITLED), TITLE, DESCRIPTION, DEFAULT_TEXT])),
    (
        "enum",
        &Shape::Object(&[
            must("enum", TEXTS),
            may("enumNames", TEXTS).until(R3),
            TITLE,
            DESCRIPTION,
            DEFAULT_TEXT,
        ]),
    ),
    (
        "type",
        &Shape::Object(&[
            may("format", &Shape::Word(&["date", "date-time", "email", "uri"])),
            may("minLength", INTEGER),
            may("maxLength", INTEGER),
            TITLE,
            DESCRIPTION,
            DEFAULT_TEXT,
        ]),
    ),
]);
const FIELD_NUMBER: &Shape = &Shape::Object(&[
    may("minimum", NUMBER),
    may("maximum", NUMBER),
    may("default", NUMBER).since(R4),
    TITLE,
    DESCRIPTION,
]);
const FIELD_CHOICES: &Shape = &Shape::Object(&[
    must(
        "items",
        &Shape::Either(&[
            ("anyOf", &Shape::Object(&[must("anyOf", TITLED)])),
            ("enum", &Shape::Object(&[must("enum", TEXTS), must("type", &Shape::Word(&["string"]))])),
        ]),
    ),
    FEWEST,
    MOST,
    TITLE,
    DESCRIPTION,
    DEFAULT_TEXTS,
]);

/// A field of a form.
const FIELD: &Shape = &Shape::Tagged {
    tag: "type",
    default: None,
    kinds: &[
        kind("string", FIELD_TEXT),
        kind("number", FIELD_NUMBER),
        kind("integer", FIELD_NUMBER),
        kind("boolean", &Shape::Object(&[may("default", FLAG), TITLE, DESCRIPTION])),
        kind("array", FIELD_CHOICES).since(R4),
    ],
    other: None,
};

/// What a form asks.
pub(super) const FORM: &Shape = &Shape::Object(&[
    must("type", OBJECT_WORD),
    must("properties", &Shape::Map(FIELD)),
    may("required", TEXTS),
    may("$schema", TEXT).since(R4),
]);

/// How far a task is.
pub(super) const TASK_STATUS: &Shape =
    &Shape::Word(&["working", "input_required", "completed", "failed", "cancelled"]);

/// A task of 2025-11-25.
pub(super) const TASK: &Shape = &Shape::Object(&[
    must("taskId", TEXT),
    must("status", TASK_STATUS),
    must("createdAt", TEXT),
    must("lastUpdatedAt", TEXT),
    must("ttl", &Shape::IntegerOrNull),
    may("pollInterval", INTEGER),
    may("statusMessage", TEXT),
]);

/// A task of the extension, without what its status adds.
pub(super) const BARE_TASK: &Shape = &Shape::Object(&[
    must("taskId", TEXT),
    must("status", TASK_STATUS),
    must("createdAt", TEXT),
    must("lastUpdatedAt", TEXT),
    must("ttlMs", &Shape::IntegerOrNull),
    may("pollIntervalMs", INTEGER),
    may("statusMessage", TEXT),
]);

/// What the status adds to a task of the extension.
pub(super) const TASK_DETAIL: &Shape = &Shape::Tagged {
    tag: "status",
    default: None,
    kinds: &[
        kind("input_required", &Shape::Object(&[must("inputRequests", INPUT_REQUESTS)])),
        kind("completed", &Shape::Object(&[must("result", OBJECT)])),
        kind(
            "failed",
            &Shape::Object(&[must("error", &Shape::Object(&[must("code", INTEGER), must("message", TEXT)]))]),
        ),
    ],
    other: Some(ANY),
};

/// What the server asks inside a result.
pub(super) const INPUT_REQUESTS: &Shape = &Shape::Map(&Shape::Tagged {
    tag: "method",
    default: None,
    kinds: &[
        kind("elicitation/create", &Shape::Object(&[must("params", super::params::ELICITATION)])),
        kind("sampling/createMessage", &Shape::Object(&[must("params", super::params::SAMPLING)])),
        kind("roots/list", &Shape::Object(&[may("params", super::params::ROOTS)])),
    ],
    other: None,
});
