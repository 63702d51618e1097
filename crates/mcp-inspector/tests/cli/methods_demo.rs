//! Each method against the built-in demo: in both eras, and over stdio and HTTP, which must not make
//! a difference.

use crate::harness::{Cli, Ran, cli};
use crate::running::{Going, Listening};
use insta::assert_snapshot;
use serde_json::{Value, json};

const LEGACY: &str = "legacy";
const MODERN: &str = "2026-07-28";

/// How often a task is looked at before it is too slow.
const LOOKS: usize = 100;

/// The run in this era, which must come to the same over stdio and HTTP.
fn in_era(demo: &Listening, era: &str, words: &[&str]) -> Ran {
    let over_stdio = cli(&[&["--demo", "--era", era], words].concat());
    let over_http = cli(&[&[demo.url(), "--era", era], words].concat());
    assert_eq!(over_http.shown(), over_stdio.shown(), "{era}: over HTTP it comes to something else");
    over_stdio
}

/// Everything that is printed in both eras.
fn everywhere(words: &[&str]) -> String {
    let demo = Listening::demo();
    let [legacy, modern] = [LEGACY, MODERN].map(|era| in_era(&demo, era, words).shown());
    if legacy == modern {
        return format!("# both eras\n{legacy}");
    }
    format!("# {LEGACY}\n{legacy}\n# {MODERN}\n{modern}")
}

