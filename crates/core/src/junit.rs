//! Runs of tests as JUnit XML, which build servers read.
//!
//! Names and texts come from servers: what XML cannot hold is written as a replacement character, so the
//! document is well-formed whatever they are.

use std::fmt::Write as _;
use std::time::Duration;

/// One test and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What it is called.
    pub name: String,
    /// What it belongs to: the method.
    pub class: String,
    /// How long it took.
    pub took: Duration,
    /// How it ended.
    pub end: End,
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// As expected.
    Passed,
    /// Something came that was not expected, a line each.
    Failed(Vec<String>),
    /// The call could not be made, or was not answered.
    Broken(String),
    /// It was not run, for this reason.
    Skipped(String),
}

/// A suite as a document.
///
/// ```
/// use mcp_inspector_core::junit::{Case, End, junit};
/// let end = End::Failed(vec!["/sum: expected 4, got 3".into()]);
/// let case = Case { name: "add".into(), class: "tools/call".into(), took: std::time::Duration::ZERO, end };
/// assert!(junit("demo", &[case]).contains("<failure message=\"/sum: expected 4, got 3\">"));
/// ```
pub fn junit(suite: &str, cases: &[Case]) -> String {
    let count = |is: fn(&End) -> bool| cases.iter().filter(|case| is(&case.end)).count();
    let failures = count(|end| matches!(end, End::Failed(_)));
    let errors = count(|end| matches!(end, End::Broken(_)));
    let skipped = count(|end| matches!(end, End::Skipped(_)));
    let took: Duration = cases.iter().map(|case| case.took).sum();
    let counts = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{}\"",
        cases.len(),
        seconds(took)
    );
    let suite = escaped(suite);
    let mut out = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n");
    let _ = writeln!(out, "  <testsuite name=\"{suite}\" {counts}>");
    for case in cases {
        write_case(&mut out, case);
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

// Writing to a string cannot go wrong.
fn write_case(out: &mut String, case: &Case) {
    let (class, name) = (escaped(&case.class), escaped(&case.name));
    let time = seconds(case.took);
    let _ = write!(out, "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{time}\"");
    let inside = match &case.end {
        End::Passed => {
            out.push_str("/>\n");
            return;
        }
        End::Skipped(why) => format!("<skipped message=\"{}\"/>", escaped(why)),
        End::Broken(why) => format!("<error message=\"{0}\">{0}</error>", escaped(why)),
        End::Failed(lines) => {
            let first = lines.first().map(String::as_str).unwrap_or_default();
            let (first, all) = (escaped(first), escaped(&lines.join("\n")));
            format!("<failure message=\"{first}\">{all}</failure>")
        }
    };
    let _ = writeln!(out, ">\n      {inside}\n    </testcase>");
}

fn seconds(span: Duration) -> String {
    format!("{:.3}", span.as_secs_f64())
}

/// A text that is the same in an attribute and between tags. Blanks that a reader would join or drop in an
/// attribute are written as references, and `>` too: `]]>` must not stand in text.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            // No document of XML 1.0 has these, not even as references.
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(name: &str, end: End) -> Case {
        Case { name: name.into(), class: "tools/call".into(), took: Duration::from_millis(1500), end }
    }

    #[test]
    fn a_suite_counts_its_cases_and_tells_how_each_ended() {
        let cases = [
            case("add", End::Passed),
            case("add", End::Failed(vec!["one".into(), "two".into()])),
            case("gone", End::Broken("no such tool".into())),
            case("ping", End::Skipped("step 2 failed".into())),
        ];
        let text = junit("demo", &cases);
        assert_eq!(
            text,
            r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" errors="1" skipped="1" time="6.000">
  <testsuite name="demo" tests="4" failures="1" errors="1" skipped="1" time="6.000">
    <testcase classname="tools/call" name="add" time="1.500"/>
    <testcase classname="tools/call" name="add" time="1.500">
      <failure message="one">one&#10;two</failure>
    </testcase>
    <testcase classname="tools/call" name="gone" time="1.500">
      <error message="no such tool">no such tool</error>
    </testcase>
    <testcase classname="tools/call" name="ping" time="1.500">
      <skipped message="step 2 failed"/>
    </testcase>
  </testsuite>
</testsuites>
"#
        );
    }

    #[test]
    fn hostile_names_leave_the_document_well_formed() {
        let hostile = "a\"><x>]]>&\u{0}\u{1b}\u{ffff}\u{202e}\n\t<!--<![CDATA[";
        let text = junit(hostile, &[case(hostile, End::Failed(vec![hostile.into()]))]);
        let written =
            "a&quot;&gt;&lt;x&gt;]]&gt;&amp;\u{fffd}\u{fffd}\u{fffd}\u{202e}&#10;&#9;&lt;!--&lt;![CDATA[";
        assert_eq!(text.matches(written).count(), 4, "{text}");
        let is_allowed = |letter: char| matches!(letter, '\n' | ' '..='\u{fffd}' | '\u{10000}'..);
        assert!(text.chars().all(is_allowed) && !text.contains("]]>"), "{text}");
        assert_eq!(text.matches('<').count(), 9, "no tag of the name's: {text}");
    }
}
