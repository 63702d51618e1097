//! Goes through a log once and knows, at every entry, how the connection stands.
//!
//! Pairs answers with requests, tells which revision is in force for each message, and decides
//! what is not to be judged: answers to bad requests of ours, and refusals of the probe that a
//! client sends to find out the era. What was not seen is unknown, never assumed.
//!
//! Every collection is bounded. When one is full the walk remembers that it forgot something,
//! which counts like a gap.

mod context;
mod sent;

pub(crate) use context::{Context, header};

use super::event::{Answer, AnswerBody, Ask, Body, Call, Event, Head, Notice, Place, Stray, StrayWhy};
use crate::entry::{Entry, EntryKind, HttpExchange, Note};
use crate::era::{Era, Revision};
use crate::frame::{Content, Direction, Frame};
use crate::message::{Message, Parsed, Reply, RequestId};
use crate::peer::phase::PhaseName;
use crate::stamp::Seq;

/// Who hears of each event.
pub(crate) type Emit<'a> = dyn FnMut(&Event<'_>, &Context) + 'a;

/// Goes through a log.
#[derive(Default)]
pub(crate) struct Walk {
    context: Context,
    last: Option<Place>,
}

impl Walk {
    /// Takes the next entry.
    pub(crate) fn step(&mut self, entry: &Entry, emit: &mut Emit<'_>) {
        let expected = self.last.as_ref().map_or(Seq::FIRST, |last| last.seq.next());
        if entry.seq != expected {
            self.context.forget(true);
            emit(&Event::Gap, &self.context);
        }
        self.last = Some(place_of(entry));
        match &entry.kind {
            EntryKind::Frame { direction: Direction::Sent, frame, masked, .. } => {
                sent::frame(&mut self.context, entry, frame, *masked, emit);
            }
            EntryKind::Frame { direction: Direction::Received, frame, exchange, masked, .. } => {
                let place = Place { masked: *masked, exchange: *exchange, ..place_of(entry) };
                self.received(&place, frame, emit);
            }
            EntryKind::Http(exchange) => self.http(&place_of(entry), exchange, emit),
            EntryKind::HttpEnd { exchange, error, .. } => {
                let place = place_of(entry);
                if let Some(head) = self.context.head(*exchange).cloned() {
                    let place = self.context.http_place(&place, &head);
                    emit(&Event::HttpEnd(&place, &head, error.is_none()), &self.context);
                }
            }
            EntryKind::Phase(change) => match change.to {
                PhaseName::Starting => {
                    self.context = Context::default();
                    emit(&Event::Opened, &self.context);
                }
                PhaseName::Backoff | PhaseName::Closed => self.context.lose_calls(),
                _ => {}
            },
            EntryKind::Negotiated { revision } => self.context.negotiated(*revision),
            EntryKind::Note(Note::Gap { .. }) => {
                self.context.forget(false);
                emit(&Event::Gap, &self.context);
            }
            EntryKind::Note(Note::SessionExpired) => self.context.session = None,
            EntryKind::Ended { id: Some(id), .. } => self.context.give_up(&RequestId::Number(*id)),
            EntryKind::Note(_)
            | EntryKind::Stderr { .. }
            | EntryKind::Ended { .. }
            | EntryKind::Ask(_)
            | EntryKind::Auth(_)
            | EntryKind::App { .. } => {}
        }
    }

    /// The log ends.
    pub(crate) fn finish(&mut self, emit: &mut Emit<'_>) {
        if let Some(place) = &self.last {
            let place = place.under(self.context.ambient());
            emit(&Event::End(&place), &self.context);
        }
    }

    fn received(&mut self, place: &Place, frame: &Frame, emit: &mut Emit<'_>) {
        match frame.content() {
            Content::Junk(junk) => {
                let place = place.under(self.context.revision_in(place.exchange));
                emit(&Event::Junk(&place, junk, frame.bytes()), &self.context);
            }
            Content::Message(parsed) => self.message(place, parsed, emit),
            Content::Batch(members) => {
                let in_batch = place.under(self.context.revision_in(place.exchange));
                emit(&Event::Batch(&in_batch), &self.context);
                for (at, member) in members.iter().enumerate() {
                    let place = Place { prefix: format!("/{at}"), ..place.clone() };
                    match member {
                        Ok(parsed) => self.message(&place, parsed, emit),
                        Err(junk) => {
                            let place = place.under(in_batch.revision);
                            emit(&Event::Junk(&place, junk, &[]), &self.context);
                        }
                    }
                }
            }
        }
    }

