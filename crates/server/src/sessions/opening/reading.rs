//! From the body of a request to a session: what is wrong with it is named before anything starts.

use super::extras::{add_env, add_headers, check_env, check_headers, set_cwd};
use super::{Address, Answers, DemoTarget, Direct, DirectTarget, EraWord, HttpTransport, LevelWord};
use super::{NamedTarget, Opening, Options, PastedTarget, Program, RecentTarget, RootBody, TimeoutsBody};
use crate::sessions::held::{Beginning, Given};
use crate::targets::{Pasted, Way, found_file, of_file, remember_named, unfit};
use crate::{Backend, Problem};
use mcp_inspector_engine::config;
use mcp_inspector_engine::core::codec::MessageLimit;
use mcp_inspector_engine::core::redact::Redactor;
use mcp_inspector_engine::core::target::{Flavour, Stdio, Timeouts, Transport};
use mcp_inspector_engine::responder::StandingRules;
use mcp_inspector_engine::{
    FaultCode, LogLevel, Responder, Revision, Root, Session, SessionConfig, Target, Versions,
};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// The longest time that a limit may be set to: a day, in milliseconds.
const LONGEST_MS: u64 = 24 * 60 * 60 * 1000;

/// How many calls may be in flight at once at most.
const MOST_CONCURRENT: usize = 256;

/// How many calls may be in flight at once when people look at a server, who do not wait for one call to
/// end before they make the next.
const PEOPLE: usize = 16;

/// How sessions of faces behave unless told; the log of one may hold `log_bytes`.
fn face_config(limit: MessageLimit, log_bytes: usize) -> SessionConfig {
    let mut config = SessionConfig::face(limit);
    // A large message must not drive out the one before it.
    config.log.bytes = log_bytes.max(2 * limit.bytes());
    config
}

/// Everything it takes to open a session.
pub(crate) struct Opened {
    pub(crate) target: Target,
    pub(crate) given: Given,
    config: SessionConfig,
    responder: Responder,
}

impl Opened {
    /// A server that was named when the backend was started, for people who look at it.
    pub(crate) fn for_people(backend: &Backend, target: Target) -> Self {
        let mut config = face_config(backend.message_limit(), backend.sessions().log_bytes());
        config.peer.concurrency = PEOPLE;
        config.peer.offer.apps = true;
        let given = if target.id.is_some() { Given::Config } else { Given::CommandLine };
        Opened { target, given, config, responder: Responder::Face }
    }

    /// The server of a session once more, given something else: on the terms of `before`, in another session.
    pub(crate) async fn again(backend: &Backend, beginning: Beginning, before: &Session) -> Self {
        let given = beginning.given;
        let mut opened = Opened { given, ..Opened::for_people(backend, beginning.target) };
        // Both are only told while it can be asked; one that is over goes by what is usual.
        if let Ok((chosen, _)) = before.terms().await {
            opened.config.peer.versions = chosen.versions;
        }
        if let Ok(roots) = before.list_roots().await {
            opened.config.peer.offer.roots = Some(roots);
        }
        opened
    }

    /// Has rules answer what faces would be asked, and gives them back; none where others answer.
    pub(crate) fn answered_by(
        &mut self,
        rules_of: impl FnOnce(&Target) -> StandingRules,
    ) -> Option<StandingRules> {
        let Responder::Face = self.responder else { return None };
        let rules = rules_of(&self.target);
        self.responder = Responder::Standing(rules.clone());
        Some(rules)
    }

    /// Begins to connect. When the server wants a login, it waits for one of `server_id`.
    pub(crate) fn session(mut self, backend: &Backend, server_id: &str) -> Session {
        let (login, agent) = backend.logins().of_session(backend, server_id, &self.target).unzip();
        self.config.login = login;
        let session = Session::open_with(self.target, self.config, self.responder);
        if let Some(agent) = agent {
            agent.show(session.log().clone());
        }
        session
    }

    /// What must not be shown.
    pub(crate) fn secrets(&self) -> Redactor {
        Redactor::for_target(&self.target)
    }
}

// By hand, because an untagged enum could only say that nothing fits.
impl<'de> Deserialize<'de> for Opening {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        match (value.get("serverId").is_some(), value.get("target").is_some()) {
            (true, false) => read(value).map(Opening::Configured),
            (false, true) => read(value).map(Box::new).map(Opening::Direct),
            (true, true) => Err(D::Error::custom("`serverId` and `target` exclude each other")),
            (false, false) => Err(D::Error::custom("`serverId` or `target` is missing")),
        }
    }
}

