use super::*;
use crate::redact::is_sensitive_name;
use crate::schema::any_json;
use proptest::prelude::*;
use serde_json::{Value, json};

fn masked(value: &Value) -> Value {
    let text = value.to_string();
    mask_json(&text).map_or_else(|| value.clone(), |masked| serde_json::from_str(&masked).expect(&masked))
}

#[test]
fn texts_and_numbers_under_secret_names_are_masked_and_the_rest_stays() {
    let value = json!({
        "Authorization": "Basic abc", "x-api-key": "k", "cookie": "a=b", "API_KEY": "v", "clientSecret": 12,
        "token": -1.5e3, "password": "", "tokens": ["a", ["b", 3], true], "auth": { "user": "u", "pass": "p" },
        "secret": null, "passwordRequired": true, "properties": { "token": { "type": "string" } },
    });
    assert_eq!(
        masked(&value),
        json!({
            "Authorization": REDACTED, "x-api-key": REDACTED, "cookie": REDACTED, "API_KEY": REDACTED,
            "clientSecret": REDACTED, "token": REDACTED, "password": "",
            "tokens": [REDACTED, [REDACTED, REDACTED], true], "auth": { "user": "u", "pass": REDACTED },
            "secret": null, "passwordRequired": true, "properties": { "token": { "type": "string" } },
        })
    );
}

#[test]
fn a_list_does_not_make_what_comes_after_it_secret() {
    let value = json!({ "tokens": [], "a": ["x"], "b": { "secrets": ["s"], "c": "y" }, "d": [["z"], "w"] });
    assert_eq!(masked(&value), {
        let mut expected = value.clone();
        expected["b"]["secrets"][0] = REDACTED.into();
        expected
    });
}

#[test]
fn counts_and_fields_of_the_protocol_stay() {
    let text = r#"{"_meta":{"progressToken":7},"maxTokens":100,"usage":{"input_tokens":12},"nextCursor":"c","author":"A"}"#;
    assert_eq!(mask_json(text), None);
    assert_eq!(
        masked(&json!({ "maxTokens": "abc" })),
        json!({ "maxTokens": REDACTED }),
        "a text is no count"
    );
}

