//! The tasks that make a call, done in each face: through the API as the page uses it, typed in the terminal, and on
//! the command line. What goes over the wire must be the same.

use crate::harness::Screen;
use mcp_inspector_testkit::client::{Answer, Connection};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

const WIDE: (u16, u16) = (140, 42);

/// What is typed into the form of the server, besides what it proposes.
fn liked() -> Value {
    json!({ "action": "accept", "content": { "name": "Ada Lovelace", "rating": 4.5, "again": true, "best": "tools" } })
}

/// What a person who plays a model says.
fn played() -> Value {
    let content = json!({ "type": "text", "text": "four" });
    json!({ "role": "assistant", "content": content, "model": "a person", "stopReason": "endTurn" })
}

/// What a task makes a face say: a request with its parameters, or the answer to what the server asks.
#[derive(Clone, Debug, PartialEq)]
enum Said {
    Request(String, Value),
    Answer(Value),
}

/// One task, as each face does it.
struct Task {
    name: &'static str,
    /// The words of the command line.
    cli: &'static [&'static str],
    /// The request that the page sends for it.
    page: fn(&Page) -> Value,
    /// What the server asks meanwhile is answered so.
    answer: Option<fn() -> Value>,
    /// What is typed in a terminal.
    typed: fn(&Screen),
}

/// A call as the page makes it of an item and its form.
fn called(name: &str, arguments: &Value) -> Value {
    json!({ "method": "tools/call", "params": { "name": name, "arguments": arguments }, "progress": true })
}

const TASKS: [Task; 9] = [
    Task {
        name: "4: a tool is called",
        cli: &["--method", "tools/call", "--tool-name", "echo", "--tool-arg", "message=hi"],
        page: |_| called("echo", &json!({ "message": "hi" })),
        answer: None,
        typed: |screen| {
            screen.finds("echo").shows("▌tool echo").types("hi").keys(&["C-s"]).shows("#1 OK");
        },
    },
    Task {
        name: "5: an argument is changed and it is called again",
        cli: &["--method", "tools/call", "--tool-name", "echo", "--tool-arg", "message=hi there"],
        page: |_| called("echo", &json!({ "message": "hi there" })),
        answer: None,
        typed: |screen| {
            screen.types(" there").keys(&["C-s"]).shows("#2 OK");
        },
    },
    Task {
        name: "4: a tool with numbers is called",
        cli: &["--method", "tools/call", "--tool-name", "add", "--tool-arg", "a=2", "b=40.5"],
        page: |_| called("add", &json!({ "a": 2, "b": 40.5 })),
        answer: None,
        typed: |screen| {
            screen
                .finds("add")
                .shows("▌tool add")
                .types("2")
                .keys(&["Tab"])
                .types("40.5")
                .keys(&["C-s"])
                .shows("#3 OK");
        },
    },
    Task {
        name: "7: a resource is read",
        cli: &["--method", "resources/read", "--uri", "demo://readme"],
        page: |_| json!({ "method": "resources/read", "params": { "uri": "demo://readme" }, "progress": true }),
        answer: None,
        typed: |screen| {
            screen.finds("readme").shows("#4 OK");
        },
    },
    Task {
        name: "7: a template is filled in and read",
        cli: &["--method", "resources/read", "--uri", "demo://notes/7"],
        page: |page| {
            let wish = json!({ "template": "demo://notes/{id}", "values": { "id": "7" } });
            let uri = page.sends("POST", "/api/expand", &wish)["uri"].clone();
            json!({ "method": "resources/read", "params": { "uri": uri }, "progress": true })
        },
        answer: None,
        typed: |screen| {
            screen
                .finds("note")
                .shows("▌template demo://notes/{id}")
                .types("7")
                .keys(&["C-s"])
                .shows("#5 OK");
        },
    },
    Task {
        name: "8: how an argument of a prompt goes on is asked",
        cli: &["--method", "completion/complete", "--prompt-name", "greet", "--complete", "name=al"],
        page: |_| {
            let reference = json!({ "type": "ref/prompt", "name": "greet" });
            let params = json!({ "ref": reference, "argument": { "name": "name", "value": "al" } });
            json!({ "method": "completion/complete", "params": params, "cached": true })
        },
        answer: None,
        typed: |screen| {
            screen
                .finds("greet")
                .shows("▌prompt greet")
                .types("al")
                .keys(&["Tab"])
                .shows("▌alan")
                .keys(&["Enter"]);
        },
    },
    Task {
        name: "8: a prompt is got",
        cli: &["--method", "prompts/get", "--prompt-name", "greet", "--prompt-args", "name=alan"],
        page: |_| {
            let params = json!({ "name": "greet", "arguments": { "name": "alan" } });
            json!({ "method": "prompts/get", "params": params, "progress": true })
        },
        answer: None,
        typed: |screen| {
            screen.keys(&["C-s"]).shows("#6 OK");
        },
    },
    Task {
        name: "9: a model is played",
        cli: &["--method", "tools/call", "--tool-name", "sample", "--tool-arg", "prompt=What is 2+2?"],
        page: |_| called("sample", &json!({ "prompt": "What is 2+2?" })),
        answer: Some(played),
        typed: |screen| {
            screen
                .finds("sample")
                .shows("▌tool sample")
                .types("What is 2+2?")
                .keys(&["C-s"])
                .shows("⚑ 1 waiting");
            screen
                .keys(&["F7"])
                .shows("asks a model")
                .types("four")
                .keys(&["C-s"])
                .hides("waiting")
                .shows("#7 OK");
        },
    },
    Task {
        name: "10: a form of the server is answered",
        // A form without fields says `{}`; on the command line that is said, or there are no arguments at all.
        cli: &["--method", "tools/call", "--tool-name", "elicit", "--tool-args-json", "{}"],
        page: |_| called("elicit", &json!({})),
        answer: Some(liked),
        typed: |screen| {
            screen.finds("elicit").shows("▌tool elicit").keys(&["C-s"]).shows("⚑ 1 waiting").keys(&["F7"]);
            screen.shows("asks you").types("Ada Lovelace").keys(&["C-s"]).hides("waiting").shows("#8 OK");
        },
    },
];

