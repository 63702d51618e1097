//! The styles of the face, by meaning.
//!
//! Nobody asks a terminal for its background. So the colours are those of the 256 that look alike everywhere and
//! are read on white as on black; terminals with fewer get what is left of sixteen, and weight.

use crate::contrast::{least, rgb};
use ratatui::style::{Color, Modifier, Style};

const TEAL: Color = Color::Indexed(30);
const GREEN: Color = Color::Indexed(28);
const OCHRE: Color = Color::Indexed(130);
const RED: Color = Color::Indexed(161);
const BLUE: Color = Color::Indexed(27);
const MAUVE: Color = Color::Indexed(133);

/// Below this contrast a colour that others chose is not used.
const FAINT: f64 = 2.5;

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    /// None, because someone wants it so.
    None,
    /// Sixteen, of which nobody knows what they look like.
    Sixteen,
    /// 256, the last 240 of which are the same everywhere.
    Many,
}

impl Colours {
    /// What the variables of a terminal say.
    pub(crate) fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let term = variable("TERM").unwrap_or_default();
        if is_set("NO_COLOR") || term == "dumb" {
            return Colours::None;
        }
        let knows = ["256color", "direct", "kitty", "alacritty", "foot", "ghostty", "wezterm"];
        // tmux has them whatever the terminal around it has.
        let has_many = is_set("COLORTERM") || is_set("TMUX") || knows.iter().any(|part| term.contains(part));
        if has_many { Colours::Many } else { Colours::Sixteen }
    }
}

/// The styles: with colours, or with weight and reverse alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    colours: Colours,
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
    /// A theme with as many colours as there are.
    pub(crate) fn new(colours: Colours) -> Self {
        // Of sixteen, only three are read on white and on black in every terminal.
        let with = |many: Color, sixteen: Option<Color>| match (colours, sixteen) {
            (Colours::Many, _) => Style::new().fg(many),
            (Colours::Sixteen, Some(hue)) => Style::new().fg(hue),
            _ => Style::new(),
        };
        Theme {
            colours,
            text: Style::new(),
            dim: Style::new().add_modifier(Modifier::DIM),
            accent: with(TEAL, None).add_modifier(Modifier::BOLD),
            ok: with(GREEN, Some(Color::Green)),
            warn: with(OCHRE, Some(Color::Magenta)),
            error: with(RED, Some(Color::Red)).add_modifier(Modifier::BOLD),
            selected: Style::new().add_modifier(Modifier::REVERSED),
            key: with(BLUE, None),
            string: with(GREEN, Some(Color::Green)),
            number: with(MAUVE, Some(Color::Magenta)),
        }
    }

    /// Whether colours may be used at all.
    pub(crate) fn has_colour(self) -> bool {
        self.colours != Colours::None
    }

    /// A style that a server chose, in colours that can be read here. Those on a background of their own are
    /// its business.
    pub(crate) fn readable(self, style: Style) -> Style {
        if style.bg.is_some_and(|bg| bg != Color::Reset) {
            return style;
        }
        let many = self.colours == Colours::Many;
        let hues = [RED, GREEN, OCHRE, BLUE, MAUVE, TEAL];
        let fg = match style.fg {
            Some(Color::Indexed(number @ (1..=6 | 9..=14))) => {
                let hue = hues.get(usize::from((number - 1) % 8)).copied();
                if many { hue } else { Some(Color::Indexed((number - 1) % 8 + 1)) }
            }
            // Black, white and the greys between: one of them is always the background.
            Some(Color::Indexed(0..=15)) => None,
            Some(colour) if rgb(colour).is_some_and(|rgb| least(rgb) < FAINT) => None,
            other => other,
        };
        let style = Style { fg, ..style };
        // A colour is told apart by itself; dim as well it would be hard to read.
        if fg.is_some() { style.remove_modifier(Modifier::DIM) } else { style }
    }

    /// Plain text, in the terminal's own colour.
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

    /// All of them.
    #[cfg(test)]
    pub(crate) fn all(&self) -> [Style; 10] {
        [
            self.text,
            self.dim,
            self.accent,
            self.ok,
            self.warn,
            self.error,
            self.selected,
            self.key,
            self.string,
            self.number,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contrast::{BLACK, Rgb, WHITE, contrast};

    /// Red, green and magenta as xterm, the Linux console, Windows and GNOME have them.
    const PALETTES: [[Rgb; 3]; 4] = [
        [(205, 0, 0), (0, 205, 0), (205, 0, 205)],
        [(170, 0, 0), (0, 170, 0), (170, 0, 170)],
        [(197, 15, 31), (19, 161, 14), (136, 23, 152)],
        [(192, 28, 40), (38, 162, 105), (163, 71, 186)],
    ];

    #[test]
    fn no_style_vanishes_on_white_or_on_black() {
        for style in Theme::new(Colours::Many).all() {
            assert_eq!(style.bg, None);
            if let Some(colour) = style.fg {
                let rgb = rgb(colour).expect("a colour that is the same everywhere");
                let seen = (contrast(rgb, WHITE), contrast(rgb, BLACK));
                assert!(seen.0 >= 4.0 && seen.1 >= 4.0, "{colour:?} {seen:?}");
            }
        }
        for style in Theme::new(Colours::Sixteen).all() {
            assert_eq!(style.bg, None);
            let place = match style.fg {
                None => continue,
                Some(Color::Red) => 0,
                Some(Color::Green) => 1,
                Some(Color::Magenta) => 2,
                Some(other) => panic!("{other:?} vanishes somewhere"),
            };
            for palette in PALETTES {
                assert!(least(palette[place]) >= 2.0, "{:?} {:?}", style.fg, palette[place]);
            }
        }
        assert!(Theme::new(Colours::None).all().iter().all(|style| style.fg.is_none()));
    }

    #[test]
    fn colours_of_others_are_used_where_they_can_be_read() {
        let theme = Theme::new(Colours::Many);
        let fg = |colour| theme.readable(Style::new().fg(colour)).fg;
        assert_eq!(fg(Color::Indexed(1)), Some(RED));
        assert_eq!(fg(Color::Indexed(11)), Some(OCHRE));
        assert_eq!([0, 7, 8, 15, 231, 16].map(|number| fg(Color::Indexed(number))), [None; 6]);
        assert_eq!(fg(Color::Rgb(255, 255, 200)), None);
        assert_eq!(fg(Color::Indexed(208)), None, "orange is faint on white");
        assert_eq!(fg(Color::Indexed(166)), Some(Color::Indexed(166)));
        let own = Style::new().fg(Color::Indexed(15)).bg(Color::Indexed(1));
        assert_eq!(theme.readable(own), own);
    }

    #[test]
    fn a_terminal_says_how_many_colours_it_has() {
        let of = |set: &[(&str, &str)]| {
            Colours::of(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
        };
        assert_eq!(of(&[("TERM", "xterm-256color")]), Colours::Many);
        assert_eq!(of(&[("TERM", "screen"), ("TMUX", "/tmp/x")]), Colours::Many);
        assert_eq!(of(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]), Colours::Many);
        assert_eq!(of(&[("TERM", "linux")]), Colours::Sixteen);
        assert_eq!(of(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Colours::None);
        assert_eq!(of(&[("TERM", "linux"), ("NO_COLOR", "")]), Colours::Sixteen);
        assert_eq!(of(&[("TERM", "dumb")]), Colours::None);
    }
}
