//! A session with one of the servers, and the questions every test ends with.

use crate::programs::testkit;
use crate::support::{PATIENCE, entries, notes, quick, wait_for};
use mcp_inspector_engine::core::entry::{Decision, Entry, EntryKind, Note};
use mcp_inspector_engine::core::era::{Revision, Versions};
use mcp_inspector_engine::core::frame::{Content, Direction};
use mcp_inspector_engine::core::message::{Message, RequestId};
use mcp_inspector_engine::core::peer::config::Root;
use mcp_inspector_engine::core::target::{Target, Transport};
use mcp_inspector_engine::core::typed::ToolResult;
use mcp_inspector_engine::record::Recorder;
use mcp_inspector_engine::responder::Rules;
use mcp_inspector_engine::{Fault, Level, Responder, Session, SessionConfig, ToolCall};
use mcp_inspector_testkit::children;
use serde_json::Value;
use std::collections::BTreeSet;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The longest a whole test may take.
const LIMIT: Duration = Duration::from_secs(120);

/// Marks the processes of one session, so that its test can tell them from those of others.
const MARK: &str = "MCPI_TEST_SESSION";

/// The first root the server is shown.
pub(crate) const ROOT: &str = "file:///srv/first";

/// A configuration for tests that asks for `revision` and no other.
pub(crate) fn asking_for(revision: Revision) -> SessionConfig {
    speaking(Versions::Pinned(revision))
}

/// A configuration for tests.
pub(crate) fn speaking(versions: Versions) -> SessionConfig {
    let mut config = quick();
    config.peer.versions = versions;
    config.peer.listen_for_lists = true;
    config.peer.offer.roots = Some(vec![Root { uri: ROOT.to_owned(), name: Some("first".to_owned()) }]);
    config
}

/// A session with a server.
pub(crate) struct Tour {
    pub(crate) session: Session,
    recorder: Option<Recorder>,
    mark: String,
}

impl Tour {
    /// Connects; asks are answered by `rules`, the text of a rules file.
    pub(crate) async fn begin(target: Target, rules: &str) -> Self {
        Tour::begin_with(target, rules, speaking(Versions::Auto)).await
    }

    /// Connects with a configuration.
    pub(crate) async fn begin_with(mut target: Target, rules: &str, mut config: SessionConfig) -> Self {
        static SESSIONS: AtomicU32 = AtomicU32::new(0);
        let mark = format!("{}-{}", std::process::id(), SESSIONS.fetch_add(1, Ordering::Relaxed));
        if let Transport::Stdio(stdio) = &mut target.transport {
            stdio.env.insert(MARK.to_owned(), mark.clone());
        }
        // Node and Python take their time to start when all tests run at once.
        config.peer.init_timeout = PATIENCE;
        let rules = Rules::read(rules).expect("the rules of a test are right");
        let session = Session::open_with(target, config, Responder::Rules(rules));
        if let Err(fault) = session.ready().await {
            panic!("{fault:#?}\n{:#?}", entries(&session));
        }
        Tour { session, recorder: None, mark }
    }

    /// Writes the session to a file, if recordings are wanted.
    pub(crate) fn record(&mut self, name: &str) {
        self.recorder =
            recording(name).map(|path| self.session.record(&path).expect("the recording can be written"));
    }

