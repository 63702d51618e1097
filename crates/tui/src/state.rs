//! Everything that is shown, and where its user stands. Nothing here touches the world.

mod place;
mod zone;

pub(crate) use place::{Focus, Sought, View};
pub(crate) use zone::Zone;

use crate::effect::Effect;
use crate::event::Mood;
use crate::inbox::Inbox;
use crate::keys::Action;
use crate::list::Place;
use crate::offer::ItemKey;
use crate::overlay::{Overlay, ServerForm};
use crate::page::Page;
use crate::pane::form::FormPane;
use crate::room::Room;
use crate::server::{Server, ServerId, Source};
use crate::theme::Theme;
use jiff::tz::TimeZone;
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::core::target::files::TargetFile;
use mcp_inspector_engine::{Session, Target};
use ratatui::layout::Rect;
use std::path::PathBuf;

/// The form of the Explore view.
pub(crate) struct OpenForm {
    pub(crate) item: Option<ItemKey>,
    pub(crate) pane: FormPane,
    /// Whether it was told that what it says does not fit.
    pub(crate) is_warned: bool,
    /// Whether its item is no longer offered: it stays below the hands of who fills it in.
    pub(crate) is_gone: bool,
    /// What was offered when its schema was looked at last.
    pub(crate) offered: u64,
}

/// What is being done with the result of the Explore view.
#[derive(Debug, Default)]
pub(crate) struct ResultPane {
    /// The run that is shown; the newest of the item unless told.
    pub(crate) run: Option<usize>,
    pub(crate) tab: usize,
}

/// Everything that is shown.
pub(crate) struct State {
    pub(crate) theme: Theme,
    pub(crate) zone: TimeZone,
    /// The time, in milliseconds since 1970.
    pub(crate) now_ms: u64,
    /// The lines of the screen that have signs about whose width terminals do not agree.
    pub(crate) disputed: Vec<u16>,
    pub(crate) servers: Vec<Server>,
    pub(crate) current: usize,
    next_id: u64,
    /// Which revisions are spoken unless a server is told otherwise.
    pub(crate) era: Versions,
    pub(crate) config: PathBuf,
    /// The config file as it was read last.
    pub(crate) config_file: Option<TargetFile>,
    pub(crate) view: View,
    pub(crate) focus: Focus,
    /// Where to go back to from the inbox.
    pub(crate) before: (View, Focus),
    /// Which pane of Explore had the keys when it was left.
    explored: Focus,
    pub(crate) is_maximised: bool,
    pub(crate) room: Room,
    /// How many columns were drawn on last.
    pub(crate) columns: u16,
    /// How many lines.
    pub(crate) lines: u16,
    pub(crate) overlay: Option<Overlay>,
    /// The form of a server that was left without being saved.
    pub(crate) left_form: Option<Box<ServerForm>>,
    pub(crate) told: Option<(String, Mood)>,
    pub(crate) is_interrupted: bool,
    pub(crate) form: OpenForm,
    pub(crate) result: ResultPane,
    pub(crate) result_page: Page,
    pub(crate) detail_tab: usize,
    pub(crate) detail_page: Page,
    pub(crate) server_page: Page,
    /// Of what the page about a server was made last.
    pub(crate) server_stamp: Option<(ServerId, u64, &'static str, Option<String>, u16)>,
    /// How often that was done.
    #[cfg(test)]
    pub(crate) pages_made: usize,
    pub(crate) post_mortem: Page,
    pub(crate) server_place: Place,
    pub(crate) inbox: Inbox,
    /// How many keys and buttons were pressed.
    pub(crate) presses: u64,
    /// What answered an ask last, and as which of those.
    pub(crate) answered: Option<(Action, u64)>,
    pub(crate) zones: Vec<(Rect, Zone)>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) is_over: bool,
}

