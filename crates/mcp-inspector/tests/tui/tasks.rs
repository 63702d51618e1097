//! The twelve tasks for which people come, typed key by key: against the built-in demo server, and against
//! `server-everything`, the reference server. A task that takes more keys than here fails.

use crate::harness::{Screen, everything};
use mcp_inspector_testkit::scripted::{Script, ScriptedServer, Step};
use serde_json::json;

const WIDE: (u16, u16) = (140, 42);

/// A server, and what its people do with it.
struct Party {
    command: String,
    /// What a call of `echo` with a text says.
    echoes: fn(&str) -> String,
    tools: &'static str,
    /// A resource, by a few letters, and what it says.
    resource: (&'static str, &'static str),
    /// A template, by a few letters, what its form is called, and what it says of `7`.
    template: (&'static str, &'static str, &'static str),
    sampling: &'static str,
    elicitation: &'static str,
}

fn demo() -> Party {
    Party {
        command: format!("{} demo", env!("CARGO_BIN_EXE_mcp-inspector")),
        echoes: str::to_owned,
        tools: "▾ Tools 19",
        resource: ("readme", "# The demo server"),
        template: ("note", "template demo://notes/{id}", "note 7"),
        sampling: "sample",
        elicitation: "elicit",
    }
}

fn reference() -> Party {
    Party {
        command: everything(),
        echoes: |text| format!("Echo: {text}"),
        tools: "▾ Tools ",
        resource: ("startup", "# Everything Server"),
        template: ("dynamic text", "demo://resource/dynamic/text/{resourceId}", "Resource 7: This is a"),
        sampling: "trigger-sampling-request",
        elicitation: "trigger-elicitation-request",
    }
}

fn both() -> [Party; 2] {
    [demo(), reference()]
}

impl Party {
    fn connected(&self) -> Screen {
        let screen = Screen::start(WIDE, &format!("-- {}", self.command));
        screen.shows("● connected").until("the prompts", |screen| {
            screen.lines().any(|row| row.contains("prompts/list") && row.contains(" OK "))
        });
        // The reference server tells of its later tools only when it is connected.
        screen.shows(self.sampling);
        screen
    }

