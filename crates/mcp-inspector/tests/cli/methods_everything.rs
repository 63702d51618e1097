//! Each method against `server-everything`, the reference server, over its three transports, which
//! must not make a difference.

use crate::harness::{Ran, cli};
use crate::running::{Listening, everything};
use insta::assert_snapshot;
use serde_json::{Value, json};

/// The same run over stdio, Streamable HTTP and HTTP+SSE, told to be that and found out.
fn over_all(words: &[&str]) -> Vec<(&'static str, Ran)> {
    let command = everything("stdio");
    let behind: Vec<&str> = ["--"].into_iter().chain(command.iter().map(String::as_str)).collect();
    let http = Listening::everything("streamableHttp");
    let sse = Listening::everything("sse");
    vec![
        ("stdio", cli(&[words, &behind].concat())),
        ("http", cli(&[words, &[http.url()]].concat())),
        ("sse", cli(&[words, &[sse.url(), "--transport", "sse"]].concat())),
        ("sse, found out", cli(&[words, &[sse.url()]].concat())),
    ]
}

/// Everything that is printed, which must be the same over all transports.
fn everywhere(words: &[&str]) -> String {
    let mut all = over_all(words).into_iter().map(|(transport, ran)| {
        let stderr = without_chatter(&ran.stderr);
        (transport, Ran { stderr, ..ran }.shown())
    });
    let (_, first) = all.next().expect("stdio");
    for (transport, shown) in all {
        assert_eq!(shown, first, "over {transport} it comes to something else than over stdio");
    }
    first
}

/// The result, which must be the same over all transports.
fn result(words: &[&str]) -> Value {
    let shown = everywhere(words);
    let json = shown.strip_prefix("exit 0\n--- stdout\n").unwrap_or_else(|| panic!("{shown}"));
    serde_json::from_str(json).expect("JSON")
}

/// What the server says besides depends on the transport, or comes when it pleases.
fn without_chatter(stderr: &str) -> String {
    let is_chatter = |line: &&str| line.starts_with("[info]") || line.starts_with("Starting default (STDIO)");
    stderr.split_inclusive('\n').filter(|line| !is_chatter(line)).collect()
}

/// What the items of a list are called.
fn names(result: &Value, list: &str, member: &str) -> String {
    let items = result[list].as_array().unwrap_or_else(|| panic!("there is no `{list}` in {result:#}"));
    let names: Vec<&str> = items.iter().map(|item| item[member].as_str().expect("a name")).collect();
    names.join("\n")
}

#[test]
fn initialize_shows_who_the_server_is() {
    let mut result = result(&["--method", "initialize"]);
    let instructions = result["instructions"].take();
    assert!(instructions.as_str().is_some_and(|text| text.contains("Everything")), "{instructions}");
    assert_snapshot!(format!("{result:#}"));
}

