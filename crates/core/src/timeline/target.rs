//! What a message is about, in a few words: the tool, the URI, the first line of a text.

use crate::message::Junk;
use crate::raw::Raw;
use std::borrow::Cow;

/// How many bytes of a target are kept. The whole of it is in the log.
const LONGEST: usize = 200;

/// Parameters larger than this are not read to find out what they are about; only requests of ours
/// are always read.
const LARGEST: usize = 64 * 1024;

/// What a request of ours is about.
pub(super) fn of_call(method: &str, params: Option<&Raw>) -> String {
    let Some(params) = params else { return String::new() };
    let member = |name: &str| params.text_member(name);
    let found = match method {
        "tools/call" | "prompts/get" => member("name"),
        "tasks/get" | "tasks/update" | "tasks/result" | "tasks/cancel" => member("taskId"),
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" | "skills/get" => member("uri"),
        "logging/setLevel" => member("level"),
        "initialize" => member("protocolVersion"),
        "completion/complete" => {
            let reference = params.member("ref");
            let of = |name| reference.as_ref().and_then(|reference| reference.text_member(name));
            of("name").or_else(|| of("uri"))
        }
        _ => member("cursor").or_else(|| member("uri")).or_else(|| member("name")),
    };
    cut(&found.unwrap_or_default()).into_owned()
}

/// What the server asks for.
pub(super) fn of_ask(method: &str, params: Option<&Raw>) -> String {
    let Some(params) = small(params) else { return String::new() };
    let found = match method {
        "elicitation/create" => params.text_member("message"),
        "sampling/createMessage" => last_words(params),
        _ => params.text_member("name").or_else(|| params.text_member("taskId")),
    };
    cut(&found.unwrap_or_default()).into_owned()
}

/// What a notification is about.
pub(super) fn of_notification(method: &str, params: Option<&Raw>) -> String {
    let Some(params) = small(params) else { return String::new() };
    let text = |name: &str| params.text_member(name);
    let number = |name: &str| params.member(name).map(|number| number.as_str().to_owned());
    let found = match method {
        "notifications/message" => {
            let data = params.member("data");
            let data = data.map(|data| data.read::<String>().unwrap_or_else(|_| data.as_str().to_owned()));
            match (text("logger"), data) {
                (Some(logger), Some(data)) => Some(format!("{logger}: {data}")),
                (logger, data) => data.or(logger),
            }
        }
        "notifications/progress" => {
            let so_far = number("progress").map(|progress| match number("total") {
                Some(total) => format!("{progress}/{total}"),
                None => progress,
            });
            match (so_far, text("message")) {
                (Some(so_far), Some(message)) => Some(format!("{so_far} {message}")),
                (so_far, message) => so_far.or(message),
            }
        }
        "notifications/cancelled" => text("reason"),
        "notifications/tasks/status" => {
            Some([text("taskId"), text("status")].into_iter().flatten().collect::<Vec<_>>().join(" "))
        }
        _ => text("uri").or_else(|| text("name")),
    };
    cut(&found.unwrap_or_default()).into_owned()
}

/// What a frame that is no message looks like.
pub(super) fn of_junk(junk: &Junk, bytes: &[u8]) -> String {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    match cut(head.trim()) {
        text if text.is_empty() => junk.to_string(),
        text => text.into_owned(),
    }
}

/// The first line of `text`, cut when it is long.
pub(super) fn cut(text: &str) -> Cow<'_, str> {
    let line = text.trim_start_matches(['\n', '\r']);
    let line = line.find(['\n', '\r']).map_or(line, |end| &line[..end]);
    if line.len() <= LONGEST {
        return Cow::Borrowed(line);
    }
    let end = (0..=LONGEST - '…'.len_utf8()).rev().find(|end| line.is_char_boundary(*end));
    Cow::Owned(format!("{}…", &line[..end.unwrap_or_default()]))
}

/// The text of the last message of a sampling request.
fn last_words(params: &Raw) -> Option<String> {
    let content = params.member("messages")?.elements()?.last()?.member("content")?;
    let blocks = content.elements().unwrap_or_else(|| vec![content]);
    blocks.iter().find_map(|block| block.text_member("text"))
}

fn small(params: Option<&Raw>) -> Option<&Raw> {
    params.filter(|params| params.as_str().len() <= LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_one_line_and_cut_between_characters() {
        assert_eq!(cut("\r\na b\nc"), "a b");
        let long = "ä".repeat(500);
        let short = cut(&long);
        assert!(short.len() <= LONGEST && short.ends_with('…'), "{short}");
        assert_eq!(of_junk(&Junk::Empty, b" \xff\n "), "\u{fffd}");
        assert_eq!(of_junk(&Junk::Empty, b"  "), "an empty line");
    }

    #[test]
    fn what_a_message_is_about_is_found_in_its_parameters() {
        let raw = |text| Raw::parse(text).unwrap();
        let ask = raw(r#"{"messages":[{"content":{"type":"text","text":"What?\nx"}}]}"#);
        assert_eq!(of_ask("sampling/createMessage", Some(&ask)), "What?");
        let log = raw(r#"{"level":"info","logger":"db","data":{"a":1.0}}"#);
        assert_eq!(of_notification("notifications/message", Some(&log)), r#"db: {"a":1.0}"#);
        let progress = raw(r#"{"progressToken":1,"progress":2,"total":4,"message":"half"}"#);
        assert_eq!(of_notification("notifications/progress", Some(&progress)), "2/4 half");
        let complete = raw(r#"{"ref":{"type":"ref/resource","uri":"a://{b}"},"argument":{}}"#);
        assert_eq!(of_call("completion/complete", Some(&complete)), "a://{b}");
    }
}
