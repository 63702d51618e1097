mod child;
mod content;
mod foreign;
#[cfg(feature = "keychain")]
mod keychain;
mod locks;
mod processes;

use super::*;
use serde_json::json;
use tempfile::TempDir;

const ISSUER: &str = "https://as.example";
const RESOURCE: &str = "https://mcp.example/mcp";

fn token(resource: &str, access_token: &str) -> TokenRecord {
    TokenRecord {
        issuer: ISSUER.to_owned(),
        resource: resource.to_owned(),
        client_id: "client".to_owned(),
        access_token: access_token.to_owned(),
        token_type: "Bearer".to_owned(),
        ..TokenRecord::default()
    }
}

fn client(issuer: &str, client_id: &str) -> ClientRecord {
    ClientRecord { issuer: issuer.to_owned(), client_id: client_id.to_owned(), ..ClientRecord::default() }
}

/// A store in a directory of its own that is not there yet.
fn fresh() -> (TempDir, Store) {
    let directory = TempDir::new().unwrap();
    let store = Store::at(directory.path().join("state/auth.json"));
    (directory, store)
}

fn text(store: &Store) -> String {
    fs::read_to_string(store.path().unwrap()).unwrap()
}

fn put_text(store: &Store, text: &str) {
    fs::create_dir_all(store.path().unwrap().parent().unwrap()).unwrap();
    fs::write(store.path().unwrap(), text).unwrap();
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// What lies beside the file, apart from locks.
fn drafts(store: &Store) -> Vec<OsString> {
    let entries = fs::read_dir(store.path().unwrap().parent().unwrap()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name());
    names.filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "tmp")).collect()
}

#[test]
fn a_store_that_is_not_there_is_empty_and_reading_does_not_make_it() {
    let (directory, store) = fresh();
    assert_eq!(store.read().unwrap(), Book::default());
    assert!(!directory.path().join("state").exists());
}

#[test]
fn what_is_put_in_comes_back_through_another_handle() {
    let (_directory, store) = fresh();
    let mut kept = token(RESOURCE, "secret");
    kept.refresh_token = Some("again".to_owned());
    kept.scopes = vec!["a".to_owned(), "b".to_owned()];
    kept.expires_at = Some(99);
    kept.dpop_key = Some("PEM".to_owned());
    let registered = client(ISSUER, "client");
    store
        .update(|book| {
            book.put_token(kept.clone());
            book.put_client(registered.clone());
        })
        .unwrap();
    let book = Store::at(store.path().unwrap()).read().unwrap();
    assert_eq!(book.token(ISSUER, RESOURCE), Some(&kept));
    assert_eq!(book.client(ISSUER), Some(&registered));
    assert!(text(&store).starts_with("{\n  \"version\": 1,\n"), "{}", text(&store));
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_file_and_its_directory() {
    let (directory, store) = fresh();
    store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap();
    assert_eq!(mode(&directory.path().join("state")), 0o700);
    assert_eq!(mode(store.path().unwrap()), 0o600);
    assert_eq!(mode(&directory.path().join("state/auth.json.lock")), 0o600);
    store.update(|book| book.put_token(token(RESOURCE, "u"))).unwrap();
    assert_eq!(mode(store.path().unwrap()), 0o600);
}

#[cfg(unix)]
#[test]
fn a_file_that_others_can_read_is_taken_from_them_by_reading_and_by_writing() {
    let (_directory, store) = fresh();
    store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap();
    let path = store.path().unwrap();
    set_mode(path, 0o644);
    store.read().unwrap();
    assert_eq!(mode(path), 0o600);
    set_mode(path, 0o666);
    store.update(|book| book.put_token(token(RESOURCE, "u"))).unwrap();
    assert_eq!(mode(path), 0o600);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_shares_the_lock_of_its_file() {
    let (directory, store) = fresh();
    store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap();
    let link = directory.path().join("link.json");
    std::os::unix::fs::symlink(store.path().unwrap(), &link).unwrap();
    Store::at(&link).update(|book| book.put_token(token("https://other.example", "u"))).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(store.read().unwrap().tokens().len(), 2);
    assert!(!directory.path().join("link.json.lock").exists());
}

#[test]
fn what_is_no_file_is_refused_before_it_is_read() {
    let (_directory, store) = fresh();
    fs::create_dir_all(store.path().unwrap()).unwrap();
    assert!(matches!(store.read(), Err(StoreError::NotAFile { .. })));
    assert!(matches!(store.update(|_| ()), Err(StoreError::NotAFile { .. })));
}

#[test]
fn a_directory_that_cannot_be_made_is_an_error_that_names_it() {
    let directory = TempDir::new().unwrap();
    let blocker = directory.path().join("file");
    fs::write(&blocker, "").unwrap();
    let store = Store::at(blocker.join("state/auth.json"));
    let error = store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap_err();
    assert!(error.to_string().contains("file/state"), "{error}");
    assert!(error.hint().unwrap().contains("MCPI_AUTH_STORE"));
}

#[test]
fn a_change_that_changes_nothing_writes_nothing() {
    let (_directory, store) = fresh();
    store.update(|book| book.remove_client(ISSUER)).unwrap();
    assert!(!store.path().unwrap().exists());
}

#[test]
fn a_change_that_panics_writes_nothing_and_gives_the_lock_back() {
    for store in [fresh().1, Store::in_memory()] {
        let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            store.update(|book| {
                book.put_token(token(RESOURCE, "half"));
                panic!("in the middle");
            })
        }));
        assert!(broken.is_err());
        assert_eq!(store.read().unwrap(), Book::default());
        store.update(|book| book.put_token(token(RESOURCE, "whole"))).unwrap();
        assert_eq!(store.read().unwrap().tokens().len(), 1);
    }
}

