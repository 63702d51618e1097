//! Secrets in a keychain, here in the one that keyring has for tests.

use super::*;
use keyring_core::mock;

/// A store over a new keychain, and that keychain.
fn sealed() -> (TempDir, Store, Arc<mock::Store>) {
    let (directory, plain) = fresh();
    let keychain = mock::Store::new().unwrap();
    let store = Store::with_keychain(plain.path().unwrap(), Keychain::of(keychain.clone()));
    (directory, store, keychain)
}

/// The secrets that are in the keychain.
fn contents(keychain: &mock::Store) -> Vec<String> {
    let entries = keychain.inner.lock().unwrap();
    let entries = entries.borrow();
    let secrets = entries.iter().filter_map(|entry| entry.inner.lock().unwrap().borrow().secret.clone());
    secrets.map(|secret| String::from_utf8(secret).unwrap()).collect()
}

/// Makes the next use of every entry fail.
fn break_all(keychain: &mock::Store) {
    for entry in keychain.inner.lock().unwrap().borrow().iter() {
        entry.set_error(keyring_core::Error::NoStorageAccess("it is locked".into()));
    }
}

fn full_token() -> TokenRecord {
    TokenRecord {
        refresh_token: Some("hide-refresh".to_owned()),
        dpop_key: Some("hide-key".to_owned()),
        ..token(RESOURCE, "hide-access")
    }
}

/// The record without what only the file needs.
fn bare(record: &TokenRecord) -> TokenRecord {
    let mut record = record.clone();
    record.other.remove(KEYCHAIN);
    record
}

#[test]
fn secrets_are_in_the_keychain_and_the_rest_is_in_the_file() {
    let (_directory, store, keychain) = sealed();
    let secret = ClientRecord { client_secret: Some("hide-client".to_owned()), ..client(ISSUER, "c") };
    store
        .update(|book| {
            book.put_token(full_token());
            book.put_client(secret);
            book.put_client(client("https://public.example", "p"));
        })
        .unwrap();
    let written = text(&store);
    assert!(!written.contains("hide"), "{written}");
    assert!(written.contains(RESOURCE) && written.contains("[KEYCHAIN]"), "{written}");
    assert_eq!(contents(&keychain).len(), 2, "a client without a secret needs no entry");
    let again = Store::with_keychain(store.path().unwrap(), Keychain::of(keychain)).read().unwrap();
    assert_eq!(bare(again.token(ISSUER, RESOURCE).unwrap()), full_token());
    assert_eq!(again.client(ISSUER).unwrap().client_secret.as_deref(), Some("hide-client"));
}

