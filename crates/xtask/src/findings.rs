//! `docs/findings.md`: every rule a server is judged by, made from the table of rules.
//!
//! The example findings are not written by hand: each rule is run on its example.

use mcp_inspector_core::check::script::entries;
use mcp_inspector_core::check::{Finding, Rule, Spot, check, rules};
use mcp_inspector_core::entry::{Entry, EntryKind};
use mcp_inspector_core::era::Revision;
use std::fmt::Write as _;

/// Where the page is.
pub(crate) const PATH: &str = "docs/findings.md";

/// How much of a frame is shown.
const SHOWN: usize = 600;

/// The page as it must be.
pub(crate) fn page() -> String {
    let count = rules().count();
    let mut page = format!(
        "# Findings\n\n\
         <!-- Made by `cargo run -p xtask -- findings`. -->\n\n\
         The inspector judges what a server sends by {count} rules of the Model Context Protocol, each by the \
         revision in force for that very exchange. A rule is *broken*, *kept*, or *not exercised*: nothing in the \
         log could be judged by it, which is not a pass.\n\n\
         Only what the server sent is judged. An answer to a bad request of ours is not, nor is the way in which \
         an older server refuses the probe for the newest revision, nor a frame in which a secret was blanked \
         out. Where entries of the log are missing, nothing is assumed about them.\n\n\
         MUST and SHOULD are the words of the specification; rules that follow from its text without standing \
         there count as SHOULD. A note is worth a look and not always wrong.\n"
    );
    let mut family = "";
    for rule in rules() {
        let prefix = rule.id.split('-').next().unwrap_or_default();
        if prefix != family {
            family = prefix;
            let _ = write!(page, "\n## {family}\n");
        }
        page.push_str(&section(rule));
    }
    page
}

fn section(rule: &Rule) -> String {
    let mut text = format!(
        "\n### {}\n\n{}.\n\n{} · {} · [specification]({})\n",
        rule.id,
        capital(rule.checks),
        levels(rule),
        revisions(rule.revisions),
        rule.page(None)
    );
    let example = entries(rule.broken).ok().and_then(|log| {
        let finding = check(&log).findings.into_iter().find(|finding| finding.rule == rule.id)?;
        let entry = log.into_iter().find(|entry| entry.seq == finding.seq)?;
        Some((entry, finding))
    });
    match example {
        Some((entry, finding)) => {
            let _ = write!(text, "\n```text\n{}\n{}\n```\n", shown(&entry), told(&finding));
        }
        None => text.push_str("\nThe example breaks nothing.\n"),
    }
    text
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn levels(rule: &Rule) -> String {
    let oldest = rule.revisions.first().copied();
    let mut text = rule.level(oldest).to_string();
    for revision in rule.revisions.windows(2) {
        let (before, after) = (rule.level(Some(revision[0])), rule.level(Some(revision[1])));
        if before != after {
            let _ = write!(text, ", {after} since {}", revision[1]);
        }
    }
    text
}

fn revisions(list: &[Revision]) -> String {
    match list {
        [one] => one.to_string(),
        [first, .., last] if list.len() == Revision::ALL.len() => {
            debug_assert!(first < last, "revisions are in order");
            "all revisions".to_owned()
        }
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    }
}

fn shown(entry: &Entry) -> String {
    match &entry.kind {
        EntryKind::Frame { frame, .. } => {
            let text = String::from_utf8_lossy(frame.bytes()).into_owned();
            let short: String = text.chars().take(SHOWN).collect();
            if short.len() < text.len() { format!("{short} ...") } else { short }
        }
        EntryKind::Http(exchange) => {
            let mut text =
                format!("{} answered with HTTP {}", exchange.method, exchange.status.unwrap_or_default());
            for (name, value) in &exchange.response_headers {
                let _ = write!(text, "\n{name}: {value}");
            }
            text
        }
        EntryKind::HttpEnd { .. } => "the stream ends".to_owned(),
        _ => String::new(),
    }
}

fn told(finding: &Finding) -> String {
    match &finding.spot {
        Spot::Pointer(pointer) if pointer.is_empty() => format!("=> {}", finding.message),
        Spot::Pointer(pointer) => format!("=> at {pointer}: {}", finding.message),
        Spot::Header(name) => format!("=> header {name}: {}", finding.message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_section_with_a_finding() {
        let page = page();
        for rule in rules() {
            assert!(page.contains(&format!("\n### {}\n", rule.id)), "{}", rule.id);
        }
        assert!(!page.contains("The example breaks nothing."));
        assert_eq!(page.matches("\n=> ").count(), rules().count());
    }

    #[test]
    fn revisions_are_told_as_a_range() {
        assert_eq!(revisions(&Revision::ALL), "all revisions");
        assert_eq!(revisions(&Revision::ALL[..4]), "2024-11-05 to 2025-11-25");
        assert_eq!(revisions(&Revision::ALL[4..]), "2026-07-28");
    }
}
