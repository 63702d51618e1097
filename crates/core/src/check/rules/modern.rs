//! MOD: what 2026-07-28 wants of every answer, and of `server/discover`.

mod table;

pub(super) use table::RULES;

use crate::check::event::{Answer, Body, Event, Family, Place};
use crate::check::sink::{Sink, shown, shown_member};
use crate::check::walk::Context;
use crate::command::List;
use crate::era::{Revision, meta};
use crate::message::RpcError;
use crate::raw::Raw;
use serde_json::Value;
use std::collections::HashSet;
use table::{MOD_01, MOD_02, MOD_03, MOD_04, MOD_05, MOD_06, MOD_07, MOD_09, MOD_10, MOD_11, MOD_14};

/// The revision all of this is about.
const R5: Revision = Revision::R2026_07_28;

/// Methods that 2026-07-28 no longer has.
const GONE: [&str; 4] = ["ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"];

/// What the family remembers.
#[derive(Default)]
pub(super) struct Modern {
    /// Methods whose results have been looked at for the name of the server: one finding for
    /// each says it all.
    named: HashSet<String>,
}

impl Family for Modern {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened => self.named.clear(),
            Event::Ask(ask) => {
                let message = format!("the server sent the request `{}`", shown(&ask.method));
                out.broken(&MOD_10, &ask.place, "/method", message);
            }
            Event::Answer(answer) if answer.place.revision == Some(R5) => {
                out.kept(&MOD_10, answer.place);
                self.judge(answer, context, out);
            }
            _ => {}
        }
    }
}

impl Modern {
    fn judge(&mut self, answer: &Answer<'_>, context: &Context, out: &mut Sink) {
        if !answer.call.is_sound {
            return judge_malformed(answer, context, out);
        }
        if answer.method() == "server/discover" {
            judge_discovery(answer, out);
        }
        if GONE.contains(&answer.method()) {
            judge_gone(answer, out);
        }
        match (answer.result(), answer.error()) {
            (Some(result), _) => self.judge_result(answer, result, context, out),
            (_, Some(error)) => judge_error(answer, error, out),
            _ => {}
        }
        let list = List::of_method(answer.method()).filter(|list| *list != List::Templates);
        let capability = list.and_then(|list| list.method().strip_suffix("/list"));
        if let Some(capability) = capability
            && context.server_has(R5, &[capability]) == Some(true)
        {
            let is_missing = answer.error().is_some_and(|error| error.code == Some(-32601));
            out.judge(&MOD_09, answer.place, !is_missing, "/error/code", || {
                format!("`{}` is not found, though `{capability}` is declared", answer.method())
            });
        }
    }

    fn judge_result(&mut self, answer: &Answer<'_>, result: &Body, context: &Context, out: &mut Sink) {
        let place = answer.place;
        let kind = result.member("resultType");
        let text: Option<String> = kind.as_ref().and_then(|kind| kind.read().ok());
        out.judge(&MOD_03, place, text.is_some(), "/result/resultType", || {
            format!("`resultType` is {}", shown_member(kind.as_ref()))
        });
        if let Some(text) = text {
            let extensions = answer.call.client.as_ref().and_then(|client| client.member("extensions"));
            let names = extensions.and_then(|extensions| extensions.members()).unwrap_or_default();
            let has_others = names.iter().any(|(name, _)| name != meta::TASKS);
            let has_tasks = names.iter().any(|(name, _)| name == meta::TASKS);
            let is_known = matches!(text.as_str(), "complete" | "input_required");
            // What an extension adds is for its own rules.
            let is_added = has_others || (has_tasks && text == "task");
            if is_known || !is_added {
                out.judge(&MOD_04, place, is_known, "/result/resultType", || {
                    format!("`resultType` is `{}`", shown(&text))
                });
            }
        }
        let versions = context.discovered().and_then(|discovered| discovered.member("supportedVersions"));
        // Discovery itself is there for those who speak another version.
        if answer.method() != "server/discover"
            && let Some(versions) = versions.and_then(|versions| versions.read::<Vec<String>>().ok())
        {
            let is_listed = versions.iter().any(|version| version == R5.as_str());
            out.judge(&MOD_02, place, is_listed, "", || {
                format!(
                    "a request of {R5} was served, but `supportedVersions` is {}",
                    shown(&format!("{versions:?}"))
                )
            });
        }
        if self.named.len() < 100 && self.named.insert(answer.method().to_owned()) {
            judge_name(answer, result, out);
        }
    }
}

fn judge_name(answer: &Answer<'_>, result: &Body, out: &mut Sink) {
    let info = result.member("_meta").and_then(|meta| meta.member("io.modelcontextprotocol/serverInfo"));
    let has = |name| info.as_ref().is_some_and(|info| info.text_member(name).is_some());
    let is_named = has("name") && has("version");
    let is_old = answer.method() == "server/discover" && result.member("serverInfo").is_some();
    let (spot, message) = if is_old {
        ("/result/serverInfo", "`serverInfo` stands in the result itself, as before the release".to_owned())
    } else {
        let place = "/result/_meta/io.modelcontextprotocol~1serverInfo";
        (place, format!("`io.modelcontextprotocol/serverInfo` is {}", shown_member(info.as_ref())))
    };
    out.judge(&MOD_05, answer.place, is_named && !is_old, spot, || message);
}

