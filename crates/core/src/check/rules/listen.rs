//! SUBS: the subscription stream of 2026-07-28.

mod table;

pub(super) use table::RULES;

use crate::check::event::{Answer, Call, Event, Family, Notice};
use crate::check::sink::{Sink, shown, shown_member, token};
use crate::check::walk::Context;
use crate::era::Revision;
use crate::message::RequestId;
use crate::raw::Raw;
use std::collections::HashSet;
use table::{SUBS_01, SUBS_02, SUBS_03, SUBS_04, SUBS_05};

const LISTEN: &str = "subscriptions/listen";
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";

/// What the family remembers.
#[derive(Default)]
pub(super) struct Listen {
    /// Subscriptions of which a message has come.
    begun: HashSet<RequestId>,
}

impl Family for Listen {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => self.begun.clear(),
            Event::Called(call) if call.method == LISTEN => {
                self.begun.remove(&call.id);
            }
            Event::Answer(answer) if answer.method() == LISTEN => self.ended(answer, out),
            Event::Notice(notice) if notice.place.revision == Some(Revision::R2026_07_28) => {
                self.notice(notice, context, out);
            }
            _ => {}
        }
    }
}

impl Listen {
    fn notice(&mut self, notice: &Notice, context: &Context, out: &mut Sink) {
        let place = &notice.place;
        let tag = notice.subscription();
        let call = notice.call.as_ref().and_then(|id| context.call(id)).filter(|call| call.method == LISTEN);
        let Some(call) = call else {
            if let Some(tag) = tag.as_ref() {
                let is_known = context.ended_call(&RequestId::read(tag)).is_some() || !context.is_whole;
                if !is_known {
                    let message = format!("no subscription has the id `{}`", shown(tag.as_str()));
                    out.broken(&SUBS_02, place, SUBSCRIPTION, message);
                }
            } else if is_change(&notice.method) {
                let message = format!("`{}` came outside of any subscription", notice.method);
                out.broken(&SUBS_03, place, "/method", message);
            }
            return;
        };
        let is_tagged = tag.as_ref().is_some_and(|tag| RequestId::read(tag) == call.id);
        // It names the subscription in its own way.
        if notice.method == "notifications/cancelled" {
            return;
        }
        out.judge(&SUBS_02, place, is_tagged, SUBSCRIPTION, || {
            format!("the subscription is {}, and the tag {}", call.id, shown_member(tag.as_ref()))
        });
        let is_first = self.begun.insert(call.id.clone());
        if is_first && context.is_whole {
            out.judge(&SUBS_01, place, notice.method == ACKNOWLEDGED, "/method", || {
                format!("the first message of the subscription is `{}`", shown(&notice.method))
            });
        }
        if notice.method == ACKNOWLEDGED {
            judge_acknowledgment(notice, call, out);
        } else {
            judge_filter(notice, call, out);
        }
    }

    fn ended(&mut self, answer: &Answer<'_>, out: &mut Sink) {
        let was_begun = self.begun.remove(&answer.call.id);
        let Some(result) = answer.result() else { return };
        out.judge(&SUBS_01, answer.place, was_begun, "/result", || {
            "the subscription ended before it was acknowledged".to_owned()
        });
        let tag =
            result.member("_meta").and_then(|meta| meta.member("io.modelcontextprotocol/subscriptionId"));
        let is_tagged = tag.as_ref().is_some_and(|tag| RequestId::read(tag) == answer.call.id);
        out.judge(&SUBS_05, answer.place, is_tagged, RESULT_SUBSCRIPTION, || {
            format!("the subscription is {}, and the tag {}", answer.call.id, shown_member(tag.as_ref()))
        });
    }
}

const SUBSCRIPTION: &str = "/params/_meta/io.modelcontextprotocol~1subscriptionId";
const RESULT_SUBSCRIPTION: &str = "/result/_meta/io.modelcontextprotocol~1subscriptionId";

/// Whether the notification may only come on a subscription.
fn is_change(method: &str) -> bool {
    field(method).is_some() || method == "notifications/resources/updated" || method == ACKNOWLEDGED
}

/// The member of the filter that asks for `method`.
fn field(method: &str) -> Option<&'static str> {
    match method {
        "notifications/tools/list_changed" => Some("toolsListChanged"),
        "notifications/prompts/list_changed" => Some("promptsListChanged"),
        "notifications/resources/list_changed" => Some("resourcesListChanged"),
        _ => None,
    }
}

fn filter(call: &Call) -> Option<Raw> {
    call.param("notifications").filter(Raw::is_object)
}

fn uris(filter: &Raw) -> Vec<String> {
    let list = filter.member("resourceSubscriptions");
    list.and_then(|list| list.read().ok()).unwrap_or_default()
}

/// Whether what came was asked for.
fn judge_filter(notice: &Notice, call: &Call, out: &mut Sink) {
    let Some(filter) = filter(call) else { return };
    if let Some(field) = field(&notice.method) {
        let is_wanted = filter.member(field).is_some_and(|wanted| wanted.as_str() == "true");
        out.judge(&SUBS_03, &notice.place, is_wanted, "/method", || {
            format!("`{}` came, but `{field}` was not asked for", notice.method)
        });
    } else if notice.method == "notifications/resources/updated"
        && let Some(uri) = notice.text("uri")
    {
        // A part of a resource counts as the resource.
        let is_wanted = uris(&filter).iter().any(|wanted| uri.starts_with(wanted.as_str()));
        out.judge(&SUBS_03, &notice.place, is_wanted, "/params/uri", || {
            format!("`{}` was updated, but is not among `resourceSubscriptions`", shown(&uri))
        });
    }
}

/// Whether what was granted was asked for.
fn judge_acknowledgment(notice: &Notice, call: &Call, out: &mut Sink) {
    let (Some(asked), Some(granted)) = (filter(call), notice.param("notifications")) else { return };
    let wanted = uris(&asked);
    let mut spare = None;
    for (name, value) in granted.members().unwrap_or_default() {
        match name.as_str() {
            "toolsListChanged" | "promptsListChanged" | "resourcesListChanged" => {
                let is_asked = asked.member(&name).is_some_and(|asked| asked.as_str() == "true");
                if value.as_str() == "true" && !is_asked {
                    spare = Some((name.clone(), name));
                }
            }
            "resourceSubscriptions" => {
                let given: Vec<String> = value.read().unwrap_or_default();
                if let Some(uri) = given.into_iter().find(|uri| !wanted.contains(uri)) {
                    spare = Some((name, uri));
                }
            }
            _ => {}
        }
    }
    let spot =
        spare.as_ref().map_or_else(String::new, |(name, _)| format!("/params/notifications/{}", token(name)));
    out.judge(&SUBS_04, &notice.place, spare.is_none(), spot, || {
        format!(
            "`{}` was granted, but not asked for",
            spare.map(|(_, what)| shown(&what)).unwrap_or_default()
        )
    });
}