#[test]
fn new_secrets_take_a_new_place_and_the_old_ones_go() {
    let (_directory, store, keychain) = sealed();
    store.update(|book| book.put_token(full_token())).unwrap();
    store.update(|book| book.put_token(token("https://other.example", "untouched"))).unwrap();
    let before = text(&store);
    store.update(|book| book.put_token(token(RESOURCE, "second"))).unwrap();
    let mut kept = contents(&keychain);
    kept.sort();
    assert_eq!(kept, [r#"{"accessToken":"second"}"#, r#"{"accessToken":"untouched"}"#]);
    let place = |text: &str, resource: &str| {
        let book = Book::from_text(text.as_bytes(), Path::new("x")).unwrap();
        book.tokens_for(resource)[0].other[KEYCHAIN].clone()
    };
    let after = text(&store);
    assert_ne!(place(&before, RESOURCE), place(&after, RESOURCE));
    assert_eq!(place(&before, "https://other.example"), place(&after, "https://other.example"));
    store.update(|book| book.remove_tokens_for(RESOURCE)).unwrap();
    assert_eq!(contents(&keychain), [r#"{"accessToken":"untouched"}"#]);
}

#[test]
fn a_secret_too_long_for_one_entry_is_kept_in_several() {
    let (_directory, store, keychain) = sealed();
    let long = "ü".repeat(3000);
    store.update(|book| book.put_token(token(RESOURCE, &long))).unwrap();
    let entries = keychain.inner.lock().unwrap().borrow().len();
    assert_eq!(entries, 4, "6000 bytes and some");
    assert_eq!(store.read().unwrap().token(ISSUER, RESOURCE).unwrap().access_token, long);
    store.update(|book| book.remove_tokens_for(RESOURCE)).unwrap();
    assert_eq!(contents(&keychain), [] as [&str; 0]);
}

#[test]
fn a_record_whose_secrets_the_user_removed_is_gone_and_the_others_are_not() {
    let (_directory, store, keychain) = sealed();
    store.update(|book| book.put_token(full_token())).unwrap();
    let entry = keychain.inner.lock().unwrap().borrow()[0].clone();
    store.update(|book| book.put_token(token("https://other.example", "kept"))).unwrap();
    entry.inner.lock().unwrap().borrow_mut().secret = None;
    let book = store.read().unwrap();
    assert_eq!(book.token(ISSUER, RESOURCE), None);
    assert_eq!(book.tokens().len(), 1);
}

#[test]
fn a_locked_keychain_is_an_error_and_nothing_is_lost() {
    let (_directory, store, keychain) = sealed();
    store.update(|book| book.put_token(full_token())).unwrap();
    let before = text(&store);
    break_all(&keychain);
    let error = store.read().unwrap_err();
    assert!(matches!(&error, StoreError::Keychain { reason } if reason.contains("it is locked")), "{error}");
    assert!(error.hint().unwrap().contains("unlock"));
    break_all(&keychain);
    assert!(store.update(|book| book.put_token(token(RESOURCE, "new"))).is_err());
    assert_eq!(text(&store), before);
    assert_eq!(bare(store.read().unwrap().token(ISSUER, RESOURCE).unwrap()), full_token());
}

#[test]
fn when_the_file_cannot_be_read_after_a_failed_write_no_secret_is_removed() {
    let (_directory, store, _keychain) = sealed();
    store.update(|book| book.put_token(full_token())).unwrap();
    let before = text(&store);
    let path = store.path().unwrap().to_owned();
    let failed = store.update(|book| {
        fs::remove_file(&path).unwrap();
        fs::create_dir_all(path.join("in the way")).unwrap();
        book.put_token(token(RESOURCE, "new"));
    });
    assert!(failed.is_err());
    fs::remove_dir_all(&path).unwrap();
    fs::write(&path, &before).unwrap();
    assert_eq!(bare(store.read().unwrap().token(ISSUER, RESOURCE).unwrap()), full_token());
}

/// Writes more than there is room for, in a process where that is little.
pub(super) fn write_too_much(path: &Path) -> StoreError {
    let keychain = mock::Store::new().unwrap();
    let store = Store::with_keychain(path, Keychain::of(keychain.clone()));
    store.update(|book| book.put_token(token(RESOURCE, "old"))).unwrap();
    let long = TokenRecord { scopes: vec!["x".repeat(1 << 20)], ..token(RESOURCE, "new") };
    let error = store.update(|book| book.put_token(long)).unwrap_err();
    assert_eq!(contents(&keychain), [r#"{"accessToken":"old"}"#]);
    assert_eq!(store.read().unwrap().token(ISSUER, RESOURCE).unwrap().access_token, "old");
    error
}

#[cfg(unix)]
#[test]
fn secrets_of_a_write_that_ran_out_of_room_do_not_stay_in_the_keychain() {
    let (_directory, store) = fresh();
    let mut worker = child::Worker::start_with(processes::with_little_room(), "seal-too-much", &store);
    let refused = worker.hear("refused");
    assert!(refused.contains("too large"), "{refused}");
    worker.finish();
}

#[test]
fn secrets_in_a_plain_file_move_with_the_next_change() {
    let (_directory, plain) = fresh();
    plain.update(|book| book.put_token(full_token())).unwrap();
    let keychain = mock::Store::new().unwrap();
    let store = Store::with_keychain(plain.path().unwrap(), Keychain::of(keychain));
    assert_eq!(store.read().unwrap().token(ISSUER, RESOURCE), Some(&full_token()));
    store.update(|book| book.put_client(client(ISSUER, "c"))).unwrap();
    assert!(!text(&store).contains("hide"), "{}", text(&store));
    assert!(matches!(plain.read(), Err(StoreError::NeedsKeychain { .. })));
    assert_eq!(bare(store.read().unwrap().token(ISSUER, RESOURCE).unwrap()), full_token());
}

#[cfg(target_os = "linux")]
#[test]
fn a_system_without_a_keychain_says_so() {
    let (directory, store) = fresh();
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    let nowhere = directory.path().join("bus");
    command.env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}", nowhere.display()));
    let mut worker = child::Worker::start_with(command, "system-keychain", &store);
    let message = worker.hear("failed");
    assert!(message.contains("the keychain of the system did not answer:"), "{message}");
    worker.finish();
}
