//! Documents driven by keys, and what is seen of them.

use super::*;
use crate::pane::Taken;
use crate::pane::field::tests::{any_key, key};
use proptest::prelude::*;
use std::fmt::Write as _;

const SMALL: &str =
    r#"{"name":"Ada","tags":["x",{"deep":[1,-2.50,true,null]}],"none":{},"last":"\u0041 \" b"}"#;

fn small() -> DocPane {
    DocPane::json(Bytes::from_static(SMALL.as_bytes()))
}

fn screen(pane: &mut DocPane, width: u16, height: u16) -> String {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    pane.draw(&Theme::new(crate::theme::Colours::Many), true, area, &mut buffer);
    let mut text = String::new();
    for y in 0..height {
        let row: String = (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect();
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

fn press(pane: &mut DocPane, keys: &str) {
    for name in keys.split(' ') {
        assert_eq!(pane.handle(key(name)), Taken::Yes, "{name}");
    }
}

#[test]
fn json_is_laid_out_and_folds() {
    let mut pane = small();
    insta::assert_snapshot!(screen(&mut pane, 30, 8), @r#"
    ▌▾{
        "name": "Ada",
     ▾  "tags": [
          "x",
     ▾    {
     ▾      "deep": [
              1,
              -2.50,
    "#);
    press(&mut pane, "j j h");
    insta::assert_snapshot!(screen(&mut pane, 30, 8), @r#"
     ▾{
        "name": "Ada",
    ▌▸  "tags": […],  9 lines
        "none": {},
        "last": "\u0041 \" b"
      }
    "#);
    assert_eq!(pane.position(), "line 3/16");
    press(&mut pane, "Enter j j j f");
    insta::assert_snapshot!(screen(&mut pane, 30, 8), @r#"
     ▾{
        "name": "Ada",
    ▌▸  "tags": […],  9 lines
        "none": {},
        "last": "\u0041 \" b"
      }
    "#);
    press(&mut pane, "f G");
    assert_eq!(pane.position(), "line 16/16");
    press(&mut pane, "g g");
    assert_eq!(pane.position(), "line 1/16");
    assert_eq!(pane.handle(key("x")), Taken::No);
}

#[test]
fn the_way_out_of_a_block_is_left() {
    let mut pane = small();
    screen(&mut pane, 30, 8);
    press(&mut pane, "j j j j j j h");
    assert_eq!(pane.position(), "line 6/16");
    press(&mut pane, "h h h");
    assert_eq!(pane.position(), "line 5/16");
    assert!(screen(&mut pane, 30, 8).contains("▌▸    {…}"));
    press(&mut pane, "l l");
    assert!(screen(&mut pane, 30, 8).contains("▌▾    {"));
}

#[test]
fn a_value_is_taken_without_its_key() {
    let mut pane = small();
    screen(&mut pane, 30, 8);
    press(&mut pane, "j");
    assert_eq!(pane.selected_text(), "\"Ada\"");
    press(&mut pane, "j j j j");
    assert_eq!(pane.selected_text(), "[\n  1,\n  -2.50,\n  true,\n  null\n]");
    press(&mut pane, "j j j j j");
    assert_eq!(pane.selected_text(), "[\n  1,\n  -2.50,\n  true,\n  null\n]");
    let mut pane = DocPane::plain(Bytes::from_static(b"one,\ntwo"));
    screen(&mut pane, 30, 8);
    assert_eq!(pane.selected_text(), "one,");
}

#[test]
fn what_is_found_is_opened_and_scrolled_to() {
    let mut pane = small();
    screen(&mut pane, 30, 6);
    press(&mut pane, "f");
    pane.search("TRUE");
    assert_eq!(pane.position(), "match 1/1  line 9/16");
    assert!(screen(&mut pane, 30, 6).contains("true"), "{}", screen(&mut pane, 30, 6));
    pane.search("\"");
    press(&mut pane, "n");
    assert_eq!(pane.position(), "match 6/6  line 15/16");
    press(&mut pane, "n N N");
    assert_eq!(pane.position(), "match 5/6  line 14/16", "it goes around the ends");
    pane.search("nowhere");
    assert_eq!(pane.position(), "no match  line 14/16");
    assert_eq!(pane.handle(key("n")), Taken::No);
    pane.search("");
    assert_eq!(pane.position(), "line 14/16");
}

#[test]
fn long_lines_go_on_to_the_right() {
    let mut pane = DocPane::plain(Bytes::from(format!("{}needle\nshort", "0123456789".repeat(10))));
    assert_eq!(screen(&mut pane, 12, 2), "▌ 012345678…\n  short\n");
    press(&mut pane, "l");
    assert_eq!(screen(&mut pane, 12, 2), "▌ …90123456…\n  …\n");
    press(&mut pane, "h");
    pane.search("needle");
    assert_eq!(screen(&mut pane, 12, 2), "▌ …89needle\n  …\n");
}

#[test]
fn megabytes_in_one_line_open_and_only_lines_that_are_seen_are_made() {
    let mut text = String::from("[");
    while text.len() < 8 * 1024 * 1024 {
        text.push_str(r#"{"id":12345,"name":"some name","tags":["a","b"]},"#);
    }
    text.push_str("0]");
    let mut pane = DocPane::json(Bytes::from(text));
    for (turn, keys) in ["G", "g g", "PgDn", "C-d", "k"].iter().enumerate() {
        press(&mut pane, keys);
        screen(&mut pane, 80, 24);
        assert!(pane.asked <= 24 * (turn + 1), "{}", pane.asked);
    }
    pane.scroll(100_000);
    screen(&mut pane, 80, 24);
    assert!(pane.asked <= 24 * 6 && pane.top >= 100_000);
    press(&mut pane, "f G");
    assert!(screen(&mut pane, 80, 24).contains("▸  {…},  6 lines"));
    let one = format!("[\"{}\"]", "x".repeat(8 * 1024 * 1024));
    let mut pane = DocPane::json(Bytes::from(one));
    assert!(screen(&mut pane, 40, 3).contains("xxx…"));
}

#[test]
fn a_hundred_thousand_lines_scroll() {
    let text: String = (0..100_000).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "line {number}");
        text
    });
    let mut pane = DocPane::plain(Bytes::from(text));
    screen(&mut pane, 40, 10);
    for _ in 0..1000 {
        pane.scroll(3);
    }
    assert_eq!(screen(&mut pane, 40, 2), "▌ line 3000\n  line 3001\n");
    assert!(pane.asked <= 12);
    pane.scroll(i32::MAX);
    assert_eq!(screen(&mut pane, 40, 2), "▌ line 99998\n  line 99999\n");
    pane.scroll(i32::MIN);
    pane.click(1, 5);
    assert_eq!(pane.position(), "line 2/100000");
}

#[test]
fn nothing_that_acts_reaches_the_screen() {
    let text = "{\"a\":\"\u{9b}31m \u{202e} \u{7f}\"}\n";
    let mut json = DocPane::json(Bytes::from(text));
    let mut plain = DocPane::plain(Bytes::from_static(b"\x1b]0;title\x07\r\n\tx\x00"));
    for pane in [&mut json, &mut plain] {
        let seen = screen(pane, 40, 4);
        assert!(!seen.chars().any(|c| c != '\n' && mcp_inspector_core::terminal::acts(c)), "{seen:?}");
    }
    assert!(screen(&mut plain, 40, 4).contains("␛]0;title␇"));
}

proptest! {
    #[test]
    fn no_keys_panic_and_the_cursor_is_seen(
        is_json in any::<bool>(),
        keys in proptest::collection::vec(any_key(), 0..40),
        width in 0u16..30,
        height in 0u16..9,
    ) {
        let text = Bytes::from_static(SMALL.as_bytes());
        let mut pane = if is_json { DocPane::json(text) } else { DocPane::plain(text) };
        pane.search("a");
        for key in keys {
            pane.handle(key);
            screen(&mut pane, width, height);
            prop_assert!(pane.cursor < pane.total());
            prop_assert!(pane.cursor >= pane.top && pane.cursor < pane.top + pane.height());
            pane.selected_text();
        }
    }
}
