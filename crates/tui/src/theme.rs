//! The styles of the face, by meaning: from the sixteen colours of the terminal, or none.

use ratatui::style::{Color, Modifier, Style};

/// The styles: with colours, or with weight and reverse alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    has_colour: bool,
    text: Style,
    dim: Style,
    accent: Style,
    ok: Style,
    warn: Style,
    error: Style,
    selected: Style,
    key: Style,
    string: Style,
    number: Style,
}

impl Theme {
    /// A theme with the terminal's own colours, or with none.
    pub(crate) fn new(colour: bool) -> Self {
        let with = |hue: Color| if colour { Style::new().fg(hue) } else { Style::new() };
        Theme {
            has_colour: colour,
            text: Style::new(),
            dim: Style::new().add_modifier(Modifier::DIM),
            accent: with(Color::Cyan).add_modifier(Modifier::BOLD),
            ok: with(Color::Green),
            warn: with(Color::Yellow),
            error: with(Color::Red).add_modifier(Modifier::BOLD),
            selected: Style::new().add_modifier(Modifier::REVERSED),
            key: with(Color::Blue),
            string: with(Color::Green),
            number: with(Color::Magenta),
        }
    }

    /// Plain text, in the terminal's own colour.
    /// Whether colours may be used at all.
    pub(crate) fn has_colour(self) -> bool {
        self.has_colour
    }

    pub(crate) fn text(&self) -> Style {
        self.text
    }

    /// What is less in need of reading.
    pub(crate) fn dim(&self) -> Style {
        self.dim
    }

    /// Names and titles.
    pub(crate) fn accent(&self) -> Style {
        self.accent
    }

    /// What went well.
    pub(crate) fn ok(&self) -> Style {
        self.ok
    }

    /// What a person should look at.
    pub(crate) fn warn(&self) -> Style {
        self.warn
    }

    /// What failed.
    pub(crate) fn error(&self) -> Style {
        self.error
    }

    /// The row or the field that the keys act on.
    pub(crate) fn selected(&self) -> Style {
        self.selected
    }

    /// The border of a pane without the focus.
    pub(crate) fn border(&self) -> Style {
        self.dim
    }

    /// The border of the pane with the focus.
    pub(crate) fn border_focused(&self) -> Style {
        self.accent
    }

    /// The name of a member of JSON.
    pub(crate) fn key(&self) -> Style {
        self.key
    }

    /// A string of JSON.
    pub(crate) fn string(&self) -> Style {
        self.string
    }

    /// A number, a boolean or null of JSON.
    pub(crate) fn number(&self) -> Style {
        self.number
    }
}
