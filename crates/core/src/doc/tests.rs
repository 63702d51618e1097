use super::*;
use crate::pretty::pretty;
use crate::raw::Raw;
use crate::schema::any_json;
use proptest::prelude::*;

fn doc(text: &str) -> Doc {
    Doc::new(Bytes::copy_from_slice(text.as_bytes()))
}

fn lines(doc: &Doc) -> Vec<String> {
    doc.window(0, usize::MAX, &[]).lines
}

const SMALL: &str = r#"{"a":[1.0,{"b":"x, y: {"}],"c":{},"d":[[]]}"#;

#[test]
fn windows_show_the_layout_of_pretty() {
    let doc = doc(SMALL);
    let all = pretty(&Raw::parse(SMALL).unwrap());
    assert_eq!(lines(&doc).join("\n"), all);
    let window = doc.window(2, 3, &[]);
    assert_eq!(window.lines, ["    1.0,", "    {", "      \"b\": \"x, y: {\""]);
    assert_eq!((window.from, window.total, window.numbers), (2, 12, vec![2, 3, 4]));
    assert_eq!(window.ends, [None, Some(5), None]);
    assert_eq!(doc.window(99, 3, &[]).lines.len(), 0);
}

#[test]
fn blocks_fold_to_one_line() {
    let doc = doc(SMALL);
    let folded = doc.window(0, 99, &[1, 3, 8]);
    assert_eq!(folded.lines, ["{", "  \"a\": […],", "  \"c\": {},", "  \"d\": […]", "}"]);
    assert_eq!(folded.numbers, [0, 1, 7, 8, 11]);
    assert_eq!(folded.total, 5);
    assert_eq!(doc.window(2, 2, &[1, 8]).numbers, [7, 8]);
    assert_eq!(doc.window(0, 99, &[0, 1]).lines, ["{…}"]);
    assert_eq!(doc.window(0, 99, &[2, 400]).total, 12, "what opens no block does not fold");
}

#[test]
fn text_is_found_by_the_numbers_of_its_lines() {
    let doc = doc(SMALL);
    assert_eq!(doc.search("\"B\": \"X", 0, 9), DocMatches { matches: vec![4], more: false });
    assert_eq!(doc.search("[", 0, 2), DocMatches { matches: vec![1, 8], more: true });
    assert_eq!(doc.search("[", 2, 9).matches, [8, 9]);
    assert_eq!(doc.search("", 0, 9), DocMatches::default());
    assert_eq!(doc.search("a", 99, 9), DocMatches::default());
}

#[test]
fn what_is_no_json_has_its_own_lines_and_long_ones_are_cut() {
    let long = "ä".repeat(3000);
    let doc = doc(&format!("Listening\r\n\n{long}\nend"));
    assert!(!doc.is_json());
    let shown = lines(&doc);
    assert_eq!((shown[0].as_str(), shown[1].as_str(), shown[4].as_str()), ("Listening", "", "end"));
    assert!(shown.iter().all(|line| line.len() <= LONGEST_PIECE));
    assert_eq!(shown[2..4].concat(), long);
    assert_eq!(lines(&Doc::new(Bytes::from_static(b"a\xff\n"))), ["a\u{fffd}"]);
    assert!(doc.window(0, 9, &[0]).lines.len() == 5);
    assert!(Doc::new(Bytes::new()).is_empty());
    assert_eq!(lines(&Doc::plain(Bytes::from_static(b"{\"a\":\n1}"))), ["{\"a\":", "1}"]);
}

#[test]
fn a_huge_string_is_shown_in_part_and_says_so() {
    let text = format!("{{\"a\":\"{}\"}}", "x".repeat(1_000_000));
    let line = doc(&text).line(1).unwrap();
    assert!(line.len() < LONGEST_LINE + 100 && line.ends_with(" bytes in all]"));
}

#[test]
fn deep_nesting_is_laid_out_as_pretty_does_it() {
    let text = format!("{}1,[],2{}", "[".repeat(500), "]".repeat(500));
    assert_eq!(lines(&doc(&text)).join("\n"), pretty(&Raw::parse(&text).unwrap()));
}

proptest! {
    #[test]
    fn any_window_is_a_part_of_the_layout(value in any_json(), from in 0usize..20, count in 0usize..20) {
        let raw = Raw::of(&value);
        let all = pretty(&raw);
        let all: Vec<&str> = all.split('\n').collect();
        let doc = Doc::new(raw.bytes().clone());
        let window = doc.window(from, count, &[]);
        prop_assert_eq!(window.total, all.len());
        let start = from.min(all.len());
        prop_assert_eq!(window.lines, &all[start..(start + count).min(all.len())]);
    }

    #[test]
    fn folding_hides_whole_blocks_and_nothing_else(
        value in any_json(),
        folded in proptest::collection::vec(0usize..12, 0..5),
        from in 0usize..12,
    ) {
        let doc = Doc::new(Raw::of(&value).bytes().clone());
        let whole = doc.window(0, usize::MAX, &folded);
        prop_assert_eq!(whole.lines.len(), whole.total);
        let part = doc.window(from, usize::MAX, &folded);
        prop_assert_eq!(part.lines.as_slice(), &whole.lines[from.min(whole.total)..]);
        prop_assert_eq!(part.numbers.as_slice(), &whole.numbers[from.min(whole.total)..]);
    }
}
