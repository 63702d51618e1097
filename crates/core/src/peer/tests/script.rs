//! Scripts: `>` is an input, `<` an effect, and [`check`] compares the two exactly.
//!
//! Time is virtual. After every input, and all through `> wait`, the machine is ticked at each of
//! its deadlines, as a driver does it. What a line of effects looks like is in `render.rs`.
//!
//! ```text
//! > connect | stop | wait MS | busy | status | held | deadline | link pipe|http|sse
//! > up [EPOCH] | closed [EPOCH] | down retryable|fatal [EPOCH] | oversize LENGTH [EPOCH]
//! > welcome ID [CAPABILITIES]            the server answers `initialize`
//! > answer ID RESULT | error ID CODE [DATA] | recv TEXT | stale EPOCH TEXT
//! > call KEY METHOD [timeout=MS] [forced] [progress] [PARAMS] | list KEY LIST
//! > discovered ID [CAPABILITIES]         the server answers `server/discover`
//! > cancel KEY | abort KEY | undelivered ID expired|broken|STATUS [EPOCH]
//! > notify METHOD [PARAMS] | raw TEXT | roots URI... | reply ASK RESULT | refuse ASK CODE
//! ```

use super::render::render;
use crate::command::{Answer, AskId, CallKey, CallRequest, List, ListOptions};
use crate::era::Versions;
use crate::fault::{Fault, FaultCode};
use crate::frame::Frame;
use crate::message::RpcError;
use crate::peer::config::{PeerConfig, Root};
use crate::peer::{Effect, Input, LinkKind, Outgoing, Peer, Sending};
use crate::raw::Raw;
use crate::stamp::At;
use bytes::Bytes;
use std::time::Duration;

/// What a server has that can do everything.
pub(super) const ALL_CAPABILITIES: &str =
    r#"{"tools":{},"resources":{"subscribe":true},"prompts":{},"logging":{},"completions":{}}"#;

/// What a server of the modern era has that can do everything.
pub(super) const MODERN_CAPABILITIES: &str = r#"{"tools":{"listChanged":true},"resources":{"subscribe":true},"prompts":{},"logging":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;

/// How often the machine may want a tick at one and the same time.
const SPIN: usize = 8;

/// The inspector's numbers, without pings and fetches of its own.
pub(super) fn quiet() -> PeerConfig {
    PeerConfig {
        auto_fetch: false,
        listen_for_lists: false,
        ping_interval: None,
        versions: Versions::Legacy,
        ..PeerConfig::inspector()
    }
}

/// The inspector's numbers, without pings.
pub(super) fn fetching() -> PeerConfig {
    PeerConfig { auto_fetch: true, ..quiet() }
}

/// The inspector's numbers for the choice between the eras, without fetches and logs of its own.
pub(super) fn any_era() -> PeerConfig {
    PeerConfig { versions: Versions::Auto, quiet_log_level: None, ..quiet() }
}

/// Several calls at once.
pub(super) fn concurrent(concurrency: usize) -> PeerConfig {
    PeerConfig { concurrency, ..quiet() }
}

/// Runs `script` from the very beginning.
#[track_caller]
pub(super) fn check(config: PeerConfig, script: &str) -> Player {
    let mut player = Player::new(config);
    player.check(script);
    player
}

/// Runs `script` from where the handshake is done; the next id is 2.
#[track_caller]
pub(super) fn check_ready(config: PeerConfig, script: &str) -> Player {
    let mut player = Player::ready(config);
    player.check(script);
    player
}

/// Runs `script` from where a modern server over HTTP has said who it is; the next id is 2.
#[track_caller]
pub(super) fn check_modern(config: PeerConfig, script: &str) -> Player {
    check_modern_on("http", config, script)
}

/// The same over another link.
#[track_caller]
pub(super) fn check_modern_on(link: &str, config: PeerConfig, script: &str) -> Player {
    let mut player = Player::new(config);
    for line in [&format!("link {link}"), "connect", "up", "discovered 1"] {
        player.play(line);
    }
    player.check(script);
    player
}

/// A machine with its clock, its last frame and the names of its calls.
pub(super) struct Player {
    pub(super) peer: Peer,
    pub(super) now: At,
    keys: Vec<String>,
    pub(super) last_sent: Option<Outgoing>,
    kind: LinkKind,
}

impl Player {
    pub(super) fn new(config: PeerConfig) -> Self {
        Player {
            peer: Peer::new(config),
            now: At::START,
            keys: Vec::new(),
            last_sent: None,
            kind: LinkKind::Pipe,
        }
    }

    /// A machine that has shaken hands; the next id is 2.
    pub(super) fn ready(config: PeerConfig) -> Self {
        let mut player = Player::new(config);
        for line in ["connect", "up", "welcome 1"] {
            player.play(line);
        }
        player
    }

