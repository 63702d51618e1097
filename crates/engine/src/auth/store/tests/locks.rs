//! The right to change, and the right to refresh.

use super::child::Worker;
use super::*;

/// How many times each process refreshes.
const ROUNDS: usize = 15;

/// Refreshes a token at a server whose refresh tokens are good for one use. The file is that
/// server: it holds the one that is good.
pub(super) async fn refresh_many(store: &Store, server: &Path) {
    for _ in 0..ROUNDS {
        let _guard = store.refresh_lock(ISSUER, RESOURCE).await.unwrap();
        let mut record = store.read().unwrap().token(ISSUER, RESOURCE).unwrap().clone();
        let presented = record.refresh_token.unwrap();
        assert_eq!(presented, fs::read_to_string(server).unwrap(), "a token was used twice");
        let next = format!("r{}", presented[1..].parse::<usize>().unwrap() + 1);
        fs::write(server, &next).unwrap();
        tokio::task::yield_now().await;
        record.refresh_token = Some(next);
        store.update(|book| book.put_token(record)).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_that_refresh_at_once_use_each_token_once() {
    let (directory, store) = fresh();
    let server = directory.path().join("server");
    fs::write(&server, "r0").unwrap();
    let first = TokenRecord { refresh_token: Some("r0".to_owned()), ..token(RESOURCE, "t") };
    store.update(|book| book.put_token(first)).unwrap();
    let job = format!("refresh {}", server.display());
    let mut workers = [(); 2].map(|()| Worker::start(&job, &store));
    for worker in &mut workers {
        worker.hear("ready");
    }
    refresh_many(&Store::at(store.path().unwrap()), &server).await;
    for worker in workers {
        worker.finish();
    }
    assert_eq!(fs::read_to_string(&server).unwrap(), format!("r{}", 3 * ROUNDS));
    let book = store.read().unwrap();
    let last = book.token(ISSUER, RESOURCE).unwrap();
    assert_eq!(last.refresh_token, Some(format!("r{}", 3 * ROUNDS)));
}

#[tokio::test]
async fn the_right_to_refresh_is_free_again_when_its_holder_is_killed() {
    let (_directory, store) = fresh();
    let mut worker = Worker::start("hold-refresh", &store);
    worker.hear("held");
    let path = store
        .path()
        .unwrap()
        .with_file_name(format!("auth.json.refresh-{}.lock", refresh_name(ISSUER, RESOURCE)));
    let refused = FileLock::wait_async(path, Duration::from_millis(1)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Busy { .. }), "{refused}");
    // Another server's token is not concerned.
    drop(store.refresh_lock(ISSUER, "https://other.example").await.unwrap());
    worker.kill();
    store.refresh_lock(ISSUER, RESOURCE).await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn the_holder_of_the_right_to_refresh_is_named_also_when_it_is_stopped() {
    let (_directory, store) = fresh();
    let mut worker = Worker::start("hold-refresh", &store);
    worker.hear("held");
    let process = worker.process.id();
    signal("STOP", process);
    let path = store
        .path()
        .unwrap()
        .with_file_name(format!("auth.json.refresh-{}.lock", refresh_name(ISSUER, RESOURCE)));
    let busy = FileLock::wait_async(path.clone(), Duration::from_millis(1)).await.unwrap_err();
    assert!(matches!(busy, StoreError::Busy { holder: Some(holder), .. } if holder == process), "{busy}");
    assert!(busy.to_string().starts_with(&format!("process {process} has held")), "{busy}");
    assert!(busy.hint().unwrap().contains("stopped"));
    // The name is that of the present holder, and not of one before.
    worker.kill();
    let _mine = FileLock::wait_async(path.clone(), Duration::from_secs(5)).await.unwrap();
    let busy = FileLock::wait_async(path, Duration::from_millis(1)).await.unwrap_err();
    assert!(busy.to_string().starts_with(&format!("process {} has", std::process::id())), "{busy}");
}

#[cfg(unix)]
fn signal(name: &str, process: u32) {
    let command = format!("kill -{name} {process}");
    assert!(std::process::Command::new("sh").args(["-c", &command]).status().unwrap().success());
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_too_long_for_the_right_to_refresh_is_told() {
    let (_directory, file) = fresh();
    for store in [file, Store::in_memory()] {
        let guard = store.refresh_lock(ISSUER, RESOURCE).await.unwrap();
        let begun = tokio::time::Instant::now();
        let refused = store.clone().refresh_lock(ISSUER, RESOURCE).await.unwrap_err();
        assert!(matches!(refused, StoreError::Busy { waited: REFRESH_PATIENCE, .. }), "{refused}");
        assert!(begun.elapsed() >= REFRESH_PATIENCE);
        drop(store.refresh_lock(ISSUER, "https://other.example").await.unwrap());
        drop(guard);
        store.refresh_lock(ISSUER, RESOURCE).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_is_given_up_leaves_the_right_to_others() {
    let (_directory, file) = fresh();
    for store in [file, Store::in_memory()] {
        let guard = store.refresh_lock(ISSUER, RESOURCE).await.unwrap();
        let given_up =
            tokio::time::timeout(Duration::from_secs(1), store.refresh_lock(ISSUER, RESOURCE)).await;
        assert!(given_up.is_err());
        drop(guard);
        store.refresh_lock(ISSUER, RESOURCE).await.unwrap();
    }
}

#[test]
fn a_change_that_waits_too_long_for_another_is_told_which_file_is_locked() {
    let (_directory, store) = fresh();
    store.update(|book| book.put_token(token(RESOURCE, "t"))).unwrap();
    let path = store.path().unwrap().to_owned();
    let hasty = Store::of(FileHome {
        path: path.clone(),
        patience: Duration::from_millis(20),
        #[cfg(feature = "keychain")]
        keychain: None,
    });
    let result = store.update(|_| hasty.update(|book| book.put_token(token(RESOURCE, "u")))).unwrap();
    let error = result.unwrap_err();
    assert!(
        matches!(error, StoreError::Busy { .. }) && error.to_string().contains("auth.json.lock"),
        "{error}"
    );
    // Reading needs no lock.
    assert_eq!(store.update(|_| hasty.read().unwrap().tokens().len()).unwrap(), 1);
}

#[test]
fn a_lock_file_that_was_removed_meanwhile_is_not_the_lock() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("x.lock");
    let first = FileLock::wait(&path, Duration::ZERO).unwrap();
    fs::remove_file(&path).unwrap();
    // Whoever comes now locks a new file; the old holder cannot be seen any more.
    let second = FileLock::wait(&path, Duration::ZERO).unwrap();
    drop(first);
    assert!(matches!(FileLock::wait(&path, Duration::ZERO), Err(StoreError::Busy { .. })));
    drop(second);
    FileLock::wait(&path, Duration::ZERO).unwrap();
}

#[cfg(unix)]
#[test]
fn whoever_is_gone_is_not_named_as_the_holder_of_a_lock() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("x.lock");
    let mut gone = std::process::Command::new("true").spawn().unwrap();
    gone.wait().unwrap();
    fs::write(&path, format!("mcp-inspector, process {}\n", gone.id())).unwrap();
    let foreign = fs::File::open(&path).unwrap();
    foreign.lock().unwrap();
    let busy = FileLock::wait(&path, Duration::ZERO).unwrap_err();
    assert!(busy.to_string().starts_with("another process has held"), "{busy}");
    foreign.unlock().unwrap();
    // Whoever ends in order takes the name along, so that the next one is not taken for it.
    drop(FileLock::wait(&path, Duration::ZERO).unwrap());
    foreign.lock().unwrap();
    let busy = FileLock::wait(&path, Duration::ZERO).unwrap_err();
    assert!(matches!(busy, StoreError::Busy { holder: None, .. }), "{busy}");
}

#[test]
fn names_of_locks_do_not_mix_issuer_and_resource() {
    assert_ne!(refresh_name("a", "b"), refresh_name("b", "a"));
    assert_ne!(refresh_name("ab", ""), refresh_name("a", "b"));
    assert_eq!(refresh_name("a", "b").len(), 32);
}
