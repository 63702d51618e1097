//! How the program behaves in a terminal: taken over, given back, resized, without colours.

use crate::harness::Screen;
use crate::paint::{Paint, paint_of, painted};
use std::collections::BTreeSet;
use std::process::{Command, Stdio};

const SIZE: (u16, u16) = (100, 30);

#[test]
fn the_terminal_is_given_back_when_it_quits() {
    let screen = Screen::start(SIZE, "--demo");
    screen.shows("connected");
    for _ in 0..2 {
        // A key right behind Escape would be one key with it.
        screen.types("?").shows("Keys: j k scroll").keys(&["Escape"]).hides("Keys: j k scroll");
    }
    screen.types("q").shows("ended with 0");
    is_usual(&screen);
}

/// Whether the terminal does what programs expect of it: it shows what is typed, by lines, and puts no signs around
/// what is pasted.
#[track_caller]
fn is_usual(screen: &Screen) {
    assert!(screen.is_restored());
    // The shell has become `cat`: a line is seen when it is typed, and again when `cat` says it.
    screen.types("is it seen").shows("is it seen").keys(&["Enter"]);
    screen.until("the line twice", |text| text.matches("is it seen").count() == 2);
    screen.pastes("a paste").shows("a paste");
    assert!(!screen.text().contains("200~"), "{}", screen.text());
}

#[test]
fn the_terminal_is_given_back_when_it_is_killed_and_the_exit_code_names_the_signal() {
    for (signal, exit) in [("TERM", 143), ("INT", 130), ("HUP", 129), ("QUIT", 131)] {
        let screen = Screen::start(SIZE, "--demo");
        screen.shows("connected");
        let pid = screen.pid();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().is_ok_and(|it| it.success()));
        screen.shows(&format!("ended with {exit}"));
        is_usual(&screen);
    }
}

#[test]
fn the_terminal_is_given_back_when_it_panics_and_the_panic_can_be_read() {
    let screen = Screen::start(SIZE, "--demo");
    screen.shows("connected").commands("panic!").shows("asked for by the user").shows("ended with 101");
    is_usual(&screen);
}

#[test]
fn it_ends_when_the_terminal_is_gone() {
    let screen = Screen::start(SIZE, "--demo");
    screen.shows("connected");
    let pid = screen.pid();
    let send = |signal: &str| Command::new("kill").args(["-s", signal, &pid]).status().expect("kill runs");
    // While it stands still the terminal goes, so that it hears of the end of its input and of the signal at once.
    assert!(send("STOP").success());
    screen.ends();
    assert!(send("CONT").success());
    screen.until("no program", |_| state(&pid).is_empty() || state(&pid) == "Z");
}

#[test]
fn it_stops_with_the_terminal_given_back_and_goes_on() {
    let screen = Screen::start(SIZE, "--demo");
    screen.shows("connected");
    assert!(screen.is_taken() && !screen.is_restored());
    let pid = screen.pid();
    screen.keys(&["C-z"]);
    screen.until("the terminal given back", |_| screen.is_restored() && state(&pid) == "T");
    assert!(Command::new("kill").args(["-s", "CONT", &pid]).status().is_ok_and(|status| status.success()));
    screen.shows("● connected").keys(&["C-l"]).shows("● connected");
    assert!(screen.is_taken());
    screen.types("2").shows("tools/list").types("q").shows("ended with 0");
    assert!(screen.is_restored());
}

#[test]
fn the_shell_that_it_is_stopped_in_has_the_terminal_until_fg() {
    let binary = env!("CARGO_BIN_EXE_mcp-inspector");
    let line = format!("bash -m -c '{binary} --tui --demo; echo halted; read line; fg; read line'");
    let screen = Screen::run(SIZE, &line, &[]);
    screen.shows("● connected").shows("prompts/list").until("it taken", |_| screen.is_taken());
    screen.keys(&["C-z"]).shows("halted").until("it given back", |_| screen.is_restored());
    // What is typed now is shown, and is a line for the shell.
    screen.types("for the shell").shows("for the shell").keys(&["Enter"]);
    screen.shows("● connected").until("it taken", |_| screen.is_taken());
    screen.types("2").shows("tools/list").types("q").hides("● connected");
    screen.until("it given back", |_| screen.is_restored());
}

#[test]
fn a_signal_from_elsewhere_stops_it_without_a_key() {
    let screen = Screen::start(SIZE, "--demo");
    screen.shows("connected");
    let pid = screen.pid();
    let send = |signal: &str| Command::new("kill").args(["-s", signal, &pid]).status().expect("kill runs");
    assert!(send("TSTP").success());
    screen.until("the terminal given back", |_| screen.is_restored() && state(&pid) == "T");
    assert!(send("CONT").success());
    screen.shows("● connected").types("2").shows("tools/list");
    assert!(screen.is_taken());
    assert!(send("TERM").success());
    screen.shows("ended with 143");
    is_usual(&screen);
}

