//! Servers: connected, disconnected, added, edited, removed.

use crate::effect::Effect;
use crate::event::Mood;
use crate::overlay::{Overlay, ServerForm, Then};
use crate::pane::form::FormPane;
use crate::server::{Server, ServerId, Source};
use crate::state::{ResultPane, State, View};
use crate::text;
use mcp_inspector_engine::Target;
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::core::target::files::{EntryEdit, TargetFile};
use mcp_inspector_engine::core::target::{Flavour, Transport};
use serde_json::{Map, Value, json};

/// The form of a server: what is never needed comes last.
const SCHEMA: &str = r#"{
  "type": "object",
  "properties": {
    "server": {"type": "string", "title": "command or URL", "minLength": 1, "description": "a command line, or an http:// or https:// URL"},
    "name": {"type": "string", "description": "what to call it; made of the command or URL unless told"},
    "env": {"type": "object", "additionalProperties": {"type": "string", "format": "password"}, "description": "variables for a command; ${NAME} is read when it connects"},
    "cwd": {"type": "string", "description": "the directory that a command is started in"},
    "headers": {"type": "object", "additionalProperties": {"type": "string", "format": "password"}, "description": "headers for a URL"},
    "transport": {"enum": ["auto", "streamableHttp", "sse"], "description": "how a URL is spoken to"}
  },
  "required": ["server"]
}"#;

impl State {
    /// Connects the current server, or connects it again.
    pub(crate) fn connect(&mut self) {
        self.connect_in(None);
    }

    /// The same in another era: `word` names it.
    pub(crate) fn reconnect_in(&mut self, word: &str) {
        match Versions::typed(word) {
            Ok(era) => self.connect_in(Some(era)),
            Err(why) => self.tell(why, Mood::Bad),
        }
    }

    fn connect_in(&mut self, era: Option<Versions>) {
        let usual = self.era;
        let Some(server) = self.server_mut() else { return self.not_connected() };
        if server.is_recording() {
            return self.tell("a recording has no server to connect to", Mood::Bad);
        }
        let old = server.session.clone();
        // Whoever edited the entry wants to connect to what it says now.
        let is_edited = server.target.is_some() && (server.target != server.opened || era.is_some());
        server.era = era.or(server.era);
        if let Some(session) = old.clone().filter(|_| !is_edited) {
            return self.effects.push(Effect::Reconnect { session });
        }
        let (id, name) = (server.id, server.name.clone());
        match server.target.clone() {
            Some(target) => {
                server.is_opening = true;
                server.opened = Some(target.clone());
                let (rules, era) = (server.rules.clone(), server.era.unwrap_or(usual));
                self.effects.extend(old.map(|session| Effect::Stop { session }));
                self.effects.push(Effect::Open { server: id, target: Box::new(target), rules, era });
            }
            None => self.tell(format!("`{name}` cannot be used as it stands in the config file"), Mood::Bad),
        }
    }

    /// Connects to what was typed.
    pub(crate) fn connect_to(&mut self, line: &str) {
        if let Some(place) = self.servers.iter().position(|server| server.name == line) {
            self.turn_to(place);
            self.connect();
            return self.open_view(View::Explore);
        }
        match Target::from_line(line) {
            Ok(target) => self.connect_target(target, Source::Typed),
            Err(error) => self.tell(error.to_string(), Mood::Bad),
        }
    }

    /// Adds a server, makes it the current one and connects it.
    pub(crate) fn connect_target(&mut self, target: Target, source: Source) {
        let place = self.add(&target.name.clone(), source, Some(target));
        self.turn_to(place);
        self.connect();
        self.open_view(View::Explore);
    }

    pub(crate) fn disconnect(&mut self) {
        match self.server().and_then(|server| server.session.clone()) {
            Some(session) if !session.is_read_only() => self.effects.push(Effect::Stop { session }),
            _ => self.tell("there is no connection", Mood::Plain),
        }
    }

    pub(crate) fn add_server(&mut self) {
        self.open_form(None, "{}");
    }

    /// Opens the form of a server, as it was left if it was not saved.
    fn open_form(&mut self, entry: Option<String>, text: &str) {
        let left = self.left_form.take_if(|form| form.entry == entry);
        let mut form = left.unwrap_or_else(|| {
            let pane = FormPane::new(SCHEMA, Some(text));
            let opened = entry.is_some().then(|| text.to_owned());
            Box::new(ServerForm { entry, pane, opened, flaw: None, is_saving: false })
        });
        form.pane.enter();
        self.overlay = Some(Overlay::Server(form));
    }

