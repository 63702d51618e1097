//! Typed views over raw results.
//!
//! Reading never loses anything: the raw JSON stays beside the typed value,
//! fields this program does not know are kept in `more`, and an item that does
//! not fit its type is still there, with the reason ([`Misfit`]).

use crate::command::List;
use crate::fault::{Fault, FaultCode};
use crate::mirror::{HeaderFlaw, Mirrored, mirrored};
use crate::raw::Raw;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A value and the JSON it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed<T> {
    raw: Raw,
    value: Result<T, Misfit>,
}

/// Why some JSON does not fit its type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Misfit {
    /// What is wrong, and where in the text.
    pub reason: String,
}

impl<T: DeserializeOwned> Typed<T> {
    /// Reads `raw`.
    pub fn read(raw: Raw) -> Self {
        let value = raw.read().map_err(|error| Misfit::of(&raw, &error));
        Typed { raw, value }
    }
}

/// How deep JSON may be nested that is read into values.
const DEEPEST: usize = 127;

impl Misfit {
    fn of(raw: &Raw, error: &serde_json::Error) -> Self {
        // That it is not read then is our limit, and no fault of whoever wrote it.
        let reason = match raw.depth() {
            deep if deep > DEEPEST => {
                format!(
                    "it is nested {deep} levels deep; mcp-inspector reads up to {DEEPEST}, so it cannot be used here"
                )
            }
            _ => error.to_string(),
        };
        Misfit { reason }
    }
}

impl<T> Typed<T> {
    /// The JSON as it came.
    pub fn raw(&self) -> &Raw {
        &self.raw
    }

    /// The value, or why there is none.
    pub fn get(&self) -> Result<&T, &Misfit> {
        self.value.as_ref()
    }

    /// The value, or a fault that says what is wrong with the answer to `method`.
    pub fn into_value(self, method: &str) -> Result<T, Fault> {
        self.value.map_err(|misfit| {
            Fault::new(
                FaultCode::InvalidResponse,
                format!("the result of `{method}` does not have the shape it must have: {misfit}"),
            )
            .for_method(method)
        })
    }
}

/// A whole list, all pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing<T> {
    /// The items in order; broken ones too.
    pub items: Vec<Typed<T>>,
    /// The results of the pages as they came.
    pub pages: Vec<Raw>,
}

impl<T: DeserializeOwned> Listing<T> {
    /// Reads the pages of `list`.
    pub fn read(list: List, pages: Vec<Raw>) -> Result<Self, Fault> {
        let mut items = Vec::new();
        for page in &pages {
            let elements =
                page.member(list.member()).and_then(|items| items.elements()).ok_or_else(|| {
                    let message =
                        format!("the result of `{}` has no array `{}`", list.method(), list.member());
                    Fault::new(FaultCode::InvalidResponse, message).for_method(list.method())
                })?;
            items.extend(elements.into_iter().map(Typed::read));
        }
        Ok(Listing { items, pages })
    }

    /// The items that fit their type.
    pub fn valid(&self) -> impl Iterator<Item = &T> {
        self.items.iter().filter_map(|item| item.get().ok())
    }

    /// The items that do not, with the reason.
    pub fn broken(&self) -> impl Iterator<Item = (&Raw, &Misfit)> {
        self.items.iter().filter_map(|item| item.get().err().map(|misfit| (item.raw(), misfit)))
    }
}

/// Fields this program does not know.
pub type More = Map<String, Value>;

/// A tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The JSON Schema of its arguments.
    pub input_schema: Map<String, Value>,
    /// The JSON Schema of its structured result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Value>,
    /// Hints about its behaviour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

impl Tool {
    /// The arguments that are mirrored into headers where every request stands alone, or why the tool
    /// cannot be called there over HTTP.
    pub fn mirrored(&self) -> Result<Vec<Mirrored>, HeaderFlaw> {
        mirrored(&Value::Object(self.input_schema.clone()))
    }
}

/// A resource.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    /// Its URI.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its media type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

/// A template for URIs of resources.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceTemplate {
    /// The template, as RFC 6570 has it.
    pub uri_template: String,
    /// Its name.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The media type of what it stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

