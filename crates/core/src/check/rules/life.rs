//! LIFE: the handshake, and what both sides agreed on in it.

mod table;

pub(super) use table::RULES;

use crate::check::event::{Answer, Ask, Body, Event, Family, Notice, Place};
use crate::check::sink::{Sink, shown, shown_member, token};
use crate::check::walk::Context;
use crate::era::{Era, Revision};
use crate::message::RpcError;
use crate::method::has_capability;
use std::collections::HashSet;
use table::{LIFE_01, LIFE_02, LIFE_03, LIFE_04, LIFE_05, LIFE_06, LIFE_07, LIFE_08, LIFE_09};

/// What the family remembers.
#[derive(Default)]
pub(super) struct Life {
    /// Versions the server has agreed on, in this connection or an earlier one.
    spoken: HashSet<String>,
}

impl Family for Life {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Answer(answer) if answer.method() == "initialize" && !answer.call.is_modern() => {
                match (answer.result(), answer.error()) {
                    (Some(result), _) => {
                        judge_handshake(answer, result, out);
                        self.judge_agreement(answer, result, context, out);
                    }
                    (_, Some(error)) => judge_refusal(answer.place, error, context, out),
                    _ => {}
                }
            }
            Event::Answer(answer) if answer.method() == "ping" && context.session.is_some() => {
                judge_ping(answer, out);
            }
            Event::Ask(ask) => judge_ask(ask, context, out),
            Event::Notice(notice) => judge_change(notice, context, out),
            _ => {}
        }
    }
}

impl Life {
    /// Whether the version that was requested, and is spoken, was agreed on.
    fn judge_agreement(&mut self, answer: &Answer<'_>, result: &Body, context: &Context, out: &mut Sink) {
        let (Some(requested), Some(named)) =
            (answer.call.text("protocolVersion"), result.text("protocolVersion"))
        else {
            return;
        };
        let listed = context.discovered().and_then(|discovered| discovered.member("supportedVersions"));
        let listed: Vec<String> = listed.and_then(|list| list.read().ok()).unwrap_or_default();
        if requested == named || self.spoken.contains(&requested) || listed.contains(&requested) {
            out.judge(&LIFE_02, answer.place, requested == named, "/result/protocolVersion", || {
                format!(
                    "`{}` was requested and is spoken, but `{}` was agreed on",
                    shown(&requested),
                    shown(&named)
                )
            });
        }
        let is_known = Revision::named(&named).is_some_and(|revision| revision.era() == Era::Legacy);
        if is_known && !answer.place.is_exempt {
            self.spoken.insert(named);
        }
    }
}

fn judge_handshake(answer: &Answer<'_>, result: &Body, out: &mut Sink) {
    let place = answer.place;
    let requested = answer.call.text("protocolVersion");
    let named = result.text("protocolVersion");
    // A version nobody published tells nothing about the rules; those of the newest handshake apply.
    let place = &place.under(place.revision.or(Some(Revision::NEWEST_LEGACY)));
    if !result.raw().is_object() {
        return;
    }
    out.judge(&LIFE_01, place, named.is_some(), "/result/protocolVersion", || {
        format!("`protocolVersion` is {}", shown_member(result.member("protocolVersion").as_ref()))
    });
    let capabilities = result.member("capabilities");
    let is_object = capabilities.as_ref().is_some_and(crate::Raw::is_object);
    out.judge(&LIFE_01, place, is_object, "/result/capabilities", || {
        format!("`capabilities` is {}", shown_member(capabilities.as_ref()))
    });
    for name in ["name", "version"] {
        let member = result.member("serverInfo").and_then(|info| info.member(name));
        let is_text = member.as_ref().is_some_and(|raw| raw.read::<String>().is_ok());
        out.judge(&LIFE_01, place, is_text, format!("/result/serverInfo/{name}"), || {
            format!("`serverInfo.{name}` is {}", shown_member(member.as_ref()))
        });
    }
    let Some(named) = named else { return };
    let is_modern = Revision::named(&named).is_some_and(|revision| revision.era() == Era::Modern);
    out.judge(&LIFE_04, place, !is_modern, "/result/protocolVersion", || {
        format!("`initialize` agreed on `{named}`, which has no handshake")
    });
    if let Some(requested) = requested.filter(|requested| cannot_exist(requested)) {
        out.judge(&LIFE_03, place, named != requested, "/result/protocolVersion", || {
            format!("`{}` was echoed, and is no version of the protocol", shown(&named))
        });
    }
}

