//! The page about a server: who it is, what it can do, what it tells, what is wrong with it.

use crate::offer::Kind;
use crate::server::Server;
use crate::text::{pad, size, span, wrap};
use jiff::tz::TimeZone;
use mcp_inspector_engine::core::capability::{Capability, Survey};
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::stats::Stats;
use mcp_inspector_engine::{Fault, Report, Seq, Verdict};
use std::fmt::Write as _;

/// The columns that the name of a capability has at least.
const PATH: usize = 33;

/// How many lines a value may have.
const MOST_VALUE: usize = 40;

/// The columns of what a value is called.
const LABEL: usize = 14;

/// The page, for so many columns, with times of a zone.
pub(crate) fn page(server: &Server, columns: usize, zone: &TimeZone) -> String {
    let mut text = String::new();
    let (sign, word) = server.state();
    let now = &server.now;
    let mut line = |label: &str, value: &str| {
        if !value.is_empty() {
            // What is too long goes on below itself.
            let lines = wrap(value, columns.saturating_sub(LABEL).max(LABEL), MOST_VALUE);
            let _ = writeln!(text, "{label:<LABEL$}{}", lines.join(&format!("\n{:LABEL$}", "")));
        }
    };
    line("server", &now.called().unwrap_or_else(|| server.name.clone()));
    line("state", &format!("{sign} {word}"));
    line("reached by", &server.place());
    if let Some(revision) = now.revision {
        line(
            "revision",
            &format!("{revision} ({} era)", if revision.is_modern() { "modern" } else { "legacy" }),
        );
    }
    if let Some(process) = now.process {
        line("process", &process.to_string());
    }
    if let Some(told) = server.restarts.told(zone) {
        line("restarted", &told);
    }
    if let Some(nanos) = now.p50_ns {
        line("latency p50", &span(nanos));
    }
    line("sent", &format!("{} frames, {}", now.frames.0, size(now.bytes.0)));
    line("received", &format!("{} frames, {}", now.frames.1, size(now.bytes.1)));
    for kind in [Kind::Tool, Kind::Resource, Kind::Template, Kind::Prompt] {
        let fetched = server.offer.fetched.iter().find(|(fetched, _)| *fetched == kind);
        match fetched {
            Some((_, complete)) => {
                let more = if *complete { "" } else { "+" };
                line(&kind.title().to_lowercase(), &format!("{}{more}", server.offer.count(kind)));
            }
            None => {
                let told = match server.offer.awaited(kind) {
                    Some(awaited) => awaited.words(kind, None),
                    None if now.advertises(kind) => "advertised, and not listed".to_owned(),
                    None if now.phase == PhaseName::Ready => {
                        "none: the server did not advertise them".to_owned()
                    }
                    None => "not known: the server is not connected".to_owned(),
                };
                line(&kind.title().to_lowercase(), &told);
            }
        }
    }
    if let Some(fault) = &now.fault {
        let _ = write!(text, "\nWHY IT IS NOT CONNECTED\n\n{}", report(fault));
    }
    if let Some(problem) = &server.problem {
        let _ = write!(text, "\nWHY IT CANNOT BE USED\n\n{problem}\n");
    }
    if let Some(instructions) = &now.instructions {
        let _ = write!(text, "\nINSTRUCTIONS\n\n{instructions}\n");
    }
    if let Some((report, survey)) = &server.judged {
        capabilities(&mut text, survey);
        findings(&mut text, report);
    }
    statistics(&mut text, server);
    text
}

fn capabilities(text: &mut String, survey: &Survey) {
    for (title, list) in [("WHAT THE SERVER CAN DO", &survey.server), ("WHAT WE OFFER IT", &survey.client)] {
        let _ = write!(text, "\n{title}\n\n");
        let paths: Vec<String> = list.iter().map(|capability| capability.path.join(".")).collect();
        let widest = paths.iter().map(String::len).max().unwrap_or_default().max(PATH);
        for (capability, path) in list.iter().zip(paths) {
            let _ = writeln!(text, "{}", capability_line(capability, &path, widest));
        }
    }
}

fn capability_line(capability: &Capability, path: &str, widest: usize) -> String {
    let said = match capability.is_advertised {
        Some(true) => "advertised",
        Some(false) => "no",
        None => "not told",
    };
    let used =
        capability.used.filter(|used| *used > 0).map(|used| format!("used {used}")).unwrap_or_default();
    let mut wrong = String::new();
    if capability.unannounced > 0 {
        let _ = write!(wrong, "! used {} times without being advertised ", capability.unannounced);
    }
    if capability.broken > 0 {
        let _ = write!(wrong, "! {} findings", capability.broken);
    }
    format!("{path:<widest$}  {said:<11} {used:<9} {wrong}").trim_end().to_owned()
}

