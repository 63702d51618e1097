//! The content of a result as a list of blocks: what each is and how large, with short texts whole and all else named by
//! its place. So a result of many megabytes can be drawn block by block without being sent as a whole.
//!
//! The blocks are those of `content` (tools), `contents` (resources) and `messages` (prompts).

use crate::brief::brief;
use crate::doc::{part_at, segment};
use crate::raw::Raw;
use bytes::Bytes;
use serde::Serialize;

/// Texts up to this size are told whole.
pub const WHOLE_TEXT: usize = 100_000;

/// How much is told of a longer text, and of a block of an unknown kind.
const BEGINNING: usize = 500;

/// Some blocks of a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ContentWindow))]
pub struct Blocks {
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Which of all blocks is the first of them.
    pub from: usize,
    /// How many blocks there are.
    pub total: usize,
    /// Members that should be lists of blocks and are something else.
    #[serde(rename = "notLists")]
    pub not_lists: Vec<NotList>,
}

/// A member that should be a list of blocks and is something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotList {
    /// The member: `content`, `contents` or `messages`.
    pub name: &'static str,
    /// What it is: `an object`, `null`.
    pub found: &'static str,
}

/// One block of content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ContentBlock))]
pub struct Block {
    /// A JSON pointer to it.
    pub pointer: String,
    /// Who says it, in a prompt.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub role: Option<String>,
    /// `text`, `image`, `audio`, `resource`, `resource_link`, or what else the server calls it.
    pub kind: String,
    /// The media type that the server gives it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub mime_type: Option<String>,
    /// The address of a resource, or of a link to one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub uri: Option<String>,
    /// What a link is called.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub name: Option<String>,
    /// What a link leads to.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub description: Option<String>,
    /// Its text.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub text: Option<TextPart>,
    /// Its data in base64.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub data: Option<DataPart>,
    /// How its JSON begins, when its kind is not known.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub raw: Option<String>,
}

/// The text of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ContentText))]
pub struct TextPart {
    /// A JSON pointer to it.
    pub pointer: String,
    /// How many bytes it has.
    pub bytes: usize,
    /// All of it, or how it begins.
    pub text: String,
    /// Whether that is all of it.
    pub is_whole: bool,
}

/// The data of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ContentData))]
pub struct DataPart {
    /// A JSON pointer to it.
    pub pointer: String,
    /// How many bytes it is when it is decoded.
    pub bytes: usize,
    /// Whether it is base64 at all.
    pub is_base64: bool,
}

/// Some blocks of the result at `path` in `body`: from number `from` on, at most `count`, and fewer when their texts have
/// more than `bytes`. None when nothing is there.
pub fn blocks(body: &Bytes, path: &str, from: usize, count: usize, bytes: usize) -> Option<Blocks> {
    let result = Raw::trusted(part_at(body, path)?);
    let mut all: Vec<(String, Raw, Of)> = Vec::new();
    let mut not_lists = Vec::new();
    for (name, of) in [("content", Of::Tool), ("contents", Of::Resource), ("messages", Of::Prompt)] {
        let Some(member) = result.member(name) else { continue };
        let Some(elements) = member.elements() else {
            not_lists.push(NotList { name, found: noun(&member) });
            continue;
        };
        let place = |at: usize| format!("{path}/{name}/{at}");
        all.extend(elements.into_iter().enumerate().map(|(at, element)| (place(at), element, of)));
    }
    let total = all.len();
    let mut out = Blocks { from: from.min(total), total, not_lists, ..Blocks::default() };
    let mut held = 0;
    for (pointer, element, of) in all.into_iter().skip(from).take(count) {
        if held > bytes {
            break;
        }
        let block = read(pointer, &element, of);
        held += block.text.as_ref().map_or(0, |text| text.text.len());
        out.blocks.push(block);
    }
    Some(out)
}

/// Whether a result has more to look at than text: a picture, a sound, a link, a resource in it, or bytes.
pub fn has_more_than_text(result: &Raw) -> bool {
    let all = blocks(result.bytes(), "", 0, usize::MAX, usize::MAX).unwrap_or_default().blocks;
    let is_resource = |block: &Block| block.pointer.starts_with("/contents/");
    all.iter().any(|block| if is_resource(block) { block.data.is_some() } else { block.kind != "text" })
}

/// What a block belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Tool,
    Resource,
    Prompt,
}

