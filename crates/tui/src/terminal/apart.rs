//! A backend that keeps signs apart about whose width terminals do not agree: behind each of them it says anew where it is, so that
//! nothing that follows is moved by it, and what it may not cover is blank beneath it.

use crate::draw::disputed::is_disputed;
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use unicode_width::UnicodeWidthStr as _;

/// A backend, with such signs apart.
pub(crate) struct Apart<B>(pub(crate) B);

impl<B: Backend> Backend for Apart<B> {
    type Error = B::Error;

    fn draw<'a, I>(&mut self, content: I) -> Result<(), Self::Error>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut run: Vec<(u16, u16, &'a Cell)> = Vec::new();
        for (x, y, cell) in content {
            let is_wide = is_disputed(cell.symbol()) && cell.symbol().width() > 1;
            if is_wide {
                // Each run begins with where it is.
                self.0.draw(run.drain(..))?;
                let mut blank = cell.clone();
                blank.set_symbol(" ");
                self.0.draw([(x, y, &blank), (x.saturating_add(1), y, &blank)].into_iter())?;
            }
            run.push((x, y, cell));
            if is_disputed(cell.symbol()) {
                self.0.draw(run.drain(..))?;
            }
        }
        self.0.draw(run.into_iter())
    }

    fn append_lines(&mut self, count: u16) -> Result<(), Self::Error> {
        self.0.append_lines(count)
    }

    fn hide_cursor(&mut self) -> Result<(), Self::Error> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> Result<(), Self::Error> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> Result<Position, Self::Error> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> Result<(), Self::Error> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> Result<(), Self::Error> {
        self.0.clear()
    }

    fn clear_region(&mut self, kind: ClearType) -> Result<(), Self::Error> {
        self.0.clear_region(kind)
    }

    fn size(&self) -> Result<Size, Self::Error> {
        self.0.size()
    }

    fn window_size(&mut self) -> Result<WindowSize, Self::Error> {
        self.0.window_size()
    }

    fn flush(&mut self) -> Result<(), Self::Error> {
        self.0.flush()
    }
}