impl<'de> Deserialize<'de> for DirectTarget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const WAYS: [&str; 7] = ["command", "url", "text", "found", "demo", "named", "recent"];
        let value = Value::deserialize(deserializer)?;
        let named: Vec<&str> = WAYS.into_iter().filter(|way| value.get(way).is_some()).collect();
        match named[..] {
            ["command"] => read(value).map(DirectTarget::Program),
            ["url"] => read(value).map(DirectTarget::Address),
            ["text"] => read(value).map(DirectTarget::Pasted),
            ["found"] => read(value).map(DirectTarget::Found),
            ["demo"] => read(value).map(DirectTarget::Demo),
            ["named"] => read(value).map(DirectTarget::Named),
            ["recent"] => read(value).map(DirectTarget::Recent),
            [] => Err(D::Error::custom("`target` has neither `command` nor `url`")),
            _ => Err(D::Error::custom(format!("`{}` exclude each other", named.join("` and `")))),
        }
    }
}

fn read<T: DeserializeOwned, E: Error>(value: Value) -> Result<T, E> {
    serde_json::from_value(value).map_err(E::custom)
}

impl Opening {
    /// What to open, with the server looked up in the configuration if need be.
    pub(crate) fn read(self, backend: &Backend) -> Result<Opened, Problem> {
        let (mut target, given, options) = match self {
            Opening::Configured(configured) => {
                let target = backend.config().target(&configured.server_id)?;
                backend.recent().remember(&target, Way::File(backend.config().path()));
                (target, Given::Config, configured.options)
            }
            Opening::Direct(direct) => {
                let Direct { target, options } = *direct;
                let (target, given) = target.read(backend)?;
                (target, given, options)
            }
        };
        target.check_length().map_err(|error| unfit(&error))?;
        options.timeouts.apply(&mut target)?;
        let responder = match options.answers {
            Answers::Face => Responder::Face,
            Answers::Decline => Responder::refuse(),
        };
        Ok(Opened { target, given, config: options.config(backend)?, responder })
    }
}

impl DirectTarget {
    /// The server, and who gave it. Whoever describes one in parts is a program, and programs remember by themselves.
    fn read(self, backend: &Backend) -> Result<(Target, Given), Problem> {
        let given = match self {
            DirectTarget::Program(program) => (program.read()?, Given::Face),
            DirectTarget::Address(address) => (address.read()?, Given::Face),
            DirectTarget::Pasted(pasted) => (pasted.read(backend)?, Given::Face),
            DirectTarget::Found(found) => {
                let target = of_file(&found_file(&found.found)?, &found.server)?;
                backend.recent().remember(&target, Way::File(Path::new(&found.found)));
                (target, Given::OtherClient)
            }
            DirectTarget::Demo(DemoTarget { demo: true }) => (config::demo()?, Given::Demo),
            DirectTarget::Demo(_) => return Err(bad("`target.demo` should be true")),
            DirectTarget::Named(NamedTarget { named: true }) => {
                let target = backend.named().cloned().ok_or_else(|| {
                    let problem = bad("no server was named when mcp-inspector was started");
                    problem.with_hint("name one behind `--no-connect`, or give `target.text`")
                })?;
                remember_named(backend, &target);
                (target, Given::CommandLine)
            }
            DirectTarget::Named(_) => return Err(bad("`target.named` should be true")),
            DirectTarget::Recent(RecentTarget { recent }) => backend.recent().target(backend, &recent)?,
        };
        Ok(given)
    }
}

impl PastedTarget {
    /// What was pasted, with what is given besides. Variables and headers of that are not remembered: the next time they
    /// are asked for again.
    fn read(self, backend: &Backend) -> Result<Target, Problem> {
        let mut target = Pasted::read(&self.text)?.target(self.server.as_deref())?;
        set_cwd(&mut target, self.cwd)?;
        let plain = target.clone();
        add_env(&mut target, self.env)?;
        add_headers(&mut target, self.headers)?;
        backend.recent().remember(&plain, Way::Typed(&self.text));
        Ok(target)
    }
}

impl Program {
    fn read(self) -> Result<Target, Problem> {
        if self.command.trim().is_empty() {
            return Err(bad("`target.command` is empty"));
        }
        if [&self.command].into_iter().chain(&self.args).chain(&self.cwd).any(|text| text.contains('\0')) {
            return Err(bad("`target` has a NUL character, which no program can be started with"));
        }
        check_env(&self.env)?;
        // The usual way to read a command decides what it is called; what it is must not be guessed.
        let name = self.name.or_else(|| {
            let last = self.command.rsplit(['/', '\\']).find(|part| !part.is_empty());
            last.map(str::to_owned)
        });
        let stdio = Stdio {
            command: self.command,
            args: self.args,
            env: self.env,
            cwd: self.cwd.filter(|cwd| !cwd.is_empty()).map(Into::into),
            ..Stdio::default()
        };
        Ok(Target {
            id: None,
            name: name.unwrap_or_default(),
            transport: Transport::Stdio(stdio),
            timeouts: Timeouts::default(),
            unset: Vec::new(),
        })
    }
}

