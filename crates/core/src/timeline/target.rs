//! What a message is about, in a few words: the tool, the URI, the beginning of a text.

use crate::message::Junk;
use crate::raw::Raw;
use std::borrow::Cow;

/// How many bytes of a target are kept. The whole of it is in the log.
const LONGEST: usize = 200;

/// How many bytes of JSON are read for that: a character is at most twelve of them, and the cut must show.
const HEAD: usize = 16 * LONGEST;

/// Parameters larger than this are not read to find out what they are about; only requests of ours
/// are always read, and of log messages the beginning.
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
    if method == "notifications/message" {
        return params.map(of_log).unwrap_or_default();
    }
    let Some(params) = small(params) else { return String::new() };
    let text = |name: &str| params.text_member(name);
    let number = |name: &str| params.member(name).map(|number| number.as_str().to_owned());
    let found = match method {
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
        // How it stands comes first: names of tasks are long, and say nothing.
        "notifications/tasks" | "notifications/tasks/status" => {
            let parts = [text("status"), text("statusMessage"), text("taskId")];
            Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
        }
        _ => text("uri").or_else(|| text("name")),
    };
    cut(&found.unwrap_or_default()).into_owned()
}

/// What a log message says, from its beginning.
fn of_log(params: &Raw) -> String {
    let data = params.member("data").map(|data| beginning(data.as_str()));
    let found = match (params.text_member("logger"), data) {
        (Some(logger), Some(data)) => format!("{logger}: {data}"),
        (logger, data) => data.or(logger).unwrap_or_default(),
    };
    cut(&found).into_owned()
}

/// The beginning of a value: of a text the text itself, of anything else its JSON. It is longer than what is kept of it
/// when there is more.
fn beginning(json: &str) -> String {
    let end = (0..=json.len().min(HEAD)).rev().find(|end| json.is_char_boundary(*end)).unwrap_or_default();
    let head = &json[..end];
    if !json.starts_with('"') {
        return head.to_owned();
    }
    if end == json.len() {
        return serde_json::from_str(json).unwrap_or_else(|_| head.to_owned());
    }
    // The cut may be within an escape, of which the longest are two times six characters.
    let text = (0..12).find_map(|less| serde_json::from_str(&format!("{}\"", head.get(..end - less)?)).ok());
    text.unwrap_or_else(|| head.to_owned())
}

/// What a frame that is no message looks like.
pub(super) fn of_junk(junk: &Junk, bytes: &[u8]) -> String {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    match cut(head.trim()) {
        text if text.is_empty() => junk.to_string(),
        text => text.into_owned(),
    }
}

/// The beginning of `text`, whole when it is short. Faces show the ends of lines in it by a sign: a name that was cut at
/// one would be taken for another.
pub(super) fn cut(text: &str) -> Cow<'_, str> {
    let line = text.trim_matches(['\n', '\r']);
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
    fn targets_keep_the_ends_of_lines_within_and_are_cut_between_characters() {
        assert_eq!(cut("\r\na b\nc\n"), "a b\nc");
        let long = "ä".repeat(500);
        let short = cut(&long);
        assert!(short.len() <= LONGEST && short.ends_with('…'), "{short}");
        assert_eq!(of_junk(&Junk::Empty, b" \xff\n "), "\u{fffd}");
        assert_eq!(of_junk(&Junk::Empty, b"  "), "an empty line");
    }

    #[test]
    fn what_a_message_is_about_is_found_in_its_parameters() {
        let raw = |text: &str| Raw::parse(text).unwrap();
        let ask = raw(r#"{"messages":[{"content":{"type":"text","text":"What?\nx"}}]}"#);
        assert_eq!(of_ask("sampling/createMessage", Some(&ask)), "What?\nx");
        let log = raw(r#"{"level":"info","logger":"db","data":{"a":1.0}}"#);
        assert_eq!(of_notification("notifications/message", Some(&log)), r#"db: {"a":1.0}"#);
        let long = |data: &str| {
            of_notification("notifications/message", Some(&raw(&format!(r#"{{"data":{data}}}"#))))
        };
        for data in
            [format!("\"{}\"", "b".repeat(200_000)), format!("\"{}\"", r"\ud83d\ude00".repeat(20_000))]
        {
            let told = long(&data);
            assert!(told.starts_with(['b', '😀']) && told.ends_with('…') && told.len() <= LONGEST, "{told}");
        }
        assert!(long(&format!("[{}1]", "1,".repeat(100_000))).starts_with("[1,1,"));
        assert_eq!(long(r#""nl\nsecond line""#), "nl\nsecond line");
        let progress = raw(r#"{"progressToken":1,"progress":2,"total":4,"message":"half"}"#);
        assert_eq!(of_notification("notifications/progress", Some(&progress)), "2/4 half");
        let task = raw(r#"{"taskId":"t-1","status":"working","statusMessage":"half done"}"#);
        assert_eq!(of_notification("notifications/tasks/status", Some(&task)), "working half done t-1");
        let complete = raw(r#"{"ref":{"type":"ref/resource","uri":"a://{b}"},"argument":{}}"#);
        assert_eq!(of_call("completion/complete", Some(&complete)), "a://{b}");
    }
}
