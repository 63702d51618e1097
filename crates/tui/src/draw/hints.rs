//! The keys of the last line: those that do something here, by what they do here.

use crate::keys::{Action, Context, hints};
use crate::pane::form::Tab;
use crate::state::{Focus, Sought, State, View};
use crate::text;

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
        let key = if action == Action::Inbox { state.view_key(&key, "F7").to_owned() } else { key };
        if is_typed && key.chars().count() == 1 {
            continue;
        }
        // It is called by what it does here, or not at all.
        let word = match action {
            Action::Filter if state.focus.sought() == Sought::Nothing => continue,
            Action::Filter if state.focus.sought() == Sought::Text => "search",
            Action::NextPane => match state.focused_form().map(crate::pane::form::FormPane::tab_does) {
                Some(Tab::Take) => "take",
                Some(Tab::Complete) => "complete",
                Some(Tab::Indent) => "indent",
                Some(Tab::Next) => "next field",
                Some(Tab::Out) | None if state.view.panes().len() < 2 => continue,
                Some(Tab::Out) | None => word,
            },
            Action::Run | Action::Decline | Action::CancelAsk | Action::Always if is_over => continue,
            // In the form itself it is a key of the form.
            Action::Open if state.focus == Focus::AskForm || (is_over && state.focus == Focus::AskText) => {
                continue;
            }
            Action::Reconnect if state.view == View::Auth && !state.can_log_in() => continue,
            Action::Browse | Action::CopyUrl | Action::Paste
                if state.view == View::Auth && state.wanted_url().is_none() =>
            {
                continue;
            }
            _ => word,
        };
        // In forms it is the key that is needed most, next to the one that sends them.
        let place =
            if action == Action::NextPane && state.focused_form().is_some() { 1 } else { shown.len() };
        shown.insert(place.min(shown.len()), (key, word));
    }
    shown
}
