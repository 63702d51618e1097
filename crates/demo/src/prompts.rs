//! The demo's prompts.

use rmcp::{
    ErrorData,
    model::{
        ContentBlock, GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role,
    },
};
use serde_json::{Value, json};

use crate::{
    media,
    resources::{self, Address},
};

/// Languages the argument `language` of `review` completes to.
pub(crate) const LANGUAGES: [&str; 8] =
    ["c", "go", "java", "javascript", "python", "ruby", "rust", "typescript"];

/// Every prompt `prompts/list` shows.
pub(crate) fn all() -> Vec<Prompt> {
    vec![
        prompt(
            "greet",
            "Greeting",
            "Asks for a friendly greeting. One text message; `name` has completions.",
            vec![required("name", "Name", "Who is greeted.")],
        ),
        prompt(
            "review",
            "Code review",
            "Asks for a review of some code. Two messages; `language` has completions.",
            vec![
                required("language", "Language", "The language the code is in."),
                required("code", "Code", "The code to review."),
            ],
        ),
        prompt(
            "with_picture",
            "Prompt with a picture",
            "Asks what the picture shows. One text and one image message.",
            vec![],
        ),
        prompt(
            "with_resource",
            "Prompt with a resource",
            "Asks for a summary of `demo://readme`, which is embedded.",
            vec![],
        ),
    ]
}

/// The messages of the prompt `request` names.
pub(crate) fn get(request: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let prompt = all().into_iter().find(|prompt| prompt.name == request.name).ok_or_else(|| {
        let data = json!({ "prompt": request.name });
        ErrorData::invalid_params("there is no such prompt", Some(data))
    })?;
    let messages = match request.name.as_str() {
        "greet" => {
            let name = argument(request, "name")?;
            vec![user(format!("Greet {name} in one friendly sentence."))]
        }
        "review" => {
            let language = argument(request, "language")?;
            let code = argument(request, "code")?;
            vec![
                user(format!("Review this code:\n\n```{language}\n{code}\n```")),
                PromptMessage::new_text(
                    Role::Assistant,
                    format!("I will look for bugs first, then for plain {language} style."),
                ),
            ]
        }
        "with_picture" => vec![
            user("What does this picture show?"),
            PromptMessage::new(Role::User, ContentBlock::image(media::LOGO, media::LOGO_TYPE)),
        ],
        _ => vec![
            user("Summarise this document in one sentence."),
            PromptMessage::new(
                Role::User,
                ContentBlock::resource(Address::Readme.read(resources::README, 0)),
            ),
        ],
    };
    let result = GetPromptResult::new(messages);
    Ok(match prompt.description {
        Some(description) => result.with_description(description),
        None => result,
    })
}

fn prompt(name: &str, title: &str, description: &str, arguments: Vec<PromptArgument>) -> Prompt {
    let arguments = (!arguments.is_empty()).then_some(arguments);
    Prompt::new(name, Some(description), arguments).with_title(title)
}

fn required(name: &str, title: &str, description: &str) -> PromptArgument {
    PromptArgument::new(name).with_title(title).with_description(description).with_required(true)
}

fn user(text: impl Into<String>) -> PromptMessage {
    PromptMessage::new_text(Role::User, text)
}

fn argument<'a>(request: &'a GetPromptRequestParams, name: &str) -> Result<&'a str, ErrorData> {
    request.arguments.as_ref().and_then(|arguments| arguments.get(name)).and_then(Value::as_str).ok_or_else(
        || {
            let data = json!({ "argument": name });
            ErrorData::invalid_params("a required argument is missing", Some(data))
        },
    )
}
