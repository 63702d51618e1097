use super::*;
use proptest::prelude::*;

fn facts() -> Facts<'static> {
    Facts {
        kind: RowKind::Call,
        way: Some(Way::Out),
        method: "tools/call",
        target: "get-sum",
        status: Some(RowStatus::ToolError),
        code: Some(-32602),
        at_ns: 2_000_000_000,
        duration_ns: Some(600_000_000),
        bytes: 12_000,
        id: WireId::Number(7),
        call: Some(CallKey(3)),
        level: Some(LogLevel::Error),
        findings: 0,
        is_pinned: false,
    }
}

fn passes(filter: &str, facts: &Facts<'_>) -> bool {
    let query = Query::parse(filter).unwrap_or_else(|error| panic!("{filter}: {error}"));
    query.matches(facts, || vec![Bytes::from_static(b"{\"a\":\"Foo bar\"}")])
}

#[test]
fn every_field_finds_what_it_should_and_nothing_else() {
    let yes = [
        "",
        "method:tools/*",
        "method:ping|tools/call",
        "target:GET-*",
        "status:error",
        "status:ok|tool-error",
        "dir:out",
        "kind:call",
        "at:1s..3s",
        "at:2.5s..",
        "at:..2s|9s..",
        "dur:>500ms",
        "dur:600ms",
        "dur:<=0.6s",
        "size:>10k",
        "size:<1M",
        "id:7",
        "call:3",
        "run:3",
        "run:7|3",
        "level:>=warning",
        "code:-32602",
        "code:<0",
        "findings:0",
        "pinned:no",
        "-pinned:yes",
        "text:\"foo BAR\"",
        "-method:ping",
        "-method:ping -dir:in",
        "sum",
        "tools",
        "foo",
        "nothing|foo",
        "\"Foo bar\"",
        "-nothing",
    ];
    for filter in yes {
        assert!(passes(filter, &facts()), "{filter}");
    }
    let no = [
        "method:tools",
        "target:sum",
        "status:ok",
        "status:pending",
        "dir:in",
        "kind:log",
        "kind:notif",
        "at:2.7s..",
        "at:..1.9s",
        "-at:1s..3s",
        "dur:>1s",
        "size:<10k",
        "id:8",
        "call:4",
        "run:4",
        "level:info",
        "code:>=400",
        "findings:>0",
        "pinned:yes",
        "text:get-sum",
        "-foo",
        "foo nothing",
        "-method:tools/*",
    ];
    for filter in no {
        assert!(!passes(filter, &facts()), "{filter}");
    }
}

#[test]
fn what_a_row_does_not_have_fits_nothing_but_a_negation() {
    let bare = Facts {
        way: None,
        status: None,
        code: None,
        duration_ns: None,
        id: WireId::None,
        call: None,
        level: None,
        ..facts()
    };
    for filter in ["dir:in|out", "status:ok", "code:>-99999", "dur:>=0ns", "id:7", "call:3", "level:>=debug"]
    {
        assert!(!passes(filter, &bare), "{filter}");
        assert!(passes(&format!("-{filter}"), &bare), "-{filter}");
    }
}

#[test]
fn a_stretch_of_time_is_found_by_a_clock_that_began_later() {
    // The row begins 2 s after its session was opened, and that was 5 s after what the filter counts from.
    let second = 1_000_000_000;
    for (filter, is_found) in [
        ("at:6s..8s", true),
        ("at:1s..3s", false),
        ("at:..4s", false),
        ("-at:..4s", true),
        ("at:..4s|7s..", true),
        ("at:1s..", true),
        ("method:tools/*", true),
    ] {
        let query = Query::parse(filter).unwrap().counted_from(5 * second);
        assert_eq!(query.matches(&facts(), Vec::new), is_found, "{filter}");
    }
}

#[test]
fn bodies_are_not_read_when_something_else_decides() {
    let query = Query::parse("foo method:ping").unwrap();
    assert!(!query.matches(&facts(), || panic!("the method decides")));
    let query = Query::parse("sum").unwrap();
    assert!(query.matches(&facts(), || panic!("the target decides")));
}

#[test]
fn errors_say_where_and_what_was_expected() {
    for (filter, at, part) in [
        ("methd:x", (0, 5), "did you mean `method`?"),
        ("foo method:", (4, 11), "expected a value after `method:`"),
        ("a||b", (0, 2), "expected a value after `a|`"),
        ("ä text:\"x", (7, 9), "closing"),
        ("status:odd", (7, 10), "one of ok, error"),
        ("dur:>5", (4, 6), "a span of time such as >500ms"),
        ("size:big", (5, 8), "a size such as"),
        ("level:loud", (6, 10), "a level"),
        ("call:x", (5, 6), "the number of a call"),
        ("a -", (2, 3), "right after `-`"),
    ] {
        let error = Query::parse(filter).unwrap_err();
        assert_eq!((error.start, error.end), at, "{filter}: {error}");
        assert!(error.message.contains(part), "{filter}: {error}");
    }
}

#[test]
fn addresses_are_words() {
    assert_eq!(Query::parse("file:///a").unwrap().to_string(), "\"file:///a\"");
}

fn any_filter() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z*/|:\"\\\\ <>=.0-9-]{0,8}",
        proptest::sample::select(vec![
            "method:",
            "target:",
            "status:error",
            "dir:in",
            "kind:log",
            "dur:>5ms",
            "size:1.5k",
            "id:",
            "call:3",
            "level:>=info",
            "code:-5",
            "findings:>0",
            "text:",
            "\"ä b\"",
            "-",
            " ",
            "|",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_is_a_filter_or_an_error_inside_of_it(text in any_filter()) {
        match Query::parse(&text) {
            Ok(query) => {
                let shown = query.to_string();
                prop_assert_eq!(Query::parse(&shown), Ok(query.clone()), "{}", shown);
                query.matches(&facts(), Vec::new);
            }
            Err(error) => {
                prop_assert!(error.start <= error.end && error.end <= text.encode_utf16().count());
            }
        }
    }
}
