//! The servers that were connected to before, and how to connect to them again: as they were typed, or by the file that
//! has them. What holds a secret is remembered by its redacted form alone, so that it can be recognised but not used.
//! The demo is left out: it is always there.

use super::{Pasted, of_file};
use crate::keepsake::Keepsake;
use crate::sessions::Given;
use crate::{Backend, Problem};
use jiff::Timestamp;
use mcp_inspector_engine::core::target::Transport;
use mcp_inspector_engine::{FaultCode, Target, clients, config};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use utoipa::ToSchema;

/// How many are remembered.
const MOST: usize = 20;

/// How many bytes a command line or an address may have to be remembered: all of them are told whenever the list is.
const LONGEST: usize = 16 * 1024;

/// The servers that were connected to before. Cloning gives another handle to the same.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    /// Newest first.
    kept: Arc<Keepsake<Vec<Remembered>>>,
}

/// A server as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Remembered {
    name: String,
    place: String,
    text: Option<String>,
    #[serde(default)]
    from: Option<RecentFile>,
    /// The directory that its process was started in.
    #[serde(default)]
    cwd: Option<PathBuf>,
    last_used: String,
}

/// A server that was connected to before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecentServer {
    /// What names it in `target.recent`, for as long as the backend runs.
    pub(super) id: String,
    /// What it is called.
    pub(super) name: String,
    /// The command line or URL, secrets redacted.
    pub(super) place: String,
    /// What to type to connect again; null when a file has it, or when it held a secret, which is not kept.
    #[schema(required)]
    pub(super) text: Option<String>,
    /// The file that has it; null when it was typed.
    #[schema(required)]
    pub(super) from: Option<RecentFile>,
    /// The directory that its process is started in; null for an address, and where it is that of this backend.
    #[schema(required)]
    pub(super) cwd: Option<String>,
    /// When it was connected to last, ISO 8601.
    pub(super) last_used: String,
}

/// A server of a config file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub(super) struct RecentFile {
    /// The file.
    file: String,
    /// The name of the server in it.
    server: String,
}

