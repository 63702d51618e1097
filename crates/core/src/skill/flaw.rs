//! Why a skill is not loaded: what its entry promises, and what came instead.

use crate::brief::brief;
use crate::fault::{Fault, FaultCode};

/// Why a skill, or a file of it, is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkillFlaw {
    /// The entry has a URI that does not go with its name.
    #[error("the URI of a skill named `{name}` must end with `/{name}/SKILL.md`, and is `{uri}`")]
    Place {
        /// The name in the frontmatter.
        name: String,
        /// The URI.
        uri: String,
    },
    /// The entry lists a file that is not below the skill.
    #[error("a file of the skill must be below `{root}/`, and one is `{uri}`")]
    Outside {
        /// The file.
        uri: String,
        /// The directory of the skill.
        root: String,
    },
    /// The entry lists a file more than once.
    #[error("`{uri}` must be listed once, and is listed again")]
    Twice {
        /// The file.
        uri: String,
    },
    /// A digest does not look like one.
    #[error("the digest of `{uri}` must be `sha256:` and 64 digits in lower case, and is `{digest}`")]
    DigestForm {
        /// The file.
        uri: String,
        /// What stands there.
        digest: String,
    },
    /// The entry does not list the file.
    #[error("`{uri}` must be among the files that the skill lists, and is not")]
    Unlisted {
        /// The file.
        uri: String,
    },
    /// Reading a file gave something else than one content.
    #[error("reading `{uri}` must give one content, and gave {came}")]
    Contents {
        /// The file.
        uri: String,
        /// How many came.
        came: usize,
    },
    /// Reading a file gave another one.
    #[error("reading `{uri}` must give the content of that file, and gave that of `{came}`")]
    OtherFile {
        /// The file.
        uri: String,
        /// The one that came.
        came: String,
    },
    /// Reading a file gave neither text nor base64.
    #[error("reading `{uri}` must give text, or bytes in base64, and gave neither")]
    NoBytes {
        /// The file.
        uri: String,
    },
    /// A file has another size than its entry says.
    #[error("`{uri}` must have {expected} bytes, and has {came}")]
    Size {
        /// The file.
        uri: String,
        /// What the entry says.
        expected: u64,
        /// What came.
        came: u64,
    },
    /// A file has another digest than its entry says.
    #[error("`{uri}` must have the digest `{expected}`, and has `{came}`")]
    Digest {
        /// The file.
        uri: String,
        /// What the entry says.
        expected: String,
        /// What came.
        came: String,
    },
    /// `SKILL.md` is not text.
    #[error("`{uri}` must be text in UTF-8, and is not")]
    NotText {
        /// The file.
        uri: String,
    },
    /// `SKILL.md` has no frontmatter.
    #[error("`{uri}` must begin with frontmatter between two lines of `---`, and {why}")]
    NoFrontmatter {
        /// The file.
        uri: String,
        /// Which of the lines is missing.
        why: &'static str,
    },
    /// The frontmatter cannot be read.
    #[error("the frontmatter of `{uri}` must be YAML with members, and is not: {why}")]
    Yaml {
        /// The file.
        uri: String,
        /// What is wrong with it.
        why: String,
    },
    /// The frontmatter says something else than the entry.
    #[error("in the frontmatter of `{uri}`, `{field}` must be {}, and is {}", expected.as_deref().unwrap_or(ABSENT), came.as_deref().unwrap_or(ABSENT))]
    Field {
        /// The file.
        uri: String,
        /// The first member that differs.
        field: String,
        /// What the entry says, as JSON; `None` when it does not have the member.
        expected: Option<String>,
        /// What the file says.
        came: Option<String>,
    },
}

/// What is said of a member that is not there.
const ABSENT: &str = "absent";

impl SkillFlaw {
    /// What to do about it.
    pub const fn hint(&self) -> &'static str {
        match self {
            SkillFlaw::Size { .. } | SkillFlaw::Digest { .. } | SkillFlaw::Field { .. } => {
                "the skill may have changed since it was listed: list it again; if it stays so, the \
                 server's list and its files do not agree"
            }
            SkillFlaw::Unlisted { .. } => "only what the entry lists is part of the skill: list it again",
            _ => "the server has to be mended; nothing more of the skill was read",
        }
    }
}

impl From<SkillFlaw> for Fault {
    fn from(flaw: SkillFlaw) -> Self {
        let message = format!("the skill is refused: {}", brief(&flaw.to_string()));
        Fault::new(FaultCode::SkillRefused, message).with_hint(flaw.hint())
    }
}
