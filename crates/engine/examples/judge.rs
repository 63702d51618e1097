//! Judges a server by the rules of the protocol: connects, lists everything and reads every resource
//! and prompt that needs no arguments (no tool is called), then prints what was found.
//!
//! `cargo run -p mcp-inspector-engine --example judge` judges the demo server;
//! `... --example judge -- [--era auto|legacy|REVISION] [--json] SERVER` a command line or a URL;
//! `... --example judge -- session.jsonl` a recording. Exit: 0 when no rule of the level MUST is
//! broken, 1 when one is, 2 when there was nothing to judge.

use mcp_inspector_engine::{
    Fault, FaultCode, Level, List, Report, Responder, Session, SessionConfig, Target, Verdict, Versions,
};
use serde_json::Map;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// How many resources are read.
const MOST_READ: usize = 20;

/// Prints a line. Whoever reads us may have seen enough, as `head` has; that is no error.
macro_rules! say {
    ($($part:tt)*) => {
        if writeln!(std::io::stdout(), $($part)*).is_err() {
            std::process::exit(0);
        }
    };
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["--serve-demo"] {
        return mcp_inspector_demo::serve_stdio().await.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    match judge(words).await {
        Ok(report) if report.findings.iter().any(|finding| finding.level == Level::Must) => ExitCode::FAILURE,
        Ok(_) => ExitCode::SUCCESS,
        Err(fault) => {
            eprint!("{}", fault.report());
            ExitCode::from(2)
        }
    }
}

async fn judge(mut words: Vec<String>) -> Result<Report, Fault> {
    let bad = |message: String| Fault::new(FaultCode::InvalidRequest, message);
    let mut config = SessionConfig::inspector();
    config.peer.auto_fetch = false;
    config.peer.retry.limit = Some(0);
    let mut is_json = false;
    // Options stand before the server, because what follows is the server's own.
    while let Some(option) = words.first().filter(|word| word.starts_with("--")).cloned() {
        words.remove(0);
        match option.as_str() {
            "--json" => is_json = true,
            "--era" if !words.is_empty() => {
                let versions: Result<Versions, _> = words.remove(0).parse();
                config.peer.versions = versions.map_err(|error| bad(error.to_string()))?;
            }
            "--" => break,
            other => {
                let message = format!("`{other}` is no option");
                return Err(bad(message).with_hint("there are --era auto|legacy|REVISION and --json"));
            }
        }
    }
    let session = match &words[..] {
        [file] if Path::new(file).extension().is_some_and(|extension| extension == "jsonl") => {
            Session::replay(Path::new(file)).map_err(|error| bad(error.to_string()))?
        }
        _ => visit(target(words)?, config).await?,
    };
    let report = session.findings();
    if is_json {
        say!("{}", report.to_json());
    } else {
        print(&session, &report);
    }
    Ok(report)
}

fn target(words: Vec<String>) -> Result<Target, Fault> {
    let words = if words.is_empty() {
        let program = std::env::current_exe().unwrap_or_default().display().to_string();
        vec![program, "--serve-demo".to_owned()]
    } else {
        words
    };
    Target::from_words(&words).map_err(|error| {
        let fault = Fault::new(FaultCode::InvalidConfig, error.to_string());
        match error.hint() {
            Some(hint) => fault.with_hint(hint),
            None => fault,
        }
    })
}

/// Makes the server say as much as it can without side effects. What it refuses is in the log.
async fn visit(target: Target, config: SessionConfig) -> Result<Session, Fault> {
    let session = Session::connect_with(target, config, Responder::refuse()).await?;
    for list in List::ALL {
        let _ = session.list_pages(list).await;
    }
    if let Ok(resources) = session.list_resources().await {
        for resource in resources.valid().take(MOST_READ) {
            let _ = session.read_resource(&resource.uri).await;
        }
    }
    if let Ok(prompts) = session.list_prompts().await {
        let is_free = |prompt: &&mcp_inspector_engine::Prompt| prompt.arguments.iter().all(|it| !it.required);
        for prompt in prompts.valid().filter(is_free) {
            let _ = session.get_prompt(&prompt.name, &Map::new()).await;
        }
    }
    session.stop().await;
    Ok(session)
}

fn print(session: &Session, report: &Report) {
    let revision = session.revision().map_or("an unknown revision".to_owned(), |it| it.to_string());
    say!("{} speaks {revision}", session.place());
    for level in [Level::Must, Level::Should, Level::Note] {
        let of_level: Vec<_> = report.findings.iter().filter(|finding| finding.level == level).collect();
        for finding in &of_level {
            say!("\n{level} {}  {}", finding.rule, finding.message);
            say!("    entry {}, {}", finding.seq, finding.spot);
            say!("    {}", finding.page);
        }
    }
    let (broken, kept) = (report.count(Verdict::Broken), report.count(Verdict::Kept));
    let idle = report.count(Verdict::NotExercised);
    say!("\n{broken} rules broken, {kept} kept, {idle} not exercised");
}
