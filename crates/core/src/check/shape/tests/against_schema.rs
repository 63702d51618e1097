//! The table against the official schema files, where those are at hand.
//!
//! `MCPI_SCHEMAS` names a directory with `<revision>.json` and `ext/tasks-draft.json`. For every
//! definition the table has a shape for, values are made from the definition, then spoilt in one
//! place; the official schema and the table must agree about each.
//!
//! Where they may differ is listed in [`opened`] and [`is_other_kind`], with the reason.

use super::super::{What, faults};
use crate::era::Revision;
use crate::raw::Raw;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const ROUNDS: usize = 60;

/// A shape of the table, the revisions it has, and the official name of it.
struct Pair {
    what: What<'static>,
    first: Revision,
    last: Revision,
    definition: &'static str,
    /// Whether the definition is of a whole message, and the table's of its params.
    is_message: bool,
    /// What `resultType` says since 2026-07-28.
    kind: &'static str,
    is_extension: bool,
}

const R1: Revision = Revision::R2024_11_05;
const R3: Revision = Revision::R2025_06_18;
const R4: Revision = Revision::R2025_11_25;
const R5: Revision = Revision::R2026_07_28;

const fn pair(what: What<'static>, definition: &'static str, first: Revision, last: Revision) -> Pair {
    let is_message = !matches!(what, What::Result(_));
    Pair { what, first, last, definition, is_message, kind: "complete", is_extension: false }
}

impl Pair {
    const fn kind(self, kind: &'static str) -> Pair {
        Pair { kind, ..self }
    }

    const fn extension(self) -> Pair {
        Pair { is_extension: true, ..self }
    }

    const fn params(self) -> Pair {
        Pair { is_message: false, ..self }
    }
}

const PAIRS: &[Pair] = &[
    pair(What::Result("initialize"), "InitializeResult", R1, R4),
    pair(What::Result("server/discover"), "DiscoverResult", R5, R5),
    pair(What::Result("ping"), "EmptyResult", R1, R4),
    pair(What::Result("resources/subscribe"), "EmptyResult", R1, R4),
    pair(What::Result("resources/unsubscribe"), "EmptyResult", R1, R4),
    pair(What::Result("logging/setLevel"), "EmptyResult", R1, R4),
    pair(What::Result("tools/list"), "ListToolsResult", R1, R5),
    pair(What::Result("tools/call"), "CallToolResult", R1, R5),
    pair(What::Result("tools/call"), "InputRequiredResult", R5, R5).kind("input_required"),
    pair(What::Result("tools/call"), "CreateTaskResult", R4, R4),
    pair(What::Result("tools/call"), "CreateTaskResult", R5, R5).kind("task").extension(),
    pair(What::Result("resources/list"), "ListResourcesResult", R1, R5),
    pair(What::Result("resources/templates/list"), "ListResourceTemplatesResult", R1, R5),
    pair(What::Result("resources/read"), "ReadResourceResult", R1, R5),
    pair(What::Result("resources/read"), "InputRequiredResult", R5, R5).kind("input_required"),
    pair(What::Result("prompts/list"), "ListPromptsResult", R1, R5),
    pair(What::Result("prompts/get"), "GetPromptResult", R1, R5),
    pair(What::Result("prompts/get"), "InputRequiredResult", R5, R5).kind("input_required"),
    pair(What::Result("completion/complete"), "CompleteResult", R1, R5),
    pair(What::Result("subscriptions/listen"), "SubscriptionsListenResult", R5, R5),
    pair(What::Result("tasks/get"), "GetTaskResult", R4, R4),
    pair(What::Result("tasks/cancel"), "CancelTaskResult", R4, R4),
    pair(What::Result("tasks/result"), "GetTaskPayloadResult", R4, R4),
    pair(What::Result("tasks/list"), "ListTasksResult", R4, R4),
    pair(What::Result("tasks/get"), "GetTaskResult", R5, R5).extension(),
    pair(What::Result("tasks/update"), "UpdateTaskResult", R5, R5).extension(),
    pair(What::Result("tasks/cancel"), "CancelTaskResult", R5, R5).extension(),
    pair(What::Notification("notifications/cancelled"), "CancelledNotification", R1, R5),
    pair(What::Notification("notifications/progress"), "ProgressNotification", R1, R5),
    pair(What::Notification("notifications/message"), "LoggingMessageNotification", R1, R5),
    pair(What::Notification("notifications/tools/list_changed"), "ToolListChangedNotification", R1, R5),
    pair(What::Notification("notifications/prompts/list_changed"), "PromptListChangedNotification", R1, R5),
    pair(
        What::Notification("notifications/resources/list_changed"),
        "ResourceListChangedNotification",
        R1,
        R5,
    ),
    pair(What::Notification("notifications/resources/updated"), "ResourceUpdatedNotification", R1, R5),
    pair(What::Notification("notifications/elicitation/complete"), "ElicitationCompleteNotification", R4, R4),
    pair(What::Notification("notifications/tasks/status"), "TaskStatusNotification", R4, R4),
    pair(
        What::Notification("notifications/subscriptions/acknowledged"),
        "SubscriptionsAcknowledgedNotification",
        R5,
        R5,
    ),
    pair(What::Notification("notifications/tasks"), "TaskStatusNotificationParams", R5, R5)
        .params()
        .extension(),
    pair(What::Request("ping"), "PingRequest", R1, R4),
    pair(What::Request("roots/list"), "ListRootsRequest", R1, R5),
    pair(What::Request("sampling/createMessage"), "CreateMessageRequest", R1, R5),
    pair(What::Request("elicitation/create"), "ElicitRequest", R3, R5),
    pair(What::Request("tasks/get"), "GetTaskRequest", R4, R4),
    pair(What::Request("tasks/result"), "GetTaskPayloadRequest", R4, R4),
    pair(What::Request("tasks/cancel"), "CancelTaskRequest", R4, R4),
    pair(What::Request("tasks/list"), "ListTasksRequest", R4, R4),
];

