//! What is saved: the part that is looked at, as bytes for files.

use crate::detail::{row_part, run_part, shown};
use crate::page::Content;
use crate::run::Run;
use crate::server::Server;
use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::pretty::pretty;
use mcp_inspector_engine::core::timeline::{Row, body};

/// Bytes for a file, and the ending of its name.
pub(crate) type Kept = (String, Vec<u8>);

/// A part of a run: of its content all binary data, or else its JSON.
pub(crate) fn of_run(run: &Run, before: Option<&Run>, tab: &str) -> Option<Vec<Kept>> {
    let json = |raw: &Raw| vec![("json".to_owned(), pretty(raw).into_bytes())];
    if tab == "Request" {
        return Some(json(&Raw::parse(&run_part(run, before, tab).text()).ok()?));
    }
    let answer = run.answer()?;
    Some(match tab {
        "Diff" => vec![content(run_part(run, before, tab))],
        "JSON" => json(&answer),
        _ => Some(binaries(&answer)).filter(|found| !found.is_empty()).unwrap_or_else(|| json(&answer)),
    })
}

/// A part of a row: frames as they went over the wire, everything else as it is shown.
pub(crate) fn of_row(row: &Row, server: &Server, tab: &str) -> Option<Vec<Kept>> {
    let log = server.session.as_ref()?.log();
    let (begin, end) = (log.entry(row.seq), row.end_seq.and_then(|seq| log.entry(seq)));
    let kept = match tab {
        "Request" | "Message" | "Line" => content(shown(&begin?)),
        "Response" => content(shown(&end?)),
        "Raw" => {
            let frames: Vec<Vec<u8>> = [begin, end.filter(|end| end.seq != row.seq)]
                .into_iter()
                .flatten()
                .map(|entry| body(&entry).to_vec())
                .collect();
            // Several are told apart by lines, as over stdio.
            let ending = if frames.len() > 1 { "jsonl" } else { "json" };
            (ending.to_owned(), frames.join(&b'\n'))
        }
        tab => content(row_part(row, server, tab)),
    };
    Some(vec![kept])
}

fn content(content: Content) -> Kept {
    match content {
        Content::Json(bytes) => ("json".to_owned(), bytes.to_vec()),
        Content::Plain(text) => ("txt".to_owned(), text.into_bytes()),
    }
}

/// The pieces of binary data in a result: of a tool, a resource or a prompt.
fn binaries(result: &Raw) -> Vec<Kept> {
    use base64::Engine as _;
    let blocks = ["content", "contents", "messages"].into_iter().find_map(|name| result.member(name));
    let blocks = blocks.and_then(|blocks| blocks.elements()).unwrap_or_default();
    let read = |one: &Raw| {
        let one = one.member("content").unwrap_or_else(|| one.clone());
        let inner = one.member("resource").unwrap_or(one);
        let data = inner.text_member("data").or_else(|| inner.text_member("blob"))?;
        let bytes = base64::engine::general_purpose::STANDARD.decode(data).ok()?;
        let mime = inner.text_member("mimeType").unwrap_or_default();
        let ending = mime.rsplit('/').next().filter(|ending| ending.chars().all(char::is_alphanumeric));
        Some((ending.filter(|ending| !ending.is_empty()).unwrap_or("bin").to_owned(), bytes))
    };
    blocks.iter().filter_map(read).collect()
}