/// In which state a process is, as the system calls it.
fn state(pid: &str) -> String {
    let output = Command::new("ps").args(["-o", "state=", "-p", pid]).output().expect("ps runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn arguments_are_edited_in_the_editor() {
    let binary = env!("CARGO_BIN_EXE_mcp-inspector");
    let screen = Screen::run(SIZE, &format!("EDITOR='sed -i s/hello/edited/' {binary} --tui --demo"), &[]);
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo");
    screen
        .types("hello")
        .shows("INSERT")
        .keys(&["Escape"])
        .shows("NORMAL")
        .types("E")
        .shows("edited")
        .keys(&["C-s"])
        .shows("#1 OK");
}

#[test]
fn an_interrupt_in_the_pager_is_for_the_pager() {
    // It says that it was interrupted, and goes on until Enter.
    let pager = r#"sh -c 'trap "echo interrupted; it=1" INT; cat; echo paging; until [ "$it" ]; do sleep 0.1; done; read line </dev/tty'"#;
    let screen = Screen::start_with(SIZE, "--demo", &[("PAGER", pager)]);
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo");
    screen.types("hello").keys(&["C-s"]).shows("#1 OK").keys(&["Tab"]).shows("▌#1");
    screen.types("o").shows("paging").keys(&["C-c"]).shows("interrupted").keys(&["Enter"]).shows("Offers");
    // It is asked something, so that it is known to be there.
    screen.types("2").shows("tools/call").types("q").shows("ended with 0");
    assert!(screen.is_restored());
}

#[test]
fn an_editor_that_is_stopped_gives_the_terminal_to_the_shell_and_goes_on_with_it() {
    let binary = env!("CARGO_BIN_EXE_mcp-inspector");
    let editor = r#"sh -c 'echo editing; read line; sed -i s/hello/edited/ "$1"' --"#;
    let line = format!("bash -m -c '{binary} --tui --demo; echo halted; read line; fg; read line'");
    let screen = Screen::run(SIZE, &line, &[("EDITOR", editor)]);
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("tool echo");
    screen.types("hello").shows("INSERT").keys(&["Escape"]).shows("NORMAL").types("E").shows("editing");
    screen.keys(&["C-z"]).shows("halted");
    assert!(screen.is_restored());
    screen.keys(&["Enter", "Enter"]).shows("edited").keys(&["C-s"]).shows("#1 OK");
}

#[test]
fn another_size_is_drawn_at_once() {
    let screen = Screen::start((140, 42), "--demo");
    screen.shows("connected").shows("Result");
    screen.resize(80, 24);
    screen.hides("Nothing was run");
    screen.resize(50, 10);
    screen.shows("the terminal is too small");
    screen.resize(140, 42);
    screen.shows("Nothing was run");
}

/// The colours of a screen: those of letters, and those behind them.
fn colours(screen: &Screen) -> (BTreeSet<String>, BTreeSet<String>) {
    let cells: Vec<(char, Paint)> = painted(&screen.coloured()).into_iter().flatten().collect();
    let letters = cells.iter().filter_map(|(_, paint)| paint.fg.clone()).collect();
    (letters, cells.iter().filter_map(|(_, paint)| paint.bg.clone()).collect())
}

#[test]
fn no_color_means_no_colours() {
    let binary = env!("CARGO_BIN_EXE_mcp-inspector");
    let coloured = Screen::run(SIZE, &format!("{binary} --tui --demo"), &[]);
    coloured.shows("connected").shows("▾ Tools 19");
    assert_eq!(paint_of(&coloured.coloured(), "▾ Tools").fg.as_deref(), Some("38;30"), "the names are teal");
    assert!(colours(&coloured).0.len() > 2 && colours(&coloured).1.is_empty());
    let plain = Screen::run(SIZE, &format!("NO_COLOR=1 {binary} --tui --demo"), &[]);
    plain.shows("connected").shows("prompts/list");
    for key in ["F1", "F2", "F3", "F4", "F5", "F6", "F7"] {
        plain.keys(&[key]);
        let title = ["Offers", "follows", "Server", "Steps", "Log", "About it", "Nothing waits"];
        plain.shows(title[usize::from(key.as_bytes()[1] - b'1')]);
        assert_eq!(colours(&plain), Default::default(), "{key}: {:?}", plain.coloured());
    }
    // Nor is one written that the screen does not show.
    let written = plain.written();
    let sequences = written.split("\u{1b}[").skip(1).filter_map(|rest| rest.split_once('m'));
    for (numbers, _) in
        sequences.filter(|(numbers, _)| numbers.bytes().all(|byte| b"0123456789;:".contains(&byte)))
    {
        let is_colour = |number: &str| {
            let number = number.parse::<u16>().unwrap_or_default();
            matches!(number, 30..=38 | 40..=48 | 90..=97 | 100..=107)
        };
        assert!(!numbers.split([';', ':']).any(is_colour), "{numbers}");
    }
}

#[test]
fn a_terminal_with_sixteen_colours_gets_three_of_them() {
    let binary = env!("CARGO_BIN_EXE_mcp-inspector");
    for term in ["linux", "screen"] {
        // Within tmux there would be more of them.
        let line = format!("env -u TMUX -u COLORTERM TERM={term} {binary} --tui --demo");
        let screen = Screen::run(SIZE, &line, &[]);
        screen.shows("connected").shows("prompts/list").finds("fail").shows("tool fail").keys(&["C-s"]);
        screen.shows("#1 tool error");
        let (letters, behind) = colours(&screen);
        // Red, green and magenta, whose looks are the terminal's own business.
        let usual: BTreeSet<String> = ["38;1", "38;2", "38;5"].map(str::to_owned).into();
        assert!(letters.is_subset(&usual) && behind.is_empty(), "{letters:?} {behind:?}");
        assert_eq!(paint_of(&screen.coloured(), "● connected").fg.as_deref(), Some("38;2"));
        let error = paint_of(&screen.coloured(), "tool error");
        assert_eq!((error.fg.as_deref(), error.is_bold), (Some("38;1"), true));
    }
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = Command::new(env!("CARGO_BIN_EXE_mcp-inspector"))
        .args(["--tui", "--demo"])
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.starts_with("error: `--tui` needs a terminal, and stdin is none"), "{told}");
}
