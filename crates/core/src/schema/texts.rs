//! Schemas of what takes texts and has no schema of its own: prompts and URI templates.

use crate::raw::Raw;
use crate::typed::Prompt;
use crate::uri_template::UriTemplate;
use serde_json::{Map, Value, json};

/// The arguments of a prompt as a schema: each is a text.
pub fn of_prompt(raw: &Raw) -> Value {
    let arguments = raw.read::<Prompt>().map(|prompt| prompt.arguments).unwrap_or_default();
    let mut properties = Map::new();
    let mut required = Vec::new();
    for argument in arguments {
        if argument.required {
            required.push(Value::from(argument.name.clone()));
        }
        let mut about = json!({ "type": "string" });
        if let Some(description) = argument.description {
            about["description"] = description.into();
        }
        properties.insert(argument.name, about);
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// The variables of a URI template as a schema: each is a text.
pub fn of_template(template: &str) -> Value {
    let template = UriTemplate::read(template);
    let names = template.iter().flat_map(UriTemplate::variables);
    let properties = names.map(|name| (name.to_owned(), json!({ "type": "string" })));
    json!({ "type": "object", "properties": properties.collect::<Map<_, _>>() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_and_templates_take_texts() {
        let prompt =
            r#"{"name":"p","arguments":[{"name":"a","description":"d","required":true},{"name":"b"}]}"#;
        assert_eq!(
            of_prompt(&Raw::parse(prompt).unwrap()).to_string(),
            r#"{"type":"object","properties":{"a":{"type":"string","description":"d"},"b":{"type":"string"}},"required":["a"]}"#
        );
        assert_eq!(
            of_template("demo://{a}/{?b}").to_string(),
            r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}"#
        );
        assert_eq!(of_template("demo://{").to_string(), r#"{"type":"object","properties":{}}"#);
    }
}
