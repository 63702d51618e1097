//! A script played over a pair of byte streams.

use super::{Part, Script, Step, filled, unknown};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead, Write};

/// Plays a script until the input ends, or a step ends the process: with which code is returned.
/// Every line that comes is written to `record` before anything is done about it.
pub fn serve(
    script: &Script,
    input: impl BufRead,
    output: impl Write,
    record: impl Write,
) -> io::Result<Option<u8>> {
    let mut player = Player {
        script,
        output,
        record,
        counts: BTreeMap::new(),
        events: Vec::new(),
        waiting: VecDeque::new(),
    };
    for line in input.lines() {
        if let Some(code) = player.on_line(&line?)? {
            return Ok(Some(code));
        }
    }
    Ok(None)
}

struct Player<'a, W, R> {
    script: &'a Script,
    output: W,
    record: R,
    counts: BTreeMap<String, usize>,
    /// The methods that have come.
    events: Vec<String>,
    /// Streams that wait: the request's id, and what is left to say.
    waiting: VecDeque<(Value, VecDeque<Part>)>,
}

impl<W: Write, R: Write> Player<'_, W, R> {
    fn on_line(&mut self, line: &str) -> io::Result<Option<u8>> {
        writeln!(self.record, "{line}")?;
        self.record.flush()?;
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        let method = crate::mcp::text_of(&message, "method").to_owned();
        let count = self.counts.entry(method.clone()).or_default();
        *count += 1;
        let id = message.get("id").cloned();
        let step = self.script.step(&method, *count);
        self.events.push(method.clone());
        match (step, id) {
            (Some(Step::Exit(code)), _) => return Ok(Some(*code)),
            (Some(Step::Say(text) | Step::Http { body: text, .. }), id) => {
                self.say(&filled(text, &id.unwrap_or_default()))?;
            }
            (Some(Step::Stream { parts, .. }), id) => {
                self.waiting.push_back((id.unwrap_or_default(), parts.clone().into()));
            }
            (Some(Step::Mute), _) | (None, None) => {}
            (None, Some(id)) => self.say(&filled(&unknown(&method), &id))?,
        }
        self.go_on()?;
        Ok(None)
    }

    /// Says whatever need not wait any more.
    fn go_on(&mut self) -> io::Result<()> {
        for (id, mut parts) in std::mem::take(&mut self.waiting) {
            while let Some(part) = parts.pop_front() {
                match part {
                    Part::Message(text) | Part::Text(text) => self.say(&filled(&text, &id))?,
                    Part::Wait(event) if self.events.contains(&event) => {}
                    wait @ Part::Wait(_) => {
                        parts.push_front(wait);
                        break;
                    }
                }
            }
            if !parts.is_empty() {
                self.waiting.push_back((id, parts));
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.output.write_all(line.as_bytes())?;
        self.output.write_all(b"\n")?;
        self.output.flush()
    }
}
