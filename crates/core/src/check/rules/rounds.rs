//! MRTR: results that ask for input.

use crate::check::Rule;
use crate::check::event::{Answer, Body, Event, Family};
use crate::check::rule::{MODERN, MUST, R5};
use crate::check::sink::{Sink, shown, shown_member, token};
use crate::check::walk::Context;
use crate::method::has_capability;
use crate::raw::Raw;

pub(super) const RULES: &[&Rule] = &[&MRTR_01, &MRTR_02, &MRTR_03, &MRTR_04];

const ASKED: &str = r#"
    discover {"tools":{}}
    > {$J,"id":1,"method":"tools/call","params":{"name":"deploy",$M({"roots":{}})}}
    < {$J,"id":1,"result":{"resultType":"input_required","inputRequests":{"where":{"method":"roots/list"}},"requestState":"v1","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}
"#;

const MRTR_01: Rule = Rule {
    id: "MRTR-01",
    levels: MUST,
    revisions: MODERN,
    checks: "only `tools/call`, `prompts/get` and `resources/read` ask for input",
    pages: &[(R5, "basic/patterns/mrtr#supported-requests")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{"resultType":"input_required","requestState":"v1"}}
    "#,
    kept: ASKED,
};

const MRTR_02: Rule = Rule {
    id: "MRTR-02",
    levels: MUST,
    revisions: MODERN,
    checks: "a result that asks for input has `inputRequests` or `requestState`, which is a string",
    pages: &[(R5, "basic/patterns/mrtr#server-requirements-basic-workflow")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"deploy",$M}}
        < {$J,"id":1,"result":{"resultType":"input_required"}}
    "#,
    kept: ASKED,
};

const MRTR_03: Rule = Rule {
    id: "MRTR-03",
    levels: MUST,
    revisions: MODERN,
    checks: "each of `inputRequests` is a bare elicitation, sampling or roots request",
    pages: &[(R5, "basic/patterns/mrtr#inputrequests")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"deploy",$M}}
        < {$J,"id":1,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"ping"}}}}
    "#,
    kept: ASKED,
};

const MRTR_04: Rule = Rule {
    id: "MRTR-04",
    levels: MUST,
    revisions: MODERN,
    checks: "input is asked for only as far as the request declared that it can be given",
    pages: &[(R5, "basic/patterns/mrtr#server-requirements-basic-workflow")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"deploy",$M({"sampling":{}})}}
        < {$J,"id":1,"result":{"resultType":"input_required","inputRequests":{"where":{"method":"roots/list"}}}}
    "#,
    kept: ASKED,
};

/// How many of the input requests of one result are looked at.
const LOOKED_AT: usize = 100;

/// Remembers nothing: each round stands alone.
#[derive(Default)]
pub(super) struct Rounds;

impl Family for Rounds {
    fn see(&mut self, event: &Event<'_>, _: &Context, out: &mut Sink) {
        let Event::Answer(answer) = event else { return };
        let Some(result) = answer.result() else { return };
        if answer.call.is_modern() && result.text("resultType").as_deref() == Some("input_required") {
            judge(answer, result, out);
        }
    }
}

fn judge(answer: &Answer<'_>, result: &Body, out: &mut Sink) {
    let place = answer.place;
    let is_allowed = matches!(answer.method(), "tools/call" | "prompts/get" | "resources/read");
    out.judge(&MRTR_01, place, is_allowed, "/result/resultType", || {
        format!("`{}` asks for input", shown(answer.method()))
    });
    let (requests, state) = (result.member("inputRequests"), result.member("requestState"));
    let is_text = state.as_ref().is_none_or(|state| state.as_str().starts_with('"'));
    if is_text {
        out.judge(&MRTR_02, place, requests.is_some() || state.is_some(), "/result", || {
            "neither `inputRequests` nor `requestState` is there".to_owned()
        });
    } else {
        // The state is opaque and may be worth stealing, so it is not shown.
        out.broken(&MRTR_02, place, "/result/requestState", "`requestState` is not a string");
    }
    let requests = requests.and_then(|requests| requests.members()).unwrap_or_default();
    for (key, request) in requests.iter().take(LOOKED_AT) {
        judge_request(answer, &format!("/result/inputRequests/{}", token(key)), request, out);
    }
}

fn judge_request(answer: &Answer<'_>, spot: &str, request: &Raw, out: &mut Sink) {
    let place = answer.place;
    let method = request.text_member("method").unwrap_or_default();
    let is_known = matches!(method.as_str(), "elicitation/create" | "sampling/createMessage" | "roots/list");
    if !is_known {
        let message = format!("`method` is {}", shown_member(request.member("method").as_ref()));
        return out.broken(&MRTR_03, place, format!("{spot}/method"), message);
    }
    let spare = ["jsonrpc", "id"].into_iter().find(|name| request.member(name).is_some());
    out.judge(&MRTR_03, place, spare.is_none(), format!("{spot}/{}", spare.unwrap_or_default()), || {
        format!("the input request has `{}`", spare.unwrap_or_default())
    });
    let Some(client) = answer.call.client.as_ref().filter(|client| client.is_object()) else { return };
    let missing = undeclared(client, &method, request.member("params").as_ref());
    out.judge(&MRTR_04, place, missing.is_none(), format!("{spot}/method"), || {
        format!("`{method}` is asked for, but `{}` is not declared", missing.unwrap_or_default())
    });
}

/// The capability that the input request needs and the client has not declared.
fn undeclared(client: &Raw, method: &str, params: Option<&Raw>) -> Option<&'static str> {
    let has = |path: &[&str]| has_capability(client, path);
    let param = |name: &str| params.and_then(|params| params.member(name));
    match method {
        "roots/list" => (!has(&["roots"])).then_some("roots"),
        "sampling/createMessage" if !has(&["sampling"]) => Some("sampling"),
        "sampling/createMessage" => {
            let wants_tools = param("tools").is_some() || param("toolChoice").is_some();
            (wants_tools && !has(&["sampling", "tools"])).then_some("sampling.tools")
        }
        _ if !has(&["elicitation"]) => Some("elicitation"),
        _ => {
            let mode = param("mode").and_then(|mode| mode.read::<String>().ok());
            let (has_form, has_url) = (has(&["elicitation", "form"]), has(&["elicitation", "url"]));
            match mode.as_deref() {
                Some("url") => (!has_url).then_some("elicitation.url"),
                // With no mode named, forms are meant.
                None | Some("form") => (!has_form && has_url).then_some("elicitation.form"),
                Some(_) => None,
            }
        }
    }
}
