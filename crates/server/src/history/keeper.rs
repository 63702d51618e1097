//! The thread that does what takes time: it keeps the index, answers questions from it, and removes old
//! files. Nothing of this happens where requests are served.

use super::index::{HistoryError, Index, Skipped};
use super::place::Place;
use super::{Level, Recorder};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use tokio::sync::oneshot;

/// A question that is answered from the index.
type Question = Box<dyn FnOnce(&mut Index) + Send>;

enum Job {
    /// Look after index and files.
    Tend,
    Answer(Question),
}

/// The handle of the thread. The thread ends with it.
pub(super) struct Keeper {
    jobs: Option<Sender<Job>>,
    /// Whether the thread knows already that it should look after the files.
    is_asked_to_tend: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    pub(super) fn start(
        place: Place,
        recorder: Arc<Recorder>,
        total_bytes: u64,
    ) -> Result<Self, HistoryError> {
        let (jobs, queue) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let is_asked_to_tend = Arc::new(AtomicBool::new(false));
        let path = place.path().to_owned();
        let (its_stop, its_mark) = (stop.clone(), is_asked_to_tend.clone());
        // Opening the index can take time as well, when another process is at it.
        let work = move || match Index::open(place.clone(), its_stop) {
            Ok(index) => {
                Work { place, recorder, index, total_bytes, is_asked_to_tend: its_mark }.run(&queue);
            }
            Err(error) => {
                let data = json!({ "reason": error.to_string() });
                recorder.app(Level::Error, "The history cannot be searched", &data);
            }
        };
        let thread = thread::Builder::new().name("history".to_owned()).spawn(work);
        let thread = thread.map_err(|source| HistoryError::Files { path, source })?;
        Ok(Keeper { jobs: Some(jobs), is_asked_to_tend, stop, thread: Some(thread) })
    }

    /// Has index and files looked after soon.
    pub(super) fn tend(&self) {
        if !self.is_asked_to_tend.swap(true, Ordering::Relaxed) {
            self.send(Job::Tend);
        }
    }

    /// Has a question answered.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Index) -> Result<T, HistoryError> + Send + 'static,
    ) -> Result<T, HistoryError> {
        let (answer, answered) = oneshot::channel();
        self.send(Job::Answer(Box::new(move |index| {
            // Who has gone meanwhile does not need the answer.
            if !answer.is_closed() {
                let _ = answer.send(question(index));
            }
        })));
        answered.await.unwrap_or(Err(HistoryError::Closed))
    }

    fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // It fails when the thread has ended; whoever asked finds that out by itself.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the thread has.
struct Work {
    place: Place,
    recorder: Arc<Recorder>,
    index: Index,
    total_bytes: u64,
    is_asked_to_tend: Arc<AtomicBool>,
}

impl Work {
    fn run(&mut self, queue: &Receiver<Job>) {
        self.tend();
        while let Ok(job) = queue.recv() {
            match job {
                Job::Tend => {
                    self.is_asked_to_tend.store(false, Ordering::Relaxed);
                    self.tend();
                }
                Job::Answer(question) => {
                    question(&mut self.index);
                    self.tell_what_was_skipped();
                }
            }
        }
    }

    fn tend(&mut self) {
        // Someone who removes the files to have the history gone wants new lines kept all the same.
        self.recorder.go_on_if_removed(&self.place);
        if let Err(error) = self.place.make_room(self.total_bytes) {
            let data = json!({ "directory": self.place.path(), "reason": error.to_string() });
            self.recorder.app(Level::Warn, "Old history could not be removed", &data);
        }
        if let Err(error) = self.index.catch_up() {
            let data = json!({ "reason": error.to_string() });
            self.recorder.app(Level::Warn, "The history could not be indexed", &data);
        }
        self.tell_what_was_skipped();
    }

    fn tell_what_was_skipped(&mut self) {
        for skipped in self.index.take_skipped() {
            match skipped {
                Skipped::TornEnd { file, bytes } => {
                    let data = json!({ "file": self.place.path_of(file), "bytes": bytes });
                    let message = format!("The last line of {file} was cut off and is skipped");
                    self.recorder.app(Level::Warn, &message, &data);
                }
                Skipped::NotJson { file, lines } => {
                    let data = json!({ "file": self.place.path_of(file), "lines": lines });
                    let message = format!("Lines of {file} that are not JSON are skipped");
                    self.recorder.app(Level::Warn, &message, &data);
                }
            }
        }
    }
}
