//! Cells that are known not to be full, with the reason.
//!
//! A list like that rots unless it is held to both sides: a cell on it that is
//! full is as wrong as a cell that is not on it and not full.

use super::cell::Cell;

/// The list, as `scripts/conformance/expected-failures.txt` has it: `cell: reason` on each line.
#[derive(Debug, Default)]
pub(crate) struct Expected {
    entries: Vec<(String, String)>,
}

impl Expected {
    /// Reads the list. What is wrong with it are sentences.
    pub(crate) fn read(text: &str, cells: &[Cell]) -> Result<Self, Vec<String>> {
        let mut expected = Expected::default();
        let mut wrong = Vec::new();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines {
            let (name, reason) = line.split_once(": ").unwrap_or((line.trim_end_matches(':'), ""));
            if reason.is_empty() {
                wrong.push(format!("`{name}` gives no reason"));
            }
            if !cells.iter().any(|cell| cell.to_string() == name) {
                wrong.push(format!("`{name}` is no cell of the suite"));
            }
            if expected.entries.iter().any(|(known, _)| known == name) {
                wrong.push(format!("`{name}` is there twice"));
            }
            expected.entries.push((name.to_owned(), reason.trim().to_owned()));
        }
        if wrong.is_empty() { Ok(expected) } else { Err(wrong) }
    }

    /// Why `cell` is expected to fail, if it is.
    pub(crate) fn reason(&self, cell: &Cell) -> Option<&str> {
        let name = cell.to_string();
        self.entries.iter().find(|(known, _)| *known == name).map(|(_, reason)| reason.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells() -> Vec<Cell> {
        let cell = |scenario: &str| Cell {
            scenario: scenario.into(),
            revision: "2025-11-25".into(),
            is_extension: false,
        };
        vec![cell("a"), cell("auth/b")]
    }

    #[test]
    fn a_cell_on_the_list_has_its_reason() {
        let text = "# why\n\na@2025-11-25: not: yet\n";
        let expected = Expected::read(text, &cells()).unwrap();
        assert_eq!(expected.reason(&cells()[0]), Some("not: yet"));
        assert_eq!(expected.reason(&cells()[1]), None);
    }

    #[test]
    fn what_is_wrong_with_the_list_is_told() {
        let text = "a@2025-11-25:\nc@2025-11-25: so\nauth/b@2025-11-25: so\nauth/b@2025-11-25: again\n";
        assert_eq!(
            Expected::read(text, &cells()).unwrap_err(),
            [
                "`a@2025-11-25` gives no reason",
                "`c@2025-11-25` is no cell of the suite",
                "`auth/b@2025-11-25` is there twice",
            ]
        );
    }
}
