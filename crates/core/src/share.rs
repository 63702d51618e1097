//! One call as text for others: a command, a curl line, a message, a step of a script, a bug report.
//!
//! No secret of a target goes into any of them. The log has none; of the target only what may be shown is used, and
//! in commands a variable of the shell stands where a secret belongs.

mod report;
mod shell;
mod step;

pub use report::BugReport;
pub use shell::quote;

use crate::compose;
use crate::entry::HttpExchange;
use crate::era::{Revision, Versions, meta};
use crate::frame::Frame;
use crate::message::Message;
use crate::mirror;
use crate::pretty::compact;
use crate::raw::Raw;
use crate::redact::{REDACTED, redact_header, redact_named, redact_url};
use crate::target::{Flavour, Http, Target, Transport};
use shell::{Line, variable};

/// The members of `_meta` that the machine puts there.
const ADDED: [&str; 5] =
    ["progressToken", meta::PROTOCOL_VERSION, meta::CLIENT_INFO, meta::CLIENT_CAPABILITIES, meta::LOG_LEVEL];

/// Why a call cannot be told in that form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// There is no request in the frame.
    #[error("the entry is not a request of ours")]
    NotARequest,
    /// curl speaks HTTP only.
    #[error("the server is not reached over HTTP")]
    NotHttp,
    /// A batch or a frame that is no message.
    #[error("the frame is not one message")]
    NotOneMessage,
}

impl ShareError {
    /// What can be done instead.
    pub fn hint(self) -> &'static str {
        match self {
            ShareError::NotARequest => "choose the row of a call",
            ShareError::NotHttp => "copy it as a command of mcp-inspector, or as JSON-RPC",
            ShareError::NotOneMessage => "copy it as JSON-RPC",
        }
    }
}

/// A request of ours, without what the machine added to it.
struct Request {
    method: String,
    params: Option<Raw>,
}

impl Request {
    fn of(frame: &Frame) -> Result<Self, ShareError> {
        match frame.message().ok_or(ShareError::NotOneMessage)? {
            Message::Request { method, params, .. } => {
                Ok(Request { method: method.clone(), params: params.as_ref().and_then(own_params) })
            }
            _ => Err(ShareError::NotARequest),
        }
    }
}

/// The parameters as a user gave them: without the progress token and the envelope that go with every
/// request of a revision.
fn own_params(params: &Raw) -> Option<Raw> {
    let Some(added) = params.member("_meta").filter(Raw::is_object) else { return Some(params.clone()) };
    let is_own = |key: &str| !ADDED.contains(&key);
    let members = added.members().unwrap_or_default();
    let kept: Vec<(&str, Raw)> = (members.iter())
        .filter(|(key, _)| is_own(key))
        .map(|(key, value)| (key.as_str(), value.clone()))
        .collect();
    if kept.len() == members.len() && !members.is_empty() {
        return Some(params.clone());
    }
    let params = if kept.is_empty() {
        compose::without_member(params, "_meta")
    } else {
        compose::with_members(Some(params), &[("_meta", compose::with_members(None, &kept))])
    };
    params.members().is_some_and(|members| !members.is_empty()).then_some(params)
}

/// The command of this program that makes the call in `frame`, in the era that was chosen.
pub fn cli(target: &Target, versions: Versions, frame: &Frame) -> Result<String, ShareError> {
    let request = Request::of(frame)?;
    let mut line = Line::new("mcp-inspector");
    line.word("--cli");
    if versions != Versions::Auto {
        line.words(["--era", &versions.to_string()]);
    }
    for (flag, value) in step::flags(&request.method, request.params.as_ref()) {
        line.word(flag);
        line.words(value.as_deref());
    }
    match &target.transport {
        Transport::Http(http) => {
            match http.flavour {
                Flavour::Auto => {}
                Flavour::Streamable => line.words(["--transport", "http"]),
                Flavour::Sse => line.words(["--transport", "sse"]),
            }
            for (name, value) in &http.headers {
                line.word("-H");
                header(&mut line, name, &redact_header(name, value));
            }
            line.word(&redact_url(&http.url));
        }
        Transport::Stdio(stdio) => {
            for (name, value) in &stdio.env {
                let shown = redact_named(name, value);
                line.word("-e");
                match variable(name).filter(|_| shown != *value) {
                    Some(variable) => line.joined(&format!("{name}="), &variable),
                    None => line.word(&format!("{name}={shown}")),
                }
            }
            if let Some(directory) = &stdio.cwd {
                line.words(["--cwd", &directory.to_string_lossy()]);
            }
            line.word("--");
            line.word(&stdio.command);
            line.words(stdio.shown_args().iter().map(String::as_str));
        }
    }
    Ok(line.finish())
}

