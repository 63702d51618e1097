//! Skills on the command line: listed without a look at their files, loaded with one.

use crate::harness::{Scripted, cli, failed, told};
use insta::assert_snapshot;
use mcp_inspector_testkit::scripted::{Script, Step};
use serde_json::{Value, json};

const URI: &str = "skill://acme/tea/SKILL.md";
const TEXT: &str = "---\nname: tea\ndescription: Make tea\n---\nBoil water.\n";

fn entry() -> Value {
    json!({
        "uri": URI,
        "frontmatter": { "name": "tea", "description": "Make tea" },
        "resources": [{ "uri": URI, "size": 52,
            "digest": "sha256:a074814e05911e4050642b82596dd44ba7ac93b4feae6cbf0abb7c0d64eaaa17" }],
    })
}

fn server(skills: &Value, text: &str) -> Scripted {
    let extensions = json!({ "io.modelcontextprotocol/skills": {} });
    let kept = |member: &str, value: &Value| {
        Step::complete(&json!({ member: value, "ttlMs": 0, "cacheScope": "private" }))
    };
    Scripted::new(
        &Script::modern_with(&json!({ "resources": {}, "extensions": extensions }))
            .on("skills/list", [kept("skills", skills)])
            .on("skills/get", [kept("skill", &skills[0])])
            .on("resources/read", [kept("contents", &json!([{ "uri": URI, "text": text }]))]),
    )
}

#[test]
fn skills_are_listed_and_none_is_read() {
    let server = server(&json!([entry()]), TEXT);
    let ran = cli(&server.words(&["--method", "skills/list"]));
    assert_eq!((ran.exit, &ran.json()["skills"]), (Some(0), &json!([entry()])), "{ran:#?}");
    assert!(server.received_of("resources/read").is_empty());
}

#[test]
fn a_skill_is_loaded_by_its_name_or_its_uri() {
    let server = server(&json!([entry()]), TEXT);
    let ran = cli(&server.words(&["--quiet", "--method", "skills/get", "--skill-name", "tea"]));
    assert_snapshot!(ran.shown());
    assert!(server.received_of("skills/get").is_empty(), "the list has the whole entry");
    let by_uri = ["--method", "skills/get", "--uri", URI, "--output-format", "raw"];
    let ran = cli(&server.words(&by_uri));
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(0), TEXT), "{ran:#?}");
    assert_eq!(server.received_of("skills/get")[0]["params"]["uri"], URI);
    assert_eq!(server.received_of("resources/read").len(), 2);
}

#[test]
fn a_skill_that_is_not_what_its_entry_says_is_refused_and_not_shown() {
    let server = server(&json!([entry()]), &TEXT.replace("water", "vodka"));
    let words = server.words(&["--quiet", "--method", "skills/get", "--skill-name", "tea"]);
    assert_snapshot!(told(&words, "protocol", "SKILL_REFUSED"));
    let envelope = cli(&[&["--structured"], &words[..]].concat()).envelope(0);
    assert_eq!(envelope["result"], Value::Null);
    assert_eq!(server.received_of("resources/read").len(), 3, "one for each run");
}

#[test]
fn a_name_that_is_not_listed_is_told_and_one_of_several_must_be_a_uri() {
    let mut twin = entry();
    twin["uri"] = json!("skill://other/tea/SKILL.md");
    let server = server(&json!([entry(), twin]), TEXT);
    let get = |name| ["--quiet", "--method", "skills/get", "--skill-name", name];
    assert_snapshot!("not_listed", told(&server.words(&get("tae")), "validation", "SKILL_NOT_FOUND"));
    assert_snapshot!("several", told(&server.words(&get("tea")), "validation", "INVALID_REQUEST"));
    assert!(server.received_of("resources/read").is_empty());
}

#[test]
fn a_dynamic_skill_is_loaded_with_a_remark() {
    let mut dynamic = entry();
    dynamic["resources"] = json!("dynamic");
    let server = server(&json!([dynamic]), TEXT);
    let ran = cli(&server.words(&["--method", "skills/get", "--skill-name", "tea"]));
    assert_eq!(ran.exit, Some(0), "{ran:#?}");
    assert!(ran.stderr.contains("is dynamic: there is no digest"), "{ran:#?}");
}

#[test]
fn skills_are_part_of_what_is_discovered_where_there_are_any() {
    let server = server(&json!([entry()]), TEXT);
    let ran = cli(&server.words(&["--quiet", "--method", "discover"]));
    assert_eq!(ran.json()["skills"], json!([entry()]), "{ran:#?}");
    assert!(server.received_of("resources/read").is_empty());
}

#[test]
fn a_server_without_skills_is_not_asked_for_them() {
    let server = Scripted::new(&Script::modern());
    let (_, error) = failed(&server.words(&["--method", "skills/list"]));
    assert_eq!(error["capability"], "extensions.io.modelcontextprotocol/skills");
    assert!(server.received_of("skills/list").is_empty());
}
