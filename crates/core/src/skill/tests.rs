use super::*;
use serde_json::json;

const URI: &str = "skill://acme/tea/SKILL.md";
const OTHER: &str = "skill://acme/tea/notes/milk.md";
const TEXT: &str = "---\nname: tea\ndescription: Make tea\nmetadata: { cups: 2 }\n---\nBoil water.\n";

fn file(uri: &str, text: &str) -> Value {
    json!({ "uri": uri, "digest": digest_of(text.as_bytes()), "size": text.len() })
}

fn entry() -> Value {
    json!({
        "uri": URI,
        "frontmatter": { "name": "tea", "description": "Make tea", "metadata": { "cups": 2.0 } },
        "resources": [file(URI, TEXT), file(OTHER, "Milk last.")],
    })
}

fn skill(entry: &Value) -> Skill {
    Typed::read(Raw::of(entry)).into_value("skills/list").unwrap()
}

fn misfit(entry: &Value) -> String {
    Typed::<Skill>::read(Raw::of(entry)).get().unwrap_err().to_string()
}

fn contents(uri: &str, text: &str) -> ResourceContents {
    serde_json::from_value(json!({ "contents": [{ "uri": uri, "text": text }] })).unwrap()
}

/// The entry after a change, with a file that it describes rightly.
fn loaded(text: &str) -> Result<LoadedSkill, SkillFlaw> {
    let mut entry = entry();
    entry["resources"][0] = file(URI, text);
    skill(&entry).load(&contents(URI, text))
}

fn flaw_of_entry(change: impl FnOnce(&mut Value)) -> String {
    let mut entry = entry();
    change(&mut entry);
    let flaw = skill(&entry).check().unwrap_err();
    // Whoever does not check first is not let through either.
    assert_eq!(skill(&entry).load(&contents(URI, TEXT)).unwrap_err(), flaw);
    flaw.to_string()
}

