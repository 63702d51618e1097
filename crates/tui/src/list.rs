//! Where a list stands: which row is selected, and which is the first one shown.

/// The place in a list of any length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) selected: usize,
    pub(crate) top: usize,
    /// Where the wheel took the list while a row was selected: that row need not be shown.
    away: Option<usize>,
}

impl Place {
    /// Moves by some rows, as far as the list goes.
    pub(crate) fn step(&mut self, by: isize, length: usize) {
        let last = length.saturating_sub(1);
        self.away = self.away.filter(|_| by == 0);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    /// Goes to a row, or to the last one.
    pub(crate) fn go(&mut self, to: usize, length: usize) {
        self.away = None;
        self.selected = to.min(length.saturating_sub(1));
    }

    /// Scrolls and leaves the selected row alone, until another one is selected.
    pub(crate) fn scroll(&mut self, by: isize) {
        self.top = self.top.saturating_add_signed(by);
        self.away = Some(self.selected);
    }

    /// Scrolls so that the selected row is among `height` rows, and nothing is wasted at the end.
    pub(crate) fn settle(&mut self, length: usize, height: usize) {
        self.selected = self.selected.min(length.saturating_sub(1));
        let height = height.max(1);
        self.away = self.away.filter(|selected| *selected == self.selected);
        if self.away.is_some() {
            self.top = self.top.min(length.saturating_sub(height));
            return;
        }
        if self.selected < self.top {
            self.top = self.selected;
        } else if self.selected >= self.top + height {
            self.top = self.selected + 1 - height;
        }
        self.top = self.top.min(length.saturating_sub(height));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_selected_row_is_always_shown(
            steps in proptest::collection::vec((-50isize..50, 0usize..100, 0usize..20), 1..40)
        ) {
            let mut place = Place::default();
            for (by, length, height) in steps {
                place.step(by, length);
                place.settle(length, height);
                let height = height.max(1);
                prop_assert!(length == 0 || place.selected < length);
                prop_assert!(place.top <= place.selected && place.selected < place.top + height);
                prop_assert!(place.top == 0 || place.top + height <= length);
            }
        }
    }
}
