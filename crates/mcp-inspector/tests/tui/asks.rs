//! What servers ask of people: seen from everywhere, answered, declined, cancelled, answered by a rule.

use crate::harness::Screen;

const WIDE: (u16, u16) = (140, 42);

/// The demo server with a tool called that asks something.
fn asked(tool: &str) -> Screen {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").finds(tool).shows(&format!("tool {tool}"));
    // A form with a field takes letters, and the key that is named is one that works there.
    let key = if tool == "sample" { "F7" } else { "i" };
    screen.keys(&["C-s"]).shows(&format!("⚑ 1 waiting ({key})"));
    screen
}

#[test]
fn an_ask_is_seen_from_every_view_and_counts_down() {
    let screen = asked("elicit");
    for view in ["F1", "F2", "F3", "F4", "F5", "F6"] {
        screen.keys(&[view]).shows("⚑ 1 waiting (i)");
    }
    screen.keys(&["F7"]).shows("expires in 4:5").shows("How do you like the demo so far?");
}

#[test]
fn a_form_is_declined_and_another_is_cancelled() {
    let screen = asked("elicit");
    screen.keys(&["F7"]).shows("asks you").keys(&["C-x"]).hides("waiting").shows("the user declined");
    screen.keys(&["C-s"]).shows("⚑ 1 waiting").keys(&["F7"]).shows("asks you").keys(&["C-r"]);
    screen.hides("waiting").shows("#2").shows("cancel");
}

#[test]
fn a_model_that_is_not_played_is_refused() {
    let screen = asked("sample");
    screen
        .keys(&["F7"])
        .shows("asks a model")
        .keys(&["C-x"])
        .hides("waiting")
        .shows("#1 cancelled")
        .shows("sampling");
}

#[test]
fn a_url_is_shown_in_full_and_accepted() {
    let screen = asked("elicit_url");
    screen
        .keys(&["F7"])
        .shows("asks you to visit a URL")
        .shows("URL: https://example.com/mcp-inspector-demo");
    screen.keys(&["C-s"]).hides("waiting").shows("#1 OK");
}

#[test]
fn roots_are_what_the_user_says() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list");
    screen.commands("roots file:///srv/one file:///srv/two").shows("2 roots are shown");
    screen.finds("roots").shows("tool roots").keys(&["C-s"]).shows("#1 OK").shows("file:///srv/two");
    screen.commands("roots /srv").shows("`/srv` is no file:// URI");
}

#[test]
fn a_rule_answers_from_now_on_until_it_is_taken_back() {
    let screen = asked("sample");
    screen.keys(&["F7"]).shows("asks a model").types("always this").keys(&["C-o"]);
    screen.shows("rule 1 stands and answered 1 ask").hides("waiting").shows("#1 OK").shows("always this");
    screen.keys(&["C-s"]).shows("#2 OK").hides("waiting").shows("always this");
    screen.keys(&["F7"]).shows("rule 1: every sampling").shows("2 so far").keys(&["Escape"]).hides("Inbox 0");
    screen.commands("forget 1").shows("rule 1 no longer stands");
    screen.keys(&["C-s"]).shows("⚑ 1 waiting");
}

#[test]
fn an_answer_is_edited_as_a_whole_in_the_editor() {
    let screen = Screen::start_with(WIDE, "--demo", &[("EDITOR", "sed -i s/endTurn/maxTokens/")]);
    screen.shows("● connected").shows("prompts/list").finds("sample").shows("tool sample");
    screen.keys(&["C-s"]).shows("⚑ 1 waiting").keys(&["F7"]).shows("asks a model").types("hm").keys(&["M-E"]);
    screen.shows(r#""stopReason": "maxTokens""#).keys(&["C-s"]).hides("waiting").shows("#1 OK");
    screen
        .keys(&["F2"])
        .shows("follows")
        .types("/")
        .types("text:maxTokens")
        .keys(&["Enter"])
        .hides("Timeline 0/");
}

#[test]
fn the_key_that_answered_runs_nothing_and_what_does_not_fit_is_marked() {
    let screen = asked("elicit");
    screen.keys(&["F7"]).shows("┏▌Your answer").shows("▌* name").keys(&["Tab"]).shows("▌  rating");
    // A letter on a number is typed, and told to make it none.
    screen.types("5x").shows("INSERT").shows("this is no number").keys(&["C-s"]);
    screen.shows("▌! rating").shows("`5x` is no number; ^S again sends it as the text");
    screen
        .keys(&["BSpace", "BSpace"])
        .types("4")
        .hides("no number")
        .keys(&["C-s"])
        .shows("┏▌#1 OK")
        .hides("waiting");
    screen.keys(&["C-s"]).shows("the ask is answered; ^S again runs what the form says");
    assert!(!screen.text().contains("#2"), "{}", screen.text());
    screen.keys(&["C-s"]).shows("#2 running");
}
