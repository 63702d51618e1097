//! What terminals do not agree about how wide it is: pictures, and signs of several characters. Wherever such a sign stands, or stood
//! in the frame before, the whole line is written again, so that nothing is left of what took more room than it was given. That
//! it does not move what stands behind it is the matter of `terminal.rs`.

use ratatui::buffer::{Buffer, CellDiffOption};

/// Whether terminals may take another number of columns for it than we do.
pub(crate) fn is_disputed(symbol: &str) -> bool {
    if symbol.is_ascii() {
        return false;
    }
    let mut chars = symbol.chars();
    matches!(
        (chars.next(), chars.next()),
        (Some('\u{ff9e}' | '\u{ff9f}' | '\u{10000}'..), None) | (Some(_), Some(_))
    )
}

/// Has each line written as a whole that has such signs now or had some before. Gives those that have some now.
pub(super) fn settle(buffer: &mut Buffer, before: &[u16]) -> Vec<u16> {
    let area = buffer.area;
    let has_some =
        |buffer: &Buffer, y: u16| (area.left()..area.right()).any(|x| is_disputed(buffer[(x, y)].symbol()));
    let now: Vec<u16> = (area.top()..area.bottom()).filter(|y| has_some(buffer, *y)).collect();
    for y in now.iter().chain(before).filter(|y| (area.top()..area.bottom()).contains(y)) {
        for x in area.left()..area.right() {
            buffer[(x, *y)].set_diff_option(CellDiffOption::AlwaysUpdate);
        }
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    #[test]
    fn a_line_is_written_again_while_it_has_such_signs_and_once_when_they_are_gone() {
        let area = Rect::new(0, 0, 8, 2);
        let written = |before: &mut Buffer, text: &str, disputed: &[u16]| {
            let mut next = Buffer::empty(area);
            next.set_string(0, 0, text, Style::new());
            next.set_string(0, 1, "plain", Style::new());
            let rows = settle(&mut next, disputed);
            let lines: Vec<u16> = before.diff(&next).into_iter().map(|(_, y, _)| y).collect();
            // What is kept of a frame has no options.
            *before = next;
            before.content.iter_mut().for_each(|cell| {
                cell.set_diff_option(CellDiffOption::None);
            });
            (rows, lines.iter().filter(|y| **y == 0).count(), lines.iter().filter(|y| **y == 1).count())
        };
        let mut buffer = Buffer::empty(area);
        let (rows, _, _) = written(&mut buffer, "a👍🏽b", &[]);
        assert_eq!(rows, [0]);
        let (rows, first, second) = written(&mut buffer, "a👍🏽b", &rows);
        assert_eq!((&rows[..], first >= 7, second), (&[0][..], true, 0), "{first}");
        let (rows, first, _) = written(&mut buffer, "plain", &rows);
        assert_eq!((&rows[..], first), (&[][..], 8), "all of it, once more");
        assert_eq!(written(&mut buffer, "plain", &rows), (vec![], 0, 0));
    }

    #[test]
    fn letters_of_one_character_are_agreed_upon_and_signs_of_several_are_not() {
        for agreed in ["a", "ä", "語", "│", "…", "●"] {
            assert!(!is_disputed(agreed), "{agreed}");
        }
        for disputed in ["👍", "👍🏽", "क्षि", "e\u{301}", "ｱ\u{ff9e}", "\u{1d11e}"] {
            assert!(is_disputed(disputed), "{disputed}");
        }
    }
}
