//! The styles of the face, by meaning: from the sixteen colours of the terminal, or none.

use ratatui::style::{Color, Modifier, Style};

/// Which styles there are: with colours, or with weight and reverse alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    colour: bool,
}

impl Theme {
    /// A theme with the terminal's own colours, or with none.
    pub(crate) fn new(colour: bool) -> Self {
        Self { colour }
    }

    fn with(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Plain text, in the terminal's own colour.
    pub(crate) fn text(self) -> Style {
        Style::new()
    }

    /// What is less in need of reading.
    pub(crate) fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Names and titles.
    pub(crate) fn accent(self) -> Style {
        self.with(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// What went well.
    pub(crate) fn ok(self) -> Style {
        self.with(Color::Green)
    }

    /// What a person should look at.
    pub(crate) fn warn(self) -> Style {
        self.with(Color::Yellow)
    }

    /// What failed.
    pub(crate) fn error(self) -> Style {
        self.with(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// The row or the field that the keys act on.
    pub(crate) fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The border of a pane without the focus.
    pub(crate) fn border(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// The border of the pane with the focus.
    pub(crate) fn border_focused(self) -> Style {
        self.with(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// The name of a member of JSON.
    pub(crate) fn key(self) -> Style {
        self.with(Color::Blue)
    }

    /// A string of JSON.
    pub(crate) fn string(self) -> Style {
        self.with(Color::Green)
    }

    /// A number, a boolean or null of JSON.
    pub(crate) fn number(self) -> Style {
        self.with(Color::Magenta)
    }
}
