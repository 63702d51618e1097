//! A list to pick from that stands above a form: options found by a few of their letters, or texts that
//! someone offers for a field.

use super::{FormDid, FormPane, choice};
use crate::fuzzy;
use crate::pane::field::Field;
use crate::pane::ink;
use crate::theme::Theme;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Block, Clear, Widget as _};

/// How many rows of the list are seen at once.
const MOST_ROWS: usize = 8;

/// A list that is open.
#[derive(Debug)]
pub(super) struct Pick {
    labels: Vec<String>,
    /// What is typed to find one; none when what is typed goes to the field below.
    filter: Option<Field>,
    /// Those that fit, the best first.
    fits: Vec<usize>,
    at: usize,
    top: usize,
}

impl Pick {
    /// Options to choose from.
    pub(super) fn choice(labels: Vec<String>, chosen: Option<usize>) -> Self {
        let fits = (0..labels.len()).collect();
        Pick { labels, filter: Some(Field::new("")), fits, at: chosen.unwrap_or_default(), top: 0 }
    }

    /// Texts for a field.
    pub(super) fn offer(labels: Vec<String>) -> Self {
        let fits = (0..labels.len()).collect();
        Pick { labels, filter: None, fits, at: 0, top: 0 }
    }

    pub(super) fn paste(&mut self, text: &str) {
        if let Some(filter) = &mut self.filter {
            filter.paste(text);
            self.find();
        }
    }

    fn find(&mut self) {
        let typed = self.filter.as_ref().map(|filter| filter.text().to_owned()).unwrap_or_default();
        let mut fits: Vec<(i64, usize)> = self
            .labels
            .iter()
            .enumerate()
            .filter_map(|(index, label)| Some((fuzzy::score(&typed, label)?, index)))
            .collect();
        if !typed.trim().is_empty() {
            fits.sort_by_key(|(score, index)| (-score, *index));
        }
        self.fits = fits.into_iter().map(|(_, index)| index).collect();
        (self.at, self.top) = (0, 0);
    }

    fn step(&mut self, is_back: bool) {
        let count = self.fits.len().max(1);
        self.at = if is_back { (self.at + count - 1) % count } else { (self.at + 1) % count };
    }

    /// Draws the list below a row of `area`, or above it where there is more room. Gives where it is, and
    /// where the cursor is to stand.
    pub(super) fn draw(
        &mut self,
        theme: &Theme,
        (left, row): (u16, u16),
        area: Rect,
        buffer: &mut Buffer,
    ) -> (Rect, Option<Position>) {
        let extra = 2 + u16::from(self.filter.is_some());
        let wanted = u16::try_from(self.fits.len().clamp(1, MOST_ROWS)).unwrap_or(1) + extra;
        let (above, below) = (row.saturating_sub(area.y), area.bottom().saturating_sub(row + 1));
        let is_below = below >= wanted || below >= above;
        let height = wanted.min(if is_below { below } else { above }).max(extra + 1).min(area.height);
        let y = if is_below { row + 1 } else { row.saturating_sub(height) };
        let y = y.min(area.bottom().saturating_sub(height)).max(area.y);
        let longest = self.labels.iter().map(|label| ink::columns(label)).max().unwrap_or_default();
        let width = u16::try_from(longest.clamp(16, 60) + 4).unwrap_or(20).min(area.width);
        let x = left.min(area.right().saturating_sub(width)).max(area.x);
        let place = Rect { x, y, width, height }.intersection(buffer.area);
        Clear.render(place, buffer);
        let block = Block::bordered().border_style(theme.border_focused());
        let mut inside = block.inner(place);
        block.render(place, buffer);
        let mut cursor = None;
        if let Some(filter) = &self.filter
            && inside.height > 1
        {
            let line = Rect {
                height: 1,
                x: inside.x + 2.min(inside.width),
                width: inside.width.saturating_sub(2),
                ..inside
            };
            ink::line(buffer, Rect { height: 1, ..inside }, "/ ", theme.accent());
            filter.draw(theme, true, line, buffer);
            cursor = filter.cursor(line);
            inside = Rect { y: inside.y + 1, height: inside.height - 1, ..inside };
        }
        let rows = usize::from(inside.height).max(1);
        self.top = self.top.clamp((self.at + 1).saturating_sub(rows), self.at);
        if self.fits.is_empty() {
            ink::line(buffer, inside, "nothing fits", theme.dim());
        }
        for (fit, y) in self.fits.iter().enumerate().skip(self.top).zip(inside.top()..inside.bottom()) {
            let (number, index) = fit;
            let line = Rect { y, height: 1, ..inside };
            let is_at = number == self.at;
            let style = if is_at { theme.selected() } else { theme.text() };
            if is_at {
                buffer.set_style(line, style);
            }
            let mark = if is_at { "▌" } else { " " };
            ink::line(buffer, line, &format!("{mark}{}", self.labels[*index]), style);
        }
        let below = self.fits.len().saturating_sub(self.top + rows);
        if below > 0 && place.height > 1 {
            let words = format!(" ↓ {below} more ");
            let width = u16::try_from(ink::columns(&words)).unwrap_or(u16::MAX).min(place.width);
            let x = place.right().saturating_sub(width + 1).max(place.x);
            let border = Rect { x, y: place.bottom() - 1, width, height: 1 };
            ink::line(buffer, border, &words, theme.dim());
        }
        (place, cursor)
    }
}