    /// Plays the inputs of `script` and compares the effects.
    #[track_caller]
    pub(super) fn check(&mut self, script: &str) {
        let expected: Vec<&str> = script.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let mut got = Vec::new();
        for line in &expected {
            if let Some(input) = line.strip_prefix('>') {
                got.push((*line).to_owned());
                got.extend(self.play(input).into_iter().map(|effect| format!("< {effect}")));
            } else {
                assert!(line.starts_with('<'), "neither input nor effect: {line}");
            }
        }
        if got != expected {
            let same = got.iter().zip(&expected).take_while(|(got, expected)| got == *expected).count();
            let block = |lines: Vec<&str>| {
                let mark = |(at, line)| format!("{} {line}\n", if at == same { "=>" } else { "  " });
                lines.into_iter().enumerate().map(mark).collect::<String>()
            };
            let got = block(got.iter().map(String::as_str).collect());
            panic!("the effects differ\n\nexpected:\n{}\ngot:\n{got}", block(expected));
        }
    }

    /// Plays one input and returns its effects, one line each.
    pub(super) fn play(&mut self, line: &str) -> Vec<String> {
        let line = line.trim();
        let (verb, rest) = split(line);
        match verb {
            "status" => return vec![status_line(&self.peer)],
            "held" => return vec![held_line(&self.peer)],
            "deadline" => {
                let deadline = self.peer.deadline().map_or("none".to_owned(), |at| at.millis().to_string());
                return vec![format!("deadline {deadline}")];
            }
            _ => {}
        }
        let mut out = Vec::new();
        match verb {
            "wait" => self.advance(number(rest), &mut out),
            "recv" => self.receive(self.peer.epoch(), rest, &mut out),
            "stale" => {
                let (epoch, text) = split(rest);
                self.receive(number(epoch), text, &mut out);
            }
            "answer" => {
                let (id, result) = split(rest);
                let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
                self.receive(self.peer.epoch(), &frame, &mut out);
            }
            "error" => {
                let (id, rest) = split(rest);
                let (code, data) = split(rest);
                let data = if data.is_empty() { String::new() } else { format!(r#","data":{data}"#) };
                let error = format!(r#"{{"code":{code},"message":"no"{data}}}"#);
                let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#);
                self.receive(self.peer.epoch(), &frame, &mut out);
            }
            "link" => {
                self.kind = match rest {
                    "http" => LinkKind::Http,
                    "sse" => LinkKind::Sse,
                    _ => LinkKind::Pipe,
                };
            }
            "discovered" => {
                let (id, capabilities) = split(rest);
                let capabilities = if capabilities.is_empty() { MODERN_CAPABILITIES } else { capabilities };
                let frame = discovered(id, capabilities);
                self.receive(self.peer.epoch(), &frame, &mut out);
            }
            "welcome" => {
                let (id, capabilities) = split(rest);
                let frame =
                    welcome(id, if capabilities.is_empty() { ALL_CAPABILITIES } else { capabilities });
                self.receive(self.peer.epoch(), &frame, &mut out);
            }
            _ => {
                let input = self.input(line);
                self.peer.step(self.now, input, &mut out);
            }
        }
        self.advance(0, &mut out);
        let last_sent = out.iter().rev().find_map(|effect| match effect {
            Effect::Send(outgoing) => Some(outgoing.clone()),
            _ => None,
        });
        self.last_sent = last_sent.or(self.last_sent.take());
        render(&out, &self.keys)
    }

    fn receive(&mut self, epoch: u32, text: &str, out: &mut Vec<Effect>) {
        let frame = Frame::read(Bytes::copy_from_slice(text.as_bytes()));
        self.peer.step(self.now, Input::Frame { epoch, frame: &frame }, out);
    }

    /// Lets time pass, as a driver does it: a tick at each deadline.
    fn advance(&mut self, millis: u64, out: &mut Vec<Effect>) {
        let end = self.now.plus(Duration::from_millis(millis));
        let mut spins = 0;
        while let Some(deadline) = self.peer.deadline().filter(|deadline| *deadline <= end) {
            spins = if deadline <= self.now { spins + 1 } else { 0 };
            assert!(spins < SPIN, "the machine wants a tick at {} over and over", self.now);
            self.now = self.now.max(deadline);
            self.peer.step(self.now, Input::Tick, out);
        }
        self.now = end;
    }

    fn input(&mut self, line: &str) -> Input<'static> {
        let (verb, rest) = split(line);
        let words: Vec<&str> = rest.split_whitespace().collect();
        let epoch_at = |index: usize| words.get(index).map_or(self.peer.epoch(), |word| number(word));
        match verb {
            "connect" => Input::Connect,
            "stop" => Input::Stop,
            "up" => Input::LinkUp { epoch: epoch_at(0), kind: self.kind },
            "closed" => Input::LinkClosed { epoch: epoch_at(0) },
            "down" => {
                let code =
                    if words[0] == "fatal" { FaultCode::SpawnFailed } else { FaultCode::TransportError };
                Input::LinkDown { epoch: epoch_at(1), fault: Fault::new(code, "the link broke") }
            }
            "oversize" => {
                Input::Oversize { epoch: epoch_at(1), length: number(words[0]), head: "{".to_owned() }
            }
            "busy" => Input::Busy(self.last_sent.clone().unwrap()),
            "undelivered" => {
                let code = match words[1] {
                    "expired" => FaultCode::SessionExpired,
                    "200" => FaultCode::InvalidResponse,
                    "401" => FaultCode::AuthenticationFailed,
                    "lost" => FaultCode::TransportError,
                    _ => FaultCode::HttpStatus,
                };
                let mut fault = Fault::new(code, "not delivered");
                fault.details.http_status = words[1].parse().ok();
                let sending = Sending::Request { id: number(words[0]), method: "any".into() };
                Input::Undelivered { epoch: epoch_at(2), sending, fault }
            }
            "call" => self.call(rest),
            "list" => {
                let list = List::ALL.into_iter().find(|list| format!("{list:?}").to_lowercase() == words[1]);
                let meta = words.get(2).filter(|word| word.starts_with('{')).and_then(|word| raw(word));
                let cached = words.get(2) == Some(&"cached");
                let options = ListOptions { cached, meta, timeout: None };
                Input::List { key: self.key(words[0]), list: list.unwrap(), options }
            }
            "cancel" => Input::Cancel { key: self.key(words[0]) },
            "abort" => Input::Abort { key: self.key(words[0]), reason: "enough".to_owned() },
            "notify" => {
                let (method, params) = split(rest);
                Input::Notify { method: method.into(), params: raw(params) }
            }
            "raw" => Input::SendRaw { bytes: Bytes::copy_from_slice(rest.as_bytes()) },
            "roots" => {
                let root = |uri: &&str| Root { uri: (*uri).to_owned(), name: None };
                Input::SetRoots { roots: words.iter().map(root).collect() }
            }
            "reply" => {
                let (ask, result) = split(rest);
                Input::Answer { ask: AskId(number(ask)), answer: Answer::Result(raw(result).unwrap()) }
            }
            "refuse" => {
                let error = RpcError::new(number(words[1]), "refused");
                Input::Answer { ask: AskId(number(words[0])), answer: Answer::Error(error) }
            }
            _ => panic!("unknown input: {line}"),
        }
    }

    fn call(&mut self, rest: &str) -> Input<'static> {
        let (key, rest) = split(rest);
        let (method, mut rest) = split(rest);
        let mut request = CallRequest::new(method, None);
        while !rest.is_empty() && !rest.starts_with('{') {
            let (option, more) = split(rest);
            match option.split_once('=') {
                Some(("timeout", millis)) => {
                    request.options.timeout = Some(Duration::from_millis(number(millis)));
                }
                None if option == "forced" => request.options.forced = true,
                None if option == "progress" => request.options.progress = true,
                None if option == "cached" => request.options.cached = true,
                None if option == "detached" => request.options.detached = true,
                None if option == "verbatim" => request.options.verbatim = true,
                _ => panic!("unknown option: {option}"),
            }
            rest = more;
        }
        request.params = raw(rest);
        Input::Call { key: self.key(key), request }
    }

    fn key(&mut self, name: &str) -> CallKey {
        let index = self.keys.iter().position(|known| known == name).unwrap_or_else(|| {
            self.keys.push(name.to_owned());
            self.keys.len() - 1
        });
        CallKey(index as u64)
    }
}

/// An answer to `initialize` from a server with these capabilities.
pub(super) fn welcome(id: &str, capabilities: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"protocolVersion":"2025-11-25","capabilities":{capabilities},"serverInfo":{{"name":"s","version":"1"}}}}}}"#
    )
}

/// An answer to `server/discover` from a server with these capabilities.
pub(super) fn discovered(id: &str, capabilities: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","supportedVersions":["2025-11-25","2026-07-28"],"capabilities":{capabilities},"ttlMs":0,"cacheScope":"private"}}}}"#
    )
}

fn status_line(peer: &Peer) -> String {
    let status = peer.queue_status();
    format!(
        "status pending={} running={} completed={} failed={} cancelled={}",
        status.pending, status.in_progress, status.completed, status.failed, status.cancelled
    )
}

fn held_line(peer: &Peer) -> String {
    let held = peer.held();
    format!(
        "held in-flight={} waiting={} tombstones={} other={}",
        held.in_flight, held.waiting, held.tombstones, held.other
    )
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(' ').map_or((text, ""), |(first, rest)| (first, rest.trim()))
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("not a number: {text:?}"))
}

fn raw(text: &str) -> Option<Raw> {
    (!text.is_empty()).then(|| Raw::parse(text).unwrap())
}
