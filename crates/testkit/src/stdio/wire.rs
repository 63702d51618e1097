//! The outgoing bytes of a session: how lines end, and what stands between them.

use crate::behaviour::Behaviour;
use std::io::{self, BufWriter, Write};
use std::thread;
use std::time::Duration;

pub(super) struct Wire<W: Write> {
    output: BufWriter<W>,
    style: Style,
}

#[derive(Debug, Clone, Copy)]
enum Style {
    Plain,
    Crlf,
    EmptyLines,
    SplitCharacters,
}

impl<W: Write> Wire<W> {
    pub(super) fn new(output: W, behaviour: &Behaviour) -> Self {
        let style = match behaviour {
            Behaviour::Crlf => Style::Crlf,
            Behaviour::EmptyLines => Style::EmptyLines,
            Behaviour::Utf8Split => Style::SplitCharacters,
            _ => Style::Plain,
        };
        Self { output: BufWriter::with_capacity(64 << 10, output), style }
    }

    /// Writes one line in the behaviour's style.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        match self.style {
            Style::Plain => self.pieces(&[text, "\n"])?,
            Style::Crlf => self.pieces(&[text, "\r\n"])?,
            Style::EmptyLines => self.pieces(&["\n", text, "\n\n"])?,
            Style::SplitCharacters => {
                self.in_splinters(text.as_bytes())?;
                self.pieces(&["\n"])?;
            }
        }
        self.flush()
    }

    /// Writes these pieces as they are; they may stay in the buffer.
    pub(super) fn pieces(&mut self, pieces: &[&str]) -> io::Result<()> {
        for piece in pieces {
            self.output.write_all(piece.as_bytes())?;
        }
        Ok(())
    }

    /// Writes `filler` `count` times; it may stay in the buffer.
    pub(super) fn repeat(&mut self, filler: u8, count: usize) -> io::Result<()> {
        let chunk = [filler; 4096];
        let mut left = count;
        while left > 0 {
            let now = left.min(chunk.len());
            self.output.write_all(&chunk[..now])?;
            left -= now;
        }
        Ok(())
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    pub(super) fn junk_before(&mut self) -> io::Result<()> {
        self.output.write_all(b"testkit is starting...\n")?;
        self.output.write_all(b"caf\xe9 \xff\xfe not UTF-8\n")?;
        self.output.write_all(b"{\"level\":\"info\",\"msg\":\"started\"}\n")?;
        self.flush()
    }

    pub(super) fn junk(&mut self) -> io::Result<()> {
        self.output.write_all(b"DEBUG about to answer\n")?;
        self.flush()
    }

    fn in_splinters(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut written = 0;
        for (at, byte) in bytes.iter().enumerate() {
            let inside_a_character = byte & 0b1100_0000 == 0b1000_0000;
            if inside_a_character {
                self.output.write_all(&bytes[written..at])?;
                self.flush()?;
                written = at;
                // A pipe joins what is written before the reader wakes up.
                thread::sleep(Duration::from_millis(1));
            }
        }
        self.output.write_all(&bytes[written..])
    }
}
