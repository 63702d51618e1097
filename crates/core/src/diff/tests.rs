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
