//! What can be called, and what each call needs to be told.
//!
//! One table for flags and scripts: the same field is a flag on the command line and a member of a
//! step in a script.

/// Something a call can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    Params,
    ToolName,
    ToolArgs,
    Uri,
    Cursor,
    PromptName,
    PromptArgs,
    SkillName,
    Complete,
    LogLevel,
    TaskId,
    InputResponses,
    AsTask,
    TaskTtl,
    Detach,
    Roots,
    ToolMetadata,
    Server,
}

impl Field {
    /// Its flag.
    pub(crate) const fn flag(self) -> &'static str {
        match self {
            Field::Params => "--params",
            Field::ToolName => "--tool-name",
            Field::ToolArgs => "--tool-arg",
            Field::Uri => "--uri",
            Field::Cursor => "--cursor",
            Field::PromptName => "--prompt-name",
            Field::PromptArgs => "--prompt-args",
            Field::SkillName => "--skill-name",
            Field::Complete => "--complete",
            Field::LogLevel => "--log-level",
            Field::TaskId => "--task-id",
            Field::InputResponses => "--input-responses",
            Field::AsTask => "--as-task",
            Field::TaskTtl => "--task-ttl",
            Field::Detach => "--detach",
            Field::Roots => "--root",
            Field::ToolMetadata => "--tool-metadata",
            Field::Server => "--server",
        }
    }

    /// Its member in a step of a script.
    pub(crate) const fn member(self) -> &'static str {
        match self {
            Field::Params => "params",
            Field::ToolName => "toolName",
            Field::ToolArgs => "toolArgs",
            Field::Uri => "uri",
            Field::Cursor => "cursor",
            Field::PromptName => "promptName",
            Field::PromptArgs => "promptArgs",
            Field::SkillName => "skillName",
            Field::Complete => "complete",
            Field::LogLevel => "logLevel",
            Field::TaskId => "taskId",
            Field::InputResponses => "inputResponses",
            Field::AsTask => "asTask",
            Field::TaskTtl => "taskTtl",
            Field::Detach => "detach",
            Field::Roots => "roots",
            Field::ToolMetadata => "toolMetadata",
            Field::Server => "server",
        }
    }
}

/// A method and what it is told.
#[derive(Debug)]
pub(crate) struct Method {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it cannot do without.
    pub(crate) needs: &'static [Field],
    /// What it can be told besides.
    pub(crate) takes: &'static [Field],
    /// Who carries it out.
    pub(crate) kind: Kind,
}

/// Who carries a method out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The server: it is a request of the protocol.
    Server,
    /// This program, with a connection.
    Here,
    /// This program, from the config file alone.
    Config,
    /// This program, with the authorization server and the tokens it keeps.
    Login,
}

const fn server(name: &'static str, needs: &'static [Field], takes: &'static [Field]) -> Method {
    Method { name, needs, takes, kind: Kind::Server }
}

const fn here(name: &'static str, needs: &'static [Field], takes: &'static [Field]) -> Method {
    Method { name, needs, takes, kind: Kind::Here }
}

const fn login(name: &'static str) -> Method {
    Method { name, needs: &[], takes: &[], kind: Kind::Login }
}

const TASK: &[Field] = &[Field::TaskId];
const PAGE: &[Field] = &[Field::Cursor];

/// Every method that is known by name.
pub(crate) const METHODS: &[Method] = &[
    here("discover", &[], &[]),
    here("initialize", &[], &[]),
    server("ping", &[], &[]),
    server("server/discover", &[], &[]),
    server("tools/list", &[], PAGE),
    server(
        "tools/call",
        &[Field::ToolName],
        &[Field::ToolArgs, Field::ToolMetadata, Field::AsTask, Field::TaskTtl, Field::Detach],
    ),
    server("resources/list", &[], PAGE),
    server("resources/templates/list", &[], PAGE),
    server("resources/read", &[Field::Uri], &[]),
    server("resources/subscribe", &[Field::Uri], &[]),
    server("resources/unsubscribe", &[Field::Uri], &[]),
    server("prompts/list", &[], PAGE),
    server("prompts/get", &[Field::PromptName], &[Field::PromptArgs]),
    server("skills/list", &[], PAGE),
    server("skills/get", &[], &[Field::SkillName, Field::Uri]),
    server("completion/complete", &[Field::Complete], &[Field::PromptName, Field::Uri, Field::PromptArgs]),
    server("logging/setLevel", &[Field::LogLevel], &[]),
    here("roots/list", &[], &[Field::Roots]),
    here("roots/set", &[Field::Roots], &[]),
    server("tasks/list", &[], PAGE),
    server("tasks/get", TASK, &[]),
    server("tasks/result", TASK, &[]),
    server("tasks/cancel", TASK, &[]),
    server("tasks/update", &[Field::TaskId, Field::InputResponses], &[]),
    login("auth/explain"),
    login("auth/login"),
    login("auth/logout"),
    login("auth/list"),
    Method { name: "servers/list", needs: &[], takes: &[], kind: Kind::Config },
    Method { name: "servers/show", needs: &[Field::Server], takes: &[], kind: Kind::Config },
];

