//! Every key of the table does what the table says, where it says so. A key that only tells why it does nothing
//! does not.

use super::asks::{asking, named};
use super::scenes::{LOGIN, answered, called, calls, open, started, url_ask};
use super::{Face, sending, session, tasks};
use crate::detail::RUN_TABS;
use crate::effect::{Edited, Effect};
use crate::event::Event;
use crate::keys::{Action, Binding, Context, TABLE};
use crate::offer::Kind;
use crate::overlay::{Overlay, Purpose};
use crate::state::{Focus, State, View};
use mcp_inspector_engine::core::target::files::TargetFile;
use mcp_inspector_engine::{Answer, Session};

const FILE: &str = r#"{"mcpServers":{"everything":{"command":"node"},"another":{"command":"node"}}}"#;

/// What a spot has besides a session that stands open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum With {
    /// Two runs, of which the older one is looked at.
    OldRun,
    /// Two runs, of which the newer one is looked at.
    Runs,
    /// A resource that is read.
    Reading,
    /// A call that is under way.
    Running,
    /// A session to which something can be sent; its log is empty.
    Sending,
    /// A form to fill in, of two.
    Form,
    /// A URL to visit.
    Visit,
    /// A server that makes tasks of calls.
    Tasks,
    /// A login that waits for its user.
    Login,
}

