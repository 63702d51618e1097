//! Skills over a session: listed, loaded, and their files read, each held against the entry.
//!
//! Listing reads no file. A skill is read when it is loaded, and its other files
//! one by one when they are asked for, which takes a skill that was loaded.

use super::Session;
use mcp_inspector_core::Raw;
use mcp_inspector_core::command::List;
use mcp_inspector_core::fault::Fault;
use mcp_inspector_core::skill::{GET, LoadedSkill, Skill, SkillFlaw};
use mcp_inspector_core::typed::{Listing, ResourceContents};
use serde_json::json;

/// Why a skill could not be loaded, or a file of it not read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SkillError {
    /// A call failed.
    #[error(transparent)]
    Call(#[from] Fault),
    /// What came is not what the server says it is.
    #[error(transparent)]
    Flaw(#[from] SkillFlaw),
}

impl From<SkillError> for Fault {
    fn from(error: SkillError) -> Self {
        match error {
            SkillError::Call(fault) => fault,
            SkillError::Flaw(flaw) => flaw.into(),
        }
    }
}

impl Session {
    /// All skills that the server lists; it may have more. None of their files is read.
    pub async fn list_skills(&self) -> Result<Listing<Skill>, Fault> {
        Listing::read(List::Skills, self.list_pages(List::Skills).await?)
    }

    /// The entry of the skill whose `SKILL.md` has this URI, listed or not.
    pub async fn get_skill(&self, uri: &str) -> Result<Skill, Fault> {
        let answer = self.call(GET, Some(Raw::of(&json!({ "uri": uri })))).await?;
        Skill::of_answer(uri, &answer)?.into_value(GET)
    }

    /// The entry of the one skill that is listed under this name.
    pub async fn find_skill(&self, name: &str) -> Result<Skill, Fault> {
        let skills = self.list_skills().await?;
        Skill::find(&skills, name)?.clone().into_value(List::Skills.method())
    }

    /// Reads the `SKILL.md` of a skill, if its entry holds together, and holds it against the entry:
    /// size, digest and frontmatter.
    pub async fn load_skill(&self, skill: Skill) -> Result<LoadedSkill, SkillError> {
        skill.check()?;
        let read = self.read_contents(&skill.uri).await?;
        Ok(skill.load(&read)?)
    }

    /// Reads another file of a skill and holds it against the skill's entry.
    pub async fn read_skill_file(&self, skill: &LoadedSkill, uri: &str) -> Result<Vec<u8>, SkillError> {
        skill.check_file(uri)?;
        let read = self.read_contents(uri).await?;
        Ok(skill.file(uri, &read)?)
    }

    async fn read_contents(&self, uri: &str) -> Result<ResourceContents, Fault> {
        self.read_resource(uri).await?.into_value("resources/read")
    }
}