#[test]
fn drafts_of_killed_processes_are_removed_once_they_are_old() {
    let (directory, store) = fresh();
    let state = directory.path().join("state");
    fs::create_dir(&state).unwrap();
    let old = state.join(".mcp-old.tmp");
    let foreign = state.join("old.tmp");
    for path in [&old, &foreign] {
        let file = fs::File::create(path).unwrap();
        file.set_modified(std::time::SystemTime::now() - super::drafts::ABANDONED * 2).unwrap();
    }
    let young = state.join(".mcp-young.tmp");
    fs::write(&young, "").unwrap();
    store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap();
    assert!(!old.exists());
    assert!(foreign.exists() && young.exists());
}

#[test]
fn the_place_comes_from_the_variables_in_order() {
    let place = |variables: &[(&str, &str)]| {
        Store::place(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        })
    };
    let home = ("HOME", "/me");
    let expected = |path: &str| Some(PathBuf::from(path));
    assert_eq!(place(&[home]), expected("/me/.local/state/mcp-inspector/auth.json"));
    assert_eq!(place(&[home, ("XDG_STATE_HOME", "/s")]), expected("/s/mcp-inspector/auth.json"));
    assert_eq!(place(&[home, ("XDG_STATE_HOME", "/s"), ("MCPI_AUTH_STORE", "x.json")]), expected("x.json"));
    let odd = [home, ("XDG_STATE_HOME", "relative"), ("MCPI_AUTH_STORE", "")];
    assert_eq!(place(&odd), expected("/me/.local/state/mcp-inspector/auth.json"));
    assert_eq!(place(&[]), None);
}

#[test]
fn handles_to_one_store_in_memory_share_it_and_others_do_not() {
    let store = Store::in_memory();
    store.clone().update(|book| book.put_token(token(RESOURCE, "t"))).unwrap();
    assert_eq!(store.read().unwrap().tokens().len(), 1);
    assert_eq!(Store::in_memory().read().unwrap().tokens().len(), 0);
    assert_eq!(store.path(), None);
}