fn judge_discovery(answer: &Answer<'_>, out: &mut Sink) {
    let Some(result) = answer.result() else {
        if answer.error().is_some_and(|error| error.code == Some(-32601)) {
            out.broken(&MOD_01, answer.place, "/error/code", "`server/discover` is not found (-32601)");
        }
        return;
    };
    let versions = result.member("supportedVersions");
    let texts: Option<Vec<String>> = versions.as_ref().and_then(|versions| versions.read().ok());
    let is_list = texts.is_some_and(|texts| !texts.is_empty());
    out.judge(&MOD_01, answer.place, is_list, "/result/supportedVersions", || {
        format!("`supportedVersions` is {}", shown_member(versions.as_ref()))
    });
    let capabilities = result.member("capabilities");
    let is_object = capabilities.as_ref().is_some_and(Raw::is_object);
    out.judge(&MOD_01, answer.place, is_object, "/result/capabilities", || {
        format!("`capabilities` is {}", shown_member(capabilities.as_ref()))
    });
}

fn judge_gone(answer: &Answer<'_>, out: &mut Sink) {
    if answer.result().is_some() {
        let message = format!("`{}` was answered, which {R5} does not have", answer.method());
        out.broken(&MOD_14, answer.place, "/result", message);
    } else if answer.error().is_some_and(|error| error.code == Some(-32601)) {
        out.kept(&MOD_14, answer.place);
    }
}

fn judge_error(answer: &Answer<'_>, error: &RpcError, out: &mut Sink) {
    if error.code != Some(-32021) {
        return;
    }
    let required = error.data.as_ref().and_then(|data| data.member("requiredCapabilities"));
    let spot = "/error/data/requiredCapabilities";
    let Some(names) = required.as_ref().filter(|required| required.is_object() && !is_empty(required)) else {
        let message = format!("`requiredCapabilities` is {}", shown_member(required.as_ref()));
        return out.broken(&MOD_11, answer.place, spot, message);
    };
    let declared = answer.call.client.as_ref().map(Raw::to_value).unwrap_or_default();
    out.judge(&MOD_11, answer.place, !covers(&declared, &names.to_value()), spot, || {
        format!("`{}` is all declared by the request", shown(names.as_str()))
    });
}

/// A request whose `_meta` is not as it must be: only how it is refused matters.
fn judge_malformed(answer: &Answer<'_>, context: &Context, out: &mut Sink) {
    let call = answer.call;
    if !call.is_clean || call.is_ambiguous || !context.is_modern {
        return;
    }
    let place = &Place { is_exempt: false, ..answer.place.clone() };
    let code = answer.error().and_then(|error| error.code);
    // Headers are looked at before the body, and a method that is not there has no parameters.
    if matches!(code, Some(-32020 | -32601)) {
        return;
    }
    let got = || code.map_or_else(|| "a result".to_owned(), |code| format!("the error {code}"));
    let has_capabilities = call.client.as_ref().is_some_and(Raw::is_object);
    let Some(version) = call.version.as_deref() else { return };
    if version == R5.as_str() {
        out.judge(&MOD_07, place, code == Some(-32602), "", || {
            format!("a request without `clientCapabilities` got {}", got())
        });
        return;
    }
    let supported = context.discovered().and_then(|discovered| discovered.member("supportedVersions"));
    let supported = supported.and_then(|list| list.read::<Vec<String>>().ok());
    if !has_capabilities || supported.is_none_or(|list| list.iter().any(|known| known == version)) {
        return;
    }
    let data = answer.error().and_then(|error| error.data.as_ref());
    let listed = data.and_then(|data| data.member("supported"));
    let has_list =
        listed.as_ref().and_then(|list| list.read::<Vec<String>>().ok()).is_some_and(|list| !list.is_empty());
    let requested = data.and_then(|data| data.text_member("requested"));
    let is_echoed = requested.as_deref() == Some(version);
    let held = code == Some(-32022) && has_list && is_echoed;
    out.judge(&MOD_06, place, held, "/error", || match code {
        Some(-32022) if has_list => {
            format!("`requested` is {requested:?} for the version `{}`", shown(version))
        }
        Some(-32022) => format!("`supported` is {}", shown_member(listed.as_ref())),
        _ => format!("the version `{}` got {}", shown(version), got()),
    });
}

fn is_empty(object: &Raw) -> bool {
    object.members().is_none_or(|members| members.is_empty())
}

/// Whether everything in `required` is also in `declared`.
fn covers(declared: &Value, required: &Value) -> bool {
    match (declared, required) {
        (Value::Object(declared), Value::Object(required)) => required
            .iter()
            .all(|(name, required)| declared.get(name).is_some_and(|declared| covers(declared, required))),
        (declared, _) => !matches!(declared, Value::Null | Value::Bool(false)),
    }
}