impl State {
    pub(crate) fn new(theme: Theme, zone: TimeZone, config: PathBuf) -> Self {
        State {
            theme,
            zone,
            now_ms: 0,
            disputed: Vec::new(),
            servers: Vec::new(),
            current: 0,
            next_id: 1,
            era: Versions::Auto,
            config,
            config_file: None,
            view: View::Servers,
            focus: Focus::ServerList,
            before: (View::Explore, Focus::Tree),
            explored: Focus::Tree,
            is_maximised: false,
            room: Room::default(),
            columns: 80,
            lines: 24,
            overlay: None,
            left_form: None,
            told: None,
            is_interrupted: false,
            form: OpenForm {
                item: None,
                pane: FormPane::new("{}", None),
                is_warned: false,
                is_gone: false,
                offered: 0,
            },
            result: ResultPane::default(),
            result_page: Page::default(),
            detail_tab: 0,
            detail_page: Page::default(),
            server_page: Page::default(),
            server_stamp: None,
            #[cfg(test)]
            pages_made: 0,
            post_mortem: Page::default(),
            server_place: Place::default(),
            inbox: Inbox::default(),
            presses: 0,
            answered: None,
            zones: Vec::new(),
            effects: Vec::new(),
            is_over: false,
        }
    }

    /// Adds a server, and gives its place in the list.
    pub(crate) fn add(&mut self, name: &str, source: Source, target: Option<Target>) -> usize {
        let id = ServerId(self.next_id);
        self.next_id += 1;
        self.servers.push(Server::new(id, name, source, target));
        self.servers.len() - 1
    }

    /// Takes over the servers of the config file. Those with a session stay.
    pub(crate) fn read_config(&mut self, file: TargetFile) {
        let names: Vec<String> = file.names().into_iter().map(str::to_owned).collect();
        let current = self.servers.get(self.current).map(|server| server.id);
        self.servers.retain(|server| {
            server.source != Source::Config || server.session.is_some() || names.contains(&server.name)
        });
        for entry in file.entries() {
            let target = file.resolve_entry(entry, &mcp_inspector_engine::config::environment);
            let known = |server: &Server| server.source == Source::Config && server.name == entry.name;
            let index = self.servers.iter().position(known);
            let index = index.unwrap_or_else(|| self.add(&entry.name, Source::Config, None));
            let server = &mut self.servers[index];
            match target {
                Ok(target) => (server.target, server.problem) = (Some(target), None),
                Err(error) => {
                    let hint = error.hint().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
                    (server.target, server.problem) = (None, Some(format!("{error}{hint}")));
                }
            }
        }
        let place = self.servers.iter().position(|server| Some(server.id) == current);
        self.current = place.unwrap_or_default();
        self.config_file = Some(file);
    }

    /// Shows a recording as a server of its own.
    pub(crate) fn add_recording(&mut self, session: Session) {
        let index = self.add(session.name(), Source::Recording, None);
        self.servers[index].show(session);
        self.turn_to(index);
        self.go(View::Timeline);
    }

    pub(crate) fn server(&self) -> Option<&Server> {
        self.servers.get(self.current)
    }

    pub(crate) fn server_mut(&mut self) -> Option<&mut Server> {
        self.servers.get_mut(self.current)
    }

    pub(crate) fn by_id(&mut self, id: ServerId) -> Option<&mut Server> {
        self.servers.iter_mut().find(|server| server.id == id)
    }

    /// Looks at something else.
    pub(crate) fn go(&mut self, view: View) {
        if view == View::Inbox && self.view != View::Inbox {
            self.before = (self.view, self.focus);
        }
        if self.view != view {
            if self.view == View::Explore {
                self.explored = self.focus;
            }
            self.view = view;
            self.focus = if view == View::Explore { self.explored } else { view.panes()[0] };
            self.is_maximised = false;
            self.detail_tab = 0;
        }
    }

    /// Makes another server the current one.
    pub(crate) fn turn_to(&mut self, index: usize) {
        if index < self.servers.len() && index != self.current {
            self.keep_draft();
            self.current = index;
            self.form.item = None;
            self.explored = Focus::Tree;
            self.result = ResultPane::default();
        }
        self.server_place.selected = self.current;
    }