/// A prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// Its name.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What can be filled in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<PromptArgument>,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

/// Something that can be filled into a prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PromptArgument {
    /// Its name.
    pub name: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether it must be given.
    #[serde(default)]
    pub required: bool,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

/// What a tool returned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    /// Text, images, sound, links and embedded resources.
    #[serde(default)]
    pub content: Vec<Content>,
    /// The result as data; a present `null` is not the same as none.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub structured_content: Option<Value>,
    /// Whether the tool reports an error.
    #[serde(default)]
    pub is_error: bool,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl ToolResult {
    /// All text of the result, one block per line.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.content.iter().filter_map(Content::text).collect();
        texts.join("\n")
    }
}

/// One block of content. Its kind is open: servers and later revisions add their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// `text`, `image`, `audio`, `resource`, `resource_link` or something newer.
    #[serde(rename = "type")]
    pub kind: String,
    /// All other fields.
    #[serde(flatten)]
    pub fields: More,
}

impl Content {
    /// The text, when this is text.
    pub fn text(&self) -> Option<&str> {
        if self.kind == "text" { self.fields.get("text")?.as_str() } else { None }
    }
}

/// What reading a resource gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResourceContents {
    /// The contents; one resource may have several.
    pub contents: Vec<ResourceContent>,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

/// One content of a resource.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceContent {
    /// Its URI.
    pub uri: String,
    /// Its media type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Its text, when it is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its bytes in base64, when it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

/// A prompt, filled in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PromptMessages {
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The messages.
    pub messages: Vec<PromptMessage>,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PromptMessage {
    /// `user` or `assistant`.
    pub role: String,
    /// What it says.
    pub content: Content,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

/// Values that could complete what was typed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    /// The values, best first.
    pub values: Vec<String>,
    /// How many there are in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Whether there are more.
    #[serde(default)]
    pub has_more: bool,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_tool_stays_in_the_list_with_the_reason() {
        let page =
            Raw::parse(r#"{"tools":[{"name":"a","inputSchema":{},"x":1},{"name":5},{"name":"c"}]}"#).unwrap();
        let listing = Listing::<Tool>::read(List::Tools, vec![page]).unwrap();
        assert_eq!(listing.items.len(), 3);
        assert_eq!(listing.valid().next().unwrap().more["x"], 1);
        let broken: Vec<String> = listing.broken().map(|(_, misfit)| misfit.reason.clone()).collect();
        assert!(broken[0].contains("invalid type: integer `5`"), "{broken:?}");
        assert!(broken[1].contains("inputSchema"), "{broken:?}");
    }

    #[test]
    fn a_schema_that_is_too_deep_for_us_is_not_called_wrong() {
        let deep = format!("{}{}{}", r#"{"items":"#.repeat(400), "{}", "}".repeat(400));
        let tool = format!(r#"{{"name":"a\"[[","inputSchema":{deep}}}"#);
        let misfit = Typed::<Tool>::read(Raw::parse(&tool).unwrap()).get().unwrap_err().clone();
        assert_eq!(
            misfit.reason,
            "it is nested 402 levels deep; mcp-inspector reads up to 127, so it cannot be used here"
        );
    }

    #[test]
    fn a_list_without_its_array_is_an_invalid_response() {
        let page = Raw::parse(r#"{"tools":"none"}"#).unwrap();
        let fault = Listing::<Tool>::read(List::Tools, vec![page]).unwrap_err();
        assert_eq!(fault.code, FaultCode::InvalidResponse);
    }

    #[test]
    fn structured_null_is_not_the_same_as_none() {
        let read = |text: &str| {
            Typed::<ToolResult>::read(Raw::parse(text).unwrap()).into_value("tools/call").unwrap()
        };
        assert_eq!(read(r#"{"content":[],"structuredContent":null}"#).structured_content, Some(Value::Null));
        assert_eq!(read(r#"{"content":[]}"#).structured_content, None);
        let result =
            read(r#"{"content":[{"type":"text","text":"a"},{"type":"hologram","z":1}],"isError":true}"#);
        assert_eq!((result.text().as_str(), result.is_error), ("a", true));
        assert_eq!(result.content[1].fields["z"], 1);
    }
}
