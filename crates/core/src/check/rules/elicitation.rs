//! ELIC: what a server asks of a person, in a form or on a page.

mod table;

pub(super) use table::RULES;

use super::question::Question;
use super::secrecy::is_secret;
use crate::check::event::{Event, Family, Notice, Place};
use crate::check::grammar::is_uri;
use crate::check::rule::R4;
use crate::check::shape::{self, What};
use crate::check::sink::{Sink, shown, token};
use crate::check::walk::Context;
use crate::message::RpcError;
use crate::raw::Raw;
use serde_json::Value;
use std::collections::HashSet;
use table::{ELIC_01, ELIC_02, ELIC_03, ELIC_04, ELIC_05, ELIC_06};

/// How many pages to visit are remembered; past that, no completion is called unknown.
const MOST_PAGES: usize = 4096;

/// Remembers which pages we were sent to.
#[derive(Default)]
pub(super) struct Elicitation {
    pages: HashSet<String>,
}

impl Family for Elicitation {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => *self = Elicitation::default(),
            Event::Notice(notice) if notice.method == "notifications/elicitation/complete" => {
                self.judge_completion(notice, context, out);
            }
            Event::Answer(answer) => {
                if let Some(error) = answer.error().filter(|error| error.code == Some(-32042)) {
                    self.judge_refusal(answer.place, error, out);
                }
            }
            _ => {}
        }
        for question in Question::all(event, "elicitation/create") {
            if let Some(id) = question.params.text_member("elicitationId") {
                self.remember(id);
            }
            judge(&question, out);
        }
    }
}

impl Elicitation {
    fn remember(&mut self, id: String) {
        if self.pages.len() < MOST_PAGES {
            self.pages.insert(id);
        }
    }

    fn judge_completion(&self, notice: &Notice, context: &Context, out: &mut Sink) {
        let Some(id) = notice.text("elicitationId") else { return };
        if context.is_whole && self.pages.len() < MOST_PAGES {
            out.judge(&ELIC_06, &notice.place, self.pages.contains(&id), "/params/elicitationId", || {
                format!("nobody was sent to a page with the id `{}`", shown(&id))
            });
        }
    }

    fn judge_refusal(&mut self, place: &Place, error: &RpcError, out: &mut Sink) {
        let listed = error.data.as_ref().and_then(|data| data.member("elicitations"));
        let pages = listed.as_ref().and_then(Raw::elements).unwrap_or_default();
        out.judge(&ELIC_05, place, !pages.is_empty(), "/error/data/elicitations", || {
            "`elicitations` does not list a page to visit".into()
        });
        for (at, page) in pages.iter().enumerate().take(MOST_PAGES) {
            let id = page.text_member("elicitationId");
            let is_page = page.text_member("mode").as_deref() == Some("url") && id.is_some();
            out.judge(&ELIC_05, place, is_page, format!("/error/data/elicitations/{at}"), || {
                "the mode is not `url`, or there is no `elicitationId`".into()
            });
            if let Some(id) = id {
                self.remember(id);
            }
        }
    }
}

fn judge(question: &Question<'_>, out: &mut Sink) {
    let Some(revision) = question.place.revision else { return };
    let mode = question.params.text_member("mode");
    let is_page = revision >= R4 && mode.as_deref() == Some("url");
    if is_page {
        judge_page(question, out);
    } else if mode.is_none() || mode.as_deref() == Some("form") {
        let found = shape::faults(revision, What::Request("elicitation/create"), &question.params);
        let mut faults =
            found.into_iter().filter(|fault| fault.pointer.starts_with("/requestedSchema")).peekable();
        if faults.peek().is_none() {
            out.kept(&ELIC_01, question.place);
        }
        for fault in faults {
            let message = format!("expected {}, found {}", fault.expected, fault.found);
            out.broken(&ELIC_01, question.place, format!("{}{}", question.pointer, fault.pointer), message);
        }
        judge_fields(question, out);
    }
}

fn judge_fields(question: &Question<'_>, out: &mut Sink) {
    let Some(params) = question.value() else { return };
    let fields = params.pointer("/requestedSchema/properties").and_then(Value::as_object);
    for (name, field) in fields.into_iter().flatten() {
        let title = field.get("title").and_then(Value::as_str).unwrap_or_default();
        let pointer = format!("{}/requestedSchema/properties/{}", question.pointer, token(name));
        // A secret is typed, not chosen; a yes or no about a password is none.
        let is_text = field.get("type").is_none_or(|kind| kind == "string") && field.get("enum").is_none();
        let is_harmless = !is_text || (!is_secret(name) && !is_secret(title));
        out.judge(&ELIC_03, question.place, is_harmless, pointer, || {
            format!("the form asks for `{}`", shown(name))
        });
    }
}

fn judge_page(question: &Question<'_>, out: &mut Sink) {
    let place = question.place;
    let url = question.params.text_member("url");
    let pointer = format!("{}/url", question.pointer);
    out.judge(&ELIC_02, place, url.as_deref().is_some_and(is_uri), pointer.as_str(), || match &url {
        Some(url) => format!("`{}` is not a URL", shown(url)),
        None => "`url` is missing".into(),
    });
    if let Some(url) = url.filter(|url| is_uri(url)) {
        out.judge(&ELIC_04, place, is_safe(&url), pointer.as_str(), || {
            format!("`{}` does not come by https", shown(&url))
        });
    }
    if place.revision == Some(R4) {
        let has_id = question.params.text_member("elicitationId").is_some();
        out.judge(&ELIC_02, place, has_id, format!("{}/elicitationId", question.pointer), || {
            "`elicitationId` is missing".into()
        });
        // Without the capability as a whole, the mode is not what is wrong.
        let has_any = question.client_has(&["elicitation"]) == Some(true);
        if let Some(is_declared) = question.client_has(&["elicitation", "url"]).filter(|_| has_any) {
            out.judge(&ELIC_02, place, is_declared, format!("{}/mode", question.pointer), || {
                "we did not declare `elicitation.url`".into()
            });
        }
    }
}

/// By https, or from this machine.
fn is_safe(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let name = if host.starts_with('[') { host.split(']').next() } else { host.split(':').next() };
    let name = name.unwrap_or_default();
    let is_here =
        name == "localhost" || name.ends_with(".localhost") || name == "[::1" || name.starts_with("127.");
    scheme.eq_ignore_ascii_case("https") || is_here
}

#[cfg(test)]
mod tests;
