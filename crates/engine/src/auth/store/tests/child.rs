//! A second process: this test binary, started again with a job to do.

use super::*;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const JOB: &str = "MCPI_TEST_STORE_JOB";
const FILE: &str = "MCPI_TEST_STORE_FILE";
const NAME: &str = "auth::store::tests::child::a_second_process_does_the_job_it_is_given";

/// A process at work. It is killed when it is dropped.
pub(super) struct Worker {
    pub(super) process: Child,
    output: BufReader<ChildStdout>,
    _input: ChildStdin,
}

impl Worker {
    pub(super) fn start(job: &str, store: &Store) -> Self {
        Self::start_with(Command::new(std::env::current_exe().unwrap()), job, store)
    }

    /// Starts a command that gets the arguments of the test binary behind its own.
    pub(super) fn start_with(mut command: Command, job: &str, store: &Store) -> Self {
        command.args(["--exact", NAME, "--nocapture", "--test-threads=1"]);
        command.env(JOB, job).env(FILE, store.path().unwrap());
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let input = process.stdin.take().unwrap();
        Worker { process, output, _input: input }
    }

    /// Waits until it says a word, and gives what it says after it.
    pub(super) fn hear(&mut self, word: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "it ended without saying `{word}`");
            if let Some(at) = line.find(word) {
                return line[at + word.len()..].trim().to_owned();
            }
        }
    }

    /// Ends it as `kill -9` does.
    pub(super) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Waits until it has done its job.
    pub(super) fn finish(mut self) {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        assert!(self.process.wait().unwrap().success(), "{rest}");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn say(words: &str) {
    let mut output = io::stdout().lock();
    writeln!(output, "{words}").unwrap();
    output.flush().unwrap();
}

#[tokio::test]
async fn a_second_process_does_the_job_it_is_given() {
    if let Ok(job) = std::env::var(JOB) {
        let file = std::env::var_os(FILE).expect("the file is given together with the job");
        return work(&job, &Store::at(file)).await;
    }
    let (_directory, store) = fresh();
    Worker::start("fill x", &store).finish();
    let book = store.read().unwrap();
    assert!(!book.tokens().is_empty() && book.tokens().iter().all(|token| token.access_token == "x"));
}

async fn work(job: &str, store: &Store) {
    let (job, detail) = job.split_once(' ').unwrap_or((job, ""));
    match job {
        "fill" => {
            say("ready");
            processes::fill(store, detail);
        }
        "rewrite" => {
            say("ready");
            for generation in 1_u64.. {
                processes::write_generation(store, generation);
            }
        }
        "write-too-much" => {
            let error =
                store.update(|book| book.put_token(token(RESOURCE, &"x".repeat(1 << 20)))).unwrap_err();
            say(&format!("refused {error}"));
        }
        "hold-refresh" => {
            let _guard = store.refresh_lock(ISSUER, RESOURCE).await.unwrap();
            say("held");
            io::stdin().read_to_end(&mut Vec::new()).unwrap();
        }
        "refresh" => {
            say("ready");
            locks::refresh_many(store, Path::new(detail)).await;
        }
        #[cfg(feature = "keychain")]
        "seal-too-much" => say(&format!("refused {}", keychain::write_too_much(store.path().unwrap()))),
        #[cfg(feature = "keychain")]
        "system-keychain" => match Keychain::system() {
            Ok(keychain) => say(&format!("answered {keychain:?}")),
            Err(error) => say(&format!("failed {error}")),
        },
        other => panic!("unknown job {other}"),
    }
}
