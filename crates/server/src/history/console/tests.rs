use super::*;
use std::io;
use std::sync::mpsc::Sender;

/// Hands on what is written.
struct Watched(Sender<String>);

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(String::from_utf8(bytes.to_vec()).unwrap()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn watched(style: Style) -> (Console, Receiver<String>) {
    let (sender, seen) = mpsc::channel();
    (Console::new(Box::new(Watched(sender)), style), seen)
}

fn pretty(colour: bool) -> Style {
    Style::Pretty { colour, zone: TimeZone::UTC }
}

fn next(seen: &Receiver<String>) -> String {
    seen.recv_timeout(Duration::from_secs(10)).expect("a line is shown")
}

const LINE: &str = "{\"ts\":1732968184000,\"level\":\"info\",\"type\":\"app\",\"message\":\"Server process started\",\
    \"data\":{\"serverId\":\"abc123\",\"pid\":12345,\"args\":[\"a b\"],\"why\":\"two words\",\"none\":\"\"}}\n";

#[test]
fn people_get_a_short_line_with_the_time_of_their_day() {
    let (console, seen) = watched(pretty(false));
    console.show(LINE.as_bytes());
    assert_eq!(
        next(&seen),
        "12:03:04 INFO  Server process started serverId=abc123 pid=12345 args=[\"a b\"] why=\"two words\" none=\"\"\n"
    );
    let zone = TimeZone::fixed(jiff::tz::offset(5));
    let (console, seen) = watched(Style::Pretty { colour: false, zone });
    console.show(LINE.as_bytes());
    assert!(next(&seen).starts_with("17:03:04 INFO "));
}

#[test]
fn colour_is_for_the_level_and_only_when_wanted() {
    let (console, seen) = watched(pretty(true));
    console.show(b"{\"ts\":0,\"level\":\"warn\",\"type\":\"app\",\"message\":\"m\"}\n");
    assert_eq!(next(&seen), "00:00:00 \u{1b}[33mWARN \u{1b}[0m m\n");
}

#[test]
fn programs_get_the_line_as_it_is_in_the_files() {
    let (console, seen) = watched(Style::Ndjson);
    console.show(LINE.as_bytes());
    assert_eq!(next(&seen), LINE);
}

#[test]
fn nothing_that_is_shown_acts_on_the_terminal() {
    let line = "{\"ts\":0,\"level\":\"error\",\"type\":\"app\",\"message\":\"a\\u001b[2Jb\u{202e}\\nc\",\
        \"data\":{\"k\\u001b\":\"v\u{9b}\",\"l\":{\"x\":\"\u{9b}\"}}}\n";
    for style in [pretty(false), Style::Ndjson] {
        let (console, seen) = watched(style);
        console.show(line.as_bytes());
        let shown = next(&seen);
        assert!(!shown.trim_end_matches('\n').contains(terminal::acts), "{shown:?}");
        assert!(shown.ends_with('\n'));
    }
}

#[test]
fn a_reader_that_stands_still_holds_up_nobody_and_learns_what_it_missed() {
    /// Writes when it is allowed to.
    struct Stuck(Receiver<()>, Watched);
    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            self.1.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (allow, allowed) = mpsc::channel();
    let (sender, seen) = mpsc::channel();
    let console = Console::new(Box::new(Stuck(allowed, Watched(sender))), Style::Ndjson);
    // Returning at all is the point: nothing is read meanwhile.
    for _ in 0..3 * WAITING {
        console.show(LINE.as_bytes());
    }
    for _ in 0..4 * WAITING {
        allow.send(()).unwrap();
    }
    // At least as many as can wait are shown; then there is room again.
    for _ in 0..WAITING {
        assert_eq!(next(&seen), LINE);
    }
    console.show(LINE.as_bytes());
    let rest = (0..3 * WAITING).map(|_| next(&seen)).find(|line| line != LINE).expect("the gap is told");
    assert!(rest.contains("lines of the log were not shown"), "{rest}");
}

#[test]
fn an_output_that_fails_is_no_trouble() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
    let console = Console::new(Box::new(Closed), pretty(true));
    for _ in 0..10 {
        console.show(LINE.as_bytes());
    }
    drop(console);
}
