//! The rules by family, and the one list of them all.

mod auth;
mod base;
mod cache;
mod cancel;
mod completion;
mod elicitation;
mod http;
mod life;
mod listen;
mod listing;
mod log;
mod modern;
mod page;
mod progress;
mod prompt;
mod question;
mod resource;
mod rounds;
mod sampling;
mod secrecy;
mod task;
mod tool;
#[cfg(test)]
mod verdicts;

use super::Rule;
use super::event::Family;

/// Every rule, in the order of the families.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    TABLES.iter().flat_map(|table| table.iter().copied())
}

/// A new set of families, with nothing remembered.
pub(crate) fn families() -> Vec<Box<dyn Family>> {
    vec![
        Box::new(base::Base::default()),
        Box::new(life::Life::default()),
        Box::new(modern::Modern::default()),
        Box::new(cache::Cache::default()),
        Box::new(page::Page::default()),
        Box::new(log::Log::default()),
        Box::new(progress::Progress::default()),
        Box::new(cancel::Cancel::default()),
        Box::new(listen::Listen::default()),
        Box::new(rounds::Rounds),
        Box::new(http::Http::default()),
        Box::new(auth::Auth),
        Box::new(tool::Tools::default()),
        Box::new(resource::Resources::default()),
        Box::new(prompt::Prompts::default()),
        Box::new(completion::Completions::default()),
        Box::new(elicitation::Elicitation::default()),
        Box::new(sampling::Sampling),
        Box::new(task::Tasks::default()),
    ]
}

const TABLES: &[&[&Rule]] = &[
    base::RULES,
    life::RULES,
    modern::RULES,
    cache::RULES,
    page::RULES,
    log::RULES,
    progress::RULES,
    cancel::RULES,
    listen::RULES,
    rounds::RULES,
    http::RULES,
    auth::RULES,
    tool::RULES,
    resource::RULES,
    prompt::RULES,
    completion::RULES,
    elicitation::RULES,
    sampling::RULES,
    task::RULES,
];
