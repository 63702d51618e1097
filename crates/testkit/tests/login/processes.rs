//! Several processes with one store, and one that is killed in the middle of a login.

use crate::scene::{
    agreeing, check_echo, connected, faulty, good, make_due, refused, steps_of, target, token_fields, told,
    visits, with,
};
use crate::support::{PATIENCE, at};
use mcp_inspector_engine::auth::{Login, Store};
use mcp_inspector_engine::core::auth::{StepName, StepOutcome};
use mcp_inspector_engine::{FaultCode, Session};
use mcp_inspector_testkit::auth::{AuthFault, AuthServer};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const URL: &str = "MCPI_TEST_LOGIN_URL";
const FILE: &str = "MCPI_TEST_LOGIN_FILE";
const NAME: &str = "processes::a_process_of_its_own_uses_what_is_stored";

/// A process with a session. For each line it is sent it makes a call. It is killed when it is dropped.
struct Worker {
    process: Child,
    output: BufReader<ChildStdout>,
    input: ChildStdin,
}

impl Worker {
    fn start(server: &AuthServer, store: &Path) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", NAME, "--nocapture", "--test-threads=1"])
            .env(URL, server.url())
            .env(FILE, store)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let input = process.stdin.take().unwrap();
        Worker { process, output, input }
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let command = format!("kill -{name} {}", self.process.id());
        assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
    }

    /// Waits for a line that begins so.
    fn hear(&mut self, word: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "it ended without saying `{word}`");
            if let Some(at) = line.find(word) {
                return line[at..].trim().to_owned();
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn say(words: &str) {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{words}").unwrap();
    output.flush().unwrap();
}

/// A store with a token of this server in it.
async fn logged_in(server: &AuthServer) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("auth.json");
    drop(connected(target(server), agreeing(&Store::at(&path))).await);
    (directory, path)
}

#[tokio::test]
async fn a_process_of_its_own_uses_what_is_stored() {
    if let (Ok(url), Some(file)) = (std::env::var(URL), std::env::var_os(FILE)) {
        return work(&url, &Store::at(file)).await;
    }
    let server = good();
    let (_directory, path) = logged_in(&server).await;
    let mut worker = Worker::start(&server, &path);
    worker.tell("hello");
    assert_eq!(worker.hear("answered"), "answered hello");
    assert_eq!(visits(&server), 1);
}

async fn work(url: &str, store: &Store) {
    let session = Session::open(at(url), with(Login::stored_only(store.clone(), "log in")));
    for line in std::io::stdin().lines().map_while(Result::ok) {
        if let Err(fault) = session.ready().await {
            return say(&format!("failed {fault:?}"));
        }
        check_echo(&session, &line).await;
        say(&format!("answered {line}"));
    }
}

#[tokio::test]
async fn two_processes_that_renew_at_once_do_not_lose_the_token() {
    let server = faulty(&[AuthFault::RefreshSlow]);
    let (_directory, path) = logged_in(&server).await;
    server.expire_tokens();
    let before = server.requests().len();
    let mut workers = [Worker::start(&server, &path), Worker::start(&server, &path)];
    for worker in &mut workers {
        worker.tell("hello");
    }
    // One of them is at the token endpoint, and both were refused: the other one waits for the first.
    assert!(server.wait_for_held(1, PATIENCE));
    let refused = |seen: &[mcp_inspector_testkit::http::SeenRequest]| {
        seen[before..].iter().filter(|request| request.path.contains("oauth-authorization-server")).count()
            == 2
    };
    assert!(server.wait_for(refused, PATIENCE));
    server.release();
    for worker in &mut workers {
        worker.hear("answered hello");
    }
    assert_eq!(token_fields(&server, "refresh_token").len(), 1, "the server revokes what is used twice");
    assert_eq!(visits(&server), 1);
}

#[tokio::test]
async fn processes_that_live_long_keep_one_another_logged_in() {
    const ROUNDS: usize = 8;
    let server = good();
    let (_directory, path) = logged_in(&server).await;
    let mut workers = [0; 3].map(|_| Worker::start(&server, &path));
    for round in 0..ROUNDS {
        server.expire_tokens();
        let line = format!("round {round}");
        for worker in &mut workers {
            worker.tell(&line);
        }
        // One of them renews, and the others take up what it has stored.
        for worker in &mut workers {
            worker.hear(&format!("answered {line}"));
        }
    }
    let renewed = token_fields(&server, "refresh_token").len();
    assert!(renewed >= ROUNDS, "{renewed}");
    assert_eq!(visits(&server), 1);
    let book = Store::at(&path).read().unwrap();
    assert_eq!((book.tokens().len(), book.clients().len()), (1, 1));
    // What is stored is what works.
    let session = connected(target(&server), Login::stored_only(Store::at(&path), "log in")).await;
    check_echo(&session, "after all").await;
}

