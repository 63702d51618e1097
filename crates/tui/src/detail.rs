//! What there is to see of a row, and of a run: named parts, each a text.

use crate::about::report;
use crate::kept;
use crate::page::Content;
use crate::run::Run;
use crate::server::Server;
use crate::text::{size, span};
use bytes::Bytes;
use mcp_inspector_engine::core::diff::{Tag, diff};
use mcp_inspector_engine::core::entry::HttpExchange;
use mcp_inspector_engine::core::pretty::pretty;
use mcp_inspector_engine::core::timeline::{Row, RowKind, body, unsent_request};
use mcp_inspector_engine::{Entry, EntryKind, Raw};
use std::fmt::Write as _;
use std::sync::Arc;

/// The names of the parts of a row.
pub(crate) fn row_tabs(row: &Row, server: &Server) -> Vec<&'static str> {
    if row.kind == RowKind::Finding {
        return vec!["Finding", "Timing"];
    }
    let has_answer = row.end_seq.is_some_and(|end| end != row.seq);
    let mut tabs = match row.kind {
        RowKind::Call | RowKind::Ask | RowKind::App => vec!["Request"],
        RowKind::Http => vec!["Exchange"],
        RowKind::Stderr => vec!["Line"],
        _ => vec!["Message"],
    };
    if has_answer {
        tabs.push("Response");
    }
    if row.kind == RowKind::Call && has_answer {
        // What came is what most look for.
        tabs.swap(0, 1);
    }
    let is_message = matches!(
        row.kind,
        RowKind::Call | RowKind::Ask | RowKind::Notification | RowKind::Junk | RowKind::Answer
    );
    if is_message {
        tabs.push("Raw");
    }
    tabs.push("Timing");
    // Only messages are carried by an exchange; a step of a login has its own in its text.
    if is_message && server.transport() == "http" {
        tabs.push("HTTP");
    }
    tabs
}

/// One part of a row.
pub(crate) fn row_part(row: &Row, server: &Server, tab: &str) -> Content {
    let Some(session) = &server.session else { return Content::Plain(String::new()) };
    let entry = |seq| session.log().entry(seq);
    let gone = || Content::Plain("This entry is no longer kept.".to_owned());
    let begin = entry(row.seq);
    let end = row.end_seq.and_then(entry);
    match tab {
        "Response" => end.map_or_else(gone, |entry| shown(&entry)),
        "Raw" => {
            let entries = [begin, end.filter(|end| end.seq != row.seq)];
            let lines = entries.into_iter().flatten().map(|entry| {
                let bytes = body(&entry);
                format!(
                    "#{} {}{}\n{}\n",
                    entry.seq.0,
                    size(bytes.len() as u64),
                    framing(&entry),
                    String::from_utf8_lossy(&bytes)
                )
            });
            Content::Plain(lines.collect::<Vec<_>>().join("\n"))
        }
        "Timing" => Content::Plain(timing(row)),
        "Finding" => Content::Plain(finding(row, server).unwrap_or_else(|| row.target.to_string())),
        "HTTP" | "Exchange" => {
            let found =
                [begin, end].into_iter().flatten().find_map(|entry| session.log().exchange_of(&entry));
            Content::Plain(
                found
                    .map_or_else(|| "The HTTP exchange is not known.".to_owned(), |exchange| http(&exchange)),
            )
        }
        _ => begin.map_or_else(gone, |entry| shown(&entry)),
    }
}

/// How a frame came, when that says more than its bytes.
fn framing(entry: &Entry) -> String {
    let EntryKind::Frame { frame, .. } = &entry.kind else { return String::new() };
    let Some(head) = frame.event() else { return String::new() };
    let mut text = " · SSE event".to_owned();
    for field in head.fields() {
        let _ = write!(text, " · {field}");
    }
    text
}

/// What an entry says.
pub(crate) fn shown(entry: &Arc<Entry>) -> Content {
    match &entry.kind {
        EntryKind::Frame { frame, .. } | EntryKind::App { frame, .. } => Content::Json(frame.bytes().clone()),
        EntryKind::Stderr { line } => Content::Plain(line.clone()),
        EntryKind::Auth(step) => Content::Plain(step_text(step)),
        EntryKind::Phase(change) => Content::Plain(match &change.fault {
            Some(fault) => report(fault),
            None => format!("{} -> {}", change.from, change.to),
        }),
        EntryKind::Note(note) => Content::Plain(note.to_string()),
        _ => Content::Json(unsent_request(entry).unwrap_or_else(|| {
            let text = serde_json::to_vec(&**entry).unwrap_or_default();
            Bytes::from(text)
        })),
    }
}