/// What was said in a recording about the tasks: ids, tokens for progress and what each face says about itself are
/// left out.
fn said(entries: &[Value]) -> Vec<Said> {
    let sent = entries.iter().filter(|entry| entry["kind"] == "frame" && entry["direction"] == "sent");
    let messages = sent.filter_map(|entry| serde_json::from_str::<Value>(entry["raw"].as_str()?).ok());
    let methods = ["tools/call", "resources/read", "prompts/get", "completion/complete"];
    messages
        .filter_map(|mut message| match message["method"].as_str().map(str::to_owned) {
            Some(method) if methods.contains(&method.as_str()) => {
                Some(Said::Request(method, stripped(message["params"].take())))
            }
            Some(_) => None,
            None => Some(Said::Answer(message["result"].take())),
        })
        .collect()
}

fn stripped(mut params: Value) -> Value {
    if let Some(meta) = params["_meta"].as_object_mut() {
        for name in ["clientInfo", "clientCapabilities", "logLevel"] {
            meta.remove(&format!("io.modelcontextprotocol/{name}"));
        }
        meta.remove("progressToken");
    }
    let is_empty = params["_meta"].as_object().is_none_or(serde_json::Map::is_empty);
    if let Some(params) = params.as_object_mut().filter(|_| is_empty) {
        params.remove("_meta");
    }
    params
}

fn entries(recording: &str) -> Vec<Value> {
    recording.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"));
    for variable in ["MCPI_CONFIG", "MCPI_TOKEN", "MCPI_ERA", "MCPI_VIA", "MCPI_DATA_DIR", "PORT"] {
        command.env_remove(variable);
    }
    command
}

/// Each task as a run of its own.
fn on_the_command_line(era: &str) -> Vec<Vec<Said>> {
    let directory = tempfile::tempdir().expect("a directory");
    let (answers, record) = (directory.path().join("answers.json"), directory.path().join("recording.jsonl"));
    let rules =
        json!([{ "kind": "sampling", "result": played() }, { "kind": "elicitation", "result": liked() }]);
    std::fs::write(&answers, rules.to_string()).expect("the directory is ours");
    let all = TASKS.iter().map(|task| {
        let mut command = program();
        command.current_dir(directory.path()).args(["--cli", "--demo", "--era", era]);
        command.arg("--answers").arg(&answers).arg("--record").arg(&record);
        let output = command.args(task.cli).output().expect("it runs");
        assert!(output.status.success(), "{}: {output:?}", task.name);
        let recording = std::fs::read_to_string(&record).expect("it is recorded");
        std::fs::remove_file(&record).expect("the directory is ours");
        said(&entries(&recording))
    });
    all.collect()
}