/// Where a key is pressed: what is there, the view, the pane, and what was pressed before.
#[derive(Clone, Copy, Debug)]
struct Spot(With, View, Focus, &'static str);

fn spots() -> Vec<Spot> {
    use With::{Form, Login, OldRun, Reading, Running, Runs, Sending, Tasks, Visit};
    let mut spots = Vec::new();
    // A list at its beginning, in its middle, at its end; something folded, something open.
    let keys = ["", "g", "gjj", "gjjjh", "G", "gh", "/add<Enter>"];
    for (view, pane) in [
        (View::Explore, Focus::Tree),
        (View::Explore, Focus::Strip),
        (View::Timeline, Focus::Rows),
        (View::Log, Focus::LogRows),
    ] {
        spots.extend(keys.map(|keys| Spot(Runs, view, pane, keys)));
    }
    // A resource can be subscribed to, and a call of the timeline made again.
    spots.push(Spot(Runs, View::Explore, Focus::Tree, "/one<Enter>"));
    spots.push(Spot(Runs, View::Timeline, Focus::Rows, "/method:tools/call target:add<Enter>"));
    spots.push(Spot(Runs, View::Timeline, Focus::Detail, "<Esc>/method:tools/call target:add<Enter><Enter>"));
    spots.push(Spot(Runs, View::Explore, Focus::Tree, "/numbered<Enter><Enter>7<Esc>"));
    // In a form letters are keys once Escape was pressed.
    spots.push(Spot(Runs, View::Explore, Focus::Form, "7<Esc>"));
    for with in [OldRun, Runs, Reading] {
        spots.push(Spot(with, View::Explore, Focus::Result, ""));
    }
    spots.push(Spot(Tasks, View::Explore, Focus::Tree, "/may<Enter>"));
    spots.push(Spot(Tasks, View::Explore, Focus::Tree, "/may<Enter><Enter>"));
    spots.push(Spot(Running, View::Timeline, Focus::Rows, ""));
    spots.push(Spot(Sending, View::Server, Focus::Page, ""));
    spots.extend(["", "G"].map(|keys| Spot(Sending, View::Servers, Focus::ServerList, keys)));
    spots.push(Spot(Sending, View::Servers, Focus::ServerDetail, ""));
    spots.extend(["", "j"].map(|keys| Spot(Form, View::Inbox, Focus::AskList, keys)));
    spots.push(Spot(Visit, View::Inbox, Focus::AskList, ""));
    spots.push(Spot(Login, View::Auth, Focus::AuthRows, ""));
    spots
}

/// The sessions that spots are made of.
struct Sessions {
    open: Session,
    form: Session,
    visit: Session,
    tasks: Session,
}

fn face(sessions: &Sessions, Spot(with, view, pane, keys): Spot) -> Face {
    let mut face = Face::unseen(140, 42);
    face.state.read_config(TargetFile::read("mcp.json", FILE).unwrap());
    let shown = match with {
        With::Form => &sessions.form,
        With::Visit => &sessions.visit,
        With::Tasks => &sessions.tasks,
        _ => &sessions.open,
    };
    face.state.servers[0].show(shown.clone());
    face.state.go(View::Explore);
    face.hear(Event::Resize);
    match with {
        With::OldRun | With::Runs => {
            called(&mut face, "add", r#"{"a":1,"b":2}"#, answered(r#"{"content":[]}"#));
            called(&mut face, "add", r#"{"a":3,"b":4}"#, answered(r#"{"content":[]}"#));
            face.state.result.run = (with == With::OldRun).then_some(1);
        }
        With::Reading => {
            let item = (Kind::Resource, "note://one".to_owned());
            assert!(face.state.show_item(&item));
            started(&mut face, item, "{}");
        }
        With::Running => drop(calls(&mut face, "add", "{}")),
        With::Sending | With::Form | With::Visit => face.state.servers[0].session = Some(sending()),
        With::Tasks => {}
        With::Login => face.state.servers[0].login_url = Some(LOGIN.to_owned()),
    }
    face.state.open_view(view);
    face.state.focus = pane;
    face.take_in(Event::Resize);
    face.keys(keys);
    // A check of the rules that is under way is not begun a second time.
    face.state.servers[0].judging.end();
    face.effects.clear();
    face
}

/// What a key could change.
#[derive(Debug, PartialEq)]
struct Mark {
    view: View,
    focus: Focus,
    server: usize,
    selected: usize,
    length: usize,
    parts: (usize, usize),
    run: Option<usize>,
    follows: bool,
    is_pinned: bool,
    is_maximised: bool,
    room: crate::room::Room,
    filter: String,
}

fn mark(state: &State) -> Mark {
    let server = state.server().unwrap();
    let (place, length) = match state.focus {
        Focus::Tree => (server.offer.place.selected, server.offer.lines.len()),
        Focus::Strip => (server.strip.place.selected, server.strip.len()),
        Focus::LogRows => (server.log.place.selected, server.log.len()),
        Focus::ServerList => (state.server_place.selected, state.servers.len()),
        Focus::AskList => (state.inbox.place.selected, state.asks().len()),
        _ => (server.rows.place.selected, server.rows.len()),
    };
    let rows = if state.focus == Focus::LogRows { &server.log } else { &server.rows };
    Mark {
        view: state.view,
        focus: state.focus,
        server: state.current,
        selected: place,
        length,
        parts: (state.detail_tab, state.result.tab),
        run: state.shown_run().map(|(run, _)| run.number),
        follows: rows.follows,
        is_pinned: state.selected_row().is_some_and(|row| row.is_pinned),
        is_maximised: state.is_maximised,
        room: state.room,
        filter: state.filter(),
    }
}

/// The line that is to be typed, and for what.
fn line(state: &State) -> Option<(&Purpose, &str)> {
    match &state.overlay {
        Some(Overlay::Line(line)) => Some((&line.purpose, line.field.text())),
        _ => None,
    }
}

/// Whether a line of the table did its thing.
#[expect(clippy::too_many_lines, reason = "one line for each thing that a key can do")]
fn is_done(binding: &Binding, before: &Mark, face: &Face) -> bool {
    let (state, after) = (&face.state, mark(&face.state));
    let did = |is_it: &dyn Fn(&Effect) -> bool| face.effects.iter().any(is_it);
    let called = || did(&|effect| matches!(effect, Effect::Call { .. }));
    let wished = |name: &str| {
        did(&|effect| matches!(effect, Effect::Ask { request, .. } if request.method.contains(name)))
    };
    let copied = |text: &str| {
        did(&|effect| matches!(effect, Effect::Copy { text: copied, .. } if copied.contains(text)))
    };
    let typed = |text: &str| line(state) == Some((&Purpose::Command, text));
    let saves = || matches!(line(state), Some((Purpose::Save(_), name)) if name.starts_with("mcp-"));
    let answers = |action: &str| {
        did(&|effect| {
            matches!(effect, Effect::Answer { answer: Answer::Result(result), .. }
                if result.text_member("action").as_deref() == Some(action))
        })
    };
    let is_inbox = binding.context == Context::Inbox;
    let step = |by: isize| after.selected == before.selected.wrapping_add_signed(by);
    let pane = |by: isize| {
        let panes = before.view.panes();
        let place = panes.iter().position(|pane| *pane == before.focus).unwrap();
        let next = (place + panes.len()).wrapping_add_signed(by) % panes.len();
        after.focus == panes[next] && panes.len() > 1
    };
    match binding.action {
        Action::Quit | Action::Interrupt => state.is_over && did(&|effect| matches!(effect, Effect::Quit)),
        Action::Suspend => did(&|effect| matches!(effect, Effect::Suspend)),
        Action::Redraw => did(&|effect| matches!(effect, Effect::Redraw)),
        Action::Help => matches!(state.overlay, Some(Overlay::Help(_))),
        Action::Side => matches!(state.overlay, Some(Overlay::Side)),
        Action::Palette => matches!(state.overlay, Some(Overlay::Palette(_))),
        Action::Command => typed(""),
        Action::Filter => matches!(line(state), Some((Purpose::Filter | Purpose::Find(_), _))),
        Action::Level => typed("level "),
        Action::Paste => matches!(line(state), Some((Purpose::Url, _))),
        Action::Back => after.filter.is_empty() && !before.filter.is_empty(),
        Action::NextPane => pane(1),
        Action::PreviousPane => pane(-1),
        Action::Maximise => after.is_maximised != before.is_maximised,
        Action::Larger | Action::Smaller => {
            let mut room = before.room;
            room.grow(before.focus, if binding.action == Action::Larger { 1 } else { -1 })
                && after.room == room
        }
        Action::View(number) => after.view == View::NUMBERED[usize::from(number) - 1] && after != *before,
        Action::Inbox => after.view == View::Inbox && before.view != View::Inbox,
        Action::NextServer | Action::PreviousServer => after.server == 1 - before.server,
        Action::Down => step(1) && before.length > before.selected + 1,
        Action::Up => step(-1) && before.selected > 0,
        Action::PageDown => after.selected > before.selected + 1,
        Action::PageUp => after.selected + 1 < before.selected,
        Action::First => after.selected == 0 && before.selected > 0,
        Action::Last => after.selected + 1 == before.length && before.selected < after.selected,
        Action::Fold => after.length < before.length,
        Action::Unfold => after.length > before.length,
        Action::Open => match binding.context {
            Context::Tree => after.focus == Focus::Form,
            Context::Servers => after.view == View::Explore,
            Context::Inbox => after.focus == Focus::AskForm,
            _ => matches!(after.focus, Focus::Detail | Focus::LogDetail | Focus::AuthDetail),
        },
        Action::Run if is_inbox => answers("accept"),
        Action::Run => called(),
        Action::AsTask => state.server().is_some_and(|server| !server.as_task.is_empty()),
        Action::Again => called() && state.told.as_ref().is_some_and(|(told, _)| told == "sent again"),
        Action::EditRun => after.focus == Focus::Form && state.form.pane.text().contains(':'),
        Action::Editor => did(&|effect| {
            let wanted = if is_inbox { Edited::Answer } else { Edited::Arguments };
            matches!(effect, Effect::Editor { what, text } if *what == wanted && text.starts_with('{'))
        }),
        Action::Cancel => did(&|effect| matches!(effect, Effect::Abort { .. })),
        Action::NextTab | Action::PreviousTab => after.parts != before.parts,
        Action::NextRun => after.run > before.run,
        Action::PreviousRun => after.run < before.run && after.run.is_some(),
        Action::Diff => RUN_TABS[after.parts.1] == "Diff" && after.parts != before.parts,
        Action::Copy if is_inbox => copied("Question 1?"),
        Action::Copy => matches!(state.overlay, Some(Overlay::Copy)) || copied("everything"),
        Action::CopyUrl => copied(if is_inbox { "https://example.com/visit" } else { LOGIN }),
        Action::Browse => {
            let wanted = if is_inbox { "https://example.com/visit" } else { LOGIN };
            did(&|effect| matches!(effect, Effect::Browse { url } if url == wanted))
        }
        Action::Save => saves(),
        Action::Pager => did(&|effect| matches!(effect, Effect::Pager { text } if !text.is_empty())),
        Action::Subscribe => wished("resources/subscribe"),
        Action::Refresh => did(&|effect| matches!(effect, Effect::Fetch { .. } | Effect::Judge { .. })),
        Action::Pin => after.is_pinned && !before.is_pinned,
        Action::SameMethod => after.filter.starts_with("method:") && before.filter.is_empty(),
        Action::Follow => after.follows != before.follows,
        Action::Connect | Action::Reconnect => {
            did(&|effect| matches!(effect, Effect::Reconnect { .. } | Effect::Open { .. }))
        }
        Action::Disconnect => did(&|effect| matches!(effect, Effect::Stop { .. })),
        Action::Add => matches!(&state.overlay, Some(Overlay::Server(form)) if form.entry.is_none()),
        Action::Edit => {
            matches!(&state.overlay, Some(Overlay::Server(form)) if form.entry.as_deref() == Some("everything"))
        }
        Action::Remove => {
            matches!(&state.overlay, Some(Overlay::Confirm { question, .. }) if question.starts_with("remove `"))
        }
        Action::Decline => answers("decline"),
        Action::CancelAsk => answers("cancel"),
        Action::Always => did(&|effect| matches!(effect, Effect::Always { .. })),
        Action::Inner => false,
    }
}

#[test]
fn every_key_of_the_table_does_its_thing_in_its_context() {
    let sessions = Sessions {
        open: session(&open()),
        form: session(&asking(&[named(1), named(2)].concat())),
        visit: session(&asking(&url_ask(1))),
        tasks: session(&tasks::recording("2025-11-25", "working")),
    };
    let spots: Vec<(Spot, Vec<Context>)> =
        spots().into_iter().map(|spot| (spot, face(&sessions, spot).state.contexts())).collect();
    for binding in TABLE {
        for chord in binding.keys {
            let mut there = spots.iter().filter(|(_, contexts)| contexts.contains(&binding.context));
            let works = there.any(|(spot, _)| {
                let mut face = face(&sessions, *spot);
                let before = mark(&face.state);
                // A second time where the first one only warns.
                (0..2).any(|_| {
                    face.take_in(Event::Key(chord.pressed()));
                    is_done(binding, &before, &face)
                })
            });
            assert!(works, "{chord} {:?}: {}", binding.context, binding.help);
        }
    }
}
