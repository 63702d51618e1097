//! What is in the file: records, foreign members, and texts that are none of ours.

use super::*;
use mcp_inspector_core::redact::REDACTED;

#[test]
fn nothing_is_given_to_another_issuer_or_server() {
    let mut book = Book::default();
    book.put_client(client(ISSUER, "client"));
    book.put_token(token(RESOURCE, "t"));
    for issuer in ["https://as.example/", "https://AS.example", "https://evil.example", ""] {
        assert_eq!(book.client(issuer), None, "{issuer}");
        assert_eq!(book.token(issuer, RESOURCE), None, "{issuer}");
    }
    assert_eq!(book.token(ISSUER, "https://mcp.example/other"), None);
    assert_eq!(book.tokens_for("https://mcp.example/"), Vec::<&TokenRecord>::new());
}

#[test]
fn a_token_takes_the_place_of_the_one_with_the_same_key_alone() {
    let mut book = Book::default();
    book.put_token(token(RESOURCE, "old"));
    book.put_token(TokenRecord {
        client_id: "second".to_owned(),
        obtained_at: 5,
        ..token(RESOURCE, "of second")
    });
    book.put_token(TokenRecord {
        issuer: "https://b.example".to_owned(),
        obtained_at: 9,
        ..token(RESOURCE, "b")
    });
    book.put_token(token(RESOURCE, "new"));
    // A book of before did not say which server a token was for: it was that of the resource.
    book.put_token(TokenRecord { server: RESOURCE.to_owned(), ..token(RESOURCE, "new") });
    assert_eq!(book.tokens().len(), 3);
    assert_eq!(book.token_like(&token(RESOURCE, "")).unwrap().access_token, "new");
    assert_eq!(book.token(ISSUER, RESOURCE).unwrap().access_token, "of second", "the newest");
    let all: Vec<&str> = book.tokens_for(RESOURCE).iter().map(|token| token.access_token.as_str()).collect();
    assert_eq!(all, ["b", "of second", "new"]);
}

#[test]
fn what_is_removed_is_given_back_to_be_revoked() {
    let mut book = Book::default();
    book.put_token(token(RESOURCE, "one"));
    book.put_token(TokenRecord { client_id: "second".to_owned(), ..token(RESOURCE, "two") });
    book.put_token(token("https://other.example", "three"));
    book.put_client(client(ISSUER, "client"));
    assert_eq!(book.remove_token(ISSUER, RESOURCE, Some("nobody")), []);
    assert_eq!(book.remove_token(ISSUER, RESOURCE, Some("second"))[0].access_token, "two");
    assert_eq!(book.remove_token(ISSUER, RESOURCE, None)[0].access_token, "one");
    assert_eq!(book.remove_tokens_for("https://other.example").len(), 1);
    assert_eq!(book.tokens(), []);
    assert_eq!(book.remove_client(ISSUER).unwrap().client_id, "client");
    assert_eq!(book.remove_client(ISSUER), None);
}

#[test]
fn tokens_and_secrets_end_when_they_say_so() {
    let mut kept = token(RESOURCE, "t");
    assert!(!kept.expires_within(u64::MAX, 10), "no end is known");
    kept.expires_at = Some(100);
    assert!(!kept.expires_within(60, 30));
    assert!(kept.expires_within(70, 30));
    assert!(kept.expires_within(u64::MAX, u64::MAX));
    let mut known = ClientRecord { secret_expires_at: Some(100), ..client(ISSUER, "c") };
    assert!(!known.is_secret_expired(200), "there is none");
    known.client_secret = Some("s".to_owned());
    assert!(known.is_secret_expired(100) && !known.is_secret_expired(99));
    known.secret_expires_at = Some(0);
    assert!(!known.is_secret_expired(200), "RFC 7591: 0 is never");
}

#[test]
fn members_a_newer_program_wrote_survive_a_change() {
    let (_directory, store) = fresh();
    let written = json!({
        "version": 1,
        "profiles": { "work": [1, 2.5, null] },
        "clients": [{ "issuer": ISSUER, "clientId": "c", "source": "federated", "logo": "x" }],
        "tokens": [{
            "issuer": ISSUER, "resource": RESOURCE, "clientId": "client", "accessToken": "old",
            "user": { "name": "me" },
        }],
    });
    put_text(&store, &written.to_string());
    store.update(|book| book.put_token(token(RESOURCE, "new"))).unwrap();
    let now: serde_json::Value = serde_json::from_str(&text(&store)).unwrap();
    assert_eq!(now["profiles"], written["profiles"]);
    assert_eq!(now["clients"][0]["logo"], "x");
    assert_eq!(now["clients"][0]["source"], "federated");
    assert_eq!(now["tokens"][0]["user"], json!({ "name": "me" }));
    assert_eq!(now["tokens"][0]["accessToken"], "new");
    assert_eq!(now["tokens"].as_array().unwrap().len(), 1);
}