/// The method of that name.
pub(crate) fn method(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name == name)
}

/// What is wrong with what a call is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Complaint {
    /// About which field; none for the call as a whole.
    pub(crate) field: Option<Field>,
    /// What is wrong, with `{}` where the name of a field goes.
    pub(crate) text: String,
    /// What to do.
    pub(crate) hint: Option<String>,
}

/// What is wrong with calling `name` with just these fields.
pub(crate) fn complaints(name: &str, given: &[Field]) -> Vec<Complaint> {
    let about = |field: Field, text: String| Complaint { field: Some(field), text, hint: None };
    let has_params = given.contains(&Field::Params);
    let Some(method) = method(name) else {
        if has_params {
            return beside_params(given);
        }
        let known: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
        let meant = mcp_inspector_engine::core::nearest::nearest(name, &known);
        let meant = meant.map(|meant| format!("did you mean `{meant}`? ")).unwrap_or_default();
        let hint = format!("{meant}to send a method of your own, give its parameters, be it `{{}}`");
        let text = format!("`{name}` is not a method this program knows, and {{}} is not given");
        return vec![Complaint { field: Some(Field::Params), text, hint: Some(hint) }];
    };
    if has_params {
        let mut complaints = beside_params(given);
        if method.kind != Kind::Server && name != "initialize" {
            let text = format!("{{}} is not for `{name}`, which is not sent to the server");
            complaints.push(about(Field::Params, text));
        }
        return complaints;
    }
    let mut complaints = Vec::new();
    for need in method.needs.iter().filter(|need| !given.contains(need)) {
        complaints.push(about(*need, format!("`{name}` needs {{}}")));
    }
    for extra in given.iter().filter(|field| !method.needs.contains(field) && !method.takes.contains(field)) {
        complaints.push(about(*extra, format!("{{}} is not for `{name}`")));
    }
    if name == "completion/complete" && given.contains(&Field::PromptName) == given.contains(&Field::Uri) {
        let text = "`completion/complete` needs either {} or the URI of a template".to_owned();
        complaints.push(about(Field::PromptName, text));
    }
    if name == "skills/get" && given.contains(&Field::SkillName) == given.contains(&Field::Uri) {
        let text = "`skills/get` needs either {} or the URI of the skill".to_owned();
        complaints.push(about(Field::SkillName, text));
    }
    complaints
}

/// Parameters that are sent as they are leave nothing else to say.
fn beside_params(given: &[Field]) -> Vec<Complaint> {
    let others = given.iter().filter(|field| **field != Field::Params);
    let text = "{} cannot be combined with parameters that are sent as they are";
    others.map(|field| Complaint { field: Some(*field), text: text.to_owned(), hint: None }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(name: &str, given: &[Field]) -> Vec<String> {
        let flag = |field: Option<Field>| format!("`{}`", field.map_or("", Field::flag));
        complaints(name, given).into_iter().map(|one| one.text.replace("{}", &flag(one.field))).collect()
    }

    #[test]
    fn what_is_missing_and_what_does_not_belong_is_named() {
        assert_eq!(texts("tools/call", &[Field::ToolName]), [""; 0]);
        assert_eq!(texts("tools/call", &[]), ["`tools/call` needs `--tool-name`"]);
        assert_eq!(texts("tools/list", &[Field::Uri]), ["`--uri` is not for `tools/list`"]);
        assert_eq!(
            texts("completion/complete", &[Field::Complete]),
            ["`completion/complete` needs either `--prompt-name` or the URI of a template"]
        );
        assert_eq!(texts("skills/get", &[Field::Uri]), [""; 0]);
        assert_eq!(
            texts("skills/get", &[Field::Uri, Field::SkillName]),
            ["`skills/get` needs either `--skill-name` or the URI of the skill"]
        );
    }

    #[test]
    fn a_slip_in_a_method_is_not_sent_unless_its_parameters_are_given() {
        let complaint = &complaints("tools/lst", &[])[0];
        assert!(complaint.hint.as_ref().unwrap().starts_with("did you mean `tools/list`?"));
        assert_eq!(complaints("vendor/thing", &[Field::Params]), []);
        assert_eq!(texts("discover", &[Field::Params]).len(), 1);
        assert_eq!(texts("tools/call", &[Field::Params, Field::ToolName]).len(), 1);
    }
}
