//! Text of servers, fit for one line of a terminal: nothing in it acts, and its width is known.

use mcp_inspector_engine::core::terminal::acts;
use std::borrow::Cow;
use std::time::Duration;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The text with everything replaced that would act on a terminal, or that terminals do not agree about.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| shown(c) != Some(c)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter_map(shown).collect())
}

/// What stands for a character on the screen, if anything does. Characters that nobody sees stand as a dot, so
/// that two texts which differ look different; and what one terminal draws in one column and another in two
/// would leave pieces of itself behind.
fn shown(c: char) -> Option<char> {
    match c {
        ' '..='~' => Some(c),
        '\r' => Some('␍'),
        '\t' => Some(' '),
        '\n' => Some('⏎'),
        c if acts(c) => Some('\u{fffd}'),
        c if is_unseen(c) => Some('·'),
        // The letters of flags.
        '\u{1f1e6}'..='\u{1f1ff}' => char::from_u32(u32::from(c) - 0x1_f1e6 + u32::from('A')),
        c => Some(c),
    }
}

/// Whether nobody sees a character, or what is hidden with it: blanks without width, signs for the direction of
/// text, tags, letters that are nothing, the selectors of variants (of which terminals do not agree how wide they make a
/// picture), and marks that are drawn around the letter behind them, which leave pieces of it where it was.
pub(crate) fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}'
        | '\u{34f}'
        | '\u{600}'..='\u{605}'
        | '\u{61c}'
        | '\u{6dd}'
        | '\u{70f}'
        | '\u{890}'..='\u{891}'
        | '\u{8e2}'
        | '\u{d4e}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2060}'..='\u{206f}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{110bd}'
        | '\u{110cd}'
        | '\u{111c2}'..='\u{111c3}'
        | '\u{1193f}'
        | '\u{11941}'
        | '\u{11a84}'..='\u{11a89}'
        | '\u{11d46}'
        | '\u{11f02}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{13430}'..='\u{13455}'
        | '\u{e0000}'..='\u{e0fff}')
        // Characters that are none.
        || matches!(u32::from(c), 0xfdd0..=0xfdef)
        || u32::from(c) & 0xfffe == 0xfffe
}

/// Many lines with everything replaced that would act on a terminal, but for the ends of lines.
pub(crate) fn clean_lines(text: &str) -> String {
    text.lines().map(clean).collect::<Vec<_>>().join("\n")
}

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The text, cleaned, in at most `columns` columns; what does not fit ends in an ellipsis.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    // A column holds few characters, so what is far behind cannot matter.
    let most = columns.saturating_mul(4).saturating_add(16);
    let head: String = text.chars().take(most).collect();
    let text = clean(&head);
    if text.width() <= columns {
        return text.into_owned();
    }
    let mut taken = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or_default();
        if used + wide + 1 > columns {
            break;
        }
        used += wide;
        taken.push(c);
    }
    if columns > 0 {
        taken.push('…');
    }
    taken
}

/// The text in exactly `columns` columns.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    let mut text = fit(text, columns);
    let missing = columns.saturating_sub(text.width());
    text.extend(std::iter::repeat_n(' ', missing));
    text
}

/// The text in exactly `columns` columns, at their right end.
pub(crate) fn pad_left(text: &str, columns: usize) -> String {
    let text = fit(text, columns);
    let missing = columns.saturating_sub(text.width());
    format!("{}{text}", " ".repeat(missing))
}

/// A text broken into lines of at most `columns` columns, at blanks where there are some; no more than `most`.
/// What is behind those is not looked at: a description may have millions of characters, and is drawn again
/// and again.
pub(crate) fn wrap(text: &str, columns: usize, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        if lines.len() >= most {
            break;
        }
        wrap_line(line, columns.max(1), most, &mut lines);
    }
    lines.truncate(most);
    lines
}

/// The same, with a sign at the end of the last line when there is more.
pub(crate) fn wrap_briefly(text: &str, columns: usize, most: usize) -> Vec<String> {
    let mut lines = wrap(text, columns, most + 1);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            let begun = last.trim_end().trim_end_matches('…').trim_end();
            let whole = format!("{begun} … and more that does not fit here");
            let short = format!("{begun} …");
            *last = match (width(&whole) <= columns, width(&short) <= columns) {
                (true, _) => whole,
                (false, true) => short,
                // One column more than there are, so that the sign takes the place of a letter.
                (false, false) => fit(&format!("{begun}xx"), columns),
            };
        }
    }
    lines
}

fn wrap_line(line: &str, columns: usize, most: usize, lines: &mut Vec<String>) {
    let (mut current, mut used) = (String::new(), 0);
    // Behind the last blank of the line at hand; and whether the text was broken before.
    let (mut blank, mut is_begun) = (None, false);
    for c in line.chars().filter_map(shown) {
        let wide = c.width().unwrap_or_default();
        while used + wide > columns && !current.is_empty() {
            // A word that ends where the line does stays in it.
            let at = blank.take().filter(|_| c != ' ');
            let rest = at.map_or_else(String::new, |at| current.split_off(at));
            lines.push(std::mem::replace(&mut current, rest));
            used = current.width();
            is_begun = true;
            if lines.len() >= most {
                return;
            }
        }
        // A blank at which a line was broken is not shown.
        if c == ' ' && current.is_empty() && is_begun {
            continue;
        }
        current.push(c);
        used += wide;
        if c == ' ' {
            blank = Some(current.len());
        }
    }
    if !current.is_empty() || line.is_empty() {
        lines.push(current);
    }
}

