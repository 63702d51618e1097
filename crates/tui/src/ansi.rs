//! Lines that are made for terminals, as programs write them to stderr: their colours are kept as styles,
//! and everything else that would act on a terminal is left out.

use ratatui::style::{Color, Modifier, Style};
use std::iter::Peekable;
use std::str::Chars;

/// How much of a line is looked at. No screen is that wide.
const LONGEST: usize = 8192;

/// A line in pieces of one style each, without anything that acts.
pub(crate) fn pieces(line: &str) -> Vec<(String, Style)> {
    let mut pieces: Vec<(String, Style)> = Vec::new();
    let mut style = Style::new();
    let mut text = String::new();
    let end = (0..=LONGEST.min(line.len())).rev().find(|end| line.is_char_boundary(*end)).unwrap_or_default();
    let mut letters = line[..end].chars().peekable();
    while let Some(letter) = letters.next() {
        let next = match letter {
            '\u{1b}' => sequence(&mut letters, style),
            '\u{9b}' => control(&mut letters, style),
            letter => {
                text.push(letter);
                continue;
            }
        };
        if next != style {
            if !text.is_empty() {
                pieces.push((std::mem::take(&mut text), style));
            }
            style = next;
        }
    }
    if !text.is_empty() {
        pieces.push((text, style));
    }
    pieces
}

/// A line without its sequences.
pub(crate) fn plain(line: &str) -> String {
    pieces(line).into_iter().map(|(text, _)| text).collect()
}

/// What follows an escape; the style after it.
fn sequence(letters: &mut Peekable<Chars<'_>>, style: Style) -> Style {
    match letters.peek() {
        Some('[') => {
            letters.next();
            control(letters, style)
        }
        // Titles, links, the clipboard: they end with a bell, or with another escape and a backslash.
        Some(']' | 'P' | 'X' | '^' | '_') => {
            while let Some(letter) = letters.next() {
                if matches!(letter, '\u{7}' | '\u{9c}') {
                    break;
                }
                if letter == '\u{1b}' {
                    letters.next_if_eq(&'\\');
                    break;
                }
            }
            style
        }
        Some(' '..='/') => {
            while letters.next_if(|letter| matches!(letter, ' '..='/')).is_some() {}
            letters.next_if(|letter| matches!(letter, '0'..='~'));
            style
        }
        Some('0'..='~') => {
            letters.next();
            style
        }
        _ => style,
    }
}

/// A control sequence; only those about looks matter.
fn control(letters: &mut Peekable<Chars<'_>>, style: Style) -> Style {
    let mut parameters = String::new();
    while let Some(letter) = letters.next_if(|letter| matches!(letter, ' '..='?')) {
        parameters.push(letter);
    }
    match letters.next_if(|letter| matches!(letter, '@'..='~')) {
        Some('m') => dressed(style, &parameters),
        _ => style,
    }
}

/// A style changed by the numbers of a sequence.
fn dressed(mut style: Style, parameters: &str) -> Style {
    let mut numbers = parameters.split([';', ':']).map(|number| number.parse::<u8>().unwrap_or_default());
    while let Some(number) = numbers.next() {
        style = match number {
            0 => Style::new(),
            1 => style.add_modifier(Modifier::BOLD),
            2 => style.add_modifier(Modifier::DIM),
            3 => style.add_modifier(Modifier::ITALIC),
            4 => style.add_modifier(Modifier::UNDERLINED),
            7 => style.add_modifier(Modifier::REVERSED),
            22 => style.remove_modifier(Modifier::BOLD | Modifier::DIM),
            23 => style.remove_modifier(Modifier::ITALIC),
            24 => style.remove_modifier(Modifier::UNDERLINED),
            27 => style.remove_modifier(Modifier::REVERSED),
            30..=37 => style.fg(Color::Indexed(number - 30)),
            90..=97 => style.fg(Color::Indexed(number - 82)),
            40..=47 => style.bg(Color::Indexed(number - 40)),
            100..=107 => style.bg(Color::Indexed(number - 92)),
            38 | 48 => {
                let colour = match (numbers.next(), &mut numbers) {
                    (Some(5), rest) => rest.next().map(Color::Indexed),
                    (Some(2), rest) => match (rest.next(), rest.next(), rest.next()) {
                        (Some(red), Some(green), Some(blue)) => Some(Color::Rgb(red, green, blue)),
                        _ => None,
                    },
                    _ => None,
                };
                match colour {
                    Some(colour) if number == 38 => style.fg(colour),
                    Some(colour) => style.bg(colour),
                    None => style,
                }
            }
            39 => style.fg(Color::Reset),
            49 => style.bg(Color::Reset),
            _ => style,
        };
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn colours_become_styles_and_the_rest_is_left_out() {
        let red = Style::new().fg(Color::Indexed(1));
        assert_eq!(
            pieces("a\u{1b}[31mred\u{1b}[0m b"),
            [("a".to_owned(), Style::new()), ("red".to_owned(), red), (" b".to_owned(), Style::new())]
        );
        assert_eq!(pieces("\u{1b}[38;5;208mx"), [("x".to_owned(), Style::new().fg(Color::Indexed(208)))]);
        assert_eq!(pieces("\u{1b}[48;2;1;2;3mx"), [("x".to_owned(), Style::new().bg(Color::Rgb(1, 2, 3)))]);
        assert_eq!(plain("\u{1b}]0;title\u{7}a\u{1b}[2Jb\u{1b}(Bc\u{1b}]8;;http://x\u{1b}\\d"), "abcd");
        assert_eq!(plain("\u{9b}31mx\u{1b}cy\u{1b}"), "xy");
        assert_eq!(plain("\u{1b}[31"), "");
    }

    proptest! {
        #[test]
        fn no_sequence_survives_and_nothing_panics(line in "[a\u{1b}\u{9b}\\[\\]m;0-9:?P\\\\\u{7}日]{0,40}") {
            let text = plain(&line);
            let acts = text.contains(['\u{1b}', '\u{9b}']);
            prop_assert!(!acts);
        }

        #[test]
        fn a_line_without_sequences_stays_as_it_is(line in "[^\u{1b}\u{9b}]{0,60}") {
            prop_assert_eq!(plain(&line), line);
        }
    }
}
