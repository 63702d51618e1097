//! The last words of a server process, kept for its post-mortem.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many stderr lines a post-mortem has.
const STDERR_LINES: usize = 20;

/// How many lines of junk a post-mortem has.
const JUNK_LINES: usize = 10;

/// How much of a line is kept.
const WIDTH: usize = 500;

/// The last words of a server process.
#[derive(Debug, Default)]
pub(super) struct Tail {
    words: Mutex<Words>,
}

#[derive(Debug, Default)]
struct Words {
    stderr: VecDeque<String>,
    junk: Vec<String>,
}

impl Tail {
    pub(super) fn stderr(&self, lines: &[String]) {
        let mut words = self.words();
        for line in lines.iter().rev().take(STDERR_LINES).rev() {
            if words.stderr.len() == STDERR_LINES {
                words.stderr.pop_front();
            }
            words.stderr.push_back(cut(line));
        }
    }

    /// A line on stdout that is not a message. The first ones tell the most.
    pub(super) fn junk(&self, line: &[u8]) {
        let mut words = self.words();
        if words.junk.len() < JUNK_LINES && !line.is_empty() {
            words.junk.push(cut(&String::from_utf8_lossy(&line[..line.len().min(4 * WIDTH)])));
        }
    }

    /// Stderr and junk so far.
    pub(super) fn last_words(&self) -> (Vec<String>, Vec<String>) {
        let words = self.words();
        (words.stderr.iter().cloned().collect(), words.junk.clone())
    }

    fn words(&self) -> MutexGuard<'_, Words> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn cut(line: &str) -> String {
    line.chars().take(WIDTH).collect()
}
