//! BASE: the JSON-RPC envelope, error codes, `_meta`, and the shape of messages.

mod table;

pub(super) use table::RULES;

use crate::check::event::{Answer, AnswerBody, Ask, Event, Family, Notice, Place, Posted, Stray, StrayWhy};
use crate::check::grammar;
use crate::check::shape::{self, What};
use crate::check::sink::{Sink, shown, shown_member, token};
use crate::check::walk::Context;
use crate::message::{Flaw, Message, Parsed, Reply, RequestId};
use crate::raw::Raw;
use std::collections::HashSet;
use table::{
    BASE_01, BASE_02, BASE_03, BASE_04, BASE_05, BASE_06, BASE_07, BASE_08, BASE_09, BASE_10, BASE_13,
    BASE_14, BASE_15,
};

/// How many ids of the server's requests are remembered.
const REMEMBERED: usize = 10_000;

/// What the family remembers.
#[derive(Default)]
pub(super) struct Base {
    /// Ids the server has used for requests in this session.
    asked: HashSet<RequestId>,
}

impl Family for Base {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => self.asked.clear(),
            Event::Message(place, parsed) => envelope(place, parsed, out),
            Event::Batch(place) if !context.has_sent_junk => {
                out.broken(&BASE_07, place, "", "the server sent a batch");
            }
            Event::Answer(answer) => {
                if answer.method() == "initialize" && answer.result().is_some() {
                    self.asked.clear();
                }
                out.kept(&BASE_02, answer.place);
                judge_answer(answer, out);
            }
            Event::Stray(stray) => judge_stray(stray, context, out),
            Event::Notice(notice) => {
                out.kept(&BASE_05, &notice.place);
                judge_notice(notice, out);
            }
            Event::Ask(ask) => self.judge_ask(ask, context, out),
            _ => {}
        }
    }
}

impl Base {
    fn judge_ask(&mut self, ask: &Ask, context: &Context, out: &mut Sink) {
        if ask.method.starts_with("notifications/") {
            let message =
                format!("`{}` is a notification and has the id {}", shown(&ask.method), id(&ask.id));
            return out.broken(&BASE_05, &ask.place, "/id", message);
        }
        // A stream that is taken up again may bring what came before.
        let is_replayed = ask
            .place
            .exchange
            .and_then(|exchange| context.head(exchange))
            .is_some_and(|head| head.is_resumption);
        if !is_replayed {
            let message = if matches!(ask.id, RequestId::Odd(_)) {
                Some(format!("the id {} is neither a string nor an integer", id(&ask.id)))
            } else {
                let is_new = self.asked.len() >= REMEMBERED || self.asked.insert(ask.id.clone());
                (!is_new).then(|| format!("the id {} was used before in this session", id(&ask.id)))
            };
            out.judge(&BASE_06, &ask.place, message.is_none(), "/id", || message.unwrap_or_default());
        }
        let params = ask.params.as_ref().map_or_else(Raw::empty_object, |params| params.raw().clone());
        judge_shape(&ask.place, What::Request(&ask.method), &params, "/params", |_| false, out);
        judge_meta(&ask.place, &params, "/params", out);
    }
}

/// What every message must be, whatever it says.
fn envelope(place: &Place, parsed: &Parsed, out: &mut Sink) {
    let version = parsed.flaws.iter().find(|flaw| matches!(flaw, Flaw::JsonrpcMissing | Flaw::JsonrpcWrong));
    out.judge(&BASE_01, place, version.is_none(), "/jsonrpc", || {
        version.map(ToString::to_string).unwrap_or_default()
    });
    if place.prefix.is_empty() {
        out.kept(&BASE_07, place);
    }
    let Message::Response { reply, .. } = &parsed.message else { return };
    let both = parsed.flaws.contains(&Flaw::ResultAndError);
    match reply {
        Reply::Result(result) => out.judge(&BASE_03, place, result.is_object(), "/result", || {
            format!("`result` is `{}`, not an object", shown(result.as_str()))
        }),
        Reply::Error(error) => {
            out.judge(&BASE_03, place, !both, "", || "both `result` and `error` are present".to_owned());
            let flaws = [Flaw::ErrorNotObject, Flaw::ErrorMessageOdd, Flaw::ErrorCodeOdd];
            let whole = error.raw.member("code").is_some_and(|code| is_integer(&code));
            // A string with half a surrogate pair is one that few can read.
            let is_text = error.raw.member("message").is_some_and(|text| text.as_str().starts_with('"'));
            let flaw = flaws
                .iter()
                .filter(|flaw| !(whole && **flaw == Flaw::ErrorCodeOdd))
                .filter(|flaw| !(is_text && **flaw == Flaw::ErrorMessageOdd))
                .find(|flaw| parsed.flaws.contains(flaw));
            let (pointer, member) = match flaw {
                Some(Flaw::ErrorCodeOdd) => ("/error/code", error.raw.member("code")),
                Some(Flaw::ErrorMessageOdd) => ("/error/message", error.raw.member("message")),
                _ => ("/error", Some(error.raw.clone())),
            };
            out.judge(&BASE_04, place, flaw.is_none(), pointer, || {
                let flaw = flaw.map(ToString::to_string).unwrap_or_default();
                format!("{flaw}: it is {}", shown_member(member.as_ref()))
            });
        }
    }
}

