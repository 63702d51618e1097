//! Tasks of a server: whether a tool is run as one, and what is asked about those that are there.
//!
//! In 2025-11-25 the caller wishes for a task, and fetches its result when there is one. Later the server decides, and
//! what it says about a task has its result.

use super::Server;
use crate::offer::{ItemKey, Kind};
use mcp_inspector_engine::core::method::{has_capability, unfit};
use mcp_inspector_engine::{CallOptions, CallRequest, Raw, Revision};
use serde_json::json;
use std::time::Duration;

/// How long the result of a task is waited for: it may have to ask first.
const RESULT: Duration = Duration::from_secs(24 * 60 * 60);

/// Whether a tool is run as a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TaskChoice {
    pub(crate) is_task: bool,
    /// Whether the tool says that it can be run as one.
    pub(crate) is_offered: bool,
}

impl Server {
    /// Whether an item is run as a task; none where there is nothing to choose.
    pub(crate) fn task_choice(&self, item: &ItemKey) -> Option<TaskChoice> {
        let is_tool = item.0 == Kind::Tool && self.now.revision == Some(Revision::R2025_11_25);
        let tool = self.offer.find(item).filter(|_| is_tool)?;
        let support = tool.task_support();
        let is_offered = matches!(support.as_deref(), Some("optional" | "required"));
        let is_known = self.has(&["tasks", "requests", "tools", "call"]);
        let is_required = support.as_deref() == Some("required");
        let is_task = self.as_task.get(item).copied().unwrap_or(is_required);
        (is_offered || is_known).then_some(TaskChoice { is_task, is_offered })
    }

    /// Whether the server tells which tasks there are.
    pub(crate) fn lists_tasks(&self) -> bool {
        self.is_ready() && self.is_fit("tasks/list")
    }

    /// Whether its tasks have not been asked for since it is connected. Asking once is enough.
    pub(crate) fn tasks_are_due(&mut self) -> bool {
        let since = self.lists_tasks().then_some(self.now.since);
        let is_due = since.is_some() && self.tasks_asked != since;
        self.tasks_asked = since;
        is_due
    }

    /// Whether its result can be fetched, which also lets it ask what it waits for.
    pub(crate) fn has_result(&self, status: &str) -> bool {
        matches!(status, "completed" | "failed" | "cancelled" | "input_required")
            && self.is_fit("tasks/result")
    }

    /// The call that shows how a task stands, and its result if there is one.
    pub(crate) fn task_request(&self, task: &str) -> CallRequest {
        let item = self.offer.find(&(Kind::Task, task.to_owned()));
        let fetches = item.is_some_and(|item| self.has_result(&item.note));
        let params = Some(Raw::of(&json!({ "taskId": task })));
        if !fetches {
            return CallRequest::new("tasks/get", params);
        }
        let options = CallOptions { timeout: Some(RESULT), total: Some(RESULT), ..CallOptions::default() };
        CallRequest { options, ..CallRequest::new("tasks/result", params) }
    }

    fn has(&self, path: &[&str]) -> bool {
        self.now.capabilities.as_ref().is_some_and(|capabilities| has_capability(capabilities, path))
    }

    fn is_fit(&self, method: &str) -> bool {
        match (self.now.revision, &self.now.capabilities) {
            (Some(revision), Some(capabilities)) => unfit(method, revision, capabilities).is_none(),
            _ => false,
        }
    }
}
