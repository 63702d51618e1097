//! What the answer to a face's call means: it is complete, it asks for input, it
//! became a task, or it tells what to do better the next time. And calls that need
//! no answer of the server: refused here, kept from before, or done another way.

use super::Peer;
use super::background::Chore;
use super::effect::{Effect, LinkKind};
use super::following::Design;
use super::outbox::InFlight;
use super::probe::supported;
use super::queue::{Waiting, Work};
use super::tasks::wants_task;
use crate::brief::brief;
use crate::command::{List, ListOptions, Outcome};
use crate::entry::{EntryKind, Note};
use crate::fault::{Fault, FaultCode};
use crate::message::{Reply, RpcError};
use crate::peer::config::LogLevel;
use crate::probe::{HEADER_MISMATCH, UNSUPPORTED_VERSION};
use crate::raw::Raw;
use crate::stamp::At;

/// Methods whose results may ask for input.
const MAY_ASK: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// What a result says it is.
enum ResultType {
    Complete,
    InputRequired,
    Task,
    Unknown(String),
}

impl ResultType {
    fn of(result: &Raw) -> Self {
        // Looking for the word first spares reading results that do not have it.
        if memchr::memmem::find(result.bytes(), b"resultType").is_none() {
            return ResultType::Complete;
        }
        match result.member("resultType") {
            None => ResultType::Complete,
            Some(word) => match word.as_str() {
                "\"complete\"" => ResultType::Complete,
                "\"input_required\"" => ResultType::InputRequired,
                "\"task\"" => ResultType::Task,
                other => ResultType::Unknown(brief(other)),
            },
        }
    }
}

impl Peer {
    /// A face's call was answered.
    pub(super) fn face_answered(
        &mut self,
        now: At,
        id: i64,
        call: &InFlight,
        waiting: Waiting,
        reply: &Reply,
        out: &mut Vec<Effect>,
    ) {
        let is_detached = matches!(&waiting.work, Work::Call { request, .. } if request.options.detached);
        let is_verbatim = matches!(&waiting.work, Work::Call { request, .. } if request.options.verbatim);
        let outcome = match reply {
            Reply::Error(error) => match self.better(id, waiting, error, out) {
                Err(again) => return self.start(now, again, out),
                Ok(None) => return self.pump_background(now, out),
                Ok(Some(waiting)) => (waiting, Outcome::Refused(error.clone())),
            },
            Reply::Result(result) if self.is_modern() => match ResultType::of(result) {
                ResultType::Complete => (waiting, self.completed(now, call, result)),
                _ if is_verbatim => (waiting, Outcome::Answered(result.clone())),
                ResultType::InputRequired if MAY_ASK.contains(&&*call.method) => {
                    return self.begin_round(now, id, waiting, result, out);
                }
                ResultType::Task if &*call.method == "tools/call" && self.config.offer.tasks => {
                    if !is_detached {
                        return self.follow(now, id, waiting, Design::Extension, result, out);
                    }
                    (waiting, Outcome::Answered(result.clone()))
                }
                ResultType::InputRequired => (waiting, unknown_result(&call.method, "\"input_required\"")),
                ResultType::Task => (waiting, unknown_result(&call.method, "\"task\"")),
                ResultType::Unknown(word) => (waiting, unknown_result(&call.method, &word)),
            },
            Reply::Result(result) => {
                if !is_detached
                    && !is_verbatim
                    && wants_task(&waiting.work)
                    && let Some(task) = result.member("task").filter(Raw::is_object)
                {
                    return self.follow(now, id, waiting, Design::Core, &task, out);
                }
                self.remember_subscription(&call.method, call.params.as_ref());
                (waiting, Outcome::Answered(result.clone()))
            }
        };
        let (waiting, outcome) = outcome;
        if matches!(outcome, Outcome::Answered(_) | Outcome::Refused(_)) {
            self.queue.ended(&outcome);
            out.push(Effect::Settle { key: waiting.key, outcome });
        } else {
            self.settle_sent(waiting.key, Some(id), &call.method, outcome, out);
        }
        self.pump(now, out);
    }

    fn completed(&mut self, now: At, call: &InFlight, result: &Raw) -> Outcome {
        let is_retry = call.params.as_ref().is_some_and(|params| {
            params.member("inputResponses").is_some() || params.member("requestState").is_some()
        });
        if !is_retry {
            self.cache.keep(now, call.sent_at, &call.method, call.params.as_ref(), result);
        }
        if &*call.method == List::Tools.method() {
            let is_first = call.params.as_ref().is_none_or(|params| params.member("cursor").is_none());
            self.tool_headers.learn(is_first, result);
        }
        Outcome::Answered(result.clone())
    }

    /// Whether the error tells how to do better: `Err` is the call to send again at once, `None` that
    /// it waits for a fresh list of tools.
    fn better(
        &mut self,
        id: i64,
        mut waiting: Waiting,
        error: &RpcError,
        out: &mut Vec<Effect>,
    ) -> Result<Option<Waiting>, Waiting> {
        let is_modern = self.is_modern();
        let Work::Call { request, resent, .. } = &mut waiting.work else { return Ok(Some(waiting)) };
        if !is_modern || *resent {
            return Ok(Some(waiting));
        }
        let mut note = |why: &str| {
            out.push(Effect::Log(EntryKind::Note(Note::SentAgain { id, why: why.to_owned() })));
        };
        match error.code {
            Some(UNSUPPORTED_VERSION) => {
                let names = supported(error.data.as_ref(), "supported").unwrap_or_default();
                let revision = self.server.as_ref().map(|server| server.revision);
                if !names.iter().any(|name| revision.is_some_and(|revision| revision.as_str() == name)) {
                    return Ok(Some(waiting));
                }
                *resent = true;
                note("the server refused the revision it speaks");
                Err(waiting)
            }
            Some(HEADER_MISMATCH)
                if self.kind == LinkKind::Http
                    && &*request.method == "tools/call"
                    && self.unfit(List::Tools.method()).is_none() =>
            {
                *resent = true;
                note("a header did not fit; the tools are listed anew first");
                self.mismatched.push((id, waiting));
                self.refetch(List::Tools);
                // Pages that were under way may be from before.
                if !self.background.has(&Chore::Fetch(List::Tools)) {
                    self.background.add(Chore::Fetch(List::Tools));
                }
                Ok(None)
            }
            _ => Ok(Some(waiting)),
        }
    }

