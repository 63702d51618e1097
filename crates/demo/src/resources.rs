//! The demo's resources: what there is, and what it reads as.
//!
//! Three fixed ones, sixty notes so that the list has pages, and two templates.
//! Posts are reachable through their template only.

use rmcp::model::{Annotations, Resource, ResourceContents, ResourceTemplate, Role};

use crate::{app, media};

/// The address of the counter that `touch` moves.
pub(crate) const CLOCK: &str = "demo://clock";

/// The address of the text every newcomer should read.
pub(crate) const README: &str = "demo://readme";

/// How many notes there are, numbered from 1.
pub(crate) const NOTES: u32 = 60;

/// The template of the notes.
pub(crate) const NOTE_TEMPLATE: &str = "demo://notes/{id}";

/// The template of the posts.
pub(crate) const POST_TEMPLATE: &str = "demo://users/{name}/posts/{post}";

/// Who has posted, and what; sorted, as completions are shown in this order.
pub(crate) const AUTHORS: [(&str, [&str; 2]); 3] = [
    ("ada", ["analytical-engine", "bernoulli-numbers"]),
    ("alan", ["computable-numbers", "imitation-game"]),
    ("grace", ["compilers", "nanoseconds"]),
];

const LOGO: &str = "demo://logo";

const MARKDOWN: &str = "text/markdown";

const README_TEXT: &str = "\
# The demo server

One of everything MCP has to show, with nothing to install.

- **Tools** return every kind of content, report progress, write logs, ask you
  questions and fail on purpose.
- **Resources** come in three pages. Subscribe to `demo://clock`, then call the
  tool `touch` to see an update arrive.
- **Prompts** complete their arguments while you type.
";

/// A resource the demo can read, in parsed form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Address {
    Readme,
    Logo,
    Clock,
    /// The app that shows the weather. Like posts, it is not in the list: the tool names it.
    WeatherApp,
    Note(u32),
    Post {
        name: &'static str,
        post: &'static str,
    },
}

impl Address {
    /// The resource `uri` names, if there is one.
    pub(crate) fn parse(uri: &str) -> Option<Self> {
        match uri {
            README => return Some(Self::Readme),
            LOGO => return Some(Self::Logo),
            CLOCK => return Some(Self::Clock),
            app::WEATHER => return Some(Self::WeatherApp),
            _ => {}
        }
        if let Some(id) = uri.strip_prefix("demo://notes/") {
            let number: u32 = id.parse().ok()?;
            // `+7` and `007` are numbers too, but not addresses.
            let canonical = number.to_string() == id && (1..=NOTES).contains(&number);
            return canonical.then_some(Self::Note(number));
        }
        let (wanted_name, wanted_post) = uri.strip_prefix("demo://users/")?.split_once("/posts/")?;
        let (name, posts) = AUTHORS.into_iter().find(|(name, _)| *name == wanted_name)?;
        let post = posts.into_iter().find(|post| *post == wanted_post)?;
        Some(Self::Post { name, post })
    }

    /// Whether reading it shows how often it was touched.
    pub(crate) fn can_change(&self) -> bool {
        !matches!(self, Self::Readme | Self::Logo | Self::WeatherApp)
    }

    /// What the resource reads as after `touches` touches.
    pub(crate) fn read(&self, uri: &str, touches: u64) -> ResourceContents {
        match self {
            Self::Readme => ResourceContents::text(README_TEXT, uri).with_mime_type(MARKDOWN),
            Self::Logo => ResourceContents::blob(media::LOGO, uri).with_mime_type(media::LOGO_TYPE),
            Self::Clock => ResourceContents::text(format!("tick {touches}"), uri),
            Self::WeatherApp => app::contents(),
            Self::Note(number) => {
                let text = format!("This is note {number} of {NOTES}. Touched: {touches}.");
                ResourceContents::text(text, uri)
            }
            Self::Post { name, post } => {
                let text = format!("# {post}\n\nWritten by {name}. Touched: {touches}.\n");
                ResourceContents::text(text, uri).with_mime_type(MARKDOWN)
            }
        }
    }
}

/// Every resource `resources/list` shows, in order.
pub(crate) fn all() -> Vec<Resource> {
    let mut resources = vec![readme(), logo(), clock()];
    resources.extend((1..=NOTES).map(note));
    resources
}

/// Every template `resources/templates/list` shows.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(NOTE_TEMPLATE, "note")
            .with_title("Note")
            .with_description(format!("One of the notes, by its number from 1 to {NOTES}."))
            .with_mime_type("text/plain"),
        ResourceTemplate::new(POST_TEMPLATE, "post")
            .with_title("Post of a user")
            .with_description("Completing `post` depends on the value of `name`.")
            .with_mime_type(MARKDOWN),
    ]
}

/// The readme, as the list and the tool `link` show it.
pub(crate) fn readme() -> Resource {
    Resource::new(README, "readme")
        .with_title("Read me first")
        .with_description("What the demo server offers.")
        .with_mime_type(MARKDOWN)
        .with_size(README_TEXT.len() as u64)
        .with_annotations(Annotations::default().with_audience(vec![Role::User]).with_priority(1.0))
}

fn logo() -> Resource {
    Resource::new(LOGO, "logo")
        .with_title("Logo")
        .with_description("A magnifying glass, as binary contents.")
        .with_mime_type(media::LOGO_TYPE)
        .with_size(media::LOGO_BYTES)
}

fn clock() -> Resource {
    Resource::new(CLOCK, "clock")
        .with_title("Clock")
        .with_description("A counter that the tool `touch` moves. Subscribe to it.")
        .with_mime_type("text/plain")
}

fn note(number: u32) -> Resource {
    Resource::new(format!("demo://notes/{number}"), format!("note-{number}"))
        .with_title(format!("Note {number}"))
        .with_mime_type("text/plain")
}