/// A number without a fraction, however it is spelled.
fn is_integer(raw: &Raw) -> bool {
    raw.read::<f64>().is_ok_and(|number| number.fract() == 0.0)
}

fn judge_answer(answer: &Answer<'_>, out: &mut Sink) {
    let place = answer.place;
    match &answer.body {
        AnswerBody::Result(result) if result.raw().is_object() => {
            let is_excused = |pointer: &str| {
                // Results of a second round are not cached, and some servers leave the hints out.
                answer.call.is_retry() && matches!(pointer, "/ttlMs" | "/cacheScope")
            };
            judge_shape(place, What::Result(answer.method()), result.raw(), "/result", is_excused, out);
            judge_meta(place, result.raw(), "/result", out);
        }
        AnswerBody::Result(_) => {}
        AnswerBody::Error(error) => {
            let Some(code) = error.code else { return };
            let named = || format!("the error code is {code}");
            out.judge(&BASE_13, place, !(-32099..=-32023).contains(&code), "/error/code", named);
            out.judge(&BASE_14, place, code != -32002 && code != -32042, "/error/code", named);
            let is_old = (-32019..=-32000).contains(&code) && code != -32002;
            out.judge(&BASE_15, place, !is_old, "/error/code", named);
        }
    }
}

fn judge_stray(stray: &Stray<'_>, context: &Context, out: &mut Sink) {
    let head = stray.place.exchange.and_then(|exchange| context.head(exchange));
    let given = stray.id.map_or_else(|| "no id".to_owned(), |found| format!("the id {}", id(found)));
    if head.is_some_and(|head| head.posted == Some(Posted::Other)) {
        let message = format!("a response with {given} came back for a notification");
        return out.broken(&BASE_05, stray.place, "", message);
    }
    match stray.why {
        StrayWhy::OtherType => {
            out.broken(
                &BASE_02,
                stray.place,
                "/id",
                format!("{given} is of another type than that of the request"),
            );
        }
        // A stream of the server's own may bring again what came before.
        StrayWhy::Again if head.is_none_or(|head| head.is_post) => {
            out.broken(&BASE_02, stray.place, "/id", format!("the request with {given} was answered before"));
        }
        StrayWhy::Unknown => {
            out.broken(&BASE_02, stray.place, "/id", format!("no request had {given}"));
        }
        // Over HTTP a refusal may come before the request was read.
        StrayWhy::NoId if head.is_none() || matches!(stray.reply, Reply::Result(_)) => {
            out.broken(&BASE_02, stray.place, "/id", format!("the response has {given}"));
        }
        _ => {}
    }
}

fn judge_notice(notice: &Notice, out: &mut Sink) {
    let params = notice.params.as_ref().map_or_else(Raw::empty_object, |params| params.raw().clone());
    judge_shape(&notice.place, What::Notification(&notice.method), &params, "/params", |_| false, out);
    judge_meta(&notice.place, &params, "/params", out);
}

fn judge_shape(
    place: &Place,
    what: What<'_>,
    value: &Raw,
    pointer: &str,
    is_excused: impl Fn(&str) -> bool,
    out: &mut Sink,
) {
    let Some(revision) = place.revision else { return };
    let mut faults = shape::faults(revision, what, value);
    faults.retain(|fault| !is_excused(&fault.pointer));
    if faults.is_empty() {
        out.kept(&BASE_08, place);
    }
    for fault in faults {
        let message = format!("expected {}, found {}", fault.expected, shown(&fault.found));
        out.broken(&BASE_08, place, format!("{pointer}{}", fault.pointer), message);
    }
}

/// Lists whose items have a `_meta` of their own.
const LISTS: [&str; 6] = ["tools", "resources", "resourceTemplates", "prompts", "contents", "content"];

fn judge_meta(place: &Place, value: &Raw, pointer: &str, out: &mut Sink) {
    // Everything with a `_meta` names it; most messages do not.
    if memchr::memmem::find(value.bytes(), b"\"_meta\"").is_none() {
        return;
    }
    if let Some(meta) = value.member("_meta") {
        judge_keys(place, &meta, &format!("{pointer}/_meta"), out);
    }
    for list in LISTS {
        let items = value.member(list).and_then(|list| list.elements()).unwrap_or_default();
        for (at, item) in items.iter().enumerate() {
            if let Some(meta) = item.member("_meta") {
                judge_keys(place, &meta, &format!("{pointer}/{list}/{at}/_meta"), out);
            }
        }
    }
}

fn judge_keys(place: &Place, meta: &Raw, pointer: &str, out: &mut Sink) {
    for (key, value) in meta.members().unwrap_or_default() {
        let spot = format!("{pointer}/{}", token(&key));
        out.judge(&BASE_09, place, grammar::meta_key(&key).is_some(), spot.as_str(), || {
            format!("`{}` is not a key that `_meta` may have", shown(&key))
        });
        let is_valid = match key.as_str() {
            "traceparent" => grammar::is_traceparent,
            "tracestate" => grammar::is_tracestate,
            "baggage" => grammar::is_baggage,
            _ => continue,
        };
        let is_valid = value.read::<String>().is_ok_and(|text| is_valid(&text));
        out.judge(&BASE_10, place, is_valid, spot, || format!("`{key}` is `{}`", shown(value.as_str())));
    }
}

fn id(id: &RequestId) -> String {
    format!("`{}`", shown(&id.to_string()))
}
