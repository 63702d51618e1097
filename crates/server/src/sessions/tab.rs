//! Everything a page needs to hear of, in one stream: the sessions, the configuration, what pages keep, and one session
//! that is looked at.
//!
//! A browser gives a page few connections, so there is one stream for each tab. Only the newest state is
//! ever sent, and no more often than an eye can see, so a server that floods costs the page no more than
//! one that chats.

use super::held::Held;
use super::input::Params;
use super::news;
use super::now::NowBody;
use super::sse::{self, COMMENT, Feed, KEEP_ALIVE, RETRY, push_event};
use super::timeline::{self, Look};
use crate::openapi::OpenProblems;
use crate::{Backend, Problem};
use axum::extract::State;
use axum::response::Response;
use mcp_inspector_engine::Cursor;
use mcp_inspector_engine::core::peer::phase::Phase;
use mcp_inspector_engine::responder::StandingRules;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::Instant;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How often news of one session are sent at most.
const BEAT: Duration = Duration::from_millis(50);

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(watch_all))
}

/// What to look at.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WatchParams {
    /// The id of the session to look at; without it, only the sessions as a whole are told of.
    #[serde(default)]
    session: Option<String>,
    /// Which rows of its timeline to look at; all of them unless told.
    #[serde(default)]
    filter: Option<String>,
    /// Which rows of the timeline of all servers to look at; that timeline is told of only when this is there, be it
    /// empty.
    #[serde(default)]
    together: Option<String>,
}

/// Everything a page needs to hear of, as server-sent events
///
/// `event: sessions` and `event: config` are those of `/api/events`. `event: settings` has what `GET /api/settings` has,
/// now and whenever a tab changes it. With `session`, `event: session` has how
/// that session stands (`SessionNow`), and `event: timeline` how its timeline does (`TimelineNews`), now and
/// whenever that changes, at most twenty times a second. With `together`, `event: together` has the newest rows of
/// all servers (`TogetherBody`), now and at most ten times a second. `event: gone` says that the session was closed or
/// is not known. `event: end` is the last one: the backend shuts down.
#[utoipa::path(
    get,
    path = "/api/watch",
    tag = "sessions",
    operation_id = "watch",
    params(WatchParams),
    responses(
        (status = 200, description = "Events, until the backend shuts down", body = String,
            content_type = "text/event-stream"),
        OpenProblems,
    )
)]
async fn watch_all(
    State(backend): State<Backend>,
    Params(params): Params<WatchParams>,
) -> Result<Response, Problem> {
    let leave = backend.sessions().stream()?;
    let looked_at = match params.session {
        None => LookedAt::Nothing,
        // A page that comes back may name a session that another tab has closed. It still wants the others.
        Some(id) => backend.sessions().find(&id).map_or(LookedAt::Unknown, |held| {
            LookedAt::Session(Box::new(Watched::of(held, params.filter.as_deref().unwrap_or_default())))
        }),
    };
    let together = params.together.map(|filter| Together::of(&backend, &filter));
    let (sessions, config) = (backend.sessions().changes(), backend.config().changes());
    let (settings, stage) = (backend.settings().changes(), Stage::Fresh);
    Ok(sse::events(WatchFeed {
        backend,
        sessions,
        config,
        settings,
        looked_at,
        together,
        stage,
        _leave: leave,
    }))
}

/// A tab.
struct WatchFeed {
    backend: Backend,
    sessions: watch::Receiver<u64>,
    config: watch::Receiver<u64>,
    settings: watch::Receiver<u64>,
    looked_at: LookedAt,
    together: Option<Together>,
    stage: Stage,
    _leave: OwnedSemaphorePermit,
}

/// The session that a tab looks at.
enum LookedAt {
    Nothing,
    /// It was named and is not there.
    Unknown,
    Session(Box<Watched>),
}

/// A session, and how far its news have been told.
struct Watched {
    held: Arc<Held>,
    gone: watch::Receiver<bool>,
    phases: watch::Receiver<Phase>,
    /// What people did that the log does not tell of.
    marks: watch::Receiver<u64>,
    /// Standing answers come and go, and drafts change, without an entry.
    rules: Option<watch::Receiver<u64>>,
    drafts: watch::Receiver<u64>,
    /// A call of a face has ended a moment after the log has its answer.
    ends: watch::Receiver<u64>,
    cursor: Cursor,
    look: Look,
    told_at: Instant,
    /// Something changed that was not told yet. Kept here, because waiting may be given up for other news.
    has_changed: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    /// Nothing was sent yet.
    Fresh,
    Streaming,
    /// The end was told.
    Ended,
}

