//! What a list tells of a session, cut to a few kilobytes: what went wrong and who the server is may have any length.

use super::summary::Summary;
use crate::problem::ProblemFacts;
use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::brief::{brief, cut};
use serde_json::Value;

/// How many bytes the details of a fault, and the server's words about itself, have together.
const MOST: usize = 4000;

/// How long one text in them is.
const LONGEST: usize = 500;

/// Larger ones are not even read.
const LARGEST_INFO: usize = 1024 * 1024;

/// How deep objects keep all their members: those of the details themselves, whose number is known.
const KNOWN_DEPTH: usize = 2;

impl Summary {
    /// The same as a list has it. The state of the session has the whole.
    pub(super) fn listed(mut self) -> Self {
        self.name = brief(&self.name);
        self.fault = self.fault.map(listed_fault);
        self.server_info = self.server_info.map(listed_info);
        self
    }
}

fn listed_fault(mut fault: ProblemFacts) -> ProblemFacts {
    fault.message = brief(&fault.message);
    fault.hint = fault.hint.map(|hint| brief(&hint));
    if let Some(details) = &mut fault.details {
        shorten(details, &mut { MOST }, 0);
    }
    fault
}

fn listed_info(info: Raw) -> Raw {
    let length = info.as_str().len();
    if length > LARGEST_INFO {
        return Raw::empty_object();
    }
    if length <= MOST {
        return info;
    }
    let mut value = info.to_value();
    shorten(&mut value, &mut { MOST }, KNOWN_DEPTH);
    Raw::of(&value)
}

/// Cuts texts, and leaves out items and members for which no room is left.
fn shorten(value: &mut Value, left: &mut usize, depth: usize) {
    match value {
        Value::String(text) => {
            if text.len() > LONGEST.min(*left) {
                *text = cut(text, LONGEST.min(*left));
            }
            *left = left.saturating_sub(text.len());
        }
        Value::Array(items) => {
            let mut kept = Vec::new();
            for mut item in std::mem::take(items) {
                if *left == 0 {
                    break;
                }
                shorten(&mut item, left, depth + 1);
                *left = left.saturating_sub(2);
                kept.push(item);
            }
            *items = kept;
        }
        Value::Object(members) => {
            members.retain(|name, member| {
                let is_known = depth < KNOWN_DEPTH;
                if !is_known && *left <= name.len() {
                    return false;
                }
                *left = left.saturating_sub(name.len());
                shorten(member, left, depth + 1);
                true
            });
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => *left = left.saturating_sub(4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_inspector_engine::{Fault, FaultCode, PostMortem};
    use serde_json::json;

    #[test]
    fn a_fault_of_any_length_is_told_in_a_few_kilobytes_and_has_all_its_parts() {
        let argv: Vec<String> = (0..50_000).map(|number| format!("--argument-{number}")).collect();
        let mut fault =
            Fault::new(FaultCode::SpawnFailed, "x".repeat(1 << 20)).with_hint("y".repeat(1 << 20));
        fault.details.original_error = Some("z".repeat(1 << 20));
        fault.details.post_mortem = Some(Box::new(PostMortem { argv, ..PostMortem::default() }));
        let listed = listed_fault(ProblemFacts::of(&fault, ""));
        let details = listed.details.clone().unwrap();
        assert!(details["postMortem"]["argv"].as_array().unwrap().len() > 10, "{details:#}");
        assert!(details["postMortem"]["stderr"].is_array(), "{details:#}");
        assert!(listed.message.ends_with("[1048576 bytes in all]"));
        let size = serde_json::to_string(&listed).unwrap().len();
        assert!(size < 12_000, "{size}");
    }

    #[test]
    fn what_a_server_says_about_itself_is_cut_too() {
        let whole = Raw::of(&json!({ "name": "small", "version": "1" }));
        assert_eq!(listed_info(whole.clone()).as_str(), whole.as_str());
        let long = listed_info(Raw::of(&json!({ "name": "n".repeat(200_000), "version": "1" })));
        assert!(long.as_str().len() < MOST, "{}", long.as_str().len());
        assert_eq!(long.text_member("version").as_deref(), Some("1"));
        let many = json!({ "a": (0..9_999).map(|n| (n.to_string(), json!([1, 2]))).collect::<serde_json::Map<_, _>>() });
        assert!(listed_info(Raw::of(&many)).as_str().len() < 4 * MOST);
        assert_eq!(listed_info(Raw::of(&"x".repeat(LARGEST_INFO + 1))).as_str(), "{}");
    }
}
