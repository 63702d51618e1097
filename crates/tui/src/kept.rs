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
        _ => {
            let found: Vec<Kept> = binaries(&answer).into_iter().filter_map(Result::ok).collect();
            if found.is_empty() { json(&answer) } else { found }
        }
    })
}

/// Which binary data of the content of a run cannot be saved, and why.
pub(crate) fn unsavable(run: &Run) -> Vec<String> {
    run.answer()
        .map_or_else(Vec::new, |answer| binaries(&answer).into_iter().filter_map(Result::err).collect())
}

/// The bytes that base64 stands for.
pub(crate) fn decoded(data: &str) -> Result<Vec<u8>, base64::DecodeError> {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.decode(data)
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

/// The pieces of binary data in a result: of a tool, a resource or a prompt; or why one is none.
fn binaries(result: &Raw) -> Vec<Result<Kept, String>> {
    let blocks = ["content", "contents", "messages"].into_iter().find_map(|name| result.member(name));
    let blocks = blocks.and_then(|blocks| blocks.elements()).unwrap_or_default();
    let read = |(place, one): (usize, &Raw)| {
        let one = one.member("content").unwrap_or_else(|| one.clone());
        let kind = one.text_member("type").unwrap_or_else(|| "data".to_owned());
        let inner = one.member("resource").unwrap_or(one);
        let named = |why: &str| Some(Err(format!("block {}, {kind} ({why})", place + 1)));
        let Some(data) = inner.text_member("data").or_else(|| inner.text_member("blob")) else {
            return if matches!(&*kind, "image" | "audio") { named("it has no data") } else { None };
        };
        let Ok(bytes) = decoded(&data) else { return named("not base64") };
        let mime = inner.text_member("mimeType").unwrap_or_default();
        let ending = mime.rsplit('/').next().filter(|ending| ending.chars().all(char::is_alphanumeric));
        Some(Ok((ending.filter(|ending| !ending.is_empty()).unwrap_or("bin").to_owned(), bytes)))
    };
    blocks.iter().enumerate().filter_map(read).collect()
}
