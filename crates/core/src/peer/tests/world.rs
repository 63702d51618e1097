//! A server, a link and a user who do anything at any time, and a watch on what must always hold.
//!
//! [`World::play`] carries out one [`Op`]. After every step of the machine the rules are checked:
//! phases change by the table only, a link is used only while it is open, ids grow, a call and an
//! ask end once, a state comes back byte for byte, and as long as anything is going on there is a deadline.

use super::script::{ALL_CAPABILITIES, welcome};
use crate::command::{Answer, AskId, CallKey, CallRequest, List, ListOptions};
use crate::entry::{AskChange, EntryKind};
use crate::fault::{Fault, FaultCode};
use crate::frame::Frame;
use crate::peer::config::{PeerConfig, Root};
use crate::peer::phase::{PhaseName, TRANSITIONS};
use crate::peer::{Effect, Held, Input, LinkKind, Outgoing, Peer, Sending};
use crate::raw::Raw;
use crate::stamp::At;
use bytes::Bytes;
use proptest::sample::Index;
use std::collections::HashSet;
use std::time::Duration;

/// Something that happens.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Connect,
    /// Connect, open the link and shake hands, as far as that is needed.
    GetReady,
    Stop,
    Up,
    Closed,
    Down {
        retryable: bool,
    },
    Oversize,
    /// News of a link that was given up.
    Stale,
    Call {
        method: Index,
        timeout: Option<u64>,
        forced: bool,
        progress: bool,
    },
    List(Index),
    Cancel(Index),
    Abort(Index),
    /// The server answers a request that is open.
    Answer(Index, Kind),
    /// The server answers any request, perhaps again.
    AnswerAgain(Index),
    /// The server gives up on a request or takes back an ask.
    ServerCancels(Index),
    Progress(Index),
    /// The link did not take the frames of the last step.
    Busy,
    Undelivered {
        pick: Index,
        session: bool,
    },
    Say(Index),
    Batch(Vec<Index>),
    Frame(Vec<u8>),
    Reply(Index),
    Notify,
    Raw,
    SetRoots,
    /// Time passes under a punctual driver.
    Wait(u64),
    /// Time passes while the driver sleeps.
    Jump(u64),
}

/// What an answer says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Result,
    Error,
    /// The id comes back as text.
    TextId,
    /// A page with a cursor of its own.
    Page,
    /// A page with a cursor that was there before.
    SamePage,
    /// A result that asks for input.
    Questions,
    /// A result that has nothing but a state.
    State,
    /// A task that is at work, asks for input, or is done.
    Working,
    TaskAsks,
    Done,
    /// The revision, or a header, is not right.
    BadVersion,
    BadHeader,
    /// A type of result that does not exist.
    Odd,
}

const METHODS: [&str; 9] = [
    "tools/call",
    "tools/call",
    "prompts/get",
    "ping",
    "resources/subscribe",
    "resources/unsubscribe",
    "vendor/x",
    "tasks/get",
    "logging/setLevel",
];

/// What a server of the modern era says of itself.
const DISCOVERED: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"prompts":{},"logging":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}}"#;

/// What servers say on their own account.
const SAYINGS: [&str; 15] = [
    r#"{"jsonrpc":"2.0","method":"notifications/tasks","params":{"taskId":"t","status":"working"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#,
    r#"{"jsonrpc":"2.0","id":"s","method":"sampling/createMessage","params":{}}"#,
    r#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"url"}}"#,
    r#"{"jsonrpc":"2.0","id":8,"method":"roots/list"}"#,
    r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s"}}"#,
    r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no","data":{"supported":["2024-11-05"]}}}"#,
    r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}"#,
    r#"{"level":"info"}"#,
];

/// How many calls are made at most.
const CALLS: u64 = 50;

/// The machine and everything around it.
pub(super) struct World {
    pub(super) peer: Peer,
    pub(super) effects: Vec<Effect>,
    now: At,
    calls: u64,
    settled: HashSet<CallKey>,
    asks: Vec<AskId>,
    /// Asks that have been opened and have not ended.
    open_asks: HashSet<AskId>,
    /// Requests the server has not answered, by id.
    open: Vec<(i64, String)>,
    last_id: i64,
    /// Ids of calls that ended without an answer.
    ended: HashSet<i64>,
    last_sends: Vec<Outgoing>,
    phase: PhaseName,
    link: Option<u32>,
    last_link: u32,
    kind: LinkKind,
    is_modern: bool,
    /// States the server has given out.
    states: HashSet<String>,
}