    /// With a call of `echo` made.
    fn echoed(&self, text: &str) -> Screen {
        let screen = self.connected();
        screen.keys(&["C-k"]).types("echo").keys(&["Enter"]).shows("tool echo");
        screen.types(text).keys(&["C-s"]).shows("#1 OK").shows(&(self.echoes)(text));
        screen
    }
}

#[test]
fn task_1_the_server_that_is_named_is_connected_and_its_tools_are_there() {
    for party in both() {
        let screen = party.connected();
        screen.shows(party.tools).shows("echo").shows("▾ Resources").shows("pid ").shows("p50 ");
    }
}

#[test]
fn task_2_a_server_is_connected_by_its_command() {
    for party in both() {
        let screen = Screen::start(WIDE, "");
        screen.shows("No servers").pastes(&party.command).shows(":connect ").keys(&["Enter"]);
        screen.shows("● connected").shows("echo");
        // The same by typing.
        let screen = Screen::start(WIDE, "");
        screen.shows("No servers").types(":").types(&format!("connect {}", party.command)).keys(&["Enter"]);
        screen.shows("● connected").shows("echo");
    }
}

#[test]
fn task_3_one_tool_of_many_is_found() {
    let tool =
        |number: usize| json!({ "name": format!("tool-{number:04}"), "inputSchema": { "type": "object" } });
    let tools: Vec<_> = (0..1500).map(tool).collect();
    let server =
        ScriptedServer::start(Script::legacy().on("tools/list", [Step::result(&json!({ "tools": tools }))]));
    let screen = Screen::start(WIDE, &server.url());
    screen.shows("▾ Tools 1500").keys(&["C-k"]).types("1437").keys(&["Enter"]);
    screen.shows("tool tool-1437").keys(&["C-s"]).shows("#1 OK");
}

#[test]
fn task_4_a_tool_is_called() {
    for party in both() {
        party.echoed("hi");
    }
}

#[test]
fn a_small_terminal_is_enough_to_call_a_tool_and_to_read_what_came() {
    let screen = Screen::start((80, 24), "--demo");
    screen.shows("● connected").shows("▾ Tools 19").finds("echo").shows("tool echo").types("hi there");
    // The result takes the place of the form, and the timeline that of the result.
    screen.keys(&["C-s"]).shows("┏▌#1 OK").shows("▌ hi there").keys(&["Tab"]).shows("┏▌Timeline");
    screen.shows("tools/call").keys(&["F2"]).shows("Enter look").types("/-kind:finding").keys(&["Enter"]);
    screen.shows("[Response]").keys(&["Enter"]).shows("┏▌[Response]").types("/hi there").keys(&["Enter"]);
    screen.shows("\"text\": \"hi there\"");
}

#[test]
fn whoever_comes_back_to_a_form_types_into_it_also_when_it_was_left_for_the_keys() {
    let screen = demo().echoed("one");
    screen.types("x").keys(&["Escape"]).shows("NORMAL");
    screen.keys(&["C-k"]).types("echo").keys(&["Enter"]).shows("▌tool echo");
    screen.types("quick").keys(&["C-s"]).shows("#2 OK").shows("quick");
}

#[test]
fn task_5_an_argument_is_changed_and_what_changed_is_shown() {
    for party in both() {
        let screen = party.echoed("hi there");
        screen.types("!").keys(&["C-s"]).shows("#2 OK").shows(&(party.echoes)("hi there!"));
        screen.keys(&["Tab"]).shows("▌#2").types("D").shows("run #1 -> run #2");
        screen.shows("-   \"message\": \"hi there\"").types("R").shows("#3 OK");
    }
}

#[test]
fn task_6_the_frames_of_a_call_are_in_the_timeline_with_their_times() {
    for party in both() {
        let screen = party.echoed("raw one");
        // It is in the rows below the form already; the whole view has its parts.
        screen.keys(&["F2"]).shows("follows").types("/").types("method:tools/call").keys(&["Enter"]);
        screen.shows("Timeline 1/").types("]]").shows("[Raw]").shows("\"jsonrpc\":\"2.0\"");
        screen.types("]").shows("[Timing]").shows("took").shows("server");
    }
}

#[test]
fn task_7_a_resource_is_read_and_a_template_is_filled() {
    for party in both() {
        let screen = party.connected();
        let (letters, says) = party.resource;
        screen.keys(&["C-k"]).types(letters).keys(&["Enter"]).shows("#1 OK").shows(says);
        let (letters, title, says) = party.template;
        screen.keys(&["C-k"]).types(letters).keys(&["Enter"]).shows(title);
        screen
            .types("7")
            .keys(&["C-s"])
            .shows("#2 OK")
            .until(says, |screen| screen.to_lowercase().contains(&says.to_lowercase()));
    }
}

#[test]
fn task_8_a_prompt_is_got_with_completion() {
    let screen = demo().connected();
    screen.keys(&["C-k"]).types("greet").keys(&["Enter"]).shows("prompt greet");
    screen.types("al").keys(&["Tab"]).shows("▌alan").keys(&["Enter"]).keys(&["C-s"]);
    screen.shows("Greet alan in one friendly sentence");
    let screen = reference().connected();
    screen.keys(&["C-k"]).types("completable").keys(&["Enter"]).shows("prompt completable-prompt");
    screen.types("Eng").keys(&["Tab"]).shows("▌Engineering").keys(&["Enter"]).keys(&["Down"]);
    // Who can be proposed depends on the department.
    screen.types("A").keys(&["Tab"]).shows("▌Alice").keys(&["Enter"]).keys(&["C-s"]);
    screen.shows("Please promote Alice to the head of the").shows("team.");
}

#[test]
fn task_9_a_model_is_played() {
    for party in both() {
        let screen = party.connected();
        screen
            .keys(&["C-k"])
            .types(party.sampling)
            .keys(&["Enter"])
            .shows(&format!("tool {}", party.sampling));
        // What the schema proposes makes room for what is typed.
        screen.types("What is 2+2?").keys(&["C-s"]).shows("⚑ 1 waiting");
        screen.keys(&["F7"]).shows("asks a model").shows("What is 2+2?").types("four").keys(&["C-s"]);
        screen.hides("waiting").shows("#1 OK").shows("four");
    }
}

#[test]
fn task_10_a_form_of_the_server_is_answered() {
    for party in both() {
        let screen = party.connected();
        screen.keys(&["C-k"]).types(party.elicitation).keys(&["Enter"]);
        screen.shows(&format!("tool {}", party.elicitation));
        screen.keys(&["C-s"]).shows("⚑ 1 waiting").keys(&["F7"]).shows("asks you").shows("expires in");
        screen.types("Ada Lovelace").keys(&["C-s"]).hides("waiting").shows("#1 OK").shows("\"Ada");
    }
}

#[test]
fn task_11_why_a_start_failed_is_told_in_full() {
    let screen = Screen::start(WIDE, "-- sh -c 'echo boom: no DATABASE_URL >&2; exit 3'");
    // Told where one looks, and in full beside the list of servers.
    screen.shows("waiting to retry").shows("exit code 3");
    screen.keys(&["F6"]).shows("exit code 3").shows("boom: no DATABASE_URL").shows("attempt");
    let screen = Screen::start(WIDE, "-- no-such-program-anywhere");
    screen.shows("not found in PATH").shows("hint: install `no-such-program-anywhere`");
    let gone = ScriptedServer::start(Script::legacy());
    let url = gone.url();
    drop(gone);
    Screen::start(WIDE, &url).shows("CONNECTION_REFUSED");
}

#[test]
fn task_12_a_call_is_handed_on() {
    for party in both() {
        let screen = party.echoed("hi");
        screen.keys(&["Tab"]).shows("▌#1").types("y").shows("copy as:").types("c");
        screen.shows("copied the command: mcp-inspector --cli");
        screen.until("the command in the clipboard", |_| screen.clipboard().contains("--tool-name echo"));
        screen.types("yj").shows("copied the message: {\"jsonrpc\"");
        screen.types("yt").shows("copied the test step").types("yb").shows("copied the bug report");
        screen.until("the report in the clipboard", |_| screen.clipboard().contains("tools/call"));
    }
}
