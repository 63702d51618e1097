//! What behaviours do to tools/call.

use super::{Ending, Flow, GO_ON, Session};
use crate::behaviour::Behaviour;
use crate::mcp::tool;
use crate::rpc::{self, Answer};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

impl<W: Write> Session<'_, W> {
    pub(super) fn on_call(&mut self, id: &Value, params: &Value) -> Flow {
        match self.behaviour {
            Behaviour::HugeLine { bytes } => return self.huge_line(id, *bytes),
            Behaviour::DeepJson { depth } => return self.deep_json(id, *depth),
            Behaviour::HalfFrameThenExit => return self.half_a_frame(id),
            Behaviour::ClosesStdoutStaysAlive => {
                return Ok(ControlFlow::Break(Ending::CloseStdout));
            }
            Behaviour::CrashOnce { file } if !file.exists() => {
                File::create(file)?;
                return Ok(ControlFlow::Break(Ending::Exit(9)));
            }
            Behaviour::FloodNotifications { count } => self.flood(0..*count)?,
            Behaviour::FloodForever => self.flood(0..)?,
            Behaviour::FloodStderr { count } => flood_stderr(*count)?,
            Behaviour::Progress { steps, ms } => self.progress(params, *steps, *ms)?,
            Behaviour::Updates => self.update()?,
            Behaviour::Asks => {
                if let Some((method, ask)) = ask_for(Self::tool_name(params)) {
                    return self.ask(id, method, &ask);
                }
            }
            Behaviour::AsksUnknown => return self.ask(id, "vendor/unknown", &json!({ "x": 1 })),
            Behaviour::AsksThenCancels => return self.ask_and_cancel(id),
            Behaviour::Environment if Self::tool_name(params) == "env" => {
                return self.answer("tools/call", id, Answer::text(&surroundings()?));
            }
            _ => {}
        }
        let answer = self.mcp.answer("tools/call", params);
        if answer == Answer::Silence {
            return GO_ON;
        }
        self.answer_call(id, answer)
    }

    /// Answers a call, with the faults that concern only these answers.
    fn answer_call(&mut self, id: &Value, answer: Answer) -> Flow {
        match self.behaviour {
            Behaviour::LateAnswer => self.held.push((id.clone(), answer)),
            Behaviour::WrongId => {
                let wrong = match id.as_u64() {
                    Some(number) => json!(number + 1000),
                    None => json!(format!("{}1000", id.as_str().unwrap_or_default())),
                };
                return self.answer("tools/call", &wrong, answer);
            }
            Behaviour::NullIdError => {
                let error = Answer::error(-32603, "Internal error");
                return self.answer("tools/call", &Value::Null, error);
            }
            Behaviour::ErrorWithoutMessage => {
                let error = Answer::Error(json!({ "code": -32000 }));
                return self.answer("tools/call", id, error);
            }
            Behaviour::ErrorStringCode => {
                let error = Answer::Error(json!({ "code": "ENOENT", "message": "No such file" }));
                return self.answer("tools/call", id, error);
            }
            Behaviour::ResultAndError => {
                if let Some(mut message) = answer.into_response(id) {
                    message["error"] = json!({ "code": -32000, "message": "And an error, too" });
                    return self.send(&message);
                }
            }
            Behaviour::DuplicateAnswer => {
                let _ = self.answer("tools/call", id, answer.clone())?;
                return self.answer("tools/call", id, answer);
            }
            Behaviour::ListChanges => {
                let _ = self.answer("tools/call", id, answer)?;
                self.calls_answered += 1;
                let name = format!("added-{}", self.calls_answered);
                self.mcp.tools.push(tool(&name, "Was not there before"));
                let changed = "notifications/tools/list_changed";
                return self.send(&rpc::notification(changed, Value::Null));
            }
            Behaviour::CrashAfter { calls } => {
                let _ = self.answer("tools/call", id, answer)?;
                self.calls_answered += 1;
                if self.calls_answered >= *calls {
                    return Ok(ControlFlow::Break(Ending::Exit(9)));
                }
            }
            _ => return self.answer("tools/call", id, answer),
        }
        GO_ON
    }

    fn huge_line(&mut self, id: &Value, bytes: usize) -> Flow {
        let (before, after) = rpc::around_text(id);
        self.wire.pieces(&[&before])?;
        self.wire.repeat(b'x', bytes.saturating_sub(before.len() + after.len()))?;
        self.wire.pieces(&[after, "\n"])?;
        self.wire.flush()?;
        GO_ON
    }

    fn deep_json(&mut self, id: &Value, depth: usize) -> Flow {
        let before =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[],"structuredContent":{{"deep":"#);
        self.wire.pieces(&[&before])?;
        self.wire.repeat(b'[', depth)?;
        self.wire.repeat(b']', depth)?;
        self.wire.pieces(&["}}}\n"])?;
        self.wire.flush()?;
        GO_ON
    }

    fn half_a_frame(&mut self, id: &Value) -> Flow {
        let (half, _) = rpc::around_text(id);
        self.wire.pieces(&[&half])?;
        self.wire.flush()?;
        Ok(ControlFlow::Break(Ending::Exit(3)))
    }

    fn flood(&mut self, numbers: impl Iterator<Item = u64>) -> io::Result<()> {
        const BEFORE: &str = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"testkit","data":"flood "#;
        for number in numbers {
            self.wire.pieces(&[BEFORE, &number.to_string(), "\"}}\n"])?;
        }
        self.wire.flush()
    }

    fn progress(&mut self, params: &Value, steps: u64, ms: u64) -> io::Result<()> {
        let token = &params["_meta"]["progressToken"];
        if token.is_null() {
            return Ok(());
        }
        for step in 1..=steps {
            let params = json!({
                "progressToken": token,
                "progress": step,
                "total": steps,
                "message": format!("step {step} of {steps}"),
            });
            let _ = self.send(&rpc::notification("notifications/progress", params))?;
            thread::sleep(Duration::from_millis(ms));
        }
        Ok(())
    }

    fn update(&mut self) -> io::Result<()> {
        self.mcp.counter += 1;
        for uri in self.mcp.subscribed.clone() {
            let params = json!({ "uri": uri });
            let _ = self.send(&rpc::notification("notifications/resources/updated", params))?;
        }
        Ok(())
    }

    fn ask_and_cancel(&mut self, call: &Value) -> Flow {
        let (method, ask) = ask_for("sample").expect("sampling can be asked for");
        let _ = self.ask(call, method, &ask)?;
        let Some((id, _)) = self.asked.pop() else {
            return GO_ON;
        };
        let params = json!({ "requestId": id, "reason": "No longer needed" });
        let _ = self.send(&rpc::notification("notifications/cancelled", params))?;
        self.answer("tools/call", call, Answer::text("asked and cancelled"))
    }
}

/// The request a tool of the behaviour `asks` sends.
fn ask_for(tool: &str) -> Option<(&'static str, Value)> {
    Some(match tool {
        "sample" => {
            let content = json!({ "type": "text", "text": "Say hello" });
            let messages = json!([{ "role": "user", "content": content }]);
            ("sampling/createMessage", json!({ "messages": messages, "maxTokens": 100 }))
        }
        "elicit" => {
            let schema = json!({
                "type": "object",
                "properties": { "name": { "type": "string", "title": "Name" } },
                "required": ["name"],
            });
            ("elicitation/create", json!({ "message": "Who are you?", "requestedSchema": schema }))
        }
        "elicit_url" => (
            "elicitation/create",
            json!({
                "mode": "url",
                "message": "Please agree there",
                "url": "https://example.com/agree",
                "elicitationId": "agree-1",
            }),
        ),
        "roots" => ("roots/list", json!({})),
        "ping" => ("ping", json!({})),
        _ => return None,
    })
}

fn flood_stderr(count: u64) -> io::Result<()> {
    let mut stderr = io::BufWriter::new(io::stderr().lock());
    for number in 0..count {
        writeln!(stderr, "flood {number}")?;
    }
    stderr.flush()
}

/// Where this process runs, as JSON text.
fn surroundings() -> io::Result<String> {
    let variables: Map<String, Value> = std::env::vars_os()
        .map(|(name, value)| (name.to_string_lossy().into_owned(), json!(value.to_string_lossy())))
        .collect();
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    let directory = std::env::current_dir()?;
    Ok(json!({
        "env": variables,
        "cwd": directory.to_string_lossy(),
        "args": arguments,
    })
    .to_string())
}
