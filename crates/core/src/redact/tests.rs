use std::path::PathBuf;

use proptest::prelude::*;

use super::*;
use crate::target::{Http, Stdio, Target, Timeouts, Transport};

fn target(transport: Transport) -> Target {
    Target { id: None, name: "t".into(), transport, timeouts: Timeouts::default(), unset: Vec::new() }
}

fn masked(redactor: &Redactor, text: &str) -> String {
    let bytes = redactor.mask(text.as_bytes());
    bytes.map_or_else(|| text.to_owned(), |bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn names_tell_what_is_secret() {
    for name in [
        "Authorization",
        "proxy-authorization",
        "X-API-Key",
        "Cookie",
        "Set-Cookie",
        "GITHUB_TOKEN",
        "OPENAI_APIKEY",
        "db_password",
        "CLIENT_SECRET",
        "SSH_PRIVATE_KEY",
        "DB_PASS",
        "GH_PAT",
        "OPENAI_KEY",
    ] {
        assert!(is_sensitive_name(name), "{name}");
    }
    for name in [
        "Mcp-Session-Id",
        "WWW-Authenticate",
        "Accept",
        "PATH",
        "cookie_policy",
        "KEYBOARD",
        "COMPASS",
        "PATIENCE",
    ] {
        assert!(!is_sensitive_name(name), "{name}");
    }
}

#[test]
fn a_token_is_known_by_its_form_whatever_it_is_called() {
    let stdio = Stdio {
        env: [("OPENAI".to_owned(), "sk-proj-abcdefgh12345678".to_owned())].into(),
        ..Stdio::default()
    };
    let redactor = Redactor::for_target(&target(Transport::Stdio(stdio)));
    assert_eq!(masked(&redactor, "it is sk-proj-abcdefgh12345678"), "it is [REDACTED]");
    assert_eq!(redact_named("OPENAI", "sk-proj-abcdefgh12345678"), REDACTED);
    assert_eq!(redact_named("MODE", "sk-short"), "sk-short");
}

#[test]
fn a_header_keeps_its_scheme_and_loses_its_credential() {
    assert_eq!(redact_header("authorization", "Bearer abc"), "Bearer [REDACTED]");
    assert_eq!(redact_header("Authorization", "abc def"), REDACTED);
    assert_eq!(redact_header("x-api-key", "abc"), REDACTED);
    assert_eq!(redact_header("x-api-key", ""), "");
    assert_eq!(redact_header("accept", "text/plain"), "text/plain");
}

#[test]
fn a_url_loses_user_and_secret_parameters_only() {
    for (url, shown) in [
        ("https://a.example/mcp?x=1", "https://a.example/mcp?x=1"),
        ("https://u:p@a.example/mcp", "https://[REDACTED]@a.example/mcp"),
        (
            "https://a.example/?q=1&Access_Token=t&z=2#id_token=i",
            "https://a.example/?q=1&Access_Token=[REDACTED]&z=2#id_token=[REDACTED]",
        ),
        ("https://a.example?%74oken=t", "https://a.example?%74oken=[REDACTED]"),
        ("http://a.example/cb?code=c&state=s", "http://a.example/cb?code=[REDACTED]&state=s"),
        ("http://a.example/x@y", "http://a.example/x@y"),
    ] {
        assert_eq!(redact_url(url), shown);
    }
}

#[test]
fn arguments_that_name_a_secret_are_redacted() {
    let args = [
        "-y",
        "--api-key",
        "k",
        "--token=t",
        "PASSWORD=p",
        "--header",
        "Authorization: Bearer b",
        "https://a.example?sig=s",
        "--token",
        "--verbose",
    ]
    .map(str::to_owned);
    assert_eq!(
        redact_args(&args),
        [
            "-y",
            "--api-key",
            REDACTED,
            "--token=[REDACTED]",
            "PASSWORD=[REDACTED]",
            "--header",
            "Authorization: Bearer [REDACTED]",
            "https://a.example?sig=[REDACTED]",
            "--token",
            "--verbose",
        ]
    );
}

#[test]
fn secrets_of_a_target_are_masked_wherever_they_appear() {
    let redactor = Redactor::for_target(&target(Transport::Stdio(Stdio {
        command: "run".into(),
        args: vec!["--token".into(), "arg-secret".into()],
        env: [("API_KEY", "env-secret"), ("MODE", "harmless"), ("TOKEN", "short")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        cwd: Some(PathBuf::from("/")),
        lent: Vec::new(),
    })));
    assert_eq!(
        masked(&redactor, "env-secret arg-secret harmless short"),
        "[REDACTED] [REDACTED] harmless short"
    );
    assert_eq!(redactor.mask(b"nothing here"), None);
}

#[test]
fn headers_cookies_and_urls_are_secrets_of_a_target_too() {
    let redactor = Redactor::for_target(&target(Transport::Http(Http {
        url: "https://user:p%40ssword@a.example/?key=query-secret".into(),
        headers: [("Authorization", "Bearer bearer-secret"), ("Cookie", "sid=cookie-secret; a=b")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        ..Http::default()
    })));
    assert_eq!(
        masked(&redactor, "bearer-secret/cookie-secret/query-secret/p@ssword/p%40ssword"),
        "[REDACTED]/[REDACTED]/[REDACTED]/[REDACTED]/[REDACTED]"
    );
    assert!(!format!("{redactor:?}").contains("secret"));
}

#[test]
fn overlapping_secrets_leave_nothing_of_either() {
    let mut redactor = Redactor::default();
    redactor.add("abcdefgh");
    redactor.add("defghijkl");
    redactor.add("bcdefg");
    assert_eq!(masked(&redactor, "-abcdefghijkl-"), "-[REDACTED]-");
}

#[test]
fn an_empty_redactor_finds_nothing() {
    let redactor = Redactor::default();
    assert!(redactor.is_empty());
    assert_eq!(redactor.mask(b"anything"), None);
}

#[test]
fn a_secret_is_found_in_every_json_spelling() {
    let mut redactor = Redactor::default();
    redactor.add("pä/ss\"<w>\u{1f511}");
    for spelled in
        [r#"pä/ss\"<w>🔑"#, r#"pä\/ss\"<w>🔑"#, r#"p\u00e4/ss\"<w>\ud83d\udd11"#, r#"pä/ss\"\u003cw\u003e🔑"#]
    {
        assert_eq!(masked(&redactor, spelled), REDACTED, "{spelled}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_redaction_panic(name in ".{0,20}", text in ".{0,60}", args in prop::collection::vec(".{0,20}", 0..4)) {
        redact_header(&name, &text);
        redact_url(&text);
        redact_url(&format!("https://{text}"));
        redact_args(&args);
    }

    #[test]
    fn a_masked_text_never_contains_the_secret(secret in "[a-z\"/é]{6,12}", before in ".{0,20}", after in ".{0,20}") {
        let mut redactor = Redactor::default();
        redactor.add(&secret);
        let quoted = serde_json::to_string(&format!("{before}{secret}{after}")).unwrap();
        let shown = masked(&redactor, &quoted);
        prop_assert!(shown.contains(REDACTED));
        prop_assert!(!shown.contains(&secret));
    }
}

#[test]
fn a_secret_in_json_inside_json_is_masked() {
    let mut redactor = Redactor::default();
    redactor.add(r#"pa"ss\word"#);
    let inner = serde_json::json!({ "token": r#"pa"ss\word"# }).to_string();
    let outer = serde_json::json!({ "text": inner }).to_string();
    let masked = String::from_utf8(redactor.mask(outer.as_bytes()).unwrap()).unwrap();
    assert!(!masked.contains("ss"), "{masked}");
    assert!(masked.contains(REDACTED), "{masked}");
}

#[test]
fn a_secret_that_stands_as_a_number_leaves_json_behind() {
    let mut redactor = Redactor::default();
    redactor.add("123456");
    let masked = redactor.mask(br#"{"pin": 123456 ,"text":"123456","list":[123456]}"#).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&masked).unwrap();
    assert_eq!(value, serde_json::json!({ "pin": REDACTED, "text": REDACTED, "list": [REDACTED] }));
}

#[test]
fn a_secret_that_was_cut_off_is_masked_too() {
    let mut redactor = Redactor::default();
    redactor.add("sk-live-abcdefghij0123456789");
    let mask = |text| redactor.mask_text(text);
    assert_eq!(mask("token sk-live-abcdef").as_deref(), Some("token [REDACTED]"));
    let cut = "a sk-live-abc [2100 bytes in all]";
    assert_eq!(mask(cut).as_deref(), Some("a [REDACTED] [2100 bytes in all]"));
    assert_eq!(mask("nothing to see: sk-l"), None);
}

#[test]
fn lines_of_a_key_basic_credentials_and_other_escapes_are_masked() {
    let mut redactor = Redactor::default();
    redactor.add("-----BEGIN KEY-----\nMIIabcdefghijklmnop\n-----END KEY-----");
    redactor.add("a+b/c=d<e>f");
    redactor.add_from_header("Authorization", "Basic Ym9iOmh1bnRlcjJzZWNyZXQ=");
    redactor.add_from_url("http://eve:pass-word-1@host/mcp");
    for text in [
        "MIIabcdefghijklmnop",
        "hunter2secret",
        "bob:hunter2secret",
        "ZXZlOnBhc3Mtd29yZC0x",
        r"a\u002Bb/c=d\u003Ce\u003Ef",
        r"a+b/c\u003dd\u003ce\u003ef",
    ] {
        assert_eq!(redactor.mask_text(text).as_deref(), Some(REDACTED), "{text}");
    }
}

#[test]
fn a_secret_behind_escapes_is_masked_with_the_whole_string() {
    let mut redactor = Redactor::default();
    redactor.add("s3cr3t-value-0123");
    let text = r#"{"a":"x \u00733cr3t-value-0123 y","b":"\u0041","c":"a \" \u0073"}"#;
    let masked = String::from_utf8(redactor.mask(text.as_bytes()).unwrap()).unwrap();
    assert_eq!(masked, format!(r#"{{"a":"{REDACTED}","b":"\u0041","c":"a \" \u0073"}}"#));
    assert_eq!(redactor.mask(br#"{"a":"\u0041"#), None);
}

#[test]
fn a_token_is_masked_from_four_bytes_on_and_as_it_stands_in_a_url() {
    let mut redactor = Redactor::default();
    redactor.add("word1");
    redactor.add_token("abc");
    assert!(redactor.is_empty(), "too short to be told from other text");
    redactor.add_token("t0k1");
    redactor.add_token("a+b/c==");
    assert_eq!(masked(&redactor, "Bearer t0k1, scope t0k1"), "Bearer [REDACTED], scope [REDACTED]");
    assert_eq!(
        masked(&redactor, "https://x/?t=a%2Bb%2Fc%3D%3D and a+b/c=="),
        "https://x/?t=[REDACTED] and [REDACTED]"
    );
}

#[test]
fn a_token_in_a_url_is_masked_however_its_encoder_writes_spaces_and_digits() {
    let mut redactor = Redactor::default();
    redactor.add_token("a b~*/c==");
    for written in
        ["a+b%7E*%2Fc%3D%3D", "a+b%7e*%2fc%3d%3d", "a%20b~%2A%2Fc%3D%3D", "a%20b~%2a%2fc%3d%3d", "a b~*/c=="]
    {
        assert_eq!(masked(&redactor, &format!("x={written}&y")), "x=[REDACTED]&y", "{written}");
    }
}
