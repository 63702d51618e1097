//! How the letters of a screen are painted.

/// How a letter is painted: the numbers of its colours, as sequences name them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Paint {
    pub(crate) fg: Option<String>,
    pub(crate) bg: Option<String>,
    pub(crate) is_bold: bool,
}

/// The letters of a screen with their paint, line by line.
pub(crate) fn painted(coloured: &str) -> Vec<Vec<(char, Paint)>> {
    let mut paint = Paint::default();
    coloured
        .lines()
        .map(|line| {
            let mut cells = Vec::new();
            let mut rest = line;
            while let Some(letter) = rest.chars().next() {
                let sequence = rest.strip_prefix("\u{1b}[").and_then(|rest| rest.split_once('m'));
                if let Some((numbers, after)) = sequence {
                    dress(&mut paint, numbers);
                    rest = after;
                } else {
                    cells.push((letter, paint.clone()));
                    rest = &rest[letter.len_utf8()..];
                }
            }
            cells
        })
        .collect()
}

/// How a text is painted where it is first found; each of its letters must be painted alike.
#[track_caller]
pub(crate) fn paint_of(coloured: &str, text: &str) -> Paint {
    for line in painted(coloured) {
        let letters: String = line.iter().map(|(letter, _)| letter).collect();
        let Some((before, _)) = letters.split_once(text) else { continue };
        let from = before.chars().count();
        let cells = &line[from..from + text.chars().count()];
        assert!(cells.iter().all(|(_, paint)| *paint == cells[0].1), "`{text}` is of one paint: {cells:?}");
        return cells[0].1.clone();
    }
    panic!("`{text}` is not there:\n{coloured}");
}

fn dress(paint: &mut Paint, numbers: &str) {
    let mut numbers = numbers.split([';', ':']);
    while let Some(number) = numbers.next() {
        match number.parse::<u16>().unwrap_or_default() {
            0 => *paint = Paint::default(),
            1 => paint.is_bold = true,
            22 => paint.is_bold = false,
            30..=37 | 90..=97 => paint.fg = Some(number.to_owned()),
            40..=47 | 100..=107 => paint.bg = Some(number.to_owned()),
            kind @ (38 | 48) => {
                let count = if numbers.next() == Some("5") { 1 } else { 3 };
                let colour: Vec<&str> = numbers.by_ref().take(count).collect();
                let colour = Some(format!("{kind};{}", colour.join(";")));
                if kind == 38 { paint.fg = colour } else { paint.bg = colour }
            }
            39 => paint.fg = None,
            49 => paint.bg = None,
            _ => {}
        }
    }
}
