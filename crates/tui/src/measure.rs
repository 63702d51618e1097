//! How long it takes to draw long sessions, and how much memory their rows take: for the benchmark.

use crate::draw::draw;
use crate::event::Event;
use crate::server::Source;
use crate::state::{State, View};
use crate::theme::{Colours, Theme};
use bytes::Bytes;
use jiff::tz::TimeZone;
use mcp_inspector_engine::core::entry::FORMAT_VERSION;
use mcp_inspector_engine::record::Reader;
use mcp_inspector_engine::{At, Direction, Entry, EntryKind, Frame, Seq, Session};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::json;
use std::time::Instant;

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Until all entries are rows.
    pub fold_ms: f64,
    /// Until a filter has found its rows.
    pub filter_ms: f64,
    /// One screen, when someone moves.
    pub frame_ms: f64,
    /// One screen, when something happened.
    pub news_ms: f64,
    /// The memory beyond the log, as the system counts it.
    pub held_kb: u64,
}

/// How many entries come one by one.
const NEWS: u32 = 10;

/// Measures a session of that many entries in a terminal of 140 by 42. Memory is told as it grows from before to
/// after, so each size wants a process of its own.
pub fn measure(entries: u64) -> Measured {
    let session = session(entries + u64::from(NEWS));
    let before = resident_kb();
    let mut state = State::new(Theme::new(Colours::Many), TimeZone::UTC, "mcp.json".into());
    // Of a size that is always valid.
    let mut terminal =
        Terminal::new(TestBackend::new(140, 42)).expect("a terminal in memory has nothing that could fail");
    let fold_ms = millis(|| {
        let place = state.add("bench", Source::Typed, None);
        state.servers[place].show_until(session, Seq(entries));
        state.current = place;
        state.go(View::Timeline);
        state.settle();
    });
    let mut shown = |state: &mut State| {
        millis(|| {
            terminal
                .draw(|frame| draw(state, frame))
                .expect("a terminal in memory has nothing that could fail");
        })
    };
    let mut frame_ms = 0.0;
    for _ in 0..100 {
        let moved = millis(|| drop(state.update(Event::Key(crossterm::event::KeyCode::Up.into()))));
        frame_ms += (moved + shown(&mut state)) / 100.0;
    }
    // Whoever follows sees what comes.
    state.update(Event::Key(crossterm::event::KeyCode::End.into()));
    let mut news_ms = 0.0;
    for more in 1..=NEWS {
        let rows = state.servers[0].timeline.last_seq();
        let folded = millis(|| {
            state.servers[0].catch_up_until(Seq(entries + u64::from(more)));
            state.settle();
        });
        assert!(rows < state.servers[0].timeline.last_seq(), "there is one more entry");
        news_ms += (folded + shown(&mut state)) / f64::from(NEWS);
    }
    let filter_ms = millis(|| {
        state.set_filter("method:tools/* dur:>1ms");
        state.settle();
    });
    Measured { fold_ms, filter_ms, frame_ms, news_ms, held_kb: resident_kb().saturating_sub(before) }
}

/// What was measured of a large answer.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredAnswer {
    /// Until it is on the screen, laid out as JSON.
    pub open_ms: f64,
    /// One screen, when someone goes a page down.
    pub page_ms: f64,
    /// Until the end is on the screen.
    pub end_ms: f64,
    /// Until a text near its end was found.
    pub search_ms: f64,
    /// The memory beyond the log, as the system counts it.
    pub held_kb: u64,
}