#[test]
fn a_name_behind_escapes_is_understood() {
    assert_eq!(mask_json(r#"{"p\u0061ssword" : "x"}"#).unwrap(), r#"{"p\u0061ssword" : "[REDACTED]"}"#);
}

#[test]
fn bearer_values_are_masked_wherever_they_stand() {
    for (text, shown) in [
        ("Authorization: Bearer abc.def-123==", "Authorization: Bearer [REDACTED]"),
        ("curl -H 'authorization: bearer s3cr3t' x", "curl -H 'authorization: bearer [REDACTED]' x"),
        ("BEARER   t0ken, and Bearer\tt1ken", "BEARER   [REDACTED], and Bearer\t[REDACTED]"),
        ("line\nBearer sometoken\nline", "line\nBearer [REDACTED]\nline"),
        ("a \"Bearer ä\" x", "a \"Bearer ä\" x"),
        ("use a bearer token.", "use a bearer token."),
        ("Bearer realm=\"x\", scope=\"y\"", "Bearer realm=\"x\", scope=\"y\""),
        ("Bearer", "Bearer"),
        ("forbearer x", "forbearer [REDACTED]"),
    ] {
        assert_eq!(masked(&json!([text])), json!([shown]));
    }
}

#[test]
fn secrets_of_urls_are_masked_in_any_text() {
    let text =
        "see https://u:p@a.example/x?q=1&access_token=abc, \"wss://b.example?key=k\"\nand http://c.example/";
    let shown = "see https://[REDACTED]@a.example/x?q=1&access_token=[REDACTED] \"wss://b.example?key=[REDACTED]\"\nand http://c.example/";
    assert_eq!(masked(&json!({ "a": text })), json!({ "a": shown }));
    let escaped = r#"{"url":"https:\/\/u:p@a.example\/"}"#;
    assert_eq!(mask_json(escaped).unwrap(), r#"{"url":"https://[REDACTED]@a.example/"}"#);
}

#[test]
fn a_token_is_known_by_its_form_and_a_sentence_is_not_one() {
    let value = json!([
        "ghp_0123456789abcdefghij",
        "sk-learn is a library for learning",
        "eyJhbGciOi.eyJzdWIi.sig_x"
    ]);
    assert_eq!(masked(&value), json!([REDACTED, "sk-learn is a library for learning", REDACTED]));
}

#[test]
fn json_inside_text_is_masked_and_keeps_its_layout() {
    let inner = "{\n  \"password\": \"hunter2\",\n  \"n\": 1.10\n}";
    let outer = json!({ "content": [{ "type": "text", "text": inner }] });
    let expected = "{\n  \"password\": \"[REDACTED]\",\n  \"n\": 1.10\n}";
    assert_eq!(masked(&outer)["content"][0]["text"], expected);
    let twice = json!({ "text": json!({ "text": inner }).to_string() });
    assert!(!masked(&twice).to_string().contains("hunter2"));
}

#[test]
fn text_that_is_no_unicode_is_searched_all_the_same() {
    assert_eq!(
        mask_json(r#"["\ud800 Bearer abc123"]"#).unwrap(),
        r#"["\ud800 Bearer [REDACTED]"]"#,
        "half of a surrogate pair"
    );
}

#[test]
fn what_is_no_json_does_no_harm() {
    for text in ["\"", "{\"a", "{\"token\":\"", "\\", "\"\\", "{\"token\":-", "[\"a\\\"", ""] {
        let _ = mask_json(text);
    }
}

/// A value with the names replaced by ones of which some are secret.
fn renamed(value: Value, names: &[&str]) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(|item| renamed(item, names)).collect(),
        Value::Object(members) => members
            .into_iter()
            .enumerate()
            .map(|(index, (name, member))| {
                (format!("{}{index}", names[name.len() % names.len()]), renamed(member, names))
            })
            .collect(),
        value => value,
    }
}

/// Whether `masked` is `value` with nothing but texts and numbers changed, and every one of those
/// gone that stands right under a secret name.
fn is_masked_form_of(masked: &Value, value: &Value, is_secret: bool) -> bool {
    match (masked, value) {
        (Value::Array(masked), Value::Array(value)) => {
            masked.len() == value.len()
                && masked.iter().zip(value).all(|(masked, value)| is_masked_form_of(masked, value, false))
        }
        (Value::Object(masked), Value::Object(value)) => {
            masked.len() == value.len()
                && masked.iter().zip(value).all(|((name, masked), (known, value))| {
                    name == known && is_masked_form_of(masked, value, is_sensitive_name(name))
                })
        }
        (Value::String(masked), Value::String(text)) if is_secret && !text.is_empty() => masked == REDACTED,
        (Value::String(masked), Value::Number(_)) => masked == REDACTED,
        (masked, Value::Number(_)) if is_secret => masked == REDACTED,
        (Value::String(masked), Value::String(text)) => masked == text || masked.contains(REDACTED),
        (masked, value) => masked == value,
    }
}

proptest! {
    #[test]
    fn any_json_stays_json_of_the_same_shape(value in any_json()) {
        let value = renamed(value, &["a", "password", "text", "secret"]);
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            let shown = mask_json(&text).unwrap_or(text);
            let read: Value = serde_json::from_str(&shown).expect(&shown);
            prop_assert!(is_masked_form_of(&read, &value, false), "{}", shown);
            prop_assert_eq!(mask_json(&shown).unwrap_or(shown.clone()), shown, "masking twice changes nothing more");
        }
    }

    #[test]
    fn no_text_makes_masking_panic(text in ".{0,80}") {
        let _ = mask_json(&text);
        let _ = mask_prose(&format!("bearer {text}://{text}"));
        let _ = mask_json(&serde_json::to_string(&format!("{{\"{text}://@ Bearer {text}")).unwrap());
    }
}
