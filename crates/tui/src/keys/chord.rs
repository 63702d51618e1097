//! One key with its modifiers, as tables name it and people read it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::fmt;

/// A key with its modifiers. Shift counts as part of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chord {
    code: KeyCode,
    control: bool,
    alt: bool,
}

pub(super) const fn letter(letter: char) -> Chord {
    Chord { code: KeyCode::Char(letter), control: false, alt: false }
}

pub(super) const fn ctrl(letter: char) -> Chord {
    Chord { code: KeyCode::Char(letter), control: true, alt: false }
}

pub(super) const fn named(code: KeyCode) -> Chord {
    Chord { code, control: false, alt: false }
}

pub(super) const fn alt(code: KeyCode) -> Chord {
    Chord { code, control: false, alt: true }
}

impl Chord {
    /// Whether that key was pressed.
    pub(crate) fn is(self, key: &KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let code = match key.code {
            KeyCode::Char(letter) if control => KeyCode::Char(letter.to_ascii_lowercase()),
            code => code,
        };
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        code == self.code && control == self.control && alt == self.alt
    }

    /// The key as a terminal would tell of it.
    #[cfg(test)]
    pub(crate) fn pressed(self) -> KeyEvent {
        let mut modifiers = KeyModifiers::NONE;
        modifiers.set(KeyModifiers::CONTROL, self.control);
        modifiers.set(KeyModifiers::ALT, self.alt);
        KeyEvent::new(self.code, modifiers)
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.alt {
            f.write_str("M-")?;
        }
        match self.code {
            KeyCode::Char(' ') => f.write_str("Space"),
            KeyCode::Char(letter) if self.control => write!(f, "^{}", letter.to_ascii_uppercase()),
            KeyCode::Char(letter) => write!(f, "{letter}"),
            KeyCode::Up => f.write_str("↑"),
            KeyCode::Down => f.write_str("↓"),
            KeyCode::Left => f.write_str("←"),
            KeyCode::Right => f.write_str("→"),
            KeyCode::PageUp => f.write_str("PgUp"),
            KeyCode::PageDown => f.write_str("PgDn"),
            KeyCode::BackTab => f.write_str("S-Tab"),
            KeyCode::F(number) => write!(f, "F{number}"),
            code => write!(f, "{code:?}"),
        }
    }
}