/// Measures an answer of about that many bytes in a terminal of 140 by 42.
pub fn measure_answer(bytes: usize) -> MeasuredAnswer {
    let item =
        |number: usize| format!(r#"{{"number":{number},"nested":{{"says":"a value of some length"}}}}"#);
    let items: Vec<String> = (0..bytes / item(10_000).len()).map(item).collect();
    let last = format!("\"number\": {}", items.len() - 1);
    let session = replayed(vec![
        (
            Direction::Sent,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#.to_owned(),
        ),
        (
            Direction::Received,
            format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"items":[{}]}}}}"#, items.join(",")),
        ),
    ]);
    drop(items);
    let before = resident_kb();
    let mut state = State::new(Theme::new(Colours::Many), TimeZone::UTC, "mcp.json".into());
    let mut terminal =
        Terminal::new(TestBackend::new(140, 42)).expect("a terminal in memory has nothing that could fail");
    let place = state.add("bench", Source::Typed, None);
    state.current = place;
    let mut shown = |state: &mut State| {
        terminal.draw(|frame| draw(state, frame)).expect("a terminal in memory has nothing that could fail");
    };
    let open_ms = millis(|| {
        state.servers[place].show(session);
        state.go(View::Timeline);
        state.settle();
        shown(&mut state);
    });
    state.focus = crate::state::Focus::Detail;
    let mut key = |state: &mut State, code: crossterm::event::KeyCode| {
        millis(|| {
            drop(state.update(Event::Key(code.into())));
            shown(state);
        })
    };
    let page_ms = (0..100).map(|_| key(&mut state, crossterm::event::KeyCode::PageDown)).sum::<f64>() / 100.0;
    let end_ms = key(&mut state, crossterm::event::KeyCode::End);
    key(&mut state, crossterm::event::KeyCode::Home);
    let search_ms = millis(|| {
        state.detail_page.doc.search(&last);
    });
    MeasuredAnswer { open_ms, page_ms, end_ms, search_ms, held_kb: resident_kb().saturating_sub(before) }
}

fn millis(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64() * 1e3
}

fn resident_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or_default()
}

/// Calls and their answers, with notifications between them.
fn session(entries: u64) -> Session {
    let frame = |number: u64| {
        let id = number / 3;
        match number % 3 {
            0 => (
                Direction::Sent,
                format!(
                    r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"echo","arguments":{{"message":"{number}"}}}}}}"#
                ),
            ),
            1 => (
                Direction::Received,
                format!(
                    r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":"line {number}"}}}}"#
                ),
            ),
            _ => (
                Direction::Received,
                format!(
                    r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"{number}"}}]}}}}"#
                ),
            ),
        }
    };
    replayed((0..entries).map(frame))
}

/// The session of a recording with these frames.
fn replayed(frames: impl IntoIterator<Item = (Direction, String)>) -> Session {
    let entry = |(place, (direction, text)): (u64, (Direction, String))| {
        let frame = Frame::read(Bytes::from(text));
        let kind = EntryKind::Frame { direction, frame, exchange: None, masked: false, call: None };
        Entry { seq: Seq(place + 1), at: At::from_millis(place), kind }
    };
    let header = json!({
        "mcpInspectorRecording": FORMAT_VERSION, "target": "bench", "place": "bench", "openedUnixMs": 0,
    });
    let mut reader = Reader::new("bench");
    let lines = std::iter::once(header.to_string())
        .chain((0..).zip(frames).map(|one| serde_json::to_string(&entry(one)).unwrap_or_default()));
    for line in lines {
        reader.line(line.as_bytes()).expect("the lines are those of a recording");
    }
    Session::replay_recording(reader.finish().expect("the recording has a header"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_measured_after_one_more_entry_has_one_more() {
        // It says so itself when there is none.
        let measured = measure(60);
        assert!(measured.news_ms > 0.0 && measured.frame_ms > 0.0, "{measured:?}");
    }

    #[test]
    fn entries_are_folded_in_as_far_as_wanted() {
        let mut state = State::new(Theme::new(Colours::Many), TimeZone::UTC, "mcp.json".into());
        let place = state.add("bench", Source::Typed, None);
        state.servers[place].show_until(session(9_000), Seq(5_000));
        assert_eq!(state.servers[place].timeline.last_seq(), Seq(5_000));
        state.servers[place].catch_up_until(Seq(5_001));
        assert_eq!(state.servers[place].timeline.last_seq(), Seq(5_001));
        state.servers[place].catch_up();
        assert_eq!(state.servers[place].timeline.last_seq(), Seq(9_000));
    }
}
