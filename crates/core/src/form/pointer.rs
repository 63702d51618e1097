//! JSON pointers (RFC 6901) as a form writes and reads them.

use crate::doc::name_of;

/// `pointer` with one more step.
pub(super) fn below(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// The steps of `pointer`; none when it is no JSON pointer.
pub(super) fn steps(pointer: &str) -> Option<Vec<String>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    let steps = pointer.strip_prefix('/')?.split('/');
    steps.map(|step| is_escaped_well(step).then(|| name_of(step))).collect()
}

/// The index that `step` names: digits without zeros in front.
pub(super) fn index(step: &str) -> Option<usize> {
    let is_plain = step == "0" || !step.starts_with(['0', '+']);
    step.parse().ok().filter(|_| is_plain)
}

fn is_escaped_well(step: &str) -> bool {
    step.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_with_slashes_and_tildes_come_back() {
        for key in ["", "a", "a/b", "~1", "/~0/", "~"] {
            let pointer = below(&below("", "x"), key);
            assert_eq!(steps(&pointer), Some(vec!["x".to_owned(), key.to_owned()]), "{pointer}");
        }
        assert_eq!(steps(""), Some(Vec::new()));
        assert_eq!((steps("a"), steps("/~2"), steps("/~")), (None, None, None));
    }

    #[test]
    fn an_index_has_one_spelling() {
        assert_eq!((index("0"), index("10")), (Some(0), Some(10)));
        for step in ["", "-", "01", "+1", "-1", "1.0", "99999999999999999999999"] {
            assert_eq!(index(step), None, "{step}");
        }
    }
}