    /// Closes the form of a server. What was typed into it is there when it is opened again.
    pub(crate) fn leave_form(&mut self) {
        let Some(Overlay::Server(mut form)) = self.overlay.take() else { return };
        (form.flaw, form.is_saving) = (None, false);
        if form.pane.is_changed() {
            let key = if form.entry.is_some() { "e" } else { "a" };
            self.tell(format!("not saved; `{key}` goes on with what was typed"), Mood::Plain);
            self.left_form = Some(form);
        }
    }

    /// The config file is another one: a server of it was saved by that name, or removed.
    pub(super) fn config_written(&mut self, file: TargetFile, server: &str, name: Option<&str>) {
        self.saved();
        if name.is_none() {
            self.tell(format!("{server} is no longer in the file"), Mood::Plain);
        }
        if let Some(name) = name {
            // Only where that is a key.
            let key = match self.view {
                View::Server | View::Auth | View::Servers => "c",
                _ => ":connect",
            };
            self.tell(format!("{name} is in the file; {key} connects it"), Mood::Plain);
        }
        self.entry_changed(server, name.map(str::to_owned));
        self.read_config(file);
        // What was just written is what the next keys are about.
        let is_it = |one: &Server| one.source == Source::Config && Some(one.name.as_str()) == name;
        if let Some(place) = self.servers.iter().position(is_it) {
            self.turn_to(place);
        }
    }

    /// The config file was written.
    fn saved(&mut self) {
        if matches!(&self.overlay, Some(Overlay::Server(form)) if form.is_saving) {
            self.overlay = None;
        }
    }

    /// The config file could not be written: what was typed stays, with the reason.
    pub(crate) fn unsaved(&mut self, why: String, is_changed: bool) {
        match &mut self.overlay {
            Some(Overlay::Server(form)) if form.is_saving => {
                (form.flaw, form.is_saving) = (Some(why), false);
                if is_changed {
                    form.opened = None;
                }
            }
            _ => self.tell(why, Mood::Bad),
        }
    }

    pub(crate) fn edit_server(&mut self) {
        let Some(server) = self.server() else { return };
        if server.source != Source::Config {
            return self.tell("only servers of the config file can be edited; `a` adds one", Mood::Bad);
        }
        // As it stands in the file: variables stay variables.
        let entry = self.config_file.as_ref().and_then(|file| file.entry(&server.name).ok());
        let target = entry.and_then(|entry| entry.target.as_ref().ok());
        let Some(target) = target else {
            return self.tell(format!("`{}` cannot be read; edit the file itself", server.name), Mood::Bad);
        };
        let (entry, text) = (server.name.clone(), form_text(target));
        self.open_form(Some(entry), &text);
    }

    pub(crate) fn remove_server(&mut self) {
        let Some(server) = self.server() else { return };
        let name = &server.name;
        let running = match server.running() {
            0 => String::new(),
            running => format!("{}: ", text::count(running, "call runs", "calls run")),
        };
        let (question, then) = match server.source {
            Source::Config => {
                let file = self.config.display();
                (format!("{running}remove `{name}` from {file}?"), Then::Remove(name.clone()))
            }
            Source::Recording => (format!("close the recording `{name}`?"), Then::Drop(server.id)),
            _ => (format!("{running}disconnect and forget `{name}`?"), Then::Drop(server.id)),
        };
        self.overlay = Some(Overlay::Confirm { question, then });
    }

    /// Takes a server out of the list that is in no file.
    pub(crate) fn forget_server(&mut self, server: ServerId) {
        if let Some(place) = self.servers.iter().position(|one| one.id == server) {
            self.drop_server(place);
        }
    }

    /// A server of the config file has another name, or is gone.
    fn entry_changed(&mut self, server: &str, name: Option<String>) {
        let is_it = |one: &Server| one.source == Source::Config && one.name == server;
        let Some(place) = self.servers.iter().position(is_it) else { return };
        match name {
            Some(name) => self.servers[place].name = name,
            None => self.drop_server(place),
        }
    }

    /// Takes a server out of the list. Dropping the last handle ends its session.
    fn drop_server(&mut self, place: usize) {
        self.servers.remove(place);
        if place <= self.current {
            self.form.item = None;
            self.result = ResultPane::default();
            self.current = self.current.saturating_sub(usize::from(place < self.current));
        }
    }

