//! Tasks and how they stand: those that are followed, and whatever else the server says about any of them.

use super::{KEPT, View};
use crate::brief::{BRIEF, brief};
use crate::raw::Raw;

impl View {
    /// How a task stands.
    pub(super) fn task_stands(&mut self, task: &str, status: &str) {
        if self.tasks.len() < KEPT || self.tasks.contains_key(task) {
            self.tasks.insert(task.to_owned(), brief(status));
        }
    }

    /// The server says how a task stands. One whose name had to be cut could not be asked about.
    pub(super) fn task_told(&mut self, task: &Raw) {
        let name = task.text_member("taskId").filter(|name| name.len() <= BRIEF);
        if let (Some(name), Some(status)) = (name, task.text_member("status")) {
            self.task_stands(&name, &status);
        }
    }

    /// The server lists its tasks, those of other sessions among them.
    pub(super) fn tasks_listed(&mut self, result: &Raw) {
        let tasks = result.member("tasks").and_then(|tasks| tasks.elements());
        for task in tasks.unwrap_or_default().iter().take(KEPT) {
            self.task_told(task);
        }
    }
}
