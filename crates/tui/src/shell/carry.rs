//! Effects carried out. What takes time is done beside, and told when it is done.

use super::{Shell, programs, saving, standing, steps, watch};
use crate::effect::{Edited, Effect, Wish};
use crate::event::{Event, Mood};
use crate::osc52;
use crate::server::ServerId;
use mcp_inspector_engine::auth::{self, Store};
use mcp_inspector_engine::core::command::CallKey;
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::timeline::Timeline;
use mcp_inspector_engine::responder::{Responder, StandingRules};
use mcp_inspector_engine::{
    CallRequest, FaultCode, Item, List, Raw, Seq, Session, SessionConfig, Target, file,
};
use serde_json::json;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

/// How many calls may be in flight at once: people do not wait for one call to end before they make the next.
const PEOPLE: usize = 16;

/// How many messages of a session are kept, if their bytes have room: who looks at a flood of 100,000 has all of it.
const MESSAGES: usize = 120_000;

/// How many pages of tasks are asked for.
const PAGES: usize = 20;

impl Shell {
    /// Carries effects out.
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        for effect in effects {
            self.carry(effect)?;
        }
        Ok(())
    }

    fn carry(&mut self, effect: Effect) -> io::Result<()> {
        match effect {
            Effect::Open { server, target, rules, era } => return self.open(server, *target, rules, era),
            Effect::Stop { session } => drop(tokio::spawn(async move { session.stop().await })),
            Effect::Reconnect { session } => self.beside(async move {
                // Whoever is connected wants another connection, and not the one there is.
                let is_connected = session.phases().borrow().name() == PhaseName::Ready;
                if is_connected {
                    session.stop().await;
                }
                session.reconnect().await.err().map(|fault| bad(fault.message))
            }),
            Effect::Call { server, session, key, run, request } => {
                let tell = self.tell.clone();
                tokio::spawn(async move {
                    let began = Instant::now();
                    let outcome = session.request_as(key, request).await.outcome().await;
                    let (outcome, took) = (Box::new(outcome), began.elapsed());
                    tell.send(Event::Ended { server, run, outcome, took }).await
                });
            }
            Effect::Abort { session, key } => {
                tokio::spawn(async move { session.abort(key, "the user cancelled it").await });
            }
            Effect::Answer { session, ask, answer } => self.beside(async move {
                match session.answer(ask, answer).await {
                    Ok(true) => None,
                    Ok(false) => Some(bad("too late: it no longer waited")),
                    Err(fault) => Some(bad(fault.message)),
                }
            }),
            Effect::Always { session, rules, rule } => self.beside(standing::settle(session, rules, rule)),
            Effect::TakeBack { session, rules, number } => {
                self.beside(standing::take_back(session, rules, number));
            }
            Effect::Act { session, act } => self.beside(async move {
                // A session that is over has nothing to add to its log.
                let _ = session.log_act(act).await;
                None
            }),
            Effect::Raw { session, bytes } => self.beside(async move {
                Some(match session.send_raw(bytes).await {
                    Ok(()) => good("sent"),
                    Err(fault) => bad(fault.message),
                })
            }),
            Effect::Ask { session, request, done, call } => self.beside(ask(session, request, done, call)),
            Effect::ListTasks { session } => self.beside(list_tasks(session)),
            Effect::Fetch { session, lists } => self.beside(fetch(session, lists)),
            Effect::Complete { server, session, wish } => self.beside(complete(server, session, wish)),
            Effect::Roots { session, roots } => self.beside(async move {
                let count = roots.len();
                Some(match session.set_roots(roots).await {
                    Ok(()) => good(crate::text::count(count, "root is shown", "roots are shown")),
                    Err(fault) => bad(fault.message),
                })
            }),
            Effect::Judge { server, session } => self.judge(server, &session),
            Effect::Write { path, bytes } => self.blocking(move || {
                Some(match file::write(&path, &bytes) {
                    Ok(()) => good(format!("saved to {}", path.display())),
                    Err(error) => bad(format!("{}: {error}", path.display())),
                })
            }),
            Effect::WriteAll { files, left } => self.blocking(move || Some(write_all(&files, left))),
            Effect::Copy { text, what } => return self.copy(&text, &what),
            Effect::Report { session, seq } => self.report(session, seq),
            Effect::Editor { text, what } => {
                let ending = if matches!(what, Edited::Field { .. }) { ".txt" } else { ".json" };
                let event = match self.with_terminal_lent(|| programs::edit(&text, ending))? {
                    Ok(Some(text)) => Event::Edited { what, text },
                    Ok(None) => bad("the editor ended without saving"),
                    Err(error) => bad(error.to_string()),
                };
                return self.take_in(event);
            }
            Effect::Pager { text } => {
                if let Err(error) = self.with_terminal_lent(|| programs::page(&text))? {
                    return self.take_in(bad(error.to_string()));
                }
            }
            Effect::Browse { url } => self.blocking(move || {
                Some(match mcp_inspector_engine::browser::open(&url) {
                    Ok(()) => good("a browser is opened"),
                    Err(error) => bad(format!("no browser could be opened: {error}")),
                })
            }),
            Effect::Paste { server, text } => {
                if !self.logins.paste(server, text) {
                    return self.take_in(bad("no login waits for a URL"));
                }
            }
            Effect::Suspend => return self.suspend(),
            Effect::Redraw => {
                self.screen.refresh()?;
                self.is_stale = true;
            }
            Effect::Quit => self.course = super::Course::Left,
            kept => return self.keep(kept),
        }
        Ok(())
    }

    /// Carries out what is about recordings, the config file and the token store.
    fn keep(&mut self, effect: Effect) -> io::Result<()> {
        match effect {
            Effect::Record { server, session, path } => return self.record(server, &session, &path),
            Effect::StopRecording { server } => return self.stop_recording(server),
            Effect::OpenRecording { path } => self.blocking(move || {
                Some(match Session::replay(&path) {
                    Ok(session) => Event::Recording { path, session },
                    Err(error) => bad(error.to_string()),
                })
            }),
            Effect::AddStep { path, step } => self.blocking(move || {
                Some(match steps::add(&path, &step) {
                    Ok(count) => {
                        let steps = crate::text::count(count, "step", "steps");
                        good(format!("saved to {}, which has {steps} now", path.display()))
                    }
                    Err(why) => bad(format!("{}: {why}; it is left as it is", path.display())),
                })
            }),
            Effect::SaveServer { edit, is_new, opened } => {
                let path = self.state.config.clone();
                self.blocking(move || Some(saving::save(&path, *edit, is_new, opened.as_deref())));
            }
            Effect::RemoveServer { name } => {
                let path = self.state.config.clone();
                self.blocking(move || Some(saving::remove(&path, name)));
            }
            Effect::LogOut { server, target } => {
                let store = self.logins.store();
                self.beside(async move {
                    // Each step is told in the log of whoever logs in again; here only the end matters.
                    let revoked = auth::log_out(&target, &store, &|_| {}).await;
                    Some(Event::LoggedOut { server, revoked })
                });
            }
            Effect::Tokens { server, place } => {
                let store = self.logins.store();
                self.blocking(move || Some(Event::Tokens { server, lines: tokens(&store, &place) }));
            }
            _ => {}
        }
        Ok(())
    }

    /// Does something beside, and tells what came of it.
    pub(super) fn beside(&self, work: impl Future<Output = Option<Event>> + Send + 'static) {
        let tell = self.tell.clone();
        tokio::spawn(async move {
            if let Some(event) = work.await {
                let _ = tell.send(event).await;
            }
        });
    }

    /// Does something that waits for disks or computes for long, and tells what came of it.
    fn blocking(&self, work: impl FnOnce() -> Option<Event> + Send + 'static) {
        self.beside(apart(work));
    }

    fn open(
        &mut self,
        server: ServerId,
        target: Target,
        rules: StandingRules,
        era: Versions,
    ) -> io::Result<()> {
        let mut settings = SessionConfig::face(self.limit);
        settings.log.messages = MESSAGES;
        settings.peer.versions = era;
        settings.peer.concurrency = PEOPLE;
        settings.login = self.logins.of(server, &target);
        let session = Session::open_with(target, settings, Responder::Standing(rules));
        watch(server, session.clone(), self.tell.clone());
        self.take_in(Event::Opened { server, session })
    }

    fn copy(&mut self, text: &str, what: &str) -> io::Result<()> {
        match osc52::sequence(text) {
            Some(sequence) => {
                self.screen.write(&sequence)?;
                self.take_in(good(format!("copied {what}: {}", crate::text::fit(text, 60))))
            }
            None => self.take_in(bad(format!("{what} is larger than terminals take"))),
        }
    }

    /// Writes a report about a row and copies it.
    fn report(&mut self, session: Session, seq: Seq) {
        self.blocking(move || {
            let entries = session.log().page(Seq::FIRST, usize::MAX);
            let timeline = Timeline::of(entries.iter().filter_map(|item| match item {
                Item::Entry(entry) => Some(&**entry),
                Item::Gap { .. } => None,
            }));
            let row = timeline.row_at(seq)?;
            Some(Event::Clipboard { text: session.bug_report(&row), what: "the bug report".to_owned() })
        });
    }
}

