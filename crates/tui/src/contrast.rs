//! How well a colour is seen on a background: by the numbers of WCAG, for colours that look alike everywhere.

use ratatui::style::Color;

/// Red, green and blue.
pub(crate) type Rgb = (u8, u8, u8);

pub(crate) const WHITE: Rgb = (255, 255, 255);
pub(crate) const BLACK: Rgb = (0, 0, 0);

/// What a colour is made of; none for the first sixteen, which are whatever a terminal likes.
pub(crate) fn rgb(colour: Color) -> Option<Rgb> {
    let step = |part: u8| if part == 0 { 0 } else { 55 + part * 40 };
    match colour {
        Color::Rgb(red, green, blue) => Some((red, green, blue)),
        Color::Indexed(number @ 16..=231) => {
            let place = number - 16;
            Some((step(place / 36), step(place / 6 % 6), step(place % 6)))
        }
        Color::Indexed(number @ 232..) => {
            let grey = 8 + (number - 232) * 10;
            Some((grey, grey, grey))
        }
        _ => None,
    }
}

/// The contrast between two colours: 1 for none, 21 for black on white.
pub(crate) fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The contrast where it is least: on white, or on black.
pub(crate) fn least(colour: Rgb) -> f64 {
    contrast(colour, WHITE).min(contrast(colour, BLACK))
}

fn luminance((red, green, blue): Rgb) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_on_black_is_all_there_is_and_yellow_on_white_next_to_nothing() {
        assert!((contrast(WHITE, BLACK) - 21.0).abs() < 0.01);
        assert!(contrast((255, 255, 0), WHITE) < 1.1);
        assert_eq!(rgb(Color::Indexed(30)), Some((0, 135, 135)));
        assert_eq!(rgb(Color::Indexed(244)), Some((128, 128, 128)));
        assert_eq!(rgb(Color::Indexed(7)), None);
    }
}