/// How somebody came to a server.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way<'a> {
    /// By this text: a command line or a URL.
    Typed(&'a str),
    /// By words, or as one of several in a text that may hold more than it.
    Described,
    /// By this file.
    File(&'a Path),
}

impl Recent {
    /// Those of a file, which need not be there yet; until it is, those of `before`.
    pub fn at(path: PathBuf, before: PathBuf) -> Self {
        Recent { kept: Arc::new(Keepsake::at(path, before)) }
    }

    /// Newest first.
    pub(super) fn list(&self) -> Vec<RecentServer> {
        self.kept.read().into_iter().map(Remembered::told).collect()
    }

    /// Remembers that `target` was connected to.
    pub(crate) fn remember(&self, target: &Target, way: Way<'_>) {
        if config::demo().is_ok_and(|demo| demo.transport == target.transport) {
            return;
        }
        let server = Remembered::of(target, way);
        if server.place.len() > LONGEST {
            return;
        }
        // It is a convenience: whoever cannot keep it works all the same.
        let _ = self.kept.change(|servers| {
            servers.retain(|other| !other.is_same(&server));
            servers.insert(0, server);
            servers.truncate(MOST);
            Ok(())
        });
    }

    /// Forgets one; false when there is none of that id.
    pub(super) fn forget(&self, id: &str) -> Result<bool, Problem> {
        self.kept.change(|servers| {
            let before = servers.len();
            servers.retain(|server| server.id() != id);
            Ok(servers.len() < before)
        })
    }

    /// A server by what names it here, to be connected to again, and who gave it.
    pub(crate) fn target(&self, backend: &Backend, id: &str) -> Result<(Target, Given), Problem> {
        let known = self.kept.read().into_iter().find(|server| server.id() == id);
        let server = known.ok_or_else(not_there)?;
        let (mut target, given, way) = match (&server.from, &server.text) {
            (Some(RecentFile { file, server }), _) => {
                let file = Path::new(file);
                let (target, given) = of_remembered(backend, file, server)?;
                (target, given, Way::File(file))
            }
            (None, Some(text)) => {
                let way = if text.starts_with('{') { Way::Described } else { Way::Typed(text) };
                (Pasted::read(text)?.target(None)?, Given::Face, way)
            }
            (None, None) => {
                return Err(Problem::new(FaultCode::InvalidConfig, "it held a secret, which was not kept")
                    .with_hint("type it again"));
            }
        };
        if let (Transport::Stdio(stdio), Some(cwd)) = (&mut target.transport, &server.cwd) {
            stdio.cwd.get_or_insert_with(|| cwd.clone());
        }
        self.remember(&target, way);
        Ok((target, given))
    }
}

/// What is said where no recent server has the id that is given.
pub(super) fn not_there() -> Problem {
    Problem::not_found("no recent server has that id").with_hint("GET /api/targets/recent lists them")
}

/// A server of a file that was remembered: it may be that of the configuration.
fn of_remembered(backend: &Backend, path: &Path, server: &str) -> Result<(Target, Given), Problem> {
    if absolute(backend.config().path()) == path {
        return Ok((backend.config().target(server)?, Given::Config));
    }
    let file = clients::read(path, Path::new(".")).map_err(|error| {
        let problem = Problem::new(FaultCode::InvalidConfig, error.to_string());
        problem.with_hint(error.hint().unwrap_or_default())
    })?;
    Ok((of_file(&file, server)?, Given::OtherClient))
}

impl Remembered {
    fn of(target: &Target, way: Way<'_>) -> Self {
        let place = target.place();
        // What is typed is what is shown, unless a part of it was redacted.
        let again = Target::from_line(&place).ok();
        let is_whole = again.is_some_and(|again| nowhere(&again.transport) == nowhere(&target.transport));
        let (text, from) = match way {
            Way::File(path) => {
                let file = absolute(path).display().to_string();
                (None, Some(RecentFile { file, server: target.name.clone() }))
            }
            Way::Typed(text) if !text.trim_start().starts_with('{') => (Some(text.trim().to_owned()), None),
            Way::Typed(_) | Way::Described => (Some(described(target)), None),
        };
        let cwd = match &target.transport {
            Transport::Stdio(stdio) => stdio.cwd.as_deref().map(absolute).or_else(here),
            Transport::Http(_) => None,
        };
        let (name, last_used) = (target.name.clone(), format!("{:.3}", Timestamp::now()));
        Remembered { name, place, text: text.filter(|_| is_whole), from, cwd, last_used }
    }

    fn is_same(&self, other: &Remembered) -> bool {
        (&self.place, &self.from, &self.cwd) == (&other.place, &other.from, &other.cwd)
    }

    fn id(&self) -> String {
        let mut hasher = DefaultHasher::new();
        (&self.place, &self.from, &self.cwd).hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    fn told(self) -> RecentServer {
        let id = self.id();
        let cwd = self.cwd.filter(|cwd| here().as_ref() != Some(cwd)).map(|cwd| cwd.display().to_string());
        let Remembered { name, place, text, from, last_used, .. } = self;
        RecentServer { id, name, place, text, from, cwd, last_used }
    }
}

/// A server on its own as the text of a config file, so that it keeps its name. Called for what its place tells in full.
fn described(target: &Target) -> String {
    let server = match &target.transport {
        Transport::Stdio(stdio) => json!({ "command": stdio.command, "args": stdio.args }),
        Transport::Http(http) => json!({ "url": http.url }),
    };
    json!({ "mcpServers": { &target.name: server } }).to_string()
}

/// A transport without the directory of its process, which a command line does not tell.
fn nowhere(transport: &Transport) -> Transport {
    let mut transport = transport.clone();
    if let Transport::Stdio(stdio) = &mut transport {
        stdio.cwd = None;
    }
    transport
}

fn here() -> Option<PathBuf> {
    std::env::current_dir().ok()
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &std::path::Path) -> Recent {
        Recent::at(path.to_owned(), path.to_owned())
    }

    fn remembered(recent: &Recent, text: &str) {
        recent.remember(&Target::from_line(text).unwrap(), Way::Typed(text));
    }

    #[test]
    fn the_newest_is_first_and_all_survive_a_restart() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("recent.json");
        let recent = at(&path);
        assert_eq!(recent.list(), []);
        for text in ["one", "two --flag", "one"] {
            remembered(&recent, text);
        }
        let texts: Vec<Option<String>> = at(&path).list().into_iter().map(|server| server.text).collect();
        assert_eq!(texts, [Some("one".to_owned()), Some("two --flag".to_owned())]);
    }

    #[test]
    fn what_two_backends_remember_is_in_both() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("recent.json");
        let (one, other) = (at(&path), at(&path));
        for (recent, text) in [(&one, "first"), (&other, "second"), (&one, "third")] {
            remembered(recent, text);
        }
        let names =
            |recent: &Recent| recent.list().into_iter().map(|server| server.place).collect::<Vec<_>>();
        assert_eq!(names(&one), ["third", "second", "first"]);
        assert_eq!(names(&other), names(&one));
    }

    #[test]
    fn one_that_is_forgotten_is_gone_for_every_backend_and_one_of_any_length_is_not_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("recent.json");
        let recent = at(&path);
        for text in ["one", "two", &format!("long {}", "x".repeat(LONGEST))] {
            remembered(&recent, text);
        }
        let id = recent.list()[0].id.clone();
        assert!(recent.forget(&id).unwrap());
        let names = at(&path).list().into_iter().map(|server| server.place).collect::<Vec<_>>();
        assert_eq!(names, ["one"]);
        assert!(!recent.forget(&id).unwrap(), "it is gone already");
    }

    #[test]
    fn no_more_than_twenty_are_kept() {
        let recent = Recent::default();
        for number in 0..50 {
            remembered(&recent, &format!("server {number}"));
        }
        let list = recent.list();
        assert_eq!(list.len(), MOST);
        assert_eq!(list[0].text.as_deref(), Some("server 49"));
    }

    #[test]
    fn a_secret_is_not_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("recent.json");
        let recent = at(&path);
        remembered(&recent, "server --api-key hush-hush-hush");
        remembered(&recent, "https://user:hush-hush-hush@example.com/mcp");
        assert!(recent.list().iter().all(|server| server.text.is_none()), "{:?}", recent.list());
        let text = std::fs::read_to_string(path).unwrap();
        assert!(!text.contains("hush"), "{text}");
    }

    #[test]
    fn one_of_several_is_kept_by_itself_and_one_of_a_file_by_the_file() {
        let recent = Recent::default();
        let mut named = Target::from_line("uvx mcp-server-git --repository .").unwrap();
        "git".clone_into(&mut named.name);
        recent.remember(&named, Way::Described);
        let text = r#"{"mcpServers":{"git":{"command":"uvx","args":["mcp-server-git","--repository","."]}}}"#;
        assert_eq!(recent.list()[0].text.as_deref(), Some(text));
        // What only the file knows stays in the file.
        let Transport::Stdio(stdio) = &mut named.transport else { panic!("a process") };
        stdio.env.insert("TOKEN".to_owned(), "hush-hush-hush".to_owned());
        recent.remember(&named, Way::Described);
        assert_eq!(recent.list()[0].text, None);
        recent.remember(&named, Way::File(Path::new("/srv/mcp.json")));
        let server = &recent.list()[0];
        let file = RecentFile { file: "/srv/mcp.json".to_owned(), server: "git".to_owned() };
        assert_eq!((&server.text, &server.from), (&None, &Some(file)));
        assert_eq!(server.cwd, None, "it is that of this process");
        assert!(!format!("{:?}", recent.list()).contains("hush"));
    }

    #[test]
    fn the_demo_is_not_remembered_and_a_server_of_another_directory_is_another() {
        let recent = Recent::default();
        recent.remember(&config::demo().unwrap(), Way::Described);
        assert_eq!(recent.list(), []);
        let mut target = Target::from_line("node server.js").unwrap();
        recent.remember(&target, Way::Described);
        let Transport::Stdio(stdio) = &mut target.transport else { panic!("a process") };
        stdio.cwd = Some("/srv/other".into());
        recent.remember(&target, Way::Described);
        let told: Vec<Option<String>> = recent.list().into_iter().map(|server| server.cwd).collect();
        assert_eq!(told, [Some("/srv/other".to_owned()), None]);
        assert_ne!(recent.list()[0].id, recent.list()[1].id);
    }

    #[test]
    fn a_file_that_is_none_of_ours_is_left_alone_until_something_is_remembered() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("recent.json");
        std::fs::write(&path, "not json").unwrap();
        assert_eq!(at(&path).list(), []);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "not json");
    }
}