/// A time span in few characters.
#[expect(clippy::cast_precision_loss, reason = "a few digits are shown")]
pub(crate) fn span(nanos: u64) -> String {
    let nanos = nanos as f64;
    match nanos {
        n if n < 1e6 => format!("{:.0}µs", n / 1e3),
        n if n < 1e7 => format!("{:.1}ms", n / 1e6),
        n if n < 1e9 => format!("{:.0}ms", n / 1e6),
        n if n < 6e10 => format!("{:.1}s", n / 1e9),
        n => format!("{:.0}m{:02.0}s", (n / 6e10).floor(), (n / 1e9).rem_euclid(60.0).floor()),
    }
}

/// A countdown in minutes and seconds.
pub(crate) fn countdown(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A size in few characters.
#[expect(clippy::cast_precision_loss, reason = "a few digits are shown")]
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} kB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MB", bytes as f64 / 1_048_576.0),
    }
}

/// One thing, or several.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_servers_cannot_act_and_fits_its_columns() {
        assert_eq!(clean("a\u{1b}[31mb\tc\nd\u{202e}"), "a\u{fffd}[31mb c⏎d\u{fffd}");
        assert_eq!(fit("hello", 5), "hello");
        assert_eq!(fit("hello!", 5), "hell…");
        assert_eq!(fit("日本語", 5), "日本…");
        assert_eq!(pad("日本語", 5), "日本…");
        assert_eq!(pad("日本語", 4), "日… ");
        assert_eq!(pad_left("7", 3), "  7");
        assert_eq!(fit("x", 0), "");
    }

    #[test]
    fn what_is_cut_ends_in_one_sign() {
        for columns in 4..60 {
            let lines = wrap_briefly("one two three four five six … seven eight nine ten", columns, 1);
            let last = &lines[0];
            assert!(
                width(last) <= columns && !last.contains("……") && !last.contains("… …"),
                "{columns}: {last}"
            );
            assert!(last.contains('…') || columns >= 50, "{columns}: {last}");
        }
    }

    #[test]
    fn lines_are_broken_at_blanks_and_long_words_anywhere() {
        assert_eq!(wrap("one two three", 8, 9), ["one two ", "three"]);
        assert_eq!(wrap("abcdefghij", 4, 9), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("a\n\nb", 4, 9), ["a", "", "b"]);
        assert_eq!(wrap("日本語", 1, 9), ["日", "本", "語"]);
        assert_eq!(wrap("ab cd", 2, 9), ["ab", "cd"]);
        assert_eq!(wrap("aa bbbbbbb c", 4, 9), ["aa ", "bbbb", "bbb ", "c"]);
        assert_eq!(wrap("  indented", 20, 9), ["  indented"]);
        assert_eq!(wrap("ab cd ef", 3, 2), ["ab ", "cd "]);
        assert_eq!(wrap_briefly("one two three", 9, 1), ["one two …"]);
        assert_eq!(wrap_briefly("one two", 9, 1), ["one two"]);
    }

    #[test]
    fn what_is_behind_the_lines_that_are_shown_costs_nothing() {
        // A quadratic way through this would take minutes.
        let endless = "x".repeat(20_000_000);
        assert_eq!(wrap(&endless, 80, 3).len(), 3);
        assert_eq!(wrap(&endless[..2_000_000], 80, usize::MAX).len(), 25_000);
    }

    #[test]
    fn what_nobody_sees_and_what_terminals_disagree_about_is_a_sign_of_its_own() {
        assert_eq!(clean("a\u{200b}b\u{ad}c\u{fff9}\u{e0041}\u{115f}"), "a·b·c···");
        assert_eq!(clean("\u{1f1e9}\u{1f1ea}"), "DE");
        assert_eq!(clean("a\u{fe00}b\u{206a}\u{2065}c"), "a·b··c");
        assert_eq!(clean("vs\u{fe0f}x"), "vs·x");
        assert_eq!(clean("x\u{600}arab \u{6dd}1"), "x·arab ·1");
        assert_eq!(clean("cr\rhere"), "cr␍here");
    }

    #[test]
    fn spans_and_sizes_are_short() {
        let shown: Vec<String> = [900, 1_500_000, 15_000_000, 1_500_000_000, 75_000_000_000].map(span).into();
        assert_eq!(shown, ["1µs", "1.5ms", "15ms", "1.5s", "1m15s"]);
        assert_eq!([size(12), size(2048), size(5_242_880)], ["12 B", "2.0 kB", "5.0 MB"]);
        assert_eq!(countdown(Duration::from_millis(65_900)), "1:05");
    }
}
