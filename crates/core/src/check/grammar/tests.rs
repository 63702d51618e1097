use super::*;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;

fn all_are(check: fn(&str) -> bool, texts: &[&str]) {
    for text in texts {
        assert!(check(text), "`{text}` is one");
    }
}

fn none_is(check: fn(&str) -> bool, texts: &[&str]) {
    for text in texts {
        assert!(!check(text), "`{text}` is none");
    }
}

#[test]
fn uris() {
    all_are(
        is_uri,
        &[
            "file:///etc/hosts",
            "https://a.example:8080/x?y=1#z",
            "urn:isbn:0451450523",
            "mailto:a@b.example",
            "https://[2001:db8::7]:80/x",
            "http://user:pass@a.example/",
            "ui://app/main",
            "test://",
            "a:",
            "data:text/plain;base64,aGk=",
            "memo://a%20b",
            "screen://localhost/display1",
            "x+y.z-1:a/b:c@d",
        ],
    );
    none_is(
        is_uri,
        &[
            "",
            "no-scheme",
            "/path",
            "1a:b",
            "file:///a b",
            "file:///a%2",
            "file:///ä",
            "x:{id}",
            "http://[::1",
            "http://a:80b/",
            "http://a\\b",
            "x:a[1]",
            "a:b\nc",
            ":x",
            "http://a/#b#c",
        ],
    );
}

#[test]
fn templates() {
    all_are(
        is_uri_template,
        &[
            "file:///{path}",
            "{+path}/here",
            "x{?q,lang}",
            "{/var:3,x*}",
            "{;a.b*}",
            "no variables",
            "",
            "{a}{b}",
            "http://a/ä/{x}",
            "{%41b}",
            "it's/{x}",
        ]
        .map(|text| if text == "no variables" { "no-variables" } else { text }),
    );
    none_is(
        is_uri_template,
        &[
            "{",
            "}",
            "{}",
            "{a",
            "a}",
            "{a b}",
            "{user-id}",
            "{a:0}",
            "{a:12345}",
            "{{a}}",
            "{,}",
            "a b",
            "{a*b}",
            "%zz",
        ],
    );
}

#[test]
fn dates() {
    all_are(
        is_iso_8601,
        &[
            "2025-01-12T15:00:58Z",
            "2025-01-12",
            "20250112",
            "20250112T150058Z",
            "2025-01-12T15:00:58.123456",
            "2025-01-12T15:00+02:00",
            "2024-02-29T00:00:00-0530",
            "2025-W03-1",
            "2025W031",
            "2025-012",
            "2025",
            "2025-01",
            "2025-01-12 15:00:58",
            "2025-01-12T24:00",
            "2025-01-12T15:00:58,5Z",
            "2016-12-31T23:59:60Z",
        ],
    );
    none_is(
        is_iso_8601,
        &[
            "",
            "yesterday",
            "12.01.2025",
            "01/12/2025",
            "2025-13-01",
            "2025-02-30",
            "2023-02-29",
            "2025-1-2",
            "2025-01-12T",
            "2025-01-12T25:00",
            "2025-01-12T15:61",
            "1736694058",
            "2025-01-12T15:00:58.Z",
            "2025-W60",
            "2025ä01",
            "Sun, 12 Jan 2025 15:00:58 GMT",
        ],
    );
    none_is(is_iso_8601, &["2025a€", "2025€", "2025-W€", "2025-0€", "2025-01-12T€"]);
}

#[test]
fn base64_is_the_standard_one_with_padding() {
    all_are(is_base64, &["", "aGk=", "aGkh", "+/+/", "AA=="]);
    none_is(
        is_base64,
        &["aGk", "a", "aGk-", "a_==", "aG k", "aGk=\n", "====", "data:image/png;base64,aGk=", "a==="],
    );
}

#[test]
fn keys_of_meta() {
    assert_eq!(meta_key("progressToken"), Some((None, "progressToken")));
    assert_eq!(meta_key("io.modelcontextprotocol/x-y"), Some((Some("io.modelcontextprotocol"), "x-y")));
    assert_eq!(meta_key("a.b/"), Some((Some("a.b"), "")));
    assert_eq!(meta_key("a/b.c_d"), Some((Some("a"), "b.c_d")));
    for key in ["_x", "x-", "1a.b/x", "a..b/x", "a-/x", "/x", "a/b/c", "a b", "ä", ".x"] {
        assert_eq!(meta_key(key), None, "{key}");
    }
}