/// A step of a login with everything it says.
fn step_text(step: &mcp_inspector_engine::core::auth::AuthStep) -> String {
    let mut text = format!("{}: {}\n", step.step, step.what);
    let mut line = |label: &str, value: Option<&str>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            let _ = writeln!(text, "{label}: {value}");
        }
    };
    line("rule", Some(&step.rule));
    line("expected", step.expected.as_deref());
    line("came", step.came.as_deref());
    line("advice", step.advice.as_deref());
    if let Some(exchange) = &step.exchange {
        let _ = writeln!(text, "\n{} {}", exchange.method, exchange.url);
        headers(&mut text, &exchange.request_headers);
        if let Some(body) = &exchange.request_body {
            let _ = writeln!(text, "\n{body}");
        }
        match (exchange.status, &exchange.error) {
            (Some(status), _) => {
                let _ = writeln!(text, "\nHTTP {status} after {} ms", exchange.duration_ms);
            }
            (None, Some(error)) => {
                let _ = writeln!(text, "\nno answer: {error}");
            }
            (None, None) => {}
        }
        headers(&mut text, &exchange.response_headers);
        if let Some(body) = &exchange.response_body {
            let _ = writeln!(text, "\n{body}");
        }
    }
    text
}

/// What was found, where, and where the rule is written.
fn finding(row: &Row, server: &Server) -> Option<String> {
    let (report, _) = server.judged.as_ref()?;
    let about = server.timeline.row_at(row.seq)?;
    let mut found =
        report.findings.iter().filter(|one| one.seq == about.seq || Some(one.seq) == about.end_seq);
    let one = found.nth(usize::try_from(row.finding?).ok()?)?;
    Some(format!(
        "{}\n\nrule   {} ({})\nat     {}\nentry  #{}\npage   {}\n",
        one.message, one.rule, one.level, one.spot, one.seq.0, one.page
    ))
}

fn headers(text: &mut String, headers: &[(String, String)]) {
    for (name, value) in headers {
        let _ = writeln!(text, "{name}: {value}");
    }
}

fn http(exchange: &HttpExchange) -> String {
    let mut text = format!("{} {}\n", exchange.method, exchange.url);
    headers(&mut text, &exchange.request_headers);
    let _ = writeln!(text, "({} sent)\n", size(exchange.request_bytes));
    let version = exchange.version.as_deref().unwrap_or("HTTP");
    match (exchange.status, &exchange.error) {
        (Some(status), _) => {
            let connected = exchange.connect_us.map(|micros| span(micros.saturating_mul(1_000)));
            let connected = connected.map(|took| format!(", connected in {took}")).unwrap_or_default();
            let _ = writeln!(text, "{version} {status} after {}{connected}", span(exchange.head_ns()));
        }
        (None, Some(error)) => {
            let _ = writeln!(text, "no answer: {error}");
        }
        (None, None) => text.push_str("no answer yet\n"),
    }
    headers(&mut text, &exchange.response_headers);
    if let (Some(bytes), Some(total)) = (exchange.response_bytes, exchange.total_ns()) {
        let _ = writeln!(text, "({} received after {})", size(bytes), span(total));
    }
    if let Some(body) = &exchange.body_head {
        let _ = writeln!(text, "\n{body}");
    }
    text
}

fn timing(row: &Row) -> String {
    let mut text = format!("began after  {}\n", span(row.at_ns));
    if let Some(whole) = row.duration_ns {
        let _ = writeln!(text, "took         {}", span(whole));
        for (taker, nanos) in row.shares() {
            let _ = writeln!(text, "  {:<11}{}", taker.as_str(), span(nanos));
        }
    } else {
        text.push_str("not over, or takes no time\n");
    }
    let _ = writeln!(text, "size         {}", size(row.bytes));
    let _ = writeln!(
        text,
        "entries      #{}{}",
        row.seq.0,
        row.end_seq.map(|end| format!(" to #{}", end.0)).unwrap_or_default()
    );
    if let Some(id) = &row.id {
        let _ = writeln!(text, "id           {id}");
    }
    if row.is_resumed {
        text.push_str("resumed      its stream broke and was taken up again\n");
    }
    if row.findings > 0 {
        let _ = writeln!(text, "findings     {} (see the Server view)", row.findings);
    }
    text
}

/// The names of the parts of a run.
pub(crate) const RUN_TABS: [&str; 4] = ["Content", "JSON", "Request", "Diff"];

/// One part of a run.
pub(crate) fn run_part(run: &Run, before: Option<&Run>, tab: &str) -> Content {
    let answer = || run.answer().unwrap_or_else(Raw::empty_object);
    let misfits = run.end.as_ref().map(|end| end.misfits.as_slice()).unwrap_or_default();
    match tab {
        "JSON" => Content::Json(answer().bytes().clone()),
        "Request" => Content::Json(sent(run)),
        "Diff" => Content::Plain(match before {
            Some(before) => differences(before, run),
            None => "There is no run before this one.".to_owned(),
        }),
        _ => match run.fault() {
            Some(fault) => Content::Plain(report(fault)),
            None if misfits.is_empty() => content(&answer()),
            None => {
                let told: Vec<String> = misfits.iter().map(|misfit| format!("! {misfit}")).collect();
                let content = match content(&answer()) {
                    Content::Json(_) => pretty(&answer()),
                    Content::Plain(text) => text,
                };
                Content::Plain(format!("{}\n\n{content}", told.join("\n")))
            }
        },
    }
}

