//! The keys: one table, from which keys are looked up, help and hints are made, and the manual as well.

mod action;
mod chord;
mod panes;

pub(crate) use action::Action;
pub(crate) use chord::Chord;
pub(crate) use panes::PANES;

use chord::{alt, ctrl, letter, named};
use crossterm::event::{KeyCode, KeyEvent};
use std::fmt::Write as _;

/// Where a key does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    Anywhere,
    Lists,
    Tree,
    Form,
    Fields,
    Typing,
    Result,
    Text,
    Rows,
    Detail,
    Log,
    Auth,
    Server,
    Servers,
    Inbox,
}

impl Context {
    /// In the order of the help.
    pub(crate) const ALL: [Context; 15] = [
        Context::Anywhere,
        Context::Lists,
        Context::Tree,
        Context::Form,
        Context::Fields,
        Context::Typing,
        Context::Result,
        Context::Text,
        Context::Rows,
        Context::Detail,
        Context::Log,
        Context::Auth,
        Context::Server,
        Context::Servers,
        Context::Inbox,
    ];

    /// Its title in the help.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Context::Anywhere => "Anywhere",
            Context::Lists => "In lists",
            Context::Tree => "Explore: what the server offers",
            Context::Form => "Explore: the form",
            Context::Fields => "In forms",
            Context::Typing => "In a field that is typed into",
            Context::Text => "In texts",
            Context::Result => "Explore: the result",
            Context::Rows => "Rows of the timeline, the log and a login",
            Context::Detail => "The parts of a row",
            Context::Log => "Log",
            Context::Auth => "Auth",
            Context::Server => "Server",
            Context::Servers => "Servers",
            Context::Inbox => "Inbox",
        }
    }
}

/// One line of the table.
pub(crate) struct Binding {
    pub(crate) context: Context,
    pub(crate) keys: &'static [Chord],
    pub(crate) action: Action,
    /// What it does, for the help.
    pub(crate) help: &'static str,
    /// The word in the status line; empty for what is not told there.
    pub(crate) hint: &'static str,
}

const fn on(
    context: Context,
    keys: &'static [Chord],
    action: Action,
    help: &'static str,
    hint: &'static str,
) -> Binding {
    Binding { context, keys, action, help, hint }
}

use Context::{Anywhere, Auth, Detail, Form, Inbox, Lists, Log, Result, Rows, Server, Servers, Tree};