#[test]
fn the_table_and_the_official_schemas_agree() {
    let Some(directory) = std::env::var_os("MCPI_SCHEMAS").map(PathBuf::from) else {
        println!("skipped: MCPI_SCHEMAS does not name a directory with the official schema files");
        return;
    };
    let names = member_names(&directory);
    let mut differences = BTreeSet::new();
    let (mut good, mut spoilt) = (0, 0);
    for pair in PAIRS {
        for revision in Revision::ALL {
            if revision < pair.first || pair.last < revision {
                continue;
            }
            let name =
                if pair.is_extension { "ext/tasks-draft.json".into() } else { format!("{revision}.json") };
            let text = std::fs::read_to_string(directory.join(&name)).unwrap();
            let official = Official::new(serde_json::from_str(&text).unwrap(), pair);
            let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ pair.definition.len() as u64);
            let compare = |value: &Value, differences: &mut BTreeSet<String>| {
                if is_other_kind(revision, pair, value) {
                    return false;
                }
                let is_valid = official.validator.is_valid(value);
                let found = faults(revision, pair.what, &Raw::of(value));
                if is_valid != found.is_empty() {
                    let reason = match official.validator.validate(value) {
                        Err(error) => format!("official: {} at {}", error, error.instance_path()),
                        Ok(()) => format!("ours: {:?}", found[0]),
                    };
                    differences
                        .insert(format!("{revision} {}: {reason:.300}: {value:.400}", pair.definition));
                }
                is_valid
            };
            for _ in 0..ROUNDS {
                let mut value = official.make(&official.schema, &mut dice, 0);
                if revision == R5 && matches!(pair.what, What::Result(_)) {
                    value["resultType"] = json!(pair.kind);
                }
                good += usize::from(compare(&value, &mut differences));
                for mutant in mutants(&value, &names, &mut dice) {
                    compare(&mutant, &mut differences);
                    spoilt += 1;
                }
            }
        }
    }
    println!("{good} good values and {spoilt} spoilt ones compared");
    let shown: Vec<&String> = differences.iter().take(40).collect();
    assert!(differences.is_empty(), "{} differences: {shown:#?}", differences.len());
    assert!(good > PAIRS.len() * ROUNDS / 2, "the maker of values makes good ones");
}

/// The definition, opened where its source is more open than the generated file.
///
/// - `JSONValue` has no decimals and no null in the generated schema, since its generator writes
///   `number` as `integer`. Open objects stay open.
/// - The extension's safe integers end at 2^53; a number is not wrong for being large.
fn opened(mut root: Value, key: &str) -> Value {
    if let Some(value) = root[key].get_mut("JSONValue") {
        *value = json!(true);
    }
    if let Some(value) = root[key].get_mut("JSONObject") {
        *value = json!({ "type": "object" });
    }
    root
}

/// Whether the table takes another shape for `value` than the pair says: a result tells by
/// `resultType` what it is, where the official definitions allow any word in each; and in 2025-11-25
/// a result with `task` and without `content` is a task.
fn is_other_kind(revision: Revision, pair: &Pair, value: &Value) -> bool {
    let What::Result(method) = pair.what else { return false };
    if revision == R5 && !method.starts_with("tasks/") {
        return value.get("resultType").is_some_and(|kind| kind.is_string() && kind != pair.kind)
            || (pair.kind != "complete" && !value["resultType"].is_string());
    }
    let is_task = value.get("task").is_some() && value.get("content").is_none();
    revision == R4 && method == "tools/call" && is_task != (pair.definition == "CreateTaskResult")
}

struct Official {
    root: Value,
    schema: Value,
    validator: Validator,
}

impl Official {
    fn new(root: Value, pair: &Pair) -> Self {
        let key = if root.get("$defs").is_some() { "$defs" } else { "definitions" };
        let mut root = opened(root, key);
        let params = if pair.is_message { "/properties/params" } else { "" };
        let schema = json!({ "$ref": format!("#/{key}/{}{params}", pair.definition) });
        root["$ref"] = schema["$ref"].clone();
        let validator = jsonschema::options().should_validate_formats(false).build(&root).unwrap();
        Official { root, schema, validator }
    }

