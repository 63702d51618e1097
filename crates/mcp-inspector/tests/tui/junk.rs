//! Whatever a terminal sends, or someone who writes into it, the program lives and its next key works.

use crate::harness::Screen;

const SIZE: (u16, u16) = (100, 30);

/// Goes to two views by keys, which shows that they are read.
#[track_caller]
fn lives(screen: &Screen, what: &str) {
    screen.keys(&["F2"]).until(&format!("the timeline after {what}"), |text| text.contains("▌Timeline"));
    screen.keys(&["F1"]).until(&format!("the tools after {what}"), |text| text.contains("Tools 19"));
    assert!(!screen.text().contains("ended with"), "{what}");
}

#[test]
fn a_mouse_at_no_place_of_the_screen_is_nowhere() {
    let screen = Screen::start(SIZE, "--demo");
    screen.shows("● connected").shows("prompts/list");
    for (button, end) in [(0, 'M'), (0, 'm'), (64, 'M'), (65, 'M'), (35, 'M')] {
        for (column, row) in [(0, 0), (0, 5), (5, 0), (65535, 65535), (101, 31)] {
            let report = format!("\u{1b}[<{button};{column};{row}{end}");
            screen.feeds(report.as_bytes());
            lives(&screen, &report.replace('\u{1b}', "ESC"));
        }
    }
    // The older ways to say it.
    for report in ["\u{1b}[M   ", "\u{1b}[M !!", "\u{1b}[0;0;0M", "\u{1b}[32;0;0M", "\u{1b}[0;0R"] {
        screen.feeds(report.as_bytes());
        lives(&screen, &report.replace('\u{1b}', "ESC"));
    }
}

#[test]
fn what_is_no_key_changes_nothing() {
    let screen = Screen::start(SIZE, "--demo");
    screen.shows("● connected").shows("prompts/list");
    let huge = format!("\u{1b}[{}A", "9".repeat(4000));
    let many = format!("\u{1b}[{}m", "1;".repeat(4000));
    // What is cut off lasts until the letter that would end it.
    let junk: [(&[u8], &[u8]); 12] = [
        (b"\x1b[", b"~"),
        (b"\x1b[<", b"M"),
        (b"\x1b[<0;", b"M"),
        (b"\x1b[<99999999999999999999;1;1M", b"~"),
        (b"\x1b[<0;-1;-1M", b"~"),
        (b"\x1b[?1;2", b"c"),
        (b"\x1bO", b"~"),
        (b"\xff\xfe\xc0\x80\xed\xa0\x80", b"~"),
        (b"\xf0\x9f\x98", b"~"),
        (b"\x1bP1$r0m\x1b\\", b"~"),
        (huge.as_bytes(), b"~"),
        (many.as_bytes(), b"~"),
    ];
    for (bytes, end) in junk {
        screen.feeds(bytes).feeds(end).keys(&["Escape", "Escape"]);
        let told = String::from_utf8_lossy(&bytes[..bytes.len().min(20)]).replace('\u{1b}', "ESC");
        lives(&screen, &told);
    }
}

#[test]
fn a_large_paste_with_controls_goes_into_the_field_and_acts_on_nothing() {
    let screen = Screen::start(SIZE, "--demo");
    screen.shows("● connected").shows("prompts/list").finds("echo").shows("┏▌tool echo");
    let line = "quit \u{1b}[31m\u{7}\u{0}\u{3}\u{11}\u{9b}2J q :quit \r";
    let mut pasted = b"\x1b[200~".to_vec();
    pasted.extend(line.repeat(1_048_576 / line.len() + 1).into_bytes());
    pasted.extend_from_slice(b"the end of it\x1b[201~");
    screen.feeds(&pasted);
    screen.until("all of it", |text| text.contains("the end of it"));
    assert!(!screen.text().contains("ended with"));
    screen.keys(&["Escape"]).shows("NORMAL");
    lives(&screen, "a paste of a megabyte");
}