    fn message(&mut self, place: &Place, parsed: &Parsed, emit: &mut Emit<'_>) {
        match &parsed.message {
            Message::Response { id, reply } => {
                match id.as_ref().and_then(|id| self.context.calls.remove(id)) {
                    Some(call) => self.answer(place, parsed, call, reply, emit),
                    None => self.stray(place, parsed, id.as_ref(), reply, emit),
                }
            }
            Message::Notification { method, params } => {
                let params = params.clone().map(Body::new);
                let notice = self.notice(place, method, params);
                emit(&Event::Message(&notice.place, parsed), &self.context);
                emit(&Event::Notice(&notice), &self.context);
            }
            Message::Request { id, method, params } => {
                let place = self.context.attributed(place, self.context.call_in(place.exchange));
                let ask = Ask {
                    place,
                    id: id.clone(),
                    method: method.clone(),
                    params: params.clone().map(Body::new),
                    client: self.context.session.as_ref().and_then(|session| session.client.clone()),
                };
                emit(&Event::Message(&ask.place, parsed), &self.context);
                emit(&Event::Ask(&ask), &self.context);
            }
        }
    }

    fn answer(&mut self, place: &Place, parsed: &Parsed, mut call: Call, reply: &Reply, emit: &mut Emit<'_>) {
        if call.is_modern() && proves_modern(&call.method, reply) {
            self.context.is_modern = true;
        }
        if call.method == "initialize" && !call.is_modern() {
            self.context.initialized(&mut call, reply, place.exchange);
        }
        self.context.answered_in(place.exchange, &call.id);
        let place = self.context.answer_place(place, &call);
        emit(&Event::Message(&place, parsed), &self.context);
        let body = match reply {
            Reply::Result(result) => AnswerBody::Result(Body::new(result.clone())),
            Reply::Error(error) => AnswerBody::Error(error),
        };
        let answer = Answer { place: &place, call: &call, body };
        if let Some(result) = answer.result().filter(|_| call.method == "server/discover" && !place.is_exempt)
        {
            self.context.discovered = Some(result.raw().clone());
        }
        emit(&Event::Answer(&answer), &self.context);
        self.context.ended(&call, answer.place.at);
    }

    fn stray(
        &mut self,
        place: &Place,
        parsed: &Parsed,
        id: Option<&RequestId>,
        reply: &Reply,
        emit: &mut Emit<'_>,
    ) {
        let twin = id.and_then(other_type).filter(|twin| self.context.calls.contains_key(twin));
        let posted = self.context.call_in(place.exchange).cloned();
        let is_doubtful = !self.context.is_whole || self.context.has_sent_junk;
        let (why, call) = match id {
            Some(RequestId::Odd(_)) | None => (StrayWhy::NoId, posted),
            Some(_) if twin.is_some() => (StrayWhy::OtherType, twin),
            Some(id) if self.context.has_ended(id) => (StrayWhy::Again, Some(id.clone())),
            Some(_) if is_doubtful => (StrayWhy::Perhaps, None),
            Some(_) => (StrayWhy::Unknown, None),
        };
        let why = if why == StrayWhy::NoId && is_doubtful { StrayWhy::Perhaps } else { why };
        let mut place = self.context.attributed(place, call.as_ref());
        // An error without id may be a legacy server's refusal of the probe.
        place.is_exempt |= why == StrayWhy::NoId && self.context.has_unproven_call();
        emit(&Event::Message(&place, parsed), &self.context);
        emit(&Event::Stray(&Stray { place: &place, id, reply, why }), &self.context);
        if why == StrayWhy::OtherType
            && let Some(call) = call.and_then(|id| self.context.calls.remove(&id))
        {
            self.context.ended(&call, place.at);
        }
    }