    /// A value that fits `schema`.
    fn make(&self, schema: &Value, dice: &mut Dice, depth: usize) -> Value {
        if let Some(target) = schema["$ref"].as_str() {
            let schema = self.root.pointer(target.trim_start_matches('#')).unwrap();
            return self.make(schema, dice, depth + 1);
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema["enum"].as_array() {
            return dice.pick(values).clone();
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut whole = serde_json::Map::new();
            for part in parts {
                if let Value::Object(members) = self.make(part, dice, depth + 1) {
                    whole.extend(members);
                }
            }
            return Value::Object(whole);
        }
        if let Some(choices) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
            return self.make(dice.pick(choices), dice, depth + 1);
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => dice.pick(kinds).as_str().unwrap().to_owned(),
            Value::String(kind) => kind.clone(),
            _ if schema.get("properties").is_some() => "object".to_owned(),
            _ => return dice.pick(&odd_values()).clone(),
        };
        match kind.as_str() {
            "object" => self.make_object(schema, dice, depth),
            "array" => {
                let count = dice.below(3);
                (0..count).map(|_| self.make(&schema["items"], dice, depth + 1)).collect()
            }
            "string" => dice.pick(&[json!("text"), json!(""), json!("file:///a")]).clone(),
            "integer" => dice.pick(&[json!(0), json!(1), json!(7.0)]).clone(),
            "number" => dice.pick(&[json!(0), json!(0.5), json!(1)]).clone(),
            "boolean" => json!(dice.below(2) == 0),
            _ => Value::Null,
        }
    }

    fn make_object(&self, schema: &Value, dice: &mut Dice, depth: usize) -> Value {
        let mut members = serde_json::Map::new();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            if required.contains(&json!(name)) || (depth < 12 && dice.below(2) == 0) {
                members.insert(name.clone(), self.make(schema, dice, depth + 1));
            }
        }
        match &schema["additionalProperties"] {
            Value::Object(_) if schema["additionalProperties"].get("not").is_none() => {
                for name in ["one", "t~w/o"].into_iter().take(dice.below(3)) {
                    members.insert(name.into(), self.make(&schema["additionalProperties"], dice, depth + 1));
                }
            }
            Value::Null if dice.below(3) == 0 => {
                members.insert("unknown".into(), dice.pick(&odd_values()).clone());
            }
            _ => {}
        }
        Value::Object(members)
    }
}

/// The names of all members in all official files: what is known in one revision is not in another.
fn member_names(directory: &Path) -> Vec<String> {
    fn collect(schema: &Value, names: &mut BTreeSet<String>) {
        match schema {
            Value::Object(members) => {
                for (name, value) in members {
                    if name == "properties" {
                        names.extend(
                            value.as_object().into_iter().flat_map(|members| members.keys().cloned()),
                        );
                    }
                    collect(value, names);
                }
            }
            Value::Array(elements) => elements.iter().for_each(|element| collect(element, names)),
            _ => {}
        }
    }
    let mut names = BTreeSet::new();
    let files = Revision::ALL.map(|revision| format!("{revision}.json"));
    for file in files.iter().map(String::as_str).chain(["ext/tasks-draft.json"]) {
        let text = std::fs::read_to_string(directory.join(file)).unwrap();
        collect(&serde_json::from_str(&text).unwrap(), &mut names);
    }
    names.into_iter().collect()
}

/// `value` with one part replaced or left out, in every way, and with members it may not know.
fn mutants(value: &Value, names: &[String], dice: &mut Dice) -> Vec<Value> {
    let mut places = Vec::new();
    collect_places(value, String::new(), &mut places);
    let mut mutants = Vec::new();
    for place in places.iter().take(150) {
        for odd in odd_values() {
            let mut mutant = value.clone();
            *mutant.pointer_mut(place).unwrap() = odd;
            mutants.push(mutant);
        }
        if value.pointer(place).is_some_and(Value::is_object) {
            for _ in 0..6 {
                let mut mutant = value.clone();
                let name = dice.pick(names);
                mutant.pointer_mut(place).unwrap()[name] = dice.pick(&odd_values()).clone();
                mutants.push(mutant);
            }
        }
        if let Some((parent, name)) = place.rsplit_once('/') {
            let mut mutant = value.clone();
            if let Value::Object(members) = mutant.pointer_mut(parent).unwrap() {
                members.remove(&name.replace("~1", "/").replace("~0", "~"));
                mutants.push(mutant);
            }
        }
    }
    mutants
}

fn collect_places(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                collect_places(value, format!("{at}/{name}"), places);
            }
        }
        Value::Array(elements) => {
            for (index, value) in elements.iter().enumerate() {
                collect_places(value, format!("{at}/{index}"), places);
            }
        }
        _ => {}
    }
    places.push(at);
}

fn odd_values() -> Vec<Value> {
    vec![
        Value::Null,
        json!(5),
        json!(-1),
        json!(1.5),
        json!(3.0),
        json!("odd"),
        json!(true),
        json!([]),
        json!({}),
        json!(["odd"]),
        json!([5]),
        json!({ "odd": 5 }),
    ]
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % limit as u64).unwrap()
    }

    fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}