    /// Remembers what the open form says.
    pub(crate) fn keep_draft(&mut self) {
        let Some(item) = self.form.item.clone() else { return };
        let text = self.form.pane.text().to_owned();
        if let Some(server) = self.server_mut() {
            server.drafts.insert(item, text);
        }
    }

    /// How many forms say something that somebody typed and that was never run.
    pub(crate) fn unrun_forms(&mut self) -> usize {
        self.keep_draft();
        self.servers.iter().map(Server::unrun_forms).sum()
    }

    pub(crate) fn tell(&mut self, text: impl Into<String>, mood: Mood) {
        self.told = Some((text.into(), mood));
    }

    /// How many asks wait in all servers.
    pub(crate) fn waiting(&self) -> usize {
        let live = self.servers.iter().filter(|server| !server.is_recording());
        live.map(|server| server.now.asks.len()).sum()
    }

    /// How many calls run that someone made.
    pub(crate) fn running(&self) -> usize {
        self.servers.iter().map(Server::running).sum()
    }

    /// Whether what is shown changes with time alone.
    pub(crate) fn is_moving(&self) -> bool {
        self.servers.iter().any(Server::is_moving)
    }

    /// Whether a letter would be typed into a field, although nothing is typed yet.
    pub(crate) fn takes_letters(&self) -> bool {
        match (&self.overlay, self.focus) {
            (Some(Overlay::Server(form)), _) => form.pane.takes_letters(),
            (None, Focus::Form) => self.shown_form().is_some_and(FormPane::takes_letters),
            (None, Focus::AskForm) => self.open_answer().is_some_and(FormPane::takes_letters),
            _ => false,
        }
    }

    /// Which of two keys does something here: where a field takes letters, only the other one. Behind what lies
    /// over everything neither does, and nothing changes.
    pub(crate) fn key_for<'a>(&self, letter: &'a str, other: &'a str) -> &'a str {
        let is_typed = self.overlay.is_none() && (self.takes_letters() || self.is_typing());
        if is_typed { other } else { letter }
    }

    /// Which of two keys goes to a view from here: in a form that is typed into, letters and digits are its own.
    pub(crate) fn view_key<'a>(&self, letter: &'a str, other: &'a str) -> &'a str {
        let is_typed = self.focused_form().is_some_and(FormPane::has_typed) || self.refuses_letters();
        if is_typed { other } else { letter }
    }

    /// Whether letters would be typed into an answer whose ask is over: they are for nobody, since who types on
    /// does not mean them as keys.
    pub(crate) fn refuses_letters(&self) -> bool {
        let form = self.inbox.form.as_ref().filter(|form| form.ended.is_some());
        self.overlay.is_none()
            && self.focus == Focus::AskForm
            && form.is_some_and(|form| form.pane.is_editing() || form.pane.takes_letters())
    }

    /// Whether there can be a login at the current server.
    pub(crate) fn can_log_in(&self) -> bool {
        self.server().is_some_and(|server| server.transport() != "stdio" && !server.is_recording())
    }

    /// The form that has the focus, unless it can no longer be filled in.
    pub(crate) fn focused_form(&self) -> Option<&FormPane> {
        match self.focus {
            Focus::Form => self.shown_form(),
            Focus::AskForm => self.open_answer(),
            _ => None,
        }
    }

    /// Whether keys are typed into a field.
    pub(crate) fn is_typing(&self) -> bool {
        match (&self.overlay, self.focus) {
            (Some(overlay), _) => overlay.is_typing(),
            (None, Focus::Form) => self.shown_form().is_some_and(FormPane::is_editing),
            (None, Focus::AskForm) => self.open_answer().is_some_and(FormPane::is_editing),
            _ => false,
        }
    }

    /// The form of the Explore view, if there is something to fill in: where nothing is drawn, nothing is typed.
    fn shown_form(&self) -> Option<&FormPane> {
        self.form.item.as_ref().map(|_| &self.form.pane)
    }

    /// The form of the open ask, if that still waits.
    fn open_answer(&self) -> Option<&FormPane> {
        let form = self.inbox.form.as_ref().filter(|form| form.ended.is_none());
        form.map(|form| &form.pane)
    }
}
