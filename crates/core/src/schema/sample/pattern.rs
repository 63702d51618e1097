//! Text that fits a regular expression, for the expressions that schemas have.
//!
//! Literals, classes, groups, alternatives, repetitions and anchors. Anything that
//! looks around or back is given up on: then there is no sample rather than a
//! wrong one.

use std::iter::Peekable;
use std::str::Chars;

/// How deep groups may be nested.
const DEPTH: usize = 16;

/// How long a text may become.
const LENGTH: usize = 1024;

/// A text that `pattern` matches, of at least `least` characters where a repetition allows it.
pub(super) fn sample(pattern: &str, least: usize) -> Option<String> {
    // Repetitions that may be longer are tried a bit longer until the whole is long enough.
    let mut best = None;
    for extra in [0, 1, least] {
        let mut reader = Reader { rest: pattern.chars().peekable(), extra };
        let text = reader.alternatives(0)?;
        if reader.rest.next().is_some() {
            return None;
        }
        let is_enough = text.len() >= least;
        best = Some(text);
        if is_enough {
            break;
        }
    }
    best
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    /// How much longer than they must be repetitions without an end are.
    extra: usize,
}

impl Reader<'_> {
    /// The first alternative; the others are read over.
    fn alternatives(&mut self, depth: usize) -> Option<String> {
        let first = self.sequence(depth)?;
        while self.rest.next_if_eq(&'|').is_some() {
            self.sequence(depth)?;
        }
        Some(first)
    }

    fn sequence(&mut self, depth: usize) -> Option<String> {
        let mut text = String::new();
        while let Some(&next) = self.rest.peek() {
            if matches!(next, '|' | ')') {
                break;
            }
            let atom = self.atom(depth)?;
            let times = self.times()?;
            if text.len() + atom.len().saturating_mul(times) > LENGTH {
                return None;
            }
            text.push_str(&atom.repeat(times));
        }
        Some(text)
    }

    fn atom(&mut self, depth: usize) -> Option<String> {
        match self.rest.next()? {
            '^' | '$' => Some(String::new()),
            '.' => Some("a".to_owned()),
            '(' => self.group(depth),
            '[' => self.class().map(String::from),
            '\\' => self.escape(),
            '*' | '+' | '?' | '{' => None,
            literal => Some(literal.to_string()),
        }
    }

    fn group(&mut self, depth: usize) -> Option<String> {
        if depth >= DEPTH {
            return None;
        }
        if self.rest.next_if_eq(&'?').is_some() {
            match self.rest.next()? {
                ':' => {}
                // A name; `(?<=` and `(?<!` look back.
                '<' if !matches!(self.rest.peek(), Some('=' | '!')) => while self.rest.next()? != '>' {},
                _ => return None,
            }
        }
        let text = self.alternatives(depth + 1)?;
        self.rest.next_if_eq(&')').map(|_| text)
    }

    fn escape(&mut self) -> Option<String> {
        let text = match self.rest.next()? {
            'd' => "1",
            'w' | 'S' | 'D' => "a",
            's' => " ",
            'W' => "-",
            'b' => "",
            't' => "\t",
            'n' => "\n",
            'r' => "\r",
            other if other.is_alphanumeric() => return None,
            literal => return Some(literal.to_string()),
        };
        Some(text.to_owned())
    }

    /// One character of a class: the first it names, or one that a negated class does not name.
    fn class(&mut self) -> Option<char> {
        let is_negated = self.rest.next_if_eq(&'^').is_some();
        let mut ranges: Vec<(char, char)> = Vec::new();
        loop {
            let first = match self.rest.next()? {
                ']' if !ranges.is_empty() => break,
                '\\' => match self.rest.next()? {
                    'd' => {
                        ranges.push(('0', '9'));
                        continue;
                    }
                    'w' => {
                        ranges.extend([('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')]);
                        continue;
                    }
                    's' => {
                        ranges.extend([(' ', ' '), ('\t', '\r')]);
                        continue;
                    }
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    other if other.is_alphanumeric() => return None,
                    literal => literal,
                },
                literal => literal,
            };
            let mut ahead = self.rest.clone();
            let is_range = ahead.next() == Some('-') && ahead.next().is_some_and(|c| c != ']' && c != '\\');
            let last = if is_range {
                self.rest.next()?;
                self.rest.next()?
            } else {
                first
            };
            ranges.push((first, last));
        }
        if !is_negated {
            return ranges.first().map(|(first, _)| *first);
        }
        let is_named = |c: char| ranges.iter().any(|(first, last)| (*first..=*last).contains(&c));
        ('a'..='z').chain('0'..='9').chain('A'..='Z').chain(['-', '_', '.', ' ']).find(|c| !is_named(*c))
    }

    /// How often the atom just read comes.
    fn times(&mut self) -> Option<usize> {
        let times = match self.rest.peek() {
            Some('*') => self.extra,
            Some('+') => 1 + self.extra,
            Some('?') => usize::from(self.extra > 0),
            Some('{') => return self.counted(),
            _ => return Some(1),
        };
        self.rest.next();
        self.skip_manner();
        Some(times)
    }

    fn counted(&mut self) -> Option<usize> {
        self.rest.next();
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                '}' => break,
                next if text.len() < 16 => text.push(next),
                _ => return None,
            }
        }
        self.skip_manner();
        let (least, most) = text.split_once(',').unwrap_or((&text, &text));
        let least: usize = if least.is_empty() { 0 } else { least.parse().ok()? };
        let most: usize = if most.is_empty() { usize::MAX } else { most.parse().ok()? };
        let times = least.saturating_add(self.extra).min(most).max(least);
        (times <= LENGTH).then_some(times)
    }

    /// Lazy and possessive repetitions match the same texts.
    fn skip_manner(&mut self) {
        self.rest.next_if(|next| matches!(next, '?' | '+'));
    }
}
