//! A good value of every shape, and the same without each member that must be there.

use super::super::{What, faults};
use crate::era::Revision;
use crate::raw::Raw;
use serde_json::{Value, json};

/// Every shape of the table, by name.
pub(super) const EVERYTHING: &[What<'static>] = &[
    What::Result("initialize"),
    What::Result("server/discover"),
    What::Result("ping"),
    What::Result("resources/subscribe"),
    What::Result("resources/unsubscribe"),
    What::Result("logging/setLevel"),
    What::Result("tools/list"),
    What::Result("tools/call"),
    What::Result("resources/list"),
    What::Result("resources/templates/list"),
    What::Result("resources/read"),
    What::Result("prompts/list"),
    What::Result("prompts/get"),
    What::Result("completion/complete"),
    What::Result("subscriptions/listen"),
    What::Result("tasks/get"),
    What::Result("tasks/result"),
    What::Result("tasks/list"),
    What::Result("tasks/update"),
    What::Result("tasks/cancel"),
    What::Notification("notifications/cancelled"),
    What::Notification("notifications/progress"),
    What::Notification("notifications/message"),
    What::Notification("notifications/tools/list_changed"),
    What::Notification("notifications/prompts/list_changed"),
    What::Notification("notifications/resources/list_changed"),
    What::Notification("notifications/resources/updated"),
    What::Notification("notifications/elicitation/complete"),
    What::Notification("notifications/tasks/status"),
    What::Notification("notifications/tasks"),
    What::Notification("notifications/subscriptions/acknowledged"),
    What::Request("ping"),
    What::Request("roots/list"),
    What::Request("sampling/createMessage"),
    What::Request("elicitation/create"),
    What::Request("tasks/get"),
    What::Request("tasks/result"),
    What::Request("tasks/cancel"),
    What::Request("tasks/list"),
];

const R1: Revision = Revision::R2024_11_05;
const R2: Revision = Revision::R2025_03_26;
const R3: Revision = Revision::R2025_06_18;
const R4: Revision = Revision::R2025_11_25;
const R5: Revision = Revision::R2026_07_28;

/// `value` is fine from `first` to `last`; without any of the members in `required` (as pointers) it
/// is not.
fn check(what: What<'_>, first: Revision, last: Revision, value: &Value, required: &[&str]) {
    for revision in Revision::ALL.into_iter().filter(|revision| (first..=last).contains(revision)) {
        let mut value = value.clone();
        if revision == R5 && matches!(what, What::Result(_)) && value.get("resultType").is_none() {
            value["resultType"] = json!("complete");
        }
        assert_eq!(faults(revision, what, &Raw::of(&value)), [], "{revision} {what:?}");
        for pointer in required {
            let (parent, name) = pointer.rsplit_once('/').unwrap();
            let mut without = value.clone();
            let removed = without.pointer_mut(parent).unwrap().as_object_mut().unwrap().shift_remove(name);
            assert!(removed.is_some(), "{pointer}");
            let found = faults(revision, what, &Raw::of(&without));
            assert!(!found.is_empty(), "{revision} {what:?} without {pointer}");
        }
        let found = faults(revision, what, &Raw::of(&json!([])));
        assert_eq!(found.len(), 1.max(found.len()), "an array is never right");
        assert!(!found.is_empty(), "{revision} {what:?}: an array is never right");
    }
}

fn cached(mut value: Value) -> Value {
    value["ttlMs"] = json!(1000);
    value["cacheScope"] = json!("private");
    value
}

const CACHE: [&str; 3] = ["/resultType", "/ttlMs", "/cacheScope"];

/// Checks a listing in the revisions with a handshake, then with what 2026-07-28 adds.
fn check_cached(what: What<'_>, value: &Value, required: &[&str]) {
    check(what, R1, R4, value, required);
    let mut all = required.to_vec();
    all.extend(CACHE);
    check(what, R5, R5, &cached(value.clone()), &all);
}