    /// The tools were listed anew: what waited for that is sent again.
    pub(super) fn resend_mismatched(&mut self, now: At, out: &mut Vec<Effect>) {
        for (id, waiting) in std::mem::take(&mut self.mismatched) {
            match self.refusal(&waiting.work) {
                Some(fault) => {
                    let method = waiting.work.method().to_owned();
                    self.settle_sent(waiting.key, Some(id), &method, Outcome::Lost(fault), out);
                }
                None => self.start(now, waiting, out),
            }
        }
        self.pump(now, out);
    }

    /// Does what a method of the legacy era did, where requests stand alone. False when the call is
    /// to be sent as it is.
    pub(super) fn stand_in(&mut self, now: At, waiting: &Waiting, out: &mut Vec<Effect>) -> bool {
        let Work::Call { request, .. } = &waiting.work else { return false };
        if !self.is_modern() || request.options.forced {
            return false;
        }
        let text = |name| request.params.as_ref().and_then(|params| params.text_member(name));
        match &*request.method {
            "logging/setLevel" => {
                let level = request.params.as_ref().and_then(|params| params.member("level"));
                let Some(level) = level.and_then(|level| level.read::<LogLevel>().ok()) else { return false };
                let Some(server) = &self.server else { return false };
                let revision = server.revision;
                if !crate::method::has_capability(&server.capabilities, &["logging"]) {
                    return false;
                }
                self.config.log_level = Some(level);
                self.write_envelope(revision, true);
                out.push(Effect::Log(EntryKind::Note(Note::LogLevel { level: level.as_str().to_owned() })));
                let outcome = Outcome::Answered(Raw::empty_object());
                self.queue.ended(&outcome);
                out.push(Effect::Settle { key: waiting.key, outcome });
            }
            method @ ("resources/subscribe" | "resources/unsubscribe") => {
                let Some(uri) = text("uri") else { return false };
                let is_new = method == "resources/subscribe";
                let has = self.server.as_ref().is_some_and(|server| {
                    crate::method::has_capability(&server.capabilities, &["resources", "subscribe"])
                });
                if !has {
                    return false;
                }
                let method = if is_new { "resources/subscribe" } else { "resources/unsubscribe" };
                self.subscribe_by_stream(now, waiting, method, uri, out);
            }
            _ => return false,
        }
        true
    }

    /// An answer that is kept, for a caller who is content with one. False when there is none.
    pub(super) fn answer_from_cache(&mut self, now: At, waiting: &Waiting, out: &mut Vec<Effect>) -> bool {
        let (method, age_ms, effect) = match &waiting.work {
            Work::Call { request, .. } if request.options.cached => {
                let Some((result, age)) = self.cache.fresh(now, &request.method, request.params.as_ref())
                else {
                    return false;
                };
                let settle = Effect::Settle { key: waiting.key, outcome: Outcome::Answered(result) };
                (request.method.to_string(), age, settle)
            }
            Work::List { list, options: ListOptions { cached: true, .. } } => {
                let Some((pages, age)) = self.cache.fresh_walk(now, *list) else { return false };
                (list.method().to_owned(), age, Effect::Listed { key: waiting.key, pages })
            }
            _ => return false,
        };
        self.queue.ended(&Outcome::Answered(Raw::empty_object()));
        out.push(Effect::Log(EntryKind::Note(Note::FromCache { method, age_ms })));
        out.push(effect);
        true
    }

    /// Why a call is not even sent.
    pub(super) fn refusal(&self, work: &Work) -> Option<Fault> {
        if let Work::Call { request, .. } = work {
            if request.options.forced {
                return None;
            }
            if &*request.method == "tools/call"
                && self.kind == LinkKind::Http
                && self.is_modern()
                && let Some((tool, flaw)) = self.tool_headers.flaw(request.params.as_ref())
            {
                let message = format!("the tool {:?} cannot be called over HTTP: {flaw}", brief(&tool));
                return Some(
                    Fault::new(FaultCode::ProtocolError, message)
                        .for_method("tools/call")
                        .with_hint("correct `x-mcp-header` in the tool's inputSchema, or force the call"),
                );
            }
            let wants_task = wants_task(work) && &*request.method == "tools/call" && !self.is_modern();
            let path = ["tasks", "requests", "tools", "call"];
            if wants_task
                && let Some(server) = &self.server
                && !crate::method::has_capability(&server.capabilities, &path)
            {
                return Some(super::calls::lacking("tools/call as a task", path.join(".")));
            }
        }
        self.unfit(work.method()).map(|unfit| super::calls::not_fit(work.method(), unfit))
    }
}

fn unknown_result(method: &str, word: &str) -> Outcome {
    let message = format!("the result of `{method}` has the type {word}, which it cannot have");
    Outcome::Lost(
        Fault::new(FaultCode::InvalidResponse, message)
            .for_method(method)
            .with_hint("`resultType` is \"complete\", or \"input_required\" where a call may ask for input"),
    )
}