fn findings(text: &mut String, report: &Report) {
    let count = |verdict| report.count(verdict);
    let _ = write!(
        text,
        "\nFINDINGS\n\n{} rules kept, {} broken, {} not exercised\n",
        count(Verdict::Kept),
        count(Verdict::Broken),
        report.rules.len() - count(Verdict::Kept) - count(Verdict::Broken),
    );
    for (finding, all) in report.grouped() {
        let _ = write!(
            text,
            "\n! {:?} {} at {} {}\n  {}\n  {}\n",
            finding.level,
            finding.rule,
            places(&all),
            finding.spot,
            finding.message,
            finding.page
        );
    }
}

/// How many entries are named that show the same.
const NAMED: usize = 5;

fn places(all: &[Seq]) -> String {
    let named: Vec<String> = all.iter().take(NAMED).map(|seq| format!("#{seq}")).collect();
    let more = all.len().saturating_sub(NAMED);
    if more == 0 { named.join(", ") } else { format!("{} and {more} more", named.join(", ")) }
}

fn statistics(text: &mut String, server: &Server) {
    let stats = Stats::of(&server.timeline);
    if stats.methods.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "\nHOW LONG CALLS TAKE\n\n{:<30} {:>6} {:>7} {:>8} {:>8} {:>8}",
        "method", "calls", "errors", "p50", "p95", "max"
    );
    for method in &stats.methods {
        let shown = |nanos: Option<u64>| nanos.map_or_else(|| "-".to_owned(), span);
        // A server of the handshake refuses it, as it should, and is told from others by that.
        let is_legacy = server.now.revision.is_some_and(|revision| !revision.is_modern());
        let is_probe = is_legacy && &*method.method == "server/discover" && method.p50_ns.is_none();
        let note = if is_probe { "  refused as expected: not counted" } else { "" };
        let _ = writeln!(
            text,
            "{} {:>6} {:>7} {:>8} {:>8} {:>8}{note}",
            pad(&method.method, 30),
            method.count,
            method.errors,
            shown(method.p50_ns),
            shown(method.p95_ns),
            shown(method.max_ns)
        );
    }
}

/// A fault in full, with the command that says more about it.
pub(crate) fn report(fault: &Fault) -> String {
    fault.report_with(&format!("mcp-inspector --cli --help {}", fault.code))
}

/// Why a server failed, in a line: what helps most comes first.
pub(crate) fn trouble(server: &Server) -> Option<String> {
    if let Some(problem) = &server.problem {
        return problem.lines().next().map(str::to_owned);
    }
    server.now.fault.as_ref().map(reason)
}

/// A fault in a line: how the process ended and what it said last, or else what happened.
pub(crate) fn reason(fault: &Fault) -> String {
    let process = fault.details.post_mortem.as_ref();
    let known = process.and_then(|process| Some((process.ended()?, process.last_words()?)));
    match known {
        Some((ended, words)) => {
            let how = ended.split(" after ").next().unwrap_or_default();
            format!("{how}: {words}")
        }
        None => fault.message.clone(),
    }
}

/// How a process ended, what it said last and what to try, before everything else.
fn first_aid(text: &mut String, fault: &Fault) {
    let _ = writeln!(text, "! {}", fault.message);
    if let Some(process) = &fault.details.post_mortem {
        for line in
            process.ended().into_iter().chain(process.last_words().map(|words| format!("stderr: {words}")))
        {
            let _ = writeln!(text, "{line}");
        }
    }
    if let Some(hint) = &fault.hint {
        let _ = writeln!(text, "hint: {hint}");
    }
    text.push('\n');
}

/// What is told about a server beside the list of them; if it failed, why, in full.
pub(crate) fn summary(server: &Server) -> String {
    let mut text = String::new();
    let (sign, word) = server.state();
    if let Some(fault) = &server.now.fault {
        first_aid(&mut text, fault);
    }
    let _ = writeln!(text, "{}\n\n{sign} {word}", server.name);
    let _ = writeln!(text, "{}", server.place());
    let _ = writeln!(text, "{}", server.source.word());
    if let Some(called) = server.now.called() {
        let _ = writeln!(text, "calls itself {called}");
    }
    if let Some(revision) = server.now.revision {
        let era = if revision.is_modern() { "modern" } else { "legacy" };
        let p50 = server.now.p50_ns.map(|nanos| format!(", p50 {}", span(nanos))).unwrap_or_default();
        let _ = writeln!(text, "speaks {revision} ({era} era){p50}");
    }
    if server.now.failures > 0 && server.now.phase != PhaseName::Ready {
        let _ = writeln!(
            text,
            "{} failed in a row",
            crate::text::count(server.now.failures as usize, "attempt", "attempts")
        );
    }
    if let Some(problem) = &server.problem {
        let _ = write!(text, "\n{problem}\n");
    }
    if let Some(fault) = &server.now.fault {
        let _ = write!(text, "\n{}", report(fault));
    }
    text
}
