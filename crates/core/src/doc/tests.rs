use super::line::LONGEST_PIECE;
use super::*;
use crate::pretty::pretty;
use crate::raw::Raw;
use crate::schema::any_json;
use proptest::prelude::*;

fn doc(text: &str) -> Doc {
    Doc::new(Bytes::copy_from_slice(text.as_bytes()))
}

fn lines(doc: &Doc) -> Vec<String> {
    doc.window(0, usize::MAX, &Folds::default()).lines
}

fn folded(lines: &[usize]) -> FoldWish {
    FoldWish { folded: lines.to_vec(), ..FoldWish::default() }
}

fn window(doc: &Doc, from: usize, count: usize, lines: &[usize]) -> DocWindow {
    doc.window(from, count, &doc.folds(&folded(lines)))
}

const SMALL: &str = r#"{"a":[1.0,{"b":"x, y: {"}],"c":{},"d":[[]]}"#;

#[test]
fn windows_show_the_layout_of_pretty() {
    let doc = doc(SMALL);
    let all = pretty(&Raw::parse(SMALL).unwrap());
    assert_eq!(lines(&doc).join("\n"), all);
    let part = window(&doc, 2, 3, &[]);
    assert_eq!(part.lines, ["    1.0,", "    {", "      \"b\": \"x, y: {\""]);
    assert_eq!((part.from, part.total, part.numbers), (2, 12, vec![2, 3, 4]));
    assert_eq!(part.ends, [None, Some(5), None]);
    assert_eq!(window(&doc, 99, 3, &[]).lines.len(), 0);
}

#[test]
fn blocks_fold_to_one_line() {
    let doc = doc(SMALL);
    let shown = window(&doc, 0, 99, &[1, 3, 8]);
    assert_eq!(shown.lines, ["{", "  \"a\": […],", "  \"c\": {},", "  \"d\": […]", "}"]);
    assert_eq!(shown.numbers, [0, 1, 7, 8, 11]);
    assert_eq!(shown.total, 5);
    assert_eq!(shown.folded, [false, true, false, true, false]);
    assert_eq!(window(&doc, 2, 2, &[1, 8]).numbers, [7, 8]);
    assert_eq!(window(&doc, 0, 99, &[0, 1]).lines, ["{…}"]);
    assert_eq!(window(&doc, 0, 99, &[2, 400]).total, 12, "what opens no block does not fold");
}

#[test]
fn all_blocks_fold_but_the_outermost_and_those_that_are_opened() {
    let doc = doc(SMALL);
    let all = |folded: &[usize], open: &[usize]| {
        let wish = FoldWish { all: true, folded: folded.to_vec(), open: open.to_vec() };
        doc.window(0, 99, &doc.folds(&wish)).lines
    };
    assert_eq!(all(&[], &[]), ["{", "  \"a\": […],", "  \"c\": {},", "  \"d\": […]", "}"]);
    let opened = ["{", "  \"a\": [", "    1.0,", "    {…}", "  ],", "  \"c\": {},", "  \"d\": […]", "}"];
    assert_eq!(all(&[], &[1]), opened);
    assert_eq!(all(&[0], &[1]), ["{…}"]);
}

#[test]
fn a_line_knows_the_blocks_around_it() {
    let doc = doc(SMALL);
    assert_eq!(doc.around(4), [0, 1, 3]);
    assert_eq!(doc.around(5), [0, 1, 3], "the line that closes a block is in it");
    assert_eq!(doc.around(3), [0, 1], "the line that opens one is not");
    assert_eq!(doc.around(7), [0]);
    assert_eq!(doc.around(0), [0; 0]);
    assert_eq!(doc.around(99), [0; 0]);
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
    assert!(window(&doc, 0, 9, &[0]).lines.len() == 5);
    assert!(Doc::new(Bytes::new()).is_empty());
    assert_eq!(lines(&Doc::plain(Bytes::from_static(b"{\"a\":\n1}"))), ["{\"a\":", "1}"]);
}

#[test]
fn a_huge_string_is_shown_in_part_and_says_so() {
    let text = format!("{{\"a\":\"{}\"}}", "x".repeat(1_000_000));
    let line = doc(&text).line(1).unwrap();
    assert!(line.len() < LONGEST_LINE + 100 && line.ends_with(" bytes in all]"));
    // Whoever keeps it gets all of it.
    assert_eq!(doc(&text).whole_line(1).unwrap().len(), "  \"a\": \"\"".len() + 1_000_000);
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
        let part = window(&doc, from, count, &[]);
        prop_assert_eq!(part.total, all.len());
        let start = from.min(all.len());
        prop_assert_eq!(part.lines, &all[start..(start + count).min(all.len())]);
    }

    #[test]
    fn folding_hides_whole_blocks_and_nothing_else(
        value in any_json(),
        all in any::<bool>(),
        folded in proptest::collection::vec(0usize..12, 0..5),
        open in proptest::collection::vec(0usize..12, 0..5),
        from in 0usize..12,
    ) {
        let doc = Doc::new(Raw::of(&value).bytes().clone());
        let folds = doc.folds(&FoldWish { all, folded, open });
        let whole = doc.window(0, usize::MAX, &folds);
        prop_assert_eq!(whole.lines.len(), whole.total);
        let part = doc.window(from, usize::MAX, &folds);
        prop_assert_eq!(part.lines.as_slice(), &whole.lines[from.min(whole.total)..]);
        prop_assert_eq!(part.numbers.as_slice(), &whole.numbers[from.min(whole.total)..]);
        for (place, number) in whole.numbers.iter().enumerate() {
            prop_assert_eq!(folds.place_of(*number), place);
        }
        for number in (0..doc.len()).filter(|number| !whole.numbers.contains(number)) {
            let opener = whole.numbers[folds.place_of(number)];
            prop_assert!(doc.around(number).contains(&opener) && folds.end_of(opener).is_some());
        }
    }

    #[test]
    fn blocks_are_those_that_the_depth_of_lines_shows(value in any_json()) {
        let doc = Doc::new(Raw::of(&value).bytes().clone());
        for number in 0..doc.len() {
            let depth = doc.marks[number].depth;
            let opens = doc.marks.get(number + 1).is_some_and(|below| below.depth > depth);
            let end = (number + 1..doc.len()).find(|below| doc.marks[*below].depth <= depth);
            prop_assert_eq!(doc.end_of_block(number), end.filter(|_| opens));
        }
    }
}

#[test]
fn a_part_is_found_without_the_text_being_copied() {
    let text = Bytes::from_static(br#" { "a" : [ 1 , {"b" : " x" , "b": 2 } ] } "#);
    assert_eq!(part_at(&text, "/a/1/b").unwrap(), "2", "the last of doubles counts");
    let whole = part_at(&text, "").unwrap();
    assert_eq!((whole.first(), whole.last()), (Some(&b'{'), Some(&b'}')));
    assert_eq!(whole.as_ptr(), text[1..].as_ptr());
    for nowhere in ["a", "/a/01", "/a/2", "/a/1/b/0", "/b", "/a/-"] {
        assert_eq!(part_at(&text, nowhere), None, "{nowhere}");
    }
    assert_eq!(part_at(&Bytes::from_static(b"[1,"), "/0"), None, "what is no JSON has no parts");
}