/// The table.
pub(crate) const TABLE: &[Binding] = &[
    on(
        Anywhere,
        &[ctrl('k'), ctrl('p')],
        Action::Palette,
        "find a tool, resource, prompt, server, view, command, setting or row of the timeline",
        "find",
    ),
    on(
        Anywhere,
        &[letter('/')],
        Action::Filter,
        "filter the rows, find a line of the list, or search the text",
        "filter",
    ),
    on(Anywhere, &[named(KeyCode::Tab)], Action::NextPane, "go to the next pane", "pane"),
    on(Anywhere, &[named(KeyCode::BackTab)], Action::PreviousPane, "go to the previous pane", ""),
    on(Anywhere, &[ctrl('w')], Action::Side, "then h j k l or an arrow: go to the pane on that side", ""),
    on(
        Anywhere,
        &[letter('i'), named(KeyCode::F(7))],
        Action::Inbox,
        "open the inbox: what the server asks",
        "inbox",
    ),
    on(Anywhere, &[letter(':')], Action::Command, "type a command", "command"),
    on(Anywhere, &[letter('?')], Action::Help, "show the keys", "keys"),
    on(Anywhere, &[letter('1'), named(KeyCode::F(1))], Action::View(1), "Explore", ""),
    on(Anywhere, &[letter('2'), named(KeyCode::F(2))], Action::View(2), "Timeline", ""),
    on(Anywhere, &[letter('3'), named(KeyCode::F(3))], Action::View(3), "Server", ""),
    on(Anywhere, &[letter('4'), named(KeyCode::F(4))], Action::View(4), "Auth", ""),
    on(Anywhere, &[letter('5'), named(KeyCode::F(5))], Action::View(5), "Log", ""),
    on(Anywhere, &[letter('6'), named(KeyCode::F(6))], Action::View(6), "Servers", ""),
    on(Anywhere, &[letter('}')], Action::NextServer, "go to the next server", ""),
    on(Anywhere, &[letter('{')], Action::PreviousServer, "go to the previous server", ""),
    on(Anywhere, &[letter('m')], Action::Maximise, "give the pane all the room, or take it back", ""),
    on(Anywhere, &[letter('+')], Action::Larger, "make the pane larger", ""),
    on(Anywhere, &[letter('-')], Action::Smaller, "make the pane smaller", ""),
    on(
        Anywhere,
        &[letter('x'), ctrl('x')],
        Action::Cancel,
        "cancel what is selected or shown: a task, a row, a run; else the newest call that runs",
        "",
    ),
    on(Anywhere, &[named(KeyCode::Esc)], Action::Back, "go back; never quits", ""),
    on(
        Anywhere,
        &[letter('q')],
        Action::Quit,
        "quit; asks while calls run, and about forms, answers and servers that were begun",
        "",
    ),
    on(Anywhere, &[ctrl('c')], Action::Interrupt, "twice: quit", ""),
    on(Anywhere, &[ctrl('z')], Action::Suspend, "suspend; `fg` comes back", ""),
    on(Anywhere, &[ctrl('l')], Action::Redraw, "draw everything anew", ""),
    on(Lists, &[letter('j'), named(KeyCode::Down)], Action::Down, "down", ""),
    on(Lists, &[letter('k'), named(KeyCode::Up)], Action::Up, "up", ""),
    on(Lists, &[ctrl('d'), named(KeyCode::PageDown)], Action::PageDown, "a page down", ""),
    on(Lists, &[ctrl('u'), named(KeyCode::PageUp)], Action::PageUp, "a page up", ""),
    on(Lists, &[letter('g'), named(KeyCode::Home)], Action::First, "to the first", ""),
    on(Lists, &[letter('G'), named(KeyCode::End)], Action::Last, "to the last", ""),
    on(Lists, &[letter('h'), named(KeyCode::Left)], Action::Fold, "fold", ""),
    on(
        Lists,
        &[letter('l'), named(KeyCode::Right)],
        Action::Unfold,
        "unfold; of a row that has nothing to unfold, look at it",
        "",
    ),
    on(Tree, &[named(KeyCode::Enter)], Action::Open, "open: fill in the form, or read the resource", "open"),
    on(Tree, &[ctrl('s')], Action::Run, "run it as the form stands", "run"),
    on(
        Tree,
        &[letter('T'), alt(KeyCode::Char('t'))],
        Action::AsTask,
        "run the tool as a task, or no longer",
        "",
    ),
    on(Tree, &[letter('R')], Action::Again, "run again as it was run last", ""),
    on(
        Tree,
        &[letter('s')],
        Action::Subscribe,
        "subscribe to the resource or the filled template, or no longer",
        "",
    ),
    on(Tree, &[letter('r')], Action::Refresh, "fetch the lists again", ""),
    on(Tree, &[letter('E')], Action::Editor, "edit the arguments as JSON in $EDITOR", ""),
    on(Form, &[ctrl('s')], Action::Run, "run", "run"),
    on(
        Form,
        &[letter('T'), alt(KeyCode::Char('t'))],
        Action::AsTask,
        "run the tool as a task, or no longer",
        "",
    ),
    on(
        Form,
        &[letter('s'), alt(KeyCode::Char('s'))],
        Action::Subscribe,
        "subscribe to what the template and its fields make, or no longer",
        "",
    ),
    on(Form, &[named(KeyCode::Tab)], Action::NextPane, "behind the last field: go to the result", ""),
    on(
        Form,
        &[letter('y')],
        Action::Copy,
        "copy the call that was made last: then c CLI, u curl, j JSON-RPC, t test step, b bug report, y text",
        "",
    ),
    on(Form, &[letter('D')], Action::Diff, "what changed between the last two runs", ""),
    on(Form, &[letter('E')], Action::Editor, "edit the text of the field in $EDITOR", "$EDITOR"),
    on(Result, &[letter(']')], Action::NextTab, "the next way to look at it", "tabs"),
    on(Result, &[letter('[')], Action::PreviousTab, "the previous way to look at it", ""),
    on(Result, &[letter('<')], Action::PreviousRun, "the run before", ""),
    on(Result, &[letter('>')], Action::NextRun, "the run after", ""),
    on(Result, &[letter('R')], Action::Again, "run again with the same arguments", "again"),
    on(Result, &[letter('e')], Action::EditRun, "put the arguments of the run into the form", "edit"),
    on(Result, &[letter('D')], Action::Diff, "what changed since the run before", "diff"),
    on(
        Result,
        &[letter('y')],
        Action::Copy,
        "copy: then c CLI, u curl, j JSON-RPC, t test step, b bug report, y text",
        "copy",
    ),
    on(
        Result,
        &[letter('s')],
        Action::Subscribe,
        "subscribe to the resource that was read, or no longer",
        "",
    ),
    on(Result, &[letter('w')], Action::Save, "save to a file", "save"),
    on(Result, &[letter('o')], Action::Pager, "show in $PAGER", ""),
    on(Result, &[ctrl('s')], Action::Run, "run it as the form stands", ""),
    on(Rows, &[named(KeyCode::Enter)], Action::Open, "look at the row", "look"),
    on(
        Rows,
        &[letter('y')],
        Action::Copy,
        "copy: then c CLI, u curl, j JSON-RPC, t test step, b bug report, y text",
        "copy",
    ),
    on(Rows, &[letter('w')], Action::Save, "save the part that is shown to a file", ""),
    on(Rows, &[letter('*')], Action::SameMethod, "filter by this method", ""),
    on(Rows, &[letter('p')], Action::Pin, "pin the row, or no longer; `pinned:yes` filters", ""),
    on(Rows, &[letter('f'), letter(' ')], Action::Follow, "follow what comes, or stand still", "follow"),
    on(Rows, &[letter(']')], Action::NextTab, "the next part of the detail", ""),
    on(Rows, &[letter('[')], Action::PreviousTab, "the previous part of the detail", ""),
    on(Rows, &[letter('R')], Action::Again, "make the call of the row again", ""),
    on(Rows, &[letter('e')], Action::EditRun, "edit the call of the row and make it", ""),
    on(Rows, &[letter('E')], Action::Editor, "edit the call of the row as JSON in $EDITOR", ""),
    on(Detail, &[letter(']')], Action::NextTab, "the next part", "parts"),
    on(Detail, &[letter('[')], Action::PreviousTab, "the previous part", ""),
    on(Detail, &[letter('R')], Action::Again, "make the call of the row again", "again"),
    on(Detail, &[letter('e')], Action::EditRun, "edit the call of the row and make it", "edit"),
    on(Detail, &[letter('E')], Action::Editor, "edit the call of the row as JSON in $EDITOR", ""),
    on(
        Detail,
        &[letter('y')],
        Action::Copy,
        "copy: then c CLI, u curl, j JSON-RPC, t test step, b bug report, y text",
        "copy",
    ),
    on(Detail, &[letter('w')], Action::Save, "save the part that is shown to a file", "save"),
    on(Detail, &[letter('o')], Action::Pager, "show in $PAGER", ""),
    on(Log, &[letter('L')], Action::Level, "set from which level on the server logs", "level"),
    on(
        Auth,
        &[letter('c')],
        Action::Reconnect,
        "connect again, with a login if the server wants one",
        "log in",
    ),
    on(Auth, &[letter('b')], Action::Browse, "open the URL of the login in a browser", "browser"),
    on(Auth, &[letter('Y')], Action::CopyUrl, "copy the URL of the login", "copy URL"),
    on(Auth, &[letter('P')], Action::Paste, "give the URL at which the browser ended", "paste"),
    on(Server, &[letter('r')], Action::Refresh, "check the rules again, which also follow the log", ""),
    on(Server, &[letter('c')], Action::Reconnect, "connect again", "reconnect"),
    on(Server, &[letter('d')], Action::Disconnect, "disconnect", "disconnect"),
    on(Server, &[letter('w')], Action::Save, "save the page to a file", "save"),
    on(Server, &[letter('y')], Action::Copy, "copy the page", "copy"),
    on(Servers, &[named(KeyCode::Enter)], Action::Open, "show the server; connect it if it is not", "use"),
    on(Servers, &[letter('c')], Action::Connect, "connect, or connect again at once", "connect"),
    on(Servers, &[letter('d')], Action::Disconnect, "disconnect", "disconnect"),
    on(Servers, &[letter('a')], Action::Add, "add a server to the config file", "add"),
    on(Servers, &[letter('e')], Action::Edit, "edit the server in the config file", "edit"),
    on(
        Servers,
        &[letter('X'), named(KeyCode::Delete)],
        Action::Remove,
        "remove the server from the config file",
        "remove",
    ),
    on(Servers, &[letter('y')], Action::Copy, "copy what is told about the server, why it failed too", ""),
    on(Servers, &[letter('w')], Action::Save, "save that to a file", ""),
    on(Inbox, &[named(KeyCode::Enter)], Action::Open, "answer it", "answer"),
    on(Inbox, &[ctrl('s')], Action::Run, "accept, with what the form says", "accept"),
    on(Inbox, &[ctrl('x')], Action::Decline, "decline", "decline"),
    on(Inbox, &[ctrl('r')], Action::CancelAsk, "cancel: neither accept nor decline", "cancel"),
    on(
        Inbox,
        &[ctrl('o')],
        Action::Always,
        "accept, and answer alike whenever the server asks that",
        "always",
    ),
    on(Inbox, &[letter('b')], Action::Browse, "open the URL it asks for in a browser", ""),
    on(Inbox, &[letter('Y')], Action::CopyUrl, "copy the URL it asks for", ""),
    on(Inbox, &[letter('y')], Action::Copy, "copy what it asks", ""),
    on(Inbox, &[letter('E')], Action::Editor, "edit the answer as JSON in $EDITOR", ""),
];

