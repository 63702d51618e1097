//! A skill: instructions for a model (`SKILL.md`) and the files beside them, as a server lists and
//! serves them (the extension `io.modelcontextprotocol/skills`).
//!
//! Nothing of a skill is used unless it is what the server's own entry says: the entry is checked
//! before anything is read, `SKILL.md` before any other file can be ([`LoadedSkill`]). A match says
//! that list and files agree, not that the server can be trusted.

mod flaw;
mod frontmatter;
#[cfg(test)]
mod tests;

pub use flaw::SkillFlaw;
pub use frontmatter::Frontmatter;

use crate::command::List;
use crate::fault::{Fault, FaultCode};
use crate::nearest::nearest;
use crate::raw::Raw;
use crate::typed::{Listing, More, ResourceContent, ResourceContents, Typed};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::digest::{SHA256, digest};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;
use std::fmt::Write as _;

/// The method that brings the entry of one skill.
pub const GET: &str = "skills/get";

/// How the URI of every skill ends.
const MAIN: &str = "/SKILL.md";

/// What stands in front of the digits of a digest.
const ALGORITHM: &str = "sha256:";

/// A skill as a server lists it: its entry.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Skill {
    /// The URI of its `SKILL.md`. It is what tells skills of a server apart; names need not be unique.
    pub uri: String,
    /// What its `SKILL.md` begins with.
    pub frontmatter: Frontmatter,
    /// Its files.
    pub resources: SkillFiles,
    /// Everything else.
    #[serde(flatten)]
    pub more: More,
}

/// The files of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Value")]
pub enum SkillFiles {
    /// All of them, `SKILL.md` too.
    Listed(Vec<SkillFile>),
    /// They are made on demand, so there are no digests.
    Dynamic,
}

/// A file of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SkillFile {
    /// Its URI.
    pub uri: String,
    /// The digest of its bytes, `sha256:` and 64 digits.
    pub digest: String,
    /// How many bytes it has.
    pub size: u64,
}

impl TryFrom<Value> for SkillFiles {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        match value {
            Value::Array(_) => serde_json::from_value(value)
                .map(SkillFiles::Listed)
                .map_err(|error| format!("a file in `resources`: {error}")),
            Value::String(word) if word == "dynamic" => Ok(SkillFiles::Dynamic),
            other => Err(format!("`resources` must be an array of files or \"dynamic\", and is {other}")),
        }
    }
}

impl Skill {
    /// The entry in the answer to `skills/get` for `uri`.
    pub fn of_answer(uri: &str, answer: &Raw) -> Result<Typed<Skill>, Fault> {
        let wrong = |message| Fault::new(FaultCode::InvalidResponse, message).for_method(GET);
        let entry =
            answer.member("skill").ok_or_else(|| wrong(format!("the result of `{GET}` has no `skill`")))?;
        match entry.text_member("uri") {
            Some(came) if came != uri => {
                Err(wrong(format!("`{GET}` was asked for `{uri}`, and answered with `{came}`")))
            }
            _ => Ok(Typed::read(entry)),
        }
    }