/// All tasks in one session, typed.
fn in_a_terminal(era: &str) -> Vec<Said> {
    let screen = Screen::start(WIDE, &format!("--demo --era {era}"));
    screen.shows("● connected").shows("prompts/list").shows("▾ Resources 63");
    for task in &TASKS {
        (task.typed)(&screen);
    }
    screen.keys(&["F2"]).shows("┏▌Timeline").commands("record all.jsonl").shows("rec ●");
    screen.commands("stop-recording").hides("rec ●").shows("the recording is complete");
    said(&entries(&screen.file("all.jsonl")))
}

/// A backend, as the page has it.
struct Page {
    child: Child,
    host: String,
    token: String,
    _directory: TempDir,
}

impl Page {
    fn start() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let mut command = program();
        command.args(["--no-open", "--port", "0"]).current_dir(directory.path());
        command.env("XDG_STATE_HOME", directory.path().join("state"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let ready = lines
            .find_map(|line| Some(line.ok()?.strip_prefix("MCP Inspector is ready at http://")?.to_owned()));
        let ready = ready.expect("it is ready");
        let (host, token) = ready.split_once("/#token=").expect("a token");
        let host = host.replace("localhost", "127.0.0.1");
        Page { child, host, token: token.to_owned(), _directory: directory }
    }

    fn asks(&self, method: &str, path: &str, body: &str) -> Answer {
        let mut connection = Connection::open(&self.host).expect("it listens");
        let headers = format!("X-Session-Token: {}\r\nContent-Type: application/json\r\n", self.token);
        let answer = connection.send(method, path, &headers, body).expect("an answer");
        assert!((200..300).contains(&answer.status), "{method} {path}: {} {}", answer.status, answer.text());
        answer
    }

    fn sends(&self, method: &str, path: &str, body: &Value) -> Value {
        self.asks(method, path, &body.to_string()).json()
    }

    fn gets(&self, path: &str) -> Value {
        self.asks("GET", path, "").json()
    }

    /// Looks at how a session stands until something holds.
    fn until(&self, session: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let began = std::time::Instant::now();
        loop {
            let view = self.gets(&format!("/api/sessions/{session}/view"));
            if holds(&view) {
                return view;
            }
            assert!(began.elapsed().as_secs() < 60, "{what}: {view:#}");
            // sleep: between two looks at what another process does.
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// All tasks in one session, through the API.
fn through_the_api(era: &str) -> Vec<Said> {
    let page = Page::start();
    let target = json!({ "target": { "demo": true }, "options": { "era": era } });
    let id = page.sends("POST", "/api/sessions", &target)["id"].as_str().expect("an id").to_owned();
    page.until(&id, "it is connected", |view| view["phase"] == "ready");
    for task in &TASKS {
        let body = (task.page)(&page);
        let call = page.sends("POST", &format!("/api/sessions/{id}/calls"), &body)["call"].clone();
        if let Some(answer) = task.answer {
            let view = page
                .until(&id, "it asks", |view| view["asks"].as_array().is_some_and(|asks| !asks.is_empty()));
            let ask = view["asks"][0]["ask"].clone();
            page.sends(
                "POST",
                &format!("/api/sessions/{id}/asks/{ask}/answer"),
                &json!({ "result": answer() }),
            );
        }
        let end = page.gets(&format!("/api/sessions/{id}/calls/{call}?wait=true"));
        assert_eq!(end["outcome"], "answered", "{}: {end:#}", task.name);
    }
    let log = page.gets(&format!("/api/sessions/{id}/entries?limit=1000"));
    said(log["items"].as_array().expect("entries"))
}

#[test]
fn each_task_says_the_same_to_the_server_in_every_face() {
    for era in ["legacy", "modern"] {
        let cli = on_the_command_line(era);
        let others = [("terminal", in_a_terminal(era)), ("page", through_the_api(era))];
        let mut place = 0;
        for (task, said) in TASKS.iter().zip(&cli) {
            let what = format!("{era}, {}", task.name);
            // An answer is a message of its own, or part of a second request.
            assert_eq!(said.len(), if task.answer.is_some() { 2 } else { 1 }, "{what}: {said:#?}");
            for (face, all) in &others {
                let same = all.get(place..place + said.len()).unwrap_or_default();
                assert_eq!(same, said, "{what}: the {face} and the command line");
            }
            place += said.len();
        }
        for (face, all) in &others {
            assert_eq!(all.len(), place, "{era}, the {face} says more: {:#?}", &all[place..]);
        }
    }
}
