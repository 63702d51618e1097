//! Quiet: what does not happen is not drawn, and what happens often is drawn as often as an eye can follow.

use crate::harness::{Screen, testkit};
use std::process::Command;
use std::time::Instant;

const WIDE: (u16, u16) = (140, 42);

/// How often everything was drawn: the cursor is hidden, or put where it belongs, once each time.
fn draws(screen: &Screen) -> usize {
    let written = screen.written();
    written.matches("\u{1b}[?25l").count() + written.matches("\u{1b}[?25h").count()
}

/// What a process has used: ticks of the processor, and how often one of its threads was woken.
#[cfg(target_os = "linux")]
fn used(pid: &str) -> (u64, u64) {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs");
    // The name stands in brackets, and may have blanks in it.
    let (_, fields) = stat.rsplit_once(") ").expect("a name");
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let ticks = number(fields[11]) + number(fields[12]);
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).expect("it runs");
    let woken = threads.filter_map(Result::ok).filter_map(|thread| {
        let status = std::fs::read_to_string(thread.path().join("status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?;
        Some(number(line.trim()))
    });
    (ticks, woken.sum())
}

/// Something else that takes its time, so that time has gone by when it is over: a call of another program that
/// takes that many seconds at its server.
fn meanwhile(seconds: f32) {
    let binary = env!("CARGO_BIN_EXE_mcp-inspector");
    let seconds = format!("seconds={seconds}");
    let words = ["--cli", "--method", "tools/call", "--tool-name", "slow", "--tool-arg", &seconds, "--demo"];
    let output = Command::new(binary).args(words).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn while_nothing_happens_nothing_is_drawn_and_nobody_is_woken() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list");
    let pid = screen.pid();
    for view in ["F1", "F2", "F3", "F4", "F5", "F6", "F7"] {
        screen.keys(&[view]).shows("● connected");
        // Long enough that whoever draws once a second is seen. What was begun before comes to its end, and the
        // server is asked now and then whether it is there: not in each of three stretches.
        let is_quiet = || {
            let (before, length) = (used(&pid), screen.written().len());
            meanwhile(2.5);
            (used(&pid), screen.written().len()) == (before, length)
        };
        assert!((0..3).any(|_| is_quiet()), "{view} is never quiet");
    }
}

#[test]
fn a_call_that_runs_is_drawn_as_it_goes_on_and_no_longer_when_it_is_over() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").finds("slow").shows("tool slow").keys(&["C-s"]);
    screen.shows("runs for");
    let before = draws(&screen);
    screen.shows("#1 OK");
    assert!(draws(&screen) > before + 3, "it counts the time: {} draws", draws(&screen) - before);
    screen.until("nothing at all, for a while", |_| {
        let drawn = draws(&screen);
        meanwhile(0.5);
        draws(&screen) == drawn
    });
}

/// What was drawn meanwhile, and how often that may be at most. Whoever is slower draws less, so that the time is no
/// limit for anybody; one of them may have been due before.
fn drawn_by(screen: &Screen, work: impl FnOnce()) -> (usize, usize) {
    let (before, began) = (draws(screen), Instant::now());
    work();
    let most = began.elapsed().as_millis() * 30 / 1000 + 2;
    (draws(screen) - before, usize::try_from(most).expect("few"))
}

#[test]
fn a_flood_of_messages_is_drawn_in_portions() {
    const COUNT: usize = 50_000;
    let screen =
        Screen::start(WIDE, &format!("-- {} flood-notifications {COUNT}", testkit("testkit-server")));
    screen.shows("● connected").shows("▾ Tools").finds("echo").shows("tool echo").types("x").shows("INSERT");
    let (drawn, most) = drawn_by(&screen, || {
        screen.keys(&["C-s"]).shows("#1 OK");
    });
    assert!(drawn > 0 && drawn <= most && drawn * 100 < COUNT, "{drawn} draws for {COUNT} messages");
}

#[test]
fn a_flood_of_keys_is_drawn_thirty_times_a_second_at_most() {
    let screen = Screen::start(WIDE, "--demo");
    screen.shows("● connected").shows("prompts/list").types("?").shows("Keys: j k scroll");
    // One by one, each some milliseconds after the one before: each of them changes what is seen.
    let keys = "jjkk".repeat(60);
    let (drawn, most) = drawn_by(&screen, || {
        for key in keys.chars() {
            screen.types(&key.to_string());
        }
        screen.types("q").hides("Keys: j k scroll");
    });
    assert!(drawn > 0 && drawn <= most, "{drawn} draws for {} keys, at most {most}", keys.len());
}
