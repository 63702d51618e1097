//! `skills/get`: the entry of a skill and its `SKILL.md`, held against each other.
//!
//! What does not fit is not shown as a result; `resources/read` shows it as any other resource.

use crate::call::{Caller, Done};
use crate::failure::Failure;
use crate::step::Step;
use mcp_inspector_engine::core::skill::GET;
use mcp_inspector_engine::core::typed::ResourceContents;
use mcp_inspector_engine::{Fault, List, Listing, Raw, Skill, Typed};
use serde::Serialize;

/// A skill that is what its entry says.
#[derive(Debug, Serialize)]
struct Loaded {
    /// Its entry, as the server spelled it.
    skill: Raw,
    /// Its `SKILL.md`, the same way.
    contents: Option<Raw>,
}

/// Loads the skill that the step names.
pub(crate) async fn load(caller: &Caller<'_>, step: &Step) -> Done {
    let mut remarks = Vec::new();
    let result = loaded(caller, step, &mut remarks).await;
    Done { remarks, ..Done::from(result) }
}

async fn loaded(caller: &Caller<'_>, step: &Step, remarks: &mut Vec<String>) -> Result<Raw, Failure> {
    let (entry, method) = entry(caller, step).await?;
    let raw = entry.raw().clone();
    let skill = entry.into_value(method)?;
    // Of an entry that does not hold together nothing is read.
    skill.check().map_err(Fault::from)?;
    let read = Step { method: "resources/read".to_owned(), uri: Some(skill.uri.clone()), ..step.clone() };
    let read = caller.request(&read).await?;
    let contents: ResourceContents = Typed::read(read.clone()).into_value("resources/read")?;
    let loaded = skill.load(&contents).map_err(Fault::from)?;
    if !loaded.has_digests() {
        let name = loaded.skill().frontmatter.name();
        remarks.push(format!("`{name}` is dynamic: there is no digest to hold its content against"));
    }
    Ok(Raw::of(&Loaded { skill: raw, contents: read.member("contents") }))
}

/// The entry, by its URI or by its name out of the list, and the method that brought it.
async fn entry(caller: &Caller<'_>, step: &Step) -> Result<(Typed<Skill>, &'static str), Failure> {
    if let Some(uri) = &step.uri {
        return Ok((Skill::of_answer(uri, &caller.request(step).await?)?, GET));
    }
    let pages = caller.list_or_force(step, List::Skills).await?;
    let skills: Listing<Skill> = Listing::read(List::Skills, pages)?;
    let skill = Skill::find(&skills, step.skill_name.as_deref().unwrap_or_default())?;
    Ok((skill.clone(), List::Skills.method()))
}