/// What there is to tell.
enum News {
    Sessions,
    Config,
    Settings,
    Session,
    Together,
    Gone,
    Nothing,
}

impl Watched {
    fn of(held: Arc<Held>, filter: &str) -> Self {
        let gone = held.gone.subscribe();
        let phases = held.session.phases();
        let rules = held.rules.as_ref().map(StandingRules::changes);
        let drafts = held.drafts.changes();
        let ends = held.calls.ends();
        let cursor = held.session.entries_from(held.session.log().last().next());
        let marks = held.timeline.marks();
        let (look, told_at, has_changed) = (Look::new(filter), Instant::now(), false);
        Watched { held, gone, phases, marks, rules, drafts, ends, cursor, look, told_at, has_changed }
    }

    /// Waits until there is something to tell, and until the last news are old enough.
    async fn changed(&mut self) -> News {
        if !self.has_changed {
            let is_live = tokio::select! {
                () = Held::until_gone(&mut self.gone) => return News::Gone,
                // Their senders are held by the session, which we hold.
                _ = self.marks.changed() => true,
                () = changed(self.rules.as_mut()) => true,
                () = changed(Some(&mut self.drafts)) => true,
                () = changed(Some(&mut self.ends)) => true,
                entry = self.cursor.next() => entry.is_some(),
                changed = self.phases.changed() => changed.is_ok(),
            };
            // A recording never changes, and a session that is over has said so by its phase: what still
            // changes are the marks of people.
            if !is_live {
                tokio::select! {
                    () = Held::until_gone(&mut self.gone) => return News::Gone,
                    _ = self.marks.changed() => {}
                    () = changed(self.rules.as_mut()) => {}
                    () = changed(Some(&mut self.drafts)) => {}
                    () = changed(Some(&mut self.ends)) => {}
                }
            }
            self.has_changed = true;
        }
        tokio::time::sleep_until(self.told_at + BEAT).await;
        News::Session
    }

    async fn push(&mut self, backend: &Backend, text: &mut Vec<u8>) {
        // Whatever came until now is in what is told; what comes from now on is news again.
        self.has_changed = false;
        self.cursor = self.held.session.entries_from(self.held.session.log().last().next());
        self.phases.mark_unchanged();
        self.marks.mark_unchanged();
        self.drafts.mark_unchanged();
        self.ends.mark_unchanged();
        if let Some(rules) = &mut self.rules {
            rules.mark_unchanged();
        }
        let now = NowBody::of(&self.held, backend.base()).await;
        push_event(text, None, "session", &serde_json::to_vec(&now).unwrap_or_default());
        if let Some(news) = timeline::news(&self.held, &self.look).await {
            push_event(text, None, "timeline", &serde_json::to_vec(&news).unwrap_or_default());
        }
        self.told_at = Instant::now();
    }
}

/// The timeline of all servers, and how far its news have been told.
struct Together {
    look: Look,
    /// Where each log ended when the news were told, of those that may still grow.
    cursors: Vec<Cursor>,
    /// What people did with each of them that the log does not tell of.
    marks: Vec<watch::Receiver<u64>>,
    told_at: Instant,
    has_changed: bool,
}

impl Together {
    fn of(backend: &Backend, filter: &str) -> Self {
        let mut together = Together {
            look: Look::new(filter),
            cursors: Vec::new(),
            marks: Vec::new(),
            told_at: Instant::now(),
            has_changed: false,
        };
        together.catch_up(&timeline::together::servers(backend));
        together
    }

    fn catch_up(&mut self, servers: &[Arc<Held>]) {
        let end = |held: &Arc<Held>| held.session.entries_from(held.session.log().last().next());
        self.cursors = servers.iter().map(end).collect();
        self.marks = servers.iter().map(|held| held.timeline.marks()).collect();
        self.has_changed = false;
    }