/// Whether no revision can have this name: it is no date, or one before the protocol.
fn cannot_exist(version: &str) -> bool {
    let parts: Vec<&str> = version.split('-').collect();
    let is_date = parts.iter().map(|part| part.len()).eq([4, 2, 2])
        && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    !is_date || *version < *"2024"
}

fn judge_refusal(place: &Place, error: &RpcError, context: &Context, out: &mut Sink) {
    let is_modern_only = context.session.is_none()
        && context.discovered().and_then(|discovered| discovered.member("supportedVersions")).is_some_and(
            |list| {
                let versions: Vec<String> = list.read().unwrap_or_default();
                let is_modern = |version: &String| **version >= *Revision::R2026_07_28.as_str();
                !versions.is_empty() && versions.iter().all(is_modern)
            },
        );
    if !is_modern_only {
        return;
    }
    let text = error.raw.as_str();
    let place = Place { is_exempt: false, ..place.under(Some(Revision::R2026_07_28)) };
    out.judge(&LIFE_09, &place, text.contains(Revision::R2026_07_28.as_str()), "/error", || {
        format!("the error is `{}`", shown(text))
    });
}

fn judge_ping(answer: &Answer<'_>, out: &mut Sink) {
    if let Some(error) = answer.error() {
        let message = format!("`ping` was refused with {}", shown(&error.to_string()));
        return out.broken(&LIFE_08, answer.place, "/error", message);
    }
    let Some(result) = answer.result() else { return };
    let extra = result.raw().members().unwrap_or_default().into_iter().find(|(key, _)| key != "_meta");
    let spot = extra.as_ref().map_or_else(String::new, |(key, _)| format!("/result/{}", token(key)));
    out.judge(&LIFE_08, answer.place, extra.is_none(), spot, || {
        format!("the result of `ping` has `{}`", extra.map(|(key, _)| shown(&key)).unwrap_or_default())
    });
}

fn judge_ask(ask: &Ask, context: &Context, out: &mut Sink) {
    if context.is_whole && ask.method != "ping" && !ask.method.starts_with("notifications/") {
        match &context.session {
            Some(session) => {
                let place = ask.place.under(session.revision);
                out.judge(&LIFE_05, &place, session.initialized.is_some(), "/method", || too_early(ask));
            }
            None => {
                // The handshake is under way; the version we asked for stands in for the one to come.
                let requested = context
                    .calls()
                    .find(|call| call.method == "initialize" && !call.is_modern())
                    .and_then(|call| Revision::named(&call.text("protocolVersion")?));
                if let Some(requested) = requested.filter(|_| !context.is_modern) {
                    out.broken(&LIFE_05, &ask.place.under(Some(requested)), "/method", too_early(ask));
                }
            }
        }
    }
    let capability = match ask.method.as_str() {
        "sampling/createMessage" => "sampling",
        "roots/list" => "roots",
        "elicitation/create" => "elicitation",
        _ => return,
    };
    if let Some(client) = ask.client.as_ref().filter(|client| client.is_object()) {
        out.judge(&LIFE_06, &ask.place, has_capability(client, &[capability]), "/method", || {
            format!("the server sent `{}`, but the client has no `{capability}`", ask.method)
        });
    }
}

fn too_early(ask: &Ask) -> String {
    format!("the server sent `{}` before `notifications/initialized`", shown(&ask.method))
}

fn judge_change(notice: &Notice, context: &Context, out: &mut Sink) {
    let needs: &[&str] = match notice.method.as_str() {
        "notifications/tools/list_changed" => &["tools", "listChanged"],
        "notifications/prompts/list_changed" => &["prompts", "listChanged"],
        "notifications/resources/list_changed" => &["resources", "listChanged"],
        "notifications/resources/updated" => &["resources", "subscribe"],
        _ => return,
    };
    let Some(revision) = notice.place.revision.filter(|revision| revision.era() == Era::Legacy) else {
        return;
    };
    let Some(has) = context.server_has(revision, needs) else { return };
    out.judge(&LIFE_07, &notice.place, has, "/method", || {
        format!("the server sent `{}` without the capability `{}`", notice.method, needs.join("."))
    });
}
