use super::*;
use crate::schema::any_json;
use proptest::prelude::*;

/// One line per change: `+ - ~`, the pointer, both values.
fn changes(left: &str, right: &str, ignore: &[&str]) -> Vec<String> {
    let ignore: Vec<String> = ignore.iter().map(|pointer| (*pointer).to_owned()).collect();
    let told = |change: &Change| {
        let sign = match change.kind {
            ChangeKind::Added => "+",
            ChangeKind::Removed => "-",
            ChangeKind::Changed => "~",
        };
        let values = [&change.left, &change.right].into_iter().flatten().cloned().collect::<Vec<_>>();
        format!("{sign} {} {}", change.pointer, values.join(" > "))
    };
    diff(left, right, &ignore).changes.iter().map(told).collect()
}

#[test]
fn changes_are_named_by_their_places() {
    assert_eq!(
        changes(
            r#"{"t":33,"same":[1,2],"gone":null,"deep":{"a/b":"x"}}"#,
            r#"{ "same": [1, 2], "deep": {"a/b": "y"}, "t": 36, "new": {} }"#,
            &[]
        ),
        ["~ /t 33 > 36", "- /gone null", "~ /deep/a~1b \"x\" > \"y\"", "+ /new {}"]
    );
    assert_eq!(changes("1.0", "1", &[]), ["~  1.0 > 1"], "the spelling counts");
    assert_eq!(changes(r#"{"a":1,"a":2}"#, r#"{"a":2}"#, &[]), [""; 0], "the last of equal keys counts");
}

#[test]
fn an_element_that_was_put_in_does_not_change_the_others() {
    assert_eq!(changes("[1,2,3]", "[0,1,2,3]", &[]), ["+ /0 0"]);
    assert_eq!(changes(r#"[{"a":1},{"b":2}]"#, r#"[{"a":1},{"b":3}]"#, &[]), ["~ /1/b 2 > 3"]);
    assert_eq!(changes("[1,2,3]", "[3]", &[]), ["- /0 1", "- /1 2"]);
}

#[test]
fn ignored_places_do_not_change() {
    let (left, right) =
        (r#"{"at":1,"items":[{"at":1,"n":1}]}"#, r#"{"at":2,"items":[{"at":2,"n":1}],"x":1}"#);
    assert_eq!(changes(left, right, &["/at", "/items/*/at", "/x"]), [""; 0]);
    assert_eq!(changes(left, right, &["/at", "/x"]), ["~ /items/0/at 1 > 2"]);
    assert_eq!(changes(left, right, &[""]), [""; 0]);
}

#[test]
fn lines_are_those_of_the_layout() {
    let compared = diff(r#"{"a":1,"b":2}"#, r#"{"a":1,"b":3}"#, &[]);
    let shown: Vec<String> = (compared.lines.iter())
        .map(|line| format!("{}{}", serde_json::to_value(line.tag).unwrap().as_str().unwrap(), line.text))
        .collect();
    assert_eq!(shown, ["={", "=  \"a\": 1,", "-  \"b\": 2", "+  \"b\": 3", "=}"]);
}

#[test]
fn what_is_no_json_is_compared_by_its_lines() {
    let compared = diff("a\nb", "a\nc", &[]);
    assert_eq!((compared.changes.len(), compared.lines.len()), (0, 3));
}

#[test]
fn deep_and_long_texts_are_compared_within_bounds() {
    let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(1000), "]".repeat(1000));
    assert_eq!(diff(&deep("1"), &deep("2"), &[]).changes.len(), 1);
    let many = |number: usize| {
        let members: Vec<String> = (0..20_000).map(|key| format!("\"{key}\":{number}")).collect();
        format!("{{{}}}", members.join(","))
    };
    let compared = diff(&many(1), &many(2), &[]);
    assert!(compared.more && compared.changes.len() == MOST_CHANGES);
}

proptest! {
    #[test]
    fn only_what_differs_is_told(left in any_json(), right in any_json()) {
        let (left, right) = (left.to_string(), right.to_string());
        prop_assert_eq!(diff(&left, &left, &[]).changes, vec![]);
        let compared = diff(&left, &right, &[]);
        let of = |tag| {
            let lines = compared.lines.iter().filter(|line| line.tag == Tag::Same || line.tag == tag);
            lines.map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
        };
        prop_assert_eq!(of(Tag::Left), pretty(&Raw::parse(&left).unwrap()));
        prop_assert_eq!(of(Tag::Right), pretty(&Raw::parse(&right).unwrap()));
    }
}

#[test]
fn what_does_not_matter_is_blanked_out_of_the_lines_too() {
    let ignore = vec!["/time".to_owned(), "/list/*/id".to_owned()];
    let left = r#"{"time":1,"list":[{"id":1,"n\u00e9":1.0}],"kept":true}"#;
    let right = r#"{"time":2,"list":[{"id":[2],"n\u00e9":1.0}],"kept":true}"#;
    let found = diff(left, right, &ignore);
    assert!(found.changes.is_empty());
    assert!(found.lines.iter().all(|line| line.tag == Tag::Same), "{:?}", found.lines);
    let text: Vec<&str> = found.lines.iter().map(|line| line.text.trim()).collect();
    assert!(text.contains(&r#""id": "(ignored)","#), "{text:?}");
    assert!(text.iter().any(|line| line.contains("1.0")), "the rest keeps its spelling");
    assert!(diff("1", "2", &[String::new()]).lines.iter().all(|line| line.tag == Tag::Same));
}

mod of_lists {
    use crate::Raw;
    use crate::command::List;
    use crate::diff::lists::{compare_lists, keyed};

    fn items(text: &str) -> Vec<Raw> {
        Raw::parse(text).unwrap().elements().unwrap()
    }

    #[test]
    fn items_are_matched_by_name_wherever_they_stand() {
        let old = items(r#"[{"name":"a","v":1},{"name":"b"},{"name":"c","x":{"y":1}}]"#);
        let new = items(r#"[{"name":"c","x":{"y":2}},{"name":"new"},{"v":1,"name":"a"}]"#);
        let diff = compare_lists(List::Tools, &old, &new);
        assert_eq!((&diff.added[..], &diff.removed[..]), (&["new".to_owned()][..], &["b".to_owned()][..]));
        assert_eq!((diff.same, diff.reordered), (1, true));
        assert_eq!(diff.changed.len(), 1);
        assert_eq!(diff.changed[0].name, "c");
        assert_eq!(diff.changed[0].changes[0].pointer, "/x/y");
        assert!(!diff.is_empty());
    }

    #[test]
    fn a_list_against_itself_has_no_difference_even_with_names_that_are_there_twice_or_not_at_all() {
        let list = items(r#"[{"uri":"a"},{"uri":"a","n":2},{},{},7]"#);
        let diff = compare_lists(List::Resources, &list, &list);
        assert!(diff.is_empty(), "{diff:?}");
        assert_eq!(diff.same, 5);
        let one_less = compare_lists(List::Resources, &list, &list[..1]);
        assert_eq!(one_less.removed, ["a (2)", "", " (2)", " (3)"]);
    }

    #[test]
    fn a_list_as_one_object_has_its_items_by_name_and_as_they_are_spelled() {
        let list = items(r#"[{"name":"b","n":1.0},{"name":"a"}]"#);
        assert_eq!(keyed(List::Tools, &list), r#"{"a":{"name":"a"},"b":{"name":"b","n":1.0}}"#);
    }
}
