use super::*;
use crate::schema::any_json;
use proptest::prelude::*;

/// One line per line: its tag, and what it is or how many it stands for.
fn shown(page: &Page) -> Vec<String> {
    let told = |line: &PageLine| {
        let tag = serde_json::to_value(line.tag).unwrap();
        let tag = tag.as_str().unwrap().to_owned();
        if line.folded > 0 {
            format!("{tag}({}+{})", line.number, line.folded)
        } else {
            tag + line.text.trim()
        }
    };
    page.lines.iter().map(told).collect()
}

fn numbers(changed: &[usize]) -> String {
    let number = |at: usize| if changed.contains(&at) { format!("{at}.5") } else { at.to_string() };
    format!("[{}]", (0..100).map(number).collect::<Vec<_>>().join(","))
}

#[test]
fn what_is_far_from_any_change_is_folded_to_a_number() {
    let compared = Compared::new(&numbers(&[]), &numbers(&[50]), &[]);
    let page = compared.page(0, 100, true);
    assert_eq!(
        shown(&page),
        ["=(0+48)", "=47,", "=48,", "=49,", "-50,", "+50.5,", "=51,", "=52,", "=53,", "=(56+47)"]
    );
    assert_eq!((page.next, page.left), (None, 0));
    let counts = compared.counts();
    assert_eq!((counts.changed, counts.added, counts.removed, counts.more), (1, 0, 0, false));
    assert!(!compared.is_same());
    let same = Compared::new(&numbers(&[]), &numbers(&[]), &[]);
    assert_eq!(shown(&same.page(0, 10, true)), ["=(0+102)"]);
    assert!(same.is_same());
}

#[test]
fn pages_follow_each_other_and_a_fold_is_read_by_itself() {
    let changed: Vec<usize> = (0..100).filter(|at| at % 20 == 10).collect();
    let compared = Compared::new(&numbers(&[]), &numbers(&changed), &[]);
    let whole = compared.page(0, 1000, true);
    let mut pieces = Vec::new();
    let mut from = Some(0);
    let mut left = Vec::new();
    while let Some(at) = from {
        let page = compared.page(at, 7, true);
        assert!(page.lines.len() <= 8, "a fold may come on top");
        left.push(page.left);
        from = page.next;
        pieces.extend(page.lines);
    }
    assert_eq!(pieces, whole.lines);
    assert!(left.windows(2).all(|pair| pair[0] > pair[1]) && left.last() == Some(&0), "{left:?}");
    let fold = whole.lines.iter().find(|line| line.folded > 0).unwrap();
    let inside = compared.page(fold.number, fold.folded, false);
    assert_eq!(inside.lines.len(), fold.folded);
    assert!(inside.lines.iter().all(|line| line.tag == Tag::Same && line.folded == 0));
    assert_eq!(inside.lines[0].number, fold.number);
}

#[test]
fn long_strings_are_compared_by_the_lines_of_their_text() {
    let text = |changed: usize| {
        let line = |at: usize| if at == changed { "another".to_owned() } else { format!("line {at}") };
        serde_json::json!({ "text": (0..100).map(line).collect::<Vec<_>>().join("\n") }).to_string()
    };
    let compared = Compared::new(&text(200), &text(50), &[]);
    let page = compared.page(0, 100, true);
    assert_eq!(
        shown(&page)[1..9],
        [
            r"=line 47\n",
            r"=line 48\n",
            r"=line 49\n",
            r"-line 50\n",
            r"+another\n",
            r"=line 51\n",
            r"=line 52\n",
            r"=line 53\n"
        ]
    );
    let short = Compared::new(r#"["a\nb"]"#, r#"["a\nc"]"#, &[]);
    assert_eq!(shown(&short.page(0, 10, true)), ["=[", r#"-"a\nb""#, r#"+"a\nc""#, "=]"]);
}

#[test]
fn a_line_that_is_cut_is_cut_around_where_it_differs() {
    let long = |last: &str| format!(r#"["{}{last}{}"]"#, "é".repeat(50_000), "z".repeat(5000));
    let page = Compared::new(&long("a"), &long("b"), &[]).page(0, 10, true);
    for (line, letter) in [(&page.lines[1], 'a'), (&page.lines[2], 'b')] {
        assert!(line.text.len() < LONGEST_LINE + 100, "{} bytes", line.text.len());
        assert!(line.text.starts_with('[') && line.text.contains(&format!("é{letter}z")), "{}", line.text);
        assert!(line.text.ends_with("bytes in all]"));
    }
    let alone = Compared::new("[]", &long("a"), &[]).page(0, 10, true);
    assert!(alone.lines.iter().all(|line| line.text.len() < LONGEST_LINE + 100));
}

#[test]
fn changes_are_told_in_windows_too() {
    let compared = Compared::new(&numbers(&[]), &numbers(&[1, 2, 3]), &[]);
    let pointers = |from, count| {
        compared.changes(from, count).iter().map(|change| change.pointer.as_str()).collect::<Vec<_>>()
    };
    assert_eq!((pointers(0, 2), pointers(2, 2)), (vec!["/1", "/2"], vec!["/3"]));
    assert_eq!(pointers(9, 2), [""; 0]);
    let texts = Compared::new("a\nb\n", "a\nc", &[]);
    assert_eq!(shown(&texts.page(0, 10, true)), ["=a", "-b", "+c"]);
    assert_eq!(shown(&Compared::new("", "", &[]).page(0, 10, true)), [""; 0]);
}

proptest! {
    #[test]
    fn all_lines_put_together_are_both_texts(left in any_json(), right in any_json(), most in 1usize..20) {
        let (left, right) = (left.to_string(), right.to_string());
        let compared = Compared::new(&left, &right, &[]);
        let (mut lines, mut from) = (Vec::new(), Some(0));
        while let Some(at) = from {
            let page = compared.page(at, most, false);
            lines.extend(page.lines);
            from = page.next;
        }
        let of = |tag| {
            let lines = lines.iter().filter(|line| line.tag == Tag::Same || line.tag == tag);
            lines.map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
        };
        prop_assert_eq!(of(Tag::Left), pretty(&Raw::parse(&left).unwrap()));
        prop_assert_eq!(of(Tag::Right), pretty(&Raw::parse(&right).unwrap()));
    }
}
