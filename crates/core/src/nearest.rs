//! The name a user may have meant.

/// Longer names are not compared: the work grows with the square of the length.
const LONGEST: usize = 100;

/// The known name closest to what was typed, if any is close enough to be a slip.
///
/// ```
/// use mcp_inspector_core::nearest::nearest;
/// assert_eq!(nearest("gihtub", &["github", "files"]).as_deref(), Some("github"));
/// assert_eq!(nearest("postgres", &["github", "files"]), None);
/// ```
pub fn nearest<S: AsRef<str>>(typed: &str, names: &[S]) -> Option<String> {
    nearest_within(usize::MAX, typed, names)
}

/// The same, with no more than `most` slips, however long the name is.
pub fn nearest_within<S: AsRef<str>>(most: usize, typed: &str, names: &[S]) -> Option<String> {
    let typed: Vec<char> = typed.chars().take(LONGEST + 1).flat_map(char::to_lowercase).collect();
    if typed.len() > LONGEST {
        return None;
    }
    let slips_allowed = (typed.len() / 3).max(1).min(most);
    names
        .iter()
        .map(AsRef::as_ref)
        // Each letter more or less is a slip.
        .filter(|name| name.len() <= LONGEST && name.chars().count().abs_diff(typed.len()) <= slips_allowed)
        .map(|name| {
            let letters: Vec<char> = name.to_lowercase().chars().collect();
            (distance(&typed, &letters), name)
        })
        .filter(|&(distance, _)| distance <= slips_allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name.to_owned())
}

/// How many letters to add, drop, replace or swap with a neighbour to get from one to the other.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, &a) in from.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, &b) in to.iter().enumerate() {
            let replaced = last[column] + usize::from(a != b);
            let mut best = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && a == to[column - 1] && from[row - 1] == b {
                best = best.min(before_last[column - 1] + 1);
            }
            current.push(best);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_the_name_and_a_stranger_does_not() {
        let names = ["github", "everything", "fs"];
        for (typed, expected) in [
            ("gihtub", Some("github")),
            ("GitHub", Some("github")),
            ("everythin", Some("everything")),
            ("fz", Some("fs")),
            ("postgres", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, &names).as_deref(), expected, "{typed}");
        }
    }
}