    /// The skill of that name in a list. When several have it, only a URI says which is meant.
    pub fn find<'a>(skills: &'a Listing<Skill>, name: &str) -> Result<&'a Typed<Skill>, Fault> {
        let name_of = |item: &Typed<Skill>| item.raw().member("frontmatter")?.text_member("name");
        let found: Vec<_> =
            skills.items.iter().filter(|item| name_of(item).as_deref() == Some(name)).collect();
        match found[..] {
            [one] => Ok(one),
            [] => {
                let names: Vec<String> = skills.items.iter().filter_map(name_of).collect();
                let fault =
                    Fault::new(FaultCode::SkillNotFound, format!("the server lists no skill `{name}`"));
                Err(fault
                    .with_hint(match nearest(name, &names) {
                        Some(nearest) => format!("did you mean `{nearest}`?"),
                        None => "a server need not list all it has: ask for a skill by its URI".to_owned(),
                    })
                    .for_method(List::Skills.method()))
            }
            _ => {
                let uris: Vec<String> =
                    found.iter().filter_map(|item| item.raw().text_member("uri")).collect();
                let message = format!("the server lists {} skills named `{name}`", found.len());
                Err(Fault::new(FaultCode::InvalidRequest, message)
                    .with_hint(format!("name one by its URI: {}", uris.join(", "))))
            }
        }
    }

    /// The directory of its files, without a slash behind it.
    fn root(&self) -> &str {
        self.uri.strip_suffix(MAIN).unwrap_or_default()
    }

    /// Whether the entry holds together. One that does not is not to be loaded.
    pub fn check(&self) -> Result<(), SkillFlaw> {
        let name = self.frontmatter.name();
        if self.root().rsplit_once('/').is_none_or(|(_, last)| last != name) {
            return Err(SkillFlaw::Place { name: name.to_owned(), uri: self.uri.clone() });
        }
        let SkillFiles::Listed(files) = &self.resources else { return Ok(()) };
        let mut seen = HashSet::new();
        for SkillFile { uri, digest, .. } in files {
            self.check_place(uri)?;
            if !is_digest(digest) {
                return Err(SkillFlaw::DigestForm { uri: uri.clone(), digest: digest.clone() });
            }
            if !seen.insert(uri) {
                return Err(SkillFlaw::Twice { uri: uri.clone() });
            }
        }
        self.listed(&self.uri).map(drop)
    }

    /// Whether a URI is below the directory of the skill. Steps upwards could lead out of it.
    fn check_place(&self, uri: &str) -> Result<(), SkillFlaw> {
        let below = uri.strip_prefix(self.root()).and_then(|path| path.strip_prefix('/'));
        if below.is_some_and(|path| path.split('/').all(|part| !matches!(part, "" | "." | ".."))) {
            return Ok(());
        }
        Err(SkillFlaw::Outside { uri: uri.to_owned(), root: self.root().to_owned() })
    }

    /// What the entry says about a file: `None` when it says nothing about any.
    fn listed(&self, uri: &str) -> Result<Option<&SkillFile>, SkillFlaw> {
        match &self.resources {
            SkillFiles::Dynamic => self.check_place(uri).map(|()| None),
            SkillFiles::Listed(files) => {
                let file = files.iter().find(|file| file.uri == uri);
                file.map(Some).ok_or_else(|| SkillFlaw::Unlisted { uri: uri.to_owned() })
            }
        }
    }

    /// The bytes of a file, if what reading it gave is what the entry says.
    fn accept(&self, uri: &str, read: &ResourceContents) -> Result<Vec<u8>, SkillFlaw> {
        let file = self.listed(uri)?;
        let bytes = bytes(uri, read)?;
        let Some(file) = file else { return Ok(bytes) };
        let size = bytes.len() as u64;
        if size != file.size {
            return Err(SkillFlaw::Size { uri: uri.to_owned(), expected: file.size, came: size });
        }
        let came = digest_of(&bytes);
        if came != file.digest {
            return Err(SkillFlaw::Digest { uri: uri.to_owned(), expected: file.digest.clone(), came });
        }
        Ok(bytes)
    }

    /// Loads the skill from what reading its `SKILL.md` gave.
    pub fn load(self, read: &ResourceContents) -> Result<LoadedSkill, SkillFlaw> {
        self.check()?;
        let bytes = self.accept(&self.uri, read)?;
        let text = String::from_utf8(bytes).map_err(|_| SkillFlaw::NotText { uri: self.uri.clone() })?;
        self.frontmatter.compare(&self.uri, &text)?;
        Ok(LoadedSkill { skill: self, text })
    }
}

/// A skill whose `SKILL.md` is what its entry says. Only of such a skill are other files read.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedSkill {
    skill: Skill,
    text: String,
}

impl LoadedSkill {
    /// Its entry.
    pub fn skill(&self) -> &Skill {
        &self.skill
    }

    /// Its `SKILL.md`, frontmatter and all.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether there were digests to hold the files against.
    pub fn has_digests(&self) -> bool {
        matches!(self.skill.resources, SkillFiles::Listed(_))
    }

    /// The URIs of its other files, as far as they are listed.
    pub fn others(&self) -> impl Iterator<Item = &str> {
        let files = match &self.skill.resources {
            SkillFiles::Listed(files) => &files[..],
            SkillFiles::Dynamic => &[],
        };
        files.iter().map(|file| file.uri.as_str()).filter(|uri| *uri != self.skill.uri)
    }

    /// Whether a file may be read at all: it is listed, or where nothing is, it is below the skill.
    pub fn check_file(&self, uri: &str) -> Result<(), SkillFlaw> {
        self.skill.listed(uri).map(drop)
    }

    /// The bytes of another file, if what reading it gave is what the entry says.
    pub fn file(&self, uri: &str, read: &ResourceContents) -> Result<Vec<u8>, SkillFlaw> {
        self.skill.accept(uri, read)
    }
}

fn bytes(uri: &str, read: &ResourceContents) -> Result<Vec<u8>, SkillFlaw> {
    let [content] = &read.contents[..] else {
        return Err(SkillFlaw::Contents { uri: uri.to_owned(), came: read.contents.len() });
    };
    if content.uri != uri {
        return Err(SkillFlaw::OtherFile { uri: uri.to_owned(), came: content.uri.clone() });
    }
    let decoded = match content {
        ResourceContent { text: Some(text), .. } => Some(text.as_bytes().to_vec()),
        ResourceContent { blob: Some(blob), .. } => STANDARD.decode(blob).ok(),
        _ => None,
    };
    decoded.ok_or_else(|| SkillFlaw::NoBytes { uri: uri.to_owned() })
}

fn is_digest(text: &str) -> bool {
    text.strip_prefix(ALGORITHM).is_some_and(|digits| {
        digits.len() == 64 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    })
}

fn digest_of(bytes: &[u8]) -> String {
    let mut text = ALGORITHM.to_owned();
    for byte in digest(&SHA256, bytes).as_ref() {
        // Writing to memory cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