/// The curl command that sends `frame` once more. `exchange` is the one it was sent in, when the log
/// still has it: its headers are those that were really sent.
pub fn curl(
    target: &Target,
    revision: Option<Revision>,
    frame: &Frame,
    exchange: Option<&HttpExchange>,
) -> Result<String, ShareError> {
    let Transport::Http(http) = &target.transport else { return Err(ShareError::NotHttp) };
    let message = frame.message().ok_or(ShareError::NotOneMessage)?;
    let mut line = Line::new("curl");
    line.words(["-sS", "-N", "-X", "POST"]);
    line.word(&exchange.map_or_else(|| redact_url(&http.url), |exchange| exchange.url.as_str().into()));
    let headers = match exchange {
        Some(exchange) => exchange.request_headers.clone(),
        None => likely_headers(http, revision, message),
    };
    for (name, value) in headers {
        match name.to_ascii_lowercase().as_str() {
            // curl says these itself.
            "host" | "content-length" | "accept-encoding" | "connection" => {}
            // It is as good as a password while the session lasts.
            "mcp-session-id" => {
                line.word("-H");
                line.joined(&format!("{name}: "), "MCP_SESSION_ID");
            }
            _ => {
                line.word("-H");
                header(&mut line, &name, &value);
            }
        }
    }
    line.words(["--data-raw", &String::from_utf8_lossy(frame.bytes())]);
    Ok(line.finish())
}

/// The headers that a frame is sent with, as far as they are known beforehand.
fn likely_headers(http: &Http, revision: Option<Revision>, message: &Message) -> Vec<(String, String)> {
    let mut headers: Vec<(String, String)> = vec![
        ("Content-Type".into(), "application/json".into()),
        ("Accept".into(), "application/json, text/event-stream".into()),
    ];
    match (revision, message) {
        (Some(revision), Message::Request { method, params, .. }) if revision.is_modern() => {
            headers.extend(mirror::headers(revision, method, params.as_ref(), &[]));
        }
        (Some(revision), _) if message.method() != Some("initialize") => {
            headers.push(("MCP-Protocol-Version".into(), revision.to_string()));
            headers.push(("Mcp-Session-Id".into(), REDACTED.into()));
        }
        _ => {}
    }
    headers.extend(
        http.headers.iter().map(|(name, value)| (name.clone(), redact_header(name, value).into_owned())),
    );
    headers
}

/// A header as a word. What is blanked out in its value becomes a variable of the shell.
fn header(line: &mut Line, name: &str, value: &str) {
    match (value.strip_suffix(REDACTED), variable(name)) {
        (Some(scheme), Some(variable)) => line.joined(&format!("{name}: {scheme}"), &variable),
        _ => line.word(&format!("{name}: {value}")),
    }
}

/// The message as it is on the wire, on one line.
pub fn json_rpc(frame: &Frame) -> String {
    let text = String::from_utf8_lossy(frame.bytes());
    match Raw::parse(&text) {
        Ok(raw) => compact(&raw),
        Err(_) => text.into_owned(),
    }
}

/// The method and the parameters of the call as a user gave them, to make it once more.
pub fn request(frame: &Frame) -> Result<(String, Option<Raw>), ShareError> {
    Request::of(frame).map(|request| (request.method, request.params))
}

/// The call as a step of a script: one element of the array that `--script` reads.
pub fn script_step(frame: &Frame) -> Result<String, ShareError> {
    let request = Request::of(frame)?;
    Ok(step::object(&request.method, request.params.as_ref()))
}

#[cfg(test)]
mod tests;