#[test]
fn ping_is_answered() {
    assert_snapshot!(everywhere(&["--method", "ping"]), @r"
    exit 0
    --- stdout
    {}
    ");
}

#[test]
fn discover_shows_everything_that_the_server_has() {
    // Some tools are only there once the server has heard what we can do.
    let discovered = result(&["--method", "discover"]);
    let lists = ["tools", "resources", "resourceTemplates", "prompts"].map(|list| {
        let count = discovered[list].as_array().map_or(0, Vec::len);
        assert!(count > 0, "there are no {list}");
        count
    });
    assert_eq!(lists[1..], [7, 2, 4]);
    assert_snapshot!(format!("{} {:#}", discovered["revision"], discovered["capabilities"]));
}

#[test]
fn tools_are_listed() {
    assert_snapshot!(names(&result(&["--method", "tools/list"]), "tools", "name"));
}

#[test]
fn resources_are_listed() {
    assert_snapshot!(names(&result(&["--method", "resources/list"]), "resources", "uri"));
}

#[test]
fn templates_are_listed() {
    assert_snapshot!(everywhere(&["--method", "resources/templates/list"]));
}

#[test]
fn a_resource_is_read() {
    let uri = "demo://resource/static/document/features.md";
    let read = result(&["--method", "resources/read", "--uri", uri]);
    let text = read["contents"][0]["text"].as_str().expect("a text");
    assert!(text.starts_with("# Everything Server - Features"), "{text}");
}

#[test]
fn a_resource_that_is_not_there_is_an_error() {
    assert_snapshot!(everywhere(&["--method", "resources/read", "--uri", "demo://no/such"]));
}

#[test]
fn a_subscription_is_answered_and_taken_back() {
    let uri = "demo://resource/dynamic/text/1";
    for method in ["resources/subscribe", "resources/unsubscribe"] {
        let words = ["--method", method, "--uri", uri, "--watch", "1ms", "--quiet"];
        assert_eq!(everywhere(&words), "exit 0\n--- stdout\n{}\n", "{method}");
    }
}

#[test]
fn prompts_are_listed() {
    assert_snapshot!(everywhere(&["--method", "prompts/list"]));
}

#[test]
fn a_prompt_is_filled_in() {
    let words = ["--method", "prompts/get", "--prompt-name", "args-prompt", "--prompt-args"];
    assert_snapshot!(everywhere(&[&words[..], &["city=Oslo", "state=Norway"]].concat()));
}

#[test]
fn arguments_of_prompts_are_completed_by_what_is_chosen_already() {
    let words = ["--method", "completion/complete", "--prompt-name", "completable-prompt", "--complete"];
    let completed = result(&[&words[..], &["department=S"]].concat());
    assert_eq!(completed["completion"]["values"], json!(["Sales", "Support"]));
    let completed = result(&[&words[..], &["name=", "--prompt-args", "department=Sales"]].concat());
    assert_eq!(completed["completion"]["values"], json!(["David", "Eve", "Frank"]));
}

#[test]
fn variables_of_templates_are_completed() {
    let template = "demo://resource/dynamic/text/{resourceId}";
    let words = ["--method", "completion/complete", "--uri", template, "--complete", "resourceId=7"];
    assert_eq!(result(&words)["completion"]["values"], json!(["7"]));
}

#[test]
fn the_level_of_the_log_is_set() {
    let words = ["--method", "logging/setLevel", "--log-level", "error"];
    assert_eq!(everywhere(&words), "exit 0\n--- stdout\n{}\n");
}

#[test]
fn roots_are_set() {
    let words = ["--method", "roots/set", "--root", "file:///srv/one"];
    assert_eq!(result(&words), json!({ "roots": [{ "uri": "file:///srv/one" }] }));
}

#[test]
fn a_tool_is_called() {
    let words = ["--method", "tools/call", "--tool-name", "get-sum", "--tool-arg", "a=17", "b=25.5"];
    assert_snapshot!(everywhere(&words));
}

#[test]
fn a_structured_result_is_printed() {
    let words = ["--method", "tools/call", "--tool-name", "get-structured-content"];
    assert_snapshot!(everywhere(&[&words[..], &["--tool-arg", "location=Chicago"]].concat()));
}

#[test]
fn what_the_schema_does_not_allow_is_not_sent() {
    let words = ["--method", "tools/call", "--tool-name", "get-structured-content"];
    assert_snapshot!(everywhere(&[&words[..], &["--tool-arg", "location=Oslo"]].concat()));
}

#[test]
fn a_method_of_ones_own_is_sent_and_the_refusal_told() {
    assert_snapshot!(everywhere(&["--method", "vendor/thing", "--params", "{}"]));
}

#[test]
fn progress_of_a_long_call_is_among_the_notifications() {
    let words = ["--structured", "--method", "tools/call", "--tool-name", "trigger-long-running-operation"];
    for (transport, ran) in over_all(&[&words[..], &["--tool-arg", "duration=0.1", "steps=2"]].concat()) {
        let envelope = ran.envelope(0);
        assert_eq!((ran.exit, &envelope["success"]), (Some(0), &json!(true)), "{transport}: {envelope:#}");
        let notifications = envelope["notifications"].as_array().expect("a list").iter();
        let progress: Vec<&Value> = notifications
            .filter(|notification| notification["method"] == "notifications/progress")
            .map(|notification| &notification["params"]["progress"])
            .collect();
        assert_eq!(progress, [1, 2], "{transport}: {envelope:#}");
    }
}

/// What the server asked in a run with this tool: method, outcome, who decided, what was answered.
fn asked(tool: &str, words: &[&str]) -> Vec<String> {
    let call = ["--structured", "--method", "tools/call", "--tool-name", tool];
    let all = over_all(&[&call[..], words].concat());
    all.into_iter()
        .map(|(transport, ran)| {
            let envelope = ran.envelope(0);
            let asks = envelope["serverRequests"].as_array().expect("a list").iter();
            // It also asks for roots, when it pleases.
            let asks: Vec<&Value> = asks.filter(|ask| ask["method"] != "roots/list").collect();
            let [ask] = asks[..] else { panic!("{transport}: it asked {} times: {envelope:#}", asks.len()) };
            let told = json!({
                "success": envelope["success"],
                "method": ask["method"], "outcome": ask["outcome"],
                "decidedBy": ask["decidedBy"], "answer": ask["answer"],
                "text": envelope["result"]["content"][0]["text"],
            });
            format!("exit {}\n{told:#}", ran.exit.expect("it ended by itself"))
        })
        .collect()
}

#[test]
fn sampling_is_refused_and_shown() {
    let asked = asked("trigger-sampling-request", &["--tool-arg", "prompt=hi"]);
    assert!(asked.iter().all(|one| *one == asked[0]), "{asked:#?}");
    assert_snapshot!(asked[0]);
}

#[test]
fn an_elicitation_is_declined_and_shown() {
    let asked = asked("trigger-elicitation-request", &[]);
    assert!(asked.iter().all(|one| *one == asked[0]), "{asked:#?}");
    assert_snapshot!(asked[0]);
}

#[test]
fn a_tool_that_wants_to_be_a_task_is_followed_to_its_end() {
    let words = ["--method", "tools/call", "--tool-name", "simulate-research-query", "--as-task"];
    let words = [&words[..], &["--task-ttl", "60s", "--tool-arg", "topic=rust"]].concat();
    for (transport, ran) in over_all(&words) {
        let told = without_chatter(&ran.stderr);
        assert_eq!((ran.exit, told.as_str()), (Some(0), ""), "{transport}: {ran:#?}");
        let result = ran.json();
        let report = result["content"][0]["text"].as_str().expect("a text");
        assert!(report.starts_with("# Research Report: rust"), "{transport}: {report}");
        assert!(result["_meta"]["io.modelcontextprotocol/related-task"]["taskId"].is_string(), "{transport}");
    }
}

#[test]
fn a_detached_task_is_printed_and_not_waited_for() {
    let words = ["--method", "tools/call", "--tool-name", "simulate-research-query", "--as-task", "--detach"];
    for (transport, ran) in over_all(&[&words[..], &["--tool-arg", "topic=rust"]].concat()) {
        let task = &ran.json()["task"];
        assert_eq!((ran.exit, &task["status"]), (Some(0), &json!("working")), "{transport}: {ran:#?}");
        assert!(task["taskId"].is_string(), "{transport}: {task:#}");
    }
}

#[test]
fn tasks_are_listed() {
    assert_eq!(result(&["--method", "tasks/list"])["tasks"], json!([]));
}

#[test]
fn a_task_that_is_not_there_is_an_error() {
    let shown = ["tasks/get", "tasks/result", "tasks/cancel"]
        .map(|method| format!("## {method}\n{}", everywhere(&["--method", method, "--task-id", "none"])));
    assert_snapshot!(shown.join("\n"));
}
