//! The Markdown of our own pages as HTML: headings, paragraphs, lists, tables, code and links.
//!
//! It reads what the pages in `docs/errors` use and no more; a test holds the pages to that. Everything
//! that is not markup is escaped.

use std::fmt::Write as _;

/// A text of ours as HTML.
pub(super) fn html(text: &str) -> String {
    let mut page = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(fence) = line.strip_prefix("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let language = escaped(fence);
            let _ = writeln!(
                page,
                "<pre data-language=\"{language}\"><code>{}</code></pre>",
                escaped(&code.join("\n"))
            );
        } else if let Some(heading) = line.strip_prefix("## ") {
            let _ = writeln!(page, "<h2>{}</h2>", inline(heading));
        } else if let Some(heading) = line.strip_prefix("# ") {
            let _ = writeln!(page, "<h1>{}</h1>", inline(heading));
        } else if let Some((first, list)) = item(line) {
            let mut items = vec![first.to_owned()];
            while let Some(next) = lines.next_if(|next| item(next).is_some() || next.starts_with("   ")) {
                match (item(next), items.last_mut()) {
                    (Some((next, _)), _) => items.push(next.to_owned()),
                    (None, Some(last)) => {
                        last.push('\n');
                        last.push_str(next.trim_start());
                    }
                    (None, None) => {}
                }
            }
            let _ = writeln!(page, "<{list}>");
            for item in items {
                let _ = writeln!(page, "<li>{}</li>", inline(&item));
            }
            let _ = writeln!(page, "</{list}>");
        } else if line.starts_with('|') {
            let mut rows = vec![line];
            while let Some(row) = lines.next_if(|row| row.starts_with('|')) {
                rows.push(row);
            }
            page.push_str(&table(&rows));
        } else if !line.is_empty() {
            let mut paragraph = line.to_owned();
            while let Some(next) = lines.next_if(|next| !next.is_empty() && !begins_a_block(next)) {
                paragraph.push('\n');
                paragraph.push_str(next);
            }
            let _ = writeln!(page, "<p>{}</p>", inline(&paragraph));
        }
    }
    page
}

fn begins_a_block(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("# ") || line.starts_with("## ") || line.starts_with('|')
}

/// The text of a list's item, and the list it belongs to.
fn item(line: &str) -> Option<(&str, &'static str)> {
    if let Some(text) = line.strip_prefix("- ") {
        return Some((text, "ul"));
    }
    let (number, text) = line.split_once(". ")?;
    let is_number =
        !number.is_empty() && number.len() < 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((text, "ol"))
}

/// A table; its second row only draws a line.
fn table(rows: &[&str]) -> String {
    let mut text = "<table>\n".to_owned();
    for (index, row) in rows.iter().enumerate().filter(|(index, _)| *index != 1) {
        let cell = if index == 0 { "th" } else { "td" };
        text.push_str("<tr>");
        for content in row.trim_matches('|').split('|') {
            let _ = write!(text, "<{cell}>{}</{cell}>", inline(content.trim()));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</table>\n");
    text
}

/// Code, bold text and links within a line. A mark without its other end is a character like others.
fn inline(text: &str) -> String {
    let mut line = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        line.push_str(&escaped(&rest[..at]));
        rest = &rest[at..];
        let (html, length) = mark(rest).unwrap_or_else(|| (rest[..1].to_owned(), 1));
        line.push_str(&html);
        rest = &rest[length..];
    }
    line.push_str(&escaped(rest));
    line
}

/// What the mark at the beginning of a text means, and how many bytes that takes.
fn mark(text: &str) -> Option<(String, usize)> {
    if let Some(code) = text.strip_prefix('`') {
        let end = code.find('`')?;
        return Some((format!("<code>{}</code>", escaped(&code[..end])), end + 2));
    }
    if let Some(bold) = text.strip_prefix("**") {
        let end = bold.find("**").filter(|end| *end > 0)?;
        return Some((format!("<strong>{}</strong>", inline(&bold[..end])), end + 4));
    }
    let (label, behind) = text.strip_prefix('[')?.split_once("](")?;
    let (target, _) = behind.split_once(')')?;
    let page = target.strip_suffix(".md").filter(|page| is_slug(page))?;
    let html = format!("<a href=\"/docs/errors/{page}\">{}</a>", inline(label));
    Some((html, label.len() + target.len() + "[]()".len()))
}

/// Links lead to pages of ours and nowhere else.
fn is_slug(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

/// A text with the characters that mean something in HTML taken out of their meaning.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_inspector_engine::FaultCode;

    #[test]
    fn what_the_pages_use_becomes_html() {
        let text = "# A\n\nOne `a<b` and\n**two `c`**.\n\n1. x\n   y\n2. [Z](z-z.md)\n\n- u\n\n```sh\n# a \"b\"\n\n1. c\n```\n\n\
                    | h |\n|---|\n| `i` |\n";
        assert_eq!(
            html(text),
            "<h1>A</h1>\n<p>One <code>a&lt;b</code> and\n<strong>two <code>c</code></strong>.</p>\n\
             <ol>\n<li>x\ny</li>\n<li><a href=\"/docs/errors/z-z\">Z</a></li>\n</ol>\n<ul>\n<li>u</li>\n</ul>\n\
             <pre data-language=\"sh\"><code># a &quot;b&quot;\n\n1. c</code></pre>\n\
             <table>\n<tr><th>h</th></tr>\n<tr><td><code>i</code></td></tr>\n</table>\n"
        );
    }

    #[test]
    fn marks_without_an_end_and_foreign_links_stay_text() {
        for text in
            ["a ` b", "a ** b", "[a", "[a](b", "****", "[a](http://evil.example)", "[a](../x.md)", "`", "é*"]
        {
            assert_eq!(html(text), format!("<p>{}</p>\n", escaped(text)), "{text}");
        }
        assert_eq!(html("<script>&'\""), "<p>&lt;script&gt;&amp;&#39;&quot;</p>\n");
        assert_eq!(html("```\nopen"), "<pre data-language=\"\"><code>open</code></pre>\n");
    }

    #[test]
    fn no_page_uses_what_is_not_known_here() {
        for code in FaultCode::ALL {
            let page = html(code.page());
            let mut prose = String::new();
            let mut rest = page.as_str();
            while let Some((before, behind)) = rest.split_once("<code>") {
                prose.push_str(before);
                rest = behind.split_once("</code>").unwrap().1;
            }
            prose.push_str(rest);
            for mark in ["**", "`", "](", "\n- ", "\n#", "<p>&gt;", "\n* ", "~~", "__"] {
                assert!(!prose.contains(mark), "{code} has `{mark}`: {prose}");
            }
            assert_eq!(page.matches("<h2>").count(), 4, "{code}");
        }
    }

    #[test]
    fn every_link_leads_to_a_page() {
        for code in FaultCode::ALL {
            for link in html(code.page()).split("href=\"").skip(1).map(|link| link.split('"').next().unwrap())
            {
                assert!(FaultCode::ALL.iter().any(|code| code.help_page() == link), "{code}: {link}");
            }
        }
    }
}
