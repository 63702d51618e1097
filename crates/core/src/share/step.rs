//! A request as what the command line is told: flags, and the members of a step.
//!
//! Where the fields of the command line say the same as the parameters, they are used; otherwise the
//! parameters go as they are.

use crate::pretty::compact;
use crate::raw::Raw;

/// A flag, the member of a step that says the same, and the value as JSON text.
struct Field {
    flag: &'static str,
    member: &'static str,
    value: Raw,
}

/// The flags of a call, with their values.
pub(super) fn flags(method: &str, params: Option<&Raw>) -> Vec<(&'static str, Option<String>)> {
    let mut flags = vec![("--method", Some(method.to_owned()))];
    for Field { flag, value, .. } in fields(method, params) {
        // A text is given as it is, everything else as JSON.
        let text = value.read::<String>().unwrap_or_else(|_| compact(&value));
        flags.push((flag, Some(text)));
    }
    flags
}

/// The call as a step of a script.
pub(super) fn object(method: &str, params: Option<&Raw>) -> String {
    let mut out = format!("{{\"method\": {}", Raw::of(method));
    for Field { member, value, .. } in fields(method, params) {
        out.extend([", \"", member, "\": ", &compact(&value)]);
    }
    out.push('}');
    out
}

fn fields(method: &str, params: Option<&Raw>) -> Vec<Field> {
    // What these say is made by whoever connects.
    let params = params.filter(|_| !matches!(method, "initialize" | "server/discover"));
    let members = params.and_then(Raw::members);
    let known = match &members {
        None if params.is_none() => bare(method),
        None => None,
        Some(members) => named(method, members),
    };
    known.unwrap_or_else(|| {
        let value = params.cloned().unwrap_or_else(Raw::empty_object);
        vec![Field { flag: "--params", member: "params", value }]
    })
}

/// A call without parameters. One that the command line does not know by name needs some.
fn bare(method: &str) -> Option<Vec<Field>> {
    const KNOWN: [&str; 9] = [
        "ping",
        "initialize",
        "server/discover",
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
        "skills/list",
        "tasks/list",
    ];
    KNOWN.contains(&method).then(Vec::new)
}

/// The fields that say the same as these parameters, if there are such.
fn named(method: &str, members: &[(String, Raw)]) -> Option<Vec<Field>> {
    let names: &[(&str, &'static str, &'static str, Shape)] = match method {
        "tools/call" => &[
            ("name", "--tool-name", "toolName", Shape::Text),
            ("arguments", "--tool-args-json", "toolArgs", Shape::Object),
        ],
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => {
            &[("uri", "--uri", "uri", Shape::Text)]
        }
        "prompts/get" => &[("name", "--prompt-name", "promptName", Shape::Text)],
        "logging/setLevel" => &[("level", "--log-level", "logLevel", Shape::Level)],
        "tasks/get" | "tasks/result" | "tasks/cancel" => &[("taskId", "--task-id", "taskId", Shape::Text)],
        "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list" | "tasks/list" => {
            &[("cursor", "--cursor", "cursor", Shape::Text)]
        }
        _ => return None,
    };
    let mut fields = Vec::new();
    for (key, value) in members {
        let (_, flag, member, shape) = names.iter().find(|(name, ..)| name == key)?;
        let is_given = fields.iter().any(|field: &Field| field.flag == *flag);
        if is_given || !shape.fits(value) {
            return None;
        }
        fields.push(Field { flag, member, value: value.clone() });
    }
    // The first one is the one a method cannot do without; the cursor of a list it can.
    let is_complete = names[0].0 == "cursor" || fields.iter().any(|field| field.flag == names[0].1);
    is_complete.then_some(fields)
}

#[derive(Clone, Copy)]
enum Shape {
    /// A text that cannot be mistaken for a flag.
    Text,
    Object,
    Level,
}

impl Shape {
    fn fits(self, value: &Raw) -> bool {
        let text = value.read::<String>().ok();
        match self {
            Shape::Text => text.is_some_and(|text| !text.is_empty() && !text.starts_with('-')),
            Shape::Object => value.is_object(),
            Shape::Level => value.read::<crate::peer::config::LogLevel>().is_ok(),
        }
    }
}
