//! The terminal: taken over while we draw, and given back as it was, however we end.

mod apart;

use apart::Apart;
use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, Stdout, Write as _};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is ours now.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal, ours as long as this is kept.
pub(crate) struct Screen {
    /// Never dropped: it would show the cursor, which is done already, and tell on stderr that it cannot when the
    /// terminal is gone, which is a panic where stderr is that terminal.
    pub(crate) terminal: ManuallyDrop<Terminal<Apart<CrosstermBackend<Stdout>>>>,
}

impl Screen {
    /// Takes the terminal over. A panic gives it back before it is told.
    pub(crate) fn take() -> io::Result<Self> {
        let told = std::panic::take_hook();
        let main = std::thread::current().id();
        std::panic::set_hook(Box::new(move |panic| {
            // One elsewhere is dealt with there, and must not be written over what is drawn.
            if std::thread::current().id() == main {
                release();
                told(panic);
            }
        }));
        enter()?;
        match Terminal::new(Apart(CrosstermBackend::new(io::stdout()))) {
            Ok(terminal) => Ok(Screen { terminal: ManuallyDrop::new(terminal) }),
            Err(error) => {
                release();
                Err(error)
            }
        }
    }

    /// Gives the terminal to others for a while.
    pub(crate) fn lend<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        release();
        let done = work();
        enter()?;
        self.refresh()?;
        Ok(done)
    }

    /// Has everything drawn anew.
    pub(crate) fn refresh(&mut self) -> io::Result<()> {
        // Not by `clear`: it asks the terminal for its cursor, and whoever reads keys gets the answer.
        let size = self.terminal.size()?;
        self.terminal.resize(size.into())
    }

    /// Writes something that is not drawn.
    pub(crate) fn write(&mut self, sequence: &str) -> io::Result<()> {
        let out = &mut self.terminal.backend_mut().0;
        out.write_all(sequence.as_bytes())?;
        io::Write::flush(out)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        release();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::SeqCst);
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// Gives the terminal back as it was, if it is ours.
fn release() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // Whatever cannot be undone now can never be.
        let _ =
            execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