fn read(pointer: String, raw: &Raw, of: Of) -> Block {
    match of {
        Of::Tool => content(pointer, raw),
        Of::Resource => resource(&pointer, &pointer, raw),
        Of::Prompt => {
            let role = raw.text_member("role").map(|role| brief(&role));
            let inner = raw.member("content").unwrap_or_else(Raw::empty_object);
            Block {
                role: role.or_else(|| Some("no role".to_owned())),
                ..content(format!("{pointer}/content"), &inner)
            }
        }
    }
}

fn content(pointer: String, raw: &Raw) -> Block {
    let kind = brief(&raw.text_member("type").unwrap_or_default());
    let word = |name: &str| raw.text_member(name).map(|text| brief(&text));
    match kind.as_str() {
        "resource" => {
            let inner = raw.member("resource").unwrap_or_else(Raw::empty_object);
            resource(&pointer, &format!("{pointer}/resource"), &inner)
        }
        "text" | "image" | "audio" => Block {
            mime_type: word("mimeType"),
            text: text(&pointer, raw, "text").filter(|_| kind == "text"),
            data: data(&pointer, raw, "data").filter(|_| kind != "text"),
            pointer,
            kind,
            ..Block::default()
        },
        "resource_link" => Block {
            mime_type: word("mimeType"),
            uri: word("uri"),
            name: word("title").or_else(|| word("name")),
            description: word("description"),
            pointer,
            kind,
            ..Block::default()
        },
        _ => Block { raw: Some(beginning(raw.as_str())), pointer, kind, ..Block::default() },
    }
}

/// A resource whose members are at `inside`.
fn resource(pointer: &str, inside: &str, raw: &Raw) -> Block {
    Block {
        pointer: pointer.to_owned(),
        kind: "resource".to_owned(),
        mime_type: raw.text_member("mimeType").map(|kind| brief(&kind)),
        uri: raw.text_member("uri").map(|uri| brief(&uri)),
        text: text(inside, raw, "text"),
        data: data(inside, raw, "blob"),
        ..Block::default()
    }
}

fn text(pointer: &str, raw: &Raw, name: &str) -> Option<TextPart> {
    let text = raw.text_member(name)?;
    let (bytes, is_whole) = (text.len(), text.len() <= WHOLE_TEXT);
    let text = if is_whole { text } else { beginning(&text) };
    Some(TextPart { pointer: format!("{pointer}{}", segment(name)), bytes, text, is_whole })
}

fn data(pointer: &str, raw: &Raw, name: &str) -> Option<DataPart> {
    let text = raw.text_member(name)?;
    let mut inside = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let is_base64 = inside.all(is_sign);
    Some(DataPart { pointer: format!("{pointer}{}", segment(name)), bytes: decoded_size(&text), is_base64 })
}

/// How many bytes base64 stands for. Its padding and the ends of its lines stand for none.
pub fn decoded_size(base64: &str) -> usize {
    base64.bytes().filter(|byte| *byte != b'=' && !byte.is_ascii_whitespace()).count() * 3 / 4
}

/// What a piece of JSON is, with its article.
fn noun(raw: &Raw) -> &'static str {
    match raw.as_str().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

