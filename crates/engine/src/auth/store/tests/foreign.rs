//! What lies where the store or its locks should be and is none of ours.

use super::*;
#[cfg(unix)]
use std::sync::mpsc;

/// What would hold up whoever opens it the usual way.
#[cfg(unix)]
fn make_pipe(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// What comes of something that might wait for ever.
#[cfg(unix)]
fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, came) = mpsc::channel();
    std::thread::spawn(move || done.send(work()));
    came.recv_timeout(Duration::from_secs(20)).expect("it hangs")
}

#[cfg(unix)]
#[test]
fn a_lock_that_is_a_pipe_or_a_directory_is_named_and_holds_nobody_up() {
    for make in [make_pipe, |path: &Path| fs::create_dir_all(path).unwrap()] {
        let (directory, store) = fresh();
        let lock = directory.path().join("state/auth.json.lock");
        make(&lock);
        let error = in_time(move || store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap_err());
        assert!(matches!(error, StoreError::NotALock { .. }), "{error}");
        assert!(error.to_string().contains("auth.json.lock") && error.hint().is_some(), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_refresh_lock_that_is_a_pipe_is_named_and_holds_nobody_up() {
    let (directory, store) = fresh();
    let name = format!("state/auth.json.refresh-{}.lock", refresh_name(ISSUER, RESOURCE));
    make_pipe(&directory.path().join(&name));
    let error = in_time(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(store.refresh_lock(ISSUER, RESOURCE)).unwrap_err()
    });
    assert!(matches!(error, StoreError::NotALock { .. }), "{error}");
    assert!(error.to_string().contains(&name), "{error}");
}

#[cfg(unix)]
#[test]
fn a_store_that_is_a_pipe_is_refused_without_waiting_for_its_writer() {
    let (_directory, store) = fresh();
    make_pipe(store.path().unwrap());
    let error = in_time(move || store.read().unwrap_err());
    assert!(matches!(error, StoreError::NotAFile { .. }), "{error}");
    assert!(matches!(Store::at("/dev/null").read(), Err(StoreError::NotAFile { .. })));
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_of_somebody_else_is_not_touched_and_gets_no_company() {
    for foreign in [
        "127.0.0.1 localhost\n",
        "[]",
        "\"text\"",
        r#"{"name":"package","version":"1.0.0"}"#,
        r#"{"version":1,"formatters":{}}"#,
        r#"{"mcpServers":{}}"#,
    ] {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("hosts");
        fs::write(&path, foreign).unwrap();
        set_mode(&path, 0o644);
        let store = Store::at(&path);
        let errors = [
            store.read().unwrap_err(),
            store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap_err(),
            store.check_writable().await.unwrap_err(),
            store.refresh_lock(ISSUER, RESOURCE).await.unwrap_err(),
        ];
        for error in errors {
            assert!(matches!(error, StoreError::NotAStore { .. }), "{foreign}: {error}");
            assert!(error.to_string().contains("hosts is not a token store"), "{error}");
            assert!(error.hint().unwrap().contains("MCPI_AUTH_STORE"));
        }
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), mode(&path)), (foreign, 0o644));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "{foreign}: something is beside it");
    }
}

#[cfg(unix)]
#[test]
fn a_broken_store_keeps_its_permissions_and_an_empty_file_too() {
    for text in ["{ \"version\": 1, \"tokens\": [", ""] {
        let (_directory, store) = fresh();
        put_text(&store, text);
        set_mode(store.path().unwrap(), 0o640);
        let _ = store.read();
        assert_eq!(mode(store.path().unwrap()), 0o640, "{text}");
    }
}

#[test]
fn a_lock_file_of_somebody_else_is_locked_and_not_written_to() {
    let (directory, store) = fresh();
    let lock = directory.path().join("state/auth.json.lock");
    put_text(&store, "");
    fs::write(&lock, "# This file is generated.\n").unwrap();
    store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap();
    assert_eq!(fs::read_to_string(&lock).unwrap(), "# This file is generated.\n");
}

#[cfg(unix)]
#[tokio::test]
async fn a_lock_that_is_a_link_is_refused_and_what_is_behind_it_is_not_written_to() {
    let (directory, store) = fresh();
    put_text(&store, "");
    let behind = directory.path().join("behind");
    fs::write(&behind, "").unwrap();
    for name in
        ["auth.json.lock".to_owned(), format!("auth.json.refresh-{}.lock", refresh_name(ISSUER, RESOURCE))]
    {
        std::os::unix::fs::symlink(&behind, directory.path().join("state").join(name)).unwrap();
    }
    let errors = [
        store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap_err(),
        store.refresh_lock(ISSUER, RESOURCE).await.unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, StoreError::NotALock { .. }), "{error}");
    }
    assert_eq!(fs::read_to_string(&behind).unwrap(), "");
}

#[tokio::test]
async fn whether_a_store_can_be_written_is_found_out_without_changing_it() {
    let (directory, store) = fresh();
    store.check_writable().await.unwrap();
    assert!(!store.path().unwrap().exists());
    store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap();
    let before = text(&store);
    store.check_writable().await.unwrap();
    assert_eq!(text(&store), before);
    assert_eq!(drafts(&store), [] as [&str; 0]);
    Store::in_memory().check_writable().await.unwrap();
    let blocked = Store::at(directory.path().join("state/auth.json/below"));
    let error = blocked.check_writable().await.unwrap_err();
    assert!(error.to_string().contains("auth.json"), "{error}");
}