/// What was asked, as JSON: the frame as it was sent, or where that is no longer known what was in it.
fn sent(run: &Run) -> Bytes {
    if let Some(sent) = run.end.as_ref().and_then(|end| end.sent.clone()) {
        return sent;
    }
    let params = run.request.params.clone().unwrap_or_else(Raw::empty_object);
    Bytes::from(format!(r#"{{"method":"{}","params":{}}}"#, run.request.method, params.as_str()))
}

/// What changed between two runs: the arguments, then the results.
fn differences(before: &Run, run: &Run) -> String {
    let mut text = format!("run #{} -> run #{}\n", before.number, run.number);
    let answer = |run: &Run| run.answer().map_or_else(String::new, |raw| pretty(&raw));
    let arguments = |run: &Run| Raw::parse(&run.text).map_or_else(|_| run.text.clone(), |raw| pretty(&raw));
    for (title, left, right) in
        [("arguments", arguments(before), arguments(run)), ("result", answer(before), answer(run))]
    {
        let found = diff(&left, &right, &[]);
        let is_same = found.lines.iter().all(|line| line.tag == Tag::Same);
        let _ = writeln!(text, "\n{title}{}", if is_same { ": the same" } else { ":" });
        if is_same {
            continue;
        }
        for line in &found.lines {
            let sign = match line.tag {
                Tag::Same => ' ',
                Tag::Left => '-',
                Tag::Right => '+',
            };
            let _ = writeln!(text, "{sign} {}", line.text);
        }
    }
    text
}

/// What a result says to people: texts as they are, everything else by what it is.
fn content(result: &Raw) -> Content {
    let blocks = result.member("content").or_else(|| result.member("contents"));
    let messages = result.member("messages").and_then(|list| list.elements());
    let mut text = String::new();
    if let Some(structured) = result.member("structuredContent") {
        let _ = writeln!(text, "structured content:\n{}\n", pretty(&structured));
    }
    if let Some(messages) = messages {
        if let Some(description) = result.text_member("description") {
            let _ = writeln!(text, "{description}\n");
        }
        for message in messages {
            let role = message.text_member("role").unwrap_or_default();
            let _ = writeln!(text, "{role}:");
            if let Some(content) = message.member("content") {
                block(&mut text, &content);
            }
        }
        return Content::Plain(text);
    }
    let Some(blocks) = blocks.and_then(|blocks| blocks.elements()) else {
        return Content::Json(result.bytes().clone());
    };
    for one in &blocks {
        block(&mut text, one);
    }
    if blocks.is_empty() && text.is_empty() {
        text.push_str("The result is empty.\n");
    }
    Content::Plain(text)
}

fn block(text: &mut String, block: &Raw) {
    if let Some(said) = block.text_member("text") {
        let _ = writeln!(text, "{said}");
        return;
    }
    let kind = block.text_member("type").unwrap_or_else(|| "data".to_owned());
    let mime = block.text_member("mimeType").unwrap_or_default();
    let data = block.text_member("data").or_else(|| block.text_member("blob"));
    match (data, block.member("resource")) {
        (Some(data), _) => {
            let _ = match decoded(&data) {
                Some(bytes) => writeln!(text, "[{kind} {mime} {}; `w` saves it]", size(bytes)),
                None => writeln!(text, "[{kind} {mime}: not base64, {} as text]", size(data.len() as u64)),
            };
        }
        (None, Some(resource)) => {
            let uri = resource.text_member("uri").unwrap_or_default();
            let mime = resource.text_member("mimeType").unwrap_or_default();
            let _ = writeln!(text, "{}", format!("[resource {uri} {mime}").trim_end().to_owned() + "]");
            self::block(text, &resource);
        }
        (None, None) if kind == "resource_link" => {
            let said = |name: &str| block.text_member(name).unwrap_or_default();
            let named = format!("[link] {} {} {mime}", said("name"), said("uri"));
            let about = said("description");
            let about = if about.is_empty() { about } else { format!(": {about}") };
            let _ = writeln!(text, "{}{about}", named.trim_end());
        }
        (None, None) => {
            let _ = writeln!(text, "[{kind}] {}", block.as_str());
        }
    }
}

/// How many bytes base64 stands for; none if it is something else.
fn decoded(data: &str) -> Option<u64> {
    kept::decoded(data).ok().map(|bytes| bytes.len() as u64)
}

/// A block of binary data in a few words: its type and its size.
pub(crate) fn blob(block: &Raw) -> Option<String> {
    let inner = block.member("resource").unwrap_or_else(|| block.clone());
    let data = inner.text_member("data").or_else(|| inner.text_member("blob"))?;
    let kind = block.text_member("type").unwrap_or_else(|| "data".to_owned());
    let mime = inner.text_member("mimeType").unwrap_or_default();
    Some(match decoded(&data) {
        Some(bytes) => format!("[{kind} {mime} {}]", size(bytes)),
        None => format!("[{kind} {mime}: not base64]"),
    })
}
