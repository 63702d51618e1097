//! The keys of the last line: those that do something here, by what they do here.

use crate::detail::RUN_TABS;
use crate::inbox::AskKind;
use crate::keys::{Action, Context, hints};
use crate::offer::{Kind, Line};
use crate::pane::form::{FormPane, Tab};
use crate::server::{Server, Source};
use crate::state::{Focus, Sought, State, View};
use crate::text;
use mcp_inspector_engine::Session;
use mcp_inspector_engine::core::timeline::RowKind;

/// Keys and words, as many as there is room for. The key that shows all others is always among them.
pub(super) fn shown(state: &State, room: usize) -> Vec<(String, &'static str)> {
    // What lies over everything says by itself which keys it knows.
    let contexts = if state.overlay.is_none() { state.contexts() } else { Vec::new() };
    let mut known = true_ones(state, &contexts);
    let help = known.iter().position(|(_, word)| *word == "keys").map(|place| known.remove(place));
    let width = |hint: &(String, &str)| text::width(&hint.0) + text::width(hint.1) + 3;
    let mut left = room.saturating_sub(1 + help.as_ref().map_or(0, width));
    let mut shown: Vec<(String, &'static str)> = known
        .into_iter()
        .take_while(|hint| {
            let fits = width(hint) <= left;
            left = left.saturating_sub(width(hint));
            fits
        })
        .collect();
    shown.extend(help);
    shown
}

fn true_ones(state: &State, contexts: &[Context]) -> Vec<(String, &'static str)> {
    let is_typed = state.takes_letters() || state.is_typing() || state.refuses_letters();
    let is_over =
        state.view == View::Inbox && state.inbox.form.as_ref().is_some_and(|form| form.ended.is_some());
    let mut shown = Vec::new();
    if is_over {
        shown.push(("Esc".to_owned(), "close"));
    }
    for (key, word, action) in hints(contexts) {
        if !does(state, action) {
            continue;
        }
        let key = if action == Action::Inbox { state.view_key(&key, "F7").to_owned() } else { key };
        if is_typed && key.chars().count() == 1 {
            continue;
        }
        // It is called by what it does here, or not at all.
        let word = match action {
            Action::Filter if state.focus.sought() == Sought::Nothing => continue,
            Action::Filter if state.focus.sought() == Sought::Text => "search",
            Action::Filter if state.focus.sought() == Sought::Line && state.lines_to_find().len() < 2 => {
                continue;
            }
            Action::Filter if state.focus.sought() == Sought::Line => "search",
            Action::NextPane => match state.focused_form().map(FormPane::tab_does) {
                Some(Tab::Take) => "take",
                Some(Tab::Complete) => "complete",
                Some(Tab::Indent) => "indent",
                Some(Tab::Next) => "next field",
                Some(Tab::Out) | None if state.view.panes().len() < 2 => continue,
                Some(Tab::Out) | None => word,
            },
            _ => word,
        };
        // In forms it is the key that is needed most, next to the one that sends them.
        let place =
            if action == Action::NextPane && state.focused_form().is_some() { 1 } else { shown.len() };
        shown.insert(place.min(shown.len()), (key, word));
    }
    shown
}

/// Whether what a key stands for can be done where its user is.
fn does(state: &State, action: Action) -> bool {
    let server = state.server();
    let is_ready = server.is_some_and(Server::is_ready);
    let session = server.and_then(|server| server.session.as_ref());
    match (state.view, action) {
        (View::Inbox, _) => does_in_inbox(state, action),
        (View::Explore, Action::Open) if state.focus == Focus::Tree => {
            server.is_some_and(|server| match server.offer.lines.get(server.offer.place.selected) {
                Some(Line::Section(_)) => true,
                Some(Line::Item(item)) => {
                    let is_filled_in = |kind| matches!(kind, Kind::Tool | Kind::Template | Kind::Prompt);
                    is_ready || is_filled_in(server.offer.items[*item].key.0)
                }
                None => false,
            })
        }
        (View::Explore, Action::Run) => is_ready && state.form.item.is_some(),
        (View::Explore, _) if state.focus == Focus::Result => does_with_run(state, action, is_ready),
        (View::Auth, Action::Reconnect) => state.can_log_in() && can_connect(server),
        (View::Auth, Action::Browse | Action::CopyUrl | Action::Paste) => state.wanted_url().is_some(),
        (View::Servers, Action::Open | Action::Remove)
        | (View::Server, Action::Copy | Action::Save)
        | (_, Action::Follow) => server.is_some(),
        (View::Servers, Action::Connect) | (View::Server, Action::Reconnect) => can_connect(server),
        (View::Servers | View::Server, Action::Disconnect) => {
            session.is_some_and(|session| !session.is_read_only())
        }
        (View::Servers, Action::Edit) => server.is_some_and(|server| {
            let file = state.config_file.as_ref().filter(|_| server.source == Source::Config);
            let entry = file.and_then(|file| file.entry(&server.name).ok());
            entry.is_some_and(|entry| entry.target.is_ok())
        }),
        (View::Server, Action::Refresh) => session.is_some(),
        (_, Action::Level) => is_ready,
        (_, Action::NextTab) => state.detail_tabs().len() > 1,
        (_, Action::Again) => is_ready && is_call(state, session),
        (_, Action::EditRun) => is_call(state, session),
        (_, Action::Open | Action::Copy) => state.selected_row().is_some(),
        (_, Action::Save) => state.can_save(),
        _ => true,
    }
}

/// The same about the result of a run.
fn does_with_run(state: &State, action: Action, is_ready: bool) -> bool {
    let run = state.shown_run().map(|(run, _)| run);
    let is_over = run.is_some_and(|run| run.end.is_some());
    match action {
        Action::Again => is_ready && run.is_some(),
        Action::EditRun | Action::Copy => run.is_some(),
        Action::NextTab | Action::Save => is_over,
        Action::Diff => is_over && RUN_TABS.get(state.result.tab) != Some(&"Diff"),
        _ => true,
    }
}

/// The same in the Inbox.
fn does_in_inbox(state: &State, action: Action) -> bool {
    let Some(form) = &state.inbox.form else {
        return !matches!(
            action,
            Action::Open
                | Action::Run
                | Action::Decline
                | Action::CancelAsk
                | Action::Always
                | Action::NextPane
                | Action::Inbox
        );
    };
    let asker = state.servers.iter().find(|one| one.id == form.server);
    let is_open = form.ended.is_none() && !asker.is_some_and(Server::is_recording);
    match action {
        Action::Run | Action::Decline => is_open,
        Action::CancelAsk => is_open && form.kind.can_be_cancelled(),
        Action::Always => is_open && matches!(form.kind, AskKind::Sampling | AskKind::Form | AskKind::Url),
        // In the form itself it is a key of the form.
        Action::Open => {
            state.focus == Focus::AskList || (state.focus == Focus::AskText && form.ended.is_none())
        }
        // Where it is answered already, it only makes letters type again.
        Action::Inbox => state.focus != Focus::AskForm || form.ended.is_some() || form.pane.is_left(),
        _ => true,
    }
}

/// Whether a server can be connected to.
fn can_connect(server: Option<&Server>) -> bool {
    server.is_some_and(|one| !one.is_recording() && (one.session.is_some() || one.target.is_some()))
}

/// Whether the row that is selected is a call whose words are still kept.
fn is_call(state: &State, session: Option<&Session>) -> bool {
    let row = state.selected_row().filter(|row| row.kind == RowKind::Call);
    row.is_some_and(|row| session.is_some_and(|session| session.log().entry(row.seq).is_some()))
}