impl Address {
    fn read(self) -> Result<Target, Problem> {
        let mut target = Target::url(&self.url).map_err(|error| {
            let problem = bad(format!("`target.url`: {error}"));
            problem.with_hint("give a URL such as http://localhost:8080/mcp")
        })?;
        check_headers(&self.headers)?;
        if let Some(name) = self.name {
            target.name = name;
        }
        if let Transport::Http(http) = &mut target.transport {
            http.headers = self.headers.into_iter().collect();
            http.flavour = match self.transport {
                HttpTransport::Auto => Flavour::Auto,
                HttpTransport::StreamableHttp => Flavour::Streamable,
                HttpTransport::Sse => Flavour::Sse,
            };
        }
        Ok(target)
    }
}

impl TimeoutsBody {
    /// Sets the limits that win over those of the configuration.
    fn apply(self, target: &mut Target) -> Result<(), Problem> {
        if let Some(limit) = limit("connection", self.connection)? {
            target.timeouts.connection = Some(limit);
        }
        if let Some(limit) = limit("request", self.request)? {
            target.timeouts.request = Some(limit);
        }
        Ok(())
    }
}

/// A limit in milliseconds that makes sense.
fn limit(name: &str, millis: Option<u64>) -> Result<Option<Duration>, Problem> {
    match millis {
        Some(millis) if !(1..=LONGEST_MS).contains(&millis) => Err(Problem::invalid_request(format!(
            "`timeouts.{name}` is {millis}, and should be between 1 and {LONGEST_MS} milliseconds"
        ))),
        millis => Ok(millis.map(Duration::from_millis)),
    }
}

impl Options {
    fn config(self, backend: &Backend) -> Result<SessionConfig, Problem> {
        let largest = self.message_limit(backend.message_limit())?;
        let mut config = face_config(largest, backend.sessions().log_bytes());
        let peer = &mut config.peer;
        let roots = self.roots.into_iter().map(Root::from).collect();
        peer.offer.roots = Some(roots);
        peer.offer.apps = self.apps;
        peer.versions = self.era.into();
        peer.log_level = self.log_level.map(LogLevel::from);
        if let Some(total) = limit("total", self.timeouts.total)? {
            peer.max_total_timeout = Some(total);
        }
        if let Some(concurrency) = self.concurrency {
            let concurrency = usize::try_from(concurrency).ok();
            let sensible = concurrency.filter(|number| (1..=MOST_CONCURRENT).contains(number));
            peer.concurrency = sensible.ok_or_else(|| {
                let message = format!("`concurrency` should be between 1 and {MOST_CONCURRENT}");
                Problem::invalid_request(message)
            })?;
        }
        Ok(config)
    }
}

impl Options {
    fn message_limit(&self, usual: MessageLimit) -> Result<MessageLimit, Problem> {
        let Some(bytes) = self.max_message_bytes else { return Ok(usual) };
        usize::try_from(bytes).ok().and_then(MessageLimit::of).ok_or_else(|| {
            let (least, most) = (MessageLimit::RANGE.start(), MessageLimit::RANGE.end());
            Problem::invalid_request(format!(
                "`maxMessageBytes` is {bytes}, and should be between {least} and {most}"
            ))
        })
    }
}

impl From<EraWord> for Versions {
    fn from(era: EraWord) -> Self {
        match era {
            EraWord::Auto => Versions::Auto,
            EraWord::Legacy => Versions::Legacy,
            EraWord::Modern => Versions::Pinned(Revision::NEWEST),
            EraWord::First => Versions::Pinned(Revision::R2024_11_05),
            EraWord::Second => Versions::Pinned(Revision::R2025_03_26),
            EraWord::Third => Versions::Pinned(Revision::R2025_06_18),
            EraWord::Fourth => Versions::Pinned(Revision::R2025_11_25),
            EraWord::Fifth => Versions::Pinned(Revision::R2026_07_28),
        }
    }
}

impl From<LevelWord> for LogLevel {
    fn from(level: LevelWord) -> Self {
        match level {
            LevelWord::Debug => LogLevel::Debug,
            LevelWord::Info => LogLevel::Info,
            LevelWord::Notice => LogLevel::Notice,
            LevelWord::Warning => LogLevel::Warning,
            LevelWord::Error => LogLevel::Error,
            LevelWord::Critical => LogLevel::Critical,
            LevelWord::Alert => LogLevel::Alert,
            LevelWord::Emergency => LogLevel::Emergency,
        }
    }
}

impl From<RootBody> for Root {
    fn from(root: RootBody) -> Self {
        Root { uri: root.uri, name: root.name }
    }
}

impl From<Root> for RootBody {
    fn from(root: Root) -> Self {
        RootBody { uri: root.uri, name: root.name }
    }
}

pub(super) fn bad(message: impl Into<String>) -> Problem {
    Problem::new(FaultCode::InvalidConfig, message)
}
