//! Judges a server by the rules of the protocol, or a recording of one.
//!
//! `cargo run -p mcp-inspector-engine --example judge -- --help` says how to use it. It connects, lists
//! everything, also what the server does not declare, and reads resources and prompts that need no
//! arguments. Tools are called only when they are named.

use mcp_inspector_engine::core::schema::sample_arguments;
use mcp_inspector_engine::{
    CallOptions, CallRequest, EntryKind, Fault, FaultCode, Finding, Item, Level, List, Listing, Prompt,
    Report, Resource, Responder, Session, SessionConfig, Target, Tool, ToolCall, Verdict, Versions,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
judge [OPTIONS] [SERVER ...]

SERVER is a command line, a URL or a recording; without one the built-in demo server is judged.
Options come before it, because what follows is the server's own.

  --era auto|legacy|REVISION  which revision to speak (auto finds out)
  --call TOOL                 also call this tool, with arguments made up from its schema; repeatable
  --record FILE               write the session to a file
  --json                      print JSON
  --help                      print this

Exit: 0 all is well, 1 a rule of the level MUST is broken or something failed, 2 nothing could be judged.
";

/// How many resources are read.
const MOST_READ: usize = 20;

/// How long a server may think about a list it does not declare.
const UNDECLARED: Duration = Duration::from_secs(5);

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["--serve-demo"] {
        return mcp_inspector_demo::serve_stdio().await.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    let (text, code) = match Wish::read(words) {
        Ok(None) => (HELP.to_owned(), 0),
        Ok(Some(wish)) => match judge(&wish).await {
            Ok(judged) => (judged.show(wish.is_json), judged.exit_code()),
            Err(fault) => failed(&fault, wish.is_json),
        },
        Err(fault) => failed(&fault, false),
    };
    match std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush()) {
        // Whoever reads us may have seen enough, as `head` has; the verdict stands.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("error: the report could not be written: {error}");
            ExitCode::from(2)
        }
        _ => ExitCode::from(code),
    }
}

fn failed(fault: &Fault, is_json: bool) -> (String, u8) {
    if is_json {
        return (format!("{}\n", json!({ "fault": fault.to_json() })), 2);
    }
    eprint!("{}", fault.report());
    (String::new(), 2)
}

/// What the command line asks for.
struct Wish {
    config: SessionConfig,
    calls: Vec<String>,
    record: Option<PathBuf>,
    is_json: bool,
    server: Vec<String>,
}

impl Wish {
    fn read(mut words: Vec<String>) -> Result<Option<Self>, Fault> {
        let mut config = SessionConfig::inspector();
        config.peer.auto_fetch = false;
        config.peer.retry.limit = Some(0);
        let mut wish = Wish { config, calls: Vec::new(), record: None, is_json: false, server: Vec::new() };
        while let Some(option) = words.first().filter(|word| word.starts_with('-')).cloned() {
            words.remove(0);
            let (name, glued) = option.split_once('=').map_or((option.as_str(), None), |(a, b)| (a, Some(b)));
            let mut value = || match glued {
                Some(value) => Ok(value.to_owned()),
                None if words.is_empty() => Err(bad(format!("`{name}` needs a value"))),
                None => Ok(words.remove(0)),
            };
            match name {
                "--help" | "-h" => return Ok(None),
                "--json" => wish.is_json = true,
                "--call" => wish.calls.push(value()?),
                "--record" => wish.record = Some(PathBuf::from(value()?)),
                "--era" => {
                    let versions: Result<Versions, _> = value()?.parse();
                    wish.config.peer.versions = versions.map_err(|error| bad(error.to_string()))?;
                }
                "--" => break,
                other => return Err(bad(format!("`{other}` is no option")).with_hint("--help lists them")),
            }
        }
        wish.server = words;
        Ok(Some(wish))
    }

    fn target(&self) -> Result<Target, Fault> {
        let words = if self.server.is_empty() {
            let program = std::env::current_exe().unwrap_or_default().display().to_string();
            vec![program, "--serve-demo".to_owned()]
        } else {
            self.server.clone()
        };
        Target::from_words(&words).map_err(|error| {
            let fault = Fault::new(FaultCode::InvalidConfig, error.to_string());
            error.hint().map_or(fault.clone(), |hint| fault.with_hint(hint))
        })
    }
}

fn bad(message: String) -> Fault {
    Fault::new(FaultCode::InvalidRequest, message)
}

/// A session and what is to be said about it.
struct Judged {
    session: Session,
    report: Report,
    /// What failed that should not have.
    troubles: Vec<String>,
    /// Why there was no connection.
    fault: Option<Fault>,
}

async fn judge(wish: &Wish) -> Result<Judged, Fault> {
    let mut troubles = Vec::new();
    let mut fault = None;
    let session = match &wish.server[..] {
        [file] if is_recording(Path::new(file)) => {
            Session::replay(Path::new(file)).map_err(|error| bad(error.to_string()))?
        }
        [file] if Path::new(file).extension().is_some_and(|extension| extension == "jsonl") => {
            let why = if Path::new(file).exists() { "is no recording" } else { "does not exist" };
            return Err(bad(format!("`{file}` {why}")).with_hint("`--record FILE` writes one"));
        }
        _ => {
            let session = Session::open_with(wish.target()?, wish.config.clone(), Responder::refuse());
            let recorder = match &wish.record {
                Some(path) => Some(session.record(path).map_err(|error| bad(error.to_string()))?),
                None => None,
            };
            match session.ready().await {
                Ok(()) => visit(&session, &wish.calls, &mut troubles).await,
                // What it said until then is judged all the same.
                Err(why) => fault = Some(why),
            }
            session.stop().await;
            if let Some(recorder) = recorder
                && let Err(error) = recorder.finish().await
            {
                troubles.push(format!("the recording could not be written: {error}"));
            }
            session
        }
    };
    let report = session.findings();
    Ok(Judged { session, report, troubles, fault })
}