fn beginning(text: &str) -> String {
    let end =
        (0..=BEGINNING.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    text[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn listed(result: &str, from: usize, count: usize) -> Blocks {
        let body = Bytes::from(format!(r#"{{"result":{result}}}"#));
        blocks(&body, "/result", from, count, 1_000_000).unwrap()
    }

    #[test]
    fn what_is_more_than_text_is_a_block_of_another_kind_or_bytes() {
        let has_more = |result: &str| has_more_than_text(&Raw::parse(result).unwrap());
        assert!(has_more(r#"{"content":[{"type":"text","text":"a"},{"type":"image","data":"AA=="}]}"#));
        assert!(has_more(r#"{"content":[{"type":"resource_link","uri":"x:y"}]}"#));
        assert!(has_more(r#"{"contents":[{"uri":"x:y","blob":"AA=="}]}"#));
        assert!(!has_more(r#"{"contents":[{"uri":"x:y","text":"a"}]}"#));
        assert!(!has_more(r#"{"content":[{"type":"text","text":"a"}],"structuredContent":{}}"#));
        assert!(!has_more(r#"{"messages":[{"role":"user","content":{"type":"text","text":"a"}}]}"#));
    }

    #[test]
    fn blocks_of_tools_resources_and_prompts_are_told_with_their_places() {
        let tool = listed(
            r#"{"content":[{"type":"text","text":"a\nb","mimeType":"text/plain"},{"type":"image","mimeType":"image/png","data":"AAEC\/w=="},
               {"type":"resource","resource":{"uri":"x:y","blob":"AAE="}},{"type":"resource_link","uri":"x:z","title":"Z"},{"type":"hologram","z":1}]}"#,
            0,
            10,
        );
        let kinds: Vec<&str> = tool.blocks.iter().map(|block| block.kind.as_str()).collect();
        assert_eq!(kinds, ["text", "image", "resource", "resource_link", "hologram"]);
        let text = tool.blocks[0].text.as_ref().unwrap();
        assert_eq!(
            (text.pointer.as_str(), text.text.as_str(), text.bytes),
            ("/result/content/0/text", "a\nb", 3)
        );
        let data = |at: usize| tool.blocks[at].data.clone().unwrap();
        assert_eq!(
            (data(1).pointer.as_str(), data(1).bytes, data(1).is_base64),
            ("/result/content/1/data", 4, true)
        );
        assert_eq!((data(2).pointer.as_str(), data(2).bytes), ("/result/content/2/resource/blob", 2));
        assert_eq!(tool.blocks[3].name.as_deref(), Some("Z"));
        assert!(tool.blocks[4].raw.as_ref().unwrap().contains("hologram"));
        let read = listed(r#"{"contents":[{"uri":"x:y","mimeType":"text/plain","text":"t"}]}"#, 0, 10);
        assert_eq!(read.blocks[0].text.as_ref().unwrap().pointer, "/result/contents/0/text");
        let prompt = listed(r#"{"messages":[{"role":"user","content":{"type":"text","text":"t"}}]}"#, 0, 10);
        let said = &prompt.blocks[0];
        assert_eq!(
            (said.role.as_deref(), said.pointer.as_str()),
            (Some("user"), "/result/messages/0/content")
        );
        assert_eq!(said.text.as_ref().unwrap().pointer, "/result/messages/0/content/text");
    }

    #[test]
    fn what_is_of_another_shape_is_told_without_its_parts() {
        let odd =
            listed(r#"{"content":[7,{"type":"image","data":"%"},{"type":"text","text":5},null]}"#, 0, 10);
        assert_eq!(odd.total, 4);
        assert!(!odd.blocks[1].data.as_ref().unwrap().is_base64);
        assert_eq!(odd.blocks[2].text, None);
        let half = listed(r#"{"content":{},"contents":null,"messages":[{}]}"#, 0, 10);
        assert_eq!(half.total, 1);
        let odd: Vec<_> = half.not_lists.iter().map(|odd| (odd.name, odd.found)).collect();
        assert_eq!(odd, [("content", "an object"), ("contents", "null")]);
    }

    #[test]
    fn padding_and_line_ends_are_no_bytes() {
        for (base64, size) in
            [("", 0), ("AA==", 1), ("AAE=", 2), ("AAEC", 3), ("AAEC\r\nAw==\n", 4), ("AAE", 2)]
        {
            assert_eq!(decoded_size(base64), size, "{base64:?}");
        }
        assert_eq!(listed("[]", 0, 10), Blocks::default());
    }

    #[test]
    fn long_texts_begin_and_windows_are_bounded_by_number_and_size() {
        let long = "é".repeat(WHOLE_TEXT);
        let result =
            json!({ "content": [{ "type": "text", "text": long }, { "type": "text", "text": "short" }] });
        let told = listed(&result.to_string(), 0, 10);
        let text = told.blocks[0].text.as_ref().unwrap();
        assert_eq!((text.bytes, text.is_whole), (2 * WHOLE_TEXT, false));
        assert!(text.text.len() <= BEGINNING && long.starts_with(&text.text));
        let second = listed(&result.to_string(), 1, 1);
        assert_eq!((second.from, second.total, second.blocks.len()), (1, 2, 1));
        assert_eq!(listed(&result.to_string(), 9, 1).from, 2);
        let many = json!({ "content": vec![json!({ "type": "text", "text": "x".repeat(1000) }); 100] });
        let page = blocks(&many.to_string().into(), "", 0, 50, 9_500).unwrap();
        assert_eq!(page.blocks.len(), 10);
        assert_eq!(blocks(&Bytes::from_static(b"{}"), "/result", 0, 1, 1), None);
        assert_eq!(blocks(&Bytes::from_static(b"{"), "", 0, 1, 1), None);
    }
}