    /// Calls a tool that must not fail.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> ToolResult {
        let result =
            self.try_call(tool, arguments).await.unwrap_or_else(|fault| panic!("{tool}: {fault:#?}"));
        assert!(!result.is_error, "{tool}: {}", result.text());
        result
    }

    /// Calls a tool.
    pub(crate) async fn try_call(&self, tool: &str, arguments: Value) -> Result<ToolResult, Fault> {
        let call = ToolCall::new(tool).arguments(arguments);
        self.session.call_tool(call).await?.into_value("tools/call")
    }

    /// Calls a tool that must send progress; returns how far it said it was, in order.
    pub(crate) async fn call_with_progress(&self, tool: &str, arguments: Value) -> (ToolResult, Vec<f64>) {
        let from = self.session.log().last();
        let call = ToolCall::new(tool).arguments(arguments).with_progress();
        let result = self.session.call_tool(call).await.unwrap().into_value("tools/call").unwrap();
        let progress =
            entries(&self.session).iter().filter(|entry| entry.seq > from).filter_map(progress_of).collect();
        (result, progress)
    }

    /// The names of the tools, sorted.
    pub(crate) async fn tool_names(&self) -> Vec<String> {
        let tools = self.session.list_tools().await.unwrap();
        assert_eq!(tools.broken().count(), 0);
        let mut names: Vec<String> = tools.valid().map(|tool| tool.name.clone()).collect();
        names.sort();
        names
    }

    /// Waits for a notification whose parameters contain `text`.
    pub(crate) async fn notified(&self, method: &str, text: &str) {
        let fits = |kind: &EntryKind| match received(kind) {
            Some(Message::Notification { method: came, params }) => {
                came == method && params.as_ref().map_or("", |params| params.as_str()).contains(text)
            }
            _ => false,
        };
        wait_for(&self.session, fits).await;
    }

    /// Waits for a line on stderr that contains `text`.
    pub(crate) async fn said(&self, text: &str) {
        wait_for(&self.session, |kind| matches!(kind, EntryKind::Stderr { line } if line.contains(text)))
            .await;
    }

    /// How often the server asked for `method`.
    pub(crate) fn asked(&self, method: &str) -> usize {
        let is_it = |entry: &&Arc<Entry>| match received(&entry.kind) {
            Some(Message::Request { method: came, .. }) => came == method,
            _ => false,
        };
        entries(&self.session).iter().filter(is_it).count()
    }

    /// What the server did that the protocol does not have: notes and junk, in words.
    pub(crate) fn oddities(&self) -> Vec<String> {
        let junk = |entry: &Arc<Entry>| match &entry.kind {
            EntryKind::Frame { direction: Direction::Received, frame, .. } => match frame.content() {
                Content::Junk(junk) => Some(format!("junk: {junk}")),
                _ => None,
            },
            _ => None,
        };
        // A server that starts slowly is greeted both ways and answers both. And some end a stream that
        // was cancelled with a result, as if they had ended it.
        let greetings = ["server/discover", "initialize", "subscriptions/listen"];
        let may_be_late: Vec<i64> = greetings.iter().flat_map(|method| self.sent_ids(method)).collect();
        let is_late = |note: &Note| matches!(note, Note::LateAnswer { id } if may_be_late.contains(id));
        let is_odd = |note: &&Note| !is_ordinary(note) && !is_late(note);
        let odd = notes(&self.session).iter().filter(is_odd).map(Note::to_string).collect::<Vec<_>>();
        odd.into_iter().chain(entries(&self.session).iter().filter_map(junk)).collect()
    }

    /// The ids of our requests for `method`.
    fn sent_ids(&self, method: &str) -> Vec<i64> {
        let id_of = |entry: &Arc<Entry>| match &entry.kind {
            EntryKind::Frame { direction: Direction::Sent, frame, .. } => match frame.message()? {
                Message::Request { id: RequestId::Number(id), method: sent, .. } if sent == method => {
                    Some(*id)
                }
                _ => None,
            },
            _ => None,
        };
        entries(&self.session).iter().filter_map(id_of).collect()
    }

    /// Stops, and checks that the server kept to the protocol and that no process is left.
    pub(crate) async fn end(self, revision: Revision, oddities: &[&str]) {
        self.end_with(revision, oddities, &[]).await;
    }

    /// Like [`Tour::end`] for a server that breaks these rules.
    pub(crate) async fn end_with(self, revision: Revision, oddities: &[&str], known: &[&str]) {
        assert_eq!(self.session.revision(), Some(revision));
        let processes = marked(&self.mark);
        self.session.stop().await;
        assert_eq!(self.oddities(), oddities);
        if let Some(recorder) = self.recorder {
            recorder.finish().await.expect("the recording is written");
        }
        assert_eq!(broken(&self.session), known, "what the server must not do, and what it is known to do");
        for pid in processes {
            assert!(children::wait_gone(pid, PATIENCE), "process {pid} of the server is left");
        }
        assert_eq!(marked(&self.mark), [0; 0]);
    }
}

/// The rules of the level MUST that the server broke.
fn broken(session: &Session) -> Vec<&'static str> {
    let findings = session.findings().findings;
    let musts = findings.iter().filter(|finding| finding.level == Level::Must);
    let rules: BTreeSet<&str> = musts.map(|finding| finding.rule).collect();
    rules.into_iter().collect()
}

/// Where a session is recorded, if it is to be: `MCPI_RECORD` names the directory. That is how the
/// files in `fixtures/sessions` are made.
fn recording(name: &str) -> Option<PathBuf> {
    let directory = std::env::var_os("MCPI_RECORD")?;
    Some(Path::new(&directory).join(format!("{name}.jsonl"))).filter(|path| !path.exists())
}

/// Notes of what happens with servers that do everything right.
fn is_ordinary(note: &Note) -> bool {
    match note {
        Note::AskDecided { by: Decision::Rule { .. } | Decision::RuleRefuses { .. }, .. }
        | Note::Probe { .. }
        | Note::InputRequired { .. }
        | Note::ExchangeClosed { .. }
        | Note::LogLevel { .. }
        | Note::Act(_)
        | Note::Task { .. } => true,
        Note::Listening { refused, .. } => refused.is_empty(),
        Note::ListenEnded { why, .. } => why == "no longer wanted",
        _ => false,
    }
}

/// Runs a test, but not for ever.
pub(crate) async fn within_limit(test: impl Future<Output = ()>) {
    let ended = tokio::time::timeout(LIMIT, test).await;
    assert!(ended.is_ok(), "the test took longer than {} s", LIMIT.as_secs());
}

fn received(kind: &EntryKind) -> Option<&Message> {
    match kind {
        EntryKind::Frame { direction: Direction::Received, frame, .. } => frame.message(),
        _ => None,
    }
}

fn progress_of(entry: &Arc<Entry>) -> Option<f64> {
    match received(&entry.kind)? {
        Message::Notification { method, params: Some(params) } if method == "notifications/progress" => {
            params.to_value()["progress"].as_f64()
        }
        _ => None,
    }
}

/// The living processes that carry the mark. Empty where there is no `/proc`.
fn marked(mark: &str) -> Vec<u32> {
    let variable = format!("{MARK}={mark}");
    let carries = |pid: &u32| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == variable.as_bytes())
    };
    children::descendants(std::process::id()).into_iter().filter(carries).collect()
}

#[tokio::test]
async fn the_processes_of_a_session_are_found_and_gone_after_its_end() {
    within_limit(async {
        let tour = Tour::begin(testkit(&["well-behaved"]), r#"{"rules":[]}"#).await;
        if cfg!(target_os = "linux") {
            assert_eq!(marked(&tour.mark).len(), 1);
        }
        tour.end(Revision::NEWEST_LEGACY, &[]).await;
    })
    .await;
}
