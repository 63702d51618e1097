//! What is drawn can be read on light and on dark terminals, in every view.

use super::{Face, recorded};
use crate::event::{Event, Mood};
use crate::theme::{Colours, Theme};
use ratatui::style::{Color, Modifier};

#[test]
fn no_cell_of_any_view_has_a_colour_that_vanishes_somewhere() {
    let whole = recorded("typescript-2025-11-25");
    for colours in [Colours::Many, Colours::Sixteen, Colours::None] {
        let theme = Theme::new(colours);
        let known: Vec<Color> = theme.all().iter().filter_map(|style| style.fg).collect();
        for keys in [
            "1",
            "1<Enter>",
            "1<Tab><Tab>",
            "2",
            "2<Enter>]",
            "3",
            "4",
            "5",
            "6",
            "6a",
            "i",
            "?",
            "<^K>a",
            ":",
        ] {
            let mut face = Face::live(140, 42, &whole);
            face.state.theme = theme;
            face.state.tell("told", Mood::Bad);
            face.take_in(Event::Resize);
            face.keys(keys);
            for cell in face.terminal.backend().buffer().content() {
                let is_known = cell.fg == Color::Reset || known.contains(&cell.fg);
                assert!(is_known && cell.bg == Color::Reset, "{colours:?} {keys}: {cell:?}");
                let is_faint = cell.fg != Color::Reset && cell.modifier.contains(Modifier::DIM);
                assert!(!is_faint, "{colours:?} {keys}: {cell:?}");
            }
        }
    }
}

#[test]
fn what_a_server_paints_white_is_read_on_white() {
    let line =
        "\u{1b}[97mwhite \u{1b}[93mpale \u{1b}[38;2;250;250;250mnearly \u{1b}[0;30mblack \u{1b}[31mred";
    let recording = [
        serde_json::json!({ "mcpInspectorRecording": 1, "target": "t", "place": "t", "openedUnixMs": 0 }),
        serde_json::json!({ "seq": 1, "atNs": 1, "kind": "stderr", "line": line }),
    ];
    let mut face = Face::live(100, 30, &recording.map(|line| line.to_string()).join("\n"));
    face.keys("5");
    assert!(face.screen().contains("white pale nearly black red"), "{}", face.screen());
    let known: Vec<Color> = face.state.theme.all().iter().filter_map(|style| style.fg).collect();
    let cells = face.terminal.backend().buffer().content();
    assert!(cells.iter().all(|cell| cell.fg == Color::Reset || known.contains(&cell.fg)));
}