/// The results of both eras, the legacy one first.
fn results(words: &[&str]) -> [Value; 2] {
    let demo = Listening::demo();
    [LEGACY, MODERN].map(|era| {
        let ran = in_era(&demo, era, words);
        assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{ran:#?}");
        ran.json()
    })
}

/// What the items of a list are called.
fn names(result: &Value, list: &str) -> Vec<String> {
    let items = result[list].as_array().unwrap_or_else(|| panic!("there is no `{list}` in {result:#}"));
    items.iter().map(|item| item["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn initialize_shows_who_the_server_is() {
    assert_snapshot!(everywhere(&["--method", "initialize"]));
}

#[test]
fn ping_is_answered_and_where_it_does_not_exist_something_else_is_sent() {
    assert_snapshot!(everywhere(&["--method", "ping"]));
}

#[test]
fn server_discover_is_for_the_modern_era() {
    assert_snapshot!(everywhere(&["--method", "server/discover"]));
}

#[test]
fn discover_shows_everything_that_the_lists_have() {
    let discovered = results(&["--method", "discover"]);
    let lists = [
        ("tools/list", "tools"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
        ("prompts/list", "prompts"),
    ];
    for (method, member) in lists {
        for (discovered, listed) in discovered.iter().zip(results(&["--method", method])) {
            assert_eq!(discovered[member], listed[member], "{method}");
        }
    }
    let rest = discovered.map(|mut all| {
        for (_, member) in lists {
            all[member] = json!(names(&all, member).len());
        }
        format!("{all:#}")
    });
    assert_snapshot!(rest.join("\n"));
}

#[test]
fn tools_list_has_what_the_revision_knows() {
    let [legacy, modern] = results(&["--method", "tools/list"]);
    let (mut expected, seen) = (names(&modern, "tools"), names(&legacy, "tools"));
    assert_snapshot!(expected.join("\n"));
    expected.retain(|name| name != "bake");
    assert_eq!(seen, expected, "tasks that are an extension are modern");
    let add = legacy["tools"].as_array().and_then(|tools| tools.iter().find(|tool| tool["name"] == "add"));
    assert_snapshot!(
        "tools_list_has_what_the_revision_knows_add",
        format!("{:#}", add.expect("it is there"))
    );
}

#[test]
fn resources_list_has_all_pages() {
    for result in results(&["--method", "resources/list"]) {
        let names = names(&result, "resources");
        assert_eq!(names.len(), 63);
        assert_eq!((names[0].as_str(), names[62].as_str()), ("readme", "note-60"));
        assert_eq!(result.get("nextCursor"), None, "nothing is left to fetch");
    }
}

#[test]
fn one_page_is_fetched_by_its_cursor() {
    for result in results(&["--method", "resources/list", "--cursor", "from:50"]) {
        let names = names(&result, "resources");
        assert_eq!((names.len(), names[0].as_str()), (13, "note-48"));
    }
    for result in results(&["--method", "resources/list", "--cursor", "from:25"]) {
        assert_eq!(result["nextCursor"], "from:50", "whoever fetches pages is told of the next");
    }
}

#[test]
fn a_cursor_of_someone_else_is_refused_with_the_data_of_the_server() {
    assert_snapshot!(everywhere(&["--method", "prompts/list", "--cursor", "page2"]));
}

#[test]
fn templates_are_listed() {
    assert_snapshot!(everywhere(&["--method", "resources/templates/list"]));
}

#[test]
fn a_resource_is_read_as_text() {
    assert_snapshot!(everywhere(&[
        "--method",
        "resources/read",
        "--uri",
        "demo://users/ada/posts/bernoulli-numbers"
    ]));
}

#[test]
fn a_resource_that_is_not_there_is_an_error_with_its_data() {
    assert_snapshot!(everywhere(&["--method", "resources/read", "--uri", "demo://nowhere"]));
}

#[test]
fn prompts_are_listed() {
    assert_snapshot!(everywhere(&["--method", "prompts/list"]));
}

#[test]
fn a_prompt_is_filled_in() {
    let words = ["--method", "prompts/get", "--prompt-name", "review", "--prompt-args"];
    assert_snapshot!(everywhere(&[&words[..], &["language=rust", "code=fn f() {}"]].concat()));
}

#[test]
fn a_prompt_without_an_argument_it_needs_is_an_error() {
    assert_snapshot!(everywhere(&["--method", "prompts/get", "--prompt-name", "greet"]));
}

#[test]
fn an_argument_of_a_prompt_is_completed() {
    let words = ["--method", "completion/complete", "--prompt-name", "greet", "--complete", "name=a"];
    assert_snapshot!(everywhere(&words));
}

#[test]
fn a_variable_of_a_template_is_completed_by_what_is_chosen_already() {
    let template = "demo://users/{name}/posts/{post}";
    let words = ["--method", "completion/complete", "--uri", template, "--complete", "post="];
    assert_snapshot!(everywhere(&[&words[..], &["--prompt-args", "name=ada"]].concat()));
}

#[test]
fn the_level_of_the_log_is_set() {
    assert_snapshot!(everywhere(&["--method", "logging/setLevel", "--log-level", "error"]));
}

#[test]
fn roots_are_listed_as_they_were_given() {
    let words = ["--method", "roots/list", "--root", "file:///srv/one", "--root", "file:///srv/two"];
    assert_snapshot!(everywhere(&words));
}

#[test]
fn roots_are_set_and_shown() {
    assert_snapshot!(everywhere(&["--method", "roots/set", "--root", "file:///srv/one"]));
}

#[test]
fn a_server_that_asks_for_roots_gets_those_of_the_command_line() {
    let words = ["--method", "tools/call", "--tool-name", "roots", "--root", "file:///srv/one"];
    for result in results(&words) {
        assert_eq!(result["content"][0]["text"], "file:///srv/one");
    }
}

#[test]
fn a_tool_is_called_and_its_structured_result_printed() {
    let words = ["--method", "tools/call", "--tool-name", "add", "--tool-arg", "a=1", "b=2.5"];
    assert_snapshot!(everywhere(&words));
}

#[test]
fn a_nested_structured_result_is_printed_as_it_is() {
    let words = [
        "--method",
        "tools/call",
        "--tool-name",
        "weather",
        "--tool-args-json",
        r#"{"place":{"city":"Oslo"}}"#,
    ];
    let [legacy, modern] = results(&words);
    assert_eq!(legacy["structuredContent"], modern["structuredContent"]);
    assert_snapshot!(format!("{:#}", legacy["structuredContent"]));
}

#[test]
fn a_tool_that_reports_an_error_has_answered() {
    let words = ["--method", "tools/call", "--tool-name", "fail", "--tool-arg", "reason=out of flour"];
    assert_snapshot!(everywhere(&words));
}

#[test]
fn a_tool_that_is_refused_by_the_server_is_an_error_with_its_data() {
    assert_snapshot!(everywhere(&["--method", "tools/call", "--tool-name", "refuse"]));
}

#[test]
fn what_a_tool_logs_is_told_on_stderr() {
    let words = ["--method", "tools/call", "--tool-name", "log", "--tool-arg", "level=warning", "count=2"];
    assert_snapshot!(everywhere(&words));
}

#[test]
fn less_than_the_wanted_severity_is_not_logged() {
    let words = ["--method", "tools/call", "--tool-name", "log", "--log-level", "error"];
    for result in results(&words) {
        assert_eq!(result["content"][0]["text"], "sent 0 of 1: the client does not want them");
    }
}

#[test]
fn progress_of_a_call_is_among_the_notifications() {
    let words = ["--method", "tools/call", "--tool-name", "slow", "--tool-arg", "seconds=0.01", "steps=2"];
    for era in [LEGACY, MODERN] {
        let ran = cli(&[&["--demo", "--structured", "--era", era], &words[..]].concat());
        let envelope = ran.envelope(0);
        let progress = envelope["notifications"].as_array().expect("a list").iter();
        let messages: Vec<&Value> = progress.map(|one| &one["params"]["message"]).collect();
        assert_eq!(messages, ["step 1 of 2", "step 2 of 2"], "{envelope:#}");
    }
}

#[test]
fn what_the_server_asks_is_refused_and_shown_as_such() {
    for era in [LEGACY, MODERN] {
        let words = ["--demo", "--era", era, "--structured", "--method", "tools/call"];
        let envelope = cli(&[&words[..], &["--tool-name", "sample"]].concat()).envelope(0);
        let asked = &envelope["serverRequests"][0];
        assert_eq!(asked["method"], "sampling/createMessage", "{era}: {envelope:#}");
        assert_eq!(asked["outcome"], "refused", "{era}: {envelope:#}");
        assert_eq!(envelope["success"], false, "{era}: {envelope:#}");
    }
}

#[test]
fn a_call_that_becomes_a_task_is_followed_and_its_question_refused() {
    let words = ["--method", "tools/call", "--tool-name", "bake", "--tool-arg", "seconds=0"];
    assert_snapshot!(everywhere(&words));
}

#[test]
fn a_method_of_ones_own_is_sent_and_the_refusal_told() {
    assert_snapshot!(everywhere(&["--method", "vendor/thing", "--params", r#"{"a":1}"#]));
}

#[test]
fn a_known_method_takes_its_parameters_as_they_are() {
    let params = r#"{"name":"add","arguments":{"a":1,"b":2.5}}"#;
    let by_params = results(&["--method", "tools/call", "--params", params]);
    let words = ["--method", "tools/call", "--tool-name", "add", "--tool-arg", "a=1", "b=2.5"];
    assert_eq!(by_params, results(&words));
}

#[test]
fn tasks_that_the_server_does_not_know_are_told_apart_from_methods_it_does_not_have() {
    let update = ["--task-id", "t", "--input-responses", "{}"];
    let shown = [
        ("tasks/list", &update[..0]),
        ("tasks/get", &update[..2]),
        ("tasks/result", &update[..2]),
        ("tasks/cancel", &update[..2]),
        ("tasks/update", &update[..]),
    ]
    .map(|(method, told)| format!("## {method}\n{}", everywhere(&[&["--method", method], told].concat())));
    assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_detached_task_is_looked_after_by_later_runs() {
    let demo = Listening::demo();
    let run = |words: &[&str]| {
        let ran = cli(&[&[demo.url(), "--era", MODERN, "--method"], words].concat());
        assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{ran:#?}");
        ran.json()
    };
    let task = run(&["tools/call", "--tool-name", "bake", "--tool-arg", "seconds=0", "--detach"]);
    assert_eq!((&task["resultType"], &task["status"]), (&json!("task"), &json!("working")));
    let id = task["taskId"].as_str().expect("an id");
    let became = |status: &str| {
        let mut looks = (0..LOOKS).map(|_| run(&["tasks/get", "--task-id", id]));
        looks.find(|task| task["status"] == status).expect("the task gets on")
    };
    let asking = became("input_required");
    assert_eq!(asking["inputRequests"]["icing"]["method"], "elicitation/create");
    let answer = r#"{"icing":{"action":"accept","content":{"icing":"lemon"}}}"#;
    run(&["tasks/update", "--task-id", id, "--input-responses", answer]);
    assert_eq!(became("completed")["result"]["content"][0]["text"], "a cake with lemon icing");
}

#[test]
fn a_detached_task_is_cancelled() {
    let demo = Listening::demo();
    let run = |words: &[&str]| cli(&[&[demo.url(), "--era", MODERN, "--method"], words].concat()).json();
    let task = run(&["tools/call", "--tool-name", "bake", "--tool-arg", "seconds=600", "--detach"]);
    let id = task["taskId"].as_str().expect("an id");
    assert_eq!(run(&["tasks/cancel", "--task-id", id]), json!({ "resultType": "complete" }));
    let mut looks = (0..LOOKS).map(|_| run(&["tasks/get", "--task-id", id]));
    assert!(looks.any(|task| task["status"] == "cancelled"), "the task goes on");
}

#[test]
fn a_subscription_is_answered_and_changes_are_told_while_it_is_watched() {
    let demo = Listening::demo();
    let shown = [LEGACY, MODERN].map(|era| {
        let words = ["--method", "resources/subscribe", "--uri", "demo://clock", "--watch", "1h"];
        let run = Cli::new(&[&[demo.url(), "--era", era], &words[..]].concat());
        let mut watching = Going::after_result(run);
        let touched = cli(&[demo.url(), "--method", "tools/call", "--tool-name", "touch"]);
        assert_eq!(touched.exit, Some(0), "{touched:#?}");
        watching.until_said("updated");
        format!("# {era}\n{}", watching.interrupt().shown())
    });
    assert_snapshot!(shown.join("\n"));
}

#[test]
fn unsubscribing_is_answered() {
    let words = ["--method", "resources/unsubscribe", "--uri", "demo://clock", "--watch", "1ms"];
    assert_snapshot!(everywhere(&words));
}

#[test]
fn subscribing_to_what_is_not_there_is_told() {
    assert_snapshot!(everywhere(&["--method", "resources/subscribe", "--uri", "demo://nowhere"]));
}
