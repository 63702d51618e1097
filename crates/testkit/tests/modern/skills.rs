//! Skills: what is read of them and when, and what is refused.

use crate::scene::{BOTH, start, within};
use crate::scripted::any_era;
use mcp_inspector_engine::{Fault, FaultCode, Offer, SkillError, SkillFlaw};
use mcp_inspector_testkit::scripted::{Script, Step};
use serde_json::{Value, json};

const URI: &str = "skill://acme/tea/SKILL.md";
const MILK: &str = "skill://acme/tea/notes/milk.md";
const TEXT: &str = "---\nname: tea\ndescription: Make tea\n---\nBoil water.\n";

fn entry() -> Value {
    json!({
        "uri": URI,
        "frontmatter": { "name": "tea", "description": "Make tea" },
        "resources": [
            { "uri": URI, "size": 52,
              "digest": "sha256:a074814e05911e4050642b82596dd44ba7ac93b4feae6cbf0abb7c0d64eaaa17" },
            { "uri": MILK, "size": 11,
              "digest": "sha256:b1c041eb05d638787714d7db7f87fcca20a690205237c1b0b6fa2a9a1ebf6d12" },
        ],
    })
}

fn file(uri: &str, text: &str) -> Step {
    Step::complete(&json!({ "contents": [{ "uri": uri, "text": text }] }))
}

/// A server that lists this skill, and gives these files to whoever reads.
fn skills(entry: &Value, files: impl IntoIterator<Item = Step>) -> Script {
    let extensions = json!({ "io.modelcontextprotocol/skills": {} });
    Script::modern_with(&json!({ "resources": {}, "extensions": extensions }))
        .on("skills/list", [Step::complete(&json!({ "skills": [entry] }))])
        .on("skills/get", [Step::complete(&json!({ "skill": entry }))])
        .on("resources/read", files)
}

#[tokio::test]
async fn a_list_reads_no_file_and_each_file_is_read_when_it_is_asked_for() {
    for over in BOTH {
        let script = skills(&entry(), [file(URI, TEXT), file(MILK, "Milk last.\n")]);
        let (served, session) = start(over, script, any_era()).await;
        let skill = within(session.find_skill("tea")).await.expect("it is listed");
        assert_eq!(served.methods(), ["server/discover", "skills/list"], "{over:?}");
        let loaded = within(session.load_skill(skill)).await.expect("it is what it should be");
        assert_eq!(loaded.text(), TEXT);
        assert_eq!(served.messages("resources/read").len(), 1, "{over:?}");
        let milk = within(session.read_skill_file(&loaded, MILK)).await.expect("it is what it should be");
        assert_eq!(milk, b"Milk last.\n");
        let refused = within(session.read_skill_file(&loaded, "skill://acme/tea/rum.md")).await;
        assert!(matches!(refused, Err(SkillError::Flaw(SkillFlaw::Unlisted { .. }))), "{refused:?}");
        let read: Vec<Value> =
            served.messages("resources/read").iter().map(|read| read["params"]["uri"].clone()).collect();
        assert_eq!(read, [URI, MILK], "what is not listed is not even read");
    }
}

#[tokio::test]
async fn a_skill_that_is_not_listed_is_had_by_its_uri() {
    for over in BOTH {
        let (served, session) = start(over, skills(&entry(), [file(URI, TEXT)]), any_era()).await;
        let skill = within(session.get_skill(URI)).await.expect("the server has it");
        assert!(within(session.load_skill(skill)).await.is_ok());
        assert_eq!(served.methods(), ["server/discover", "skills/get", "resources/read"], "{over:?}");
        assert_eq!(served.messages("skills/get")[0]["params"]["uri"], URI);
    }
}

#[tokio::test]
async fn what_is_not_what_the_entry_says_is_refused_after_the_one_read_that_showed_it() {
    for over in BOTH {
        let evil = TEXT.replace("water", "vodka");
        let (served, session) = start(over, skills(&entry(), [file(URI, &evil)]), any_era()).await;
        let skill = within(session.find_skill("tea")).await.expect("it is listed");
        let error = within(session.load_skill(skill)).await.expect_err("the digest is another");
        assert!(matches!(&error, SkillError::Flaw(SkillFlaw::Digest { uri, .. }) if uri == URI), "{error}");
        assert_eq!(Fault::from(error).code, FaultCode::SkillRefused);
        assert_eq!(served.messages("resources/read").len(), 1, "{over:?}");
    }
}

#[tokio::test]
async fn nothing_is_read_of_an_entry_that_does_not_hold_together() {
    for over in BOTH {
        let mut entry = entry();
        entry["resources"][1]["uri"] = json!("skill://acme/coffee/milk.md");
        let (served, session) = start(over, skills(&entry, [file(URI, TEXT)]), any_era()).await;
        let skill = within(session.find_skill("tea")).await.expect("it is listed");
        let error = within(session.load_skill(skill)).await.expect_err("a file is elsewhere");
        assert!(matches!(error, SkillError::Flaw(SkillFlaw::Outside { .. })), "{error}");
        assert_eq!(served.methods(), ["server/discover", "skills/list"], "{over:?}");
    }
}

#[tokio::test]
async fn a_server_without_the_extension_is_not_asked_and_the_client_says_that_it_knows_it() {
    for over in BOTH {
        let mut config = any_era();
        config.peer.offer = Offer { skills: true, ..Offer::default() };
        let (served, session) = start(over, Script::modern(), config).await;
        let fault = within(session.list_skills()).await.expect_err("the server has no skills");
        assert_eq!(fault.code, FaultCode::CapabilityMissing);
        assert_eq!(served.methods(), ["server/discover"], "{over:?}");
        let meta = &served.messages("server/discover")[0]["params"]["_meta"];
        let offered = &meta["io.modelcontextprotocol/clientCapabilities"];
        assert_eq!(*offered, json!({ "extensions": { "io.modelcontextprotocol/skills": {} } }));
    }
}