#[test]
fn a_newer_version_is_refused_and_not_touched() {
    for newer in
        [r#"{"version":2,"tokens":"in another form"}"#, r#"{"tokens":{},"version":18446744073709551615}"#]
    {
        let (_directory, store) = fresh();
        put_text(&store, newer);
        for error in [
            store.read().unwrap_err(),
            store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap_err(),
        ] {
            assert!(matches!(error, StoreError::TooNew { known: 1, .. }), "{error}");
            assert!(error.to_string().contains("auth.json"), "{error}");
        }
        assert_eq!(text(&store), newer);
    }
}

#[test]
fn a_broken_file_is_named_with_the_place_and_not_touched() {
    for (broken, line, what) in [
        ("{\n  \"version\": 1,\n  \"tokens\": [\n", 4, "EOF while parsing"),
        ("{\n  \"version\": 1,\n  \"tokens\": [],,\n}", 3, "key must be a string"),
        ("{ \"clients\": [] }", 1, "missing field `version`"),
        ("{\"version\": \"1\"}", 1, "something else than a whole number"),
        ("{\"version\":1,\n\"tokens\":[{\n\"issuer\":\"i\"}]}", 3, "missing field `resource`"),
        ("{\"version\":1,\n\"tokens\":[\"SECRET-VALUE\"]}", 2, "something else than an object about a token"),
        (
            "{\"version\":1,\"tokens\":[{\"obtainedAt\":\n\"SECRET-VALUE\"}]}",
            2,
            "something else than a whole number",
        ),
    ] {
        let (_directory, store) = fresh();
        put_text(&store, broken);
        let error = store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap_err();
        let message = error.to_string();
        assert!(
            matches!(error, StoreError::Broken { line: found, .. } if found == line),
            "{broken}: {message}"
        );
        assert!(
            message.contains("auth.json is broken at line") && message.contains(what),
            "{broken}: {message}"
        );
        assert!(!format!("{message}{error:?}").contains("SECRET-VALUE"), "{message}");
        assert!(error.hint().unwrap().contains("moving it away logs out"));
        assert_eq!(text(&store), broken);
        assert_eq!(drafts(&store), [] as [&str; 0]);
    }
}

#[test]
fn a_file_that_is_no_text_is_broken_and_an_empty_one_is_not() {
    let (_directory, store) = fresh();
    put_text(&store, "");
    fs::write(store.path().unwrap(), b"{\"version\":1,\"tokens\":[{\"issuer\":\"\xff\xfe\"}]}").unwrap();
    assert!(matches!(store.read(), Err(StoreError::Broken { .. })));
    for empty in ["", " \n"] {
        put_text(&store, empty);
        assert_eq!(store.read().unwrap(), Book::default());
    }
}

#[test]
fn a_file_whose_secrets_are_in_the_keychain_says_so_without_one() {
    let (_directory, store) = fresh();
    let sealed = json!({ "version": 1, "clients": [{
        "issuer": ISSUER, "clientId": "c", "clientSecret": "[KEYCHAIN]", "keychain": { "id": "x", "parts": 1 },
    }] });
    put_text(&store, &sealed.to_string());
    assert!(matches!(store.read(), Err(StoreError::NeedsKeychain { .. })));
    assert!(matches!(
        store.update(|book| book.put_token(token(RESOURCE, "t"))),
        Err(StoreError::NeedsKeychain { .. })
    ));
    assert_eq!(text(&store), sealed.to_string());
}

#[test]
fn neither_debug_nor_a_listing_shows_a_secret() {
    let mut book = Book::default();
    book.put_token(TokenRecord {
        refresh_token: Some("hide-refresh".to_owned()),
        dpop_key: Some("hide-key".to_owned()),
        scopes: vec!["read".to_owned()],
        expires_at: Some(7),
        other: json!({ "idToken": "hide-id" }).as_object().unwrap().clone(),
        ..token("https://mcp.example/mcp?api_key=hide-parameter", "hide-access")
    });
    book.put_client(ClientRecord { client_secret: Some("hide-client".to_owned()), ..client(ISSUER, "c") });
    let records = format!("{:?} {:?}", book.tokens()[0], book.clients()[0]);
    for hidden in ["hide-access", "hide-refresh", "hide-key", "hide-id", "hide-client"] {
        assert!(!records.contains(hidden), "{hidden} in {records}");
    }
    assert!(records.contains(REDACTED));
    let listing = serde_json::to_value(book.listing()).unwrap();
    assert!(!listing.to_string().contains("hide"), "{listing}");
    let expected = json!({
        "issuer": ISSUER, "resource": "https://mcp.example/mcp?api_key=[REDACTED]", "clientId": "client",
        "accessToken": REDACTED, "tokenType": "Bearer", "scopes": ["read"], "obtainedAt": 0, "expiresAt": 7,
        "hasRefreshToken": true, "isKeyBound": true,
    });
    assert_eq!(listing["tokens"][0], expected);
    assert_eq!(listing["clients"][0]["clientSecret"], REDACTED);
    let store = Store::in_memory();
    store.update(|kept| *kept = book).unwrap();
    assert!(!format!("{store:?}").contains("hide"));
}