/// Does something that waits for disks or computes for long where nobody waits for it.
pub(super) async fn apart(work: impl FnOnce() -> Option<Event> + Send + 'static) -> Option<Event> {
    tokio::task::spawn_blocking(work).await.ok().flatten()
}

pub(super) fn good(text: impl Into<String>) -> Event {
    Event::Told { text: text.into(), mood: Mood::Good }
}

pub(super) fn bad(text: impl Into<String>) -> Event {
    Event::Told { text: text.into(), mood: Mood::Bad }
}

async fn ask(
    session: Session,
    request: CallRequest,
    done: String,
    call: Option<(ServerId, CallKey)>,
) -> Option<Event> {
    let key = call.map_or_else(|| session.next_key(), |(_, key)| key);
    let (told, mood) = match session.request_as(key, request).await.result().await {
        Ok(_) => (done, Mood::Good),
        // Whoever cancelled it wanted that.
        Err(fault) if fault.code == FaultCode::Cancelled => (fault.message, Mood::Plain),
        Err(fault) => (fault.message, Mood::Bad),
    };
    Some(match call {
        Some((server, key)) => Event::Answered { server, key, told, mood },
        None => Event::Told { text: told, mood },
    })
}

/// Writes files, and tells how many there are now and what is in none.
fn write_all(files: &[(PathBuf, Vec<u8>)], mut left: Vec<String>) -> Event {
    let mut saved = Vec::new();
    for (path, bytes) in files {
        match file::write(path, bytes) {
            Ok(()) => saved.push(path.display().to_string()),
            Err(error) => left.push(format!("{} ({error})", path.display())),
        }
    }
    let told = format!("{} saved: {}", crate::text::count(saved.len(), "file", "files"), saved.join(", "));
    match (saved.is_empty(), left.is_empty()) {
        (_, true) => good(told),
        (true, false) => bad(format!("not saved: {}", left.join(", "))),
        (false, false) => bad(format!("{told}; not saved: {}", left.join(", "))),
    }
}