impl FormPane {
    /// A key while a list is open; none when it is for the field below.
    pub(super) fn pick_key(&mut self, key: KeyEvent) -> Option<FormDid> {
        let pick = self.pick.as_mut()?;
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => self.pick = None,
            KeyCode::Down => pick.step(false),
            KeyCode::Char('n') if is_control => pick.step(false),
            KeyCode::Up | KeyCode::BackTab => pick.step(true),
            KeyCode::Char('p') if is_control => pick.step(true),
            KeyCode::Enter | KeyCode::Tab => return Some(self.picked()),
            _ => match &mut pick.filter {
                Some(filter) => {
                    let before = filter.text().to_owned();
                    filter.handle(key);
                    if filter.text() != before {
                        pick.find();
                    }
                }
                // What was offered was for another text.
                None => {
                    self.pick = None;
                    return None;
                }
            },
        }
        Some(FormDid::Nothing)
    }

    /// A letter on a value that is picked: it opens the list of what fits it, as it would be typed into a text.
    pub(super) fn sought_at_once(&mut self, key: KeyEvent) -> Option<FormDid> {
        let is_plain = (key.modifiers - KeyModifiers::SHIFT).is_empty();
        let KeyCode::Char(letter) = key.code else { return None };
        if self.is_commanding || !is_plain || !letter.is_alphanumeric() {
            return None;
        }
        let picks = self.focused().filter(|row| choice::is_sought(row)).and_then(choice::picks)?;
        let mut pick = Pick::choice(picks.labels, picks.chosen);
        pick.paste(letter.encode_utf8(&mut [0; 4]));
        self.pick = Some(pick);
        self.view.follows = true;
        Some(FormDid::Nothing)
    }

    /// Takes what the list is on.
    fn picked(&mut self) -> FormDid {
        let Some(pick) = self.pick.take() else { return FormDid::Nothing };
        let Some(index) = pick.fits.get(pick.at).copied() else { return FormDid::Nothing };
        if pick.filter.is_none() {
            return pick.labels.get(index).map_or(FormDid::Nothing, |text| self.take_offered(text));
        }
        let edit = self.focused().and_then(|row| choice::pick(row, index));
        edit.map_or(FormDid::Nothing, |edit| self.change(&edit))
    }

    /// A click on a row of the list.
    pub(super) fn pick_row(&mut self, row: u16) -> FormDid {
        let Some(pick) = &mut self.pick else { return FormDid::Nothing };
        let head = self.view.pick.y + 1 + u16::from(pick.filter.is_some());
        let place = row.checked_sub(head).map(|row| pick.top + usize::from(row));
        match place.filter(|place| *place < pick.fits.len() && row + 1 < self.view.pick.bottom()) {
            Some(place) => {
                pick.at = place;
                self.picked()
            }
            None => FormDid::Nothing,
        }
    }
}