#[test]
fn traces() {
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    all_are(is_traceparent, &[parent, "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what"]);
    none_is(
        is_traceparent,
        &[
            "",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            "00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
        ],
    );
    all_are(is_tracestate, &["", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "a=1, ,b=2", "t1@sys=x y"]);
    none_is(is_tracestate, &["a", "A=1", "a=", "a=b=c", "ä=1", "a@b@c=1"]);
    assert!(!is_tracestate(&(0..33).map(|at| format!("k{at}=1")).collect::<Vec<_>>().join(",")));
    all_are(is_baggage, &["a=1", "userId=alice,serverNode=DF%2028;ttl=3;x", "a = b ; c = d", "a="]);
    none_is(is_baggage, &["", "a", "=1", "a=\"b\"", "a=b c", "a=1,,b=2", "a=1;"]);
}

#[test]
fn names_and_tokens() {
    all_are(is_tool_name, &["a", "get_weather.v2", "A-1"]);
    none_is(is_tool_name, &["", "a b", "a/b", "ä", "a,b"]);
    assert!(is_tool_name(&"x".repeat(128)) && !is_tool_name(&"x".repeat(129)));
    all_are(is_token, &["Region", "x-1", "!#$%&'*+-.^_`|~"]);
    none_is(is_token, &["", "a b", "a:b", "ä", "a\r\n", "(x)"]);
}

proptest! {
    #[test]
    fn nothing_panics(text in any::<String>(), more in "[0-9TZWz:.,+\\-éß ]{0,30}", uri in "[a-z:/?#@\\[\\]{}%,*+é0-9-]{0,30}") {
        for text in [&text, &more, &uri] {
            let _ = (is_uri(text), is_uri_template(text), is_base64(text), is_iso_8601(text));
            let _ = (is_traceparent(text), is_tracestate(text), is_baggage(text), is_token(text), meta_key(text));
            let _ = is_tool_name(text);
        }
    }

    #[test]
    fn what_is_encoded_is_base64_and_without_its_last_digit_is_not(bytes in any::<Vec<u8>>()) {
        let mut text = STANDARD.encode(bytes);
        prop_assert!(is_base64(&text));
        if text.pop().is_some() {
            prop_assert!(!is_base64(&text));
        }
    }

    #[test]
    fn whatever_decodes_is_base64(text in "[A-Za-z0-9+/=]{0,12}") {
        prop_assert!(STANDARD.decode(&text).is_err() || is_base64(&text));
    }

    #[test]
    fn every_moment_is_a_date(
        year in 0u32..10000, month in 1u32..13, day in 1u32..29, hour in 0u32..24, minute in 0u32..60,
        second in 0u32..60, fraction in proptest::option::of("[0-9]{1,9}"), zone in "Z|[+-](0[0-9]|1[0-4]):[0-5][0-9]",
    ) {
        let fraction = fraction.map(|digits| format!(".{digits}")).unwrap_or_default();
        let text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}{zone}");
        prop_assert!(is_iso_8601(&text), "{}", text);
    }

    #[test]
    fn a_uri_of_good_parts_is_one_and_with_a_blank_is_not(
        scheme in "[a-z][a-z0-9+.-]{0,5}", host in "[a-z0-9.-]{0,9}", path in "(/([a-z0-9~!$'()*,;=:@-]|%[0-9A-F]{2}){0,4}){0,4}",
        query in proptest::option::of("[a-z0-9=&?/]{0,6}"),
    ) {
        let query = query.map(|query| format!("?{query}")).unwrap_or_default();
        let text = format!("{scheme}://{host}{path}{query}");
        prop_assert!(is_uri(&text), "{}", text);
        prop_assert!(is_uri_template(&text), "{}", text);
        let spaced = format!("{text} {text}");
        prop_assert!(!is_uri(&spaced));
        let braced = format!("{text}{{x}}");
        prop_assert!(!is_uri(&braced) && is_uri_template(&braced));
    }

    #[test]
    fn keys_made_by_the_grammar_are_keys(prefix in proptest::option::of("[a-z]([a-z0-9-]{0,3}[a-z0-9])?(\\.[a-z]([a-z0-9-]{0,3}[a-z0-9])?){0,2}"), name in "([A-Za-z0-9]([A-Za-z0-9._-]{0,5}[A-Za-z0-9])?)?") {
        let key = match &prefix { Some(prefix) => format!("{prefix}/{name}"), None => name.clone() };
        prop_assert_eq!(meta_key(&key), Some((prefix.as_deref(), name.as_str())));
    }
}