impl World {
    /// What kind of link it is, and of which era the server, follows from the seed.
    pub(super) fn new(config: PeerConfig) -> Self {
        let kinds = [LinkKind::Pipe, LinkKind::Http, LinkKind::Sse];
        let kind = kinds[usize::try_from(config.seed % 3).unwrap()];
        World {
            is_modern: config.seed.is_multiple_of(2),
            kind,
            states: HashSet::new(),
            peer: Peer::new(config),
            effects: Vec::new(),
            now: At::START,
            calls: 0,
            settled: HashSet::new(),
            asks: Vec::new(),
            open_asks: HashSet::new(),
            open: Vec::new(),
            last_id: 0,
            ended: HashSet::new(),
            last_sends: Vec::new(),
            phase: PhaseName::Closed,
            link: None,
            last_link: 0,
        }
    }

    /// Lets `op` happen.
    pub(super) fn play(&mut self, op: &Op) {
        let epoch = self.peer.epoch();
        match op {
            Op::Connect => self.step(Input::Connect),
            Op::GetReady => self.get_ready(),
            Op::Stop => self.step(Input::Stop),
            Op::Up => self.step(Input::LinkUp { epoch, kind: self.kind }),
            Op::Closed => self.step(Input::LinkClosed { epoch }),
            Op::Down { retryable } => {
                let code = if *retryable { FaultCode::TransportError } else { FaultCode::SpawnFailed };
                self.step(Input::LinkDown { epoch, fault: Fault::new(code, "broke") });
            }
            Op::Oversize => self.step(Input::Oversize { epoch, length: 1 << 25, head: "{".to_owned() }),
            Op::Stale => self.stale(epoch.wrapping_sub(1)),
            Op::Call { method, timeout, forced, progress } => {
                let mut request = CallRequest::new(*method.get(&METHODS), None);
                let params = r#"{"uri":"file:///a","level":"info","name":"n","task":{}}"#;
                request.params = Some(Raw::parse(params).unwrap());
                request.options.timeout = timeout.map(Duration::from_millis);
                (request.options.forced, request.options.progress) = (*forced, *progress);
                if let Some(key) = self.new_key() {
                    self.step(Input::Call { key, request });
                }
            }
            Op::List(list) => {
                if let Some(key) = self.new_key() {
                    self.step(Input::List {
                        key,
                        list: *list.get(&List::ALL),
                        options: ListOptions::default(),
                    });
                }
            }
            Op::Cancel(pick) => self.with_call(*pick, |key| Input::Cancel { key }),
            Op::Abort(pick) => self.with_call(*pick, |key| Input::Abort { key, reason: "enough".to_owned() }),
            Op::Answer(pick, kind) => self.answer(*pick, *kind),
            Op::AnswerAgain(pick) => {
                let id = pick.index(usize::try_from(self.last_id).unwrap() + 2);
                self.receive(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#));
            }
            Op::ServerCancels(pick) => {
                let id = pick.index(usize::try_from(self.last_id).unwrap() + 2);
                let method = "notifications/cancelled";
                self.receive(&format!(
                    r#"{{"jsonrpc":"2.0","method":"{method}","params":{{"requestId":{id}}}}}"#
                ));
            }
            Op::Progress(pick) => {
                let id = pick.index(usize::try_from(self.last_id).unwrap() + 2);
                let method = "notifications/progress";
                self.receive(&format!(
                    r#"{{"jsonrpc":"2.0","method":"{method}","params":{{"progressToken":{id}}}}}"#
                ));
            }
            Op::Busy => {
                for outgoing in std::mem::take(&mut self.last_sends) {
                    self.step(Input::Busy(outgoing));
                }
            }
            Op::Undelivered { pick, session } => {
                let code = if *session { FaultCode::SessionExpired } else { FaultCode::HttpStatus };
                if let Some((id, method)) = pick_of(&self.open, *pick) {
                    let sending = Sending::Request { id, method: method.into() };
                    let mut fault = Fault::new(code, "undelivered");
                    fault.details.http_status = Some(404);
                    self.step(Input::Undelivered { epoch, sending, fault });
                }
            }
            Op::Say(pick) => self.receive(SAYINGS[pick.index(SAYINGS.len())]),
            Op::Batch(picks) => {
                let members: Vec<&str> = picks.iter().map(|pick| *pick.get(&SAYINGS)).collect();
                self.receive(&format!("[{}]", members.join(",")));
            }
            Op::Frame(bytes) => self.receive_bytes(bytes),
            Op::Reply(pick) => {
                if let Some(ask) = pick_of(&self.asks, *pick) {
                    self.step(Input::Answer { ask, answer: Answer::Result(Raw::empty_object()) });
                }
            }
            Op::Notify => self.step(Input::Notify { method: "notifications/x".into(), params: None }),
            Op::Raw => self.step(Input::SendRaw { bytes: Bytes::from_static(b"any") }),
            Op::SetRoots => {
                let root = Root { uri: "file:///r".to_owned(), name: None };
                self.step(Input::SetRoots { roots: vec![root] });
            }
            Op::Wait(millis) => self.advance(*millis),
            Op::Jump(millis) => {
                self.now = self.now.plus(Duration::from_millis(*millis));
                self.step(Input::Tick);
            }
        }
    }

    /// Stops, lets every tombstone decay, and checks that nothing is left.
    pub(super) fn finish(&mut self, config: &PeerConfig) {
        self.step(Input::Stop);
        let decayed = config.stop_grace + config.tombstone_ttl() + 2 * config.tombstone_sweep;
        self.advance(u64::try_from(decayed.as_millis()).unwrap());
        let never: Vec<u64> = (0..self.calls).filter(|key| !self.settled.contains(&CallKey(*key))).collect();
        assert!(never.is_empty(), "calls that never ended: {never:?}");
        assert_eq!(self.peer.held(), Held::default(), "something is left");
        assert_eq!(self.peer.queue_status().in_progress, 0);
        assert_eq!(self.peer.phase().name(), PhaseName::Closed);
        assert_eq!(self.peer.deadline(), None, "nothing is going on, and yet a tick is wanted");
        assert_eq!(self.link, None, "every link is closed in the end");
        assert!(self.open_asks.is_empty(), "asks that never ended: {:?}", self.open_asks);
        let status = self.peer.queue_status();
        assert_eq!(
            status.completed + status.failed + status.cancelled,
            self.calls,
            "every call is counted once"
        );
    }

    fn get_ready(&mut self) {
        self.step(Input::Connect);
        self.step(Input::LinkUp { epoch: self.peer.epoch(), kind: self.kind });
        for method in ["server/discover", "initialize"] {
            let asked = self.open.iter().rfind(|(_, open)| open == method).map(|(id, _)| *id);
            if self.phase == PhaseName::Initializing
                && let Some(id) = asked
            {
                self.greet(id, method);
            }
        }
    }

    /// The server answers who it is, in the way of its era.
    fn greet(&mut self, id: i64, method: &str) {
        self.open.retain(|(open, _)| *open != id);
        let body = match method {
            "initialize" => return self.receive(&welcome(&id.to_string(), ALL_CAPABILITIES)),
            _ if self.is_modern => format!(r#""result":{DISCOVERED}"#),
            _ => r#""error":{"code":-32601,"message":"no"}"#.to_owned(),
        };
        self.receive(&format!(r#"{{"jsonrpc":"2.0","id":{id},{body}}}"#));
    }

    fn stale(&mut self, epoch: u32) {
        let fault = Fault::new(FaultCode::TransportError, "broke");
        let frame = Frame::read(Bytes::from_static(SAYINGS[6].as_bytes()));
        let before = self.effects.len();
        self.step(Input::LinkDown { epoch, fault: fault.clone() });
        self.step(Input::LinkUp { epoch, kind: self.kind });
        self.step(Input::LinkClosed { epoch });
        self.step(Input::Frame { epoch, frame: &frame });
        self.step(Input::Oversize { epoch, length: 1, head: String::new() });
        let sending = Sending::Request { id: self.last_id, method: "any".into() };
        self.step(Input::Undelivered { epoch, sending, fault });
        assert_eq!(self.effects.len(), before, "news of a link that was given up");
    }

    fn answer(&mut self, pick: Index, kind: Kind) {
        let Some((id, method)) = pick_of(&self.open, pick) else { return };
        self.open.retain(|(open, _)| *open != id);
        if matches!(method.as_str(), "initialize" | "server/discover") && !matches!(kind, Kind::Error) {
            return self.greet(id, &method);
        }
        if method == "subscriptions/listen" && !matches!(kind, Kind::Error | Kind::Odd) {
            self.open.push((id, method));
            let meta = format!(r#"{{"io.modelcontextprotocol/subscriptionId":{id}}}"#);
            let granted = r#"{"toolsListChanged":true,"resourceSubscriptions":["file:///a"]}"#;
            return self.receive(&format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{"_meta":{meta},"notifications":{granted}}}}}"#
            ));
        }
        let questions = r#""inputRequests":{"a":{"method":"elicitation/create","params":{}},"b":{"method":"roots/list"}}"#;
        // Spelled in a way that would not survive being read and written.
        let state = format!(r#""\u0073-{id}\/""#);
        let (id, body) = match kind {
            Kind::Result => (id.to_string(), r#""result":{}"#.to_owned()),
            Kind::Error => (id.to_string(), r#""error":{"code":-32603,"message":"no"}"#.to_owned()),
            Kind::TextId => (format!("\"{id}\""), r#""result":{}"#.to_owned()),
            Kind::Page => (id.to_string(), format!(r#""result":{{"nextCursor":"c{id}"}}"#)),
            Kind::SamePage => (id.to_string(), r#""result":{"nextCursor":""}"#.to_owned()),
            Kind::Questions | Kind::State => {
                let questions = if matches!(kind, Kind::State) { r#""x":1"# } else { questions };
                self.states.insert(state.clone());
                let result =
                    format!(r#"{{"resultType":"input_required",{questions},"requestState":{state}}}"#);
                (id.to_string(), format!(r#""result":{result}"#))
            }
            Kind::Working | Kind::TaskAsks | Kind::Done => {
                let status = match kind {
                    Kind::Working => "working",
                    Kind::Done => "completed",
                    _ => "input_required",
                };
                let word = if method == "tools/call" { "task" } else { "complete" };
                let task = format!(r#""taskId":"t","status":"{status}","result":{{}},{questions}"#);
                let result = format!(r#"{{"resultType":"{word}",{task},"task":{{{task}}}}}"#);
                (id.to_string(), format!(r#""result":{result}"#))
            }
            Kind::BadVersion => {
                let data = r#"{"supported":["2026-07-28"],"requested":"2026-07-28"}"#;
                let error = format!(r#""error":{{"code":-32022,"message":"no","data":{data}}}"#);
                (id.to_string(), error)
            }
            Kind::BadHeader => (id.to_string(), r#""error":{"code":-32020,"message":"no"}"#.to_owned()),
            Kind::Odd => (id.to_string(), r#""result":{"resultType":"odd"}"#.to_owned()),
        };
        self.receive(&format!(r#"{{"jsonrpc":"2.0","id":{id},{body}}}"#));
    }

    fn new_key(&mut self) -> Option<CallKey> {
        let key = CallKey(self.calls);
        (self.calls < CALLS).then(|| {
            self.calls += 1;
            key
        })
    }

    fn with_call(&mut self, pick: Index, input: impl Fn(CallKey) -> Input<'static>) {
        if self.calls > 0 {
            let key = pick.index(usize::try_from(self.calls).unwrap());
            self.step(input(CallKey(key as u64)));
        }
    }

    fn receive(&mut self, text: &str) {
        self.receive_bytes(text.as_bytes());
    }

    fn receive_bytes(&mut self, bytes: &[u8]) {
        let frame = Frame::read(Bytes::copy_from_slice(bytes));
        self.step(Input::Frame { epoch: self.peer.epoch(), frame: &frame });
    }

    fn advance(&mut self, millis: u64) {
        let end = self.now.plus(Duration::from_millis(millis));
        let mut spins = 0;
        while let Some(deadline) = self.peer.deadline().filter(|deadline| *deadline <= end) {
            spins = if deadline <= self.now { spins + 1 } else { 0 };
            assert!(spins < 8, "a tick is wanted at {} over and over", self.now);
            self.now = self.now.max(deadline);
            self.step(Input::Tick);
        }
        self.now = end;
    }

    fn step(&mut self, input: Input<'_>) {
        let mut out = Vec::new();
        let is_taking_back = matches!(input, Input::Cancel { .. } | Input::Abort { .. });
        self.peer.step(self.now, input, &mut out);
        for effect in &out {
            self.watch(effect);
        }
        assert_eq!(self.phase, self.peer.phase().name(), "every change of phase is logged");
        self.watch_liveness();
        let sends = out.iter().filter_map(|effect| match effect {
            Effect::Send(outgoing) => Some(outgoing.clone()),
            _ => None,
        });
        let sends: Vec<Outgoing> = sends.collect();
        if !(is_taking_back && sends.is_empty()) {
            self.last_sends = sends;
        }
        self.effects.extend(out);
    }

    fn watch(&mut self, effect: &Effect) {
        match effect {
            Effect::Log(EntryKind::Phase(change)) => {
                let row = (change.from, change.trigger, change.to);
                assert!(TRANSITIONS.contains(&row), "{row:?} is not in the table");
                assert_eq!(change.from, self.phase);
                self.phase = change.to;
            }
            Effect::Log(EntryKind::Ended { id: Some(id), .. }) => {
                self.ended.insert(*id);
            }
            Effect::Log(EntryKind::Ask(AskChange::Opened { id, .. })) => {
                assert!(!self.asks.contains(id), "ask {id} is opened twice");
                self.open_asks.insert(*id);
            }
            Effect::Log(EntryKind::Ask(AskChange::Ended { id, .. })) => {
                assert!(self.open_asks.remove(id), "ask {id} ends twice, or was never opened");
            }
            Effect::Open { epoch } => {
                assert_eq!(
                    (self.link, *epoch),
                    (None, self.last_link + 1),
                    "one link at a time, each with a number"
                );
                (self.link, self.last_link) = (Some(*epoch), *epoch);
            }
            Effect::Close { epoch } => {
                assert_eq!(self.link.take(), Some(*epoch), "only an open link is closed");
                self.open.clear();
            }
            Effect::Send(outgoing) => {
                assert_eq!(self.link, Some(outgoing.epoch), "only an open link is used: {outgoing:?}");
                if let Sending::Request { id, method } = &outgoing.sending {
                    if outgoing.refusals == 0 {
                        self.watch_state(outgoing);
                        assert!(*id > self.last_id, "ids grow");
                        self.last_id = *id;
                        self.open.push((*id, method.to_string()));
                    } else {
                        assert!(!self.ended.contains(id), "a call is not sent after it ended");
                    }
                }
            }
            Effect::Settle { key, .. } | Effect::Listed { key, .. } => {
                assert!(key.0 < self.calls, "nobody made call {key:?}");
                assert!(self.settled.insert(*key), "{key:?} ended twice");
            }
            Effect::Ask(ask) => self.asks.push(ask.id),
            Effect::Negotiated { .. } | Effect::Forget { .. } | Effect::Log(_) => {}
        }
    }

    /// A state comes back byte for byte.
    fn watch_state(&self, outgoing: &Outgoing) {
        let frame = Frame::read(outgoing.bytes.clone());
        let params = frame.message().and_then(|message| message.params());
        if let Some(state) = params.and_then(|params| params.member("requestState")) {
            assert!(self.states.contains(state.as_str()), "{state} was never given out");
        }
    }

    fn watch_liveness(&self) {
        let held = self.peer.held();
        let is_settling = !matches!(self.phase, PhaseName::Ready | PhaseName::Closed);
        if held != Held::default() || is_settling {
            assert!(self.peer.deadline().is_some(), "{held:?} in {}, and no deadline", self.phase);
        }
    }
}

fn pick_of<T: Clone>(items: &[T], pick: Index) -> Option<T> {
    (!items.is_empty()).then(|| pick.get(items).clone())
}