    /// Saves the form of a server.
    pub(crate) fn save_server(&mut self) {
        let Some(Overlay::Server(form)) = &mut self.overlay else { return };
        if form.is_saving {
            return;
        }
        let opened = form.opened.as_deref().and_then(|opened| edit_of(form.entry.as_deref(), opened).ok());
        match edit_of(form.entry.as_deref(), form.pane.text()) {
            Ok(mut edit) => {
                // What stays as it was is not written: the file has its own words for it.
                if let Some(opened) = opened {
                    edit.fields.retain(|field, value| opened.fields.get(field) != Some(&*value));
                }
                if edit.fields.is_empty() && form.entry.is_some() {
                    self.overlay = None;
                    return self.tell("nothing was changed: the file stays as it is", Mood::Plain);
                }
                form.is_saving = true;
                let (is_new, opened) = (form.entry.is_none(), form.opened.clone());
                self.effects.push(Effect::SaveServer { edit: Box::new(edit), is_new, opened });
            }
            Err(flaw) => form.flaw = Some(flaw),
        }
    }
}

/// A server as the text of its form.
pub(crate) fn form_text(target: &Target) -> String {
    as_form(target).to_string()
}

/// A server as its form shows it.
fn as_form(target: &Target) -> Value {
    let mut form = Map::new();
    form.insert("name".into(), target.name.as_str().into());
    match &target.transport {
        Transport::Stdio(stdio) => {
            let words = std::iter::once(&stdio.command).chain(&stdio.args);
            form.insert("server".into(), shell_words::join(words).into());
            if !stdio.env.is_empty() {
                form.insert("env".into(), json!(stdio.env));
            }
            if let Some(cwd) = &stdio.cwd {
                form.insert("cwd".into(), cwd.to_string_lossy().into());
            }
        }
        Transport::Http(http) => {
            form.insert("server".into(), http.url.as_str().into());
            if !http.headers.is_empty() {
                form.insert(
                    "headers".into(),
                    http.headers
                        .iter()
                        .cloned()
                        .map(|(name, value)| (name, Value::from(value)))
                        .collect::<Map<_, _>>()
                        .into(),
                );
            }
            let transport = match http.flavour {
                Flavour::Auto => "auto",
                Flavour::Streamable => "streamableHttp",
                Flavour::Sse => "sse",
            };
            form.insert("transport".into(), transport.into());
        }
    }
    form.into()
}

/// The change of the config file that a form means.
fn edit_of(entry: Option<&str>, text: &str) -> Result<EntryEdit, String> {
    let form: Map<String, Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let line = form.get("server").and_then(Value::as_str).unwrap_or_default();
    let mut target = Target::from_line(line).map_err(|error| error.to_string())?;
    if let Some(name) = form.get("name").and_then(Value::as_str).filter(|name| !name.is_empty()) {
        name.clone_into(&mut target.name);
    }
    let pairs = |name: &str| {
        let object = form.get(name).and_then(Value::as_object).cloned().unwrap_or_default();
        object.into_iter().filter_map(|(name, value)| Some((name, value.as_str()?.to_owned())))
    };
    match &mut target.transport {
        Transport::Stdio(stdio) => {
            stdio.env = pairs("env").collect();
            stdio.cwd = form.get("cwd").and_then(Value::as_str).filter(|cwd| !cwd.is_empty()).map(Into::into);
        }
        Transport::Http(http) => {
            http.headers = pairs("headers").collect();
            http.flavour = match form.get("transport").and_then(Value::as_str) {
                Some("streamableHttp") => Flavour::Streamable,
                Some("sse") => Flavour::Sse,
                _ => Flavour::Auto,
            };
        }
    }
    let mut edit = EntryEdit::from_target(&target);
    // Nothing is said here about these, so they stay as they are.
    edit.fields.remove("timeouts");
    edit.fields.remove("caFile");
    if let Some(entry) = entry {
        entry.clone_into(&mut edit.entry);
    }
    Ok(edit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_survives_its_form() {
        let mut target = Target::from_line("node 'my server.js' --x").unwrap();
        if let Transport::Stdio(stdio) = &mut target.transport {
            stdio.env.insert("A".into(), "${B}".into());
        }
        target.name = "mine".into();
        let edit = edit_of(Some("old"), &as_form(&target).to_string()).unwrap();
        assert_eq!(edit.entry, "old");
        assert_eq!(edit.fields["name"], "mine");
        assert_eq!(edit.fields["args"], json!(["my server.js", "--x"]));
        assert_eq!(edit.fields["env"], json!({ "A": "${B}" }));
        assert!(edit_of(None, r#"{"server":"'"}"#).is_err());
        assert!(edit_of(None, "{}").is_err());
    }
}
