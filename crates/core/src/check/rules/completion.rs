//! CMP: what a server proposes while somebody types.

use super::listing::Listing;
use crate::check::Rule;
use crate::check::event::{Answer, Event, Family};
use crate::check::rule::{ALL, FROM_R2, MUST, R1, SHOULD};
use crate::check::sink::{Sink, shown};
use crate::check::walk::Context;
use crate::message::RpcError;
use serde_json::Value;

pub(super) const RULES: &[&Rule] = &[&CMP_01, &CMP_02, &CMP_03];

const COMPLETED: &str = r#"
    init 2025-11-25 {"completions":{},"prompts":{}}
    > {$J,"id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"who","value":"A"}}}
    < {$J,"id":1,"result":{"completion":{"values":["Ada"]}}}
"#;

const CMP_01: Rule = Rule {
    id: "CMP-01",
    levels: MUST,
    revisions: FROM_R2,
    checks: "a server that completes declares the `completions` capability",
    pages: &[(R1, "server/utilities/completion#capabilities")],
    broken: r#"
        init 2025-11-25 {"prompts":{}}
        > {$J,"id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"who","value":"A"}}}
        < {$J,"id":1,"result":{"completion":{"values":["Ada"]}}}
    "#,
    kept: COMPLETED,
};

const CMP_02: Rule = Rule {
    id: "CMP-02",
    levels: MUST,
    revisions: ALL,
    checks: "there are at most 100 values, all of them strings",
    pages: &[(R1, "server/utilities/completion#completion-results")],
    broken: r#"
        init 2025-11-25 {"completions":{},"prompts":{}}
        > {$J,"id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"age","value":"4"}}}
        < {$J,"id":1,"result":{"completion":{"values":[41,42]}}}
    "#,
    kept: COMPLETED,
};

const CMP_03: Rule = Rule {
    id: "CMP-03",
    levels: SHOULD,
    revisions: FROM_R2,
    checks: "a reference to a prompt that does not exist is refused with -32602",
    pages: &[(R1, "server/utilities/completion#error-handling")],
    broken: r#"
        init 2025-11-25 {"completions":{},"prompts":{}}
        > {$J,"id":1,"method":"prompts/list"}
        < {$J,"id":1,"result":{"prompts":[{"name":"greet"}]}}
        > {$J,"id":2,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"nope"},"argument":{"name":"who","value":"A"}}}
        < {$J,"id":2,"error":{"code":-32603,"message":"no such prompt"}}
    "#,
    kept: r#"
        init 2025-11-25 {"completions":{},"prompts":{}}
        > {$J,"id":1,"method":"prompts/list"}
        < {$J,"id":1,"result":{"prompts":[{"name":"greet"}]}}
        > {$J,"id":2,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"nope"},"argument":{"name":"who","value":"A"}}}
        < {$J,"id":2,"error":{"code":-32602,"message":"no such prompt"}}
    "#,
};

/// How many values there may be.
const MOST_VALUES: usize = 100;

/// Remembers which prompts there are.
#[derive(Default)]
pub(super) struct Completions {
    prompts: Listing,
}

impl Family for Completions {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => *self = Completions::default(),
            Event::Notice(notice) if notice.method == "notifications/prompts/list_changed" => {
                self.prompts.forget();
            }
            Event::Answer(answer) if answer.method() == "prompts/list" => {
                self.prompts.take(answer, "prompts", "name");
            }
            Event::Answer(answer) if answer.method() == "completion/complete" => match answer.error() {
                Some(error) => self.judge_refusal(answer, error, out),
                None => judge_result(answer, context, out),
            },
            _ => {}
        }
    }
}

impl Completions {
    fn judge_refusal(&self, answer: &Answer<'_>, error: &RpcError, out: &mut Sink) {
        let reference = answer.call.param("ref");
        let name = reference
            .filter(|reference| reference.text_member("type").as_deref() == Some("ref/prompt"))
            .and_then(|reference| reference.text_member("name"));
        let Some(name) = name else { return };
        // A server that does not complete at all says so.
        let code = error.code.filter(|code| *code != -32601);
        if let (Some(code), Some(false)) = (code, self.prompts.has(answer.place.revision, &name)) {
            out.judge(&CMP_03, answer.place, code == -32602, "/error/code", || {
                format!("the prompt does not exist, and the code is {code} instead of -32602")
            });
        }
    }
}

fn judge_result(answer: &Answer<'_>, context: &Context, out: &mut Sink) {
    let place = answer.place;
    let Some(result) = answer.complete().and_then(|result| result.value()) else { return };
    let Some(values) = result.pointer("/completion/values").and_then(Value::as_array) else { return };
    let is_declared = place.revision.and_then(|revision| context.server_has(revision, &["completions"]));
    if let Some(is_declared) = is_declared.filter(|_| !values.is_empty()) {
        out.judge(&CMP_01, place, is_declared, "/result", || {
            "`completion/complete` works, and the server did not declare `completions`".into()
        });
    }
    out.judge(&CMP_02, place, values.len() <= MOST_VALUES, "/result/completion/values", || {
        format!("there are {} values", values.len())
    });
    if let Some(at) = values.iter().position(|value| !value.is_string()) {
        let message = format!("the value `{}` is not a string", shown(&values[at].to_string()));
        out.broken(&CMP_02, place, format!("/result/completion/values/{at}"), message);
    }
}