#[tokio::test]
async fn a_process_that_slept_through_a_renewal_takes_it_up() {
    let server = good();
    let (_directory, path) = logged_in(&server).await;
    let mut workers = [Worker::start(&server, &path), Worker::start(&server, &path)];
    for worker in &mut workers {
        worker.tell("awake");
        worker.hear("answered awake");
    }
    for round in ["one", "two", "three"] {
        server.expire_tokens();
        workers[0].tell(round);
        workers[0].hear(&format!("answered {round}"));
    }
    server.expire_tokens();
    workers[1].tell("late");
    workers[1].hear("answered late");
    assert_eq!(visits(&server), 1);
}

#[tokio::test]
async fn a_process_that_is_killed_between_the_grant_and_the_store_leaves_a_usable_store() {
    let server = faulty(&[AuthFault::RefreshSlow]);
    let (_directory, path) = logged_in(&server).await;
    let before = std::fs::read(&path).unwrap();
    server.expire_tokens();
    let mut worker = Worker::start(&server, &path);
    worker.tell("hello");
    assert!(server.wait_for_held(1, PATIENCE));
    // As `kill -9` does. The authorization server does not know, and grants to nobody.
    worker.process.kill().unwrap();
    worker.process.wait().unwrap();
    server.release();
    assert_eq!(std::fs::read(&path).unwrap(), before, "nothing was written");
    // Whoever comes next finds a refresh token that was used up, and logs in.
    let store = Store::at(&path);
    let session = connected(target(&server), agreeing(&store)).await;
    check_echo(&session, "after the kill").await;
    let book = store.read().unwrap();
    assert_eq!((book.tokens().len(), book.clients().len()), (1, 1));
    assert_eq!(server.registrations().len(), 1, "the client is still known");
}

#[cfg(unix)]
#[tokio::test]
async fn a_process_that_is_stopped_while_it_renews_is_named_and_loses_nothing() {
    let server = faulty(&[AuthFault::RefreshSlow]);
    let (_directory, path) = logged_in(&server).await;
    let session = connected(target(&server), agreeing(&Store::at(&path))).await;
    server.expire_tokens();
    let mut worker = Worker::start(&server, &path);
    worker.tell("hello");
    assert!(server.wait_for_held(1, PATIENCE));
    worker.signal("STOP");
    // Another one finds that its token is about to end, and is refused after it has waited.
    make_due(&Store::at(&path));
    let late = refused(target(&server), Login::stored_only(Store::at(&path), "log in"));
    let call = session.call_tool(crate::scene::echo("meanwhile"));
    let call = tokio::time::timeout(PATIENCE, call);
    let (called, (late, late_fault)) = tokio::join!(call, late);
    let fault = called.expect("it waits for ever").unwrap_err();
    let step = fault.details.auth_step.as_ref().unwrap_or_else(|| panic!("{fault:#?}"));
    assert_eq!((step.step, fault.code), (StepName::Refresh, FaultCode::AuthenticationFailed));
    let holder = format!("process {} has held", worker.process.id());
    assert!(fault.message.contains(&holder) && fault.hint.unwrap().contains("stopped"), "{}", fault.message);
    assert!(late_fault.message.contains(&holder), "{late_fault:#?}");
    // It is told soon whom they wait for, and they wait once.
    for session in [&session, &late] {
        let refresh = steps_of(session, StepName::Refresh);
        assert_eq!((refresh.len(), refresh[0].outcome), (2, StepOutcome::Warning), "{}", told(session));
        let waiting = format!("process {} renews the token", worker.process.id());
        assert!(refresh[0].what.contains(&waiting), "{}", told(session));
    }
    // Nobody has used the refresh token a second time, and nobody was asked to log in.
    assert_eq!((token_fields(&server, "refresh_token").len(), visits(&server)), (1, 1));
    worker.signal("CONT");
    server.release();
    worker.hear("answered hello");
    check_echo(&session, "with what the other one has renewed").await;
    assert_eq!((token_fields(&server, "refresh_token").len(), visits(&server)), (1, 1));
}

#[tokio::test]
async fn after_a_kill_a_job_without_a_person_is_told_to_log_in() {
    let server = faulty(&[AuthFault::RefreshSlow]);
    let (_directory, path) = logged_in(&server).await;
    server.expire_tokens();
    let mut worker = Worker::start(&server, &path);
    worker.tell("hello");
    assert!(server.wait_for_held(1, PATIENCE));
    worker.process.kill().unwrap();
    worker.process.wait().unwrap();
    server.release();
    // What the killed one was granted is lost for certain.
    server.revoke_all();
    let (_, fault) = refused(target(&server), Login::stored_only(Store::at(&path), "log in first")).await;
    assert_eq!((fault.code, fault.hint.as_deref()), (FaultCode::AuthenticationFailed, Some("log in first")));
    // A login puts it right, and the lock of the killed one keeps nobody out.
    let session = connected(target(&server), agreeing(&Store::at(&path))).await;
    check_echo(&session, "after the login").await;
}