fn is_recording(path: &Path) -> bool {
    const BEGINNING: &[u8] = br#"{"mcpInspectorRecording""#;
    let mut beginning = [0; BEGINNING.len()];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut beginning));
    read.is_ok() && beginning == BEGINNING
}

/// Makes the server say as much as it can without side effects.
async fn visit(session: &Session, calls: &[String], troubles: &mut Vec<String>) {
    let mut lists = BTreeMap::new();
    for list in List::ALL {
        match session.list_pages(list).await {
            Ok(pages) => drop(lists.insert(list, pages)),
            // A server may offer what it does not declare; that would be a finding.
            Err(fault) if fault.code == FaultCode::CapabilityMissing => {
                let options =
                    CallOptions { forced: true, timeout: Some(UNDECLARED), ..CallOptions::default() };
                let request = CallRequest { options, ..CallRequest::new(list.method(), None) };
                let _ = session.request(request).await.result().await;
            }
            Err(fault) => troubles.push(fault.to_string()),
        }
    }
    let mut pages = |list| lists.remove(&list).unwrap_or_default();
    let resources: Option<Listing<Resource>> = Listing::read(List::Resources, pages(List::Resources)).ok();
    for resource in resources.iter().flat_map(Listing::valid).take(MOST_READ) {
        let _ = session.read_resource(&resource.uri).await;
    }
    let prompts: Option<Listing<Prompt>> = Listing::read(List::Prompts, pages(List::Prompts)).ok();
    let is_free = |prompt: &&Prompt| prompt.arguments.iter().all(|argument| !argument.required);
    for prompt in prompts.iter().flat_map(Listing::valid).filter(is_free) {
        let _ = session.get_prompt(&prompt.name, &Map::new()).await;
    }
    let tools: Option<Listing<Tool>> = Listing::read(List::Tools, pages(List::Tools)).ok();
    for name in calls {
        let tool = tools.iter().flat_map(Listing::valid).find(|tool| tool.name == *name);
        let arguments = tool.map(|tool| sample_arguments(&tool.input_schema)).unwrap_or_default();
        let call = ToolCall::new(name).arguments(Value::Object(arguments)).with_progress();
        if let Err(fault) = session.call_tool(call).await {
            troubles.push(format!("{name}: {fault}"));
        }
    }
}

impl Judged {
    fn exit_code(&self) -> u8 {
        let is_broken = self.report.findings.iter().any(|finding| finding.level == Level::Must);
        let is_idle = self.report.count(Verdict::NotExercised) == self.report.rules.len();
        match (is_broken || !self.troubles.is_empty(), self.fault.is_some() || is_idle) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 0,
        }
    }

    fn show(&self, is_json: bool) -> String {
        if !is_json {
            return self.words();
        }
        let mut report = self.report.to_json();
        report["server"] = json!(self.session.place());
        report["revision"] = json!(self.session.revision());
        report["failed"] = json!(self.troubles);
        report["fault"] = json!(self.fault.as_ref().map(Fault::to_json));
        format!("{report}\n")
    }

    fn words(&self) -> String {
        let mut text = match self.session.revision() {
            Some(revision) => format!("{}: {revision}\n", self.session.place()),
            None => format!("{}: no revision was agreed on\n", self.session.place()),
        };
        if let Some(fault) = &self.fault {
            let _ = write!(text, "\n{}", fault.report());
        }
        for trouble in &self.troubles {
            let _ = writeln!(text, "\nFAILED {trouble}");
        }
        // The same fault in many places is told once.
        let mut groups: Vec<(&Finding, usize)> = Vec::new();
        for finding in &self.report.findings {
            let is_same = |(other, _): &&mut (&Finding, usize)| {
                (other.rule, &other.message) == (finding.rule, &finding.message)
            };
            match groups.iter_mut().find(is_same) {
                Some((_, times)) => *times += 1,
                None => groups.push((finding, 1)),
            }
        }
        groups.sort_by_key(|(finding, _)| (finding.level, finding.seq));
        for (finding, times) in &groups {
            let more = if *times > 1 { format!(" (and {} more)", times - 1) } else { String::new() };
            let _ = writeln!(text, "\n{} {}  {}", finding.level, finding.rule, finding.message);
            let _ = writeln!(text, "    entry {}, {}{more}", finding.seq, finding.spot);
            if let Some(excerpt) = self.excerpt(finding) {
                let _ = writeln!(text, "    {excerpt}");
            }
            let _ = writeln!(text, "    {}", finding.page);
        }
        let broken: std::collections::BTreeSet<&str> =
            groups.iter().map(|(finding, _)| finding.rule).collect();
        let (kept, idle) = (self.report.count(Verdict::Kept), self.report.count(Verdict::NotExercised));
        let _ = writeln!(text, "\nrules: {} broken, {kept} kept, {idle} not exercised", broken.len());
        text
    }

    /// The beginning of the frame that shows it.
    fn excerpt(&self, finding: &Finding) -> Option<String> {
        match self.session.log().page(finding.seq, 1).into_iter().next()? {
            Item::Entry(entry) => match &entry.kind {
                EntryKind::Frame { frame, .. } => {
                    let text = String::from_utf8_lossy(frame.bytes());
                    let short: String = text.chars().filter(|c| !c.is_control()).take(140).collect();
                    Some(if short.len() < text.len() { short + "…" } else { short })
                }
                _ => None,
            },
            Item::Gap { .. } => None,
        }
    }
}