#[test]
fn beginnings() {
    check(
        What::Result("initialize"),
        R1,
        R4,
        &json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {"listChanged": true}, "experimental": {"x": {}}},
            "serverInfo": {"name": "demo", "version": "1"}, "instructions": "Be kind."}),
        &["/protocolVersion", "/capabilities", "/serverInfo", "/serverInfo/name", "/serverInfo/version"],
    );
    check(
        What::Result("server/discover"),
        R5,
        R5,
        &cached(json!({"supportedVersions": ["2026-07-28"], "capabilities": {"extensions": {"a/b": {}}},
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "demo", "version": "1"}}})),
        &["/supportedVersions", "/capabilities", "/resultType", "/ttlMs", "/cacheScope"],
    );
    for method in ["ping", "resources/subscribe", "resources/unsubscribe", "logging/setLevel"] {
        check(What::Result(method), R1, R4, &json!({}), &[]);
    }
}

#[test]
fn tools() {
    let tool = json!({"name": "add", "description": "Adds.", "inputSchema": {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]}});
    let required = ["/tools", "/tools/0/name", "/tools/0/inputSchema", "/tools/0/inputSchema/type"];
    check_cached(What::Result("tools/list"), &json!({"tools": [tool], "nextCursor": "2"}), &required);
    let call = What::Result("tools/call");
    check(
        call,
        R1,
        R5,
        &json!({"content": [
            {"type": "text", "text": "3", "annotations": {"audience": ["user"], "priority": 0.5}},
            {"type": "image", "data": "aGk=", "mimeType": "image/png"},
            {"type": "resource", "resource": {"uri": "file:///a", "text": "a"}},
            {"type": "resource", "resource": {"uri": "file:///b", "blob": "aGk="}}], "isError": false}),
        &[
            "/content",
            "/content/0/type",
            "/content/0/text",
            "/content/1/data",
            "/content/1/mimeType",
            "/content/2/resource",
            "/content/2/resource/uri",
            "/content/2/resource/text",
            "/content/3/resource/blob",
        ],
    );
    let audio = json!({"content": [{"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}]});
    check(call, R2, R5, &audio, &["/content/0/data", "/content/0/mimeType"]);
    assert_eq!(faults(R1, call, &Raw::of(&audio)).len(), 1, "there was no sound at first");
    let link = json!({"content": [{"type": "resource_link", "uri": "file:///a", "name": "a"}], "structuredContent": {}});
    check(call, R3, R5, &link, &["/content/0/uri", "/content/0/name"]);
    let list = json!({"content": [], "structuredContent": [1]});
    assert_eq!(faults(R4, call, &Raw::of(&list)).len(), 1);
    check(call, R5, R5, &list, &["/content"]);
}

#[test]
fn calls_that_do_not_end_at_once() {
    let call = What::Result("tools/call");
    let task = json!({"taskId": "t", "status": "working", "createdAt": "2025-11-25T10:00:00Z",
        "lastUpdatedAt": "2025-11-25T10:00:00Z", "ttl": null});
    let fields = ["/taskId", "/status", "/createdAt", "/lastUpdatedAt", "/ttl"];
    let nested: Vec<String> = fields.iter().map(|field| format!("/task{field}")).collect();
    check(call, R4, R4, &json!({ "task": task }), &nested.iter().map(String::as_str).collect::<Vec<_>>());
    for what in [What::Result("tasks/get"), What::Result("tasks/cancel")] {
        check(what, R4, R4, &task, &fields);
    }
    check(What::Notification("notifications/tasks/status"), R4, R4, &task, &fields);
    check(What::Result("tasks/list"), R4, R4, &json!({ "tasks": [task] }), &["/tasks", "/tasks/0/ttl"]);
    check(What::Result("tasks/result"), R4, R4, &json!({ "anything": 1 }), &[]);
    let flat = |status: &str| {
        json!({"taskId": "t", "status": status, "createdAt": "2026-08-01T10:00:00Z",
            "lastUpdatedAt": "2026-08-01T10:00:00Z", "ttlMs": 600_000})
    };
    let fields = ["/taskId", "/status", "/createdAt", "/lastUpdatedAt", "/ttlMs"];
    let mut created = flat("working");
    created["resultType"] = json!("task");
    check(call, R5, R5, &created, &fields);
    let get = What::Result("tasks/get");
    let mut fields = fields.to_vec();
    fields.push("/resultType");
    check(get, R5, R5, &flat("working"), &fields);
    let mut asking = flat("input_required");
    asking["inputRequests"] = json!({"k": {"method": "roots/list"}});
    check(get, R5, R5, &asking, &["/inputRequests", "/inputRequests/k/method"]);
    let mut done = flat("completed");
    done["result"] = json!({ "content": [] });
    check(get, R5, R5, &done, &["/result"]);
    let mut failed = flat("failed");
    failed["error"] = json!({"code": -32603, "message": "no"});
    check(get, R5, R5, &failed, &["/error", "/error/code", "/error/message"]);
    check(What::Notification("notifications/tasks"), R5, R5, &failed, &["/error", "/taskId", "/ttlMs"]);
    for method in ["tasks/update", "tasks/cancel"] {
        check(What::Result(method), R5, R5, &json!({}), &["/resultType"]);
    }
    assert_eq!(faults(R5, get, &Raw::of(&created)).len(), 1, "to get a task is complete in itself");
}

#[test]
fn questions_inside_a_result() {
    let value = json!({"resultType": "input_required", "requestState": "s", "inputRequests": {
        "confirm": {"method": "elicitation/create", "params": {"mode": "form", "message": "Sure?",
            "requestedSchema": {"type": "object", "properties": {"ok": {"type": "boolean", "default": false}}}}},
        "page": {"method": "elicitation/create", "params": {"mode": "url", "message": "Look.", "url": "https://a.example"}},
        "where": {"method": "roots/list"},
        "note": {"method": "sampling/createMessage", "params": {"maxTokens": 60,
            "messages": [{"role": "user", "content": {"type": "text", "text": "Hi"}}]}}}});
    for method in ["tools/call", "prompts/get", "resources/read"] {
        check(
            What::Result(method),
            R5,
            R5,
            &value,
            &[
                "/inputRequests/confirm/method",
                "/inputRequests/confirm/params",
                "/inputRequests/confirm/params/message",
                "/inputRequests/confirm/params/requestedSchema",
                "/inputRequests/confirm/params/requestedSchema/properties",
                "/inputRequests/confirm/params/requestedSchema/properties/ok/type",
                "/inputRequests/page/params/url",
                "/inputRequests/note/params/maxTokens",
                "/inputRequests/note/params/messages",
            ],
        );
    }
}

#[test]
fn resources() {
    check_cached(
        What::Result("resources/list"),
        &json!({"resources": [{"uri": "file:///a", "name": "a", "size": 3, "annotations": {"priority": 1}}]}),
        &["/resources", "/resources/0/uri", "/resources/0/name"],
    );
    check_cached(
        What::Result("resources/templates/list"),
        &json!({"resourceTemplates": [{"uriTemplate": "file:///{path}", "name": "files"}]}),
        &["/resourceTemplates", "/resourceTemplates/0/uriTemplate", "/resourceTemplates/0/name"],
    );
    check_cached(
        What::Result("resources/read"),
        &json!({"contents": [{"uri": "file:///a", "text": ""}, {"uri": "file:///b", "blob": "aGk=", "mimeType": "image/png"}]}),
        &["/contents", "/contents/0/uri", "/contents/0/text", "/contents/1/blob"],
    );
    check(
        What::Result("subscriptions/listen"),
        R5,
        R5,
        &json!({"_meta": {"io.modelcontextprotocol/subscriptionId": "s"}}),
        &["/_meta", "/resultType"],
    );
}

#[test]
fn prompts_and_completions() {
    check_cached(
        What::Result("prompts/list"),
        &json!({"prompts": [{"name": "greet", "arguments": [{"name": "who", "required": true}]}]}),
        &["/prompts", "/prompts/0/name", "/prompts/0/arguments/0/name"],
    );
    check(
        What::Result("prompts/get"),
        R1,
        R5,
        &json!({"messages": [{"role": "user", "content": {"type": "text", "text": "Hi"}}]}),
        &["/messages", "/messages/0/role", "/messages/0/content"],
    );
    check(
        What::Result("completion/complete"),
        R1,
        R5,
        &json!({"completion": {"values": ["python"], "total": 1, "hasMore": false}}),
        &["/completion", "/completion/values"],
    );
    let long = json!({"resultType": "complete", "completion": {"values": vec!["x"; 101]}});
    assert_eq!(faults(R5, What::Result("completion/complete"), &Raw::of(&long)).len(), 1);
}

#[test]
fn notifications() {
    check(
        What::Notification("notifications/progress"),
        R1,
        R5,
        &json!({"progressToken": 1, "progress": 0.5, "total": 1, "message": "half"}),
        &["/progressToken", "/progress"],
    );
    check(
        What::Notification("notifications/message"),
        R1,
        R5,
        &json!({"level": "info", "data": null, "logger": "db"}),
        &["/level", "/data"],
    );
    let cancelled = json!({"requestId": "1", "reason": "why not"});
    check(What::Notification("notifications/cancelled"), R1, R3, &cancelled, &["/requestId"]);
    check(What::Notification("notifications/cancelled"), R4, R4, &cancelled, &[]);
    check(What::Notification("notifications/cancelled"), R5, R5, &cancelled, &["/requestId"]);
    let uri = json!({"uri": "file:///a"});
    check(What::Notification("notifications/resources/updated"), R1, R5, &uri, &["/uri"]);
    for method in ["tools", "prompts", "resources"] {
        let method = format!("notifications/{method}/list_changed");
        check(What::Notification(&method), R1, R5, &json!({}), &[]);
    }
    let complete = json!({"elicitationId": "e"});
    check(What::Notification("notifications/elicitation/complete"), R4, R4, &complete, &["/elicitationId"]);
    check(
        What::Notification("notifications/subscriptions/acknowledged"),
        R5,
        R5,
        &json!({"notifications": {"toolsListChanged": true, "resourceSubscriptions": ["file:///a"]}}),
        &["/notifications"],
    );
}

#[test]
fn requests() {
    for method in ["ping", "roots/list"] {
        check(What::Request(method), R1, R4, &json!({"_meta": {"progressToken": 1}}), &[]);
    }
    let sampling = What::Request("sampling/createMessage");
    check(
        sampling,
        R1,
        R5,
        &json!({"maxTokens": 10, "temperature": 0.2, "metadata": {"ratio": 0.5},
            "messages": [{"role": "user", "content": {"type": "text", "text": "Hi"}}],
            "modelPreferences": {"hints": [{"name": "small"}], "costPriority": 0.3}}),
        &["/maxTokens", "/messages", "/messages/0/role", "/messages/0/content", "/messages/0/content/text"],
    );
    check(
        sampling,
        R4,
        R5,
        &json!({"maxTokens": 10, "toolChoice": {"mode": "auto"}, "tools": [{"name": "t", "inputSchema": {"type": "object"}}],
            "messages": [
                {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "t", "input": {}}]},
                {"role": "user", "content": [{"type": "tool_result", "toolUseId": "1", "content": []}]}]}),
        &[
            "/messages/0/content/0/id",
            "/messages/0/content/0/name",
            "/messages/0/content/0/input",
            "/messages/1/content/0/toolUseId",
            "/messages/1/content/0/content",
            "/tools/0/inputSchema",
        ],
    );
    let elicitation = What::Request("elicitation/create");
    let form = json!({"message": "Who?", "requestedSchema": {"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string", "minLength": 1}, "mail": {"type": "string", "format": "email"},
        "age": {"type": "integer", "minimum": 0}, "ratio": {"type": "number", "maximum": 0.5},
        "size": {"type": "string", "enum": ["s", "l"], "enumNames": ["small", "large"]}}}});
    let required = ["/message", "/requestedSchema", "/requestedSchema/type", "/requestedSchema/properties"];
    check(elicitation, R3, R5, &form, &required);
    let choice = json!({"message": "Which?", "requestedSchema": {"type": "object", "properties": {
        "one": {"type": "string", "oneOf": [{"const": "a", "title": "A"}]},
        "some": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
        "many": {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}}}}});
    check(elicitation, R4, R5, &choice, &["/requestedSchema/properties/some/items"]);
    assert_eq!(faults(R3, elicitation, &Raw::of(&choice)).len(), 2, "one choice only, at first");
    let page = json!({"mode": "url", "message": "Look.", "url": "https://a.example", "elicitationId": "e"});
    check(elicitation, R4, R4, &page, &["/message", "/url", "/elicitationId"]);
    check(elicitation, R5, R5, &page, &["/message", "/url"]);
    let nested = json!({"message": "m", "requestedSchema": {"type": "object", "properties": {"a": {"type": "object"}}}});
    assert_eq!(faults(R5, elicitation, &Raw::of(&nested)).len(), 1, "forms are flat");
    for method in ["tasks/get", "tasks/result", "tasks/cancel"] {
        check(What::Request(method), R4, R4, &json!({"taskId": "t"}), &["/taskId"]);
    }
    check(What::Request("tasks/list"), R4, R4, &json!({"cursor": "c"}), &[]);
}
