//! Tasks: tools that are run as one, and those that the server has.

use crate::effect::Effect;
use crate::event::Mood;
use crate::server::ServerId;
use crate::state::State;

impl State {
    /// Runs the tool of the form as a task from now on, or no longer.
    pub(super) fn toggle_task(&mut self) {
        let Some(item) = self.form.item.clone() else { return };
        let Some(server) = self.server_mut() else { return };
        let Some(choice) = server.task_choice(&item) else {
            return self.tell("only tools of servers that have tasks (2025-11-25) run as one", Mood::Bad);
        };
        server.as_task.insert(item.clone(), !choice.is_task);
        let how = if choice.is_task { "no longer runs as a task" } else { "runs as a task" };
        self.tell(format!("{} {how}", item.1), Mood::Plain);
    }

    /// Asks for the tasks of a server that was just connected: those of other sessions are among them.
    pub(super) fn ask_tasks(&mut self, id: ServerId) {
        let Some(server) = self.by_id(id) else { return };
        if let Some(session) = server.session.clone().filter(|_| server.tasks_are_due()) {
            self.effects.push(Effect::ListTasks { session });
        }
    }
}