/// Fetches lists, and tells when all have come, or which did not.
async fn fetch(session: Session, lists: Vec<List>) -> Option<Event> {
    // Beside each other: one that is not answered holds up no other.
    let pages = lists.iter().map(async |list| (list.method(), session.list_pages(*list).await.err()));
    let ends = futures_util::future::join_all(pages).await;
    let missing: Vec<String> = ends
        .into_iter()
        .filter_map(|(method, fault)| Some(format!("`{method}` did not come: {}", fault?.message)))
        .collect();
    Some(if missing.is_empty() { good("the lists are fetched again") } else { bad(missing.join("; ")) })
}

/// Has the server tell its tasks, page by page. Where it does not, the timeline says why.
async fn list_tasks(session: Session) -> Option<Event> {
    let mut params = None;
    for _ in 0..PAGES {
        let asked = session.request(CallRequest::new("tasks/list", params)).await;
        let cursor = asked.result().await.ok()?.text_member("nextCursor")?;
        params = Some(Raw::of(&json!({ "cursor": cursor })));
    }
    None
}

async fn complete(server: ServerId, session: Session, wish: Wish) -> Option<Event> {
    let Wish { reference, argument, value, context } = wish;
    // What is not there is not told, as in the other faces.
    let context = Some(&context).filter(|context| !context.is_empty());
    let answer = session.complete(&reference, &argument, &value, context).await;
    Some(match answer.and_then(|answer| answer.into_value("completion/complete")) {
        Ok(completion) => Event::Completed { server, argument, values: completion.values },
        Err(fault) => bad(fault.message),
    })
}

/// What is stored about logins at a place, one line each.
fn tokens(store: &Store, place: &str) -> Vec<String> {
    let Ok(book) = store.read() else { return vec!["the token store cannot be read".to_owned()] };
    let listing = book.listing();
    let fits =
        |resource: &str| place.starts_with(resource.trim_end_matches('/')) || resource.starts_with(place);
    let tokens = listing.tokens.iter().filter(|token| fits(&token.resource));
    let lines: Vec<String> = tokens
        .map(|token| {
            let renew = if token.has_refresh_token { ", can be renewed" } else { "" };
            format!(
                "stored: {} token of {} for {} [{}]{renew}",
                token.token_type,
                token.issuer,
                token.client_id,
                token.scopes.join(" ")
            )
        })
        .collect();
    if lines.is_empty() { vec!["no token is stored for this server".to_owned()] } else { lines }
}
