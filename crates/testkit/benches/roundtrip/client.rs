//! The two clients, and the server both talk to.

use mcp_inspector_engine::core::target::Target;
use mcp_inspector_engine::link::memory::{Dialer, ServerEnd};
use mcp_inspector_engine::{LogLimits, Responder, Session, SessionConfig, ToolCall};
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, PingRequest};
use rmcp::service::RunningService;
use rmcp::transport::TokioChildProcess;
use rmcp::{Peer, RoleClient, ServiceExt};
use std::fmt;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::process::Command;

/// Which client.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Ours,
    Rmcp,
}

/// What is at the other end. Either way it answers at once and hardly looks at the request.
#[derive(Clone, Copy)]
pub(crate) enum Server {
    /// A task in this process.
    Memory,
    /// The program `testkit-echo`.
    Process { payload: usize },
}

/// What a call does.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// A ping, whose result is empty.
    Ping,
    /// A tool call, whose result is read as one.
    Tool,
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Server::Memory => "memory",
            Server::Process { .. } => "stdio",
        })
    }
}

/// A connected client.
pub(crate) enum Client {
    Ours(Session),
    Rmcp(RunningService<RoleClient, ()>),
}

/// A handle to make calls with.
#[derive(Clone)]
pub(crate) enum Caller {
    Ours(Session),
    Rmcp(Peer<RoleClient>),
}

impl Client {
    pub(crate) async fn connect(kind: Kind, server: Server, in_flight: usize, log: LogLimits) -> Self {
        match kind {
            Kind::Ours => Client::Ours(ours(server, in_flight, log).await),
            Kind::Rmcp => Client::Rmcp(theirs(server).await),
        }
    }

    pub(crate) fn caller(&self) -> Caller {
        match self {
            Client::Ours(session) => Caller::Ours(session.clone()),
            Client::Rmcp(service) => Caller::Rmcp(service.peer().clone()),
        }
    }

    pub(crate) async fn stop(self) {
        match self {
            Client::Ours(session) => session.stop().await,
            Client::Rmcp(service) => drop(service.cancel().await),
        }
    }
}

impl Caller {
    pub(crate) async fn call(&self, work: Work) {
        match (self, work) {
            (Caller::Ours(session), Work::Ping) => {
                session.call("ping", None).await.expect("the echo server answers");
            }
            (Caller::Rmcp(peer), Work::Ping) => {
                let ping = ClientRequest::PingRequest(PingRequest::default());
                peer.send_request(ping).await.expect("the echo server answers");
            }
            (Caller::Ours(session), Work::Tool) => {
                let result = session.call_tool(ToolCall::new("echo")).await.expect("the echo server answers");
                assert_eq!(result.get().expect("the result is one").content.len(), 1);
            }
            (Caller::Rmcp(peer), Work::Tool) => {
                let call = CallToolRequest::new(CallToolRequestParams::new("echo"));
                peer.send_request(ClientRequest::CallToolRequest(call))
                    .await
                    .expect("the echo server answers");
            }
        }
    }
}

async fn ours(server: Server, in_flight: usize, log: LogLimits) -> Session {
    let mut config = SessionConfig::client_library();
    config.peer.concurrency = in_flight;
    config.log = log;
    let session = match server {
        Server::Memory => {
            let dialer = Dialer::new(|end| drop(tokio::spawn(echo_frames(end))));
            Session::open_in_memory(dialer, config, Responder::refuse())
        }
        Server::Process { payload } => {
            let words =
                [env!("CARGO_BIN_EXE_testkit-echo").to_owned(), "--payload".to_owned(), payload.to_string()];
            Session::open(Target::from_words(&words).expect("a command is a target"), config)
        }
    };
    session.ready().await.expect("the echo server shakes hands");
    session
}

async fn theirs(server: Server) -> RunningService<RoleClient, ()> {
    match server {
        Server::Memory => {
            let (client_end, server_end) = tokio::io::duplex(64 << 10);
            tokio::spawn(echo_lines(server_end));
            ().serve(client_end).await.expect("the echo server shakes hands")
        }
        Server::Process { payload } => {
            let mut command = Command::new(env!("CARGO_BIN_EXE_testkit-echo"));
            command.args(["--payload", &payload.to_string()]);
            let process = TokioChildProcess::new(command).expect("the echo server starts");
            ().serve(process).await.expect("the echo server shakes hands")
        }
    }
}

async fn echo_frames(mut end: ServerEnd) {
    let mut frames = Vec::new();
    while end.receive_many(&mut frames, 256).await > 0 {
        for frame in frames.drain(..) {
            let mut answer = Vec::with_capacity(64);
            reply(&frame, &mut answer);
            if !answer.is_empty() && !end.send(answer).await {
                return;
            }
        }
    }
}

async fn echo_lines(mut end: DuplexStream) {
    let mut input = Vec::with_capacity(64 << 10);
    let mut output = Vec::new();
    while end.read_buf(&mut input).await.is_ok_and(|size| size > 0) {
        let whole = input.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        for line in input[..whole].split(|byte| *byte == b'\n') {
            let before = output.len();
            reply(line, &mut output);
            if output.len() > before {
                output.push(b'\n');
            }
        }
        input.drain(..whole);
        if end.write_all(&output).await.is_err() {
            return;
        }
        output.clear();
    }
}

/// Answers a request; nothing for a notification. Requests of this benchmark have no other `id`.
fn reply(request: &[u8], answer: &mut Vec<u8>) {
    const ID: &[u8] = b"\"id\":";
    let Some(at) = request.windows(ID.len()).position(|window| window == ID) else { return };
    let id = &request[at + ID.len()..];
    let id = &id[..id.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(id.len())];
    answer.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    answer.extend_from_slice(id);
    if request.windows(12).any(|window| window == b"\"initialize\"") {
        answer.extend_from_slice(
            b",\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\
              \"serverInfo\":{\"name\":\"echo\",\"version\":\"0\"}}}",
        );
    } else {
        answer.extend_from_slice(b",\"result\":{}}");
    }
}
