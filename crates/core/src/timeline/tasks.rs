//! Calls that became tasks. One that is followed is not over when the server says that it made a task of it: it
//! lasts until the outcome of the task is there, and ends with that.
//!
//! A call whose caller wants no more than the task ends with it; nobody says then that the task is followed.

use super::Timeline;
use super::answers::outcome_of_task;
use super::messages::verdict;
use super::row::RowStatus;
use super::store::No;
use crate::brief::brief;
use crate::command::CallKey;
use crate::entry::Entry;
use crate::message::{Reply, RpcError};
use crate::raw::Raw;
use std::collections::{BTreeSet, VecDeque};

/// How many rows may wait to be told to which call their task belongs.
const MOST_EARLY: usize = 64;

/// Tasks of which more may come.
#[derive(Clone, Debug, Default)]
pub(super) struct Tasks {
    /// Those that the last message made, with the call that each was: the log says next whether they are followed.
    made: Vec<(String, No)>,
    /// Calls that last as long as their task.
    followed: BTreeSet<No>,
    /// News of tasks that no answer has made yet: a server may tell of a task before it answers the call.
    early: VecDeque<(String, No)>,
}

impl Tasks {
    pub(super) fn clear(&mut self) {
        self.made.clear();
        self.followed.clear();
        self.early.clear();
    }

    /// Another message comes: whether what the one before made is followed is known by now.
    pub(super) fn next_message(&mut self) {
        self.made.clear();
    }

    /// The row at `no` tells of a task that is not known.
    pub(super) fn told_early(&mut self, task: Option<&Raw>, no: No) {
        let Some(name) = task.and_then(|task| task.text_member("taskId")) else { return };
        if self.early.len() == MOST_EARLY {
            self.early.pop_front();
        }
        self.early.push_back((brief(&name), no));
    }

    /// The rows that told of a task before it was known.
    fn take_early(&mut self, task: &str) -> Vec<No> {
        let task = brief(task);
        let found = self.early.iter().filter(|(name, _)| *name == task).map(|(_, no)| *no).collect();
        self.early.retain(|(name, _)| *name != task);
        found
    }

    /// The call ended in another way.
    pub(super) fn left(&mut self, no: No) {
        self.followed.remove(&no);
    }
}

impl Timeline {
    /// The answer to the call at `no` may say that the call became a task.
    pub(super) fn may_become_task(&mut self, no: No, result: &Raw) {
        let Some((task, state)) = task_made(result) else { return };
        let Some(line) = self.rows.get(no) else { return };
        let is_about_task = line.method.starts_with("tasks/");
        let root = line.parent().unwrap_or(no);
        if is_about_task && self.calls.tasks.get(task.as_str()).is_some() {
            return;
        }
        if !is_about_task && outcome_of_task("", &state).is_none() {
            self.tasks.made.push((brief(&task), root));
        }
        for early in self.tasks.take_early(&task) {
            self.nest(early, Some(root));
        }
        self.calls.tasks.insert(task, root);
    }

    /// The log says how a task stands that is followed.
    pub(super) fn task_is_followed(&mut self, task: &str) {
        let Some(at) = self.tasks.made.iter().position(|(made, _)| made == task) else { return };
        let (_, no) = self.tasks.made.swap_remove(at);
        self.tasks.followed.insert(no);
        self.goes_on(no);
    }

    /// A request is sent for a call. A look at a task that failed need not be the end of it.
    pub(super) fn looks_again(&mut self, method: &str, call: Option<CallKey>) {
        if let Some(no) = call.and_then(|key| self.row_of_key(key))
            && method.starts_with("tasks/")
            && self.tasks.followed.contains(&no)
            && self.rows.get(no).is_some_and(|line| line.status == Some(RowStatus::Error))
        {
            self.goes_on(no);
        }
    }

    /// The answer to the request at `no` may be the outcome of the task that it was about.
    pub(super) fn may_end_task(&mut self, entry: &Entry, no: No, reply: &Reply, length: usize) {
        let Some(line) = self.rows.get(no) else { return };
        let Some(root) = line.parent().filter(|root| self.tasks.followed.contains(root)) else { return };
        match (&*line.method, reply) {
            ("tasks/result", reply) => self.task_ends(entry, root, reply, length),
            ("tasks/get", Reply::Result(task)) => self.task_stands(entry, root, task, length),
            // It may be looked at again.
            ("tasks/get", Reply::Error(_)) => {
                self.task_ends(entry, root, reply, 0);
                self.tasks.followed.insert(root);
            }
            _ => {}
        }
    }

    /// The server tells how the task of the call at `root` stands: its outcome may be told with it.
    pub(super) fn task_stands(&mut self, entry: &Entry, root: No, task: &Raw, length: usize) {
        if !self.tasks.followed.contains(&root) {
            return;
        }
        let Some((path, outcome)) = outcome_of_task("", task) else { return };
        let reply = match path.as_str() {
            "/error" => Reply::Error(RpcError::from_raw(outcome)),
            _ => Reply::Result(outcome),
        };
        self.task_ends(entry, root, &reply, length);
    }

    /// The outcome of a task is that of the call it was.
    fn task_ends(&mut self, entry: &Entry, root: No, reply: &Reply, length: usize) {
        self.tasks.followed.remove(&root);
        let Some(line) = self.rows.get_mut(root) else { return };
        let (status, code) = verdict(reply, line.is_tool_call());
        line.bytes += length as u64;
        line.code = code;
        self.settle(root, entry.at, status);
    }

    /// A row that seemed to be over is not.
    pub(super) fn goes_on(&mut self, no: No) {
        if let Some(line) = self.rows.get_mut(no) {
            line.status = Some(RowStatus::Pending);
            line.code = None;
            line.set_duration(None);
            self.pending.insert(no);
        }
    }
}

/// The task that a result says the call became: its name, and how it stands.
fn task_made(result: &Raw) -> Option<(String, Raw)> {
    memchr::memmem::find(result.bytes(), b"\"taskId\"")?;
    let is_task = |result: &Raw| result.text_member("resultType").is_some_and(|kind| kind == "task");
    let task = match result.member("task") {
        Some(task) => task,
        None if is_task(result) => result.clone(),
        None => return None,
    };
    Some((task.text_member("taskId")?, task))
}