    fn notice(&self, place: &Place, method: &str, params: Option<Body>) -> Notice {
        let context = &self.context;
        let member = |name: &str| params.as_ref().and_then(|params| params.member(name));
        let by_token = || {
            let token = (method == "notifications/progress").then(|| member("progressToken")).flatten()?;
            context.call_with_token(&token).map(|call| call.id.clone())
        };
        let subscription =
            member("_meta").and_then(|meta| meta.member("io.modelcontextprotocol/subscriptionId"));
        let by_tag = || {
            let id = RequestId::read(subscription.as_ref()?);
            context.calls.contains_key(&id).then_some(id)
        };
        let call = by_tag().or_else(by_token).or_else(|| context.call_in(place.exchange).cloned());
        let mut place = context.attributed(place, call.as_ref());
        if call.is_none() && subscription.is_some() && context.is_modern {
            place.revision = Some(Revision::R2026_07_28);
        }
        Notice { place, method: method.to_owned(), params, call }
    }

    fn http(&mut self, place: &Place, exchange: &HttpExchange, emit: &mut Emit<'_>) {
        // Without a status it is still waited for, or nobody answered.
        if exchange.status.is_none() {
            return;
        }
        let head = self.context.head_of(exchange);
        let place = self.context.http_place(place, &head);
        emit(&Event::Http(&place, exchange, &head), &self.context);
        self.context.keep_head(head);
    }
}

impl Context {
    /// The place of an answer: judged by the revision of its request.
    fn answer_place(&self, place: &Place, call: &Call) -> Place {
        let is_unproven = call.is_modern() && !self.is_modern;
        Place {
            revision: call.revision,
            masked: place.masked || call.masked,
            is_exempt: is_unproven || call.is_ambiguous || !call.is_sound,
            ..place.clone()
        }
    }

    /// The place of a message that belongs to `call`, or to none that is known.
    fn attributed(&self, place: &Place, call: Option<&RequestId>) -> Place {
        match call.and_then(|id| self.calls.get(id)) {
            Some(call) => self.answer_place(place, call),
            None => {
                let revision = match call.and_then(|id| self.ended_call(id)) {
                    Some(ended) => ended.revision,
                    None => self.revision_in(place.exchange),
                };
                let is_unproven = revision.is_some_and(|r| r.era() == Era::Modern) && !self.is_modern;
                Place { revision, is_exempt: is_unproven, ..place.clone() }
            }
        }
    }

    /// The place of an HTTP exchange.
    fn http_place(&self, place: &Place, head: &Head) -> Place {
        let mut place = self.attributed(place, head.call.as_ref());
        if head.call.is_none() {
            place.revision = head.revision.or(place.revision);
            place.is_exempt |= head.revision.is_some_and(|r| r.era() == Era::Modern) && !self.is_modern;
        }
        place
    }
}

fn place_of(entry: &Entry) -> Place {
    Place {
        seq: entry.seq,
        at: entry.at,
        revision: None,
        masked: false,
        is_exempt: false,
        exchange: None,
        prefix: String::new(),
    }
}

/// Whether this answer can only come from a server that speaks 2026-07-28.
fn proves_modern(method: &str, reply: &Reply) -> bool {
    match reply {
        Reply::Result(result) => {
            let versions = result.member("supportedVersions").and_then(|versions| versions.elements());
            (method == "server/discover" && versions.is_some()) || result.text_member("resultType").is_some()
        }
        Reply::Error(error) => match error.code {
            Some(-32022) => error.data.as_ref().and_then(|data| data.member("supported")).is_some(),
            Some(-32021) => {
                error.data.as_ref().and_then(|data| data.member("requiredCapabilities")).is_some()
            }
            Some(-32020) => true,
            _ => false,
        },
    }
}

/// Number 1 for "1", and the other way round.
fn other_type(id: &RequestId) -> Option<RequestId> {
    match id {
        RequestId::Number(number) => Some(RequestId::Text(number.to_string())),
        RequestId::Text(text) => text.parse().ok().map(RequestId::Number),
        RequestId::Odd(raw) => {
            // 1.0 is the same number to many JSON libraries.
            let number = raw.as_str().strip_suffix(".0")?;
            number.parse().ok().map(RequestId::Number)
        }
    }
}