    /// Waits until one of the logs has grown or someone marked a row, and until the last news are old enough; for ever when nobody looks.
    async fn changed(together: Option<&mut Together>) {
        let Some(together) = together else { return std::future::pending().await };
        while !together.has_changed {
            tokio::select! {
                (entry, which) = first(together.cursors.iter_mut().map(Cursor::next)) => match entry {
                    Some(_) => together.has_changed = true,
                    // That log is over.
                    None => drop(together.cursors.swap_remove(which)),
                },
                (marked, which) = first(together.marks.iter_mut().map(watch::Receiver::changed)) => match marked {
                    Ok(()) => together.has_changed = true,
                    // That session is closed.
                    Err(_) => drop(together.marks.swap_remove(which)),
                },
            }
        }
        tokio::time::sleep_until(together.told_at + 2 * BEAT).await;
    }

    async fn push(&mut self, backend: &Backend, text: &mut Vec<u8>) {
        let servers = timeline::together::servers(backend);
        self.catch_up(&servers);
        if let Some(news) = timeline::together::news(servers, &self.look).await {
            push_event(text, None, "together", &serde_json::to_vec(&news).unwrap_or_default());
        }
        self.told_at = Instant::now();
    }
}

/// What the first of some that are waited for gives, and which it was; never when there are none.
async fn first<F: Future>(all: impl Iterator<Item = F>) -> (F::Output, usize) {
    let all: Vec<_> = all.map(Box::pin).collect();
    if all.is_empty() {
        return std::future::pending().await;
    }
    let (came, which, _) = futures_util::future::select_all(all).await;
    (came, which)
}

/// Resolves when something counts up; never when there is nothing that could.
async fn changed(count: Option<&mut watch::Receiver<u64>>) {
    if let Some(count) = count
        && count.changed().await.is_ok()
    {
        return;
    }
    std::future::pending::<()>().await;
}

impl LookedAt {
    async fn changed(&mut self) -> News {
        match self {
            LookedAt::Session(watched) => watched.changed().await,
            LookedAt::Nothing | LookedAt::Unknown => std::future::pending().await,
        }
    }
}

impl Feed for WatchFeed {
    async fn next_piece(&mut self) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let news = match self.stage {
            Stage::Ended => return None,
            Stage::Fresh => {
                self.stage = Stage::Streaming;
                text.extend_from_slice(RETRY);
                self.push_sessions(&mut text);
                self.push_config(&mut text);
                self.push_settings(&mut text);
                if let Some(together) = &mut self.together {
                    together.push(&self.backend, &mut text).await;
                }
                match &self.looked_at {
                    LookedAt::Nothing => News::Nothing,
                    LookedAt::Unknown => News::Gone,
                    LookedAt::Session(_) => News::Session,
                }
            }
            Stage::Streaming => tokio::select! {
                // They are held by the backend, which we hold.
                _ = self.sessions.changed() => News::Sessions,
                _ = self.config.changed() => News::Config,
                _ = self.settings.changed() => News::Settings,
                news = self.looked_at.changed() => news,
                () = Together::changed(self.together.as_mut()) => News::Together,
                () = tokio::time::sleep(KEEP_ALIVE) => return Some(COMMENT.to_vec()),
            },
        };
        match news {
            News::Sessions => {
                self.push_sessions(&mut text);
                if let Some(together) = &mut self.together {
                    together.has_changed = true;
                }
            }
            News::Together => {
                if let Some(together) = &mut self.together {
                    together.push(&self.backend, &mut text).await;
                }
            }
            News::Config => self.push_config(&mut text),
            News::Settings => self.push_settings(&mut text),
            News::Session => {
                if let LookedAt::Session(watched) = &mut self.looked_at {
                    watched.push(&self.backend, &mut text).await;
                }
            }
            News::Gone => {
                self.looked_at = LookedAt::Nothing;
                push_event(&mut text, None, "gone", b"{}");
            }
            News::Nothing => {}
        }
        Some(text)
    }
}

impl WatchFeed {
    fn push_sessions(&mut self, text: &mut Vec<u8>) {
        if !news::push_sessions(&self.backend, &mut self.sessions, text) {
            self.stage = Stage::Ended;
        }
    }

    fn push_config(&mut self, text: &mut Vec<u8>) {
        news::push_config(&mut self.config, text);
    }

    fn push_settings(&mut self, text: &mut Vec<u8>) {
        self.settings.mark_unchanged();
        let settings = self.backend.settings().show();
        push_event(text, None, "settings", &serde_json::to_vec(&settings).unwrap_or_default());
    }
}
