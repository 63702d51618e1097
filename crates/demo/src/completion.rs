//! What arguments of prompts and variables of templates complete to.
//!
//! Matches are by prefix, whatever the case. An argument without completions,
//! known or not, completes to nothing: that is an answer, not an error.

use rmcp::{
    ErrorData,
    model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference},
};

use crate::{
    prompts::LANGUAGES,
    resources::{AUTHORS, NOTE_TEMPLATE, NOTES, POST_TEMPLATE},
};

/// Answers `completion/complete`.
pub(crate) fn complete(request: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
    let typed = request.argument.value.to_lowercase();
    let values = candidates(request).into_iter().filter(|value| value.starts_with(&typed)).collect();
    let completion =
        CompletionInfo::with_all_values(values).map_err(|reason| ErrorData::internal_error(reason, None))?;
    Ok(CompleteResult::new(completion))
}

/// All values an argument can have, before what was typed narrows them.
fn candidates(request: &CompleteRequestParams) -> Vec<String> {
    let argument = request.argument.name.as_str();
    match &request.r#ref {
        Reference::Prompt(prompt) => match (prompt.name.as_str(), argument) {
            ("greet", "name") => authors(),
            ("review", "language") => LANGUAGES.map(str::to_owned).to_vec(),
            _ => vec![],
        },
        Reference::Resource(template) => match (template.uri.as_str(), argument) {
            (NOTE_TEMPLATE, "id") => (1..=NOTES).map(|number| number.to_string()).collect(),
            (POST_TEMPLATE, "name") => authors(),
            (POST_TEMPLATE, "post") => posts(chosen(request, "name")),
            _ => vec![],
        },
        _ => vec![],
    }
}

/// A value the user has already settled on.
fn chosen<'a>(request: &'a CompleteRequestParams, argument: &str) -> Option<&'a str> {
    let context = request.context.as_ref()?;
    context.get_argument(argument).map(String::as_str)
}

fn authors() -> Vec<String> {
    AUTHORS.map(|(name, _)| name.to_owned()).to_vec()
}

/// The posts of one author, or of all while none is chosen.
fn posts(author: Option<&str>) -> Vec<String> {
    AUTHORS
        .into_iter()
        .filter(|(name, _)| author.is_none_or(|author| author == *name))
        .flat_map(|(_, posts)| posts.map(str::to_owned))
        .collect()
}