#[test]
fn a_digest_is_the_known_one() {
    assert_eq!(digest_of(b"abc"), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

#[test]
fn a_skill_that_is_what_its_entry_says_is_loaded_and_its_files_can_be_read() {
    let loaded = skill(&entry()).load(&contents(URI, TEXT)).unwrap();
    assert_eq!((loaded.text(), loaded.has_digests()), (TEXT, true));
    assert_eq!(loaded.others().collect::<Vec<_>>(), [OTHER]);
    assert_eq!(loaded.file(OTHER, &contents(OTHER, "Milk last.")).unwrap(), b"Milk last.");
    let blob = json!({ "contents": [{ "uri": OTHER, "blob": STANDARD.encode("Milk last.") }] });
    let blob = serde_json::from_value(blob).unwrap();
    assert_eq!(loaded.file(OTHER, &blob).unwrap(), b"Milk last.");
}

#[test]
fn the_size_is_looked_at_first_and_then_the_digest() {
    let flaw = skill(&entry()).load(&contents(URI, &format!("{TEXT}more"))).unwrap_err();
    assert_eq!(flaw.to_string(), format!("`{URI}` must have 74 bytes, and has 78"));
    let evil = TEXT.replace("water", "vodka");
    let flaw = skill(&entry()).load(&contents(URI, &evil)).unwrap_err();
    let (expected, came) = (digest_of(TEXT.as_bytes()), digest_of(evil.as_bytes()));
    assert_eq!(flaw, SkillFlaw::Digest { uri: URI.into(), expected, came });
    let fault = Fault::from(flaw);
    assert_eq!(fault.code, FaultCode::SkillRefused);
    assert!(
        fault.message.starts_with("the skill is refused: `skill://acme/tea/SKILL.md` must have the digest")
    );
    assert!(fault.hint.unwrap().contains("list it again"));
}

#[test]
fn frontmatter_that_differs_is_refused_though_the_digest_is_right() {
    let told = |text: &str| loaded(text).unwrap_err().to_string();
    assert_eq!(
        told(&TEXT.replace("Make tea", "Steal tea")),
        format!(r#"in the frontmatter of `{URI}`, `description` must be "Make tea", and is "Steal tea""#)
    );
    assert!(
        told(&TEXT.replace("cups: 2", "cups: 3")).ends_with(r#"must be {"cups":2.0}, and is {"cups":3}"#)
    );
    assert!(told(&TEXT.replace("name: tea\n", "")).ends_with(r#"`name` must be "tea", and is absent"#));
    let more = TEXT.replace("---\nBoil", "allowed-tools: Bash\n---\nBoil");
    assert!(told(&more).ends_with(r#"`allowed-tools` must be absent, and is "Bash""#));
}

#[test]
fn frontmatter_is_read_with_any_line_ends_and_must_be_there() {
    assert!(loaded(&TEXT.replace('\n', "\r\n")).is_ok());
    assert!(loaded(&format!("\u{feff}{TEXT}")).is_ok());
    let told = |text: &str| loaded(text).unwrap_err().to_string();
    assert!(told("# Tea\n").ends_with("does not begin with one"));
    assert!(told("").ends_with("does not begin with one"));
    assert!(told("---\nname: tea\n").ends_with("the second one is not there"));
    assert!(told("---\nname: [\n---\n").contains("must be YAML with members, and is not: "));
    assert!(told("---\n- tea\n---\n").contains("must be YAML with members, and is not: "));
}

#[test]
fn a_skill_without_digests_is_still_held_against_its_frontmatter() {
    let mut entry = entry();
    entry["resources"] = json!("dynamic");
    let loaded = skill(&entry).load(&contents(URI, TEXT)).unwrap();
    assert!(!loaded.has_digests() && loaded.others().next().is_none());
    assert!(loaded.file("skill://acme/tea/new.md", &contents("skill://acme/tea/new.md", "x")).is_ok());
    assert!(loaded.check_file("skill://acme/coffee/SKILL.md").is_err());
    let flaw = skill(&entry).load(&contents(URI, &TEXT.replace("Make", "Take"))).unwrap_err();
    assert!(matches!(flaw, SkillFlaw::Field { .. }), "{flaw}");
}

#[test]
fn a_file_that_is_not_listed_is_refused_before_it_is_read() {
    let loaded = skill(&entry()).load(&contents(URI, TEXT)).unwrap();
    let unlisted = "skill://acme/tea/sugar.md";
    assert_eq!(loaded.check_file(unlisted), Err(SkillFlaw::Unlisted { uri: unlisted.into() }));
    assert_eq!(loaded.check_file(OTHER), Ok(()));
    let flaw = loaded.file(OTHER, &contents(OTHER, "Milk 1st!!")).unwrap_err();
    assert!(matches!(flaw, SkillFlaw::Digest { .. }), "{flaw}");
}

#[test]
fn an_answer_that_is_not_the_one_file_is_refused() {
    let flaw = skill(&entry()).load(&contents(OTHER, TEXT)).unwrap_err();
    assert_eq!(flaw, SkillFlaw::OtherFile { uri: URI.into(), came: OTHER.into() });
    for (answer, expected) in [
        (json!({ "contents": [] }), SkillFlaw::Contents { uri: URI.into(), came: 0 }),
        (json!({ "contents": [{ "uri": URI }] }), SkillFlaw::NoBytes { uri: URI.into() }),
        (json!({ "contents": [{ "uri": URI, "blob": "%" }] }), SkillFlaw::NoBytes { uri: URI.into() }),
    ] {
        let flaw = skill(&entry()).load(&serde_json::from_value(answer).unwrap()).unwrap_err();
        assert_eq!(flaw, expected);
    }
    let mut entry = entry();
    entry["resources"] = json!("dynamic");
    let blob = json!({ "contents": [{ "uri": URI, "blob": STANDARD.encode([0xff]) }] });
    let flaw = skill(&entry).load(&serde_json::from_value(blob).unwrap()).unwrap_err();
    assert_eq!(flaw, SkillFlaw::NotText { uri: URI.into() });
}

#[test]
fn an_entry_that_does_not_hold_together_is_not_loaded() {
    let told = flaw_of_entry(|entry| entry["frontmatter"]["name"] = json!("coffee"));
    assert_eq!(
        told,
        format!("the URI of a skill named `coffee` must end with `/coffee/SKILL.md`, and is `{URI}`")
    );
    let told = flaw_of_entry(|entry| entry["frontmatter"]["name"] = json!("acme/tea"));
    assert!(told.starts_with("the URI of a skill named `acme/tea` must end"), "{told}");
    let told = flaw_of_entry(|entry| entry["resources"][0]["uri"] = json!(OTHER));
    assert_eq!(told, format!("`{OTHER}` must be listed once, and is listed again"));
    let told = flaw_of_entry(|entry| entry["resources"] = json!([]));
    assert_eq!(told, format!("`{URI}` must be among the files that the skill lists, and is not"));
    for outside in ["skill://acme/tea/../coffee/SKILL.md", "skill://acme/teapot/x.md", "file:///etc/passwd"] {
        let told = flaw_of_entry(|entry| entry["resources"][1]["uri"] = json!(outside));
        assert_eq!(
            told,
            format!("a file of the skill must be below `skill://acme/tea/`, and one is `{outside}`")
        );
    }
    for digest in ["md5:00", "sha256:00", &digest_of(b"").to_uppercase()] {
        let told = flaw_of_entry(|entry| entry["resources"][1]["digest"] = json!(digest));
        assert!(told.ends_with(&format!("and is `{digest}`")), "{told}");
    }
}

#[test]
fn an_entry_without_what_it_must_have_says_what_is_missing() {
    let mut broken = entry();
    broken["frontmatter"] = json!({ "name": "tea" });
    assert!(misfit(&broken).contains("the frontmatter must have `description`, and does not"));
    broken["frontmatter"] = json!({ "name": " ", "description": "x" });
    assert!(misfit(&broken).contains("`name` of the frontmatter must be a text"));
    let mut broken = entry();
    broken["resources"] = json!("static");
    assert!(misfit(&broken).contains(r#"must be an array of files or "dynamic", and is "static""#));
    broken["resources"] = json!([{ "uri": URI, "size": 1 }]);
    assert!(misfit(&broken).contains("missing field `digest`"));
    broken.as_object_mut().unwrap().remove("resources");
    assert!(misfit(&broken).contains("missing field `resources`"));
}

#[test]
fn a_name_finds_its_skill_unless_there_is_none_or_several() {
    let mut twin = entry();
    twin["uri"] = json!("skill://b/tea/SKILL.md");
    let listing =
        |skills: Value| Listing::read(List::Skills, vec![Raw::of(&json!({ "skills": skills }))]).unwrap();
    let one = listing(json!([entry()]));
    assert_eq!(Skill::find(&one, "tea").unwrap().get().unwrap().uri, URI);
    let fault = Skill::find(&one, "tae").unwrap_err();
    assert_eq!((fault.code, fault.hint.as_deref()), (FaultCode::SkillNotFound, Some("did you mean `tea`?")));
    let fault = Skill::find(&listing(json!([entry(), twin])), "tea").unwrap_err();
    assert_eq!(fault.message, "the server lists 2 skills named `tea`");
    assert_eq!(fault.hint.unwrap(), format!("name one by its URI: {URI}, skill://b/tea/SKILL.md"));
}

#[test]
fn an_answer_for_another_skill_is_not_taken() {
    let answer = Raw::of(&json!({ "skill": entry() }));
    assert!(Skill::of_answer(URI, &answer).unwrap().get().is_ok());
    let fault = Skill::of_answer("skill://x/SKILL.md", &answer).unwrap_err();
    assert_eq!(
        fault.message,
        format!("`skills/get` was asked for `skill://x/SKILL.md`, and answered with `{URI}`")
    );
    let fault = Skill::of_answer(URI, &Raw::empty_object()).unwrap_err();
    assert_eq!(fault.message, "the result of `skills/get` has no `skill`");
}