/// What a key does in some contexts, the first of them first.
pub(crate) fn find(contexts: &[Context], key: &KeyEvent) -> Option<Action> {
    let of = |context: &Context| {
        TABLE.iter().find(|one| one.context == *context && one.keys.iter().any(|chord| chord.is(key)))
    };
    contexts.iter().find_map(of).map(|binding| binding.action)
}

/// All keys, those that panes know by themselves among them.
pub(crate) fn all() -> impl Iterator<Item = &'static Binding> {
    TABLE.iter().chain(PANES)
}

/// The keys of a line, as people read them.
pub(crate) fn keys(binding: &Binding) -> String {
    binding.keys.iter().map(Chord::to_string).collect::<Vec<_>>().join(" ")
}

/// What the status line tells for some contexts: keys, words and what they do.
pub(crate) fn hints(contexts: &[Context]) -> Vec<(String, &'static str, Action)> {
    let of = |context: &Context| {
        let context = *context;
        TABLE.iter().filter(move |one| one.context == context && !one.hint.is_empty())
    };
    let first = |binding: &Binding| binding.keys.first().map(Chord::to_string).unwrap_or_default();
    contexts.iter().flat_map(of).map(|binding| (first(binding), binding.hint, binding.action)).collect()
}

/// The table for the manual, in Markdown.
pub fn manual() -> String {
    let mut text = String::new();
    for context in Context::ALL {
        // Writing to a string cannot go wrong.
        let _ = writeln!(text, "### {}\n\n| key | what it does |\n|---|---|", context.title());
        for binding in all().filter(|binding| binding.context == context) {
            let keys: Vec<String> = binding.keys.iter().map(|chord| format!("`{chord}`")).collect();
            let _ = writeln!(text, "| {} | {} |", keys.join(" "), binding.help);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::KeyModifiers;

    #[test]
    fn no_key_has_two_meanings_in_one_place() {
        for (index, one) in TABLE.iter().enumerate() {
            for other in &TABLE[index + 1..] {
                let shared = one.keys.iter().any(|chord| other.keys.contains(chord));
                assert!(!(one.context == other.context && shared), "{} and {}", one.help, other.help);
            }
        }
    }

    #[test]
    fn the_nearest_context_wins_and_shift_is_part_of_a_letter() {
        let key = |code, modifiers| KeyEvent::new(code, modifiers);
        let control = key(KeyCode::Char('s'), KeyModifiers::CONTROL);
        assert_eq!(find(&[Inbox, Lists, Anywhere], &control), Some(Action::Run));
        let shifted = key(KeyCode::Char('G'), KeyModifiers::SHIFT);
        assert_eq!(find(&[Lists, Anywhere], &shifted), Some(Action::Last));
        let alt = key(KeyCode::Char('q'), KeyModifiers::ALT);
        assert_eq!(find(&[Anywhere], &alt), None);
        assert_eq!(keys(&TABLE[0]), "^K ^P");
        assert!(manual().contains("| `^K` `^P` | find a tool"));
    }
}
