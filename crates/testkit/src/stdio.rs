//! MCP servers on stdio: one session over a pair of byte streams.
//!
//! [`serve`] is a whole session and touches nothing but its two streams (and
//! stderr, where a behaviour floods it), so tests can run it in memory. What a
//! behaviour does to the process itself is in `process.rs`; to lists in
//! `lists.rs`; to tool calls in `calls.rs`; to bytes in `wire.rs`.

mod calls;
mod lists;
mod process;
#[cfg(test)]
mod tests;
mod wire;

use crate::behaviour::Behaviour;
use crate::mcp::{Mcp, text_of, tool};
use crate::rpc::{self, Answer};
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use wire::Wire;

pub use process::run;

/// Why a session is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The client closed its end.
    InputEnded,
    /// The behaviour wants the process to exit with this code.
    Exit(u8),
    /// The behaviour wants stdout closed while the process lives on.
    CloseStdout,
}

/// Whether the session goes on after a message.
type Flow = io::Result<ControlFlow<Ending>>;

const GO_ON: Flow = Ok(ControlFlow::Continue(()));

/// Runs one session until the input ends or the behaviour ends it.
pub fn serve(behaviour: &Behaviour, mut input: impl BufRead, output: impl Write) -> io::Result<Ending> {
    let mut session = Session::new(behaviour, output);
    if *behaviour == Behaviour::JunkBefore {
        session.wire.junk_before()?;
    }
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(Ending::InputEnded);
        }
        if line.trim_ascii().is_empty() || *behaviour == Behaviour::NeverAnswers {
            continue;
        }
        if let ControlFlow::Break(ending) = session.on_line(&line)? {
            return Ok(ending);
        }
    }
}

struct Session<'a, W: Write> {
    behaviour: &'a Behaviour,
    wire: Wire<W>,
    mcp: Mcp,
    /// Requests we have made: our id, and the id of the call that waits for the answer.
    asked: Vec<(String, Value)>,
    /// How many requests we have ever made.
    asks: u64,
    /// Calls whose answers are held back, with their answers.
    held: Vec<(Value, Answer)>,
    calls_answered: u64,
    greeted: bool,
}

impl<'a, W: Write> Session<'a, W> {
    fn new(behaviour: &'a Behaviour, output: W) -> Self {
        let mut mcp = Mcp::new();
        match behaviour {
            Behaviour::Asks => {
                for name in ["sample", "elicit", "elicit_url", "roots", "ping"] {
                    mcp.tools.push(tool(name, "Asks the client for this"));
                }
            }
            Behaviour::Environment => mcp.tools.push(tool("env", "Where the server runs")),
            _ => {}
        }
        Self {
            behaviour,
            wire: Wire::new(output, behaviour),
            mcp,
            asked: Vec::new(),
            asks: 0,
            held: Vec::new(),
            calls_answered: 0,
            greeted: false,
        }
    }

    fn on_line(&mut self, line: &[u8]) -> Flow {
        let Ok(message) = serde_json::from_slice::<Value>(line) else {
            return self.answer("", &Value::Null, Answer::error(-32700, "Parse error"));
        };
        let id = message.get("id");
        let method = message.get("method").and_then(Value::as_str);
        match (method, id) {
            (Some(method), Some(id)) => self.on_request(method, id, &message["params"]),
            (Some(method), None) => self.on_notification(method, &message["params"]),
            (None, Some(id)) => self.on_response(id, &message),
            (None, None) => self.answer("", &Value::Null, Answer::error(-32600, "Invalid Request")),
        }
    }

    fn on_request(&mut self, method: &str, id: &Value, params: &Value) -> Flow {
        match (self.behaviour, method) {
            (Behaviour::InitializeOnly, _) if self.greeted => GO_ON,
            (Behaviour::ExitOnDiscover, "server/discover") => Ok(ControlFlow::Break(Ending::Exit(5))),
            (_, "initialize") => self.on_initialize(id, params),
            (_, "tools/list") => self.on_list_tools(id, params),
            (_, "tools/call") => self.on_call(id, params),
            _ => self.answer_properly(method, id, params),
        }
    }

    fn on_initialize(&mut self, id: &Value, params: &Value) -> Flow {
        let mut answer = self.mcp.answer("initialize", params);
        match (self.behaviour, &mut answer) {
            (Behaviour::NoCapabilities, Answer::Result(result)) => {
                result["capabilities"] = json!({});
            }
            (Behaviour::WrongVersion, Answer::Result(result)) => {
                result["protocolVersion"] = json!("1999-01-01");
            }
            (Behaviour::RefusesVersion, _) if params["protocolVersion"] != "2024-11-05" => {
                answer = Answer::Error(json!({
                    "code": -32602,
                    "message": "Unsupported protocol version",
                    "data": {
                        "supported": ["2024-11-05"],
                        "requested": params["protocolVersion"],
                    },
                }));
            }
            (Behaviour::InitError, _) => {
                answer = Answer::Error(json!({
                    "code": -32000,
                    "message": "The database is not reachable",
                    "data": { "host": "db.example", "attempts": 3 },
                }));
            }
            _ => {}
        }
        self.greeted = true;
        self.answer("initialize", id, answer)
    }

    fn on_notification(&mut self, method: &str, params: &Value) -> Flow {
        if method == "notifications/cancelled" {
            let cancelled = &params["requestId"];
            if let Some(index) = self.held.iter().position(|(id, _)| id == cancelled) {
                let (id, answer) = self.held.remove(index);
                return self.answer("tools/call", &id, answer);
            }
        }
        GO_ON
    }

    /// The client has answered a request of ours; the call that made us ask can end.
    fn on_response(&mut self, id: &Value, message: &Value) -> Flow {
        let Some(index) = self.asked.iter().position(|(asked, _)| id == asked) else {
            return GO_ON;
        };
        let (_, call) = self.asked.remove(index);
        self.answer("tools/call", &call, Answer::text(&message.to_string()))
    }

    fn answer_properly(&mut self, method: &str, id: &Value, params: &Value) -> Flow {
        let answer = self.mcp.answer(method, params);
        self.answer(method, id, answer)
    }

    /// Sends an answer, with the faults that concern every answer.
    fn answer(&mut self, method: &str, id: &Value, answer: Answer) -> Flow {
        let Some(mut message) = answer.into_response(id) else {
            return GO_ON;
        };
        match self.behaviour {
            Behaviour::JunkBetween => self.wire.junk()?,
            Behaviour::MissingJsonrpc { method: only } if Behaviour::covers(only, method) => {
                if let Some(members) = message.as_object_mut() {
                    members.shift_remove("jsonrpc");
                }
            }
            Behaviour::StringId { method: only } if id.is_number() && Behaviour::covers(only, method) => {
                message["id"] = Value::String(id.to_string());
            }
            _ => {}
        }
        self.send(&message)
    }

    fn send(&mut self, message: &Value) -> Flow {
        self.wire.line(&message.to_string())?;
        GO_ON
    }

    /// Asks the client something on behalf of the call `call`.
    fn ask(&mut self, call: &Value, method: &str, params: &Value) -> Flow {
        self.asks += 1;
        let id = format!("ask-{}", self.asks);
        let message = rpc::request(&id, method, params);
        self.asked.push((id, call.clone()));
        self.send(&message)
    }

    fn tool_name(params: &Value) -> &str {
        text_of(params, "name")
    }
}
